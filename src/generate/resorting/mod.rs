//! Re-sorted copies of a seed: its formulas over bit-vectors of other widths and floating-point numbers of other formats.
//!
//! Most wrong answers of today show on the smallest sorts, but all instances of a seed have exactly its sorts. A copy
//! keeps the shape of every formula. Its declarations, literals and indices follow the new sorts; where an operator
//! such as `concat` now returns another width than its context takes, the term is extended or cut. A copy is a problem
//! like any other: witnesses are searched and formulas evaluated anew, so nothing depends on what the seed meant.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `sort_change` | which sort becomes which |
//! | `term_resorter` | terms over the new sorts |

mod sort_change;
mod term_resorter;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::matrix::Operators;
use crate::rng::Rng;
use crate::smtlib::{Definitions, Expr, NodeId, Printer, Problem, Script};
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::theory::usable::{Usable, keep_usable};

pub(crate) use sort_change::Size;
use sort_change::{OldSorts, SortChange};
pub(super) use sort_change::{Sizes, draw_format, draw_width};
use term_resorter::TermResorter;

/// The largest number of terms of a problem that is re-sorted: each batch has a copy of its own.
const MOST_TERMS: usize = 10_000;
/// The largest number of nodes of a printed function body. Terms over its parameters are not shared in print.
const LARGEST_BODY: usize = 2_000;

/// What all re-sorted copies of a problem have in common.
#[derive(Debug)]
pub(crate) struct Original {
    definitions: Definitions,
    /// The sorts of the terms that it asserts, and of those in its definitions.
    asserted: Sorting,
    defined: Sorting,
    old: OldSorts,
}

impl Original {
    /// Collects the sorts of a problem. Returns `None` if it is too large.
    pub(crate) fn collect(problem: &Problem) -> Option<Original> {
        let Problem { script, formulas } = problem;
        let definitions = Definitions::collect(script).ok()?;
        if formulas.terms.len() + definitions.terms.len() > MOST_TERMS {
            return None;
        }
        let signature = Signature::collect(script);
        let [asserted, defined] =
            [&formulas.terms, &definitions.terms].map(|terms| Sorting::infer(terms, &signature));
        let mut old = OldSorts::default();
        old.collect(&signature);
        for (terms, sorting) in [(&formulas.terms, &asserted), (&definitions.terms, &defined)] {
            terms.ids().filter_map(|id| sorting.sort(id).known()).for_each(|sort| old.add(sort));
        }
        Some(Original { definitions, asserted, defined, old })
    }

    /// Returns the widths and formats of the problem, narrow ones first.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = Size> {
        self.old.sizes()
    }

    /// Copies the problem with other widths and formats. Returns `None` if it has neither bit-vectors nor floating-point
    /// numbers, or if nothing that it asserts would be left. All new formats are read by a row with these operators.
    pub(super) fn resorted(
        &self,
        problem: &Problem,
        sizes: Sizes,
        operators: &Operators,
        rng: &mut Rng,
    ) -> Option<Problem> {
        let change = SortChange::draw(&self.old, sizes, operators, rng)?;
        let copy = self.copied(problem, &change, true)?;
        (problem.asserts_nothing() || !copy.asserts_nothing()).then_some(copy)
    }

    /// Copies the problem with another size in place of one, and writes terms out that are used twice. Returns `None` if
    /// that is not all that changes: if a formula would be lost, or a term extended or cut.
    pub(crate) fn resized(&self, problem: &Problem, old: Size, new: Size) -> Option<Problem> {
        let copy = self.copied(problem, &SortChange::from_size(old, new)?, false)?;
        let defined = Definitions::collect(&copy.script).ok()?;
        let (one, other) = (&problem.formulas, &copy.formulas);
        let keeps_all = one.assertions.len() == other.assertions.len()
            && one.assumptions.len() == other.assumptions.len()
            && problem.script.declarations.len() == copy.script.declarations.len();
        let keeps_terms =
            other.terms.len() <= one.terms.len() && defined.terms.len() <= self.definitions.terms.len();
        (keeps_all && keeps_terms).then_some(copy)
    }

    /// Copies the problem with changed sorts; `shares` says whether `let` binds terms that formulas use twice.
    fn copied(&self, problem: &Problem, change: &SortChange, shares: bool) -> Option<Problem> {
        let Problem { script, formulas } = problem;
        let Original { definitions, asserted, defined, .. } = self;
        let mut edits = resorted_declarations(script, definitions, change);
        let (terms, images) = TermResorter::resort_all(&formulas.terms, asserted, change);
        let mut printer = Printer::new(&terms);
        printer.share(shares);
        let given = script.assertions.iter().zip(&formulas.assertions);
        for (&node, &formula) in given.chain(script.assumptions.iter().zip(&formulas.assumptions)) {
            edits.insert(node, printer.print(images[formula.index()]).into());
        }
        let (terms, images) = TermResorter::resort_all(&definitions.terms, defined, change);
        let mut printer = Printer::new(&terms);
        for function in &definitions.functions {
            let body = images[function.body.index()];
            if terms.has_larger_tree(body, LARGEST_BODY) {
                return None;
            }
            edits.insert(function.text, printer.print(body).into());
        }
        let Usable { problem: copy, is_sorted, .. } = keep_usable(problem.edited(&edits).ok()?).ok()?;
        is_sorted.then_some(copy)
    }
}

/// Returns the sorts in declarations and in the heads of definitions that change.
fn resorted_declarations(
    script: &Script,
    definitions: &Definitions,
    change: &SortChange,
) -> BTreeMap<NodeId, Arc<str>> {
    let tree = &script.tree;
    let kept: BTreeSet<NodeId> = definitions.functions.iter().map(|function| function.text).collect();
    let mut edits = BTreeMap::new();
    let mut open: Vec<NodeId> = script.declarations.iter().map(|line| line.node).collect();
    while let Some(node) = open.pop() {
        if kept.contains(&node) {
            continue;
        }
        let is_sort = tree.list(node).is_none() || tree.head(node) == Some("_");
        match Expr::from_tree(tree, node).filter(|_| is_sort).and_then(|expr| change.sort_expr(&expr)) {
            Some(sort) => drop(edits.insert(node, sort.to_string().into())),
            None => open.extend(tree.list(node).unwrap_or_default()),
        }
    }
    edits
}
