//! The paper's minimiser (ESEC/FSE 2020, section on minimisation), the baseline: the failing instance becomes the seed,
//! and instances are generated from it with smaller and smaller bounds. They are true under the witness by construction;
//! the benchmark ends where one is not.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use smt_storm::generate::fragment::InitialPool;
use smt_storm::generate::generator::Generator;
use smt_storm::generate::pool::{Draw, Pools};
use smt_storm::matrix::{Alternative, Bounds, Form, OptionGroup};
use smt_storm::reduce::minimise::{Budget, Ended, Minimised, Origin, Proof};
use smt_storm::rng::{Key, Stream};
use smt_storm::smtlib::Problem;
use smt_storm::smtlib::instance::{Drawn, Instance};
use smt_storm::witness::{Evaluator, Grade, Truth};

/// Instances of a round.
const INSTANCES: u32 = 300;

/// D_max to begin with: the paper's.
const D_MAX: u32 = 64;

/// Generates from a failing instance.
pub struct Rounds<'a> {
    pub origin: Origin<'a>,
    pub evaluator: &'a Evaluator,
    /// What the truth of the first instance rested on: nothing may rest on less.
    pub grade: Grade,
    /// Whether the solver goes wrong on an instance as it did on the first one.
    pub fails: &'a (dyn Fn(&Instance) -> bool + Sync),
    /// How many runs of the solver there may be at a time.
    pub jobs: usize,
    pub budget: Budget,
}

impl Rounds<'_> {
    /// Searches for the least A_max, and then for the least D_max, with which one of the instances of a round still fails;
    /// the smallest failing one of all is returned. They have the form of the row, and the options drawn for the first one.
    pub fn minimise(&self, form: &Form) -> Minimised {
        let Rounds { origin: Origin { instance, witnesses }, budget, .. } = self;
        assert!((self.fails)(instance), "the solver does not fail on the instance");
        let form = settled(form, &instance.drawn);
        let problem = self.satisfied(instance);
        let started = Instant::now();
        let (mut best, mut round, mut ended) = ((*instance).clone(), 0, Ended::Minimal);
        // Runs of the solver, and how many of them there were when the last smaller instance was found.
        let (mut runs, mut progress) = (1, 0);
        let mut fails = |a_max, d_max| {
            round += 1;
            let key = Key::new(&instance.digest(), round);
            let Some(pools) = self.pools(&problem, d_max, &key) else { return false };
            let mut generator = Generator::new(&problem.script, &pools, key, a_max, &form);
            let made: Vec<Instance> = (0..INSTANCES).map(|number| generator.instance(number)).collect();
            for some in made.chunks(self.jobs) {
                let is_spent = runs - progress > budget.runs;
                if is_spent || started.elapsed() > budget.total {
                    ended = if is_spent { Ended::Runs } else { Ended::Time };
                    return false;
                }
                let Some(at) = self.first(some) else {
                    runs += u32::try_from(some.len()).unwrap();
                    continue;
                };
                runs += u32::try_from(at).unwrap() + 1;
                self.satisfied(&some[at]);
                if some[at].text.len() < best.text.len() {
                    (best, progress) = (some[at].clone(), runs);
                }
                return true;
            }
            false
        };
        let assertions = u32::try_from(instance.assertions().count()).unwrap();
        let a_max = least(assertions, |a_max| fails(a_max, D_MAX));
        least(D_MAX, |d_max| fails(a_max, d_max));
        // Nothing that is declared goes: the definitions are the same for all.
        let (definitions, checks) = (witnesses[0].text(), best.checks());
        let proof = Proof::of_all(definitions.clone(), checks);
        Minimised { instance: best, definitions, proof, runs, ended, left: None }
    }

    /// The first of some instances on which the solver fails.
    fn first(&self, some: &[Instance]) -> Option<usize> {
        thread::scope(|scope| {
            let runs: Vec<_> = some.iter().map(|one| scope.spawn(|| (self.fails)(one))).collect();
            let failed: Vec<bool> = runs.into_iter().map(|run| run.join().unwrap()).collect();
            failed.iter().position(|failed| *failed)
        })
    }

    /// The instance as a problem: nothing is taken on trust.
    fn satisfied(&self, instance: &Instance) -> Problem {
        let problem = Problem::read(instance.text.as_str()).unwrap();
        let valuation = self.evaluator.valuation(&problem, &self.origin.witnesses[0]).unwrap();
        let is_true = |&id| match valuation.truth(id) {
            Some(Truth::Unknown) => self.grade == Grade::Claimed,
            truth => matches!(truth, Some(Truth::Is(true) | Truth::Chosen(true) | Truth::Claimed(true))),
        };
        assert!(problem.formulas.assertions.iter().all(is_true), "not true:\n{}", instance.text);
        problem
    }

    /// Both pools for a D_max; none if it leaves no formula.
    fn pools(&self, problem: &Problem, d_max: u32, key: &Key) -> Option<Pools> {
        let keep_underspecified = self.grade >= Grade::Choice;
        let bounds = Bounds { d_max, keep_underspecified, ..Bounds::default() };
        let evaluation = self.evaluator.evaluate(problem, self.origin.witnesses[0].clone()).unwrap();
        let initial = InitialPool::collect(problem, &evaluation, &bounds).filled().ok()?;
        let (terms, formulas) = (&problem.formulas.terms, bounds.formulas(initial.fragments.len()));
        (initial.grade <= self.grade).then(|| {
            Pools::build(terms, &initial, formulas, d_max, Draw::default(), &mut key.stream(Stream::Pool))
        })
    }
}

/// The least bound, from 1 to `largest`, for which `fails` holds, by binary search: it is taken to hold for `largest`, and
/// for every bound above one for which it holds.
fn least(largest: u32, mut fails: impl FnMut(u32) -> bool) -> u32 {
    let (mut low, mut high) = (1, largest.max(1));
    while low < high {
        let middle = low.midpoint(high);
        if fails(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    high
}

/// The form in which each option group has nothing to draw but what was drawn.
fn settled(form: &Form, drawn: &[Arc<Drawn>]) -> Form {
    let settled = |(group, one): (&OptionGroup, &Arc<Drawn>)| {
        let Drawn { args, written, commands, .. } = Drawn::clone(one);
        OptionGroup { alternatives: vec![Alternative { args, written, commands }], ..group.clone() }
    };
    Form { options: form.options.iter().zip(drawn).map(settled).collect(), ..form.clone() }
}
