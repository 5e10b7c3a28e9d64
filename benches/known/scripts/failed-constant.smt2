; Unsat because of the assumption: no core is empty.
(set-option :produce-unsat-assumptions true)
(set-logic QF_FF)
(declare-const x (_ FiniteField 5))
(assert (= x x))
(check-sat-assuming (false))
(get-unsat-assumptions)
