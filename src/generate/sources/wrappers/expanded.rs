//! Quantified formulas that no law decides, but that are evaluated over finitely many values.
//!
//! From a formula φ with a term `t`, other terms `u`, literals `c` and bounds `l` and `h`:
//!
//! ```text
//! (forall ((b S)) φ((ite (= b c) t u)))                          for a small sort S; with b itself where its sort fits
//! (forall ((i Int)) (=> (and (<= l i) (< i h)) φ((+ t i))))      and similar terms: a character, an element, a choice
//! (forall ((w String)) (=> (str.in_re w R) φ((str.++ t w))))     for a finite language R, or words of bounded length
//! (forall ((b S)) (exists ((y T)) (and (= y …b…) φ(y))))         alternating
//! ```
//!
//! Each comes with `exists` as well. What has no value is dropped.

use super::binding::{SMALL, any_kind, bind, fresh, is_quantified, lifted, lifted_term, put, replaceable};
use super::quantified::guarded;
use crate::generate::sources::context::languages;
use crate::generate::term_builder::{MutationContext, TypedTerm};
use crate::matrix::ODD_FORMATS;
use crate::smtlib::{BinderKind, Sort, TermId};
use crate::theory::operators::{Op, op};
use crate::theory::value::{Rounding, Value};

/// The largest number of bits of a float over which a formula is expanded.
const SMALL_FLOAT: u32 = 6;
/// The smallest format that all solvers of odd formats support.
const TINY: Sort = Sort::Float(2, 3);
/// The largest number of integers in a range.
const RANGE: u32 = 4;
/// The largest length of words over few letters.
const LONGEST: u32 = 3;
/// Share of quantifiers over words instead of integers, in percent, where solvers read both.
const WORDS: u32 = 50;

/// Quantifies a formula over a variable of a small sort, on which a term of it depends.
pub(super) fn small(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let term = replaceable(context, root)?;
    let sort = small_sort(context, &term.sort)?;
    let other = context.any(&term.sort)?;
    let root = lifted(context, root, 1)?;
    let (term, other) = (lifted_term(context, &term, 1)?, lifted_term(context, &other, 1)?);
    let variable = fresh(context, &sort, 0);
    let new = depend_on_small(context, &variable, (&term, &other))?;
    let body = put(context, root, &term, &new)?;
    let kind = any_kind(&mut context.rng);
    Some(bind(context, kind, &variable, body))
}

/// Quantifies a formula over the integers of a range or over the words of a language, on which a term of it depends.
pub(super) fn ranged(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let term = replaceable(context, root)?;
    let other = context.any(&term.sort)?;
    let root = lifted(context, root, 1)?;
    let (term, other) = (lifted_term(context, &term, 1)?, lifted_term(context, &other, 1)?);
    let (variable, guard) = match context.has_sort(&Sort::String) && context.rng.percent(WORDS) {
        true => words(context)?,
        false => range(context, &term)?,
    };
    let new = match variable.sort {
        Sort::String => depend_on_word(context, &variable, (&term, &other))?,
        _ => depend_on_integer(context, &variable, (&term, &other))?,
    };
    let body = put(context, root, &term, &new)?;
    let kind = any_kind(&mut context.rng);
    let body = guarded(context, kind, &guard, body)?;
    Some(bind(context, kind, &variable, body))
}

/// Quantifies a formula over a variable of a small sort or in a range, and over another one that depends on it, by
/// the other quantifier.
pub(super) fn alternating(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let term = replaceable(context, root).filter(|term| is_quantified(&term.sort))?;
    let other = context.any(&term.sort)?;
    let sort = small_sort(context, &term.sort)?;
    let root = lifted(context, root, 2)?;
    let (term, other) = (lifted_term(context, &term, 2)?, lifted_term(context, &other, 2)?);
    let outer = any_kind(&mut context.rng);
    let inner = if outer == BinderKind::Exists { BinderKind::Forall } else { BinderKind::Exists };
    let counts = context.rng.percent(40);
    let (first, range, value) = match counts.then(|| range(context, &term)).flatten() {
        Some((first, guard)) => {
            let value = depend_on_integer(context, &first, (&term, &other))?;
            (first, Some(guard), value)
        }
        None => {
            let first = fresh(context, &sort, 0);
            let value = depend_on_small(context, &first, (&term, &other))?;
            (first, None, value)
        }
    };
    let second = fresh(context, &term.sort, 1);
    let body = put(context, root, &term, &second)?;
    let guard = context.builder.apply(op::EQUAL, &[&second, &value])?;
    let body = guarded(context, inner, &guard, body)?;
    let mut body = bind(context, inner, &second, body);
    if let Some(range) = range {
        body = guarded(context, outer, &range, body)?;
    }
    Some(bind(context, outer, &first, body))
}

