; A parabolic arch has to clear a road profile everywhere and touch it nowhere.
(set-info :smt-lib-version 2.6)
(set-logic NRA)
(set-info :source |An arch is given by a parabola with unknown height and opening. The model is an arch that clears a vehicle of given width on the whole road, although it is lower than a limit at some point.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const top Real)
(declare-const bend Real)
(declare-const width Real)
(declare-const height Real)
(declare-const span Real)
(declare-const stone Bool)
(declare-const wide_lane Bool)
(declare-const lit Bool)

; material and lane fix the ranges
(assert (ite stone (and (<= 3.0 top) (<= top 5.0)) (and (<= 4.0 top) (<= top 7.0))))
(assert (ite wide_lane (= width 2.0) (= width 1.5)))
(assert (and (> bend 0.0) (< bend 1.0)))
; the arch is above the vehicle on the lane
(assert (forall ((x Real))
  (=> (and (<= (- width) x) (<= x width)) (> (- top (* bend x x)) height))))
(assert (and (<= 2.5 height) (<= height 3.0)))
; the feet of the arch stand on the ground at distance span from the centre
(assert (and (> span 0.0) (= (* bend span span) top)))
(assert (or (<= span 3.0) (and (not stone) (<= span 4.0))))
; somewhere over the road the arch is already lower than a person
(assert (exists ((x Real)) (and (< width x) (< x span) (< (* bend x x) (- top 1.0))
                                (> (* bend x x) (- top 2.0)))))
; a lamp hangs in the arch exactly if it is high enough
(assert (= lit (>= (* top top) (+ (* height height) 7.0))))
(assert (xor lit (and stone (not wide_lane))))
(assert (=> wide_lane (or lit (= (* 4.0 bend) 1.0))))
; the opening is not degenerate
(assert (not (= (* bend width) height)))
(assert (let ((area (* top span))) (and (distinct area 12.0) (< area 22.0))))
(check-sat)
(exit)
