//! Operators of dedicated logics, with cvc5's semantics. No formula uses them unless the seed does.
//!
//! Separation logic and the cardinality of declared sorts: a model in separation logic also has a heap. Any heap
//! will do, so the witness has the empty one. All parts of the empty heap are empty, so `sep` is the conjunction
//! of its arguments. Only `wand` also speaks about other heaps.
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
    constant("sep.emp", Bool, |_| Ok(Value::Bool(true))),
    row("pto", &[&[Any, Any]], Bool, |_| Ok(Value::Bool(false))),
    row("sep", &[&[Takes::Bool, Takes::Bool, More]], Bool, |call| {
        Ok(Value::Bool(call.all(Value::as_bool)?.into_iter().all(|holds| holds)))
    }),
    row("wand", &[&[Takes::Bool, Takes::Bool]], Bool, wand),
    constant("fmf.card", Bool, cardinality).indices(Indices::Exactly(2)),
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
    use super::super::testing::{check, evaluate};
    use super::*;
    use crate::smtlib::{Script, Sort};
    use crate::theory::signature::Signature;

    #[test]
    fn the_heap_is_empty() {
        check(&[
            ("sep.emp", "true"),
            ("(pto 1 2)", "false"),
            ("(sep sep.emp sep.emp)", "true"),
            ("(sep sep.emp (pto 1 2))", "false"),
            ("(sep (not (pto 1 2)) (not (pto 3 4)) true)", "true"),
            ("(wand sep.emp (pto 1 2))", "false"),
        ]);
    }

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

    #[test]
    fn what_holds_with_other_heaps_is_not_known() {
        for term in ["(wand (pto 1 2) (pto 1 3))", "(wand sep.emp sep.emp)"] {
            assert_eq!(evaluate(term), "the meaning of `wand` is not known");
        }
        assert_eq!(evaluate("(sep 1 true)"), "the sorts of `sep` do not fit");
    }

    /// Facts of analysis, and the negations of `unsat` assertions in cvc5's regression files.
    #[test]
    fn comparisons_are_decided() {
        for truth in [
            "(and (<= 3.0 (exp 1.1) 3.1) (< (exp (- (/ 1 2))) 0.61))",
            "(< 3.14159265358979 real.pi 3.14159265358980)",
            "(and (> (sin 1) 0.84) (< (sin 1) 0.85) (> (sin 3.1) (sin 3.3)))",
            "(<= (- 1) (cos 123456789/1) 1)",
            "(not (= 0.0 (cos 7.5)))",
            "(distinct (sin 1) (cos 1) (tan 1) (sqrt 2))",
            "(and (= (to_int (* 100 (tan 1))) 155) (= (to_int (csc 1)) 1) (> (sec 1) 1.85) (< (cot 1) 0.65))",
            "(= (to_int (* 1000 (arccos 0.5))) 1047)",
            "(= (to_int (* 1000 (arcsin (- 1)))) (- 1571))",
            "(and (not (is_int (sqrt 2))) (> (abs (- (sqrt 2))) 1.4) (< (/ 1 (sqrt 2)) 0.8))",
            "(and (= (+ (sin 0.2) (sin (- 0.2))) 0.0) (= (* 2 (cos 3)) (- (* 3.0 (cos (- 3))) (cos 3))))",
            "(< (* (sqrt 2) (sqrt 3)) 2.45 (+ (sqrt 2) (- (sqrt 3) 0.01)))",
        ] {
            let truth = truth.replace("123456789/1", "1234.5");
            assert_eq!(evaluate(&truth), "true", "{truth}");
        }
    }

    #[test]
    fn some_values_are_rational() {
        check(&[
            ("(sin 0.0)", "0.0"),
            ("(cos 0.0)", "1.0"),
            ("(exp 0.0)", "1.0"),
            ("(sqrt (/ 9 4))", "(/ 3.0 2.0)"),
            ("(arccos 1.0)", "0.0"),
            ("(arctan 0.0)", "0.0"),
            ("(* 0.0 (sin 1.0))", "0.0"),
        ]);
    }

    #[test]
    fn what_is_not_told_has_no_value() {
        let irrational = "an irrational number is not a value here";
        assert_eq!(evaluate("(sin 1.0)"), irrational);
        assert_eq!(evaluate("real.pi"), irrational);
        assert_eq!(evaluate("(= (sin 1.0) (cos (- (/ real.pi 2) 1.0)))"), irrational);
        for open in ["(sqrt (- 1.0))", "(arcsin 2.0)", "(arccos (- 7.0))", "(csc 0.0)", "(cot 0.0)"] {
            assert_eq!(evaluate(open), "~0.0", "{open}");
        }
        assert_eq!(evaluate("(exp 100000.0)"), "the meaning of `exp` is not known");
        assert_eq!(evaluate("(sin true)"), "the sorts of `sin` do not fit");
    }
}
