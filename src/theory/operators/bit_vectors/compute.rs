//! What operators on bits of one width compute, as FixedSizeBitVectors and QF_BV define it.

use dashu_int::UBig;

use crate::theory::value::Bits;
use crate::theory::value::bits::mask;

/// `bvnot`
pub(super) fn not(bits: &Bits) -> Bits {
    Bits::new(bits.width(), bits.unsigned() ^ mask(bits.width()))
}

/// `bvneg`: 2^width less the number.
pub(super) fn negated(bits: &Bits) -> Bits {
    Bits::new(bits.width(), (UBig::ONE << bits.width() as usize) - bits.unsigned())
}

/// `bvand`
pub(super) fn and(one: &Bits, other: &Bits) -> Bits {
    Bits::new(one.width(), one.unsigned() & other.unsigned())
}

/// `bvor`
pub(super) fn or(one: &Bits, other: &Bits) -> Bits {
    Bits::new(one.width(), one.unsigned() | other.unsigned())
}

/// `bvxor`
pub(super) fn xor(one: &Bits, other: &Bits) -> Bits {
    Bits::new(one.width(), one.unsigned() ^ other.unsigned())
}

/// `bvnand`
pub(super) fn nand(one: &Bits, other: &Bits) -> Bits {
    not(&and(one, other))
}

/// `bvnor`
pub(super) fn nor(one: &Bits, other: &Bits) -> Bits {
    not(&or(one, other))
}

/// `bvxnor`
pub(super) fn xnor(one: &Bits, other: &Bits) -> Bits {
    not(&xor(one, other))
}

/// `bvcomp`
pub(super) fn equal(one: &Bits, other: &Bits) -> Bits {
    Bits::bit(one == other)
}

/// `bvultbv` of cvc5.
pub(super) fn less(one: &Bits, other: &Bits) -> Bits {
    Bits::bit(one.unsigned() < other.unsigned())
}

/// `bvsltbv` of cvc5.
pub(super) fn signed_less(one: &Bits, other: &Bits) -> Bits {
    Bits::bit(one.signed() < other.signed())
}

/// `bvadd`
pub(super) fn sum(one: &Bits, other: &Bits) -> Bits {
    Bits::new(one.width(), one.unsigned() + other.unsigned())
}

/// `bvsub`
pub(super) fn difference(one: &Bits, other: &Bits) -> Bits {
    sum(one, &negated(other))
}

/// `bvmul`
pub(super) fn product(one: &Bits, other: &Bits) -> Bits {
    Bits::new(one.width(), one.unsigned() * other.unsigned())
}

/// `bvinc` of Bitwuzla.
pub(super) fn next(bits: &Bits) -> Bits {
    Bits::new(bits.width(), bits.unsigned() + UBig::ONE)
}

/// `bvdec` of Bitwuzla.
pub(super) fn previous(bits: &Bits) -> Bits {
    Bits::new(bits.width(), bits.unsigned() + mask(bits.width()))
}

/// `bvudiv`: all ones by zero.
pub(super) fn unsigned_quotient(one: &Bits, other: &Bits) -> Bits {
    let number =
        if other.unsigned().is_zero() { mask(one.width()) } else { one.unsigned() / other.unsigned() };
    Bits::new(one.width(), number)
}

/// `bvurem`: the dividend by zero.
pub(super) fn unsigned_remainder(one: &Bits, other: &Bits) -> Bits {
    if other.unsigned().is_zero() {
        return one.clone();
    }
    Bits::new(one.width(), one.unsigned() % other.unsigned())
}

/// The number without its sign: of the least one, it has the same bits.
fn absolute(bits: &Bits) -> Bits {
    if bits.is_negative() { negated(bits) } else { bits.clone() }
}

fn negated_if(condition: bool, bits: Bits) -> Bits {
    if condition { negated(&bits) } else { bits }
}

/// `bvsdiv`: rounds towards zero. By zero it is −1, or 1 of a negative number.
pub(super) fn signed_quotient(one: &Bits, other: &Bits) -> Bits {
    let quotient = unsigned_quotient(&absolute(one), &absolute(other));
    negated_if(one.is_negative() != other.is_negative(), quotient)
}

/// `bvsrem`: of the sign of the dividend.
pub(super) fn signed_remainder(one: &Bits, other: &Bits) -> Bits {
    negated_if(one.is_negative(), unsigned_remainder(&absolute(one), &absolute(other)))
}

/// `bvsmod`: of the sign of the divisor, and the dividend by zero.
pub(super) fn signed_modulus(one: &Bits, other: &Bits) -> Bits {
    let rest = unsigned_remainder(&absolute(one), &absolute(other));
    let is_zero = rest.unsigned().is_zero();
    let rest = negated_if(one.is_negative(), rest);
    if is_zero || one.is_negative() == other.is_negative() { rest } else { sum(&rest, other) }
}

/// A number of bits to shift by, no more than the width.
fn distance(bits: &Bits) -> usize {
    let width = bits.width() as usize;
    usize::try_from(bits.unsigned()).map_or(width, |number| number.min(width))
}

/// `bvshl`
pub(super) fn shifted_left(one: &Bits, other: &Bits) -> Bits {
    Bits::new(one.width(), one.unsigned() << distance(other))
}

/// `bvlshr`
pub(super) fn shifted_right(one: &Bits, other: &Bits) -> Bits {
    Bits::new(one.width(), one.unsigned() >> distance(other))
}

/// `bvashr`: the most significant bit moves in.
pub(super) fn shifted_right_signed(one: &Bits, other: &Bits) -> Bits {
    if one.is_negative() { not(&shifted_right(&not(one), other)) } else { shifted_right(one, other) }
}

/// `rotate_left`, by less than the width.
pub(super) fn rotate_left(bits: &Bits, by: u32) -> Bits {
    let high = bits.unsigned() << by as usize;
    let low = bits.unsigned() >> (bits.width() - by) as usize;
    Bits::new(bits.width(), high | low)
}

/// `rotate_right`, by less than the width.
pub(super) fn rotate_right(bits: &Bits, by: u32) -> Bits {
    if by == 0 { bits.clone() } else { rotate_left(bits, bits.width() - by) }
}

/// `bvredor`
pub(super) fn any(bits: &Bits) -> Bits {
    Bits::bit(!bits.unsigned().is_zero())
}

/// `bvredand`
pub(super) fn every(bits: &Bits) -> Bits {
    Bits::bit(*bits.unsigned() == mask(bits.width()))
}

/// `bvredxor`
pub(super) fn odd(bits: &Bits) -> Bits {
    Bits::bit(bits.unsigned().count_ones() % 2 == 1)
}
