//! One change of a formula: a term that it is made of, and what comes in its place.

use std::collections::BTreeMap;

use super::fusion::fused;
use super::identities::identical;
use super::operators::{other, turned};
use crate::generate::supply::rewrite::{Site, below, exchanged, free, has_binders};
use crate::generate::supply::{Desk, Nature, Piece, literals};
use crate::rng::Rng;
use crate::smtlib::TermId;

/// What comes in the place of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// One of its value and sort.
    Equal,
    /// One of its sort.
    Any,
    /// A literal of its value, or of one near it.
    Literal,
    /// Itself in other words.
    Identity,
    /// What another operator or function of the same signature makes of its arguments.
    Operator,
    /// The same with arguments exchanged.
    Turned,
    /// Of a symbol: one of its value that is made of others, as if it were defined.
    Defined,
    /// What another formula is made of, which is joined to the first.
    Fusion,
}

/// How often each is drawn.
pub(super) const MOVES: [(Move, u32); 8] = [
    (Move::Identity, 6),
    (Move::Equal, 4),
    (Move::Any, 4),
    (Move::Operator, 4),
    (Move::Defined, 3),
    (Move::Fusion, 3),
    (Move::Literal, 2),
    (Move::Turned, 1),
];
/// How often of a hundred all places where a term stands are changed, and not one.
const EVERYWHERE: u32 = 40;
/// How often a term is drawn until it is made of others than a symbol.
const TRIES: usize = 4;

/// A move.
pub(super) fn drawn(rng: &mut Rng) -> Move {
    let mut at = rng.below(MOVES.iter().map(|(_, weight)| weight).sum());
    for (one, weight) in MOVES {
        match at.checked_sub(weight) {
            Some(rest) => at = rest,
            None => return one,
        }
    }
    Move::Identity
}

/// A formula that was changed once; none if what was drawn does not fit.
pub(super) fn changed(desk: &mut Desk<'_>, root: TermId, by: Move, rng: &mut Rng) -> Option<TermId> {
    if by == Move::Fusion {
        return fused(desk, root, rng);
    }
    let mut all = desk.parts(root, |piece| by != Move::Defined || piece.nature == Nature::Symbol);
    if matches!(by, Move::Identity | Move::Operator | Move::Turned) {
        all.extend(desk.piece(root));
    }
    let old = rng.pick(&all)?.clone();
    let new = match by {
        Move::Equal => {
            let value = desk.value(old.id)?.clone();
            desk.stock.equal(&old, &value, rng)?.0.clone()
        }
        Move::Any if rng.percent(50) => return beside(desk, root, &old, rng),
        Move::Any => desk.stock.any(&old.sort, rng)?.0.clone(),
        Move::Literal => {
            let value = desk.value(old.id)?.clone().coerced(&old.sort);
            if !literals::are_written(&old.sort, desk.workshop.signature) {
                return None;
            }
            desk.workshop.literal(&old.sort, &literals::near(&value, rng))?
        }
        Move::Identity => identical(desk, &old, rng)?,
        Move::Operator => other(desk, &old, rng)?,
        Move::Turned => turned(desk, &old, rng)?,
        Move::Defined => {
            let value = desk.value(old.id)?.clone();
            let is_made_of_others = |desk: &Desk<'_>, piece: &Piece| {
                piece.nature != Nature::Literal
                    && below(desk.terms(), piece.id, usize::MAX).is_some_and(|all| !all.contains(&old.id))
            };
            let drawn = (0..TRIES).filter_map(|_| Some(desk.stock.equal(&old, &value, rng)?.0.clone()));
            drawn.into_iter().find(|piece| is_made_of_others(desk, piece))?
        }
        Move::Fusion => return None,
    };
    put(desk, root, &old, &new, rng)
}

/// A formula with one term for another, in one place or everywhere.
pub(super) fn put(
    desk: &mut Desk<'_>,
    root: TermId,
    old: &Piece,
    new: &Piece,
    rng: &mut Rng,
) -> Option<TermId> {
    if old.sort != new.sort {
        return None;
    }
    let terms = &mut desk.workshop.terms;
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

/// A formula with one of its terms in the place of another one of the same sort, where all its variables are bound.
fn beside(desk: &mut Desk<'_>, root: TermId, old: &Piece, rng: &mut Rng) -> Option<TermId> {
    let all = desk.parts(root, |piece| piece.sort == old.sort && piece.id != old.id);
    let new = rng.pick(&all)?.id;
    let terms = &mut desk.workshop.terms;
    let site = Site::of(terms, root, old.id, rng)?;
    let is_bound = free(terms, new).iter().all(|variable| site.bound.contains(variable));
    let new = site.fitted(terms, new).filter(|_| is_bound)?;
    Some(site.with(terms, new))
}
