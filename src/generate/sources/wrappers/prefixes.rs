//! Formulas under several quantifiers over few values, with connectives between them.
//!
//! From a formula φ, other formulas ψ of the seed, terms `t` and literals `c`:
//!
//! ```text
//! (forall ((b Bool) (d S)) (and φ (or b (exists ((b Bool)) (ite (= d t) (xor b ψ) (forall ((d S)) (= b (= d c))))))))
//! ```
//!
//! No law decides such a formula: all values of all variables are tried. All variables have one name, and an inner one
//! hides an outer one where its body does not mention that. A solver that eliminates, expands or instantiates
//! quantifiers has to tell the variables apart.

use super::binding::{any_kind, as_variable, fresh, lifted, lifted_term};
use super::expanded::small_sort;
use crate::generate::term_builder::{MutationContext, TypedTerm};
use crate::smtlib::{Binder, Sort, Term, TermId};
use crate::theory::domain;
use crate::theory::operators::op;

/// The number of assignments to all variables from which on no quantifier is added, and variables are Boolean.
const POINTS: usize = 256;
/// The largest number of values of a variable.
const VALUES: usize = 8;
/// The largest number of variables that one quantifier binds.
const TOGETHER: u32 = 2;
/// How deeply connectives and quantifiers are nested below the outermost quantifier.
const DEPTH: u32 = 4;
/// Share of leaves, and of quantifiers, among the formulas below another one, in percent.
const LEAVES: u32 = 25;
const QUANTIFIED: u32 = 35;
/// Share of leaves without a bound variable, in percent.
const CLOSED: u32 = 20;

/// Puts a formula under quantifiers over variables of small sorts.
pub(super) fn prefixed(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let mut nest = Nest { context, variables: Vec::new(), points: 1 };
    nest.quantified(DEPTH, Some(root))
}

/// A formula that is built from the outside to the inside.
struct Nest<'c, 'a> {
    context: &'c mut MutationContext<'a>,
    /// The variables that are bound at this place, the outermost first.
    variables: Vec<TypedTerm>,
    /// The number of assignments to all variables so far, those of other branches included.
    points: usize,
}

impl Nest<'_, '_> {
    /// Builds a quantified formula, with a closed formula in its body.
    fn quantified(&mut self, depth: u32, closed: Option<TermId>) -> Option<TermId> {
        let first = self.variables.len();
        for _ in 0..=self.context.rng.below(TOGETHER) {
            let sort = self.small_sort();
            let level = self.variables.len() as u32;
            let variable = fresh(self.context, &sort, level);
            self.variables.push(variable);
        }
        let body = self.formula(depth);
        let body = match closed {
            Some(closed) => self.joined(body?, closed),
            None => body,
        };
        let kind = any_kind(&mut self.context.rng);
        let terms = &mut self.context.builder.terms;
        let variables = self.variables.drain(first..).filter_map(|variable| as_variable(terms, &variable));
        let variables = variables.collect();
        Some(terms.intern(Term::Binder(Binder { kind, variables, body: body?, patterns: Box::default() })))
    }

    /// Draws a sort with few values, `Bool` if all values of all variables could not be tried otherwise.
    fn small_sort(&mut self) -> Sort {
        let most = VALUES.min(POINTS / self.points);
        let drawn = small_sort(self.context, &Sort::Bool).and_then(|sort| {
            let values = domain::list(&sort, most, self.context.builder.signature)?.len();
            Some((sort, values))
        });
        let (sort, values) = drawn.unwrap_or((Sort::Bool, 2));
        self.points *= values;
        sort
    }

    /// Builds a formula over the bound variables.
    fn formula(&mut self, depth: u32) -> Option<TermId> {
        let drawn = self.context.rng.below(100);
        match depth.checked_sub(1) {
            None => self.leaf(),
            Some(_) if drawn < LEAVES => self.leaf(),
            Some(depth) if drawn < LEAVES + QUANTIFIED && self.points < POINTS => {
                self.quantified(depth, None)
            }
            Some(depth) => self.connected(depth),
        }
    }

    /// Builds a connective over formulas.
    fn connected(&mut self, depth: u32) -> Option<TermId> {
        let (operator, arity) = match self.context.rng.below(8) {
            0 => (op::NOT, 1),
            1 => (op::ITE, 3),
            _ => (*self.context.rng.pick(&op::JOINTS)?, 2),
        };
        let arguments: Option<Vec<TypedTerm>> =
            (0..arity).map(|_| self.formula(depth).map(TypedTerm::formula)).collect();
        Some(self.context.builder.apply(operator, &arguments?.iter().collect::<Vec<_>>())?.id)
    }

    /// Joins a formula with a closed one.
    fn joined(&mut self, body: TermId, closed: TermId) -> Option<TermId> {
        let closed = lifted(self.context, closed, self.variables.len() as u32)?;
        let operator = *self.context.rng.pick(&op::JOINTS)?;
        self.context.builder.connect(operator, [closed, body])
    }

    /// Builds a formula without connectives: about a bound variable, or a closed one.
    fn leaf(&mut self) -> Option<TermId> {
        let level = self.variables.len() as u32;
        let context = &mut *self.context;
        if context.rng.percent(CLOSED) {
            let closed = context.formula()?;
            return lifted(context, closed, level);
        }
        let variable = context.rng.pick(&self.variables)?.clone();
        let others: Vec<&TypedTerm> = self
            .variables
            .iter()
            .filter(|other| other.sort == variable.sort && other.id != variable.id)
            .collect();
        let other = match context.rng.below(3) {
            _ if variable.sort == Sort::Bool => return Some(variable.id),
            0 if !others.is_empty() => context.rng.pick(&others).map(|&other| other.clone())?,
            1 => {
                let term = context.any(&variable.sort).or_else(|| context.random_literal(&variable.sort))?;
                lifted_term(context, &term, level)?
            }
            _ => context.random_literal(&variable.sort)?,
        };
        Some(context.builder.apply(op::EQUAL, &[&variable, &other])?.id)
    }
}
