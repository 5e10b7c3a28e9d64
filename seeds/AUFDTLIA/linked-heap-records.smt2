; Unlinking a cell from a doubly linked list in a heap of records.
(set-info :smt-lib-version 2.6)
(set-logic AUFDTLIA)
(set-info :source |The heap is an array of records with next and previous references. The negated claim says that removing a cell destroys the links of another cell or leaves a reference to the removed one.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-datatypes ((Ref 0) (Cell 0)) (
  ((null) (ref (addr Int)))
  ((free) (cell (next Ref) (prev Ref) (data Int)))))
(declare-fun rank (Int) Int)
(declare-const h0 (Array Int Cell))
(declare-const h1 (Array Int Cell))
(declare-const h2 (Array Int Cell))
(declare-const h3 (Array Int Cell))
(declare-const x Int)
(declare-const p Int)
(declare-const n Int)
(declare-const other Int)
(declare-const is_first Bool)
(declare-const is_last Bool)
(define-fun used ((h (Array Int Cell)) (a Int)) Bool ((_ is cell) (select h a)))

; next references point to used cells that point back and have a higher rank
(assert (forall ((a Int)) (! (=> (and (used h0 a) ((_ is ref) (next (select h0 a))))
  (let ((b (addr (next (select h0 a))))) (and (used h0 b) (= (prev (select h0 b)) (ref a)) (< (rank a) (rank b)))))
  :pattern ((select h0 a)))))
(assert (forall ((a Int)) (! (=> (and (used h0 a) ((_ is ref) (prev (select h0 a))))
  (let ((b (addr (prev (select h0 a))))) (and (used h0 b) (= (next (select h0 b)) (ref a)))))
  :pattern ((select h0 a)))))
; the cell to remove and its neighbours
(assert (used h0 x))
(assert (= is_first (= (prev (select h0 x)) null)))
(assert (= is_last (= (next (select h0 x)) null)))
(assert (and (=> (not is_first) (= p (addr (prev (select h0 x)))))
             (=> (not is_last) (= n (addr (next (select h0 x)))))))
; the three writes
(assert (= h1 (ite is_first h0
  (store h0 p (cell (next (select h0 x)) (prev (select h0 p)) (data (select h0 p)))))))
(assert (= h2 (ite is_last h1
  (store h1 n (cell (next (select h1 n)) (prev (select h1 x)) (data (select h1 n)))))))
(assert (= h3 (store h2 x free)))
; negated claims
(assert (or
  (used h3 x)
  (and (used h0 other) (distinct other x) (not (used h3 other)))
  (and (used h3 other) (= (next (select h3 other)) (ref x)))
  (and (used h3 other) (= (prev (select h3 other)) (ref x)))
  (and (not (or is_first is_last)) (xor (= (next (select h3 p)) (ref n)) (= (prev (select h3 n)) (ref p))))
  (and (used h0 other) (used h3 other) (distinct (data (select h3 other)) (data (select h0 other))))
  (and is_first (not is_last) (distinct (prev (select h3 n)) null))
  (and (not is_first) (not is_last) (= p n))))
(assert (=> (and is_first is_last) (= h2 h0)))
(check-sat)
(exit)
