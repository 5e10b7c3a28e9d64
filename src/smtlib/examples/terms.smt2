; Terms that are parsed and printed again.

; `let` is parallel, and becomes sharing.
(let ((x y) (y x)) (p x y)) ; (p y x)
(let ((z (f a b))) (p z z)) ; (let ((?e2 (f a b))) (p ?e2 ?e2))
; Inner names shadow outer ones.
(let ((x (f a))) (and (p x) (let ((x (g a))) (p x)) (p x))) ; (let ((?e2 (p (f a)))) (and ?e2 (p (g a)) ?e2))
; A binder captures nothing from outside.
(forall ((x Int)) (let ((y (f x))) (exists ((x Int)) (p x y)))) ; (forall ((x Int)) (exists ((x!1 Int)) (p x!1 (f x))))
; Variables that the source shadows stay shadowed: also through two binders, and by a pattern alone.
(forall ((x Int)) (or (p x) (exists ((x Int)) (q x)) (forall ((y Int) (x Int)) (r y x)))) ; (forall ((x Int)) (or (p x) (exists ((x Int)) (q x)) (forall ((y Int) (x Int)) (r y x))))
(forall ((x Int)) (let ((y x)) (exists ((x Int)) (forall ((x Int)) (p x y))))) ; (forall ((x Int)) (exists ((x!1 Int)) (forall ((x!2 Int)) (p x!2 x))))
(forall ((x Int)) (let ((y x)) (exists ((x Int)) (! (p x) :pattern ((q x y)))))) ; (forall ((x Int)) (exists ((x!1 Int)) (! (p x!1) :pattern ((q x!1 x)))))
(forall ((x Int)) (and (p (f x)) (exists ((x Int)) (q (g x) (g x))))) ; (forall ((x Int)) (and (p (f x)) (exists ((x Int)) (let ((?e4 (g x))) (q ?e4 ?e4)))))
; Terms that are shared under a binder are bound there, and patterns are spelled out.
(forall ((x Int)) (! (let ((y (f x))) (p y y (g a) (g a))) :pattern ((h x)))) ; (let ((?e3 (g a))) (forall ((x Int)) (! (let ((?e1 (f x))) (p ?e1 ?e1 ?e3 ?e3)) :pattern ((h x)))))
(forall ((x Int)) (! (p (g a) (g a) x) :pattern ((g a)))) ; (let ((?e2 (g a))) (forall ((x Int)) (! (p ?e2 ?e2 x) :pattern ((g a)))))
; Named terms can be used by name.
(and (! (f a) :named n) n) ; (let ((?e1 (f a))) (and ?e1 ?e1))
; Functions that are values are applied explicitly.
(forall ((f (-> Int Int))) (= (f 1) 2)) ; (forall ((f (-> Int Int))) (= (@ f 1) 2))
(((f a) b) c) ; (@ (@ (f a) b) c)
; A pattern of `match` is a constructor or a variable.
(match l ((x (p x)))) ; (match l ((x (p x))))

(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(match l ((nil true) ((cons h t) (p h t)))) ; (match l ((nil true) ((cons h t) (p h t))))

(declare-const x Int)
(let ((y x)) (forall ((x Int)) (= x y))) ; (forall ((x!0 Int)) (= x!0 x))
