//! Evaluation: terms → values, under the definitions of a script.
//!
//! Terms nest deeper than the call stack allows, and functions may be recursive. Therefore the walk keeps its own
//! stack.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `state` | known results and pending steps |
//! | `apply` | the result of an application |
//! | `iteration` | a function, applied to the items of a sequence |
//! | `steps` | the walk |
//! | `possible` | the values that a term may have where SMT-LIB leaves some open |
//! | `every_choice` | what holds whatever is chosen where SMT-LIB leaves values open |

mod apply;
mod every_choice;
mod iteration;
mod possible;
mod state;
mod steps;

pub(crate) use super::call::EvalResult;
pub(crate) use super::model::Model;
pub(in crate::theory) use possible::{Application, Possible};
#[cfg(test)]
pub(in crate::theory) use state::LINEAR_WORK;
pub(crate) use state::{Choices, Interpreter, Memory};
pub(in crate::theory) use state::{Dag, LISTED, Place};

#[cfg(test)]
mod tests {
    use crate::theory::examples::evaluate;

    #[test]
    fn depth_needs_no_stack() {
        let deep = format!("{}true{}", "(not ".repeat(100_000), ")".repeat(100_000));
        assert_eq!(evaluate("", &deep), "true");
    }

    #[test]
    fn large_values_are_unknown() {
        let squares = (0..40).fold("x".to_owned(), |term, _| format!("(let ((y {term})) (* y y))"));
        assert_eq!(evaluate("(define-fun x () Int 3)", &squares), "a value is too large");
    }
}
