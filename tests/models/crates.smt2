; All sorts that one name makes have as many elements in a witness, which is too many for one of them here: what a
; quantifier says of them is not known.
(set-logic ALL)
(declare-sort Crate 1)
(declare-fun only () (Crate Int))
(declare-fun left () (Crate Bool))
(declare-fun right () (Crate Bool))
(assert (distinct left right))
(assert (forall ((x (Crate Int))) (= x only)))
(check-sat)
