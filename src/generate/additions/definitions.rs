//! Functions that a batch defines: they generalise terms of the seed, with sub-terms as parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::generate::term_builder::rewrite::{below, within};
use crate::generate::term_builder::{Scope, size};
use crate::matrix::OF_ARRAYS;
use crate::rng::Rng;
use crate::smtlib::{Problem, Sort, Term, TermId, Terms};
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;

/// The largest number of functions.
const FUNCTIONS: usize = 3;
/// The number of nodes in a body: calls of smaller functions test nothing, and larger ones only make instances long.
const SIZES: RangeInclusive<usize> = 4..=16;
/// The largest number of parameters of a function.
const PARAMETERS: usize = 3;

/// The material for functions: the terms of a problem, with their sorts.
pub(super) struct DefinitionMaker<'a> {
    terms: &'a Terms,
    pub signature: &'a Signature,
    pub scope: &'a Scope,
}

impl DefinitionMaker<'_> {
    /// Creates a maker for the terms of a problem with this scope.
    pub(super) fn new<'a>(
        problem: &'a Problem,
        signature: &'a Signature,
        scope: &'a Scope,
    ) -> DefinitionMaker<'a> {
        DefinitionMaker { terms: &problem.formulas.terms, signature, scope }
    }

    /// Defines functions with terms of the problem as bodies.
    pub(super) fn definitions(&self, fresh: &mut Fresh, rng: &mut Rng) -> Vec<String> {
        // Difference logics require that each comparison shows its difference, so a call cannot replace it.
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

    /// Returns the sorts that recursive functions may have: those of the problem's terms and symbols.
    pub(super) fn recursive_sorts(&self) -> BTreeSet<Sort> {
        let has_arrays = self.scope.reads(OF_ARRAYS);
        let of_terms = self.terms.ids().filter(|id| self.terms.is_closed(*id));
        let of_terms = of_terms.filter_map(|id| self.scope.sorting.sort(id).known());
        let functions = self.signature.functions();
        let of_symbols = functions.flat_map(|function| function.arguments.iter().chain(&function.result));
        let is_plain =
            |sort: &&Sort| self.scope.has_sort(sort) && (has_arrays || !matches!(sort, Sort::Array(..)));
        of_terms.chain(of_symbols).filter(is_plain).cloned().collect()
    }

    fn is_body(&self, id: TermId) -> bool {
        let is_open = self.terms.as_app(id).is_some_and(|(_, arguments)| !arguments.is_empty());
        is_open
            && size(self.terms, id, *SIZES.end()).is_some_and(|size| SIZES.contains(&size))
            && self.sort(id).is_some()
            && self.scope.knows(self.terms, id)
    }

    /// Returns the sort of a term if functions may have it: some solvers support no functions over languages, rounding
    /// modes or arrays.
    fn sort(&self, id: TermId) -> Option<&Sort> {
        let sort = self.scope.sorting.sort(id).known()?;
        let is_plain = !matches!(sort, Sort::RegLan | Sort::RoundingMode | Sort::Array(..));
        (is_plain && self.terms.is_closed(id) && self.scope.has_sort(sort)).then_some(sort)
    }

    /// Defines a function whose body is a term, with some of its sub-terms as parameters.
    fn definition(&self, body: TermId, fresh: &mut Fresh, rng: &mut Rng) -> Option<String> {
        let result = self.sort(body)?;
        if self.compares_arrays(body) {
            return None;
        }
        // Literals are not parameters, so linear terms remain linear, and arguments that must be values remain values.
        let is_parameter = |id: &TermId| *id != body && self.sort(*id).is_some() && self.has_symbol(*id);
        let mut parts: Vec<TermId> = below(self.terms, body).into_iter().filter(is_parameter).collect();
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

    /// Whether a term compares arrays, or chooses one by `ite`: Boolector supports no such functions.
    fn compares_arrays(&self, id: TermId) -> bool {
        let is_array = |id: &TermId| matches!(self.scope.sorting.sort(*id).known(), Some(Sort::Array(..)));
        let compares = |id: TermId| match Op::applied(self.terms, id) {
            Some((op::EQUAL | op::DISTINCT | op::ITE, arguments)) => arguments.iter().any(is_array),
            _ => false,
        };
        within(self.terms, id).any(compares)
    }

    /// Whether a term contains a symbol of the seed.
    fn has_symbol(&self, id: TermId) -> bool {
        let is_symbol = |id: TermId| match self.terms.get(id) {
            Term::App(head, _) => self.signature.find(self.terms.head_text(*head)).is_some(),
            _ => false,
        };
        within(self.terms, id).any(is_symbol)
    }

    /// Writes a small term with names for some of its sub-terms, and records the ones that occur.
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

/// A generator of names that a text does not contain.
#[derive(Debug)]
pub(in crate::generate) struct Fresh {
    prefix: String,
    given: usize,
}

impl Fresh {
    /// Creates a generator of names for use beside a text.
    pub(in crate::generate) fn beside(text: &str) -> Fresh {
        let words = || text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let is_numbered = |word: &str, prefix: &str| {
            let rest = word.strip_prefix(prefix).unwrap_or_default();
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
        };
        let mut prefix = String::from("w");
        while words().any(|word| is_numbered(word, &prefix)) {
            prefix.push('_');
        }
        Fresh { prefix, given: 0 }
    }

    /// Returns the next name.
    pub(in crate::generate) fn name(&mut self) -> String {
        self.given += 1;
        format!("{}{}", self.prefix, self.given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_new() {
        let mut fresh = Fresh::beside("(declare-fun w () Int)(declare-fun |w7 w_x| () Int)");
        assert_eq!([fresh.name(), fresh.name()], ["w_1", "w_2"]);
        assert_eq!(Fresh::beside("(declare-fun w () Int)(declare-fun ww1 () Int)").name(), "w1");
    }
}
