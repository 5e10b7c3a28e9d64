//! Durations and amounts of memory: a whole number and a unit.

use std::time::Duration;

const DURATIONS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];

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

/// Reads `500ms`, `10s`, `2m` or `1h`; the error is a message.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    number(text, &DURATIONS).map(Duration::from_millis).ok_or_else(|| {
        format!("`{text}` is no duration; write a whole number above 0 and a unit: 500ms, 10s, 2m, 1h")
    })
}

/// Reads `512MiB`, `2GiB`, `1GB` as bytes, or `none` for no limit; the error is a message.
pub(super) fn memory(text: &str) -> Result<Option<u64>, String> {
    if text == "none" {
        return Ok(None);
    }
    number(text, &MEMORY).map(Some).ok_or_else(|| {
        format!("`{text}` is no amount of memory; write a whole number above 0 and a unit: 512MiB, 2GiB, 1GB; or `none`")
    })
}

fn number(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit.trim_start())?;
    let number: u64 = number.parse().ok()?;
    number.checked_mul(*factor).filter(|product| *product > 0)
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
        for bad in ["", "10", "s", "0s", "-1s", "1.5s", "10sec", "99999999999999999h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn amounts_of_memory() {
        assert_eq!(memory("2GiB"), Ok(Some(2 << 30)));
        assert_eq!(memory("1GB"), Ok(Some(1_000_000_000)));
        assert_eq!(memory("none"), Ok(None));
        for bad in ["2", "2G", "0MiB", "lots"] {
            assert!(memory(bad).is_err(), "{bad}");
        }
    }
}
