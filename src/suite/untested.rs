//! What a run did not test, and why: reported once at its end, with a line for each solver and reason.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::matrix::{Class, Solver};
use crate::report::errors::Errors;
use crate::report::lines::record::{self, IN_BASE};
use crate::report::numbers::{counted, name_some};
use crate::solver::complaint::Complaint;
use crate::solver::presence::Presence;
use crate::solver::presence::remedy;
use crate::suite::account::Tally;
use crate::suite::outcomes::Outcome;

/// The most logics to name on one line.
const NAMED: usize = 6;

/// The cases of a run that tested nothing.
#[derive(Debug, Default)]
pub(crate) struct Untested(Mutex<Rows>);

#[derive(Debug, Default)]
struct Rows {
    rows: BTreeMap<String, Row>,
    /// The errors among the answers.
    errors: Errors,
}

/// The cases of one row.
#[derive(Debug, Default)]
struct Row {
    /// The number of all its cases.
    cases: usize,
    /// The cases that tested nothing.
    untested: BTreeMap<Why, Cases>,
}

/// The cases that tested nothing for one reason, with details.
#[derive(Debug, Default)]
struct Cases {
    count: usize,
    details: BTreeSet<String>,
}

/// Why a case tested nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    /// The solver is missing. The detail is the remedy.
    Missing,
    /// The solver reached its limits.
    Limits,
    /// The solver does not support the input. The details are the logics.
    Unsupported,
    /// The solver answered with errors. The details are its messages.
    Errors,
    /// Another reason, which the case gives.
    Other,
}

impl Untested {
    /// Records the outcome of a case of this row and logic.
    pub(super) fn note(
        &self,
        solver: &Solver,
        logic: &str,
        presence: &Presence,
        outcome: &Outcome,
        tally: &Tally,
    ) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let row = rows.rows.entry(solver.name.clone()).or_default();
        row.cases += 1;
        if let Some((why, detail)) = why(solver, logic, presence, outcome, tally) {
            let cases = row.untested.entry(why).or_default();
            cases.count += 1;
            cases.details.insert(detail);
        }
    }

    /// Returns the lines for the end of the run.
    pub(super) fn lines(&self) -> Vec<String> {
        let rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // All rows of a missing solver have the same remedy.
        let mut missing: BTreeMap<(&str, String), usize> = BTreeMap::new();
        let mut others = Vec::new();
        for (name, row) in &rows.rows {
            for (why, cases) in &row.untested {
                let (text, count) = (why.text(name, &cases.details), counted(cases.count, "case"));
                if *why == Why::Missing {
                    *missing.entry((Solver::base_of(name), text)).or_default() += cases.count;
                } else if *why == Why::Errors && cases.count == row.cases {
                    others.push(format!("warning: nothing of {name} was tested ({count}): {text}"));
                } else {
                    others.push(format!("not tested: {name} ({count}): {text}"));
                }
            }
        }
        let missing = missing.into_iter();
        let missing = missing
            .map(|((name, text), count)| format!("not tested: {name} ({}): {text}", counted(count, "case")));
        missing.chain(others).chain(rows.errors.lines()).collect()
    }

    /// Records the number of instances and of errors of a case. A case with errors only already counts as not tested.
    pub(super) fn note_errors(&self, case: &record::Case) {
        let word = Class::Error.word();
        if case.counts.get(word).is_some_and(|errors| *errors < case.instances)
            || !case.counts.contains_key(word)
        {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).errors.note_case(case);
        }
    }
}

/// Returns why a case tested nothing, and its detail; `None` if it tested something, failed, or met a known bug or one of
/// the base build.
fn why(
    solver: &Solver,
    logic: &str,
    presence: &Presence,
    outcome: &Outcome,
    tally: &Tally,
) -> Option<(Why, String)> {
    let Outcome::Ignored(reason) = outcome else { return None };
    if let Presence::Missing(reason) = presence {
        return Some((Why::Missing, remedy(solver).unwrap_or_else(|| reason.clone())));
    }
    if tally.tested() > 0 || ["known bug", IN_BASE].iter().any(|start| reason.starts_with(start)) {
        return None;
    }
    Some(match tally.first_trouble().map(|verdict| (verdict.class, verdict)) {
        Some((Class::Timeout | Class::MemoryOut, _)) => (Why::Limits, String::new()),
        Some((Class::Unsupported, _)) => (Why::Unsupported, logic.to_owned()),
        Some((Class::Error, verdict)) => (Why::Errors, verdict.to_string()),
        _ => (Why::Other, reason.clone()),
    })
}

impl Why {
    fn text(self, row: &str, details: &BTreeSet<String>) -> String {
        let first = details.first().map(String::as_str).unwrap_or_default();
        match self {
            Why::Missing | Why::Other => first.to_owned(),
            Why::Limits => "no answer within its limits; raise `timeout` or `memory`".to_owned(),
            Why::Unsupported => {
                let named = name_some(details.iter(), NAMED);
                format!("it does not support {named}; remove that from its `logics`")
            }
            Why::Errors => format!("every answer was an {first}; {}", Complaint::read(first).remedy(row)),
        }
    }
}
