//! Theorems: formulas that hold for all values. Each row of the table is a law, and so are each identity and each
//! evaluation.

use std::cell::OnceCell;

use super::evaluations::{evaluate_below, evaluate_call};
use super::identities::identical;
use super::law::{Hole, Law, Number};
use super::schema::{Family, Schema, instantiate_any, law, number, schemas};
use crate::generate::sources::build_formulas::{Built, Material, derive_formulas};
use crate::generate::sources::context::bodies::Bodies;
use crate::generate::term_builder::{MutationContext, TermBuilder};
use crate::rng::Rng;
use crate::smtlib::{Sort, TermId};
use crate::theory::operators::op;

/// The laws that are not identities of one term.
pub(super) const THEOREMS: &[Schema] = schemas! {
    Any (OR (DISTINCT t u) (DISTINCT u v) (EQUAL t v)),
    Any (EQUAL (EQUAL t (ITE c u v)) (ITE c (EQUAL t u) (EQUAL t v))),
    Any (EQUAL (EQUAL (STORE a j t) (STORE a j u)) (EQUAL t u)),
    Array (EQUAL (EQUAL t u) (EQUAL (STORE t i (SELECT u i)) (STORE u i (SELECT t i)))),
    Array (EQUAL (STORE (STORE t i (SELECT u i)) k (SELECT u k)) (STORE (STORE t k (SELECT u k)) i (SELECT u i))),
    Array (OR (DISTINCT t (STORE u i (SELECT t i))) (DISTINCT (SELECT t i) (SELECT u i)) (EQUAL t u)),
    Array (OR (EQUAL i k) (EQUAL (SELECT (STORE t i (SELECT u i)) k) (SELECT t k))),
    Array (OR (DISTINCT t u) (EQUAL (SELECT t i) (SELECT u i))),
    Int (EQUAL (LEQ t u) (LT t (PLUS u 1))),
    Int (OR (LT t u) (EQUAL t u) (LT u t)),
    Int (OR (LEQ t u) (GEQ (MINUS t u) 1)),
    Int (GEQ (TIMES t t) t),
    Int (LT (MOD t Factor) Factor),
    Int (LEQ 0 (MOD t Factor)),
    Int (EQUAL (MOD (PLUS t (TIMES Factor u)) Factor) (MOD t Factor)),
    Int (EQUAL (INT_DIV (PLUS t (TIMES Factor u)) Factor) (PLUS u (INT_DIV t Factor))),
    Int (EQUAL ([DIVISIBLE Factor] t) (EQUAL (MOD t Factor) 0)),
    Int (EQUAL (ABS (MINUS t u)) (ABS (MINUS u t))),
    Int (EQUAL (TIMES (PLUS t u) (MINUS t u)) (MINUS (TIMES t t) (TIMES u u))),
    Int (OR (LT t 0) (EQUAL (STR_TO_INT (STR_FROM_INT t)) t)),
    Int (EQUAL (LT t 0) (EQUAL (STR_LEN (STR_FROM_INT t)) 0)),
    Real (OR (LT t u) (EQUAL t u) (LT u t)),
    Real (OR (LEQ t u) (LT u (REAL_DIV (PLUS t u) 2))),
    Real (LEQ (TO_REAL (TO_INT t)) t),
    Real (LT t (PLUS (TO_REAL (TO_INT t)) 1)),
    Real (EQUAL (IS_INT t) (EQUAL t (TO_REAL (TO_INT t)))),
    Real (GEQ (PLUS (TIMES t t) 1) t),
    Bits (EQUAL (BVULT t u) (NOT (BVULE u t))),
    Bits (EQUAL (BVULT t u) (BVULT (BVNOT u) (BVNOT t))),
    Bits (EQUAL (BVSLT t u) (BVSLT (BVNOT u) (BVNOT t))),
    Bits (EQUAL (BVULT t u) (BVULT ([ZERO_EXTEND Factor] t) ([ZERO_EXTEND Factor] u))),
    Bits (EQUAL (BVSLT t u) (BVSLT ([SIGN_EXTEND Factor] t) ([SIGN_EXTEND Factor] u))),
    Bits (EQUAL (BVCOMP t u) (BVCOMP u t)),
    Bits (EQUAL (EQUAL (BVCOMP t u) (BVCOMP t t)) (EQUAL t u)),
    Bits (BVULE (BVAND t u) t),
    Bits (BVULE t (BVOR t u)),
    Bits (BVULE (BVLSHR t u) t),
    Bits (EQUAL (BVSUB t u) (BVNOT (BVADD (BVNOT t) u))),
    Bits (EQUAL (BVXOR t u) (BVSUB (BVOR t u) (BVAND t u))),
    Bits (EQUAL (BVADD t u) (BVADD (BVXOR t u) (BVSHL (BVAND t u) {One}))),
    Bits (EQUAL (BVADD t u) (BVADD (BVOR t u) (BVAND t u))),
    Bits (EQUAL (BVSHL (BVADD t u) v) (BVADD (BVSHL t v) (BVSHL u v))),
    Bits (EQUAL (BVLSHR (BVAND t u) v) (BVAND (BVLSHR t v) (BVLSHR u v))),
    Bits (EQUAL (BVASHR (BVNOT t) u) (BVNOT (BVASHR t u))),
    Bits (EQUAL (BVULT (BVADD t u) t) (BVUADDO t u)),
    Bits (EQUAL (BVULT t u) (BVUSUBO t u)),
    Bits (EQUAL (BVNEGO t) (AND (EQUAL t (BVNEG t)) (DISTINCT t {Zero}))),
    Bits (EQUAL (BVULT t u) (LT (UBV_TO_INT t) (UBV_TO_INT u))),
    Bits (EQUAL (BVSLT t u) (LT (SBV_TO_INT t) (SBV_TO_INT u))),
    Bits (LEQ 0 (UBV_TO_INT t)),
    Bits (EQUAL ([INT_TO_BV Width] (UBV_TO_INT t)) t),
    Bits (EQUAL ([INT_TO_BV Width] (SBV_TO_INT t)) t),
    Bits (EQUAL ([INT_TO_BV Width] (PLUS (UBV_TO_INT t) (SBV_TO_INT u))) (BVADD t u)),
    Wide (EQUAL ([EXTRACT Top Cut] (BVXOR t u)) (BVXOR ([EXTRACT Top Cut] t) ([EXTRACT Top Cut] u))),
    Wide (EQUAL ([EXTRACT Below 0] (BVADD t u)) (BVADD ([EXTRACT Below 0] t) ([EXTRACT Below 0] u))),
    Narrow (EQUAL (BVMUL t (BVADD u v)) (BVADD (BVMUL t u) (BVMUL t v))),
    Narrow (BVULE (BVUREM t u) t),
    Narrow (OR (EQUAL u {Zero}) (BVULT (BVUREM t u) u)),
    Narrow (OR (EQUAL u {Zero}) (BVULE (BVUDIV t u) t)),
    Narrow (OR (EQUAL u {Zero}) (EQUAL (BVUREM (BVSUB t (BVUREM t u)) u) {Zero})),
    Narrow (OR (EQUAL (BVSREM t u) {Zero}) (EQUAL (BVSLT t {Zero}) (BVSLT (BVSREM t u) {Zero}))),
    Narrow (OR (EQUAL u {Zero}) (EQUAL (BVSMOD t u) {Zero}) (EQUAL (BVSLT u {Zero}) (BVSLT (BVSMOD t u) {Zero}))),
    Float (EQUAL (FP_LT t u) (FP_GT u t)),
    Float (OR (FP_IS_NAN t) (FP_IS_NAN u) (FP_LT t u) (FP_GEQ t u)),
    Float (EQUAL (FP_EQ t u) (AND (FP_LEQ t u) (FP_LEQ u t))),
    Float (EQUAL (FP_EQ t u) (OR (AND (FP_IS_ZERO t) (FP_IS_ZERO u)) (AND (EQUAL t u) (NOT (FP_IS_NAN t))))),
    Float (EQUAL (FP_ADD (RNE) t u) (FP_ADD (RNE) u t)),
    Float (EQUAL (FP_MUL (RTP) t u) (FP_MUL (RTP) u t)),
    Float (EQUAL (FP_SUB (RTN) t u) (FP_ADD (RTN) t (FP_NEG u))),
    Float (EQUAL (FP_DIV (RNA) (FP_NEG t) u) (FP_NEG (FP_DIV (RNA) t u))),
    Float (EQUAL (FP_FMA (RNE) t {One} u) (FP_ADD (RNE) t u)),
    Float (EQUAL (FP_FMA (RTZ) t u {MinusZero}) (FP_MUL (RTZ) t u)),
    Float (EQUAL (FP_ABS (FP_SUB (RTZ) t u)) (FP_ABS (FP_SUB (RTZ) u t))),
    Float (OR (FP_IS_NAN t) (FP_IS_NAN u) (FP_LEQ (FP_MIN t u) (FP_MAX t u))),
    Float (OR (FP_IS_NAN t) (FP_LEQ (FP_ROUND_TO_INTEGRAL (RTN) t) t)),
    Float (OR (FP_IS_NAN t) (FP_LEQ t (FP_ROUND_TO_INTEGRAL (RTP) t))),
    Float (EQUAL (FP_IS_NAN (FP_SQRT (RNE) t)) (OR (FP_IS_NAN t) (FP_LT t {Zero}))),
    Float (OR (FP_IS_NAN t) (FP_IS_INFINITE t) (FP_EQ ([TO_FP Exponent Significand] (RNE) (FP_TO_REAL t)) t)),
    Text (EQUAL (STR_LEN (STR_CONCAT t u)) (PLUS (STR_LEN t) (STR_LEN u))),
    Text (EQUAL (EQUAL (STR_CONCAT t u) (STR_CONCAT t v)) (EQUAL u v)),
    Text (STR_CONTAINS (STR_CONCAT u t v) t),
    Text (STR_PREFIXOF t (STR_CONCAT t u)),
    Text (STR_SUFFIXOF u (STR_CONCAT t u)),
    Text (EQUAL (STR_CONTAINS t u) (GEQ (STR_INDEXOF t u 0) 0)),
    Text (EQUAL (STR_PREFIXOF u t) (EQUAL u (STR_SUBSTR t 0 (STR_LEN u)))),
    Text (EQUAL (STR_PREFIXOF u t) (EQUAL (STR_INDEXOF t u 0) 0)),
    Text (OR (STR_CONTAINS t u) (EQUAL (STR_REPLACE t u v) t)),
    Text (OR (STR_CONTAINS t u) (EQUAL (STR_REPLACE_ALL t u v) t)),
    Text (EQUAL (STR_REPLACE (STR_CONCAT u t) u v) (STR_CONCAT v t)),
    Text (LEQ (STR_LEN (STR_SUBSTR t 1 Factor)) Factor),
    Text (LT (STR_INDEXOF t u Factor) (PLUS (STR_LEN t) 1)),
    Text (EQUAL (STR_LEQ t u) (OR (STR_LT t u) (EQUAL t u))),
    Text (EQUAL (STR_LT t u) (NOT (STR_LEQ u t))),
    Text (OR (STR_LT (STR_CONCAT t u) (STR_CONCAT t v)) (STR_LEQ v u)),
    Text (OR (DISTINCT (STR_LEN t) 1) (EQUAL (STR_FROM_CODE (STR_TO_CODE t)) t)),
    Text (EQUAL (STR_IS_DIGIT t) (AND (LEQ 48 (STR_TO_CODE t)) (LEQ (STR_TO_CODE t) 57))),
    Text (EQUAL (STR_IS_DIGIT t) (AND (EQUAL (STR_LEN t) 1) (GEQ (STR_TO_INT t) 0))),
    Text (EQUAL (STR_LT (STR_AT t 0) (STR_AT u 0)) (LT (STR_TO_CODE (STR_AT t 0)) (STR_TO_CODE (STR_AT u 0)))),
    Text (EQUAL (STR_IN_RE t (RE_COMP l)) (NOT (STR_IN_RE t l))),
    Text (EQUAL (STR_IN_RE t (RE_INTER l m)) (AND (STR_IN_RE t l) (STR_IN_RE t m))),
    Text (EQUAL (STR_IN_RE t (RE_DIFF l m)) (AND (STR_IN_RE t l) (NOT (STR_IN_RE t m)))),
    Text (EQUAL (STR_IN_RE t (RE_UNION l m)) (OR (STR_IN_RE t l) (STR_IN_RE t m))),
    Text (EQUAL (STR_IN_RE t (RE_OPT l)) (OR (STR_IN_RE t l) (EQUAL t {Empty}))),
    Text (OR (NOT (STR_IN_RE t l)) (STR_IN_RE (STR_CONCAT t t) (RE_CONCAT l l))),
    Text (OR (NOT (STR_IN_RE t l)) (NOT (STR_IN_RE u m)) (STR_IN_RE (STR_CONCAT t u) (RE_CONCAT l m))),
    Text (OR (NOT (STR_IN_RE t (RE_STAR l))) (STR_IN_RE (STR_CONCAT t t) (RE_STAR l))),
    Text (EQUAL (STR_IN_RE t (RE_PLUS l)) (STR_IN_RE t (RE_CONCAT l (RE_STAR l)))),
    Sequence (EQUAL (SEQ_LEN (SEQ_CONCAT t u)) (PLUS (SEQ_LEN t) (SEQ_LEN u))),
    Sequence (EQUAL (EQUAL (SEQ_CONCAT u t) (SEQ_CONCAT v t)) (EQUAL u v)),
    Sequence (SEQ_CONTAINS (SEQ_CONCAT u t v) t),
    Sequence (SEQ_PREFIXOF t (SEQ_CONCAT t u)),
    Sequence (SEQ_SUFFIXOF u (SEQ_CONCAT t u)),
    Sequence (EQUAL (SEQ_CONTAINS t u) (GEQ (SEQ_INDEXOF t u 0) 0)),
    Sequence (EQUAL (SEQ_PREFIXOF u t) (EQUAL u (SEQ_EXTRACT t 0 (SEQ_LEN u)))),
    Sequence (OR (SEQ_CONTAINS t u) (EQUAL (SEQ_REPLACE t u v) t)),
    Sequence (EQUAL (SEQ_REV (SEQ_CONCAT t u)) (SEQ_CONCAT (SEQ_REV u) (SEQ_REV t))),
    Set (EQUAL (SET_SUBSET t u) (EQUAL (SET_UNION t u) u)),
    Set (EQUAL (SET_MINUS t (SET_MINUS t u)) (SET_INTER t u)),
    Set (EQUAL (SET_INTER t (SET_UNION u v)) (SET_UNION (SET_INTER t u) (SET_INTER t v))),
    Set (EQUAL (PLUS (SET_CARD (SET_UNION t u)) (SET_CARD (SET_INTER t u))) (PLUS (SET_CARD t) (SET_CARD u))),
    Field (EQUAL (FF_MUL t (FF_ADD u v)) (FF_ADD (FF_MUL t u) (FF_MUL t v))),
    Field (EQUAL (EQUAL (FF_ADD t (FF_NEG u)) (FF_ADD u (FF_NEG t))) (EQUAL (FF_ADD t t) (FF_ADD u u))),
    Field (OR (EQUAL t u) (EQUAL t v) (DISTINCT (FF_MUL (FF_ADD t (FF_NEG u)) (FF_ADD t (FF_NEG v)))
        (FF_ADD t (FF_NEG t)))),
};

