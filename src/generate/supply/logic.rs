//! Whether a changed formula is still one of its logic: what sorts do not tell.

use super::rewrite::below;
use super::scope::Scope;
use crate::smtlib::{Sort, Term, TermId, Terms};
use crate::theory::meaning::Meaning;
use crate::theory::signature::Signature;

/// Whether those of the terms of a formula that are new, from a number on, are such as its logic has them: linear stays
/// linear, difference stays difference, and what solvers want to be a value stays one.
pub(in crate::generate) fn admits(
    terms: &Terms,
    (scope, signature): (&Scope, &Signature),
    root: TermId,
    first_new: usize,
) -> bool {
    let is_fitting = |id: TermId| {
        let Term::App(head, arguments) = terms.get(id) else { return true };
        let head = terms.head_text(*head);
        let is_declared = signature.find(head).is_some();
        takes_values(terms, signature, head, arguments)
            && (is_declared || !scope.is_linear() || is_linear(terms, head, arguments))
            && (!scope.is_difference() || is_difference(terms, (scope, signature), head, arguments))
    };
    let all = below(terms, root, usize::MAX).unwrap_or_default();
    all.into_iter().filter(|id| id.index() >= first_new).all(is_fitting)
}

/// A numeral, a decimal, its negation, or a quotient of such.
pub(in crate::generate) fn is_number(terms: &Terms, id: TermId) -> bool {
    match terms.as_app(id) {
        Some((head, [])) => head.starts_with(|c: char| c.is_ascii_digit()),
        Some(("-" | "/" | "to_real", arguments)) => {
            arguments.iter().all(|&argument| is_number(terms, argument))
        }
        _ => false,
    }
}

/// Products have one factor that is no number, quotients a number as divisor.
fn is_linear(terms: &Terms, head: &str, arguments: &[TermId]) -> bool {
    let open = |arguments: &[TermId]| arguments.iter().filter(|id| !is_number(terms, **id)).count();
    match head {
        "*" => open(arguments) <= 1,
        "div" | "mod" | "/" | "rem" => open(&arguments[1.min(arguments.len())..]) == 0,
        _ => true,
    }
}

/// Numbers are symbols, and only two of them, or their difference and a literal, are compared.
fn is_difference(
    terms: &Terms,
    (scope, signature): (&Scope, &Signature),
    head: &str,
    arguments: &[TermId],
) -> bool {
    let is_symbol = |id: &TermId| match terms.get(*id) {
        Term::Var(variable) => matches!(terms.variable_of(*variable).sort.as_str(), "Int" | "Real"),
        Term::App(head, _) => {
            let function = signature.find(terms.head_text(*head));
            matches!(function.and_then(|function| function.result.as_ref()), Some(Sort::Int | Sort::Real))
        }
        _ => false,
    };
    let is_number = |id: &TermId| is_number(terms, *id);
    let is_minus = |id: &TermId| matches!(terms.as_app(*id), Some(("-", [_, _])));
    let computes = |id: &TermId| matches!(terms.as_app(*id), Some(("+" | "*" | "-", _)));
    let is_computed = |id: &TermId| is_number(id) || computes(id);
    match head {
        "=" | "distinct" | "<" | "<=" | ">" | ">=" => match arguments {
            [one, other] if is_minus(one) => is_number(other),
            [one, other] if is_minus(other) => is_number(one),
            _ => !arguments.iter().any(is_computed),
        },
        "-" => match arguments {
            [_, _] => arguments.iter().all(is_symbol),
            _ => arguments.iter().all(is_number),
        },
        "ite" => !arguments.iter().skip(1).any(|id| is_symbol(id) || is_computed(id)),
        "+" | "*" => false,
        _ => arguments.iter().enumerate().all(|(at, id)| match scope.takes_number(head, at) {
            true => is_number(id),
            false => !is_computed(id),
        }),
    }
}

/// cvc5 wants the ends of a range of characters, what a constant array holds and how often something is repeated to be
/// written as values.
fn takes_values(terms: &Terms, signature: &Signature, head: &str, arguments: &[TermId]) -> bool {
    let is_value = |id: &TermId| match terms.as_app(*id) {
        Some((head, [])) => {
            matches!(Meaning::of(head, signature), Meaning::Literal(_) | Meaning::Constructor(..))
        }
        _ => is_number(terms, *id),
    };
    match head {
        "re.range" => arguments.iter().all(is_value),
        "re.loop" | "re.^" => arguments.iter().skip(1).all(is_value),
        _ if head.starts_with("(as const ") => arguments.iter().all(is_value),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Problem;

    const APART: &str = "(declare-fun x () Int)(declare-fun y () Int)\
        (define-fun apart ((a Int) (b Int) (d Int)) Bool (>= (- a b) d))";

    #[test]
    fn what_a_logic_leaves_out_is_noticed() {
        let numbers = "(declare-fun x () Int)(declare-fun y () Int)";
        for (logic, declarations, formula, expected) in [
            ("QF_LIA", numbers, "(< (* 2 x) y)", true),
            ("QF_LIA", numbers, "(< (* x y) 2)", false),
            ("QF_LIA", numbers, "(< (mod x (- 2)) (div y x))", false),
            ("QF_NIA", numbers, "(< (* x y) (mod x y))", true),
            ("QF_IDL", numbers, "(< (- x y) (- 3))", true),
            ("QF_IDL", numbers, "(distinct x y)", true),
            ("QF_IDL", numbers, "(< x (- x y))", false),
            ("QF_IDL", numbers, "(= x 3)", false),
            ("QF_IDL", numbers, "(= (ite (< x y) x y) y)", false),
            ("QF_IDL", numbers, "(ite (< x y) (= x y) (< y x))", true),
            ("QF_IDL", APART, "(or (apart x y 3) (apart y x 4))", true),
            ("QF_IDL", APART, "(or (apart x y 3) (apart y x y))", false),
            ("QF_S", "(declare-fun s () String)", "(str.in_re s (re.range \"a\" s))", false),
            ("QF_S", "(declare-fun s () String)", "(str.in_re s (re.range \"a\" \"b\"))", true),
            ("ALL", numbers, "(= x (select ((as const (Array Int Int)) y) 1))", false),
            ("ALL", numbers, "(= x (select ((as const (Array Int Int)) (- 1)) 1))", true),
        ] {
            let problem =
                Problem::read(format!("(set-logic {logic}){declarations}(assert {formula})")).unwrap();
            let signature = Signature::of(&problem.script);
            let scope = Scope::of(&problem, &signature, &crate::matrix::Operators::all());
            let (terms, root) = (&problem.formulas.terms, problem.formulas.assertions[0]);
            assert_eq!(admits(terms, (&scope, &signature), root, 0), expected, "{logic} {formula}");
            assert!(admits(terms, (&scope, &signature), root, terms.len()));
        }
    }
}
