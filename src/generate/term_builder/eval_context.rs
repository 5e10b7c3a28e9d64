//! What a seed declares, and what its terms are worth under a witness: what builders start from.

use std::sync::Arc;

use crate::smtlib::{Problem, Term, Terms};
use crate::theory::interpreter::Model;
use crate::theory::signature::Signature;
use crate::witness::{EvalResults, Witness};

/// What a problem declares, and what a witness says of it.
#[derive(Debug)]
pub(in crate::generate) struct EvalContext {
    /// What it declares.
    pub signature: Signature,
    /// What the definitions of the witness say.
    pub model: Arc<Model>,
    /// What the problem's terms are worth under them, as far as builders may take it over.
    pub(super) results: Option<Arc<EvalResults>>,
}

impl EvalContext {
    /// That of a problem under a witness.
    ///
    /// # Errors
    /// Why the definitions of the witness cannot be read.
    pub(in crate::generate) fn build<'w>(
        problem: &Problem,
        witness: &'w Witness,
    ) -> Result<EvalContext, &'w str> {
        let model = Arc::clone(witness.model(&problem.script)?);
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
