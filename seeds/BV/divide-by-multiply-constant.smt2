; A compiler replaces a division by a constant with a multiplication and a shift.
(set-info :smt-lib-version 2.6)
(set-logic BV)
(set-info :source |Search for the magic multiplier of a division of five-bit numbers, computed in eleven bits. The model is a multiplier that is right for all inputs of the range and is not the rounded reciprocal used before.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const magic (_ BitVec 11))
(declare-const previous (_ BitVec 11))
(declare-const divisor (_ BitVec 5))
(declare-const sample (_ BitVec 5))
(declare-const bound (_ BitVec 5))
(declare-const round_up Bool)
(declare-const short_code Bool)
(define-fun widen ((x (_ BitVec 5))) (_ BitVec 11) (concat #b000000 x))
(define-fun trick ((m (_ BitVec 11)) (x (_ BitVec 5))) (_ BitVec 5)
  ((_ extract 4 0) (bvlshr (bvmul m (widen x)) #b00000000110)))

; divisor three or five, inputs up to the bound
(assert (ite round_up (= divisor #b00011) (= divisor #b00101)))
(assert (and (bvuge bound #b01111) (bvule bound #b11110)))
; the trick is right for all inputs of the range
(assert (forall ((x (_ BitVec 5)))
  (=> (bvule x bound) (ite round_up (= (trick magic x) (bvudiv x #b00011))
                                    (= (trick magic x) (bvudiv x #b00101))))))
; the earlier multiplier failed for some input of the range, but not for small ones
(assert (exists ((x (_ BitVec 5)))
  (and (bvule x bound) (distinct (trick previous x) (trick magic x)))))
(assert (forall ((x (_ BitVec 5))) (=> (bvult x #b00101) (= (trick previous x) (trick magic x)))))
; no overflow in the intermediate product
(assert (bvult magic #b00001000000))
(assert (not (exists ((x (_ BitVec 5))) (bvult (bvmul magic (widen x)) (widen x)))))
; cost model: short code needs few bits in the multiplier
(assert (= short_code (= ((_ extract 10 5) magic) #b000000)))
(assert (or short_code (= (bvand magic #b00000000001) #b00000000000)))
; a sample on which the remainder is as large as possible
(assert (= (bvurem sample divisor) (bvsub divisor #b00001)))
(assert (and (bvugt sample #b01001) (xor round_up (= ((_ extract 0 0) sample) #b1))))
(check-sat)
(exit)
