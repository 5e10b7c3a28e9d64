//! Bisection over the releases of a solver: which one brought a bug, and which one fixed it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result for one release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// It fails as the snapshot says.
    Bad,
    /// It answers, and does not fail so.
    Good,
    /// It cannot be tested, for this reason.
    Untested(String),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Bad => f.write_str("bad"),
            Shown::Good => f.write_str("good"),
            Shown::Untested(why) => write!(f, "untested: {why}"),
        }
    }
}

/// The releases between which a bug came and went, as the header of a snapshot has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Bisected {
    /// The oldest release from which on the bug shows.
    pub first_bad: String,
    /// The release before it, if there is one, and what it does: `4.15.8: good`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The release that fixed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_good: Option<String>,
    /// The newest release that was there.
    pub newest: String,
}

impl Bisected {
    /// Returns the facts in order, each with its name.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("first bad release", self.first_bad.clone())];
        facts.extend(self.before.iter().map(|before| ("release before it", before.clone())));
        let fixed = self.first_good.clone().unwrap_or_else(|| format!("none up to {}", self.newest));
        facts.push(("first good release after it", fixed));
        facts
    }
}

/// Bisects releases, named from the oldest to the newest; one of them, by its index, is known to have the bug. `show`
/// tells what a release does, and is called once for each that matters: about twice the logarithm of their number.
///
/// A bug that came or went more than once makes the result one of several. A release that cannot be tested counts as
/// one without the bug before the known one, and as one with it after.
pub fn bisect(releases: &[String], known: usize, mut show: impl FnMut(usize) -> Shown) -> Option<Bisected> {
    let name = |at: usize| releases.get(at).cloned();
    let (mut bad, mut before) = (known, None);
    let mut next = 0;
    while next < bad {
        let middle = next + (bad - next) / 2;
        match show(middle) {
            Shown::Bad => bad = middle,
            other => {
                before = Some(format!("{}: {other}", name(middle)?));
                next = middle + 1;
            }
        }
    }
    let newest = releases.len().checked_sub(1)?;
    let is_fixed = known < newest && show(newest) == Shown::Good;
    let (mut last_bad, mut good) = (known, newest);
    while is_fixed && last_bad + 1 < good {
        let middle = last_bad + (good - last_bad) / 2;
        match show(middle) {
            Shown::Good => good = middle,
            _ => last_bad = middle,
        }
    }
    let first_good = if is_fixed { name(good) } else { None };
    Some(Bisected { first_bad: name(bad)?, before, first_good, newest: name(newest)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|at| at.to_string()).collect()
    }

    proptest! {
        /// It finds the two releases wherever the bug came and went, without asking all of them.
        #[test]
        fn the_first_bad_and_the_first_good_release_are_found(
            count in 1_usize..70, first in 0_usize..70, bad in 1_usize..70, of_bad in 0_usize..70,
        ) {
            let first = first % count;
            let end = (first + bad).min(count);
            let known = first + of_bad % (end - first);
            let mut asked = Vec::new();
            let found = bisect(&names(count), known, |at| {
                asked.push(at);
                match at {
                    _ if (first..end).contains(&at) => Shown::Bad,
                    // Old releases may not read the script.
                    _ if at % 3 == 0 && at < first => Shown::Untested("error".to_owned()),
                    _ => Shown::Good,
                }
            });
            let found = found.unwrap();
            prop_assert_eq!(found.first_bad, first.to_string());
            prop_assert_eq!(found.first_good, (end < count).then(|| end.to_string()));
            prop_assert_eq!(found.before.is_some(), first > 0);
            prop_assert!(asked.len() <= 15, "{:?}", asked);
        }
    }

    #[test]
    fn a_bug_that_no_release_fixed_says_so() {
        let found = bisect(&names(3), 2, |_| Shown::Good).unwrap();
        assert_eq!(
            found.facts(),
            [
                ("first bad release", "2".to_owned()),
                ("release before it", "1: good".to_owned()),
                ("first good release after it", "none up to 2".to_owned()),
            ]
        );
        assert_eq!(bisect(&[], 0, |_| Shown::Bad), None);
    }
}
