; What SMT-LIB leaves open is as the model prints it; what it does not print is not known.
(set-logic QF_NIRA)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun r () Real)
(assert (= (div x y) 7))
(assert (= (mod x (- y)) 2))
(assert (= (/ r (to_real y)) 2.5))
(check-sat)
