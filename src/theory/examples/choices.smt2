; Formulas that depend on a choice, and their truth values under every choice.
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(define-fun p () Int 2)
(define-fun z () Int 0)
(define-fun q () Bool false)
(define-fun x () Float32 (_ +zero 8 24))
(define-fun y () Float32 (_ -zero 8 24))
(define-fun f ((i Int)) Int (ite (= i 0) 1 2))
(define-fun l () L nil)
(define-fun s () (Seq Bool) (as seq.empty (Seq Bool)))
(<= (ite (= 0 (mod 1 0)) (+ 1 p) p) 5) ; true
(<= (ite (= 0 (mod 1 z)) (+ 1 p) p) 1) ; false
(<= (ite (= 0 (mod 1 0)) (+ 1 p) p) 2) ; open
(= (div 1 0) (div 1 0)) ; true
(distinct 1 (div 1 0) p (div 1 0)) ; false
(= (div 1 0) (div p 0)) ; open
(= (div 1 0) 0) ; open
(or (= (div 1 0) 0) (< p 3)) ; true
(or (= (div 1 0) 0) (not (= (div 1 0) 0))) ; open
(and (= (div 1 0) 0) q) ; false
(=> (= (div 1 0) 0) (< p 3)) ; true
(=> (= (div 1 0) 0) q) ; open
(xor (= (div 1 0) 0) q) ; open
(fp.isZero (fp.min x y)) ; true
(fp.leq (fp.add RNE (fp.max y x) x) x) ; true
(fp.isNegative (fp.min x y)) ; open
(bvule ((_ fp.to_ubv 2) RNE (_ NaN 8 24)) #b11) ; true
(bvult ((_ fp.to_ubv 2) RNE (_ NaN 8 24)) #b11) ; open
(< (ite (seq.nth s 0) 1 2) 3) ; true
(< (* (hd l) (hd l)) 0) ; open
(< (f (hd l)) 3) ; open
((_ is nil) (ite (= (hd l) 1) l (cons 1 l))) ; open
(= (+ (ite (= (hd l) 1) 1 2) (ite (= (hd l) 1) 2 1)) 9) ; false
(= (+ (ite (= (hd l) 1) 1 2) (ite (= (hd l) 1) 2 1)) 3) ; open
(= (div (ite (= (hd l) 1) 1 2) (ite (= (hd l) 1) 0 1)) 3) ; open
(exists ((b Bool)) (= b (= (hd l) 1))) ; open
