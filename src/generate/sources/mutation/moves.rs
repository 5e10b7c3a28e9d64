//! One change of a formula: a term that it is made of, and what comes in its place.

use super::fusion::fused;
use super::identities::identical;
use super::operators::{other, turned};
use crate::generate::term_builder::rewrite::{Site, free, within};
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm, literals, put};
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
pub(super) fn changed(
    context: &mut MutationContext<'_>,
    root: TermId,
    by: Move,
    rng: &mut Rng,
) -> Option<TermId> {
    if by == Move::Fusion {
        return fused(context, root, rng);
    }
    let mut all = context.parts(root, |typed| by != Move::Defined || typed.origin == TermOrigin::Symbol);
    if matches!(by, Move::Identity | Move::Operator | Move::Turned) {
        all.extend(context.typed(root));
    }
    let old = rng.pick(&all)?.clone();
    let new = match by {
        Move::Equal => {
            let value = context.value(old.id)?.clone();
            context.pool.equal(&old, &value, rng)?.0.clone()
        }
        Move::Any if rng.percent(50) => return beside(context, root, &old, rng),
        Move::Any => context.pool.any(&old.sort, rng)?.0.clone(),
        Move::Literal => {
            let value = context.value(old.id)?.clone().coerced(&old.sort);
            if !literals::are_written(&old.sort, context.builder.signature) {
                return None;
            }
            context.builder.literal(&old.sort, &literals::near(&value, rng))?
        }
        Move::Identity => identical(context, &old, rng)?,
        Move::Operator => other(context, &old, rng)?,
        Move::Turned => turned(context, &old, rng)?,
        Move::Defined => {
            let value = context.value(old.id)?.clone();
            let is_made_of_others = |context: &MutationContext<'_>, typed: &TypedTerm| {
                typed.origin != TermOrigin::Literal
                    && within(context.terms(), typed.id).all(|id| id != old.id)
            };
            let drawn = (0..TRIES).filter_map(|_| Some(context.pool.equal(&old, &value, rng)?.0.clone()));
            drawn.into_iter().find(|typed| is_made_of_others(context, typed))?
        }
        Move::Fusion => return None,
    };
    put(context, root, &old, &new, rng)
}

/// A formula with one of its terms in the place of another one of the same sort, where all its variables are bound.
fn beside(context: &mut MutationContext<'_>, root: TermId, old: &TypedTerm, rng: &mut Rng) -> Option<TermId> {
    let all = context.parts(root, |typed| typed.sort == old.sort && typed.id != old.id);
    let new = rng.pick(&all)?.id;
    let terms = &mut context.builder.terms;
    let site = Site::of(terms, root, old.id, rng)?;
    let is_bound = free(terms, new).iter().all(|variable| site.bound.contains(variable));
    let new = site.fitted(terms, new).filter(|_| is_bound)?;
    Some(site.with(terms, new))
}
