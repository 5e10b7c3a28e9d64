//! What is true at each check of an instance: under which witness, and what that leaves of it.
//!
//! Branches of an incremental script may exclude each other, so that no assignment satisfies all assertions. It is enough
//! that each check has a witness of what is in force there. Mostly one witness does for all checks.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{Formulas, Problem, TermId};
use crate::theory::value::Value;
use crate::witness::{Evaluator, Grade, Truth, Witness};

/// Definitions of what an instance declares, under which what is in force at its checks is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The definitions of each witness that is needed, a command a line.
    pub texts: Vec<String>,
    /// For each check, in order, which of them it stands under; none for a check that is open.
    pub of_check: Vec<Option<usize>>,
}

impl Proof {
    /// One for all checks.
    pub fn of_all(definitions: String, checks: usize) -> Proof {
        Proof { texts: vec![definitions], of_check: vec![Some(0); checks] }
    }

    /// The definitions at the last check that is judged, which is the one that fails in a script that was made smaller.
    pub fn definitions(&self) -> &str {
        let last = self.of_check.iter().flatten().last();
        last.and_then(|&which| self.texts.get(which)).map_or("", String::as_str)
    }

    /// The checks that it says nothing of, from 0.
    pub fn open(&self) -> Vec<usize> {
        let open = self.of_check.iter().enumerate().filter(|(_, which)| which.is_none());
        open.map(|(check, _)| check).collect()
    }

    /// Each text with its checks, from 0.
    pub fn blocks(&self) -> impl Iterator<Item = (Vec<usize>, &str)> {
        self.texts.iter().enumerate().map(|(which, text)| {
            let checks = self.of_check.iter().enumerate().filter(move |(_, other)| **other == Some(which));
            (checks.map(|(check, _)| check).collect(), text.as_str())
        })
    }
}

/// Why an instance is not minimised.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// The solver does not go wrong on it.
    #[error(
        "the solver does not fail on it, so there is nothing to minimise; check the solver, its arguments and its time limit"
    )]
    NoFailure,
    /// The witness is none.
    #[error(
        "{} is not true under the witness; only an instance with a witness that satisfies it can be minimised:\n  {text}",
        assertion.map_or("an assumption".to_owned(), |number| format!("assertion {number}"))
    )]
    NotSatisfied {
        /// Number of the first such assertion, from 1; none for an assumption.
        assertion: Option<usize>,
        /// The command.
        text: String,
    },
    /// Z3 does not evaluate it.
    #[error("the instance cannot be evaluated under the witness: {0}")]
    NotEvaluated(String),
}

/// An instance and its witnesses: for each check one under which what is in force there is true. Mostly one does for all.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// The witnesses.
    pub witnesses: &'a [Witness],
}

impl Origin<'_> {
    /// The definitions of what an instance with fewer commands declares, whose checks stand under witnesses of these numbers.
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

/// Which witnesses make which lines true.
pub(super) struct Truths<'a> {
    origin: &'a Origin<'a>,
    grade: Grade,
    evaluator: &'a Evaluator,
    /// By line, an assertion or a check with its assumptions: for each witness, whether what it says is true.
    of_line: BTreeMap<String, Vec<bool>>,
    /// A witness that makes all these lines true, if there is one.
    of_all: Option<usize>,
}

