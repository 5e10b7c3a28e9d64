; Two validators for a date in the form year-month-day agree on what they accept.
(set-info :smt-lib-version 2.6)
(set-logic QF_S)
(set-info :source |A regular expression for dates is compared with a check that cuts the text into fields and tests the characters of each field. The claim that some text is accepted by the expression but fails a property of the fields is refuted.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-fun d () String)
(declare-fun y () String)
(declare-fun m () String)
(declare-fun t () String)
(declare-fun accepted () Bool)
(declare-fun first_half () Bool)
(declare-fun early_day () Bool)
(define-fun digit () RegLan (re.range "0" "9"))
(define-fun month () RegLan
  (re.union (re.++ (str.to_re "0") (re.range "1" "9")) (re.++ (str.to_re "1") (re.range "0" "2"))))
(define-fun day () RegLan
  (re.union (re.++ (str.to_re "0") (re.range "1" "9"))
            (re.++ (re.range "1" "2") digit)
            (re.++ (str.to_re "3") (re.range "0" "1"))))

; the expressions for the three fields; dates after 1899 only
(assert (= accepted (and (str.in_re y (re.++ (re.union (str.to_re "19") (str.to_re "20")) digit digit))
                         (str.in_re m month)
                         (str.in_re t day))))
(assert accepted)
; the whole text
(assert (= d (str.++ y "-" m "-" t)))
; classification used by a calendar
(assert (= first_half (str.in_re m (re.++ (str.to_re "0") (re.range "1" "6")))))
(assert (= early_day (= (str.at t 0) "0")))
; negated claim
(assert (or (not (= (str.len y) 4))
            (not (str.prefixof y d))
            (= m "00")
            (= t "00")
            (= m "13")
            (and (= (str.at t 0) "3") (distinct (str.at t 1) "0") (distinct (str.at t 1) "1"))
            (not (or (str.prefixof "19" y) (str.prefixof "20" y)))
            (and first_half (= (str.at m 0) "1"))
            (xor early_day (str.prefixof "0" t))
            (and early_day (= t "10"))))
; days in February are not in the thirties
(assert (=> (= m "02") (not (str.prefixof "3" t))))
(check-sat)
(exit)