/// Share of theorems made from an earlier one, in percent: one of its terms is replaced by an equal term.
const CHANGED: u32 = 50;
/// Share of evaluations of calls, in percent, where there are recursive functions of unknown effect, or functions with constants
/// in their bodies: few batches have such functions.
const CALLS: u32 = 60;
/// Share of evaluations among other new theorems, in percent.
const EVALUATIONS: u32 = 35;
/// Share of equations by identities among the rest, in percent, and the largest number of identities in one.
const EQUATIONS: u32 = 40;
const STEPS: u32 = 3;
/// Share of equivalences that are weakened to an implication, in percent: its negation asserts one side and denies the
/// other.
const DIRECTED: u32 = 50;

/// Builds theorems.
pub(in crate::generate::sources) fn build<'a>(
    material: &Material<'_>,
    builder: TermBuilder<'a>,
    rng: Rng,
) -> Built<'a> {
    let bodies = Bodies::collect(&material.problem.script);
    let recursions = &material.additions.recursions;
    let callers = OnceCell::new();
    derive_formulas(material, builder, rng, |context, root| {
        if context.rng.percent(CALLS) {
            let callers = callers.get_or_init(|| bodies.callers(context.terms(), &context.bases));
            if let Some(evaluation) = evaluate_call(context, &bodies, recursions, callers) {
                return Some(evaluation);
            }
        }
        if context.made.contains(&root) && context.rng.percent(CHANGED) {
            changed(context, root)
        } else if context.rng.percent(EVALUATIONS) {
            evaluate_below(context, &bodies, root)
        } else {
            about_a_term(context, root)
        }
    })
}

