//! The operators that code outside the table names, as constants to compare, match and apply.
//!
//! A constant is the position of its row, which is found when the crate is compiled: a name without a row is an error of
//! the compiler. Most operators are used by what their rows say, and need no constant.

use std::fmt;

use super::operator::{Kind, Op, Operator, Theory};
use super::sorts::{ResultSort, Takes};
use super::table::{TABLE, THEORIES};
use crate::smtlib::{Expr, Sort, TermId, Terms};

impl Op {
    /// Returns the operator with a name in SMT-LIB 2.7, for constants.
    const fn named(name: &str) -> Op {
        let (mut theory, mut position) = (0, 0);
        loop {
            assert!(theory < THEORIES.len(), "the table has no operator of this name");
            let rows = THEORIES[theory].1;
            let mut at = 0;
            while at < rows.len() {
                if are_same(rows[at].name.as_bytes(), name.as_bytes()) {
                    return Op(position);
                }
                (at, position) = (at + 1, position + 1);
            }
            theory += 1;
        }
    }

    /// Returns the operator that a head without indices names, unless the script declares the name.
    pub(crate) fn of_head(head: &str) -> Option<Op> {
        Operator::find(head).map(|row| row.op)
    }

    /// Returns the operator without indices that a term applies, and the arguments, unless the script declares the name.
    pub(crate) fn applied(terms: &Terms, id: TermId) -> Option<(Op, &[TermId])> {
        let (head, arguments) = terms.as_app(id)?;
        Some((Op::of_head(head)?, arguments))
    }

    /// Returns the operator without indices that an expression applies, unless the script declares the name.
    pub(crate) fn applied_in(expr: &Expr) -> Option<Op> {
        expr.head().and_then(Op::of_head)
    }

    pub(crate) fn row(self) -> &'static Operator {
        &TABLE[usize::from(self.0)]
    }

    /// Returns its name in SMT-LIB 2.7, without indices.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Operator {
    /// Returns the plainer operators of the same signature, plainest first.
    pub(crate) fn plainer(&self) -> impl Iterator<Item = Op> {
        let family = self.family.iter().take_while(|name| **name != self.name);
        family.filter_map(|name| Operator::find(name)).map(|row| row.op)
    }

    /// Returns the operator with the same signature whose result is the negation.
    pub(crate) fn negation(&self) -> Option<Op> {
        Some(Operator::find(self.opposite?)?.op)
    }

    /// Whether it characterises a script: it is not of Core, and does more than denote values, as rounding modes, `fp` and
    /// the special floating-point values do.
    pub(crate) fn is_telling(&self) -> bool {
        let writes_values = self.theory == Theory::FloatingPoint
            && (self.kind == Kind::Constant || self.result == ResultSort::FormatOfParts);
        self.theory != Theory::Core && !writes_values
    }

    /// Whether it may stand in place of another operator that is applied to `count` arguments, the first one of sort
    /// `first`: it has the same signature, and solvers accept as many arguments.
    pub(crate) fn may_replace(&self, other: &Operator, count: usize, first: Option<&Sort>) -> bool {
        // Comparisons of numbers may replace each other, including `=` and `distinct`.
        let takes_same = self.takes == other.takes
            || [self.op, other.op].iter().all(|operator| COMPARISONS.contains(operator));
        // Solvers accept more than two arguments only for these operators, whatever SMT-LIB says, and Yices accepts
        // `distinct` only for two arrays.
        let takes_many = matches!(self.theory, Theory::Core | Theory::IntsReals | Theory::Rare)
            && !matches!(self.op, REAL_DIV | INT_DIV)
            && !(self.op == DISTINCT && matches!(first, Some(Sort::Array(..))));
        self != other
            && takes_same
            && self.result == other.result
            && (count <= 2 || takes_many || self.takes[0].len() == count)
            // Of the operators with any number of arguments, only negation takes one.
            && (count > 1 || !self.takes[0].contains(&Takes::More))
    }
}

