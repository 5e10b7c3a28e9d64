//! smt-storm finds wrong answers of SMT solvers, `unsat` above all.
//!
//! It takes real SMT-LIB files (*seeds*), fixes one assignment to their symbols (the *witness*), evaluates their
//! Boolean sub-formulas under it, recombines them at random, and asserts each in the polarity that is true. Every such
//! *instance* is satisfiable by construction, so a single solver can be judged: `unsat` is a bug. The method is that of
//! STORM (Mansur, Christakis, Wüstholz, Zhang: "Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational
//! Fuzzing", ESEC/FSE 2020). Beside it, smt-storm judges whatever else a solver says of such formulas, and of formulas
//! over symbols with few values, whose right answers it knows by trying all values.
//!
//! # Using it
//!
//! | to | use |
//! | --- | --- |
//! | run the matrix of a `solvers.yaml` as a test target | [`harness::main`] |
//! | run the command line | [`cli::main`] |
//! | find a bug with one test case | [`Config::load`], [`cases`], [`find_bug`] |
//! | judge a solver's answer to a satisfiable script | [`Instance::read`], [`Runner`] |
//! | check a model that a solver printed | [`check_model`] |
//! | read the results of earlier runs | [`Results::read`], [`Report::summarise`] |
//!
//! A program that searches for models with the linked Z3 starts itself as a child process, so its `main` calls
//! [`worker::dispatch`] first. [`harness::main`] and [`cli::main`] do that themselves.
//!
//! # Judging a solver
//!
//! ```no_run
//! use smt_storm::{Class, Config, Instance, Runner, Workspace};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let config = Config::load("solvers.yaml".as_ref(), None)?;
//! let workspace = Workspace::open(&config.root.join("target/storm"))?;
//! // The script must be satisfiable.
//! let instance = Instance::read("(declare-const x Int)\n(assert (> (* x x) 3))\n(check-sat)\n")?;
//! let judged = Runner::new(config.row("z3")?, &workspace).judge_alone(&instance)?;
//! assert_ne!(judged.verdict.class, Class::WrongUnsat);
//! # Ok(())
//! # }
//! ```
//!
//! # Checking a model
//!
//! ```
//! use smt_storm::{Evaluator, check_model};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let script = "(declare-const x Int)\n(assert (> (* x x) 3))\n(assert (< x 2))\n(check-sat)\n";
//! let printed = "sat\n(\n(define-fun x () Int 2)\n)\n";
//! // The evaluator needs no solver. `None` stands for the last check-sat.
//! let assertions = check_model(script, None, printed, &Evaluator::alone())?;
//! let truths: Vec<Option<bool>> = assertions.iter().map(|assertion| assertion.truth).collect();
//! assert_eq!(truths, [Some(true), Some(false)]);
//! # Ok(())
//! # }
//! ```
//!
//! # Reading results
//!
//! ```no_run
//! use smt_storm::{Choice, Report, Results};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let results = Results::read(&["target/storm/results".into()])?;
//! let report = Report::summarise(&results, &Choice::Last, None, None)?;
//! println!("{}", report.headline.text);
//! for (name, case) in &report.run.cases {
//!     println!("{name}: {} instances", case.instances);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Reading the code
//!
//! The pages of the crate show the items in the table above. Everything else is public for the benchmarks and tests of
//! this repository, and changes without notice; `RUSTDOCFLAGS="--cfg whole" cargo doc --document-private-items` shows
//! all of it.
//!
//! Data flows one way through *rooms*. Each room owns one noun and may use only rooms above it; `tests/rooms` has the
//! table and enforces it. Read them in this order:
//!
//! ```text
//! solvers.yaml --matrix--> cases            seed --smtlib--> commands, terms --theory--> meanings of symbols
//! terms --witness--> values of symbols      values, terms --generate--> pools --> instances
//! instance --solver--> verdict              wrong verdict --reduce--> smallest script, what the failure needs
//! smallest script --bugs--> bucket, snapshot     case --suite--> outcome --report--> lines, a page
//! ```
//!
//! [`find_bug`] goes all the way in one function. All rooms use `digest` and `rng`, and all rooms that run programs use
//! `process`. There are three entry points: [`cli`] is the command line, [`harness`] is a test target in three lines,
//! and [`worker`] is the program as its own child process. Only `cli`, `suite` and `worker` print, except for an error
//! that ends a process.

#![warn(missing_docs)]
// Items for this crate alone are `pub(crate)` or more private.
#![warn(unreachable_pub)]
// Maintainers read the pages that include private items.
#![allow(rustdoc::private_intra_doc_links)]

// The command line refers to the library by the name that other programs use.
extern crate self as smt_storm;

