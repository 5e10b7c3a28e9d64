; Examples from SMT-LIB's theory FloatingPoint.
(define-fun one () (_ FloatingPoint 3 4) (fp #b0 #b011 #b000))
(define-fun nan () (_ FloatingPoint 3 4) (_ NaN 3 4))
(define-fun zero () (_ FloatingPoint 3 4) (_ +zero 3 4))
(define-fun infinity () (_ FloatingPoint 3 4) (_ +oo 3 4))
(define-fun third () (_ FloatingPoint 8 24) ((_ to_fp 8 24) RNE (/ 1 3)))
(= RNE roundNearestTiesToEven) ; true
(distinct RNE RNA RTP RTN RTZ) ; true
(= roundTowardNegative RTN) ; true
(= one ((_ to_fp 3 4) #b0011000) ((_ to_fp 3 4) RNE 1.0) ((_ to_fp 3 4) RNE 1) ((_ to_fp 3 4) RNE #b01)) ; true
(= ((_ to_fp 3 4) RTZ third) (fp #b0 #b001 #b010) ((_ to_fp 3 4) RTZ 0.34)) ; true
(= ((_ to_fp 3 4) RNE #b11) (fp.neg one) ((_ to_fp_signed 3 4) RNE #b11)) ; true
(= ((_ to_fp_unsigned 3 4) RNE #b11) (fp.add RTP one (fp.add RTN one one))) ; true
(= ((_ to_fp 3 4) RNE 0.5 1) ((_ to_fp 3 4) RNE 1 0.5) ((_ to_fp 3 4) #b0 #b011 #b000) one) ; true
(= (fp #b1 #b111 #b010) nan (fp.sub RNE infinity infinity) (fp.neg nan) (fp.abs nan)) ; true
(distinct zero (_ -zero 3 4) (fp #b0 #b000 #b001)) ; true
(= (_ -oo 3 4) (fp.neg infinity) (fp #b1 #b111 #b000) (fp.div RNE one (_ -zero 3 4))) ; true
(fp.eq zero (_ -zero 3 4) zero) ; true
(not (fp.eq nan nan)) ; true
(and (fp.lt zero one infinity) (not (fp.lt zero one one)) (fp.leq zero one one) (fp.geq one one zero)) ; true
(and (fp.gt infinity one) (not (fp.leq nan one)) (not (fp.geq nan one))) ; true
(= (fp.min nan one) (fp.max one nan) (fp.min one infinity) (fp.max zero one)) ; true
(and (fp.isNormal one) (fp.isZero zero) (fp.isNaN nan) (fp.isInfinite infinity) (fp.isPositive zero)) ; true
(and (fp.isSubnormal (fp #b0 #b000 #b001)) (fp.isNegative (_ -zero 3 4)) (not (fp.isNegative nan))) ; true
(not (or (fp.isPositive nan) (fp.isNormal zero) (fp.isSubnormal zero) (fp.isZero nan))) ; true
(= (fp.fma RNE one one one) (fp.add RNE one one)) ; true
(= (fp.sqrt RNE (_ -zero 3 4)) (_ -zero 3 4)) ; true
(= (fp.rem ((_ to_fp 8 24) RNE 5) ((_ to_fp 8 24) RNE 3)) ((_ to_fp 8 24) RNE (- 1))) ; true
(= (fp.roundToIntegral RTN third) (_ +zero 8 24)) ; true
(= ((_ fp.to_ubv 4) RTZ ((_ to_fp 3 4) RNE (- 0.3))) #x0) ; true
(= ((_ fp.to_ubv 2) RNE ((_ to_fp 3 4) RNE 3.25)) #b11) ; true
(= ((_ fp.to_sbv 2) RNE ((_ to_fp 3 4) RNE (- 2.25))) #b10) ; true
(= (fp.to_real (fp #b1 #b010 #b000)) (- 0.5)) ; true
(= (fp.to_ieee_bv one) #b0011000) ; true
(= (fp.to_ieee_bv (_ -oo 3 4)) #b1111000) ; true
; What the standard leaves open.
(fp.isZero (fp.min zero (_ -zero 3 4))) ; ~true
(fp.isZero (fp.max (_ -zero 3 4) zero)) ; ~true
(= ((_ fp.to_ubv 4) RNE nan) #x0) ; ~true
(= ((_ fp.to_sbv 4) RNE infinity) #x0) ; ~true
(= ((_ fp.to_ubv 4) RTN ((_ to_fp 3 4) RNE (- 0.3))) #x0) ; ~true
(= ((_ fp.to_ubv 2) RTP ((_ to_fp 3 4) RNE 3.25)) #b00) ; ~true
(= ((_ fp.to_sbv 2) RTN ((_ to_fp 3 4) RNE (- 2.25))) #b00) ; ~true
(= ((_ fp.to_sbv 2) RNE ((_ to_fp 3 4) RNE 2)) #b00) ; ~true
(= (fp.to_real nan) 0.0) ; ~true
(= (fp.to_real infinity) 0.0) ; ~true
(= (fp.to_ieee_bv nan) #b0000000) ; ~true
; What does not fit.
(fp.eq one third) ; the sorts of `fp.eq` do not fit
(fp.eq one) ; the sorts of `fp.eq` do not fit
(fp.isNaN ((_ to_fp 3 4) #b00000000)) ; the sorts of `(_ to_fp 3 4)` do not fit
(fp.isNaN ((_ to_fp 3 4) #b0 #b000 #b0000)) ; the sorts of `(_ to_fp 3 4)` do not fit
(fp.isNaN ((_ to_fp 1 4) RNE one)) ; the sorts of `(_ to_fp 1 4)` do not fit
(fp.isNaN (fp #b00 #b000 #b0000)) ; the sorts of `fp` do not fit
(fp.isNaN (fp.add one one)) ; the sorts of `fp.add` do not fit
(= ((_ fp.to_ubv 0) RNE one) #b0) ; the sorts of `(_ fp.to_ubv 0)` do not fit
; An operator with a wrong number of indices is an unknown symbol.
(fp.isNaN (_ NaN 3)) ; the meaning of `(_ NaN 3)` is not known
(fp.isNaN (fp.add RNE (_ NaN 40 4) (_ NaN 40 4))) ; a value is too large
(fp.isNaN (_ NaN 4000000000 4000000000)) ; true
