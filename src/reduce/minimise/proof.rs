//! The proof of an instance: for each check, a witness under which the assertions in force are true.
//!
//! Branches of an incremental script may contradict each other, so that no assignment satisfies all assertions.
//! It suffices that each check has a witness for the assertions in force there. Mostly one witness serves all
//! checks.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{Formulas, Problem, TermId};
use crate::theory::value::Value;
use crate::witness::{Evaluator, Grade, Truth, Witness};

/// Definitions of an instance's declared symbols, under which the assertions in force at its checks are true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The definitions of each needed witness, one per line.
    pub texts: Vec<String>,
    /// For each check, in order, the index of its witness; `None` for a check that has none.
    pub of_check: Vec<Option<usize>>,
}

impl Proof {
    /// Creates a proof with one witness for all checks.
    pub fn of_all(definitions: String, checks: usize) -> Proof {
        Proof { texts: vec![definitions], of_check: vec![Some(0); checks] }
    }

    /// Creates the proof of a failure that needs no witness.
    pub fn none(checks: usize) -> Proof {
        Proof { texts: Vec::new(), of_check: vec![None; checks] }
    }

    /// Returns the definitions at the last judged check, which is the failing one in a reduced script.
    pub fn definitions(&self) -> &str {
        let last = self.of_check.iter().flatten().last();
        last.and_then(|&which| self.texts.get(which)).map_or("", String::as_str)
    }

    /// Returns the open checks, counted from 0.
    pub fn open(&self) -> Vec<usize> {
        let open = self.of_check.iter().enumerate().filter(|(_, which)| which.is_none());
        open.map(|(check, _)| check).collect()
    }

    /// Returns the definitions of each witness with its checks, counted from 0.
    pub fn blocks(&self) -> impl Iterator<Item = (Vec<usize>, &str)> {
        self.texts.iter().enumerate().map(|(which, text)| {
            let checks = self.of_check.iter().enumerate().filter(move |(_, other)| **other == Some(which));
            (checks.map(|(check, _)| check).collect(), text.as_str())
        })
    }
}

/// The reason why an instance cannot be minimised.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Unfit {
    #[error(
        "the solver does not fail on it, so there is nothing to minimise; check the solver, its arguments and its time limit"
    )]
    NoFailure,
    #[error(
        "{} is not true under the witness; only an instance with a witness that satisfies it can be minimised:\n  {text}",
        assertion.map_or("an assumption".to_owned(), |number| format!("assertion {number}"))
    )]
    NotSatisfied { assertion: Option<usize>, text: String },
    #[error("the instance cannot be evaluated under the witness: {0}")]
    NotEvaluated(String),
}

/// An instance with its witnesses: each check has one under which the assertions in force are true. Mostly one
/// serves all.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// The witnesses.
    pub witnesses: &'a [Witness],
}

impl Origin<'_> {
    /// Returns the proof of a smaller instance, whose checks have the witnesses with these numbers.
    pub(super) fn proof(&self, smaller: &Instance, assigned: &[Option<usize>]) -> Proof {
        let mut needed: Vec<usize> = assigned.iter().flatten().copied().collect();
        needed.sort_unstable();
        needed.dedup();
        let text = |&which: &usize| self.witnesses[which].definitions_for(self.instance, smaller);
        let place = |which: &Option<usize>| needed.binary_search(&(*which)?).ok();
        let of_check = assigned.iter().map(place).collect();
        Proof { texts: needed.iter().map(text).collect(), of_check }
    }
}

/// The truth of lines under witnesses.
pub(super) struct Truths<'a> {
    pub(super) origin: &'a Origin<'a>,
    /// The worst grade allowed.
    pub(super) grade: Grade,
    pub(super) evaluator: &'a Evaluator,
    /// For each line, an assertion or a check with its assumptions, whether it is true under each witness.
    of_line: BTreeMap<String, Vec<bool>>,
    /// A witness under which all these lines are true, if there is one.
    of_all: Option<usize>,
}

