//! No current solver answers `unsat` to an instance made from the seeds of this repository.

use std::path::Path;

use libtest_mimic::Trial;

use super::matrix::{Run, missing, solver, test};

/// Executable, arguments before the file, and the logics it is run on.
const SOLVERS: [(&str, &str, &str); 3] = [
    ("z3-5.4.0", "", "all"),
    ("cvc5", "--strings-exp, ", "all"),
    ("yices-smt2", "", "[QF_*, '!*FP*', '!QF_S*', '!*DT*']"),
];

pub fn tests() -> Vec<Trial> {
    let one = |&(name, arguments, logics): &(&'static str, &'static str, &'static str)| {
        let title = format!("{}_never_answers_unsat", name.replace(['-', '.'], "_"));
        test(&title, missing(&[name], &[]), move || no_unsat(name, arguments, logics))
    };
    SOLVERS.iter().map(one).collect()
}

fn no_unsat(name: &str, arguments: &str, logics: &str) {
    let executable = solver(name).unwrap();
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/*/*.smt2");
    let config = format!(
        "version: 1\nsolvers:\n  it:\n    argv: ['{executable}', {arguments}'{{file}}']\n\
         \x20   logics: {logics}\n    timeout: 1s\nseeds: [{{glob: '{seeds}'}}]\n\
         profiles: {{two: {{rng: [1, 2], A_max: 32, NM: 6, max_timeouts: 1}}}}\n",
        executable = executable.display(),
        seeds = seeds.display(),
    );
    let run = Run::of(&config, &[]);
    assert_eq!((run.code, run.count("failed")), (Some(0), 0), "{}", run.stdout);
    assert!(run.count("passed") >= 40, "{}", run.stdout);
}
