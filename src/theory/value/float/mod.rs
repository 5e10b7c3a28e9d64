//! Floating-point numbers of any format (SMT-LIB's theory FloatingPoint, IEEE 754-2008).
//!
//! Computations are exact, on integers, and end with one rounding (`rounding`).

mod arithmetic;
#[cfg(test)]
mod float_tests;
mod rounding;

use std::cmp::Ordering;

use dashu_int::UBig;

use super::bits::{Bits, mask};
use crate::smtlib::{TermId, Terms};

/// The widths of a floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Format {
    /// The width of the exponent, at least 2.
    pub exponent: u32,
    /// The width of the significand including the hidden bit, at least 2.
    pub significand: u32,
}

/// A rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rounding {
    /// `RNE`
    NearestEven,
    /// `RNA`
    NearestAway,
    /// `RTP`
    Up,
    /// `RTN`
    Down,
    /// `RTZ`
    ToZero,
}

impl Rounding {
    /// All rounding modes, with their names in SMT-LIB.
    pub(crate) const ALL: [(Rounding, &'static str); 5] = [
        (Rounding::NearestEven, "RNE"),
        (Rounding::NearestAway, "RNA"),
        (Rounding::Up, "RTP"),
        (Rounding::Down, "RTN"),
        (Rounding::ToZero, "RTZ"),
    ];
}

/// A floating-point number. There is only one NaN.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Float {
    format: Format,
    kind: Kind,
}

/// The kind of a floating-point number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Not a number.
    NaN,
    /// An infinity.
    Infinite {
        /// Its sign.
        negative: bool,
    },
    /// A finite number, possibly zero, by its fields.
    Finite {
        /// Its sign.
        negative: bool,
        /// The biased exponent, not all ones.
        exponent: UBig,
        /// The fraction, without the hidden bit.
        fraction: UBig,
    },
}

impl Float {
    /// Returns the only NaN.
    pub(crate) fn nan(format: Format) -> Float {
        Float { format, kind: Kind::NaN }
    }

    pub(crate) fn infinity(format: Format, negative: bool) -> Float {
        Float { format, kind: Kind::Infinite { negative } }
    }

    pub(crate) fn zero(format: Format, negative: bool) -> Float {
        Float { format, kind: Kind::Finite { negative, exponent: UBig::ZERO, fraction: UBig::ZERO } }
    }

    /// Returns NaN, the infinities and the zeros.
    pub(crate) fn specials(format: Format) -> [Float; 5] {
        let [infinity, minus_infinity] = [false, true].map(|negative| Float::infinity(format, negative));
        let [zero, minus_zero] = [false, true].map(|negative| Float::zero(format, negative));
        [Float::nan(format), infinity, minus_infinity, zero, minus_zero]
    }

    /// Returns the number with these fields: a biased exponent, and a fraction without the hidden bit. Both must
    /// fit into the format (IEEE 754-2008, 3.4).
    pub(crate) fn from_fields(format: Format, negative: bool, exponent: UBig, fraction: UBig) -> Float {
        if exponent.count_ones() < format.exponent as usize {
            Float { format, kind: Kind::Finite { negative, exponent, fraction } }
        } else if fraction.is_zero() {
            Float::infinity(format, negative)
        } else {
            Float::nan(format)
        }
    }

    /// Returns the number with this representation, whose width must be that of the format.
    pub(crate) fn from_bits(format: Format, bits: &Bits) -> Float {
        let stored = format.significand - 1;
        let exponent = (bits.unsigned() >> stored as usize) & mask(format.exponent);
        Float::from_fields(format, bits.is_negative(), exponent, bits.unsigned() & mask(stored))
    }

    /// Returns the representation, or `None` for NaN, which has many. The width of the format must be allowed for
    /// a bit-vector.
    pub(crate) fn to_bits(&self) -> Option<Bits> {
        let all_ones;
        let (negative, exponent, fraction) = match &self.kind {
            Kind::NaN => return None,
            Kind::Infinite { negative } => {
                all_ones = mask(self.format.exponent);
                (negative, &all_ones, UBig::ZERO)
            }
            Kind::Finite { negative, exponent, fraction } => (negative, exponent, fraction.clone()),
        };
        let width = self.format.exponent + self.format.significand;
        let sign = UBig::from(u8::from(*negative)) << (width as usize - 1);
        Some(Bits::new(width, sign + (exponent << (self.format.significand as usize - 1)) + fraction))
    }

    pub(crate) fn format(&self) -> Format {
        self.format
    }

    pub(crate) fn is_nan(&self) -> bool {
        self.kind == Kind::NaN
    }

    /// Whether it is an infinity.
    pub(crate) fn is_infinite(&self) -> bool {
        matches!(self.kind, Kind::Infinite { .. })
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(&self.kind, Kind::Finite { exponent, fraction, .. } if exponent.is_zero() && fraction.is_zero())
    }

    /// Whether it is subnormal: smaller than all normal numbers, and not zero.
    pub(crate) fn is_subnormal(&self) -> bool {
        matches!(&self.kind, Kind::Finite { exponent, fraction, .. } if exponent.is_zero() && !fraction.is_zero())
    }

    /// Whether it is normal: a number with a hidden bit of 1.
    pub(crate) fn is_normal(&self) -> bool {
        matches!(&self.kind, Kind::Finite { exponent, .. } if !exponent.is_zero())
    }

    /// Whether the sign is negative; `None` for NaN.
    pub(crate) fn is_negative(&self) -> Option<bool> {
        match self.kind {
            Kind::NaN => None,
            Kind::Infinite { negative } | Kind::Finite { negative, .. } => Some(negative),
        }
    }
}

