//! Moves to fewer declared functions, and to functions with fewer arguments.

use super::proposals::Proposals;
use crate::reduce::minimise::draft::{Draft, Function};
use crate::smtlib::Expr;
use crate::smtlib::instance::Kind;
use crate::theory::operators::{Op, op};

/// Proposes to replace constants by their values or by equal terms, to identify functions, to drop parameters,
/// and to inline functions that the seed defines.
pub(super) fn fewer_functions(draft: &Draft) -> Proposals<'_> {
    let values = draft.functions().filter_map(|function| valued(draft, &function));
    let identified = draft
        .functions()
        .flat_map(move |one| draft.functions().filter_map(move |other| identified(draft, &one, &other)));
    let narrower = draft.functions().flat_map(move |function| {
        let positions = 0..function.arguments.len();
        positions.flat_map(move |at| narrower(draft, &function, at)).collect::<Vec<_>>()
    });
    let spelled_out = (0..draft.lines.len()).filter_map(|at| spelled_out(draft, at));
    let solved = draft.functions().flat_map(move |constant| solved(draft, &constant));
    Box::new(values.chain(solved).chain(identified).chain(narrower).chain(spelled_out))
}

/// Replaces a constant by its value, if the script can express that.
fn valued(draft: &Draft, constant: &Function<'_>) -> Option<Draft> {
    let is_element = |atom: &str| draft.sorts().any(|(.., elements)| elements.contains(&atom));
    let value = constant.value?;
    let mut writable = constant.arguments.is_empty();
    value.for_each_atom(&mut |atom| writable &= !is_element(atom));
    writable.then(|| substituted(draft, constant, value))
}

/// Replaces a constant by a term that the script asserts to be equal to it.
fn solved(draft: &Draft, constant: &Function<'_>) -> Vec<Draft> {
    let name = if constant.arguments.is_empty() { constant.name } else { return Vec::new() };
    let mut found = Vec::new();
    for (at, line) in draft.lines.iter().enumerate() {
        let Some(asserted) = line.expr.at(&[1]).filter(|_| line.kind == Kind::Assertion) else { continue };
        let parts = if Op::applied_in(asserted) == Some(op::AND) {
            &asserted.children()[1..]
        } else {
            std::slice::from_ref(asserted)
        };
        for (position, part) in parts.iter().enumerate() {
            let Some(term) = equal_to(part, name) else { continue };
            let rest = match parts.len() {
                1 => draft.without(at),
                _ => draft.with(at, line.expr.with(&[1], &asserted.without(position + 1))),
            };
            // The line of the declaration comes first, so it can be removed afterwards.
            let rest = rest.without(constant.at);
            found.push(rest.replaced(|part| (part.text() == Some(name)).then(|| term.clone())));
        }
    }
    found
}

/// Returns the other side of an equality with a constant, if the constant does not occur in it.
fn equal_to<'a>(equality: &'a Expr, constant: &str) -> Option<&'a Expr> {
    let [_, one, other] = equality.children() else { return None };
    let is_constant = |term: &Expr| term.text() == Some(constant);
    let term = match (is_constant(one), is_constant(other)) {
        (true, _) => other,
        (_, true) => one,
        _ => return None,
    };
    (Op::applied_in(equality) == Some(op::EQUAL) && !term.mentions(constant)).then_some(term)
}

/// Replaces a constant by a term, and removes its declaration.
fn substituted(draft: &Draft, constant: &Function<'_>, by: &Expr) -> Draft {
    draft.without(constant.at).replaced(|part| (part.text() == Some(constant.name)).then(|| by.clone()))
}

/// Replaces a function by another one of the same signature.
fn identified(draft: &Draft, one: &Function<'_>, other: &Function<'_>) -> Option<Draft> {
    let same = one.at != other.at && one.arguments == other.arguments && one.result == other.result;
    same.then(|| substituted(draft, other, &Expr::atom(one.name)))
}

/// Drops a parameter of a function.
fn narrower(draft: &Draft, function: &Function<'_>, position: usize) -> Vec<Draft> {
    let Some(sort) = function.arguments.get(position) else { return Vec::new() };
    let definitions = match &draft.lines[function.at].definition {
        Some(definition) => narrower_definitions(draft, function, (position, sort), definition),
        None => vec![None],
    };
    let arity = function.arguments.len();
    let drop_argument = |part: &Expr| {
        let applies = part.head() == Some(function.name) && part.children().len() == arity + 1;
        applies.then(|| if arity == 1 { part.children()[0].clone() } else { part.without(position + 1) })
    };
    let with_definition = |definition: Option<Expr>| {
        let mut draft = draft.clone();
        for line in &mut draft.lines {
            line.expr = everywhere(&line.expr, &drop_argument);
        }
        let line = &mut draft.lines[function.at];
        let signature = Expr::list(function.arguments.to_vec()).without(position);
        line.expr = line.expr.with(&[2], &signature);
        line.definition = definition;
        draft
    };
    definitions.into_iter().map(with_definition).collect()
}

