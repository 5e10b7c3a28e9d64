; An audit log with sequence numbers explains the balance of an account.
(set-info :smt-lib-version 2.6)
(set-logic UFLIA)
(set-info :source |Entries of a log have an account, a signed amount and a time; the balance after each entry is given by a recurrence. The model is a log in which the balance becomes negative before it recovers.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-sort Account 0)
(declare-fun account (Int) Account)
(declare-fun amount (Int) Int)
(declare-fun time (Int) Int)
(declare-fun balance (Int) Int)
(declare-fun flagged (Int) Bool)
(declare-const mine Account)
(declare-const theirs Account)
(declare-const n Int)
(declare-const low Int)
(declare-const closed Bool)
(declare-const disputed Bool)
(define-fun entry ((i Int)) Bool (and (<= 1 i) (<= i n)))

; length of the log and the two accounts
(assert (and (<= 3 n) (<= n 4) (not (= mine theirs))))
(assert (forall ((i Int)) (! (=> (entry i) (or (= (account i) mine) (= (account i) theirs)))
  :pattern ((account i)))))
; amounts are not zero and not too large
(assert (forall ((i Int)) (! (=> (entry i) (and (distinct (amount i) 0) (<= (- 100) (amount i) 100)))
  :pattern ((amount i)))))
; times increase by at most a week
(assert (and (= (time 1) 0) (forall ((i Int)) (=> (and (<= 1 i) (< i n))
  (and (< (time i) (time (+ i 1))) (<= (- (time (+ i 1)) (time i)) 7))))))
; the balance changes by the entries of the own account
(assert (= (balance 0) 50))
(assert (forall ((i Int)) (=> (entry i)
  (= (balance i) (ite (= (account i) mine) (+ (balance (- i 1)) (amount i)) (balance (- i 1)))))))
; entries of large amounts are flagged unless the account is closed
(assert (forall ((i Int)) (=> (entry i) (= (flagged i) (xor closed (> (amount i) 80))))))
; the story: below zero once, later above the start
(assert (and (entry low) (< (balance low) 0) (> (balance n) 50)))
(assert (=> closed (forall ((i Int)) (=> (and (entry i) (< low i)) (= (account i) theirs)))))
(assert (= disputed (exists ((i Int)) (and (entry i) (flagged i) (< (amount i) 100)))))
(assert (or disputed (and (not (flagged low)) (= (time n) 21) (= (account 2) theirs))))
(assert (let ((a (account 1)) (b (account n))) (xor (= a b) (distinct (account 2) b))))
(check-sat)
(exit)
