; Unsat: the smallest number of this format is 1/32.
(set-logic QF_FPLRA)
(declare-const x (_ FloatingPoint 3 4))
(assert (fp.eq x (fp #b0 #b000 #b001)))
(assert (distinct (/ 1.0 32.0) (fp.to_real x)))
(check-sat)
