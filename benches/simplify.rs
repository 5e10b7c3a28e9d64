//! Terms as Z3's rewriter simplifies them, in volume: `(= t s)` must be true under every assignment if `(simplify t)`
//! prints `s`. With `--tactics`, formulas as its tactics change them: a formula is the disjunction of the goals that a
//! tactic prints, if that keeps equivalence.
//!
//! `cargo bench --bench simplify -- [--tactics] [--z3 PROGRAM] [--terms 1000000] [--rng 1]` takes the terms of instances
//! over the seeds of all logics that the row `z3` reads, with up to six of the options of the rewriter for each, and
//! evaluates the equations under six random assignments. It prints counts, and each wrong equation.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Parser;
use smt_storm::digest::Digest;
use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Auto, Batches, Bounds, Config, Form, Source, Weights, cases};
use smt_storm::rng::{Key, Rng, Stream};
use smt_storm::smtlib::{Printer, Problem, Term, Tree};
use smt_storm::witness::{Evaluator, Truth};

/// The number of instances of a seed whose terms are asked in one process.
const BATCH: u32 = 24;
/// The longest term, in bytes.
const LONGEST: usize = 600;
/// The longest reply that is judged, in bytes.
const LARGEST: usize = 1 << 15;
/// The number of equations that are evaluated at once.
const EQUATIONS: usize = 200;
/// The number of assignments.
const ASSIGNMENTS: u32 = 6;
/// How many options of the rewriter a term gets, each number as often as it is here.
const OPTIONS: [usize; 7] = [0, 0, 1, 1, 2, 3, 6];
/// What precedes a reply.
const MARK: &str = "@@";

/// Options of Z3's `simplify`, with values other than the default.
const REWRITINGS: [&str; 37] = [
    ":arith_ineq_lhs true", ":arith_lhs true", ":bit2bool false", ":blast_distinct true",
    ":blast_eq_value true", ":blast_select_store true", ":bv_extract_prop true",
    ":bv_ineq_consistency_test_max 8", ":bv_ite2id true", ":bv_le2extract false", ":bv_le_extra true",
    ":bv_not_simpl true", ":bv_sort_ac false", ":elim_and true", ":elim_ite false", ":elim_rem true",
    ":elim_sign_ext false", ":elim_to_real true", ":eq2ineq true", ":expand_nested_stores true",
    ":expand_power true", ":expand_select_ite true", ":expand_select_store true", ":expand_store_eq true",
    ":flat false", ":flat_and_or false", ":hoist_ite true", ":hoist_mul true", ":local_ctx true",
    ":mul2concat true", ":mul_to_power true", ":pull_cheap_ite true", ":push_ite_arith true",
    ":push_ite_bv true", ":som true", ":sort_store true", ":sort_sums true",
];

/// Tactics of Z3 whose goals together are equivalent to the formula.
const TACTICS: [&str; 22] = [
    "simplify", "ctx-simplify", "ctx-solver-simplify", "dom-simplify", "propagate-values", "propagate-ineqs",
    "propagate-bv-bounds", "propagate-bv-bounds2", "bv_bound_chk", "max-bv-sharing", "elim-and",
    "blast-term-ite", "cofactor-term-ite", "aig", "der", "distribute-forall", "factor", "split-clause",
    "unit-subsume-simplify", "solver-subsumption", "injectivity", "qe-light",
];

#[derive(Debug, Parser)]
struct Arguments {
    /// Judge the goals of tactics.
    #[arg(long)]
    tactics: bool,
    /// The program.
    #[arg(long, default_value = "target/solvers/bin/z3")]
    z3: PathBuf,
    /// How many simplified terms to judge.
    #[arg(long, default_value_t = 1_000_000)]
    terms: u64,
    #[arg(long, default_value_t = 1)]
    rng: u64,
    /// Only a few terms.
    #[arg(long)]
    test: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

/// A term and the command that simplifies it.
struct Question {
    declarations: usize,
    term: String,
    command: String,
}

/// A term that Z3 has replaced.
struct Reply<'a> {
    question: &'a Question,
    simpler: Cow<'a, str>,
}

/// What came of the terms.
#[derive(Debug, Default)]
struct Counts {
    asked: u64,
    /// Z3 ended, or reported an error.
    without_reply: u64,
    unchanged: u64,
    /// With a value under some assignment.
    judged: u64,
    evaluations: u64,
    /// Too long, not read, or without a value.
    undecided: u64,
    wrong: u64,
}

