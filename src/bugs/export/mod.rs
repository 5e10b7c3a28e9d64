//! A failure as a regression test, in the form that a solver's own suite has.
//!
//! Sources, as of 2026: cvc5 `test/regress/README.md` and `cli/run_regression.py`; Yices 2
//! `tests/regress/run_test.sh`; z3test `scripts/util.py`; Bitwuzla `test/regress/run-test-case.py`.
//! All expect `sat` as often as the script asks.

mod bitwuzla;
mod cvc5;
mod options;
mod plain;
mod script;
mod yices;
mod z3test;

use crate::bugs::evidence::Evidence;

/// Whose suite a test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// cvc5's: directives in comments.
    Cvc5,
    /// Yices 2's: a file of answers and one of options beside the script.
    Yices,
    /// Z3's, z3test: a file of answers beside the script.
    Z3test,
    /// Bitwuzla's: the answers are the statuses in the script.
    Bitwuzla,
    /// Nobody's: the script as it is, with the witness.
    Plain,
}

/// A file of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// The files of a test that every right solver passes.
pub fn export(evidence: &Evidence, suite: Suite) -> Vec<File> {
    match suite {
        Suite::Cvc5 => cvc5::files(evidence),
        Suite::Yices => yices::files(evidence),
        Suite::Z3test => z3test::files(evidence),
        Suite::Bitwuzla => bitwuzla::files(evidence),
        Suite::Plain => plain::files(evidence),
    }
}

/// The script of a test.
fn smt2(evidence: &Evidence, text: String) -> File {
    File { name: format!("{}.smt2", evidence.name), text }
}

/// The right answers.
fn answers(checks: usize) -> String {
    "sat\n".repeat(checks)
}
