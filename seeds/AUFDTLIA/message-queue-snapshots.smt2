; Mailboxes of three actors and a message that overtakes another one.
(set-info :smt-lib-version 2.6)
(set-logic AUFDTLIA)
(set-info :source |Each actor has a mailbox, a list of messages, stored in an array. Two snapshots before and after a delivery step are related; the model is a step in which a later message is handled first.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-datatypes ((Msg 0) (Box 0)) (
  ((ping (stamp Int)) (job (weight Int) (reply Int)) (quit))
  ((empty) (mail (first Msg) (others Box)))))
(declare-fun extra (Int) Int)
(declare-fun load (Int) Int)
(declare-const b0 (Array Int Box))
(declare-const b1 (Array Int Box))
(declare-const who Int)
(declare-const to Int)
(declare-const handled Msg)
(declare-const later Msg)
(declare-const busy Bool)
(declare-const overtakes Bool)
(define-fun prio ((m Msg)) Int
  (match m ((quit 0) ((ping s) 5) ((job w r) (+ 2 (extra w))))))
(define-fun actor ((i Int)) Bool (and (<= 0 i) (<= i 2)))

; heavy jobs have an extra priority
(assert (forall ((w Int)) (! (=> (and (<= 0 w) (<= w 9)) (= (extra w) (ite (> w 3) 5 0)))
  :pattern ((extra w)))))
; loads of the actors
(assert (forall ((i Int)) (! (=> (actor i) (and (<= 0 (load i)) (<= (load i) 10))) :pattern ((load i)))))
; actors and the mailbox of the acting one
(assert (and (actor who) (actor to) (distinct who to)))
(assert (forall ((i Int)) (=> (and (actor i) (distinct i who)) (= (select b0 i) empty))))
(assert (let ((box (select b0 who))) (and ((_ is mail) box) ((_ is mail) (others box))
  (= (others (others box)) empty) (= later (first (others box))))))
; the step handles the first message, or the second one if it is more important
(assert (= overtakes (> (prio later) (prio (first (select b0 who))))))
(assert (= handled (ite overtakes later (first (select b0 who)))))
; a job is answered by a ping to another actor, quit empties the box
(assert (= b1 (ite ((_ is job) handled)
  (store (store b0 who (mail (first (select b0 who)) empty)) to (mail (ping (weight handled)) (select b0 to)))
  (store b0 who (ite (= handled quit) empty (others (select b0 who)))))))
(assert (=> ((_ is job) handled) (and (= (reply handled) to) (<= 0 (weight handled) (load who) 9))))
; the acting actor is the busiest one exactly if nobody else has more than half of its load
(assert (= busy (forall ((i Int)) (=> (and (actor i) (distinct i who)) (<= (+ (load i) (load i)) (load who))))))
(assert (and overtakes (not (= (select b1 to) empty))))
(assert (xor busy (= (first (select b0 who)) quit)))
(assert (or (not busy) (exists ((i Int)) (and (actor i) (= (load i) 3) (distinct (select b1 i) (select b0 i))))))
(check-sat)
(exit)
