//! Formulas that are about to be changed, with the sorts and values of what they are made of, and what there is to put
//! in its place.

use std::collections::BTreeMap;

use super::base_terms::base_terms;
use super::builder::TermBuilder;
use super::copy::size;
use super::literals::is_number;
use super::logic::admits;
use super::rewrite::{Site, below, exchanged, has_at_most, has_binders};
use super::term_pool::{TermOrigin, TermPool, TypedTerm};
use crate::generate::fragment::Fragment;
use crate::rng::Rng;
use crate::smtlib::{Problem, Sort, Term, TermId, Terms};
use crate::theory::value::Value;

/// Terms that a formula is made of, at most: changes of larger ones only make instances long.
const LARGEST: usize = 120;
/// Formulas to begin with, at most.
const BASES: usize = 200;
/// Fragments that are looked at for them, at most.
const LOOKED_AT: usize = 2_000;
/// Nodes of a term that may be put in the place of another one, at most.
const SMALL: usize = 16;
/// How much larger a changed formula may be.
const GROWN: usize = 2 * LARGEST;

/// How often of a hundred all places where a term stands are changed, and not one.
const EVERYWHERE: u32 = 40;
/// Times that what was made so far is evaluated.
const ROUNDS: usize = 2;

/// Formulas and what they are changed with.
#[derive(Debug)]
pub(in crate::generate) struct MutationContext<'a> {
    /// Where terms are put together.
    pub builder: TermBuilder<'a>,
    /// Closed terms that have a value.
    pub pool: TermPool,
    /// The formulas to begin with.
    pub bases: Vec<TermId>,
    /// Those that were made of them.
    pub made: Vec<TermId>,
    /// By number of a term: whether it is one of these.
    known: Vec<bool>,
    /// Formulas that were not surveyed yet.
    unsurveyed: Vec<TermId>,
    /// By number of a term: its value, if it is one that a formula is made of.
    values: Vec<Option<Value>>,
    /// The number from which on terms are new.
    first_new: usize,
}

