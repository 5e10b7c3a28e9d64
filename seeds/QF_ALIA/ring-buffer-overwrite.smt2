; A ring buffer with a wrong full test loses an element.
(set-info :smt-lib-version 2.6)
(set-logic QF_ALIA)
(set-info :source |Bounded model of a ring buffer with capacity cap, where the full test compares the count with cap + 1. The model is a run of three operations after which the oldest element was overwritten.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const cap Int)
(declare-const buf0 (Array Int Int))
(declare-const buf1 (Array Int Int))
(declare-const buf2 (Array Int Int))
(declare-const buf3 (Array Int Int))
(declare-const rd0 Int)
(declare-const rd1 Int)
(declare-const rd2 Int)
(declare-const rd3 Int)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const n3 Int)
(declare-const push1 Bool)
(declare-const push2 Bool)
(declare-const push3 Bool)
(declare-const v1 Int)
(declare-const v2 Int)
(declare-const v3 Int)
(define-fun wrap ((i Int)) Int (ite (>= i cap) (- i cap) i))
(define-fun enqueue ((b (Array Int Int)) (c (Array Int Int)) (r Int) (s Int) (n Int) (m Int) (v Int)) Bool
  (and (< n (+ cap 1)) (= c (store b (wrap (+ r n)) v)) (= s r) (= m (+ n 1))))
(define-fun dequeue ((b (Array Int Int)) (c (Array Int Int)) (r Int) (s Int) (n Int) (m Int) (v Int)) Bool
  (and (> n 0) (= v (select b r)) (= c b) (= s (wrap (+ r 1))) (= m (- n 1))))

; shape of the buffer before the run
(assert (and (<= 3 cap) (<= cap 6)))
(assert (and (<= 0 rd0) (< rd0 cap) (<= 0 n0 cap)))
; three operations, each a push or a pop
(assert (ite push1 (enqueue buf0 buf1 rd0 rd1 n0 n1 v1) (dequeue buf0 buf1 rd0 rd1 n0 n1 v1)))
(assert (ite push2 (enqueue buf1 buf2 rd1 rd2 n1 n2 v2) (dequeue buf1 buf2 rd1 rd2 n1 n2 v2)))
(assert (ite push3 (enqueue buf2 buf3 rd2 rd3 n2 n3 v3) (dequeue buf2 buf3 rd2 rd3 n2 n3 v3)))
; values are bytes
(assert (and (<= 0 v1 255) (<= 0 v2 255) (<= 0 v3 255)))
(assert (=> (and push1 push2) (distinct v1 v2)))
; the element that was oldest at the start is gone although nobody read it
(assert (let ((oldest (select buf0 rd0)))
  (and (<= 0 oldest) (not (= (select buf3 rd0) oldest)) (or push1 (distinct rd1 rd0)) (= rd3 rd0))))
; not every operation is the same
(assert (or (xor push1 push3) (not (= push2 push3)) (= n3 (+ cap 1))))
(check-sat)
(exit)
