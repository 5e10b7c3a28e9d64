//! What was built → fragments like any other.

use super::builder::TermBuilder;
use super::copy::Copied;
use super::logic::with_plain_coefficients;
use crate::generate::fragment::{FormulaSource, Fragment, boolean_depths};
use crate::smtlib::{Sort, TermId, Terms};

/// Adds up to `count` of the terms that a builder built to those of the seed: those that have a truth value, are of
/// Boolean depth at most `d_max`, and are not there already.
pub(in crate::generate) fn collect_fragments(
    builder: &mut TermBuilder<'_>,
    built: &[TermId],
    source: FormulaSource,
    (count, d_max): (u32, u32),
    terms: &mut Terms,
) -> Vec<Fragment> {
    let values = builder.values(built.iter().copied());
    builder.infer();
    let is_boolean = |id: TermId| builder.sort(id) == Some(&Sort::Bool);
    let wanted = builder.terms.reached(built.iter().copied());
    let depths = boolean_depths(&builder.terms, is_boolean, |id| wanted[id.index()]);
    let mut copied = Copied::default();
    let mut found: Vec<Fragment> = Vec::with_capacity(count as usize);
    for (&id, value) in built.iter().zip(values) {
        let depth = depths[id.index()];
        let Some(truth) = value.and_then(|value| value.as_bool()).filter(|_| depth <= d_max) else {
            continue;
        };
        if found.len() == count as usize {
            break;
        }
        // After everything was drawn: what a formula is written with decides nothing about others.
        let id = with_plain_coefficients(builder, id);
        let before = terms.len();
        let term = copied.copy(&builder.terms, id, terms);
        // What was there is a fragment already.
        if term.index() >= before {
            found.push(Fragment { term, truth, depth, source });
        }
    }
    found
}
