//! Moves to literals nearer to zero, to narrower bit-vectors, and to concatenations instead of computed
//! bit-vectors.

use std::collections::BTreeSet;

use super::proposals::{Proposals, each_exchanged, widths};
use crate::reduce::minimise::draft::Draft;
use crate::reduce::minimise::term_sorts::TermSorts;
use crate::smtlib::Expr;
use crate::theory::literals::{
    bit_vector, bit_vector_sort, characters, decimal_digits, indexed, sort_width, value_and_width,
};
use crate::theory::operators::{Op, Operator, ResultSort, Width, op};

/// Proposes to replace each literal by a smaller one, everywhere or at a single place.
pub(super) fn smaller_literals(draft: &Draft) -> Proposals<'_> {
    let mut literals = BTreeSet::new();
    for line in &draft.lines {
        line.expr.for_each_atom(&mut |atom| {
            literals.insert(Expr::atom(atom));
        });
    }
    let exchanges = literals.into_iter().flat_map(|literal| {
        let others = smaller_literals_of(&literal);
        others.into_iter().map(move |other| (literal.clone(), other))
    });
    let everywhere =
        exchanges.map(|(literal, other)| draft.replaced(|part| exchanged(part, &literal, &other)));
    Box::new(everywhere.chain(each_exchanged(draft, smaller_literals_of)))
}

/// Replaces a literal by another one; a string also within longer ones.
fn exchanged(part: &Expr, literal: &Expr, other: &Expr) -> Option<Expr> {
    if part == literal {
        return Some(other.clone());
    }
    let [part, literal, other] = [part, literal, other].map(|expr| characters(expr.text()?));
    let (part, literal, other) = (part?, literal.filter(|characters| !characters.is_empty())?, other?);
    part.contains(literal).then(|| Expr::atom(&format!("\"{}\"", part.replace(literal, other))))
}

/// Returns smaller literals of the same sort; none if the term is not a literal.
pub(super) fn smaller_literals_of(literal: &Expr) -> Vec<Expr> {
    if let [Expr::Atom(mark), Expr::Atom(value), Expr::Atom(width)] = literal.children()
        && **mark == *"_"
        && let Some(value) = decimal_digits(value).and_then(|digits| digits.parse::<u64>().ok())
    {
        let with = |value: u64| Expr::list(["_", &format!("bv{value}"), width].map(Expr::atom).to_vec());
        return nearer(value).into_iter().map(with).collect();
    }
    let texts = match literal.text().unwrap_or_default() {
        // A token of other characters is no number, even if it starts like one.
        text if !text.is_ascii() && !text.starts_with('"') => Vec::new(),
        text if text.starts_with("#b") || text.starts_with("#x") => bits(text),
        text if text.starts_with('"') => strings(text),
        text if text.starts_with(|c: char| c.is_ascii_digit()) => numbers(text),
        _ => Vec::new(),
    };
    texts.iter().map(|text| Expr::atom(text)).collect()
}

/// Returns numbers below a number, the smallest first. The steps are so large that few of them suffice for any
/// number.
fn nearer(number: u64) -> Vec<u64> {
    let mut found = vec![0, 1, 2, number / 10, number / 2, number - number.div_ceil(8)];
    found.retain(|other| *other < number);
    found.sort_unstable();
    found.dedup();
    found
}

fn numbers(text: &str) -> Vec<String> {
    match text.split_once('.') {
        None => match text.parse() {
            Ok(number) => nearer(number).iter().map(u64::to_string).collect(),
            // A number that is too long for a machine integer loses half of its digits.
            Err(_) => vec!["0".to_owned(), "1".to_owned(), text[..text.len() / 2].to_owned()],
        },
        Some((whole, fraction)) => {
            let plain = fraction.bytes().any(|byte| byte != b'0') || fraction.len() > 1;
            let wholes = numbers(whole).into_iter().chain(plain.then(|| whole.to_owned()));
            wholes.map(|whole| format!("{whole}.0")).collect()
        }
    }
}

