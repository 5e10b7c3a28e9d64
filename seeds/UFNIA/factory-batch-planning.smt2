; Planning batches of a product on machines whose speed depends on the batch size.
(set-info :smt-lib-version 2.6)
(set-logic UFNIA)
(set-info :source |Two machines with unknown set-up functions produce equal batches; time and stock are products of integers. The model is a plan that delivers the order in time and leaves a stock that is a square.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun setup (Int) Int)
(declare-fun speed (Int) Int)
(declare-fun operator (Int) Int)
(declare-const batches Int)
(declare-const size Int)
(declare-const order Int)
(declare-const stock Int)
(declare-const side Int)
(declare-const machine Int)
(declare-const hours Int)
(declare-const night Bool)
(declare-const rush Bool)
(declare-const idle Bool)
(define-fun exists_machine ((m Int)) Bool (or (= m 1) (= m 2)))

; machines
(assert (and (exists_machine machine) (= (speed 1) 6) (= (speed 2) 4)))
(assert (forall ((m Int)) (! (=> (exists_machine m) (and (<= 1 (setup m)) (<= (setup m) 5))) :pattern ((setup m)))))
(assert (> (* (setup 1) (setup 1)) (* 2 (setup 2))))
; operators work on one machine only
(assert (forall ((m Int) (k Int)) (! (=> (and (exists_machine m) (exists_machine k) (distinct m k))
  (distinct (operator m) (operator k))) :pattern ((operator m) (operator k)))))
; the order
(assert (and (<= 40 order) (<= order 60) (=> rush (= order 60))))
(assert (and (<= 2 batches 9) (<= 3 size 12)))
(assert (= (+ order stock) (* batches size)))
; the stock is piled up in a square
(assert (and (= stock (* side side)) (<= 0 side 4)))
(assert (= idle (= stock 0)))
; time on the chosen machine: set-up for each batch and working time
(assert (= (* (speed machine) hours)
           (+ (* (speed machine) (* batches (setup machine))) (* batches size))))
(assert (ite night (<= hours 30) (<= hours 22)))
; night shifts need an operator with a number above ten
(assert (= night (> (operator machine) 10)))
(assert (xor night rush))
(assert (or idle (and (> stock 1) (distinct batches size))))
; no other batch number with the same size would leave less than the square
(assert (forall ((b Int)) (=> (and (<= 2 b) (< b batches) (<= b 8)) (< (* b size) order))))
(assert (=> rush (exists ((m Int)) (and (exists_machine m) (distinct m machine) (> (operator m) 5)))))
(check-sat)
(exit)
