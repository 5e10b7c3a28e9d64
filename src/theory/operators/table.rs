//! The rows of all theories as one table.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::operator::{Op, Operator, Theory};
use super::{
    bit_vectors, core_arrays, fields, floating_point, ints_reals, pseudo_boolean, rare, relations, sequences,
    sets_bags, strings,
};

/// The rows of each file with their theory.
pub(super) const THEORIES: [(Theory, &[Operator]); 19] = [
    (Theory::Core, core_arrays::CORE),
    (Theory::IntsReals, ints_reals::ROWS),
    (Theory::Arrays, core_arrays::ARRAYS),
    (Theory::BitVectors, bit_vectors::ROWS),
    (Theory::Extension("bit-vector extensions"), bit_vectors::EXTENSIONS),
    (Theory::FloatingPoint, floating_point::ROWS),
    (Theory::Strings, strings::STRINGS),
    (Theory::Extension("string extensions"), strings::EXTENSIONS),
    (Theory::Strings, strings::LANGUAGES),
    (Theory::Extension("sequences"), sequences::ROWS),
    (Theory::Extension("finite fields"), fields::ROWS),
    (Theory::Extension("sets"), sets_bags::SETS),
    (Theory::Extension("bags"), sets_bags::BAGS),
    (Theory::Extension("relations"), relations::RELATIONS),
    (Theory::Extension("tuples"), relations::TUPLES),
    (Theory::Rare, rare::TRANSCENDENTALS),
    (Theory::Rare, rare::SEPARATION),
    (Theory::Rare, pseudo_boolean::ROWS),
    (Theory::Rare, ints_reals::WORDS),
];

/// The table: each row with its theory and its position.
pub(super) static TABLE: LazyLock<Vec<Operator>> = LazyLock::new(|| {
    let rows = THEORIES.iter().flat_map(|&(theory, rows)| rows.iter().map(move |row| (theory, row)));
    let placed =
        |(position, (theory, row)): (u16, (Theory, &Operator))| Operator { op: Op(position), theory, ..*row };
    (0..).zip(rows).map(placed).collect()
});

static BY_NAME: LazyLock<HashMap<&str, &Operator, RandomState>> = LazyLock::new(|| {
    let named = |row: &'static Operator| row.names().map(move |name| (name, row));
    TABLE.iter().flat_map(named).collect()
});

/// Returns every operator, theory by theory.
pub(crate) fn all() -> impl Iterator<Item = &'static Operator> {
    TABLE.iter()
}

/// Returns the operators for which solvers are probed: all except the rare ones.
pub fn usual() -> impl Iterator<Item = &'static Operator> {
    all().filter(|row| row.theory != Theory::Rare)
}

/// Returns every name and alias in alphabetical order.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&str> = all().flat_map(Operator::names).collect();
    names.sort_unstable();
    names.into_iter()
}

impl Operator {
    /// Returns the operator with a name or alias, without indices.
    pub fn find(name: &str) -> Option<&'static Operator> {
        BY_NAME.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let names: Vec<&str> = TABLE.iter().flat_map(Operator::names).collect();
        assert_eq!(names.len(), BY_NAME.len());
        assert!(names.iter().all(|name| Operator::find(name).is_some()));
    }
}
