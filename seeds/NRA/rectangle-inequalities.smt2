; Classical inequalities between side, area and diagonal of a rectangle.
(set-info :smt-lib-version 2.6)
(set-logic NRA)
(set-info :source |Statements about all rectangles with a given half perimeter: the square has the largest area, the diagonal is shorter than the half perimeter, and scaling keeps the shape. The negated claim says that one of them fails.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-const a Real)
(declare-const b Real)
(declare-const half Real)
(declare-const diag Real)
(declare-const is_square Bool)
(declare-const thin Bool)
(declare-const scaled Bool)

; a rectangle
(assert (and (> a 0.0) (> b 0.0)))
(assert (= half (+ a b)))
(assert (and (> diag 0.0) (= (* diag diag) (+ (* a a) (* b b)))))
(assert (= is_square (= a b)))
; thin rectangles are three times longer than wide
(assert (= thin (or (>= a (* 3.0 b)) (>= b (* 3.0 a)))))
; a scaled copy has the same ratio and another size
(assert (= scaled (exists ((c Real) (d Real))
  (and (> c a) (> d 0.0) (= (* a d) (* b c)) (<= d b)))))
; negated claims
(assert (or
  (>= diag half)
  (exists ((x Real)) (and (< 0.0 x) (< x half) (> (* 4.0 x (- half x)) (* half half))))
  (and is_square thin)
  (and is_square (distinct (* 4.0 a b) (* half half)))
  (xor is_square (forall ((x Real)) (=> (and (< 0.0 x) (< x half)) (<= (* x (- half x)) (* a b)))))
  scaled
  (and thin (> (* 16.0 a b) (* 3.0 half half)))
  (< (* 2.0 diag diag) (* half half))))
; corner case of the caller
(assert (=> (= half 2.0) (not (and is_square (distinct (* a a) 1.0)))))
(check-sat)
(exit)
