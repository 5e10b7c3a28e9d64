; Contradictory.
(define-fun-rec f ((x Int)) Int (+ 1 (f x))) ; holds for no function
(define-fun-rec f ((x Int)) Bool (not (f x))) ; holds for no function
(define-fun-rec c () Int (+ 1 c)) ; holds for no function
(define-fun-rec f ((x Int)) Int (ite (<= x 0) 0 (+ x (f x)))) ; holds for no function
(define-fun-rec f ((x Int)) Int (ite (> x 0) 0 (+ 1 (f (- 0 x))))) ; holds for no function
(define-fun-rec f ((x Int)) Int (ite (= x 5) 0 (+ 1 (f (ite (> x 3) 4 (- x 1)))))) ; holds for no function

(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(define-fun-rec f ((l L)) L (cons 1 (f l))) ; holds for no function
; -1 div 2 is -1.
(define-fun-rec f ((x Int)) L (ite (= x 0) nil (cons (mod x 2) (f (div x 2))))) ; holds for no function

(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((+ 1 (g x)) (f x))) ; holds for no function
(define-fun-rec f ((x Int)) Bool (forall ((y Int)) (not (f y)))) ; holds for no function
(define-fun-rec f ((x (_ BitVec 4))) Int (+ 1 (f (bvadd x #x1)))) ; holds for no function
; Partial functions, and total ones that the check does not accept.
(define-fun-rec f ((x Int)) Int (f x)) ; does not descend
(define-fun-rec f ((n Int)) Int (ite (= n 0) 1 (* n (f (- n 1))))) ; does not descend
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (f (+ n 1)))) ; does not descend
(define-fun-rec f ((n Int)) Int (ite (> n 0) 0 (f (- n 1)))) ; does not descend
; Guards on the wrong side.
(define-fun-rec f ((n Int)) Bool (and (f (- n 1)) (> n 0))) ; does not descend
(define-fun-rec f ((n Int)) Bool (=> (f (- n 1)) (> n 0))) ; does not descend
(define-fun-rec f ((n Int)) Int (ite (< (f (- n 1)) 3) (ite (> n 0) 1 2) 0)) ; does not descend
; McCarthy's 91 function.
(define-fun-rec f ((n Int)) Int (ite (> n 100) (- n 10) (f (f (+ n 11))))) ; does not descend
(define-fun-rec f ((n Int)) Int (ite (<= n 1) 0 (ite (= (mod n 2) 0) (f (div n 2)) (f (+ (* 3 n) 1))))) ; does not descend
; The reals are dense, so a sequence may shrink forever.
(define-fun-rec f ((x Real)) Real (ite (<= x 0.0) 0.0 (+ 1.0 (f (/ x 2.0))))) ; does not descend
(define-fun-rec f ((x Real)) Real (+ 1.0 (f (- x 1.0)))) ; does not descend

; `(tl nil)` is open and may be any list.
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(define-fun-rec f ((l L)) Int (+ 1 (f (tl l)))) ; holds for no function
(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) 0 (+ 1 (f (tl l))))) ; does not descend
(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (f (tl (tl l))) 0)) ; does not descend
; A name that shadows another one has its own meaning.
(define-fun-rec f ((l L) (m L)) Int (match l ((nil 0) ((cons h m) (f m m))))) ; descends
(define-fun-rec f ((l L) (m L)) Int (match m ((nil 0) ((cons h l) (f l m))))) ; does not descend

