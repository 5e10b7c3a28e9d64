//! Failing instance → smaller failing instance, as the paper has it: the instance becomes the seed,
//! and instances are generated from it with smaller and smaller bounds (ESEC/FSE 2020, section on
//! minimisation). This is the baseline that the other minimiser is measured against.
//!
//! What is generated is true under the witness by construction, so the answer of the one solver is
//! all that has to be asked for.

use std::sync::Arc;

use super::search::Search;
use super::{Minimised, Origin, Tools, Unfit, satisfied};
use crate::generate::fragment::InitialPool;
use crate::generate::generator::Generator;
use crate::generate::pool::{Draw, Pools};
use crate::matrix::{Alternative, Bounds, Form, OptionGroup};
use crate::rng::{Key, Stream};
use crate::smtlib::Problem;
use crate::smtlib::instance::{Drawn, Instance};
use crate::witness::{Evaluation, Evaluator, Grade, Valuation};

/// Instances of a round.
pub const INSTANCES: u32 = 300;

/// D_max to begin with: the paper's.
const D_MAX: u32 = 64;

/// Minimises an instance by searching for the least A_max, and then for the least D_max, with which
/// one of `instances` instances generated from it still fails; the smallest failing one of all is
/// returned. They have the `form` that the solver wants, and the options drawn for the first one.
/// `grade` is what the truth of the assertions may rest on.
///
/// # Errors
/// An instance on which the solver does not fail, or that its witness does not satisfy.
pub fn by_bounds(
    origin: &Origin<'_>,
    form: &Form,
    instances: u32,
    grade: Grade,
    evaluator: &Evaluator,
    tools: Tools<'_>,
) -> Result<Minimised, Unfit> {
    let (problem, valuation) = satisfied(origin.instance, origin.witness, grade, evaluator)?;
    Search::with(tools, |search| {
        if !search.fails(origin.instance) {
            return Err(Unfit::NoFailure);
        }
        let form = settled(form, &origin.instance.drawn);
        let mut rounds = Rounds { origin, problem, valuation, form, instances, grade, number: 0 };
        // Nothing that is declared goes: the definitions are the same for all.
        let definitions = origin.witness.text();
        let mut best = origin.instance.clone();
        let mut fails = |a_max, d_max| {
            let Some(found) = rounds.next(a_max, d_max, search) else { return false };
            // Nothing is taken on trust.
            if satisfied(&found, origin.witness, grade, evaluator).is_err() {
                return false;
            }
            if found.text.len() < best.text.len() {
                search.keep(&found, &definitions);
                best = found;
            }
            true
        };
        let assertions = u32::try_from(origin.instance.assertions().count()).unwrap_or(u32::MAX);
        let a_max = least(assertions, |a_max| fails(a_max, D_MAX));
        least(D_MAX, |d_max| fails(a_max, d_max));
        search.at_minimum(&best);
        Ok(Minimised { instance: best, definitions, runs: search.runs(), ended: search.ended(), left: None })
    })
}

/// The least bound, from 1 to `largest`, for which `fails` holds, by binary search: it is taken to
/// hold for `largest`, and for every bound above one for which it holds.
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
        let Drawn { args, written, set_options, .. } = Drawn::clone(one);
        OptionGroup { alternatives: vec![Alternative { args, written, set_options }], ..group.clone() }
    };
    Form { options: form.options.iter().zip(drawn).map(settled).collect(), ..form.clone() }
}

/// Generates from a failing instance.
struct Rounds<'a> {
    origin: &'a Origin<'a>,
    /// The failing instance as the seed, and the truth values of its terms.
    problem: Problem,
    valuation: Valuation,
    form: Form,
    instances: u32,
    /// What the truth of the first instance rested on: nothing may rest on less.
    grade: Grade,
    /// Rounds so far.
    number: u64,
}

