//! Operators of dedicated logics, with cvc5's semantics. No formula uses them unless the seed does.
//!
//! Separation logic and the cardinality of declared sorts: a model in separation logic also has a heap. Any heap
//! will do, so the witness has the empty one. All parts of the empty heap are empty, so `sep` is the conjunction
//! of its arguments. Only `wand` also speaks about other heaps. Where others choose the heap, as in a printed model, or where
//! all models count, these operators have no value.
//!
//! Transcendental functions and square roots: their values are hardly ever rational. An [`Enclosure`] is not a
//! value, but decides comparisons and supports arithmetic.

use dashu_base::Abs;
use dashu_ratio::RBig;

use super::operator::{Operator, constant, row, unknown};
use super::sorts::Indices;
use super::sorts::ResultSort::{Bool, Real};
use super::sorts::Takes::{self, Any, More};
use crate::theory::call::{Call, Outcome};
use crate::theory::domain;
use crate::theory::limits::{NoValue, Unknown};
use crate::theory::value::{Enclosure, Value};

pub(super) const SEPARATION: &[Operator] = &[
    constant("sep.emp", Bool, |_| Ok(Value::Bool(true))).beyond_arguments(),
    row("pto", &[&[Any, Any]], Bool, |_| Ok(Value::Bool(false))).beyond_arguments(),
    row("sep", &[&[Takes::Bool, Takes::Bool, More]], Bool, |call| {
        Ok(Value::Bool(call.all(Value::as_bool)?.into_iter().all(|holds| holds)))
    })
    .beyond_arguments(),
    row("wand", &[&[Takes::Bool, Takes::Bool]], Bool, wand).beyond_arguments(),
    constant("fmf.card", Bool, cardinality).indices(Indices::Exactly(2)).beyond_arguments(),
];

/// `wand` quantifies over all heaps that may be added. The empty heap refutes it for `true` and `false`; other
/// cases are not known.
fn wand(call: &Call<'_>) -> Outcome {
    match call.all(Value::as_bool)?[..] {
        [true, false] => Ok(Value::Bool(false)),
        _ => Err(Unknown::Symbol("wand".into()).into()),
    }
}

/// `(_ fmf.card S n)`: whether a declared sort has at most n elements. The witness lists the elements.
fn cardinality(call: &Call<'_>) -> Outcome {
    let [sort, most] = call.indices else { return Err(call.unfit()) };
    let not_known = || NoValue::from(Unknown::Symbol(call.name.into()));
    let most: usize = most.parse().map_err(|_| call.unfit())?;
    let sort = call.signature.sort(sort).ok_or_else(not_known)?;
    let elements = domain::list(&sort, LARGEST, call.signature).ok_or_else(not_known)?;
    Ok(Value::Bool(elements.len() <= most))
}

/// The maximal number of elements counted: sorts in a witness are small.
const LARGEST: usize = 64;

pub(super) const TRANSCENDENTALS: &[Operator] = &[
    constant("real.pi", Real, of_enclosures),
    row("exp", ONE, Real, of_enclosures),
    row("sin", ONE, Real, of_enclosures),
    row("cos", ONE, Real, of_enclosures),
    row("tan", ONE, Real, of_enclosures),
    row("csc", ONE, Real, of_enclosures).open(),
    row("sec", ONE, Real, of_enclosures),
    row("cot", ONE, Real, of_enclosures).open(),
    row("arcsin", ONE, Real, of_enclosures).open(),
    row("arccos", ONE, Real, of_enclosures).open(),
    row("arctan", ONE, Real, of_enclosures),
    row("sqrt", ONE, Real, of_enclosures).open(),
    // No standard fixes the branches of these functions.
    row("arccsc", ONE, Real, unknown),
    row("arcsec", ONE, Real, unknown),
    row("arccot", ONE, Real, unknown),
];

const ONE: &[&[Takes]] = &[&[Takes::Real]];

fn of_enclosures(call: &Call<'_>) -> Outcome {
    let numbers = call.all(Value::as_real)?;
    // Arguments outside the domain of the function: its value is open.
    let is_open = |number: &RBig| match call.name {
        "csc" | "cot" => number.is_zero(),
        "arcsin" | "arccos" => number.clone().abs() > RBig::ONE,
        "sqrt" => *number < RBig::ZERO,
        _ => false,
    };
    if numbers.iter().any(is_open) {
        return Err(NoValue::Open);
    }
    let numbers: Vec<Enclosure> = numbers.into_iter().map(Enclosure::exactly).collect();
    enclosed(call.name, &numbers).unwrap_or_else(|| Err(Unknown::Symbol(call.name.into()).into()))
}

