; Sat with 0 for both, whatever (mod 1 0) is.
(declare-const p Int)
(declare-const q Int)
(assert (<= 0 p 1))
(assert (<= 0 q))
(assert (< q 1))
(assert (<= (ite (= 0 (mod 1 0)) (+ 1 q) p) 5))
(check-sat)
