//! Truth values of formulas, and what they rest on.

use serde::{Deserialize, Serialize};

use crate::smtlib::TermId;

/// What a formula can contribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Its truth value under the witness, by evaluation.
    Is(bool),
    /// Its truth value, which hangs on an operator that SMT-LIB leaves open.
    Underspecified(bool),
    /// Its truth value as Z3 claims it: it does not evaluate to a constant, but Z3 decides it
    /// under the witness.
    Claimed(bool),
    /// It does not evaluate to a constant.
    Unknown,
}

impl Truth {
    /// What it rests on that the formula is true; none if it is not, or not known to be.
    pub(crate) fn grade_if_true(self) -> Option<Grade> {
        match self {
            Truth::Is(true) => Some(Grade::Evaluated),
            Truth::Underspecified(true) => Some(Grade::Underspecified),
            Truth::Claimed(true) => Some(Grade::Claimed),
            Truth::Is(false) | Truth::Underspecified(false) | Truth::Claimed(false) | Truth::Unknown => None,
        }
    }
}

/// What a pool's truth values rest on, best first. Every report shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Evaluation under the witness.
    #[default]
    Evaluated,
    /// Evaluation, with Z3's choice of what SMT-LIB leaves open.
    Underspecified,
    /// Z3's claim about quantified formulas.
    Claimed,
}

impl std::fmt::Display for Grade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Grade::Evaluated => "evaluated",
            Grade::Underspecified => "evaluated, with operators that SMT-LIB leaves open",
            Grade::Claimed => "claimed by Z3 for quantified formulas",
        })
    }
}

/// Truth values of the closed Boolean terms; `None` for every other term. In JSON, one
/// letter a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Valuation(pub(super) Vec<Option<Truth>>);

impl From<Valuation> for String {
    fn from(valuation: Valuation) -> String {
        let letter = |truth: &Option<Truth>| match truth {
            None => '.',
            Some(Truth::Is(true)) => 't',
            Some(Truth::Is(false)) => 'f',
            Some(Truth::Underspecified(true)) => 'U',
            Some(Truth::Underspecified(false)) => 'u',
            Some(Truth::Claimed(true)) => 'C',
            Some(Truth::Claimed(false)) => 'c',
            Some(Truth::Unknown) => '?',
        };
        valuation.0.iter().map(letter).collect()
    }
}

impl From<String> for Valuation {
    fn from(letters: String) -> Valuation {
        let truth = |letter| match letter {
            't' => Some(Truth::Is(true)),
            'f' => Some(Truth::Is(false)),
            'U' => Some(Truth::Underspecified(true)),
            'u' => Some(Truth::Underspecified(false)),
            'C' => Some(Truth::Claimed(true)),
            'c' => Some(Truth::Claimed(false)),
            '?' => Some(Truth::Unknown),
            _ => None,
        };
        Valuation(letters.chars().map(truth).collect())
    }
}

impl Valuation {
    /// The truth of a term, if it is Boolean and closed.
    pub fn truth(&self, id: TermId) -> Option<Truth> {
        self.0.get(id.index()).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valuation_is_a_letter_a_term() {
        let both = [true, false].into_iter();
        let decided = both.flat_map(|is| [Truth::Is(is), Truth::Underspecified(is), Truth::Claimed(is)]);
        let all: Vec<_> = decided.chain([Truth::Unknown]).map(Some).chain([None]).collect();
        let letters = String::from(Valuation(all.clone()));
        assert_eq!(letters, "tUCfuc?.");
        assert_eq!(Valuation::from(letters), Valuation(all));
    }
}
