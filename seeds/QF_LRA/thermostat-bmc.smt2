; Bounded model checking of a room thermostat with two heater modes and a sensor offset.
(set-info :smt-lib-version 2.6)
(set-logic QF_LRA)
(set-info :source |Three control periods of a discretised thermostat. Heating adds between 1.5 and 2.5 degrees, cooling removes between 0.5 and 1.0; the controller switches on a sensor reading with bounded error. The negated safety claim is that the room leaves the comfort band.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-fun t0 () Real)
(declare-fun t1 () Real)
(declare-fun t2 () Real)
(declare-fun t3 () Real)
(declare-fun e0 () Real)
(declare-fun e1 () Real)
(declare-fun e2 () Real)
(declare-fun on0 () Bool)
(declare-fun on1 () Bool)
(declare-fun on2 () Bool)
(declare-fun on3 () Bool)
; one period of the plant
(define-fun plant ((on Bool) (x Real) (y Real)) Bool
  (ite on
       (and (>= (- y x) 1.5) (<= (- y x) 2.5))
       (and (<= (- y x) (- 0.5)) (>= (- y x) (- 1.0)))))
; the controller: on below 19, off above 21, otherwise unchanged
(define-fun control ((on Bool) (reading Real) (next Bool)) Bool
  (and (=> (< reading 19.0) next)
       (=> (> reading 21.0) (not next))
       (=> (and (<= 19.0 reading) (<= reading 21.0)) (= next on))))
(define-fun small ((e Real)) Bool (and (<= (- 0.25) e) (<= e 0.25)))
(define-fun comfort ((x Real)) Bool (and (> x 17.0) (< x 24.0)))

; initial room and the first decision
(assert (and (>= t0 19.5) (<= t0 20.5)))
(assert (=> on0 (< t0 20.0)))
; sensor errors
(assert (and (small e0) (small e1) (small e2)))
(assert (not (or (> (+ e0 e1) 0.4) (< (+ e1 e2) (- 0.4)))))
; three periods
(assert (plant on0 t0 t1))
(assert (control on0 (+ t1 e0) on1))
(assert (plant on1 t1 t2))
(assert (control on1 (+ t2 e1) on2))
(assert (plant on2 t2 t3))
(assert (control on2 (+ t3 e2) on3))
; the claim to be refuted: some state is outside the band, or the heater is
; on while the room is clearly too warm
(assert (or (not (and (comfort t1) (comfort t2) (comfort t3)))
            (and on1 (> t1 21.5))
            (and on2 (>= t2 21.5) (=> on1 (> t2 21.25)))
            (xor (and on3 (> t3 21.5)) (and (not on3) (< t3 18.5)))))
(check-sat)
(exit)
