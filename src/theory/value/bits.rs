//! Numbers modulo another one: bit-vectors, and elements of finite fields of prime order.

use std::sync::Arc;

use dashu_base::{BitTest, RemEuclid};
use dashu_int::{IBig, UBig};

/// A bit-vector: a number below 2^width.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bits {
    width: u32,
    number: UBig,
}

impl Bits {
    /// Returns the low `width` bits of a number; the width is at least 1.
    pub(crate) fn new(width: u32, number: UBig) -> Bits {
        let number = if number.bit_len() > width as usize { number & mask(width) } else { number };
        Bits { width, number }
    }

    /// Returns the low `width` bits of an integer in two's complement.
    pub(crate) fn from_integer(width: u32, number: &IBig) -> Bits {
        let modulus = IBig::ONE << width as usize;
        let rest = number.rem_euclid(&modulus);
        Bits { width, number: rest }
    }

    /// Returns a bit-vector of width 1.
    pub(crate) fn bit(is_set: bool) -> Bits {
        Bits { width: 1, number: UBig::from(u8::from(is_set)) }
    }

    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    /// Returns the unsigned number.
    pub(crate) fn unsigned(&self) -> &UBig {
        &self.number
    }

    /// Returns the signed number, in two's complement.
    pub(crate) fn signed(&self) -> IBig {
        let number = IBig::from(self.number.clone());
        if self.is_negative() { number - (IBig::ONE << self.width as usize) } else { number }
    }

    /// Whether the most significant bit is set.
    pub(crate) fn is_negative(&self) -> bool {
        self.number.bit(self.width as usize - 1)
    }
}

/// Returns 2^width − 1.
pub(crate) fn mask(width: u32) -> UBig {
    (UBig::ONE << width as usize) - UBig::ONE
}

impl std::fmt::Display for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let (Ok(number), 1..=64) = (u64::try_from(&self.number), self.width) {
            return write!(f, "#b{number:0width$b}", width = self.width as usize);
        }
        // The formatter's own padding ends at 65,535 digits.
        let digits = self.number.in_radix(2).to_string();
        let digits = digits.trim_start_matches('0');
        write!(f, "#b{}{digits}", "0".repeat(self.width as usize - digits.len()))
    }
}

/// An element of a finite field (a theory of cvc5 and recent versions of Z3): a residue modulo a prime.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Element {
    order: Arc<UBig>,
    residue: UBig,
}

impl Element {
    /// Returns the residue of an integer modulo `order`, which is at least 2.
    pub(crate) fn new(order: Arc<UBig>, number: &IBig) -> Element {
        let rest = number.rem_euclid(IBig::from(order.as_ref().clone()));
        Element { residue: rest, order }
    }

    /// Returns the number of elements of the field.
    pub(crate) fn order(&self) -> &Arc<UBig> {
        &self.order
    }

    /// Returns the residue, less than the order.
    pub(crate) fn residue(&self) -> &UBig {
        &self.residue
    }
}