/// Draws a sort with few values, if possible one that fits a term of the sort `of`.
pub(super) fn small_sort(context: &mut MutationContext<'_>, of: &Sort) -> Option<Sort> {
    let is_small = |sort: &Sort| match sort {
        Sort::Bool | Sort::RoundingMode => true,
        Sort::BitVec(width) => *width <= SMALL + 1,
        Sort::Float(exponent, significand) => exponent + significand <= SMALL_FLOAT,
        Sort::Named(name, _) => {
            let datatype = context.builder.signature.datatype(name);
            datatype.is_some_and(|datatype| datatype.constructors.iter().all(|one| one.fields.is_empty()))
        }
        _ => false,
    };
    let mut sorts: Vec<Sort> = context.pool.sorts().filter(|sort| is_small(sort)).cloned().collect();
    let has_floats = context.pool.sorts().any(|sort| matches!(sort, Sort::Float(..)));
    if has_floats && context.builder.scope.lists(ODD_FORMATS) {
        sorts.push(TINY);
    }
    let bits = Sort::BitVec(1 + context.rng.below(SMALL));
    sorts.extend([bits].into_iter().filter(|sort| context.has_sort(sort)));
    sorts.push(Sort::Bool);
    let is_kin = |sort: &&Sort| match (sort, of) {
        (Sort::BitVec(some), Sort::BitVec(more)) => some <= more,
        (Sort::Float(..), Sort::Float(..)) => true,
        _ => *sort == of,
    };
    let kin: Vec<&Sort> = sorts.iter().filter(is_kin).collect();
    let fitting = context.rng.pick(&kin).filter(|_| context.rng.percent(60)).map(|&sort| sort.clone());
    fitting.or_else(|| context.rng.pick(&sorts).cloned())
}

/// Builds a term of the sort of two others that depends on a variable of a small sort: the variable itself, a
/// conversion of it, or a choice between the terms.
fn depend_on_small(
    context: &mut MutationContext<'_>,
    variable: &TypedTerm,
    (term, other): (&TypedTerm, &TypedTerm),
) -> Option<TypedTerm> {
    let as_it_is = context.rng.percent(70);
    match (&variable.sort, &term.sort) {
        (one, same) if one == same && as_it_is => return Some(variable.clone()),
        (Sort::BitVec(some), Sort::BitVec(more)) if some < more && as_it_is => {
            let extend = if context.rng.percent(50) { op::ZERO_EXTEND } else { op::SIGN_EXTEND };
            return context.builder.apply_indexed(extend, &[more - some], &[variable]);
        }
        (Sort::Float(..), Sort::Float(exponent, significand)) if as_it_is => {
            let mode =
                context.builder.literal(&Sort::RoundingMode, &Value::Rounding(Rounding::NearestEven))?;
            return context.builder.apply_indexed(op::TO_FP, &[*exponent, *significand], &[&mode, variable]);
        }
        _ => {}
    }
    let condition = match &variable.sort {
        Sort::Bool => variable.clone(),
        Sort::Float(..) => {
            let test = *context.rng.pick(&[
                op::FP_IS_NAN,
                op::FP_IS_NEGATIVE,
                op::FP_IS_ZERO,
                op::FP_IS_SUBNORMAL,
                op::FP_IS_INFINITE,
            ])?;
            context.builder.apply(test, &[variable])?
        }
        sort => {
            let literal = context.random_literal(sort)?;
            context.builder.apply(op::EQUAL, &[variable, &literal])?
        }
    };
    context.builder.apply(op::ITE, &[&condition, term, other])
}

/// Draws a range of a new integer variable: from 0 or from a term, up to a literal or to the length of a word.
fn range(context: &mut MutationContext<'_>, term: &TypedTerm) -> Option<(TypedTerm, TypedTerm)> {
    let scope = context.builder.scope;
    if !scope.has_sort(&Sort::Int) || !scope.negates() || scope.is_difference() {
        return None;
    }
    let variable = fresh(context, &Sort::Int, 0);
    let number = |context: &mut MutationContext<'_>, number: u32| {
        context.builder.literal(&Sort::Int, &Value::Int(number.into()))
    };
    let size = 1 + context.rng.below(RANGE);
    let size = number(context, size)?;
    let words: Vec<Sort> =
        context.pool.sorts().filter(|sort| matches!(sort, Sort::String | Sort::Seq(_))).cloned().collect();
    let (low, high) = match context.rng.below(3) {
        0 if term.sort == Sort::Int => (term.clone(), context.builder.apply(op::PLUS, &[term, &size])?),
        1 if !words.is_empty() => {
            let sort = context.rng.pick(&words)?;
            let word = context.any(sort)?;
            let length = if *sort == Sort::String { op::STR_LEN } else { op::SEQ_LEN };
            (number(context, 0)?, context.builder.apply(length, &[&word])?)
        }
        _ => (number(context, 0)?, size),
    };
    let above = context.builder.apply(op::LEQ, &[&low, &variable])?;
    let below = context.builder.apply(op::LT, &[&variable, &high])?;
    let guard = context.builder.apply(op::AND, &[&above, &below])?;
    Some((variable, guard))
}

