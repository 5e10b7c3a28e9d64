; Replies of solvers, and what becomes of them. A group begins with a script, which asks at its end, and with the definitions
; of a witness, if there is one.

; What is derived: literals are true where all in force is.
(set-option :produce-learned-literals true)(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (declare-fun p () Bool) (assert (> x y)) (push 1) (assert (= y 1)) (pop 1) (assert (< x 4)) (check-sat) (get-learned-literals :input)
(define-fun x () Int 3)(define-fun y () Int 2)(define-fun p () Bool true)
( (> x y) (not (= x 7)) p ) ; literals plausible
() ; literals plausible
; It is true under the witness alone.
((= y 1)) ; step wrong
((not p)) ; step wrong
((= @purify_1 x)) ; literals undecided
((> (div x 0) 1)) ; literals undecided
 ; literals unreadable
unsupported ; literals unreadable
(error "no") ; literals unreadable
() () ; literals unreadable
((forall)) ; literals unreadable

; Consequences follow from assumptions and all in force.
(set-option :produce-learned-literals true)(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (declare-fun p () Bool) (assert (> x y)) (push 1) (assert (= y 1)) (pop 1) (assert (< x 4)) (check-sat) (get-consequences (p) (x y))
(define-fun x () Int 3)(define-fun y () Int 2)(define-fun p () Bool true)
sat (=> p (= x 3)) (=> true (> x y)) ; consequences plausible
sat ; consequences plausible
unknown ; consequences plausible
sat (=> p (= y 1)) ; step wrong
unsat ; step wrong
(error "no") ; consequences unreadable

; What is without a quantifier is equivalent where all in force is true.
(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (declare-fun p () Bool) (assert (> x y)) (push 1) (assert (= y 1)) (pop 1) (assert (< x 4)) (check-sat) (get-qe (exists ((z Int)) (and (= z x) (> z 2))))
(define-fun x () Int 3)(define-fun y () Int 2)(define-fun p () Bool true)
(>= x 3) ; elimination plausible
; As much as that: what is in force says the rest.
(> x y) ; elimination plausible
(< x 3) ; step wrong
false ; step wrong
(> (div x 0) 7) ; elimination undecided
 ; elimination unreadable
unsupported ; elimination unreadable
(error "no") ; elimination unreadable
true false ; elimination unreadable
(forall) ; elimination unreadable

; A disjunct implies a formula with `exists` where all in force is true.
(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (declare-fun p () Bool) (assert (> x y)) (push 1) (assert (= y 1)) (pop 1) (assert (< x 4)) (check-sat) (get-qe-disjunct (exists ((z Int)) (and (= z (+ x 1)) (> z 4))))
(define-fun x () Int 3)(define-fun y () Int 2)(define-fun p () Bool true)
(> x 5) ; disjunct plausible
false ; disjunct plausible
(> x y) ; step wrong
true ; step wrong
(> (div x 0) 7) ; disjunct undecided
unsupported ; disjunct unreadable
(error "no") ; disjunct unreadable
true false ; disjunct unreadable

; A formula with `forall` implies a conjunct.
(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (assert (> x y)) (check-sat) (get-qe-disjunct (forall ((z Int)) (=> (= z x) (> z y))))
(define-fun x () Int 3)(define-fun y () Int 2)
(> x y) ; disjunct plausible
true ; disjunct plausible
(< x 3) ; step wrong
false ; step wrong

; A `let` may precede the quantifiers.
(set-logic ALL) (declare-fun x () Int) (declare-fun p () Bool) (assert (> x 1)) (check-sat) (get-qe-disjunct (let ((b (> x 2))) (exists ((y Int)) (exists ((z Int)) (and b (or b p) (< x y z))))))
(define-fun x () Int 2)(define-fun p () Bool true)
(> x 2) ; disjunct plausible
p ; step wrong

; No part is promised of a formula with both quantifiers.
(set-logic ALL) (declare-fun x () Int) (assert (> x 1)) (check-sat) (get-qe-disjunct (forall ((z Int)) (exists ((y Int)) (< z y x))))
(define-fun x () Int 3)
true ; disjunct unreadable
false ; disjunct unreadable

; Exhaustion decides over few values.
(declare-fun p () Bool) (declare-fun q () Bool) (assert (or p q)) (check-sat) (get-qe-disjunct (exists ((p Bool)) (exists ((r Bool)) (and p q r))))
(define-fun p () Bool true)(define-fun q () Bool true)
q ; disjunct right
(and p q) ; disjunct right
false ; disjunct right
; True under the witness, and not where q is false.
p ; step wrong

; An abduct implies the conjecture.
(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (declare-fun p () Bool) (assert (> x y)) (push 1) (assert (= y 1)) (pop 1) (assert (< x 4)) (check-sat) (get-abduct A (> y 2))
(define-fun x () Int 3)(define-fun y () Int 2)(define-fun p () Bool true)
(define-fun A () Bool (> y 3)) ; abduct plausible
(define-fun A () Bool (= x 2)) ; abduct plausible
; True under the witness, which makes the conjecture false.
(define-fun A () Bool (> y 1)) ; step wrong
(define-fun A () Bool true) ; step wrong
(define-fun A () Bool (> (div y 0) 1)) ; abduct undecided
fail ; abduct unreadable

; Exhaustion decides over few values.
(declare-fun p () Bool) (declare-fun q () Bool) (assert (or p q)) (check-sat) (get-qe (exists ((p Bool)) (and p q)))
(define-fun p () Bool true)(define-fun q () Bool true)
q ; elimination right
; Equivalent under the witness, and not where q is false.
true ; step wrong

; An abduct contradicts nothing that is asserted.
(declare-fun p () Bool) (declare-fun q () Bool) (assert (or p q)) (check-sat) (get-abduct A q)
(define-fun p () Bool true)(define-fun q () Bool true)
(define-fun A () Bool (not p)) ; abduct right
(define-fun A () Bool p) ; step wrong
(define-fun A () Bool (and (not p) (not q))) ; step wrong

; It need not agree with assumptions.
(declare-fun p () Bool) (declare-fun q () Bool) (assert (or p q)) (check-sat-assuming (p)) (get-abduct A q)
(define-fun p () Bool true)(define-fun q () Bool true)
(define-fun A () Bool (not p)) ; abduct right

; An interpolant follows from the one side.
(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (declare-fun z () Int) (assert (! (> x y) :named a)) (push 1) (assert (! (= y 1) :named b)) (pop 1) (assert (! (> y 2) :named c)) (assert (< x z)) (check-sat-assuming ((< x 3))) (get-interpolant (a c))
(define-fun x () Int 6)(define-fun y () Int 4)(define-fun z () Int 0)
(> x 2) ; interpolant plausible
(let ((_let0 x)) (not (<= _let0 2))) ; interpolant plausible
; Too strong, as the witness of the one side shows.
(> x 6) ; step wrong
false ; step wrong
(> (div x 0) 7) ; interpolant undecided
(unheard-of x) ; interpolant undecided
 ; interpolant unreadable
unsupported () ; interpolant unreadable
(error "mixed lemmas") ; interpolant unreadable
(forall) ; interpolant unreadable
true false ; interpolant unreadable

; An interpolant contradicts the other side.
(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (declare-fun z () Int) (assert (! (> x y) :named a)) (push 1) (assert (! (= y 1) :named b)) (pop 1) (assert (! (> y 2) :named c)) (assert (< x z)) (check-sat-assuming ((< x 3))) (get-interpolant (a c))
(define-fun x () Int 2)(define-fun y () Int 7)(define-fun z () Int 5)
(> x 2) ; interpolant plausible
; Too weak, as the witness of the other side shows.
(> x 1) ; step wrong

; An interpolant is between assertions and a conjecture, which holds under the witness.
(declare-fun x () Int)(declare-fun y () Int)(assert (> x y))(assert (> y 2))(check-sat)(get-interpolant I (or (= x 0) (> x y)))
(define-fun x () Int 6)(define-fun y () Int 4)
(define-fun I () Bool (> x y)) ; interpolant plausible
(define-fun I () Bool (> x 6)) ; step wrong

; The conjecture does not hold under the witness.
(declare-fun x () Int)(declare-fun y () Int)(assert (> x y))(assert (> y 2))(check-sat)(get-interpolant I (or (= x 0) (> x y)))
(define-fun x () Int 3)(define-fun y () Int 4)
(define-fun I () Bool (> x y)) ; interpolant plausible
(define-fun I () Bool (> x 2)) ; step wrong
(error "no interpolant") ; interpolant unreadable

; Exhaustion decides over few values.
(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun r () Bool)(assert (! (and p q) :named a))(assert (! (=> q (not r)) :named b))(assert (or r (not q)))(check-sat)(get-interpolant (a b))
(and q (not r)) ; interpolant right
q ; step wrong
(not r) ; step wrong
(or (not q) (not r)) ; step wrong
true ; step wrong
false ; step wrong

; Definitions hide no symbol.
(declare-fun p () Bool)(declare-fun q () Bool)(define-fun both () Bool (and p q))(assert (! both :named a))(assert (not q))(check-sat)(get-interpolant (a))
q ; interpolant right

; The witness satisfies no core.
(declare-fun x () Int)(assert (! (< x 3) :named a)) (assert (! (> (* x x) 8) :named b)) (assert (! (> x 4) :named c)) (check-sat)(get-unsat-core)
(define-fun x () Int 2)
(a c) ; core plausible
; Not minimal, but right.
(a b c) ; core plausible
(a) ; core wrong
() ; core wrong
(a d) ; core wrong
(a x) ; core wrong
(error "no") ; core unreadable
 ; core unreadable
a ; core unreadable

; What has no name or is assumed belongs to every core.
(declare-fun x () Int)(assert (! (< x 3) :named a)) (assert (! (> (* x x) 8) :named b)) (assert (! (> x 4) :named c)) (assert (= x 7))(check-sat)(get-unsat-core)
(define-fun x () Int 2)
(a) ; core plausible

(declare-fun x () Int)(declare-fun p () Bool)(assert (! (=> p (> x 2)) :named a))(check-sat-assuming (p (< x 3)))(get-unsat-core)
(define-fun x () Int 2)(define-fun p () Bool false)
(a) ; core plausible
(a p) ; core plausible

(declare-fun x () Int)(declare-fun p () Bool)(assert (! (=> p (> x 2)) :named a))(check-sat-assuming (p (< x 3)))(get-unsat-assumptions)
(define-fun x () Int 2)(define-fun p () Bool false)
((< x 3) p) ; core plausible
((< x 3)) ; core wrong
((not p)) ; core wrong

; What SMT-LIB leaves open contradicts no core.
(declare-fun x () Int)(assert (! (= (div x 0) (div x 0)) :named a))(assert (! (= (div x 0) 5) :named b))(check-sat)(get-unsat-core)
(define-fun x () Int 2)
(a) ; core wrong
(b) ; core plausible

; Names of closed levels are no core.
(declare-fun x () Int)(push 1)(assert (! (> x 4) :named c))(pop 1)(assert (! (< x 3) :named a))(assert (! (> x 2) :named b))(check-sat)(get-unsat-core)
(define-fun x () Int 2)
(a b) ; core plausible
(a c) ; core wrong

; Proofs: an identity holds for all values.
(set-logic ALL) (declare-fun x () Int) (declare-fun y () Int) (assert (= x (+ y 1))) (assert (forall ((n Int)) (> n y))) (check-sat) (get-proof)
(define-fun x () Int 2)(define-fun y () Int 1)
((ARITH_POLY_NORM :conclusion (= (- x y) (+ x (* (- 1) y))) :args (a))) ; proof plausible
; It is true under the witness, and false under others.
((ARITH_POLY_NORM :conclusion (= (- x y) 1) :args (a))) ; step wrong
; A conclusion may be false only where a premise is.
((EQ_RESOLVE :conclusion (> x y) (ASSUME :conclusion (= x (+ y 1)) :args ((= x (+ y 1)))) :args ())) ; proof plausible
((EQ_RESOLVE :conclusion (< x y) (ASSUME :conclusion (= x (+ y 1)) :args ((= x (+ y 1)))) :args ())) ; step wrong
((TRUST :conclusion false (ASSUME :conclusion (= x (+ y 1)) :args ((= x (+ y 1)))) :args (a))) ; step wrong
; A false lemma that follows from a false one is not the wrong step.
((SYMM :conclusion (= 7 x) (TRUST :conclusion (= x 7) :args (a)))) ; proof plausible
((let ((_let_1 (< x y))) (let ((_let_2 (ASSUME :conclusion (= x (+ y 1)) :args ((= x (+ y 1)))))) (AND :conclusion _let_1 _let_2)))) ; step wrong
; What is not told is not judged.
((ASSUME :conclusion (< x y) :args ((< x y)))) ; proof plausible
((TRUST :conclusion (< x y) :args (a))) ; proof plausible
((SKOLEM_INTRO :conclusion (= @purify_1 x) :args (x))) ; proof plausible
((ARITH_POLY_NORM :conclusion (= (div x 0) 5) :args (a))) ; proof plausible
((THEORY_REWRITE :conclusion (= (unheard-of x) x) :args (a))) ; proof plausible
; Variables of quantifiers elsewhere, one of which has the name of a symbol.
((SYMM :conclusion (= n 5) :args ())) ; proof plausible
((CONG :conclusion (= (exists ((x Bool)) x) false) (SYMM :conclusion (= x 2) :args ()))) ; proof plausible
((error "no proof")) ; proof unreadable
((R :conclusion (exists) :args ())) ; proof unreadable
; Steps may be about all values.
((ALPHA :conclusion (= (exists ((b Bool)) (and b (= x x))) true) :args ())) ; proof plausible
((ALPHA :conclusion (= (exists ((b Bool)) (and b (not b))) true) :args ())) ; step wrong
