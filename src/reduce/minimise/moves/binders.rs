//! Fewer bound variables.

use std::collections::BTreeMap;

use super::{Proposals, each_exchanged, leaves};
use crate::reduce::minimise::draft::Draft;
use crate::reduce::minimise::terms::bound;
use crate::smtlib::Expr;

/// Without one of the variables of a quantifier, which is something else then: nothing where it
/// was not used, another variable, a constant or a literal; without one of the names of a `let`,
/// which is spelled out then.
pub(super) fn moves(draft: &Draft) -> Proposals<'_> {
    let leaves = leaves(draft);
    each_exchanged(draft, move |term| fewer_variables(term, &leaves))
}

fn fewer_variables(term: &Expr, leaves: &[Expr]) -> Vec<Expr> {
    let [head, bound, body] = term.children() else { return Vec::new() };
    let mut found = Vec::new();
    for (position, variable) in bound.children().iter().enumerate() {
        let [Expr::Atom(name), meaning] = variable.children() else { continue };
        let others: Vec<Expr> = match head.text() {
            Some("let") => vec![meaning.clone()],
            Some("forall" | "exists") if !body.mentions(name) => vec![Expr::Atom(name.clone())],
            Some("forall" | "exists") => {
                let rest = bound.without(position);
                let same_sort = rest.children().iter().filter(|other| other.at(&[1]) == Some(meaning));
                same_sort.filter_map(|other| other.at(&[0])).chain(leaves).cloned().collect()
            }
            _ => continue,
        };
        for other in others {
            let body = substituted(body, &BTreeMap::from([(&**name, other)]));
            let rest = bound.without(position);
            found.push(if rest.children().is_empty() {
                body
            } else {
                Expr::list(vec![head.clone(), rest, body])
            });
        }
    }
    found
}

/// A term with names exchanged where they are not bound anew.
fn substituted(term: &Expr, by: &BTreeMap<&str, Expr>) -> Expr {
    term.replaced(&mut |part| {
        if let Some(text) = part.text() {
            return by.get(text).cloned();
        }
        // What is captured or bound anew would mean something else.
        let rebinds = |one: &Expr| one.head().is_some_and(|name| by.contains_key(name));
        bound(part).iter().any(rebinds).then(|| part.clone())
    })
}

#[cfg(test)]
mod tests {
    fn terms(term: &str) -> Vec<String> {
        super::super::tests::terms(super::moves, term)
    }

    #[test]
    fn variables_become_others_or_literals() {
        let found = terms("(forall ((x Int) (y Int)) (p x y))");
        for expected in ["(forall ((y Int)) (p y y))", "(forall ((x Int)) (p x 0))"] {
            assert!(found.iter().any(|text| text == expected), "no {expected} in {found:?}");
        }
        assert_eq!(terms("(exists ((x Int)) (p a))"), ["(p a)"]);
        assert!(terms("(exists ((x Int)) (p x))").contains(&"(p 0)".to_owned()));
    }

    #[test]
    fn lets_are_spelled_out() {
        assert_eq!(
            terms("(let ((v (f a)) (w b)) (p v v w))"),
            ["(let ((w b)) (p (f a) (f a) w))", "(let ((v (f a))) (p v v b))"]
        );
        assert_eq!(terms("(let ((v a)) (and v (let ((v b)) v)))")[0], "(and a (let ((v b)) v))");
        assert_eq!(terms("(let ((v a)) (and v (forall ((v Bool)) v)))")[0], "(and a (forall ((v Bool)) v))");
    }
}
