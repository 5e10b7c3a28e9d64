; Short colour codes of a style sheet are expanded to six digits before they are checked.
(set-info :smt-lib-version 2.6)
(set-logic QF_S)
(set-info :source |A colour is written with three hexadecimal digits, which are doubled, or is one of two names. The expanded form goes through a check by regular expressions; the negated claim says that the check and the classification of grey tones can fail.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-const r String)
(declare-const g String)
(declare-const b String)
(declare-const long String)
(declare-const named Bool)
(declare-const white Bool)
(declare-const upper Bool)
(declare-const grey Bool)
(declare-const valid Bool)
(define-fun small_hex () RegLan (re.union (re.range "0" "9") (re.range "a" "f")))
(define-fun large_hex () RegLan (re.union (re.range "0" "9") (re.range "A" "F")))
(define-fun twice ((s String)) String (str.++ s s))

; the three digits, in one of the two cases of letters
(assert (ite upper
  (and (str.in_re r large_hex) (str.in_re g large_hex) (str.in_re b large_hex))
  (and (str.in_re r small_hex) (str.in_re g small_hex) (str.in_re b small_hex))))
; names are only known in small letters
(assert (=> named (not upper)))
(assert (=> white named))
; expansion
(assert (= long (ite named (ite white "ffffff" "000000") (str.++ (twice r) (twice g) (twice b)))))
; grey tones have three equal parts
(assert (= grey (or named (= r g b))))
; the check of the expanded form
(assert (= valid (or (str.in_re (str.at long 0) small_hex) (and upper (str.in_re (str.at long 0) large_hex)))))
; negated claim
(assert (or (not (= (str.len long) 6))
            (not valid)
            (and (not named) (distinct (str.at long 2) g))
            (xor (= (str.at long 0) (str.at long 1)) (= (str.at long 4) (str.at long 5)))
            (and grey (not (= (str.at long 1) (str.at long 3))))
            (and named (not white) (str.contains long "f"))
            (and (not grey) (= long "ffffff"))))
(check-sat)
(exit)
