; Four messages on a field bus cannot all meet their deadlines.
(set-info :smt-lib-version 2.6)
(set-logic QF_RDL)
(set-info :source |Non-preemptive transmission of four messages on one bus with release times, an optional retransmission and a precedence between request and reply. The deadlines are half a slot too tight.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-const t0 Real)
(declare-const req Real)
(declare-const rep Real)
(declare-const log Real)
(declare-const sync Real)
(declare-const done Real)
(declare-const retry Bool)
(declare-const sync_first Bool)
(declare-const log_last Bool)
(declare-const urgent Bool)
(define-fun apart ((x Real) (y Real) (dx Real)) Bool (>= (- y x) dx))

; releases
(assert (and (>= req t0) (>= (- sync t0) 1.0) (>= (- log t0) 0.5)))
; the reply follows the request after the node has computed it
(assert (ite retry (>= (- rep req) 4.5) (>= (- rep req) 3.0)))
; each pair of messages is separated by the length of the first one
(assert (xor (>= (- sync req) 2.0) (>= (- req sync) 1.5)))
(assert (or (>= (- log req) 2.0) (>= (- req log) 3.0)))
(assert (or (>= (- log rep) 2.0) (>= (- rep log) 3.0)))
(assert (or (>= (- sync rep) 2.0) (>= (- rep sync) 1.5)))
(assert (or (>= (- sync log) 3.0) (>= (- log sync) 1.5)))
; names for some of the choices
(assert (= sync_first (and (<= sync req) (< sync log))))
(assert (= log_last (not (or (< log rep) (< log sync) (< log req)))))
; an urgent request excludes the retransmission
(assert (=> urgent (and (not retry) (<= (- req t0) 0.5))))
(assert (or urgent (distinct retry sync_first)))
; everything has to be over at the end of the cycle
(assert (and (apart req done 2.0) (apart rep done 2.0) (apart sync done 1.5)
             (ite log_last (apart log done 3.0) (> done log))))
(assert (<= (- done t0) 8.0))
; the deadline of the reply
(assert (let ((late (> (- rep t0) 6.0))) (=> (not log_last) (not late))))
(check-sat)
(exit)
