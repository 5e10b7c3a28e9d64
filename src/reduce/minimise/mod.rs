//! Failing instance → a small failing instance. The search drops commands, then replaces terms by others of equal
//! value, then tries all other changes that keep the instance true under its witness.
//!
//! Some failures need no witness, such as a printed model that does not satisfy the instance. There, terms become others
//! of the same sort.

mod draft;
mod ground;
mod interpretation;
mod judge;
mod moves;
mod paths;
mod proof;
mod refine;
mod search;
mod shrink;
mod term_sorts;
mod valued;
mod workers;

use std::convert::Infallible;

pub use judge::Condition;
pub use proof::{Origin, Proof, Unfit};
pub use search::{Best, Budget, Ended, Tools};

use crate::matrix::Class;
use crate::reduce::delta_debugging::fewest_commands;
use crate::smtlib::instance::{Instance, Kind};
use crate::solver::verdict::Verdict;
use crate::witness::{Evaluator, Grade};
use ground::{Conditional, Ground};
use judge::{Judge, plain_coefficients};
use proof::Truths;
use refine::refine;
use search::{Candidates, Search};

/// The result of minimising.
#[derive(Debug)]
pub struct Minimised {
    /// The smallest failing instance found.
    pub instance: Instance,
    /// Definitions of its declared symbols, one per line. The assertions in force at its last check, which fails,
    /// are true under them.
    pub definitions: String,
    /// The definitions for each of its checks.
    pub proof: Proof,
    /// The number of solver runs.
    pub runs: u32,
    /// The reason why the search ended.
    pub ended: Ended,
    /// The numbers of the original assertions, from 0, that remained after dropping commands; later steps change
    /// them. `None` if that is not known.
    pub left: Option<Vec<usize>>,
}

/// Returns the checks of an instance, from 0, whose assertions in force are not true under any of its witnesses.
///
/// # Errors
/// The instance cannot be evaluated.
pub fn without_witness(origin: &Origin<'_>, evaluator: &Evaluator) -> Result<Vec<usize>, Unfit> {
    Ok(Truths::evaluate(origin, Grade::Evaluated, evaluator)?.without_witness(origin.instance))
}

/// Returns the proof of an instance: for each check, definitions under which the assertions in force are true.
///
/// # Errors
/// The instance cannot be evaluated, or a check has no witness.
pub fn proof(origin: &Origin<'_>, evaluator: &Evaluator) -> Result<Proof, Unfit> {
    let truths = Truths::evaluate(origin, Grade::Evaluated, evaluator)?;
    let assigned = truths.assigned(origin.instance).map_err(|line| not_satisfied(origin.instance, line))?;
    Ok(origin.proof(origin.instance, &assigned))
}

/// Minimises an instance that fails at `check`, by default the last one. The grade of the result's assertions is
/// no worse than `grade`.
///
/// # Errors
/// The solver does not fail on the instance, or its witnesses do not satisfy it.
pub fn minimise(
    origin: &Origin<'_>,
    check: Option<usize>,
    grade: Grade,
    evaluator: &Evaluator,
    tools: Tools<'_>,
) -> Result<Minimised, Unfit> {
    // What a solver says of objectives is judged by the witness.
    let has_objectives = origin.instance.of_kind(Kind::Objective).next().is_some();
    let judged = match origin.witnesses {
        [witness] if has_objectives => Some(origin.instance.clone().with_witness(&witness.text())),
        _ => None,
    };
    let origin = &Origin { instance: judged.as_ref().unwrap_or(origin.instance), ..*origin };
    Search::run(tools, |search| {
        let mut truths = Truths::evaluate(origin, grade, evaluator)?;
        truths.assigned(origin.instance).map_err(|line| not_satisfied(origin.instance, line))?;
        minimised(origin.instance, check, &mut truths, search)
    })
}

/// Minimises an instance that fails at `check`, by default the last one, where the failure needs no witness, but only
/// `condition`, which holds for `instance`. It is asked of well-sorted instances only, often and in one thread, and
/// should be quick. The result has no definitions.
///
/// # Errors
/// The solver does not fail on the instance.
pub fn minimise_without_witness(
    instance: &Instance,
    check: Option<usize>,
    condition: Condition<'_>,
    tools: Tools<'_>,
) -> Result<Minimised, Unfit> {
    let mut ground = Conditional { condition, origin: instance };
    Search::run(tools, |search| minimised(instance, check, &mut ground, search))
}

