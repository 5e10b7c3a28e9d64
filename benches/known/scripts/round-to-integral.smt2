; Sat: one half, the smallest subnormal number of this format, is rounded away from zero to one.
(set-logic QF_FP)
(assert (fp.eq (fp.roundToIntegral RNA (fp #b0 #b00 #b1)) (fp #b0 #b01 #b0)))
(check-sat)
