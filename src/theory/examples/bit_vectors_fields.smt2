; Bit-vectors.
(concat #b10 #b0 #xf) ; #b1001111
((_ repeat 3) #b10) ; #b101010
(bvadd #x5 #x7 #x9) ; #b0101
(bvite #b1 #b01 #b10) ; #b01
(bvite #b0 #b01 #b10) ; #b10
((_ rotate_left 99999999999999999999) #b100) ; #b100
(bvshl #b1111 (_ bv9 4)) ; #b0000
(bv2nat (_ bv300 9)) ; 300
((_ int2bv 4) (- 3)) ; #b1101
(bvsdiv (_ bv128 8) #xff) ; #b10000000
(concat ((_ repeat 40000) #b1) ((_ repeat 40000) #b1)) ; a value is too large

; Finite fields.
(ff.add #f2m3 #f2m3 (as ff2 (_ FiniteField 3))) ; (as ff0 (_ FiniteField 3))
; From cvc5's tests of `ff.bitsum`.
(ff.bitsum #f0m3 #f1m3 #f0m3) ; (as ff2 (_ FiniteField 3))
(ff.bitsum #f0m3 #f0m3 #f1m3) ; (as ff1 (_ FiniteField 3))
(ff.neg #f0m7) ; (as ff0 (_ FiniteField 7))
(= #f-1m7 #f6m7) ; true
(ff.neg 1) ; the sorts of `ff.neg` do not fit
