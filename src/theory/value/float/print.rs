//! Floating-point numbers as standard SMT-LIB.

use std::fmt;

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{Float, Format, Kind};

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Format { exponent: exponent_bits, significand } = self.format;
        let named =
            |f: &mut fmt::Formatter<'_>, name: &str| write!(f, "(_ {name} {exponent_bits} {significand})");
        match &self.kind {
            Kind::NaN => named(f, "NaN"),
            Kind::Infinite { negative } => named(f, if *negative { "-oo" } else { "+oo" }),
            Kind::Finite { negative, .. } if self.is_zero() => {
                named(f, if *negative { "-zero" } else { "+zero" })
            }
            Kind::Finite { negative, exponent, fraction } => {
                write!(f, "(fp #b{} #b", u8::from(*negative))?;
                digits(f, exponent, exponent_bits)?;
                f.write_str(" #b")?;
                digits(f, fraction, significand - 1)?;
                f.write_str(")")
            }
        }
    }
}

/// All bits of a field. They may be more than `format!` pads to.
fn digits(f: &mut fmt::Formatter<'_>, number: &UBig, width: u32) -> fmt::Result {
    let written = number.bit_len().max(1);
    f.write_str(&"0".repeat((width as usize).saturating_sub(written)))?;
    write!(f, "{number:b}")
}

#[cfg(test)]
mod tests {
    use super::super::Bits;
    use super::*;

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
            assert_eq!(Float::of_bits(format, &Bits::new(7, u32::into(pattern))).to_string(), text);
        }
        let wide = Format { exponent: 2, significand: 70_000 };
        let text = Float::of_fields(wide, false, UBig::ZERO, UBig::ONE).to_string();
        assert_eq!(text.len(), "(fp #b0 #b00 #b)".len() + 69_999);
    }
}
