; cvc5 writes algebraic numbers as no s-expressions: they are not known, and the rest of the model is.
(set-logic QF_NRA)
(declare-fun x () Real)
(declare-fun y () Real)
(assert (= (* x x) 2.0))
(assert (> y 1.0))
(check-sat)
