//! `storm check` on what solvers print for whole scripts.

use std::fs;
use std::process::{Command, Stdio};

use crate::project::Ran;

crate::tests!(check:
    what_stands_around_a_model_does_not_matter,
    the_model_of_the_last_check_counts,
    what_cannot_be_counted_is_refused,
    a_value_that_is_none_is_no_matter_of_doubt,
);

/// Runs `storm check` on a script and what was printed for it.
pub fn check(script: &str, printed: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let [file, model] = ["script.smt2", "model.txt"].map(|name| folder.path().join(name));
    fs::write(&file, script).unwrap();
    fs::write(&model, printed).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_storm"));
    command.arg("check").arg(&file).arg("--model").arg(&model);
    Ran::of(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
}

const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-const width Int)\n(assert (> width 8))\n(check-sat)\n\
    (echo \"now for values\")\n(get-value (width))\n(get-model)\n";

fn what_stands_around_a_model_does_not_matter() {
    let around = |value: u32| {
        format!(
            "sat\nnow for values\n((width {value}))\n((define-fun width () Int {value}))\n(objectives (width 8))\n"
        )
    };
    let right = check(SCRIPT, &around(9));
    assert_eq!(right.code, Some(0), "{right:#?}");
    let wrong = check(SCRIPT, &around(8));
    assert_eq!(wrong.code, Some(1), "{wrong:#?}");
    assert!(wrong.stdout.contains(":3:9: assertion 1 is false"), "{wrong:#?}");
}

fn the_model_of_the_last_check_counts() {
    let script = format!("{SCRIPT}(assert (< width 11))\n(check-sat)\n(get-model)\n");
    let printed = |last: u32| {
        format!(
            "sat\nnow for values\n((width 20))\n(= width 20)\nsat\n(= width {last})\n(error \"line 11: exit 3\")\n"
        )
    };
    let right = check(&script, &printed(10));
    assert_eq!(right.code, Some(0), "{right:#?}");
    assert_eq!(check(&script, &printed(11)).code, Some(1));
}

fn what_cannot_be_counted_is_refused() {
    let script = format!("{SCRIPT}(push 1)\n(check-sat)\n(get-model)\n");
    let cut_short =
        check(&script, "sat\nnow for values\n((width 9))\n(= width 9)\n(error \"push: not incremental\")\n");
    assert_eq!(cut_short.code, Some(2), "{cut_short:#?}");
    let expected = "model.txt: the output has 1 answer, and the script 2 check-sats, so it is unclear which model belongs \
        to check-sat 2; remove the others; the output also says (error \"push: not incremental\")";
    assert!(cut_short.stderr.contains(expected), "{cut_short:#?}");
}

fn a_value_that_is_none_is_no_matter_of_doubt() {
    let script =
        "(set-logic QF_BV)\n(declare-const mask (_ BitVec 8))\n(assert (bvult mask #x05))\n(check-sat)\n";
    for (value, why) in [
        ("#x-1", "`#x-1` is no literal of SMT-LIB"),
        ("#x0g", "`#x0g` is no literal of SMT-LIB"),
        ("#x003", "`#x003` has 12 bits, not 8"),
        ("3", "`3` is no value of sort (_ BitVec 8)"),
        ("other", "`other` is declared nowhere"),
    ] {
        let ran = check(script, &format!("sat\n((define-fun mask () (_ BitVec 8) {value}))\n"));
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.stderr.contains(&format!("the value of `mask` is malformed: {why}")), "{ran:#?}");
    }
}
