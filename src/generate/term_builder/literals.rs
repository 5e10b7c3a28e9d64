//! Literals of values and of values near them, where comparisons change their truth values.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::rng::Rng;
use crate::smtlib::{Sort, TermId, Terms};
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;
use crate::theory::value::{Bits, Float, Text, Value};

/// The nesting depth of datatypes up to which fields are examined.
const DEPTH: u32 = 4;

/// The largest exponent of two in a factor that is a number.
const LARGEST: usize = 6;

/// Whether the values of a sort have literals that every solver of its theory reads. Arrays, sequences, sets and sorts
/// without constructors do not.
pub(in crate::generate) fn are_written(sort: &Sort, signature: &Signature) -> bool {
    are_written_in(sort, signature, DEPTH)
}

fn are_written_in(sort: &Sort, signature: &Signature, fuel: u32) -> bool {
    match sort {
        Sort::Int
        | Sort::Real
        | Sort::BitVec(_)
        | Sort::Float(..)
        | Sort::RoundingMode
        | Sort::String
        | Sort::RegLan
        | Sort::FiniteField(_) => true,
        // On their own, `true` and `false` test nothing.
        Sort::Bool => fuel < DEPTH,
        Sort::Array(..) | Sort::Seq(_) => false,
        Sort::Named(name, arguments) => {
            let Some(datatype) = signature.datatype(name) else { return false };
            let all = 0..datatype.constructors.len();
            let mut fields = all.flat_map(|at| datatype.fields(at, arguments));
            // A recursive datatype runs out of fuel, which is no objection.
            fuel == 0 || fields.all(|field| are_written_in(&field, signature, fuel - 1))
        }
    }
}

/// Returns a value, or a random value near it.
pub(in crate::generate) fn near(value: Value, rng: &mut Rng) -> Value {
    let small = |rng: &mut Rng| IBig::from(*rng.pick(&[1, -1, 2, -2, 7]).unwrap_or(&1));
    let beside = match &value {
        _ if rng.percent(40) => None,
        Value::Int(number) => Some(Value::Int(number + small(rng))),
        Value::Real(number) if rng.percent(50) => Some(Value::Real(number + RBig::from(small(rng)))),
        Value::Real(number) => Some(Value::Real(number + RBig::from_parts(small(rng), UBig::from(2u8)))),
        Value::Bits(bits) => {
            let number = IBig::from(bits.unsigned().clone()) + small(rng);
            Some(Value::Bits(Bits::from_integer(bits.width(), &number)))
        }
        // The next number above or below, of subnormal, normal and infinite ones alike.
        Value::Float(float) => float.to_bits().map(|bits| {
            let number =
                IBig::from(bits.unsigned().clone()) + IBig::from(if rng.percent(50) { 1 } else { -1 });
            Value::Float(Float::from_bits(float.format(), &Bits::from_integer(bits.width(), &number)))
        }),
        Value::Text(text) => {
            let mut characters = text.characters().to_vec();
            match rng.below(3) {
                0 => drop(characters.pop()),
                1 => characters.push(u32::from('a')),
                _ => characters.insert(0, u32::from('b')),
            }
            Some(Value::Text(Text::new(characters)))
        }
        _ => None,
    };
    beside.unwrap_or(value)
}

/// A role of an argument in which solvers rewrite some literals by rules of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Role {
    /// A factor or a divisor: a product with a power of two is a shift, and a remainder by it is its lowest bits.
    Factor,
    /// The distance of a shift: by a known one, a shift moves bits.
    Distance,
}

