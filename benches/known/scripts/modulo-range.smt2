; Sat: all values of m are beyond those of n.
(set-logic QF_NIA)
(declare-const m Int)
(declare-const n Int)
(assert (<= 4 m 7))
(assert (<= 1 n 3))
(assert (distinct m (mod m n)))
(check-sat)
