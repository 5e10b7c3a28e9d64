; A gamma table built from squares is monotone and maps the range onto itself.
(set-info :smt-lib-version 2.6)
(set-logic AUFNIRA)
(set-info :source |A lookup table stores the square of the relative brightness of each pixel level; another function inverts it on the table. The negated claim says that the table or a lookup through it is wrong.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-fun level (Int) Real)
(declare-fun shade (Int) Int)
(declare-const table (Array Int Real))
(declare-const patched (Array Int Real))
(declare-const top Int)
(declare-const a Int)
(declare-const b Int)
(declare-const pix Int)
(declare-const out Real)
(declare-const bright Bool)
(declare-const clipped Bool)
(define-fun valid ((i Int)) Bool (and (<= 0 i) (<= i top)))

; levels are relative to the top level, in product form
(assert (and (<= 1 top) (<= top 255)))
(assert (forall ((i Int)) (! (= (* (level i) (to_real top)) (to_real i)) :pattern ((level i)))))
; the table stores squares
(assert (forall ((i Int)) (! (=> (valid i) (= (select table i) (* (level i) (level i))))
  :pattern ((select table i)))))
; one entry is patched to the value one
(assert (= patched (store table top 1.0)))
; shades are valid indices
(assert (forall ((p Int)) (! (valid (shade p)) :pattern ((shade p)))))
(assert (= bright (>= (* 2 (shade pix)) top)))
(assert (= clipped (= (shade pix) top)))
(assert (= out (select patched (shade pix))))
; two indices that are used in the claims
(assert (and (valid a) (valid b) (< a b)))
; negated claims
(assert (or
  (> (select table a) (select table b))
  (not (= (select patched top) (select table top)))
  (and clipped (distinct out 1.0))
  (and (not clipped) (xor (= out (select table (shade pix))) true))
  (and (= a 0) (distinct (select table a) 0.0))
  (and (= a 0) (= b 1) (not (= (* (select table b) (to_real (* top top))) 1.0)))
  (exists ((i Int)) (and (= i a) (> (select table i) (level b))  (> (level i) 1.0)))
  (and bright (< (* 2.0 (level (shade pix))) 1.0))))
(assert (=> (= b top) (= (level b) 1.0)))
(check-sat)
(exit)
