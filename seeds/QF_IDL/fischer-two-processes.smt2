; Timed mutual exclusion with a shared lock word for two processes, after the protocol of Fischer.
; The write delay is at most 2 and the check comes at least 3 after the write.
(set-info :smt-lib-version 2.6)
(set-logic QF_IDL)
(set-info :source |Event times of two processes that read the lock, write their name, wait, read again and enter the critical section. The claim that both sit in the critical section at one time is refuted by the timing constants.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-fun start () Int)
(declare-fun now () Int)
(declare-fun test1 () Int)
(declare-fun set1 () Int)
(declare-fun check1 () Int)
(declare-fun enter1 () Int)
(declare-fun leave1 () Int)
(declare-fun test2 () Int)
(declare-fun set2 () Int)
(declare-fun check2 () Int)
(declare-fun enter2 () Int)
(declare-fun leave2 () Int)
; results of the reads
(declare-fun free1 () Bool)
(declare-fun mine1 () Bool)
(declare-fun free2 () Bool)
(declare-fun mine2 () Bool)
(declare-fun entered1 () Bool)
(declare-fun entered2 () Bool)

; local order and timing of process 1
(assert (and (>= (- test1 start) 0) (> set1 test1) (<= (- set1 test1) 2)))
(assert (and (>= (- check1 set1) 3) (> enter1 check1) (>= (- leave1 enter1) 1)))
; local order and timing of process 2
(assert (and (>= (- test2 start) 0) (> set2 test2) (<= (- set2 test2) 2)))
(assert (and (>= (- check2 set2) 3) (> enter2 check2) (>= (- leave2 enter2) 1)))
; writes and reads of the shared word are never simultaneous
(assert (and (distinct set1 set2 check1 check2) (distinct test1 set2) (distinct test2 set1)))
; the word is free when it is tested if the other one has not written, or has left already
(assert (= free1 (or (< test1 set2) (and entered2 (> test1 leave2)))))
(assert (= free2 (or (< test2 set1) (and entered1 (> test2 leave1)))))
; at the check a process finds its own name if the other write came earlier or much later
(assert (= mine1 (or (< set2 set1) (> set2 check1))))
(assert (= mine2 (or (< set1 set2) (> set1 check2))))
; who gets in
(assert (and (= entered1 (and free1 mine1)) (= entered2 (and free2 mine2))))
; the bad situation: both are inside at the moment now
(assert (let ((inside1 (and entered1 (<= enter1 now) (< now leave1)))
              (inside2 (and entered2 (<= enter2 now) (< now leave2))))
  (or (and inside1 inside2)
      (and (xor inside1 inside2) (< (- now start) 4)))))
(check-sat)
(exit)
