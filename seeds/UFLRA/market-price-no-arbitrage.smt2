; Exchange rates with a spread leave no profit on a round trip.
(set-info :smt-lib-version 2.6)
(set-logic UFLRA)
(set-info :source |Logarithmic bid and ask prices between currencies satisfy a triangle condition. The negated claim says that a round trip with two or three exchanges, or with an exchange at a bad time, still earns money.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-sort Cur 0)
(declare-fun cost (Cur Cur) Real)
(declare-fun spread (Cur) Real)
(declare-fun tax (Cur Cur) Real)
(declare-const eur Cur)
(declare-const yen Cur)
(declare-const via Cur)
(declare-const trip Real)
(declare-const shock Real)
(declare-const direct Bool)
(declare-const taxed Bool)
(declare-const panic Bool)

; costs of an exchange in logarithms: no exchange costs nothing
(assert (forall ((a Cur)) (! (= (cost a a) 0.0) :pattern ((cost a a)))))
; a detour is never cheaper
(assert (forall ((a Cur) (b Cur) (c Cur))
  (! (<= (cost a c) (+ (cost a b) (cost b c))) :pattern ((cost a b) (cost b c)))))
; the way there and back costs at least the two spreads
(assert (forall ((a Cur)) (! (> (spread a) 0.0) :pattern ((spread a)))))
(assert (forall ((a Cur) (b Cur)) (! (=> (distinct a b)
  (>= (+ (cost a b) (cost b a)) (+ (spread a) (spread b)))) :pattern ((cost a b)))))
; taxes do not depend on the direction and are only paid between different currencies
(assert (forall ((a Cur) (b Cur)) (! (and (= (tax a b) (tax b a)) (>= (tax a b) 0.0)
  (=> (= a b) (= (tax a b) 0.0))) :pattern ((tax a b)))))
; the trip, directly or by a third currency, perhaps taxed once
(assert (and (distinct eur yen) (=> direct (= via yen))))
(assert (= trip (+ (cost eur via) (cost via yen) (cost yen eur) (ite taxed (tax eur yen) 0.0))))
; a shock moves the last price, but never by more than the smaller spread
(assert (ite panic (and (<= 0.0 shock) (< shock (spread eur)) (<= shock (spread yen))) (= shock 0.0)))
; negated claims
(assert (or
  (<= trip shock)
  (and direct (not taxed) (distinct trip (+ (cost eur yen) (cost yen eur))))
  (and (= via eur) (< trip (+ (spread eur) (spread yen))))
  (exists ((c Cur)) (and (distinct c eur) (<= (+ (cost eur c) (cost c eur)) 0.0)))
  (and taxed (< (- trip (tax yen eur)) 0.0))
  (xor direct (and direct (>= trip (cost via via))))
  (and panic (not (< shock (+ trip (tax via eur)))))))
(assert (=> (= (spread eur) (spread yen)) (or (not panic) (< (* 2.0 shock) trip))))
(check-sat)
(exit)
