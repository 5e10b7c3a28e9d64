//! Campaigns: what they find, that they end in their time, and that nothing is lost or done twice.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::marks;
use crate::process::eventually;
use crate::project::{Project, Ran, name, this_program};
use crate::replay::storm;
use crate::signals::expect_nothing_left;

crate::tests!(hunt:
    a_campaign_finds_a_wrong_unsat_once_and_ends_in_its_time,
    what_is_told_of_a_finding_names_its_configuration_and_profile,
    an_interrupt_loses_nothing_and_leaves_nobody,
    a_killed_campaign_goes_on_and_does_no_unit_twice,
    a_campaign_outlives_a_build_that_replaces_its_program,
    shards_are_disjoint_and_together_the_whole,
    a_row_that_only_times_out_gets_less,
    the_first_visit_of_a_seed_is_short,
    slow_answers_get_few_instances_of_a_batch,
    a_row_that_reads_nothing_gets_on_with_other_units,
    one_bug_in_many_shapes_is_told_once_or_twice_and_takes_little_of_the_time,
    what_only_reduction_recognises_is_soon_presumed_to_be_known,
    a_solver_that_dies_of_its_models_is_told_once,
    a_session_that_dies_in_many_scripts_is_told_once,
    when_failures_have_had_their_time_few_are_told_and_the_others_are_counted,
    when_failures_have_had_their_time_others_wait,
    what_takes_far_longer_than_others_is_cut_off_unless_time_outs_fail,
    what_cannot_be_done_is_told,
);

/// The arguments of a campaign of a project.
fn arguments<'a>(time: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["storm", "hunt", "--profile", "faults", "--for", time], more].concat()
}

fn hunt(project: &Project, time: &str, more: &[&str]) -> Ran {
    project.run_with(&[("STORM_DIGESTS", "1")], &arguments(time, more))
}

/// Lets every unit go on to its end: on a busy machine, an answer may take longer than a limit that was learnt.
fn end_no_unit_at_timeouts(project: &Project) {
    project.reconfigure("max_timeouts: 1", "max_timeouts: 100");
}

/// Hunts until something holds, however fast the machine is, and then interrupts it.
#[track_caller]
fn hunt_until(project: &Project, more: &[&str], mut holds: impl FnMut() -> bool) {
    let mut command = project.command(&arguments("10m", more));
    let mut campaign =
        command.env("STORM_DIGESTS", "1").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let came = eventually(Duration::from_secs(240), &mut holds);
    kill_process(Pid::from_child(&campaign), Signal::INT).unwrap();
    assert_eq!(campaign.wait().unwrap().code(), Some(128 + Signal::INT.as_raw()));
    assert!(came);
}

