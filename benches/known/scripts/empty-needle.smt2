; Sat: `where` may be empty and `with` "b", as `str.replace` of the empty string in "" puts the new text in front.
(set-logic QF_SLIA)
(declare-const where String)
(declare-const with String)
(declare-const from Int)
(assert (= "b" (str.++ (str.substr where (str.indexof "cc" "b" from) 2) (str.replace "" where with))))
(check-sat)
