//! Terms from the leaves up, layer by layer. Each is evaluated before others use it.

use std::rc::Rc;

use smallvec::SmallVec;

use super::words::{Plan, Word};
use crate::generate::term_builder::literals::Role;
use crate::generate::term_builder::{Scope, TermBuilder, TermOrigin, TermPool, TypedTerm, literals};
use crate::rng::Rng;
use crate::smtlib::{Sort, Term, TermId};
use crate::theory::operators::op;
use crate::theory::value::{Array, Value};

/// The number of layers below an atom, so that atoms are of depth 1 to 4. No bug has needed more.
const LAYERS: u32 = 3;
/// The number of tries to apply words for each wanted term.
const TRIES: usize = 6;
/// Share of terms above the first layer that are built as an application in an application, in percent: by itself, an
/// operator hardly ever meets itself or a certain other one at a certain position.
const NESTED: u32 = 35;
/// Share of these in which an operator is in its own argument, in percent.
const ITSELF: u32 = 50;
/// The number of tries to draw sorts of arguments that fit the inner application.
const PLANS: usize = 4;
/// Share of arguments that repeat an earlier one of their sort, in percent.
const AGAIN: u32 = 15;
/// Share of the others that contain the earlier argument, or are contained in it: rewrite rules match terms that occur
/// twice at different depths, such as `x` in `(bvadd x (bvshl x y))`. Bitwuzla's bug in sums of shifts needs this
/// (`cargo bench --bench recall -- --bug shifted-sums`).
const KIN: u32 = 40;
/// Share of the others that are literals, in percent.
const LITERALS: u32 = 20;
/// Share of the others with a value equal to or next to that of an earlier argument, in percent.
const NEAR: u32 = 40;
/// Share of factors, divisors and distances of shifts that are literals with rules of their own, in percent. By itself, a
/// product with a power of two is so rare that a wrong encoding of it was missed in 19,000 instances
/// (`benches/experiments/mutants/run`, `shl-const-of-width`).
const RULED: u32 = 20;
/// The most places of a built array that differ from the others. The shares of its parts that have exactly the value that
/// they stand for, where some term has it, and of literals among the others, in percent.
const PLACES: usize = 3;
const EXACT: u32 = 70;
const WRITTEN: u32 = 50;

/// The growing terms from which atoms are built.
#[derive(Debug)]
pub(super) struct Growth<'a> {
    /// The builder of all terms.
    pub builder: TermBuilder<'a>,
    /// The terms with known values.
    pub pool: TermPool,
    /// The words to apply to them.
    pub words: Rc<[Word]>,
    /// The applications of the same sort that have a term as argument, by the term's number.
    above: Vec<SmallVec<[TermId; 4]>>,
    /// Terms of the pool's sorts that SMT-LIB leaves open.
    pub open: Vec<TypedTerm>,
}

impl<'a> Growth<'a> {
    /// Creates an empty one.
    pub(super) fn new(builder: TermBuilder<'a>) -> Growth<'a> {
        Growth { builder, pool: TermPool::default(), words: Rc::new([]), above: Vec::new(), open: Vec::new() }
    }

    /// Returns the scope: the sorts and operators that may be used.
    pub(super) fn scope(&self) -> &'a Scope {
        self.builder.scope
    }

    /// Adds the terms that have a value to the pool.
    pub(super) fn keep(&mut self, typed_terms: Vec<TypedTerm>) {
        let values = self.builder.values(typed_terms.iter().map(|typed| typed.id));
        self.above.resize_with(self.builder.terms.len(), SmallVec::new);
        for (typed, value) in typed_terms.into_iter().zip(values) {
            let Some(value) = value else {
                if self.builder.depends_on_choice(typed.id) {
                    self.open.push(typed);
                }
                continue;
            };
            if let Term::App(_, arguments) = self.builder.terms.get(typed.id) {
                let is_of_its_sort =
                    |id: &TermId| self.pool.get(*id).is_some_and(|(other, _)| other.sort == typed.sort);
                for argument in arguments.iter().copied().filter(is_of_its_sort) {
                    self.above[argument.index()].push(typed.id);
                }
            }
            self.pool.add(typed, value);
        }
    }

