//! Evaluation of closed terms, for comparing their values with those of solvers: `cargo bench --bench meaning`.

use std::collections::BTreeMap;

use super::interpreter::{Interpreter, Model};
use super::meaning::Meaning;
pub use super::operators::{
    Columns, Kind, Op, Operator, ResultSort, Takes, Theory, Width, columns_of, usual,
};
pub use super::signature::{Datatype, Signature};
use super::sorting::{Sorted, Sorting, application};
pub use super::sorting::{element_of, takes_alone};
use crate::smtlib::{ReadError, Script, Sort, TermId, Terms};

/// Returns the sort of a head, in canonical text, applied to arguments of these sorts, or `None` if it is not
/// known.
pub fn sort_of(head: &str, sorts: &[&Sort], signature: &Signature) -> Option<Sort> {
    match application(&Meaning::resolve(head, signature), head, sorts) {
        Sorted::Is(sort) => Some(sort),
        Sorted::Unknown | Sorted::Mistake(_) => None,
    }
}

/// An evaluator of closed terms over the datatypes that a script declares.
#[derive(Clone, Debug)]
pub struct Evaluator(Model);

impl Evaluator {
    /// Builds the evaluator for the declarations of a script.
    ///
    /// # Errors
    /// The script cannot be read.
    pub fn new(script: &str) -> Result<Evaluator, ReadError> {
        Ok(Evaluator(Model::build(&Script::parse(script.to_owned())?, false)?))
    }

    /// Returns the declarations of the script.
    pub fn signature(&self) -> &Signature {
        &self.0.signature
    }

    /// Returns the sorts of all terms whose sort is known.
    pub fn sorts(&self, terms: &Terms) -> BTreeMap<TermId, Sort> {
        let sorting = Sorting::infer(terms, self.signature());
        terms.ids().filter_map(|id| Some((id, sorting.sort(id).known()?.clone()))).collect()
    }

    /// Returns the value of each term as text, or a short reason why there is none to compare.
    pub fn values(&self, terms: &Terms, ids: &[TermId]) -> Vec<Result<String, String>> {
        let sorting = Sorting::infer(terms, self.signature());
        let mut interpreter = Interpreter::new(&self.0, terms, &sorting);
        let mut value = |id: &TermId| {
            let worth = interpreter.evaluate(*id);
            match worth.value {
                Err(unknown) => Err(unknown.to_string()),
                Ok(_) if worth.is_chosen => Err("SMT-LIB leaves it open".to_owned()),
                Ok(value) => Ok(value.to_string()),
            }
        };
        ids.iter().map(&mut value).collect()
    }
}
