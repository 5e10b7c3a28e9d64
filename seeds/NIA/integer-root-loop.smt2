; A loop that computes the integer square root by summing odd numbers.
(set-info :smt-lib-version 2.6)
(set-logic NIA)
(set-info :source |The loop keeps r, the next odd number and their sum. The negated claim says that its invariant is not inductive, that the exit state is no root, or that a second root exists.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-const n Int)
(declare-const r Int)
(declare-const odd Int)
(declare-const sum Int)
(declare-const r1 Int)
(declare-const odd1 Int)
(declare-const sum1 Int)
(declare-const stop Bool)
(declare-const exact Bool)
(define-fun inv ((x Int) (o Int) (s Int)) Bool
  (and (>= x 0) (= o (+ (* 2 x) 1)) (= s (* (+ x 1) (+ x 1))) (<= (* x x) n)))
(define-fun root ((x Int)) Bool (and (>= x 0) (<= (* x x) n) (< n (* (+ x 1) (+ x 1)))))

; input and the state before the iteration
(assert (<= 0 n))
(assert (inv r odd sum))
; one iteration, or the end of the loop
(assert (= stop (> sum n)))
(assert (ite stop
  (and (= r1 r) (= odd1 odd) (= sum1 sum))
  (and (= r1 (+ r 1)) (= odd1 (+ odd 2)) (= sum1 (+ sum odd 2)))))
; the caller asks whether the number is a square
(assert (= exact (and stop (= (* r r) n))))
(assert (=> exact (or (= n 0) (not (= r 0)))))
; negated claims
(assert (or (not (inv r1 odd1 sum1))
            (xor stop (root r))
            (and stop (exists ((x Int)) (and (root x) (or (< x r) (> x r)))))
            (and exact (= sum n))
            (and exact (< n odd) (> r 2))
            (and (not stop) (>= (- n sum1) (- n sum)))
            (and stop (not exact) (forall ((k Int)) (=> (<= 0 k r) (= n (* r r)))))))
(check-sat)
(exit)
