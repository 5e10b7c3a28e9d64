//! Failing instance → smaller failing instance, inside its assertions.
//!
//! Every step replaces a term by a smaller one of the same sort and the same value under the witness: a subterm,
//! another term, or the literal of its value. Or it drops an argument of `and` or `or` that does not decide the
//! value. So every assertion stays true under the witness, and only the solver under test must be run: the search
//! cannot drift to a formula that is truly unsatisfiable. Where the failure needs no witness, only sorts are kept.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

use std::time::Instant;

use super::proof::Proof;
use super::search::{Candidates, Search};
use super::valued::Valued;
use crate::generate::Coefficients;
use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{Printer, TermId};

/// The maximal number of subterms tried in place of a term. They come lightest first, so those left out would
/// save least, and a later step may reach them from a smaller term.
const REPLACEMENTS: usize = 24;
/// The maximal number of additional terms. Each step adds those of one formula, so this allows thousands of steps
/// on large formulas.
const MOST_TERMS: usize = 1 << 20;
/// The maximal tree size of formulas that are printed without sharing: the text of larger ones may not fit into
/// memory.
const SPELLED_OUT: f64 = 10_000.0;

/// The assertions of an instance as terms, with the values of these terms.
#[derive(Debug)]
pub(super) struct Shrinker {
    valued: Valued,
    instance: Instance,
    roots: Vec<TermId>,
    /// The numbers of the assertions to shrink.
    wanted: Vec<usize>,
    /// The replacements that failed in an assertion. They may succeed after other assertions have changed.
    skipped: BTreeSet<(usize, TermId, Replacement)>,
    /// The maximal number of terms.
    most_terms: usize,
    /// The coefficients that must stay in a form that all solvers accept, if there are any.
    coefficients: Option<Coefficients>,
}

/// What a step must keep.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    /// Returns the proof of a smaller instance.
    pub proof: &'a dyn Fn(&Instance) -> Proof,
    /// Whether a smaller instance may be run.
    pub admits: &'a dyn Fn(&Instance) -> bool,
}

/// The candidates of a step, created on demand.
struct Steps<'a> {
    shrinker: &'a mut Shrinker,
    /// Whether a candidate may be run.
    admits: &'a dyn Fn(&Instance) -> bool,
    /// The assertion.
    at: usize,
    /// The terms still to try.
    terms: std::vec::IntoIter<TermId>,
    /// The replacements still to try for one term.
    of: VecDeque<(TermId, Replacement)>,
    /// The replacements tried.
    tried: Vec<(TermId, Replacement)>,
    /// Whether the coefficients of the last candidate have the required form.
    is_plain: bool,
    /// The time at which to stop.
    deadline: Option<Instant>,
}

impl Candidates for Steps<'_> {
    fn next(&mut self) -> Option<Instance> {
        let Steps { shrinker, at, .. } = self;
        loop {
            // With much sharing, it may take long to find a candidate.
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return None;
            }
            let Some((term, by)) = self.of.pop_front() else {
                let term = self.terms.next().filter(|_| !shrinker.is_full())?;
                let new = shrinker.replacements(term).into_iter();
                let is_new = |one: &Replacement| !shrinker.skipped.contains(&(*at, term, *one));
                self.of = new.filter(is_new).map(|one| (term, one)).collect();
                continue;
            };
            // A few hundred variants of a large formula would fill the memory, so their terms are dropped.
            let mark = shrinker.valued.mark();
            let made = shrinker.replaced(shrinker.roots[*at], term, by);
            let instance = made.map(|made| shrinker.with_root(*at, made, true));
            self.is_plain = made.is_none_or(|made| shrinker.has_plain_coefficients(made));
            shrinker.valued.forget(mark);
            if instance.is_some() {
                self.tried.push((term, by));
                return instance;
            }
        }
    }

    fn admits(&mut self, last: &Instance) -> bool {
        self.is_plain && (self.admits)(last)
    }
}

/// A replacement of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Replacement {
    Term(TermId),
    /// The term without the argument at a position.
    Without(usize),
}

impl Shrinker {
    /// Creates a shrinker of the `wanted` assertions of `instance`, by number. `assertions` has all of them, in
    /// order.
    pub(super) fn new(
        instance: &Instance,
        valued: Valued,
        assertions: &[TermId],
        wanted: Vec<usize>,
        coefficients: Option<Coefficients>,
    ) -> Self {
        let (roots, most_terms) = (assertions.to_vec(), valued.terms().len() + MOST_TERMS);
        let wanted = wanted.into_iter().filter(|&at| at < roots.len()).collect();
        let skipped = BTreeSet::new();
        Shrinker { valued, instance: instance.clone(), roots, wanted, skipped, most_terms, coefficients }
    }

