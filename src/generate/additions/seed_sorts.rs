//! The sorts of a seed over which new sorts and functions range.

use std::collections::BTreeSet;

use crate::generate::term_builder::literals::WIDEST_INDEX;
use crate::smtlib::{Logic, Problem, Sort};
use crate::theory::signature::Signature;

/// How deeply sorts are nested: composites of composites of others.
const DEEPEST: usize = 3;
/// The largest number of sorts that a sort of the seed consists of, those of the fields of datatypes among them.
const MOST_SORTS: usize = 8;
/// The largest width of the bit-vectors in new sorts.
const WIDEST: u32 = 64;

/// The sorts of a seed over which new sorts and functions may range, in order.
#[derive(Debug, Default)]
pub(super) struct SeedSorts {
    /// The sorts of its constants with which all solvers of the logic build others: numbers and declared sorts.
    pub plain: Vec<Sort>,
    /// Further ones: strings, datatypes, and small arrays and sequences, those in the sorts of constants among them.
    pub further: Vec<Sort>,
    /// Those of the further ones that index arrays.
    pub indices: Vec<Sort>,
}

impl SeedSorts {
    /// Collects the sorts of a problem that its logic has.
    pub(super) fn collect(problem: &Problem, logic: &Logic) -> SeedSorts {
        let signature = Signature::collect(&problem.script);
        let results = signature.functions().filter(|function| function.arguments.is_empty());
        let results: BTreeSet<Sort> = results.filter_map(|function| function.result.clone()).collect();
        let datatypes = signature.datatypes().filter(|datatype| datatype.parameters.is_empty());
        let mut all: BTreeSet<Sort> = datatypes.map(|datatype| datatype.sort(Vec::new())).collect();
        results.iter().for_each(|sort| add_with_parts(sort, &mut all));
        let mut sorts = SeedSorts::default();
        for sort in all {
            if is_further(&sort, &signature)
                && is_part(&sort)
                && let Some(parts) = all_parts(&sort, &signature)
                && parts.iter().all(|part| is_of_logic(part, &signature, logic))
            {
                let has_arrays = parts.iter().any(|part| matches!(part, Sort::Array(..)));
                sorts.indices.extend((!has_arrays && is_index(&sort)).then(|| sort.clone()));
                sorts.further.push(sort);
            }
        }
        let is_plain = |sort: &Sort| match sort {
            Sort::Int | Sort::Real => logic.arithmetic.is_some(),
            Sort::BitVec(width) => *width <= WIDEST,
            Sort::Float(..) => true,
            Sort::Named(name, _) => signature.declares_sort(name),
            _ => false,
        };
        sorts.plain = results.into_iter().filter(is_plain).collect();
        sorts
    }
}

/// Whether a sort may be a part of another one: it is not nested too deeply.
pub(super) fn is_part(sort: &Sort) -> bool {
    nesting(sort) < DEEPEST
}

/// Whether every solver of the theories indexes arrays by a sort without datatypes that hold arrays. Bitwuzla and cvc5
/// index none by arrays.
pub(super) fn is_index(sort: &Sort) -> bool {
    match sort {
        Sort::BitVec(width) => *width <= WIDEST_INDEX,
        Sort::Array(..) => false,
        Sort::Seq(element) => !holds_array(element),
        Sort::Named(_, arguments) => arguments.is_empty(),
        _ => true,
    }
}

fn holds_array(sort: &Sort) -> bool {
    matches!(sort, Sort::Array(..)) || arguments(sort).into_iter().any(holds_array)
}

/// Returns how deeply a sort is nested: at least 1.
fn nesting(sort: &Sort) -> usize {
    1 + arguments(sort).into_iter().map(nesting).max().unwrap_or(0)
}

/// Returns the sorts that a composite sort is written with.
pub(super) fn arguments(sort: &Sort) -> Vec<&Sort> {
    match sort {
        Sort::Array(index, element) => vec![index, element],
        Sort::Seq(element) => vec![element],
        Sort::Named(_, arguments) => arguments.iter().collect(),
        _ => Vec::new(),
    }
}

/// Adds a sort, with the sorts in it.
fn add_with_parts(sort: &Sort, all: &mut BTreeSet<Sort>) {
    if all.insert(sort.clone()) {
        arguments(sort).into_iter().for_each(|part| add_with_parts(part, all));
    }
}

/// Whether a sort is one of those that only solvers with the same theories build others with.
fn is_further(sort: &Sort, signature: &Signature) -> bool {
    match sort {
        Sort::String | Sort::Array(..) | Sort::Seq(_) => true,
        Sort::Named(name, _) => signature.datatype(name).is_some(),
        _ => false,
    }
}

/// Returns what the values of a sort consist of: the sort itself, those in it, and those of the fields of datatypes.
/// Returns `None` if these are too many.
fn all_parts(sort: &Sort, signature: &Signature) -> Option<BTreeSet<Sort>> {
    let (mut parts, mut open) = (BTreeSet::new(), vec![sort.clone()]);
    while let Some(sort) = open.pop() {
        if parts.contains(&sort) {
            continue;
        }
        open.extend(arguments(&sort).into_iter().cloned());
        if let Sort::Named(name, arguments) = &sort
            && let Some(datatype) = signature.datatype(name)
        {
            let all = 0..datatype.constructors.len();
            open.extend(all.flat_map(|constructor| datatype.fields(constructor, arguments)));
        }
        parts.insert(sort);
        if parts.len() > MOST_SORTS {
            return None;
        }
    }
    Some(parts)
}

/// Whether a logic has a sort, apart from its parts, and solvers build others with it. They build none with languages, sets
/// or functions.
fn is_of_logic(sort: &Sort, signature: &Signature, logic: &Logic) -> bool {
    match sort {
        Sort::Bool => true,
        Sort::Int => logic.strings || logic.arithmetic.is_some_and(|numbers| numbers.ints),
        Sort::Real => logic.arithmetic.is_some_and(|numbers| numbers.reals),
        Sort::BitVec(width) => logic.bit_vectors && *width <= WIDEST,
        Sort::Float(..) | Sort::RoundingMode => logic.floats,
        Sort::String | Sort::Seq(_) => logic.strings,
        Sort::Array(..) => logic.arrays,
        Sort::RegLan | Sort::FiniteField(_) => false,
        Sort::Named(name, _) => match signature.datatype(name) {
            Some(datatype) => logic.datatypes && !datatype.is_codatatype,
            None => signature.declares_sort(name),
        },
    }
}
