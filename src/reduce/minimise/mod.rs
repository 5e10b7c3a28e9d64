//! Failing instance → the smallest failing instance that can be found: commands first, then
//! terms of equal value, then whatever else keeps it true under its witness.

mod commands;
mod draft;
mod hints;
mod judge;
mod moves;
mod pairs;
mod refine;
mod search;
mod shrink;
mod terms;
mod valued;
mod workers;

pub use search::{Best, Budget, Ended, Tools};

use crate::smtlib::Problem;
use crate::smtlib::instance::Instance;
use crate::witness::{Evaluator, Grade, Truth, Valuation, Witness};
use commands::drop_commands;
use draft::Draft;
use judge::Judge;
use refine::refine;
use search::Search;
use shrink::Shrinker;

/// What minimising came to.
#[derive(Debug)]
pub struct Minimised {
    /// The smallest failing instance.
    pub instance: Instance,
    /// Definitions of what it declares, a command a line: all its assertions are true under
    /// them.
    pub definitions: String,
    /// Runs of the solver that it took.
    pub runs: u32,
    /// Why the search ended.
    pub ended: Ended,
    /// The assertions of the original that were left when there were no more commands to drop, by their numbers from 0:
    /// what comes after changes them. None if that is not known.
    pub left: Option<Vec<usize>>,
}

impl Minimised {
    /// Whether no single step makes the instance smaller.
    pub fn is_minimal(&self) -> bool {
        matches!(self.ended, Ended::Minimal | Ended::Enough)
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
        "assertion {assertion} is not true under the witness; only an instance with a witness that satisfies it can be minimised:\n  {text}"
    )]
    NotSatisfied {
        /// Number of the first such assertion, from 1.
        assertion: usize,
        /// The assertion.
        text: String,
    },
    /// Z3 does not evaluate it.
    #[error("the instance cannot be evaluated under the witness: {0}")]
    NotEvaluated(String),
}

/// An instance and the witness under which its assertions are true.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// The witness.
    pub witness: &'a Witness,
}

impl Origin<'_> {
    /// The definitions of what an instance with fewer commands declares.
    fn definitions(&self, smaller: &Instance) -> String {
        self.witness.definitions_for(self.instance, smaller)
    }
}

/// Minimises an instance that goes wrong at `check`, the last one if that is not known. What the
/// truth of the assertions of what comes back rests on is no worse than `grade`.
///
/// # Errors
/// An instance on which the solver does not fail, or that its witness does not satisfy.
pub fn minimise(
    origin: &Origin<'_>,
    check: Option<usize>,
    grade: Grade,
    evaluator: &Evaluator,
    tools: Tools<'_>,
) -> Result<Minimised, Unfit> {
    satisfied(origin.instance, origin.witness, grade, evaluator)?;
    Search::with(tools, |search| minimised(origin, check, grade, evaluator, search))
}

fn minimised(
    origin: &Origin<'_>,
    check: Option<usize>,
    grade: Grade,
    evaluator: &Evaluator,
    search: &mut Search<'_>,
) -> Result<Minimised, Unfit> {
    if !search.fails(origin.instance) {
        return Err(Unfit::NoFailure);
    }
    let check = check.unwrap_or_else(|| origin.instance.checks().saturating_sub(1));
    let definitions = |smaller: &Instance| origin.definitions(smaller);
    let mut best = drop_commands(origin.instance, &definitions, check, search);
    let mut left = kept(origin.instance, &best);
    while !search.is_over()
        && let Some(shrunk) = shrunk(&best, origin, grade, evaluator, search)
    {
        let last = shrunk.checks().saturating_sub(1);
        best = drop_commands(&shrunk, &definitions, last, search);
        // An assertion that is made smaller keeps its place.
        left = kept(&shrunk, &best).into_iter().filter_map(|at| left.get(at).copied()).collect();
    }
    let mut definitions = origin.definitions(&best);
    if let Some(draft) = Draft::of(&best, &definitions) {
        let mut judge = Judge::new(evaluator, grade);
        let refined = refine(draft, &mut judge, search);
        (best, definitions) = (refined.instance(), refined.definitions());
    } else {
        if search.rechecks() {
            let last = best.checks().saturating_sub(1);
            best = drop_commands(&best, &|smaller| origin.definitions(smaller), last, search);
            definitions = origin.definitions(&best);
        }
        search.at_minimum(&best);
    }
    Ok(Minimised {
        instance: best,
        definitions,
        runs: search.runs(),
        ended: search.ended(),
        left: Some(left),
    })
}

/// The numbers of the assertions of an instance that one with fewer commands has.
fn kept(instance: &Instance, smaller: &Instance) -> Vec<usize> {
    let mut all = instance.assertions().enumerate();
    let number = |line| all.find(|(_, other)| *other == line).map(|(number, _)| number);
    smaller.assertions().filter_map(number).collect()
}

/// The instance with smaller assertions, if there are any and they are true under the witness.
fn shrunk(
    instance: &Instance,
    origin: &Origin<'_>,
    grade: Grade,
    evaluator: &Evaluator,
    search: &mut Search<'_>,
) -> Option<Instance> {
    let problem = Problem::read(instance.text.as_str()).ok()?;
    let values = evaluator.values(&problem, origin.witness).ok()?;
    let shrinker = Shrinker::new(instance, problem.formulas, values);
    let smaller = shrinker.shrink(origin, search);
    (smaller.text.len() < instance.text.len()
        && satisfied(&smaller, origin.witness, grade, evaluator).is_ok())
    .then_some(smaller)
}

