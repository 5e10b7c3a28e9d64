//! smt-storm finds wrong `unsat` answers of SMT solvers.
//!
//! It takes real SMT-LIB files (*seeds*), fixes one assignment of values to their symbols (the
//! *witness*), evaluates their Boolean sub-formulas under it, recombines them at random, and asserts
//! each in the polarity that is true. Every such *instance* is satisfiable by construction, so one
//! solver alone can be judged: `unsat` is a bug. The method is STORM's (Mansur, Christakis, Wüstholz,
//! Zhang: "Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing", ESEC/FSE 2020).
//!
//! Data flows one way; each arrow is one function, and the modules are best read in this order:
//!
//! ```text
//! solvers.yaml → Config → cases                                  config, case, matrix
//! seed text → Script → terms                                     smtlib, seed
//! Script → Z3 → Witness → valuation → initial pool     phase 1   evaluation, witness, z3, valuation,
//!                                                                underspecified, fragment
//! initial pool → construction pool                     phase 2   pool, graph, rng
//! pools → Instance                                     phase 3   instance, generator, incremental
//! Instance → process or session → RawRun → Answers → Verdict     runner, process, session, sessions,
//!                                                                pipes, answer, verdict
//! Verdicts of a case → outcome, a line of JSON                   run_case, tally, results
//! lines of JSON → Report → Markdown, a page                      results, report
//! failing Instance → minimised → narrowed → bucket → snapshot    finding, given, minimise, again, certifier, ddmin,
//!                                                                values, session_bug, narrow, bucket, snapshot,
//!                                                                hits, failure
//! accepted snapshots → cases of their own → outcome              regression
//! snapshot → Evidence → answers of others, test, report          evidence, verify, verified, export, issue
//! model after `sat` → Witness → valuation → Check                model_check, witness, evaluation
//! ```
//!
//! [`inspect`] says what a seed yields, [`doctor`] what a solver can do ([`probe`] has its scripts),
//! [`prepared`] holds what the first two phases make of a seed, [`run_case`] walks a case along these
//! arrows and [`harness`] makes a test of each case. A test target of your own needs three lines, see
//! [`harness::main`]; [`init`] writes them. The library never prints, except for the programs it is asked
//! to be: [`harness`], [`cli`], which is the command line, and [`child`].

#![warn(missing_docs)]

// The command line is written against the public interface, like any other program.
extern crate self as smt_storm;

pub mod bugs;
pub mod cli;
pub mod digest;
pub mod exit;
pub mod failure;
mod finding;
pub mod generate;
pub mod harness;
pub mod hits;
pub mod init;
pub mod matrix;
pub mod process;
pub mod reduce;
pub mod regression;
pub mod report;
pub mod rng;
pub mod run_case;
pub mod smtlib;
pub mod solver;
pub mod tally;
pub mod theory;
mod variable;
pub mod witness;
pub mod worker;
