; A sensor value is scaled in single precision and compared with a threshold kept as bits.
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(set-info :source |An analog-digital converter delivers eight bits that are scaled and shifted in single precision under two rounding modes. The model is a reading for which the two roundings fall on different sides of the threshold.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const code (_ BitVec 8))
(declare-const gain_bits (_ BitVec 32))
(declare-const limit_bits (_ BitVec 32))
(declare-const gain (_ FloatingPoint 8 24))
(declare-const limit (_ FloatingPoint 8 24))
(declare-const raw (_ FloatingPoint 8 24))
(declare-const up (_ FloatingPoint 8 24))
(declare-const down (_ FloatingPoint 8 24))
(declare-const level (_ BitVec 8))
(declare-const rm RoundingMode)
(declare-const alarm Bool)
(declare-const centred Bool)
(define-fun half () (_ FloatingPoint 8 24) (fp #b0 #b01111110 #b00000000000000000000000))

; the raw code, optionally centred around zero, is exact in single precision
(assert (= raw (ite centred
  ((_ to_fp 8 24) roundNearestTiesToEven (bvxor code #x80))
  ((_ to_fp_unsigned 8 24) roundNearestTiesToEven code))))
; gain is between one and two, the limit is a positive normal number
(assert (and (= gain ((_ to_fp 8 24) gain_bits)) (= limit ((_ to_fp 8 24) limit_bits))))
(assert (and (= ((_ extract 31 23) gain_bits) #b001111111) (distinct ((_ extract 22 0) gain_bits) #b00000000000000000000000)))
(assert (and (fp.isNormal limit) (not (fp.isNegative limit))))
; scaling with both directed roundings
(assert (= up (fp.mul roundTowardPositive raw gain)))
(assert (= down (fp.mul roundTowardNegative raw gain)))
; the comparator only looks at the bits; this works for positive numbers
(assert (= alarm (and (bvuge limit_bits #x40000000) (fp.geq up limit))))
(assert (and alarm (fp.lt down limit)))
; the reported level uses the mode of the controller and fits into eight bits
(assert (and (fp.leq half down) (fp.leq down ((_ to_fp_unsigned 8 24) RNE #xc8))))
(assert (= level ((_ fp.to_ubv 8) rm (fp.sub RNE down half))))
(assert (or (= rm RTZ) (= rm RNA)))
(assert (xor (bvugt level code) (= (bvurem level #x04) #x03)))
(assert (=> centred (bvugt code #xa0)))
(assert (or (bvult level #x64) (not (= rm RTZ)) (= ((_ extract 0 0) limit_bits) #b1)))
(check-sat)
(exit)
