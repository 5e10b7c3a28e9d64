; Two market days with different cycles meet, and the cycle lengths have no common divisor.
(set-info :smt-lib-version 2.6)
(set-logic NIA)
(set-info :source |Two markets are held every m and every n days. The model is a pair of cycles without a common divisor, a day on which both markets are held, and a ground plan of the stalls with that many places.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const m Int)
(declare-const n Int)
(declare-const day Int)
(declare-const k Int)
(declare-const l Int)
(declare-const rows Int)
(declare-const cols Int)
(declare-const leap Bool)
(declare-const roofed Bool)

; cycle lengths
(assert (and (<= 3 m) (< m n) (<= n 9)))
; no common divisor except one
(assert (forall ((d Int) (s Int) (t Int))
  (=> (and (<= 2 d 9) (<= 1 s 9) (<= 1 t 9)) (not (and (= m (* d s)) (= n (* d t)))))))
; the meeting day counted from both first markets
(assert (and (= day (* k m)) (= (+ day (ite leap 2 1)) (* l n))))
(assert (and (<= 1 k) (<= k 9) (<= 1 l) (<= l 9)))
; no earlier day meets
(assert (not (exists ((j Int)) (and (<= 1 j) (< j k) (<= 1 j 8)
  (exists ((i Int)) (and (<= 0 i 8) (= (+ (* j m) (ite leap 2 1)) (* i n))))))))
; stalls form a rectangle with one stall for each day of the joint cycle
(assert (and (<= 2 rows) (<= rows cols) (= (* rows cols) (* m n))))
(assert (= roofed (= (* rows rows) (+ m n))))
(assert (=> (not roofed) (or (= rows m) (distinct cols n))))
(assert (xor leap (> (* m m) (* 2 n))))
; the longer cycle is not a product of two smaller numbers unless the year is a leap year
(assert (or leap (forall ((x Int) (y Int)) (=> (and (<= 2 x 4) (<= 2 y 4)) (distinct n (* x y))))))
(check-sat)
(exit)
