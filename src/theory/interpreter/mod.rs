//! Evaluation: terms → values, under the definitions of a script.
//!
//! Terms nest deeper than the call stack allows, and functions may be recursive. Therefore the walk keeps its own
//! stack.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `state` | known results and pending steps |
//! | `apply` | the result of an application |
//! | `iteration` | a function, applied to the items of a sequence, set or bag |
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
pub(in crate::theory) use state::{LISTED, Place};

#[cfg(test)]
mod tests {
    use crate::theory::examples::evaluate;

    #[test]
    fn depth_needs_no_stack() {
        let deep = format!("{}true{}", "(not ".repeat(100_000), ")".repeat(100_000));
        assert_eq!(evaluate("", &deep), "true");
    }

    /// A step with a large number costs more, be it the numerator or the denominator that is large.
    #[test]
    fn fractions_cost_what_integers_cost() {
        let value = |start: &str, next: &str| {
            let recursion = "(define-fun-rec f ((n Int) (x Real)) Real (ite (= n 0) x (f (- n 1) NEXT)))";
            evaluate(&recursion.replace("NEXT", next), &format!("(f 10000 {start})"))
        };
        assert_eq!(value("1.0", "(* x 3.0)"), "it takes too many steps");
        assert_eq!(value("1.0", "(/ x 3.0)"), "it takes too many steps");
    }

    #[test]
    fn large_values_are_unknown() {
        let squares = (0..40).fold("x".to_owned(), |term, _| format!("(let ((y {term})) (* y y))"));
        assert_eq!(evaluate("(define-fun x () Int 3)", &squares), "a value is too large");
        // 2^40000, so that both steps are needed to be too large.
        let large = "(define-fun b () Real (^ 2.0 40000))";
        assert_eq!(evaluate(large, "(/ 1.0 b (/ 1.0 b))"), "1.0");
        assert_eq!(evaluate(large, "(/ 1.0 b b (/ 1.0 b) (/ 1.0 b))"), "a value is too large");
    }
}
