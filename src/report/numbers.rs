//! Numbers in words, the same in Markdown and on the page.

use std::time::Duration;

use humantime::format_duration;
use indicatif::HumanCount;

/// Groups the digits of a number in threes: `12,345`.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Names the first `most`, and counts the others: `a, b, and 3 more`.
pub(crate) fn name_some<'a>(names: impl ExactSizeIterator<Item = &'a String>, most: usize) -> String {
    let more = names.len().saturating_sub(most);
    let rest = (more > 0).then(|| format!("and {more} more"));
    names.take(most).cloned().chain(rest).collect::<Vec<_>>().join(", ")
}

/// Formats a part of a total: `1 of 833`.
pub(crate) fn part(count: usize, of: usize) -> String {
    format!("{} of {}", grouped(count as u64), grouped(of as u64))
}

/// Formats a part of a whole in percent: `40 %`, `0.4 %`.
pub(crate) fn percent(part: f64, whole: f64) -> String {
    let share = if whole > 0.0 { 100.0 * part / whole } else { 0.0 };
    let digits = usize::from(share > 0.0 && share < 9.95);
    format!("{share:.digits$} %")
}

/// Formats a number with its noun: `1 case`, `2 cases`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{} {one}{many}", grouped(count as u64))
}

/// Formats a number in at most four characters: `950`, `1.2k`, `34k`, `5.6M`.
pub(crate) fn short(number: u64) -> String {
    const UNITS: [&str; 4] = ["k", "M", "G", "T"];
    if number < 1000 {
        return number.to_string();
    }
    let mut value = number as f64 / 1000.0;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        (value, unit) = (value / 1000.0, unit + 1);
    }
    let digits = usize::from(value < 9.95);
    format!("{value:.digits$}{}", UNITS[unit])
}

/// Formats a time: in whole seconds from one second on, in milliseconds below.
pub(crate) fn time(seconds: f64) -> String {
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let rounded = if millis < 1000 { millis } else { (millis + 500) / 1000 * 1000 };
    format_duration(Duration::from_millis(rounded)).to_string()
}

/// Formats a point in time in RFC 3339 to the second: `2026-11-20 02:00:00 UTC`.
pub(crate) fn moment(rfc3339: &str) -> String {
    match (rfc3339.split_once('T'), rfc3339.get(11..19)) {
        (Some((day, _)), Some(time)) => format!("{day} {time} UTC"),
        _ => rfc3339.to_owned(),
    }
}

/// Formats the lower end of a bucket of solving times as a mark on an axis.
pub(crate) fn bucket(bucket: usize) -> String {
    match bucket {
        0 => "0".to_owned(),
        1..=10 => format!("{} ms", 1_u64 << (bucket - 1)),
        _ => format!("{} s", ((1_u64 << (bucket - 1)) as f64 / 1000.0).round()),
    }
}

/// Lists numbers with their words: `2 wrong unsat, 1 crash`.
pub(crate) fn list_counts<'a>(counts: impl IntoIterator<Item = (&'a str, u64)>) -> String {
    let parts: Vec<String> =
        counts.into_iter().map(|(word, count)| format!("{} {word}", grouped(count))).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        let grouped: Vec<String> = [0, 999, 1000, 1_234_567].map(grouped).into();
        assert_eq!(grouped, ["0", "999", "1,000", "1,234,567"]);
        let short: Vec<String> = [999, 1000, 9_949, 9_950, 999_499, 999_500, u64::MAX].map(short).into();
        assert_eq!(short, ["999", "1.0k", "9.9k", "10k", "999k", "1.0M", "18446744T"]);
        assert_eq!((counted(1, "case"), counted(2000, "case")), ("1 case".into(), "2,000 cases".into()));
    }

    #[test]
    fn shares_read_well() {
        let shares = [(0.0, 0.0), (0.0, 9.0), (4.0, 1000.0), (99.4, 1000.0), (1.0, 2.0)];
        let shares = shares.map(|(part, whole)| percent(part, whole));
        assert_eq!(shares, ["0 %", "0 %", "0.4 %", "9.9 %", "50 %"]);
    }

    #[test]
    fn times_read_well() {
        let times: Vec<String> = [0.0004, 0.25, 1.4, 61.0, -1.0, f64::NAN].map(time).into();
        assert_eq!(times, ["0s", "250ms", "1s", "1m 1s", "0s", "0s"]);
        let marks: Vec<String> = [0, 1, 6, 10, 11, 16].map(bucket).into();
        assert_eq!(marks, ["0", "1 ms", "32 ms", "512 ms", "1 s", "33 s"]);
    }
}