impl<'a> MutationContext<'a> {
    /// With fragments of a problem, those that are small enough.
    pub(in crate::generate) fn new(
        problem: &Problem,
        fragments: &[Fragment],
        mut builder: TermBuilder<'a>,
        rng: &mut Rng,
    ) -> MutationContext<'a> {
        let material = base_terms(problem, &mut builder, true, rng);
        let terms = &problem.formulas.terms;
        let mut open: Vec<TermId> = fragments.iter().map(|fragment| fragment.term).collect();
        let mut bases = Vec::new();
        for _ in 0..LOOKED_AT.min(open.len()) {
            let id = open.swap_remove(rng.index(open.len()));
            if bases.len() < BASES && has_at_most(terms, id, LARGEST) {
                bases.push(builder.copy(terms, id));
            }
        }
        let mut context = MutationContext {
            first_new: builder.terms.len(),
            builder,
            pool: TermPool::default(),
            known: Vec::new(),
            unsurveyed: bases.clone(),
            bases,
            made: Vec::new(),
            values: Vec::new(),
        };
        let ids: Vec<TermId> = material.iter().map(|typed| typed.id).collect();
        for (typed, value) in material.into_iter().zip(context.builder.values(ids.into_iter())) {
            if let Some(value) = value {
                context.pool.add(typed, value);
            }
        }
        for &id in &context.bases {
            is_first(&mut context.known, id);
        }
        context.survey();
        for at in 0..context.values.len() {
            context.take_in(TermId::nth(at));
        }
        context
    }

    /// Finds the sorts and values of what formulas are made of that came since the last time. Made ones that turn out to
    /// have none are dropped.
    pub(in crate::generate) fn survey(&mut self) {
        self.builder.infer();
        let terms = &self.builder.terms;
        self.values.resize(terms.len(), None);
        let is_wanted = terms.reached(self.unsurveyed.drain(..));
        let is_new =
            |id: &TermId| is_wanted[id.index()] && terms.is_closed(*id) && self.values[id.index()].is_none();
        let ids: Vec<TermId> = terms.ids().filter(is_new).collect();
        let values = self.builder.values(ids.iter().copied());
        for (id, value) in ids.into_iter().zip(values) {
            self.values[id.index()] = value;
        }
        self.made.retain(|id| self.values[id.index()].is_some());
    }

    /// Takes a term of a formula into the pool, if it is one to build with.
    fn take_in(&mut self, id: TermId) {
        let Some(typed) = self.value(id).and_then(|_| self.typed(id)) else { return };
        let is_number = matches!(typed.sort, Sort::Int | Sort::Real);
        let is_plain =
            typed.origin == TermOrigin::Symbol || !(is_number && self.builder.scope.is_difference());
        let is_small = size(&self.builder.terms, id, SMALL).is_some();
        let value = self.value(id).filter(|_| is_plain && is_small && self.has_sort(&typed.sort));
        if let Some(value) = value.cloned() {
            self.pool.add(typed, value);
        }
    }

    /// The terms, all of them.
    pub(in crate::generate) fn terms(&self) -> &Terms {
        &self.builder.terms
    }

    /// Whether the logic has a sort.
    pub(in crate::generate) fn has_sort(&self, sort: &Sort) -> bool {
        self.builder.scope.has_sort(sort)
    }

    /// The value of a closed term of a formula, if it has one that SMT-LIB does not leave open.
    pub(in crate::generate) fn value(&self, id: TermId) -> Option<&Value> {
        self.values.get(id.index())?.as_ref()
    }

    /// A term of a formula, if its sort is known and one of its logic.
    pub(in crate::generate) fn typed(&self, id: TermId) -> Option<TypedTerm> {
        let sort = self.builder.sort(id).filter(|sort| self.has_sort(sort))?.clone();
        let origin = match self.builder.terms.get(id) {
            Term::App(head, arguments) if arguments.is_empty() => match self.builder.is_declared(*head) {
                true => TermOrigin::Symbol,
                false => TermOrigin::Literal,
            },
            _ if is_number(&self.builder.terms, id) => TermOrigin::Literal,
            _ => TermOrigin::Part,
        };
        Some(TypedTerm { id, sort, depth: 0, origin })
    }

    /// The terms that a formula is made of and that may be exchanged, of those that are wanted; it is not among them.
    pub(in crate::generate) fn parts(
        &self,
        root: TermId,
        wanted: impl Fn(&TypedTerm) -> bool,
    ) -> Vec<TypedTerm> {
        let all = below(&self.builder.terms, root);
        let typed_terms = all.into_iter().filter(|&id| id != root).filter_map(|id| self.typed(id));
        typed_terms.filter(|typed| !self.may_be_real(typed) && wanted(typed)).collect()
    }

    /// Whether a numeral may stand for a real: other integers do so in few solvers.
    fn may_be_real(&self, typed: &TypedTerm) -> bool {
        typed.sort == Sort::Int && typed.origin == TermOrigin::Literal && self.has_sort(&Sort::Real)
    }

    /// A formula to change: one of those to begin with, or now and then one that was changed already.
    pub(in crate::generate) fn formula(&self, rng: &mut Rng) -> Option<TermId> {
        let made = if rng.percent(40) { rng.pick(&self.made) } else { None };
        made.or_else(|| rng.pick(&self.bases)).copied()
    }

    /// Tries to make a formula of another one until there are as many as are wanted, so many `tries` for each. What was
    /// made is surveyed in between: what has a value then may be changed once more.
    pub(in crate::generate) fn make(
        &mut self,
        wanted: usize,
        tries: usize,
        rng: &mut Rng,
        mut attempt: impl FnMut(&mut Self, TermId, &mut Rng),
    ) {
        for round in 1..=ROUNDS {
            let wanted = wanted * round / ROUNDS;
            for _ in 0..wanted * tries {
                if self.made.len() >= wanted {
                    break;
                }
                let Some(root) = self.formula(rng) else { break };
                attempt(self, root, rng);
            }
            self.survey();
        }
    }

    /// Takes a changed formula in, if it is new, of moderate size and one of the logic.
    pub(in crate::generate) fn keep(&mut self, root: TermId) -> bool {
        let terms = &self.builder.terms;
        let logic = (self.builder.scope, self.builder.signature);
        let is_wanted = terms.is_closed(root)
            && has_at_most(terms, root, GROWN)
            && admits(terms, logic, root, self.first_new)
            && is_first(&mut self.known, root);
        if is_wanted {
            self.made.push(root);
            self.unsurveyed.push(root);
        }
        is_wanted
    }
}

/// Notes a term, and says whether it was none of those before.
fn is_first(known: &mut Vec<bool>, id: TermId) -> bool {
    if known.len() <= id.index() {
        known.resize(id.index() + 1, false);
    }
    !std::mem::replace(&mut known[id.index()], true)
}

/// A formula with one term for another of its sort, in one place.
pub(in crate::generate) fn put_once(
    context: &mut MutationContext<'_>,
    root: TermId,
    old: &TypedTerm,
    new: &TypedTerm,
    rng: &mut Rng,
) -> Option<TermId> {
    let terms = &mut context.builder.terms;
    let site = Site::of(terms, root, old.id, rng)?;
    (old.sort == new.sort).then(|| site.with(terms, new.id))
}

/// A formula with one term for another, in one place or everywhere.
pub(in crate::generate) fn put(
    context: &mut MutationContext<'_>,
    root: TermId,
    old: &TypedTerm,
    new: &TypedTerm,
    rng: &mut Rng,
) -> Option<TermId> {
    if old.sort != new.sort {
        return None;
    }
    let terms = &mut context.builder.terms;
    let is_plain = terms.is_closed(old.id) && terms.is_closed(new.id) && !has_binders(terms, new.id);
    let put = if is_plain && rng.percent(EVERYWHERE) {
        exchanged(terms, root, &BTreeMap::from([(old.id, new.id)]), 0)?
    } else {
        let site = Site::of(terms, root, old.id, rng)?;
        // What is open is made of the old term, which was there.
        let new = if terms.is_closed(new.id) { site.fitted(terms, new.id)? } else { new.id };
        site.with(terms, new)
    };
    (put != root).then_some(put)
}
