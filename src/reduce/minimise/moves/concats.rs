//! Bit-vectors side by side in place of one that is computed.

use super::{Proposals, each_exchanged};
use crate::reduce::minimise::draft::Draft;
use crate::reduce::minimise::hints::Hints;
use crate::smtlib::Expr;
use crate::theory::literals::bit_vector;

/// For each bit-vector that is computed: `concat` of two constants that are together as wide.
pub(super) fn moves(draft: &Draft) -> Proposals<'_> {
    let hints = Hints::declared_in(draft);
    let constants = draft.functions().filter(|function| function.arguments.is_empty());
    let constants = constants.map(|constant| Expr::atom(constant.name));
    let parts: Vec<(Expr, u32)> =
        constants.filter_map(|name| hints.width(&name).map(|width| (name, width))).collect();
    each_exchanged(draft, move |term| {
        let computed = if term.children().len() > 1 { hints.width(term) } else { None };
        let Some(width) = computed else { return Vec::new() };
        let pairs = parts.iter().flat_map(|one| parts.iter().map(move |other| (one, other)));
        let pairs = pairs.filter(|(one, other)| one.1.checked_add(other.1) == Some(width));
        pairs.map(|(one, other)| concat(&one.0, &other.0)).collect()
    })
}

/// Zeros before a bit-vector instead of `zero_extend`. Nothing can be made narrower after that.
pub(super) fn of_zeros(draft: &Draft) -> Proposals<'_> {
    let hints = Hints::declared_in(draft);
    each_exchanged(draft, move |term| extended(term, &hints).into_iter().collect())
}

fn extended(term: &Expr, hints: &Hints<'_>) -> Option<Expr> {
    let [operator, argument] = term.children() else { return None };
    let extends = operator.at(&[1]).and_then(Expr::text) == Some("zero_extend");
    let zeros = operator.at(&[2])?.text().filter(|_| extends)?.parse().ok().filter(|count| *count > 0)?;
    hints.width(argument).map(|_| concat(&bit_vector(0, zeros), argument))
}

fn concat(one: &Expr, other: &Expr) -> Expr {
    Expr::list(vec![Expr::atom("concat"), one.clone(), other.clone()])
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::moves::tests::proposals;

    #[test]
    fn what_is_as_wide_becomes_two_constants() {
        let script = "(declare-const b (_ BitVec 3)) ; (define-fun b () (_ BitVec 3) #b000)
            (declare-const c (_ BitVec 5)) ; (define-fun c () (_ BitVec 5) #b00000)
            (assert (= (bvor ((_ zero_extend 5) b) #x00) ((_ sign_extend 2) b)))";
        let found = proposals(super::moves, script);
        assert_eq!(found.len(), 4);
        assert!(
            found.iter().any(|text| text.contains("(= (concat b c) ((_ sign_extend 2) b))")),
            "{found:#?}"
        );
    }

    #[test]
    fn zeros_stand_where_a_bit_vector_was_extended() {
        let script = "(declare-const b (_ BitVec 3)) ; (define-fun b () (_ BitVec 3) #b000)
            (assert (= ((_ zero_extend 5) b) ((_ zero_extend 0) (f b))))";
        let found = proposals(super::of_zeros, script);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("(= (concat #b00000 b) ("), "{found:#?}");
    }
}
