//! Order (IEEE 754-2008, 5.11 and 5.3.1).

use std::cmp::Ordering;

use super::{Float, Kind};

impl Float {
    /// How two numbers of one format compare as reals and infinities; none with NaN. Zeros are equal.
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

    /// The smaller number, or the larger one if `order` is `Greater`; the other one, where one is NaN. None
    /// of zeros of different sign, of which SMT-LIB takes either.
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

#[cfg(test)]
mod tests {
    use super::super::{Bits, Format};
    use super::*;

    fn float(pattern: u32) -> Float {
        Float::of_bits(Format { exponent: 8, significand: 24 }, &Bits::new(32, pattern.into()))
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
}
