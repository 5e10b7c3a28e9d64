; Sat: two is greater than one, but no subnormal number of this format is.
(set-option :produce-models true)
(set-logic QF_FPLRA)
(declare-const x (_ FloatingPoint 2 24))
(assert (> (fp.to_real x) 1.0))
(assert (not (or (fp.isNaN x) (fp.isInfinite x))))
(check-sat)
(get-model)
; Expected: sat. Satisfied by this witness (given):
; (define-fun x () (_ FloatingPoint 2 24) (fp #b0 #b10 #b00000000000000000000000))
