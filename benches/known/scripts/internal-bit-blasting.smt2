; Unsat: the words that are stored differ.
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 2) (_ BitVec 2)))
(declare-const b (_ BitVec 1))
(assert (= (store a #b11 #b00) (store a #b11 (bvadd #b01 ((_ zero_extend 1) b)))))
(check-sat)