/// Defines an enum whose variants have names: `ALL` has them in this order, `word` and `Display` tell their names.
macro_rules! words {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $of:ident { $($(#[$of_variant:meta])* $variant:ident = $word:literal,)+ }
    ) => {
        $(#[$attribute])*
        $visibility enum $of {
            $($(#[$of_variant])* $variant,)+
        }

        #[allow(dead_code)]
        impl $of {
            /// All of them, in the order in which they are defined.
            pub const ALL: [$of; [$($word),+].len()] = [$($of::$variant),+];

            /// Returns its name.
            pub fn word(self) -> &'static str {
                match self {
                    $($of::$variant => $word,)+
                }
            }
        }

        impl std::fmt::Display for $of {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

pub mod cli;
pub mod harness;
pub mod worker;

// Hidden only in the pages, because the lint for missing documentation skips items that are always hidden.
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod bugs;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod digest;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod generate;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod matrix;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod process;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod reduce;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod report;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod rng;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod smtlib;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod solver;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod suite;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod theory;
#[cfg_attr(all(doc, not(whole)), doc(hidden))]
pub mod witness;

pub use matrix::case::{Case, CaseName};
pub use matrix::{Class, Config, ConfigError, MatrixError, Solver, cases};
pub use process::RunError;
pub use process::workspace::{Workspace, WriteError};
pub use reduce::minimise::Minimised;
pub use report::Report;
pub use report::gather::{Choice, Results};
pub use smtlib::ReadError;
pub use smtlib::instance::Instance;
pub use solver::model_check::{Checked, ModelError, check_each as check_model};
pub use solver::runner::{Judged, Runner};
pub use solver::verdict::Verdict;
pub use witness::Evaluator;

use generate::seed::SeedError;
use generate::seed_pools::SeedPools;
use reduce::minimise::{Budget, Origin, Tools, Unfit, minimise, minimise_without_witness};
use reduce::reproduce::reproduces;
use smtlib::instance::Expected;
use solver::models::ModelRow;
use witness::exhaustive;

/// Runs one test case, and returns the smallest script for the first wrong `unsat` of its solver, if there is one.
///
/// This is the data flow above as code. `storm test` does more: it runs sessions, handles failures of other classes and
/// several failures of one case, recognises known bugs, and stores its findings.
///
/// ```no_run
/// use smt_storm::{Config, Workspace, cases, find_bug, worker};
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     if worker::dispatch().is_some() {
///         return Ok(()); // Z3 works in child processes of this program.
///     }
///     let config = Config::load("solvers.yaml".as_ref(), None)?;
///     let workspace = Workspace::open(&config.root.join("target/storm"))?;
///     for case in cases(&config)? {
///         if let Some(bug) = find_bug(&case, &config, &workspace)? {
///             println!("{}:\n{}{}", case.name, bug.instance.text, bug.definitions);
///         }
///     }
///     Ok(())
/// }
/// ```
///
/// # Errors
/// The seed cannot be used, the solver cannot be started, or its failure does not show again.
pub fn find_bug(case: &Case, config: &Config, workspace: &Workspace) -> Result<Option<Minimised>, NoVerdict> {
    let evaluator = ModelRow::evaluator(config, workspace.temporary());
    let (seed, rng_seed) = (&case.seed_path, case.name.rng_seed);
    let bounds = config.bounds.for_row_alone(&case.solver);
    let pools = SeedPools::build(seed, rng_seed, &bounds, &config.witness, &evaluator)?;
    let mut generator = pools.generator(&case.solver.form);
    let runner = Runner::new(&case.solver, workspace);
    for number in 0..pools.instances() {
        let mut instance = generator.instance(number);
        let judged = runner.judge_alone(&instance)?;
        if judged.verdict.class == Class::WrongUnsat {
            if !pools.are_exhausted() {
                instance.leave_others_open(|_, expected| expected == Expected::Sat);
            }
            let failure = reproduces(&case.solver, &judged.verdict, judged.run.time, workspace);
            let tools = Tools {
                fails: &|smaller| failure.shows_on(smaller),
                jobs: 1,
                budget: Budget::default(),
                keep: &mut |_| (),
                at_minimum: &mut |_| false,
                recheck: &|| failure.recheck(),
            };
            let witnesses = std::slice::from_ref(&pools.initial.witness);
            let origin = Origin { instance: &instance, witnesses };
            let (check, grade) = (judged.verdict.check, pools.initial.grade);
            return Ok(Some(match pools.are_exhausted() {
                true => minimise_without_witness(
                    &instance,
                    check,
                    &|smaller| exhaustive::confirms(smaller),
                    tools,
                )?,
                false => minimise(&origin, check, grade, &evaluator, tools)?,
            }));
        }
    }
    Ok(None)
}

/// The reason why [`find_bug`] cannot say whether there is a bug.
#[derive(Debug, thiserror::Error)]
pub enum NoVerdict {
    /// The seed cannot be used.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// The solver cannot be started.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The solver was wrong once, but not when it ran again.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}
