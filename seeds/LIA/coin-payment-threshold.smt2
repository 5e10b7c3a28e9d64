; Which prices can be paid with two kinds of coins, and which change has to be kept ready.
(set-info :smt-lib-version 2.6)
(set-logic LIA)
(set-info :source |A vending machine accepts fives and either threes or fours. The model is the smallest price from which every amount can be paid, together with a selection of three prices and the change for one of them.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const limit Int)
(declare-const p1 Int)
(declare-const p2 Int)
(declare-const p3 Int)
(declare-const change Int)
(declare-const threes Bool)
(declare-const exact_only Bool)
(declare-const sold_out Bool)
(define-fun payable ((n Int)) Bool
  (exists ((a Int) (b Int))
    (and (>= a 0) (>= b 0)
         (ite threes (= n (+ (* 3 a) (* 5 b))) (= n (+ (* 4 a) (* 5 b)))))))

; every amount from the limit on can be paid, the one before cannot
(assert (forall ((n Int)) (=> (>= n limit) (payable n))))
(assert (not (payable (- limit 1))))
; the machine has three prices in order, one of them below the limit
(assert (and (< 0 p1) (< p1 p2) (< p2 p3) (<= p3 20)))
(assert (xor (< p1 limit) (< p2 limit)))
(assert (and (payable p1) (payable p3)))
; the cheap price is not a multiple of the large coin
(assert (forall ((k Int)) (distinct p1 (* 5 k))))
; change is given only when the display does not ask for exact payment
(assert (=> exact_only (= change 0)))
(assert (or exact_only (and (payable (+ p2 change)) (<= 1 change 4))))
(assert (= sold_out (and (not (payable p2)) (= change 0))))
(assert (not sold_out))
; the prices leave a gap of the same size or the gaps differ by the change
(assert (let ((g1 (- p2 p1)) (g2 (- p3 p2)))
  (or (and (= g1 g2) (not threes)) (= (+ g1 change) g2) (and exact_only (> g1 g2)))))
; with threes the range of unpayable amounts is short
(assert (=> threes (exists ((m Int)) (and (< 0 m) (< m limit) (not (payable m)) (= (+ m m) (+ limit 6))))))
(check-sat)
(exit)
