//! `storm inspect`: reports what seeds yield, for each file or as a table by logic.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use clap::{Arg, Args};
use smt_storm::generate::fragment::FormulaSource;
use smt_storm::generate::inspect::{Inspection, Outcome, Review};
use smt_storm::process::interrupt;
use smt_storm::process::quotation::beginning;
use smt_storm::report::numbers::list_counts;
use smt_storm::suite::exit;
use smt_storm::suite::live::Steps;
use smt_storm::witness::{Difference, Evaluator, SecondOpinion};

use super::files::scripts_of;
use super::generate::PoolArguments;
use super::print::{self, Failed, Output};
use smt_storm::suite::parallel::in_parallel;

const EXIT_CODES: &str = "Exit codes:
  0  at least one file is usable as a seed
  1  with --second-opinion: Z3 disagrees on the value of a term
  2  wrong usage, or no file is usable";

/// Report what seeds yield: logic, size, usable sub-formulas and witness, or why they yield nothing.
///
/// For a folder, inspects every `.smt2` file below it and prints a table by logic, with the reasons why files are
/// unusable.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES, mut_args(of_pools))]
pub(super) struct Inspect {
    /// Seed files, and folders of seed files.
    #[arg(required = true)]
    seeds: Vec<PathBuf>,
    #[command(flatten)]
    pools: PoolArguments,
    /// Also ask Z3 for the value of every ground term, and show the smallest terms on which it disagrees with
    /// smt-storm. One of the two must be wrong, so no formula that depends on such a term counts as usable.
    #[arg(long)]
    second_opinion: bool,
    #[command(flatten)]
    output: Output,
}

/// Hides the bounds that only affect instances.
fn of_pools(argument: Arg) -> Arg {
    let hidden = ["a_max", "nc", "size", "small", "drawing", "connectives", "questions"];
    let is_hidden = hidden.contains(&argument.get_id().as_str());
    argument.hide(is_hidden)
}

impl Inspect {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("inspect", &self.output);
        let files = scripts_of(&self.seeds)?;
        let evaluator = self.pools.model_from.evaluator()?;
        let found = self.inspect(&files, &evaluator);
        print::result(&found)?;
        if self.seeds.iter().any(|path| path.is_dir()) {
            print::text(&table(&found));
        } else {
            found.iter().for_each(|inspection| print::text(&paragraph(inspection)));
        }
        if self.second_opinion {
            print::text(&differences(&found));
        }
        evaluator.count_missing_models().iter().for_each(|line| note!("{line}"));
        let differs = found.iter().any(|inspection| inspection.differing() > 0);
        let usable = found.iter().any(Inspection::is_usable);
        Ok(match usable {
            _ if differs => exit::DIFFERENCE,
            true => exit::SUCCESS,
            false => exit::USAGE,
        })
    }

    /// Inspects the files on all cores, and returns the results in the order of the files.
    fn inspect(&self, files: &[PathBuf], evaluator: &Evaluator) -> Vec<Inspection> {
        interrupt::watch();
        let steps = Steps::start(files.len(), "files", || None);
        let PoolArguments { rng, bounds, .. } = &self.pools;
        let weights = self.pools.weights();
        let mut found = in_parallel(files, |path| {
            let _step = steps.begin(path.display().to_string());
            Inspection::carry_out(path, *rng, &weights, bounds, evaluator, self.second_opinion)
        });
        drop(steps);
        found.sort_by(|one, two| one.path.cmp(&two.path));
        found
    }
}

/// The most unusable parts to list for each file.
const MOST: usize = 20;

fn paragraph(inspection: &Inspection) -> String {
    let Inspection { path, logic, commands, symbols, terms, unusable, groundless, outcome, seconds, .. } =
        inspection;
    let logic = logic.as_deref().unwrap_or("no logic");
    let head =
        format!("{}\n  {logic}, {commands} commands, {symbols} symbols, {terms} terms", path.display());
    let yields = match outcome {
        Outcome::Pool {
            true_fragments,
            false_fragments,
            sources,
            left_out,
            witness,
            grade_in_words,
            unknown,
            ..
        } => {
            let built = sources.iter().filter(|(word, _)| *word != FormulaSource::Fragment.word());
            let built: String = built.map(|(word, count)| format!(", {count} of them {word}")).collect();
            format!(
                "{} fragments: {true_fragments} true, {false_fragments} false{built}; left out: {} unknown, {} \
             underspecified, {} too deep\n  witness: {witness}; truth values: {grade_in_words}{}",
                true_fragments + false_fragments,
                left_out.unknown,
                left_out.underspecified,
                left_out.deep,
                unknown.iter().map(|reason| format!("\n  {reason}")).collect::<String>(),
            )
        }
        Outcome::Refused { message, .. } => format!("refused: {message}"),
    };
    let left_out: String = groundless.lines().iter().map(|line| format!("  {line}\n")).collect();
    let mut unusable: String =
        unusable.iter().map(|what| format!("  left out: {what}\n")).take(MOST).collect();
    if inspection.unusable.len() > MOST {
        unusable += &format!("  left out: {} more\n", inspection.unusable.len() - MOST);
    }
    format!("{head}\n  {yields}\n{unusable}{left_out}  {seconds:.2} s\n")
}

