//! The cardinality and pseudo-Boolean constraints of Z3. It reads them in `QF_FD`, in `ALL` and where a script names no logic,
//! so no formula uses them unless the seed does.

use dashu_int::IBig;

use super::operator::{Operator, row};
use super::sorts::ResultSort::Bool;
use super::sorts::Takes::{self, More};
use super::sorts::{Forms, Indices};
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue};
use crate::theory::value::Value;

pub(super) const ROWS: &[Operator] = &[
    // The index bounds the number of true arguments.
    cardinality("at-most", |call| count(call, |number, bound| number <= bound)),
    cardinality("at-least", |call| count(call, |number, bound| number >= bound)),
    // The first index bounds the sum of the others, of which each is the weight of an argument, where that is true.
    weighted("pbeq", |call| weigh(call, |sum, bound| sum == bound)),
    weighted("pble", |call| weigh(call, |sum, bound| sum <= bound)),
    weighted("pbge", |call| weigh(call, |sum, bound| sum >= bound)),
];

const BOOLEANS: Forms = &[&[Takes::Bool, More]];

const fn cardinality(name: &'static str, value: fn(&Call<'_>) -> Outcome) -> Operator {
    row(name, BOOLEANS, Bool, value).indices(Indices::Exactly(1)).commutes().family(&["at-most", "at-least"])
}

const fn weighted(name: &'static str, value: fn(&Call<'_>) -> Outcome) -> Operator {
    row(name, BOOLEANS, Bool, value).indices(Indices::Any).family(&["pbeq", "pble", "pbge"])
}

fn count(call: &Call<'_>, holds: fn(&IBig, &IBig) -> bool) -> Outcome {
    let number = call.all(Value::as_bool)?.into_iter().filter(|truth| *truth).count();
    Ok(Value::Bool(holds(&number.into(), &index(call, 0)?)))
}

fn weigh(call: &Call<'_>, holds: fn(&IBig, &IBig) -> bool) -> Outcome {
    let truths = call.all(Value::as_bool)?;
    if call.indices.len() != truths.len() + 1 {
        return Err(call.unfit());
    }
    let mut sum = IBig::ZERO;
    for (at, truth) in truths.into_iter().enumerate() {
        let weight = index(call, at + 1)?;
        sum += if truth { weight } else { IBig::ZERO };
    }
    Ok(Value::Bool(holds(&limits::number(sum)?, &index(call, 0)?)))
}

fn index(call: &Call<'_>, at: usize) -> Result<IBig, NoValue> {
    let number = call.indices.get(at).and_then(|index| index.parse().ok());
    limits::number(number.ok_or_else(|| call.unfit())?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::apply;
    use super::*;

    proptest! {
        /// Counts are sums of equal weights, and a sum is equal to what it neither exceeds nor falls short of.
        #[test]
        fn constraints_define_each_other(
            weighed in prop::collection::vec((any::<bool>(), 0_u32..4), 1..6),
            bound in 0_u32..9,
            weight in 1_u32..4,
        ) {
            let truths: Vec<Value> = weighed.iter().map(|(truth, _)| Value::Bool(*truth)).collect();
            let holds = |name: &str, indices: &[u32]| apply(name, indices, &truths) == Ok(Value::Bool(true));
            let equal: Vec<u32> = [bound * weight].into_iter().chain(weighed.iter().map(|_| weight)).collect();
            prop_assert_eq!(holds("at-most", &[bound]), holds("pble", &equal));
            prop_assert_eq!(holds("at-least", &[bound]), holds("pbge", &equal));
            prop_assert_eq!(holds("at-most", &[bound]), !holds("at-least", &[bound + 1]));
            let indices: Vec<u32> = [bound].into_iter().chain(weighed.iter().map(|(_, weight)| *weight)).collect();
            prop_assert_eq!(holds("pbeq", &indices), holds("pble", &indices) && holds("pbge", &indices));
        }
    }
}