/// The records of a file of the campaign's.
fn lines(project: &Project, path: &str) -> Vec<Value> {
    let text = fs::read_to_string(project.path(path)).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The units that the ledger has as done one by one: their RNG seeds, for a case is one unit here.
fn noted(project: &Project) -> BTreeSet<u64> {
    let lines = lines(project, "output/hunt/faults.jsonl");
    lines.iter().filter_map(|line| line["done"][1]["unit"].as_u64()).map(|unit| unit + 1).collect()
}

/// How many instances of a row came to this, by the ledger's lines of units.
fn counted(project: &Project, row: &str, word: &str) -> u64 {
    let lines = lines(project, "output/hunt/faults.jsonl");
    let cases = lines.iter().map(|line| &line["done"][1]["case"]).filter(|case| case["solver"] == row);
    cases.filter_map(|case| case["counts"][word].as_u64()).sum()
}

/// The walk over the units of a row and seed, from a line of the ledger: without batches, all have one strategy.
fn walk(line: &Value) -> Option<&Value> {
    line["position"][1]["walks"].get("mixed")
}

/// The RNG seeds of the cases whose digests were kept.
fn ran(project: &Project) -> BTreeSet<u64> {
    let files = fs::read_dir(project.path("output/digests")).into_iter().flatten().flatten();
    let seeds = files.filter_map(|file| {
        name(&file.path()).strip_prefix("player__QF_LIA__small__")?.split("__").next()?.parse().ok()
    });
    seeds.collect()
}

/// The cases in the last results.
fn cases(project: &Project) -> Vec<Value> {
    let files = fs::read_dir(project.path("output/results")).unwrap().flatten().map(|file| file.path());
    let last = files.max_by_key(|path| path.metadata().unwrap().modified().unwrap()).unwrap();
    let lines = lines(project, last.to_str().unwrap());
    lines.into_iter().filter(|line| line["record"] == "case").collect()
}

fn a_campaign_finds_a_wrong_unsat_once_and_ends_in_its_time() {
    let project = Project::playing(&["say", "unsat\n", "0"]);
    let started = Instant::now();
    let found = hunt(&project, "12s", &["--jobs", "2"]);
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    assert_eq!(found.code, Some(1), "{found:?}");
    for part in ["wrong unsat: player::QF_LIA::small::", "found: wrong unsat\n", "  test again "] {
        assert!(found.stderr.contains(part), "{part}: {}", found.stderr);
    }
    found.says(&["  player ", " wrong unsat; 1 new, ", "campaign: ", "1 of 1 pairs", "\nto be reviewed: "]);
    let pending = project.pending();
    assert!(pending.exists());
    // Later instances of it are told as known, which is no other bug.
    let bug = name(&pending).replace(".snap.new", "");
    assert!(
        cases(&project).iter().any(|case| case["known"][&bug].as_u64() > Some(0)),
        "{:?}",
        cases(&project)
    );
    // A report shows it, and what was tested besides.
    let report = project.run(&["storm", "report", project.path("output/results").to_str().unwrap()]);
    report.says(&["wrong unsat", &name(&pending).replace(".snap.new", "")]);
    assert_eq!(cases(&project).iter().filter(|case| case["outcome"] == "failed").count(), 1);
    // It waits for its review, and is no news to a campaign that goes on.
    let again = hunt(&project, "2s", &["--resume"]);
    assert_eq!((again.code, project.pending()), (Some(0), pending), "{again:?}");
    again.says(&["; 0 new, "]);
    assert!(!again.stderr.contains("found: "), "{}", again.stderr);
    expect_nothing_left(&project);
}

fn what_is_told_of_a_finding_names_its_configuration_and_profile() {
    let project = Project::playing(&["say", "unsat\n", "0"]);
    // By default it is another one.
    let others = "  other: {NM: 1, A_max: 2}\ndefault_profile: other\n";
    project.reconfigure("default_profile: faults\n", others);
    let words = ["hunt", "--profile", "faults", "--for", "3s"];
    let found = storm(&project, &words);
    let config = project.path("solvers.yaml").display().to_string();
    let line = |name: &str| {
        let line = found.stderr.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        assert!(line.contains(" --config ") && line.contains(&config), "{name}: {}", found.stderr);
        line.to_owned()
    };
    let _ = (line("  reproduce "), line("  accept with "));
    let again = line("  test again ");
    assert!(again.contains(" --profile faults --exact player::"), "{again}");
    assert!(found.stdout.lines().any(|line| line.starts_with("to be reviewed: ") && line.contains(&config)));
    let nosuch = [&words[..], &["nosuch"]].concat();
    let none = storm(&project, &nosuch);
    assert!(none.code == Some(4) && none.stderr.contains(" --profile faults --list"), "{none:?}");
}

fn an_interrupt_loses_nothing_and_leaves_nobody() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    project.write_rows(
        &[
            project.row("player", &["say", "sat\n", "0"], "missing: error"),
            project.row("stuck", &["hang", "", "{notes}"], "timeout: 10m"),
        ]
        .concat(),
    );
    end_no_unit_at_timeouts(&project);
    let mut campaign = project.command(&arguments("10m", &["--jobs", "2"])).spawn().unwrap();
    let busy = eventually(Duration::from_secs(60), || {
        noted(&project).len() >= 3 && !marks::processes(&project.notes()).is_empty()
    });
    kill_process(Pid::from_child(&campaign), Signal::INT).unwrap();
    let status = campaign.wait().unwrap();
    assert!(busy);
    assert_eq!(status.code(), Some(128 + Signal::INT.as_raw()));
    expect_nothing_left(&project);
    // What was done is in both files, which agree.
    let cases = cases(&project);
    let done = lines(&project, "output/hunt/faults.jsonl");
    let next = done.iter().find_map(|line| walk(line)?["next"].as_u64()).unwrap();
    assert!(next >= 3 && cases.len() == 1, "{cases:?}");
    assert_eq!(cases[0]["instances"], next * 10);
}

