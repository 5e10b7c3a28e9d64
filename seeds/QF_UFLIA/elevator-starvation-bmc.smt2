; Bounded search for a passenger who is passed by an elevator twice.
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(set-info :source |Six steps of an elevator in a house with floors 0 to 5. Requests are an uninterpreted predicate over floor and time, the direction follows a simple collective rule, and the counterexample shows a floor with a standing request that is passed twice.|)
(set-info :category "industrial")
(set-info :status sat)
(declare-fun pos (Int) Int)
(declare-fun up (Int) Bool)
(declare-fun stop (Int) Bool)
(declare-fun req (Int Int) Bool)
(declare-fun load (Int) Int)
(declare-const f Int)
(declare-const t1 Int)
(declare-const t2 Int)
(define-fun floor_ok ((x Int)) Bool (and (<= 0 x) (<= x 5)))
; one step: move by one floor or stop where somebody waits and there is room
(define-fun step ((t Int)) Bool
  (let ((here (pos t)) (there (pos (+ t 1))))
    (and (floor_ok there)
         (=> (stop t) (and (= there here) (req here t)))
         (=> (not (stop t)) (= there (ite (up t) (+ here 1) (- here 1))))
         (=> (= there 5) (not (up (+ t 1))))
         (=> (= there 0) (up (+ t 1)))
         (=> (and (< 0 there) (< there 5)) (= (up (+ t 1)) (up t))))))
; the cabin is full with four passengers; then it stops only in the hall
(define-fun cabin ((t Int)) Bool
  (and (<= 0 (load t)) (<= (load t) 4)
       (=> (and (= (load t) 4) (stop t)) (= (pos t) 0))
       (ite (stop t)
            (distinct (load (+ t 1)) (load t))
            (= (load (+ t 1)) (load t)))))

; initial state
(assert (and (= (pos 0) 2) (up 0) (not (stop 0)) (floor_ok f)))
; the transition relation, six times
(assert (and (step 0) (cabin 0)))
(assert (and (step 1) (cabin 1)))
(assert (and (step 2) (cabin 2)))
(assert (and (step 3) (cabin 3)))
(assert (and (step 4) (cabin 4)))
(assert (and (step 5) (cabin 5)))
; a waiting passenger at floor f does not go away
(assert (and (req f 0) (= (req f 0) (req f 1) (req f 2) (req f 3) (req f 4) (req f 5) (req f 6))))
; two different times at which the elevator is at f and does not stop
(assert (and (<= 0 t1) (< t1 t2) (<= t2 6)))
(assert (and (= (pos t1) f (pos t2)) (not (stop t1)) (not (stop t2))))
; it was not for lack of room both times
(assert (or (< (load t1) 4) (< (load t2) 4) (xor (up t1) (= f 0))))
; something was served in between
(assert (or (and (stop 1) (not (= (pos 1) f))) (and (stop 2) (distinct (pos 2) f)) (stop 3)))
(check-sat)
(exit)
