//! The declarations of a seed, and the values of its terms under a witness: the starting point of builders.

use std::sync::Arc;

use crate::smtlib::{Problem, Term, Terms};
use crate::theory::interpreter::Model;
use crate::theory::signature::Signature;
use crate::witness::{EvalResults, Witness};

/// The declarations of a problem, and their meaning under a witness.
#[derive(Debug)]
pub(in crate::generate) struct EvalContext {
    /// The declarations.
    pub signature: Signature,
    /// The definitions of the witness.
    pub model: Arc<Model>,
    /// The values of the problem's terms under them, if builders may take them over.
    pub(super) results: Option<Arc<EvalResults>>,
}

impl EvalContext {
    /// Builds the context of a problem under a witness.
    ///
    /// # Errors
    /// The definitions of the witness cannot be read; the error says why.
    pub(in crate::generate) fn build<'w>(
        problem: &Problem,
        witness: &'w Witness,
    ) -> Result<EvalContext, &'w str> {
        let model = Arc::clone(witness.model(&problem.script)?);
        Ok(EvalContext { signature: Signature::collect(&problem.script), model, results: None })
    }

    /// Adds the values of the problem's terms. With quantifiers, none are taken over, because which quantified formulas
    /// can be decided depends on what was evaluated before.
    pub(in crate::generate) fn with(self, results: Arc<EvalResults>, problem: &Problem) -> EvalContext {
        let binds = |terms: &Terms| terms.ids().any(|id| matches!(terms.get(id), Term::Binder(_)));
        let is_free = !binds(&problem.formulas.terms) && !binds(&self.model.definitions().terms);
        EvalContext { results: is_free.then_some(results), ..self }
    }
}
