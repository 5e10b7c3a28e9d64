//! The context of changes: formulas to change, the sorts and values of their sub-terms, and a pool of replacements.

use std::collections::BTreeMap;

use super::base_terms::base_terms;
use super::builder::TermBuilder;
use super::copy::size;
use super::literals::is_number;
use super::logic::Rules;
use super::rewrite::{Site, below, exchanged, has_at_most, has_binders};
use super::term_pool::{TermOrigin, TermPool, TypedTerm};
use crate::generate::fragment::Fragment;
use crate::rng::Rng;
use crate::smtlib::{Problem, Sort, Term, TermId, Terms};
use crate::theory::value::Value;

/// The largest number of distinct terms in a base formula: changes of larger ones only make instances long.
const LARGEST_BASE: usize = 120;
/// The largest number of base formulas.
const BASES: usize = 200;
/// The largest number of fragments that are considered for them.
const LOOKED_AT: usize = 2_000;
/// The largest number of nodes of a replacement.
const SMALL: usize = 16;
/// The largest number of distinct terms in a changed formula.
const GROWN: usize = 2 * LARGEST_BASE;

/// Share of changes to all occurrences of a term instead of one, in percent.
const EVERYWHERE: u32 = 40;
/// The number of rounds; after each, the changed formulas are evaluated.
const ROUNDS: usize = 2;

/// Formulas to change, and the material for changes.
#[derive(Debug)]
pub(in crate::generate) struct MutationContext<'a> {
    /// The builder of all terms.
    pub builder: TermBuilder<'a>,
    /// The random choices.
    pub rng: Rng,
    /// Closed terms with known values.
    pub pool: TermPool,
    /// The formulas before any change.
    pub bases: Vec<TermId>,
    /// The changed formulas.
    pub made: Vec<TermId>,
    /// Whether a term is one of these formulas, by its number.
    known: Vec<bool>,
    /// The formulas that were not surveyed yet.
    unsurveyed: Vec<TermId>,
    /// The value of each closed term of a surveyed formula, by its number.
    values: Vec<Option<Value>>,
    /// The number of the first new term.
    first_new: usize,
}

