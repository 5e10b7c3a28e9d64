//! What every operator of SMT-LIB's theories is: one table, with a file a theory.
//!
//! Sources: the theory declarations and logics of SMT-LIB 2.7. A row says what holds of an operator wherever it is
//! used; whoever asks first sees to it that the script does not declare the name itself.

mod arrays;
mod bags;
mod bit_vectors;
pub(crate) mod columns;
mod core;
mod fields;
mod floating_point;
mod ints_reals;
mod languages;
#[cfg(test)]
mod laws;
mod relations;
mod separation;
mod sequences;
mod sets;
mod sorts;
mod strings;
#[cfg(test)]
mod testing;
mod transcendentals;
mod tuples;
mod words;

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use self::columns::Columns;
pub(crate) use self::core::JOINTS;
pub(crate) use self::sorts::{Forms, Indices};
pub use self::sorts::{ResultSort, Takes, Width};
pub(in crate::theory) use self::transcendentals::enclosed;
use crate::theory::call::{Call, Outcome, Unknown};

/// An operator: a function symbol that a theory gives a meaning.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// Its name in SMT-LIB 2.7, without indices.
    pub name: &'static str,
    /// Other names of it: in older SMT-LIB, or in that of some solvers.
    pub aliases: &'static [&'static str],
    /// Where it is from.
    pub theory: Theory,
    /// What it does with its arguments.
    pub kind: Kind,
    /// What it takes, in each of its forms.
    pub takes: Forms,
    /// The sort of its result.
    pub result: ResultSort,
    /// How many indices it has.
    pub(crate) indices: Indices,
    /// Its value for arguments of the sorts that it takes.
    pub(crate) value: Meaning,
    /// Whether its first argument is a rounding mode, whatever the others are.
    pub(crate) rounds: bool,
    /// Whether its arguments, but for a rounding mode, may change places.
    pub(crate) commutes: bool,
    /// Whether it takes any number of arguments, and one application of it says what nested ones do.
    pub(crate) flattens: bool,
    /// Whether SMT-LIB leaves its value open for some arguments.
    pub(crate) open: bool,
    /// Whether not all solvers of a logic with its theory read it: it is of SMT-LIB's last version, converts between
    /// theories, or is one solver's.
    pub(crate) seldom_read: bool,
    /// Whether linear logics have no word for it, though their solvers read it where a literal divides.
    pub(crate) beyond_linear: bool,
    /// The operator of the same signature that is true where it is false.
    pub(crate) opposite: Option<&'static str>,
    /// Operators that may stand in its place, plain ones first, itself among them.
    family: &'static [&'static str],
}

/// The theories, as SMT-LIB divides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// Core, and the testers of datatypes.
    Core,
    /// Ints, Reals and both.
    IntsReals,
    /// ArraysEx.
    Arrays,
    /// FixedSizeBitVectors, with what logics add to it.
    BitVectors,
    /// FloatingPoint.
    FloatingPoint,
    /// UnicodeStrings: strings and regular expressions.
    Strings,
    /// None of SMT-LIB's, but known to several solvers: what it is about.
    Extension(&'static str),
    /// None of SMT-LIB's, and only for logics of their own: nothing is built of them where a seed has none.
    Rare,
}

impl std::fmt::Display for Theory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Theory::Core => "Core",
            Theory::IntsReals => "Ints, Reals",
            Theory::Arrays => "ArraysEx",
            Theory::BitVectors => "FixedSizeBitVectors",
            Theory::FloatingPoint => "FloatingPoint",
            Theory::Strings => "UnicodeStrings",
            Theory::Extension(about) => about,
            Theory::Rare => "rare extension",
        })
    }
}

/// What an operator does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It has none.
    Constant,
    /// It computes with them.
    Function,
    /// They are Boolean, and so is its result.
    Connective,
    /// They are of one sort, whichever, and are compared. A connective where they are Boolean.
    Equality,
    /// It chooses one, by the first. A connective where they are Boolean.
    Conditional,
}

