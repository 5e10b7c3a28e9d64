//! Floating-point numbers of any format (SMT-LIB's theory FloatingPoint, IEEE 754-2008).
//!
//! Computing with them is exact, in whole numbers, and ends in the one rounding of `rounding`.

mod arithmetic;
mod compare;
mod convert;
mod print;
mod remainder;
mod rounding;

#[cfg(test)]
mod native;
#[cfg(test)]
mod oracle;

use dashu_int::UBig;

use super::Bits;
use super::bits::mask;

/// How many bits a floating-point number has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Format {
    /// Bits of the exponent, at least 2.
    pub exponent: u32,
    /// Bits of the significand with the hidden one, at least 2.
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
    /// All of them, with their names in SMT-LIB.
    pub(crate) const ALL: [(Rounding, &'static str); 5] = [
        (Rounding::NearestEven, "RNE"),
        (Rounding::NearestAway, "RNA"),
        (Rounding::Up, "RTP"),
        (Rounding::Down, "RTN"),
        (Rounding::ToZero, "RTZ"),
    ];
}

/// A floating-point number. There is one NaN.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Float {
    format: Format,
    kind: Kind,
}

/// What a floating-point number is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// No number.
    NaN,
    /// An infinity.
    Infinite {
        /// Its sign.
        negative: bool,
    },
    /// A number, zeros among them, by its fields.
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
    /// The one NaN.
    pub(crate) fn nan(format: Format) -> Float {
        Float { format, kind: Kind::NaN }
    }

    /// An infinity.
    pub(crate) fn infinity(format: Format, negative: bool) -> Float {
        Float { format, kind: Kind::Infinite { negative } }
    }

    /// A zero.
    pub(crate) fn zero(format: Format, negative: bool) -> Float {
        Float { format, kind: Kind::Finite { negative, exponent: UBig::ZERO, fraction: UBig::ZERO } }
    }

    /// The number with these fields: a biased exponent, and a fraction without the hidden bit, of no more
    /// bits than the format has for them (IEEE 754-2008, 3.4).
    pub(crate) fn of_fields(format: Format, negative: bool, exponent: UBig, fraction: UBig) -> Float {
        if exponent.count_ones() < format.exponent as usize {
            Float { format, kind: Kind::Finite { negative, exponent, fraction } }
        } else if fraction.is_zero() {
            Float::infinity(format, negative)
        } else {
            Float::nan(format)
        }
    }

    /// The number with this representation, of as many bits as the format has.
    pub(crate) fn of_bits(format: Format, bits: &Bits) -> Float {
        let stored = format.significand - 1;
        let exponent = (bits.unsigned() >> stored as usize) & mask(format.exponent);
        Float::of_fields(format, bits.is_negative(), exponent, bits.unsigned() & mask(stored))
    }

    /// The representation, of as many bits as the format has, which must be few enough for a bit-vector. None
    /// of NaN, which has many.
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

    /// The format.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Whether it is NaN.
    pub(crate) fn is_nan(&self) -> bool {
        self.kind == Kind::NaN
    }

    /// Whether it is an infinity.
    pub(crate) fn is_infinite(&self) -> bool {
        matches!(self.kind, Kind::Infinite { .. })
    }

    /// Whether it is a zero.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(&self.kind, Kind::Finite { exponent, fraction, .. } if exponent.is_zero() && fraction.is_zero())
    }

    /// Whether it is smaller than all normal numbers, and no zero.
    pub(crate) fn is_subnormal(&self) -> bool {
        matches!(&self.kind, Kind::Finite { exponent, fraction, .. } if exponent.is_zero() && !fraction.is_zero())
    }

    /// Whether it is a number with a hidden bit that is one.
    pub(crate) fn is_normal(&self) -> bool {
        matches!(&self.kind, Kind::Finite { exponent, .. } if !exponent.is_zero())
    }

    /// Its sign, which NaN has not.
    pub(crate) fn is_negative(&self) -> Option<bool> {
        match self.kind {
            Kind::NaN => None,
            Kind::Infinite { negative } | Kind::Finite { negative, .. } => Some(negative),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let float = Float::of_bits(SMALL, &bits);
            assert_eq!(class(&float).iter().sum::<usize>(), 1);
            class(&float).iter().zip(&mut counts).for_each(|(one, count)| *count += one);
            assert_eq!(float.is_negative(), (!float.is_nan()).then_some(pattern >= 64));
            assert_eq!(float.to_bits(), (!float.is_nan()).then_some(bits));
        }
        assert_eq!(counts, [14, 2, 2, 14, 96]);
    }
}
