; A calibration curve with three support points cannot explain a measured value.
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLRA)
(set-info :source |A sensor has an unknown monotone response with bounded slope between the voltages that occur. The measured values contradict the bounds for both positions of the range switch.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-fun resp (Real) Real)
(declare-fun noise (Real) Real)
(declare-const v0 Real)
(declare-const v1 Real)
(declare-const v2 Real)
(declare-const amp Real)
(declare-const raw Real)
(declare-const shown Real)
(declare-const wide Bool)
(declare-const stale Bool)
(declare-const low_side Bool)
(define-fun gentle ((a Real) (b Real)) Bool
  (=> (<= a b) (and (<= (resp a) (resp b)) (<= (- (resp b) (resp a)) (* 3.0 (- b a))))))

; support points of the calibration
(assert (and (= v0 0.0) (= v1 2.0) (= v2 5.0)))
(assert (and (= (resp v0) 1.0) (= (resp v1) 4.0) (= (resp v2) 11.5)))
; monotone with slope at most three between all voltages that occur
(assert (and (gentle v0 amp) (gentle amp v0) (gentle v1 amp) (gentle amp v1)
             (gentle v2 amp) (gentle amp v2)))
; the noise depends on the voltage only and is small
(assert (and (< (- 0.25) (noise amp)) (< (noise amp) 0.25)))
(assert (=> (= amp v1) (= (noise amp) (noise v2))))
; the display shows the sum, doubled in the narrow range
(assert (= raw (+ (resp amp) (noise amp))))
(assert (ite wide (= shown raw) (= shown (* 2.0 raw))))
; a stale reading still belongs to the first support point
(assert (=> stale (and (= amp v0) (not wide))))
; which side of the middle support point the voltage lies on
(assert (= low_side (< amp v1)))
(assert (or low_side (<= amp v2)))
; measured: more than the curve allows
(assert (xor (and wide low_side (> shown 4.25))
             (and (not low_side) (distinct wide true) (<= shown 7.5))
             (and stale (>= shown 2.5))))
(assert (=> (and low_side (not stale)) (or wide (= amp v2))))
(check-sat)
(exit)