impl<'a> Truths<'a> {
    /// Evaluates the lines of an instance under its witnesses. A line counts as true only with a grade no worse
    /// than `grade`.
    pub(super) fn evaluate(
        origin: &'a Origin<'a>,
        grade: Grade,
        evaluator: &'a Evaluator,
    ) -> Result<Truths<'a>, Unfit> {
        let mut truths = Truths { origin, grade, evaluator, of_line: BTreeMap::new(), of_all: None };
        truths.learn(origin.instance)?;
        Ok(truths)
    }

    /// Returns truths that take every line for true.
    #[cfg(test)]
    pub(super) fn unquestioned(origin: &'a Origin<'a>, evaluator: &'a Evaluator) -> Truths<'a> {
        Truths { origin, grade: Grade::Evaluated, evaluator, of_line: BTreeMap::new(), of_all: Some(0) }
    }

    /// Evaluates the lines of another instance with the same symbols.
    pub(super) fn learn(&mut self, instance: &Instance) -> Result<(), Unfit> {
        let not_evaluated = |error: &dyn std::fmt::Display| Unfit::NotEvaluated(error.to_string());
        let problem = instance.problem().map_err(|error| not_evaluated(&error))?;
        let Formulas { assertions, assumptions, .. } = &problem.formulas;
        // The formulas of each line: one assertion, or the assumptions of a check.
        let mut asserted = assertions.chunks(1);
        let mut assumed = problem.script.assumed().map(|range| assumptions.get(range));
        let said = lines(instance).map(|(kind, line)| {
            let said = if kind.is_check() { assumed.next().flatten() } else { asserted.next() };
            said.map(|said| (line, said))
        });
        let said: Option<Vec<(&str, &[TermId])>> = said.collect();
        // The proof is valid only if every line corresponds to its formulas.
        let said = said.filter(|_| asserted.next().is_none() && assumed.next().is_none());
        let said = said.ok_or_else(|| not_evaluated(&"its lines do not correspond to its formulas"))?;
        let mut found = vec![Vec::new(); said.len()];
        for witness in self.origin.witnesses {
            let valuation =
                self.evaluator.valuation(&problem, witness).map_err(|error| not_evaluated(&error))?;
            // Z3 may not repeat a claim, so an unknown formula is accepted at grade `Claimed`.
            let is_true = |&id: &TermId| match valuation.truth(id) {
                Some(Truth::Unknown) => self.grade == Grade::Claimed,
                truth => truth.and_then(Truth::grade_if_true).is_some(),
            };
            found.iter_mut().zip(&said).for_each(|(truths, (_, said))| truths.push(said.iter().all(is_true)));
        }
        let count = self.origin.witnesses.len();
        let found = said.into_iter().map(|(line, _)| line).zip(found);
        for (line, truths) in found {
            let known = self.of_line.entry(line.to_owned()).or_insert_with(|| truths.clone());
            known.iter_mut().zip(truths).for_each(|(known, new)| *known &= new);
        }
        self.of_all = (0..count).find(|&at| self.of_line.values().all(|known| known[at]));
        Ok(())
    }

    /// Returns the witness of each check of an instance whose lines are known. The error is a line that is not
    /// true under any witness of the other lines in force.
    pub(super) fn assigned(&self, instance: &Instance) -> Result<Vec<Option<usize>>, String> {
        let is_judged: Vec<bool> = (0..instance.checks()).map(|check| instance.is_judged(check)).collect();
        if let Some(witness) = self.of_all {
            return Ok(is_judged.into_iter().map(|is_judged| is_judged.then_some(witness)).collect());
        }
        let judged = is_judged.iter().enumerate();
        let alone = |(check, &is_judged): (usize, &bool)| {
            is_judged.then(|| self.of_check(instance, check)).transpose()
        };
        let checks: Vec<Option<Vec<bool>>> = judged.map(alone).collect::<Result<_, _>>()?;
        // Prefers one witness for all checks.
        let of_all =
            (0..self.origin.witnesses.len()).find(|&at| checks.iter().flatten().all(|fits| fits[at]));
        let first = |fits: &Vec<bool>| fits.iter().position(|fits| *fits);
        Ok(checks.iter().map(|fits| fits.as_ref().and_then(|fits| of_all.or_else(|| first(fits)))).collect())
    }

    /// Returns for each witness whether all assertions in force at a check are true. At least one must satisfy
    /// them.
    fn of_check(&self, instance: &Instance, check: usize) -> Result<Vec<bool>, String> {
        let mut fits = vec![true; self.origin.witnesses.len()];
        let asserted = instance.in_force(check).into_iter();
        let asked = instance.check_lines().nth(check).map(|(at, _)| at);
        for line in asserted.chain(asked).map(|at| instance.line(&instance.commands[at])) {
            let known = self.of_line.get(line);
            let is_true = |at: usize| known.is_some_and(|known| known[at]);
            fits.iter_mut().enumerate().for_each(|(at, fits)| *fits &= is_true(at));
            if !fits.contains(&true) {
                return Err(line.trim().to_owned());
            }
        }
        Ok(fits)
    }

    /// Returns the checks of an instance without a witness.
    pub(super) fn without_witness(&self, instance: &Instance) -> Vec<usize> {
        (0..instance.checks()).filter(|&check| self.of_check(instance, check).is_err()).collect()
    }

    /// Returns the proof of an instance with fewer commands, or `None` if a check has no witness.
    pub(super) fn proof(&self, instance: &Instance) -> Option<Proof> {
        self.assigned(instance).ok().map(|assigned| self.origin.proof(instance, &assigned))
    }

    /// Whether every line of an instance is true under a witness, including lines in force at no check.
    pub(super) fn all_hold(&self, instance: &Instance, witness: usize) -> bool {
        lines(instance).all(|(_, line)| self.of_line.get(line).is_some_and(|known| known[witness]))
    }

    /// Groups the assertions of an instance, by their numbers, by the witnesses under which they must be true.
    pub(super) fn groups(
        &self,
        instance: &Instance,
        assigned: &[Option<usize>],
    ) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut under: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let judged = assigned.iter().enumerate().filter_map(|(check, witness)| Some((check, (*witness)?)));
        for (check, witness) in judged {
            for at in instance.in_force(check) {
                under.entry(at).or_default().insert(witness);
            }
        }
        let mut groups: BTreeMap<BTreeSet<usize>, Vec<usize>> = BTreeMap::new();
        for (number, (at, _)) in instance.of_kind(Kind::Assertion).enumerate() {
            // An assertion that is in force nowhere, or only at open checks, is unconstrained.
            let witnesses = under
                .remove(&at)
                .unwrap_or_else(|| assigned.iter().flatten().next().copied().into_iter().collect());
            groups.entry(witnesses).or_default().push(number);
        }
        groups.into_iter().map(|(under, assertions)| (under.into_iter().collect(), assertions)).collect()
    }

    /// Returns the values of closed terms under some witnesses, for terms with a value under each of them.
    pub(super) fn values(&self, problem: &Problem, witnesses: &[usize]) -> Option<Vec<Option<Vec<Value>>>> {
        let under = |&at: &usize| self.evaluator.values(problem, &self.origin.witnesses[at]).ok();
        let all = witnesses.iter().map(under).collect::<Option<Vec<_>>>()?;
        let of_term = |at: usize| all.iter().map(|values| values[at].clone()).collect();
        (!all.is_empty()).then(|| (0..problem.formulas.terms.len()).map(of_term).collect())
    }
}

