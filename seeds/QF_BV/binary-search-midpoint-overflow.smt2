; The classic overflow of the midpoint in a binary search on 16-bit signed indices.
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(set-info :source |Two iterations of a binary search that computes (low + high) / 2 with signed wrap-around, beside a version with an unsigned shift. The query asks for an array length for which only the first version reads outside the array.|)
(set-info :category "industrial")
(set-info :status sat)
(declare-const len (_ BitVec 16))
(declare-const low0 (_ BitVec 16))
(declare-const high0 (_ BitVec 16))
(declare-const low1 (_ BitVec 16))
(declare-const high1 (_ BitVec 16))
(declare-const mid0 (_ BitVec 16))
(declare-const mid1 (_ BitVec 16))
(declare-const safe1 (_ BitVec 16))
(declare-const key_above0 Bool)
(declare-const key_above1 Bool)
(declare-const found Bool)
; (a + b) / 2 with truncation towards zero, as the C operator does it
(define-fun half_signed ((s (_ BitVec 16))) (_ BitVec 16)
  (ite (bvslt s #x0000) (bvneg (bvlshr (bvneg s) #x0001)) (bvlshr s #x0001)))
(define-fun in_range ((i (_ BitVec 16))) Bool
  (and (bvsge i #x0000) (bvslt i len)))

; a legal array and a search over all of it
(assert (and (bvsgt len #x0000) (bvsle len #x7f00)))
(assert (and (= low0 #x0000) (= high0 (bvsub len #x0001))))
; first iteration; the key was not found there
(assert (= mid0 (half_signed (bvadd low0 high0))))
(assert (in_range mid0))
(assert (let ((up (bvadd mid0 #x0001)) (down (bvsub mid0 #x0001)))
  (and (=> key_above0 (and (= low1 up) (= high1 high0)))
       (=> (not key_above0) (and (= low1 low0) (= high1 down))))))
; the loop goes on
(assert (bvsle low1 high1))
; second iteration, both versions
(assert (= mid1 (half_signed (bvadd low1 high1))))
(assert (= safe1 (bvlshr (bvadd low1 high1) #x0001)))
(assert (= found (and (in_range mid1) (not key_above1))))
; the other version stays inside the array; this one does not
(assert (and (in_range safe1) (bvule low1 safe1) (bvule safe1 high1)))
(assert (not (in_range mid1)))
; details of the report: a length that is a multiple of 64 but no power of two
(assert (and (= ((_ extract 5 0) len) #b000000)
             (distinct (bvand len (bvsub len #x0001)) #x0000)))
(assert (or (xor key_above0 key_above1) (= mid1 (bvnot safe1)) found))
(assert (=> key_above1 (bvsgt high1 mid1)))
(check-sat)
(exit)
