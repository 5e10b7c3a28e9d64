//! Columns: the value of a term at each point of its support.

use std::borrow::Cow;

use crate::theory::interpreter::Possible;
use crate::theory::value::Value;

/// The axes along which a term varies, by their numbers in ascending order. The last one varies fastest.
pub(super) type Support = Vec<u32>;

/// What a term may be at each point of its support.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub support: Support,
    pub cells: Cells,
}

/// The cells of a column.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    /// Of a Boolean term.
    Truths(Truths),
    /// Of any other term: for each point, the number of an entry.
    Codes(Vec<u32>, Vec<Possible>),
}

/// Truth values at a number of points, as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Truths {
    points: usize,
    /// Whether it may be false, and whether it may be true; both where SMT-LIB leaves it open.
    may: [Vec<u64>; 2],
}

impl Truths {
    /// The same truth value at all points.
    pub(crate) fn constant(points: usize, truth: bool) -> Truths {
        let words = points.div_ceil(64);
        let mut all = vec![u64::MAX; words];
        if let Some(last) = all.last_mut().filter(|_| !points.is_multiple_of(64)) {
            *last = (1 << (points % 64)) - 1;
        }
        let none = vec![0; words];
        Truths { points, may: if truth { [none, all] } else { [all, none] } }
    }

    /// Returns the number of points.
    pub(super) fn points(&self) -> usize {
        self.points
    }

    /// Reads whether each point may be false and may be true.
    pub(super) fn tabulate(points: usize, mut at: impl FnMut(usize) -> [bool; 2]) -> Truths {
        let words = points.div_ceil(64);
        let mut may = [Vec::with_capacity(words), Vec::with_capacity(words)];
        for start in (0..points).step_by(64) {
            let mut word = [0_u64; 2];
            for point in start..points.min(start + 64) {
                let truths = at(point);
                word[0] |= u64::from(truths[0]) << (point - start);
                word[1] |= u64::from(truths[1]) << (point - start);
            }
            may[0].push(word[0]);
            may[1].push(word[1]);
        }
        Truths { points, may }
    }

    /// Returns whether a point may be false, and whether it may be true.
    pub(super) fn at(&self, point: usize) -> [bool; 2] {
        [0, 1].map(|truth| self.may[truth][point / 64] >> (point % 64) & 1 == 1)
    }

    /// Returns the number of points at which it is certainly of a truth value.
    pub(crate) fn count(&self, truth: bool) -> usize {
        let words = self.may[usize::from(truth)].iter().zip(&self.may[usize::from(!truth)]);
        words.map(|(may, may_not)| (may & !may_not).count_ones() as usize).sum()
    }

    /// Whether it is certainly of one truth value at each point.
    pub(crate) fn is_known(&self) -> bool {
        self.may[0].iter().zip(&self.may[1]).all(|(one, other)| one & other == 0)
    }

    /// Whether it is false at every point.
    pub(crate) fn is_false(&self) -> bool {
        self.may[1].iter().all(|word| *word == 0)
    }

    /// Returns the first point at which it is certainly true.
    pub(crate) fn first(&self) -> Option<usize> {
        let mut words = self.may[1].iter().zip(&self.may[0]).map(|(may, may_not)| may & !may_not);
        let at = words.clone().position(|word| word != 0)?;
        Some(at * 64 + words.nth(at)?.trailing_zeros() as usize)
    }

    /// Returns the negation.
    pub(crate) fn not(&self) -> Truths {
        let [may_be_false, may_be_true] = &self.may;
        Truths { points: self.points, may: [may_be_true.clone(), may_be_false.clone()] }
    }

    /// Returns the conjunction.
    pub(crate) fn and(&self, other: &Truths) -> Truths {
        self.combined(other, |one, other| [one[0] | other[0], one[1] & other[1]])
    }

    /// Returns the disjunction.
    pub(crate) fn or(&self, other: &Truths) -> Truths {
        self.combined(other, |one, other| [one[0] & other[0], one[1] | other[1]])
    }

    /// Returns the points at which both are equal.
    pub(super) fn equal(&self, other: &Truths) -> Truths {
        self.combined(other, |one, other| {
            [(one[0] & other[1]) | (one[1] & other[0]), (one[0] & other[0]) | (one[1] & other[1])]
        })
    }

    /// Combines words of 64 points.
    fn combined(&self, other: &Truths, with: impl Fn([u64; 2], [u64; 2]) -> [u64; 2]) -> Truths {
        let mut may = [Vec::with_capacity(self.may[0].len()), Vec::with_capacity(self.may[0].len())];
        for at in 0..self.may[0].len() {
            let [may_be_false, may_be_true] =
                with([self.may[0][at], self.may[1][at]], [other.may[0][at], other.may[1][at]]);
            may[0].push(may_be_false);
            may[1].push(may_be_true);
        }
        Truths { points: self.points, may }
    }