/// Replaces a term of a theorem by another one that equals it.
fn changed(context: &mut MutationContext<'_>, theorem: TermId) -> Option<TermId> {
    let old = context.part(theorem, |_| true)?;
    let new = identical(context, &old)?;
    context.put(theorem, &old, &new)
}

/// Builds a theorem about a term, of a formula if that has one of the drawn sort.
fn about_a_term(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    // Most terms are formulas, but laws of connectives are what solvers simplify first.
    let sort = context.pool.pick_sort(&mut context.rng, |sort| *sort != Sort::Bool);
    let sort = sort.cloned().unwrap_or(Sort::Bool);
    let parts = context.parts(root, |typed| typed.sort == sort && context.value(typed.id).is_some());
    let term = context.rng.pick(&parts).cloned().or_else(|| context.any(&sort))?;
    if !context.rng.percent(EQUATIONS)
        && let Some(theorem) = instantiate_any(THEOREMS, context, &term)
    {
        return Some(directed(context, theorem.id).unwrap_or(theorem.id));
    }
    let mut sides = [term.clone(), term];
    for _ in 0..1 + context.rng.below(STEPS) {
        let side = context.rng.index(2);
        sides[side] = identical(context, &sides[side])?;
    }
    let [one, other] = &sides;
    Some(context.builder.apply(op::EQUAL, &[one, other])?.id)
}

/// Returns one direction of an equivalence, if it is drawn.
fn directed(context: &mut MutationContext<'_>, theorem: TermId) -> Option<TermId> {
    let equation = context.terms().as_app(theorem).filter(|(head, _)| *head == op::EQUAL.name());
    let &[one, other] = equation?.1 else { return None };
    context.builder.infer();
    if context.builder.sort(one) != Some(&Sort::Bool) || !context.rng.percent(DIRECTED) {
        return None;
    }
    let sides = if context.rng.percent(50) { [other, one] } else { [one, other] };
    context.builder.connect(op::IMPLIES, sides)
}
