//! Narrower bit-vectors.

use std::collections::BTreeSet;

use super::Proposals;
use crate::reduce::minimise::draft::Draft;
use crate::smtlib::Expr;
use crate::theory::literals::{bit_vector, bit_vector_sort, indexed, sort_width, value_and_width};
use crate::theory::operators::{Operator, ResultSort, Width};

/// Widths in bits that a sort or a literal of a draft has.
pub(super) fn of(draft: &Draft) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for line in &draft.lines {
        visit(&line.expr, &mut |expr| {
            found.extend(sort_width(expr).or_else(|| value_and_width(expr).map(|(_, width)| width)))
        });
    }
    found
}

/// One width, or all of them in proportion, made smaller wherever it stands; the indices of
/// extensions and extractions follow.
pub(super) fn moves(draft: &Draft) -> Proposals<'_> {
    let one = of(draft).into_iter().rev().flat_map(move |old| {
        let mut targets = vec![1, 2, 3, 4, 8, old / 2, old - 1];
        targets.retain(|new| (1..old).contains(new));
        targets.sort_unstable();
        targets.dedup();
        targets.into_iter().flat_map(move |new| {
            // What is extended by less, by more or by as much as before.
            let less = i64::from(old - new);
            [0, -less, less].map(|extension| {
                let width = |width: u32| if width == old { new } else { width };
                let index = |result: Width, index: u32| match result {
                    Width::PlusIndex => u32::try_from(i64::from(index) + extension).ok(),
                    Width::Slice if index == old - 1 => Some(new - 1),
                    _ => Some(index),
                };
                draft.replaced(|part| narrower(part, &width, &|value| value, &index))
            })
        })
    });
    let all = [8, 4, 2].into_iter().flat_map(|ratio| [(ratio, true), (ratio, false)]).map(
        move |(ratio, with_values)| {
            let width = |width: u32| width.div_ceil(ratio);
            let index = |result: Width, index: u32| match result {
                // The highest bit of a part stays one.
                Width::Slice if (index + 1).is_multiple_of(ratio) => Some((index + 1) / ratio - 1),
                _ => Some(index / ratio),
            };
            // A literal that is itself a width, by which something is shifted perhaps.
            let value = |value: u64| match with_values && value.is_multiple_of(u64::from(ratio)) {
                true => value / u64::from(ratio),
                false => value,
            };
            draft.replaced(|part| narrower(part, &width, &value, &index))
        },
    );
    Box::new(all.chain(one))
}

/// The sort, literal or indexed operator with other widths and indices.
fn narrower(
    expr: &Expr,
    width: &impl Fn(u32) -> u32,
    value: &impl Fn(u64) -> u64,
    index: &impl Fn(Width, u32) -> Option<u32>,
) -> Option<Expr> {
    if let Some(old) = sort_width(expr) {
        return Some(bit_vector_sort(width(old)));
    }
    if let Some((old_value, old)) = value_and_width(expr) {
        let (new, new_value) = (width(old), value(old_value));
        let kept = if new >= 64 { new_value } else { new_value & ((1 << new) - 1) };
        return (new != old).then(|| bit_vector(kept, new));
    }
    let [Expr::Atom(mark), Expr::Atom(operator), indices @ ..] = expr.children() else { return None };
    let ResultSort::Bits(result @ (Width::PlusIndex | Width::Slice)) =
        Operator::find(operator).filter(|_| **mark == *"_")?.result
    else {
        return None;
    };
    let indices: Option<Vec<u32>> =
        indices.iter().map(|one| index(result, one.text()?.parse().ok()?)).collect();
    Some(indexed(operator, &indices?))
}

/// Calls `each` for an expression and all in it, but not for what is in a literal or a sort.
fn visit(expr: &Expr, each: &mut impl FnMut(&Expr)) {
    each(expr);
    if value_and_width(expr).is_none() {
        expr.children().iter().for_each(|child| visit(child, each));
    }
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::draft::tests::draft;
    use crate::reduce::minimise::moves::tests::proposals;

    const SCRIPT: &str = "(declare-fun x () (_ BitVec 8)) ; (define-fun x () (_ BitVec 8) #x83)
        (assert (= ((_ extract 7 4) x) #x8))
        (assert (= ((_ zero_extend 24) x) #x00000083))
        (assert (= x (_ bv131 8)))";

    #[test]
    fn widths_are_those_of_sorts_and_literals() {
        assert_eq!(super::of(&draft(SCRIPT)).into_iter().collect::<Vec<_>>(), [4, 8, 32]);
    }

    #[test]
    fn all_widths_shrink_in_proportion() {
        let expected = "(declare-fun x () (_ BitVec 2))\n(assert (= ((_ extract 1 1) x) #b0))\n\
            (assert (= ((_ zero_extend 6) x) #x83))\n(assert (= x #b11))\n(define-fun x () (_ BitVec 2) #b11)\n";
        let found = proposals(super::moves, SCRIPT);
        assert_eq!(found[3], expected);
    }

    #[test]
    fn one_width_shrinks_and_extensions_make_up_for_it() {
        let found = proposals(super::moves, SCRIPT);
        let grown = "(assert (= ((_ zero_extend 30) x) #x00000083))\n(assert (= x #b11))\n";
        assert!(found.iter().any(|text| text.contains(grown)), "{found:#?}");
        let narrow = "(assert (= ((_ zero_extend 8) x) #x0083))\n";
        assert!(
            found
                .iter()
                .any(|text| text.contains(narrow) && text.contains("(declare-fun x () (_ BitVec 8))"))
        );
    }
}
