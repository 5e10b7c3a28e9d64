; Unsat because of the named assertion: the other one alone is satisfiable, so no core is empty.
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-const p Bool)
(assert (! p :named first))
(check-sat)
(assert (not p))
(check-sat)
(get-unsat-core)
