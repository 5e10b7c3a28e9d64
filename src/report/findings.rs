//! Findings and failed cases → bugs: each bug once, with its status and its cases.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::gather::Run;
use crate::bugs::cluster::{self, Member};
use crate::matrix::{Class, Tier};
use crate::report::lines::record::{Case, Finding, Outcome, Status};

/// The status of a bug that a run met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Life {
    /// It was fixed, and shows again.
    Regression,
    /// It was not known before.
    New,
    /// It was found, and the run ended before it was reduced and looked up.
    Unreduced,
    /// It was found before, and is pending review.
    Pending,
    /// Its snapshot could not be written.
    Unwritten,
    /// A stored script shows a failure on a row for which it was not accepted.
    Stored,
    /// It was accepted, but fails because STORM_STRICT is set.
    Accepted,
    /// The snapshot says that it is open, but it no longer shows.
    Fixed,
    /// It is accepted as open.
    Known,
    /// The base build shows it too.
    Base,
}

impl Life {
    /// Returns the word that stands before the class of the bug.
    pub fn word(self) -> &'static str {
        match self {
            Life::Regression => "regression:",
            Life::New => "new",
            Life::Unreduced => "unreduced",
            Life::Pending => "pending",
            Life::Unwritten => "unwritten",
            Life::Stored => "stored",
            Life::Accepted | Life::Known => "known",
            Life::Fixed => "fixed:",
            Life::Base => "also in BASE:",
        }
    }

    /// Returns an explanation.
    pub fn meaning(self) -> &'static str {
        match self {
            Life::Regression => "its snapshot says that it is fixed",
            Life::New => "not known before",
            Life::Unreduced => "kept as generated: there was no time to minimise it",
            Life::Pending => "found before, not reviewed yet",
            Life::Unwritten => "its snapshot could not be written",
            Life::Stored => "a stored script shows a failure that was not accepted for this row",
            Life::Accepted => "accepted as open; fails because STORM_STRICT is set",
            Life::Fixed => "its snapshot says that it is open, but it no longer shows",
            Life::Known => "accepted as open, or pending when a campaign met it",
            Life::Base => "the base build shows it too",
        }
    }

    /// Whether such a bug fails tests.
    pub fn fails(self) -> bool {
        !matches!(self, Life::Known | Life::Base)
    }

    fn judge(finding: &Finding, outcome: Option<Outcome>) -> Life {
        match finding.status {
            Status::Confirmed => Life::Unreduced,
            Status::New => Life::New,
            Status::Regression => Life::Regression,
            Status::Pending => Life::Pending,
            Status::Unwritten => Life::Unwritten,
            Status::Base => Life::Base,
            Status::Accepted if outcome == Some(Outcome::Failed) => Life::Accepted,
            Status::Accepted => Life::Known,
        }
    }
}

/// A bug, with all its findings and cases.
#[derive(Clone, Debug)]
pub struct Bug {
    /// The status.
    pub life: Life,
    /// The solver's failure, if known.
    pub class: Option<Class>,
    /// The name of its snapshot, without `.snap`; empty if unknown.
    pub name: String,
    /// The cases that met it, by name, each with its number of findings.
    pub cases: BTreeMap<String, usize>,
    /// The smallest finding. A case that replays a stored script has none.
    pub example: Option<Finding>,
}

impl Bug {
    /// Returns the status and the class: `new wrong unsat`.
    pub fn title(&self) -> String {
        [self.life.word(), self.class_word()].join(" ")
    }

    /// Returns the tier of the options that the bug needs, as far as known.
    pub fn tier(&self) -> Tier {
        let traits = self.example.as_ref().and_then(|finding| finding.traits.as_ref());
        traits.map(|traits| traits.tier).unwrap_or_default()
    }

    /// Returns the solver's failure in a word or two.
    pub fn class_word(&self) -> &'static str {
        self.class.map_or("failure", Class::word)
    }
}