/// Returns a condition for scripts that are smaller than one on which a solver fails. A wrong model may belong to a script
/// that has no model at all. Then `sat` itself is wrong, which is worse: where Z3 finds that out, smaller scripts have no
/// model either. The condition always holds for other failures.
pub fn stays_refuted<'a>(
    instance: &Instance,
    verdict: &Verdict,
    evaluator: &'a Evaluator,
) -> impl Fn(&Instance) -> bool + use<'a> {
    let last = |script: &Instance| script.checks().saturating_sub(1);
    let is_refuted = verdict.class == Class::InvalidModel
        && evaluator.refutes(instance, verdict.check.unwrap_or_else(|| last(instance)));
    move |smaller| !is_refuted || evaluator.refutes(smaller, last(smaller))
}

fn minimised(
    instance: &Instance,
    check: Option<usize>,
    ground: &mut dyn Ground,
    search: &mut Search<'_>,
) -> Result<Minimised, Unfit> {
    if !search.fails(instance) {
        return Err(Unfit::NoFailure);
    }
    let keeps_plain = instance.problem().is_ok_and(|problem| plain_coefficients(&problem).is_some());
    let check = check.unwrap_or_else(|| instance.last_check());
    let mut best = drop_commands(instance, ground, check, search);
    let mut left = kept(instance, &best);
    while !search.is_over()
        && let Some(shrunk) = ground.shrunk(&best, keeps_plain, search)
    {
        let last = shrunk.last_check();
        best = drop_commands(&shrunk, ground, last, search);
        // An assertion that becomes smaller keeps its place.
        left = kept(&shrunk, &best).into_iter().filter_map(|at| left.get(at).copied()).collect();
    }
    let mut proof = ground.proof(&best).unwrap_or_else(|| Proof::none(best.checks()));
    let is_of_one = ground.is_of_one(&best, &proof);
    let draft = is_of_one.then(|| ground.draft(&best, &proof)).flatten();
    let is_refined = draft.is_some();
    if let Some(draft) = draft {
        let mut judge = Judge::new(ground.basis(), keeps_plain, search.deadline());
        let refined = refine(draft, &mut judge, search);
        best = refined.instance();
        proof = judge.proof(&refined, best.checks());
    } else {
        if search.rechecks() {
            let last = best.last_check();
            best = drop_commands(&best, ground, last, search);
            proof = ground.proof(&best).unwrap_or(proof);
        }
        search.at_minimum(&best);
    }
    Ok(Minimised {
        instance: best,
        definitions: proof.definitions().to_owned(),
        proof,
        runs: search.runs(),
        ended: match search.ended() {
            Ended::Minimal if !is_of_one => Ended::NotOfOne,
            Ended::Minimal if !is_refined => Ended::TooLarge,
            ended => ended,
        },
        left: Some(left),
    })
}

/// Drops commands of an instance that fails at `check` while it still fails, then unused declarations. The result
/// must have its ground: without levels, the assertions in force may contradict each other.
fn drop_commands(
    instance: &Instance,
    ground: &dyn Ground,
    check: usize,
    search: &mut Search<'_>,
) -> Instance {
    let Ok(fewest) = fewest_commands(instance, check, &mut |candidates| {
        let found = search.first(&mut Grounded { candidates, ground });
        if let Some((_, smaller)) = &found
            && let Some(proof) = ground.proof(smaller)
        {
            search.keep(smaller, &proof);
        }
        Ok::<_, Infallible>(found)
    });
    fewest
}

/// Candidates that have their ground.
struct Grounded<'a> {
    candidates: &'a mut dyn Iterator<Item = Instance>,
    ground: &'a dyn Ground,
}

impl Candidates for Grounded<'_> {
    fn next(&mut self) -> Option<Instance> {
        self.candidates.next()
    }

    fn admits(&mut self, last: &Instance) -> bool {
        self.ground.holds(last)
    }
}

/// Returns the numbers of those assertions of an instance that a smaller one still has.
fn kept(instance: &Instance, smaller: &Instance) -> Vec<usize> {
    let mut all = instance.assertions().enumerate();
    let number = |line| all.find(|(_, other)| *other == line).map(|(number, _)| number);
    smaller.assertions().filter_map(number).collect()
}

