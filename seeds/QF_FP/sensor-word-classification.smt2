; A field device sends words that are classified and compared in two different ways.
(set-info :smt-lib-version 2.6)
(set-logic QF_FP)
(set-info :source |A receiver checks double precision values with comparison operators only, while a logger uses the classification predicates. The query looks for two values that the receiver takes as equal and in range but that the logger puts into different classes.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun p () Float64)
(declare-fun q () Float64)
(declare-fun r () Float64)
(declare-fun scaled () Float64)
(declare-fun receiver_ok () Bool)
(declare-fun same () Bool)
(declare-fun logged_p () Bool)
(declare-fun logged_q () Bool)
(declare-fun fault () Bool)
(define-fun tiny () Float64 (fp #b0 #b00000000001 #x0000000000000))
(define-fun ten () Float64 ((_ to_fp 11 53) RNE 10.0))
(define-fun quarter () Float64 ((_ to_fp 11 53) RNE 0.25))
(define-fun small ((v Float64)) Bool (or (fp.isZero v) (fp.isSubnormal v)))

; the receiver: written so that a NaN is meant to be refused
(assert (= receiver_ok (and (not (fp.lt p (fp.neg ten))) (not (fp.gt p ten))
                            (not (fp.lt q (fp.neg ten))) (not (fp.gt q ten)))))
(assert (= same (or (fp.eq p q) (and (not (fp.lt p q)) (not (fp.lt q p))))))
; the logger: positive normal values and small positive ones form one class
(assert (= logged_p (and (fp.isPositive p) (or (fp.isNormal p) (small p)))))
(assert (= logged_q (and (fp.isPositive q) (or (fp.isNormal q) (small q)))))
; the third value is a copy of one of the two, scaled by a quarter
(assert (ite (fp.isNaN p) (= r q) (= r p)))
(assert (= scaled (fp.mul RTZ r quarter)))
; a fault is reported for infinite values, and for a scaled value that became too small
(assert (= fault (or (fp.isInfinite p) (fp.isInfinite q)
                     (and (fp.lt (fp.abs scaled) tiny) (not (fp.isZero scaled))))))
; the discrepancy
(assert (and receiver_ok same (xor logged_p logged_q)))
(assert (not fault))
; zeros of both signs are known already and do not count
(assert (=> (fp.isZero p) (not (fp.isZero q))))
(assert (or (fp.isNormal q) (and (fp.isNaN q) (fp.geq p ten))))
(assert (distinct (fp.isNaN p) (fp.isNaN q)))
(assert (=> (fp.isNormal r) (or (fp.gt r ten) (fp.eq (fp.roundToIntegral RNE r) r))))
(check-sat)
(exit)
