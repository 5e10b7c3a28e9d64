//! Ints, Reals and Reals_Ints.

use super::Kind::Function;
use super::Open::AtZero;
use super::ResultSort::{self, Bool, Number};
use super::{Operator, Theory};

const SUMS: &[&str] = &["+", "-", "*", "div", "mod"];
const ORDERS: &[&str] = &["=", "<", ">", "<=", ">="];

pub(super) static ROWS: &[Operator] = &[
    row("+", Number).commutes().flattens().family(SUMS),
    row("-", Number).family(SUMS),
    row("*", Number).commutes().flattens().family(SUMS),
    row("div", Number).open(AtZero).family(SUMS),
    row("mod", Number).open(AtZero).family(SUMS),
    row("/", Number).open(AtZero),
    row("abs", Number),
    row("<", Bool).opposite(">=").family(ORDERS),
    row("<=", Bool).opposite(">").family(ORDERS),
    row(">", Bool).opposite("<=").family(ORDERS),
    row(">=", Bool).opposite("<").family(ORDERS),
    row("divisible", Bool),
    row("to_real", Number),
    row("to_int", Number),
    row("is_int", Bool),
];

const fn row(name: &'static str, result: ResultSort) -> Operator {
    Operator::new(Theory::IntsReals, name, Function, result)
}
