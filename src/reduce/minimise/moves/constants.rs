//! A constant of its own in place of a term.

use std::collections::BTreeSet;

use super::Proposals;
use crate::reduce::minimise::draft::{Draft, Line};
use crate::reduce::minimise::hints::Hints;
use crate::reduce::minimise::terms::{all, below};
use crate::smtlib::Expr;
use crate::smtlib::instance::Kind;

/// Each term whose sort is plain and that is none itself replaced by a new constant wherever it stands, and
/// declarations that are superfluous then dropped. Which value it has is tried.
pub(super) fn moves(draft: &Draft) -> Proposals<'_> {
    let hints = Hints::declared_in(draft);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for line in draft.lines.iter().filter(|line| line.kind == Kind::Assertion) {
        // An assertion that is a constant says nothing.
        for term in all(&line.expr).iter().skip(1).filter_map(|path| line.expr.at(path)) {
            if below(term).is_empty() || !seen.insert(term.clone()) {
                continue;
            }
            let Some((sort, values)) = hints.sort_and_values(term) else { continue };
            found.extend(values.into_iter().map(|value| (term.clone(), sort.clone(), value)));
        }
    }
    Box::new(found.into_iter().map(move |(term, sort, value)| replaced(draft, &term, &sort, &value)))
}

fn replaced(draft: &Draft, term: &Expr, sort: &Expr, value: &Expr) -> Draft {
    let name = Expr::atom(&free_name(draft));
    let mut new = draft.replaced(|part| (part == term).then(|| name.clone()));
    for at in new.instance().unused_declarations().into_keys().rev() {
        new = new.without(at);
    }
    let at = new.lines.iter().rposition(|line| line.kind == Kind::Declaration).map_or(0, |at| at + 1);
    let at = at.max(new.lines.iter().take_while(|line| line.kind == Kind::Setup).count());
    let declaration = [Expr::atom("declare-const"), name.clone(), sort.clone()];
    let definition = [Expr::atom("define-fun"), name, Expr::list(Vec::new()), sort.clone(), value.clone()];
    let line = Line {
        kind: Kind::Declaration,
        expr: Expr::list(declaration.to_vec()),
        definition: Some(Expr::list(definition.to_vec())),
    };
    new.lines.insert(at, line);
    new
}

/// A name that nothing in the draft has.
fn free_name(draft: &Draft) -> String {
    let letters = (b'a'..=b'z').map(|letter| char::from(letter).to_string());
    let mut names = letters.chain((0..).map(|number| format!("c{number}")));
    let is_free = |name: &String| {
        !draft.lines.iter().any(|line| {
            line.expr.mentions(name)
                || line.definition.as_ref().is_some_and(|definition| definition.mentions(name))
        })
    };
    names.find(is_free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::moves::tests::proposals;

    #[test]
    fn a_term_becomes_a_constant_and_what_it_needed_goes() {
        let script = "(declare-fun x () Int) ; (define-fun x () Int 1)
            (assert (or (< x 2) (not (< x 2))))";
        let found = proposals(super::moves, script);
        let expected = "(declare-const a Bool)\n(assert (or a (not a)))\n(define-fun a () Bool true)\n";
        assert!(found.iter().any(|text| text == expected), "{found:#?}");
    }

    #[test]
    fn what_a_variable_is_in_stays_if_no_constant_is_like_it() {
        let found = proposals(super::moves, "(assert (forall ((x Int)) (or (< x 2) (< 1 2))))");
        assert!(found.iter().any(|text| text.contains("(or (< x 2) a)")));
    }
}
