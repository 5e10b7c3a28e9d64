//! The command that a red test names to see its failure again.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use crate::project::{Project, Ran};

/// The words of a command line, as a shell reads them.
pub fn words(command: &str) -> Vec<String> {
    let script = format!("printf '%s\\n' {command}");
    let ran = Ran::of(Command::new("/bin/sh").arg("-c").arg(script));
    ran.stdout.lines().map(str::to_owned).collect()
}

/// What a red test says reproduces it: the arguments of `storm`.
pub fn arguments(ran: &Ran) -> Vec<String> {
    let words = words(ran.line("reproduce"));
    let start = words.windows(2).position(|words| words == ["--", "storm"]).unwrap();
    words[start + 2..].to_vec()
}

/// Runs `storm` on a project.
pub fn storm(project: &Project, arguments: &[impl AsRef<OsStr>]) -> Ran {
    Ran::of(&mut command(project, arguments))
}

/// `storm` on a project, about to be run.
pub fn command(project: &Project, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_storm"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("STORM_CONFIG", project.path("solvers.yaml")).env("STORM_OUTPUT", project.path("output"));
    command
}

crate::tests!(replay:
    an_answer_is_judged_only_where_it_is_known_what_is_right,
    a_script_is_no_snapshot_because_of_a_part_of_its_name,
    values_beside_a_script_count_only_where_they_satisfy_it,
    a_row_that_checks_models_is_asked_for_one,
);

const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-const size Int)\n(assert (> size 3))\n";

/// What `storm replay` makes of a script whose solver prints this.
fn replayed(script: &str, printed: &str, more: &str, flags: &[&str]) -> Ran {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", &["say", printed, "0"], more));
    project.write("script.smt2", script);
    let file = project.path("script.smt2").display().to_string();
    let words = ["replay", &file, "--solver", "player"];
    storm(&project, &[&words, flags].concat())
}

fn an_answer_is_judged_only_where_it_is_known_what_is_right() {
    let plain = format!("{SCRIPT}(check-sat)\n");
    let status = |status: &str| format!("(set-info :status {status})\n{plain}");
    let certified =
        format!("{plain}; Expected: sat. Satisfied by this witness (given):\n; (define-fun size () Int 4)\n");
    let unknown = "verdict  unknown: neither a certificate nor a `:status` says which answer is right\n";
    let right = "verdict  right, as `:status` says\n";
    let wrong = "verdict  wrong unsat at check-sat 1\n";
    let wrong_sat = "verdict  wrong sat at check-sat 1\n";
    for (script, answer, code, told) in [
        (&plain, "unsat", 0, unknown),
        (&plain, "sat", 0, unknown),
        (&status("unknown"), "unsat", 0, unknown),
        (&status("sat"), "unsat", 1, wrong),
        (&status("sat"), "sat", 0, right),
        (&status("unsat"), "unsat", 0, right),
        (&status("unsat"), "sat", 1, wrong_sat),
        (&certified, "unsat", 1, wrong),
        (&certified, "sat", 0, "verdict  sat\n"),
        (&plain, "(error \"no\")", 3, "verdict  error (no)\n"),
        (&plain, "(error \"no push\")\nunsat", 3, "verdict  error (no push)\n"),
    ] {
        let ran = replayed(script, &format!("{answer}\n"), "", &[]);
        assert_eq!(ran.code, Some(code), "{answer} {ran:#?}");
        assert!(ran.stdout.ends_with(told), "{ran:#?}");
    }
    // What is said beside a right answer may be wrong.
    let cores = "(set-option :produce-unsat-cores true)\n(set-info :status unsat)\n(set-logic QF_LIA)\n\
        (declare-const size Int)\n(assert (! (> size 3) :named a))\n(assert (! (< size 3) :named b))\n\
        (check-sat)\n(get-unsat-core)\n";
    for (core, code, told) in [("(a b)", 0, right), ("(c)", 1, "verdict  invalid core at check-sat 1\n")] {
        let ran = replayed(cores, &format!("unsat\n{core}\n"), "", &[]);
        assert!(ran.code == Some(code) && ran.stdout.ends_with(told), "{core}: {ran:#?}");
    }
    // `:status` is about the next check-sat alone.
    let two = format!("{}(assert (< size 3))\n(check-sat)\n", status("sat"));
    let ran = replayed(&two, "sat\nunsat\n", "", &[]);
    assert!(
        ran.code == Some(0) && ran.stdout.contains("answers  sat, unsat\n") && ran.stdout.ends_with(unknown),
        "{ran:#?}"
    );
    // No version could be told good or bad.
    let bisected = replayed(&plain, "unsat\n", "", &["--bisect"]);
    assert!(
        bisected.code == Some(128) && bisected.stderr.contains("the right answer is not known"),
        "{bisected:#?}"
    );
}