/// Returns the error for a line that is not true.
fn not_satisfied(instance: &Instance, line: String) -> Unfit {
    let at = instance.assertions().position(|assertion| assertion.trim() == line);
    Unfit::NotSatisfied { assertion: at.map(|at| at + 1), text: line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::generate::generator::Generator;
    use crate::generate::pool::{Draw, Pools};
    use crate::matrix::{Form, Source};
    use crate::reduce::minimise::draft::Draft;
    use crate::reduce::minimise::judge::Basis;
    use crate::reduce::minimise::search::plainly;
    use crate::rng::Key;
    use crate::smtlib::Problem;
    use crate::witness::Witness;
    use proptest::prelude::*;

    const SEED: &str = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)\
        (assert (or p (and (< (+ x 1) (* 2 y)) (distinct x y 7)) (=> p (= (ite p x y) (- y 3)))))\
        (assert (forall ((z Int)) (or (> z x) (<= z x) p)))";

    /// Returns an instance with its witness.
    pub(super) fn instance(number: u32, rng_seed: u64) -> (Instance, Witness) {
        let problem = Problem::read(SEED).unwrap();
        let key = Key::new(&Digest::of(SEED), rng_seed);
        let (initial, pools) = Pools::of(&problem, &key, Source::Sampled, (60, 8), Draw::default());
        let form = Form::default();
        let instance = Generator::new(&problem.script, &pools, key, 12, &form).instance(number);
        (instance, initial.witness)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// The result fails, is true, and is minimal.
        #[test]
        fn what_is_left_fails_and_is_true(number in 0_u32..500, rng_seed in 0_u64..8, mark in 0_usize..5) {
            let mark = ["(+ x 1)", "(* 2 y)", "distinct", "forall", "ite"][mark];
            let (instance, witness) = instance(number, rng_seed);
            prop_assume!(instance.text.contains(mark));
            let fails = |candidate: &Instance| candidate.text.contains(mark);
            let small = small(&instance, &witness, Budget::default(), &fails).unwrap();
            prop_assert!(fails(&small.instance) && small.ended.reason().is_none());
            let draft = Draft::read(&small.instance, &small.definitions).unwrap();
            let evaluator = Evaluator::in_process();
            let mut judge = Judge::new(Basis::Witness(&evaluator, Grade::Evaluated), false, None);
            prop_assert!(judge.holds(&draft));
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
            minimise(
                &Origin { instance, witnesses: std::slice::from_ref(witness) },
                Some(0),
                Grade::Evaluated,
                &evaluator,
                tools,
            )
        })
    }

    /// Returns what is left of an instance if no witness has to be kept.
    fn without_witness(instance: &Instance, mark: &str, condition: Condition<'_>) -> Minimised {
        let fails = |candidate: &Instance| candidate.text.contains(mark);
        plainly((&fails, 2, Budget::default()), |tools| {
            minimise_without_witness(instance, Some(0), condition, tools).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Without a witness, the result need not be true, but it is well-sorted, and minimal.
        #[test]
        fn what_needs_no_witness_is_smaller(number in 0_u32..500, rng_seed in 0_u64..8, mark in 0_usize..5) {
            let (mark, most) = [("(+ x 1)", 60), ("(* 2 y)", 60), ("distinct", 60), ("forall", 60), ("ite", 60)][mark];
            let (instance, _) = instance(number, rng_seed);
            prop_assume!(instance.text.contains(mark));
            let small = without_witness(&instance, mark, &|_| true);
            prop_assert!(small.definitions.is_empty() && small.ended.reason().is_none());
            let problem = Problem::read(small.instance.text.as_str()).unwrap();
            prop_assert!(crate::theory::usable::is_usable(problem), "{}", small.instance.text);
            let assertions: usize = small.instance.assertions().map(str::len).sum();
            prop_assert!(small.instance.text.contains(mark) && assertions < most, "{}", small.instance.text);
        }
    }

    #[test]
    fn a_condition_takes_the_place_of_a_witness() {
        let (instance, _) = instance(3, 1);
        let condition = |smaller: &Instance| smaller.text.matches(" y").count() > 1;
        let small = without_witness(&instance, "distinct", &condition);
        assert!(condition(&small.instance) && small.instance.text.len() < 100, "{}", small.instance.text);
    }

    #[test]
    fn a_large_script_is_not_minimal() {
        let (instance, _) = instance(3, 1);
        let mut large = instance.without_commands();
        large.add(Kind::Setup, &format!("(set-info :notes \"{}\")", "x".repeat(20 << 10)));
        instance.commands.iter().for_each(|command| large.copy(command, &instance));
        let condition = |smaller: &Instance| smaller.text.contains(":notes");
        let small = without_witness(&large, ":notes", &condition);
        assert_eq!((small.instance.of_kind(Kind::Assertion).count(), small.ended), (1, Ended::TooLarge));
    }

    #[test]
    fn values_that_judge_an_optimum_are_those_that_it_was_run_with() {
        let script = "(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (or (> x 2) (> y 2)))\n(assert (> (+ x y) 1))\n\
            (maximize (+ x y))\n(check-sat)\n(get-objectives)\n";
        let instance = Instance::read(script).unwrap();
        let witness = Witness::read(
            &Problem::read(script).unwrap().script,
            "(define-fun x () Int 7)\n(define-fun y () Int 1)\n",
        )
        .unwrap();
        // The solver misses all optima above 5.
        let fails = |candidate: &Instance| {
            let values = candidate.witness().unwrap().split_whitespace();
            let largest = values.filter_map(|word| word.trim_end_matches(')').parse::<u32>().ok()).max();
            candidate.text.contains("(maximize ") && candidate.text.contains("x") && largest > Some(5)
        };
        let small = small(&instance, &witness, Budget::default(), &fails).unwrap();
        assert!(fails(&small.instance.clone().with_witness(&small.definitions)), "{small:?}");
    }

    #[test]
    fn values_that_judge_a_core_are_those_of_the_smaller_script() {
        let script = "(set-option :produce-unsat-cores true)\n(declare-fun first () Int)\n(declare-fun second () Int)\n(assert (! (= second 1) :named a))\n\
            (assert (! (or (> first 2) (= second 7)) :named b))\n(check-sat)\n(get-unsat-core)\n";
        let definitions = "(define-fun first () Int 3)\n(define-fun second () Int 1)\n";
        let mut instance = Instance::read(script).unwrap().with_witness(definitions);
        instance.leave_open(&[0]);
        let fails = |candidate: &Instance| {
            let defined = Draft::read(candidate, candidate.witness().unwrap_or_default());
            ["(> ", ":named b", "(get-unsat-core)"].iter().all(|mark| candidate.text.contains(mark))
                && (defined.is_some() || candidate.witness() == Some(definitions))
        };
        let small = plainly((&fails, 2, Budget::default()), |tools| {
            minimise_without_witness(&instance, Some(0), &|_| true, tools).unwrap()
        });
        let expected = "(set-option :produce-unsat-cores true)\n(assert (! (> 0 0) :named b))\n(check-sat)\n\
            (get-unsat-core)\n";
        assert_eq!((small.instance.text.as_str(), small.instance.witness()), (expected, None));
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
    fn coefficients_stay_as_all_solvers_read_them() {
        let left = |logic: &str, factor: &str| {
            let text = format!(
                "(set-logic {logic})\n(declare-fun x () Real)\n(assert (< (* {factor} x) 9.0))\n(check-sat)\n"
            );
            let line = "(define-fun x () Real 5.0)".to_owned();
            let declared = Problem::read(text.as_str()).unwrap().script;
            let witness = Witness::given(&declared, &crate::smtlib::Script::parse(line).unwrap());
            // The solver fails on products with a sum, and on smaller ones with nested minus signs.
            let fails = |candidate: &Instance| {
                let has = |text: &str| candidate.text.contains(text);
                has("(- (- (- 2.0)))") && (has("(* (+ ") || has("(* (- (- (- 2.0))) x)"))
            };
            let instance = Instance::read(&text).unwrap();
            let small = small(&instance, &witness, Budget::default(), &fails).unwrap();
            assert!(small.instance.text.len() <= text.len());
            plain_coefficients(&small.instance.problem().unwrap()).is_some()
        };
        assert!(left("QF_LRA", "(+ 0.0 (- (- (- 2.0))))"));
        assert!(!left("QF_NRA", "(+ 0.0 (- (- (- 2.0))))"));
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
        let wrong = instance.text.replacen("(check-sat)", "(assert (= x (+ x 1)))\n(check-sat)", 1);
        let wrong = Instance::read(&wrong).unwrap();
        let refused = small(&wrong, &witness, Budget::default(), &|_| true).unwrap_err().to_string();
        assert!(
            refused.contains("is not true under the witness") && refused.contains("(= x (+ x 1))"),
            "{refused}"
        );
    }
}

#[cfg(test)]
mod command_tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::reduce::minimise::proof::Origin;
    use crate::reduce::minimise::search::{Budget, plainly};
    use crate::smtlib::Script;
    use crate::smtlib::instance::{Expected, Kind};
    use crate::witness::{Evaluator, Witness};
    use proptest::prelude::*;

    fn instance(assertions: &[String]) -> Instance {
        let mut instance = Instance::default();
        instance.add(Kind::Setup, "(set-logic ALL)");
        assertions.iter().for_each(|line| instance.add(Kind::Assertion, line));
        instance.add(Kind::Check(Expected::Sat), "(check-sat)");
        instance
    }

    /// Builds an incremental instance, one letter for each command; digits are assertions.
    fn levelled(steps: &str) -> Instance {
        let mut instance = Instance::default();
        for step in steps.chars() {
            let (kind, line) = match step {
                '(' => (Kind::Push(1), "(push 1)".to_owned()),
                '[' => (Kind::Push(2), "(push 2)".to_owned()),
                ')' => (Kind::Pop(1), "(pop 1)".to_owned()),
                ']' => (Kind::Pop(2), "(pop 2)".to_owned()),
                '?' => (Kind::Check(Expected::Sat), "(check-sat)".to_owned()),
                'r' => (Kind::Reset, "(reset-assertions)".to_owned()),
                _ => (Kind::Assertion, format!("(assert a{step})")),
            };
            instance.add(kind, &line);
        }
        instance
    }

    fn steps(instance: &Instance) -> String {
        let step = |line: &crate::smtlib::instance::Command| match line.kind {
            Kind::Push(1) => '(',
            Kind::Push(_) => '[',
            Kind::Pop(1) => ')',
            Kind::Pop(_) => ']',
            Kind::Check(_) => '?',
            Kind::Reset => 'r',
            _ => instance.line(line).chars().nth(9).unwrap(),
        };
        instance.commands.iter().map(step).collect()
    }

    /// Returns the assertions in force at each check, as digits.
    fn in_force(instance: &Instance) -> Vec<String> {
        let digit = |at: usize| instance.line(&instance.commands[at]).chars().nth(9).unwrap();
        (0..instance.checks())
            .map(|check| instance.in_force(check).into_iter().map(digit).collect())
            .collect()
    }

    /// Returns the reduced instance, within a budget of runs, while `fails` holds.
    fn reduce(
        instance: &Instance,
        check: usize,
        runs: u32,
        fails: impl Fn(&Instance) -> bool + Sync,
    ) -> Instance {
        let budget = Budget { runs, ..Budget::default() };
        let declared = Script::parse(String::new()).unwrap();
        let witnesses = [Witness::given(&declared, &declared)];
        let origin = Origin { instance, witnesses: &witnesses };
        let evaluator = Evaluator::alone();
        let truths = Truths::unquestioned(&origin, &evaluator);
        plainly((&fails, 3, budget), |tools| {
            Search::run(tools, |search| drop_commands(instance, &truths, check, search))
        })
    }

    #[test]
    fn levels_and_checks_go_too() {
        let fails = |candidate: &Instance| in_force(candidate).iter().any(|now| now.contains('4'));
        assert_eq!(steps(&reduce(&levelled("1(2?3?)4?(5?)"), 2, 1000, fails)), "4?");
        // The popped assertion must have been checked before.
        let fails = |candidate: &Instance| {
            let checks = in_force(candidate);
            let first = checks.iter().position(|now| now.contains('2'));
            first.is_some_and(|first| {
                checks[first..].iter().any(|now| !now.contains('2') && now.contains('4'))
            })
        };
        assert_eq!(steps(&reduce(&levelled("1(2?3?)4?(5?)"), 2, 1000, fails)), "(2?)4?");
        assert_eq!(steps(&reduce(&levelled("1[2?)3?)4?(5?)"), 2, 1000, fails)), "[2?))4?");
        assert_eq!(steps(&reduce(&levelled("1(2?r3?4?(5?)"), 2, 1000, fails)), "2?r4?");
    }

    proptest! {
        /// The result has exactly the assertions that the failure needs.
        #[test]
        fn what_the_failure_needs_is_left(count in 1_usize..40, needs in prop::collection::btree_set(0_usize..40, 1..6)) {
            let needs: BTreeSet<usize> = needs.into_iter().map(|at| at % count).collect();
            let assertions: Vec<String> = (0..count).map(|at| format!("(assert a{at})")).collect();
            let fails = |candidate: &Instance| needs.iter().all(|at| candidate.text.contains(&format!("(assert a{at})\n")));
            let reduced = reduce(&instance(&assertions), 0, 10_000, fails);
            prop_assert_eq!(reduced.assertions().count(), needs.len());
            prop_assert!(fails(&reduced));
        }
    }
}
