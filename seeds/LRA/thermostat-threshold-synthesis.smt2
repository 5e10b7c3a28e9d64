; Choosing the switching thresholds of a thermostat so that every run stays in the comfort band.
(set-info :smt-lib-version 2.6)
(set-logic LRA)
(set-info :source |A heater and a cooler change the temperature by an uncertain amount per step. The model is a pair of thresholds for which no disturbance leads out of the band, although some disturbance reaches its upper border closely.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const on Real)
(declare-const off Real)
(declare-const low Real)
(declare-const high Real)
(declare-const start Real)
(declare-const eco Bool)
(declare-const sunny Bool)
(declare-const heating Bool)
(define-fun rise ((d Real)) Bool (and (<= 1.5 d) (ite sunny (<= d 3.0) (<= d 2.5))))
(define-fun fall ((e Real)) Bool (and (<= 0.5 e) (<= e 1.25)))

; the comfort band depends on the mode of the house
(assert (ite eco (and (= low 16.0) (= high 21.0)) (and (= low 19.0) (= high 24.0))))
(assert (< low on off high))
; heating is used up to the upper threshold and must not overshoot
(assert (forall ((x Real) (d Real))
  (=> (and (<= low x) (< x off) (rise d)) (<= (+ x d) high))))
; without heating the temperature falls, but not out of the band before the next test
(assert (forall ((x Real) (e Real))
  (=> (and (<= x high) (>= x on) (fall e)) (and (>= (- x e) low) (< (- x e) high)))))
; the thresholds are not wasteful: some disturbance comes close to the upper border
(assert (exists ((x Real) (d Real)) (and (< x off) (rise d) (> (+ x d) (- high 0.25)))))
; the first sample of the run
(assert (and (<= low start) (<= start high)))
(assert (= heating (or (< start on) (and (< start off) (not eco)))))
(assert (xor heating (exists ((e Real)) (and (fall e) (= (- start e) on)))))
; a mild day: sun and eco mode exclude each other unless the band is wide
(assert (=> (and sunny eco) (> (- off on) 1.5)))
(assert (or sunny (distinct eco heating)))
; every point between the thresholds is a mean of two points of the band
(assert (forall ((m Real)) (=> (<= on m off)
  (exists ((a Real) (b Real)) (and (<= low a) (< a m) (< m b) (<= b high) (= (+ a b) (+ m m)))))))
(check-sat)
(exit)
