; Two connected water tanks: an invariant of the valve controller is inductive.
(set-info :smt-lib-version 2.6)
(set-logic QF_LRA)
(set-info :source |One sampling step of a controller for two tanks with a transfer pump. The conjunction of linear inequalities used as a safety invariant is assumed before the step, the step is encoded, and the invariant is denied after it.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-const h1 Real)
(declare-const h2 Real)
(declare-const k1 Real)
(declare-const k2 Real)
(declare-const inflow Real)
(declare-const pumped Real)
(declare-const drain Real)
(declare-const valve Bool)
(declare-const pump Bool)
(declare-const alarm Bool)
(declare-const alarm1 Bool)
(define-fun safe ((a Real) (b Real) (al Bool)) Bool
  (and (>= a 0.0) (>= b 0.0) (<= a 10.0) (<= b 8.0)
       (=> (not al) (<= (+ a b) 17.0))))

; invariant and the ranges of the disturbances
(assert (! (safe h1 h2 alarm) :named pre))
(assert (and (>= drain 0.2) (<= drain 0.5)))
; the inlet valve is closed above 9 or after an alarm
(assert (! (= valve (and (< h1 9.0) (not alarm))) :named valve_rule))
(assert (ite valve (and (>= inflow 0.5) (<= inflow 1.0)) (= inflow 0.0)))
; the pump moves water from tank 1 to tank 2
(assert (! (= pump (or (and (> h1 6.0) (< h2 7.0)) (and alarm (>= h1 1.0) (<= h2 6.5)))) :named pump_rule))
(assert (ite pump (and (> pumped 0.4) (<= pumped 0.9)) (= pumped 0.0)))
; balance; tank 2 cannot drain more than it contains
(assert (= k1 (- (+ h1 inflow) pumped)))
(assert (let ((raw (- (+ h2 pumped) drain)))
  (= k2 (ite (< raw 0.0) 0.0 raw))))
; the alarm is set by a high total level, and cleared only at a low one
(assert (let ((total (+ k1 k2)))
  (= alarm1 (or (> total 16.5) (and alarm (not (< total 12.0)))))))
; the invariant fails after the step, or the controller does something unwanted
(assert (or (not (safe k1 k2 alarm1))
            (and valve alarm)
            (and pump (xor (> h2 7.0) (< h1 1.0)))
            (and (not valve) (not pump) (distinct k1 h1))
            (and alarm (not alarm1) (>= (+ h1 h2) 13.0))))
(check-sat)
(exit)
