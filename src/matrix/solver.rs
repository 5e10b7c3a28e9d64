//! A row of the matrix.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::class::Class;
use super::logics::Logics;
use super::operators::{Operators, TotalOperators};
use crate::theory::operators::Operator;

/// In an element of [`Solver::argv`]: where the path of the instance goes.
pub const FILE_PLACEHOLDER: &str = "{file}";

/// In an element of [`Solver::random_seed`]: where the number goes.
pub const SEED_PLACEHOLDER: &str = "{seed}";

/// One row of the matrix: a solver, or a variant of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// `z3`, or `z3/dom-simplify` for a variant.
    pub name: String,
    /// Program and arguments, with [`FILE_PLACEHOLDER`] in exactly one element if the input is a file and in none
    /// otherwise. Empty for the built-in solver. A program with a path separator is an absolute path.
    pub argv: Vec<String>,
    /// The same as `solvers.yaml` has it, element for element: what is kept with a failure, so that no path of this
    /// machine is.
    pub written: Vec<String>,
    /// The folder in whose `bin` the file has programs looked for: where one that is installed is found.
    pub installed_in: Option<PathBuf>,
    /// Where in `argv` the arguments of drawn options go.
    pub args_at: usize,
    /// How the instance is handed over.
    pub input: Input,
    /// Arguments that set the solver's random seed, with [`SEED_PLACEHOLDER`] in at least one; empty where none are
    /// known. They go to where the arguments of drawn options go.
    pub random_seed: Vec<String>,
    /// Other versions, oldest first.
    pub versions: Vec<Version>,
    /// Program and arguments that print the version.
    pub version_argv: Option<Vec<String>>,
    /// The logics the solver supports.
    pub logics: Logics,
    /// The operators it reads; see [`Solver::reads`].
    pub operators: Operators,
    /// The operators that it makes total: whose values it fixes where SMT-LIB leaves them open, so that another choice is a
    /// contradiction to it.
    pub total_operators: TotalOperators,
    /// Wall-clock limit of one instance.
    pub timeout: Duration,
    /// Limit on processor time of one instance in seconds; none for no limit. Sessions have none.
    pub cpu: Option<u64>,
    /// Memory limit in bytes; none for no limit.
    pub memory: Option<u64>,
    /// The most instances of a case, where the profile asks the solver less than others.
    pub instances: Option<NonZeroU32>,
    /// What a missing executable means.
    pub missing: Missing,
    /// What the scripts for it look like.
    pub form: Form,
    /// How it is kept alive from one instance to the next; none runs one process for each.
    pub session: Option<Session>,
    /// The classes of verdicts that turn a test red.
    pub fail_on: BTreeSet<Class>,
    /// Whether this is the solver inside smt-storm's own executable.
    pub built_in: bool,
}

impl Solver {
    /// How many instances its case has, where others have so many.
    pub fn instances_of(&self, others: u32) -> u32 {
        self.instances.map_or(others, |most| others.min(most.get()))
    }

    /// Of the name of a row, that of its solver: `z3` of `z3/dom-simplify`.
    pub fn base_of(name: &str) -> &str {
        name.split_once('/').map_or(name, |(solver, _)| solver)
    }

    /// The names that it is chosen by: its own and that of its solver.
    pub(super) fn names(&self) -> [&str; 2] {
        [&self.name, Solver::base_of(&self.name)]
    }

    /// Whether it is a solver itself, not a variant of one.
    pub fn is_base(&self) -> bool {
        Solver::base_of(&self.name) == self.name
    }

    /// The command line with further arguments.
    pub fn argv_with(&self, args: &[&str]) -> Vec<String> {
        inserted(&self.argv, self.args_at, args)
    }

    /// The command line as it is written, with further arguments as they are written.
    pub fn written_with(&self, args: &[&str]) -> Vec<String> {
        inserted(&self.written, self.args_at, args)
    }

    /// The tier of a group of its options.
    pub fn tier_of(&self, group: &str) -> Option<Tier> {
        self.form.options.iter().find(|known| known.name == group).map(|known| known.tier)
    }

    /// Whether its scripts may have an operator, by the name by which they call it, without indices; each spelling is a
    /// name of its own.
    pub fn reads(&self, operator: &str) -> bool {
        self.operators.contains(operator)
    }

    /// Whether its scripts may have an operator by one of its names.
    pub(crate) fn reads_any_name_of(&self, operator: &Operator) -> bool {
        operator.names().any(|name| self.reads(name))
    }

    /// Whether this turns a test red; `unknown` does so only where the logic is `decidable`.
    pub fn fails_on(&self, class: Class, decidable: bool) -> bool {
        self.fail_on.contains(&class) && (decidable || class != Class::Unknown)
    }
}

