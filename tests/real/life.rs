//! The life of a bug with two real versions of Z3: one that has it, and one in which it is fixed.

use libtest_mimic::Trial;

use super::matrix::{Run, fse_seed, missing, solver, test};

const BAD: &str = "z3-4.8.7";
const GOOD: &str = "z3";
/// The case that finds the bug.
const CASE: &str = "z3/dom-simplify::UF::bug9/seed::1";

pub fn tests() -> Vec<Trial> {
    let missing = missing(&[BAD, GOOD], &["bug9"]);
    vec![
        test("bug9_is_found_known_fixed_and_back_again", missing.clone(), bug9_lives),
        test("bug9_is_red_against_the_newest_z3_and_not_against_4_8_7", missing, bug9_is_compared),
    ]
}

/// A matrix with one version as the row `z3` and its variant, on the first instances of bug 9's seed.
fn config(version: &str) -> String {
    let (executable, seed) = (solver(version).unwrap(), fse_seed("bug9").unwrap());
    format!(
        "version: 1\n\
         solvers:\n  z3:\n    argv: ['{executable}', '{{file}}']\n    version: ['{executable}', --version]\n\
         \x20   timeout: 10s\n    variants:\n      dom-simplify:\n        check_sat: (check-sat-using dom-simplify)\n\
         seeds: [{{glob: '{seed}', logic: UF}}]\n\
         profiles: {{few: {{A_max: 64, NC: auto, NM: 40, witness: {{paper: 1}}, solvers: ['z3/dom-simplify']}}}}\n",
        executable = executable.display(),
        seed = seed.display(),
    )
}

fn bug9_is_compared() {
    let base = |version: &str| solver(version).unwrap().display().to_string();
    let same = Run::of(&config(BAD), &["--against", &base(BAD)]);
    assert_eq!((same.code, same.count("ignored")), (Some(0), 1), "{}", same.stdout);
    let listed = format!("also in BASE (Z3 version 4.8.7 - 64 bit): wrong unsat, in 1 case: {CASE}\n");
    assert!(same.stdout.contains(&listed) && same.pending().is_empty(), "{}", same.stdout);
    let new = same.again(&config(BAD), &["--against", &base(GOOD)]);
    assert_eq!((new.code, new.count("failed"), new.pending().len()), (Some(101), 1, 1), "{}", new.stdout);
}

fn bug9_lives() {
    let (bad, good) = (config(BAD), config(GOOD));
    let ended = |run: &Run, code: i32, counts: [u32; 3]| {
        let found = ["passed", "failed", "ignored"].map(|word| run.count(word));
        assert_eq!((run.code, found), (Some(code), counts), "{}", run.stdout);
    };
    let run = Run::of(&bad, &[]);
    ended(&run, 101, [0, 1, 0]);
    let pending = run.pending();
    assert_eq!(pending.len(), 1, "{}", run.stdout);
    let name = pending[0].file_name().unwrap().to_string_lossy().replace(".snap.new", "");
    assert!(name.starts_with("z3__wrong-unsat__"), "{name}");
    run.accept();
    // Known: in the case, and in its own.
    let known = run.again(&bad, &[]);
    ended(&known, 0, [0, 0, 2]);
    assert!(known.stdout.contains(&format!("ignored (known bug {name}")), "{}", known.stdout);
    assert!(known.pending().is_empty());
    // Fixed: the case is green, and the bug's own says so until that is accepted.
    let case = format!("regression::{name}::z3/dom-simplify");
    let fixed = run.again(&good, &[]);
    ended(&fixed, 101, [1, 1, 0]);
    assert!(fixed.stdout.contains(&format!("---- {case} ----\nfixed\n")), "{}", fixed.stdout);
    run.accept();
    ended(&run.again(&good, &[]), 0, [2, 0, 0]);
    // Back again, where it is met and in its own case.
    let back = run.again(&bad, &[]);
    ended(&back, 101, [0, 2, 0]);
    assert!(back.stdout.contains(&format!("---- {case} ----\nregression\n")), "{}", back.stdout);
    assert!(back.stdout.contains(&format!("---- {CASE} ----\nregression: wrong unsat\n")), "{}", back.stdout);
}
