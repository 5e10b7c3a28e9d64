; Budget of a village festival: stages, security, tickets and sponsors cannot be balanced.
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |Planning of a festival with integer numbers of stages, guards, toilets and tickets (in dozens), optional sponsors with side conditions and a loss limit set by the council.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-const stages Int)
(declare-const guards Int)
(declare-const toilets Int)
(declare-const dozens Int)
(declare-const price Int)
(declare-const cost Int)
(declare-const income Int)
(declare-const brewery Bool)
(declare-const bank Bool)
(declare-const two_days Bool)
(declare-const rain_tent Bool)

; one or two stages, a third only when the festival lasts two days
(assert (and (>= stages 1) (<= stages (ite two_days 3 2))))
; tickets are sold by the dozen; the meadow holds 600 people, the tent 240
(assert (and (>= dozens 10) (<= dozens (ite rain_tent 20 50))))
; one guard for three dozen visitors, and two for each stage
(assert (and (>= (* 3 guards) dozens) (>= guards (* 2 stages))))
(assert (>= (* 5 toilets) (- dozens (ite brewery 0 5))))
; three price levels for a dozen tickets
(assert (or (= price 96) (= price 120) (= price 150)))
; a high price needs at least two stages, a sponsor forbids it
(assert (=> (= price 150) (and (>= stages 2) (not brewery))))
(assert (=> (or brewery bank) (not (= price 96))))
; income: price times dozens, linearised over the price levels, plus sponsors
(assert (let ((sponsor (+ (ite brewery 300 0) (ite bank 450 0))))
  (and (=> (= price 96) (= income (+ (* 96 dozens) sponsor)))
       (=> (= price 120) (= income (+ (* 120 dozens) sponsor)))
       (=> (= price 150) (= income (+ (* 150 dozens) sponsor))))))
; cost of the event: rent of stages and pay of guards depend on the number of days
(assert (let ((one_day (+ (* 900 stages) (* 140 guards)))
              (long_run (+ (* 1350 stages) (* 260 guards))))
  (= cost (+ (ite two_days long_run one_day)
             (* 75 toilets)
             (ite rain_tent 700 0)
             1200))))
; demand: few people come to one stage, and high prices keep people away
(assert (=> (= stages 1) (<= dozens 22)))
(assert (=> (= price 150) (<= dozens 24)))
(assert (=> (and (= price 120) (not two_days)) (<= dozens 34)))
; the bank wants a dry event, or one without the brewery, but not both
(assert (=> bank (xor rain_tent (not brewery))))
; three stages attract at most 45 dozen visitors, the cheap days 40
(assert (=> (= stages 3) (<= dozens 45)))
(assert (=> (= price 96) (<= dozens 40)))
; the council accepts no loss greater than 150
(assert (not (> (- cost income) 150)))
(assert (distinct brewery (and two_days (< toilets 3))))
(check-sat)
(exit)
