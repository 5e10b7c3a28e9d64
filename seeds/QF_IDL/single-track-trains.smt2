; Timetable of four trains on a single-track branch line with one passing loop.
(set-info :smt-lib-version 2.6)
(set-logic QF_IDL)
(set-info :source |Two trains in each direction use a line of two single-track sections joined by a passing loop for two trains. Headways, connection times and the wish for a half-hour window are in conflict.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-const ref Int)
; up trains u1 u2: enter section 1, leave the loop into section 2, arrive
(declare-const u1a Int)
(declare-const u1b Int)
(declare-const u1c Int)
(declare-const u2a Int)
(declare-const u2b Int)
(declare-const u2c Int)
; down trains d1 d2: enter section 2, leave the loop into section 1, arrive
(declare-const d1a Int)
(declare-const d1b Int)
(declare-const d1c Int)
(declare-const d2a Int)
(declare-const d2b Int)
(declare-const d2c Int)
(declare-const meet11 Bool)
(declare-const meet22 Bool)
(declare-const freight Bool)
; an up train runs 10 minutes to the loop, a down train 10 from the loop
(define-fun sec1 ((ua Int) (db Int) (dc Int)) Bool
  (or (<= dc ua) (>= (- db ua) 11)))
(define-fun sec2 ((ub Int) (uc Int) (da Int)) Bool
  (or (<= uc da) (>= (- ub da) 13)))

; running times: section 1 takes 10 minutes, section 2 takes 12, one minute stop in the loop
(assert (and (>= (- u1b u1a) 11) (= (- u1c u1b) 12)))
(assert (and (>= (- u2b u2a) 11) (=> (not freight) (= (- u2c u2b) 12)) (=> freight (= (- u2c u2b) 16))))
(assert (and (>= (- d1b d1a) 13) (= (- d1c d1b) 10)))
(assert (and (>= (- d2b d2a) 13) (= (- d2c d2b) 10)))
; nobody departs before the reference minute
(assert (not (or (< u1a ref) (< u2a ref) (< d1a ref) (< d2a ref))))
; trains in one direction keep their order and a headway of five minutes
(assert (and (>= (- u2a u1a) 5) (>= (- u2b u1b) 5)))
(assert (and (>= (- d2a d1a) 5) (>= (- d2b d1b) 5)))
; the loop has one track for each direction, so the second train arrives when the first has left
(assert (and (>= (- u2a u1b) (- 10)) (>= (- d2a d1b) (- 12))))
; opposite trains exclude each other on both sections
(assert (and (sec1 u1a d1b d1c) (sec1 u1a d2b d2c) (sec1 u2a d1b d1c) (sec1 u2a d2b d2c)))
(assert (and (sec2 u1b u1c d1a) (sec2 u1b u1c d2a) (sec2 u2b u2c d1a) (sec2 u2b u2c d2a)))
; the first trains meet in the loop, or the second ones do
(assert (= meet11 (and (< u1a d1b) (< d1a u1b) (<= (- u1b d1a) 20))))
(assert (= meet22 (and (< u2a d2b) (< d2a u2b) (<= (- u2b d2a) 20))))
(assert (or meet11 meet22))
(assert (=> (and meet11 meet22) (distinct u1b d1b)))
; a freight train is held back for a passenger train in the loop
(assert (=> freight (and (> u2b d1b) (not meet22))))
; all four trains are wanted within forty-four minutes
(assert (let ((up_done (and (<= (- u1c ref) 44) (<= (- u2c ref) 44)))
              (down_done (and (<= (- d1c ref) 44) (<= (- d2c ref) 44))))
  (and up_done down_done)))
; connection: the bus at the valley end leaves at minute 34, for one of the down trains
(assert (xor (<= (- d1c ref) 34) (<= (- d2c ref) 30)))
(check-sat)
(exit)
