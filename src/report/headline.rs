//! The result of a run in a sentence. It depends on the standing of each case: a run with a failed case never reads as
//! clean.

use std::collections::BTreeMap;

use super::findings::Bug;
use super::numbers::{counted, grouped, list_counts, part};
use super::standing::{Missing, Standing};

/// The most kinds of failures to list in a headline.
const KINDS: usize = 4;

words! {
    /// The assessment of a run at a glance.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Mood {
        /// Something failed.
        Bad = "bad",
        /// Nothing failed, but the run is incomplete, tested less than half of its cases, or has values in doubt.
        Unsure = "unsure",
        /// Nothing failed, and the run is complete.
        Good = "good",
    }
}

/// The sentence and the numbers behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// The assessment.
    pub mood: Mood,
    /// The sentence, without a full stop.
    pub text: String,
    /// The number of cases by standing.
    pub cases: BTreeMap<Standing, usize>,
}

impl Headline {
    /// Composes the headline of a run whose cases have these standings; `doubts` is the number of ground terms for
    /// which Z3 has another value.
    pub fn compose(
        standings: &BTreeMap<String, Standing>,
        bugs: &[Bug],
        missing: &Missing,
        doubts: usize,
    ) -> Headline {
        let mut cases: BTreeMap<Standing, usize> = BTreeMap::new();
        standings.values().for_each(|standing| *cases.entry(*standing).or_default() += 1);
        let headline = Headline { mood: Mood::Good, text: String::new(), cases };
        Headline {
            mood: headline.mood(missing, doubts),
            text: headline.sentence(standings, bugs, missing, doubts),
            ..headline
        }
    }

    /// Returns the number of cases with this standing.
    pub fn count(&self, standing: Standing) -> usize {
        self.cases.get(&standing).copied().unwrap_or(0)
    }

    /// Returns the number of failed cases.
    pub fn failed(&self) -> usize {
        self.count(Standing::Failed) + self.count(Standing::WrongUnsat)
    }

    /// Returns the number of all cases, including the missing ones.
    pub fn total(&self) -> usize {
        self.cases.values().sum()
    }

    fn mood(&self, missing: &Missing, doubts: usize) -> Mood {
        let tested = self.count(Standing::Passed) + self.count(Standing::Known);
        if self.failed() + self.count(Standing::Broken) > 0 {
            Mood::Bad
        } else if !missing.is_empty()
            || missing.is_open
            || tested == 0
            || 2 * tested < self.total()
            || doubts > 0
        {
            Mood::Unsure
        } else {
            Mood::Good
        }
    }

    fn sentence(
        &self,
        standings: &BTreeMap<String, Standing>,
        bugs: &[Bug],
        missing: &Missing,
        doubts: usize,
    ) -> String {
        let total = self.total();
        let of = |standing| part(self.count(standing), total);
        let is_there = |standing| self.count(standing) > 0;
        let mut parts = Vec::new();
        if self.failed() > 0 {
            let failed = part(self.failed(), total);
            parts.push(format!("{failed} cases failed: {}", describe_failures(standings, bugs)));
        }
        if is_there(Standing::Broken) {
            parts.push(format!("{} cases broken", of(Standing::Broken)));
        }
        let is_red = !parts.is_empty();
        if doubts > 0 {
            parts.push(format!("Z3 disagrees on {}", counted(doubts, "ground term")));
        }
        if !missing.is_empty() {
            // A case of which only a finding is left has failed; it is not missing.
            let cut = missing.cases.len() - self.count(Standing::Missing);
            let shards = missing.shards.len();
            let gaps = [
                is_there(Standing::Missing).then(|| format!("{} cases missing", of(Standing::Missing))),
                (cut > 0).then(|| format!("{} cases did not end", part(cut, total))),
                (shards > 0).then(|| format!("{} missing", counted(shards, "shard"))),
            ];
            let gaps: Vec<String> = gaps.into_iter().flatten().collect();
            parts.push(format!("incomplete: {}", gaps.join(", ")));
        }
        let (passed, known) = (is_there(Standing::Passed), is_there(Standing::Known));
        if !is_red && !passed && !known {
            parts.insert(0, "nothing was tested".to_owned());
        }
        if known {
            parts.push(format!("{} cases fail with known bugs", of(Standing::Known)));
        }
        if passed && is_red {
            parts.push(format!("{} passed", of(Standing::Passed)));
        } else if passed {
            let what = if known || doubts > 0 { "nothing else" } else { "nothing" };
            parts.push(format!("{what} wrong was found in {} cases", of(Standing::Passed)));
        }
        if is_there(Standing::Ignored) {
            parts.push(format!("{} not tested", of(Standing::Ignored)));
        }
        if missing.is_open {
            parts.push("the number of planned cases is unknown".to_owned());
        }
        parts.join("; ")
    }
}

/// Describes the failures. Each failed case counts once, with its gravest failure.
fn describe_failures(standings: &BTreeMap<String, Standing>, bugs: &[Bug]) -> String {
    let mut counts: Vec<(String, u64)> = Vec::new();
    for (name, standing) in standings {
        if !matches!(standing, Standing::Failed | Standing::WrongUnsat) {
            continue;
        }
        let bug = bugs.iter().find(|bug| bug.life.fails() && bug.cases.contains_key(name));
        let title = bug.map_or("unrecorded failure".to_owned(), Bug::title);
        match counts.iter_mut().find(|(known, _)| *known == title) {
            Some((_, count)) => *count += 1,
            None => counts.push((title, 1)),
        }
    }
    let order = |title: &str| bugs.iter().position(|bug| bug.title() == title);
    counts.sort_by_key(|(title, _)| order(title));
    if let [(title, 1)] = &counts[..] {
        return title.clone();
    }
    let others: u64 = counts.iter().skip(KINDS).map(|(_, count)| count).sum();
    counts.truncate(KINDS);
    counts.extend((others > 0).then(|| ("others".to_owned(), others)));
    list_counts(counts.iter().map(|(title, count)| (title.as_str(), *count)))
}

/// Returns a sentence about the other runs in the same results.
pub fn others(headlines: &[&Headline]) -> Option<String> {
    let red = headlines.iter().filter(|headline| headline.mood == Mood::Bad).count();
    match (headlines.len(), red) {
        (0, _) => None,
        (1, 0) => Some("There is 1 other run in these results; it did not fail.".to_owned()),
        (1, _) => Some("There is 1 other run in these results; it failed.".to_owned()),
        (all, red) => Some(format!(
            "There are {} other runs in these results; {} of them failed.",
            grouped(all as u64),
            grouped(red as u64)
        )),
    }
}
