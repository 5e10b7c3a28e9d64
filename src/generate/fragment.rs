//! Phase 1: the initial pool. It contains every Boolean sub-formula of the seed with its truth value under the witness
//! (paper, section 3.1).

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::generate::term_builder::rewrite::within;
use crate::generate::underspecified::UnderspecifiedOperators;
use crate::matrix::{Bounds, MATCH};
use crate::smtlib::{HeadId, Problem, Term, TermId, Terms};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Kind, Op, Operator, op};
use crate::theory::signature::Signature;
use crate::witness::{Evaluation, Grade, Origin, Truth, Witness};

/// A Boolean sub-formula of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The formula.
    pub term: TermId,
    /// Its truth value under the witness.
    pub truth: bool,
    /// Its Boolean depth: 0 for an atom.
    pub depth: u32,
    /// Its source.
    pub source: FormulaSource,
}

words! {
    /// The source of a formula in the initial pool.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FormulaSource {
        /// The seed: a fragment as in the paper.
        Fragment = "fragments",
        /// Synthesis: an atom built over the seed's symbols and terms.
        Synthesised = "synthesised atoms",
        /// Mutation: a formula with one of its terms replaced.
        Mutated = "mutated formulas",
        /// Wrapping: a formula with something around it, or around one of its terms, that keeps its truth value.
        Wrapped = "wrapped formulas",
        /// Laws: a formula that is true for all values.
        Theorem = "theorems",
        /// Context: a formula joined with what its symbols satisfy.
        InContext = "formulas in context",
    }
}

/// The result of phase 1 for a seed.
#[derive(Clone, Debug)]
pub struct InitialPool {
    /// The witness: values of the seed's symbols.
    pub witness: Witness,
    /// The usable formulas: first the fragments of the seed, each after its own sub-formulas, then the built ones.
    pub fragments: Vec<Fragment>,
    /// The numbers of Boolean sub-formulas that were left out, by reason.
    pub left_out: LeftOut,
    /// The evidence for the truth values.
    pub grade: Grade,
    /// Whether a formula whose truth value is only claimed by Z3 has a quantifier.
    pub claims_quantified: bool,
    /// A few of the reasons why terms have no value, with their places.
    pub unknown: Vec<String>,
    /// The operators with values chosen where SMT-LIB leaves them open, as far as fragments may depend on them: by
    /// their names in SMT-LIB 2.7, or `selector`.
    pub choices: BTreeSet<&'static str>,
}

/// The numbers of Boolean sub-formulas that phase 1 leaves out, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct LeftOut {
    /// Deeper than D_max.
    pub deep: usize,
    /// Not a constant under the witness.
    pub unknown: usize,
    /// Dependent on an operator whose value SMT-LIB leaves open.
    pub underspecified: usize,
    /// With a `match`, which the row does not read. `storm inspect` knows no row, so it does not show this.
    #[serde(skip)]
    pub unread: usize,
}

/// The error that no sub-formula has a reliable truth value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct EmptyPool {
    /// The number of sub-formulas that the row reads.
    pub formulas: usize,
    /// The number of the others, which contain `match`.
    pub unread: usize,
    /// The source of the witness.
    pub origin: Origin,
    /// A few of the reasons, with their places.
    pub unknown: Vec<String>,
}

impl EmptyPool {
    /// Whether the row reads none of the formulas.
    pub(super) fn is_unread(&self) -> bool {
        self.formulas == 0 && self.unread > 0
    }

    fn message(&self) -> String {
        let EmptyPool { formulas, unread, origin, unknown } = self;
        if self.is_unread() {
            return format!(
                "each of its {unread} Boolean sub-formulas contains `match`, which the solver does not read"
            );
        }
        let reasons = unknown.iter().map(|reason| format!("; {reason}")).collect::<String>();
        let others = match unread {
            0 => String::new(),
            _ => format!("; the solver does not read `match` in {unread} others"),
        };
        format!(
            "none of its {formulas} Boolean sub-formulas evaluates to a constant under the witness ({origin}){reasons}\
             {others}"
        )
    }
}

impl InitialPool {
    /// Collects the closed Boolean sub-formulas that have a truth value and a Boolean depth of at most D_max. There may
    /// be none.
    pub fn collect(problem: &Problem, evaluation: &Evaluation, bounds: &Bounds) -> InitialPool {
        let Evaluation { witness, unknown, .. } = evaluation;
        let mut found = Found::collect(problem, evaluation, bounds);
        if found.fragments.is_empty() && found.left_out.underspecified > 0 {
            // The seed yields nothing better. Every report shows the grade.
            let bounds = Bounds { keep_underspecified: true, ..bounds.clone() };
            found = Found::collect(problem, evaluation, &bounds);
        }
        let Found { fragments, left_out, grade, claims_quantified, choices } = found;
        let (witness, unknown) = (witness.clone(), unknown.clone());
        InitialPool { witness, fragments, left_out, grade, claims_quantified, unknown, choices }
    }

