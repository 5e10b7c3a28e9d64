//! Moves: the choice of a term in a formula, and of its replacement.

use super::operators::{replace_head, swap_arguments};
use crate::generate::sources::laws::identical;
use crate::generate::term_builder::rewrite::{free, within};
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm, literals};
use crate::rng::Rng;
use crate::smtlib::{Sort, TermId, VarId};
use crate::theory::operators::op;
use crate::theory::value::{Bits, Value};

/// The replacement of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// Another term of its sort and value.
    Equal,
    /// Another term of its sort.
    Any,
    /// A literal of its value, or of a value near it.
    Literal,
    /// A term that equals it by an identity.
    Identity,
    /// An application of another operator or function of the same signature to its arguments.
    Operator,
    /// The term with two arguments exchanged.
    Turned,
    /// For a symbol: a term of its value that does not contain it, as if it were defined so.
    Defined,
    /// A term of a second formula, with which the first one is fused.
    Fusion,
}

/// The moves with their weights in the draw.
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
/// The number of tries to draw a term that does not contain the symbol.
const TRIES: usize = 4;

/// Draws a move.
pub(super) fn drawn(rng: &mut Rng) -> Move {
    rng.pick_weighted(MOVES.into_iter()).unwrap_or(Move::Identity)
}

/// Applies a move to a formula. Returns `None` if the drawn terms do not fit.
pub(super) fn mutate(context: &mut MutationContext<'_>, root: TermId, by: Move) -> Option<TermId> {
    if by == Move::Fusion {
        return fuse(context, root);
    }
    let mut all = context.parts(root, |typed| by != Move::Defined || typed.origin == TermOrigin::Symbol);
    if matches!(by, Move::Identity | Move::Operator | Move::Turned) {
        all.extend(context.typed(root));
    }
    let old = context.rng.pick(&all)?.clone();
    let new = match by {
        Move::Equal => {
            let value = context.value(old.id)?.clone();
            context.equal(&old, &value)?
        }
        Move::Any if context.rng.percent(50) => return replace_by_neighbour(context, root, &old),
        Move::Any => context.any(&old.sort)?,
        Move::Literal => {
            let value = context.value(old.id)?.clone().coerced(&old.sort);
            if !literals::has_literals(&old.sort, context.builder.signature) {
                return None;
            }
            context.builder.literal(&old.sort, &literals::near(value, &mut context.rng))?
        }
        Move::Identity => identical(context, &old)?,
        Move::Operator => replace_head(context, &old)?,
        Move::Turned => swap_arguments(context, &old)?,
        Move::Defined => {
            let value = context.value(old.id)?.clone();
            (0..TRIES).find_map(|_| {
                let typed = context.equal(&old, &value)?;
                let is_made_of_others = typed.origin != TermOrigin::Literal
                    && within(context.terms(), typed.id).all(|id| id != old.id);
                is_made_of_others.then_some(typed)
            })?
        }
        Move::Fusion => return None,
    };
    context.put(root, &old, &new)
}

/// Replaces a term of a formula by another of its terms with the same sort, if the variables of that one are bound
/// there, and their levels are below those of all binders further in: from there on, the levels of a binder and above
/// count as bound.
fn replace_by_neighbour(context: &mut MutationContext<'_>, root: TermId, old: &TypedTerm) -> Option<TermId> {
    let new = context.part(root, |typed| typed.sort == old.sort && typed.id != old.id)?.id;
    let site = context.site(root, old.id)?;
    let terms = &mut context.builder.terms;
    let level = |variable: &VarId| terms.variable_of(*variable).level;
    let is_bound = free(terms, new).iter().all(|variable| {
        let from_it = site.bound.iter().skip_while(|bound| *bound != variable);
        let mut levels = from_it.map(level);
        levels.next().is_some_and(|own| levels.all(|inner| own < inner))
    });
    let new = site.fitted(terms, new).filter(|_| is_bound)?;
    Some(site.with(terms, new))
}

/// Fuses a formula with a second one: they are joined, each with a term of the other in it. Other fusion methods add a
/// constraint that links two variables. Here the values are known, so each of two terms is expressed by the other one, and
/// the result is evaluated.
fn fuse(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let second = context.formula().filter(|&second| second != root)?;
    let is_open = |context: &MutationContext<'_>, typed: &TypedTerm| {
        typed.origin != TermOrigin::Literal && typed.sort != Sort::Bool && context.value(typed.id).is_some()
    };
    let ones = context.parts(root, |typed| is_open(context, typed));
    let one = context.rng.pick(&ones)?.clone();
    let value = context.value(one.id)?.clone();
    let others = context
        .parts(second, |typed| typed.sort == one.sort && typed.id != one.id && is_open(context, typed));
    let equal: Vec<TypedTerm> =
        others.iter().filter(|other| context.value(other.id) == Some(&value)).cloned().collect();
    let (other, by_one, by_other) = match context.rng.pick(&equal).cloned() {
        Some(other) => (other.clone(), one.clone(), other),
        None => {
            let other = context.rng.pick(&others)?.clone();
            let worth = context.value(other.id)?.clone();
            let by_other = shift_to_value(context, &other, &worth, &value)?;
            let by_one = shift_to_value(context, &one, &value, &worth)?;
            (other, by_one, by_other)
        }
    };
    let by_other = if context.rng.percent(30) { identical(context, &by_other)? } else { by_other };
    let first = context.put(root, &one, &by_other)?;
    let second = context.put(second, &other, &by_one)?;
    context.builder.connect(*context.rng.pick(&op::JOINTS)?, [first, second])
}

/// Changes a term of value `from` into one of value `to` by adding the difference, or by `bvxor` with it.
/// Returns `None` in difference logics, which have no sums, and for values that cannot be subtracted.
fn shift_to_value(
    context: &mut MutationContext<'_>,
    term: &TypedTerm,
    from: &Value,
    to: &Value,
) -> Option<TypedTerm> {
    if context.builder.scope.is_difference() {
        return None;
    }
    let (operator, difference) = match (from, to) {
        (Value::Int(_), Value::Int(_)) | (Value::Real(_), _) => (op::PLUS, to.minus(from)?),
        (Value::Bits(from), Value::Bits(to)) => {
            let bits = Bits::new(from.width(), from.unsigned() ^ to.unsigned());
            (op::BVXOR, Value::Bits(bits))
        }
        _ => return None,
    };
    let literal = context.builder.literal(&term.sort, &difference)?;
    context.builder.apply(operator, &[term, &literal])
}