    /// Combines runs of this many points into one each: by conjunction, or by disjunction.
    pub(super) fn reduced(&self, run: usize, is_all: bool) -> Truths {
        // One point may give this truth value to the whole; the other one needs all points.
        let decisive = usize::from(!is_all);
        Truths::tabulate(self.points / run, |at| {
            let mut may = [false, false];
            may[1 - decisive] = true;
            for point in at * run..(at + 1) * run {
                let point = self.at(point);
                may[decisive] |= point[decisive];
                may[1 - decisive] &= point[1 - decisive];
            }
            may
        })
    }
}

impl Column {
    /// A term with the same value everywhere.
    pub(super) fn constant(value: Possible) -> Column {
        let cells = match value.only() {
            Some(Value::Bool(truth)) => Cells::Truths(Truths::constant(1, *truth)),
            _ => Cells::Codes(vec![0], vec![value]),
        };
        Column { support: Vec::new(), cells }
    }

    /// An axis with these values.
    pub(super) fn axis(number: u32, values: &[Value]) -> Column {
        let codes = (0..values.len() as u32).collect();
        let entries: Vec<Possible> = values.iter().cloned().map(Possible::Exactly).collect();
        Column::from_codes(vec![number], codes, entries)
    }

    /// Creates a column, in the form for its sort.
    pub(super) fn from_codes(support: Support, codes: Vec<u32>, entries: Vec<Possible>) -> Column {
        let is_boolean = entries.iter().any(|entry| matches!(entry.only(), Some(Value::Bool(_))))
            || entries
                .iter()
                .any(|entry| matches!(entry, Possible::Among(values) if values.contains(&Value::Bool(true))));
        if !is_boolean {
            return Column { support, cells: Cells::Codes(codes, entries) };
        }
        let may: Vec<[bool; 2]> =
            entries.iter().map(|entry| [false, true].map(|truth| entry.may_be(truth))).collect();
        let truths = Truths::tabulate(codes.len(), |point| may[codes[point] as usize]);
        Column { support, cells: Cells::Truths(truths) }
    }

    /// Returns the number of its cells.
    pub(super) fn points(&self) -> usize {
        match &self.cells {
            Cells::Truths(truths) => truths.points,
            Cells::Codes(codes, _) => codes.len(),
        }
    }

    /// Returns the entries that the codes of [`Column::codes`] number.
    pub(super) fn entries(&self) -> Cow<'_, [Possible]> {
        match &self.cells {
            Cells::Codes(_, entries) => Cow::Borrowed(entries),
            Cells::Truths(_) => {
                let [no, yes] = [false, true].map(|truth| Possible::Exactly(Value::Bool(truth)));
                let open = no.or(&yes);
                Cow::Owned(vec![no, yes, open])
            }
        }
    }

    /// Returns the codes of its cells over a support that includes its own.
    pub(super) fn codes(&self, support: &[u32], sizes: &[usize]) -> Cow<'_, [u32]> {
        let of_truths = |truths: &Truths, point: usize| match truths.at(point) {
            [true, true] => 2,
            [_, is_true] => u32::from(is_true),
        };
        match (&self.cells, offsets(support, &self.support, sizes)) {
            (Cells::Codes(codes, _), None) => Cow::Borrowed(codes),
            (Cells::Codes(codes, _), Some(offsets)) => {
                offsets.into_iter().map(|point| codes[point as usize]).collect()
            }
            (Cells::Truths(truths), None) => {
                (0..truths.points).map(|point| of_truths(truths, point)).collect()
            }
            (Cells::Truths(truths), Some(offsets)) => {
                offsets.into_iter().map(|point| of_truths(truths, point as usize)).collect()
            }
        }
    }

    /// Returns the truth values over a support that includes its own; `None` if it is not Boolean.
    pub(super) fn truths(&self, support: &[u32], sizes: &[usize]) -> Option<Cow<'_, Truths>> {
        let Cells::Truths(truths) = &self.cells else { return None };
        Some(match offsets(support, &self.support, sizes) {
            None => Cow::Borrowed(truths),
            Some(offsets) => {
                Cow::Owned(Truths::tabulate(offsets.len(), |point| truths.at(offsets[point] as usize)))
            }
        })
    }
}

/// Returns the number of points of a support; `None` if it overflows.
pub(super) fn points(support: &[u32], sizes: &[usize]) -> Option<usize> {
    support.iter().try_fold(1_usize, |points, &axis| points.checked_mul(sizes[axis as usize]))
}

/// Returns for each point along some axes, of which the last varies fastest, the point of a part of these axes; `None`
/// if they are the same. The parts must be in ascending order.
fn offsets(target: &[u32], source: &[u32], sizes: &[usize]) -> Option<Vec<u32>> {
    if target == source {
        return None;
    }
    let mut strides: Vec<usize> = vec![0; target.len()];
    let mut stride = 1;
    for axis in source.iter().rev() {
        if let Some(at) = target.iter().position(|other| other == axis) {
            strides[at] = stride;
        }
        stride *= sizes[*axis as usize];
    }
    let mut all = vec![0_u32];
    for (&axis, &stride) in target.iter().zip(&strides) {
        let size = sizes[axis as usize];
        let mut longer = Vec::with_capacity(all.len() * size);
        for start in all {
            longer.extend((0..size).map(|at| start + (at * stride) as u32));
        }
        all = longer;
    }
    Some(all)
}
