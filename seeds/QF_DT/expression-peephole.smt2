; A peephole rewriter on expression trees keeps its promise about negation normal form.
(set-info :smt-lib-version 2.6)
(set-logic QF_DT)
(set-info :source |One rewriting step on Boolean expression trees that removes double negations and pushes a negation through conjunction and disjunction. The negated claim says that a rewritten node still has the old shape.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-datatypes ((Name 0) (Expr 0)) (
  ((va) (vb) (vc))
  ((leaf (name Name)) (neg (arg Expr)) (conj (cl Expr) (cr Expr)) (disj (dl Expr) (dr Expr)))))
(declare-const input Expr)
(declare-const output Expr)
(declare-const below Expr)
(declare-const other Expr)
(declare-const changed Bool)
(declare-const twice Bool)
(define-fun step ((e Expr)) Expr
  (ite (not ((_ is neg) e)) e
  (ite ((_ is neg) (arg e)) (arg (arg e))
  (ite ((_ is conj) (arg e)) (disj (neg (cl (arg e))) (neg (cr (arg e))))
  (ite ((_ is disj) (arg e)) (conj (neg (dl (arg e))) (neg (dr (arg e))))
       e)))))
(define-fun literal ((e Expr)) Bool
  (or ((_ is leaf) e) (and ((_ is neg) e) ((_ is leaf) (arg e)))))

; the input is a negation of something that is not a variable
(assert (= input (neg below)))
(assert (not ((_ is leaf) below)))
(assert (= output (step input)))
(assert (= changed (distinct output input)))
; the second rewriting step works on the root again
(assert (= twice (not (= (step output) output))))
; the context compares the result with another expression
(assert (xor (= other output) (= other (neg output))))
(assert (=> ((_ is conj) other) (= (neg (cl other)) (neg (cl output)))))
; negated claims about the step
(assert (or (not changed)
            (and ((_ is conj) below) (not ((_ is disj) output)))
            (and ((_ is disj) below) (not (= (neg (dr below)) (cr output))))
            (and twice (not ((_ is neg) below)))
            (and ((_ is neg) below) (xor (= output (arg below)) (= input (neg (neg output)))))
            (and (= other input) (distinct output below) (literal output)
                 (not ((_ is neg) below)))
            (= below (conj input other))))
(check-sat)
(exit)
