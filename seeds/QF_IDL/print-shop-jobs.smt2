; Job-shop schedule of a print shop with three machines and a choice between two binding machines.
; All times are in minutes and measured from the variable open.
(set-info :smt-lib-version 2.6)
(set-logic QF_IDL)
(set-info :source |Three orders (a poster, a book and a leaflet) pass through printing, cutting and binding. The book may use the slow or the fast binder, the leaflet needs drying time only with wet ink, and all orders have due times.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun open () Int)
(declare-fun close () Int)
(declare-fun pp () Int)
(declare-fun pc () Int)
(declare-fun bp () Int)
(declare-fun bc () Int)
(declare-fun bb () Int)
(declare-fun lp () Int)
(declare-fun lc () Int)
(declare-fun lb () Int)
(declare-fun book_end () Int)
(declare-fun fast () Bool)
(declare-fun wet_ink () Bool)
(declare-fun overtime () Bool)
; a task of length d that starts at s is over when the other one starts, or the other way round
(define-fun apart20_35 ((s Int) (t Int)) Bool (or (>= (- t s) 20) (>= (- s t) 35)))
(define-fun apart35_25 ((s Int) (t Int)) Bool (or (>= (- t s) 35) (>= (- s t) 25)))
(define-fun apart20_25 ((s Int) (t Int)) Bool (or (>= (- t s) 20) (>= (- s t) 25)))
(define-fun apart10 ((s Int) (t Int)) Bool (or (>= (- t s) 10) (>= (- s t) 10)))

; nothing starts before the shop opens
(assert (and (>= pp open) (>= bp open) (>= lp open)))
(assert (ite overtime (= (- close open) 140) (= (- close open) 110)))
; order of the steps in each job
(assert (>= (- pc pp) 20))
(assert (and (>= (- bc bp) 35) (>= (- bb bc) 10)))
(assert (and (>= (- lc lp) 25) (>= (- lb lc) 10)))
(assert (=> wet_ink (>= (- lc lp) 40)))
; printing press: one job at a time
(assert (and (apart20_35 pp bp) (apart20_25 pp lp) (apart35_25 bp lp)))
; cutter: ten minutes each
(assert (and (apart10 pc bc) (apart10 pc lc) (apart10 bc lc)))
; the leaflet uses the slow binder for 15 minutes, the book 20 on the fast one, 40 on the slow one
(assert (ite fast
             (= (- book_end bb) 20)
             (and (= (- book_end bb) 40)
                  (or (>= (- lb book_end) 0) (>= (- bb lb) 15)))))
; the fast binder is warmed up sixty minutes after opening
(assert (=> fast (>= (- bb open) 60)))
; due times
(assert (and (<= (- pc open) 70) (<= (- book_end close) 0) (<= (- lb close) (- 15))))
; the customer of the poster waits for it: it is cut first, or printed first
(assert (or (and (< pc bc) (< pc lc)) (and (< pp bp) (< pp lp))))
; wet ink exactly when the leaflet is printed directly after the book
(assert (= wet_ink (and (> lp bp) (or (< pp bp) (> pp lp)))))
(assert (not (and overtime fast)))
(assert (distinct pp bp lp open))
(check-sat)
(exit)