(define-fun-rec f ((n Int)) Int (ite (> n 0) (let ((n (+ n 1))) (f (- n 1))) 0)) ; does not descend
(define-fun-rec f ((n Int)) Int (ite (> n 0) (let ((n (- n 1))) (f n)) 0)) ; descends
(define-fun-rec f ((f Int)) Int (+ f 1)) ; descends
; Quantifiers.
(define-fun-rec f ((n Int)) Bool (exists ((m Int)) (and (<= 0 m) (< m n) (f m)))) ; descends
(define-fun-rec f ((n Int)) Bool (forall ((m Int)) (=> (< m n) (f m)))) ; does not descend
(define-fun-rec f ((n Int)) Bool (and (> n 0) (exists ((n Int)) (f n)))) ; does not descend
; The body does not need the call.
(define-fun-rec f ((x Int)) Int (ite true 0 (+ 1 (f x)))) ; descends
(define-fun-rec f ((x Int)) Bool (or (>= x 0) (< x 5) (not (f x)))) ; descends
(define-fun-rec f ((x Int)) Int (* x x)) ; descends
; Integers.
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (* n (f (- n 1))))) ; descends
(define-fun-rec f ((n Int)) Int (ite (<= n (- 5)) 1 (* n (f (- n 1))))) ; descends
(define-fun-rec f ((n Int)) Int (ite (or (<= n 0) (> n 6)) 0 (+ 1 (f (- n 1))))) ; descends
(define-fun-rec f ((n Int)) Int (ite (> n 1) (+ (f (- n 1)) (f (- n 2))) n)) ; descends
(define-fun-rec f ((n Int)) Int (ite (>= n 10) 0 (+ 1 (f (+ n 1))))) ; descends
(define-fun-rec f ((n Int)) Bool (and (> n 0) (not (f (- n 1))))) ; descends
(define-fun-rec f ((n Int)) Bool (=> (> n 0) (f (- n 1)))) ; descends
(define-fun-rec f ((n Int)) Int (ite (and (not (= n 0)) (>= n 0)) (+ 1 (f (- n 1))) 0)) ; descends
(define-fun-rec f ((n Int)) Int (let ((p (> n 0)) (m (- n 1))) (ite p (f m) 0))) ; descends
(define-fun-rec f ((n Int)) Int (ite (> n 0) (f (ite (> n 7) (- n 7) 0)) 0)) ; descends
(define-fun-rec f ((n Int)) Int (ite (> (abs n) 3) (+ 1 (f (div n 2))) 0)) ; descends

(declare-const k Int)
(define-fun-rec f ((n Int)) Int (ite (> n k) (+ 1 (f (- n 1))) k)) ; descends

(define-fun-rec f ((a Int) (n Int)) Int (ite (<= n 0) a (f (* a n) (- n 1)))) ; descends
(define-fun-rec f ((a Int) (b Int)) Int (ite (< b a) 0 (+ a (f (+ a 1) b)))) ; descends
(define-fun-rec f ((a Int) (b Int)) Int (ite (and (> a 0) (> b 0)) (ite (> a b) (f (- a b) b) (f a (- b a))) a)) ; descends
; Division.
(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ (mod n 2) (f (div n 2))) 0)) ; descends
(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ 1 (f (mod n 3))) 0)) ; holds for no function
(define-fun-rec f ((n Int)) Int (ite (> n 2) (+ 1 (f (mod n 3))) 0)) ; descends
(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ 1 (f (div n 1))) 0)) ; holds for no function
(define-fun-rec f ((n Int)) Int (ite (>= n 0) (+ 1 (f (div n (- 2)))) 0)) ; holds for no function
(define-fun-rec g ((a Int) (b Int)) Int (ite (= b 0) a (g b (mod a b)))) ; descends

; Calls of other functions.
(define-fun dec ((n Int)) Int (- n 1))
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (dec n))))) ; descends

(define-fun inc ((n Int)) Int (+ n 1))
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (inc n))))) ; does not descend

(define-fun p ((n Int)) Bool (< 0 n))
(define-fun-rec f ((n Int)) Int (ite (p n) (+ 1 (f (- n 1))) 0)) ; descends

(declare-fun d (Int) Int)
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (d n))))) ; does not descend
(define-fun-rec f ((n Int)) Int (ite (and (> n 0) (< (d n) n)) (+ 1 (f (d n))) 0)) ; descends

(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) ((ite (<= n 0) 0 (+ 1 (g n))) (f (- n 1)))) ; descends
(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) ((ite (<= n 0) 0 (+ 1 (g n))) (f (+ n 1)))) ; does not descend
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((ite (<= n 0) true (odd (- n 1))) (ite (<= n 0) false (even (- n 1))))) ; descends
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((or (= n 0) (odd (- n 1))) (and (not (= n 0)) (even (- n 1))))) ; does not descend

; A function with many cases, as witnesses define it.
(define-fun g ((n Int)) Int (ite (= n (- 6)) 0 (ite (= n 255) 2147483647 (ite (= n 2) (- 6) (ite (= n (- 1)) 5308 2)))))
(define-fun-rec f ((n Int) (x Int)) Int (ite (or (<= n 0) (> n 6)) x (f (- n 2) (g x)))) ; descends

