//! Calls: a function call replaces a term.
//!
//! The laws, for a function `f` with the body `b`, and a recursive function `r` that counts down from `n`:
//!
//! ```text
//! b with t for x …  =  (f t …)
//! t  =  (r n t)                     where r returns its argument
//! t  =  (r k (- t k))               where r counts, for a literal k up to its bound
//! t  =  (r k t), or (not (r k t))   where r negates, for an even k, or an odd one
//! ```

use std::collections::BTreeMap;

use crate::generate::additions::{MOST_CALLS, Recursion, Way};
use crate::generate::term_builder::rewrite::has_at_most;
use crate::generate::term_builder::{MutationContext, TypedTerm, put_once};
use crate::rng::Rng;
use crate::smtlib::{Definition, Definitions, ReadError, Script, Sort, Term, TermId, Terms, VarId};

/// The largest number of terms in a body that is matched with formulas.
const LARGEST: usize = 40;

/// The functions that a script defines, with the known effects of recursive ones.
#[derive(Debug)]
pub(super) struct Calls<'a> {
    definitions: Definitions,
    recursions: &'a [Recursion],
}

impl<'a> Calls<'a> {
    /// Collects the functions of a script.
    ///
    /// # Errors
    /// A definition cannot be read.
    pub(super) fn of(script: &Script, recursions: &'a [Recursion]) -> Result<Calls<'a>, ReadError> {
        let mut definitions = Definitions::collect(script)?;
        let Definitions { terms, functions, .. } = &mut definitions;
        functions
            .retain(|function| !function.parameters.is_empty() && has_at_most(terms, function.body, LARGEST));
        Ok(Calls { definitions, recursions })
    }

    /// Replaces an instance of a function's body in a formula by a call of the function.
    pub(super) fn folded(
        &self,
        context: &mut MutationContext<'_>,
        root: TermId,
        rng: &mut Rng,
    ) -> Option<TermId> {
        let parts = context.parts(root, |_| true);
        let mut found: Vec<(&Definition, &TypedTerm, Vec<TermId>)> = Vec::new();
        for part in &parts {
            for function in &self.definitions.functions {
                let arguments = self.arguments(function, context.terms(), part.id);
                found.extend(arguments.map(|arguments| (function, part, arguments)));
            }
        }
        let (function, part, arguments) = rng.pick(&found)?;
        let arguments: Vec<TypedTerm> =
            arguments.iter().map(|&id| context.typed(id)).collect::<Option<_>>()?;
        let call = context.builder.apply(&function.name, &arguments.iter().collect::<Vec<_>>())?;
        put_once(context, root, part, &call, rng)
    }

    /// Returns the arguments for which a function equals a term, if the term is an instance of its body.
    fn arguments(&self, function: &Definition, terms: &Terms, id: TermId) -> Option<Vec<TermId>> {
        let mut bound = BTreeMap::new();
        let fits = matches(&self.definitions.terms, function.body, terms, id, &mut bound);
        let arguments = function.parameters.iter().map(|parameter| bound.get(parameter).copied());
        arguments.collect::<Option<_>>().filter(|_| fits)
    }

    /// Replaces a term in a formula by a call of a recursive function that gives the same value.
    pub(super) fn counted(
        &self,
        context: &mut MutationContext<'_>,
        root: TermId,
        rng: &mut Rng,
    ) -> Option<TermId> {
        let Recursion { name, sort, way } = rng.pick(self.recursions)?;
        let parts = context.parts(root, |typed| typed.sort == *sort);
        let term = rng.pick(&parts)?.clone();
        let count = rng.below(MOST_CALLS + 1);
        let times = context.builder.literal(&Sort::Int, &count.to_string())?;
        let call = match way {
            Way::Keep => {
                // Any count gives the same result.
                let any = if rng.percent(50) { context.pool.any(&Sort::Int, rng) } else { None };
                let times = any.map_or(times, |(typed, _)| typed.clone());
                context.builder.apply(name, &[&times, &term])?
            }
            Way::Count => {
                let less = context.builder.apply("-", &[&term, &times])?;
                context.builder.apply(name, &[&times, &less])?
            }
            Way::Flip => {
                let call = context.builder.apply(name, &[&times, &term])?;
                if count.is_multiple_of(2) { call } else { context.builder.apply("not", &[&call])? }
            }
        };
        put_once(context, root, &term, &call, rng)
    }
}

/// Whether a term is an instance of a body. Records the terms for its variables.
fn matches(
    of_body: &Terms,
    body: TermId,
    terms: &Terms,
    id: TermId,
    bound: &mut BTreeMap<VarId, TermId>,
) -> bool {
    match (of_body.get(body), terms.get(id)) {
        (Term::Var(variable), _) => *bound.entry(*variable).or_insert(id) == id,
        (Term::App(one, inner), Term::App(other, outer)) => {
            of_body.head_text(*one) == terms.head_text(*other)
                && inner.len() == outer.len()
                && inner.iter().zip(outer).all(|(&body, &id)| matches(of_body, body, terms, id, bound))
        }
        _ => false,
    }
}
