//! UnicodeStrings. The aliases were never SMT-LIB's, but what solvers had before it.

use super::Kind::{Constant, Function};
use super::ResultSort::{self, Bool, Number, Other, Text};
use super::{Operator, Theory};

pub(super) static ROWS: &[Operator] = &[
    Operator::new(Theory::Strings, "char", Constant, Text),
    row("str.++", Text).flattens(),
    row("str.len", Number),
    row("str.<", Bool),
    row("str.<=", Bool),
    row("str.at", Text),
    row("str.substr", Text),
    row("str.prefixof", Bool),
    row("str.suffixof", Bool),
    row("str.contains", Bool),
    row("str.indexof", Number),
    row("str.replace", Text),
    row("str.replace_all", Text).aliases(&["str.replaceall"]),
    row("str.replace_re", Text),
    row("str.replace_re_all", Text),
    row("str.is_digit", Bool),
    row("str.to_code", Number),
    row("str.from_code", Text),
    row("str.to_int", Number).aliases(&["str.to.int"]),
    row("str.from_int", Text).aliases(&["int.to.str"]),
    row("str.to_re", Other).aliases(&["str.to.re"]),
    row("str.in_re", Bool).aliases(&["str.in.re"]),
    Operator::new(Theory::Strings, "re.none", Constant, Other).aliases(&["re.nostr"]),
    Operator::new(Theory::Strings, "re.all", Constant, Other),
    Operator::new(Theory::Strings, "re.allchar", Constant, Other),
    row("re.++", Other).flattens(),
    row("re.union", Other).commutes().flattens(),
    row("re.inter", Other).commutes().flattens(),
    row("re.*", Other),
    row("re.+", Other),
    row("re.opt", Other),
    row("re.comp", Other).aliases(&["re.complement"]),
    row("re.diff", Other),
    row("re.range", Other),
    row("re.^", Other),
    row("re.loop", Other),
];

const fn row(name: &'static str, result: ResultSort) -> Operator {
    Operator::new(Theory::Strings, name, Function, result)
}