; Lexicographic order: Ackermann's function.
(define-fun-rec a ((m Int) (n Int)) Int (ite (<= m 0) (+ n 1) (ite (<= n 0) (a (- m 1) 1) (a (- m 1) (a m (- n 1)))))) ; descends
(define-fun-rec a ((m Int) (n Int)) Int (ite (<= m 0) 0 (ite (<= n 0) (a (- m 1) 9) (a (+ m 1) (- n 1))))) ; does not descend
(define-fun-rec a ((m Int) (n Int)) Int (ite (= m 0) (+ n 1) (ite (= n 0) (a (- m 1) 1) (a (- m 1) (a m (- n 1)))))) ; does not descend
(define-fun-rec a ((m (_ BitVec 3)) (n (_ BitVec 3))) (_ BitVec 3) (ite (= m #b000) (bvadd n #b001) (ite (= n #b000) (a (bvsub m #b001) #b001) (a (bvsub m #b001) (a m (bvsub n #b001)))))) ; descends
(define-fun-rec a ((m (_ BitVec 3)) (n (_ BitVec 3))) (_ BitVec 3) (ite (= m #b000) n (a (bvsub m #b001) (a m (bvsub n #b001))))) ; does not descend
(define-fun-rec a ((m Real) (n Real)) Real (ite (<= m 0.0) (+ n 1.0) (ite (<= n 0.0) (a (- m 1.0) 1.0) (a (- m 1.0) (a m (- n 1.0)))))) ; descends
(define-fun-rec a ((n Int) (m Int)) Int (ite (<= m 0) n (ite (<= n 0) (a 7 (- m 1)) (a (- n 1) m)))) ; descends
(define-fun-rec a ((m Int) (n Int)) Int (ite (<= m 0) n (ite (>= n 9) (a (- m 1) 0) (a m (+ n 1))))) ; descends
(define-fun-rec a ((m Int) (n Int)) Int (ite (<= m 0) n (ite (>= n 9) (a m 0) (a m (+ n 1))))) ; does not descend
(define-fun-rec a ((m Int) (n Int)) Bool (and (> m 0) (or (and (<= n 0) (a (- m 1) m)) (and (> n 0) (a m (- n 1)))))) ; descends
; Sudan's function: its first argument, or its last one.
(define-fun-rec s ((k Int) (x Int) (y Int)) Int (ite (<= k 0) (+ x y) (ite (<= y 0) x (let ((z (s k x (- y 1)))) (s (- k 1) z (+ y z)))))) ; descends
(define-fun-rec s ((k Int) (x Int) (y Int)) Int (ite (<= k 0) (+ x y) (ite (<= y 0) x (let ((z (s k y (- x 1)))) (s (- k 1) z (+ y z)))))) ; does not descend
(define-funs-rec ((f ((m Int) (n Int)) Int) (g ((m Int) (n Int)) Int)) ((ite (<= m 0) n (ite (<= n 0) (g (- m 1) 5) (g m n))) (ite (<= n 0) m (f m (- n 1))))) ; descends
(define-funs-rec ((f ((m Int) (n Int)) Int) (g ((m Int) (n Int)) Int)) ((ite (<= m 0) n (ite (<= n 0) (g (- m 1) 5) (g m n))) (ite (<= n 0) m (f (+ m 1) (- n 1))))) ; does not descend
; Functions as values.
(define-fun-rec f ((n Int)) Int (ite (> n 0) (select ((_ map f) ((as const (Array Int Int)) n)) 0) 0)) ; does not descend
(define-fun-rec f ((a Int) (x Int)) Int (ite (> a 0) (seq.foldl f (- a 1) (seq.unit x)) 0)) ; does not descend
(define-fun-rec f ((a Int) (x Int)) Int (ite (> a 0) (seq.foldl (_ as-array f) (- a 1) (seq.unit x)) 0)) ; does not descend

(declare-fun h ((-> Int Int)) Int)
(define-fun-rec f ((n Int)) Int (ite (> n 0) (h f) 0)) ; does not descend

; Trees.
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (+ 1 (f (tl l))) 0)) ; descends
(define-fun-rec f ((l L)) Int (ite (is-nil l) 0 (+ 1 (f (tl l))))) ; descends
(define-fun-rec f ((l L)) Int (ite (= l nil) 0 (+ 1 (f (tl l))))) ; descends
(define-fun-rec f ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (f t)))))) ; descends
(define-fun-rec f ((l L)) Int (match l (((cons h t) (+ 1 (f t))) (other 0)))) ; descends
(define-fun-rec f ((l L)) Int (match l (((cons h t) (+ 1 (f l))) (other 0)))) ; holds for no function
(define-fun-rec f ((l L)) Int (match l ((nil 0) (other (f (tl other)))))) ; descends
(define-fun-rec f ((l L) (m L)) L (ite (is-cons l) (ite (is-cons m) (cons (hd l) (f m (tl l))) l) m)) ; descends
(define-fun-rec f ((l L)) Bool (=> (is-cons l) (is-cons (tl l)) (f (cons (hd (tl l)) (tl (tl l)))))) ; descends
(define-fun-rec f ((l L)) Int (ite (is-cons l) (f (cons 0 (tl l))) 0)) ; does not descend

