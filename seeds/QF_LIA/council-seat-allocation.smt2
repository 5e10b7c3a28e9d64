; Allocation of council seats by highest averages and the coalitions that follow from it.
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |Eleven seats are shared among three lists by the divisors 1, 2, 3, ...; the votes are unknown within the bounds of a poll. The query looks for a result in which the list with most votes is left out of the only possible coalition.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun va () Int)
(declare-fun vb () Int)
(declare-fun vc () Int)
(declare-fun sa () Int)
(declare-fun sb () Int)
(declare-fun sc () Int)
(declare-fun invalid () Int)
(declare-fun turnout () Int)
(declare-fun hundreds () Int)
(declare-fun coalition_ab () Bool)
(declare-fun coalition_bc () Bool)
(declare-fun coalition_ac () Bool)
(declare-fun recount () Bool)
; the product of a small number of seats and the votes of a list
(define-fun times ((k Int) (v Int)) Int
  (ite (= k 2) (* 2 v) (ite (= k 3) (* 3 v) (ite (= k 4) (* 4 v) (ite (= k 5) (* 5 v) (* 6 v))))))
; the last seat won by one list beats the next seat of the other: v/s >= w/(t+1)
(define-fun beats ((v Int) (s Int) (w Int) (t Int)) Bool
  (>= (times (+ t 1) v) (times s w)))

; turnout and poll
(assert (and (= turnout (+ va vb vc invalid)) (<= 900 turnout) (<= turnout 1100)))
(assert (and (>= invalid 0) (< (* 20 invalid) turnout)))
(assert (and (! (<= 350 va) :named poll_a) (<= 250 vb) (<= 200 vc) (! (<= vc 340) :named poll_c)))
; number of seats
(assert (= (+ sa sb sc) 11))
(assert (and (<= 2 sa 5) (<= 2 sb 5) (<= 2 sc 5)))
; the seats follow the averages
(assert (and (beats va sa vb sb) (beats vb sb va sa)))
(assert (and (beats va sa vc sc) (beats vc sc va sa)))
(assert (and (beats vb sb vc sc) (beats vc sc vb sb)))
; a coalition has at least six seats; a and b only work together with a clear majority
(assert (and (=> coalition_ab (>= (+ sa sb) 8))
             (=> coalition_bc (>= (+ sb sc) 6))
             (=> coalition_ac (>= (+ sa sc) 6))))
; exactly one coalition is formed
(assert (and (or coalition_ab coalition_bc coalition_ac)
             (not (and coalition_ab coalition_bc))
             (not (and coalition_ac (or coalition_ab coalition_bc)))))
; a and c quarrel unless their seats are equal; a recount is due for a small margin
(assert (=> coalition_ac (= sa sc)))
(assert (= recount (let ((gap (- va vb))) (and (< gap 12) (> gap (- 12))))))
; the recount needs an odd number of votes, otherwise there were about a thousand
(assert (ite recount (= turnout (+ (* 2 hundreds) 1))
                     (and (= hundreds 10) (<= (* 100 hundreds) turnout) (< turnout (* 101 hundreds)))))
; the outcome searched for
(assert (and (> va vb) (> va vc) (xor coalition_ab coalition_bc) (not coalition_ab)))
(check-sat)
(exit)
