//! Terms with some of their sub-terms replaced.
//!
//! A closed term may stand anywhere. A term with free variables may stand only inside the binders of all of them.
//! Variables are identified by name, sort and level, so a number stands for exactly one of them. Levels increase from
//! outer to inner binders, and printing relies on that; so a term with binders is lifted when it moves under others.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::{SmallVec, smallvec};

use crate::rng::Rng;
use crate::smtlib::{Binder, MatchCase, Term, TermId, Terms, VarId, Variable};

/// The deepest level to which a variable may be lifted, far below the limit of the reader.
const DEEPEST: u32 = 60;

/// Iterates over the sub-terms of a term, itself included but not its patterns, each once.
pub(crate) fn within(terms: &Terms, root: TermId) -> impl Iterator<Item = TermId> {
    // A bit for each term, by its number. No sub-term has a larger number than the term.
    let mut is_found: SmallVec<[u64; 32]> = smallvec![0; root.index() / 64 + 1];
    let mut open: SmallVec<[TermId; 64]> = smallvec![root];
    std::iter::from_fn(move || {
        let id = open.pop()?;
        terms.for_each_child(id, |child| {
            let (word, bit) = (&mut is_found[child.index() / 64], 1 << (child.index() % 64));
            if *word & bit == 0 {
                *word |= bit;
                open.push(child);
            }
        });
        Some(id)
    })
}

/// Returns the same sub-terms in the order of their numbers, so children come first.
pub(in crate::generate) fn below(terms: &Terms, root: TermId) -> SmallVec<[TermId; 64]> {
    let mut found: SmallVec<[TermId; 64]> = within(terms, root).collect();
    found.sort_unstable();
    found
}

/// Whether a term has at most `most` distinct sub-terms, itself included.
pub(in crate::generate) fn has_at_most(terms: &Terms, root: TermId, most: usize) -> bool {
    within(terms, root).nth(most).is_none()
}

/// Returns the free variables of a term.
pub(in crate::generate) fn free(terms: &Terms, root: TermId) -> BTreeSet<VarId> {
    // Children come first, so a term that many others share is searched once.
    let mut free: BTreeMap<TermId, BTreeSet<VarId>> = BTreeMap::new();
    for id in below(terms, root).into_iter().filter(|&id| !terms.is_closed(id)) {
        let mut found = BTreeSet::new();
        if let Term::Var(variable) = terms.get(id) {
            found.insert(*variable);
        }
        for (at, child) in children(terms, id).into_iter().enumerate() {
            let bound = bound_at(terms, id, at);
            let inside = free.get(&child).into_iter().flatten();
            found.extend(inside.filter(|variable| !bound.contains(variable)));
        }
        free.insert(id, found);
    }
    free.remove(&root).unwrap_or_default()
}

/// A site: one occurrence of a term in another one.
#[derive(Clone, Debug, Default)]
pub(in crate::generate) struct Site {
    /// The terms around it, outermost first, each with the index of the child that leads to it.
    path: Vec<(TermId, usize)>,
    /// The variables that are bound at it.
    pub bound: Vec<VarId>,
}

impl Site {
    /// Draws an occurrence of a term in another one. Returns `None` if there is none.
    pub(in crate::generate) fn draw(
        terms: &Terms,
        root: TermId,
        term: TermId,
        rng: &mut Rng,
    ) -> Option<Site> {
        // In the order of numbers, like the result of `below`.
        let mut holds = vec![term];
        for id in below(terms, root) {
            let mut is_above = false;
            terms.for_each_child(id, |child| is_above |= holds.binary_search(&child).is_ok());
            if is_above {
                holds.push(id);
            }
        }
        let mut site = Site { path: Vec::new(), bound: Vec::new() };
        let mut at = root;
        while at != term {
            let steps = children(terms, at);
            let ways: Vec<usize> =
                (0..steps.len()).filter(|way| holds.binary_search(&steps[*way]).is_ok()).collect();
            let way = *rng.pick(&ways)?;
            site.path.push((at, way));
            site.bound.extend_from_slice(bound_at(terms, at, way));
            at = steps[way];
        }
        Some(site)
    }

    /// Lifts a term so that it fits at this site. Returns `None` if its binders do not fit.
    pub(in crate::generate) fn fitted(&self, terms: &mut Terms, id: TermId) -> Option<TermId> {
        match (self.bound.len() as u32, terms.is_closed(id)) {
            _ if !has_binders(terms, id) => Some(id),
            (0, _) => Some(id),
            (lift, true) => exchanged(terms, id, &BTreeMap::new(), lift),
            (_, false) => None,
        }
    }