impl Role {
    /// Draws such a literal: a power of two, sometimes negated, or a distance up to the width. Returns `None` if the
    /// sort has none.
    pub(in crate::generate) fn draw(self, sort: &Sort, rng: &mut Rng) -> Option<Value> {
        match (self, sort) {
            (Role::Distance, Sort::BitVec(width)) => {
                Some(Value::Bits(Bits::new(*width, UBig::from(1 + rng.below(*width)))))
            }
            (Role::Factor, Sort::BitVec(width)) => {
                let power = power_of_two(rng.index(*width as usize), rng);
                Some(Value::Bits(Bits::from_integer(*width, &power)))
            }
            (Role::Factor, Sort::Int) => Some(Value::Int(power_of_two(1 + rng.index(LARGEST), rng))),
            (Role::Factor, Sort::Real) => {
                Some(Value::Real(RBig::from(power_of_two(1 + rng.index(LARGEST), rng))))
            }
            _ => None,
        }
    }
}

/// Returns a power of two, sometimes negated.
fn power_of_two(exponent: usize, rng: &mut Rng) -> IBig {
    let power = IBig::ONE << exponent;
    if rng.percent(25) { -power } else { power }
}

/// Whether a term is a numeral, a decimal, or a negation, a quotient or a conversion of these.
pub(in crate::generate) fn is_number(terms: &Terms, id: TermId) -> bool {
    match terms.as_app(id) {
        Some((head, [])) => head.starts_with(|c: char| c.is_ascii_digit()),
        Some((head, arguments)) => {
            matches!(Op::of_head(head), Some(op::MINUS | op::REAL_DIV | op::TO_REAL))
                && arguments.iter().all(|&argument| is_number(terms, argument))
        }
        None => false,
    }
}

/// Whether a term is the number 0, or a negation, a conversion or a quotient of it.
pub(in crate::generate) fn is_zero(terms: &Terms, id: TermId) -> bool {
    match Op::applied(terms, id) {
        Some((op::MINUS | op::TO_REAL, &[one]) | (op::REAL_DIV, &[one, ..])) => is_zero(terms, one),
        _ => matches!(terms.as_app(id), Some(("0" | "0.0", []))),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};
    use crate::theory::value::Format;

    #[test]
    fn literals_near_a_value_are_itself_and_its_neighbours() {
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Synthesis);
        let mut met = |value: Value| {
            (0..100).map(|_| near(value.clone(), &mut rng).to_string()).collect::<BTreeSet<String>>()
        };
        let format = Format { exponent: 3, significand: 3 };
        let float = |bits: u32| Value::Float(Float::from_bits(format, &Bits::new(6, bits.into())));
        // The largest subnormal number, between the one below and the smallest normal one; then the largest number.
        let [subnormal, largest] = [3, 27].map(float);
        assert_eq!(met(subnormal), [2, 3, 4].map(|bits| float(bits).to_string()).into());
        assert!(met(largest).contains("(_ +oo 3 3)"));
        assert_eq!(met(Value::Float(Float::nan(format))).len(), 1);
        let bits = met(Value::Bits(Bits::new(4, 15u8.into())));
        assert!(["#b1111", "#b0000", "#b1110", "#b0001"].iter().all(|one| bits.contains(*one)), "{bits:?}");
    }

    #[test]
    fn factors_are_powers_of_two_and_distances_are_within_the_width() {
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Synthesis);
        let mut met = |role: Role, sort: &Sort| {
            let drawn = (0..200).filter_map(|_| role.draw(sort, &mut rng));
            drawn.map(|value| value.to_string()).collect::<BTreeSet<String>>()
        };
        let factors = ["#b001", "#b010", "#b100", "#b110", "#b111"].map(String::from);
        assert_eq!(met(Role::Factor, &Sort::BitVec(3)), factors.into());
        assert_eq!(
            met(Role::Distance, &Sort::BitVec(3)),
            ["#b001", "#b010", "#b011"].map(String::from).into()
        );
        let numbers = met(Role::Factor, &Sort::Int);
        assert!(numbers.contains("64") && numbers.contains("(- 2)") && !numbers.contains("6"), "{numbers:?}");
        assert!(met(Role::Factor, &Sort::String).is_empty());
    }
}