/// Builds a term of the sort of two others that depends on an integer variable.
fn depend_on_integer(
    context: &mut MutationContext<'_>,
    variable: &TypedTerm,
    (term, other): (&TypedTerm, &TypedTerm),
) -> Option<TypedTerm> {
    let holders: Vec<(Op, Sort)> = context
        .pool
        .sorts()
        .filter_map(|sort| match sort {
            Sort::Array(index, element) if **index == Sort::Int && **element == term.sort => {
                Some((op::SELECT, sort.clone()))
            }
            Sort::Seq(element) if **element == term.sort => Some((op::SEQ_NTH, sort.clone())),
            _ => None,
        })
        .collect();
    match (&term.sort, context.rng.below(3)) {
        (Sort::Int, 0) => return Some(variable.clone()),
        (Sort::Int, 1) => {
            let sign = if context.rng.percent(50) { op::PLUS } else { op::MINUS };
            return context.builder.apply(sign, &[term, variable]);
        }
        (Sort::String, 0) => return context.builder.apply(op::STR_AT, &[other, variable]),
        (Sort::String, 1) => {
            let letter = context.builder.apply(op::STR_AT, &[other, variable])?;
            return context.builder.apply(op::STR_CONCAT, &[term, &letter]);
        }
        (_, 0 | 1) if !holders.is_empty() => {
            let (selection, sort) = context.rng.pick(&holders)?;
            let holder = context.any(sort)?;
            return context.builder.apply(*selection, &[&holder, variable]);
        }
        _ => {}
    }
    let number = context.builder.literal(&Sort::Int, &Value::Int(context.rng.below(RANGE).into()))?;
    let relation = if context.rng.percent(50) { op::EQUAL } else { op::LT };
    let condition = context.builder.apply(relation, &[variable, &number])?;
    context.builder.apply(op::ITE, &[&condition, term, other])
}

/// Draws a finite language for a new string variable, or a language and a bound on the length.
fn words(context: &mut MutationContext<'_>) -> Option<(TypedTerm, TypedTerm)> {
    let variable = fresh(context, &Sort::String, 0);
    if context.rng.percent(60) {
        let language = languages::finite(context)?;
        let guard = context.builder.apply_usable(op::STR_IN_RE, &[&variable, &language])?;
        return Some((variable, guard));
    }
    let language = languages::over_few_letters(context)?;
    let guard = context.builder.apply_usable(op::STR_IN_RE, &[&variable, &language])?;
    let length = context.builder.apply_usable(op::STR_LEN, &[&variable])?;
    let most = context.builder.literal(&Sort::Int, &Value::Int((1 + context.rng.below(LONGEST)).into()))?;
    let bound = context.builder.apply_usable(op::LEQ, &[&length, &most])?;
    let guards = if context.rng.percent(50) { [&guard, &bound] } else { [&bound, &guard] };
    let both = context.builder.apply(op::AND, &guards)?;
    Some((variable, both))
}

/// Builds a term of the sort of two others that depends on a string variable.
fn depend_on_word(
    context: &mut MutationContext<'_>,
    variable: &TypedTerm,
    (term, other): (&TypedTerm, &TypedTerm),
) -> Option<TypedTerm> {
    let builder = &mut context.builder;
    match (&term.sort, context.rng.below(4)) {
        (Sort::String, 0) => return Some(variable.clone()),
        (Sort::String, 1) => return builder.apply_usable(op::STR_CONCAT, &[variable, term]),
        (Sort::String, 2) => return builder.apply_usable(op::STR_REPLACE, &[term, variable, other]),
        (Sort::Int, 0) => return builder.apply_usable(op::STR_LEN, &[variable]),
        (Sort::Int, 1) => return builder.apply_usable(op::STR_TO_INT, &[variable]),
        _ => {}
    }
    let word = context.any(&Sort::String)?;
    let relation =
        *context.rng.pick(&[op::EQUAL, op::STR_PREFIXOF, op::STR_SUFFIXOF, op::STR_CONTAINS, op::STR_LT])?;
    let pair = if context.rng.percent(50) { [variable, &word] } else { [&word, variable] };
    let condition = context.builder.apply_usable(relation, &pair)?;
    context.builder.apply(op::ITE, &[&condition, term, other])
}