fn a_killed_campaign_goes_on_and_does_no_unit_twice() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    end_no_unit_at_timeouts(&project);
    let mut campaign = project.command(&arguments("10m", &["--jobs", "2"])).spawn().unwrap();
    let busy = eventually(Duration::from_secs(60), || noted(&project).len() >= 5);
    campaign.kill().unwrap();
    campaign.wait().unwrap();
    assert!(busy);
    let before = noted(&project);
    // A line that was being written is no line.
    let path = project.path("output/hunt/faults.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}{{\"done\":[\"player::QF")).unwrap();
    hunt(&project, "2s", &["--resume", "--jobs", "2"]);
    let after = ran(&project);
    assert!(!after.is_empty() && before.is_disjoint(&after), "{before:?}, {after:?}");
    let last = lines(&project, "output/hunt/faults.jsonl");
    let next = last.iter().find_map(|line| walk(line)?["next"].as_u64()).unwrap();
    let all: BTreeSet<u64> = before.union(&after).copied().collect();
    assert!((1..=next).all(|rng| all.contains(&rng)), "{next}, {all:?}");
    // What it did before it was killed is part of what it came to.
    let cases = cases(&project);
    assert!(cases.last().unwrap()["instances"].as_u64() >= Some(next * 10), "{cases:?}");
    expect_nothing_left(&project);
}

#[cfg(target_os = "linux")] // elsewhere a program is its file
fn a_campaign_outlives_a_build_that_replaces_its_program() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    end_no_unit_at_timeouts(&project);
    let program = project.path("program");
    fs::copy(this_program(), &program).unwrap();
    let mut command = project.command_of(&program, &arguments("10m", &["--jobs", "2"]));
    let mut started = None;
    // Processes that other tests start just now may hold the copy open for writing, which keeps it from being run.
    let runs = eventually(Duration::from_secs(10), || {
        started = command.spawn().ok();
        started.is_some()
    });
    assert!(runs);
    let mut campaign = started.unwrap();
    let last = || noted(&project).last().copied().unwrap_or_default();
    let busy = eventually(Duration::from_secs(60), || last() >= 3);
    fs::remove_file(&program).unwrap();
    fs::write(&program, "another program").unwrap();
    let before = last();
    let goes_on = eventually(Duration::from_secs(60), || last() >= before + 5);
    kill_process(Pid::from_child(&campaign), Signal::INT).unwrap();
    campaign.wait().unwrap();
    assert!(busy && goes_on);
    let cases = cases(&project);
    let done = lines(&project, "output/hunt/faults.jsonl");
    let position = done.iter().find_map(walk).unwrap();
    // Of two units under way, the later one may have ended first.
    let ahead = position["ahead"].as_array().map_or(0, Vec::len) as u64;
    let ended = position["next"].as_u64().unwrap() + ahead;
    assert!(
        ended > before && cases.len() == 1 && cases[0]["instances"] == ended * 10,
        "{position}, {cases:?}"
    );
    expect_nothing_left(&project);
}

#[cfg(not(target_os = "linux"))]
fn a_campaign_outlives_a_build_that_replaces_its_program() {}

fn shards_are_disjoint_and_together_the_whole() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    let parts = ["1/2", "2/2"].map(|shard| {
        hunt_until(&project, &["--jobs", "1", "--shard", shard], || ran(&project).len() > 3);
        let units = ran(&project);
        fs::remove_dir_all(project.path("output/digests")).unwrap();
        units
    });
    assert!(parts[0].is_disjoint(&parts[1]), "{parts:?}");
    let last = parts.iter().filter_map(BTreeSet::last).min().unwrap();
    assert!((1..=*last).all(|rng| parts.iter().any(|part| part.contains(&rng))), "{parts:?}");
}

fn a_row_that_only_times_out_gets_less() {
    let project = Project::playing(&[]);
    project.write_rows(
        &[
            project.row("good", &["wrong-slowly", "100", "1000"], ""),
            project.row("stuck", &["hang", "", "{notes}"], "timeout: 100ms"),
        ]
        .concat(),
    );
    hunt(&project, "16s", &["--jobs", "1"]);
    let solving = |row: &str| {
        let of_row = cases(&project).into_iter().filter(|case| case["solver"] == row);
        of_row.map(|case| case["solving_seconds"].as_f64().unwrap()).sum::<f64>()
    };
    let (good, stuck) = (solving("good"), solving("stuck"));
    assert!(stuck > 0.0 && stuck * 2.0 < good, "{good}, {stuck}");
}