impl<'a> Truths<'a> {
    /// Those of an instance and its witnesses, whose truth rests on no less than `grade`: nothing is taken on trust.
    ///
    /// # Errors
    /// What cannot be evaluated.
    pub(super) fn evaluate(
        origin: &'a Origin<'a>,
        grade: Grade,
        evaluator: &'a Evaluator,
    ) -> Result<Truths<'a>, Unfit> {
        let mut truths = Truths { origin, grade, evaluator, of_line: BTreeMap::new(), of_all: None };
        truths.learn(origin.instance)?;
        Ok(truths)
    }

    /// Everything is true.
    #[cfg(test)]
    pub(super) fn unquestioned(origin: &'a Origin<'a>, evaluator: &'a Evaluator) -> Truths<'a> {
        Truths { origin, grade: Grade::Evaluated, evaluator, of_line: BTreeMap::new(), of_all: Some(0) }
    }

    /// What decides.
    pub(super) fn evaluator(&self) -> &'a Evaluator {
        self.evaluator
    }

    /// What truth may rest on.
    pub(super) fn grade(&self) -> Grade {
        self.grade
    }

    /// What the truths are of.
    pub(super) fn origin(&self) -> &'a Origin<'a> {
        self.origin
    }

    /// Evaluates the lines of another instance with the same symbols.
    ///
    /// # Errors
    /// What cannot be evaluated.
    pub(super) fn learn(&mut self, instance: &Instance) -> Result<(), Unfit> {
        let not_evaluated = |error: &dyn std::fmt::Display| Unfit::NotEvaluated(error.to_string());
        let problem = instance.problem().map_err(|error| not_evaluated(&error))?;
        let Formulas { assertions, assumptions, .. } = &problem.formulas;
        // What each line says: one formula, or those that a check assumes.
        let mut asserted = assertions.chunks(1);
        let mut assumed = problem.script.assumed().map(|range| assumptions.get(range));
        let said = lines(instance).map(|(kind, line)| {
            let said = if kind.is_check() { assumed.next().flatten() } else { asserted.next() };
            said.map(|said| (line, said))
        });
        let said: Option<Vec<(&str, &[TermId])>> = said.collect();
        // An assertion that is not read, or read as another number of them, proves nothing.
        let said = said.filter(|_| asserted.next().is_none() && assumed.next().is_none());
        let said = said.ok_or_else(|| not_evaluated(&"its assertions cannot be told apart"))?;
        let mut found = vec![Vec::new(); said.len()];
        for witness in self.origin.witnesses {
            let valuation =
                self.evaluator.valuation(&problem, witness).map_err(|error| not_evaluated(&error))?;
            // What Z3 only claims it may not claim again.
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

    /// For each check of an instance of lines that it knows, the witness of what is in force there; an error is a line
    /// that is true under none of those that the others are true under.
    pub(super) fn assigned(&self, instance: &Instance) -> Result<Vec<Option<usize>>, String> {
        let is_judged: Vec<bool> =
            instance.check_lines().map(|(_, command)| command.kind == Kind::Check).collect();
        if let Some(witness) = self.of_all {
            return Ok(is_judged.into_iter().map(|is_judged| is_judged.then_some(witness)).collect());
        }
        let judged = is_judged.iter().enumerate();
        let alone = |(check, &is_judged): (usize, &bool)| {
            is_judged.then(|| self.of_check(instance, check)).transpose()
        };
        let checks: Vec<Option<Vec<bool>>> = judged.map(alone).collect::<Result<_, _>>()?;
        // One for all, if there is one.
        let of_all =
            (0..self.origin.witnesses.len()).find(|&at| checks.iter().flatten().all(|fits| fits[at]));
        let first = |fits: &Vec<bool>| fits.iter().position(|fits| *fits);
        Ok(checks.iter().map(|fits| fits.as_ref().and_then(|fits| of_all.or_else(|| first(fits)))).collect())
    }

    /// By witness, whether all that is in force at a check is true, which is so under one at least.
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

    /// The checks of an instance that have no witness.
    pub(super) fn without_witness(&self, instance: &Instance) -> Vec<usize> {
        (0..instance.checks()).filter(|&check| self.of_check(instance, check).is_err()).collect()
    }

    /// What proves an instance with fewer commands; none if one of its checks has no witness.
    pub(super) fn proof(&self, instance: &Instance) -> Option<Proof> {
        self.assigned(instance).ok().map(|assigned| self.origin.proof(instance, &assigned))
    }

    /// Whether a witness makes every line of an instance true, those that are in force nowhere among them.
    pub(super) fn all_hold(&self, instance: &Instance, witness: usize) -> bool {
        lines(instance).all(|(_, line)| self.of_line.get(line).is_some_and(|known| known[witness]))
    }

    /// The assertions of an instance, by their numbers, in groups of those that are in force under the same witnesses.
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
            // What is in force nowhere, or at open checks alone, may say anything.
            let witnesses = under
                .remove(&at)
                .unwrap_or_else(|| assigned.iter().flatten().next().copied().into_iter().collect());
            groups.entry(witnesses).or_default().push(number);
        }
        groups.into_iter().map(|(under, assertions)| (under.into_iter().collect(), assertions)).collect()
    }

    /// The values of each closed term of a problem under some witnesses, of those that have one under each.
    pub(super) fn values(&self, problem: &Problem, witnesses: &[usize]) -> Option<Vec<Option<Vec<Value>>>> {
        let under = |&at: &usize| self.evaluator.values(problem, &self.origin.witnesses[at]).ok();
        let all = witnesses.iter().map(under).collect::<Option<Vec<_>>>()?;
        let of_term = |at: usize| all.iter().map(|values| values[at].clone()).collect();
        (!all.is_empty()).then(|| (0..problem.formulas.terms.len()).map(of_term).collect())
    }
}

/// The lines that say what has to be true: assertions, and checks.
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
        // One for all, where there is one.
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
        // Without its first `pop` and second `push`, the branches are in force together.
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
