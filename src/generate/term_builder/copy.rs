//! Copies of terms in another store. The walk is recursive, so only small terms may be copied.

use smallvec::{SmallVec, smallvec};

use crate::smtlib::{Binder, HeadId, MatchCase, Term, TermId, Terms, VarId};

/// The copies of terms from one store in another. While this is in use, no copied term may be removed from either
/// store.
#[derive(Debug, Default)]
pub(in crate::generate) struct Copied {
    /// The copy of each term, by its number.
    terms: Vec<Option<TermId>>,
    /// The copy of each head, by its number.
    heads: Vec<Option<HeadId>>,
}

impl Copied {
    pub(in crate::generate) fn copy(&mut self, from: &Terms, id: TermId, to: &mut Terms) -> TermId {
        self.copy_each(from, id, to, &mut |_, _, _| ())
    }

    /// Copies a term. Calls `note` with each newly copied term and its copy, children first.
    pub(super) fn copy_each(
        &mut self,
        from: &Terms,
        id: TermId,
        to: &mut Terms,
        note: &mut dyn FnMut(TermId, &Terms, TermId),
    ) -> TermId {
        if let Some(known) = self.terms.get(id.index()).copied().flatten() {
            return known;
        }
        let copied = match from.get(id) {
            Term::App(head, arguments) => {
                let arguments = arguments.iter().map(|&id| self.copy_each(from, id, to, note)).collect();
                Term::App(self.head(from, *head, to), arguments)
            }
            Term::Var(variable) => Term::Var(to.variable(from.variable_of(*variable).clone())),
            Term::Binder(binder) => {
                let variables = variables(from, &binder.variables, to);
                let body = self.copy_each(from, binder.body, to, note);
                let mut all = |pattern: &[TermId]| {
                    pattern.iter().map(|&id| self.copy_each(from, id, to, note)).collect()
                };
                let patterns = binder.patterns.iter().map(|pattern| all(pattern)).collect();
                Term::Binder(Binder { kind: binder.kind, variables, body, patterns })
            }
            Term::Match(subject, cases) => {
                let subject = self.copy_each(from, *subject, to, note);
                let case = |case: &MatchCase| MatchCase {
                    constructor: case.constructor.map(|head| self.head(from, head, to)),
                    variables: variables(from, &case.variables, to),
                    body: self.copy_each(from, case.body, to, note),
                };
                Term::Match(subject, cases.iter().map(case).collect())
            }
        };
        let copied = to.intern(copied);
        record(&mut self.terms, from.len(), id.index(), copied);
        note(id, to, copied);
        copied
    }

    fn head(&mut self, from: &Terms, id: HeadId, to: &mut Terms) -> HeadId {
        if let Some(&Some(known)) = self.heads.get(id.index()) {
            return known;
        }
        let copied = to.head_of(from, id);
        record(&mut self.heads, from.heads().len(), id.index(), copied);
        copied
    }
}

/// Records the copy of number `at`; there are `count` numbers.
fn record<T: Copy>(known: &mut Vec<Option<T>>, count: usize, at: usize, copied: T) {
    if known.len() <= at {
        known.resize(count.max(at + 1), None);
    }
    known[at] = Some(copied);
}

fn variables(from: &Terms, ids: &[VarId], to: &mut Terms) -> Box<[VarId]> {
    ids.iter().map(|&id| to.variable(from.variable_of(id).clone())).collect()
}

/// Returns the number of nodes of a term written as a tree, or `None` if it has more than `most` or contains anything
/// other than applications.
pub(in crate::generate) fn size(terms: &Terms, id: TermId, most: usize) -> Option<usize> {
    let mut open: SmallVec<[TermId; 64]> = smallvec![id];
    let mut found = 0;
    while let Some(id) = open.pop() {
        let Term::App(_, arguments) = terms.get(id) else { return None };
        found += 1;
        if found > most {
            return None;
        }
        open.extend_from_slice(arguments);
    }
    Some(found)
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
        let id = Copied::default().copy(from, problem.formulas.assertions[0], &mut to);
        let printed = |terms: &Terms, id| Printer::new(terms).print(id);
        assert_eq!(printed(&to, id), printed(from, problem.formulas.assertions[0]));
        assert!(to.is_closed(id));
    }
}