fn a_script_is_no_snapshot_because_of_a_part_of_its_name() {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", &["say", "sat\n", "0"], ""));
    for name in ["a.snapped.smt2", "b.snapshot.smt2", "c.snap.smt2"] {
        project.write(name, format!("(set-info :status sat)\n{SCRIPT}(check-sat)\n"));
        let file = project.path(name).display().to_string();
        let ran = storm(&project, &["replay", &file, "--solver", "player"]);
        assert!(ran.code == Some(0) && ran.stdout.contains("verdict  right"), "{ran:#?}");
    }
}

fn values_beside_a_script_count_only_where_they_satisfy_it() {
    let plain = format!("{SCRIPT}(check-sat)\n");
    let refuted = format!("(set-info :status unsat)\n{SCRIPT}(assert (< size 3))\n(check-sat)\n");
    let two = format!("{plain}(set-info :status unsat)\n(assert (< size 3))\n(check-sat)\n");
    let unknown = "verdict  unknown: ";
    for (witness, script, answers, code, told) in [
        // It satisfies the script, as a list of definitions or as a certificate.
        ("(define-fun size () Int 4)\n", &plain, "unsat\n", 1, "verdict  wrong unsat at check-sat 1\n"),
        (
            "(define-fun size () Int 4)\n(assert (> size 3))\n(check-sat)\n",
            &plain,
            "sat\n",
            0,
            "verdict  sat\n",
        ),
        // It is that of another script.
        ("(define-fun size () Int 3)\n", &plain, "unsat\n", 0, unknown),
        ("(define-fun other () Int 4)\n", &plain, "unsat\n", 0, unknown),
        ("(define-fun size () Int 4)\n(define-fun b () Int 4)\n", &plain, "unsat\n", 0, unknown),
        ("(define-fun size", &plain, "unsat\n", 0, unknown),
        ("(define-fun size () Int 4)\n", &refuted, "unsat\n", 0, "verdict  right, as `:status` says\n"),
        // It satisfies one of two checks.
        ("(define-fun size () Int 4)\n", &two, "sat\nunsat\n", 0, "verdict  sat\n"),
        ("(define-fun size () Int 4)\n", &two, "unsat\nunsat\n", 1, "verdict  wrong unsat at check-sat 1\n"),
        ("(define-fun size () Int 4)\n", &two, "sat\nsat\n", 1, "verdict  wrong sat at check-sat 2\n"),
    ] {
        let project = Project::playing(&[]);
        project.write_rows(&project.row("player", &["say", answers, "0"], ""));
        project.write("script.smt2", script);
        project.write("witness.smt2", witness);
        let file = project.path("script.smt2").display().to_string();
        let ran = storm(&project, &["replay", &file, "--solver", "player"]);
        assert_eq!(ran.code, Some(code), "{witness} {script} {answers} {ran:#?}");
        assert!(ran.stdout.contains(told), "{witness} {script} {answers} {ran:#?}");
    }
}

fn a_row_that_checks_models_is_asked_for_one() {
    let script = format!("{SCRIPT}(check-sat)\n");
    let printed = |value: &str| format!("sat\n((define-fun size () Int {value}))\n");
    let ran = |value: &str| replayed(&script, &printed(value), "models: true", &[]);
    let right = ran("4");
    assert!(right.code == Some(0) && right.stdout.contains("models   1 model satisfied\n"), "{right:#?}");
    let wrong = ran("3");
    assert!(
        wrong.code == Some(1) && wrong.stdout.contains("wrong    sat, with a model in which this is false: "),
        "{wrong:#?}"
    );
    let malformed = ran("#x0g");
    assert!(
        malformed.code == Some(1) && malformed.stdout.contains("`#x0g` is no literal of SMT-LIB\n"),
        "{malformed:#?}"
    );
    assert!(replayed(&script, "sat\n", "models: true", &[]).stdout.contains("models   1 model unreadable\n"));
    // What it said before it died counts, but its last words may be cut off.
    let said = format!("{}{}", printed("3"), printed("4"));
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", &["die", "SEGV", &said], "models: true"));
    project.write("script.smt2", format!("{script}(check-sat)\n(check-sat)\n"));
    let file = project.path("script.smt2").display().to_string();
    let dead = storm(&project, &["replay", &file, "--solver", "player"]);
    assert!(
        dead.code == Some(1)
            && dead.stdout.contains("models   1 model violated\n")
            && dead.stdout.contains("wrong    sat, with a model in which this is false: "),
        "{dead:#?}"
    );
}
