//! The same term, or nearly the same, in other words.

use crate::smtlib::Expr;
use crate::theory::operators::Operator;

/// What a term is replaced by in place.
pub(super) fn in_other_words(term: &Expr) -> Vec<Expr> {
    let mut found = other_operators(term);
    found.extend(shorter(term));
    found
}

/// The same with a plainer operator, with the opposite one instead of a `not`, or without nesting
/// where grouping does not matter.
fn other_operators(term: &Expr) -> Vec<Expr> {
    let with_head = |term: &Expr, head: &str| term.with(&[0], &Expr::atom(head));
    let operator = |term: &Expr| term.head().and_then(Operator::find);
    let Some(head) = term.head() else { return Vec::new() };
    let mut found = Vec::new();
    if operator(term).is_some_and(|operator| operator.flattens) {
        let parts = term.children()[1..].iter().flat_map(|part| match part.head() == Some(head) {
            true => part.children()[1..].to_vec(),
            false => vec![part.clone()],
        });
        found.push(Expr::list(std::iter::once(Expr::atom(head)).chain(parts).collect()));
    }
    if head == "not"
        && let Some(inner) = term.at(&[1])
        && let Some(opposite) = operator(inner).and_then(|operator| operator.opposite)
    {
        found.push(with_head(inner, opposite));
    }
    found.extend(
        operator(term).iter().flat_map(|operator| operator.plainer()).map(|name| with_head(term, name)),
    );
    found
}

/// The same in fewer words: implications for what is denied, `xor` for what is not equal, `-`
/// for a product with -1.
fn shorter(term: &Expr) -> Vec<Expr> {
    let list = |parts: &[&Expr]| Expr::list(parts.iter().map(|&part| part.clone()).collect());
    let [arrow, xor, minus, not] = ["=>", "xor", "-", "not"].map(Expr::atom);
    let denied = |term: &Expr| if term.head() == Some("not") { term.at(&[1]).cloned() } else { None };
    let mut found = Vec::new();
    match (term.head(), term.children()) {
        (Some("not"), [_, inner]) => match (inner.head(), inner.children()) {
            (Some("and"), [_, one, other]) => {
                for (one, other) in [(one, other), (other, one)] {
                    let opposite = denied(other).unwrap_or_else(|| list(&[&not, other]));
                    found.push(list(&[&arrow, one, &opposite]));
                }
            }
            (Some("="), [_, one, other]) => found.push(list(&[&xor, one, other])),
            _ => {}
        },
        (Some("or"), [_, one, other]) => {
            for (one, other) in [(one, other), (other, one)] {
                found.extend(denied(one).map(|one| list(&[&arrow, &one, other])));
            }
        }
        (Some("="), [_, one, other]) => {
            for (one, other) in [(one, other), (other, one)] {
                found.extend(denied(one).map(|one| list(&[&xor, &one, other])));
            }
        }
        (Some("*"), [_, one, other]) => {
            let is_minus_one = |term: &Expr| *term == Expr::list(vec![minus.clone(), Expr::atom("1")]);
            for (one, other) in [(one, other), (other, one)] {
                found.extend(is_minus_one(one).then(|| list(&[&minus, other])));
            }
        }
        _ => {}
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::moves::tests::terms;

    #[test]
    fn the_same_is_said_in_fewer_words() {
        for (long, short) in [
            ("(not (and p (not q)))", "(=> p q)"),
            ("(not (and p q))", "(=> q (not p))"),
            ("(or (not p) q)", "(=> p q)"),
            ("(not (= p q))", "(xor p q)"),
            ("(= p (not q))", "(xor q p)"),
            ("(* (- 1) x)", "(- x)"),
        ] {
            assert!(
                terms(super::super::terms::moves, long).iter().any(|text| text == short),
                "no {short} for {long}"
            );
        }
    }
}