/// Returns the literals with all digits zero, with all but the last zero, and without the highest digit that is
/// not zero.
fn bits(text: &str) -> Vec<String> {
    let (mark, digits) = text.split_at(2);
    let mut found =
        vec!["0".repeat(digits.len()), format!("{}1", "0".repeat(digits.len().saturating_sub(1)))];
    if let Some(highest) = digits.find(|c| c != '0') {
        found.push(format!("{}{}", "0".repeat(highest + 1), &digits[highest + 1..]));
    }
    found.retain(|other| other != digits && !digits.is_empty());
    found.iter().map(|digits| format!("{mark}{digits}")).collect()
}

/// Returns the empty string, both halves, and the string without the first or last character.
fn strings(text: &str) -> Vec<String> {
    let inner = characters(text).unwrap_or_default();
    let places: Vec<usize> = inner.char_indices().map(|(at, _)| at).chain([inner.len()]).collect();
    let count = places.len() - 1;
    let half = places[count / 2];
    let mut found = vec!["", &inner[..half], &inner[half..]];
    if count > 1 {
        found.extend([&inner[places[1]..], &inner[..places[count - 1]]]);
    }
    found.retain(|part| part.len() < inner.len());
    found.sort_by_key(|part| part.len());
    found.dedup();
    // A quote is written twice, so a single one is not valid.
    found.retain(|part| !part.replace("\"\"", "").contains('"'));
    found.iter().map(|part| format!("\"{part}\"")).collect()
}

/// Proposes to reduce one width, or all widths in proportion, everywhere. The indices of extensions and
/// extractions follow.
pub(super) fn narrower_widths(draft: &Draft) -> Proposals<'_> {
    let one = widths(draft).into_iter().rev().flat_map(move |old| {
        let mut targets = vec![1, 2, 3, 4, 8, old / 2, old - 1];
        targets.retain(|new| (1..old).contains(new));
        targets.sort_unstable();
        targets.dedup();
        targets.into_iter().flat_map(move |new| {
            // The extension stays the same, or changes by the difference of the widths.
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
                // The highest bit of a slice is mapped to the highest bit of the new slice.
                Width::Slice if (index + 1).is_multiple_of(ratio) => Some((index + 1) / ratio - 1),
                _ => Some(index / ratio),
            };
            // A literal may itself be a width, such as the distance of a shift.
            let value = |value: u64| match with_values && value.is_multiple_of(u64::from(ratio)) {
                true => value / u64::from(ratio),
                false => value,
            };
            draft.replaced(|part| narrower(part, &width, &value, &index))
        },
    );
    Box::new(all.chain(one))
}

/// Changes the widths and indices of a sort, literal or indexed operator.
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

/// Proposes for each computed bit-vector a `concat` of two constants with the same total width.
pub(super) fn concatenations(draft: &Draft) -> Proposals<'_> {
    let sorts = TermSorts::declared_in(draft);
    let constants = draft.functions().filter(|function| function.arguments.is_empty());
    let constants = constants.map(|constant| Expr::atom(constant.name));
    let parts: Vec<(Expr, u32)> =
        constants.filter_map(|name| sorts.width(&name).map(|width| (name, width))).collect();
    each_exchanged(draft, move |term| {
        let computed = if term.children().len() > 1 { sorts.width(term) } else { None };
        let Some(width) = computed else { return Vec::new() };
        let pairs = parts.iter().flat_map(|one| parts.iter().map(move |other| (one, other)));
        let pairs = pairs.filter(|(one, other)| one.1.checked_add(other.1) == Some(width));
        pairs.map(|(one, other)| concat(&one.0, &other.0)).collect()
    })
}

/// Proposes a `concat` with zeros instead of `zero_extend`. This blocks narrowing, so it comes last.
pub(super) fn zeros_before(draft: &Draft) -> Proposals<'_> {
    let sorts = TermSorts::declared_in(draft);
    each_exchanged(draft, move |term| extended(term, &sorts).into_iter().collect())
}

