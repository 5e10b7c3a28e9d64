//! Functions of a model that say what an operator gives where SMT-LIB leaves its value open, such as Z3's `div0`.
//!
//! A model's definitions have them under names that say so, one for each sequence of argument sorts.

use std::collections::HashMap;

use crate::smtlib::symbol;

/// What solvers call such a function, and the operator. Of division it takes the divisor too, which is 0; before
/// Z3 4.8 it did not.
const PRINTED: [(&str, &str); 5] =
    [("/0", "/"), ("div0", "div"), ("mod0", "mod"), ("rem0", "rem"), ("seq.nth_u", "seq.nth")];

/// The operator of which a function of this name tells what is left open.
pub(crate) fn operator(printed: &str) -> Option<&'static str> {
    PRINTED.iter().find(|(name, _)| *name == printed).map(|(_, operator)| *operator)
}

/// The name of a definition that tells what an operator gives where it is left open, and the number among those of this
/// operator.
pub(crate) fn name(operator: &str, number: usize) -> String {
    symbol::quoted(&format!("{operator} where it is left open {number}"))
}

/// By operator, the numbers of such definitions among all that there are.
pub(crate) fn by_operator<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<&'static str, Vec<usize>> {
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
