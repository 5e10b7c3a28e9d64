//! Terms from the root down: a symbol that makes the wanted sort, and for each of its arguments the same again.

use super::literals::Leaves;
use super::shape::{self, Shape};
use super::symbols::{self, Symbol};
use crate::rng::Rng;
use crate::smtlib::{Sort, TermId, Terms};
use crate::theory::signature::Signature;

/// How often a symbol is drawn for a sort before it is left to a leaf, and a sort for a symbol before it is given up.
const ATTEMPTS: u32 = 12;
/// How many arguments of a hundred are leaves although they could be larger.
const EARLY_LEAVES: u32 = 20;
/// How many rounding modes of a hundred are leaves, and how many selectors fit the constructor.
const EASY: u32 = 85;

/// How many arguments of a hundred are what was built before, if there is something: so that values meet.
const AGAIN: u32 = 15;

/// Terms while one is built.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// The terms.
    pub terms: Terms,
    made: Vec<(Sort, TermId)>,
}

/// Builds terms over symbols and leaves.
#[derive(Debug)]
pub(crate) struct Builder<'a, L> {
    signature: &'a Signature,
    symbols: Vec<Symbol>,
    leaves: L,
}

impl<'a, L: Leaves> Builder<'a, L> {
    /// Over all operators and what a signature declares.
    pub(crate) fn new(signature: &'a Signature, leaves: L) -> Self {
        Builder { signature, symbols: symbols::all(), leaves }
    }

    /// How many symbols there are.
    pub(crate) fn symbols(&self) -> usize {
        self.symbols.len()
    }

    /// A term of a sort, as deep as it is told.
    pub(crate) fn term(&self, sort: &Sort, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
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
        if depth == 0 {
            return self.leaves.leaf(sort, &mut draft.terms, rng);
        }
        let fitting: Vec<Symbol> = self
            .symbols
            .iter()
            .copied()
            .filter(|symbol| !symbol.is_constant() && symbol.may_make(sort))
            .collect();
        for _ in 0..ATTEMPTS {
            let Some(symbol) = rng.pick(&fitting) else { break };
            if let Some(shape) = shape::of(*symbol, sort, self.signature, rng) {
                return self.applied(&shape, depth, draft, rng);
            }
        }
        self.leaves.leaf(sort, &mut draft.terms, rng)
    }

    /// A term with a certain symbol at its root, by number, and its sort; none if what was tried does not fit.
    pub(crate) fn rooted(
        &self,
        symbol: usize,
        depth: u32,
        draft: &mut Draft,
        rng: &mut Rng,
    ) -> Option<(TermId, Sort)> {
        let symbol = *self.symbols.get(symbol)?;
        (0..ATTEMPTS).find_map(|_| {
            let sort = shape::result(symbol, self.signature, rng)?;
            let shape = shape::of(symbol, &sort, self.signature, rng)?;
            Some((self.applied(&shape, depth, draft, rng)?, sort))
        })
    }

    fn applied(&self, shape: &Shape, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
        let mut arguments = Vec::with_capacity(shape.arguments.len());
        for sort in &shape.arguments {
            if let Some(constructor) = shape.constructor.as_deref().filter(|_| rng.percent(EASY)) {
                let wrapped = shape::constructed(constructor, sort, self.signature)?;
                arguments.push(self.applied(&wrapped, depth, draft, rng)?);
                continue;
            }
            let early = if *sort == Sort::RoundingMode { EASY } else { EARLY_LEAVES };
            let depth = if rng.percent(early) { 0 } else { depth.saturating_sub(1) };
            arguments.push(self.term(sort, depth, draft, rng)?);
        }
        Some(draft.terms.app(&shape.head, &arguments))
    }
}
