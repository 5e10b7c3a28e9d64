; Reference counting frees an object exactly when its last owner disappears.
(set-info :smt-lib-version 2.6)
(set-logic UFLIA)
(set-info :source |A count function for three operations: copying a handle, dropping a handle and moving it. The negated claim says that an object is freed too early, leaks, or that an unrelated count changes.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-sort Obj 0)
(declare-fun rc0 (Obj) Int)
(declare-fun rc1 (Obj) Int)
(declare-fun rc2 (Obj) Int)
(declare-fun freed (Obj) Bool)
(declare-fun pins (Obj) Int)
(declare-const p Obj)
(declare-const q Obj)
(declare-const other Obj)
(declare-const copied Bool)
(declare-const moved Bool)
(declare-const weak Bool)
(define-fun alive ((o Obj)) Bool (> (rc0 o) 0))

; counts are never negative, pins are part of the count
(assert (forall ((o Obj)) (! (and (>= (pins o) 0) (<= (pins o) (rc0 o))) :pattern ((rc0 o)))))
; step 1: copy increments p, a move leaves everything as it is
(assert (xor copied moved))
(assert (forall ((o Obj)) (! (= (rc1 o) (ite (and copied (= o p)) (+ (rc0 o) 1) (rc0 o))) :pattern ((rc1 o)))))
; step 2: drop decrements q unless the handle is weak
(assert (forall ((o Obj)) (! (= (rc2 o) (ite (and (not weak) (= o q)) (- (rc1 o) 1) (rc1 o))) :pattern ((rc2 o)))))
; objects are freed when they were alive and their count is zero
(assert (forall ((o Obj)) (! (= (freed o) (and (alive o) (= (rc2 o) 0))) :pattern ((freed o)))))
; the handles belong to living objects; a weak drop needs another strong handle
(assert (and (alive p) (alive q)))
(assert (=> weak (or (distinct p q) (>= (rc0 q) 2))))
(assert (=> (and moved (= p q)) (> (pins p) 0)))
; negated claims
(assert (or
  (exists ((o Obj)) (< (rc2 o) 0))
  (and copied (freed p))
  (and (freed q) (distinct (rc0 q) (ite (= p q) (ite copied 0 1) 1)))
  (and (not weak) (= (rc0 q) 1) (not (freed q)) (or moved (distinct p q)))
  (exists ((o Obj)) (and (distinct o p q) (not (= (rc2 o) (rc0 o)))))
  (and (alive other) (freed other) (not (= other q)))
  (and (= p q) copied (xor weak (= (rc2 p) (+ (rc0 p) 1))))
  (and weak (exists ((o Obj)) (freed o)))))
(assert (or weak moved (<= (pins q) (rc1 q))))
(check-sat)
(exit)
