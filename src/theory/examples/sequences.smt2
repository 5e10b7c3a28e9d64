; The definitions in cvc5's theory of sequences.
(define-fun q () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 2)))
(= (seq.len q) 2) ; true
(= (seq.nth q 1) 2) ; true
(= (seq.++ (seq.unit 1) (as seq.empty (Seq Int)) (seq.unit 2)) q) ; true
(= (seq.update q 1 q) (seq.++ (seq.unit 1) (seq.unit 1))) ; true
(= (seq.update q 2 q) (seq.update q (- 1) q) q) ; true
(= (seq.extract q 1 5) (seq.at q 1) (seq.unit 2)) ; true
(= (seq.at q 2) (seq.extract q 0 (- 1)) (as seq.empty (Seq Int))) ; true
(and (seq.contains q (seq.unit 2)) (not (seq.contains q (seq.unit 3)))) ; true
(and (seq.prefixof (seq.unit 1) q) (seq.suffixof (seq.unit 2) q)) ; true
(= (seq.indexof q (seq.unit 2) 0) (seq.indexof q (seq.unit 2)) 1) ; true
(= (seq.last_indexof (seq.++ q q) (seq.unit 1)) 2) ; true
(= (seq.last_indexof q (seq.unit 3)) (- 1)) ; true
(= (seq.replace q (as seq.empty (Seq Int)) (seq.unit 0)) (seq.++ (seq.unit 0) q)) ; true
(= (str.replace_all q (seq.unit 1) (seq.unit 2)) (seq.++ (seq.unit 2) (seq.unit 2))) ; true
(= (seq.rev q) (seq.++ (seq.unit 2) (seq.unit 1))) ; true
(= (seq.map (store ((as const (Array Int Bool)) true) 2 false) (seq.++ (seq.unit 1) (seq.unit 2))) (seq.++ (seq.unit true) (seq.unit false))) ; true
(= (seq.map ((as const (Array Int Real)) 1.5) (as seq.empty (Seq Int))) (as seq.empty (Seq Real))) ; true
(= (seq.unit (seq.unit 1.5)) (seq.unit (seq.unit (/ 3 2)))) ; true
(= (seq.len "abc") 3) ; true
(= (as seq.empty String) "") ; true
; What is left open.
(= (seq.nth q 2) 1) ; ~false
(= (seq.nth q (- 1)) 1) ; ~false
(= (seq.last_indexof q (as seq.empty (Seq Int))) 2) ; ~false
