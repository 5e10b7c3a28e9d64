; Thin-lens imaging with two lenses whose focal lengths depend on the material.
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNRA)
(set-info :source |A two-lens bench: focal length as an unknown function of material and curvature, the lens equation in product form and a wanted magnification. The model is a set-up with a real final image.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun focal (Real Real) Real)
(declare-fun loss (Real) Real)
(declare-const crown Real)
(declare-const flint Real)
(declare-const c1 Real)
(declare-const c2 Real)
(declare-const g1 Real)
(declare-const b1 Real)
(declare-const g2 Real)
(declare-const b2 Real)
(declare-const gap Real)
(declare-const same_glass Bool)
(declare-const virtual Bool)
(declare-const inverted Bool)
(define-fun lens ((f Real) (g Real) (b Real)) Bool (= (* f (+ g b)) (* g b)))

; refraction of the two glasses and the choice for the second lens
(assert (and (= crown 1.5) (= flint 1.75)))
(assert (and (> c1 0.0) (< c1 4.0) (> c2 0.0) (< c2 4.0)))
; focal lengths in product form
(assert (= (* (focal crown c1) (- crown 1.0) c1) 1.0))
(assert (ite same_glass
  (= (* (focal crown c2) (- crown 1.0) c2) 1.0)
  (= (* (focal flint c2) (- flint 1.0) c2) 1.0)))
; both lenses obey the lens equation
(assert (lens (focal crown c1) g1 b1))
(assert (lens (ite same_glass (focal crown c2) (focal flint c2)) g2 b2))
; geometry of the bench
(assert (and (>= g1 0.5) (<= g1 10.0) (= (+ b1 g2) gap) (> gap 0.0) (<= gap 6.0)))
(assert (= virtual (< b1 0.0)))
(assert (not (or (= g1 b1) (= g2 0.0) (= b1 0.0))))
; the final image is real and twice as large as the object
(assert (> b2 0.0))
(assert (or (= (* b1 b2) (* 2.0 g1 g2)) (= (* b1 b2) (* (- 2.0) g1 g2))))
(assert (= inverted (xor (> (* b1 g1) 0.0) (> (* b2 g2) 0.0))))
; losses grow with the square of the path
(assert (= (loss gap) (* gap gap)))
(assert (=> (not inverted) (distinct (loss gap) (loss b2))))
(assert (or virtual same_glass (<= (* c1 c2) (loss gap))))
(check-sat)
(exit)
