; Hull and intersection of two intervals with floating-point bounds behave like set operations.
(set-info :smt-lib-version 2.6)
(set-logic QF_FP)
(set-info :source |Two non-empty intervals with single precision bounds are combined by comparisons, and the lower end of the hull is widened to a whole number by directed rounding. The negated claim is that a point is on the wrong side of one of the results.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-const al Float32)
(declare-const ah Float32)
(declare-const bl Float32)
(declare-const bh Float32)
(declare-const x Float32)
(declare-const hl Float32)
(declare-const hh Float32)
(declare-const il Float32)
(declare-const ih Float32)
(declare-const wl Float32)
(declare-const empty Bool)
(declare-const in_a Bool)
(declare-const in_b Bool)
(define-fun bounded ((v Float32)) Bool
  (and (not (fp.isNaN v)) (fp.leq (fp.abs v) ((_ to_fp 8 24) RNE 4096.0))))
(define-fun member ((v Float32) (l Float32) (h Float32)) Bool
  (and (fp.leq l v) (fp.leq v h)))

; the two intervals and a point; the second interval is taken from a data sheet
(assert (and (bounded al) (bounded ah)))
(assert (= bl (fp.neg ((_ to_fp 8 24) RNE 1.5))))
(assert (or (= bh ((_ to_fp 8 24) RNE 2.25)) (= bh ((_ to_fp 8 24) RNE 100.0))))
(assert (and (fp.leq al ah) (fp.leq bl bh)))
(assert (not (or (fp.isNaN x) (fp.isSubnormal x))))
(assert (and (= in_a (member x al ah)) (= in_b (member x bl bh))))
; hull
(assert (= hl (ite (fp.lt al bl) al bl)))
(assert (= hh (ite (fp.gt ah bh) ah bh)))
; intersection
(assert (and (= il (ite (fp.geq al bl) al bl)) (= ih (ite (fp.leq ah bh) ah bh))))
(assert (= empty (fp.lt ih il)))
; the lower end of the hull is widened to a whole number
(assert (= wl (fp.roundToIntegral RTN hl)))
; negated claim
(assert (or (and (or in_a in_b) (not (member x hl hh)))
            (xor (and in_a in_b) (member x il ih))
            (and empty in_a in_b)
            (and (member x hl hh) (=> (fp.leq wl x) (fp.gt x hh)))
            (fp.gt wl hl)
            (and (not empty) (fp.isInfinite wl))
            (= empty (and (fp.leq al bh) (fp.leq bl ah)))))
(check-sat)
(exit)
