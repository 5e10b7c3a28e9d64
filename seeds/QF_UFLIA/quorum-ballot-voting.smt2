; Two ballots of a quorum protocol with three acceptors cannot choose different values.
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(set-info :source |Acceptors 1, 2 and 3 promise and vote in ballots b1 < b2. The leader of the later ballot must propose the value of the highest vote it hears of. The negated claim says that both ballots reach a majority with different values.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-fun voted (Int Int) Bool)
(declare-fun promised (Int Int) Bool)
(declare-fun time_of_vote (Int Int) Int)
(declare-fun time_of_promise (Int) Int)
(declare-fun proposal (Int) Int)
(declare-fun b1 () Int)
(declare-fun b2 () Int)
(declare-fun heard1 () Bool)
(declare-fun heard2 () Bool)
(declare-fun heard3 () Bool)
(declare-fun chosen1 () Bool)
(declare-fun chosen2 () Bool)
(define-fun majority ((p Bool) (q Bool) (r Bool)) Bool
  (or (and p q) (and p r) (and q r)))
(define-fun votes ((b Int)) Int
  (+ (ite (voted 1 b) 1 0) (ite (voted 2 b) 1 0) (ite (voted 3 b) 1 0)))

; the ballots are ordered, proposals are positive
(assert (and (< 0 b1) (< b1 b2) (> (proposal b1) 0) (> (proposal b2) 0)))
; an acceptor that has promised the later ballot does not vote in the earlier one any more
(assert (and (=> (and (promised 1 b2) (voted 1 b1)) (< (time_of_vote 1 b1) (time_of_promise 1)))
             (=> (and (promised 2 b2) (voted 2 b1)) (< (time_of_vote 2 b1) (time_of_promise 2)))
             (=> (and (promised 3 b2) (voted 3 b1)) (< (time_of_vote 3 b1) (time_of_promise 3)))))
; a vote in the later ballot needs a promise made before
(assert (and (=> (voted 1 b2) (and (promised 1 b2) (< (time_of_promise 1) (time_of_vote 1 b2))))
             (=> (voted 2 b2) (and (promised 2 b2) (< (time_of_promise 2) (time_of_vote 2 b2))))
             (=> (voted 3 b2) (and (promised 3 b2) (< (time_of_promise 3) (time_of_vote 3 b2))))))
; the leader hears of a vote exactly when it was cast before the promise
(assert (= heard1 (and (promised 1 b2) (voted 1 b1) (<= (time_of_vote 1 b1) (time_of_promise 1)))))
(assert (= heard2 (and (promised 2 b2) (voted 2 b1) (<= (time_of_vote 2 b1) (time_of_promise 2)))))
(assert (= heard3 (and (promised 3 b2) (voted 3 b1) (<= (time_of_vote 3 b1) (time_of_promise 3)))))
; the rule of the leader, which starts only with a majority of promises
(assert (=> (or heard1 heard2 heard3) (= (proposal b2) (proposal b1))))
(assert (or (majority (promised 1 b2) (promised 2 b2) (promised 3 b2)) (= (votes b2) 0)))
; chosen values
(assert (= chosen1 (majority (voted 1 b1) (voted 2 b1) (voted 3 b1))))
(assert (= chosen2 (>= (votes b2) 2)))
; negated claim
(assert (or (and chosen1 chosen2 (distinct (proposal b1) (proposal b2)))
            (xor chosen1 (>= (votes b1) 2))
            (and chosen2 (not (or (promised 1 b2) (promised 2 b2))))))
(check-sat)
(exit)
