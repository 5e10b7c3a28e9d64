//! Phase 1: the initial pool. Every Boolean sub-formula of the seed, with its truth value
//! under the witness (paper, section 3.1).

use crate::matrix::Bounds;
use crate::smtlib::{Formulas, Term, TermId, Terms};
use crate::theory::operators::{Kind, Operator};
use crate::witness::{Evaluation, Grade, Origin, Truth, Valuation, Witness};

/// A Boolean sub-formula of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The formula.
    pub term: TermId,
    /// Its truth value under the witness.
    pub truth: bool,
    /// Its Boolean depth: 0 for an atom.
    pub depth: u32,
    /// Where it is from.
    pub ingredient: Ingredient,
}

/// Where a formula of the initial pool is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ingredient {
    /// The seed: the paper's fragments.
    Fragment,
    /// Built over the seed's symbols and terms.
    Synthesised,
}

/// What phase 1 makes of a seed.
#[derive(Clone, Debug)]
pub struct InitialPool {
    /// The assignment.
    pub witness: Witness,
    /// The usable fragments, sub-formulas before the formulas they are part of; after those of the seed, what was built.
    pub fragments: Vec<Fragment>,
    /// How many Boolean sub-formulas were left out, and why.
    pub left_out: LeftOut,
    /// What the truth values rest on.
    pub grade: Grade,
    /// Why some terms have no value, and where: a few of the reasons.
    pub unknown: Vec<String>,
}

/// Boolean sub-formulas that phase 1 leaves out, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct LeftOut {
    /// Deeper than D_max.
    pub deep: usize,
    /// Not a constant under the witness.
    pub unknown: usize,
    /// Dependent on an operator whose value SMT-LIB leaves open.
    pub underspecified: usize,
}

/// No sub-formula has a truth value that can be relied on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "none of its {formulas} Boolean sub-formulas evaluates to a constant under the witness ({origin}){}",
    unknown.iter().map(|reason| format!("; {reason}")).collect::<String>()
)]
pub struct EmptyPool {
    /// How many sub-formulas there are.
    pub formulas: usize,
    /// Where the witness came from.
    pub origin: Origin,
    /// Why, for a few of them, and where.
    pub unknown: Vec<String>,
}

impl InitialPool {
    /// Collects the closed Boolean sub-formulas that have a truth value and a Boolean depth
    /// of at most D_max.
    ///
    /// # Errors
    /// Formulas that leave nothing to work with.
    pub fn collect(
        formulas: &Formulas,
        evaluation: Evaluation,
        bounds: &Bounds,
    ) -> Result<InitialPool, EmptyPool> {
        InitialPool::of(formulas, evaluation, bounds).filled()
    }

    /// The same, which may have nothing in it.
    pub(super) fn of(formulas: &Formulas, evaluation: Evaluation, bounds: &Bounds) -> InitialPool {
        let Evaluation { witness, valuation, unknown } = evaluation;
        let mut found = fragments(formulas, &valuation, bounds);
        if found.0.is_empty() && found.1.underspecified > 0 {
            // Nothing better is to be had from this seed; every report shows the grade.
            let bounds = Bounds { keep_underspecified: true, ..bounds.clone() };
            found = fragments(formulas, &valuation, &bounds);
        }
        let (fragments, left_out, grade) = found;
        InitialPool { witness, fragments, left_out, grade, unknown }
    }

    /// The pool, unless there is nothing in it.
    ///
    /// # Errors
    /// There is nothing in it.
    pub(super) fn filled(self) -> Result<InitialPool, EmptyPool> {
        if self.fragments.is_empty() {
            let LeftOut { deep, unknown, underspecified } = self.left_out;
            let formulas = deep + unknown + underspecified;
            return Err(EmptyPool { formulas, origin: self.witness.origin, unknown: self.unknown });
        }
        Ok(self)
    }

    /// How many of its formulas are from there.
    pub fn count(&self, ingredient: Ingredient) -> usize {
        self.fragments.iter().filter(|fragment| fragment.ingredient == ingredient).count()
    }
}

