//! Bit-vectors of which the parts are taken, joined and moved.

use dashu_base::BitTest;
use dashu_int::UBig;

use crate::theory::call::{Call, NoValue, Outcome};
use crate::theory::limits;
use crate::theory::value::bits::mask;
use crate::theory::value::{Bits, Value};

fn one<'a>(call: &Call<'a>) -> Result<&'a Bits, NoValue> {
    let bits = call.argument(0, Value::as_bits)?;
    limits::width(bits.width())?;
    Ok(bits)
}

/// `concat`: the first argument is the most significant part.
pub(super) fn concat(call: &Call<'_>) -> Outcome {
    let parts = call.all(Value::as_bits)?;
    let width = parts.iter().fold(0_u32, |sum, part| sum.saturating_add(part.width()));
    limits::width(width)?;
    let number =
        parts.iter().fold(UBig::ZERO, |high, part| (high << part.width() as usize) | part.unsigned());
    Ok(Value::Bits(Bits::new(width, number)))
}

/// `extract`: from the bit of the first index down to that of the second.
pub(super) fn extract(call: &Call<'_>) -> Outcome {
    let (bits, high, low) = (one(call)?, call.index(0)?, call.index(1)?);
    if high >= bits.width() || low > high {
        return Err(call.unfit());
    }
    Ok(Value::Bits(Bits::new(high - low + 1, bits.unsigned() >> low as usize)))
}

/// `repeat`, at least once.
pub(super) fn repeat(call: &Call<'_>) -> Outcome {
    let (bits, times) = (one(call)?, call.index(0)?);
    if times == 0 {
        return Err(call.unfit());
    }
    let width = limits::width(bits.width().saturating_mul(times))?;
    // One bit at the end of each copy.
    let ends = mask(width) / mask(bits.width());
    Ok(Value::Bits(Bits::new(width, bits.unsigned() * ends)))
}

/// `zero_extend`, by any number of bits.
pub(super) fn zero_extend(call: &Call<'_>) -> Outcome {
    let bits = one(call)?;
    let width = limits::width(bits.width().saturating_add(call.index(0)?))?;
    Ok(Value::Bits(Bits::new(width, bits.unsigned().clone())))
}

/// `sign_extend`, by any number of bits.
pub(super) fn sign_extend(call: &Call<'_>) -> Outcome {
    let bits = one(call)?;
    let width = limits::width(bits.width().saturating_add(call.index(0)?))?;
    Ok(Value::Bits(Bits::of_integer(width, &bits.signed())))
}

/// `rotate_left` and `rotate_right`: by an index, which may exceed the width.
pub(super) fn rotate(call: &Call<'_>, compute: fn(&Bits, u32) -> Bits) -> Outcome {
    let bits = one(call)?;
    let by: UBig = call.indices.first().and_then(|by| by.parse().ok()).ok_or_else(|| call.unfit())?;
    rotated(call, bits, &by, compute)
}

/// `ext_rotate_left` and `ext_rotate_right`: by the second argument.
pub(super) fn turn(call: &Call<'_>, compute: fn(&Bits, u32) -> Bits) -> Outcome {
    let (bits, by) = super::pair(call)?;
    rotated(call, bits, by.unsigned(), compute)
}

fn rotated(call: &Call<'_>, bits: &Bits, by: &UBig, compute: fn(&Bits, u32) -> Bits) -> Outcome {
    let by = u32::try_from(by % UBig::from(bits.width())).map_err(|_| call.unfit())?;
    Ok(Value::Bits(compute(bits, by)))
}

/// `(_ bit2bool i)`: whether the bit is set.
pub(super) fn bit(call: &Call<'_>) -> Outcome {
    let (bits, at) = (one(call)?, call.index(0)?);
    if at < bits.width() { Ok(Value::Bool(bits.unsigned().bit(at as usize))) } else { Err(call.unfit()) }
}

/// `bvite`
pub(super) fn chosen(call: &Call<'_>) -> Outcome {
    let condition = one(call)?;
    let at = if condition.unsigned().is_zero() { 2 } else { 1 };
    call.argument(at, |value| Some(value.clone()))
}
