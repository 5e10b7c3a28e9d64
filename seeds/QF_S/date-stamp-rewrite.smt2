; A log tool rewrites a day-month stamp and reads it back with another field order.
(set-info :smt-lib-version 2.6)
(set-logic QF_S)
(set-info :source |A stamp of five characters holds day and month as two-digit numbers with a separator. One part of the tool exchanges the fields, another part reads the numbers. The query asks for a stamp that is valid in both orders but names two different days.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun d () String)
(declare-fun m () String)
(declare-fun sep () String)
(declare-fun stamp () String)
(declare-fun swapped () String)
(declare-fun european () Bool)
(declare-fun slash () Bool)
(declare-fun summer () Bool)
(define-fun digit () RegLan (re.range "0" "9"))
(define-fun months () RegLan
  (re.union (re.++ (str.to_re "0") (re.range "1" "9")) (re.++ (str.to_re "1") (re.range "0" "2"))))

; fields: two digits each, days up to 31
(assert (str.in_re d (re.union (re.++ (str.to_re "0") (re.range "1" "9"))
                               (re.++ (re.range "1" "2") digit)
                               (str.to_re "30") (str.to_re "31"))))
(assert (str.in_re m months))
; separator by country
(assert (ite european (= sep ".") (= sep (ite slash "/" "-"))))
; both spellings
(assert (= stamp (str.++ d sep m)))
(assert (= swapped (str.++ m sep d)))
; the swapped spelling is valid too, and the two differ
(assert (str.in_re d months))
(assert (and (distinct stamp swapped) (not (= d m))))
; summer months
(assert (= summer (or (= m "06") (= m "07") (= m "08"))))
(assert (=> summer (and european (not slash))))
(assert (=> (not summer) (or (= (str.at d 0) "1") (= (str.at m 1) "9"))))
; the reader that trusts numbers
(assert (let ((month_number (str.to_int m)) (day_number (str.to_int d)))
  (and (distinct month_number day_number)
       (or (= day_number 12) (= day_number 10) (and summer (= day_number 7))))))
(assert (xor summer (= (str.at stamp 2) "-")))
(check-sat)
(exit)
