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
; A `lambda` in place of the array, as Z3 5.4.1 reads it.
(= (seq.map (lambda ((x Int)) (to_real (* 2 x))) q) (seq.++ (seq.unit 2.0) (seq.unit 4.0))) ; true
(= (seq.mapi (lambda ((i Int) (x Int)) (< i x)) 1 (seq.++ q (seq.unit 9))) (seq.++ (seq.unit false) (seq.unit false) (seq.unit true))) ; true
(seq.foldl (lambda ((a Int) (x Int)) (+ (* 10 a) x)) 7 q) ; 712
(seq.fold_left (lambda ((a Bool) (x Int)) (= a (> x 1))) true (as seq.empty (Seq Int))) ; true
(seq.foldl (lambda ((a (Seq Int)) (x Int)) (seq.++ (seq.unit x) a)) (as seq.empty (Seq Int)) q) ; (seq.++ (seq.unit 2) (seq.unit 1))
(seq.foldli (lambda ((i Int) (a Real) (x Bool)) (ite x (to_real i) (* 10.0 a))) (- 3) 0.5 (seq.++ (seq.unit true) (seq.unit false))) ; (- 30.0)
(forall ((b Bool)) (= (seq.foldl (lambda ((a Bool) (x Int)) (xor a b)) b q) b)) ; true
(forall ((k Int)) (seq.foldl (lambda ((a Bool) (x Int)) (and a (distinct k x))) true q)) ; false
(forall ((k Int)) (or (exists ((b Bool) (x Int)) (and b (= x 7) (= k x))) (seq.foldl (lambda ((a Bool) (x Int)) (and a (distinct k x))) true q))) ; false
(seq.foldl (lambda ((a Int) (x Int)) (seq.foldl (lambda ((b Int) (y Int)) (+ b (* x y))) a q)) 0 q) ; 9
(seq.foldl (lambda ((a Int) (x Int)) (+ a (seq.nth q x))) 0 q) ; ~2
(seq.foldl (lambda ((a Int) (x Int)) (ite (= x 1) 5 a)) (seq.nth q 2) q) ; ~5
(seq.foldl (lambda ((a Int) (x Bool)) a) 0 q) ; the sorts of `seq.foldl` do not fit

; A function of the script in the same place, named as it is or as an array.
(define-fun q () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 2)))
(define-fun shift ((a Int) (x Int)) Int (+ (* 10 a) x))
(define-fun half ((x Int)) Real (/ x 2))
(define-fun quotient ((a Int) (x Int)) Int (div a (- x 1)))
(define-fun-rec count ((n Int) (x Int)) Int (ite (<= n 0) x (+ 1 (count (- n 1) x))))
(define-fun total ((s (Seq Int))) Int (seq.foldl count 0 s))
(seq.foldl shift 7 q) ; 712
(seq.foldl (_ as-array shift) 7 q) ; 712
(seq.fold_left count 3 q) ; 6
(seq.foldli (_ as-array shift) 0 1 q) ; the sorts of `seq.foldli` do not fit
(= (seq.mapi shift 1 q) (seq.mapi (_ as-array shift) 1 q) (seq.++ (seq.unit 11) (seq.unit 22))) ; true
(= (seq.map half q) (seq.map (_ as-array half) q) (seq.++ (seq.unit 0.5) (seq.unit 1.0))) ; true
(total (seq.++ q q)) ; 6
(seq.foldl quotient 7 q) ; ~0
(seq.foldl half 7 q) ; the sorts of `seq.foldl` do not fit
(forall ((k Int)) (=> (<= 0 k 3) (= (seq.foldl shift k q) (+ (* 100 k) 12)))) ; true
(forall ((b Bool)) (= (seq.foldl shift (ite b 0 7) q) (ite b 12 712))) ; true
(seq.map (_ as-array q) q) ; the meaning of `(_ as-array q)` is not known
(= (seq.unit (seq.unit 1.5)) (seq.unit (seq.unit (/ 3 2)))) ; true
(= (seq.len "abc") 3) ; true
(= (as seq.empty String) "") ; true
; What is left open.
(= (seq.nth q 2) 1) ; ~false
(= (seq.nth q (- 1)) 1) ; ~false
(= (seq.last_indexof q (as seq.empty (Seq Int))) 2) ; ~false
