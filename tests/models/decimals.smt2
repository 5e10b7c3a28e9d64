; A decimal is exact (SMT-LIB 2.7, theory Reals), unless a solver marks it, or it is one of Yices.
(set-logic QF_NRA)
(declare-fun x () Real)
(assert (< 2.0 (* x x) 3.0))
(assert (or (= x 1.5) (= (* x x) 2.0)))
(check-sat)
