//! Evaluation of formulas under the definitions of a draft.
//!
//! There are thousands of candidates, and most differ from the previous one in one term. Therefore all formulas
//! under the same definitions share terms, each term is evaluated once, and expressions become terms without
//! printing and parsing.

use std::collections::{BTreeSet, HashMap};

use super::draft::Draft;
use crate::smtlib::{Expr, Formulas, ReadError, Script, Sort, TermId, Terms};
use crate::theory::interpreter::{Interpreter, Memory, Model};
use crate::theory::recursion;
use crate::theory::sorting::Sorting;
use crate::witness::{Grade, Truth};

/// The maximal number of terms kept: enough for thousands of candidates.
const MOST_TERMS: usize = 1 << 16;

/// Definitions, and the formulas evaluated under them.
pub(super) struct Interpretation {
    /// The declarations with their definitions.
    key: Vec<(Expr, Option<Expr>)>,
    /// The constructors of the declared datatypes.
    constructors: BTreeSet<String>,
    model: Model,
    evaluated: Evaluated,
}

/// Terms with their sorts and results.
#[derive(Default)]
struct Evaluated {
    terms: Terms,
    sorting: Sorting,
    memory: Memory,
    grades: HashMap<Expr, Option<Grade>>,
}

impl Interpretation {
    /// Creates the interpretation of a draft. Returns `None` if the definitions are malformed or ill-sorted, or
    /// if no function is known to satisfy one: nothing is known to be true under such a definition.
    pub(super) fn new(draft: &Draft) -> Option<Interpretation> {
        let key = draft.declared();
        let read = || -> Result<(Script, Model), ReadError> {
            let declared = Script::from_exprs(key.iter().map(|(line, _)| line))?;
            let definitions =
                Script::from_exprs(key.iter().filter_map(|(_, definition)| definition.as_ref()))?;
            let reals = declared.has_reals_only();
            Ok((declared, Model::build(&definitions, reals)?))
        };
        let (declared, model) = read().ok()?;
        if model.ill_sorted().next().is_some() || !recursion::groundless(&model).is_empty() {
            return None;
        }
        Some(Interpretation {
            key,
            constructors: declared.constructors(),
            model,
            evaluated: Evaluated::default(),
        })
    }

    /// Whether it is the interpretation of a draft.
    pub(super) fn is_of(&self, draft: &Draft) -> bool {
        draft.is_declared_by(&self.key)
    }

    /// Returns the grade of each formula; `None` if it is not true or not a formula.
    pub(super) fn grades(&mut self, formulas: &[&Expr]) -> Vec<Option<Grade>> {
        // A `:named` term may be used in other formulas.
        if formulas.iter().any(|formula| formula.mentions(":named")) {
            return self.evaluate(formulas).unwrap_or_else(|_| vec![None; formulas.len()]);
        }
        formulas.iter().map(|formula| self.grade(formula)).collect()
    }

    fn grade(&mut self, formula: &Expr) -> Option<Grade> {
        if let Some(known) = self.evaluated.grades.get(formula) {
            return *known;
        }
        let grade = self.evaluate(&[formula]).ok().and_then(|grades| grades.first().copied().flatten());
        self.evaluated.grades.insert(formula.clone(), grade);
        grade
    }

    fn evaluate(&mut self, formulas: &[&Expr]) -> Result<Vec<Option<Grade>>, ReadError> {
        if self.evaluated.terms.len() > MOST_TERMS {
            self.evaluated = Evaluated::default();
        }
        let Interpretation { model, constructors, .. } = self;
        let Evaluated { terms, sorting, memory, .. } = &mut self.evaluated;
        let first_new = terms.len();
        let added = Formulas::add_to(terms, constructors, formulas);
        sorting.extend(terms, &model.signature);
        let mut interpreter = Interpreter::remembering(model, terms, sorting, std::mem::take(memory));
        // Subterms come first, so that their evaluation is not charged to the terms above them.
        for id in terms.ids_from(first_new).filter(|&id| terms.is_closed(id)) {
            interpreter.evaluate(id);
        }
        let mut grade = |id: TermId| {
            let is_formula = terms.is_closed(id) && sorting.sort(id).known() == Some(&Sort::Bool);
            if is_formula { Truth::from_result(&interpreter.evaluate(id)).grade_if_true() } else { None }
        };
        let grades = added.map(|roots| roots.into_iter().map(&mut grade).collect());
        *memory = interpreter.into_memory();
        grades
    }
}
