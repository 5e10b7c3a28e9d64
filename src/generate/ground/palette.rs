//! Which sorts there are: common ones and odd ones, where implementations change their ways.

use super::{columns, datatypes};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::Operator;

/// Widths of bit-vectors: those at which words and small cases end.
const WIDTHS: [u32; 12] = [1, 2, 3, 7, 8, 9, 31, 32, 33, 64, 65, 128];
/// Formats of floating-point numbers.
const FORMATS: [(u32, u32); 9] =
    [(2, 2), (2, 3), (3, 4), (3, 5), (4, 4), (5, 11), (8, 24), (11, 53), (15, 113)];
/// Orders of finite fields; the last is the largest prime below 2⁶⁴.
const ORDERS: [&str; 5] = ["2", "3", "5", "17", "18446744073709551557"];
/// How deep sorts nest.
const DEPTH: u32 = 2;

/// A kind of sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int,
    Real,
    Bits,
    Float,
    Rounding,
    Text,
    Language,
    Sequence,
    Array,
    Field,
    Data,
    Set,
    Bag,
    Tuple,
}

/// Every kind, how often it is drawn, and an operator without which none of its values can be written.
const KINDS: [(Kind, u32, &str); 15] = [
    (Kind::Bool, 10, "true"),
    (Kind::Int, 12, "-"),
    (Kind::Real, 8, "-"),
    (Kind::Bits, 20, "bvadd"),
    (Kind::Float, 14, "fp.add"),
    (Kind::Rounding, 2, "RNE"),
    (Kind::Text, 10, "str.++"),
    (Kind::Language, 4, "re.union"),
    (Kind::Sequence, 6, "seq.unit"),
    (Kind::Array, 6, "store"),
    (Kind::Field, 4, "ff.add"),
    (Kind::Data, 6, "ite"),
    (Kind::Set, 4, "set.singleton"),
    (Kind::Bag, 2, "bag"),
    (Kind::Tuple, 2, "tuple"),
];

/// A random sort of any kind.
pub(super) fn any(rng: &mut Rng) -> Sort {
    nested(rng, DEPTH)
}

fn nested(rng: &mut Rng, fuel: u32) -> Sort {
    loop {
        let kind = draw(rng);
        let holds = matches!(kind, Kind::Sequence | Kind::Array | Kind::Set | Kind::Bag | Kind::Tuple);
        // Solvers know no languages inside of anything.
        let fits = if fuel == DEPTH { true } else { kind != Kind::Language };
        if fits && (fuel > 0 || !holds) && is_known(kind) {
            return of_kind(kind, rng, fuel);
        }
    }
}

fn draw(rng: &mut Rng) -> Kind {
    let total = KINDS.iter().map(|(_, weight, _)| weight).sum();
    let mut at = rng.below(total);
    for (kind, weight, _) in KINDS {
        match at.checked_sub(weight) {
            Some(rest) => at = rest,
            None => return kind,
        }
    }
    Kind::Bool
}

fn is_known(kind: Kind) -> bool {
    let row = KINDS.iter().find(|(one, ..)| *one == kind).and_then(|(.., name)| Operator::find(name));
    row.is_some_and(|row| !row.takes.is_empty())
}

/// A random sort of a kind.
pub(super) fn one(kind: Kind, rng: &mut Rng) -> Sort {
    of_kind(kind, rng, DEPTH)
}

fn of_kind(kind: Kind, rng: &mut Rng, fuel: u32) -> Sort {
    let fuel = fuel.saturating_sub(1);
    match kind {
        Kind::Bool => Sort::Bool,
        Kind::Int => Sort::Int,
        Kind::Real => Sort::Real,
        Kind::Bits => Sort::BitVec(width(rng)),
        Kind::Float => {
            let (exponent, significand) = rng.pick(&FORMATS).copied().unwrap_or((3, 4));
            Sort::Float(exponent, significand)
        }
        Kind::Rounding => Sort::RoundingMode,
        Kind::Text => Sort::String,
        Kind::Language => Sort::RegLan,
        Kind::Sequence => Sort::Seq(Box::new(nested(rng, fuel))),
        Kind::Array => Sort::Array(Box::new(index(rng, fuel)), Box::new(nested(rng, fuel))),
        Kind::Field => Sort::FiniteField(rng.pick(&ORDERS).copied().unwrap_or("2").to_owned()),
        Kind::Data => datatypes::sort(rng.index(4), || nested(rng, fuel)),
        Kind::Set => Sort::Named("Set".to_owned(), vec![member(rng, fuel)]),
        Kind::Bag => Sort::Named("Bag".to_owned(), vec![nested(rng, fuel)]),
        Kind::Tuple => {
            let count = if rng.percent(8) { 0 } else { 1 + rng.index(3) };
            columns::tuple((0..count).map(|_| nested(rng, fuel.min(1))).collect())
        }
    }
}

/// A random sort of what something else holds.
pub(super) fn element(rng: &mut Rng) -> Sort {
    nested(rng, DEPTH - 1)
}

/// A random sort that holds nothing.
pub(super) fn plain(rng: &mut Rng) -> Sort {
    nested(rng, 0)
}

/// What a set or bag holds.
pub(super) fn held(sort: &Sort) -> Option<&Sort> {
    match sort {
        Sort::Named(name, held) if matches!(name.as_str(), "Set" | "Bag") => held.first(),
        _ => None,
    }
}

/// Whether a sort is of a kind that `as` names.
pub(super) fn is_of(sort: &Sort, kind: Kind) -> bool {
    match sort {
        Sort::Array(..) => kind == Kind::Array,
        Sort::Seq(_) => kind == Kind::Sequence,
        Sort::Named(name, _) => matches!((name.as_str(), kind), ("Set", Kind::Set) | ("Bag", Kind::Bag)),
        _ => false,
    }
}

/// The sort of what a set holds: tuples make it a relation.
fn member(rng: &mut Rng, fuel: u32) -> Sort {
    if rng.percent(30) && is_known(Kind::Tuple) {
        let same = nested(rng, 0);
        return columns::tuple(vec![same.clone(), same]);
    }
    nested(rng, fuel)
}

/// The sort of indices: small ones often, as what differs lies in arrays over few indices.
fn index(rng: &mut Rng, fuel: u32) -> Sort {
    match rng.below(8) {
        0 => Sort::Bool,
        1 => Sort::BitVec(1),
        2 => Sort::BitVec(2),
        3 => Sort::Int,
        4 => datatypes::sort(0, || Sort::Bool),
        _ => nested(rng, fuel),
    }
}

/// The width of a bit-vector.
pub(super) fn width(rng: &mut Rng) -> u32 {
    rng.pick(&WIDTHS).copied().unwrap_or(8)
}

/// A floating-point format of so many bits, if there is one.
pub(super) fn format_of(bits: u32, rng: &mut Rng) -> Option<Sort> {
    let room = bits.checked_sub(4)?;
    let exponent = 2 + rng.below((room + 1).min(14));
    Some(Sort::Float(exponent, bits - exponent))
}