    /// Returns the whole term with another one at this site.
    pub(in crate::generate) fn with(&self, terms: &mut Terms, new: TermId) -> TermId {
        self.path.iter().rev().fold(new, |new, &(around, way)| {
            let mut at = 0;
            let exchanged = terms.get(around).clone().map_children(|child| {
                at += 1;
                if at == way + 1 { new } else { child }
            });
            terms.intern(exchanged)
        })
    }
}

/// Replaces closed terms wherever they occur in a term, and lifts the result by `lift` levels. Returns `None` if a
/// level becomes too deep. Patterns are lifted, but nothing is replaced in them.
pub(crate) fn exchanged(
    terms: &mut Terms,
    root: TermId,
    exchanged: &BTreeMap<TermId, TermId>,
    lift: u32,
) -> Option<TermId> {
    let mut images = exchanged.clone();
    for id in below(terms, root) {
        let mut is_other = lift > 0 && !matches!(terms.get(id), Term::App(..));
        terms.for_each_child(id, |child| is_other |= images.contains_key(&child));
        if !is_other || exchanged.contains_key(&id) {
            continue;
        }
        let mut term =
            terms.get(id).clone().map_children(|child| images.get(&child).copied().unwrap_or(child));
        if lift > 0 {
            term = lifted(terms, term, lift)?;
        }
        images.insert(id, terms.intern(term));
    }
    Some(images.get(&root).copied().unwrap_or(root))
}

/// Lifts the variables and patterns of a node by `lift` levels.
fn lifted(terms: &mut Terms, term: Term, lift: u32) -> Option<Term> {
    let variable = |terms: &mut Terms, id: VarId| {
        let Variable { name, sort, level } = terms.variable_of(id).clone();
        (level + lift <= DEEPEST).then(|| terms.variable(Variable { name, sort, level: level + lift }))
    };
    let all = |terms: &mut Terms, ids: &[VarId]| -> Option<Box<[VarId]>> {
        ids.iter().map(|&id| variable(terms, id)).collect()
    };
    Some(match term {
        Term::App(..) => term,
        Term::Var(id) => Term::Var(*all(terms, &[id])?.first()?),
        Term::Binder(Binder { kind, variables, body, patterns }) => {
            let variables = all(terms, &variables)?;
            let none = BTreeMap::new();
            let mut pattern =
                |pattern: &[TermId]| pattern.iter().map(|&id| exchanged(terms, id, &none, lift)).collect();
            let patterns: Option<Box<[Box<[TermId]>]>> = patterns.iter().map(|one| pattern(one)).collect();
            Term::Binder(Binder { kind, variables, body, patterns: patterns? })
        }
        Term::Match(subject, cases) => {
            let case = |case: &MatchCase| {
                Some(MatchCase { variables: all(terms, &case.variables)?, ..case.clone() })
            };
            let cases: Option<Box<[MatchCase]>> = cases.iter().map(case).collect();
            Term::Match(subject, cases?)
        }
    })
}

/// Whether a term binds variables.
pub(in crate::generate) fn has_binders(terms: &Terms, id: TermId) -> bool {
    within(terms, id).any(|id| matches!(terms.get(id), Term::Binder(_) | Term::Match(..)))
}

fn children(terms: &Terms, id: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    terms.for_each_child(id, |child| found.push(child));
    found
}

