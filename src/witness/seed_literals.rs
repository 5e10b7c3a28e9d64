//! Literals that occur in a seed, and values near them.

use std::collections::{BTreeMap, BTreeSet};

use crate::rng::Rng;
use crate::smtlib::lex::{Lexer, TokenKind};

/// The literals of a seed by sort, each once, in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Literals {
    integers: Vec<i128>,
    decimals: Vec<String>,
    /// Bit-vectors by width, most significant bit first.
    bits: BTreeMap<u32, Vec<String>>,
    /// The contents of string literals, with escape sequences as written.
    strings: Vec<String>,
    /// Small floating-point formats: the widths of exponent and significand.
    formats: Vec<(u32, u32)>,
}

/// The largest exponent and significand widths of formats whose edges are drawn as reals. Edges of larger formats
/// are far from what a solver computes with.
const SMALL_FORMAT: (u32, u32) = (5, 24);

/// Values at which implementations change their behaviour: zero and its neighbours, and the ends of machine
/// words, beyond which some solvers switch to big integers.
const EDGES: [i128; 12] =
    [0, 1, -1, 2, 127, 255, 32_768, 2_147_483_647, -2_147_483_648, 4_294_967_296, 1 << 63, -(1 << 63)];

/// The maximal length of a collected integer: neighbours of longer ones would overflow.
const LONGEST_INTEGER: usize = 30;

impl Literals {
    /// Collects the literals of an SMT-LIB text.
    pub(super) fn collect(source: &str) -> Literals {
        let (mut integers, mut decimals, mut strings) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut bits: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        let mut formats = BTreeSet::new();
        let mut lexer = Lexer::new(source);
        let (mut before, mut before_that) = ("", "");
        let mut pending: Option<u128> = None;
        // Whether the lexer is between `(_` and `)`, where numbers are indices.
        let mut indexed = false;
        while let Ok(Some(token)) = lexer.next_token() {
            let text = token.text(source);
            match token.kind {
                TokenKind::Number => {
                    if matches!(before_that, "FloatingPoint" | "to_fp" | "to_fp_unsigned")
                        && let (Ok(exponent), Ok(significand)) = (before.parse::<u32>(), text.parse::<u32>())
                        && (2..=SMALL_FORMAT.0).contains(&exponent)
                        && (2..=SMALL_FORMAT.1).contains(&significand)
                    {
                        formats.insert((exponent, significand));
                    }
                    if let Some(digits) = text.strip_prefix("#b") {
                        bits.entry(digits.len() as u32).or_default().insert(digits.to_owned());
                    } else if let Some(digits) = text.strip_prefix("#x") {
                        let digits: String = digits.chars().filter_map(nibble).collect();
                        bits.entry(digits.len() as u32).or_default().insert(digits);
                    } else if let (Some(value), Ok(width)) = (pending, text.parse::<u32>()) {
                        // The width of `(_ bv5 32)`.
                        if (1..=128).contains(&width) {
                            bits.entry(width).or_default().insert(binary(value, width));
                        }
                    } else if text.contains('.') {
                        decimals.insert(text.to_owned());
                    } else if !indexed && text.len() <= LONGEST_INTEGER {
                        integers.extend(text.parse::<i128>());
                    }
                    pending = None;
                }
                TokenKind::Symbol if before == "_" => {
                    indexed = true;
                    pending = text.strip_prefix("bv").and_then(|digits| digits.parse().ok());
                }
                TokenKind::String => {
                    strings.insert(text[1..text.len() - 1].to_owned());
                }
                TokenKind::Close => (indexed, pending) = (false, None),
                _ => pending = None,
            }
            (before_that, before) = (before, text);
        }
        Literals {
            integers: integers.into_iter().collect(),
            decimals: decimals.into_iter().collect(),
            bits: bits.into_iter().map(|(width, values)| (width, values.into_iter().collect())).collect(),
            strings: strings.into_iter().collect(),
            formats: formats.into_iter().collect(),
        }
    }

    fn number(&self, rng: &mut Rng) -> i128 {
        match rng.below(10) {
            0..=3 if !self.integers.is_empty() => {
                let near =
                    rng.pick(&self.integers).copied().unwrap_or_default() + i128::from(rng.below(3)) - 1;
                if rng.percent(25) { -near } else { near }
            }
            0..=6 => i128::from(rng.below(21)) - 10,
            7..=8 => rng.pick(&EDGES).copied().unwrap_or_default(),
            _ => i128::from(rng.below(1 << 16)) - (1 << 15),
        }
    }

    pub(super) fn integer(&self, rng: &mut Rng) -> String {
        let value = self.number(rng);
        if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
    }

    pub(super) fn real(&self, rng: &mut Rng) -> String {
        if rng.percent(30)
            && let Some(decimal) = rng.pick(&self.decimals).cloned()
        {
            return if rng.percent(25) { format!("(- {decimal})") } else { decimal };
        }
        if let Some(&format) = rng.pick(&self.formats)
            && rng.percent(30)
        {
            let edge = edge(format, rng);
            return if rng.percent(40) { format!("(- {edge})") } else { edge };
        }
        let value = self.number(rng);
        let sized = format!("{}.0", value.unsigned_abs());
        let signed = if value < 0 { format!("(- {sized})") } else { sized };
        if rng.percent(40) { format!("(/ {signed} {}.0)", 2 + rng.below(9)) } else { signed }
    }