fn extended(term: &Expr, sorts: &TermSorts<'_>) -> Option<Expr> {
    let [operator, argument] = term.children() else { return None };
    let extends = operator.at(&[1]).and_then(Expr::text).and_then(Op::of_head) == Some(op::ZERO_EXTEND);
    let zeros = operator.at(&[2])?.text().filter(|_| extends)?.parse().ok().filter(|count| *count > 0)?;
    sorts.width(argument).map(|_| concat(&bit_vector(0, zeros), argument))
}

fn concat(one: &Expr, other: &Expr) -> Expr {
    Expr::list(vec![Expr::atom(op::CONCAT.name()), one.clone(), other.clone()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::minimise::moves::proposals::tests::{SCRIPT, proposals};

    fn texts(literal: &str) -> String {
        let literal = Expr::read(literal).unwrap().remove(0);
        smaller_literals_of(&literal).iter().map(Expr::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn literals_go_to_zero() {
        assert_eq!(texts("120"), "0 1 2 12 60 105");
        assert_eq!(texts("0"), "");
        assert_eq!(texts("3.50"), "0.0 1.0 2.0 3.0");
        assert_eq!(texts("1.0"), "0.0");
        assert_eq!(texts("#x0a2"), "#x000 #x001 #x002");
        assert_eq!(texts("(_ bv5 32)"), "(_ bv0 32) (_ bv1 32) (_ bv2 32) (_ bv4 32)");
        assert_eq!(texts("\"abc\""), "\"\" \"a\" \"bc\" \"ab\"");
        assert_eq!(texts("\"a\"\"\""), "\"\" \"a\" \"\"\"\"");
        assert_eq!(texts("x") + &texts("(- 5)"), "");
        // Other characters belong to the token, and must not be cut apart.
        assert_eq!(texts("1éé") + &texts("#xé") + &texts("#bé1"), "");
    }

    #[test]
    fn a_string_changes_in_longer_ones() {
        let script = "(declare-fun s () String) ; (define-fun s () String \"xaby\")\n(assert (= s \"ab\"))";
        let found = proposals(smaller_literals, script);
        assert!(
            found.iter().any(|text| text.contains("(= s \"b\")") && text.contains("\"xby\"")),
            "{found:#?}"
        );
    }

    #[test]
    fn a_literal_changes_in_script_and_witness() {
        let found =
            proposals(smaller_literals, "(declare-fun x () Int) ; (define-fun x () Int 7)\n(assert (= x 7))");
        assert!(
            found.contains(&"(declare-fun x () Int)\n(assert (= x 0))\n(define-fun x () Int 0)\n".to_owned())
        );
    }

    #[test]
    fn all_widths_shrink_in_proportion() {
        let expected = "(declare-fun x () (_ BitVec 2))\n(assert (= ((_ extract 1 1) x) #b0))\n\
            (assert (= ((_ zero_extend 6) x) #x83))\n(assert (= x #b11))\n(define-fun x () (_ BitVec 2) #b11)\n";
        let found = proposals(narrower_widths, SCRIPT);
        assert_eq!(found[3], expected);
    }

    #[test]
    fn one_width_shrinks_and_extensions_make_up_for_it() {
        let found = proposals(narrower_widths, SCRIPT);
        let grown = "(assert (= ((_ zero_extend 30) x) #x00000083))\n(assert (= x #b11))\n";
        assert!(found.iter().any(|text| text.contains(grown)), "{found:#?}");
        let narrow = "(assert (= ((_ zero_extend 8) x) #x0083))\n";
        assert!(
            found
                .iter()
                .any(|text| text.contains(narrow) && text.contains("(declare-fun x () (_ BitVec 8))"))
        );
    }

    #[test]
    fn what_is_as_wide_becomes_two_constants() {
        let script = "(declare-const b (_ BitVec 3)) ; (define-fun b () (_ BitVec 3) #b000)
            (declare-const c (_ BitVec 5)) ; (define-fun c () (_ BitVec 5) #b00000)
            (assert (= (bvor ((_ zero_extend 5) b) #x00) ((_ sign_extend 2) b)))";
        let found = proposals(concatenations, script);
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
        let found = proposals(zeros_before, script);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("(= (concat #b00000 b) ("), "{found:#?}");
    }
}