    /// Grows all layers, with up to `terms` terms each.
    pub(super) fn grow(&mut self, terms: usize, rng: &mut Rng) {
        let words = Rc::clone(&self.words);
        let words: Vec<&Word> = words.iter().filter(|word| !word.is_connective()).collect();
        // The kept applications of each word.
        let mut headed: Vec<Vec<TypedTerm>> = vec![Vec::new(); words.len()];
        let are_functions = |at: &usize| !words[*at].is_predicate();
        let functions: Vec<usize> = (0..words.len()).filter(are_functions).collect();
        for layer in 1..=LAYERS {
            let mut grown: Vec<(usize, TypedTerm)> = Vec::with_capacity(terms);
            for _ in 0..terms * TRIES {
                if grown.len() == terms {
                    break;
                }
                let nests = layer > 1 && !functions.is_empty() && rng.percent(NESTED);
                let (at, applied) = if nests {
                    let at = functions[rng.index(functions.len())];
                    let inner = if rng.percent(ITSELF) { at } else { functions[rng.index(functions.len())] };
                    (at, self.nested(words[at], &headed[inner], layer - 1, rng))
                } else if words.is_empty() {
                    return;
                } else {
                    let at = rng.index(words.len());
                    (at, self.applied(words[at], layer - 1, rng))
                };
                let is_kept =
                    |typed: &TypedTerm| self.pool.has(&typed.sort) || self.scope().may_arise(&typed.sort);
                grown.extend(applied.filter(is_kept).map(|typed| (at, typed)));
            }
            self.keep(grown.iter().map(|(_, typed)| typed.clone()).collect());
            for (at, typed) in grown.into_iter().filter(|(_, typed)| self.pool.get(typed.id).is_some()) {
                headed[at].push(typed);
            }
        }
    }

    /// Applies a word to one of these applications, at any position of its sort, and to other terms of depth at most
    /// `depth`.
    pub(super) fn nested(
        &mut self,
        word: &Word,
        applications: &[TypedTerm],
        depth: u32,
        rng: &mut Rng,
    ) -> Option<TypedTerm> {
        let inner = rng.pick(applications)?.clone();
        for _ in 0..PLANS {
            let plan = word.plan(&self.pool, self.builder.scope, rng)?;
            let fits =
                |at: &usize| plan.sorts[*at] == inner.sort && !word.wants_literal(*at, self.builder.scope);
            let fitting: SmallVec<[usize; 4]> = (0..plan.sorts.len()).filter(fits).collect();
            if let Some(&at) = rng.pick(&fitting) {
                return self.complete(word, &plan, Some((at, &inner)), depth, rng);
            }
        }
        None
    }

    /// Applies a word to terms of depth at most `depth`.
    pub(super) fn applied(&mut self, word: &Word, depth: u32, rng: &mut Rng) -> Option<TypedTerm> {
        let plan = word.plan(&self.pool, self.builder.scope, rng)?;
        self.complete(word, &plan, None, depth, rng)
    }

    /// Draws the arguments of a planned application, except for a given one.
    fn complete(
        &mut self,
        word: &Word,
        plan: &Plan<'_>,
        given: Option<(usize, &TypedTerm)>,
        depth: u32,
        rng: &mut Rng,
    ) -> Option<TypedTerm> {
        let mut arguments: SmallVec<[TypedTerm; 4]> = SmallVec::new();
        for (at, sort) in plan.sorts.iter().enumerate() {
            let role = word.role(at, plan.sorts.len()).filter(|_| rng.percent(RULED));
            let argument = if let Some((_, given)) = given.filter(|(place, _)| *place == at) {
                given.clone()
            } else if let Some(ruled) = role.and_then(|role| self.ruled(role, sort, rng)) {
                ruled
            } else if word.wants_literal(at, self.builder.scope) {
                self.literal(sort, rng).filter(|one| !literals::is_zero(&self.builder.terms, one.id))?
            } else {
                self.argument(sort, &arguments, depth, rng)?
            };
            arguments.push(argument);
        }
        if word.refuses(&arguments) {
            return None;
        }
        self.builder.apply_head(&plan.head, &arguments.iter().collect::<SmallVec<[_; 4]>>())
    }

    /// Draws a literal for which solvers have rules in this role.
    fn ruled(&mut self, role: Role, sort: &Sort, rng: &mut Rng) -> Option<TypedTerm> {
        let value = role.draw(sort, rng).filter(|_| self.has_literals(sort))?;
        self.builder.literal(sort, &value)
    }

    /// Draws an argument of a sort, given the earlier arguments.
    fn argument(
        &mut self,
        sort: &Sort,
        before: &[TypedTerm],
        depth: u32,
        rng: &mut Rng,
    ) -> Option<TypedTerm> {
        let last = before.iter().rev().find(|typed| typed.sort == *sort);
        if let Some(last) = last.filter(|_| rng.percent(AGAIN)) {
            return Some(last.clone());
        }
        let kin = last.filter(|_| rng.percent(KIN)).and_then(|last| self.kin(last, depth, rng));
        if kin.is_some() {
            return kin;
        }
        if (*sort == Sort::RoundingMode || rng.percent(LITERALS))
            && let Some(literal) = self.literal(sort, rng)
        {
            return Some(literal);
        }
        let near = last.filter(|_| rng.percent(NEAR)).and_then(|last| {
            let (_, value) = self.pool.get(last.id)?;
            if rng.percent(50) { self.pool.equal(last, value, rng) } else { self.pool.next(last, value, rng) }
        });
        let found = near.or_else(|| self.pool.any(sort, rng)).map(|(typed, _)| typed.clone())?;
        if found.depth <= depth {
            return Some(found);
        }
        // A symbol is never too deep.
        self.pool.symbol(sort, rng).map(|(typed, _)| typed.clone())
    }