    fn has_plain_coefficients(&self, root: TermId) -> bool {
        self.coefficients.as_ref().is_none_or(|all| all.are_plain(self.valued.terms(), root))
    }

    /// Replaces terms, from large to small, to a fixpoint while the instance fails, or until the search is over.
    pub(super) fn shrink(mut self, kept: Kept<'_>, search: &mut Search<'_>) -> Instance {
        loop {
            let mut shrunk = false;
            let skips_nothing = self.skipped.is_empty();
            let mut order = self.wanted.clone();
            order.sort_by(|&one, &other| self.valued.by_size(self.roots[other], self.roots[one]));
            for at in order {
                while !self.is_over(search) && self.step(at, kept, search) {
                    shrunk = true;
                    search.keep(&self.instance, &(kept.proof)(&self.instance));
                }
            }
            if self.is_over(search) || (skips_nothing && !shrunk) {
                break;
            }
            if !shrunk {
                // Other assertions have changed since these replacements failed.
                self.skipped.clear();
            }
        }
        self.spell_out(search);
        self.instance
    }

    fn is_over(&self, search: &mut Search<'_>) -> bool {
        search.is_over() || self.is_full()
    }

    fn is_full(&self) -> bool {
        self.valued.terms().len() > self.most_terms
    }

    /// Performs one replacement in an assertion, and returns whether there was one.
    fn step(&mut self, at: usize, kept: Kept<'_>, search: &mut Search<'_>) -> bool {
        let terms = self.valued.below(self.roots[at]).into_iter();
        let deadline = search.deadline();
        let mut steps = Steps {
            shrinker: self,
            admits: kept.admits,
            at,
            terms,
            of: VecDeque::new(),
            tried: Vec::new(),
            is_plain: true,
            deadline,
        };
        let found = search.first(&mut steps);
        // Candidates after the found one may have run, but that depends on timing.
        let mut tried = steps.tried;
        tried.truncate(found.as_ref().map_or(tried.len(), |(which, _)| which + 1));
        let last = if found.is_some() { tried.pop() } else { None };
        // Only candidates that the search has reached are skipped; otherwise the result would depend on the
        // clock.
        if !search.is_over() {
            self.skipped.extend(tried.into_iter().map(|(term, one)| (at, term, one)));
        }
        let made = last.and_then(|(term, by)| self.replaced(self.roots[at], term, by));
        if let (Some(made), Some((_, instance))) = (made, found) {
            self.roots[at] = made;
            self.instance = instance;
        }
        made.is_some()
    }

    /// Replaces a term of a formula; returns `None` if the result is not lighter.
    fn replaced(&mut self, root: TermId, term: TermId, by: Replacement) -> Option<TermId> {
        let new = match by {
            Replacement::Term(new) => new,
            Replacement::Without(at) => self.valued.without_argument(term, at),
        };
        let made = self.valued.replaced(root, term, new);
        self.valued.is_lighter(made, root).then_some(made)
    }

    /// Returns the replacements of a term, the boldest first.
    fn replacements(&mut self, term: TermId) -> Vec<Replacement> {
        let mut found = self.valued.literals(term);
        found.extend(self.valued.smallest(term));
        let mut inside = self.valued.below(term);
        inside.retain(|&id| id != term && self.valued.are_equal(id, term));
        inside.sort_by(|&one, &other| self.valued.by_size(one, other));
        inside.truncate(REPLACEMENTS);
        found.extend(inside);
        found.retain(|&id| self.valued.is_lighter(id, term));
        let mut seen = BTreeSet::new();
        found.retain(|id| seen.insert(*id));
        let mut found: Vec<Replacement> = found.into_iter().map(Replacement::Term).collect();
        found.extend(self.valued.idle_arguments(term).into_iter().map(Replacement::Without));
        found
    }

    /// Returns the instance with another formula in the assertion at a position.
    fn with_root(&self, at: usize, root: TermId, sharing: bool) -> Instance {
        let mut printer = Printer::new(self.valued.terms());
        printer.share(sharing);
        let formula = printer.print(root);
        let Some((place, command)) = self.instance.of_kind(Kind::Assertion).nth(at) else {
            return self.instance.clone();
        };
        let formula = named_as(self.instance.line(command).trim_end(), &formula);
        self.instance.with_line(place, &format!("(assert {formula})"))
    }

