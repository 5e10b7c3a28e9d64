//! Representatives of the values that formulas can distinguish: see `survey` for why these suffice.

use std::collections::BTreeSet;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::trial::Component;
use crate::smtlib::Sort;
use crate::theory::domain::fresh;
use crate::theory::signature::Signature;
use crate::theory::value::{Bits, Value};

/// The maximal number of later variables of an ordered integer component: each doubles the number of values to
/// try.
const LATER: usize = 4;

/// Returns values of a variable that represent all others of its component. The points of the component include
/// the values of earlier variables; `later` is the number of its variables without a value. Returns `None` if
/// there are too many representatives or no further value is found.
pub(super) fn representatives(
    sort: &Sort,
    component: &Component,
    later: usize,
    signature: &Signature,
) -> Option<Vec<Value>> {
    let points = &component.points;
    match sort {
        Sort::Real if component.is_ordered => {
            let points: Vec<RBig> = points.iter().filter_map(Value::as_real).collect();
            Some(dense(&points).into_iter().map(Value::Real).collect())
        }
        Sort::Int if component.is_ordered => {
            let points: Vec<IBig> = points.iter().filter_map(|point| point.as_int().cloned()).collect();
            let values = discrete(&points, None, reach(later)?);
            Some(values.into_iter().map(Value::Int).collect())
        }
        Sort::BitVec(width) if component.is_ordered => {
            let points = points.iter().filter_map(Value::as_bits);
            let points: Vec<IBig> = points.map(|bits| IBig::from(bits.unsigned().clone())).collect();
            let end = IBig::ONE << *width as usize;
            let values = discrete(&points, Some((-IBig::ONE, end)), reach(later)?);
            Some(values.iter().map(|number| Value::Bits(Bits::from_integer(*width, number))).collect())
        }
        _ if component.is_ordered => None,
        _ => {
            let other = fresh(sort, points, signature)?;
            Some(points.iter().cloned().chain([other]).collect())
        }
    }
}

/// Returns how many values next to a point must be distinguished.
fn reach(later: usize) -> Option<usize> {
    (later <= LATER).then(|| (1 << later) - 1)
}

/// Returns the points, and one number in each gap between them and beyond them.
fn dense(points: &[RBig]) -> Vec<RBig> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return vec![RBig::ZERO] };
    let mut values = vec![first - RBig::ONE];
    for pair in points.windows(2) {
        values.extend([pair[0].clone(), (&pair[0] + &pair[1]) / RBig::from(2)]);
    }
    values.extend([last.clone(), last + RBig::ONE]);
    values
}

/// Returns the points and, for each gap between them, the numbers within `reach` of its ends and one that is
/// further away from both. `ends` are the numbers below the least and above the greatest value of a bounded sort.
fn discrete(points: &[IBig], ends: Option<(IBig, IBig)>, reach: usize) -> BTreeSet<IBig> {
    let mut values: BTreeSet<IBig> = points.iter().cloned().collect();
    let mut fences: Vec<IBig> = points.to_vec();
    match ends {
        Some((low, high)) => {
            fences.insert(0, low);
            fences.push(high);
        }
        None => {
            let (Some(first), Some(last)) = (points.first(), points.last()) else {
                // Without points, all integers are alike.
                return BTreeSet::from([IBig::ZERO]);
            };
            values.extend((1..=reach + 1).map(|step| first - IBig::from(step)));
            values.extend((1..=reach + 1).map(|step| last + IBig::from(step)));
        }
    }
    for pair in fences.windows(2) {
        let (low, high) = (&pair[0], &pair[1]);
        let inside = |number: &IBig| number > low && number < high;
        values.extend((1..=reach + 1).map(|step| low + IBig::from(step)).filter(inside));
        values.extend((1..=reach).map(|step| high - IBig::from(step)).filter(inside));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(points: &[i32], ends: Option<(i32, i32)>, reach: usize) -> Vec<i32> {
        let points: Vec<IBig> = points.iter().map(|&point| point.into()).collect();
        let values = discrete(&points, ends.map(|(low, high)| (low.into(), high.into())), reach);
        values.into_iter().map(|value| i32::try_from(value).unwrap()).collect()
    }

    #[test]
    fn every_gap_has_its_ends_and_a_middle() {
        assert_eq!(listed(&[], None, 3), [0]);
        assert_eq!(listed(&[5], None, 0), [4, 5, 6]);
        assert_eq!(listed(&[0, 1, 20], None, 1), [-2, -1, 0, 1, 2, 3, 19, 20, 21, 22]);
        assert_eq!(listed(&[], Some((-1, 4)), 0), [0]);
        assert_eq!(listed(&[3], Some((-1, 16)), 1), [0, 1, 2, 3, 4, 5, 15]);
        let halves: Vec<String> =
            dense(&[RBig::from(1), RBig::from(2)]).iter().map(ToString::to_string).collect();
        assert_eq!(halves, ["0", "1", "3/2", "2", "3"]);
    }
}
