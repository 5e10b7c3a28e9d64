; Two ships on crossing courses and the rule that gives one of them the duty to turn.
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(set-info :source |Positions and constant velocities of two ships in nautical miles and hours. The query asks for a situation in which the ships keep apart for the first hour but come within half a mile later, and in which the own ship has no duty to give way.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun x () Real)
(declare-fun y () Real)
(declare-fun vx () Real)
(declare-fun vy () Real)
(declare-fun own () Real)
(declare-fun t () Real)
(declare-fun dx () Real)
(declare-fun dy () Real)
(declare-fun starboard () Bool)
(declare-fun give_way () Bool)
(declare-fun overtaking () Bool)
(declare-fun fog () Bool)
(define-fun sq ((a Real)) Real (* a a))

; the own ship starts at the origin and runs along the positive y axis
(assert (and (>= own 6.0) (<= own 18.0)))
(assert (=> fog (< own 8.0)))
; the other ship is seen at a distance between 5 and 20 miles
(assert (let ((dist2 (+ (sq x) (sq y)))) (and (>= dist2 25.0) (<= dist2 400.0))))
; its speed is at most 20 knots, and it is not anchored
(assert (and (<= (+ (sq vx) (sq vy)) 400.0) (>= (+ (sq vx) (sq vy)) 4.0)))
; sectors
(assert (= starboard (and (> x 0.0) (> y (- x)))))
(assert (= overtaking (and (< y 0.0) (> (* vy vy) (* own own)) (> vy 0.0))))
(assert (= give_way (or (and starboard (not overtaking)) (and fog (> y 0.0)))))
; relative position after t hours
(assert (and (= dx (+ x (* vx t))) (= dy (+ y (* (- vy own) t)))))
(assert (and (> t 1.0) (< t 2.5)))
; the logs are kept in steps: full knots for the own ship, quarters of an hour for the meeting
(assert (or (= own 7.0) (= own 10.0) (= own 14.0)))
(assert (or (= t 1.25) (= t 1.5) (= t 2.0)))
; near miss at time t
(assert (< (+ (* dx dx) (* dy dy)) 0.25))
; clear during the first hour: checked at the half and at the full hour
(assert (and (> (+ (sq (+ x (* 0.5 vx))) (sq (+ y (* 0.5 (- vy own))))) 1.0)
             (not (<= (+ (sq (+ x vx)) (sq (+ y (- vy own)))) 1.0))))
; the own ship is the stand-on vessel, and the other one crosses
(assert (and (not give_way) (or (> (* vx vx) 9.0) overtaking)))
(assert (ite fog (< (* x vx) 0.0) (xor overtaking (< x (- 2.0)))))
(assert (=> (not overtaking) (distinct vy own)))
(check-sat)
(exit)
