//! What a script defines, ready to be evaluated.
//!
//! Z3 says by functions such as `div0` what an operator gives where SMT-LIB leaves its value open. A model's
//! definitions have them under names that say so, one for each sequence of argument sorts.

use std::collections::HashMap;

use crate::smtlib::{Definition, Definitions, ReadError, Script, TermId, symbol};
use crate::theory::signature::Signature;
use crate::theory::sorting::{Sorted, Sorting, fits};
use crate::theory::value::Value;

/// What a script defines: a meaning for every symbol that has one.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// What it declares, and what each of its definitions takes.
    pub signature: Signature,
    pub(in crate::theory) definitions: Definitions,
    pub(in crate::theory) sorting: Sorting,
    /// Where each defined function is.
    pub(in crate::theory) functions: HashMap<String, usize>,
    /// Where the functions are that say what an operator gives where SMT-LIB leaves it open.
    pub(in crate::theory) left_open: HashMap<&'static str, Vec<usize>>,
}

impl Model {
    /// Reads the definitions of a script. What it only declares has no value. Numerals may stand for `reals`.
    ///
    /// # Errors
    /// A definition of no known shape.
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

    /// The bodies of its definitions.
    pub(crate) fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The functions whose bodies are not of the sort that they give, or have a term in them whose sorts do not fit.
    pub(crate) fn ill_sorted(&self) -> impl Iterator<Item = &Definition> {
        // The bodies come one after the other, and what two have in common is of the first.
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
    /// The function that says what an operator gives for two values.
    pub(in crate::theory) fn left_open(&self, operator: &str, values: [&Value; 2]) -> Option<&Definition> {
        let functions = self.left_open.get(operator)?.iter().map(|&at| &self.definitions.functions[at]);
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

/// What solvers call such a function, and the operator. Of division it takes the divisor too, which is 0; before
/// Z3 4.8 it did not.
const PRINTED: [(&str, &str); 5] =
    [("/0", "/"), ("div0", "div"), ("mod0", "mod"), ("rem0", "rem"), ("seq.nth_u", "seq.nth")];

/// The operator of which a function of this name tells what is left open.
pub(crate) fn operator_left_open(printed: &str) -> Option<&'static str> {
    PRINTED.iter().find(|(name, _)| *name == printed).map(|(_, operator)| *operator)
}

/// The name of a definition that tells what an operator gives where it is left open, and the number among those of this
/// operator.
pub(crate) fn name_left_open(operator: &str, number: usize) -> String {
    symbol::quoted(&format!("{operator} where it is left open {number}"))
}

/// By operator, the numbers of such definitions among all that there are.
fn left_open_by_operator<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<&'static str, Vec<usize>> {
    let mut found: HashMap<&'static str, Vec<usize>> = HashMap::new();
    for (at, definition) in names.enumerate() {
        let Some((operator, _)) = symbol::bare(definition).split_once(" where it is left open ") else {
            continue;
        };
        if let Some((_, operator)) = PRINTED.iter().find(|(_, known)| *known == operator) {
            found.entry(operator).or_default().push(at);
        }
    }
    found
}