fn main() {
    let arguments = Arguments::parse();
    let wanted = if arguments.test { 1_000 } else { arguments.terms };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = Config::load(&root.join("solvers.yaml"), Some("hunt")).expect("the configuration");
    let row = config.row("z3").expect("a row");
    let batches =
        Batches { size: NonZeroU32::new(BATCH), small: 50, wider: 30, own_sorts: 60, ..Batches::default() };
    let bounds = Bounds {
        batches,
        nm: Auto::Fixed(u32::MAX),
        synthesis: 60,
        mutation: 40,
        wrappers: 20,
        context: 20,
        ..config.bounds.clone()
    };
    let bounds = bounds.for_row_alone(row);
    let of_row = cases(&config).expect("the cases").into_iter().filter(|case| case.solver.name == row.name);
    let mut seeds: Vec<PathBuf> = of_row.map(|case| case.seed_path).collect();
    seeds.sort();
    seeds.dedup();
    let mut rng = Key::new(&Digest::of("simplify"), arguments.rng).stream(Stream::Witness);
    let (evaluator, weights) = (Evaluator::alone(), Weights::only(Source::Sampled));
    let mut counts = Counts::default();
    for number in 0.. {
        for path in &seeds {
            if counts.judged >= wanted {
                println!("{counts:#?}");
                return;
            }
            let Ok(seed) = Seed::load(path) else { continue };
            let batch = seed.batch(number, arguments.rng, &bounds, &weights);
            if let Ok(pools) = SeedPools::build_batch(&seed, batch, &evaluator) {
                let asked = Asked::draw(&pools, number * BATCH, arguments.tactics, &mut rng);
                asked.judge(&arguments, &evaluator, &mut counts);
            }
        }
    }
}

/// The terms of the instances of a batch.
#[derive(Default)]
struct Asked {
    /// What the instances declare; most declare the same.
    declarations: Vec<String>,
    questions: Vec<Question>,
    script: String,
}

impl Asked {
    /// Takes the closed terms of a batch of instances, each once, and draws options, or a tactic, for each.
    fn draw(pools: &SeedPools, first: u32, tactics: bool, rng: &mut Rng) -> Asked {
        let (form, mut asked, mut known) = (Form::default(), Asked::default(), BTreeSet::new());
        let mut generator = pools.generator(&form);
        for number in first..first + BATCH {
            let instance = generator.instance(number);
            let Ok(problem) = Problem::read(instance.text.as_str()) else { continue };
            let declarations: String = instance.declarations().collect();
            let place = asked.declarations.iter().position(|other| *other == declarations);
            let place = place.unwrap_or(asked.declarations.len());
            let _ = write!(asked.script, "(reset)\n{declarations}");
            if place == asked.declarations.len() {
                asked.declarations.push(declarations);
            }
            for term in closed_terms(&problem).into_iter().filter(|term| known.insert(term.clone())) {
                let command = if tactics {
                    let tactic = rng.pick(&TACTICS).expect("a tactic");
                    format!("(push)\n(assert {term})\n(apply (try-for {tactic} 300))\n(pop)")
                } else {
                    let count = *rng.pick(&OPTIONS).expect("a number");
                    let options: BTreeSet<&str> =
                        (0..count).filter_map(|_| rng.pick(&REWRITINGS).copied()).collect();
                    let options = Vec::from_iter(options).join(" ");
                    format!("(simplify {term} :max_steps 20000 {options})")
                };
                let _ = write!(asked.script, "(echo \"{MARK}{}\")\n{command}\n", asked.questions.len());
                asked.questions.push(Question { declarations: place, term, command });
            }
        }
        asked
    }

