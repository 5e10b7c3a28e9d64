//! What is in force at each check of random incremental scripts, read by us and by solvers.
//! `cargo bench --bench scopes -- --seconds 1800 --rng 1`
//!
//! Two questions a check: the answer of a solver to the script, and to what is in force there as we read it, in a script
//! without levels; and whether all of that is true under a random model, by our evaluation and by the solver with the
//! model's values asserted. Prints a table in Markdown, and each difference.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

#[allow(dead_code, reason = "a test of the reader uses the rest")]
mod script;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use smt_storm::smtlib::{Printer, Problem};
use smt_storm::solver::model_check::check_each;
use smt_storm::witness::Evaluator;

use script::Script;

/// Scripts between looks at the clock.
const BATCH: u64 = 40;
/// What marks an answer.
const MARK: &str = "@@";

struct Solver {
    name: &'static str,
    path: PathBuf,
    arguments: &'static [&'static str],
    /// Whether `reset-assertions` takes declarations away, as SMT-LIB says.
    forgets: bool,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    checks: u64,
    compared: u64,
    models: u64,
    undecided: u64,
    refused: u64,
    differences: u64,
}

/// Questions to a solver, and what we say.
struct Questions {
    /// The script, which asks at each check for its own answer and for that under the model.
    own: String,
    /// What is in force at each check.
    flat: String,
    /// By check, whether all is true under the model; none if some of it has no value.
    truths: Vec<Option<bool>>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str, default: u64| {
        let given = arguments.windows(2).find(|pair| pair[0] == name);
        given.map_or(default, |pair| pair[1].parse().unwrap_or_else(|_| panic!("{name} takes a number")))
    };
    // As other benchmarks: `--test` only shows that it runs.
    let quick = arguments.iter().any(|argument| argument == "--test");
    let seconds = Duration::from_secs(number("--seconds", if quick { 2 } else { 60 }));
    let (mut seed, started) = (number("--rng", 1) << 32, Instant::now());
    let mut solvers: Vec<Solver> = [
        ("z3", "z3", false, &["-t:2000"][..]),
        ("cvc5", "cvc5", true, &["--incremental", "--tlimit-per=2000"]),
    ]
    .into_iter()
    .filter_map(|(name, file, forgets, arguments)| {
        Some(Solver { name, forgets, path: installed(file)?, arguments, counts: Counts::default() })
    })
    .collect();
    if solvers.is_empty() {
        println!("no solver is installed: run storm solvers install");
        return;
    }
    let mut scripts = 0;
    while started.elapsed() < seconds {
        std::thread::scope(|scope| {
            for solver in &mut solvers {
                scope.spawn(move || {
                    for seed in seed..seed + BATCH {
                        solver.compare(seed, &script::script(seed, solver.forgets));
                    }
                });
            }
        });
        (seed, scripts) = (seed + BATCH, scripts + BATCH);
    }
    println!("{scripts} scripts in {:.0} s\n", started.elapsed().as_secs_f64());
    println!("| solver | checks | answers compared | models compared | undecided | refused | differences |");
    println!("| --- | --: | --: | --: | --: | --: | --: |");
    for Solver { name, counts, .. } in &solvers {
        let Counts { checks, compared, models, undecided, refused, differences } = counts;
        println!("| {name} | {checks} | {compared} | {models} | {undecided} | {refused} | {differences} |");
    }
    assert!(solvers.iter().all(|solver| solver.counts.differences == 0), "there are differences");
}

