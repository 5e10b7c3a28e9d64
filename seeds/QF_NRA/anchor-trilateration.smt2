; Position of a tag from the distances to three anchors, one of which may send a wrong value.
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(set-info :source |Three anchors on the walls of a hall measure squared distances with bounded error. At most one measurement is disturbed by reflection, which only makes it longer. The query asks for a position near the gate that explains all values.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const da Real)
(declare-const db Real)
(declare-const dc Real)
(declare-const err Real)
(declare-const speed Real)
(declare-const refl_a Bool)
(declare-const refl_b Bool)
(declare-const refl_c Bool)
(declare-const in_gate Bool)
(declare-const alarm Bool)
(define-fun dist2 ((u Real) (w Real)) Real
  (+ (* (- x u) (- x u)) (* (- y w) (- y w))))
; measured value d2 explains the true value r2 within the error
(define-fun near ((r2 Real) (d2 Real)) Bool
  (and (<= (- r2 d2) err) (>= (- r2 d2) (- err))))

; the hall has 12 by 8 metres
(assert (and (> x 0.0) (< x 12.0) (> y 0.0) (< y 8.0)))
(assert (and (> err 0.0) (< err 0.5)))
; anchors at (0,0), (12,0) and (6,8); a reflected signal is longer by more than one unit
(assert (ite refl_a (> (- da (dist2 0.0 0.0)) 1.0) (near (dist2 0.0 0.0) da)))
(assert (ite refl_b (> (- db (dist2 12.0 0.0)) 1.0) (near (dist2 12.0 0.0) db)))
(assert (ite refl_c (> (- dc (dist2 6.0 8.0)) 1.0) (near (dist2 6.0 8.0) dc)))
; at most one reflection
(assert (and (not (and refl_a refl_b)) (not (and refl_a refl_c)) (not (and refl_b refl_c))))
; the values received
(assert (and (= da 52.0) (>= db 52.0) (< db 60.0)))
(assert (or (= dc 20.0) (and refl_c (= dc 41.0))))
; the gate is the disc of radius 2 around (6,4)
(assert (= in_gate (< (dist2 6.0 4.0) 4.0)))
; the tag moves: its speed squared is bounded by the distance to the gate, and alarm is raised
; when it leaves too fast
(assert (and (>= speed 0.0) (<= (* speed speed) (+ 1.0 (dist2 6.0 4.0)))))
(assert (= alarm (and (not in_gate) (> (* speed speed) 2.0))))
; the situation asked for
(assert (let ((disturbed (or refl_a refl_b refl_c)))
  (and (=> disturbed in_gate) (xor alarm disturbed) (not (= x 6.0)))))
(assert (=> refl_b (> (* x y) 20.0)))
(check-sat)
(exit)