/// Whether two texts are the same. `==` cannot be used in constants.
const fn are_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Defines a constant for each name.
macro_rules! operators {
    ($($constant:ident $name:literal),* $(,)?) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub(crate) const $constant: Op = Op::named($name);
        )*
    };
}

operators! {
    TRUE "true", FALSE "false", NOT "not", AND "and", OR "or", XOR "xor", IMPLIES "=>", EQUAL "=",
    DISTINCT "distinct", ITE "ite", SELECT "select", STORE "store", CONST "const",
    PLUS "+", MINUS "-", TIMES "*", INT_DIV "div", MOD "mod", REM "rem", REAL_DIV "/", POWER "^", ABS "abs", LT "<",
    GEQ ">=", LEQ "<=", GT ">", DIVISIBLE "divisible", TO_REAL "to_real", TO_INT "to_int", IS_INT "is_int",
    CONCAT "concat", EXTRACT "extract", ZERO_EXTEND "zero_extend", SIGN_EXTEND "sign_extend",
    ROTATE_LEFT "rotate_left", ROTATE_RIGHT "rotate_right", BVNOT "bvnot", BVNEG "bvneg", BVAND "bvand", BVOR "bvor",
    BVXOR "bvxor", BVADD "bvadd", BVSUB "bvsub", BVMUL "bvmul", BVUDIV "bvudiv", BVUREM "bvurem", BVSDIV "bvsdiv",
    BVSREM "bvsrem", BVSMOD "bvsmod", BVSHL "bvshl", BVLSHR "bvlshr", BVASHR "bvashr", BVULT "bvult", BVUGE "bvuge",
    BVULE "bvule", BVUGT "bvugt", BVSLT "bvslt", BVSGE "bvsge", BVSLE "bvsle", BVSGT "bvsgt", UBV_TO_INT "ubv_to_int",
    SBV_TO_INT "sbv_to_int", INT_TO_BV "int_to_bv", BVCOMP "bvcomp", BVUADDO "bvuaddo", BVUSUBO "bvusubo", BVNEGO "bvnego",
    BVINC "bvinc", BVDEC "bvdec", BIT2BOOL "bit2bool",
    RNE "RNE", RNA "RNA", RTP "RTP", RTN "RTN", RTZ "RTZ", FP "fp", FP_ABS "fp.abs", FP_NEG "fp.neg", FP_ADD "fp.add",
    FP_SUB "fp.sub", FP_MUL "fp.mul", FP_DIV "fp.div", FP_FMA "fp.fma", FP_MIN "fp.min", FP_MAX "fp.max",
    FP_LEQ "fp.leq", FP_LT "fp.lt", FP_GEQ "fp.geq", FP_GT "fp.gt", FP_EQ "fp.eq", FP_IS_SUBNORMAL "fp.isSubnormal",
    FP_IS_ZERO "fp.isZero", FP_IS_INFINITE "fp.isInfinite", FP_IS_NAN "fp.isNaN", FP_IS_NEGATIVE "fp.isNegative",
    TO_FP "to_fp", TO_FP_UNSIGNED "to_fp_unsigned", FP_TO_REAL "fp.to_real", FP_SQRT "fp.sqrt", FP_ROUND_TO_INTEGRAL "fp.roundToIntegral",
    CHAR "char", STR_CONCAT "str.++", STR_LEN "str.len", STR_LT "str.<", STR_LEQ "str.<=", STR_AT "str.at",
    STR_SUBSTR "str.substr", STR_PREFIXOF "str.prefixof", STR_SUFFIXOF "str.suffixof", STR_CONTAINS "str.contains",
    STR_INDEXOF "str.indexof", STR_REPLACE "str.replace", STR_REPLACE_ALL "str.replace_all", STR_TO_INT "str.to_int",
    STR_FROM_INT "str.from_int", STR_TO_CODE "str.to_code", STR_FROM_CODE "str.from_code", STR_IS_DIGIT "str.is_digit",
    STR_IN_RE "str.in_re", STR_TO_RE "str.to_re", RE_ALL "re.all", RE_ALLCHAR "re.allchar", RE_CONCAT "re.++",
    RE_UNION "re.union", RE_INTER "re.inter", RE_STAR "re.*", RE_PLUS "re.+", RE_OPT "re.opt", RE_COMP "re.comp",
    RE_DIFF "re.diff", RE_RANGE "re.range", RE_POWER "re.^", RE_LOOP "re.loop",
    SEQ_EMPTY "seq.empty", SEQ_UNIT "seq.unit", SEQ_CONCAT "seq.++", SEQ_LEN "seq.len", SEQ_AT "seq.at",
    SEQ_NTH "seq.nth", SEQ_EXTRACT "seq.extract", SEQ_INDEXOF "seq.indexof", SEQ_MAP "seq.map", SEQ_MAPI "seq.mapi",
    SEQ_CONTAINS "seq.contains", SEQ_PREFIXOF "seq.prefixof", SEQ_SUFFIXOF "seq.suffixof", SEQ_REPLACE "seq.replace",
    SEQ_REV "seq.rev", SEQ_FOLDL "seq.foldl", SEQ_FOLDLI "seq.foldli",
    FF_ADD "ff.add", FF_MUL "ff.mul", FF_NEG "ff.neg",
    SET_UNION "set.union", SET_INTER "set.inter", SET_MINUS "set.minus", SET_SUBSET "set.subset", SET_CARD "set.card",
    SET_EMPTY "set.empty", BAG_EMPTY "bag.empty",
    SET_FOLD "set.fold", SET_MAP "set.map", SET_FILTER "set.filter", SET_ALL "set.all", SET_SOME "set.some",
    BAG_FOLD "bag.fold", BAG_MAP "bag.map", BAG_FILTER "bag.filter", BAG_ALL "bag.all", BAG_SOME "bag.some",
    TUPLE_UNIT "tuple.unit", REL_TABLE_JOIN "rel.table_join", REL_GROUP "rel.group", TABLE_JOIN "table.join",
    TABLE_GROUP "table.group",
    PTO "pto", AT_MOST "at-most", AT_LEAST "at-least", PBEQ "pbeq", PBLE "pble", PBGE "pbge",
    IAND "iand",
}

