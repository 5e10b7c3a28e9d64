; A binary heap in an array after a key was decreased, before it is sifted up.
(set-info :smt-lib-version 2.6)
(set-logic AUFLIA)
(set-info :source |A heap of six entries with a parent function and a position index. One key was decreased; the model is a state that violates the heap order at one place only and needs two swaps.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun parent (Int) Int)
(declare-fun place (Int) Int)
(declare-const heap0 (Array Int Int))
(declare-const heap1 (Array Int Int))
(declare-const heap2 (Array Int Int))
(declare-const n Int)
(declare-const v Int)
(declare-const key Int)
(declare-const at1 Int)
(declare-const moved Bool)
(declare-const at_root Bool)
(define-fun slot ((i Int)) Bool (and (<= 1 i) (<= i n)))

; the shape of the tree
(assert (and (<= 4 n) (<= n 6)))
(assert (forall ((i Int)) (! (=> (slot i) (or (= i (+ (parent i) (parent i))) (= i (+ (parent i) (parent i) 1))))
  :pattern ((parent i)))))
; the heap order held everywhere before the change
(assert (forall ((i Int)) (! (=> (and (< 1 i) (<= i n)) (<= (select heap0 (parent i)) (select heap0 i)))
  :pattern ((select heap0 i)))))
; the index knows the place of each stored key
(assert (forall ((i Int)) (! (=> (slot i) (= (place (select heap0 i)) i)) :pattern ((select heap0 i)))))
; the key at v is decreased
(assert (and (slot v) (< 1 v) (< key (select heap0 v)) (>= (select heap0 1) 0)))
(assert (= heap1 (store heap0 v key)))
(assert (forall ((i Int)) (=> (slot i) (distinct (select heap0 i) key))))
; one swap with the parent, if needed
(assert (= moved (< key (select heap1 (parent v)))))
(assert (ite moved
  (and (= at1 (parent v))
       (= heap2 (store (store heap1 v (select heap1 at1)) at1 key)))
  (and (= at1 v) (= heap2 heap1))))
(assert (= at_root (= at1 1)))
; a second swap is needed after the first one
(assert (and moved (not at_root) (< key (select heap2 (parent at1)))))
(assert (xor (= (place key) (place (select heap2 at1))) (= (select heap2 v) (select heap0 v)) (slot (place key))))
(assert (exists ((i Int)) (and (slot i) (distinct i v at1) (> (select heap2 i) (select heap2 v)))))
(assert (=> (= n 6) (or (= v 5) (= (place (select heap0 6)) (+ (parent 6) 3)))))
(check-sat)
(exit)