    /// Returns the evidence for the truth values in words.
    pub fn grade_in_words(&self) -> String {
        match self.grade {
            Grade::Claimed if self.claims_quantified => "claimed by Z3 for quantified formulas".to_owned(),
            grade => grade.to_string(),
        }
    }

    /// Returns the pool if it is not empty.
    ///
    /// # Errors
    /// It is empty.
    pub fn filled(self) -> Result<InitialPool, EmptyPool> {
        if self.fragments.is_empty() {
            let LeftOut { deep, unknown, underspecified, unread } = self.left_out;
            let formulas = deep + unknown + underspecified;
            return Err(EmptyPool { formulas, unread, origin: self.witness.origin, unknown: self.unknown });
        }
        Ok(self)
    }

    /// Returns the number of formulas by the name of their source.
    pub fn by_source(&self) -> BTreeMap<String, u64> {
        let count =
            |source| self.fragments.iter().filter(|fragment| fragment.source == source).count() as u64;
        let counts = FormulaSource::ALL.into_iter().map(|source| (source.to_string(), count(source)));
        counts.filter(|(_, count)| *count > 0).collect()
    }
}

/// The fragments of a seed, as phase 1 collects them.
#[derive(Default)]
struct Found {
    fragments: Vec<Fragment>,
    left_out: LeftOut,
    grade: Grade,
    /// Whether a fragment whose truth value Z3 only claims has a quantifier.
    claims_quantified: bool,
    choices: BTreeSet<&'static str>,
}

impl Found {
    fn collect(problem: &Problem, evaluation: &Evaluation, bounds: &Bounds) -> Found {
        let (terms, valuation) = (&problem.formulas.terms, &evaluation.valuation);
        // The pools of the paper remain as they are.
        let is_paper = bounds.batches.size.is_none() && !bounds.builds_formulas();
        let depths = boolean_depths(terms, |id| valuation.truth(id).is_some(), |_| true);
        let reads_match = bounds.operators.contains(MATCH);
        let is_match = |id| matches!(terms.get(id), Term::Match(..));
        let matching = if reads_match { Vec::new() } else { terms.holding(is_match) };
        // What nobody knows has no value, so only then can it be there.
        let meaningless = if evaluation.unknown.is_empty() { Vec::new() } else { meaningless(problem) };
        // Computed on demand, because few seeds have a chosen truth value.
        let open = OnceCell::new();
        let choices =
            |term| open.get_or_init(|| UnderspecifiedOperators::collect(terms, &problem.script)).below(term);
        let mut found = Found::default();
        for term in terms.ids() {
            let Some(truth) = valuation.truth(term) else { continue };
            if matches!(Op::applied(terms, term), Some((op::TRUE | op::FALSE, _))) {
                continue;
            }
            if matching.get(term.index()) == Some(&true) {
                found.left_out.unread += 1;
                continue;
            }
            let truth = match truth {
                _ if meaningless.get(term.index()) == Some(&true) => Truth::Unknown,
                Truth::Is(truth) if is_paper && evaluation.results.is_settled(term) => Truth::Chosen(truth),
                truth => truth,
            };
            let (truth, grade) = match truth {
                Truth::Unknown => {
                    found.left_out.unknown += 1;
                    continue;
                }
                Truth::Chosen(_) if !bounds.keep_underspecified => {
                    found.left_out.underspecified += 1;
                    continue;
                }
                Truth::Is(truth) => (truth, Grade::Evaluated),
                Truth::Chosen(truth) => (truth, Grade::Choice),
                Truth::Claimed(truth) => (truth, Grade::Claimed),
            };
            if depths[term.index()] > bounds.d_max {
                found.left_out.deep += 1;
                continue;
            }
            if grade == Grade::Choice {
                let choices = choices(term);
                if choices.iter().any(|name| bounds.total_operators.contains(name)) {
                    found.left_out.underspecified += 1;
                    continue;
                }
                found.choices.extend(choices);
            }
            let (depth, source) = (depths[term.index()], FormulaSource::Fragment);
            found.fragments.push(Fragment { term, truth, depth, source });
            found.grade = found.grade.max(grade);
            if grade == Grade::Claimed && !found.claims_quantified {
                found.claims_quantified = within(terms, term).any(|id| terms.get(id).is_quantifier());
            }
        }
        found
    }
}

/// Returns for each term whether it contains an operator or a name that nobody knows.
fn meaningless(problem: &Problem) -> Vec<bool> {
    let (terms, signature) = (&problem.formulas.terms, Signature::collect(&problem.script));
    let is_unknown = |head: &str| matches!(Meaning::resolve(head, &signature), Meaning::Unknown(_));
    let heads: Vec<bool> = terms.heads().map(is_unknown).collect();
    terms.holding(|id| matches!(terms.get(id), Term::App(head, _) if heads[head.index()]))
}

