; Division of more than two numbers associates to the left, where it is left open, too.
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (= (div 12 x y 2) 4))
(check-sat)