impl<'a> MutationContext<'a> {
    /// Creates a context from the fragments of a problem that are small enough.
    pub(in crate::generate) fn new(
        problem: &Problem,
        fragments: &[Fragment],
        mut builder: TermBuilder<'a>,
        mut rng: Rng,
    ) -> MutationContext<'a> {
        let material = base_terms(problem, &mut builder, true, &mut rng);
        let terms = &problem.formulas.terms;
        let mut open: Vec<TermId> = fragments.iter().map(|fragment| fragment.term).collect();
        let mut bases = Vec::new();
        for _ in 0..LOOKED_AT.min(open.len()) {
            let id = open.swap_remove(rng.index(open.len()));
            if bases.len() < BASES && has_at_most(terms, id, LARGEST_BASE) {
                bases.push(builder.copy(terms, id));
            }
        }
        let mut context = MutationContext {
            first_new: builder.terms.len(),
            builder,
            rng,
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

    /// Computes the sorts and values of the terms of new formulas. Drops the changed formulas that have no value.
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

    /// Adds a term of a formula to the pool, if it is suitable as a replacement.
    fn take_in(&mut self, id: TermId) {
        let Some(typed) = self.value(id).and_then(|_| self.typed(id)) else { return };
        let is_plain =
            typed.origin == TermOrigin::Symbol || !self.builder.scope.has_only_symbols(&typed.sort);
        let is_small = size(&self.builder.terms, id, SMALL).is_some();
        let value = self.value(id).filter(|_| is_plain && is_small && self.has_sort(&typed.sort));
        if let Some(value) = value.cloned() {
            self.pool.add(typed, value);
        }
    }

    /// Returns the store of all terms.
    pub(in crate::generate) fn terms(&self) -> &Terms {
        &self.builder.terms
    }

    /// Whether the logic has a sort.
    pub(in crate::generate) fn has_sort(&self, sort: &Sort) -> bool {
        self.builder.scope.has_sort(sort)
    }

    /// Returns the value of a closed term of a formula, if it is known and SMT-LIB does not leave it open.
    pub(in crate::generate) fn value(&self, id: TermId) -> Option<&Value> {
        self.values.get(id.index())?.as_ref()
    }

    /// Returns a constant of the problem by its name, if its value is known. It need not occur in a formula.
    pub(in crate::generate) fn constant(&mut self, name: &str) -> Option<TypedTerm> {
        let id = self.builder.apply_head(name, &[])?.id;
        let value = self.pool.get(id)?.1.clone();
        if self.values.len() <= id.index() {
            self.values.resize(id.index() + 1, None);
        }
        self.values[id.index()].get_or_insert(value);
        self.typed(id)
    }

    /// Returns a term of a formula with its sort, if that is known and in the logic.
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

    /// Returns the wanted proper sub-terms of a formula that may be replaced.
    pub(in crate::generate) fn parts(
        &self,
        root: TermId,
        wanted: impl Fn(&TypedTerm) -> bool,
    ) -> Vec<TypedTerm> {
        let all = below(&self.builder.terms, root);
        let mut parts = Vec::with_capacity(all.len());
        let typed_terms = all.into_iter().filter(|&id| id != root).filter_map(|id| self.typed(id));
        parts.extend(typed_terms.filter(|typed| !self.may_be_real(typed) && wanted(typed)));
        parts
    }

    /// Whether a numeral may stand for a real: few solvers accept other integer terms in its place.
    fn may_be_real(&self, typed: &TypedTerm) -> bool {
        typed.sort == Sort::Int && typed.origin == TermOrigin::Literal && self.has_sort(&Sort::Real)
    }

    /// Draws a wanted proper sub-term of a formula that may be replaced.
    pub(in crate::generate) fn part(
        &mut self,
        root: TermId,
        wanted: impl Fn(&TypedTerm) -> bool,
    ) -> Option<TypedTerm> {
        let parts = self.parts(root, wanted);
        self.rng.pick(&parts).cloned()
    }

    /// Draws a term of the pool of a sort.
    pub(in crate::generate) fn any(&mut self, sort: &Sort) -> Option<TypedTerm> {
        Some(self.pool.any(sort, &mut self.rng)?.0.clone())
    }

    /// Draws a constant of the pool of a sort, with its value.
    pub(in crate::generate) fn symbol(&mut self, sort: &Sort) -> Option<(TypedTerm, Value)> {
        self.pool.symbol(sort, &mut self.rng).cloned()
    }

    /// Draws another term of the pool of the same sort and value.
    pub(in crate::generate) fn equal(&mut self, typed: &TypedTerm, value: &Value) -> Option<TypedTerm> {
        Some(self.pool.equal(typed, value, &mut self.rng)?.0.clone())
    }

    /// Draws a literal. Returns `None` if the sort has none in the seed's logic.
    pub(in crate::generate) fn random_literal(&mut self, sort: &Sort) -> Option<TypedTerm> {
        self.builder.random_literal(sort, &mut self.rng)
    }

    /// Draws a formula to change: a base formula, or sometimes one that was changed already.
    pub(in crate::generate) fn formula(&mut self) -> Option<TermId> {
        let made = if self.rng.percent(40) { self.rng.pick(&self.made) } else { None };
        made.or_else(|| self.rng.pick(&self.bases)).copied()
    }

    /// Changes formulas until there are `wanted` new ones, with up to `tries` attempts for each. In between, the
    /// changed formulas are surveyed; those with a value may be changed again.
    pub(in crate::generate) fn make(
        &mut self,
        wanted: usize,
        tries: usize,
        mut attempt: impl FnMut(&mut Self, TermId),
    ) {
        for round in 1..=ROUNDS {
            let wanted = wanted * round / ROUNDS;
            for _ in 0..wanted * tries {
                if self.made.len() >= wanted {
                    break;
                }
                let Some(root) = self.formula() else { break };
                attempt(self, root);
            }
            self.survey();
        }
    }

    /// Keeps a changed formula if it is new, of moderate size and within the logic.
    pub(in crate::generate) fn keep(&mut self, root: TermId) -> bool {
        let TermBuilder { terms, scope, signature, .. } = &self.builder;
        let is_wanted = terms.is_closed(root)
            && has_at_most(terms, root, GROWN)
            && Rules { terms, scope, signature }.admits(root, self.first_new)
            && is_first(&mut self.known, root);
        if is_wanted {
            self.made.push(root);
            self.unsurveyed.push(root);
        }
        is_wanted
    }

    /// Draws an occurrence of a term in a formula.
    pub(in crate::generate) fn site(&mut self, root: TermId, term: TermId) -> Option<Site> {
        Site::draw(&self.builder.terms, root, term, &mut self.rng)
    }

    /// Replaces one occurrence of a term in a formula by another term of its sort.
    pub(in crate::generate) fn put_once(
        &mut self,
        root: TermId,
        old: &TypedTerm,
        new: &TypedTerm,
    ) -> Option<TermId> {
        let site = self.site(root, old.id)?;
        (old.sort == new.sort).then(|| site.with(&mut self.builder.terms, new.id))
    }

    /// Replaces a term in a formula by another one of its sort, in one place or everywhere.
    pub(in crate::generate) fn put(
        &mut self,
        root: TermId,
        old: &TypedTerm,
        new: &TypedTerm,
    ) -> Option<TermId> {
        if old.sort != new.sort {
            return None;
        }
        let terms = &mut self.builder.terms;
        let is_plain = terms.is_closed(old.id) && terms.is_closed(new.id) && !has_binders(terms, new.id);
        let put = if is_plain && self.rng.percent(EVERYWHERE) {
            exchanged(terms, root, &BTreeMap::from([(old.id, new.id)]), 0)?
        } else {
            let site = Site::draw(terms, root, old.id, &mut self.rng)?;
            // An open replacement is built from the old term or its arguments, so its variables are bound here.
            let new = if terms.is_closed(new.id) { site.fitted(terms, new.id)? } else { new.id };
            site.with(terms, new)
        };
        (put != root).then_some(put)
    }
}

/// Records a term, and returns whether it is new.
fn is_first(known: &mut Vec<bool>, id: TermId) -> bool {
    if known.len() <= id.index() {
        known.resize(id.index() + 1, false);
    }
    !std::mem::replace(&mut known[id.index()], true)
}