fn the_first_visit_of_a_seed_is_short() {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("stuck", &["hang", "", "{notes}"], "timeout: 100ms"));
    project.reconfigure("max_timeouts: 1", "max_timeouts: 3");
    let mut time_outs = Vec::new();
    hunt_until(&project, &["--jobs", "1"], || {
        let lines = lines(&project, "output/hunt/faults.jsonl");
        let units = lines.iter().map(|line| &line["done"][1]["case"]["counts"]["timeout"]);
        time_outs = units.filter_map(Value::as_u64).collect();
        time_outs.len() > 2
    });
    assert_eq!(time_outs[..3], [1, 3, 3]);
}

fn slow_answers_get_few_instances_of_a_batch() {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("slow", &["wrong-slowly", "600", "1000"], ""));
    project.reconfigure("NM: 10", "NM: 40\n    batch: 20");
    end_no_unit_at_timeouts(&project);
    hunt_until(&project, &["--jobs", "1"], || noted(&project).len() > 2);
    let lines = lines(&project, "output/hunt/faults.jsonl");
    let units = lines.iter().map(|line| &line["done"][1]["case"]["instances"]);
    let instances: Vec<u64> = units.filter_map(Value::as_u64).collect();
    assert_eq!(instances, vec![5; instances.len()]);
}

fn a_row_that_reads_nothing_gets_on_with_other_units() {
    let project = Project::playing(&["say", "(error \"no such logic\")\n", "1"]);
    // More instances than it takes to give up.
    project.reconfigure("NM: 10", "NM: 25");
    hunt_until(&project, &["--jobs", "1"], || {
        noted(&project).len() > 2 && counted(&project, "player", "error") >= 60
    });
}

/// The lines of findings that are more than kept, in the last results.
fn findings(project: &Project) -> Vec<Value> {
    all_findings(project).into_iter().filter(|line| line["status"] != "confirmed").collect()
}

/// Returns the lines about failures, those included that were not reduced.
fn all_findings(project: &Project) -> Vec<Value> {
    let files = fs::read_dir(project.path("output/results")).unwrap().flatten();
    let lines = files.flat_map(|file| lines(project, file.path().to_str().unwrap()));
    lines.filter(|line| line["record"] == "finding").collect()
}

/// How many instances showed bugs that were known.
fn known(project: &Project) -> u64 {
    let cases = cases(project);
    let counts = cases.iter().filter_map(|case| case["known"].as_object());
    counts.flat_map(|counts| counts.values()).filter_map(Value::as_u64).sum()
}

fn one_bug_in_many_shapes_is_told_once_or_twice_and_takes_little_of_the_time() {
    let project = Project::playing(&["fixes", "(or (=> (and (not (distinct (xor"]);
    let found = hunt(&project, "15s", &["--jobs", "1"]);
    assert_eq!(found.code, Some(1), "{found:?}");
    let told = found.stderr.matches("found: wrong unsat\n").count();
    assert!(
        (1..3).contains(&told) && project.snapshots(".snap.new").len() == told,
        "{told}: {}",
        found.stderr
    );
    let (known, findings) = (known(&project), findings(&project));
    let looking: f64 = findings.iter().map(|line| line["seconds"].as_f64().unwrap()).sum();
    assert!(known > 20 && findings.len() < 8 && looking < 7.5, "{known} known, {looking} s: {findings:#?}");
    // A campaign that goes on knows them, and what they look like.
    let again = hunt(&project, "4s", &["--resume", "--jobs", "1"]);
    assert!(again.code == Some(0) && !again.stderr.contains("found: "), "{again:?}");
}

fn what_only_reduction_recognises_is_soon_presumed_to_be_known() {
    // Where a constant stands for a term of another operator, the bug does not show.
    let project = Project::playing(&["wrong-if", "text:(+ ,no-text:(declare-fun other"]);
    let seed = "(set-logic QF_LIA)\n(declare-fun alpha () Int)\n(declare-fun beta () Int)\n\
                (assert (or (> alpha 3) (= (+ (- alpha beta) 1) 10)))\n(assert (< beta 2))\n(check-sat)\n";
    project.write("seeds/QF_LIA/small.smt2", seed);
    hunt_until(&project, &["--jobs", "1"], || counted(&project, "player", "wrong unsat") > 100);
    let findings = findings(&project);
    let new = findings.iter().filter(|line| line["status"] == "new").count();
    assert!(new == 1 && findings.len() < 20, "{new} of {}: {findings:#?}", findings.len());
}

