; One Newton step for a square root from a table value, with a guard that is thought to be redundant.
(set-info :smt-lib-version 2.6)
(set-logic QF_FP)
(set-info :source |Newton iteration g' = (g + n/g)/2 in single precision for a few table entries. The query asks for an input for which the step overshoots the root computed by the hardware, so that the guard of the library is needed.|)
(set-info :category "industrial")
(set-info :status sat)
(declare-fun n () Float32)
(declare-fun g () Float32)
(declare-fun quot () Float32)
(declare-fun next () Float32)
(declare-fun hw () Float32)
(declare-fun result () Float32)
(declare-fun mode () RoundingMode)
(declare-fun above () Bool)
(declare-fun guarded () Bool)
(declare-fun coarse () Bool)
(define-fun half () Float32 (fp #b0 #b01111110 #b00000000000000000000000))
(define-fun two () Float32 (fp #b0 #b10000000 #b00000000000000000000000))
(define-fun lit9 () Float32 ((_ to_fp 8 24) RNE 9.0))

; table of inputs and first guesses
(assert (or (= n two) (= n ((_ to_fp 8 24) RNE 3.0)) (= n ((_ to_fp 8 24) RNE 5.0)) (= n lit9)))
(assert (ite (fp.lt n ((_ to_fp 8 24) RNE 4.0))
             (or (= g ((_ to_fp 8 24) RNE 1.5)) (= g ((_ to_fp 8 24) RNE 1.75)))
             (or (= g ((_ to_fp 8 24) RNE 2.25)) (= g ((_ to_fp 8 24) RNE 3.0)))))
; the rounding mode of the thread
(assert (or (= mode RNE) (= mode RTZ)))
; one Newton step
(assert (= quot (fp.div mode n g)))
(assert (= next (fp.mul RNE (fp.add mode g quot) half)))
; the root computed by the hardware, always to nearest
(assert (or (and (= n two) (= hw ((_ to_fp 8 24) RNE 1.41421356)))
            (and (= n ((_ to_fp 8 24) RNE 3.0)) (= hw ((_ to_fp 8 24) RNE 1.73205081)))
            (and (= n ((_ to_fp 8 24) RNE 5.0)) (= hw ((_ to_fp 8 24) RNE 2.23606798)))
            (and (= n lit9) (= hw ((_ to_fp 8 24) RNE 3.0)))))
; the guard takes the smaller value when the step overshoots
(assert (= above (fp.gt next hw)))
(assert (= guarded (and above (not (fp.eq quot g)))))
(assert (= result (ite guarded hw next)))
; a step is coarse when it moves by more than an eighth
(assert (= coarse (let ((move (fp.abs (fp.sub RNE next g))))
  (fp.gt move ((_ to_fp 8 24) RNE 0.125)))))
; the case searched for: overshoot with a fine step, not in the default mode
(assert (and guarded (xor coarse (fp.lt g two)) (distinct mode RNE)))
(assert (=> (fp.leq n two) coarse))
(assert (not (or (fp.isNaN result) (fp.isInfinite quot) (fp.isZero next))))
(check-sat)
(exit)
