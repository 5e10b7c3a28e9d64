//! Values that a model does not tell, or not exactly: those that it leaves out, abstract ones, of which only the name is
//! known, and numbers that may be rounded. What is true or false for some of them is so for the model only if it is for all.

use crate::smtlib::Sort;
use crate::theory::domain;
use crate::theory::signature::Signature;

/// What becomes of such values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inexact {
    /// Numbers are as they are printed, and others get values, for each of these numbers in another way. In the first,
    /// all are as plain as can be.
    Given(usize),
    /// Those that are told, but not exactly, stay declared symbols without values.
    Open,
}

impl Default for Inexact {
    fn default() -> Inexact {
        Inexact::Given(0)
    }
}

/// How many ways to give values are tried: alike and different ones.
pub(crate) const VARIETIES: usize = 4;
/// Values of a sort of which all are tried in turn.
const FEW: usize = 8;

impl Inexact {
    /// The value that the thing of this number gets; none if it is the plainest, or no others are known.
    pub(super) fn value(self, sort: &Sort, number: usize, signature: &Signature) -> Option<String> {
        let Inexact::Given(variety @ 1..) = self else { return None };
        let all = domain::list(sort, FEW, signature);
        let values = all.unwrap_or_else(|| domain::edges(sort, signature));
        let last = values.len().checked_sub(1)?;
        let at = match variety {
            1 => last.min(1),
            2 => number % values.len(),
            _ => last - number % values.len(),
        };
        Some(values[at].to_string())
    }
}

/// Decimals that Yices rounds to, without a mark: it has fractions for all that is exact.
const ROUNDED_DIGITS: usize = 6;

/// What a decimal that may be rounded is: Z3 marks those that are with `?`, and others are exact but for those of Yices. It
/// may have a sign, which no literal has. None of what is exact, or no decimal.
pub(super) fn rounded(text: &str) -> Option<String> {
    let (minus, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (digits, is_marked) = digits.strip_suffix('?').map_or((digits, false), |digits| (digits, true));
    let (whole, fraction) = digits.split_once('.')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_rounded = is_marked || (fraction.len() == ROUNDED_DIGITS && !fraction.ends_with("000"));
    if !is_rounded || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    Some(if minus { format!("(- {digits})") } else { digits.to_owned() })
}

/// A string literal whose backslashes begin what was an escape before SMT-LIB 2.6 defined `\u`, in escapes of today; none
/// if there is no such.
pub(super) fn older_escapes(literal: &str) -> Option<String> {
    let mut written = String::with_capacity(literal.len());
    let (mut rest, mut found) = (literal, false);
    while let Some(next) = rest.chars().next() {
        let escaped = if next == '\\' { escape(&rest[1..]) } else { None };
        let length = match escaped {
            Some((character, length)) => {
                written += &format!("\\u{{{character:x}}}");
                found = true;
                length + 1
            }
            None => {
                written.push(next);
                next.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    found.then_some(written)
}

/// The character that follows a backslash, by the rules of C, and how many bytes say so.
fn escape(rest: &str) -> Option<(u32, usize)> {
    let digits = |text: &str, most: usize, radix: u32| {
        let count = text.chars().take(most).take_while(|digit| digit.is_digit(radix)).count();
        Some((u32::from_str_radix(&text[..count], radix).ok()?, count))
    };
    let simple = |character: u32| Some((character, 1));
    match rest.chars().next()? {
        'x' => digits(&rest[1..], 2, 16).map(|(character, count)| (character, count + 1)),
        '0'..='7' => digits(rest, 3, 8),
        'a' => simple(7),
        'b' => simple(8),
        't' => simple(9),
        'n' => simple(10),
        'v' => simple(11),
        'f' => simple(12),
        'r' => simple(13),
        'e' => simple(27),
        '\\' => simple(92),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_unless_they_are_marked_or_those_of_yices() {
        for exact in ["2", "2.6", "0.25", "3.0", "0.1234567", "1.500000", "x", "1.2.3", "-1.5", "-x.123456"] {
            assert_eq!(rounded(exact), None, "{exact}");
        }
        for (text, value) in [
            ("2.6?", "2.6"),
            ("1.4142135623?", "1.4142135623"),
            ("1.414214", "1.414214"),
            ("-1.414214", "(- 1.414214)"),
        ] {
            assert_eq!(rounded(text).as_deref(), Some(value));
        }
    }

    #[test]
    fn older_escapes_are_written_anew() {
        for (literal, expected) in [
            ("\"a\\x41\"", Some("\"a\\u{41}\"")),
            ("\"\\n\\\\\\101x\"", Some("\"\\u{a}\\u{5c}\\u{41}x\"")),
            ("\"\\u{41}\\u0041\\<\"", None),
            ("\"é\\xg\"", None),
        ] {
            assert_eq!(older_escapes(literal).as_deref(), expected, "{literal}");
        }
    }
}