(declare-datatypes ((T 1) (F 1)) ((par (A) ((leaf (value A)) (node (kids (F A)))))(par (A) ((none) (more (first (T A)) (rest (F A)))))))
(define-funs-rec ((s ((t (T Int))) Int) (z ((l (F Int))) Int))((match t (((leaf v) v) ((node k) (z k)))) (match l ((none 0) ((more a r) (+ (s a) (z r))))))) ; descends

; In lexicographic order.
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(define-fun-rec f ((l L) (n Int)) Int (match l ((nil n) ((cons h t) (ite (<= n 0) (f t h) (f l (- n 1))))))) ; descends
(define-fun-rec f ((l L) (n Int)) Int (match l ((nil n) ((cons h t) (ite (<= n 0) (f t h) (f t (f l (- n 1)))))))) ; descends
(define-fun-rec f ((l L) (m L)) L (match l ((nil m) ((cons h t) (match m ((nil (f t l)) ((cons g u) (f t (f l u))))))))) ; descends
(define-fun-rec f ((l L) (n Int)) Int (match l ((nil n) ((cons h t) (ite (<= n 0) (f (cons h t) h) (f l (- n 1))))))) ; does not descend

; Parts of trees that are not smaller, or not known to be there.
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(define-fun-rec f ((l L) (x L)) L (match l ((nil x) ((cons h t) (f x t))))) ; descends
(define-fun-rec f ((l L) (x L)) L (match l ((nil x) ((cons h t) (f t (cons h x)))))) ; descends
(define-fun-rec f ((l L) (x Int)) Int (match l ((nil x) ((cons h t) (f t (f t (+ h x))))))) ; descends
(define-fun-rec f ((l L) (x Int)) Int (match l ((nil x) ((cons h t) (+ 1 (f (cons h t) x)))))) ; holds for no function
(define-fun-rec f ((l L) (m L)) Int (ite (is-cons l) (f (tl m) l) 0)) ; does not descend
(define-fun-rec f ((l L)) Bool (or (is-cons l) (not (f (tl l))))) ; holds for no function
(define-funs-rec ((f ((l L)) Bool) (g ((l L)) Bool)) ((ite (is-nil l) true (g (tl l))) (ite (is-nil l) false (not (f l))))) ; descends
(define-funs-rec ((f ((l L)) Bool) (g ((l L)) Bool)) ((ite (is-nil l) true (g l)) (ite (is-nil l) false (not (f l))))) ; does not descend
(define-fun-rec f ((l L) (m L)) Int (match l ((nil 0) ((cons h t) (match m ((nil (f t l)) ((cons g u) (f l u)))))))) ; descends
(define-fun-rec f ((l L) (m L)) Int (match l ((nil 0) ((cons h t) (match m ((nil (f t l)) ((cons g u) (f (cons g l) u)))))))) ; does not descend

(declare-datatypes ((S 0)) (((bud) (fork (le S) (ri S)) (stem (up S)))))
(define-fun-rec f ((s S) (x Bool)) Bool (ite ((_ is bud) s) x (ite ((_ is fork) s) (f (le s) (f (ri s) x)) (not (f (up s) x))))) ; descends
(define-fun-rec f ((s S) (x Bool)) Bool (ite ((_ is bud) s) x (ite ((_ is fork) s) (f (up s) x) (not (f (up s) x))))) ; does not descend

