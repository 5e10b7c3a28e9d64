//! Findings and red cases → bugs: what was found, once each, whether it was known, and in which cases.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::gather::Run;
use super::rows::VERDICTS;
use super::standing::is_known;
use crate::report::lines::record::{Case, Finding, Outcome};

/// What is known of a bug that a run met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Life {
    /// It was fixed, and is back.
    Regression,
    /// Nobody has seen it before.
    New,
    /// It was found before, and is not reviewed yet.
    Pending,
    /// Its snapshot could not be written.
    Unwritten,
    /// A stored script does something to a row that was not accepted.
    Stored,
    /// It was accepted, and red all the same, as STORM_STRICT asks for.
    Accepted,
    /// It does not show any more; the snapshot says that it is open.
    Fixed,
    /// It is known to be there.
    Known,
}

impl Life {
    /// The word for it, before the class of the bug.
    pub fn word(self) -> &'static str {
        match self {
            Life::Regression => "regression:",
            Life::New => "new",
            Life::Pending => "pending",
            Life::Unwritten => "unwritten",
            Life::Stored => "stored",
            Life::Accepted | Life::Known => "known",
            Life::Fixed => "fixed:",
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Life::Regression => "its snapshot says that it is fixed",
            Life::New => "not known before",
            Life::Pending => "found before, not reviewed yet",
            Life::Unwritten => "its snapshot could not be written",
            Life::Stored => "a stored script shows what was not accepted for this row",
            Life::Accepted => "accepted as open; red because STORM_STRICT asks for it",
            Life::Fixed => "its snapshot says that it is open, and it does not show any more",
            Life::Known => "accepted as open",
        }
    }

    fn of(finding: &Finding, outcome: Option<Outcome>) -> Life {
        match finding.status.as_str() {
            "regression" => Life::Regression,
            "pending" => Life::Pending,
            "unwritten" => Life::Unwritten,
            "accepted" if outcome == Some(Outcome::Failed) => Life::Accepted,
            "accepted" => Life::Known,
            _ => Life::New,
        }
    }
}

/// One bug, by what all that met it have in common.
#[derive(Clone, Debug)]
pub struct Bug {
    /// What is known of it.
    pub life: Life,
    /// What the solver does wrong, in a word or two.
    pub class: String,
    /// Name of its snapshot, without `.snap`; empty if that is not known.
    pub name: String,
    /// The cases that met it, by name, each with its number of findings.
    pub cases: BTreeMap<String, usize>,
    /// The smallest finding; a case that tries a stored script has none.
    pub example: Option<Finding>,
}

impl Bug {
    /// The life and the class: `new wrong unsat`.
    pub fn title(&self) -> String {
        [self.life.word(), &self.class].join(" ")
    }
}

/// The bugs that a run met, the gravest first. A red case is in one of them even if the line of its finding is lost.
pub fn bugs(run: &Run) -> Vec<Bug> {
    let mut bugs: BTreeMap<(Life, String, String), Bug> = BTreeMap::new();
    let mut add = |life: Life, class: &str, name: &str, case: &str, finding: Option<&Finding>| {
        let (key, class, name) =
            ((life, class.to_owned(), name.to_owned()), class.to_owned(), name.to_owned());
        let cases = BTreeMap::new();
        let bug = bugs.entry(key).or_insert(Bug { life, class, name, cases, example: None });
        *bug.cases.entry(case.to_owned()).or_default() += 1;
        let size = |finding: &Finding| (finding.bytes[1], finding.case.clone(), finding.instance);
        if let Some(finding) = finding
            && bug.example.as_ref().is_none_or(|known| size(finding) < size(known))
        {
            bug.example = Some(finding.clone());
        }
    };
    let mut is_told: BTreeMap<&str, bool> = BTreeMap::new();
    for finding in run.findings.values() {
        let life = Life::of(finding, run.cases.get(&finding.case).map(|case| case.outcome));
        add(life, &finding.class, &finding.snapshot, &finding.case, Some(finding));
        *is_told.entry(&finding.case).or_default() |= life != Life::Known;
    }
    for (name, case) in &run.cases {
        let is_told = is_told.get(name.as_str());
        let stored = name.strip_prefix("regression::").and_then(|rest| rest.split("::").next());
        let class = case.reason.as_deref().unwrap_or_default();
        match (case.outcome, stored) {
            (Outcome::Failed, _) if is_told == Some(&true) => {}
            (Outcome::Failed, Some(stored)) => {
                let life = match class {
                    "regression" => Life::Regression,
                    "fixed" => Life::Fixed,
                    _ => Life::Stored,
                };
                add(life, &class_of(stored, case), stored, name, None);
            }
            (Outcome::Failed, None) => {
                let class = VERDICTS.into_iter().find(|known| *known == class).unwrap_or("failure");
                add(Life::New, class, "", name, None);
            }
            (Outcome::Ignored, Some(stored)) if is_known(case) && is_told.is_none() => {
                add(Life::Known, &class_of(stored, case), stored, name, None);
            }
            _ => {}
        }
    }
    let mut bugs: Vec<Bug> = bugs.into_values().collect();
    let gravity = |bug: &Bug| VERDICTS.iter().position(|word| *word == bug.class);
    let is_known = |bug: &Bug| matches!(bug.life, Life::Known | Life::Fixed);
    bugs.sort_by_key(|bug| (is_known(bug), bug.life == Life::Known, Reverse(gravity(bug)), bug.life));
    bugs
}

/// The class of a stored bug: what it is if it shows, else what its snapshot is called after.
fn class_of(stored: &str, case: &Case) -> String {
    let shown = case.reason.iter().chain(case.counts.keys());
    let shown = shown.filter_map(|word| VERDICTS.iter().position(|known| known == word)).max();
    let named = stored.split("__").nth(1).unwrap_or(stored).replace('-', " ");
    match shown.map(|at| VERDICTS[at]) {
        Some(word) if !matches!(word, "sat" | "unknown") => word.to_owned(),
        _ => named,
    }
}
