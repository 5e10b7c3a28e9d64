//! Quantities as people write them: durations, amounts of memory, and ranges of RNG seeds.

use std::collections::BTreeSet;
use std::time::Duration;

use super::schema::RngText;

/// The longest duration: a longer one is a typing mistake, such as `M`, a month, for `m`.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// The smallest memory limit in bytes: with less, no solver starts, which would look like a crash.
const LEAST: u64 = 16 << 20;

/// The largest number of RNG seeds: more cases for each solver and seed are a typing mistake.
const MOST_SEEDS: u64 = 1_000_000;

const MEMORY: [(&str, u64); 8] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1000),
    ("KB", 1000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("B", 1),
];

/// Reads `500ms`, `10s`, `2m` or `1h 30m`; the error is a message.
pub(crate) fn read_duration(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text.trim()) {
        Ok(time) if time > LONGEST => Err(format!("`{text}` is longer than a day; m stands for minutes")),
        Ok(time) if time >= Duration::from_millis(1) => Ok(time),
        _ => {
            Err(format!("`{text}` is not a duration; write a number above 0 and a unit: 500ms, 10s, 2m, 1h"))
        }
    }
}

/// Reads `512MiB`, `2GiB`, `1GB` as bytes, or `none` for no limit; the error is a message.
pub(super) fn read_memory(text: &str) -> Result<Option<u64>, String> {
    if text == "none" {
        return Ok(None);
    }
    match read_bytes(text) {
        Some(bytes) if bytes < LEAST => Err(format!(
            "`{text}` is too little memory for a solver to start; at least {} MiB is needed",
            LEAST >> 20
        )),
        Some(bytes) => Ok(Some(bytes)),
        None => Err(format!(
            "`{text}` is not an amount of memory; write a whole number and a unit: 512MiB, 2GiB, 1GB; or `none`"
        )),
    }
}

fn read_bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let (_, factor) = MEMORY.iter().find(|(name, _)| *name == unit.trim_start())?;
    number.parse::<u64>().ok()?.checked_mul(*factor)
}

/// Reads RNG seeds, sorted. Mistakes go to `note`, with the index of the element.
pub(super) fn read_seeds(text: &RngText, mut note: impl FnMut(Option<usize>, String)) -> Vec<u64> {
    match text {
        RngText::One(number) => vec![*number],
        RngText::Range(text) => read_range(text).unwrap_or_else(|message| {
            note(None, message);
            Vec::new()
        }),
        RngText::Many(numbers) => {
            if numbers.is_empty() {
                note(None, "no RNG seed is listed; one is needed, such as [1]".to_owned());
            }
            let mut sorted = BTreeSet::new();
            for (at, number) in numbers.iter().enumerate() {
                if !sorted.insert(*number) {
                    note(Some(at), format!("{number} is listed twice"));
                }
            }
            sorted.into_iter().collect()
        }
    }
}

fn read_range(text: &str) -> Result<Vec<u64>, String> {
    let malformed = || format!("`{text}` is not a range; write `1..=20` (up to 20) or `1..20` (up to 19)");
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
        Some(length) if length > MOST_SEEDS => {
            Err(format!("the range `{text}` has {length} numbers; at most {MOST_SEEDS} are possible"))
        }
        Some(length) => Ok((0..length).map(|offset| first + offset).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(read_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(read_duration("10 s"), Ok(Duration::from_secs(10)));
        assert_eq!(read_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(read_duration(" 1h "), Ok(Duration::from_secs(3600)));
        // Spellings that other programs also accept.
        assert_eq!(read_duration("1h 30min"), Ok(Duration::from_secs(5400)));
        assert_eq!(read_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(read_duration("1000000us"), Ok(Duration::from_secs(1)));
        assert!(read_duration("10M").unwrap_err().contains("longer than a day"));
        for bad in ["", "10", "s", "0s", "-1s", "10secs.", "9ns", "99999999999999999h"] {
            assert!(read_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn amounts_of_memory() {
        assert_eq!(read_memory("2GiB"), Ok(Some(2 << 30)));
        assert_eq!(read_memory("1GB"), Ok(Some(1_000_000_000)));
        assert_eq!(read_memory("none"), Ok(None));
        for bad in ["2", "2G", "lots", "99999999999999GiB"] {
            assert!(read_memory(bad).unwrap_err().contains("is not an amount of memory"), "{bad}");
        }
        for little in ["0MiB", "1B", "15MiB", "16MB"] {
            assert!(read_memory(little).unwrap_err().contains("at least 16 MiB is needed"), "{little}");
        }
    }

    #[test]
    fn ranges_with_and_without_their_end() {
        assert_eq!(read_range("1..=3"), Ok(vec![1, 2, 3]));
        assert_eq!(read_range("1 .. 3"), Ok(vec![1, 2]));
        assert_eq!(read_range("18446744073709551615..=18446744073709551615"), Ok(vec![u64::MAX]));
    }

    #[test]
    fn empty_huge_and_malformed_ranges() {
        for bad in ["", "1", "1..", "..3", "1...3", "a..b", "3..3", "4..=3", "0..=18446744073709551615"] {
            assert!(read_range(bad).is_err(), "{bad}");
        }
    }
}
