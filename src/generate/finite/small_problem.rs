//! The part of a seed over symbols with few values, as a problem of its own.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::rng::Rng;
use crate::smtlib::{DeclarationKind, NodeId, Printer, Problem, Sort, TermId};
use crate::theory::exhaustion::{Exhaustion, Setting, Space};

/// The maximal number of points of the symbols of a batch: the truth of its formulas takes a fraction of a second.
pub(super) const POINTS: usize = 1 << 13;
/// The maximal number of terms of a problem whose parts are taken: this is done anew for each batch.
const MOST_TERMS: usize = 4_000;

/// Returns the problem over as many symbols as have few values together, drawn at random, with the largest formulas that
/// depend on these symbols alone; `None` if there are no such symbols, or the problem is too large.
pub(in crate::generate) fn small_problem(problem: &Problem, rng: &mut Rng) -> Option<Problem> {
    let terms = &problem.formulas.terms;
    if terms.len() > MOST_TERMS {
        return None;
    }
    let setting = Setting::of(problem).ok()?;
    let mut names: Vec<&str> = setting.declared().collect();
    let mut drawn = Vec::with_capacity(names.len());
    while !names.is_empty() {
        drawn.push(names.swap_remove(rng.index(names.len())));
    }
    let space = setting.space(drawn.into_iter(), POINTS);
    if space.points() < 2 {
        return None;
    }
    let mut text = String::new();
    if let Some(logic) = &problem.script.logic {
        let _ = writeln!(text, "(set-logic {logic})");
    }
    let script = &with_symbols_of(problem, &space)?.script;
    for line in &script.declarations {
        let _ = writeln!(text, "{}", script.tree.canonical_text(line.node));
    }
    let mut printer = Printer::new(terms);
    for formula in known_formulas(problem, &setting, &space) {
        let _ = writeln!(text, "(assert {})", printer.print(formula));
    }
    Problem::read(text).ok()
}

/// Removes the symbols outside of a space, with what depends on them.
fn with_symbols_of(problem: &Problem, space: &Space) -> Option<Problem> {
    let kept: BTreeSet<&str> = space.names().collect();
    let is_outside = |kind: &DeclarationKind| match kind {
        DeclarationKind::Function(name, ..) => !kept.contains(name.as_str()),
        DeclarationKind::Heap => true,
        _ => false,
    };
    let lines = problem.script.declarations.iter().filter(|line| is_outside(&line.kind));
    let unwanted: BTreeSet<NodeId> = lines.map(|line| line.node).collect();
    let left = problem.without(&unwanted, BTreeSet::new()).ok()?;
    Some(left.map_or_else(|| problem.clone(), |left| left.problem))
}

/// Returns the largest closed formulas whose truth is known at all points of a space.
fn known_formulas(problem: &Problem, setting: &Setting, space: &Space) -> Vec<TermId> {
    let terms = &problem.formulas.terms;
    let mut exhaustion = Exhaustion::new(terms, setting, space);
    let mut is_below = vec![false; terms.len()];
    let mut found = Vec::new();
    // Parents come after their children.
    for id in terms.ids().rev() {
        let is_known = is_below[id.index()]
            || (terms.is_closed(id)
                && setting.sort(id) == Some(&Sort::Bool)
                && exhaustion.truths(id).is_ok_and(|truths| truths.is_known()));
        if !is_known {
            continue;
        }
        if !is_below[id.index()] && terms.as_app(id).is_none_or(|(_, arguments)| !arguments.is_empty()) {
            found.push(id);
        }
        terms.for_each_child(id, |child| is_below[child.index()] = true);
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};

    #[test]
    fn formulas_over_few_values_are_kept() {
        let source = "(set-logic ALL)(declare-fun x () Int)(declare-fun p () Bool)(declare-fun b () (_ BitVec 3))\
            (declare-fun w () (_ BitVec 40))(define-fun f ((c (_ BitVec 3))) Bool (bvult c #b101))(define-fun g () Int x)\
            (assert (or (and p (f b)) (< x 3)))(assert (=> (= w w) (= (bvadd b #b001) b)))(assert (< g 3))";
        let problem = Problem::read(source).unwrap();
        let mut rng = Key::new(&Digest::of(source), 1).stream(Stream::Sorts);
        let small = small_problem(&problem, &mut rng).unwrap();
        let expected = "(set-logic ALL)\n(declare-fun p () Bool)\n(declare-fun b () (_ BitVec 3))\n\
            (define-fun f ((c (_ BitVec 3))) Bool (bvult c #b101))\n\
            (assert (and p (f b)))\n(assert (= (bvadd b #b001) b))\n";
        assert_eq!(small.source(), expected);
        let infinite = Problem::read("(declare-fun x () Int)(assert (< x 3))").unwrap();
        assert!(small_problem(&infinite, &mut rng).is_none());
    }
}
