; No single braking point is safe for dry and wet rails and still punctual.
(set-info :smt-lib-version 2.6)
(set-logic LRA)
(set-info :source |A linearised model of a train in front of a platform: the driver fixes the braking point first, the rails choose the friction afterwards. The requirements on the stopping point contradict each other in all modes.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-const brake Real)
(declare-const speed Real)
(declare-const platform Real)
(declare-const margin Real)
(declare-const sand Bool)
(declare-const long_train Bool)
(declare-const second_try Bool)
(define-fun friction ((f Real)) Bool
  (ite sand (and (<= 4.0 f) (<= f 6.0)) (and (<= 4.0 f) (<= f 8.0))))

; the platform ends between 100 and 120; long trains stop further ahead
(assert (and (<= 100.0 platform) (<= platform 120.0)))
(assert (ite long_train (= margin 2.0) (= margin 4.0)))
(assert (and (<= 10.0 speed 20.0) (>= brake 0.0)))
; for every friction the train stops before the end of the platform
(assert (forall ((f Real) (stop Real))
  (=> (and (friction f) (= stop (+ brake speed (* 5.0 f)))) (<= stop platform))))
; for every friction it also stops inside the margin, perhaps after a correction
(assert (forall ((f Real)) (=> (friction f)
  (exists ((c Real)) (and (<= 0.0 c) (ite second_try (<= c 5.0) (= c 0.0))
                          (>= (+ brake speed (* 5.0 f) c) (- platform margin)))))))
; a correction is only possible with sand, and long trains never use it
(assert (=> second_try sand))
(assert (=> long_train (not second_try)))
; drivers of short trains without sand start slowly
(assert (or sand long_train (and (<= speed 12.0) (< brake platform))))
; every speed below the chosen one would be even shorter
(assert (forall ((v Real)) (=> (< v speed)
  (exists ((b Real)) (and (= (+ b v) (+ brake speed)) (> b brake))))))
(assert (xor (= second_try sand) (and sand (not second_try))))
(check-sat)
(exit)
