//! The table of all operators of SMT-LIB's theories, with one file per theory.
//!
//! Sources: the theory declarations and logics of SMT-LIB 2.7. A row states what holds for an operator in every
//! use. The caller must check that the script does not declare the name itself.

#[cfg(test)]
mod bit_vector_tests;
mod bit_vectors;
mod core_arrays;
mod fields;
mod floating_point;
mod ints_reals;
mod operator;
mod rare;
mod relations;
mod sequences;
mod sets_bags;
mod sorts;
mod strings;
#[cfg(test)]
mod testing;
mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

pub(crate) use self::core_arrays::JOINTS;
pub use self::operator::{Kind, Operator, Theory};
pub(in crate::theory) use self::rare::enclosed;
pub(crate) use self::sorts::columns_of;
pub use self::sorts::{Columns, ResultSort, Takes, Width};

static BY_NAME: LazyLock<HashMap<&str, &Operator, RandomState>> = LazyLock::new(|| {
    let named = |row: &'static Operator| row.names().map(move |name| (name, row));
    all().flat_map(named).collect()
});

/// The table: the rows of each file with their theory.
static TABLE: LazyLock<Vec<Operator>> = LazyLock::new(|| {
    let theories = [
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
    ];
    let of = |(theory, rows): (Theory, &'static [Operator])| {
        rows.iter().map(move |row| Operator { theory, ..*row })
    };
    theories.into_iter().flat_map(of).collect()
});

/// Returns every operator, theory by theory.
pub(crate) fn all() -> impl Iterator<Item = &'static Operator> {
    TABLE.iter()
}

/// Returns the operators for which solvers are probed: all except the rare ones.
pub fn usual() -> impl Iterator<Item = &'static Operator> {
    all().filter(|row| row.theory != Theory::Rare)
}

/// Returns the operators that compare two numbers: orders first, then those on any sort.
pub(crate) fn comparisons() -> impl Iterator<Item = &'static Operator> {
    let compares = |is_of_numbers: bool| {
        all().filter(move |row| row.compares_numbers() && (row.theory == Theory::IntsReals) == is_of_numbers)
    };
    compares(true).chain(compares(false))
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
    use super::sorts::Indices;
    use super::*;

    #[test]
    fn names_are_unique() {
        let names: Vec<&str> = all().flat_map(Operator::names).collect();
        assert_eq!(names.len(), BY_NAME.len());
        assert!(names.iter().all(|name| Operator::find(name).is_some()));
    }

    #[test]
    fn extensions_are_told_by_what_they_are_about() {
        let theory = |name: &str| Operator::find(name).unwrap().theory.to_string();
        let told = ["seq.len", "set.union", "ff.add", "bvredor", "bvadd"].map(theory);
        assert_eq!(
            told,
            ["sequences", "sets", "finite fields", "bit-vector extensions", "FixedSizeBitVectors"]
        );
        assert!(all().all(|row| row.theory != Theory::Extension("extensions")));
    }

    #[test]
    fn relations_lead_to_rows_of_the_same_result() {
        for row in all() {
            for &name in row.family.iter().chain(&row.opposite) {
                let other = Operator::find(name).unwrap_or_else(|| panic!("{} has no row", name));
                let number = |result| if result == ResultSort::Int { ResultSort::Number } else { result };
                assert_eq!((other.name, number(other.result)), (name, number(row.result)), "{}", row.name);
            }
            assert!(row.family.is_empty() || row.family.contains(&row.name), "{}", row.name);
            let back = row.opposite.and_then(Operator::find).and_then(|other| other.opposite);
            assert_eq!(back, row.opposite.map(|_| row.name));
        }
    }

    #[test]
    fn numbers_are_compared_by_orders_and_equalities() {
        let names: Vec<&str> = comparisons().map(|row| row.name).collect();
        assert_eq!(names, ["<", "<=", ">", ">=", "=", "distinct"]);
        let all_are_boolean =
            |name: &&str| Operator::find(name).is_some_and(|row| row.result == ResultSort::Bool);
        assert!(JOINTS.iter().all(all_are_boolean));
    }

    #[test]
    fn kinds_and_results_fit() {
        for row in all() {
            let boolean = matches!(row.kind, Kind::Connective | Kind::Equality);
            assert!(!boolean || row.result == ResultSort::Bool, "{}", row.name);
            let constant = row.kind == Kind::Constant;
            assert!(!constant || !(row.commutes || row.flattens || row.rounds), "{}", row.name);
        }
    }

    #[test]
    fn relatives_are_the_plainer_ones_in_order() {
        let plainer = |name: &str| Operator::find(name).unwrap().plainer().collect::<Vec<_>>();
        assert_eq!(plainer("<="), ["=", "<", ">"]);
        assert_eq!(plainer("="), [""; 0]);
        assert_eq!(plainer("xor"), ["=", "or", "and"]);
        assert_eq!(plainer("fp.add"), [""; 0]);
    }

    #[test]
    fn operators_have_as_many_indices_as_their_theories_say() {
        let indices = |name: &str| Operator::find(name).unwrap().indices;
        for (name, expected) in [
            ("bvnot", Indices::Exactly(0)),
            ("extract", Indices::Exactly(2)),
            ("zero_extend", Indices::Exactly(1)),
            ("rotate_left", Indices::Exactly(1)),
            ("to_fp", Indices::Exactly(2)),
            ("NaN", Indices::Exactly(2)),
            ("fp.to_sbv", Indices::Exactly(1)),
            ("divisible", Indices::Exactly(1)),
            ("int2bv", Indices::Exactly(1)),
            ("char", Indices::Exactly(1)),
            ("re.^", Indices::Exactly(1)),
            ("re.loop", Indices::UpTo(2)),
            ("tuple.select", Indices::Exactly(1)),
            ("tuple.project", Indices::Any),
            ("rel.group", Indices::Any),
        ] {
            assert_eq!(indices(name), expected, "{name}");
        }
    }

    #[test]
    fn older_names_are_found() {
        assert_eq!(Operator::find("str.in.re"), Operator::find("str.in_re"));
        assert_eq!(Operator::find("bv2nat").map(|row| row.name), Some("ubv_to_int"));
        assert_eq!(Operator::find("(_ extract 1 0)"), None);
    }
}
