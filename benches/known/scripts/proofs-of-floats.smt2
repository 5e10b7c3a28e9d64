; Sat: each of these numbers is rounded to a normal one.
(set-option :check-proofs true)
(set-logic QF_FPLRA)
(declare-const t Real)
(assert (> t 3.1415926))
(assert (< t 3.1415927))
(assert (fp.isNormal ((_ to_fp 8 24) RNE t)))
(check-sat)
