//! Durations and amounts of memory: a whole number and a unit.

use std::time::Duration;

/// The longest duration: what is longer is a slip of the pen, such as `M`, a month, for `m`.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// The least memory in bytes: with less no solver starts, and that would look like a crash.
const LEAST: u64 = 16 << 20;

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
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text.trim()) {
        Ok(time) if time > LONGEST => Err(format!("`{text}` is longer than a day; m stands for minutes")),
        Ok(time) if time >= Duration::from_millis(1) => Ok(time),
        _ => Err(format!("`{text}` is no duration; write a number above 0 and a unit: 500ms, 10s, 2m, 1h")),
    }
}

/// Reads `512MiB`, `2GiB`, `1GB` as bytes, or `none` for no limit; the error is a message.
pub(super) fn memory(text: &str) -> Result<Option<u64>, String> {
    if text == "none" {
        return Ok(None);
    }
    match bytes(text) {
        Some(bytes) if bytes < LEAST => Err(format!(
            "`{text}` is too little memory for a solver to start; at least {} MiB is needed",
            LEAST >> 20
        )),
        Some(bytes) => Ok(Some(bytes)),
        None => Err(format!(
            "`{text}` is no amount of memory; write a whole number and a unit: 512MiB, 2GiB, 1GB; or `none`"
        )),
    }
}

fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let (_, factor) = MEMORY.iter().find(|(name, _)| *name == unit.trim_start())?;
    number.parse::<u64>().ok()?.checked_mul(*factor)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{duration, memory};

    #[test]
    fn durations() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("10 s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration(" 1h "), Ok(Duration::from_secs(3600)));
        // What other programs take as well.
        assert_eq!(duration("1h 30min"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("1000000us"), Ok(Duration::from_secs(1)));
        assert!(duration("10M").unwrap_err().contains("longer than a day"));
        for bad in ["", "10", "s", "0s", "-1s", "10secs.", "9ns", "99999999999999999h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn amounts_of_memory() {
        assert_eq!(memory("2GiB"), Ok(Some(2 << 30)));
        assert_eq!(memory("1GB"), Ok(Some(1_000_000_000)));
        assert_eq!(memory("none"), Ok(None));
        for bad in ["2", "2G", "lots", "99999999999999GiB"] {
            assert!(memory(bad).unwrap_err().contains("is no amount of memory"), "{bad}");
        }
        for little in ["0MiB", "1B", "15MiB", "16MB"] {
            assert!(memory(little).unwrap_err().contains("at least 16 MiB is needed"), "{little}");
        }
    }
}
