//! Support for moves: proposals, replacement of terms, and small terms as replacements.

use std::collections::BTreeSet;

use crate::reduce::minimise::draft::Draft;
use crate::smtlib::Expr;
use crate::theory::literals::{bit_vector, sort_width, value_and_width};

/// Candidates that may be smaller, the boldest first.
pub(in crate::reduce::minimise) type Proposals<'a> = Box<dyn Iterator<Item = Draft> + 'a>;

/// A move: the candidates that one kind of change makes of a draft.
pub(in crate::reduce::minimise) type Move = for<'a> fn(&'a Draft) -> Proposals<'a>;

/// Replaces each term of a draft, outer ones first, by each of the terms that `others` returns for it.
pub(super) fn each_exchanged<'a>(
    draft: &'a Draft,
    others: impl Fn(&Expr) -> Vec<Expr> + 'a,
) -> Proposals<'a> {
    Box::new(draft.terms().flat_map(move |(at, path)| {
        let command = &draft.lines[at].expr;
        let others = command.at(&path).map(&others).unwrap_or_default();
        others.into_iter().map(move |other| draft.with(at, command.with(&path, &other)))
    }))
}

/// Returns small replacements for terms: literals of the sorts that occur, and the declared constants.
pub(super) fn leaves(draft: &Draft) -> Vec<Expr> {
    let mut found = vec![Expr::atom("true"), Expr::atom("false")];
    let text = draft.instance().text;
    // A script may have terms of a sort that it does not name.
    let in_sight = [true, text.contains("Real"), text.contains("String") || text.contains('"')];
    let literals = [["0", "1"], ["0.0", "1.0"], ["\"\"", "\"a\""]];
    for (_, literals) in in_sight.into_iter().zip(literals).filter(|(in_sight, _)| *in_sight) {
        found.extend(literals.map(Expr::atom));
    }
    found.extend(widths(draft).into_iter().flat_map(|width| [0, 1].map(|value| bit_vector(value, width))));
    let constants = draft.functions().filter(|function| function.arguments.is_empty());
    found.extend(constants.map(|constant| Expr::atom(constant.name)));
    found
}

/// Returns the widths of bit-vector sorts and literals in a draft.
pub(super) fn widths(draft: &Draft) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for line in &draft.lines {
        visit(&line.expr, &mut |expr| {
            found.extend(sort_width(expr).or_else(|| value_and_width(expr).map(|(_, width)| width)))
        });
    }
    found
}

/// Calls `each` for an expression and its parts, but not for the parts of a literal.
fn visit(expr: &Expr, each: &mut impl FnMut(&Expr)) {
    each(expr);
    if value_and_width(expr).is_none() {
        expr.children().iter().for_each(|child| visit(child, each));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::reduce::minimise::draft::tests::draft;

    pub(in super::super) const SCRIPT: &str =
        "(declare-fun x () (_ BitVec 8)) ; (define-fun x () (_ BitVec 8) #x83)
        (assert (= ((_ extract 7 4) x) #x8))
        (assert (= ((_ zero_extend 24) x) #x00000083))
        (assert (= x (_ bv131 8)))";

    /// Returns the proposals of a move for a draft, as scripts and definitions.
    pub(in super::super) fn proposals(moves: Move, text: &str) -> Vec<String> {
        let draft = draft(text);
        moves(&draft).map(|draft| draft.instance().text + &draft.definitions()).collect()
    }

    /// Returns the proposals of a move for an asserted term, as terms.
    pub(in super::super) fn terms(moves: Move, term: &str) -> Vec<String> {
        let term_of =
            |text: &String| text.trim().trim_start_matches("(assert ").strip_suffix(')').unwrap().to_owned();
        proposals(moves, &format!("(assert {term})")).iter().map(term_of).collect()
    }

    #[test]
    fn leaves_are_of_the_sorts_in_sight() {
        let text =
            |script: &str| leaves(&draft(script)).iter().map(Expr::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(
            text("(declare-fun x () (_ BitVec 2)) ; (define-fun x () (_ BitVec 2) #b00)"),
            "true false 0 1 #b00 #b01 x"
        );
        assert!(text("(assert (= #x0000 #x0000))").contains("#x0001"));
        assert!(text("(assert (= (str.len \"abc\") 3))").contains("\"\""));
    }

    #[test]
    fn widths_are_those_of_sorts_and_literals() {
        assert_eq!(widths(&draft(SCRIPT)).into_iter().collect::<Vec<_>>(), [4, 8, 32]);
    }
}