fn a_solver_that_dies_of_its_models_is_told_once() {
    let project = Project::playing(&[]);
    let fault = ["die-if", "line:(get-model),text:(*|text:(bvadd"];
    project.write_rows(&project.row("player", &fault, "models: true"));
    // Their crashes have no operator in common.
    let words = "(set-logic QF_BV)\n(declare-fun alpha () (_ BitVec 4))\n(assert (= (bvadd alpha #x1) #x2))\n\
                 (assert (bvult alpha #x3))\n(check-sat)\n";
    let numbers = "(set-logic QF_LIA)\n(declare-fun alpha () Int)\n(assert (> (* 2 alpha) 1))\n(assert (< alpha 9))\n\
                   (check-sat)\n";
    project.write("seeds/QF_LIA/small.smt2", numbers);
    project.write("seeds/QF_BV/words.smt2", words);
    let found = hunt(&project, "8s", &["--jobs", "1"]);
    assert_eq!((found.code, found.stderr.matches("found: crash\n").count()), (Some(1), 1), "{found:?}");
    found.says(&["campaign: ", "2 of 2 pairs"]);
}

fn a_session_that_dies_in_many_scripts_is_told_once() {
    let project = Project::playing(&[]);
    let seed = "(set-logic QF_BV)\n(declare-fun alpha () (_ BitVec 4))\n(assert (bvult alpha #x3))\n\
                (assert (= (bvadd alpha #x1) #x2))\n(check-sat)\n";
    project.write("seeds/QF_BV/words.smt2", seed);
    let dies = project.session(&["0", "haunted", "alpha", "1"], 100);
    let row = |name: &str| project.row(name, &["say", "sat\n", "0"], &dies);
    project
        .write_rows(&row("player").replace("    argv", "    variants: {more: {args: [--more]}}\n    argv"));
    let found = hunt(&project, "12s", &["--jobs", "1"]);
    assert_eq!(
        (found.code, found.stderr.matches("found: crash\n").count()),
        (Some(1), 1),
        "{}",
        found.stderr
    );
    let rows: BTreeSet<String> = cases(&project)
        .iter()
        .filter(|case| case["known"].as_object().is_some_and(|known| !known.is_empty()))
        .map(|case| format!("{} {}", case["solver"], case["logic"]))
        .collect();
    assert!(rows.len() > 2 && project.snapshots(".snap.new").len() == 1, "{rows:?}");
}

fn when_failures_have_had_their_time_few_are_told_and_the_others_are_counted() {
    let project = Project::playing(&[]);
    // What a session answers wrongly is not recognised without making it smaller.
    let tainted = project.session(&["0", "tainted", "10"], 100);
    project.write_rows(&project.row("player", &["say", "sat\n", "0"], &tainted));
    project.reconfigure("    NM: 10", "    minimise_time: 1ms\n    NM: 10");
    let ran = hunt(&project, "10s", &["--jobs", "1"]);
    let told = ran.stderr.matches("found: wrong unsat\n").count();
    assert!(ran.code == Some(1) && (1..7).contains(&told), "{told}: {}", ran.stderr);
    let wrong: u64 = cases(&project).iter().filter_map(|case| case["counts"]["wrong unsat"].as_u64()).sum();
    assert!(wrong > 20, "{wrong}: {:#?}", cases(&project));
}

