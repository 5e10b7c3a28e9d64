//! FixedSizeBitVectors, and what logic QF_BV adds to it. Division by zero has a value there.

use super::Kind::Function;
use super::ResultSort::{self, Bits, Bool, Number, OfArgument};
use super::Width::{Fixed, Index, PlusIndex, Slice, Sum, TimesIndex};
use super::{Operator, Theory};

const ORDERS: &[&str] = &["=", "bvult", "bvugt", "bvule", "bvuge", "bvslt", "bvsgt", "bvsle", "bvsge"];
const COMPUTED: &[&str] = &["bvor", "bvand", "bvadd", "bvsub", "bvmul", "bvxor", "bvshl", "bvlshr", "bvashr"];

pub(super) static ROWS: &[Operator] = &[
    row("concat", Bits(Sum)),
    row("extract", Bits(Slice)),
    row("repeat", Bits(TimesIndex)),
    row("zero_extend", Bits(PlusIndex)),
    row("sign_extend", Bits(PlusIndex)),
    row("rotate_left", OfArgument(0)),
    row("rotate_right", OfArgument(0)),
    row("bvnot", OfArgument(0)),
    row("bvneg", OfArgument(0)),
    row("bvand", OfArgument(0)).commutes().flattens().family(COMPUTED),
    row("bvor", OfArgument(0)).commutes().flattens().family(COMPUTED),
    row("bvxor", OfArgument(0)).commutes().flattens().family(COMPUTED),
    row("bvnand", OfArgument(0)).commutes(),
    row("bvnor", OfArgument(0)).commutes(),
    row("bvxnor", OfArgument(0)).commutes(),
    row("bvcomp", Bits(Fixed(1))).commutes(),
    row("bvadd", OfArgument(0)).commutes().flattens().family(COMPUTED),
    row("bvsub", OfArgument(0)).family(COMPUTED),
    row("bvmul", OfArgument(0)).commutes().flattens().family(COMPUTED),
    row("bvudiv", OfArgument(0)),
    row("bvurem", OfArgument(0)),
    row("bvsdiv", OfArgument(0)),
    row("bvsrem", OfArgument(0)),
    row("bvsmod", OfArgument(0)),
    row("bvshl", OfArgument(0)).family(COMPUTED),
    row("bvlshr", OfArgument(0)).family(COMPUTED),
    row("bvashr", OfArgument(0)).family(COMPUTED),
    row("bvult", Bool).opposite("bvuge").family(ORDERS),
    row("bvule", Bool).opposite("bvugt").family(ORDERS),
    row("bvugt", Bool).opposite("bvule").family(ORDERS),
    row("bvuge", Bool).opposite("bvult").family(ORDERS),
    row("bvslt", Bool).opposite("bvsge").family(ORDERS),
    row("bvsle", Bool).opposite("bvsgt").family(ORDERS),
    row("bvsgt", Bool).opposite("bvsle").family(ORDERS),
    row("bvsge", Bool).opposite("bvslt").family(ORDERS),
    row("bvnego", Bool),
    row("bvuaddo", Bool).commutes(),
    row("bvsaddo", Bool).commutes(),
    row("bvumulo", Bool).commutes(),
    row("bvsmulo", Bool).commutes(),
    row("bvusubo", Bool),
    row("bvssubo", Bool),
    row("bvsdivo", Bool),
    row("ubv_to_int", Number).aliases(&["bv2nat", "bv2int"]),
    row("sbv_to_int", Number),
    row("int_to_bv", Bits(Index)).aliases(&["nat2bv", "int2bv"]),
];

const fn row(name: &'static str, result: ResultSort) -> Operator {
    Operator::new(Theory::BitVectors, name, Function, result)
}
