//! The datatypes of ground terms: an enumeration, a list, a record of two parameters, and one that holds others.

use crate::smtlib::Sort;

/// Their declaration. No solver has one of these names built in.
pub(super) const DECLARATION: &str = "\
(declare-datatypes ((Hue 0) (Chain 1) (Both 2) (Figure 0)) (
  ((red) (green) (blue))
  (par (T) ((end) (link (item T) (rest (Chain T)))))
  (par (A B) ((both (left A) (right B))))
  ((dot) (disc (size Int)) (slab (code (_ BitVec 3)) (hue Hue)))))
";

/// How many parameters each has.
const ALL: [(&str, usize); 4] = [("Hue", 0), ("Chain", 1), ("Both", 2), ("Figure", 0)];

/// The constructors.
pub(super) const CONSTRUCTORS: [&str; 9] =
    ["red", "green", "blue", "end", "link", "both", "dot", "disc", "slab"];

/// The selectors.
pub(super) const SELECTORS: [&str; 7] = ["item", "rest", "left", "right", "size", "code", "hue"];

/// Whether a sort is one of them.
pub(super) fn is_one(name: &str) -> bool {
    ALL.iter().any(|(one, _)| *one == name)
}

/// The sort of one of them, by a number, with parameters from a source.
pub(super) fn sort(number: usize, mut parameter: impl FnMut() -> Sort) -> Sort {
    let (name, parameters) = ALL[number % ALL.len()];
    Sort::Named(name.to_owned(), (0..parameters).map(|_| parameter()).collect())
}