/// Comparisons (IEEE 754-2008, 5.11 and 5.3.1).
impl Float {
    /// Compares two numbers of one format as reals and infinities; `None` if one is NaN. Zeros are equal.
    pub(crate) fn order(&self, other: &Float) -> Option<Ordering> {
        let (is_negative, is_other_negative) = (self.is_negative()?, other.is_negative()?);
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        Some(match (is_negative, is_other_negative) {
            (false, false) => self.size_order(other),
            (true, true) => other.size_order(self),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        })
    }

    fn size_order(&self, other: &Float) -> Ordering {
        match (&self.kind, &other.kind) {
            (
                Kind::Finite { exponent, fraction, .. },
                Kind::Finite { exponent: other_exponent, fraction: other_fraction, .. },
            ) => exponent.cmp(other_exponent).then_with(|| fraction.cmp(other_fraction)),
            _ => self.is_infinite().cmp(&other.is_infinite()),
        }
    }

    /// Returns the smaller number, or the larger one if `order` is `Greater`. If one is NaN, returns the other.
    /// Returns `None` for zeros of different signs, where SMT-LIB allows either.
    pub(crate) fn extreme(&self, other: &Float, order: Ordering) -> Option<Float> {
        if self.is_zero() && other.is_zero() && self.is_negative() != other.is_negative() {
            return None;
        }
        match self.order(other) {
            None if self.is_nan() => Some(other.clone()),
            None => Some(self.clone()),
            Some(found) => Some(if found == order { self.clone() } else { other.clone() }),
        }
    }
}

impl Float {
    /// Adds the term that denotes the number.
    pub(super) fn term(&self, terms: &mut Terms) -> TermId {
        let Format { exponent: exponent_bits, significand } = self.format;
        let mut named = |name: &str| terms.app(&format!("(_ {name} {exponent_bits} {significand})"), &[]);
        match &self.kind {
            Kind::NaN => named("NaN"),
            Kind::Infinite { negative } => named(if *negative { "-oo" } else { "+oo" }),
            Kind::Finite { negative, .. } if self.is_zero() => {
                named(if *negative { "-zero" } else { "+zero" })
            }
            Kind::Finite { negative, exponent, fraction } => {
                let fields = [
                    Bits::bit(*negative),
                    Bits::new(exponent_bits, exponent.clone()),
                    Bits::new(significand - 1, fraction.clone()),
                ];
                let fields = fields.map(|field| terms.app(&field.to_string(), &[]));
                terms.app("fp", &fields)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::value::Value;

    const SMALL: Format = Format { exponent: 3, significand: 4 };

    /// IEEE 754-2008, 3.4.
    #[test]
    fn numbers_are_of_one_class() {
        let class = |float: &Float| {
            [float.is_nan(), float.is_infinite(), float.is_zero(), float.is_subnormal(), float.is_normal()]
                .map(usize::from)
        };
        let mut counts = [0; 5];
        for pattern in 0..128_u32 {
            let bits = Bits::new(7, pattern.into());
            let float = Float::from_bits(SMALL, &bits);
            assert_eq!(class(&float).iter().sum::<usize>(), 1);
            class(&float).iter().zip(&mut counts).for_each(|(one, count)| *count += one);
            assert_eq!(float.is_negative(), (!float.is_nan()).then_some(pattern >= 64));
            assert_eq!(float.to_bits(), (!float.is_nan()).then_some(bits));
        }
        assert_eq!(counts, [14, 2, 2, 14, 96]);
    }

    fn float(pattern: u32) -> Float {
        Float::from_bits(Format { exponent: 8, significand: 24 }, &Bits::new(32, pattern.into()))
    }

    #[test]
    fn numbers_are_ordered_as_the_machine_does() {
        let edges = [0.0, 1.0, 1.5, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NAN, f32::from_bits(1)];
        for one in edges.into_iter().flat_map(|one| [one, -one]) {
            for other in edges.into_iter().flat_map(|one| [one, -one]) {
                let floats = (float(one.to_bits()), float(other.to_bits()));
                assert_eq!(floats.0.order(&floats.1), one.partial_cmp(&other), "{one} {other}");
                let is_open = one == 0.0 && other == 0.0 && one.to_bits() != other.to_bits();
                let least = (!is_open).then(|| float(one.min(other).to_bits()));
                assert_eq!(floats.0.extreme(&floats.1, Ordering::Less), least, "{one} {other}");
                let greatest = (!is_open).then(|| float(one.max(other).to_bits()));
                assert_eq!(floats.0.extreme(&floats.1, Ordering::Greater), greatest, "{one} {other}");
            }
        }
    }

    #[test]
    fn numbers_are_printed_as_terms() {
        let format = Format { exponent: 3, significand: 4 };
        for (pattern, text) in [
            (0b0_000_000, "(_ +zero 3 4)"),
            (0b1_000_000, "(_ -zero 3 4)"),
            (0b0_111_000, "(_ +oo 3 4)"),
            (0b1_111_000, "(_ -oo 3 4)"),
            (0b1_111_010, "(_ NaN 3 4)"),
            (0b1_000_001, "(fp #b1 #b000 #b001)"),
            (0b0_010_000, "(fp #b0 #b010 #b000)"),
        ] {
            let float = Float::from_bits(format, &Bits::new(7, u32::into(pattern)));
            assert_eq!(Value::Float(float).to_string(), text);
        }
        let wide = Format { exponent: 2, significand: 70_000 };
        let float = Float::from_fields(wide, false, UBig::ZERO, UBig::ONE);
        assert_eq!(Value::Float(float).to_string().len(), "(fp #b0 #b00 #b)".len() + 69_999);
    }
}
