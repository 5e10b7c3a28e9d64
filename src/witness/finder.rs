//! Somebody who finds models in the place of the linked Z3, and what became of the witnesses that were wanted of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::process::quotation::quoted;

/// Characters of a reason that are told: it may quote what a solver printed.
const TOLD: usize = 160;

/// Finds models of scripts. What it prints is not trusted: values are read from it, and what is true under them is
/// evaluated here.
pub trait ModelFinder: fmt::Debug + Send + Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// Looks for a model of a script of this logic, which declares and asserts, but asks nothing. A `variety` makes for
    /// another model than the usual one, if it can.
    ///
    /// # Errors
    /// It cannot be asked at all, although it has to be; why, and what to do.
    fn find(&self, logic: Option<&str>, script: &str, variety: Option<u32>) -> Result<Found, String>;
}

/// What a search for a model came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// What was printed as a model.
    Model(String),
    /// There is none, it says.
    Unsat,
    /// Nothing.
    Nothing(NoModel),
}

/// Why a search for a model came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoModel {
    /// In a word or two.
    pub kind: String,
    /// What there is to say of it, or to do about it; may be empty.
    pub details: String,
}

impl fmt::Display for NoModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.details.as_str() {
            "" => f.write_str(&self.kind),
            details => write!(f, "{} ({})", self.kind, quoted(details, TOLD)),
        }
    }
}

/// How often models were wanted, and why there was none.
#[derive(Debug, Default)]
pub(super) struct Searches(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    wanted: usize,
    /// By kind of reason: how often, and the least of what was said.
    without: BTreeMap<String, (usize, String)>,
}

impl Searches {
    /// Counts a witness that was to be made of a model.
    pub(super) fn wanted(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).wanted += 1;
    }

    /// Counts one for which there was none.
    pub(super) fn without(&self, why: NoModel) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, said) = counts.without.entry(why.kind).or_insert_with(|| (0, why.details.clone()));
        *count += 1;
        if why.details < *said {
            *said = why.details;
        }
    }

    /// What is to be told of models of `name`: nothing where each was found.
    pub(super) fn told(&self, name: &str) -> Option<String> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let none: usize = counts.without.values().map(|(count, _)| count).sum();
        let reason = |(kind, (count, details)): (&String, &(usize, String))| {
            format!("{count} {}", NoModel { kind: kind.clone(), details: details.clone() })
        };
        let reasons: Vec<String> = counts.without.iter().map(reason).collect();
        (none > 0).then(|| {
            let wanted = counts.wanted;
            let reasons = reasons.join("; ");
            format!(
                "witness: {none} of {wanted} have sampled values in place of a model of {name}: {reasons}"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_found_is_told_by_reason() {
        let searches = Searches::default();
        let why = |kind: &str, details: &str| NoModel { kind: kind.to_owned(), details: details.to_owned() };
        (0..5).for_each(|_| searches.wanted());
        assert_eq!(searches.told("mine"), None);
        for (kind, details) in [("error", "no f"), ("unknown", ""), ("error", "no e")] {
            searches.without(why(kind, details));
        }
        let told =
            "witness: 3 of 5 have sampled values in place of a model of mine: 2 error (no e); 1 unknown";
        assert_eq!(searches.told("mine").unwrap(), told);
    }
}
