//! A row of the matrix.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use glob::{MatchOptions, Pattern};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::class::Class;
use super::logics::Logics;
use super::operators::{Operators, TotalOperators};
use crate::theory::operators::Operator;

/// The placeholder for the path of the instance, in an element of a command line.
pub const FILE_PLACEHOLDER: &str = "{file}";

/// The placeholder for the number, in an element of [`Solver::random_seed`].
pub const SEED_PLACEHOLDER: &str = "{seed}";

/// A `*` stays within a folder, and `**` does not.
const BY_FOLDER: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// One row of the matrix: a solver, or a variant of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// `z3`, or `z3/dom-simplify` for a variant.
    pub name: String,
    /// Program and arguments, with [`FILE_PLACEHOLDER`] in exactly one element if the input is a file and in none
    /// otherwise. Empty for the built-in solver.
    pub command: CommandLine,
    /// The folder of an installed solver, if the file searches its `bin` for programs.
    pub installed_in: Option<PathBuf>,
    /// The way in which the solver gets the instance.
    pub input: Input,
    /// The arguments that set the solver's random seed, with [`SEED_PLACEHOLDER`] in at least one; empty if none are
    /// known. They are inserted at the same position as those of drawn options.
    pub random_seed: Vec<String>,
    /// Other versions, oldest first.
    pub versions: Vec<Version>,
    /// Program and arguments that print the version.
    pub version_argv: Option<Vec<String>>,
    /// The logics that it supports.
    pub logics: Logics,
    /// The operators that it reads; see [`Solver::reads`].
    pub operators: Operators,
    /// The operators that it makes total: it fixes their values where SMT-LIB leaves them open, so another choice
    /// contradicts it.
    pub total_operators: TotalOperators,
    /// The wall-clock limit of an instance.
    pub timeout: Duration,
    /// The limit on the processor time of an instance in seconds; `None` for no limit. Sessions have none.
    pub cpu: Option<u64>,
    /// The memory limit in bytes; `None` for no limit.
    pub memory: Option<u64>,
    /// The largest number of instances of a case, if the profile limits it for this solver.
    pub instances: Option<NonZeroU32>,
    /// The effect of a missing executable.
    pub missing: Missing,
    /// The form of its scripts.
    pub form: Form,
    /// The session that handles many instances; `None` for one process for each.
    pub session: Option<Session>,
    /// The classes of verdicts that fail a test.
    pub fail_on: BTreeSet<Class>,
    /// What its sources are about.
    pub focus: Vec<Topic>,
    /// Whether it decides every formula over few values in a decidable logic.
    pub complete: bool,
    /// Whether this is the solver inside smt-storm's own executable.
    pub built_in: bool,
}

impl Solver {
    /// Returns the number of instances of its case, given that of `others`.
    pub fn instances_of(&self, others: u32) -> u32 {
        self.instances.map_or(others, |most| others.min(most.get()))
    }

    /// Returns the name of the solver from the name of a row: `z3` for `z3/dom-simplify`.
    pub fn base_of(name: &str) -> &str {
        name.split_once('/').map_or(name, |(solver, _)| solver)
    }

    /// Returns the names that select it: its own and that of its solver.
    pub(super) fn names(&self) -> [&str; 2] {
        [&self.name, Solver::base_of(&self.name)]
    }

    /// Returns whether it is a solver, not a variant of one.
    pub fn is_base(&self) -> bool {
        Solver::base_of(&self.name) == self.name
    }

    /// Returns the row with further arguments, as a snapshot or a command has them.
    pub fn with_args(&self, args: &[String]) -> Solver {
        let args: Vec<&str> = args.iter().map(|arg| self.form.resolved(arg)).collect();
        let command = CommandLine { argv: self.command.argv_with(&args), ..self.command.clone() };
        Solver { command, ..self.clone() }
    }

    /// Returns the tier of one of its option groups.
    pub fn tier_of(&self, group: &str) -> Option<Tier> {
        self.form.options.iter().find(|known| known.name == group).map(|known| known.tier)
    }

    /// Returns whether its scripts may use an operator under a name, without indices. Each spelling is a separate name.
    pub fn reads(&self, operator: &str) -> bool {
        self.operators.contains(operator)
    }

    /// Returns whether its scripts may use an operator under any of its names.
    pub(crate) fn reads_any_name_of(&self, operator: &Operator) -> bool {
        operator.names().any(|name| self.reads(name))
    }

