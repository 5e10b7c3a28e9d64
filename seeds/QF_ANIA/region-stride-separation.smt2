; Writes with a stride into one region never reach the neighbouring region.
(set-info :smt-lib-version 2.6)
(set-logic QF_ANIA)
(set-info :source |A loop writes rows with a symbolic stride into a region that is followed by a second one. The negated claim says that some write of one iteration goes into the second region or is lost.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-const heap0 (Array Int Int))
(declare-const heap1 (Array Int Int))
(declare-const heap2 (Array Int Int))
(declare-const base Int)
(declare-const next Int)
(declare-const stride Int)
(declare-const rows Int)
(declare-const k Int)
(declare-const off Int)
(declare-const p Int)
(declare-const q Int)
(declare-const probe Int)
(declare-const value Int)
(declare-const padded Bool)
(declare-const in_second Bool)

; layout of the two regions
(assert (and (> base 0) (<= 1 stride 8) (<= 1 rows 8)))
(assert (ite padded
  (= next (+ base (* rows stride) 4))
  (= next (+ base (* rows stride)))))
; loop counters of the iteration
(assert (and (<= 0 k) (< k rows) (<= 0 off) (< off stride)))
; the two writes of the body, the second one only in wide rows
(assert (= p (+ base (* k stride) off)))
(assert (= q (ite (> stride 1) (+ base (* k stride) (- (- stride 1) off)) p)))
(assert (= heap1 (store heap0 p value)))
(assert (or (= heap2 (store heap1 q (* value value)))
            (and (= p q) (= heap2 heap1))))
; observed address
(assert (= in_second (and (<= next probe) (not (> probe (+ next stride))))))
; negated claims
(assert (or
  (and in_second (distinct (select heap2 probe) (select heap0 probe)))
  (and (distinct p q) (not (= (select heap2 p) value)))
  (and (= p q) (not (= (select heap2 q) value)) (not (= (select heap2 q) (* value value))))
  (xor (< p base) (< q base))
  (and (= stride 1) (distinct p q))
  (and padded (>= (- q next) (- 4)))
  (< (* (select heap2 q) value) (ite (> value 0) 0 (* value value value)))))
(check-sat)
(exit)