/// The connectives that join two formulas into one, in the order in which a random draw numbers them.
pub(crate) const JOINTS: [Op; 5] = [AND, OR, EQUAL, XOR, IMPLIES];

/// The operators that compare numbers, as the atoms of difference logics do, in the order in which a random draw numbers
/// them.
pub(crate) const COMPARISONS: [Op; 6] = [LT, LEQ, GT, GEQ, EQUAL, DISTINCT];

/// The operators that apply a function to the items of a sequence, set or bag, in the order in which a random draw numbers
/// them.
pub(crate) const ITERATIONS: [Op; 14] = [
    SEQ_FOLDL, SEQ_FOLDLI, SEQ_MAP, SEQ_MAPI, SET_FOLD, SET_MAP, SET_FILTER, SET_ALL, SET_SOME, BAG_FOLD,
    BAG_MAP, BAG_FILTER, BAG_ALL, BAG_SOME,
];

/// The constraints on the number of true arguments, or on the sum of their weights.
pub(crate) const PSEUDO_BOOLEAN: [Op; 5] = [AT_MOST, AT_LEAST, PBEQ, PBLE, PBGE];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::operators::{ResultSort, all};

    #[test]
    fn constants_are_the_rows_of_their_names() {
        // The first, one amid a theory, and one of the last theory.
        assert_eq!([TRUE, STR_IN_RE, IAND].map(Op::name), ["true", "str.in_re", "iand"]);
        assert!([&JOINTS[..], &COMPARISONS].concat().iter().all(|one| one.row().result == ResultSort::Bool));
        assert!(all().all(|row| row.op.row() == row && Op::of_head(row.name) == Some(row.op)));
    }
}