    /// Returns whether a class fails a test; `unknown` does so only if the logic is `decidable`.
    pub fn fails_on(&self, class: Class, decidable: bool) -> bool {
        self.fail_on.contains(&class) && (decidable || class != Class::Unknown)
    }
}

/// A command line with a place for further arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// The program and its arguments, as they are run here. A program with a path separator is an absolute path.
    pub argv: Vec<String>,
    /// The same words as written in `solvers.yaml`, element for element. Failures are stored with these, so that they
    /// contain no path of this machine.
    pub written: Vec<String>,
    /// The position of further arguments.
    pub args_at: usize,
}

impl CommandLine {
    /// Returns the words that are run, with further arguments.
    pub fn argv_with(&self, args: &[&str]) -> Vec<String> {
        inserted(&self.argv, self.args_at, args)
    }

    /// Returns the words as written, with further arguments as written.
    pub fn written_with(&self, args: &[&str]) -> Vec<String> {
        inserted(&self.written, self.args_at, args)
    }

    /// Returns the command line with further arguments, as run and as written, and the place for others behind them.
    pub(crate) fn with_args(&self, args: &[impl AsRef<str>], written: &[impl AsRef<str>]) -> CommandLine {
        CommandLine {
            argv: inserted(&self.argv, self.args_at, args),
            written: inserted(&self.written, self.args_at, written),
            args_at: self.args_at + args.len(),
        }
    }
}

fn inserted(words: &[String], at: usize, args: &[impl AsRef<str>]) -> Vec<String> {
    let mut words = words.to_vec();
    words.splice(at..at, args.iter().map(|text| text.as_ref().to_owned()));
    words
}

/// Another version of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its name.
    pub name: String,
    /// The replacement for the first word of [`Solver::command`]; at least the program.
    pub program: Vec<String>,
}

/// The form of the scripts for a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// One check or many.
    pub mode: Mode,
    /// The command for each check, such as `(check-sat)` or `(check-sat-using dom-simplify)`.
    pub check_sat: String,
    /// Whether incremental instances use `reset-assertions`.
    pub reset_assertions: bool,
    /// Whether incremental instances use `check-sat-assuming`.
    pub check_sat_assuming: bool,
    /// The layouts of incremental instances.
    pub layouts: Layouts,
    /// The variants of `set-logic`, from which one is drawn with [`Layouts::All`]; at least one.
    pub set_logic: Vec<SetLogic>,
    /// Whether `get-model` follows each check, and the model is checked.
    pub models: bool,
    /// What the solver can be asked beside its answers.
    pub asks: Vec<Asked>,
    /// The option groups, from each of which one alternative is drawn.
    pub options: Vec<OptionGroup>,
}

impl Default for Form {
    fn default() -> Self {
        Form {
            mode: Mode::OneShot,
            check_sat: "(check-sat)".to_owned(),
            reset_assertions: false,
            check_sat_assuming: false,
            layouts: Layouts::default(),
            set_logic: vec![SetLogic::Seed],
            models: false,
            asks: Vec::new(),
            options: Vec::new(),
        }
    }
}

impl Form {
    /// Whether the solver prints models that smt-storm reads.
    pub fn prints_models(&self) -> bool {
        self.models || self.asks.contains(&Asked::Models)
    }

    /// Returns the command with which a row of this form asks the same question as a command in another row's script.
    pub fn check_in_place_of(&self, line: &str) -> String {
        // Assumptions are part of the question.
        if line.starts_with("(check-sat-assuming") { line.to_owned() } else { self.check_sat.clone() }
    }

    /// Resolves an argument of an option, as written in `solvers.yaml`, to the argument that is run. Any other argument
    /// stays the same.
    pub fn resolved<'a>(&'a self, written: &'a str) -> &'a str {
        let all = self.options.iter().flat_map(|group| &group.alternatives);
        let mut pairs = all.flat_map(|one| one.written.iter().zip(&one.args));
        pairs.find(|(text, _)| *text == written).map_or(written, |(_, argument)| argument)
    }
}

/// The number of check-sats in an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// One, at the end.
    #[default]
    OneShot,
    /// Several, with levels that are opened and closed.
    Incremental,
}

