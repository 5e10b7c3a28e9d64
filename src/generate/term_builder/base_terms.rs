//! Base terms, from which others are built: the constants and the small closed terms of a seed.

use std::collections::BTreeSet;

use super::builder::TermBuilder;
use super::indices::draw_indices;
use super::literals;
use super::scope::Scope;
use super::term_pool::{TermOrigin, TypedTerm};
use crate::rng::Rng;
use crate::smtlib::{Problem, Sort, TermId, is_set};
use crate::theory::operators::op;

/// The largest number of terms of the seed among the base terms.
const PARTS: usize = 80;
/// The largest number of constants of the seed among the base terms.
const SYMBOLS: usize = 60;
/// The number of literals of each sort.
const LITERALS: usize = 3;

/// Returns constants, closed terms and a few literals of a seed, of sorts that its logic has. Unless `wants_parts`,
/// closed terms are taken only of sorts without constants.
pub(in crate::generate) fn base_terms(
    problem: &Problem,
    builder: &mut TermBuilder<'_>,
    wants_parts: bool,
    rng: &mut Rng,
) -> Vec<TypedTerm> {
    let mut found = symbols(builder, rng);
    let has_constants: BTreeSet<Sort> = match wants_parts {
        true => BTreeSet::new(),
        false => found.iter().map(|typed| typed.sort.clone()).collect(),
    };
    found.extend(parts(problem, builder, &has_constants, rng));
    let mut sorts: Vec<Sort> = found.iter().map(|typed| typed.sort.clone()).collect();
    // Operators of these theories also take arguments of other sorts.
    for (holder, companions) in [
        (Sort::String, &[Sort::Int, Sort::RegLan][..]),
        (Sort::Int, &[Sort::Real]),
        (Sort::Real, &[Sort::Int]),
    ] {
        if sorts.contains(&holder) {
            sorts.extend(companions.iter().cloned());
        }
    }
    if sorts.iter().any(|sort| matches!(sort, Sort::Float(..))) {
        sorts.extend([Sort::RoundingMode, Sort::Real]);
    }
    sorts.sort();
    sorts.dedup();
    for sort in &sorts {
        let head = constant(sort, builder.scope, rng);
        found.extend(head.and_then(|head| builder.constant(sort, |terms| Some(terms.app(&head, &[])))));
    }
    let is_literal = |sort: &Sort| {
        builder.scope.has_sort(sort)
            && literals::has_literals(sort, builder.signature)
            && !builder.scope.has_only_symbols(sort)
    };
    sorts.retain(is_literal);
    for sort in sorts {
        for _ in 0..LITERALS {
            found.extend(builder.random_literal(&sort, rng));
        }
    }
    found
}

/// Returns the head of a constant that a theory has for a sort whose values have other literals, or none.
fn constant(sort: &Sort, scope: &Scope, rng: &mut Rng) -> Option<String> {
    let operator = match sort {
        Sort::String => op::CHAR,
        Sort::Seq(_) => op::SEQ_EMPTY,
        Sort::Named(holder, _) => match holder.as_str() {
            name if is_set(name) => op::SET_EMPTY,
            "Bag" => op::BAG_EMPTY,
            "UnitTuple" => op::TUPLE_UNIT,
            _ => return None,
        },
        _ => return None,
    };
    if !scope.is_read(operator) {
        return None;
    }
    let spelled = scope.spelled(operator);
    Some(match draw_indices(operator, &[], rng).as_slice() {
        [] if operator == op::TUPLE_UNIT => spelled.to_owned(),
        [] => format!("(as {spelled} {sort})"),
        indices => format!("(_ {spelled} {})", indices.join(" ")),
    })
}

/// Returns the constants that the seed declares, and its constructors without fields.
fn symbols(builder: &mut TermBuilder<'_>, rng: &mut Rng) -> Vec<TypedTerm> {
    let signature = builder.signature;
    let constants = signature.functions().filter(|function| function.arguments.is_empty());
    let mut names: Vec<String> = constants.map(|function| function.name.clone()).collect();
    for datatype in signature.datatypes().filter(|datatype| datatype.parameters.is_empty()) {
        let plain = datatype.constructors.iter().filter(|constructor| constructor.fields.is_empty());
        names.extend(plain.map(|constructor| constructor.name.to_string()));
    }
    thinned(&mut names, SYMBOLS, rng);
    let symbol = |name: String| {
        let made = builder.apply_head(&name, &[])?;
        Some(TypedTerm { depth: 0, origin: TermOrigin::Symbol, ..made })
    };
    names.into_iter().filter_map(symbol).collect()
}

/// Returns small closed terms of the seed, except for those of unwanted sorts.
fn parts(
    problem: &Problem,
    builder: &mut TermBuilder<'_>,
    unwanted: &BTreeSet<Sort>,
    rng: &mut Rng,
) -> Vec<TypedTerm> {
    let terms = &problem.formulas.terms;
    let sorting = &builder.scope.sorting;
    let is_wanted = |id: &TermId| sorting.sort(*id).known().is_some_and(|sort| !unwanted.contains(sort));
    let mut ids: Vec<TermId> = builder.scope.parts.iter().copied().filter(is_wanted).collect();
    thinned(&mut ids, PARTS, rng);
    let part = |id: TermId| {
        let sort = sorting.sort(id).known()?.clone();
        let id = builder.copy(terms, id);
        Some(TypedTerm { id, sort, depth: 0, origin: TermOrigin::Part })
    };
    let parts = ids.into_iter().filter_map(part).collect();
    builder.infer();
    parts
}

/// Removes random elements until at most `most` are left.
fn thinned<T>(all: &mut Vec<T>, most: usize, rng: &mut Rng) {
    while all.len() > most {
        all.swap_remove(rng.index(all.len()));
    }
}