/// Returns the lines with formulas that must be true: assertions and checks.
fn lines(instance: &Instance) -> impl Iterator<Item = (Kind, &str)> {
    let says = |kind: Kind| kind == Kind::Assertion || kind.is_check();
    instance.commands.iter().filter(move |line| says(line.kind)).map(|line| (line.kind, instance.line(line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Script;

    const BRANCHES: &str = "(declare-fun n () Int)\n(assert (< n 100))\n(push 1)\n(assert (> n 8))\n(check-sat)\n(pop 1)\n\
        (push 1)\n(assert (<= n 8))\n(check-sat-assuming ((= n 2)))\n(pop 1)\n(check-sat)\n";

    fn witness(value: &str) -> Witness {
        let line = format!("(define-fun n () Int {value})");
        Witness::given(&Script::parse(BRANCHES.to_owned()).unwrap(), &Script::parse(line).unwrap())
    }

    fn assigned(script: &str, values: &[&str]) -> Result<Vec<Option<usize>>, String> {
        let instance = Instance::read(script).unwrap();
        let witnesses: Vec<Witness> = values.iter().map(|value| witness(value)).collect();
        let origin = Origin { instance: &instance, witnesses: &witnesses };
        Truths::evaluate(&origin, Grade::Evaluated, &Evaluator::alone()).unwrap().assigned(&instance)
    }

    #[test]
    fn each_check_has_a_witness_of_what_is_in_force_there() {
        assert_eq!(assigned(BRANCHES, &["9", "2"]), Ok(vec![Some(0), Some(1), Some(0)]));
        assert_eq!(assigned(BRANCHES, &["9", "3"]), Err("(check-sat-assuming ((= n 2)))".to_owned()));
        assert_eq!(assigned(BRANCHES, &["9"]), Err("(assert (<= n 8))".to_owned()));
        // One witness for all checks, if there is one.
        assert_eq!(
            assigned("(assert (> n 1))(check-sat)(push 1)(assert (> n 5))(check-sat)", &["3", "7"]),
            Ok(vec![Some(1), Some(1)])
        );
    }

    #[test]
    fn what_comes_into_force_where_it_was_not_is_noticed() {
        let instance = Instance::read(BRANCHES).unwrap();
        let witnesses = [witness("9"), witness("2")];
        let origin = Origin { instance: &instance, witnesses: &witnesses };
        let evaluator = Evaluator::alone();
        let truths = Truths::evaluate(&origin, Grade::Evaluated, &evaluator).unwrap();
        // Without the first `pop` and the second `push`, both branches are in force together.
        assert!(truths.proof(&instance.with(|at| at != 5 && at != 6)).is_none());
        let proof = truths.proof(&instance.with(|at| !(2..=5).contains(&at))).unwrap();
        assert_eq!(
            proof,
            Proof { texts: vec!["(define-fun n () Int 2)\n".to_owned()], of_check: vec![Some(0), Some(0)] }
        );
        let groups = truths.groups(&instance, &[Some(0), Some(1), Some(0)]);
        assert_eq!(groups, [(vec![0], vec![1]), (vec![0, 1], vec![0]), (vec![1], vec![2])]);
    }

    #[test]
    fn terms_are_equal_if_they_are_so_under_each_witness() {
        let problem = Problem::read("(declare-fun n () Int)(assert (= (+ n 1) 10 (* n n)))").unwrap();
        let instance = Instance::read(problem.source()).unwrap();
        let witnesses = [witness("9"), witness("2")];
        let origin = Origin { instance: &instance, witnesses: &witnesses };
        let evaluator = Evaluator::alone();
        let truths = Truths {
            origin: &origin,
            grade: Grade::Evaluated,
            evaluator: &evaluator,
            of_line: BTreeMap::new(),
            of_all: None,
        };
        let values = truths.values(&problem, &[0, 1]).unwrap();
        let of = |head: &str| {
            let terms = &problem.formulas.terms;
            let id =
                terms.ids().find(|&id| terms.as_app(id).is_some_and(|(other, _)| other == head)).unwrap();
            values[id.index()].clone().unwrap()
        };
        assert_eq!(of("10"), [Value::Int(10.into()), Value::Int(10.into())]);
        assert_ne!(of("+"), of("10"));
        assert_ne!(of("n"), of("+"));
    }
}
