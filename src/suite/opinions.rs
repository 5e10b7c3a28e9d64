//! Z3's second opinions on the seeds of a run: a line of results for each difference, and a summary at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::generate::seed::Seed;
use crate::matrix::case::CaseName;
use crate::process::quotation::clipped;
use crate::report::lines::record::Stamp;
use crate::report::lines::record::{Evaluation, Record, VERSION};
use crate::witness::{Difference, NoOpinion, SecondOpinion};

/// The most differences printed at the end of a run; the results have all of them.
const MOST_LISTED: usize = 8;
/// The most characters shown of a term or value.
const SHOWN: usize = 120;

/// The second opinions of a run so far.
#[derive(Debug, Default)]
pub(crate) struct Opinions(Mutex<Noted>);

#[derive(Debug, Default)]
struct Noted {
    /// The number of seeds with an opinion.
    given: usize,
    /// The number of seeds without one, by reason.
    without: BTreeMap<String, usize>,
    /// The number of terms on which the values differ.
    differing: usize,
    /// A line for each difference.
    differences: Vec<String>,
    /// Logic, seed and RNG seed of every opinion so far.
    seeds: BTreeSet<(String, String, u64)>,
}

impl Opinions {
    /// Records the opinion on the seed of a case, and returns its lines of results.
    pub(super) fn note(
        &self,
        name: &CaseName,
        seed: &Seed,
        opinion: &Result<SecondOpinion, NoOpinion>,
        stamp: &Stamp,
    ) -> Vec<Record> {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Rows with other operators have pools of their own, but the same seed and witness.
        if !noted.seeds.insert((name.logic.clone(), name.seed.clone(), name.rng_seed)) {
            return Vec::new();
        }
        let opinion = match opinion {
            Ok(opinion) => opinion,
            Err(why) => {
                *noted.without.entry(why.to_string()).or_default() += 1;
                return Vec::new();
            }
        };
        noted.given += 1;
        noted.differing += opinion.differing;
        let mut records = Vec::new();
        for difference in &opinion.differences {
            noted.differences.push(describe(name, seed, difference));
            records.push(Record::Evaluation(Box::new(line(name, seed, difference, stamp))));
        }
        records
    }

    /// Returns the final lines of a run; none if all values agree.
    pub(super) fn lines(&self) -> Vec<String> {
        let noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seeds = noted.given + noted.without.values().sum::<usize>();
        let mut lines: Vec<String> = noted.differences.iter().take(MOST_LISTED).cloned().collect();
        if noted.differing > 0 {
            lines.push(format!(
                "evaluation: Z3 and smt-storm disagree on {} ground terms of {seeds} seeds, and one of the two \
                 is wrong. No instance depends on them. `storm report` lists them, and `storm inspect \
                 --second-opinion SEED` lists those of a seed.",
                noted.differing
            ));
        }
        let without = noted.without.iter();
        lines.extend(without.map(|(why, count)| format!("evaluation: on {count} of {seeds} seeds, {why}")));
        lines
    }
}

fn describe(name: &CaseName, seed: &Seed, difference: &Difference) -> String {
    let Difference { place, term, sort, ours, z3, .. } = difference;
    let place = place.map_or(String::new(), |place| format!(":{place}"));
    let (path, rng_seed) = (seed.path.display(), name.rng_seed);
    let [term, ours, z3] = [term, ours, z3].map(|text| clipped(text, SHOWN));
    format!(
        "evaluation: {path}{place}, RNG seed {rng_seed}: {term} of sort {sort} is {ours}, but Z3 computes {z3}"
    )
}

fn line(name: &CaseName, seed: &Seed, difference: &Difference, stamp: &Stamp) -> Evaluation {
    let Difference { place, term, definitions, sort, ours, z3 } = difference.clone();
    Evaluation {
        version: VERSION,
        run: stamp.run.clone(),
        logic: name.logic.clone(),
        seed: name.seed.clone(),
        rng: name.rng_seed,
        seed_sha256: seed.digest.to_string(),
        place: place.map(|place| place.to_string()),
        term,
        definitions,
        sort,
        ours,
        z3,
        ended: stamp.time.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Position;

    fn name() -> CaseName {
        let [solver, logic, seed] = ["z3", "QF_FP", "x"].map(str::to_owned);
        CaseName { solver, logic, seed, rng_seed: 7 }
    }

    #[test]
    fn a_difference_becomes_a_line_of_results_and_is_reported_at_the_end() {
        let seed = Seed::from_bytes("x.smt2".as_ref(), b"(assert (= (+ 1 2) 3))").unwrap();
        let stamp = Stamp { run: "r".to_owned(), time: "t".to_owned() };
        let opinions = Opinions::default();
        let other = CaseName { rng_seed: 6, ..name() };
        assert_eq!(opinions.note(&other, &seed, &Ok(SecondOpinion::default()), &stamp), []);
        assert!(opinions.lines().is_empty());

        let difference = Difference {
            place: Some(Position { line: 1, column: 12 }),
            term: "(+ 1 2)".to_owned(),
            definitions: Vec::new(),
            sort: "Int".to_owned(),
            ours: "3".to_owned(),
            z3: "4".to_owned(),
        };
        let mut differs = SecondOpinion::default();
        (differs.differing, differs.differences) = (1, vec![difference]);
        let records = opinions.note(&name(), &seed, &Ok(differs.clone()), &stamp);
        assert_eq!(opinions.note(&name(), &seed, &Ok(differs), &stamp), [], "noted once");
        let [Record::Evaluation(line)] = &records[..] else { panic!("{records:?}") };
        assert_eq!((line.place.as_deref(), line.rng, line.z3.as_str()), (Some("1:12"), 7, "4"));
        let lines = opinions.lines();
        assert_eq!(
            lines[0],
            "evaluation: x.smt2:1:12, RNG seed 7: (+ 1 2) of sort Int is 3, but Z3 computes 4"
        );
        assert!(lines[1].contains("1 ground terms of 2 seeds"), "{lines:?}");
    }

    #[test]
    #[cfg(feature = "z3")]
    fn seeds_without_an_opinion_are_reported_with_the_reason() {
        let seed = Seed::from_bytes("x.smt2".as_ref(), b"(assert (= 1 (strange 2)))").unwrap();
        let witness = crate::witness::Witness::given(&seed.problem.script, &seed.problem.script);
        let evaluator = crate::witness::Evaluator::in_process();
        let none = evaluator.review(&seed.problem, &mut evaluator.evaluate(&seed.problem, witness).unwrap());
        let stamp = Stamp { run: String::new(), time: String::new() };
        let opinions = Opinions::default();
        assert_eq!(opinions.note(&name(), &seed, &none, &stamp), []);
        let told = "evaluation: on 1 of 1 seeds, Z3 gives no second opinion (unknown constant ";
        assert!(opinions.lines()[0].starts_with(told), "{:?}", opinions.lines());
    }
}
