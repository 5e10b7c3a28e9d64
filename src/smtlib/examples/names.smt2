; Scripts whose names have several meanings, and their resolved form. After declarations: what follows them.

; After `pop`, a name declared again is another symbol, unless the declaration is the same.
(push)(declare-const x Int)(assert (= x 1))(pop)(push)(declare-const x Bool)(assert x)(pop)(declare-fun x () Int)(assert (= x 2)) ; (push)(declare-const x Int)(assert (= x 1))(pop)(push)(declare-const x_2 Bool)(assert x_2)(pop)(declare-fun x () Int)(assert (= x 2))
; A name is defined again.
(push)(define-fun f () Int 3)(assert (> f 1))(pop)(define-fun f () Int 4)(assert (> f 2)) ; (push)(define-fun f () Int 3)(assert (> f 1))(pop)(define-fun f_2 () Int 4)(assert (> f_2 2))
; A definition that uses another meaning is different, too.
(push)(define-fun f () Int 3)(define-fun g () Int f)(pop)(define-fun f () Int 4)(define-fun g () Int f)(assert (= g 4)) ; (push)(define-fun f () Int 3)(define-fun g () Int f)(pop)(define-fun f_2 () Int 4)(define-fun g_2 () Int f_2)(assert (= g_2 4))
; A recursive definition mentions itself.
(push)(define-fun-rec f ((n Int)) Int (f n))(pop)(define-fun-rec f ((m Int)) Int (f m))(assert (= (f 1) 2)) ; (push)(define-fun-rec f ((n Int)) Int (f n))(pop)(define-fun-rec f_2 ((m Int)) Int (f_2 m))(assert (= (f_2 1) 2))
; Fresh names are new in the whole script.
(push)(declare-const x Int)(pop)(declare-const x Bool)(assert (or x (forall ((x_2 Bool)) x_2))) ; (push)(declare-const x Int)(pop)(declare-const x_3 Bool)(assert (or x_3 (forall ((x_2 Bool)) x_2)))
(push)(declare-const |a b| Int)(pop)(declare-const |a b| Bool)(assert |a b|) ; (push)(declare-const |a b| Int)(pop)(declare-const |a b_2| Bool)(assert |a b_2|)
; `reset-assertions` removes declarations, unless they are global; `reset` also resets that option.
(declare-const x Int)(reset-assertions)(declare-const x Bool)(assert x) ; (declare-const x Int)(reset-assertions)(declare-const x_2 Bool)(assert x_2)
(set-option :global-declarations true)(push)(declare-const x Int)(pop)(reset-assertions)(assert (= x 1))(reset)(push)(declare-const x Bool)(pop)(declare-const x Real)(assert (= x 1.0)) ; (set-option :global-declarations true)(push)(declare-const x Int)(pop)(reset-assertions)(assert (= x 1))(reset)(push)(declare-const x_2 Bool)(pop)(declare-const x_3 Real)(assert (= x_3 1.0))
; Closing a level restores the outer meaning.
(push)(push)(declare-const x Int)(pop 2)(declare-const x Bool)(push)(assert x)(pop)(assert x) ; (push)(push)(declare-const x Int)(pop 2)(declare-const x_2 Bool)(push)(assert x_2)(pop)(assert x_2)
; Sorts and functions have separate name spaces.
(push)(declare-sort S 0)(declare-const S S)(pop)(declare-sort S 1)(declare-const S (S Int))(assert (forall ((y (S Int))) (= y S))) ; (push)(declare-sort S 0)(declare-const S S)(pop)(declare-sort S_2 1)(declare-const S_3 (S_2 Int))(assert (forall ((y (S_2 Int))) (= y S_3)))
(push)(define-sort D () Int)(pop)(define-sort D (X) (Array X D))(assert (= (as const (D Int)) 1)) ; (push)(define-sort D () Int)(pop)(define-sort D_2 (X) (Array X D_out_of_scope))(assert (= (as const (D_2 Int)) 1))
; Datatypes, with their constructors, selectors and testers.
(push)(declare-datatype L ((nil)))(pop)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)(assert (or (is-nil l) ((_ is cons) l) (= (tl l) nil (as nil L))))(assert (match l ((nil true) ((cons nil l) (= nil 1)) (cons (= cons l))))) ; (push)(declare-datatype L ((nil)))(pop)(declare-datatypes ((L_2 0)) (((nil_2) (cons (hd Int) (tl L_2)))))(declare-const l L_2)(assert (or (is-nil_2 l) ((_ is cons) l) (= (tl l) nil_2 (as nil_2 L_2))))(assert (match l ((nil_2 true) ((cons nil l) (= nil 1)) (cons (= cons l)))))
; A named term lives on the level of its assertion.
(push)(assert (or (! p :named a) q))(pop)(push)(assert (! q :named a))(assert (not a))(pop) ; (push)(assert (or (! p :named a) q))(pop)(push)(assert (! q :named a_2))(assert (not a_2))(pop)
(push)(assert (! p :named a))(pop)(assert (! (not p) :named a))(check-sat-assuming (a)) ; (push)(assert (! p :named a))(pop)(assert (! (not p) :named a_2))(check-sat-assuming (a_2))
; A definition that uses a named term spells it out.
(assert (! (and (! p :named a) q) :named b))(define-fun f ((x Bool)) Bool (or b x))(assert (f a)) ; (assert (! (and (! p :named a) q) :named b))(define-fun f ((x Bool)) Bool (or (and p q) x))(assert (f a))
(assert (! p :named a))(define-fun f ((p Bool)) Bool (or a p)) ; (assert (! p :named a))(define-fun f ((p Bool)) Bool (or a_captured p))
(define-fun f () Bool (! (or p q) :named a))(assert (not a)) ; (define-fun f () Bool (! (or p q) :named a))(assert (not (or p q)))
; What has no meaning, or several, is unknown. Without a clash, datatypes may share constructors.
(declare-const x Int)(push)(declare-const x Bool)(assert x)(pop)(assert (= x 1)) ; (declare-const x Int)(push)(assert x_ambiguous)(pop)(assert (= x 1))
(push)(declare-const x Int)(pop)(push)(declare-const x Bool)(pop)(assert x) ; (push)(declare-const x Int)(pop)(push)(declare-const x_2 Bool)(pop)(assert x_out_of_scope)
(assert (! p :named a))(assert (! q :named a))(assert a) ; (assert (! p :named a))(assert (! q :named a_2))(assert a_ambiguous)
(declare-datatype A ((c)))(declare-datatype B ((c) (d)))(assert (= (as c A) (as c A))) ; (declare-datatype A ((c)))(declare-datatype B ((c) (d)))(assert (= (as c A) (as c A)))

; Bound variables shadow everything.
(push)(define-fun f () Int 1)(assert (! p :named a))(pop)(define-fun f () Bool p)(assert (! q :named a))
(assert (forall ((f Int) (a Int)) (= f a))) ; (assert (forall ((f Int) (a Int)) (= f a)))
(assert (let ((f 1) (a 2)) (= f a))) ; (assert (let ((f 1) (a 2)) (= f a)))
(assert (exists ((a Int)) (let ((f a)) (= f a)))) ; (assert (exists ((a Int)) (let ((f a)) (= f a))))
(assert (= (lambda ((f Int)) f) (lambda ((a Int)) a))) ; (assert (= (lambda ((f Int)) f) (lambda ((a Int)) a)))
(assert (match 1 ((f (= f (let ((a f)) a)))))) ; (assert (match 1 ((f (= f (let ((a f)) a))))))
(assert (and (let ((f f)) f) f (forall ((a Bool)) a) a)) ; (assert (and (let ((f f_2)) f) f_2 (forall ((a Bool)) a) a_2))
(define-fun g ((f Bool) (a Bool)) Bool (and f a)) ; (define-fun g ((f Bool) (a Bool)) Bool (and f a))
