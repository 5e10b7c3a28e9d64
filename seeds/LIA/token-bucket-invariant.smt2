; The level of a token bucket stays between its bounds and no packet waits for ever.
(set-info :smt-lib-version 2.6)
(set-logic LIA)
(set-info :source |A rate limiter with a bucket of ten tokens, refilled by three per tick, that sends small and large packets. The negated claim says that a step leaves the bounds, that a packet starves, or that some level is reached without a reason.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-const level Int)
(declare-const wait Int)
(declare-const large Bool)
(declare-const sent Bool)
(define-fun inv ((t Int)) Bool (and (<= 0 t) (<= t 10)))
(define-fun refill ((t Int) (u Int)) Bool (ite (<= t 7) (= u (+ t 3)) (= u 10)))
(define-fun send ((t Int) (u Int) (big Bool)) Bool
  (ite big (and (>= t 5) (= u (- t 5))) (and (>= t 2) (= u (- t 2)))))
(define-fun step ((t Int) (u Int)) Bool
  (or (refill t u) (send t u true) (send t u false)))

; the bucket before the step that is watched
(assert (inv level))
; the packet is sent as soon as enough tokens are there
(assert (= sent (exists ((u Int)) (send level u large))))
(assert (=> sent (= wait 0)))
; otherwise it waits; the number of refills is at most two
(assert (=> (not sent) (and (<= 1 wait 2)
  (exists ((u Int)) (and (refill level u)
    (ite (= wait 1) (exists ((v Int)) (send u v large)) (not (exists ((v Int)) (send u v large)))))))))
; the caller never offers a large packet to an empty bucket
(assert (not (and large (= level 0))))
; negated claims
(assert (or
  (exists ((t Int) (u Int)) (and (inv t) (step t u) (not (inv u))))
  (exists ((t Int)) (and (inv t) (forall ((u Int)) (not (step t u)))))
  (and (not sent) (not large) (> wait 1))
  (and (not sent) large (= wait 2) (>= level 2))
  (xor sent (ite large (> level 4) (> level 1)))
  (exists ((u Int)) (and (inv u) (forall ((t Int)) (=> (inv t) (not (step t u))))))
  (exists ((t Int) (u Int) (w Int))
    (and (inv t) (refill t u) (refill t w) (distinct u w)))))
(check-sat)
(exit)
