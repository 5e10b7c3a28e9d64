; Three instructions of a stack machine with typed values.
(set-info :smt-lib-version 2.6)
(set-logic UFDTLIA)
(set-info :source |Instructions and values are datatypes, the program is a function of the program counter, and the stack a function of time. The model is a program that leaves a given number on the stack and jumps once.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-datatypes ((Value 0) (Instr 0) (Stack 0)) (
  ((num (val Int)) (flag (bit Bool)))
  ((push_num (arg Int)) (add) (less) (jump_if (target Int)))
  ((bottom) (on (top Value) (rest Stack)))))
(declare-fun code (Int) Instr)
(declare-fun pc (Int) Int)
(declare-fun stack (Int) Stack)
(declare-const a Int)
(declare-const b Int)
(declare-const jumped Bool)
(declare-const small Bool)
(define-fun two_nums ((s Stack)) Bool
  (and ((_ is on) s) ((_ is num) (top s)) ((_ is on) (rest s)) ((_ is num) (top (rest s)))))
(define-fun exec ((i Instr) (s Stack) (r Stack)) Bool (and
  (=> ((_ is push_num) i) (= r (on (num (arg i)) s)))
  (=> (= i add) (and (two_nums s)
    (= r (on (num (+ (val (top s)) (val (top (rest s))))) (rest (rest s))))))
  (=> (= i less) (and (two_nums s)
    (= r (on (flag (< (val (top s)) (val (top (rest s))))) (rest (rest s))))))
  (=> ((_ is jump_if) i) (and ((_ is on) s) ((_ is flag) (top s)) (= r (rest s))))))

; the program only uses small constants and jumps forwards
(assert (forall ((p Int)) (! (=> (and (<= 0 p) (<= p 3)) (and
    (=> ((_ is push_num) (code p)) (<= 0 (arg (code p)) 9))
    (=> ((_ is jump_if) (code p)) (and (< p (target (code p))) (<= (target (code p)) 5)))))
  :pattern ((code p)))))
; start of the run
(assert (and (= (pc 0) 0) (= (stack 0) (on (num a) (on (num b) bottom)))))
; the effect of each instruction, for three steps
(assert (exec (code (pc 0)) (stack 0) (stack 1)))
(assert (exec (code (pc 1)) (stack 1) (stack 2)))
(assert (exec (code (pc 2)) (stack 2) (stack 3)))
; the program counter
(assert (forall ((t Int)) (=> (and (<= 0 t) (< t 3))
  (= (pc (+ t 1)) (ite (and ((_ is jump_if) (code (pc t))) (= (top (stack t)) (flag true)))
                       (target (code (pc t))) (+ (pc t) 1))))))
; what the run has to show
(assert (and (<= 1 a 20) (<= 1 b 20) (distinct a b)))
(assert (= small (< a b)))
(assert (= jumped (exists ((t Int)) (and (<= 0 t) (< t 3) (> (pc (+ t 1)) (+ (pc t) 1))))))
(assert (or (= (stack 3) (on (num 12) bottom)) (= (stack 3) (on (num 7) (on (num 5) bottom)))))
(assert (xor jumped (= (code 0) (push_num a))))
(assert (=> (not jumped) (and small (= (code 1) add))))
(assert (not (= (code 0) (code 2) add)))
(check-sat)
(exit)
