; Unsat: with p, no r is true exactly if every s is true.
(set-logic ALL)
(assert (forall ((p Bool) (q Bool))
  (exists ((r Bool)) (=> p (and (= r q) (forall ((q Bool)) (= r (and p q))))))))
(check-sat)
