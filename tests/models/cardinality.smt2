; How many elements a sort has in a printed model is known only as far as it names them.
(set-logic UFC)
(declare-sort S 0)
(declare-const a S)
(declare-const b S)
(assert (or (= a b) (not (_ fmf.card S 2))))
(check-sat)
