//! The weekly quota of reports: maintainers prefer a few well-chosen ones.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use humantime::{format_rfc3339_seconds, parse_rfc3339};

use crate::process::workspace::{add_note, read_notes};

/// The period to which the quota applies.
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The largest file of notes in bytes.
const LARGEST: u64 = 1 << 20;

/// The reports of the last days, with time and snapshot, one per line.
#[derive(Clone, Debug)]
pub struct Quota {
    /// The file of the reports.
    pub file: PathBuf,
    /// The maximal number of different reports in a week.
    pub limit: usize,
}

/// The error that the quota is used up.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{written} reports were written in the last 7 days ({names}), and maintainers prefer a few well-chosen \
     ones; wait until {due}, or allow this one with `--quota {more}`"
)]
pub struct Exceeded {
    written: usize,
    names: String,
    due: String,
    more: usize,
}

impl Quota {
    /// Checks whether the quota allows a report on a snapshot now. A snapshot that was already reported on may be
    /// again.
    ///
    /// # Errors
    /// The quota is used up.
    pub fn admits(&self, name: &str, now: SystemTime) -> Result<(), Exceeded> {
        let recent = self.recent(now);
        if recent.len() < self.limit || recent.iter().any(|(_, known)| known == name) {
            return Ok(());
        }
        // The report after whose expiry there is room for one.
        let over = recent.len() - self.limit.min(recent.len());
        let due = recent.get(over).map_or(now, |(time, _)| *time) + WEEK;
        let due = format_rfc3339_seconds(due).to_string();
        Err(Exceeded {
            written: recent.len(),
            names: recent.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", "),
            due: due.split('T').next().unwrap_or_default().to_owned(),
            more: recent.len() + 1,
        })
    }

    /// Records a report on a snapshot.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note(&self, name: &str, now: SystemTime) -> std::io::Result<()> {
        if self.recent(now).iter().any(|(_, known)| known == name) {
            return Ok(());
        }
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        add_note(&self.file, &format!("{} {name}", format_rfc3339_seconds(now)))
    }

    /// Returns the reports of the last week, oldest first. Unreadable lines are ignored.
    fn recent(&self, now: SystemTime) -> Vec<(SystemTime, String)> {
        let text = read_notes(&self.file, LARGEST);
        let line = |line: &str| {
            let (time, name) = line.split_once(' ')?;
            Some((parse_rfc3339(time).ok()?, name.to_owned()))
        };
        let is_recent =
            |(time, _): &(SystemTime, String)| now.duration_since(*time).is_ok_and(|age| age < WEEK);
        let mut recent: Vec<_> = text.lines().filter_map(line).filter(is_recent).collect();
        recent.sort();
        recent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fourth_report_of_a_week_waits() {
        let folder = tempfile::tempdir().unwrap();
        let quota = |limit| Quota { file: folder.path().join("storm/issues.txt"), limit };
        let day = |day: &str| parse_rfc3339(&format!("2026-01-{day}T12:00:00Z")).unwrap();
        for (name, on) in [("a", "01"), ("b", "02"), ("b", "03"), ("c", "04")] {
            assert_eq!(quota(3).admits(name, day(on)), Ok(()));
            quota(3).note(name, day(on)).unwrap();
        }
        assert_eq!(
            quota(3).admits("d", day("05")).unwrap_err().to_string(),
            "3 reports were written in the last 7 days (a, b, c), and maintainers prefer a few well-chosen \
             ones; wait until 2026-01-08, or allow this one with `--quota 4`"
        );
        assert!(quota(3).admits("b", day("05")).is_ok() && quota(4).admits("d", day("05")).is_ok());
        assert!(quota(3).admits("d", day("08")).is_ok() && quota(0).admits("d", day("20")).is_err());
    }
}
