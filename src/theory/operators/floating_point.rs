//! FloatingPoint.

use super::Kind::{Constant, Function};
use super::Open::{AtZeros, NotFinite, OutOfRange};
use super::ResultSort::{self, Bits, Bool, Number, OfArgument, Other};
use super::Width::Index;
use super::{Operator, Theory};

pub(super) static ROWS: &[Operator] = &[
    constant("RNE").aliases(&["roundNearestTiesToEven"]),
    constant("RNA").aliases(&["roundNearestTiesToAway"]),
    constant("RTP").aliases(&["roundTowardPositive"]),
    constant("RTN").aliases(&["roundTowardNegative"]),
    constant("RTZ").aliases(&["roundTowardZero"]),
    constant("+oo"),
    constant("-oo"),
    constant("+zero"),
    constant("-zero"),
    constant("NaN"),
    row("fp", Other),
    row("fp.abs", OfArgument(0)),
    row("fp.neg", OfArgument(0)),
    row("fp.add", OfArgument(1)).rounds().commutes(),
    row("fp.sub", OfArgument(1)).rounds(),
    row("fp.mul", OfArgument(1)).rounds().commutes(),
    row("fp.div", OfArgument(1)).rounds(),
    row("fp.fma", OfArgument(1)).rounds(),
    row("fp.sqrt", OfArgument(1)).rounds(),
    row("fp.rem", OfArgument(0)),
    row("fp.roundToIntegral", OfArgument(1)).rounds(),
    row("fp.min", OfArgument(0)).open(AtZeros),
    row("fp.max", OfArgument(0)).open(AtZeros),
    row("fp.leq", Bool),
    row("fp.lt", Bool),
    row("fp.geq", Bool),
    row("fp.gt", Bool),
    row("fp.eq", Bool).commutes(),
    row("fp.isNormal", Bool),
    row("fp.isSubnormal", Bool),
    row("fp.isZero", Bool),
    row("fp.isInfinite", Bool),
    row("fp.isNaN", Bool),
    row("fp.isNegative", Bool),
    row("fp.isPositive", Bool),
    // Of a bit-vector, it does not round.
    row("to_fp", Other),
    row("to_fp_unsigned", Other).rounds(),
    row("fp.to_ubv", Bits(Index)).rounds().open(OutOfRange { signed: false }),
    row("fp.to_sbv", Bits(Index)).rounds().open(OutOfRange { signed: true }),
    row("fp.to_real", Number).open(NotFinite),
];

const fn row(name: &'static str, result: ResultSort) -> Operator {
    Operator::new(Theory::FloatingPoint, name, Function, result)
}

const fn constant(name: &'static str) -> Operator {
    Operator::new(Theory::FloatingPoint, name, Constant, Other)
}
