//! Evaluation: terms → values, under the definitions of a script.
//!
//! Terms nest deeper than the call stack allows, and functions may be recursive. Therefore the walk keeps its own
//! stack.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `state` | known results and pending steps |
//! | `apply` | the result of an application |
//! | `steps` | the walk |
//! | `possible` | the values that a term may have where SMT-LIB leaves some open |
//! | `every_choice` | what holds whatever is chosen where SMT-LIB leaves values open |

mod apply;
mod every_choice;
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
    use super::*;
    use crate::smtlib::{Problem, Script};
    use crate::theory::limits::Unknown;
    use crate::theory::sorting::Sorting;
    use crate::theory::value::Value;

    /// Evaluates each assertion of a script under definitions.
    fn worths(definitions: &str, script: &str) -> Vec<EvalResult> {
        let model = Model::build(&Script::parse(definitions.to_owned()).unwrap(), false).unwrap();
        let problem = Problem::read(definitions.to_owned() + script).unwrap();
        let terms = &problem.formulas.terms;
        let sorting = Sorting::infer(terms, &model.signature);
        let mut interpreter = Interpreter::new(&model, terms, &sorting);
        problem.formulas.assertions.iter().map(|&id| interpreter.evaluate(id)).collect()
    }

    fn worth(definitions: &str, term: &str) -> EvalResult {
        worths(definitions, &format!("(assert {term})")).remove(0)
    }

    fn truth(definitions: &str, term: &str) -> Option<bool> {
        worth(definitions, term).value.ok()?.as_bool()
    }

    #[test]
    fn terms_have_values() {
        let definitions =
            "(define-fun x () Int 3)(define-fun r () Real 2)(define-fun f ((y Int)) Int (ite (= y 2) 7 0))";
        for (term, expected) in [
            ("(< x 4)", true),
            ("(= (f 2) 7 (+ x 4))", true),
            ("(= (f x) 0)", true),
            ("(= r (/ 4 2))", true),
            ("(= (div (- 7) 2) (- 4))", true),
            ("(= (mod (- 7) (- 2)) 1)", true),
            ("(= (to_int (- 1.5)) (- 2))", true),
            ("(forall ((b Bool)) (or b (not b)))", true),
            ("(forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (< (* i i) 17)))", true),
            ("(forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (< (* i i) 16)))", false),
            ("(exists ((i Int)) (and (< 2 i 9) (= (* i i) 64)))", true),
            ("(forall ((i Int)) (> i 2))", false),
            ("(= (select (store ((as const (Array Int Real)) 0.0) 1 2) x) 0)", true),
        ] {
            assert_eq!(truth(definitions, term), Some(expected), "{term}");
        }
        assert_eq!(truth(definitions, "(forall ((i Int)) (>= (* i i) (- i)))"), None);
    }

    #[test]
    fn what_is_unknown_does_not_spread_further_than_it_must() {
        let definitions = "(declare-fun p () Bool)(define-fun q () Bool true)";
        assert_eq!(truth(definitions, "(or p q)"), Some(true));
        assert_eq!(truth(definitions, "(and p (not q))"), Some(false));
        assert_eq!(truth(definitions, "(=> p q)"), Some(true));
        assert_eq!(truth(definitions, "(and p q)"), None);
        assert_eq!(worth(definitions, "p").value, Err(Unknown::Symbol("p".into())));
        assert_eq!(worth(definitions, "(strange 1)").value, Err(Unknown::Symbol("strange".into())));
    }

    #[test]
    fn a_closed_body_needs_no_arguments() {
        let definitions = "(define-fun c ((x Int)) Int 3)(define-fun d ((x Int)) Int (+ x 1))\
            (define-fun e ((x Real)) Bool (< x 0.9))";
        assert_eq!(truth(definitions, "(= (c (strange 1)) 3)"), Some(true));
        assert_eq!(truth(definitions, "(= (d (strange 1)) 3)"), None);
        assert_eq!(truth(definitions, "(and (e (sin 1.0)) (not (e (sin 1.5))))"), Some(true));
    }

    #[test]
    fn functions_may_be_applied_in_steps() {
        let definitions = "(define-fun f () (-> Int (-> Int Int)) (strange 2))\
            (define-fun g ((x Int) (y Int)) Int (- x y))(define-fun h ((k (-> Int Int)) (x Int)) Int 5)";
        for (term, expected) in [
            ("(= ((g 7) 2) 5)", Some(true)),
            ("(= (@ (g 7) 2) 5)", Some(true)),
            ("(= ((h (g 1)) 2) ((h (lambda ((z Int)) z)) 3))", Some(true)),
            ("(= (g 7) (g 8))", None),
            ("(= (((g 7) 2) 1) 5)", None),
            ("(= ((f 7) 2) 5)", None),
        ] {
            assert_eq!(truth(definitions, term), expected, "{term}");
        }
    }

    #[test]
    fn constructors_of_one_name_are_told_by_their_sorts() {
        let definitions = "(declare-datatypes ((A 0) (B 0)) (((c) (d)) ((c) (e))))";
        assert_eq!(truth(definitions, "(distinct (as c A) (as d A))"), Some(true));
        assert_eq!(truth(definitions, "(= (as c B) (as e B))"), Some(false));
    }

    #[test]
    fn what_is_open_is_chosen_once() {
        let definitions = "(define-fun x () Int 3)(define-fun z () Int 0)";
        let chosen = worth(definitions, "(= (div x z) (div 3 0))");
        assert_eq!((chosen.value, chosen.is_chosen), (Ok(Value::Bool(true)), true));
        assert!(!worth(definitions, "(or (= (div x z) 1) (= x 3))").is_chosen);
        assert!(worth(definitions, "(or (= (div x z) 0) (= x 4))").is_chosen);
    }

    #[test]
    fn what_is_open_is_what_the_model_says() {
        let definitions = "(define-fun x () Int 3)(define-fun |div where it is left open 0| ((x Int) (y Int)) Int (+ x y 4))\
            (define-fun |seq.nth where it is left open 1| ((s (Seq Int)) (i Int)) Int 5)\
            (define-fun |seq.nth where it is left open 2| ((s (Seq Bool)) (i Int)) Bool true)\
            (define-fun |mod where it is left open 3| ((x Int) (y Int)) Int (mod x y))";
        let told = worth(definitions, "(= (div x 0) 7)");
        assert_eq!((told.value, told.is_chosen), (Ok(Value::Bool(true)), false));
        // Division associates to the left.
        assert_eq!(truth(definitions, "(= (div x 0 2 0 3) 2)"), Some(true));
        assert_eq!(truth(definitions, "(= (seq.nth (seq.unit 1) 7) 5)"), Some(true));
        assert_eq!(truth(definitions, "(seq.nth (as seq.empty (Seq Bool)) 0)"), Some(true));
        assert!(worth(definitions, "(= (/ 1.0 0.0) 0.0)").is_chosen);
        assert!(worth(definitions, "(= (fp.to_real (_ NaN 5 11)) 1.0)").is_chosen);
        assert_eq!(worth(definitions, "(= (mod x 0) 7)").value, Err(Unknown::Steps), "it depends on itself");
    }

    #[test]
    fn datatypes_have_values() {
        let definitions = "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))\
            (define-fun l () (L Int) (cons 1 (cons 2 (as nil (L Int)))))\
            (define-fun-rec len ((k (L Int))) Int (match k ((nil 0) ((cons h t) (+ 1 (len t))))))";
        for term in [
            "(= (hd (tl l)) 2)",
            "((_ is cons) l)",
            "(is-cons l)",
            "(not ((_ is nil) l))",
            "(= (len l) 2)",
            "(= ((_ update hd) l 5) (cons 5 (tl l)))",
            "(= (match l ((nil 0) ((cons h t) h))) 1)",
        ] {
            assert_eq!(truth(definitions, term), Some(true), "{term}");
        }
        assert!(worth(definitions, "(= (hd (tl (tl l))) 2)").is_chosen);
        // The choice of the case also depends on the chosen value, although the body of the case does not contain
        // it.
        assert!(
            worth(definitions, "(match (tl (as nil (L Int))) ((nil true) ((cons h t) false)))").is_chosen
        );
        assert!(!worth(definitions, "(match (tl l) ((nil true) ((cons h t) false)))").is_chosen);
    }

    #[test]
    fn depth_and_recursion_need_no_stack() {
        let deep = format!("{}true{}", "(not ".repeat(100_000), ")".repeat(100_000));
        assert_eq!(truth("", &deep), Some(true));
        let sum = "(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))";
        assert_eq!(truth(sum, "(= (sum 1000) 500500)"), Some(true));
        let endless = "(define-fun-rec f ((n Int)) Int (f (+ n 1)))";
        assert_eq!(worth(endless, "(= (f 0) 1)").value, Err(Unknown::Steps));
    }

    #[test]
    fn large_values_are_unknown() {
        let squares = (0..40).fold("x".to_owned(), |term, _| format!("(let ((y {term})) (* y y))"));
        let worth = worth("(define-fun x () Int 3)", &format!("(= {squares} 1)"));
        assert_eq!(worth.value, Err(Unknown::Size));
    }
}
