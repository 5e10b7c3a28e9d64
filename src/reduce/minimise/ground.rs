//! The ground of a failure: what makes the solver's answer to a smaller instance wrong, too.
//!
//! Mostly it is a witness for each check. Some answers need none: a printed model that does not satisfy the instance is
//! its own proof, and other answers are wrong wherever a condition holds that the evaluator can decide.

use super::draft::Draft;
use super::judge::{Basis, Condition};
use super::proof::{Proof, Truths};
use super::search::Search;
use super::shrink::{Kept, Shrinker};
use super::valued::Valued;
use crate::generate::Coefficients;
use crate::smtlib::instance::Instance;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::witness::Witness;

/// What smaller instances must keep beside the failure.
pub(super) trait Ground {
    /// Whether an instance with fewer commands keeps it.
    fn holds(&self, smaller: &Instance) -> bool;

    /// Returns the proof of such an instance.
    fn proof(&self, smaller: &Instance) -> Option<Proof>;

    /// Returns the instance with smaller assertions that keep it, if there are any.
    fn shrunk(&mut self, instance: &Instance, keeps_plain: bool, search: &mut Search<'_>)
    -> Option<Instance>;

    /// Whether sorts, names and values may change: not if the checks have several witnesses or none, or an assertion
    /// is in force at no check.
    fn is_of_one(&self, instance: &Instance, proof: &Proof) -> bool;

    /// Returns the instance as a draft, unless it is too large.
    fn draft(&self, instance: &Instance, proof: &Proof) -> Option<Draft>;

    /// Returns the basis on which changed drafts are judged.
    fn basis(&self) -> Basis<'_>;
}

/// The assertions in force at each check are true under a witness.
impl Ground for Truths<'_> {
    fn holds(&self, smaller: &Instance) -> bool {
        smaller.last_judged().is_some() && self.assigned(smaller).is_ok()
    }

    fn proof(&self, smaller: &Instance) -> Option<Proof> {
        Truths::proof(self, smaller)
    }

    fn shrunk(
        &mut self,
        instance: &Instance,
        keeps_plain: bool,
        search: &mut Search<'_>,
    ) -> Option<Instance> {
        let assigned = self.assigned(instance).ok()?;
        let mut smaller = instance.clone();
        for (witnesses, assertions) in self.groups(instance, &assigned) {
            if search.is_over() {
                break;
            }
            let problem = smaller.problem().ok()?;
            let valued = Valued::new(problem.formulas.terms.clone(), self.values(&problem, &witnesses)?);
            let coefficients = keeps_plain.then(|| Coefficients::collect(&problem));
            let roots = &problem.formulas.assertions;
            let shrinker = Shrinker::new(&smaller, valued, roots, assertions, coefficients);
            let proof = |shrunk: &Instance| self.origin.proof(shrunk, &assigned);
            smaller = shrinker.shrink(Kept { proof: &proof, admits: &|_| true }, search);
        }
        if smaller.text.len() >= instance.text.len() {
            return None;
        }
        self.learn(&smaller).ok()?;
        self.assigned(&smaller).ok().map(|_| smaller)
    }

    fn is_of_one(&self, instance: &Instance, proof: &Proof) -> bool {
        let assigned = self.assigned(instance).unwrap_or_default();
        let of_all = assigned.into_iter().collect::<Option<Vec<_>>>();
        let of_one = of_all.as_ref().and_then(|of_all| of_all.first()).filter(|_| proof.texts.len() == 1);
        of_one.is_some_and(|&one| self.all_hold(instance, one))
    }

    fn draft(&self, instance: &Instance, proof: &Proof) -> Option<Draft> {
        Draft::read(instance, proof.definitions())
    }

    fn basis(&self) -> Basis<'_> {
        Basis::Witness(self.evaluator, self.grade)
    }
}

/// A condition holds, and the script need not be satisfiable.
pub(super) struct Conditional<'a> {
    pub(super) condition: Condition<'a>,
    /// The original instance. Its witness, if it has one, judges what the solver prints beside its answer to smaller ones.
    pub(super) origin: &'a Instance,
}

impl Conditional<'_> {
    /// Returns the values that judge a smaller instance, as definitions of the symbols that it declares.
    fn definitions(&self, smaller: &Instance) -> Option<String> {
        let witness = Witness::read(&self.origin.problem().ok()?.script, smaller.witness()?).ok()?;
        Some(witness.definitions_for(self.origin, smaller))
    }
}

impl Ground for Conditional<'_> {
    fn holds(&self, smaller: &Instance) -> bool {
        (self.condition)(smaller)
    }

    fn proof(&self, smaller: &Instance) -> Option<Proof> {
        Some(Proof::none(smaller.checks()))
    }

    fn shrunk(
        &mut self,
        instance: &Instance,
        keeps_plain: bool,
        search: &mut Search<'_>,
    ) -> Option<Instance> {
        let problem = instance.problem().ok()?;
        let terms = &problem.formulas.terms;
        let sorting = Sorting::infer(terms, &Signature::collect(&problem.script));
        let sort = |id| sorting.sort(id).known().filter(|_| terms.is_closed(id)).cloned();
        let valued = Valued::by_sort(terms.clone(), terms.ids().map(sort).collect());
        let coefficients = keeps_plain.then(|| Coefficients::collect(&problem));
        let roots = &problem.formulas.assertions;
        let shrinker = Shrinker::new(instance, valued, roots, (0..roots.len()).collect(), coefficients);
        let proof = |shrunk: &Instance| Proof::none(shrunk.checks());
        let smaller = shrinker.shrink(Kept { proof: &proof, admits: self.condition }, search);
        (smaller.text.len() < instance.text.len()).then_some(smaller)
    }

    fn is_of_one(&self, _: &Instance, _: &Proof) -> bool {
        true
    }

    fn draft(&self, instance: &Instance, _: &Proof) -> Option<Draft> {
        match self.definitions(instance) {
            Some(definitions) => Draft::read(instance, &definitions),
            None => Draft::undefined(instance),
        }
    }

    fn basis(&self) -> Basis<'_> {
        Basis::Condition(self.condition)
    }
}
