//! The definitions of a script, ready for evaluation.
//!
//! Z3 prints functions such as `div0` that fix an operator's value where SMT-LIB leaves it open. The definitions
//! of a model contain them under recognisable names, one for each sequence of argument sorts.

use std::collections::HashMap;

use crate::smtlib::{Definition, Definitions, ReadError, Script, TermId, symbol};
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;
use crate::theory::sorting::{Sorted, Sorting, fits};
use crate::theory::value::Value;

/// A model: a definition for each symbol that has a meaning.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// The declarations of the script, including the signatures of its definitions.
    pub signature: Signature,
    pub(in crate::theory) definitions: Definitions,
    pub(in crate::theory) sorting: Sorting,
    /// The positions of the defined functions, by name.
    pub(in crate::theory) functions: HashMap<String, usize>,
    /// The positions of the functions that fix open values, by operator.
    pub(in crate::theory) left_open: HashMap<Op, Vec<usize>>,
}

impl Model {
    /// Reads the definitions of a script. A symbol that is only declared has no value. Numerals denote reals if
    /// `reals` is set or the logic of the script says so.
    pub(crate) fn build(script: &Script, reals: bool) -> Result<Model, ReadError> {
        let mut signature = Signature::collect(script);
        signature.reals |= reals;
        let definitions = Definitions::collect(script)?;
        let sorting = Sorting::infer(&definitions.terms, &signature);
        let functions = definitions.functions.iter().enumerate();
        let functions = functions.map(|(at, function)| (function.name.clone(), at)).collect();
        let names = definitions.functions.iter().map(|function| function.name.as_str());
        let left_open = left_open_by_operator(names);
        Ok(Model { signature, definitions, sorting, functions, left_open })
    }

    pub(crate) fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// Returns the functions whose body is not of the declared result sort or contains an ill-sorted term.
    pub(crate) fn ill_sorted(&self) -> impl Iterator<Item = &Definition> {
        // The bodies are numbered one after another; a shared subterm counts for the first body that contains it.
        let mut seen = 0;
        self.definitions.functions.iter().filter(move |function| {
            let end = function.body.index() + 1;
            let mut below = (seen..end.max(seen)).map(|number| self.sorting.sort(TermId::nth(number)));
            seen = end.max(seen);
            let declared = self.signature.find(&function.name).and_then(|function| function.result.as_ref());
            below.any(|sort| matches!(sort, Sorted::Mistake(_)))
                || match (self.sorting.sort(function.body), declared) {
                    (Sorted::Is(sort), Some(declared)) => !fits(declared, sort),
                    _ => false,
                }
        })
    }
}

impl Model {
    /// Returns the function that fixes an operator's open value for two arguments.
    pub(in crate::theory) fn left_open(&self, operator: Op, values: [&Value; 2]) -> Option<&Definition> {
        let functions = self.left_open.get(&operator)?.iter().map(|&at| &self.definitions.functions[at]);
        let takes = |function: &&Definition| {
            self.signature.find(&function.name).is_some_and(|declared| {
                let wanted = &declared.arguments;
                (1..=2).contains(&wanted.len())
                    && wanted.iter().zip(values).all(|(wanted, value)| fits(wanted, &value.sort()))
            })
        };
        functions.into_iter().find(takes)
    }
}

/// The names under which solvers print functions that fix open values, and the operators. Such a function of
/// division also takes the divisor, which is 0; before Z3 4.8 it did not.
const PRINTED: [(&str, Op); 5] = [
    ("/0", op::REAL_DIV),
    ("div0", op::INT_DIV),
    ("mod0", op::MOD),
    ("rem0", op::REM),
    ("seq.nth_u", op::SEQ_NTH),
];

/// Returns the operator whose open values a function of this name fixes.
pub(crate) fn operator_left_open(printed: &str) -> Option<Op> {
    PRINTED.iter().find(|(name, _)| *name == printed).map(|(_, operator)| *operator)
}

/// Returns the name of a definition that fixes an operator's open values; `number` distinguishes definitions of
/// the same operator.
pub(crate) fn name_left_open(operator: Op, number: usize) -> String {
    symbol::quoted(&format!("{operator} where it is left open {number}"))
}

/// Returns the positions of such definitions, by operator.
fn left_open_by_operator<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<Op, Vec<usize>> {
    let mut found: HashMap<Op, Vec<usize>> = HashMap::new();
    for (at, definition) in names.enumerate() {
        let Some((operator, _)) = symbol::bare(definition).split_once(" where it is left open ") else {
            continue;
        };
        if let Some((_, operator)) = PRINTED.iter().find(|(_, known)| known.name() == operator) {
            found.entry(*operator).or_default().push(at);
        }
    }
    found
}
