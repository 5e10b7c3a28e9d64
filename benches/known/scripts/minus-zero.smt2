; Sat: a negative number that is too small is rounded to minus zero, but zero itself never is.
(set-option :produce-models true)
(set-logic QF_FPLRA)
(declare-const r Real)
(assert (= ((_ to_fp 3 5) RTZ r) (_ -zero 3 5)))
(check-sat)
(get-model)
; Expected: sat. Satisfied by this witness (given):
; (define-fun r () Real (- (/ 1.0 128.0)))
