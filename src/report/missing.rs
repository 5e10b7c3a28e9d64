//! Which planned cases have no result.

use super::gather::Gathered;
use crate::report::lines::plan::Plan;

/// What is known of cases without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The cases were planned and are not in the results, by name; none if all is there.
    Cases(Vec<String>),
    /// Some runs do not know what they were part of.
    Unknown,
}

impl Missing {
    /// What is missing of `plan`, or without one, of what the runs planned.
    pub fn of(gathered: &Gathered, plan: Option<&Plan>) -> Missing {
        let mut planned = Plan::default();
        match plan {
            Some(plan) => planned.merge(plan),
            None => {
                for run in gathered.runs.values() {
                    match run.line.as_ref().and_then(|line| line.planned.as_ref()) {
                        Some(plan) => planned.merge(plan),
                        None => return Missing::Unknown,
                    }
                }
            }
        }
        Missing::Cases(planned.names().filter(|name| !gathered.cases.contains_key(name)).collect())
    }

    /// The names, as far as they are known.
    pub fn names(&self) -> &[String] {
        match self {
            Missing::Cases(names) => names,
            Missing::Unknown => &[],
        }
    }
}
