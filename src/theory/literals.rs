//! Literals: the notation for values of the sorts that have one.

use std::sync::Arc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::smtlib::{Expr, Sort};
use crate::theory::limits;
use crate::theory::value::{Bits, Element, Text, Value};

/// Whether an atom is a literal: a truth value, numeral, decimal, bit-vector or string.
pub(crate) fn is_literal(atom: &str) -> bool {
    matches!(atom, "true" | "false") || atom.starts_with(|c: char| c.is_ascii_digit() || "#\"".contains(c))
}

/// Returns the text between the quotes of a string literal.
pub(crate) fn characters(literal: &str) -> Option<&str> {
    literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
}

/// Returns the sort of bit-vectors of a width in bits.
pub(crate) fn bit_vector_sort(width: u32) -> Expr {
    indexed("BitVec", &[width])
}

/// Returns the width in `(_ BitVec width)`.
pub(crate) fn sort_width(sort: &Expr) -> Option<u32> {
    let [Expr::Atom(mark), Expr::Atom(name), Expr::Atom(width)] = sort.children() else { return None };
    (**mark == *"_" && **name == *"BitVec").then(|| width.parse().ok())?.filter(|width| *width > 0)
}

/// Returns the shortest bit-vector literal for a number below 2^`width`.
pub(crate) fn bit_vector(value: u64, width: u32) -> Expr {
    let digits = width as usize;
    match width {
        4..=32 if width.is_multiple_of(4) => Expr::atom(&format!("#x{value:0width$x}", width = digits / 4)),
        1..=8 => Expr::atom(&format!("#b{value:0digits$b}")),
        _ => indexed(&format!("bv{value}"), &[width]),
    }
}

/// Returns the value and width of a bit-vector literal of up to 64 bits.
pub(crate) fn value_and_width(literal: &Expr) -> Option<(u64, u32)> {
    let denoted = match literal.children() {
        [] => value(literal.text()?, &[], None, false)?,
        [mark, name, width] if mark.text() == Some("_") => {
            value(name.text()?, &[width.text()?.into()], None, false)?
        }
        _ => return None,
    };
    let bits = denoted.as_bits().filter(|bits| (1..=64).contains(&bits.width()))?;
    Some((u64::try_from(bits.unsigned()).ok()?, bits.width()))
}

/// Returns the digits in the symbol `bv5` of `(_ bv5 8)`.
pub(crate) fn decimal_digits(symbol: &str) -> Option<&str> {
    let digits = symbol.strip_prefix("bv")?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Returns `(_ name index…)`.
pub(crate) fn indexed(name: &str, indices: &[u32]) -> Expr {
    let indices = indices.iter().map(|index| Expr::atom(&index.to_string()));
    Expr::list(["_", name].into_iter().map(Expr::atom).chain(indices).collect())
}

/// Returns the value that a symbol denotes by itself: a number, a bit-vector, a string, `bv5` or `ff5`. Numerals
/// denote reals if `reals` is set, and integers otherwise.
pub(crate) fn value(name: &str, indices: &[Box<str>], sort: Option<&Sort>, reals: bool) -> Option<Value> {
    match (name.as_bytes().first()?, indices) {
        (b'0'..=b'9', []) => match name.split_once('.') {
            None if reals => Some(Value::Real(RBig::from(name.parse::<IBig>().ok()?))),
            None => Some(Value::Int(name.parse().ok()?)),
            Some((whole, fraction)) => {
                let digits: IBig = format!("{whole}{fraction}").parse().ok()?;
                Some(Value::Real(RBig::from_parts(digits, UBig::from(10u8).pow(fraction.len()))))
            }
        },
        (b'#', []) => {
            let (digits, radix) = match name.split_at_checked(2)? {
                ("#b", digits) => (digits, 2),
                ("#x", digits) => (digits, 16),
                _ => return field(name.strip_prefix("#f")?.split_once('m')?),
            };
            let width = u32::try_from(digits.len()).ok()?.checked_mul(if radix == 2 { 1 } else { 4 })?;
            Some(Value::Bits(Bits::new(width, UBig::from_str_radix(digits, radix).ok()?)))
        }
        (b'"', []) => {
            let text = Text::from_literal(characters(name)?)?;
            (text.characters().len() <= limits::LENGTH).then_some(Value::Text(text))
        }
        (b'b', [width]) => {
            let width = width.parse().ok().filter(|width| (1..=limits::WIDTH).contains(width))?;
            Some(Value::Bits(Bits::new(width, decimal_digits(name)?.parse().ok()?)))
        }
        (b'f', []) => match sort? {
            Sort::FiniteField(order) => field((name.strip_prefix("ff")?, order)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the residue of a number modulo an order.
fn field((number, order): (&str, &str)) -> Option<Value> {
    let order: UBig = order.parse().ok().filter(|order| *order > UBig::ONE)?;
    Some(Value::Element(Element::new(Arc::new(order), &number.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Expr {
        Expr::read(text).unwrap().remove(0)
    }

    #[test]
    fn bit_vectors_are_written_shortly_and_read_again() {
        for (value, width_in_bits, text) in [
            (5, 3, "#b101"),
            (5, 8, "#x05"),
            (5, 9, "(_ bv5 9)"),
            (1, 1, "#b1"),
            (u64::from(u32::MAX), 32, "#xffffffff"),
            (u64::MAX, 64, "(_ bv18446744073709551615 64)"),
        ] {
            let literal = bit_vector(value, width_in_bits);
            assert_eq!(literal.to_string(), text);
            assert_eq!(value_and_width(&literal), Some((value, width_in_bits)));
        }
    }

    #[test]
    fn other_terms_and_wide_bit_vectors_are_no_short_literals() {
        let wide = format!("#x{}", "0".repeat(20));
        for no_literal in ["x", "(_ bv 8)", "(_ bvx 8)", "(_ BitVec 8)", "8", "(bv5 8)", "(_ bv5 0)", &wide] {
            assert_eq!(value_and_width(&one(no_literal)), None, "{no_literal}");
        }
    }

    #[test]
    fn sorts_of_bit_vectors_have_widths() {
        assert_eq!(sort_width(&bit_vector_sort(8)), Some(8));
        assert_eq!(
            (sort_width(&one("(_ BitVec 0)")), sort_width(&one("(_ FloatingPoint 8 24)"))),
            (None, None)
        );
    }
}
