; A printed model does not say which heap it has: what separation logic says of it is not known.
(set-logic QF_ALL)
(declare-heap (Int Int))
(declare-const x Int)
(declare-const p Bool)
(assert (or p (not sep.emp)))
(assert (=> (< x 3) (sep (pto x 1) (pto 7 x))))
(check-sat)