    /// Prints assertions without sharing if that is shorter.
    fn spell_out(&mut self, search: &mut Search<'_>) {
        for at in self.wanted.clone() {
            if self.valued.tree_size(self.roots[at]) < SPELLED_OUT {
                let plain = self.with_root(at, self.roots[at], false);
                if plain.text.len() < self.instance.text.len() && search.fails(&plain) {
                    self.instance = plain;
                }
            }
        }
    }
}

/// Returns a formula with the name that an assertion has, if it has one.
fn named_as<'a>(assertion: &str, formula: &'a str) -> Cow<'a, str> {
    let named = assertion.strip_prefix("(assert (! ").and_then(|rest| rest.rsplit_once(" :named "));
    match named.and_then(|(_, name)| name.strip_suffix("))")) {
        Some(name) if !name.contains(['(', ')', ' ']) => format!("(! {formula} :named {name})").into(),
        _ => formula.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::matrix::{Source, Weights};
    use crate::reduce::minimise::search::{Budget, plainly};
    use crate::rng::Key;
    use crate::smtlib::Problem;
    use crate::smtlib::instance::Expected;
    use crate::witness::Evaluator;

    /// Returns the shrunk formula under Z3's own model, while `fails` holds.
    fn shrunk(formula: &str, fails: fn(&str) -> bool) -> String {
        let source = "(declare-fun x () Int)(declare-fun f (Int) Int)(declare-fun p () Bool)\n\
                      (assert (= x (f x) 5))(assert p)\n";
        let problem = Problem::read(format!("{source}(assert {formula})")).unwrap();
        let (key, weights) = (Key::new(&Digest::of(source), 1), Weights::only(Source::Paper));
        let evaluator = Evaluator::in_process();
        let witness = evaluator.search(&problem, &key, &weights).unwrap().witness;
        let values = evaluator.values(&problem, &witness).unwrap();
        let values = values.into_iter().map(|value| Some(vec![value?])).collect();
        let mut instance = Instance::default();
        instance.add(Kind::Assertion, &format!("(assert {formula})"));
        instance.add(Kind::Check(Expected::Sat), "(check-sat)");
        let formulas = problem.formulas;
        let fails = |candidate: &Instance| fails(&candidate.text);
        let valued = Valued::new(formulas.terms, values);
        let shrinker = Shrinker::new(&instance, valued, &formulas.assertions[2..], vec![0], None);
        let kept = Kept { proof: &|_| Proof::of_all(witness.text(), 1), admits: &|_| true };
        let small = plainly((&fails, 2, Budget::default()), |tools| {
            Search::run(tools, |search| shrinker.shrink(kept, search))
        });
        let assertion = small.assertions().next().unwrap();
        assertion.trim_start_matches("(assert ").trim_end_matches(")\n").to_owned()
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn formulas_become_their_parts_or_their_truth() {
        assert_eq!(shrunk("(and p (or (< x 3) (> (f x) 2)) (not (= x 1)))", |_| true), "true");
        assert_eq!(shrunk("(and p (or (< x 3) (> (f x) 2)))", |text| text.contains("(f ")), "(> (f 5) 2)");
        assert_eq!(shrunk("(not (and (< x 3) p (> x 9)))", |text| text.contains("(> x 9)")), "(not (> x 9))");
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn arguments_that_do_not_decide_go() {
        let two = |text: &str| text.contains("and") && text.contains("(> x 2)");
        assert_eq!(shrunk("(and p (> x 2) (< x 8) (= x 5))", two), "(and (> x 2) true)");
        let false_one = |text: &str| text.contains("or") && text.contains("p");
        assert_eq!(shrunk("(or (> x 7) p (> x 8) (> x 9))", false_one), "(or p false)");
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn terms_become_literals_of_their_value_and_lets_are_spelled_out() {
        let fails = |text: &str| text.contains("f");
        assert_eq!(shrunk("(= (+ (f (f x)) (f (f x))) (* 2 x))", fails), "(= (+ (f 5) (f 5)) 10)");
        assert_eq!(
            shrunk("(forall ((y Int)) (or (> y (f x)) (<= y 5)))", |text| text.contains("forall")),
            "(forall ((y Int)) (or (> y 5) (<= y 5)))"
        );
    }
}
