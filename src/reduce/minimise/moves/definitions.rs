//! A simpler witness for the same script.

use super::Proposals;
use super::literals::smaller;
use crate::reduce::minimise::draft::Draft;
use crate::reduce::minimise::terms::{all, below};
use crate::smtlib::Expr;

/// One definition with a smaller value, or a sort with fewer elements.
pub(in crate::reduce::minimise) fn moves(draft: &Draft) -> Proposals<'_> {
    let defined =
        draft.lines.iter().enumerate().filter(|(_, line)| line.definition.as_ref() != Some(&line.expr));
    let defined = defined.filter_map(|(at, line)| Some((at, line.definition.as_ref()?)));
    Box::new(defined.flat_map(move |(at, definition)| {
        let simpler = match definition.head() {
            Some("declare-datatypes") => fewer_elements(draft, definition),
            _ => smaller_values(definition),
        };
        let with = |definition| {
            let mut draft = draft.clone();
            draft.lines[at].definition = Some(definition);
            draft
        };
        simpler.into_iter().map(with).collect::<Vec<_>>()
    }))
}

fn smaller_values(definition: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    for path in all(definition) {
        let Some(term) = definition.at(&path) else { continue };
        let simplest = ["0", "false", "true", "0.0", "\"\""].map(Expr::atom);
        let parts = below(term).into_iter().filter_map(|path| term.at(&path).cloned());
        let others: Vec<Expr> = simplest.into_iter().chain(parts).chain(smaller(term)).collect();
        found.extend(others.iter().map(|other| definition.with(&path, other)));
    }
    found
}

/// Without an element that no definition uses.
fn fewer_elements(draft: &Draft, definition: &Expr) -> Vec<Expr> {
    let elements = definition.at(&[2, 0]).map(Expr::children).unwrap_or_default();
    if elements.len() < 2 {
        return Vec::new();
    }
    let is_used = |element: &Expr| {
        let others = draft
            .lines
            .iter()
            .filter_map(|line| line.definition.as_ref())
            .filter(|other| *other != definition);
        element.head().is_some_and(|name| others.into_iter().any(|other| other.mentions(name)))
    };
    let unused = (0..elements.len()).filter(|&at| !is_used(&elements[at]));
    unused.filter_map(|at| Some(definition.with(&[2, 0], &definition.at(&[2, 0])?.without(at)))).collect()
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::moves::tests::proposals;

    #[test]
    fn values_and_sorts_become_smaller() {
        let script = "(declare-sort S 0) ; (declare-datatypes ((S 0)) (((S!0) (S!1))))
            (declare-fun f (Int) S) ; (define-fun f ((x Int)) S (ite (= x 12) S!1 S!1))
            (assert (= (f 3) (f 4)))";
        let found = proposals(super::moves, script);
        for expected in [
            "(((S!1)))",
            "(define-fun f ((x Int)) S S!1)",
            "(define-fun f ((x Int)) S (ite (= x 6) S!1 S!1))",
        ] {
            assert!(found.iter().any(|text| text.contains(expected)), "no {expected} in {found:#?}");
        }
        assert!(found.iter().all(|text| text.contains("(assert (= (f 3) (f 4)))")));
    }
}
