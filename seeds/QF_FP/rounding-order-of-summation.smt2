; Summing three measured masses in two orders gives different totals and a different decision.
(set-info :smt-lib-version 2.6)
(set-logic QF_FP)
(set-info :source |Single precision addition is not associative. The query asks for three masses of a plausible size for which a scale accepts the load in one order of addition and refuses it in the other order.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun a () (_ FloatingPoint 8 24))
(declare-fun b () (_ FloatingPoint 8 24))
(declare-fun c () (_ FloatingPoint 8 24))
(declare-fun left () (_ FloatingPoint 8 24))
(declare-fun right () (_ FloatingPoint 8 24))
(declare-fun limit () (_ FloatingPoint 8 24))
(declare-fun accept_left () Bool)
(declare-fun accept_right () Bool)
(declare-fun dust () Bool)
(define-fun zero () (_ FloatingPoint 8 24) (fp #b0 #b00000000 #b00000000000000000000000))
(define-fun one () (_ FloatingPoint 8 24) (fp #b0 #b01111111 #b00000000000000000000000))
(define-fun m512 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) RNE 512.0))
(define-fun m1024 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) RNE 1024.0))
(define-fun plausible ((x (_ FloatingPoint 8 24))) Bool
  (and (not (fp.isNaN x)) (not (fp.isInfinite x)) (not (fp.isSubnormal x))
       (fp.lt zero x) (fp.leq x m1024)))

; the masses; the third one may be a speck of dust
(assert (and (plausible a) (plausible b) (plausible c)))
(assert (= dust (fp.lt c one)))
; the first package is one of the standard sizes
(assert (or (fp.eq a m512) (fp.eq a m1024) (fp.eq a one)))
; the two orders of summation
(assert (= left (fp.add RNE (fp.add RNE a b) c)))
(assert (= right (fp.add RNE a (fp.add RNE b c))))
; the limit depends on the dust: the coarse scale cannot see it
(assert (ite dust (= limit m1024) (= limit m512)))
; the two decisions
(assert (= accept_left (fp.leq left limit)))
(assert (= accept_right (not (fp.gt right limit))))
(assert (xor accept_left accept_right))
; the effect is not caused by a huge ratio of the first two masses
(assert (let ((twice_b (fp.add RNE b b)))
  (and (fp.lt a (fp.add RNE twice_b one)) (=> (fp.eq a m1024) (fp.lt twice_b a)))))
(assert (or (fp.lt b a) (and dust (not (fp.eq a b)))))
(assert (distinct a b c))
(check-sat)
(exit)