    /// Draws a term of the same sort that is an argument of a term, or has it as argument.
    fn kin(&self, typed: &TypedTerm, depth: u32, rng: &mut Rng) -> Option<TypedTerm> {
        let arguments = match self.builder.terms.get(typed.id) {
            Term::App(_, arguments) => arguments.as_ref(),
            _ => &[],
        };
        let open = arguments
            .iter()
            .filter_map(|&id| self.pool.get(id))
            .filter(|(other, _)| other.sort == typed.sort && other.origin != TermOrigin::Literal);
        let below: Vec<&TypedTerm> = open.map(|(other, _)| other).collect();
        let above = self.above.get(typed.id.index()).map(SmallVec::as_slice).unwrap_or_default();
        let drawn = rng.index(below.len() + above.len());
        let kin = match below.get(drawn) {
            Some(&below) => Some(below),
            None => self.pool.get(*above.get(drawn - below.len())?).map(|(other, _)| other),
        };
        kin.filter(|kin| kin.depth <= depth).cloned()
    }

    /// Draws a literal near the value of some term of a sort, or a random one. Returns `None` if the sort has no
    /// literals.
    pub(super) fn literal(&mut self, sort: &Sort, rng: &mut Rng) -> Option<TypedTerm> {
        let near = self.pool.any(sort, rng).filter(|_| rng.percent(60)).map(|(_, value)| value.clone());
        match near {
            Some(value) if *sort != Sort::RegLan => self.literal_near(sort, &value, rng),
            _ if self.has_literals(sort) => self.builder.random_literal(sort, rng),
            _ => None,
        }
    }

    /// Draws a literal of a value or of a value near it, or an array of terms in place of that. Returns `None` if the sort has
    /// neither.
    pub(super) fn literal_near(&mut self, sort: &Sort, value: &Value, rng: &mut Rng) -> Option<TypedTerm> {
        if let Value::Array(array) = value {
            return self.array_near(sort, array, rng);
        }
        if !self.has_literals(sort) {
            return None;
        }
        let near = literals::near(value.clone().coerced(sort), rng);
        self.builder.literal(sort, &near)
    }

    /// Draws a constant array with other elements at some places, of a value or of a value near it.
    fn array_near(&mut self, sort: &Sort, value: &Array, rng: &mut Rng) -> Option<TypedTerm> {
        let Sort::Array(index, element) = sort else { return None };
        if !self.scope().has_open_constant_arrays() {
            return None;
        }
        let elsewhere = self.valued(element, value.elsewhere(), rng)?;
        let mut array = self.constant_array(sort, &elsewhere)?;
        for (at, held) in value.entries().iter().take(PLACES) {
            let (at, held) = (self.valued(index, at, rng)?, self.valued(element, held, rng)?);
            array = self.builder.apply(op::STORE, &[&array, &at, &held])?;
        }
        Some(array)
    }

    /// Builds the array of a sort that has an element everywhere. Returns `None` if solvers want a value there.
    pub(super) fn constant_array(&mut self, sort: &Sort, element: &TypedTerm) -> Option<TypedTerm> {
        let is_read = self.scope().has_open_constant_arrays();
        is_read.then(|| self.builder.apply_head(&format!("(as const {sort})"), &[element])).flatten()
    }

    /// Draws a term for a value: one that has it, a literal near it, or any.
    fn valued(&mut self, sort: &Sort, value: &Value, rng: &mut Rng) -> Option<TypedTerm> {
        let exact = self.pool.valued(sort, value, rng).filter(|_| rng.percent(EXACT));
        if let Some((exact, _)) = exact {
            return Some(exact.clone());
        }
        let literal = if rng.percent(WRITTEN) { self.literal_near(sort, value, rng) } else { None };
        literal.or_else(|| self.pool.any(sort, rng).map(|(typed, _)| typed.clone()))
    }

    /// Whether a sort has literals here. In difference logics numbers have none, because literals are compared only
    /// with differences.
    fn has_literals(&self, sort: &Sort) -> bool {
        literals::has_literals(sort, self.builder.signature) && !self.scope().has_only_symbols(sort)
    }
}
