//! Functions that say what terms of the seed say, of some of what these are made of.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::fresh::Fresh;
use crate::generate::term_builder::rewrite::below;
use crate::generate::term_builder::{Scope, size};
use crate::rng::Rng;
use crate::smtlib::{Problem, Sort, Term, TermId, Terms};
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;

/// Functions, at most.
const FUNCTIONS: usize = 3;
/// Nodes of a body: a call of less says nothing, and more only makes instances long.
const SIZES: RangeInclusive<usize> = 4..=16;
/// Parameters of a function, at most.
const PARAMETERS: usize = 3;

/// What functions are made of: the terms of a problem, with their sorts.
pub(super) struct Maker<'a> {
    terms: &'a Terms,
    signature: &'a Signature,
    pub scope: &'a Scope,
    sorting: Sorting,
}

impl Maker<'_> {
    /// Of the terms of a problem.
    pub(super) fn of<'a>(problem: &'a Problem, signature: &'a Signature, scope: &'a Scope) -> Maker<'a> {
        let terms = &problem.formulas.terms;
        Maker { terms, signature, scope, sorting: Sorting::infer(terms, signature) }
    }

    /// Definitions of functions for terms of the problem.
    pub(super) fn definitions(&self, fresh: &mut Fresh, rng: &mut Rng) -> Vec<String> {
        // What differences of symbols are is written out wherever they stand.
        if self.scope.is_difference() {
            return Vec::new();
        }
        let mut bodies: Vec<TermId> = self.terms.ids().filter(|id| self.is_body(*id)).collect();
        let mut lines = Vec::new();
        while lines.len() < FUNCTIONS && !bodies.is_empty() {
            let body = bodies.swap_remove(rng.index(bodies.len()));
            lines.extend(self.definition(body, fresh, rng));
        }
        lines
    }

    /// The sorts of the problem's terms that functions may be of.
    pub(super) fn sorts(&self) -> BTreeSet<Sort> {
        self.terms.ids().filter_map(|id| self.sort(id).cloned()).collect()
    }

    fn is_body(&self, id: TermId) -> bool {
        let is_open = self.terms.as_app(id).is_some_and(|(_, arguments)| !arguments.is_empty());
        is_open
            && size(self.terms, id, *SIZES.end()).is_some_and(|size| SIZES.contains(&size))
            && self.sort(id).is_some()
    }

    /// The sort of a term, if functions may be of it: some solvers have none of languages, and none of arrays.
    fn sort(&self, id: TermId) -> Option<&Sort> {
        let sort = self.sorting.sort(id).known()?;
        let is_plain = !matches!(sort, Sort::RegLan | Sort::RoundingMode | Sort::Array(..));
        (is_plain && self.terms.is_closed(id) && self.scope.has_sort(sort)).then_some(sort)
    }

    /// A function that a term is the body of, with some of what it is made of as parameters.
    fn definition(&self, body: TermId, fresh: &mut Fresh, rng: &mut Rng) -> Option<String> {
        let result = self.sort(body)?;
        if self.compares_arrays(body) {
            return None;
        }
        // Literals stay: what is linear stays linear, and what has to be a value stays one.
        let is_parameter = |id: &TermId| *id != body && self.sort(*id).is_some() && self.has_symbol(*id);
        let mut parts: Vec<TermId> =
            below(self.terms, body, usize::MAX)?.into_iter().filter(is_parameter).collect();
        let mut parameters: BTreeMap<TermId, String> = BTreeMap::new();
        let wanted = 1 + rng.index(PARAMETERS);
        while parameters.len() < wanted && !parts.is_empty() {
            let part = parts.swap_remove(rng.index(parts.len()));
            parameters.insert(part, fresh.name());
        }
        let (mut text, mut used) = (String::new(), BTreeSet::new());
        self.write(body, &parameters, &mut used, &mut text);
        let name = fresh.name();
        let pairs = used.iter().map(|id| Some(format!("({} {})", parameters.get(id)?, self.sort(*id)?)));
        let pairs: Vec<String> = pairs.collect::<Option<_>>()?;
        (!pairs.is_empty()).then(|| format!("(define-fun {name} ({}) {result} {text})", pairs.join(" ")))
    }

    /// Whether arrays are compared in a term, or chosen: Boolector has no such functions.
    fn compares_arrays(&self, id: TermId) -> bool {
        let is_array = |id: &TermId| matches!(self.sorting.sort(*id).known(), Some(Sort::Array(..)));
        let compares = |id: TermId| match self.terms.as_app(id) {
            Some(("=" | "distinct" | "ite", arguments)) => arguments.iter().any(is_array),
            _ => false,
        };
        below(self.terms, id, usize::MAX).is_none_or(|all| all.into_iter().any(compares))
    }

    /// Whether a term has something of the seed in it.
    fn has_symbol(&self, id: TermId) -> bool {
        let is_symbol = |id: TermId| match self.terms.get(id) {
            Term::App(head, _) => self.signature.find(self.terms.head_text(*head)).is_some(),
            _ => false,
        };
        below(self.terms, id, usize::MAX).is_some_and(|all| all.into_iter().any(is_symbol))
    }

    /// Writes a small term with names for some of its terms, and notes those that it met.
    fn write(
        &self,
        id: TermId,
        names: &BTreeMap<TermId, String>,
        used: &mut BTreeSet<TermId>,
        out: &mut String,
    ) {
        if let Some(name) = names.get(&id) {
            used.insert(id);
            out.push_str(name);
            return;
        }
        let Some((head, arguments)) = self.terms.as_app(id) else { return };
        if arguments.is_empty() {
            out.push_str(head);
            return;
        }
        out.extend(["(", head]);
        for &argument in arguments {
            out.push(' ');
            self.write(argument, names, used, out);
        }
        out.push(')');
    }
}