/// Returns definitions of a function without a parameter. The new value is the old one for a fixed value of the
/// parameter, with which it is compared or which its sort has.
fn narrower_definitions(
    draft: &Draft,
    function: &Function<'_>,
    (position, sort): (usize, &Expr),
    definition: &Expr,
) -> Vec<Option<Expr>> {
    let Some(body) = function.value else { return Vec::new() };
    let parameters = definition.at(&[2]).cloned().unwrap_or_else(|| Expr::list(Vec::new()));
    let Some(parameter) = parameters.at(&[position, 0]).and_then(Expr::text) else { return Vec::new() };
    let mut values = compared_with(body, parameter);
    for (_, name, elements) in draft.sorts() {
        if sort.text() == Some(name) {
            values.extend(elements.iter().map(|element| Expr::atom(element)));
        }
    }
    // If the value does not use the parameter, any fixed value will do.
    values.push(Expr::atom("true"));
    values.dedup();
    let uses = body.mentions(parameter);
    let values = values.into_iter().take(if uses { usize::MAX } else { 1 });
    let with_value = |value: Expr| {
        let body = body.replaced(&mut |part| (part.text() == Some(parameter)).then(|| value.clone()));
        Some(definition.with(&[2], &parameters.without(position)).with(&[4], &body))
    };
    values.map(with_value).collect()
}

/// Returns the terms with which a parameter is compared in a function's value.
fn compared_with(value: &Expr, parameter: &str) -> Vec<Expr> {
    let mut found = Vec::new();
    if Op::applied_in(value) == Some(op::EQUAL) && value.at(&[1]).and_then(Expr::text) == Some(parameter) {
        found.extend(value.at(&[2]).cloned());
    }
    found.extend(value.children().iter().flat_map(|child| compared_with(child, parameter)));
    found
}

/// Replaces every part for which `change` returns another one, innermost first.
fn everywhere(expr: &Expr, change: &impl Fn(&Expr) -> Option<Expr>) -> Expr {
    let inside = match expr {
        Expr::Atom(_) => expr.clone(),
        Expr::List(children) => Expr::list(children.iter().map(|child| everywhere(child, change)).collect()),
    };
    change(&inside).unwrap_or(inside)
}

/// Inlines a function that the script defines.
fn spelled_out(draft: &Draft, at: usize) -> Option<Draft> {
    let [head, name, parameters, _, value] = draft.lines[at].expr.children() else { return None };
    let (name, parameters) =
        (name.text().filter(|_| head.text() == Some("define-fun"))?, parameters.children());
    let value_for = |part: &Expr| {
        let arguments = match part.text() {
            Some(text) if parameters.is_empty() && text == name => &[],
            None if part.head() == Some(name) && part.children().len() == parameters.len() + 1 => {
                &part.children()[1..]
            }
            _ => return None,
        };
        Some(value.replaced(&mut |inner| {
            let text = inner.text()?;
            let position = parameters
                .iter()
                .position(|parameter| parameter.at(&[0]).and_then(Expr::text) == Some(text))?;
            arguments.get(position).cloned()
        }))
    };
    let mut draft = draft.without(at);
    for line in &mut draft.lines {
        line.expr = everywhere(&line.expr, &value_for);
        line.definition = line.definition.as_ref().map(|definition| everywhere(definition, &value_for));
    }
    Some(draft)
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::moves::proposals::tests::proposals;

    #[track_caller]
    fn proposes(script: &str, expected: &str) {
        let found = proposals(super::fewer_functions, script);
        assert!(found.iter().any(|text| text == expected), "no\n{expected}\nin {found:#?}");
    }

    const TWO: &str = "(declare-fun x () Int) ; (define-fun x () Int 7)
        (declare-fun y () Int) ; (define-fun y () Int 3)
        (assert (< y x))";

    #[test]
    fn constants_become_values_and_one_another() {
        proposes(TWO, "(declare-fun y () Int)\n(assert (< y 7))\n(define-fun y () Int 3)\n");
        proposes(TWO, "(declare-fun x () Int)\n(assert (< x x))\n(define-fun x () Int 7)\n");
    }

    #[test]
    fn constants_become_what_they_are_equal_to() {
        let script = "(declare-const x Int) ; (define-fun x () Int 4)
            (declare-const y Int) ; (define-fun y () Int 3)
            (assert (and (= x (+ y 1)) (< y x)))";
        let left = "(declare-const y Int)\n(assert (and (< y (+ y 1))))\n(define-fun y () Int 3)\n";
        proposes(script, left);
        let found = proposals(super::fewer_functions, &script.replace("(+ y 1)", "(+ x 0)"));
        assert!(!found.iter().any(|text| text.contains("(+ (+")), "{found:#?}");
    }

    #[test]
    fn parameters_go_with_the_arguments() {
        let script = "(declare-fun f (Int Int) Int) ; (define-fun f ((a Int) (b Int)) Int (ite (= a 2) b 0))
            (assert (= (f 2 (f 3 4)) 0))";
        proposes(
            script,
            "(declare-fun f (Int) Int)\n(assert (= (f (f 4)) 0))\n(define-fun f ((b Int)) Int (ite (= 2 2) b 0))\n",
        );
        let script = "(declare-fun p (Int) Bool) ; (define-fun p ((a Int)) Bool true)\n(assert (p 1))";
        proposes(script, "(declare-fun p () Bool)\n(assert p)\n(define-fun p () Bool true)\n");
    }

    #[test]
    fn definitions_are_spelled_out() {
        let define = "(define-fun d ((a Int)) Int (+ a a))";
        proposes(
            &format!("{define} ; {define}\n(assert (= (d (d 1)) 4))"),
            "(assert (= (+ (+ 1 1) (+ 1 1)) 4))\n",
        );
    }
}
