; Translation validation of common subexpression elimination and branch merging in a small compiler.
; The source block and the optimised block are run on the same inputs; the
; negated claim says that they differ in the returned value or in the store.
(set-info :smt-lib-version 2.6)
(set-logic QF_UF)
(set-info :source |Equality of a source basic block and its optimised version, with the machine operations kept uninterpreted and only the algebraic facts used by the optimiser given as ground instances.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-sort Val 0)
(declare-sort Mem 0)
(declare-fun add (Val Val) Val)
(declare-fun mul (Val Val) Val)
(declare-fun load (Mem Val) Val)
(declare-fun store (Mem Val Val) Mem)
(declare-fun lt (Val Val) Bool)
(declare-const zero Val)
(declare-const one Val)
(declare-const a Val)
(declare-const b Val)
(declare-const p Val)
(declare-const m0 Mem)
(declare-const flag Bool)
; source block: values computed in program order
(declare-fun s_t1 () Val)
(declare-fun s_t2 () Val)
(declare-fun s_t3 () Val)
(declare-fun s_mem () Mem)
(declare-fun s_ret () Val)
; optimised block
(declare-fun o_t1 () Val)
(declare-fun o_t2 () Val)
(declare-fun o_mem () Mem)
(declare-fun o_ret () Val)

; facts that the optimiser relies on
(assert (and (= (add a b) (add b a))
             (= (mul a one) a)
             (= (mul b one) b)
             (distinct zero one)))
(assert (= (add (load m0 p) zero) (load m0 p)))
; reading back the cell just written
(assert (=> (= s_mem (store m0 p s_t3)) (= (load s_mem p) s_t3)))
(assert (=> (= o_mem (store m0 p o_t2)) (= (load o_mem p) o_t2)))

; source: t1 = a*1 + b; t2 = b*1 + a; if (flag) t3 = t1 + (m[p]+0) else t3 = t2 + m[p]
(assert (= s_t1 (add (mul a one) b)))
(assert (= s_t2 (add (mul b one) a)))
(assert (ite flag
             (= s_t3 (add s_t1 (add (load m0 p) zero)))
             (= s_t3 (add s_t2 (load m0 p)))))
; m[p] = t3; return (t1 < t3) ? m[p] : t2
(assert (= s_mem (store m0 p s_t3)))
(assert (= s_ret (ite (lt s_t1 s_t3) (load s_mem p) s_t2)))

; target: one sum, no branch, the stored value forwarded to the return
(assert (= o_t1 (add a b)))
(assert (= o_t2 (add o_t1 (load m0 p))))
(assert (= o_mem (store m0 p o_t2)))
(assert (let ((less (lt o_t1 o_t2)))
  (and (=> less (= o_ret o_t2))
       (or less (= o_ret o_t1)))))

; the claim that some observable result differs
(assert (or (not (= s_ret o_ret))
            (not (= s_mem o_mem))
            (xor (lt s_t2 s_t3) (lt o_t1 o_t2))
            (distinct (load s_mem p) (load o_mem p))))
(check-sat)
(exit)
