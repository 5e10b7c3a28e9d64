; Lamport clocks order events in a way that hides concurrency.
(set-info :smt-lib-version 2.6)
(set-logic QF_UFIDL)
(set-info :source |Four events on two processes with one or two messages, time stamps given by a function of the event number. The model shows two concurrent events with ordered clocks.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun clock (Int) Int)
(declare-fun proc (Int) Int)
(declare-fun receipt (Int) Int)
(declare-const zero Int)
(declare-const e1 Int)
(declare-const e2 Int)
(declare-const f1 Int)
(declare-const f2 Int)
(declare-const back Bool)
(declare-const late Bool)
(declare-const concurrent Bool)

; event numbers are different; e events belong to one process, f events to the other
(assert (and (= (- e2 e1) 1) (= (- f2 f1) 1) (distinct e1 e2 f1 f2)))
(assert (and (= (proc e1) (proc e2)) (= (proc f1) (proc f2)) (not (= (proc e1) (proc f1)))))
; clocks start after zero and increase within a process
(assert (and (> (clock e1) zero) (> (clock f1) zero)))
(assert (and (>= (- (clock e2) (clock e1)) 1) (>= (- (clock f2) (clock f1)) 1)))
; the message of e1 is received by one of the f events
(assert (xor (= (receipt e1) f1) (= (receipt e1) f2)))
(assert (> (clock (receipt e1)) (clock e1)))
(assert (= late (= (receipt e1) f2)))
; an optional answer to the other process
(assert (ite back (and (= (receipt f1) e2) (>= (- (clock e2) (clock f1)) 1)) (= (receipt f1) f1)))
; two events without a message between them are concurrent
(assert (= concurrent (and late (not back))))
(assert (=> (not concurrent) (or (<= (- (clock f1) (clock e1)) 3) (= (clock e2) (clock f2)))))
; concurrent events e1 and f1 whose clocks still look ordered by more than two
(assert (and concurrent (>= (- (clock f1) (clock e1)) 3)))
; the clocks stay small, and one event gets the stamp of its own number
(assert (and (<= (- (clock e2) zero) 9) (<= (- (clock f2) zero) 9)))
(assert (or (= (clock e1) e1) (= (clock f2) f2) (= (receipt f2) e1)))
(assert (let ((gap (- (clock f2) (clock e2)))) (not (and (< gap 1) (> gap (- 1))))))
(check-sat)
(exit)
