; An abstract value (SMT-LIB 2.7, section 4.2.6) is one value of its sort, whichever: what hangs on it is not known.
(set-logic ALL)
(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(declare-const i Int)
(assert (= (store a i 3) b))
(assert (= (select b 5) 3))
(check-sat)