; Words.
(define-fun-rec f ((s String)) Int (ite (= s "") 0 (+ 1 (f (str.substr s 0 (- (str.len s) 1)))))) ; descends
(define-fun-rec f ((s String) (x String)) String (ite (= s "") x (f (str.substr s 1 (- (str.len s) 1)) (str.++ (str.at s 0) x)))) ; descends
(define-fun-rec f ((s String)) Int (ite (= s "") 0 (+ 1 (f (str.++ (str.at s 0) (str.substr s 1 (- (str.len s) 1))))))) ; does not descend
(define-fun-rec f ((s String)) Int (ite (= s "") 0 (+ 1 (f (str.replace s "a" ""))))) ; holds for no function
(define-fun-rec f ((s String)) Int (ite (= s "a") 0 (+ 1 (f (str.substr s 1 (str.len s)))))) ; holds for no function
(define-fun-rec f ((s String) (n Int)) Int (ite (= s "") n (f (str.substr s n (str.len s)) (+ n 1)))) ; descends
(define-fun-rec f ((s String)) Int (ite (= s "") 0 (+ 1 (f (str.substr s 1 (- (str.len s) 1)))))) ; descends
(define-fun-rec f ((s String)) Int (ite (> (str.len s) 0) (+ 1 (f (str.substr s 1 (str.len s)))) 0)) ; descends
(define-fun-rec f ((s String)) Int (+ 1 (f (str.substr s 1 (str.len s))))) ; holds for no function
(define-fun-rec f ((s String)) Int (ite (= s "") 0 (+ 1 (f (str.substr s 0 (str.len s)))))) ; holds for no function
(define-fun-rec f ((s (Seq Int))) Int (ite (= (seq.len s) 0) 0 (+ (seq.nth s 0) (f (seq.extract s 1 (- (seq.len s) 1)))))) ; descends
; Bit-vectors.
(define-fun-rec f ((x (_ BitVec 8))) Int (ite (= x #x00) 0 (+ 1 (f (bvsub x #x01))))) ; descends
(define-fun-rec f ((x (_ BitVec 8))) Int (ite (= x #x00) 0 (+ 1 (f (bvadd x #xff))))) ; descends
(define-fun-rec f ((x (_ BitVec 8))) Int (ite (= x #x00) 0 (+ 1 (f (bvlshr x #x01))))) ; descends
(define-fun-rec f ((x (_ BitVec 8))) Int (ite (bvsgt x #x00) (+ 1 (f (bvsub x #x01))) 0)) ; descends
(define-fun-rec f ((x (_ BitVec 8))) Int (ite (bvult x #x0a) (+ 1 (f (bvadd x #x01))) 0)) ; descends
(define-fun-rec f ((x (_ BitVec 8))) Int (ite (bvuge x #x00) (+ 1 (f (bvsub x #x01))) 0)) ; holds for no function
(define-fun-rec f ((x (_ BitVec 8))) Int (ite (bvslt x #x00) 0 (f (bvsub x #x01)))) ; descends
(define-fun-rec f ((x (_ BitVec 8))) Int (ite (= x #x00) 0 (+ 1 (f (bvsub x #x02))))) ; holds for no function
; In lexicographic order, with more guards than measures.
(define-fun-rec f ((n Int) (s String)) String (ite (or (<= n 0) (> n 4)) (ite (= s "") s (f n (str.substr s 1 (- (str.len s) 1)))) (ite (= s "") (f (- n 2) "ab") (ite (> n (str.len s)) (f (- n 1) s) (f n (str.substr s 1 (- (str.len s) 1))))))) ; descends
; Its arguments are exchanged, and one may grow.
(define-fun-rec f ((n Int) (m Int)) Int (ite (<= n 0) m (ite (<= m 0) (f (- n 2) n) (f m (- n 1))))) ; does not descend
; Reals above a bound.
(define-fun-rec f ((x Real)) Real (ite (<= x 0.0) 0.0 (+ 1.0 (f (- x 1.0))))) ; descends
(define-fun-rec f ((x Real)) Real (ite (<= x 0.0) 0.0 (+ 1.0 (f (- x 0.5))))) ; does not descend

; Infinite trees have no size.
(declare-codatatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(declare-datatypes ((B 0)) (((box (held L) (by B)) (none))))
(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (+ 1 (f (tl l))) 0)) ; does not descend
(define-fun-rec f ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (f t)))))) ; does not descend
(define-fun-rec f ((l L) (x Int)) Int (ite (and ((_ is cons) l) (< 0 x)) (f (tl l) (- x 1)) x)) ; descends
(define-fun-rec f ((b B)) Int (match b (((box h t) (f t)) (none 0)))) ; descends
(define-fun-rec f ((b B)) Int (match b (((box h t) (f (box (tl h) b))) (none 0)))) ; does not descend
