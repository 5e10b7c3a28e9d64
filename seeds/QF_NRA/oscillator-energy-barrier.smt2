; An energy bound of a damped oscillator with a switched brake holds after one integration step.
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(set-info :source |Semi-implicit integration of a mass on a spring with step one tenth. A quadratic energy function is claimed not to increase outside of a small ball when the brake is on, and to stay below a barrier when it is off for one step.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-fun x () Real)
(declare-fun v () Real)
(declare-fun a () Real)
(declare-fun v1 () Real)
(declare-fun x1 () Real)
(declare-fun e0 () Real)
(declare-fun e1 () Real)
(declare-fun brake () Bool)
(declare-fun calm () Bool)
(declare-fun outside () Bool)
(define-fun energy ((p Real) (w Real)) Real (+ (* p p) (* w w)))

; the state starts inside the barrier, the energy is stored at the beginning
(assert (= e0 (energy x v)))
(assert (<= e0 4.0))
; calm states are those inside of a small ball, the brake works on moving masses
(assert (= calm (< e0 0.25)))
(assert (= brake (and (not calm) (or (> v 0.5) (< v (- 0.5))))))
; acceleration: spring only, or spring and linear damping
(assert (ite brake (= a (- (- x) (* 2.0 v))) (= a (- x))))
; one step of length 0.1
(assert (= v1 (+ v (* 0.1 a))))
(assert (= x1 (+ x (* 0.1 v1))))
(assert (= e1 (energy x1 v1)))
(assert (= outside (> e1 4.84)))
; negated claim: the barrier is crossed, a calm state gets wild, or braking feeds energy in
; at high speed
(assert (or outside
            (and calm (>= e1 1.0))
            (and brake (> (* v v) (* 4.0 (* x x))) (> e1 e0))
            (xor (and calm brake) (and (> x 0.0) (> v 0.5) (>= v1 v)))
            (and (not brake) (not calm) (distinct a (* (- 1.0) x)))))
(check-sat)
(exit)
