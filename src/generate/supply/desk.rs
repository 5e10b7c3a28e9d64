//! Formulas that are about to be changed, with the sorts and values of what they are made of, and what there is to put
//! in its place.

use std::collections::{BTreeMap, BTreeSet};

use super::copy::copy;
use super::logic::{admits, is_number};
use super::material::gather;
use super::rewrite::below;
use super::stock::{Nature, Piece, Stock};
use super::workshop::{Workshop, size};
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

/// Formulas and what they are changed with.
#[derive(Debug)]
pub(in crate::generate) struct Desk<'a> {
    /// Where terms are put together.
    pub workshop: Workshop<'a>,
    /// Closed terms that have a value.
    pub stock: Stock,
    /// The formulas to begin with.
    pub bases: Vec<TermId>,
    /// Those that were made of them.
    pub made: Vec<TermId>,
    known: BTreeSet<TermId>,
    /// Formulas that were not surveyed yet.
    unsurveyed: Vec<TermId>,
    values: BTreeMap<TermId, Value>,
    /// The number from which on terms are new.
    first_new: usize,
}

impl<'a> Desk<'a> {
    /// With fragments of a problem, those that are small enough.
    pub(in crate::generate) fn new(
        problem: &Problem,
        fragments: &[Fragment],
        mut workshop: Workshop<'a>,
        rng: &mut Rng,
    ) -> Desk<'a> {
        let material = gather(problem, &mut workshop, true, rng);
        let terms = &problem.formulas.terms;
        let mut open: Vec<TermId> = fragments.iter().map(|fragment| fragment.term).collect();
        let mut bases = Vec::new();
        for _ in 0..LOOKED_AT.min(open.len()) {
            let id = open.swap_remove(rng.index(open.len()));
            if bases.len() < BASES && below(terms, id, LARGEST).is_some() {
                bases.push(copy(terms, id, &mut workshop.terms));
            }
        }
        let mut desk = Desk {
            first_new: workshop.terms.len(),
            workshop,
            stock: Stock::default(),
            known: bases.iter().copied().collect(),
            unsurveyed: bases.clone(),
            bases,
            made: Vec::new(),
            values: BTreeMap::new(),
        };
        let ids: Vec<TermId> = material.iter().map(|piece| piece.id).collect();
        for (piece, value) in material.into_iter().zip(desk.workshop.values(ids.into_iter())) {
            if let Some(value) = value {
                desk.stock.add(piece, value);
            }
        }
        desk.survey();
        for id in desk.values.keys().copied().collect::<Vec<_>>() {
            desk.take_in(id);
        }
        desk
    }

    /// Finds the sorts and values of what formulas are made of that came since the last time. Made ones that turn out to
    /// have none are dropped.
    pub(in crate::generate) fn survey(&mut self) {
        self.workshop.infer();
        let terms = &self.workshop.terms;
        let all = self.unsurveyed.drain(..).filter_map(|id| below(terms, id, usize::MAX));
        let is_new = |id: &TermId| terms.is_closed(*id) && !self.values.contains_key(id);
        let ids: BTreeSet<TermId> = all.flatten().filter(is_new).collect();
        let values = self.workshop.values(ids.iter().copied());
        self.values.extend(ids.into_iter().zip(values).filter_map(|(id, value)| Some((id, value?))));
        self.made.retain(|id| self.values.contains_key(id));
    }

    /// Takes a term of a formula into the stock, if it is one to build with.
    fn take_in(&mut self, id: TermId) {
        let Some(piece) = self.piece(id) else { return };
        let is_number = matches!(piece.sort, Sort::Int | Sort::Real);
        let is_plain = piece.nature == Nature::Symbol || !(is_number && self.workshop.scope.is_difference());
        let is_small = size(&self.workshop.terms, id, SMALL).is_some();
        let value = self.values.get(&id).filter(|_| is_plain && is_small && self.has_sort(&piece.sort));
        if let Some(value) = value.cloned() {
            self.stock.add(piece, value);
        }
    }

    /// The terms, all of them.
    pub(in crate::generate) fn terms(&self) -> &Terms {
        &self.workshop.terms
    }

    /// Whether the logic has a sort.
    pub(in crate::generate) fn has_sort(&self, sort: &Sort) -> bool {
        self.workshop.scope.has_sort(sort)
    }

    /// The value of a closed term of a formula, if it has one that SMT-LIB does not leave open.
    pub(in crate::generate) fn value(&self, id: TermId) -> Option<&Value> {
        self.values.get(&id)
    }

    /// A term of a formula, if its sort is known and one of its logic.
    pub(in crate::generate) fn piece(&self, id: TermId) -> Option<Piece> {
        let sort = self.workshop.sort(id).filter(|sort| self.has_sort(sort))?.clone();
        let nature = match self.workshop.terms.get(id) {
            Term::App(head, arguments) if arguments.is_empty() => {
                let head = self.workshop.terms.head_text(*head);
                if self.workshop.signature.find(head).is_some() { Nature::Symbol } else { Nature::Literal }
            }
            _ if is_number(&self.workshop.terms, id) => Nature::Literal,
            _ => Nature::Part,
        };
        Some(Piece { id, sort, depth: 0, nature })
    }

    /// The terms that a formula is made of and that may be exchanged, of those that are wanted; it is not among them.
    pub(in crate::generate) fn parts(&self, root: TermId, wanted: impl Fn(&Piece) -> bool) -> Vec<Piece> {
        let all = below(&self.workshop.terms, root, usize::MAX).unwrap_or_default();
        let pieces = all.into_iter().filter(|&id| id != root).filter_map(|id| self.piece(id));
        pieces.filter(|piece| !self.may_be_real(piece) && wanted(piece)).collect()
    }

    /// Whether a numeral may stand for a real: other integers do so in few solvers.
    fn may_be_real(&self, piece: &Piece) -> bool {
        piece.sort == Sort::Int && piece.nature == Nature::Literal && self.has_sort(&Sort::Real)
    }

    /// A formula to change: one of those to begin with, or now and then one that was changed already.
    pub(in crate::generate) fn formula(&self, rng: &mut Rng) -> Option<TermId> {
        let made = if rng.percent(40) { rng.pick(&self.made) } else { None };
        made.or_else(|| rng.pick(&self.bases)).copied()
    }

    /// Takes a changed formula in, if it is new, of moderate size and one of the logic.
    pub(in crate::generate) fn keep(&mut self, root: TermId) -> bool {
        let terms = &self.workshop.terms;
        let logic = (self.workshop.scope, self.workshop.signature);
        let is_wanted = terms.is_closed(root)
            && below(terms, root, GROWN).is_some()
            && admits(terms, logic, root, self.first_new)
            && self.known.insert(root);
        if is_wanted {
            self.made.push(root);
            self.unsurveyed.push(root);
        }
        is_wanted
    }
}
