; The heap is empty.
sep.emp ; true
(pto 1 2) ; false
(sep sep.emp sep.emp) ; true
(sep sep.emp (pto 1 2)) ; false
(sep (not (pto 1 2)) (not (pto 3 4)) true) ; true
(wand sep.emp (pto 1 2)) ; false
; What holds with other heaps is not known.
(wand (pto 1 2) (pto 1 3)) ; the meaning of `wand` is not known
(wand sep.emp sep.emp) ; the meaning of `wand` is not known
(sep 1 true) ; the sorts of `sep` do not fit

; Facts of analysis, and the negations of `unsat` assertions in cvc5's regression files.
(and (<= 3.0 (exp 1.1) 3.1) (< (exp (- (/ 1 2))) 0.61)) ; true
(< 3.14159265358979 real.pi 3.14159265358980) ; true
(and (> (sin 1) 0.84) (< (sin 1) 0.85) (> (sin 3.1) (sin 3.3))) ; true
(<= (- 1) (cos 1234.5) 1) ; true
(not (= 0.0 (cos 7.5))) ; true
(distinct (sin 1) (cos 1) (tan 1) (sqrt 2)) ; true
(and (= (to_int (* 100 (tan 1))) 155) (= (to_int (csc 1)) 1) (> (sec 1) 1.85) (< (cot 1) 0.65)) ; true
(= (to_int (* 1000 (arccos 0.5))) 1047) ; true
(= (to_int (* 1000 (arcsin (- 1)))) (- 1571)) ; true
(and (not (is_int (sqrt 2))) (> (abs (- (sqrt 2))) 1.4) (< (/ 1 (sqrt 2)) 0.8)) ; true
(and (= (+ (sin 0.2) (sin (- 0.2))) 0.0) (= (* 2 (cos 3)) (- (* 3.0 (cos (- 3))) (cos 3)))) ; true
(< (* (sqrt 2) (sqrt 3)) 2.45 (+ (sqrt 2) (- (sqrt 3) 0.01))) ; true

; Some values are rational.
(sin 0.0) ; 0.0
(cos 0.0) ; 1.0
(exp 0.0) ; 1.0
(sqrt (/ 9 4)) ; (/ 3.0 2.0)
(arccos 1.0) ; 0.0
(arctan 0.0) ; 0.0
(* 0.0 (sin 1.0)) ; 0.0

; No values.
(sin 1.0) ; an irrational number is not a value here
real.pi ; an irrational number is not a value here
(= (sin 1.0) (cos (- (/ real.pi 2) 1.0))) ; an irrational number is not a value here
(sqrt (- 1.0)) ; ~0.0
(arcsin 2.0) ; ~0.0
(arccos (- 7.0)) ; ~0.0
(csc 0.0) ; ~0.0
(cot 0.0) ; ~0.0
(exp 100000.0) ; the meaning of `exp` is not known
(sin true) ; the sorts of `sin` do not fit

; Integers as words, as cvc5 1.3.2 and 1.4.2 evaluate them.
(int.pow2 5) ; 32
(int.pow2 0) ; 1
(int.pow2 (- 3)) ; 0
(int.pow2 65536) ; a value is too large
(int.pow2 99999999999999999999) ; a value is too large
(int.log2 9) ; 3
(int.log2 8) ; 3
(int.log2 1) ; 0
(int.log2 0) ; 0
(int.log2 (- 8)) ; 0
((_ iand 3) 13 6) ; 4
((_ iand 3) (- 1) 5) ; 5
((_ iand 4) (- 2) (- 3)) ; 12
((_ iand 70) 3 5) ; 1
((_ iand 0) 3 5) ; the sorts of `iand` do not fit
((_ iand 3) 1.0 5) ; the sorts of `(_ iand 3)` do not fit
