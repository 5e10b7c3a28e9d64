//! Abstraction of a failing script: constants replace all terms whose operators are not among some given ones.
//!
//! The result is satisfiable if the script is, because each constant may have the value of its term. So if the solver still
//! fails on it, the given operators are enough for the failure. This takes one run of the solver.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{HeadId, Printer, Sort, Term, TermId, Terms};
use crate::theory::meaning::Meaning;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;

/// Returns the script with no other operators than the given ones, those of Core and those that only write values. A
/// quantified formula that applies another operator to its variables is replaced as a whole. An assertion is left out if a
/// constant cannot replace one of its terms. Returns `None` if the script cannot be read or a sort is unknown.
pub(crate) fn without_other_operators(script: &Instance, kept: &BTreeSet<String>) -> Option<Instance> {
    let problem = script.problem().ok()?;
    let (terms, roots) = (&problem.formulas.terms, &problem.formulas.assertions);
    let lines = script.commands.iter().filter(|command| command.kind == Kind::Assertion);
    if lines.count() != roots.len() {
        return None;
    }
    let signature = Signature::collect(&problem.script);
    let others = Others::find(terms, kept, Sorting::infer(terms, &signature));
    let found: Vec<Option<BTreeSet<TermId>>> = roots.iter().map(|&root| others.below(root)).collect();
    let mut prefix = String::from("other");
    while terms.names().any(|name| name.trim_start_matches('|').starts_with(&prefix)) {
        prefix.push('_');
    }
    let mut printer = Printer::new(terms);
    let mut declarations = BTreeMap::new();
    for id in found.iter().flatten().flatten() {
        let name = format!("{prefix}{}", id.index());
        printer.stand_in(*id, &name);
        declarations.insert(name, others.sorting.sort(*id).known()?);
    }
    let (head, rest) = script.commands.split_at(script.head());
    let mut assertions = roots.iter().zip(&found);
    let mut simpler = script.without_commands();
    head.iter().for_each(|command| simpler.copy(command, script));
    for (name, sort) in declarations {
        simpler.add(Kind::Declaration, &format!("(declare-fun {name} () {sort})"));
    }
    for command in rest {
        if command.kind != Kind::Assertion {
            simpler.copy(command, script);
        } else if let Some((root, Some(_))) = assertions.next() {
            simpler.assert(&printer.print(*root));
        }
    }
    Some(simpler)
}

/// The terms that constants replace: applications of operators that are not kept, and binders around such applications to
/// their variables.
struct Others<'a> {
    terms: &'a Terms,
    sorting: Sorting,
    /// By number of a term.
    is_other: Vec<bool>,
}

impl<'a> Others<'a> {
    fn find(terms: &'a Terms, kept: &BTreeSet<String>, sorting: Sorting) -> Others<'a> {
        let is_kept = |head: HeadId| match sorting.meaning(head) {
            Some(Meaning::Operator(applied)) => {
                !applied.operator.is_telling() || kept.contains(applied.operator.name)
            }
            _ => true,
        };
        // `has_open`: the term is or contains a term to replace that has a free variable.
        let (mut is_other, mut has_open) = (vec![false; terms.len()], vec![false; terms.len()]);
        for id in terms.ids() {
            let mut is_below = false;
            terms.for_each_child(id, |child| is_below |= has_open[child.index()]);
            let is_closed = terms.is_closed(id);
            is_other[id.index()] = match terms.get(id) {
                Term::App(head, _) => !is_kept(*head),
                _ => is_closed && is_below,
            };
            has_open[id.index()] = !is_closed && (is_below || is_other[id.index()]);
        }
        Others { terms, sorting, is_other }
    }

    /// Returns the outermost of these terms in an assertion; `None` if a constant cannot replace one of them.
    fn below(&self, root: TermId) -> Option<BTreeSet<TermId>> {
        let (mut found, mut seen, mut stack) = (BTreeSet::new(), BTreeSet::new(), vec![root]);
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            if !self.is_other[id.index()] {
                self.terms.for_each_child(id, |child| stack.push(child));
                continue;
            }
            let has_constants = |sort: &Sort| !matches!(sort, Sort::RegLan);
            let can_go = self.terms.is_closed(id) && self.sorting.sort(id).known().is_some_and(has_constants);
            if !can_go {
                return None;
            }
            found.insert(id);
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simpler(script: &str, kept: &[&str]) -> String {
        let kept = kept.iter().map(|&name| name.to_owned()).collect();
        without_other_operators(&Instance::read(script).unwrap(), &kept).unwrap().text
    }

    #[test]
    fn other_terms_become_constants_and_equal_ones_the_same() {
        let script = "(set-logic QF_BV)\n(declare-fun a () (_ BitVec 4))\n(push 1)\n\
                      (assert (= (bvadd a (bvnot a)) (bvnot a)))\n(check-sat)\n(assert (distinct (bvnot a) a #x1))\n(check-sat)\n";
        let left = simpler(script, &[]);
        let declared: Vec<&str> =
            left.lines().filter(|line| line.starts_with("(declare-fun other")).collect();
        assert_eq!(declared.len(), 2, "{left}");
        assert!(!left.contains("bvadd") && !left.contains("bvnot") && left.contains(" a #x1)"), "{left}");
        let commands = [
            "(set-logic", "(declare", "(declare", "(declare", "(push 1)", "(assert", "(check", "(assert",
            "(check",
        ];
        assert!(left.lines().zip(commands).all(|(line, start)| line.starts_with(start)), "{left}");
        let read = Instance::read(&left).unwrap();
        assert_eq!(read.text, left);
        // What is kept has its arguments, as far as these are kept too.
        let left = simpler(script, &["bvadd"]);
        assert!(left.contains("(bvadd a other"), "{left}");
        assert!(!simpler(script, &["bvadd", "bvnot"]).contains("other"));
    }

    #[test]
    fn a_constant_stands_for_what_binds_the_arguments_of_others() {
        let script = "(declare-fun p (Int) Bool)\n(declare-fun x () Int)\n(assert (forall ((y Int)) (p (+ y 1))))\n\
                      (assert (forall ((y Int)) (or (p y) (p (+ x 1)))))\n(check-sat)\n";
        let left = simpler(script, &[]);
        assert!(left.contains("(assert other") && left.contains(" () Bool)\n"), "{left}");
        assert!(left.contains("(forall ((y Int)) (or (p y) (p other"), "{left}");
        // None is of a sort of regular expressions.
        let script = "(declare-fun s () String)\n(assert (str.in_re s (re.* (str.to_re s))))\n(assert (= s s))\n(check-sat)\n";
        let left = simpler(script, &["str.in_re"]);
        assert_eq!(left.replace("(assert (str.in_re s (re.* (str.to_re s))))\n", ""), left);
        assert_eq!(left.matches("(assert").count(), 1, "{left}");
    }
}
