; A rectangular floor, three tile formats and a price limit that cannot be kept.
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :source |Rows and columns of tiles have to fill a floor of 60 square units exactly. Prices per tile depend on the format, cut tiles are charged, and the customer sets a limit and forbids narrow floors.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-fun len () Int)
(declare-fun wid () Int)
(declare-fun rows () Int)
(declare-fun cols () Int)
(declare-fun a () Int)
(declare-fun b () Int)
(declare-fun tiles () Int)
(declare-fun price () Int)
(declare-fun total () Int)
(declare-fun laid_across () Bool)
(declare-fun border () Bool)
(define-fun positive ((x Int)) Bool (>= x 1))

; shape of the floor, with an area of sixty units
(assert (and (positive len) (positive wid) (<= len 30) (<= wid 30)))
(assert (= (* len wid) 60))
(assert (>= len wid))
; three formats: 1 by 1, 2 by 1, and 3 by 2
(assert (or (and (= a 1) (= b 1)) (and (= a 2) (= b 1)) (and (= a 3) (= b 2))))
; the tiles lie along or across
(assert (=> (= a b) (not laid_across)))
(assert (and (positive rows) (positive cols)))
(assert (ite laid_across
             (and (= len (* cols b)) (= wid (* rows a)))
             (and (= len (* cols a)) (= wid (* rows b)))))
(assert (= tiles (* rows cols)))
; price of one tile by format, in cents
(assert (= price (ite (= a 1) 90 (ite (= a 2) 170 480))))
; a border of one unit runs around the floor if it is wide enough
(assert (= border (and (> wid 4) (not laid_across))))
(assert (let ((edge (* 2 (+ len wid))))
  (= total (+ (* tiles price) (ite border (* 25 edge) 0)))))
; limits of the customer: the floor is not narrow, the sum is below 50 euros
(assert (not (< wid 3)))
(assert (or (< total 5000) (and border (xor (= len 10) (= wid 6)))))
; the workshop offers large tiles only for floors that are nearly square
(assert (=> (= a 3) (<= (- len wid) 7)))
; laying across costs a day, so there must be few rows
(assert (=> laid_across (and (<= rows 1) (distinct tiles 10))))
(check-sat)
(exit)
