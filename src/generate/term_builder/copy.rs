//! Terms among other terms. They are small ones: the walk is on the call stack.

use std::collections::BTreeMap;

use crate::smtlib::{Binder, MatchCase, Term, TermId, Terms, VarId};

/// A term among other terms.
pub(in crate::generate) fn copy(from: &Terms, id: TermId, to: &mut Terms) -> TermId {
    Copy { from, to, known: BTreeMap::new() }.term(id)
}

struct Copy<'a> {
    from: &'a Terms,
    to: &'a mut Terms,
    /// What was copied already.
    known: BTreeMap<TermId, TermId>,
}

impl Copy<'_> {
    fn term(&mut self, id: TermId) -> TermId {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let from = self.from;
        let copied = match from.get(id) {
            Term::App(head, arguments) => {
                let arguments = self.all(arguments);
                self.to.app(from.head_text(*head), &arguments)
            }
            Term::Var(variable) => {
                let variable = self.to.variable(from.variable_of(*variable).clone());
                self.to.intern(Term::Var(variable))
            }
            Term::Binder(binder) => {
                let variables = self.variables(&binder.variables);
                let body = self.term(binder.body);
                let patterns = binder.patterns.iter().map(|pattern| self.all(pattern).into()).collect();
                self.to.intern(Term::Binder(Binder { kind: binder.kind, variables, body, patterns }))
            }
            Term::Match(subject, cases) => {
                let subject = self.term(*subject);
                let case = |case: &MatchCase| {
                    let constructor = case.constructor.map(|head| self.to.head(from.head_text(head)));
                    let variables = self.variables(&case.variables);
                    MatchCase { constructor, variables, body: self.term(case.body) }
                };
                let cases = cases.iter().map(case).collect();
                self.to.intern(Term::Match(subject, cases))
            }
        };
        self.known.insert(id, copied);
        copied
    }

    fn all(&mut self, ids: &[TermId]) -> Vec<TermId> {
        ids.iter().map(|&id| self.term(id)).collect()
    }

    fn variables(&mut self, variables: &[VarId]) -> Box<[VarId]> {
        variables.iter().map(|&id| self.to.variable(self.from.variable_of(id).clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::{Printer, Problem};

    #[test]
    fn a_copy_says_the_same() {
        let script = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)\
            (assert (forall ((x Int) (y Int)) (! (exists ((z Int)) (= (match l ((nil x) ((cons h t) (+ h z)))) y))\
            :pattern ((cons x l) (cons y l)))))";
        let problem = Problem::read(script).unwrap();
        let (from, mut to) = (&problem.formulas.terms, Terms::default());
        to.app("before", &[]);
        let id = copy(from, problem.formulas.assertions[0], &mut to);
        let printed = |terms: &Terms, id| Printer::new(terms).print(id);
        assert_eq!(printed(&to, id), printed(from, problem.formulas.assertions[0]));
        assert!(to.is_closed(id));
    }
}
