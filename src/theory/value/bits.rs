//! Bit-vectors.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

/// A bit-vector: a number below 2^width.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bits {
    width: u32,
    number: UBig,
}

impl Bits {
    /// The low `width` bits of a number, at least one.
    pub(crate) fn new(width: u32, number: UBig) -> Bits {
        let number = if number.bit_len() > width as usize { number & mask(width) } else { number };
        Bits { width, number }
    }

    /// The low `width` bits of an integer in two's complement.
    pub(crate) fn of_integer(width: u32, number: &IBig) -> Bits {
        let modulus = IBig::ONE << width as usize;
        let rest = dashu_base::RemEuclid::rem_euclid(number, &modulus);
        Bits { width, number: rest }
    }

    /// One bit.
    pub(crate) fn bit(is_set: bool) -> Bits {
        Bits { width: 1, number: UBig::from(u8::from(is_set)) }
    }

    /// How many bits.
    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    /// The number without a sign.
    pub(crate) fn unsigned(&self) -> &UBig {
        &self.number
    }

    /// The number in two's complement.
    pub(crate) fn signed(&self) -> IBig {
        let number = IBig::from(self.number.clone());
        if self.is_negative() { number - (IBig::ONE << self.width as usize) } else { number }
    }

    /// Whether the most significant bit is set.
    pub(crate) fn is_negative(&self) -> bool {
        self.number.bit(self.width as usize - 1)
    }
}

/// 2^width − 1.
pub(crate) fn mask(width: u32) -> UBig {
    (UBig::ONE << width as usize) - UBig::ONE
}

impl std::fmt::Display for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Not by the formatter's own padding, which ends at 65,535 digits.
        let digits = self.number.in_radix(2).to_string();
        let digits = digits.trim_start_matches('0');
        write!(f, "#b{}{digits}", "0".repeat(self.width as usize - digits.len()))
    }
}
