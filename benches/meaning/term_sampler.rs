//! Terms from the root down: an application of the wanted sort, and for each of its arguments the same again.

use smt_storm::generate::term_builder::draw_value;
use smt_storm::rng::Rng;
use smt_storm::smtlib::{Sort, TermId, Terms};
use smt_storm::theory::ground::{self, Operator, Signature};

use crate::application::{self, Shape};
use crate::sort_sampler;

/// How often a symbol is drawn for a sort before it is left to a leaf, and sorts for a symbol before it is given up.
const ATTEMPTS: u32 = 40;
/// How many arguments of a hundred are leaves although they could be larger.
const EARLY_LEAVES: u32 = 20;
/// How many rounding modes of a hundred are leaves, and how many selectors fit the constructor.
const EASY: u32 = 85;

/// How many arguments of a hundred are what was built before, if there is something: so that values meet.
const AGAIN: u32 = 15;

/// Terms while one is built.
#[derive(Debug, Default)]
pub struct Draft {
    /// The terms.
    pub terms: Terms,
    made: Vec<(Sort, TermId)>,
}

/// Builds terms over symbols and leaves.
#[derive(Debug)]
pub struct Builder<'a> {
    signature: &'a Signature,
    symbols: Vec<Symbol>,
}

impl<'a> Builder<'a> {
    /// Over all operators and what a signature declares.
    pub fn new(signature: &'a Signature) -> Self {
        Builder { signature, symbols: symbols() }
    }

    /// How many symbols there are.
    pub fn symbols(&self) -> usize {
        self.symbols.len()
    }

    /// A term of a sort, as deep as it is told.
    pub fn term(&self, sort: &Sort, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
        if rng.percent(AGAIN) {
            let before: Vec<TermId> =
                draft.made.iter().filter(|(made, _)| made == sort).map(|(_, id)| *id).collect();
            if let Some(id) = rng.pick(&before) {
                return Some(*id);
            }
        }
        let id = self.fresh(sort, depth, draft, rng)?;
        draft.made.push((sort.clone(), id));
        Some(id)
    }

    fn fresh(&self, sort: &Sort, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
        for _ in 0..if depth == 0 { 0 } else { ATTEMPTS } {
            let Some(symbol) = rng.pick(&self.symbols).filter(|symbol| !symbol.is_constant()) else {
                continue;
            };
            let shape = application::draw(*symbol, Some(sort), self.signature, rng);
            if let Some(shape) = shape.filter(|shape| shape.result == *sort) {
                return self.applied(&shape, depth, draft, rng);
            }
        }
        draw_value(sort, self.signature, &mut draft.terms, rng)
    }

    /// A term with a certain symbol at its root, by number, and its sort; none if what was tried does not fit.
    pub fn rooted(
        &self,
        symbol: usize,
        depth: u32,
        draft: &mut Draft,
        rng: &mut Rng,
    ) -> Option<(TermId, Sort)> {
        let symbol = *self.symbols.get(symbol)?;
        (0..ATTEMPTS).find_map(|_| {
            let shape = application::draw(symbol, None, self.signature, rng)?;
            Some((self.applied(&shape, depth, draft, rng)?, shape.result))
        })
    }

    fn applied(&self, shape: &Shape, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
        let mut arguments = Vec::with_capacity(shape.arguments.len());
        for sort in &shape.arguments {
            arguments.push(match shape.constructor.as_deref().filter(|_| rng.percent(EASY)) {
                Some(constructor) => {
                    let (head, fields) = application::constructed(constructor, sort, self.signature)?;
                    let fields = fields.iter().map(|field| self.argument(field, depth, draft, rng));
                    let fields = fields.collect::<Option<Vec<_>>>()?;
                    draft.terms.app(&head, &fields)
                }
                None => self.argument(sort, depth, draft, rng)?,
            });
        }
        Some(draft.terms.app(&shape.head, &arguments))
    }

    fn argument(&self, sort: &Sort, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
        let early = if *sort == Sort::RoundingMode { EASY } else { EARLY_LEAVES };
        let depth = if rng.percent(early) { 0 } else { depth.saturating_sub(1) };
        self.term(sort, depth, draft, rng)
    }
}

/// What can be applied.
#[derive(Clone, Copy, Debug)]
pub enum Symbol {
    /// An operator.
    Operator(&'static Operator),
    /// A constructor of a datatype.
    Constructor(&'static str),
    /// The tester of a constructor.
    Tester(&'static str),
    /// A selector of a datatype.
    Selector(&'static str),
    /// The updater of a selector.
    Updater(&'static str),
}

/// Whether terms have an operator: its forms are known, and none takes a function, since no term here binds variables.
pub fn is_drawn(row: &Operator) -> bool {
    !row.takes.is_empty() && !row.takes_function()
}

/// Everything whose forms are known.
fn symbols() -> Vec<Symbol> {
    let operators = ground::usual().filter(|row| is_drawn(row)).map(Symbol::Operator);
    let constructors = sort_sampler::CONSTRUCTORS;
    let selectors = sort_sampler::SELECTORS;
    operators
        .chain(constructors.map(Symbol::Constructor))
        .chain(constructors.map(Symbol::Tester))
        .chain(selectors.map(Symbol::Selector))
        .chain(selectors.map(Symbol::Updater))
        .collect()
}

impl Symbol {
    /// Whether it has no arguments.
    pub fn is_constant(self) -> bool {
        matches!(self, Symbol::Operator(row) if row.kind == ground::Kind::Constant)
    }
}
