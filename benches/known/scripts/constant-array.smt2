; Unsat: one place is stored to, and the others keep what their array was filled with.
(set-logic QF_ABV)
(declare-const x (_ BitVec 2))
(declare-const i (_ BitVec 2))
(declare-const u (_ BitVec 2))
(define-fun filled ((value (_ BitVec 2))) (Array (_ BitVec 2) (_ BitVec 2))
  ((as const (Array (_ BitVec 2) (_ BitVec 2))) value))
(assert (= (store (filled x) i u) (filled (bvnot x))))
(check-sat)