fn inserted(argv: &[String], at: usize, args: &[&str]) -> Vec<String> {
    let mut argv = argv.to_vec();
    argv.splice(at..at, args.iter().map(|&text| text.to_owned()));
    argv
}

/// Another version of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// What it is called.
    pub name: String,
    /// What stands in place of the first element of [`Solver::argv`]; at least the program.
    pub program: Vec<String>,
}

/// What the scripts for a solver look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// One check or many.
    pub mode: Mode,
    /// The command that is written for each check, `(check-sat)` or such as `(check-sat-using dom-simplify)`.
    pub check_sat: String,
    /// Whether incremental instances use `reset-assertions`.
    pub reset_assertions: bool,
    /// Whether incremental instances use `check-sat-assuming`.
    pub check_sat_assuming: bool,
    /// How incremental instances are laid out.
    pub layouts: Layouts,
    /// What stands for the seed's logic, where layouts are drawn; at least one.
    pub set_logic: Vec<SetLogic>,
    /// Whether each check is followed by `get-model`, and the model is checked.
    pub models: bool,
    /// Options of which one alternative each is drawn.
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
            options: Vec::new(),
        }
    }
}

impl Form {
    /// The command that asks a row of this form what a command of another row's script asks.
    pub fn check_in_place_of(&self, line: &str) -> String {
        // Assumptions are the question itself.
        if line.starts_with("(check-sat-assuming") { line.to_owned() } else { self.check_sat.clone() }
    }

    /// An argument as it is run, given one of an option as `solvers.yaml` has it; any other stays as it is.
    pub fn resolved<'a>(&'a self, written: &'a str) -> &'a str {
        let all = self.options.iter().flat_map(|group| &group.alternatives);
        let mut pairs = all.flat_map(|one| one.written.iter().zip(&one.args));
        pairs.find(|(text, _)| *text == written).map_or(written, |(_, argument)| argument)
    }
}

/// How often an instance asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Once, at the end.
    #[default]
    OneShot,
    /// Many times, with levels that are opened and closed.
    Incremental,
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

/// The logic that an instance is said to be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SetLogic {
    /// The seed's.
    #[serde(rename = "seed")]
    Seed,
    /// `ALL`.
    #[serde(rename = "ALL")]
    All,
    /// There is no `set-logic`.
    #[serde(rename = "none")]
    None,
}

impl SetLogic {
    /// Its word in `solvers.yaml`.
    pub fn word(self) -> &'static str {
        match self {
            SetLogic::Seed => "seed",
            SetLogic::All => "ALL",
            SetLogic::None => "none",
        }
    }

    /// What `set-logic` names, of the logic of the seed; none where there is no such command.
    pub fn named(self, of_seed: Option<&str>) -> Option<&str> {
        match self {
            SetLogic::Seed => of_seed,
            SetLogic::All => Some("ALL"),
            SetLogic::None => None,
        }
    }
}

/// What incremental instances use besides `push` and `pop`.
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
    /// Program and arguments; it reads commands from standard input and answers at once.
    pub argv: Vec<String>,
    /// The same as `solvers.yaml` has it, element for element.
    pub written: Vec<String>,
    /// Where in `argv` the arguments of drawn options go.
    pub args_at: usize,
    /// Instances after which it is started anew; at least 1.
    pub restart: u32,
    /// Whether a crash that only a session shows is not reported.
    pub restart_on_crash: bool,
}

impl Session {
    /// The command line with further arguments.
    pub fn argv_with(&self, args: &[&str]) -> Vec<String> {
        inserted(&self.argv, self.args_at, args)
    }

    /// The command line as it is written, with further arguments as they are written.
    pub fn written_with(&self, args: &[&str]) -> Vec<String> {
        inserted(&self.written, self.args_at, args)
    }
}

/// Mutually exclusive alternatives of which one is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionGroup {
    /// What it is about.
    pub name: String,
    /// Who uses such options.
    pub tier: Tier,
    /// Whether it is drawn for each instance anew, not once for a case.
    pub per_instance: bool,
    /// What there is to choose from; at least one.
    pub alternatives: Vec<Alternative>,
}

/// One choice of an option group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// Further arguments.
    pub args: Vec<String>,
    /// The same as `solvers.yaml` has them, one for one.
    pub written: Vec<String>,
    /// Options as `set-option` takes them, `:produce-models true`.
    pub set_options: Vec<String>,
}

/// How far from the beaten path options are: maintainers weigh a bug by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// What runs when nobody says anything.
    Default,
    /// What users set.
    #[default]
    Common,
    /// What only the solver's developers set.
    Expert,
}

impl Tier {
    /// It in a word.
    pub fn word(self) -> &'static str {
        match self {
            Tier::Default => "default",
            Tier::Common => "common",
            Tier::Expert => "expert",
        }
    }
}

impl std::fmt::Display for Tier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
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
