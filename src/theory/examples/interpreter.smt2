; Values.
(define-fun x () Int 3)
(define-fun r () Real 2)
(define-fun f ((y Int)) Int (ite (= y 2) 7 0))
(< x 4) ; true
(= (f 2) 7 (+ x 4)) ; true
(= (f x) 0) ; true
(= r (/ 4 2)) ; true
(= (div (- 7) 2) (- 4)) ; true
(= (mod (- 7) (- 2)) 1) ; true
(= (to_int (- 1.5)) (- 2)) ; true
(forall ((b Bool)) (or b (not b))) ; true
(forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (< (* i i) 17))) ; true
(forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (< (* i i) 16))) ; false
(exists ((i Int)) (and (< 2 i 9) (= (* i i) 64))) ; true
(forall ((i Int)) (> i 2)) ; false
(= (select (store ((as const (Array Int Real)) 0.0) 1 2) x) 0) ; true
(forall ((i Int)) (>= (* i i) (- i))) ; a quantifier cannot be decided by trying values

; What is unknown does not spread further than it must.
(declare-fun p () Bool)
(define-fun q () Bool true)
(or p q) ; true
(and p (not q)) ; false
(=> p q) ; true
(and p q) ; the meaning of `p` is not known
p ; the meaning of `p` is not known
(strange 1) ; the meaning of `strange` is not known

; A closed body needs no arguments.
(define-fun c ((x Int)) Int 3)
(define-fun d ((x Int)) Int (+ x 1))
(define-fun e ((x Real)) Bool (< x 0.9))
(= (c (strange 1)) 3) ; true
(= (d (strange 1)) 3) ; the meaning of `strange` is not known
(and (e (sin 1.0)) (not (e (sin 1.5)))) ; true

; Functions may be applied in steps.
(define-fun f () (-> Int (-> Int Int)) (strange 2))
(define-fun g ((x Int) (y Int)) Int (- x y))
(define-fun h ((k (-> Int Int)) (x Int)) Int 5)
(= ((g 7) 2) 5) ; true
(= (@ (g 7) 2) 5) ; true
(= ((h (g 1)) 2) ((h (lambda ((z Int)) z)) 3)) ; true
(= (g 7) (g 8)) ; the sorts of `g` do not fit
(= (((g 7) 2) 1) 5) ; the meaning of `@` is not known
(= ((f 7) 2) 5) ; the sorts of `f` do not fit

; The sorts of constructors tell those of one name apart.
(declare-datatypes ((A 0) (B 0)) (((c) (d)) ((c) (e))))
(distinct (as c A) (as d A)) ; true
(= (as c B) (as e B)) ; false

; Two arrays with one element at all indices are one, however deep the indices are.
(declare-datatypes ((W0 0) (W1 0) (W2 0) (W3 0) (W4 0) (W5 0) (W6 0) (W7 0) (W8 0)) (((w0 (g0 Bool))) ((w1 (g1 W0))) ((w2 (g2 W1))) ((w3 (g3 W2))) ((w4 (g4 W3))) ((w5 (g5 W4))) ((w6 (g6 W5))) ((w7 (g7 W6))) ((w8 (g8 W7)))))
(= (store (store ((as const (Array W8 Int)) 0) (w8 (w7 (w6 (w5 (w4 (w3 (w2 (w1 (w0 true))))))))) 1) (w8 (w7 (w6 (w5 (w4 (w3 (w2 (w1 (w0 false))))))))) 1) ((as const (Array W8 Int)) 1)) ; true

; Other values have no languages as parts: those are compared by their notation.
(declare-datatypes ((Box 0)) (((box (in RegLan)))))
(= (box (str.to_re "")) (box (re.+ (str.to_re "")))) ; a value is too large
(= (str.to_re "") (re.+ (str.to_re ""))) ; true

; What is open is chosen once.
(define-fun x () Int 3)
(define-fun z () Int 0)
(= (div x z) (div 3 0)) ; ~true
(or (= (div x z) 1) (= x 3)) ; true
(or (= (div x z) 0) (= x 4)) ; ~true

; A variable hides a symbol, with its sort or without it.
(let ((x 5)) (= (as x Int) 5)) ; true
(exists ((x Int)) (= (as x Int) 4 (+ x 0))) ; true

; What is open is what the model says.
(define-fun x () Int 3)
(define-fun |div where it is left open 0| ((x Int) (y Int)) Int (+ x y 4))
(define-fun |seq.nth where it is left open 1| ((s (Seq Int)) (i Int)) Int 5)
(define-fun |seq.nth where it is left open 2| ((s (Seq Bool)) (i Int)) Bool true)
(define-fun |mod where it is left open 3| ((x Int) (y Int)) Int (mod x y))
(= (div x 0) 7) ; true
; Division associates to the left.
(= (div x 0 2 0 3) 2) ; true
(= (seq.nth (seq.unit 1) 7) 5) ; true
(seq.nth (as seq.empty (Seq Bool)) 0) ; true
(= (/ 1.0 0.0) 0.0) ; ~true
(= (fp.to_real (_ NaN 5 11)) 1.0) ; ~false
; It depends on itself.
(= (mod x 0) 7) ; it takes too many steps

; Datatypes.
(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
(define-fun l () (L Int) (cons 1 (cons 2 (as nil (L Int)))))
(define-fun-rec len ((k (L Int))) Int (match k ((nil 0) ((cons h t) (+ 1 (len t))))))
(= (hd (tl l)) 2) ; true
((_ is cons) l) ; true
(is-cons l) ; true
(not ((_ is nil) l)) ; true
(= (len l) 2) ; true
(= ((_ update hd) l 5) (cons 5 (tl l))) ; true
(= (match l ((nil 0) ((cons h t) h))) 1) ; true
(= (hd (tl (tl l))) 2) ; ~false
; The choice of the case also depends on the chosen value, although the body of the case does not contain it.
(match (tl (as nil (L Int))) ((nil true) ((cons h t) false))) ; ~true
(match (tl l) ((nil true) ((cons h t) false))) ; false

; Codatatypes, whose finite values are those of datatypes.
(declare-codatatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
(declare-codatatype Rose ((rose (kids (L Rose)))))
(define-fun l () (L Int) (cons 1 (cons 2 (as nil (L Int)))))
(define-fun r () Rose (rose (cons (rose (as nil (L Rose))) (as nil (L Rose)))))
(= (hd (tl l)) 2) ; true
(= (cons 1 (tl l)) l) ; true
(= l (cons 1 l)) ; false
((_ is cons) (kids r)) ; true
(= (match l ((nil 0) ((cons h t) h))) 1) ; true
(= (kids (hd (kids r))) (as nil (L Rose))) ; true
(= ((_ update hd) l 5) (cons 5 (tl l))) ; true
(= (hd (tl (tl l))) 2) ; ~false

; Recursion.
(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
(define-fun-rec f ((n Int)) Int (f (+ n 1)))
(= (sum 1000) 500500) ; true
(= (f 0) 1) ; it takes too many steps
