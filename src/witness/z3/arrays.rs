//! Equality of array values over few indices. Z3's evaluator (4.8.12) takes two arrays for
//! different when their defaults are, even where stores hide the default of every index; so
//! such arrays are compared index by index, and datatypes that may hold some field by field.

use z3::ast::{Array, Ast, BV, Bool, Dynamic};
use z3::{DeclKind, Model, Sort, SortKind};

use super::raw;

/// Widest bit-vectors that are gone through one by one, in bits: 256 elements, each a question to
/// Z3. Of wider ones, only the indices that the two values name are gone through.
pub(crate) const WIDEST_INDEX: u32 = 8;

/// Whether two values of one sort are equal under a model, completed; `None` if that is not
/// known. Works in the Z3 context of the current thread.
pub(super) fn equal(model: &Model, left: &Dynamic, right: &Dynamic) -> Option<bool> {
    let eval = |term: &Dynamic| model.eval(term, true);
    if let (Some(here), Some(there)) = (constructor(left), constructor(right)) {
        let pairs = || left.children().into_iter().zip(right.children());
        return if here == there { all(pairs(), |(one, two)| equal(model, &one, &two)) } else { Some(false) };
    }
    let (Some(left), Some(right)) = (left.as_array(), right.as_array()) else {
        return eval(&left.eq(right).into())?.as_bool()?.as_bool();
    };
    let indices = match elements(&left.get_sort().array_domain()?)? {
        Elements::Few(indices) => indices,
        Elements::Many => match (written(&left), written(&right)) {
            (Some((mut indices, here)), Some((others, there))) => {
                if !equal(model, &here, &there)? {
                    return Some(false);
                }
                indices.extend(others);
                indices
            }
            _ => return eval(&left.eq(&right).into())?.as_bool()?.as_bool(),
        },
    };
    all(indices, |index| {
        let (here, there) = (left.select(&index), right.select(&index));
        equal(model, &eval(&here)?, &eval(&there)?)
    })
}

/// Whether something holds for all: the first that is false or not known decides.
fn all<T>(items: impl IntoIterator<Item = T>, holds: impl Fn(T) -> Option<bool>) -> Option<bool> {
    for item in items {
        if !holds(item)? {
            return Some(false);
        }
    }
    Some(true)
}

/// The constructor that a value of a datatype is made with.
fn constructor(value: &Dynamic) -> Option<String> {
    let made = value.safe_decl().ok().filter(|made| made.kind() == DeclKind::DtConstructor)?;
    Some(made.name())
}

/// What is known of the elements of a sort.
enum Elements {
    /// These are all.
    Few(Vec<Dynamic>),
    /// More than any array value names.
    Many,
}

fn elements(sort: &Sort) -> Option<Elements> {
    match sort.kind() {
        SortKind::Bool => {
            Some(Elements::Few([false, true].map(|value| Bool::from_bool(value).into()).into()))
        }
        SortKind::Bv => {
            let text = sort.to_string();
            let width: u32 = text.strip_prefix("(_ BitVec ")?.strip_suffix(')')?.parse().ok()?;
            if width > WIDEST_INDEX {
                return Some(Elements::Many);
            }
            let value = |number| BV::from_u64(number, width).into();
            Some(Elements::Few((0..1 << width).map(value).collect()))
        }
        SortKind::Int | SortKind::Real | SortKind::Seq => Some(Elements::Many),
        SortKind::Datatype => raw::enumeration(sort).map(Elements::Few),
        _ => None,
    }
}

/// The indices at which an array value is written, and its value elsewhere; `None` if it is
/// not made of stores into a constant array.
fn written(array: &Array) -> Option<(Vec<Dynamic>, Dynamic)> {
    let mut indices = Vec::new();
    let mut at = Dynamic::from_ast(array);
    loop {
        let name = at.safe_decl().ok()?.name();
        match (name.as_str(), at.children().as_slice()) {
            ("store", [below, index, _]) => {
                indices.push(index.clone());
                at = below.clone();
            }
            ("const", [value]) => return Some((indices, value.clone())),
            _ => return None,
        }
    }
}
