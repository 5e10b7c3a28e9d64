//! A row of the matrix.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::logics::Logics;

/// In an element of [`Solver::argv`]: where the path of the instance goes.
pub const FILE_PLACEHOLDER: &str = "{file}";

/// One row of the matrix: a solver, or a variant of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// `z3`, or `z3/dom-simplify` for a variant.
    pub name: String,
    /// Program and arguments, with [`FILE_PLACEHOLDER`] in exactly one element if the input is a file and in none
    /// otherwise. Empty for the built-in solver. A program with a path separator is an absolute path.
    pub argv: Vec<String>,
    /// How the instance is handed over.
    pub input: Input,
    /// Program and arguments that print the version.
    pub version_argv: Option<Vec<String>>,
    /// The logics the solver supports.
    pub logics: Logics,
    /// Wall-clock limit of one instance.
    pub timeout: Duration,
    /// Memory limit in bytes; none for no limit.
    pub memory: Option<u64>,
    /// What a missing executable means.
    pub missing: Missing,
    /// The command that is written for each check, `(check-sat)` or such as `(check-sat-using dom-simplify)`.
    pub check_sat: String,
    /// Whether this is the solver inside smt-storm's own executable.
    pub built_in: bool,
}

/// How a solver gets the instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// The path of a file stands in the arguments.
    #[default]
    File,
    /// The text comes on standard input.
    Stdin,
}

/// What it means that a solver is not installed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// Its cases fail.
    #[default]
    Error,
    /// Its cases are ignored, with the reason.
    Ignore,
}
