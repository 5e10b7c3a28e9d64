; A memo table for a quadratic polynomial returns a stale value after the coefficient changed.
(set-info :smt-lib-version 2.6)
(set-logic QF_ANIA)
(set-info :source |A memo table stores values of a polynomial at small points together with a tag array. The coefficient is updated and only one entry is invalidated; the model is a lookup that hits a stale entry.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const val0 (Array Int Int))
(declare-const val1 (Array Int Int))
(declare-const tag0 (Array Int Int))
(declare-const tag1 (Array Int Int))
(declare-const a Int)
(declare-const b Int)
(declare-const a1 Int)
(declare-const x Int)
(declare-const y Int)
(declare-const answer Int)
(declare-const hit Bool)
(declare-const refill Bool)
(define-fun poly ((c Int) (d Int) (t Int)) Int (+ (* c t t) (* d t) 1))
(define-fun in_range ((t Int)) Bool (and (<= (- 4) t) (<= t 4)))

; points and coefficients
(assert (and (in_range x) (in_range y) (distinct x y 0)))
(assert (and (<= 1 a 6) (<= (- 5) b 5) (<= 1 a1 6)))
; tagged entries are correct for the old coefficient
(assert (=> (= (select tag0 x) 1) (= (select val0 x) (poly a b x))))
(assert (=> (= (select tag0 y) 1) (= (select val0 y) (poly a b y))))
; the coefficient changes, the entry of y is invalidated and perhaps refilled
(assert (not (= a a1)))
(assert (ite refill
  (and (= tag1 tag0) (= val1 (store val0 y (poly a1 b y))))
  (and (= tag1 (store tag0 y 0)) (= val1 val0))))
; lookup of x
(assert (= hit (= (select tag1 x) 1)))
(assert (= answer (ite hit (select val1 x) (poly a1 b x))))
; looking for a wrong answer on a hit, where both values have the same sign
(assert (let ((right (poly a1 b x)))
  (and hit (distinct answer right) (> (* answer right) 0)
       (or (< answer 0) (= (* b b) (* 4 a1))))))
(assert (xor refill (= (select tag0 y) 1)))
(assert (or (> (* x y) 0) (and (< (* x y) 0) (= (+ x y) 1))))
(check-sat)
(exit)