/// What an operator computes.
pub(crate) type Meaning = fn(&Call<'_>) -> Outcome;

static BY_NAME: LazyLock<BTreeMap<&str, &Operator>> = LazyLock::new(|| {
    let named = |row: &'static Operator| row.names().map(move |name| (name, row));
    all().flat_map(named).collect()
});

/// The table, put together: what each file has, and which theory that is.
static TABLE: LazyLock<Vec<Operator>> = LazyLock::new(|| {
    let theories = [
        (Theory::Core, core::ROWS),
        (Theory::IntsReals, ints_reals::ROWS),
        (Theory::Arrays, arrays::ROWS),
        (Theory::BitVectors, bit_vectors::ROWS),
        (Theory::Extension("bit-vector extensions"), bit_vectors::EXTENSIONS),
        (Theory::FloatingPoint, floating_point::ROWS),
        (Theory::Strings, strings::ROWS),
        (Theory::Extension("string extensions"), strings::EXTENSIONS),
        (Theory::Strings, languages::ROWS),
        (Theory::Extension("sequences"), sequences::ROWS),
        (Theory::Extension("finite fields"), fields::ROWS),
        (Theory::Extension("sets"), sets::ROWS),
        (Theory::Extension("bags"), bags::ROWS),
        (Theory::Extension("relations"), relations::ROWS),
        (Theory::Extension("tuples"), tuples::ROWS),
        (Theory::Rare, transcendentals::ROWS),
        (Theory::Rare, separation::ROWS),
    ];
    let of = |(theory, rows): (Theory, &'static [Operator])| {
        rows.iter().map(move |row| Operator { theory, ..*row })
    };
    theories.into_iter().flat_map(of).collect()
});

/// Every operator, theory by theory.
pub(crate) fn all() -> impl Iterator<Item = &'static Operator> {
    TABLE.iter()
}

/// All but those for logics of their own: what is built of, and asked about.
pub fn usual() -> impl Iterator<Item = &'static Operator> {
    all().filter(|row| row.theory != Theory::Rare)
}

/// What holds two numbers against each other: orders, then what is of any sort.
pub(crate) fn comparisons() -> impl Iterator<Item = &'static Operator> {
    let compares = |is_of_numbers: bool| {
        all().filter(move |row| row.compares_numbers() && (row.theory == Theory::IntsReals) == is_of_numbers)
    };
    compares(true).chain(compares(false))
}

/// Every name and alias, in the order of the alphabet.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    BY_NAME.keys().copied()
}

impl Operator {
    /// The operator that has a name, or an alias; indices are no part of it.
    pub fn find(name: &str) -> Option<&'static Operator> {
        BY_NAME.get(name).copied()
    }

    /// Its names, that of SMT-LIB 2.7 first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The names of operators that take and give the same sorts and are plainer, the plainest first.
    pub(crate) fn plainer(&self) -> impl Iterator<Item = &'static str> {
        self.family.iter().copied().take_while(|name| *name != self.name)
    }

    /// Whether it holds two numbers against each other, as difference logics do.
    pub(crate) fn compares_numbers(&self) -> bool {
        self.kind == Kind::Equality || (self.theory == Theory::IntsReals && self.opposite.is_some())
    }

    const fn aliases(mut self, names: &'static [&'static str]) -> Operator {
        self.aliases = names;
        self
    }

    const fn indices(mut self, indices: Indices) -> Operator {
        self.indices = indices;
        self
    }

    const fn rounds(mut self) -> Operator {
        self.rounds = true;
        self
    }

    const fn commutes(mut self) -> Operator {
        self.commutes = true;
        self
    }

    const fn flattens(mut self) -> Operator {
        self.flattens = true;
        self
    }

    const fn open(mut self) -> Operator {
        self.open = true;
        self
    }

    const fn seldom_read(mut self) -> Operator {
        self.seldom_read = true;
        self
    }

    const fn beyond_linear(mut self) -> Operator {
        self.beyond_linear = true;
        self
    }

    const fn opposite(mut self, name: &'static str) -> Operator {
        self.opposite = Some(name);
        self
    }

    const fn family(mut self, names: &'static [&'static str]) -> Operator {
        self.family = names;
        self
    }
}

/// A row for an operator with arguments.
const fn row(name: &'static str, takes: Forms, result: ResultSort, value: Meaning) -> Operator {
    Operator {
        name,
        aliases: &[],
        // Unless the table says that it is from one of SMT-LIB's.
        theory: Theory::Extension("extensions"),
        kind: Kind::Function,
        takes,
        result,
        indices: Indices::of_result(result),
        value,
        rounds: false,
        commutes: false,
        flattens: false,
        open: false,
        seldom_read: false,
        beyond_linear: false,
        opposite: None,
        family: &[],
    }
}

/// A row for one that has none.
const fn constant(name: &'static str, result: ResultSort, value: Meaning) -> Operator {
    Operator { kind: Kind::Constant, ..row(name, &[&[]], result, value) }
}

/// The value of an operator whose meaning is not known here.
fn unknown(call: &Call<'_>) -> Outcome {
    Err(Unknown::Symbol(call.name.into()).into())
}

impl PartialEq for Operator {
    fn eq(&self, other: &Operator) -> bool {
        self.name == other.name
    }
}

impl Eq for Operator {}

#[cfg(test)]
mod tests {
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
