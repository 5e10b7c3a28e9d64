//! Operators of solvers that SMT-LIB does not have, as far as somebody asks for them.

use super::Kind::Function;
use super::Open::{AtZero, NotFinite, Somewhere};
use super::ResultSort::{self, Number, OfArgument, Other};
use super::{Operator, Theory};

pub(super) static ROWS: &[Operator] = &[
    row("rem", Number).open(AtZero),
    row("^", Number).open(Somewhere),
    row("fp.to_ieee_bv", Other).open(NotFinite),
    row("seq.nth", Other).open(Somewhere),
    row("seq.update", OfArgument(0)).open(Somewhere),
    row("set.union", OfArgument(0)).commutes(),
];

const fn row(name: &'static str, result: ResultSort) -> Operator {
    Operator::new(Theory::Extension, name, Function, result)
}
