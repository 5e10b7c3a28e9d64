; No maximum reaches 0.
(set-option :produce-models true)
(set-option :opt.priority box)
(declare-const x Real)
(assert (< x 0.0))
(maximize x)
(minimize x)
(check-sat)
(get-model)
(get-objectives)
; Expected: sat. Satisfied by this witness (given):
; (define-fun x () Real (- 1.0))
