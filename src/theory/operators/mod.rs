//! The table of all operators of SMT-LIB's theories, with one file per theory. Code outside this folder tells operators
//! apart as [`Op`], never by name; [`op`] has a constant for each that it speaks of.
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
pub(crate) mod op;
mod operator;
mod pseudo_boolean;
mod rare;
mod relations;
mod sequences;
mod sets_bags;
mod sorts;
mod strings;
mod table;
#[cfg(test)]
mod testing;
mod words;

pub use self::operator::{Kind, Op, Operator, Theory};
pub(in crate::theory) use self::rare::enclosed;
pub(in crate::theory) use self::sets_bags::collect as collect_items;
pub use self::sorts::{Columns, ResultSort, Takes, Width, columns_of};
pub use self::table::usual;
pub(crate) use self::table::{all, names};

#[cfg(test)]
mod tests {
    use super::sorts::Indices;
    use super::*;

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
    fn kinds_and_results_fit() {
        for row in all() {
            assert!(!row.takes.is_empty(), "{}", row.name);
            let boolean = matches!(row.kind, Kind::Connective | Kind::Equality);
            assert!(!boolean || row.result == ResultSort::Bool, "{}", row.name);
            let constant = row.kind == Kind::Constant;
            assert!(!constant || !(row.commutes || row.flattens || row.rounds()), "{}", row.name);
        }
    }

    #[test]
    fn relatives_are_the_plainer_ones_in_order() {
        let plainer = |name: &str| Operator::find(name).unwrap().plainer().map(Op::name).collect::<Vec<_>>();
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
