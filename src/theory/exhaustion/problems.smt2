; Problems with the number of their models and of their open points, or the reason why exhaustion refuses them.

(assert true) ; 1 models, 0 open
(declare-fun p () Bool)(assert p)(assert (not p)) ; 0 models, 0 open
(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(assert (= (bvadd x y) #x3)) ; 16 models, 0 open
(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(assert (= (bvmul x x) #x2)) ; 0 models, 0 open
(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(assert (bvult x y)) ; 120 models, 0 open
(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(assert (> (+ (bv2nat x) (bv2nat y)) 28)) ; 3 models, 0 open
(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(assert (= ((_ int_to_bv 4) (* 3 (ubv_to_int x))) y)) ; 16 models, 0 open
(declare-datatypes ((C 0) (P 0)) (((r) (g) (b)) ((none) (pair (fst C) (snd Bool)))))(declare-fun c () C)(declare-fun p () P)(assert (= (fst p) c)) ; 6 models, 3 open
(declare-datatypes ((C 0) (P 0)) (((r) (g) (b)) ((none) (pair (fst C) (snd Bool)))))(declare-fun c () C)(declare-fun p () P)(assert (and ((_ is pair) p) (= (fst p) c))) ; 6 models, 0 open
(declare-datatypes ((C 0) (P 0)) (((r) (g) (b)) ((none) (pair (fst C) (snd Bool)))))(declare-fun c () C)(declare-fun p () P)(assert (match p ((none (= c r)) ((pair u v) (and v (= u c)))))) ; 4 models, 0 open
(declare-fun a () (Array (_ BitVec 1) Bool))(declare-fun i () (_ BitVec 1))(assert (distinct a (store a i true))) ; 4 models, 0 open
(declare-fun f (Bool Bool) Bool)(declare-fun p () Bool)(assert (and (f p p) (not (f p (not p))))) ; 8 models, 0 open
(declare-fun x () (_ FloatingPoint 2 2))(assert (not (fp.eq x x))) ; 1 models, 0 open
(declare-fun x () (_ FloatingPoint 2 3))(declare-fun m () RoundingMode)(assert (distinct (fp.roundToIntegral m x) (fp.roundToIntegral RNE x))) ; 28 models, 0 open
(declare-fun x () (_ FiniteField 5))(assert (= (ff.mul x x) (as ff4 (_ FiniteField 5)))) ; 2 models, 0 open
(declare-fun x () (_ BitVec 3))(assert (forall ((y (_ BitVec 3))) (bvule x y))) ; 1 models, 0 open
(declare-fun x () (_ BitVec 3))(assert (exists ((y (_ BitVec 3))) (= (bvmul y y) x))) ; 3 models, 0 open
(declare-fun x () (_ BitVec 3))(define-fun f ((z (_ BitVec 3))) Bool (exists ((y (_ BitVec 3))) (= (bvadd y y) z)))(define-fun g ((z (_ BitVec 3))) Bool (forall ((y (_ BitVec 3))) (f (bvmul y z))))(assert (g x)) ; 4 models, 0 open
(declare-fun p () Bool)(assert (= 1 (div (ite p 1 0) (ite p 1 0)))) ; 1 models, 1 open
(declare-fun p () Bool)(assert (= (div 1 (ite p 1 0)) (div 1 (ite p 1 0)))) ; 2 models, 0 open
(declare-fun p () Bool)(assert (< (to_real (ite p 1 2)) 1.5)) ; 1 models, 0 open
(declare-fun p () Bool)(assert (= (str.len (str.++ (ite p "ab" "c") "d")) 3)) ; 1 models, 0 open
(declare-fun x () Int)(assert (= x 1)) ; `x` has more values than exhaustion tries
(declare-fun p () Bool)(assert (exists ((i Int)) (and p (= i 1)))) ; `i` has more values than exhaustion tries
(declare-fun x () (_ BitVec 20))(declare-fun y () (_ BitVec 2))(assert (= x (concat #b000000000000000000 y))) ; its symbols have more than 1048576 combinations of values
(declare-fun p () Bool)(define-fun-rec f ((n Bool)) Bool (and n (f n)))(assert (f p)) ; exhaustion does not support `f`
(define-fun f ((x Real)) Bool (= (seq.unit x) (seq.unit 1.0)))(assert (f (ite (= 1 (div 1 0)) 1 2))) ; 0 models, 1 open
(declare-fun p () Bool)(assert (strange p)) ; exhaustion does not support `strange`
(declare-heap (Bool Bool))(declare-fun p () Bool)(assert (and p (pto p true))) ; 0 models, 1 open
(declare-heap (Bool Bool))(declare-fun p () Bool)(assert (or p (not sep.emp))) ; 1 models, 1 open
