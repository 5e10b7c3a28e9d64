; Two carts collide elastically, so the energy stays and the speeds cannot change arbitrarily.
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNRA)
(set-info :source |Momentum and energy of two carts before and after a collision, with energy as an uninterpreted function that is only known at the states that occur. The negated claim says that the relative speed is not reversed.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-fun energy (Real Real) Real)
(declare-fun mark (Real) Real)
(declare-const m Real)
(declare-const n Real)
(declare-const u Real)
(declare-const v Real)
(declare-const x Real)
(declare-const y Real)
(declare-const touched Bool)
(declare-const equal_mass Bool)
(declare-const braked Bool)

; masses, as they were weighed, and the approach of the carts
(assert (and (= m 3.0) (= n 2.0)))
(assert (> u v))
(assert (= equal_mass (= m n)))
; energy of the four states
(assert (and (= (energy m u) (* m u u)) (= (energy n v) (* n v v))))
(assert (and (= (energy m x) (* m x x)) (= (energy n y) (* n y y))))
; conservation laws
(assert (= (+ (* m u) (* n v)) (+ (* m x) (* n y))))
(assert (ite braked
  (< (+ (energy m x) (energy n y)) (+ (energy m u) (energy n v)))
  (= (+ (energy m x) (energy n y)) (+ (energy m u) (energy n v)))))
(assert (not braked))
; a contact changes the speed of the first cart
(assert (= touched (distinct u x)))
(assert touched)
; a sensor reports the mark of a speed
(assert (=> (= x v) (= (mark x) (mark y))))
; negated claims
(assert (let ((before (- u v)) (after (- y x)))
  (or (not (= before after))
      (and equal_mass (not (and (= x v) (= y u))))
      (and equal_mass (distinct (mark u) (mark v)))
      (xor (= u x) (= v y)))))
(check-sat)
(exit)