fn fragments(formulas: &Formulas, valuation: &Valuation, bounds: &Bounds) -> (Vec<Fragment>, LeftOut, Grade) {
    let terms = &formulas.terms;
    let depths = boolean_depths(terms, |id| valuation.truth(id).is_some());
    let mut fragments = Vec::new();
    let mut left_out = LeftOut::default();
    let mut grade = Grade::default();
    for term in terms.ids() {
        let Some(truth) = valuation.truth(term) else { continue };
        if matches!(terms.as_app(term), Some(("true" | "false", []))) {
            continue;
        }
        let depth = depths[term.index()];
        let mut add = |truth, of| {
            fragments.push(Fragment { term, truth, depth, ingredient: Ingredient::Fragment });
            grade = grade.max(of);
        };
        match truth {
            Truth::Unknown => left_out.unknown += 1,
            Truth::Chosen(_) if !bounds.keep_underspecified => left_out.underspecified += 1,
            Truth::Is(_) | Truth::Chosen(_) | Truth::Claimed(_) if depth > bounds.d_max => {
                left_out.deep += 1;
            }
            Truth::Is(truth) => add(truth, Grade::Evaluated),
            Truth::Chosen(truth) => add(truth, Grade::Choice),
            Truth::Claimed(truth) => add(truth, Grade::Claimed),
        }
    }
    (fragments, left_out, grade)
}

/// Boolean depth of every term: connectives and quantifiers on the longest path down,
/// those below theory operators included.
pub(super) fn boolean_depths(terms: &Terms, is_boolean: impl Fn(TermId) -> bool) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(terms.len());
    for id in terms.ids() {
        let mut below = 0;
        terms.for_each_child(id, |child| below = below.max(depths[child.index()]));
        depths.push(below + u32::from(is_connective(terms, &is_boolean, id)));
    }
    depths
}

fn is_connective(terms: &Terms, is_boolean: &impl Fn(TermId) -> bool, id: TermId) -> bool {
    let (head, arguments) = match terms.get(id) {
        Term::Binder(_) => return true,
        Term::App(head, arguments) => (terms.head_text(*head), arguments),
        Term::Var(_) | Term::Match(..) => return false,
    };
    match Operator::find(head).map(|operator| operator.kind) {
        Some(Kind::Connective) => true,
        Some(Kind::Equality | Kind::Conditional) => arguments.last().is_some_and(|&last| is_boolean(last)),
        Some(Kind::Constant | Kind::Function) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::matrix::{Source, Weights};
    use crate::rng::Key;
    use crate::smtlib::Problem;
    use crate::witness::Evaluator;

    const SOURCE: &str = "(declare-fun x () Int)(declare-fun p () Bool)\
        (assert (and (= x 3) (or p (< x (ite (not p) 5 6)))))(assert (not p))";

    fn collected(source: &str, from: Source, bounds: &Bounds) -> InitialPool {
        let problem = Problem::read(source).unwrap();
        let key = Key::new(&Digest::of(source), 1);
        let evaluation = Evaluator::in_process().search(&problem, &key, &Weights::only(from)).unwrap();
        InitialPool::collect(&problem.formulas, evaluation, bounds).unwrap()
    }

    fn pool(d_max: u32) -> InitialPool {
        collected(SOURCE, Source::Paper, &Bounds { d_max, ..Bounds::default() })
    }

    #[test]
    fn sub_formulas_below_theory_operators_are_fragments_too() {
        let pool = pool(64);
        let mut found: Vec<(u32, bool)> = pool.fragments.iter().map(|f| (f.depth, f.truth)).collect();
        found.sort_unstable();
        // p; x = 3; not p, x < ite; or; and.
        assert_eq!(found, [(0, false), (0, true), (1, true), (1, true), (2, true), (3, true)]);
        assert_eq!(pool.left_out, LeftOut::default());
    }

    #[test]
    fn what_is_deeper_than_d_max_is_left_out() {
        let pool = pool(1);
        assert_eq!((pool.fragments.len(), pool.left_out.deep), (4, 2));
    }

    #[test]
    fn a_seed_of_nothing_but_division_by_zero_yields_a_graded_pool() {
        let source = "(declare-fun x () Int)(assert (= (div x 0) 1))";
        let pool = collected(source, Source::Sampled, &Bounds::default());
        assert_eq!((pool.fragments.len(), pool.grade), (1, Grade::Choice));
    }

    #[test]
    fn two_runs_are_the_same() {
        let (one, two) = (pool(64), pool(64));
        assert_eq!(one.fragments, two.fragments);
        assert_eq!(one.witness.definitions, two.witness.definitions);
    }
}
