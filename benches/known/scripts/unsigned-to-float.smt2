; Sat: 8190 is beyond every number of this format, so it is rounded to infinity.
(set-logic QF_BVFP)
(declare-const count (_ BitVec 13))
(assert (bvuge count #b1111111111110))
(assert (fp.isInfinite ((_ to_fp_unsigned 2 11) RTP count)))
(check-sat)
