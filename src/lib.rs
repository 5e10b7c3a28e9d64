//! smt-storm finds wrong `unsat` answers of SMT solvers.
//!
//! It takes real SMT-LIB files (*seeds*), fixes one assignment of values to their symbols (the
//! *witness*), evaluates their Boolean sub-formulas under it, recombines them at random, and asserts
//! each in the polarity that is true. Every such *instance* is satisfiable by construction, so one
//! solver alone can be judged: `unsat` is a bug. The method is STORM's (Mansur, Christakis, Wüstholz,
//! Zhang: "Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing", ESEC/FSE 2020).
//!
//! Data flows one way through rooms. Each owns one noun and may use only rooms above it (`tests/rooms` has the
//! table), and they are best read in this order:
//!
//! ```text
//! solvers.yaml --matrix--> cases            seed --smtlib--> commands, terms --theory--> what symbols mean
//! terms --witness--> values of symbols      values, terms --generate--> pools --> instances
//! instance --solver--> verdict              wrong verdict --reduce--> smallest script, what it hangs on
//! smallest script --bugs--> bucket, snapshot     case --suite--> outcome --report--> lines, a page
//! ```
//!
//! [`find_bug`] walks along it in one function. [`digest`] and [`rng`] are used everywhere, [`process`] by all who run
//! programs. The doors: [`cli`] is the command line, [`harness`] a test target of three lines, [`worker`] what this program
//! does when it starts itself. Only these print, but for an error that ends the program.

#![warn(missing_docs)]
// What is for this crate alone says so.
#![warn(unreachable_pub)]
// The pages are made for those who work here, private items included.
#![allow(rustdoc::private_intra_doc_links)]

// The command line is written against the public interface, like any other program.
extern crate self as smt_storm;

pub mod bugs;
pub mod cli;
pub mod digest;
pub mod generate;
pub mod harness;
pub mod matrix;
pub mod process;
pub mod reduce;
pub mod report;
pub mod rng;
pub mod smtlib;
pub mod solver;
pub mod suite;
pub mod theory;
pub mod witness;
pub mod worker;

use generate::seed::SeedError;
use generate::seed_pools::SeedPools;
use matrix::case::Case;
use matrix::{Class, Config};
use process::RunError;
use process::workspace::Workspace;
use reduce::minimise::{Budget, Minimised, Origin, Tools, Unfit, minimise};
use reduce::reproduce::reproduces;
use solver::models::ModelRow;
use solver::runner::Runner;

/// Runs one case: the smallest script that is found for the first wrong `unsat` of its solver, if there is one.
///
/// The picture as code. [`suite`] does more: sessions, failures of other classes and several of one case, and it looks up
/// what is known of a bug and keeps it.
///
/// ```no_run
/// use smt_storm::{find_bug, matrix, process::workspace::Workspace, worker};
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     if worker::dispatch().is_some() {
///         return Ok(()); // Z3 works in processes of this program.
///     }
///     let config = matrix::Config::load("solvers.yaml".as_ref(), None)?;
///     let workspace = Workspace::open(&config.root.join("target/storm"))?;
///     for case in matrix::cases(&config)? {
///         if let Some(bug) = find_bug(&case, &config, &workspace)? {
///             println!("{}:\n{}{}", case.name, bug.instance.text, bug.definitions);
///         }
///     }
///     Ok(())
/// }
/// ```
///
/// # Errors
/// A seed that cannot be used, a solver that cannot be started, or one that does not fail again.
pub fn find_bug(case: &Case, config: &Config, workspace: &Workspace) -> Result<Option<Minimised>, NoVerdict> {
    let evaluator = ModelRow::evaluator(config, workspace.temporary());
    let (seed, rng_seed) = (&case.seed_path, case.name.rng_seed);
    let bounds = config.bounds.for_row_alone(&case.solver);
    let pools = SeedPools::build(seed, rng_seed, &bounds, &config.witness, &evaluator)?;
    let mut generator = pools.generator(&case.solver.form);
    let runner = Runner::new(&case.solver, workspace);
    for number in 0..pools.instances() {
        let instance = generator.instance(number);
        let judged = runner.judge_alone(&instance)?;
        if judged.verdict.class == Class::WrongUnsat {
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
            return Ok(Some(minimise(&origin, check, grade, &evaluator, tools)?));
        }
    }
    Ok(None)
}

/// Why [`find_bug`] cannot say whether there is a bug.
#[derive(Debug, thiserror::Error)]
pub enum NoVerdict {
    /// The seed yields nothing.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// The solver cannot be started.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The solver was wrong once, but not again.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}
