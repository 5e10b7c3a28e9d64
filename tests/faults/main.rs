//! Solvers that misbehave, and what becomes of them: the verdict of each run, the test that turns red or is ignored,
//! and what is left on disk and in the process table.
//!
//! One executable with three roles. Called as `play FAULT …`, it is the solver that misbehaves, and as
//! `play session …` one that is kept alive. With [`project::HARNESS`] in its environment, it is the test program of a
//! user's own crate, for the matrix in that folder. Otherwise it runs the tests, which start it in the other two roles.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "these are tests")]

mod absent;
mod answers;
mod arguments;
mod base;
mod beside;
mod bisect;
mod change;
mod check;
mod classes;
mod configuration;
mod dialects;
mod explaining;
mod failures;
mod finite;
mod forms;
mod hunt;
mod json;
mod kept;
mod known;
mod learning;
mod levels;
mod library;
mod life;
mod limits;
mod live;
mod marks;
mod minimising;
mod models;
mod narrowing;
mod open;
mod opinions;
mod options;
mod outage;
mod player;
mod printing;
mod process;
mod project;
mod replay;
mod reports;
mod results;
mod review;
mod scopes;
mod seeds;
mod selection;
mod session_cases;
mod session_faults;
mod session_player;
mod session_stage;
mod sessions;
mod signals;
mod snapshots;
mod stage;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod terminals;
mod told;
mod untested;
mod whole_run;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    // First, as in every program that has the harness: it starts itself to write snapshots.
    if let Ok(folder) = std::env::var(project::HARNESS)
        && std::env::args_os().nth(1).is_none_or(|first| first != "play")
    {
        return smt_storm::harness::with(&folder, "Library 1.0", |script, out| {
            library::answer(Path::new(&folder), script, out)
        });
    }
    if let Some(code) = smt_storm::worker::dispatch() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "play") {
        return player::play(&arguments[1..]);
    }
    let tests: Vec<Trial> = [
        answers::tests(),
        kept::tests(),
        limits::tests(),
        scopes::tests(),
        session_faults::tests(),
        sessions::tests(),
        session_cases::tests(),
        failures::tests(),
        snapshots::tests(),
        hunt::tests(),
        life::tests(),
        review::tests(),
        base::tests(),
        change::tests(),
        beside::tests(),
        forms::tests(),
        bisect::tests(),
        check::tests(),
        replay::tests(),
        told::tests(),
        live::tests(),
        #[cfg(target_os = "linux")]
        terminals::tests(),
        minimising::tests(),
        models::tests(),
        known::tests(),
        classes::tests(),
        open::tests(),
        finite::tests(),
        dialects::tests(),
        opinions::tests(),
        options::tests(),
        narrowing::tests(),
        json::tests(),
        explaining::tests(),
        learning::tests(),
        reports::tests(),
        levels::tests(),
        library::tests(),
        outage::tests(),
        absent::tests(),
        untested::tests(),
        selection::tests(),
        seeds::tests(),
        arguments::tests(),
        configuration::tests(),
        signals::tests(),
        results::tests(),
        whole_run::tests(),
        printing::tests(),
    ]
    .into_iter()
    .flatten()
    .collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Functions as tests, each called by its file and its own name. What comes after `ignored` is run with `--ignored`.
#[macro_export]
macro_rules! tests {
    ($file:ident: $($function:ident),+ $(,)?) => {
        /// The tests of this file.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            let test = |name: &str, function: fn()| {
                libtest_mimic::Trial::test(format!("{}::{name}", stringify!($file)), move || {
                    function();
                    Ok(())
                })
            };
            vec![$(test(stringify!($function), $function)),+]
        }
    };
}
