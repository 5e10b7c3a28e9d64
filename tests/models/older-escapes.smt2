; What is false may be true with the escapes of solvers before SMT-LIB 2.6: nobody says which are meant.
(set-logic QF_SLIA)
(declare-fun s () String)
(assert (or (= (str.len s) 5) (= s "A")))
(check-sat)
