//! The tools that build and change formulas, for all sources.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `scope` | which sorts and operators the seed's logic has |
//! | `builder` | terms from terms, with their values |
//! | `copy` | terms among other terms |
//! | `term_pool` | terms by sort and value |
//! | `literals`, `value_sampler` | literals at and near values; random values of every sort |
//! | `indices` | random indices of operators |
//! | `base_terms` | the constants and small terms of the seed |
//! | `rewrite` | terms with some of their sub-terms replaced |
//! | `logic` | whether a changed formula is still in its logic |
//! | `mutation_context` | formulas to be changed, with sorts and values |
//! | `collect_fragments` | built formulas → fragments |

mod base_terms;
mod builder;
mod collect_fragments;
mod copy;
mod indices;
pub(in crate::generate) mod literals;
pub(in crate::generate) mod logic;
mod mutation_context;
pub(in crate::generate) mod rewrite;
mod scope;
mod term_pool;
mod value_sampler;

pub(in crate::generate) use base_terms::base_terms;
pub(in crate::generate) use builder::{TermBuilder, size};
pub(in crate::generate) use collect_fragments::collect_fragments;
pub use indices::of as indices;
pub(in crate::generate) use mutation_context::{MutationContext, put, put_once};
pub(in crate::generate) use scope::Scope;
pub(in crate::generate) use term_pool::{TermOrigin, TermPool, TypedTerm};
pub use value_sampler::{ValueSampler, read};

use std::sync::Arc;

use crate::matrix::Operators;
use crate::smtlib::{Problem, Term, TermId, Terms};
use crate::theory::interpreter::Model;
use crate::theory::signature::Signature;
use crate::witness::{EvalResults, Witness};

/// What has to be a number as solvers read one in the formulas of a problem.
#[derive(Debug)]
pub(crate) struct Coefficients {
    scope: Scope,
    signature: Signature,
}

impl Coefficients {
    /// Those of a problem.
    pub(crate) fn of(problem: &Problem) -> Coefficients {
        let signature = Signature::collect(&problem.script);
        Coefficients { scope: Scope::of(problem, &signature, &Operators::all()), signature }
    }

    /// Whether the strictest solvers of a linear logic read all coefficients of a formula.
    pub(crate) fn are_plain(&self, terms: &Terms, formula: TermId) -> bool {
        logic::has_plain_coefficients(terms, (&self.scope, &self.signature), formula)
    }
}

/// What a problem declares, and what a witness says of it.
#[derive(Debug)]
pub(in crate::generate) struct EvalContext {
    /// What it declares.
    pub signature: Signature,
    /// What the definitions of the witness say.
    pub model: Arc<Model>,
    /// What the problem's terms are worth under them, as far as builders may take it over.
    results: Option<Arc<EvalResults>>,
}

impl EvalContext {
    /// That of a problem under a witness.
    ///
    /// # Errors
    /// Why the definitions of the witness cannot be read.
    pub(in crate::generate) fn of<'w>(
        problem: &Problem,
        witness: &'w Witness,
    ) -> Result<EvalContext, &'w str> {
        let model = Arc::clone(witness.model(problem.script.logic.as_deref())?);
        Ok(EvalContext { signature: Signature::collect(&problem.script), model, results: None })
    }

    /// The same with what the problem's terms are worth. Where there are quantifiers, nothing is taken over: which of them
    /// are decided hangs on what was evaluated before.
    pub(in crate::generate) fn with(self, results: Arc<EvalResults>, problem: &Problem) -> EvalContext {
        let binds = |terms: &Terms| terms.ids().any(|id| matches!(terms.get(id), Term::Binder(_)));
        let is_free = !binds(&problem.formulas.terms) && !binds(&self.model.definitions().terms);
        EvalContext { results: is_free.then_some(results), ..self }
    }
}
