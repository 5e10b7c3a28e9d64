//! ArraysEx. Both operators compare the index with others, whatever sort it has.

use super::Kind::Function;
use super::ResultSort::{OfArgument, Other};
use super::{Operator, Theory};

pub(super) static ROWS: &[Operator] = &[
    Operator::new(Theory::Arrays, "select", Function, Other),
    Operator::new(Theory::Arrays, "store", Function, OfArgument(0)),
];
