//! What the atoms of a batch are about: few operators and few sorts. With all of them at once the two that a bug takes
//! hardly ever meet; most wrong answers of today take two operators of one theory, on the smallest sorts.

use std::collections::BTreeSet;

use super::words::taken_sort;
use crate::generate::supply::{Scope, Stock};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::{self, Operator, ResultSort, Takes};

/// How often of a hundred a batch has a random few operators; the others have the next pair.
const FEW: u32 = 50;
/// How many operators these few are, besides relations: from this many on.
const FEWEST: u32 = 2;
/// How often of a hundred a batch has one more sort than its operators need.
const ANOTHER_SORT: u32 = 30;

/// What a batch is about.
#[derive(Debug)]
pub(super) struct Focus {
    /// Its operators; relations, without which no atom can be built, are all among them.
    pub operators: Vec<&'static Operator>,
    /// Its sorts, as far as the seed has terms of them.
    sorts: BTreeSet<Sort>,
}

impl Focus {
    /// Draws what a batch is about, whose place in the walk over all pairs of operators is `turn`: of sorts that were
    /// `added` an operator each as well.
    pub(super) fn draw(stock: &Stock, scope: &Scope, added: &[Sort], turn: u64, rng: &mut Rng) -> Focus {
        let rows = operators::all().filter(|row| scope.has(row));
        let (relations, others): (Vec<&Operator>, Vec<&Operator>) =
            rows.partition(|row| row.result == ResultSort::Bool);
        // What takes none of the seed's terms would leave a batch with relations alone.
        let usable = others.into_iter().filter(|row| !sorts_of(row, stock, scope, rng).is_empty());
        let others: Vec<&'static Operator> = usable.collect();
        let on_added: Vec<&Operator> =
            added.iter().filter_map(|sort| on(sort, &others, stock, scope, rng)).collect();
        let mut drawn = if rng.percent(FEW) { few(others, rng) } else { pair(&others, turn) };
        drawn.extend(on_added);
        let mut known = BTreeSet::new();
        drawn.retain(|row| known.insert(row.name));
        let mut sorts: BTreeSet<Sort> = drawn
            .iter()
            .flat_map(|row| sorts_of(row, stock, scope, rng))
            .chain(added.iter().cloned())
            .collect();
        // Atoms are about symbols: of languages alone, for one, there are none.
        let has_open = sorts.iter().any(|sort| stock.is_open(sort));
        if !has_open || rng.percent(ANOTHER_SORT) {
            let open: Vec<&Sort> = stock.sorts().filter(|sort| stock.is_open(sort)).collect();
            sorts.extend(rng.pick(&open).map(|&sort| sort.clone()));
        }
        drawn.extend(relations);
        Focus { operators: drawn, sorts }
    }

    /// Whether a term of this sort belongs to it.
    pub(super) fn has(&self, sort: &Sort) -> bool {
        matches!(sort, Sort::Bool | Sort::RoundingMode) || self.sorts.contains(sort)
    }
}

/// A random operator that takes a sort.
fn on(
    sort: &Sort,
    rows: &[&'static Operator],
    stock: &Stock,
    scope: &Scope,
    rng: &mut Rng,
) -> Option<&'static Operator> {
    let fits = |row: &&&'static Operator| sorts_of(row, stock, scope, rng).contains(sort);
    let fitting: Vec<&&'static Operator> = rows.iter().filter(fits).collect();
    rng.pick(&fitting).map(|row| **row)
}

/// A random few.
fn few(mut rows: Vec<&'static Operator>, rng: &mut Rng) -> Vec<&'static Operator> {
    let count = (FEWEST + rng.below(5)).min(rows.len() as u32);
    (0..count).map(|_| rows.swap_remove(rng.index(rows.len()))).collect()
}

/// The pair at a place of the walk: every pair of operators of one theory has its turn before one comes again.
fn pair(rows: &[&'static Operator], turn: u64) -> Vec<&'static Operator> {
    let mut pairs: Vec<[&'static Operator; 2]> = Vec::new();
    // All extensions count as one.
    let theory = |row: &Operator| std::mem::discriminant(&row.theory);
    for (at, one) in rows.iter().enumerate() {
        let partners = rows[at..].iter().filter(|other| theory(other) == theory(one));
        pairs.extend(partners.map(|other| [*one, *other]));
    }
    let count = pairs.len() as u64;
    if count == 0 {
        return Vec::new();
    }
    // Neighbours in the list share an operator: steps of about 0.6 of its length take those apart.
    let near = count * 618 / 1000 + 1;
    let step = (near..near + count).find(|&step| greatest_common_divisor(step, count) == 1).unwrap_or(1);
    let at = (turn % count) * (step % count) % count;
    let mut pair = pairs[at as usize].to_vec();
    pair.dedup_by_key(|row| row.name);
    pair
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

/// Sorts of the seed's terms for the arguments of an operator, one way of many; none if there is no way.
fn sorts_of(row: &Operator, stock: &Stock, scope: &Scope, rng: &mut Rng) -> Vec<Sort> {
    let Some(form) = rng.pick(row.takes) else { return Vec::new() };
    let mut sorts: Vec<Sort> = Vec::new();
    for &taken in form.iter().filter(|&&taken| taken != Takes::More) {
        match taken_sort(row, taken, &sorts, stock, scope, rng) {
            Some(sort) => sorts.push(sort),
            None => return Vec::new(),
        }
    }
    sorts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_its_turn_before_one_comes_again() {
        let rows: Vec<&'static Operator> =
            ["bvadd", "bvshl", "bvmul", "str.++", "str.at"].map(|name| Operator::find(name).unwrap()).into();
        // Six of the three of bit-vectors, three of the two of strings; an operator with itself is one.
        let name = |turn| pair(&rows, turn).iter().map(|row| row.name).collect::<Vec<_>>().join(" ");
        let round: BTreeSet<String> = (0..9).map(name).collect();
        assert_eq!(round.len(), 9, "{round:?}");
        assert!(round.contains("bvadd bvshl") && round.contains("bvmul") && !round.contains("bvadd str.++"));
        assert_eq!(name(4), name(4 + 9));
        assert!(pair(&[], 3).is_empty());
    }
}
