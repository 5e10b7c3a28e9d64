; Choosing integer dividers of a clock tree for a wanted baud rate.
(set-info :smt-lib-version 2.6)
(set-logic QF_NIRA)
(set-info :source |An oscillator with drift feeds a multiplier and two integer dividers. The model is a choice of dividers for which the relative error of the rate stays below one percent and the internal frequency stays in its window.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const mul Int)
(declare-const div1 Int)
(declare-const div2 Int)
(declare-const osc Real)
(declare-const vco Real)
(declare-const rate Real)
(declare-const want Real)
(declare-const err Real)
(declare-const slow Bool)
(declare-const even_div Bool)
(declare-const ticks Int)

; ranges of the dividers
(assert (and (<= 2 mul 9) (<= 1 div1 8) (<= 3 div2 20)))
(assert (distinct mul div1))
; oscillator in megahertz with tolerance
(assert (ite slow (and (<= 7.9 osc) (<= osc 8.1)) (and (<= 11.8 osc) (<= osc 12.2))))
; frequencies in product form
(assert (= vco (* osc (to_real mul))))
(assert (and (> vco 40.0) (not (> vco 80.0))))
(assert (= (* rate (to_real (* div1 div2))) vco))
; the wanted rate
(assert (or (= want 1.25) (= want 1.5) (= want 2.4)))
(assert (= err (- rate want)))
(assert (let ((square (* 10000.0 err err))) (<= square (* want want))))
; an even divider gives a symmetric clock
(assert (= even_div (or (= (mod div2 2) 0) (= (mod div1 2) 0))))
(assert (=> slow even_div))
(assert (xor even_div (= (* div1 div1) (+ mul 4))))
; a counter of whole cycles in ten microseconds
(assert (= ticks (to_int (* 10.0 rate))))
(assert (and (>= ticks 12) (or (= ticks (+ div1 div2)) (not (is_int (* 10.0 rate))))))
(check-sat)
(exit)
