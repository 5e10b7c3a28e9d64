; Unsat: (f 2 1) is c, which is 5. Any model that is printed violates it.
(set-option :produce-models true)
(set-logic ALL)
(declare-const c Int)
(define-fun-rec f ((n Int) (x Int)) Int (ite (or (<= n 0) (> n 6)) c (f (- n 1) x)))
(assert (= c 5))
(assert (> (f 2 1) 5))
(check-sat)
(get-model)
