; A state of the quicksort partition in which the pivot is not yet in place.
(set-info :smt-lib-version 2.6)
(set-logic ALIA)
(set-info :source |The partition loop keeps a small part, a large part and an unread part of an array segment. The model is a state after one more swap in which the invariant holds and the next element is already larger than the pivot.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(declare-const lo Int)
(declare-const mid Int)
(declare-const cur Int)
(declare-const cur1 Int)
(declare-const mid1 Int)
(declare-const hi Int)
(declare-const pivot Int)
(declare-const swapped Bool)
(declare-const strict Bool)

; borders of the parts
(assert (and (<= 0 lo) (<= lo mid) (<= mid cur) (< cur hi) (<= (- hi lo) 6)))
(assert (= pivot (select a hi)))
; invariant before the step: small part, then large part
(assert (forall ((i Int)) (! (=> (and (<= lo i) (< i mid)) (<= (select a i) pivot))
  :pattern ((select a i)))))
(assert (forall ((i Int)) (! (=> (and (<= mid i) (< i cur)) (> (select a i) pivot))
  :pattern ((select a i)))))
; one step of the loop
(assert (= swapped (<= (select a cur) pivot)))
(assert (ite swapped
  (and (= b (store (store a mid (select a cur)) cur (select a mid))) (= mid1 (+ mid 1)))
  (and (= b a) (= mid1 mid))))
(assert (= cur1 (+ cur 1)))
; invariant after the step
(assert (forall ((i Int)) (=> (and (<= lo i) (< i cur1))
  (xor (< i mid1) (> (select b i) (select b hi))))))
; the run is interesting: a real swap, both parts used, the next element is large
(assert (and swapped (< lo mid) (distinct mid cur) (< cur1 hi)))
(assert (or (> (select b cur1) pivot) (= (select b cur1) (select b lo))))
(assert (= strict (not (exists ((k Int)) (and (<= lo k) (< k mid1) (= (select b k) pivot))))))
(assert (=> strict (distinct (select b lo) (select b mid))))
(assert (or strict (> (+ (select b lo) (select b mid)) (* 2 pivot))))
(check-sat)
(exit)
