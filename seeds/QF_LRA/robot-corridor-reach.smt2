; Reachability of a delivery robot that passes a pillar in a corridor within four moves.
(set-info :smt-lib-version 2.6)
(set-logic QF_LRA)
(set-info :source |Way points of a robot in a corridor of 10 by 4 metres with one square pillar and a door that needs a slow approach. Each move is bounded in both axes, and the way points have to keep a safety margin.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun x0 () Real)
(declare-fun y0 () Real)
(declare-fun x1 () Real)
(declare-fun y1 () Real)
(declare-fun x2 () Real)
(declare-fun y2 () Real)
(declare-fun x3 () Real)
(declare-fun y3 () Real)
(declare-fun x4 () Real)
(declare-fun y4 () Real)
(declare-fun energy () Real)
(declare-fun slow3 () Bool)
(declare-fun north () Bool)
(define-fun inside ((x Real) (y Real)) Bool
  (and (<= 0.3 x) (<= x 9.7) (<= 0.3 y) (<= y 3.7)))
; the pillar is the square [4,6] x [1.2,2.8], the margin is 0.3
(define-fun clear ((x Real) (y Real)) Bool
  (or (<= x 3.7) (>= x 6.3) (<= y 0.9) (>= y 3.1)))
(define-fun step ((x Real) (y Real) (u Real) (v Real) (r Real)) Bool
  (and (<= (- u x) r) (<= (- x u) r) (<= (- v y) r) (<= (- y v) r)))
; a segment is safe when both ends are on the same side of the pillar
(define-fun segment ((x Real) (y Real) (u Real) (v Real)) Bool
  (or (and (<= x 3.7) (<= u 3.7)) (and (>= x 6.3) (>= u 6.3))
      (and (<= y 0.9) (<= v 0.9)) (and (>= y 3.1) (>= v 3.1))))
(define-fun gain ((a Real) (b Real)) Real (ite (>= a b) (- a b) (- b a)))

; start at the lift, finish at the door
(assert (and (= x0 1.0) (= y0 2.0)))
(assert (and (>= x4 9.0) (<= x4 9.5) (>= y4 1.8) (<= y4 2.2)))
(assert (and (inside x1 y1) (inside x2 y2) (inside x3 y3) (inside x4 y4)))
(assert (and (clear x1 y1) (clear x2 y2) (clear x3 y3)))
; moves: at most 2.8 metres, and at most 1.5 on the last one when it has to be slow
(assert (and (step x0 y0 x1 y1 2.8) (step x1 y1 x2 y2 2.8) (step x2 y2 x3 y3 2.8)))
(assert (step x3 y3 x4 y4 (ite slow3 1.5 2.8)))
(assert (and (segment x0 y0 x1 y1) (segment x1 y1 x2 y2) (segment x2 y2 x3 y3) (segment x3 y3 x4 y4)))
; north or south of the pillar: the shelf on the north side forbids the middle point
(assert (= north (> y2 2.0)))
(assert (=> north (not (and (> x2 4.5) (< x2 5.5)))))
; the last move is slow unless it comes straight on the axis of the door
(assert (xor slow3 (= y3 y4)))
; energy: length of the moves in the larger axis, and turning
(assert (let ((dx (+ (gain x1 x0) (gain x2 x1) (gain x3 x2) (gain x4 x3)))
              (dy (+ (gain y1 y0) (gain y2 y1) (gain y3 y2) (gain y4 y3))))
  (= energy (+ (* 1.5 dx) (* 2.0 dy) (ite north 0.5 0.0)))))
(assert (and (< energy 19.0) (=> slow3 (< energy 18.5))))
(assert (or (distinct x1 x2 x3) (not north)))
(check-sat)
(exit)
