//! Fewer declared sorts.

use super::Proposals;
use crate::reduce::minimise::draft::Draft;
use crate::smtlib::Expr;

/// A declared sort replaced by another one, by `Bool` where it has two elements at most, or by
/// `Int`; its elements by theirs.
pub(super) fn moves(draft: &Draft) -> Proposals<'_> {
    Box::new(draft.sorts().flat_map(move |(at, name, elements)| {
        let mut found = Vec::new();
        for (other_at, other, theirs) in draft.sorts().filter(|(other, ..)| *other != at) {
            // What the other sort lacks in elements, it gets from this one.
            let further = elements.get(theirs.len()..).unwrap_or_default();
            let values: Vec<String> =
                theirs.iter().chain(further).map(|&element| element.to_owned()).collect();
            let mut draft = draft.clone();
            if let Some(definition) = &mut draft.lines[other_at].definition {
                *definition = enumeration(definition, &values);
            }
            found.push(merged(&draft, at, name, &elements, other, &values));
        }
        if elements.len() <= 2 {
            found.push(merged(draft, at, name, &elements, "Bool", &["false", "true"].map(str::to_owned)));
        }
        let numbers: Vec<String> = (0..elements.len()).map(|number| number.to_string()).collect();
        found.push(merged(draft, at, name, &elements, "Int", &numbers));
        found
    }))
}

/// The draft without the sort declared at a line; `other` stands in its place, and `values` in
/// that of its elements.
fn merged(draft: &Draft, at: usize, name: &str, elements: &[&str], other: &str, values: &[String]) -> Draft {
    draft.without(at).replaced(|part| match part.text()? {
        text if text == name => Some(Expr::atom(other)),
        text => {
            let number = elements.iter().position(|element| *element == text)?;
            // An element that stays in another sort is not to be lost.
            values.get(number).map(|value| Expr::atom(value))
        }
    })
}

/// `(declare-datatypes ((S 0)) (((a) (b) …)))` with these constructors.
fn enumeration(definition: &Expr, constructors: &[String]) -> Expr {
    let constructors = constructors.iter().map(|name| Expr::list(vec![Expr::atom(name)])).collect();
    definition.with(&[2, 0], &Expr::list(constructors))
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::moves::tests::proposals;

    #[test]
    fn a_sort_becomes_another_one() {
        let script = "(declare-sort S 0) ; (declare-datatypes ((S 0)) (((S!0) (S!1))))
            (declare-sort T 0) ; (declare-datatypes ((T 0)) (((T!0))))
            (declare-fun s () S) ; (define-fun s () S S!1)
            (declare-fun t () T) ; (define-fun t () T T!0)
            (assert (= t t))";
        let found = proposals(super::moves, script);
        let into_t = "(declare-sort T 0)\n(declare-fun s () T)\n(declare-fun t () T)\n(assert (= t t))\n\
            (declare-datatypes ((T 0)) (((T!0) (S!1))))\n(define-fun s () T S!1)\n(define-fun t () T T!0)\n";
        assert_eq!(found[0], into_t);
        assert!(
            found[1].contains("(declare-fun s () Bool)") && found[1].contains("(define-fun s () Bool true)")
        );
        assert!(found[2].contains("(define-fun s () Int 1)"));
        assert!(found[3].contains("(define-fun t () S S!0)") && found[3].contains("(((S!0) (S!1)))"));
    }
}