/// The script with its questions, and what is in force at each check in a script of its own.
fn questions(script: &Script) -> Questions {
    let text = script.text();
    let problem = Problem::read(text.as_str()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(problem.script.checks(), script.checks.len());
    let mut questions = Questions { own: String::new(), flat: String::new(), truths: Vec::new() };
    let evaluator = Evaluator::alone();
    let mut checks = script.checks.iter();
    for (at, line) in script.lines.iter().enumerate() {
        if !line.starts_with("(check-sat") {
            writeln!(questions.own, "{line}").unwrap();
            continue;
        }
        let (place, check) = checks.next().unwrap();
        assert_eq!(*place, at);
        ask(&mut questions.own, line);
        questions.own += "(push 1)\n";
        check.equations.iter().for_each(|equation| writeln!(questions.own, "(assert {equation})").unwrap());
        ask(&mut questions.own, line);
        questions.own += "(pop 1)\n";
        let number = questions.truths.len();
        let truths = check_each(&text, Some(number), &check.model, &evaluator);
        let truths =
            truths.unwrap_or_else(|error| panic!("check {number}, {}: {error}\n{text}", check.model));
        let is_false = truths.iter().any(|it| it.truth == Some(false));
        let is_true = truths.iter().all(|it| it.truth == Some(true));
        questions.truths.push((is_false || is_true).then_some(is_true));
        writeln!(questions.flat, "(reset)\n{}", flat(&problem, number)).unwrap();
        ask(&mut questions.flat, "(check-sat)");
    }
    questions
}

fn ask(text: &mut String, command: &str) {
    writeln!(text, "(echo \"{MARK}\")\n{command}").unwrap();
}

/// What is in force at a check as we read it.
fn flat(problem: &Problem, check: usize) -> String {
    let (script, formulas) = (&problem.script, &problem.formulas);
    let in_force = script.in_force(check).unwrap();
    let mut printer = Printer::new(&formulas.terms);
    let mut text = String::from("(set-logic ALL)\n");
    for line in &script.declarations {
        writeln!(text, "{}", script.tree.canonical_text(line.node)).unwrap();
    }
    let asserted = in_force.assertions.iter().map(|&at| formulas.assertions[at]);
    for formula in asserted.chain(in_force.assumptions.map(|at| formulas.assumptions[at])) {
        writeln!(text, "(assert {})", printer.print(formula)).unwrap();
    }
    text
}

impl Solver {
    fn compare(&mut self, seed: u64, script: &Script) {
        let questions = questions(script);
        // A process each: some forget less on `reset` than they should.
        let [own, flat] = [&questions.own, &questions.flat].map(|text| self.answers(text));
        // What comes after an error is about something else.
        let error = own.iter().chain(&flat).find(|answer| answer.contains("error"));
        if error.is_some() || own.len() != 2 * script.checks.len() || flat.len() != script.checks.len() {
            self.counts.refused += 1;
            let reason = error.map_or("it ends", |error| error.trim_start_matches(['s', 'a', 't', 'u', 'n']));
            println!("{} refuses something of script {seed}: {reason}", self.name);
            return;
        }
        let is_answer = |answer: &str| matches!(answer, "sat" | "unsat");
        for (number, truth) in questions.truths.iter().enumerate() {
            let (plain, under_model, flat) =
                (own[2 * number].as_str(), own[2 * number + 1].as_str(), flat[number].as_str());
            self.counts.checks += 1;
            let mut differs = false;
            if is_answer(plain) && is_answer(flat) {
                self.counts.compared += 1;
                differs |= plain != flat;
            } else {
                self.counts.undecided += 1;
            }
            if let Some(truth) = truth.filter(|_| is_answer(under_model)) {
                self.counts.models += 1;
                differs |= truth != (under_model == "sat");
            } else {
                self.counts.undecided += 1;
            }
            if differs {
                self.counts.differences += 1;
                let check = &script.checks[number].1;
                println!(
                    "{}, script {seed}, check {}: `{plain}`, as we read it `{flat}`; under {} `{under_model}`, by us {truth:?}\n{}",
                    self.name,
                    number + 1,
                    check.model,
                    script.text()
                );
            }
        }
    }

    /// What is said after each mark, until the process ends.
    fn answers(&self, text: &str) -> Vec<String> {
        let mut file = tempfile::Builder::new().suffix(".smt2").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let mut command = Command::new(&self.path);
        command.args(self.arguments).arg(file.path()).stdin(Stdio::null()).stderr(Stdio::null());
        let output = command.output().unwrap();
        let output = String::from_utf8_lossy(&output.stdout).replace('"', "");
        let mut answers: Vec<String> = Vec::new();
        for line in output.lines().map(str::trim) {
            match answers.last_mut() {
                _ if line == MARK => answers.push(String::new()),
                Some(last) => last.push_str(line),
                // An error before the first question.
                None => answers.push(line.to_owned()),
            }
        }
        answers
    }
}

/// A solver that `storm solvers install` installs, or one from PATH.
fn installed(name: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::iter::once(own).chain(std::env::split_paths(&path));
    folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))
}
