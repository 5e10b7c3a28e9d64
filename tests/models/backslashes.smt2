; Only \u begins an escape sequence (SMT-LIB 2.7, theory UnicodeStrings). Before SMT-LIB 2.6, others did.
(set-logic QF_SLIA)
(declare-fun s () String)
(assert (or (= (str.len s) 4) (= s "A")))
(check-sat)
