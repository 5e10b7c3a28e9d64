//! A linear formula as nodes, children before parents.

use crate::theory::sum::{Relation, Sum};

/// A formula, or a number in it.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Truth(bool),
    Number(Sum),
    Not(usize),
    And(Vec<usize>),
    Or(Vec<usize>),
    /// Whether two formulas, or two numbers, are the same.
    Same(usize, usize),
    /// The first of two numbers is less than, or at most, the second.
    Order(usize, usize, Relation),
    /// The second where the first is true, and otherwise the third.
    Choice(usize, usize, usize),
    /// Numbers, and by what they are multiplied.
    Plus(Vec<(usize, i8)>),
    Times(usize, usize),
    Over(usize, usize),
    Floor(usize),
    /// The remainder of an integer by another.
    Remainder(usize, usize),
    /// Some value of the variable makes the body true, or all do if so said.
    Quantified {
        is_forall: bool,
        variable: usize,
        body: usize,
    },
    /// Not understood.
    Unknown,
}

/// A closed formula.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) nodes: Vec<Node>,
    /// Whether a quantifier is in a node.
    pub(super) quantified: Vec<bool>,
    /// Of each variable, whether it is an integer.
    pub(super) integers: Vec<bool>,
    pub(super) root: usize,
}
