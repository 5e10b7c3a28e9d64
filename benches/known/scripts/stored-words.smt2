; Unsat: the words that are stored differ.
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 2) (_ BitVec 3)))
(declare-const b (_ BitVec 1))
(assert (= (store a #b00 #b000) (store a #b00 (bvadd #b010 ((_ zero_extend 2) b)))))
(check-sat)