/// Returns the variables that a term binds in one of its children.
fn bound_at(terms: &Terms, id: TermId, at: usize) -> &[VarId] {
    match terms.get(id) {
        Term::Binder(binder) => &binder.variables,
        Term::Match(_, cases) => {
            let case = at.checked_sub(1).and_then(|at| cases.get(at));
            case.map_or(&[], |case| &case.variables)
        }
        Term::App(..) | Term::Var(_) => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};
    use crate::smtlib::{Printer, Problem};

    fn read(assertion: &str) -> (Terms, TermId) {
        let script = format!("(declare-fun a () Int)(declare-fun b () Int)(assert {assertion})");
        let problem = Problem::read(script).unwrap();
        let root = problem.formulas.assertions[0];
        (problem.formulas.terms, root)
    }

    fn printed(terms: &Terms, id: TermId) -> String {
        Printer::new(terms).print(id)
    }

    #[test]
    fn one_place_or_all_of_them() {
        let (mut terms, root) = read("(< (+ a b) (* a 2))");
        let (a, b) = (terms.app("a", &[]), terms.app("b", &[]));
        let mut rng = Key::new(&Digest::of("site"), 1).stream(Stream::Formulas(4));
        let mut drawn = |terms: &mut Terms| {
            let site = Site::draw(terms, root, a, &mut rng).unwrap();
            let new = site.with(terms, b);
            printed(terms, new)
        };
        let all: BTreeSet<String> = (0..20).map(|_| drawn(&mut terms)).collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["(< (+ a b) (* b 2))", "(< (+ b b) (* a 2))"]);
        let new = exchanged(&mut terms, root, &BTreeMap::from([(a, b)]), 0).unwrap();
        assert_eq!(printed(&terms, new), "(< (+ b b) (* b 2))");
    }

    #[test]
    fn places_know_what_is_bound_there() {
        let (terms, root) = read("(forall ((x Int)) (exists ((y Int)) (< (+ x y) a)))");
        let sum = terms.ids().find(|&id| terms.as_app(id).is_some_and(|(head, _)| head == "+")).unwrap();
        let mut rng = Key::new(&Digest::of("site"), 1).stream(Stream::Formulas(4));
        let site = Site::draw(&terms, root, sum, &mut rng).unwrap();
        assert_eq!(site.bound.len(), 2);
        assert_eq!(free(&terms, sum), site.bound.iter().copied().collect());
        assert!(free(&terms, root).is_empty());
    }

    #[test]
    fn what_is_shared_is_searched_for_variables_once() {
        let mut terms = Terms::default();
        let variable = terms.variable(Variable { name: "x".into(), sort: "Int".into(), level: 0 });
        let mut sum = terms.intern(Term::Var(variable));
        for _ in 0..64 {
            sum = terms.app("+", &[sum, sum]);
        }
        assert_eq!(free(&terms, sum), BTreeSet::from([variable]));
    }

    #[test]
    fn what_binds_is_lifted_where_it_comes_under_others() {
        let (mut terms, root) =
            read("(and (forall ((x Int)) (< x (+ a b))) (exists ((y Int)) (= (* y 2) (* y 2) b)))");
        let [first, second] = terms.as_app(root).unwrap().1 else { panic!("two conjuncts") };
        let (first, second) = (*first, *second);
        let comparison =
            terms.ids().find(|&id| terms.as_app(id).is_some_and(|(head, _)| head == "<")).unwrap();
        let mut rng = Key::new(&Digest::of("site"), 1).stream(Stream::Formulas(4));
        let site = Site::draw(&terms, first, comparison, &mut rng).unwrap();
        let fitted = site.fitted(&mut terms, second).unwrap();
        let new = site.with(&mut terms, fitted);
        let expected = "(forall ((x Int)) (exists ((y Int)) (let ((?e13 (* y 2))) (= ?e13 ?e13 b))))";
        assert_eq!(
            printed(&terms, new).replace(|c: char| c.is_ascii_digit(), ""),
            expected.replace(|c: char| c.is_ascii_digit(), "")
        );
        assert!(site.fitted(&mut terms, comparison).is_some());
    }

    #[test]
    fn a_lifted_formula_leaves_room_for_a_binder() {
        let source =
            "(and (< a 3) (forall ((x Int)) (! (exists ((y Int)) (< (+ x y) a)) :pattern ((+ x b)))))";
        let (mut terms, root) = read(source);
        let a = terms.app("a", &[]);
        let fresh = terms.variable(Variable { name: "z".into(), sort: "Int".into(), level: 0 });
        let variable = terms.intern(Term::Var(fresh));
        let body = exchanged(&mut terms, root, &BTreeMap::from([(a, variable)]), 1).unwrap();
        assert!(!terms.is_closed(body));
        let (variables, patterns) = (Box::new([fresh]), Box::new([]));
        let kind = crate::smtlib::BinderKind::Exists;
        let bound = terms.intern(Term::Binder(Binder { kind, variables, body, patterns }));
        assert!(terms.is_closed(bound));
        let expected = format!("(exists ((z Int)) {})", source.replace('a', "z").replace("znd", "and"));
        assert_eq!(
            printed(&terms, bound),
            expected.replace("forzll", "forall").replace("pzttern", "pattern")
        );
    }
}