/// Returns the bugs that a run met, the gravest first. A failed case belongs to one of them even if the line of its
/// finding is missing.
pub fn bugs(run: &Run) -> Vec<Bug> {
    let mut bugs: BTreeMap<(Life, Option<Class>, String), Bug> = BTreeMap::new();
    let mut add = |life: Life, class: Option<Class>, name: &str, case: &str, finding: Option<&Finding>| {
        let (key, name, cases) = ((life, class, name.to_owned()), name.to_owned(), BTreeMap::new());
        let bug = bugs.entry(key).or_insert(Bug { life, class, name, cases, example: None });
        *bug.cases.entry(case.to_owned()).or_default() += 1;
        let size = |finding: &Finding| (finding.bytes[1], finding.case.clone(), finding.instance);
        if let Some(finding) = finding
            && bug.example.as_ref().is_none_or(|known| size(finding) < size(known))
        {
            bug.example = Some(finding.clone());
        }
    };
    let found: BTreeSet<&str> = run.findings.values().map(|finding| finding.snapshot.as_str()).collect();
    let mut new_by_case: BTreeMap<&str, bool> = BTreeMap::new();
    for finding in run.findings.values() {
        let life = Life::judge(finding, run.cases.get(&finding.case).map(|case| case.outcome));
        add(life, Some(finding.class), &finding.snapshot, &finding.case, Some(finding));
        *new_by_case.entry(&finding.case).or_default() |= life.fails();
    }
    for (name, case) in &run.cases {
        let has_new = new_by_case.get(name.as_str());
        let stored = name.strip_prefix("regression::").and_then(|rest| rest.split("::").next());
        let class = case.reason.as_deref().unwrap_or_default();
        match (case.outcome, stored) {
            (Outcome::Failed, _) if has_new == Some(&true) => {}
            (Outcome::Failed, Some(stored)) => {
                let life = match class {
                    "regression" => Life::Regression,
                    "fixed" => Life::Fixed,
                    _ => Life::Stored,
                };
                add(life, class_of(stored, case), stored, name, None);
            }
            (Outcome::Failed, None) => {
                add(Life::New, class.parse().ok(), "", name, None);
            }
            (Outcome::Ignored, Some(stored)) if case.is_known() && has_new.is_none() => {
                let life = if case.is_in_base() { Life::Base } else { Life::Known };
                add(life, class_of(stored, case), stored, name, None);
            }
            _ => {}
        }
        // If this run found the bug first, later instances of it count as known.
        for known in case.known.keys().filter(|known| !found.contains(known.as_str())) {
            add(Life::Known, named_after(known), known, name, None);
        }
    }
    let mut bugs: Vec<Bug> = bugs.into_values().collect();
    let is_known = |bug: &Bug| matches!(bug.life, Life::Known | Life::Base | Life::Fixed);
    bugs.sort_by_key(|bug| {
        (is_known(bug), is_known(bug) && bug.life != Life::Fixed, Reverse(bug.class), bug.tier(), bug.life)
    });
    bugs
}

/// Returns the bugs by cluster, as positions. Clusters are in the order of their gravest bug; within a cluster, the
/// smallest script is first.
pub fn clusters(bugs: &[Bug]) -> Vec<Vec<usize>> {
    let members: Vec<Member<'_>> = bugs
        .iter()
        .map(|bug| Member {
            row: bug.example.as_ref().map_or("", |finding| &finding.solver),
            class: bug.class.unwrap_or(Class::Right),
            name: &bug.name,
            size: bug.example.as_ref().map_or(usize::MAX, |finding| finding.bytes[1]),
            traits: bug.example.as_ref().and_then(|finding| finding.traits.as_ref()),
        })
        .collect();
    let mut clusters = cluster::clusters(&members);
    // The bugs are sorted already.
    clusters.sort_by_key(|all| all.iter().min().copied());
    clusters
}

/// Returns the class of a stored bug: the one that the case shows, or else the one in the snapshot's name.
fn class_of(stored: &str, case: &Case) -> Option<Class> {
    let shown = case.reason.iter().chain(case.counts.keys());
    let shown: Option<Class> = shown.filter_map(|word| word.parse().ok()).max();
    shown.filter(|class| !class.is_good()).or_else(|| named_after(stored))
}

/// Returns the class in a snapshot's name.
fn named_after(snapshot: &str) -> Option<Class> {
    // From the end: the name of a solver may have two underscores, too.
    snapshot.rsplit("__").nth(1)?.replace('-', " ").parse().ok()
}
