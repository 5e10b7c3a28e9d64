//! Results as runs leave them, small and large, with names that are hard to show.

use serde_json::{Value, json};
use smt_storm::report::Report;
use smt_storm::report::gather::{Choice, Results};
use smt_storm::report::history::History;

/// A page for nothing, one for a few cases, and one for everything that there can be.
pub fn reports() -> [(&'static str, Report); 3] {
    [("empty", report(&[run(&[])])), ("small", report(&small())), ("large", report(&large()))]
}

/// The large run on forty days, the last one with another version.
pub fn nights() -> History {
    let folder = tempfile::tempdir().unwrap();
    let day = |text: String, at: usize| {
        let day = format!("2026-{:02}-{:02}T20", 10 + at / 28, at % 28 + 1);
        text.replace("2026-11-20T20", &day)
            .replace("64 bit", if at == 39 { "another version" } else { "64 bit" })
    };
    let text: String =
        (0..40).flat_map(|at| large().into_iter().map(move |line| day(format!("{line}\n"), at))).collect();
    std::fs::write(folder.path().join("runs.jsonl"), text).unwrap();
    History::of(&Results::read(&[folder.path().to_owned()]).unwrap())
}

fn report(lines: &[Value]) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(folder.path().join("run.jsonl"), text).unwrap();
    let snapshots = folder.path().join("snapshots");
    std::fs::create_dir(&snapshots).unwrap();
    std::fs::write(snapshots.join("z3__LIA__long__1.snap"), snapshot()).unwrap();
    std::fs::write(snapshots.join(format!("{}.snap.new", "broken_".repeat(20))), "no header").unwrap();
    let results = Results::read(&[folder.path().to_owned()]).unwrap();
    Report::of(&results, &Choice::Last, None, Some(&snapshots)).unwrap()
}

/// A header with long words, and a script with long lines.
fn snapshot() -> String {
    let long = "x".repeat(300);
    format!(
        "---\ninfo:\n  case: z3::LIA::long::1\n  instance: 1\n  solver: z3\n  version: Z3 {long}\n  argv: [z3, {long}]\n  \
         details: killed\n  witness: sampled values\n  grade: evaluated\n  assertions: [3, 1]\n  bytes: [900, 90]\n  \
         seed_sha256: a\n  instance_sha256: b\n  sha256: {long}\n---\n(assert (= {long} 1))\n(check-sat)\n"
    )
}

fn run(planned: &[String]) -> Value {
    json!({
        "record": "run", "version": 2, "run": "2026-11-20T20-37-18Z-18353", "started": "2026-11-20T20:37:18.001Z",
        "smt_storm": "0.1.0", "libz3": "4.8.12.0", "profile": "variants", "config_sha256": "0123456789abcdef",
        "config": format!("/home/{}/solvers.yaml", "deep/".repeat(40)), "cores": 2, "machine": "linux x86_64",
        "planned": {"": planned},
    })
}

/// A case of a row, with what is told of it.
fn case(solver: &str, logic: &str, outcome: &str, more: Value) -> Value {
    let mut case = json!({
        "record": "case", "version": 2, "run": "2026-11-20T20-37-18Z-18353", "case": format!("{solver}::{logic}::seed::1"),
        "solver": solver, "solver_version": format!("{solver} 1.0 - 64 bit"), "logic": logic, "seed": "seed", "rng": 1,
        "outcome": outcome, "counts": {"sat": 10}, "instances": 10, "solving_seconds": 0.5, "solving_times": [4, 3, 2, 1],
        "generating_seconds": 0.001, "seconds": 0.7, "ended": "2026-11-20T20:39:18.001Z",
    });
    case.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    case
}

fn finding(solver: &str, logic: &str, class: &str, bytes: [usize; 2]) -> Value {
    json!({
        "record": "finding", "version": 2, "run": "2026-11-20T20-37-18Z-18353", "case": format!("{solver}::{logic}::seed::1"),
        "solver": solver, "solver_version": "1.0", "snapshot": "name", "bucket": "00c0ffee", "status": "new", "class": class,
        "details": "killed by SIGSEGV", "options": ["arithmetic: smt.arith.solver=2 (expert)"], "instance": 3,
        "witness": "sampled values", "grade": "evaluated", "assertions": [64, 1], "bytes": bytes, "runs": 2000,
        "seconds": 61.5, "sha256": "00", "files": [], "bucket": "b1", "state": "open", "ended": "2026-11-20T20:39:18.001Z",
    })
}

fn small() -> Vec<Value> {
    vec![run(&["z3::LIA::seed::1".to_owned()]), case("z3", "LIA", "passed", json!({}))]
}

fn large() -> Vec<Value> {
    let verdicts = smt_storm::matrix::Class::ALL.map(smt_storm::matrix::Class::word);
    let mut lines =
        vec![run(&[format!("z3::QF_LIA::{}::1", "never-run".repeat(30)), "regression::x::z3".to_owned()])];
    let outcomes = ["passed", "ignored", "broken", "failed"];
    for row in 0..24 {
        for logic in 0..44 {
            let (solver, logic) = (format!("solver-{row}/variant-{row}"), format!("QF_LOGIC{logic}"));
            let outcome = outcomes[(row * 7 + lines.len()) % 4];
            let class = verdicts[lines.len() % verdicts.len()];
            let reason = format!("<b>{}</b> {row}", "reason".repeat(if row == 3 { 60 } else { 1 }));
            let instances = 10_u64.pow(lines.len() as u32 % 8);
            let mut times = vec![0; 21];
            times[lines.len() % 21] = 7;
            let more = json!({
                "reason": reason, "counts": {class: instances}, "instances": instances, "solving_times": times,
                "solving_seconds": 1e3,
            });
            if row % 6 == 0 && outcome == "failed" {
                let bytes = [10_usize.pow(lines.len() as u32 % 8), 10_usize.pow(row as u32 % 5)];
                lines.push(finding(&solver, &logic, class, bytes));
            }
            lines.push(case(&solver, &logic, outcome, more));
        }
    }
    lines
}
