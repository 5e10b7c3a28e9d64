//! smt-storm finds wrong `unsat` answers of SMT solvers.
//!
//! It takes real SMT-LIB files (*seeds*), fixes one assignment of values to their symbols (the
//! *witness*), evaluates their Boolean sub-formulas under it, recombines them at random, and asserts
//! each in the polarity that is true. Every such *instance* is satisfiable by construction, so one
//! solver alone can be judged: `unsat` is a bug. The method is STORM's (Mansur, Christakis, Wüstholz,
//! Zhang: "Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing", ESEC/FSE 2020).
//!
//! Data flows one way through rooms. Each owns one noun and may use only rooms above it (`tests/rooms.rs` has the
//! table), and they are best read in this order:
//!
//! ```text
//! solvers.yaml --matrix--> cases            seed --smtlib--> commands, terms --theory--> what symbols mean
//! terms --witness--> values of symbols      values, terms --generate--> pools --> instances
//! instance --solver--> verdict              wrong verdict --reduce--> smallest script, what it hangs on
//! smallest script --bugs--> bucket, snapshot     case --suite--> outcome --report--> lines, a page
//! ```
//!
//! [`digest`] and [`rng`] are used everywhere, [`process`] by all who run programs. The doors: [`cli`] is the command line,
//! [`harness`] a test target of three lines, [`worker`] what this program does when it starts itself. Only these print.

#![warn(missing_docs)]

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
