//! Finite fields of prime order (an extension of cvc5). For literals of their elements, see `literals`.

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::operator::{Operator, row};
use super::sorts::ResultSort::OfArgument;
use super::sorts::Takes::{self, More, Same};
use crate::theory::call::{Call, Outcome};
use crate::theory::limits;
use crate::theory::value::{Element, Value};

pub(super) const ROWS: &[Operator] = &[
    row("ff.add", MANY, OfArgument(0), |call| fold(call, |one, other, _| one + other)).commutes().flattens(),
    row("ff.mul", MANY, OfArgument(0), |call| fold(call, |one, other, _| one * other)).commutes().flattens(),
    row("ff.neg", &[&[Takes::FieldElement]], OfArgument(0), negated),
    // The first argument is the least significant: Σ 2^i · xᵢ.
    row("ff.bitsum", MANY, OfArgument(0), |call| fold(call, |one, other, at| one + (other << at))),
];

const MANY: &[&[Takes]] = &[&[Takes::FieldElement, Same(0), More]];

/// Combines the residues of all arguments from the left, each with its position.
fn fold(call: &Call<'_>, compute: fn(UBig, &UBig, usize) -> UBig) -> Outcome {
    let all = call.all(Value::as_element)?;
    let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
    limits::length(rest.len())?;
    let order = first.order();
    let mut result = first.residue().clone();
    for (at, next) in rest.iter().enumerate() {
        if next.order() != order {
            return Err(call.unfit());
        }
        result = compute(result, next.residue(), at + 1) % order.as_ref();
        limits::number(result.clone().into())?;
    }
    Ok(Value::Element(Element::new(Arc::clone(order), &result.into())))
}

fn negated(call: &Call<'_>) -> Outcome {
    let element = call.argument(0, Value::as_element)?;
    let number = -IBig::from(element.residue().clone());
    Ok(Value::Element(Element::new(Arc::clone(element.order()), &number)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::testing::{apply, sort};
    use super::*;

    fn element(order: u32, number: i128) -> Value {
        Value::Element(Element::new(Arc::new(order.into()), &number.into()))
    }

    #[test]
    fn fields_compute_modulo_their_order() {
        for order in [2_u32, 3, 5, 7, 11] {
            for (one, other) in (0..order).flat_map(|one| (0..order).map(move |other| (one, other))) {
                let call = |name: &str| {
                    apply(name, &[], &[element(order, one.into()), element(order, other.into())])
                };
                let (x, y) = (i128::from(one), i128::from(other));
                assert_eq!(call("ff.add"), Ok(element(order, x + y)));
                assert_eq!(call("ff.mul"), Ok(element(order, x * y)));
                assert_eq!(call("ff.bitsum"), Ok(element(order, x + 2 * y)));
                assert_eq!(apply("ff.neg", &[], &[element(order, x)]), Ok(element(order, -x)));
            }
        }
    }

    #[test]
    fn fields_are_not_mixed() {
        assert_eq!(sort("ff.add", &[], &[element(3, 1), element(5, 1)]), None);
    }
}
