; What a model leaves out may be anything: what is true for several values of it is true.
(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun p () Bool)
(declare-fun y () Int)
(assert (or p (not p) (> y 3)))
(assert (> (+ x (ite (> y x) 1 2)) 2))
(check-sat)
