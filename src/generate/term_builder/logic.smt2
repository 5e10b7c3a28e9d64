; Formulas, and whether their logic admits them. Coefficients that the strictest solvers do not read become plain.

(set-logic QF_LRA)(declare-fun x () Real)(declare-fun y () Real)
(define-fun scaled ((k Real) (v Real)) Real (* v k))(assert (< (scaled 3.0 x) y))
(< (* (/ 2 (- (- 4))) x) y) ; becomes (< (* (/ 1.0 2.0) x) y)
(< (* (- (- (- 2))) x) y) ; becomes (< (* (- 2.0) x) y)
(< (* 3 (/ 2 (- (- 4)))) y) ; admitted
(< (/ x (/ (/ 1 2) 4)) y) ; becomes (< (/ x (/ 1.0 8.0)) y)
(< (+ x (/ 1 (- (- (- 4))))) y) ; becomes (< (+ x (/ 1 (- 4.0))) y)
(< (scaled (- (- (- 2))) x) y) ; becomes (< (scaled (- 2.0) x) y)
(< (+ x (- (- (- 4)))) y) ; admitted

(set-logic QF_NRA)(declare-fun x () Real)(declare-fun y () Real)
(define-fun scaled ((k Real) (v Real)) Real (* v k))(assert (< (scaled 3.0 x) y))
(< (* (/ 2 (- (- 4))) x) y) ; admitted

(set-logic QF_RDL)(declare-fun x () Real)(declare-fun y () Real)
(define-fun scaled ((k Real) (v Real)) Real (* v k))(assert (< (scaled 3.0 x) y))
(< (- x y) (/ 2 (- (- 4)))) ; becomes (< (- x y) (/ 1.0 2.0))
(< (- x y) (/ (- 1.0) 2.0)) ; admitted
(< (- x y) (/ x 2.0)) ; refused

; Functions that multiply are linear, too.
(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)
(define-fun scaled ((v Int) (k Int)) Int (+ v (* k v)))
(define-fun twice ((v Int) (k Int)) Int (scaled (+ v v) k))
(assert (< (scaled x 3) (twice y 4)))
(< (scaled x (- 2)) y) ; admitted
(< (scaled x y) 2) ; refused
(< (scaled 2 x) y) ; refused
(< (twice x 2) y) ; admitted
(< (twice x y) y) ; refused
(< (* 2 x) y) ; admitted
(< (* x y) 2) ; refused
(< (mod x (- 2)) (div y x)) ; refused
(< (mod x (- 2)) (div y (- 0))) ; refused

(set-logic QF_NIA)(declare-fun x () Int)(declare-fun y () Int)
(< (* x y) (mod x y)) ; admitted
(< (mod x 0) y) ; admitted

(set-logic QF_IDL)(declare-fun x () Int)(declare-fun y () Int)
(define-fun apart ((a Int) (b Int) (d Int)) Bool (>= (- a b) d))
(< (- x y) (- 3)) ; admitted
(distinct x y) ; admitted
(< x (- x y)) ; refused
(= x 3) ; refused
(= (ite (< x y) x y) y) ; refused
(ite (< x y) (= x y) (< y x)) ; admitted
(or (apart x y 3) (apart y x 4)) ; admitted
(or (apart x y 3) (apart y x y)) ; refused

(set-logic QF_S)(declare-fun s () String)
(str.in_re s (re.range "a" s)) ; refused
(str.in_re s (re.range "a" "b")) ; admitted

(set-logic ALL)(declare-fun x () Int)(declare-fun y () Int)
(= x (select ((as const (Array Int Int)) y) 1)) ; refused
(= x (select ((as const (Array Int Int)) (- 1)) 1)) ; admitted
