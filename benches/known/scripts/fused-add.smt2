; Unsat: one times one, and nothing added to it, is one.
(set-logic QF_FP)
(declare-const one (_ FloatingPoint 3 2))
(assert (= one (fp #b0 #b011 #b0)))
(assert (distinct one (fp.fma RNE one one (_ +zero 3 2))))
(check-sat)