/// Returns the Boolean depth of every term: the number of connectives and quantifiers on the longest path down,
/// including those below theory operators. The depth of an unwanted term is 0. All terms below a wanted one must be
/// wanted.
pub(super) fn boolean_depths(
    terms: &Terms,
    is_boolean: impl Fn(TermId) -> bool,
    is_wanted: impl Fn(TermId) -> bool,
) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(terms.len());
    let kinds: Vec<OnceCell<Option<Kind>>> = terms.heads().map(|_| OnceCell::new()).collect();
    let kind = |head: HeadId| {
        let find = || Operator::find(terms.head_text(head)).map(|operator| operator.kind);
        *kinds[head.index()].get_or_init(find)
    };
    let is_connective = |id| match terms.get(id) {
        Term::Binder(_) => true,
        // Most applications are constants and literals, which need no lookup.
        Term::App(head, arguments) if !arguments.is_empty() => match kind(*head) {
            Some(Kind::Connective) => true,
            Some(Kind::Equality | Kind::Conditional) => {
                arguments.last().is_some_and(|&last| is_boolean(last))
            }
            Some(Kind::Constant | Kind::Function) | None => false,
        },
        Term::App(..) | Term::Var(_) | Term::Match(..) => false,
    };
    for id in terms.ids() {
        if !is_wanted(id) {
            depths.push(0);
            continue;
        }
        let mut below = 0;
        terms.for_each_child(id, |child| below = below.max(depths[child.index()]));
        depths.push(below + u32::from(is_connective(id)));
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::matrix::{Source, TotalOperators, Weights};
    use crate::rng::Key;
    use crate::witness::Evaluator;

    const SOURCE: &str = "(declare-fun x () Int)(declare-fun p () Bool)\
        (assert (and (= x 3) (or p (< x (ite (not p) 5 6)))))(assert (not p))";

    fn collected(source: &str, from: Source, bounds: &Bounds) -> InitialPool {
        let problem = Problem::read(source).unwrap();
        let key = Key::new(&Digest::of(source), 1);
        let evaluation = Evaluator::in_process().search(&problem, &key, &Weights::only(from)).unwrap();
        InitialPool::collect(&problem, &evaluation, bounds).filled().unwrap()
    }

    fn pool(d_max: u32) -> InitialPool {
        collected(SOURCE, Source::Paper, &Bounds { d_max, ..Bounds::default() })
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn sub_formulas_below_theory_operators_are_fragments_too() {
        let pool = pool(64);
        let mut found: Vec<(u32, bool)> = pool.fragments.iter().map(|f| (f.depth, f.truth)).collect();
        found.sort_unstable();
        // In order: p; x = 3; not p, x < ite; or; and.
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
    fn what_is_true_under_every_choice_is_used_except_as_in_the_paper() {
        let source = "(declare-fun p () Int)(assert (<= (ite (= 0 (mod 1 0)) 1 (ite (= p p) 2 p)) 5))";
        let count = |bounds: &Bounds| {
            let pool = collected(source, Source::Sampled, bounds);
            (pool.fragments.len(), pool.left_out.underspecified, pool.grade)
        };
        // `(= p p)` needs no choice.
        assert_eq!(count(&Bounds::default()), (1, 2, Grade::Evaluated));
        let built = Bounds { mutation: 1, ..Bounds::default() };
        assert_eq!(count(&built), (2, 1, Grade::Evaluated));
    }

    /// It could be settled by its other parts, but no solver reads it.
    #[test]
    fn a_formula_with_an_operator_that_nobody_knows_is_left_out() {
        let source =
            "(declare-fun x () Int)(assert (or (> x 3) (<= x 3) (> (nowhere.op x) 2)))(assert (> x 2))";
        let pool = collected(source, Source::Sampled, &Bounds::default());
        assert_eq!((pool.fragments.len(), pool.left_out.unknown), (3, 2));
    }

    #[test]
    fn what_the_solver_fixes_is_left_out() {
        let source = "(declare-fun x () Int)(assert (= (div x 0) 1))(assert (= (mod x 0) 1))(assert (> x 2))";
        let kept = Bounds { keep_underspecified: true, ..Bounds::default() };
        let pool = collected(source, Source::Sampled, &kept);
        assert_eq!((pool.fragments.len(), pool.choices.len(), pool.grade), (3, 2, Grade::Choice));
        let pool = collected(
            source,
            Source::Sampled,
            &Bounds { total_operators: TotalOperators::from_names(&["div"]), ..kept.clone() },
        );
        assert_eq!((pool.fragments.len(), pool.left_out.underspecified), (2, 1));
        assert_eq!(pool.choices.into_iter().collect::<Vec<_>>(), ["mod"]);
        let problem = Problem::read("(declare-fun x () Int)(assert (= (div x 0) 1))").unwrap();
        let key = Key::new(&Digest::of("x"), 1);
        let weights = Weights::only(Source::Sampled);
        let evaluation = Evaluator::in_process().search(&problem, &key, &weights).unwrap();
        let bounds = Bounds { total_operators: TotalOperators::from_names(&["div"]), ..Bounds::default() };
        assert!(InitialPool::collect(&problem, &evaluation, &bounds).filled().is_err());
    }

    #[test]
    fn two_runs_are_the_same() {
        let (one, two) = (pool(64), pool(64));
        assert_eq!(one.fragments, two.fragments);
        assert_eq!(one.witness.definitions(), two.witness.definitions());
    }
}
