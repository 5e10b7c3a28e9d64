//! Sources of formulas: what the initial pool contains beside the fragments of the seed.
//!
//! A source is a file or folder here, with its law and a before/after test, and a line in [`SOURCES`]. It takes a
//! builder over typed terms and returns formulas. Each is asserted in the polarity that is true, so a source cannot
//! make a wrong instance, and pools, minimiser and buckets do not know about sources.
//!
//! | folder | what it owns |
//! | --- | --- |
//! | `synthesis` | new atoms over the symbols and terms of the seed |
//! | `mutation` | formulas of the seed with one of their terms replaced |
//! | `wrappers` | formulas of the seed, wrapped in something that keeps their truth value |
//! | `laws` | formulas that are true for all values |
//! | `context` | formulas of all these sources, joined with what their symbols satisfy under the witness |

mod build_formulas;
mod context;
mod laws;
mod mutation;
mod synthesis;
#[cfg(test)]
pub(in crate::generate) mod testing;
mod wrappers;

use build_formulas::{Build, Material};

use crate::generate::additions::Additions;
use crate::generate::batch::Batch;
use crate::generate::fragment::{FormulaSource, Fragment, boolean_depths};
use crate::generate::term_builder::{Copied, EvalContext, Scope, TermBuilder, logic};
use crate::rng::Stream;
use crate::smtlib::{Problem, Sort, TermId, Terms};

/// All sources, in order: each may use the formulas of earlier ones. For each, there are the name in results, the number
/// of its formulas in a batch, and the number of its stream of random numbers: the next one is 11.
const SOURCES: [Source; 5] = [
    Source(FormulaSource::Synthesised, synthesis::count, 3, synthesis::build),
    Source(FormulaSource::Mutated, |batch| batch.bounds.mutation, 4, mutation::build),
    Source(FormulaSource::Wrapped, |batch| batch.bounds.wrappers, 5, wrappers::build),
    Source(FormulaSource::Theorem, laws::count, 10, laws::build),
    Source(FormulaSource::InContext, |batch| batch.bounds.context, 9, context::build),
];

struct Source(FormulaSource, fn(&Batch) -> u32, u8, Build);

/// Lets every source add its formulas to the terms of a problem and to its fragments, as many as the bounds of a batch
/// allow.
pub(super) fn build(
    problem: &mut Problem,
    fragments: &mut Vec<Fragment>,
    eval_context: &EvalContext,
    additions: &Additions,
    batch: &Batch,
) {
    let bounds = &batch.bounds;
    let signature = &eval_context.signature;
    let mut scope = Scope::collect(problem, signature, &bounds.operators);
    for Source(origin, count, stream, build) in SOURCES {
        let count = count(batch);
        if count == 0 {
            continue;
        }
        scope.extend(&problem.formulas.terms, signature);
        // Some formulas have no value or are in the seed already, so a few more are built.
        let wanted = (count + count / 4 + 8) as usize;
        let material = Material { problem, fragments, additions, batch, wanted };
        let builder = TermBuilder::new(eval_context, &scope);
        let (mut builder, built) = build(&material, builder, batch.key.stream(Stream::Formulas(stream)));
        let terms = &mut problem.formulas.terms;
        fragments.extend(collect_fragments(&mut builder, &built, origin, (count, bounds.d_max), terms));
    }
}

/// Adds up to `count` of the built terms to those of the seed: those that have a truth value, have a Boolean depth of
/// at most `d_max`, and are new.
fn collect_fragments(
    builder: &mut TermBuilder<'_>,
    built: &[TermId],
    source: FormulaSource,
    (count, d_max): (u32, u32),
    terms: &mut Terms,
) -> Vec<Fragment> {
    let values = builder.values(built.iter().copied());
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
        // This comes last, so that the spelling of coefficients does not influence which formulas are drawn.
        let id = logic::with_plain_coefficients(builder, id);
        let before = terms.len();
        let term = copied.copy(&builder.terms, id, terms);
        // An old term is a fragment already.
        if term.index() >= before {
            found.push(Fragment { term, truth, depth, source });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::testing::Made;
    use super::*;
    use crate::digest::Digest;
    use crate::matrix::{Batches, Bounds};
    use crate::rng::Key;

    #[test]
    fn each_source_has_random_numbers_of_its_own() {
        let others =
            [Stream::Witness, Stream::Pool, Stream::Subset, Stream::Batch, Stream::Additions, Stream::Sorts];
        let all = SOURCES.iter().map(|Source(_, _, stream, _)| Stream::Formulas(*stream)).chain(others);
        let key = Key::new(&Digest::of("seed"), 1);
        let first: BTreeSet<u64> = all.map(|stream| key.stream(stream).bits()).collect();
        assert_eq!(first.len(), SOURCES.len() + others.len());
    }

    #[test]
    fn each_source_adds_its_own_formulas_and_leaves_those_before_it() {
        const SEED: &str =
            "(set-logic LIA)(declare-fun x () Int)(declare-fun y () Int)(assert (and (< x y) (= (+ x 1) y)))";
        let bounds = Bounds::default();
        let built = [
            Bounds { synthesis: 9, ..bounds.clone() },
            Bounds { mutation: 9, ..bounds.clone() },
            Bounds { wrappers: 9, ..bounds.clone() },
            Bounds { synthesis: 9, batches: Batches { open: 1, ..bounds.batches }, ..bounds.clone() },
            Bounds { context: 9, ..bounds.clone() },
        ];
        let before = Made::new(SEED, 1, &bounds, FormulaSource::Fragment).pool.fragments;
        for (Source(origin, ..), bounds) in SOURCES.iter().zip(built) {
            let made = |rng_seed| Made::new(SEED, rng_seed, &bounds, *origin);
            let one = made(1);
            assert_eq!(one.pool.fragments[..before.len()], before);
            let added = one.formulas().count();
            assert!((1..=9).contains(&added), "{origin:?}: {added}");
            // Theorems come with atoms.
            let others = one.pool.fragments.iter().filter(|one| one.source != FormulaSource::Synthesised);
            let others = others.filter(|one| one.source != *origin).count();
            assert_eq!(others, before.len());
            // A case has its formulas for ever.
            assert_eq!(one.texts(), made(1).texts());
            assert_ne!(one.texts(), made(2).texts());
        }
    }
}
