//! Declarations with definitions of what they declare → which formulas are true under them.
//!
//! Candidates come by the thousand, and most differ from the one before in one term. So terms are shared by all formulas
//! under the same definitions, a term is evaluated once, and no text is read: expressions become terms.

use std::collections::{BTreeSet, HashMap};

use super::draft::Draft;
use crate::smtlib::{Expr, Formulas, ReadError, Script, Sort, TermId, Terms};
use crate::theory::interpreter::{Interpreter, Memory, Model};
use crate::theory::recursion;
use crate::theory::sorting::Sorting;
use crate::witness::{Grade, Truth};

/// How many terms are kept: those of thousands of candidates.
const MOST_TERMS: usize = 1 << 16;

/// Definitions, and the formulas that were evaluated under them.
pub(super) struct Interpretation {
    /// The commands that declare, each with its definition.
    key: Vec<(Expr, Option<Expr>)>,
    /// The constructors of the datatypes that are declared.
    constructors: BTreeSet<String>,
    model: Model,
    evaluated: Evaluated,
}

/// Terms, with what is known of them.
#[derive(Default)]
struct Evaluated {
    terms: Terms,
    sorting: Sorting,
    memory: Memory,
    grades: HashMap<Expr, Option<Grade>>,
}

impl Interpretation {
    /// That of a draft; none if its definitions are none, are not of the sorts that they say, or if no function is known to
    /// satisfy one: beside such a one nothing is known to be true.
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

    /// Whether it is that of a draft.
    pub(super) fn is_of(&self, draft: &Draft) -> bool {
        draft.is_declared_by(&self.key)
    }

    /// For each formula, what its truth rests on by evaluation; none if it is not true, or if it is no formula.
    pub(super) fn grades(&mut self, formulas: &[&Expr]) -> Vec<Option<Grade>> {
        // A name that one formula gives to a term is meant in others.
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
        // Those below come first: what they take is not counted as work on those above.
        for id in terms.ids().skip(first_new).filter(|&id| terms.is_closed(id)) {
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
