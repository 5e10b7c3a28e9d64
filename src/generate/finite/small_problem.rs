//! The part of a seed over symbols with few values, as a problem of its own, and beside the whole seed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::generate::additions::Fresh;
use crate::rng::Rng;
use crate::smtlib::{DeclarationKind, Names, NodeId, Printer, Problem, Sort, TermId};
use crate::theory::exhaustion::{Exhaustion, FEW_POINTS, Setting, Space};

/// The maximal number of terms of a problem whose parts are taken: this is done anew for each batch.
const MOST_TERMS: usize = 4_000;

/// Returns the problem over as many symbols as have few values together, drawn at random, with the largest formulas that
/// depend on these symbols alone; `None` if there are no such symbols, or the problem is too large.
pub(in crate::generate) fn small_problem(problem: &Problem, rng: &mut Rng) -> Option<Problem> {
    let terms = &problem.formulas.terms;
    if terms.len() > MOST_TERMS {
        return None;
    }
    let setting = Setting::collect(problem).ok()?;
    let mut names: Vec<&str> = setting.declared().collect();
    let mut drawn = Vec::with_capacity(names.len());
    while !names.is_empty() {
        drawn.push(names.swap_remove(rng.index(names.len())));
    }
    let space = setting.space(drawn.into_iter(), FEW_POINTS);
    if space.points() < 2 {
        return None;
    }
    let declared = with_symbols_of(problem, &space)?.script.declared();
    let formulas = printed(problem, known_formulas(problem, &setting, &space));
    Problem::asserting(&(problem.script.set_logic() + &declared), formulas).ok()
}

/// Returns a problem that also asserts what another one of the same logic does, about symbols of other names.
pub(in crate::generate) fn with_another(problem: &Problem, other: &Problem) -> Option<Problem> {
    // Not the names of sort parameters and bound variables either, which stay as they are.
    let names = [problem.source(), other.source()].concat();
    let other = &renamed(other, &mut Fresh::beside(&names))?;
    let formulas = |problem: &Problem| {
        let all = problem.formulas.assertions.iter().chain(&problem.formulas.assumptions);
        printed(problem, all.copied())
    };
    let declared = [problem, other].map(|one| one.script.declared()).concat();
    let formulas = [problem, other].map(formulas).concat();
    Problem::asserting(&(problem.script.set_logic() + &declared), formulas).ok()
}

/// Gives new names to everything that a problem declares.
fn renamed(problem: &Problem, fresh: &mut Fresh) -> Option<Problem> {
    let mut names: BTreeMap<String, Arc<str>> = BTreeMap::new();
    let declared = Names::collect(&problem.script);
    // An older tester, `is-cons`, follows the name of its constructor.
    let (testers, others): (Vec<&str>, Vec<&str>) = declared
        .declared()
        .partition(|name| name.strip_prefix("is-").is_some_and(|of| declared.contains(of)));
    for name in others {
        names.insert(name.to_owned(), fresh.name().into());
    }
    for tester in testers {
        let name = tester.strip_prefix("is-").and_then(|of| names.get(of)).map(|name| format!("is-{name}"));
        names.insert(tester.to_owned(), name?.into());
    }
    let tree = &problem.script.tree;
    let nodes = tree.roots().iter().flat_map(|&root| tree.nodes_in(root));
    let edits = nodes.filter_map(|node| Some((node, Arc::clone(names.get(tree.symbol(node)?)?))));
    problem.edited(&edits.collect()).ok()
}

/// Returns the texts of some formulas of a problem.
fn printed(problem: &Problem, formulas: impl IntoIterator<Item = TermId>) -> Vec<String> {
    let mut printer = Printer::new(&problem.formulas.terms);
    formulas.into_iter().map(|formula| printer.print(formula)).collect()
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