    /// Asks Z3, and judges its replies.
    fn judge(&self, arguments: &Arguments, evaluator: &Evaluator, counts: &mut Counts) {
        counts.asked += self.questions.len() as u64;
        let script = std::env::temp_dir().join(format!("simplify-{}.smt2", std::process::id()));
        std::fs::write(&script, &self.script).expect("a file");
        let z3 = Command::new(&arguments.z3)
            .args(["-T:60", "-memory:3000"])
            .arg(&script)
            .stdin(Stdio::null())
            .output();
        std::fs::remove_file(&script).expect("the file");
        let output = String::from_utf8_lossy(&z3.expect("Z3").stdout).into_owned();
        let mut replies: BTreeMap<usize, Vec<Reply<'_>>> = BTreeMap::new();
        let mut replied = 0;
        for part in output.split(MARK).skip(1) {
            let (number, simpler) = part.split_once('\n').unwrap_or((part, ""));
            let question = &self.questions[number.parse::<usize>().expect("the number of a question")];
            let simpler = simpler.trim();
            if simpler.is_empty() || simpler.starts_with("(error") || simpler.starts_with("timeout") {
                continue;
            }
            let simpler =
                if arguments.tactics { read_goals(simpler).map(Cow::Owned) } else { Some(simpler.into()) };
            let Some(simpler) = simpler else { continue };
            replied += 1;
            if simpler.split_whitespace().eq(question.term.split_whitespace()) {
                counts.unchanged += 1;
            } else if simpler.len() > LARGEST {
                counts.undecided += 1;
            } else {
                replies.entry(question.declarations).or_default().push(Reply { question, simpler });
            }
        }
        counts.without_reply += self.questions.len() as u64 - replied;
        for (place, replies) in replies {
            for some in replies.chunks(EQUATIONS) {
                evaluate(&self.declarations[place], some, evaluator, counts);
            }
        }
    }
}

/// Returns the disjunction of the goals that a tactic prints, if each of them is equivalent to what it stands for.
fn read_goals(printed: &str) -> Option<String> {
    let tree = Tree::parse(printed.to_owned()).ok()?;
    let &[goals] = tree.roots() else { return None };
    let mut disjunction = "(or false".to_owned();
    for &goal in tree.list(goals)?.get(1..)? {
        let parts = tree.list(goal)?;
        let end = parts.iter().position(|&part| tree.text(part) == ":precision")?;
        if tree.text(*parts.get(end + 1)?) != "precise" {
            return None;
        }
        let conjuncts: Vec<&str> = parts.get(1..end)?.iter().map(|&part| tree.text(part)).collect();
        let _ = write!(disjunction, " (and true {})", conjuncts.join(" "));
    }
    Some(disjunction + ")")
}

/// Returns the applications of a problem without bound variables that are short enough.
fn closed_terms(problem: &Problem) -> Vec<String> {
    let terms = &problem.formulas.terms;
    let mut printer = Printer::new(terms);
    let mut is_open = vec![false; terms.len()];
    let mut found = Vec::new();
    for id in terms.ids() {
        let mut open = !matches!(terms.get(id), Term::App(..));
        terms.for_each_child(id, |child| open |= is_open[child.index()]);
        is_open[id.index()] = open;
        if !open && terms.as_app(id).is_some_and(|(_, arguments)| !arguments.is_empty()) {
            found.push(printer.print(id));
        }
    }
    found.retain(|term| term.len() <= LONGEST);
    found
}

/// Evaluates the equations of replies under random assignments.
fn evaluate(declarations: &str, replies: &[Reply<'_>], evaluator: &Evaluator, counts: &mut Counts) {
    let mut script = declarations.to_owned();
    for Reply { question, simpler } in replies {
        let _ = writeln!(script, "(assert (= {} {simpler}))", question.term);
    }
    let weights = Weights::only(Source::Sampled);
    let assignments = Problem::read(script.as_str()).ok().and_then(|problem| {
        let key = |number| Key::new(&Digest::of(&script), u64::from(number));
        let found = (0..ASSIGNMENTS).map(|number| evaluator.search(&problem, &key(number), &weights).ok());
        found.map(|found| Some((problem.formulas.assertions.clone(), found?))).collect::<Option<Vec<_>>>()
    });
    let Some(assignments) = assignments else {
        // One reply that is not read must not hide the others.
        match replies {
            [_] => counts.undecided += 1,
            _ => {
                let (one, other) = replies.split_at(replies.len() / 2);
                evaluate(declarations, one, evaluator, counts);
                evaluate(declarations, other, evaluator, counts);
            }
        }
        return;
    };
    for (at, Reply { question, simpler }) in replies.iter().enumerate() {
        let truths =
            assignments.iter().filter_map(|(equations, found)| match found.valuation.truth(equations[at]) {
                Some(Truth::Is(truth)) => Some((truth, &found.witness)),
                _ => None,
            });
        let truths: Vec<_> = truths.collect();
        counts.evaluations += truths.len() as u64;
        let place = if truths.is_empty() { &mut counts.undecided } else { &mut counts.judged };
        *place += 1;
        if let Some((_, witness)) = truths.iter().find(|(truth, _)| !truth) {
            counts.wrong += 1;
            let (command, values) = (&question.command, witness.definitions().join("\n; "));
            println!(
                "wrong:\n{declarations}{command}\n; prints {simpler}\n; which differs under\n; {values}\n"
            );
        }
    }
}
