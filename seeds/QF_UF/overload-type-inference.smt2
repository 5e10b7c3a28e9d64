; Type inference with overloaded operators for a small functional expression.
(set-info :smt-lib-version 2.6)
(set-logic QF_UF)
(set-info :source |Constraints produced for the term  let g = fun x y -> if x < y then x + 1 else neg y in print (g u v), where plus, less and print are overloaded and each use picks one instance.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-sort Ty 0)
(declare-const int_t Ty)
(declare-const real_t Ty)
(declare-const bool_t Ty)
(declare-const str_t Ty)
(declare-const unit_t Ty)
(declare-fun arrow (Ty Ty) Ty)
(declare-fun dom (Ty) Ty)
(declare-fun cod (Ty) Ty)
; one type variable for each node of the term
(declare-const tx Ty)
(declare-const ty Ty)
(declare-const tless Ty)
(declare-const tsum Ty)
(declare-const tneg Ty)
(declare-const tif Ty)
(declare-const tg Ty)
(declare-const tprint Ty)
(declare-const tu Ty)
(declare-const tv Ty)
; which instance each overloaded use selects
(declare-const plus_is_int Bool)
(declare-const less_is_str Bool)
(declare-const neg_is_real Bool)
(declare-const literal_coerced Bool)
(define-fun numeric ((t Ty)) Bool (or (= t int_t) (= t real_t)))
(define-fun is_fun ((t Ty)) Bool (= t (arrow (dom t) (cod t))))

; base types are different, and no base type is a function type
(assert (distinct int_t real_t bool_t str_t unit_t))
(assert (not (or (is_fun int_t) (is_fun real_t) (is_fun bool_t) (is_fun str_t) (is_fun unit_t))))
; projections of the function types that occur
(assert (and (= (dom (arrow ty tif)) ty) (= (cod (arrow ty tif)) tif)))
(assert (and (= (dom (arrow tx (arrow ty tif))) tx)
             (= (cod (arrow tx (arrow ty tif))) (arrow ty tif))))
; x < y : both sides have one type, numeric or string, result bool
(assert (and (= tx ty)
             (ite less_is_str (= tx str_t) (numeric tx))
             (= tless bool_t)))
; x + 1 : the literal is an int unless it was coerced
(assert (= plus_is_int (and (= tx int_t) (= tsum int_t))))
(assert (or plus_is_int (and literal_coerced (= tx real_t) (= tsum real_t))))
(assert (=> literal_coerced (not plus_is_int)))
; neg y
(assert (= ty tneg (ite neg_is_real real_t int_t)))
; both branches of the conditional
(assert (and (= tif tsum) (= tif tneg)))
; g : tx -> ty -> tif, applied to u and v
(assert (= tg (arrow tx (arrow ty tif))))
(assert (let ((partial (cod tg)))
  (and (is_fun tg) (is_fun partial) (= tu (dom tg)) (= tv (dom partial))
       (= tprint (cod partial)))))
; print takes reals or strings only; u was read from an untyped source
(assert (or (= tprint real_t) (= tprint str_t)))
(assert (=> (xor less_is_str neg_is_real) (distinct tu bool_t)))
(assert (not (= tu tv unit_t)))
(check-sat)
(exit)
