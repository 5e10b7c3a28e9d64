//! What `storm solvers install` makes of Python modules: executables that are asked script after script, forget everything
//! at `(reset)`, and end at `(exit)` or an error.

use std::time::Duration;

use libtest_mimic::Trial;
use smt_storm::process::{Exit, RawRun};
use smt_storm::solver::session::Session;

use super::matrix::{missing, solver, test};

const MODULES: [&str; 3] = ["cvc5", "bitwuzla", "boolector-3.2.4"];
const LIMIT: Duration = Duration::from_secs(30);

pub fn tests() -> Vec<Trial> {
    let of = |module: &'static str, what: &str, body: fn(&str)| {
        test(&format!("{module}::{what}"), missing(&[module], &[]), move || body(module))
    };
    let of_each = MODULES.into_iter().flat_map(|module| {
        [
            of(module, "a_module_forgets_what_was_before_a_reset", forgets),
            of(module, "a_module_ends_at_exit_and_at_an_error", ends),
        ]
    });
    of_each.collect()
}

fn session(module: &str) -> Session {
    let argv = [solver(module).unwrap().display().to_string()];
    Session::start(&argv, None, &std::env::temp_dir()).unwrap()
}

/// The answer to a constant of a width in bits, of which something is asserted.
fn ask(session: &mut Session, width: u32, assertion: &str) -> RawRun {
    let script =
        format!("(set-logic QF_BV)(declare-const a (_ BitVec {width}))(assert {assertion})(check-sat)\n");
    session.ask(&script, LIMIT)
}

fn text(run: &RawRun) -> String {
    String::from_utf8_lossy(&run.stdout).trim().to_owned()
}

fn forgets(module: &str) {
    let mut session = session(module);
    for round in 0..3 {
        // The same name with another sort, and no contradiction that is left from before.
        for (width, assertion, expected) in
            [(8, "(distinct a a)", "unsat"), (9, "(= a (bvnot #b011001100))", "sat")]
        {
            let run = ask(&mut session, width, assertion);
            assert_eq!(text(&run), expected, "{module}, round {round}: {run:?}");
            assert!(session.is_alive(), "{module}, round {round}: {run:?}");
        }
    }
}

fn ends(module: &str) {
    let mut one = session(module);
    let run = one.ask("(set-logic QF_BV)(assert false)(check-sat)(exit)(check-sat)\n", LIMIT);
    assert_eq!((text(&run).as_str(), run.exit), ("unsat", Exit::Code(0)), "{module}");
    let mut other = session(module);
    let run = ask(&mut other, 8, "(= a nosuch)");
    assert!(text(&run).starts_with("(error "), "{module}: {run:?}");
    assert_eq!(run.exit, Exit::Code(1), "{module}: {run:?}");
}