fn when_failures_have_had_their_time_others_wait() {
    // Each failure is another one. The first one of a unit takes a second, longer than its instances, and all of them may
    // take a second and a quarter of the time: in ten seconds, those of two units are told, and a few more.
    let waits = "\nno time to look into: assertion violation, which `";
    let hunt = |seconds: usize| {
        let project = Project::playing(&["die-of-each", "120"]);
        project.reconfigure("    NM: 10", "    minimise_time: 1s\n    NM: 4");
        // One failure of each seed waits: when one is looked into, others still do.
        let seed = fs::read_to_string(project.path("seeds/QF_LIA/small.smt2")).unwrap();
        for name in ["a", "b", "c"] {
            // The comment gives them instances of their own.
            project.write(&format!("seeds/QF_LIA/{name}.smt2"), format!("; {name}\n{seed}"));
        }
        let ran = hunt(&project, &format!("{seconds}s"), &["--jobs", "1"]);
        let told = ran.stderr.matches("found: assertion violation\n").count();
        assert!(ran.code == Some(1) && (1..12 * seconds / 10).contains(&told), "{told}: {}", ran.stderr);
        (project, ran)
    };
    // On a busy machine, the failures of the first unit alone may take ten seconds.
    let waiting = [10, 15, 20, 30].into_iter().map(hunt).find(|(_, ran)| ran.stdout.contains(waits));
    let (project, _) = waiting.expect("a failure that waits");
    // Those that still wait are kept as they were generated.
    let place = |line: &Value| (line["case"].clone(), line["instance"].clone());
    let reduced: Vec<_> = findings(&project).iter().map(place).collect();
    let waiting = all_findings(&project).into_iter().filter(|line| !reduced.contains(&place(line)));
    let waiting: Vec<Value> = waiting.collect();
    let files: Vec<Value> = waiting.iter().map(|line| line["files"][0].clone()).collect();
    let are_kept = files.iter().all(|file| file.as_str().is_some_and(|file| project.path(file).is_file()));
    assert!(!files.is_empty() && are_kept, "{files:?}");
    // A campaign that resumes looks into them first.
    hunt_until(&project, &["--resume", "--jobs", "1"], || {
        let reduced: Vec<_> = findings(&project).iter().map(place).collect();
        waiting.iter().any(|line| reduced.contains(&place(line)))
    });
}

fn what_takes_far_longer_than_others_is_cut_off_unless_time_outs_fail() {
    let project = Project::playing(&[]);
    let slow = ["slow-by-size", "3000", "40"];
    let red = "fail_on: [wrong-unsat, timeout]";
    project
        .write_rows(&(project.row("player", &slow, "missing: error") + &project.row("patient", &slow, red)));
    project.reconfigure("A_max: 12", "A_max: 40");
    // The row that waits for slow instances soon comes to fewer of them.
    hunt_until(&project, &["--jobs", "1"], || {
        let [player, patient] = ["player", "patient"].map(|row| counted(&project, row, "sat"));
        counted(&project, "player", "timeout") > 1 && patient > 40 && player > patient
    });
    assert_eq!(counted(&project, "patient", "timeout"), 0);
}

fn what_cannot_be_done_is_told() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    let told = |arguments: &[&str], code: i32, text: &str| {
        let ran = project.run(arguments);
        assert!(
            ran.code == Some(code) && ran.stderr.contains(text) && !ran.stdout.contains("error: "),
            "{ran:?}"
        );
    };
    told(&arguments("1s", &["nosuch"]), 4, "error: no case matches `nosuch`");
    told(&["storm", "hunt", "--for", "1s"], 2, "hunt");
    // An empty variable counts as unset.
    let variables = ["STORM_FOR", "STORM_PROFILE", "STORM_ROWS", "STORM_SHARD"];
    let empty = variables.map(|name| (name, ""));
    let ran = project.run_with(&empty, &["storm", "hunt"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("--for <TIME>"), "{ran:?}");
    let ran = project.run_with(&empty, &arguments("1s", &[]));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ran = project.run_with(&empty, &["storm", "hunt", "--for", "1s"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("`hunt`"), "{ran:?}");
    told(&arguments("soon", &[]), 2, "STORM_FOR");
    told(&arguments("1s", &["--shard", "3/2"]), 2, "write `2/4`");
    hunt(&project, "1s", &[]);
    project.reconfigure("NM: 10", "NM: 11");
    told(&arguments("1s", &["--resume"]), 2, "start anew without `--resume`");
    assert_eq!(hunt(&project, "1s", &[]).code, Some(0));
    assert!(project.path("output/hunt/faults.before.jsonl").exists());
    fs::write(project.path("output/hunt/faults.jsonl"), "hello\n").unwrap();
    told(&arguments("1s", &["--resume"]), 2, "faults.jsonl:1: not a line of a campaign");
    project.write_rows(
        &project
            .row("player", &["say", "sat\n", "0"], "missing: error")
            .replace("argv: [", "argv: [\"/nosuch/solver\", "),
    );
    told(&arguments("1s", &[]), 3, "/nosuch/solver");
}
