//! Random numbers, bits and characters: those at which operators change their ways, and others.

use crate::rng::Rng;

/// Integers that mean something to some operator: powers of two and their neighbours, code points and their ends.
const INTEGERS: [&str; 26] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "10",
    "16",
    "48",
    "57",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "196607",
    "196608",
    "2147483648",
    "4294967295",
    "9223372036854775808",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
];

/// Real numbers without a sign: halves and what lies beside them, powers of two, and those that no binary number is.
const REALS: [&str; 20] = [
    "0.0",
    "1.0",
    "0.5",
    "1.5",
    "2.5",
    "0.25",
    "0.1",
    "3.14",
    "0.0625",
    "0.03125",
    "7.5",
    "15.75",
    "255.5",
    "65520.0",
    "(/ 1.0 3.0)",
    "(/ 2.0 3.0)",
    "(/ 1.0 16777216.0)",
    "(/ 1.0 1000000.0)",
    "340282366920938463463374607431768211456.0",
    "16777217.0",
];

/// Characters of strings, as they are written in a literal: letters and digits often, so that strings meet.
const CHARACTERS: [&str; 18] = [
    "a",
    "a",
    "b",
    "b",
    "A",
    "0",
    "1",
    "9",
    "-",
    " ",
    "\"\"",
    "\\",
    "\\u{0}",
    "\\u{2ffff}",
    "\\u{e9}",
    "\\u0061",
    "\\u{5c}",
    "u",
];

/// Digits of an integer without a sign.
pub(super) fn integer(rng: &mut Rng) -> String {
    match rng.below(10) {
        0..=4 => rng.below(10).to_string(),
        5..=7 => rng.pick(&INTEGERS).copied().unwrap_or("0").to_owned(),
        8 => (rng.bits() >> rng.below(63)).to_string(),
        _ => format!("{}{:020}", 1 + rng.below(1000), rng.bits()),
    }
}

/// A real number without a sign, as a term.
pub(super) fn real(rng: &mut Rng) -> String {
    match rng.below(10) {
        0..=2 => format!("{}.0", rng.below(10)),
        3..=6 => rng.pick(&REALS).copied().unwrap_or("0.0").to_owned(),
        7 => format!("{}.{}", rng.below(300), rng.below(1000)),
        _ => {
            // As values are written, in lowest terms.
            let (one, other) = (1 + rng.below(1000), 2 + rng.below(1000));
            let divisor =
                (1..=one).rev().find(|divisor| one % divisor == 0 && other % divisor == 0).unwrap_or(1);
            match other / divisor {
                1 => format!("{}.0", one / divisor),
                other => format!("(/ {}.0 {other}.0)", one / divisor),
            }
        }
    }
}

/// So many bits.
pub(super) fn bits(width: u32, rng: &mut Rng) -> String {
    let width = width as usize;
    let all = |bit: &str| bit.repeat(width);
    let ends = |first: &str, others: &str| format!("{first}{}", others.repeat(width.saturating_sub(1)));
    let last = |bit: &str, others: &str| format!("{}{bit}", others.repeat(width.saturating_sub(1)));
    match rng.below(12) {
        0 | 1 => all("0"),
        2 => all("1"),
        3 => last("1", "0"),
        4 => last("0", "1"),
        5 => ends("1", "0"),
        6 => ends("0", "1"),
        // A small number.
        7 => {
            let number = format!("{:0width$b}", rng.below(16));
            number[number.len() - width..].to_owned()
        }
        _ => (0..width).map(|_| if rng.percent(50) { '1' } else { '0' }).collect(),
    }
}

/// What stands between the quotes of a string.
pub(super) fn text(rng: &mut Rng) -> String {
    match rng.below(10) {
        0 => String::new(),
        1 | 2 => integer(rng),
        3 => "ab".repeat(1 + rng.index(3)),
        // Of two letters, so that one is in another.
        4..=6 => (0..1 + rng.index(5)).map(|_| if rng.percent(60) { 'a' } else { 'b' }).collect(),
        _ => (0..1 + rng.index(4)).filter_map(|_| rng.pick(&CHARACTERS).copied()).collect(),
    }
}

/// One character.
pub(super) fn character(rng: &mut Rng) -> &'static str {
    rng.pick(&CHARACTERS).copied().unwrap_or("a")
}