/// The instance as a problem with truth values, if every assertion and assumption is true under the
/// witness: nothing is taken on trust.
fn satisfied(
    instance: &Instance,
    witness: &Witness,
    grade: Grade,
    evaluator: &Evaluator,
) -> Result<(Problem, Valuation), Unfit> {
    let problem = Problem::read(instance.text.as_str());
    let problem = problem.map_err(|error| Unfit::NotEvaluated(error.to_string()))?;
    let valuation = evaluator.valuation(&problem, witness);
    let valuation = valuation.map_err(|error| Unfit::NotEvaluated(error.to_string()))?;
    // What Z3 only claims it may not claim again.
    let is_true = |truth| match truth {
        Some(Truth::Unknown) => grade == Grade::Claimed,
        truth => truth.and_then(Truth::grade_if_true).is_some(),
    };
    let mut formulas = problem.formulas.assertions.iter().chain(&problem.formulas.assumptions);
    match formulas.position(|&id| !is_true(valuation.truth(id))) {
        None => Ok((problem, valuation)),
        Some(at) => Err(Unfit::NotSatisfied {
            assertion: at + 1,
            text: instance.assertions().nth(at).unwrap_or("an assumption").trim().to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::generate::fragment::InitialPool;
    use crate::generate::generator::Generator;
    use crate::generate::pool::{Draw, Pools};
    use crate::matrix::{Bounds, Form, Source, Weights};
    use crate::reduce::minimise::search::plainly;
    use crate::rng::{Key, Stream};
    use proptest::prelude::*;

    const SEED: &str = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)\
        (assert (or p (and (< (+ x 1) (* 2 y)) (distinct x y 7)) (=> p (= (ite p x y) (- y 3)))))\
        (assert (forall ((z Int)) (or (> z x) (<= z x) p)))";

    /// An instance with its witness.
    pub(super) fn instance(number: u32, rng_seed: u64) -> (Instance, Witness) {
        let problem = Problem::read(SEED).unwrap();
        let key = Key::new(&Digest::of(SEED), rng_seed);
        let weights = Weights::only(Source::Sampled);
        let evaluation = Evaluator::in_process().search(&problem, &key, &weights).unwrap();
        let initial = InitialPool::collect(&problem, evaluation, &Bounds::default()).unwrap();
        let pools = Pools::build(
            &problem.formulas.terms,
            &initial,
            60,
            8,
            Draw::default(),
            &mut key.stream(Stream::Pool),
        );
        let form = Form::default();
        let instance = Generator::new(&problem.script, &pools, key, 12, &form).instance(number);
        (instance, initial.witness)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Whatever a failure needs is left, everything is still true, and no single step is.
        #[test]
        fn what_is_left_fails_and_is_true(number in 0_u32..500, rng_seed in 0_u64..8, mark in 0_usize..5) {
            let mark = ["(+ x 1)", "(* 2 y)", "distinct", "forall", "ite"][mark];
            let (instance, witness) = instance(number, rng_seed);
            prop_assume!(instance.text.contains(mark));
            let fails = |candidate: &Instance| candidate.text.contains(mark);
            let small = small(&instance, &witness, Budget::default(), &fails).unwrap();
            prop_assert!(fails(&small.instance) && small.is_minimal());
            let draft = Draft::of(&small.instance, &small.definitions).unwrap();
            let grades = Evaluator::in_process().grades(&draft.claim());
            prop_assert_eq!(grades, [Some(Grade::Evaluated)]);
            prop_assert_eq!(small.instance.assertions().count(), 1);
            prop_assert!(small.instance.text.len() < 120, "{}", small.instance.text);
        }
    }

    fn small(
        instance: &Instance,
        witness: &Witness,
        budget: Budget,
        fails: &(dyn Fn(&Instance) -> bool + Sync),
    ) -> Result<Minimised, Unfit> {
        let evaluator = Evaluator::in_process();
        plainly((fails, 2, budget), |tools| {
            minimise(&Origin { instance, witness }, Some(0), Grade::Evaluated, &evaluator, tools)
        })
    }

    #[test]
    fn it_is_known_which_assertions_were_left() {
        let (instance, witness) = instance(3, 1);
        let lines: Vec<&str> = instance.assertions().collect();
        let at = lines.iter().rposition(|line| line.contains("distinct")).unwrap();
        assert!(at > 0 && lines.iter().filter(|line| **line == lines[at]).count() == 1, "{lines:?}");
        let wanted = lines[at].to_owned();
        let fails = |candidate: &Instance| candidate.text.contains(&wanted);
        let small = small(&instance, &witness, Budget::default(), &fails).unwrap();
        assert_eq!((small.left, small.instance.assertions().count()), (Some(vec![at]), 1));
    }

    #[test]
    fn a_spent_budget_says_so() {
        let (instance, witness) = instance(3, 1);
        let budget = Budget { runs: 3, ..Budget::default() };
        let small = small(&instance, &witness, budget, &|candidate| *candidate == instance).unwrap();
        assert_eq!((small.instance, small.runs, small.ended), (instance, 4, Ended::Runs));
    }

    #[test]
    fn what_does_not_fail_or_is_not_true_is_refused() {
        let (instance, witness) = instance(3, 1);
        let refused = small(&instance, &witness, Budget::default(), &|_| false).unwrap_err();
        assert!(matches!(refused, Unfit::NoFailure), "{refused}");
        let mut wrong = instance.clone();
        wrong.add(crate::smtlib::instance::Kind::Assertion, |text| text.push_str("(assert (= x (+ x 1)))"));
        let refused = small(&wrong, &witness, Budget::default(), &|_| true).unwrap_err().to_string();
        assert!(
            refused.contains("is not true under the witness") && refused.contains("(= x (+ x 1))"),
            "{refused}"
        );
    }
}
