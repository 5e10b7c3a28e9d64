//! Core: connectives and what is of any sort. The testers of datatypes are here, too: SMT-LIB 2.7 has them in its
//! language, section 3.6.2.

use super::Kind::{self, Conditional, Connective, Constant, Equality, Function};
use super::ResultSort::{self, Bool, OfArgument};
use super::{Operator, Theory};

const CONNECTIVES: &[&str] = &["=", "or", "and", "xor", "=>", "distinct"];

pub(super) static ROWS: &[Operator] = &[
    row("true", Constant, Bool),
    row("false", Constant, Bool),
    row("not", Connective, Bool),
    row("and", Connective, Bool).commutes().flattens().family(CONNECTIVES),
    row("or", Connective, Bool).commutes().flattens().family(CONNECTIVES),
    row("xor", Connective, Bool).commutes().flattens().family(CONNECTIVES),
    row("=>", Connective, Bool).family(CONNECTIVES),
    // In each family of relations it is the plainest.
    row("=", Equality, Bool).commutes(),
    row("distinct", Equality, Bool).commutes().family(CONNECTIVES),
    row("ite", Conditional, OfArgument(1)),
    row("is", Function, Bool),
];

const fn row(name: &'static str, kind: Kind, result: ResultSort) -> Operator {
    Operator::new(Theory::Core, name, kind, result)
}
