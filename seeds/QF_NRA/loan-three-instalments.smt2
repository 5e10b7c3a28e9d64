; Loan with three instalments and a monthly rate that would have to break the advertised costs.
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(set-info :source |A loan of 900 units is paid back in three months with a monthly factor, an optional pause and an optional insurance. The advertisement promises instalments and total costs that cannot be kept with the minimum rate.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-fun f () Real)
(declare-fun pay () Real)
(declare-fun d1 () Real)
(declare-fun d2 () Real)
(declare-fun d3 () Real)
(declare-fun total () Real)
(declare-fun premium () Real)
(declare-fun pause () Bool)
(declare-fun insured () Bool)
(declare-fun gold () Bool)

; monthly factor: at least one percent, at most four
(assert (and (>= f 1.01) (<= f 1.04)))
(assert (=> (not gold) (>= f 1.02)))
; insurance is a part of each instalment
(assert (ite insured (and (>= premium 2.0) (<= premium 6.0)) (= premium 0.0)))
(assert (and (> pay 0.0) (<= pay 400.0)))
; remaining debt after each month; a pause leaves out the second instalment
(assert (= d1 (- (* 900.0 f) pay)))
(assert (= d2 (- (* d1 f) (ite pause 0.0 pay))))
(assert (= d3 (- (* d2 f) pay)))
; the debt is paid, up to one unit
(assert (and (<= d3 1.0) (>= d3 (- 1.0))))
; total costs
(assert (= total (+ (* (ite pause 2.0 3.0) pay) (* 3.0 premium))))
; a gold customer is insured or takes no pause
(assert (=> gold (or insured (not pause))))
; the promises: small costs, and one of two more, but no cheating with the premium
(assert (or (< total 912.0) (and gold (<= pay 303.0)) (and pause (not (> pay 448.0)))))
(assert (=> (< premium 3.0) (xor insured (= premium 0.0))))
(assert (or (not gold) (> (* f f) 1.0201) insured))
(check-sat)
(exit)
