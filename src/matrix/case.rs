//! A case, which is one test, and its name.
//!
//! The name is enough to rebuild the case: runners such as nextest start one process per test and pass only its name.

use std::ffi::OsStr;
use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::solver::Solver;

/// The separator between the parts of a name.
const SEPARATOR: &str = "::";

/// The name of a case, displayed as `solver::LOGIC::seed::rng`.
///
/// Neither the solver nor the logic contains `::`. The seed may, because it is the part that remains in the middle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CaseName {
    /// The row: `z3`, or `z3/dom-simplify` for a variant.
    pub solver: String,
    /// The logic of the seed, `QF_LIA`.
    pub logic: String,
    /// The seed: its path without the extension and without the common prefix of its pattern.
    pub seed: String,
    /// The RNG seed.
    pub rng_seed: u64,
}

/// One test: a solver, a seed and an RNG seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name.
    pub name: CaseName,
    /// The row of the matrix.
    pub solver: Arc<Solver>,
    /// Absolute path of the seed file.
    pub seed_path: PathBuf,
    /// How many times as much time of a hunt its seed gets as a seed of weight 1.
    pub weight: NonZeroU32,
}

impl Case {
    /// Returns the seed file and the RNG seed, which determine its pools. Paths are compared byte by byte, which is far
    /// faster than by components.
    pub(crate) fn seed(&self) -> (&OsStr, u64) {
        (self.seed_path.as_os_str(), self.name.rng_seed)
    }
}

impl CaseName {
    /// Returns the common name of a row and a seed: the name without the RNG seed.
    pub(crate) fn track(&self) -> String {
        [self.solver.as_str(), &self.logic, &self.seed].join(SEPARATOR)
    }

    /// Returns the name for use as a file name, with separators replaced by `__`.
    pub fn file_name(&self) -> String {
        file_name(&self.to_string())
    }
}

/// Returns the name of a test for use as a file name.
pub(crate) fn file_name(test: &str) -> String {
    test.replace(SEPARATOR, "__").replace('/', "__")
}

impl fmt::Display for CaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solver, logic, seed, rng_seed } = self;
        // Written to a string first, so that a width in the format applies to the whole name.
        f.pad(&[solver, logic, seed, rng_seed.to_string().as_str()].join(SEPARATOR))
    }
}

/// The error that a text is not the name of a case.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum CaseNameError {
    #[error(
        "`{name}` is not the name of a case; it has the form solver::LOGIC::seed::rng, as `z3::QF_LIA::roster::1`"
    )]
    Form { name: String },
    #[error(
        "`{name}` is not the name of a case: its last part `{rng_seed}` is not an RNG seed, which is a number from 0 to {}",
        u64::MAX
    )]
    RngSeed { name: String, rng_seed: String },
}

impl FromStr for CaseName {
    type Err = CaseNameError;

    /// Parses the output of `Display`.
    fn from_str(name: &str) -> Result<Self, CaseNameError> {
        let form = || CaseNameError::Form { name: name.to_owned() };
        let (solver, rest) = name.split_once(SEPARATOR).ok_or_else(form)?;
        let (logic, rest) = rest.split_once(SEPARATOR).ok_or_else(form)?;
        let (seed, number) = rest.rsplit_once(SEPARATOR).ok_or_else(form)?;
        if solver.is_empty() || logic.is_empty() || seed.is_empty() {
            return Err(form());
        }
        // Rust accepts `+1` and `01`, but two names of one case would lead to two folders.
        let rng_seed = number.parse::<u64>().ok().filter(|rng_seed| rng_seed.to_string() == number);
        let rng_seed = rng_seed
            .ok_or_else(|| CaseNameError::RngSeed { name: name.to_owned(), rng_seed: number.to_owned() })?;
        Ok(Self { solver: solver.to_owned(), logic: logic.to_owned(), seed: seed.to_owned(), rng_seed })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{CaseName, CaseNameError};

    #[test]
    fn names_read_as_they_are_written() {
        let name: CaseName = "z3/dom-simplify::UF::bug9/seed::7".parse().unwrap();
        assert_eq!((name.solver.as_str(), name.logic.as_str()), ("z3/dom-simplify", "UF"));
        assert_eq!((name.seed.as_str(), name.rng_seed), ("bug9/seed", 7));
        assert_eq!(name.file_name(), "z3__dom-simplify__UF__bug9__seed__7");
    }

    #[test]
    fn an_invalid_name_is_reported() {
        let parse = |name: &str| name.parse::<CaseName>().unwrap_err();
        for name in ["", "z3", "z3::UF::1", "::UF::x::1", "z3::::x::1", "z3::UF::::1"] {
            assert!(matches!(parse(name), CaseNameError::Form { .. }), "{name}");
        }
        for name in ["z3::UF::x::", "z3::UF::x::01", "z3::UF::x::+1", "z3::UF::x::18446744073709551616"] {
            assert!(matches!(parse(name), CaseNameError::RngSeed { .. }), "{name}");
        }
    }

    proptest! {
        #[test]
        fn every_name_survives_the_round_trip(
            solver in "[A-Za-z0-9_.+-]{1,8}(/[A-Za-z0-9_.+-]{1,8})?",
            logic in "[A-Za-z0-9_.+-]{1,8}",
            seed in "\\PC{1,20}",
            rng_seed: u64,
        ) {
            let name = CaseName { solver, logic, seed, rng_seed };
            prop_assert_eq!(name.to_string().parse::<CaseName>(), Ok(name));
        }
    }
}