    /// Returns a real that every solver accepts as the element of a constant array. cvc5 (1.0.3) requires a
    /// literal, and SMT-LIB has no negative literals.
    pub(super) fn decimal(&self, rng: &mut Rng) -> String {
        format!("{}.0", self.number(rng).unsigned_abs())
    }

    /// Returns bits of a given width, most significant first.
    pub(super) fn bits(&self, width: u32, rng: &mut Rng) -> String {
        let long = width as usize;
        match rng.below(10) {
            0..=3 if self.bits.contains_key(&width) => {
                rng.pick(&self.bits[&width]).cloned().unwrap_or_else(|| "0".repeat(long))
            }
            0..=1 => "0".repeat(long),
            2 => "1".repeat(long),
            3 => format!("1{}", "0".repeat(long - 1)),
            4 => format!("0{}", "1".repeat(long - 1)),
            5..=6 => binary(u128::from(rng.below(9)), width),
            _ => (0..width).map(|_| if rng.percent(50) { '1' } else { '0' }).collect(),
        }
    }

    /// Returns a string literal, including quotes.
    pub(super) fn string(&self, rng: &mut Rng) -> String {
        let known = |rng: &mut Rng| rng.pick(&self.strings).cloned().unwrap_or_default();
        let content = match rng.below(10) {
            0..=3 => known(rng),
            4..=5 => format!("{}{}", known(rng), known(rng)),
            6 => String::new(),
            _ => {
                let alphabet: Vec<char> =
                    self.strings.iter().flat_map(|text| text.chars()).filter(plain).collect();
                let alphabet = if alphabet.is_empty() { vec!['a', 'b', '0', ' '] } else { alphabet };
                (0..rng.below(6)).filter_map(|_| rng.pick(&alphabet)).collect()
            }
        };
        format!("\"{content}\"")
    }
}

/// Returns a positive real at which rounding to a format changes.
fn edge((exponent, significand): (u32, u32), rng: &mut Rng) -> String {
    let (bias, precision) = ((1_i32 << (exponent - 1)) - 1, significand as i32);
    let ones = (1_u128 << significand) - 1;
    let (number, power) = match rng.below(7) {
        // The largest number, the next power of two, and the midpoint between them.
        0 => (ones, bias + 1 - precision),
        1 => (2 * ones + 1, bias - precision),
        2 => (1, bias + 1),
        // The midpoint between one and the next number.
        3 => ((1 << significand) + 1, -precision),
        // The smallest normal number, the smallest number, and half of that.
        4 => (1, 1 - bias),
        5 => (1, 2 - bias - precision),
        _ => (1, 1 - bias - precision),
    };
    match power {
        0.. => format!("{}.0", number << power),
        _ => format!("(/ {number}.0 {}.0)", 1_u128 << -power),
    }
}

/// Whether a character denotes itself everywhere in a literal.
fn plain(c: &char) -> bool {
    c.is_ascii_graphic() && *c != '"' && *c != '\\'
}

fn nibble(digit: char) -> Option<String> {
    digit.to_digit(16).map(|value| format!("{value:04b}"))
}

/// Returns the low `width` bits of `value`.
fn binary(value: u128, width: u32) -> String {
    let bit = |at: u32| at < 128 && (value >> at) & 1 == 1;
    (0..width).rev().map(|at| if bit(at) { '1' } else { '0' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Key, Stream};

    #[test]
    fn literals_of_every_kind_are_found() {
        let found = Literals::collect("(f 17 2.5 #x0f #b101 (_ bv5 8) (_ extract 7 0) \"a\"\"b\")");
        assert_eq!(found.integers, [17]);
        assert_eq!(found.decimals, ["2.5"]);
        assert_eq!(found.bits[&8], ["00000101", "00001111"]);
        assert_eq!(found.bits[&3], ["101"]);
        assert_eq!(found.strings, ["a\"\"b"]);
    }

    #[test]
    fn reals_are_at_the_edges_of_small_formats() {
        let found = Literals::collect("(declare-fun x () (_ FloatingPoint 3 3))((_ to_fp 8 24) RNE x)");
        assert_eq!(found.formats, [(3, 3)]);
        let mut rng = Key::new(&crate::digest::Digest::of(""), 1).stream(Stream::Witness);
        let drawn: BTreeSet<String> = (0..100).map(|_| edge((3, 3), &mut rng)).collect();
        let edges = ["14.0", "15.0", "16.0", "(/ 9.0 8.0)", "(/ 1.0 4.0)", "(/ 1.0 16.0)", "(/ 1.0 32.0)"];
        assert_eq!(drawn, edges.map(str::to_owned).into());
    }

    #[test]
    fn bits_have_the_asked_width() {
        let found = Literals::collect("(_ bv5 8)");
        let mut rng = Key::new(&crate::digest::Digest::of(""), 1).stream(Stream::Witness);
        for width in [1, 2, 8, 200] {
            assert!((0..50).all(|_| found.bits(width, &mut rng).len() == width as usize));
        }
    }
}
