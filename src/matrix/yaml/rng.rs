//! The RNG seeds of a profile.

use std::collections::BTreeSet;

use super::place::{Drafts, Place};
use super::scalars::RngText;

/// More cases than this for each solver and seed are a slip of the pen.
const MOST: u64 = 1_000_000;

/// Reads the value of a `rng` key; the numbers are sorted.
pub(super) fn resolve(text: &RngText, place: &Place, drafts: &mut Drafts) -> Vec<u64> {
    match text {
        RngText::One(number) => vec![*number],
        RngText::Range(text) => range(text).unwrap_or_else(|message| {
            drafts.value(place, message);
            Vec::new()
        }),
        RngText::Many(numbers) => {
            if numbers.is_empty() {
                drafts.value(place, "no RNG seed is listed; one is needed, such as [1]");
            }
            let mut sorted = BTreeSet::new();
            for (i, number) in numbers.iter().enumerate() {
                if !sorted.insert(*number) {
                    drafts.value(&place.index(i), format!("{number} is listed twice"));
                }
            }
            sorted.into_iter().collect()
        }
    }
}

fn range(text: &str) -> Result<Vec<u64>, String> {
    let malformed = || format!("`{text}` is no range; write `1..=20` (up to 20) or `1..20` (up to 19)");
    let (first, last) = text.split_once("..").ok_or_else(malformed)?;
    let (inclusive, last) = match last.strip_prefix('=') {
        Some(last) => (true, last),
        None => (false, last),
    };
    let first: u64 = first.trim().parse().map_err(|_| malformed())?;
    let last: u64 = last.trim().parse().map_err(|_| malformed())?;
    let length = last.checked_sub(first).and_then(|length| length.checked_add(inclusive.into()));
    match length {
        None | Some(0) => Err(format!("the range `{text}` is empty")),
        Some(length) if length > MOST => {
            Err(format!("the range `{text}` has {length} numbers; at most {MOST} are possible"))
        }
        Some(length) => Ok((0..length).map(|offset| first + offset).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn ranges_with_and_without_their_end() {
        assert_eq!(range("1..=3"), Ok(vec![1, 2, 3]));
        assert_eq!(range("1 .. 3"), Ok(vec![1, 2]));
        assert_eq!(range("18446744073709551615..=18446744073709551615"), Ok(vec![u64::MAX]));
    }

    #[test]
    fn empty_huge_and_malformed_ranges() {
        for bad in ["", "1", "1..", "..3", "1...3", "a..b", "3..3", "4..=3", "0..=18446744073709551615"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
}