/// Returns a table with a row for each logic, and one for all.
fn table(found: &[Inspection]) -> String {
    let mut logics: BTreeMap<&str, Vec<&Inspection>> = BTreeMap::new();
    for inspection in found {
        logics.entry(inspection.logic.as_deref().unwrap_or("-")).or_default().push(inspection);
    }
    let mut text = format!(
        "{:<20} {:>6} {:>7} {:>6} {:>10}  reasons for the rest\n",
        "logic", "files", "usable", "share", "fragments"
    );
    for (logic, inspections) in &logics {
        text.push_str(&row(logic, inspections));
    }
    let all: Vec<&Inspection> = found.iter().collect();
    text + &row("all", &all)
}

fn row(logic: &str, inspections: &[&Inspection]) -> String {
    let usable = inspections.iter().filter(|inspection| inspection.is_usable()).count();
    let mut fragments = 0;
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for inspection in inspections {
        match &inspection.outcome {
            Outcome::Pool { true_fragments, false_fragments, .. } => {
                fragments += true_fragments + false_fragments
            }
            Outcome::Refused { kind, .. } => *reasons.entry(kind).or_default() += 1,
        }
    }
    let share = 100.0 * usable as f64 / inspections.len() as f64;
    let reasons = list_counts(reasons);
    let line =
        format!("{logic:<20} {:>6} {usable:>7} {share:>5.1}% {fragments:>10}  {reasons}", inspections.len());
    format!("{}\n", line.trim_end())
}

/// The most bytes shown of a value or term; JSON has all of it.
const SHOWN: usize = 400;

/// Lists each difference with its file, then each file without an opinion, then the totals.
fn differences(found: &[Inspection]) -> String {
    let mut text = String::new();
    let (mut given, mut silent, mut refused) = (Vec::new(), String::new(), 0);
    for Inspection { path, second_opinion, .. } in found {
        match second_opinion {
            Some(Review::Given(opinion)) => {
                let file = path.display().to_string();
                opinion.differences.iter().for_each(|difference| tell(&mut text, &file, difference));
                given.push(opinion);
            }
            Some(Review::NotGiven(why)) => {
                let _ = writeln!(silent, "{}: {why}", path.display());
                refused += 1;
            }
            None => {}
        }
    }
    let sum = |count: fn(&SecondOpinion) -> usize| given.iter().map(|opinion| count(opinion)).sum::<usize>();
    let differing = sum(|opinion| opinion.differing);
    let shown = sum(|opinion| opinion.differences.len());
    let more =
        if differing > shown { format!(" ({shown} shown, one for each operator)") } else { String::new() };
    let (answered, asked) = (sum(|opinion| opinion.answered), sum(|opinion| opinion.asked));
    let (files, all) = (given.len(), given.len() + refused);
    text + &silent
        + &format!(
            "second opinion on {files} of {all} files: of {asked} ground terms, Z3 knows {answered}, and differs for \
             {differing}{more}\n"
        )
}

fn tell(text: &mut String, file: &str, difference: &Difference) {
    let Difference { place, term, definitions, sort, ours, z3 } = difference;
    let place = place.map_or(String::new(), |place| format!(":{place}"));
    let _ = writeln!(text, "{file}{place}: {}", cut(term));
    definitions.iter().for_each(|line| {
        let _ = writeln!(text, "  with    {}", cut(line));
    });
    let _ = writeln!(text, "  sort    {sort}\n  ours    {}\n  Z3      {}", cut(ours), cut(z3));
}

/// Returns the text, or its beginning and its length.
fn cut(text: &str) -> String {
    let clipped = |beginning| format!("{beginning} … ({} bytes)", text.len());
    beginning(text, SHOWN).map_or_else(|| text.to_owned(), clipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_shown_with_its_place_and_both_values() {
        let difference = Difference {
            place: None,
            term: "(f 6)".to_owned(),
            definitions: vec!["(define-fun f ((y Int)) Int 9)".to_owned()],
            sort: "Int".to_owned(),
            ours: "1".repeat(SHOWN + 1),
            z3: "9".to_owned(),
        };
        let mut text = String::new();
        tell(&mut text, "x.smt2", &difference);
        let ours = "1".repeat(SHOWN);
        let expected = format!(
            "x.smt2: (f 6)\n  with    (define-fun f ((y Int)) Int 9)\n  sort    Int\n  ours    {ours} … (401 bytes)\n  \
             Z3      9\n"
        );
        assert_eq!(text, expected);
    }
}