impl Rounds<'_> {
    /// The first failing instance of a round; none if none fails.
    fn next(&mut self, a_max: u32, d_max: u32, search: &mut Search<'_>) -> Option<Instance> {
        if search.is_over() {
            return None;
        }
        self.number += 1;
        let key = Key::new(&self.origin.instance.digest(), self.number);
        let pools = self.pools(d_max, &key)?;
        let mut generator = Generator::new(&self.problem.script, &pools, key, a_max, &self.form);
        let mut made = (0..self.instances).map(|number| generator.instance(number));
        search.first(&mut made).map(|(_, failing)| failing)
    }

    /// Both pools for a D_max; none if it leaves no formula.
    fn pools(&self, d_max: u32, key: &Key) -> Option<Pools> {
        let keep_underspecified = self.grade >= Grade::Choice;
        let bounds = Bounds { d_max, keep_underspecified, ..Bounds::default() };
        let (witness, valuation) = (self.origin.witness.clone(), self.valuation.clone());
        let formulas = &self.problem.formulas;
        let initial = InitialPool::collect(
            &self.problem,
            Evaluation { witness, valuation, unknown: Vec::new() },
            &bounds,
        )
        .ok()?;
        let terms = &formulas.terms;
        let formulas = bounds.formulas(initial.fragments.len());
        (initial.grade <= self.grade).then(|| {
            Pools::build(terms, &initial, formulas, d_max, Draw::default(), &mut key.stream(Stream::Pool))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Mode, Tier};
    use crate::reduce::minimise::Budget;
    use crate::reduce::minimise::search::plainly;
    use crate::reduce::minimise::tests::instance;
    use crate::witness::Witness;
    use proptest::prelude::*;

    fn small(
        (instance, witness): &(Instance, Witness),
        form: &Form,
        jobs: usize,
        fails: &(dyn Fn(&Instance) -> bool + Sync),
    ) -> Result<Minimised, Unfit> {
        let origin = Origin { instance, witness };
        plainly((fails, jobs, Budget::default()), |tools| {
            by_bounds(&origin, form, 40, Grade::Evaluated, &Evaluator::in_process(), tools)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// What is left fails, is true, is no larger, and does not depend on the number of jobs.
        #[test]
        fn what_is_left_fails_and_is_true(number in 0_u32..500, rng_seed in 0_u64..8, mark in 0_usize..5) {
            let mark = ["(+ x 1)", "(* 2 y)", "distinct", "forall", "ite"][mark];
            let origin = instance(number, rng_seed);
            prop_assume!(origin.0.text.contains(mark));
            let fails = |candidate: &Instance| candidate.text.contains(mark);
            let left = small(&origin, &Form::default(), 1, &fails).unwrap();
            prop_assert!(fails(&left.instance) && left.instance.text.len() <= origin.0.text.len());
            prop_assert!(satisfied(&left.instance, &origin.1, Grade::Evaluated, &Evaluator::in_process()).is_ok());
            // Mostly one, but the search meets a bound with which no instance of a round fails by chance.
            prop_assert!(left.instance.assertions().count() <= origin.0.assertions().count());
            prop_assert_eq!(&left.definitions, &origin.1.text());
            let again = small(&origin, &Form::default(), 3, &fails).unwrap();
            prop_assert_eq!((again.instance, again.runs), (left.instance, left.runs));
        }

        /// A bound above which all hold is found.
        #[test]
        fn the_least_bound_is_found(largest in 1_u32..200, bound in 1_u32..200) {
            let bound = bound.min(largest);
            prop_assert_eq!(least(largest, |middle| middle >= bound), bound);
        }
    }

    #[test]
    fn form_and_drawn_options_stay() {
        let alternative =
            |value: &str| Alternative { set_options: vec![value.to_owned()], ..Alternative::default() };
        let options = vec![OptionGroup {
            name: "level".to_owned(),
            tier: Tier::Common,
            per_instance: true,
            alternatives: [":level 1", ":level 2", ":level 3"].map(alternative).into(),
        }];
        let form = Form { mode: Mode::Incremental, options, ..Form::default() };
        let mut origin = instance(3, 1);
        let drawn = [":level 3".to_owned()].into();
        let drawn =
            Drawn { group: "level".to_owned(), tier: "common", set_options: drawn, ..Drawn::default() };
        origin.0.drawn = vec![Arc::new(drawn)];
        let drawn = origin.0.drawn.clone();
        let fails = |candidate: &Instance| *candidate == instance(3, 1).0 || candidate.drawn == drawn;
        let left = small(&origin, &form, 1, &fails).unwrap().instance;
        assert!(left.text.starts_with("(set-option :level 3)\n(set-logic QF_LIA)\n"), "{}", left.text);
        assert!(left.text.len() < origin.0.text.len() && left.drawn == drawn);
    }

    #[test]
    fn what_does_not_fail_is_refused() {
        let refused = small(&instance(3, 1), &Form::default(), 1, &|_| false).unwrap_err();
        assert!(matches!(refused, Unfit::NoFailure), "{refused}");
    }
}