/// What a solver can be asked beside its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// The model.
    Models,
    /// The values of terms under the model.
    Values,
    /// The truth values of labelled formulas under the model.
    Assignments,
    /// The optima of objectives over terms, as in Z3 and OptiMathSAT.
    Objectives,
    /// The unsatisfiable cores of named assertions.
    Cores,
    /// The failed assumptions, in instances with `check-sat-assuming`.
    Assumptions,
    /// The proof, as cvc5 prints it with the conclusion of each step.
    Proofs,
    /// Interpolants between named assertions and the others, as in Bitwuzla.
    Interpolants,
    /// Interpolants between the assertions and a conjecture, as in cvc5.
    Conjectures,
    /// The literals that cvc5 has learned from the assertions.
    Literals,
    /// The consequences of assumptions that Z3 finds.
    Consequences,
    /// Formulas without quantifiers for others, as cvc5 finds them.
    Eliminations,
    /// Formulas from which, with the assertions, a conjecture follows, as cvc5 finds them.
    Abducts,
}

impl Asked {
    /// Returns its name in `asks`.
    pub(crate) fn word(self) -> String {
        clap::ValueEnum::to_possible_value(&self)
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// How the assertions, levels and checks of an incremental instance are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Layouts {
    /// Levels that open and close at random, with occasional checks.
    #[default]
    Levels,
    /// Each of the layouts that have exposed wrong answers, equally often, among them random levels.
    All,
}

words! {
    /// The logic that an instance declares.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum SetLogic {
        /// The seed's logic.
        #[serde(rename = "seed")]
        Seed = "seed",
        /// The logic `ALL`, or `HO_ALL` for a seed of higher order.
        #[serde(rename = "ALL")]
        All = "ALL",
        /// No logic: there is no `set-logic`.
        #[serde(rename = "none")]
        None = "none",
    }
}

impl SetLogic {
    /// Returns the argument of `set-logic` for a seed with this logic, or `None` if the command is left out.
    pub fn named(self, of_seed: Option<&str>) -> Option<&str> {
        match self {
            SetLogic::Seed => of_seed,
            SetLogic::All if of_seed.is_some_and(|logic| logic.starts_with("HO_")) => Some("HO_ALL"),
            SetLogic::All => Some("ALL"),
            SetLogic::None => None,
        }
    }
}

/// A command that incremental instances use besides `push` and `pop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum IncrementalCommand {
    /// Forgets assertions, levels and declarations.
    ResetAssertions,
    /// Checks under literals that hold for this check only.
    CheckSatAssuming,
}

/// A solver process that stays alive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The program and its arguments; it reads commands from standard input and answers each immediately.
    pub command: CommandLine,
    /// The number of instances after which it restarts; at least 1.
    pub restart: u32,
    /// Whether a failure that only a session shows is not reported.
    pub fresh_only: bool,
}

/// A group of mutually exclusive alternatives, from which one is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionGroup {
    /// Its name.
    pub name: String,
    /// The tier of users whom the options are for.
    pub tier: Tier,
    /// Whether it is drawn again for each instance, not once for a case.
    pub per_instance: bool,
    /// The alternatives; at least one.
    pub alternatives: Vec<Alternative>,
}

/// One choice of an option group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// Further arguments.
    pub args: Vec<String>,
    /// The same arguments as written in `solvers.yaml`, one for one.
    pub written: Vec<String>,
    /// Commands at the head of the script, such as `(set-option :produce-models true)`.
    pub commands: Vec<String>,
}

/// Some sources of a solver, and what exercises them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Its name.
    pub name: String,
    /// The patterns of its files, relative to the top folder of the solver's repository.
    pub files: Vec<Pattern>,
    /// The logics of the seeds to test. Without them, seeds are told by the operators.
    pub logics: Option<Logics>,
    /// Words that select operators, as in STORM_FOCUS.
    pub operators: Vec<String>,
    /// Names of option groups.
    pub options: Vec<String>,
}

impl Topic {
    /// Returns whether a file belongs to it, given by its path relative to the top folder of the repository.
    pub fn covers(&self, file: &str) -> bool {
        self.files.iter().any(|pattern| pattern.matches_with(file, BY_FOLDER))
    }

    /// Returns whether a change of its files needs a test; that of documentation does not.
    pub fn needs_test(&self) -> bool {
        self.logics.is_some() || !self.operators.is_empty() || !self.options.is_empty()
    }
}

words! {
    /// How unusual options are. Maintainers take a bug more seriously if it needs no unusual ones.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Tier {
        /// The defaults of the solver.
        Default = "default",
        /// Options that users set.
        #[default]
        Common = "common",
        /// Options that only the developers of the solver set.
        Expert = "expert",
    }
}

/// How a solver gets the instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// As the path of a file, in the arguments.
    #[default]
    File,
    /// As text on standard input.
    Stdin,
}

/// The effect of a missing solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// Its cases fail.
    #[default]
    Error,
    /// Its cases are ignored, with the reason.
    Ignore,
}
