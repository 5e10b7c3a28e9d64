; Tables are decided at the values that they mention.
(declare-sort V 0)
(declare-datatypes ((N 0)) (((z) (s (p N)))))
(define-fun c () Int 3)
(define-fun a () (Array Int Int) (store (store ((as const (Array Int Int)) 0) 4 1) 9 2))
(define-fun f ((x Int)) Int (ite (= x 2) 7 (ite (= x c) 8 0)))
(define-fun g ((x Int) (y Int)) Int (ite (and (= x 1) (= y 5)) 1 (ite (and (= x 5) (= y 1)) 1 0)))
(define-fun h ((x N)) Int (ite (= x (s z)) 1 0))
(define-fun w ((x (_ BitVec 40))) Bool (= x #x0000000007))
(define-fun r ((x Real)) Real (ite (= x 0.5) 1 2))
(define-fun n ((x Int)) Int (- x))
(define-fun-rec k ((x Int)) Int (ite (= x 0) 0 (k (- x 1))))
(forall ((x Int)) (<= 0 (f x) 8)) ; true
(forall ((x Int)) (< (f x) 8)) ; false
(forall ((x Int) (y Int)) (= (g x y) (g y x))) ; true
(forall ((x Int)) (exists ((y Int)) (not (= (g x y) 1)))) ; true
(exists ((x Int)) (forall ((y Int)) (= (g x y) 1))) ; false
(forall ((x Int) (y Int)) (=> (= (f x) (f y) 7) (= x y))) ; true
(forall ((x Int) (y Int)) (=> (= (f x) (f y)) (= x y))) ; false
(exists ((x Int) (y Int) (z Int)) (and (distinct x y z) (= 0 (f x) (f y) (f z)))) ; true
(forall ((i Int)) (= (f (+ i 3)) (f (+ i 3)))) ; true
(forall ((i Int)) (=> (= (f (+ i 3)) 8) (= i 0))) ; true
(forall ((i Int)) (=> (= (select a (* 2 i)) 1) (= i 2))) ; true
(forall ((i Int)) (not (= (select a (* 2 i)) 2))) ; true
(forall ((i Int)) (<= (select a i) 2)) ; true
(forall ((x N)) (<= (h x) 1)) ; true
(forall ((x N) (y N)) (=> (= (h x) (h y) 1) (= x y))) ; true
(exists ((x N) (y N) (u N)) (and (distinct x y u z (s z)) (= (h x) (h y) (h u)))) ; true
(exists ((x (_ BitVec 40))) (w x)) ; true
(forall ((x (_ BitVec 40)) (y (_ BitVec 40))) (=> (and (w x) (w y)) (= x y))) ; true
(forall ((x Int)) (= (r x) 2)) ; true
(forall ((x Real)) (= (r x) 2)) ; false
; Functions that compute with their arguments.
(forall ((x Int)) (= (n x) 5)) ; false
(forall ((x Int)) (= (n (n x)) x)) ; true
(forall ((x Int)) (= (k x) 0)) ; it takes too many steps
(forall ((x N)) (or (= x z) (= x (s (p x))))) ; a quantifier cannot be decided by trying values
; Orders are decided between bounds.
(forall ((x Int)) (or (< x 3) (>= x c))) ; true
(exists ((x Int)) (< c x 5)) ; true
(exists ((x Int)) (< c x 4)) ; false
(exists ((x Real)) (< c x 4)) ; true
(exists ((x Int)) (< 3 (* 2 x) 5)) ; true
(exists ((x Int)) (< 4 (* 2 x) 6)) ; false
(exists ((x Real)) (< 4 (* 2 x) 6)) ; true
(exists ((x Int)) (< 2.5 x 3.5)) ; true
(forall ((x Int)) (exists ((y Int)) (< x y))) ; true
(exists ((x Int)) (forall ((y Int)) (<= y x))) ; false
(forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (< x z y)))) ; false
(forall ((x Real) (y Real)) (=> (< x y) (exists ((z Real)) (< x z y)))) ; true
(exists ((x Int) (y Int) (z Int)) (< 3 x y z 8)) ; true
(exists ((x Int) (y Int) (z Int)) (< 3 x y z 7)) ; true
(exists ((x Int) (y Int) (z Int)) (< 3 x y z 6)) ; false
(forall ((x (_ BitVec 40))) (bvule #x0000000000 x)) ; true
(forall ((x (_ BitVec 40))) (exists ((y (_ BitVec 40))) (bvslt x y))) ; false
(exists ((x (_ BitVec 40))) (and (bvslt x #x0000000000) (bvult x #x8000000001))) ; true
(forall ((x (_ BitVec 4000000000))) (bvsle x x)) ; a quantifier cannot be decided by trying values
(forall ((x (_ BitVec 4000000000)) (y (_ BitVec 4000000000))) (=> (bvult x y) (bvule x y))) ; a quantifier cannot be decided by trying values
(forall ((x Int)) (< x (f x))) ; false
(forall ((x Int)) (=> (< x 0) (< x (f x)))) ; true
; Guards bound and fix variables.
(forall ((i Int) (j Int)) (=> (and (<= 0 i) (< i j) (< j 9)) (< (+ (* i j) i) 64))) ; true
(forall ((i Int) (j Int)) (=> (and (<= 0 i) (< i j) (< j 9)) (< (+ (* i j) i) 63))) ; false
(forall ((j Int) (i Int)) (=> (<= 0 i j 80) (<= (* i j) 6400))) ; true
(exists ((x Int)) (and (= x (* c c)) (= (mod x 5) 4))) ; true
(forall ((x Int) (y Int)) (=> (and (= x (* y y)) (<= 1 y 6)) (<= y x))) ; true
(exists ((x N)) (and (= (s z) x) (= (p x) z))) ; true
(forall ((x Int) (y N)) (=> (= x 2.5) false)) ; true
(forall ((x Int) (y V) (u N)) (= (f x) (f x))) ; true
(exists ((x Int)) (= (* c c) 8)) ; false
(forall ((i Int)) (=> (<= 5 i 4) false)) ; true
; A real has no adjacent one, so it bounds no integer.
(forall ((r Real) (i Int)) (=> (and (< 0 i) (< i r) (< r 3)) (distinct (* i i) 4))) ; false
(exists ((i Int) (r Real)) (and (< 0 r) (> i r) (< i 2) (= (* i i) 1))) ; true
; What is chosen stays so.
(forall ((x Int)) (or (= x 1) (= (div 1 0) 0))) ; ~true

; Strings range over finite languages.
(define-fun s () String "ab")
(forall ((y String)) (=> (str.in_re y (re.union (str.to_re s) (str.to_re "c"))) (str.< y "d"))) ; true
(forall ((y String)) (=> (str.in_re y (re.union (str.to_re s) (str.to_re "c"))) (= 2 (str.len y)))) ; false
(exists ((y String)) (and (str.in_re y ((_ re.loop 1 3) (re.range "a" "c"))) (= s (str.++ y y)))) ; false
(exists ((y String)) (and (str.in_re y ((_ re.loop 1 3) (re.range "a" "c"))) (str.contains y "bcb"))) ; true
(forall ((y String)) (=> (and (str.in_re y (re.* (re.range "0" "1"))) (<= (str.len y) 3)) (< (str.to_int (str.++ "0" y)) 112))) ; true
(forall ((y String)) (=> (and (> 3 (str.len y)) (str.in_re y (re.* (re.range "0" "1")))) (< (str.to_int (str.++ "0" y)) 11))) ; false
(exists ((y String)) (and (= (str.len y) (- 1)) (str.in_re y re.all) (str.contains y s))) ; false
; Infinitely many, and too many.
(forall ((y String)) (=> (str.in_re y (re.* (str.to_re s))) (= (str.len (str.++ y s)) (+ 2 (str.len y))))) ; a quantifier cannot be decided by trying values
(forall ((y String)) (=> (<= (str.len y) 2) (= (str.++ y s) (str.++ y "ab" "")))) ; a quantifier cannot be decided by trying values

; Remainders are decided where they are linear.
(define-fun c () Int 3)
(define-fun f ((x Int)) Int (ite (= x 2) 7 0))
; From yices2's examples of LIA.
(forall ((x Int)) (= ((_ divisible 15) x) (and ((_ divisible 3) x) ((_ divisible 5) x)))) ; true
(forall ((x Int) (y Int)) (=> (not ((_ divisible 7) (+ x y))) (forall ((z Int)) (not ((_ divisible 7) (+ (+ x (* 7 z)) y)))))) ; true
(forall ((x Int)) (= ((_ divisible 6) x) ((_ divisible 3) x))) ; false
(exists ((x Int)) (and (= (mod x 40) 39) (= (mod (- (* c x) 5) 7) 3))) ; true
(exists ((x Int)) (= (mod (* x x) 4) 2)) ; a quantifier cannot be decided by trying values
(exists ((x Int)) (= (mod (* x x) 4) 1)) ; true
(forall ((x Int)) (= (mod (mod x 6) 3) (mod x 3))) ; true
(forall ((x Int)) (=> ((_ divisible 2) x) (< (* x x) 1000000))) ; false
(forall ((x Int)) (=> ((_ divisible 2) x) (>= (* x x) x))) ; a quantifier cannot be decided by trying values
(forall ((x Int)) (=> ((_ divisible 2) (div x 3)) ((_ divisible 2) (* x 1)))) ; false
(forall ((x Int)) (< (mod x c) 3)) ; true
; SMT-LIB leaves a remainder by 0 open.
(forall ((x Int)) (= (mod x 0) (* x x))) ; ~false
(exists ((x Int)) (= (mod x 0) (* x x))) ; ~true

; What holds for any value needs none.
(define-fun y () (_ BitVec 32) #x00000003)
(declare-fun f (Int) Int)
(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
(exists ((c (_ BitVec 32))) (forall ((x (_ BitVec 32))) (bvslt (bvmul c (bvshl x (_ bv1 32))) (bvmul c x)))) ; false
(forall ((a (_ BitVec 32)) (b (_ BitVec 32))) (distinct (bvadd (bvmul #x00000400 a) (bvmul #x00000002 y)) (bvsub (bvneg (bvmul b #xfffff800)) #x00000001))) ; true
(exists ((a (_ BitVec 32)) (b (_ BitVec 32))) (= (bvmul #x00000004 a b) (bvadd y (bvmul b #x00000002)))) ; false
(forall ((a (Array Int Int)) (i Int)) (= (* (f (select a i)) 0) 0)) ; true
(forall ((x Int)) (= (* (div x 0) 0) 0)) ; true
; One value of each constructor is tried.
(forall ((l (L Int))) (= l (as nil (L Int)))) ; false
(exists ((l (L Int))) (= (tl l) (as nil (L Int)))) ; ~true

; Infinite trees are values of codatatypes, but of no witness.
(declare-codatatypes ((L 0)) (((nil) (cons (hd Bool) (tl L)))))
(declare-codatatypes ((C 0)) (((red) (blue))))
(define-fun m () L (cons true nil))
(exists ((l L)) (= l (cons true l))) ; a quantifier cannot be decided by trying values
(forall ((l L)) (not (= l (cons true l)))) ; a quantifier cannot be decided by trying values
(forall ((l L)) (or ((_ is nil) l) ((_ is cons) l))) ; a quantifier cannot be decided by trying values
(exists ((l L)) (= (tl l) nil)) ; ~true
(forall ((l L)) (= l m)) ; false
(forall ((l L)) (or (= l m) (distinct l m nil) (= l nil))) ; true
(forall ((c C)) (or (= c red) (= c blue))) ; true

; Edges come first where not all values are tried.
(forall ((x (_ BitVec 10)) (y (_ BitVec 10))) (distinct (bvnand y (_ bv0 10)) (bvlshr x y))) ; false
(forall ((a (Array Int Int)) (i Int)) (= (select a i) 0)) ; false
(forall ((x Float32)) (fp.leq x (fp #b0 #b10000000 #b00000000000000000000000))) ; false
(exists ((x Float32)) (fp.eq x (fp.neg x) (fp.roundToIntegral RNE x))) ; true
(forall ((x Float32)) (not (fp.isInfinite (fp.mul RNE x x)))) ; false
(forall ((x Float32)) (=> (= x (fp.neg x)) (fp.isNaN x))) ; a quantifier cannot be decided by trying values

; Quantifiers over linear formulas alternate.
(define-fun c () Real 3)
(define-fun b () Int 4)
(declare-fun p () Real)
(define-fun above ((x Real) (y Real)) Bool (> x (+ y c)))
(forall ((x Real)) (exists ((y Real)) (and (< (+ x y) c) (> (* 2.0 y) (- c x))))) ; false
(forall ((x Real) (z Real)) (=> (< x z) (exists ((y Real)) (< (+ x x) (* 2 y) (+ z z))))) ; true
(exists ((x Real)) (forall ((y Real)) (or (> (+ x y) c) (<= (* 3 y) (- c x))))) ; true
(exists ((x Real)) (forall ((y Real) (z Real)) (=> (above y z) (> (- y z) x)))) ; true
(forall ((x Real)) (exists ((y Real)) (forall ((z Real)) (=> (> z y) (> (* 2 z) x))))) ; true
(forall ((x Real) (y Real)) (= (ite (< x y) x y) (- (ite (> (- x) (- y)) (- x) (- y))))) ; true
; Integers, and mixed formulas.
(forall ((x Int)) (exists ((y Int)) (or (= x (* 2 y)) (= x (+ 1 (* 2 y)))))) ; true
(forall ((x Int)) (exists ((y Int) (z Int)) (= x (+ (* 3 y) (* 5 z))))) ; true
(forall ((x Int)) (=> (>= x 7) (exists ((y Int) (z Int)) (and (>= y 0) (>= z 0) (= x (+ (* 3 y) (* 5 z))))))) ; false
(forall ((x Int)) (=> (>= x 8) (exists ((y Int) (z Int)) (and (>= y 0) (>= z 0) (= x (+ (* 3 y) (* 5 z))))))) ; true
(forall ((x Int)) (= x (+ (* b (div x b)) (mod x b)))) ; true
(forall ((x Int) (y Int)) (=> (= (div x (- 3)) y) (<= (* (- 3) y) x (+ 2 (* (- 3) y))))) ; true
(forall ((x Real)) (exists ((y Int)) (and (<= (to_real y) x) (< x (+ 1.0 (to_real y)))))) ; a quantifier cannot be decided by trying values
(forall ((x Real)) (=> (< 0.25 x 2.5) (exists ((y Int)) (<= x (to_real y) (+ x 1.0))))) ; true
(exists ((x Real)) (and (< 0.1 x 0.9) (is_int (* 3.0 x)) (= (to_int (* 2.0 x)) 1))) ; true
(forall ((x Int) (y Int)) (or (> x 0) (<= (to_real x) (/ 0.0 (+ 0.5 (to_real y)))))) ; true
(forall ((x Int) (y Int)) (=> (< 0 y 3) (exists ((z Int)) (= (mod (+ x z) (ite (= y 1) 5 7)) 0)))) ; true
(forall ((x Int)) (=> (< (- 5000) x 7000) (< (- (mod x 1000) 1) (mod (+ x 1) 1000)))) ; false
(forall ((x Int)) (=> (<= 0 x 998) (< (mod x 1000) (mod (+ x 1) 1000)))) ; true
; Terms that are open, unknown or nonlinear.
(forall ((x Real)) (=> (> x 1.0) (exists ((y Real)) (> y (/ x 0.0))))) ; a quantifier cannot be decided by trying values
(forall ((x Real)) (exists ((y Real)) (> y (+ x p)))) ; the meaning of `p` is not known
(exists ((x Real)) (forall ((y Real)) (or (< x 1.0) (< x (* y p))))) ; true
