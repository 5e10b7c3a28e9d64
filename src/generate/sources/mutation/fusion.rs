//! Two formulas joined over terms of known values: each speaks of the other's.
//!
//! Where fusion as others do it adds an assumption that ties two variables together, here their values are known: what
//! one term is worth is written with the other one, and the whole is evaluated.

use super::identities::identical;
use super::moves::put;
use crate::generate::supply::{Desk, Nature, Piece};
use crate::rng::Rng;
use crate::smtlib::{Sort, TermId};
use crate::theory::operators::JOINTS;
use crate::theory::value::{Bits, Value};

/// A formula joined with another one.
pub(super) fn fused(desk: &mut Desk<'_>, root: TermId, rng: &mut Rng) -> Option<TermId> {
    let second = desk.formula(rng).filter(|&second| second != root)?;
    let is_open = |desk: &Desk<'_>, piece: &Piece| {
        piece.nature != Nature::Literal && piece.sort != Sort::Bool && desk.value(piece.id).is_some()
    };
    let ones = desk.parts(root, |piece| is_open(desk, piece));
    let one = rng.pick(&ones)?.clone();
    let value = desk.value(one.id)?.clone();
    let others =
        desk.parts(second, |piece| piece.sort == one.sort && piece.id != one.id && is_open(desk, piece));
    let equal: Vec<Piece> =
        others.iter().filter(|other| desk.value(other.id) == Some(&value)).cloned().collect();
    let (other, by_one, by_other) = match rng.pick(&equal).cloned() {
        Some(other) => (other.clone(), one.clone(), other),
        None => {
            let other = rng.pick(&others)?.clone();
            let worth = desk.value(other.id)?.clone();
            let by_other = moved(desk, &other, &worth, &value)?;
            let by_one = moved(desk, &one, &value, &worth)?;
            (other, by_one, by_other)
        }
    };
    let by_other = if rng.percent(30) { identical(desk, &by_other, rng)? } else { by_other };
    let first = put(desk, root, &one, &by_other, rng)?;
    let second = put(desk, second, &other, &by_one, rng)?;
    let [first, second] =
        [first, second].map(|id| Piece { id, sort: Sort::Bool, depth: 0, nature: Nature::Made });
    Some(desk.workshop.apply(rng.pick(&JOINTS)?, &[&first, &second])?.id)
}

/// A term of one value, moved to another value: what is added is the difference.
fn moved(desk: &mut Desk<'_>, term: &Piece, from: &Value, to: &Value) -> Option<Piece> {
    if desk.workshop.scope.is_difference() {
        return None;
    }
    let (head, difference) = match (from, to) {
        (Value::Int(from), Value::Int(to)) => ("+", Value::Int(to - from)),
        (Value::Real(_), _) => ("+", Value::Real(to.as_real()? - from.as_real()?)),
        (Value::Bits(from), Value::Bits(to)) => {
            let bits = Bits::new(from.width(), from.unsigned() ^ to.unsigned());
            ("bvxor", Value::Bits(bits))
        }
        _ => return None,
    };
    let literal = desk.workshop.literal(&term.sort, &difference.to_string())?;
    desk.workshop.apply(head, &[term, &literal])
}