/// Applies an operator to numbers of which some are known only as enclosures; `None` if these do not determine
/// the result.
pub(in crate::theory) fn enclosed(name: &str, numbers: &[Enclosure]) -> Option<Outcome> {
    let truth = |truth: bool| Some(Ok(Value::Bool(truth)));
    match (name, numbers) {
        ("<", _) => chain(numbers, |one, other| one.is_less(other)).and_then(truth),
        (">", _) => chain(numbers, |one, other| other.is_less(one)).and_then(truth),
        ("<=", _) => chain(numbers, |one, other| other.is_less(one).map(|less| !less)).and_then(truth),
        (">=", _) => chain(numbers, |one, other| one.is_less(other).map(|less| !less)).and_then(truth),
        ("=", _) => chain(numbers, Enclosure::is).and_then(truth),
        ("distinct", _) => distinct(numbers).and_then(truth),
        ("to_int", [one]) => Some(Ok(Value::Int(one.floor()?))),
        // A number strictly between two consecutive integers is not an integer.
        ("is_int", [one]) => one.floor().filter(|_| one.negated().floor().is_some()).and_then(|floor| {
            let next = Enclosure::exactly(floor.clone().into());
            next.is_less(one).filter(|less| *less).and_then(|_| truth(false))
        }),
        _ => number_of(name, numbers).map(valued),
    }
}

/// Returns a number as a value, if it is exact.
fn valued(number: Enclosure) -> Outcome {
    match number.exact() {
        Some(exact) => Ok(Value::Real(exact.clone())),
        None => Err(NoValue::Unknown(Unknown::Irrational(Box::new(number)))),
    }
}

fn number_of(name: &str, numbers: &[Enclosure]) -> Option<Enclosure> {
    let one = || Enclosure::exactly(1.into());
    let half = || Enclosure::exactly(RBig::from_parts(1.into(), 2u8.into()));
    Some(match (name, numbers) {
        ("real.pi", []) => Enclosure::pi(),
        ("exp", [x]) => x.exponential()?,
        ("sin", [x]) => match x.exact() {
            // Sine is odd, and cosine is even.
            Some(number) if *number < RBig::ZERO => number_of("sin", &[x.negated()])?.negated(),
            Some(number) => x.sine_and_cosine()?.0.known_as("sin", number.clone()),
            None => x.sine_and_cosine()?.0,
        },
        ("cos", [x]) => match x.exact() {
            Some(number) => x.sine_and_cosine()?.1.known_as("cos", number.clone().abs()),
            None => x.sine_and_cosine()?.1,
        },
        ("tan", [x]) => {
            let (sine, cosine) = x.sine_and_cosine()?;
            sine.divided_by(&cosine)?
        }
        ("csc", [x]) => one().divided_by(&x.sine_and_cosine()?.0)?,
        ("sec", [x]) => one().divided_by(&x.sine_and_cosine()?.1)?,
        ("cot", [x]) => {
            let (sine, cosine) = x.sine_and_cosine()?;
            cosine.divided_by(&sine)?
        }
        ("arcsin", [x]) => x.arc_sine()?,
        ("arccos", [x]) => match x.exact() {
            Some(exact) if exact.is_one() => Enclosure::exactly(0.into()),
            _ => Enclosure::pi().times(&half()).minus(&x.arc_sine()?),
        },
        ("arctan", [x]) => x.arc_tangent()?,
        ("sqrt", [x]) => x.root()?,
        ("to_real", [x]) => x.clone(),
        ("abs", [x]) => x.absolute(),
        ("-", [x]) => x.negated(),
        ("+", [first, rest @ ..]) => rest.iter().fold(first.clone(), |sum, next| sum.plus(next)),
        ("-", [first, rest @ ..]) => rest.iter().fold(first.clone(), |sum, next| sum.minus(next)),
        ("*", [first, rest @ ..]) => rest.iter().fold(first.clone(), |product, next| product.times(next)),
        ("/", [first, rest @ ..]) => {
            rest.iter().try_fold(first.clone(), |left, next| left.divided_by(next))?
        }
        _ => return None,
    })
}

/// Returns whether a relation holds between all neighbours: false if it fails for one pair, `None` if that is not
/// known.
fn chain(numbers: &[Enclosure], holds: impl Fn(&Enclosure, &Enclosure) -> Option<bool>) -> Option<bool> {
    let pairs = numbers.windows(2).map(|pair| holds(&pair[0], &pair[1]));
    all(pairs)
}

fn distinct(numbers: &[Enclosure]) -> Option<bool> {
    let pairs = numbers
        .iter()
        .enumerate()
        .flat_map(|(at, one)| numbers[at + 1..].iter().map(move |other| one.is(other).map(|same| !same)));
    all(pairs)
}

fn all(truths: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    for truth in truths {
        match truth {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = None,
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::{Script, Sort};
    use crate::theory::signature::Signature;

    #[test]
    fn elements_of_a_declared_sort_are_counted() {
        let source = "(declare-datatypes ((U 0)) (((a) (b) (c))))";
        let signature = Signature::collect(&Script::parse(source.to_owned()).unwrap());
        let holds = |sort: &str, most: &str| {
            let indices = [sort.into(), most.into()];
            let call = Call {
                name: "fmf.card",
                indices: &indices,
                arguments: &[],
                sort: &Sort::Bool,
                signature: &signature,
            };
            cardinality(&call)
        };
        assert_eq!([holds("U", "2"), holds("U", "3")], [false, true].map(|holds| Ok(Value::Bool(holds))));
        assert!(holds("Int", "3").is_err() && holds("V", "3").is_err() && holds("U", "x").is_err());
    }
}
