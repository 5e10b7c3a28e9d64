//! One term exchanged for a smaller one, at one place of an assertion.

use super::words::in_other_words;
use super::{Proposals, Words, each_exchanged, leaves};
use crate::reduce::minimise::draft::Draft;
use crate::reduce::minimise::hints::Hints;
use crate::reduce::minimise::terms::{below, inside};
use crate::smtlib::Expr;

/// Sub-terms that a term is exchanged for, at most. The nearest come first; deeper ones are reached from these step by
/// step.
const INSIDE: usize = 40;

/// For each term, outer ones first: leaves, terms in it, itself with fewer arguments or in other
/// words.
pub(super) fn moves(draft: &Draft) -> Proposals<'_> {
    exchanged(draft, Words::Others)
}

/// The same, but not in other words.
pub(super) fn in_same_words(draft: &Draft) -> Proposals<'_> {
    exchanged(draft, Words::Same)
}

fn exchanged(draft: &Draft, words: Words) -> Proposals<'_> {
    let (leaves, hints) = (leaves(draft), Hints::declared_in(draft));
    each_exchanged(draft, move |term| {
        let mut others: Vec<Expr> = leaves.iter().filter(|leaf| *leaf != term).cloned().collect();
        others.extend(inside(term).iter().take(INSIDE).filter_map(|path| term.at(path)).cloned());
        others.extend(fewer_arguments(term));
        if words == Words::Others {
            others.extend(in_other_words(term));
        }
        others.retain(|other| hints.may_be_alike(other, term));
        others
    })
}

/// An application of two arguments or more without one of them.
fn fewer_arguments(term: &Expr) -> Vec<Expr> {
    let arguments = below(term);
    let binds = arguments.iter().any(|path| path.len() > 1);
    let places = if binds || arguments.len() < 2 { Vec::new() } else { arguments };
    places.into_iter().flatten().map(|at| term.without(at)).collect()
}

#[cfg(test)]
mod tests {
    fn terms(term: &str) -> Vec<String> {
        super::super::tests::terms(super::moves, term)
    }

    #[test]
    fn a_term_becomes_a_part_of_it() {
        let found = terms("(and (p a) (not (< b 12)))");
        for expected in [
            "true",
            "(not (< b 12))",
            "b",
            "(and (p a))",
            "(or (p a) (not (< b 12)))",
            "(and (p a) (>= b 12))",
            "(and (p a) (not (= b 12)))",
            "(and (p 0) (not (< b 12)))",
        ] {
            assert!(found.iter().any(|text| text == expected), "no {expected} in {found:#?}");
        }
    }

    #[test]
    fn one_occurrence_may_change_alone() {
        let found = terms("(= (f a) (f a))");
        assert!(found.iter().any(|text| text == "(= a (f a))"));
    }
}
