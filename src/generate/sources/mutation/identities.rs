//! Identities: terms that equal a given term for all values. Each row of the table is a law.

use super::law::{Hole, Law, Number};
use crate::generate::term_builder::{MutationContext, TypedTerm};
use crate::smtlib::Sort;
use crate::theory::operators::op;

/// A law for terms of some sorts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    /// The sorts of `t`.
    pub of: Family,
    /// The law.
    pub law: Law,
}

/// A family of sorts with common laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// All sorts except languages, because few solvers support these in `ite` and arrays.
    Any,
    Bool,
    Int,
    Real,
    /// Bit-vectors.
    Bits,
    /// Bit-vectors of at least two bits, which have two parts.
    Wide,
    /// Bit-vectors that solvers divide quickly.
    Narrow,
    Float,
    Text,
    Language,
    Sequence,
    Array,
    Field,
}

/// Writes laws as SMT-LIB writes terms: the name of an operator, in brackets with its indices if it has some, and its
/// arguments.
macro_rules! identities {
    ($($family:ident $law:tt,)*) => { &[$(Identity { of: Family::$family, law: law!($law) }),*] };
}

macro_rules! law {
    (([$operator:ident $($index:tt)*] $($argument:tt)*)) => {
        Law::Apply(op::$operator, &[$(number!($index)),*], &[$(law!($argument)),*])
    };
    (($operator:ident $($argument:tt)*)) => { Law::Apply(op::$operator, &[], &[$(law!($argument)),*]) };
    (t) => { Law::Hole(Hole::Given) };
    (u) => { Law::Hole(Hole::Other) };
    (c) => { Law::Hole(Hole::Formula) };
    (i) => { Law::Hole(Hole::Index) };
    (a) => { Law::Hole(Hole::Array) };
    (j) => { Law::Hole(Hole::IndexOfArray) };
    ({$constant:ident}) => { Law::$constant };
    ($number:tt) => { Law::Number(number!($number)) };
}

macro_rules! number {
    ($name:ident) => {
        Number::$name
    };
    ($number:literal) => {
        Number::Is($number)
    };
}

/// The laws.
pub(super) const IDENTITIES: &[Identity] = identities! {
    Any (ITE c t t),
    Any (ITE (EQUAL t u) u t),
    Any (SELECT (STORE a j t) j),
    Bool (NOT (NOT t)),
    Bool (EQUAL t (TRUE)),
    Bool (EQUAL (EQUAL t c) c),
    Bool (XOR (XOR t c) c),
    Bool (AND t (OR t c)),
    Bool (OR t (AND c t)),
    Bool (IMPLIES (IMPLIES t c) t),
    Bool (ITE t (TRUE) (FALSE)),
    Int (PLUS t 0),
    Int (TIMES 1 t),
    Int (MINUS (MINUS t)),
    Int (MINUS (PLUS t u) u),
    Int (PLUS (MINUS t u) u),
    Int (MINUS (TIMES Factor t) (TIMES Less t)),
    Int (ITE (GEQ t 0) (ABS t) (MINUS (ABS t))),
    Int (INT_DIV (TIMES Factor t) Factor),
    Int (PLUS (TIMES Factor (INT_DIV t Factor)) (MOD t Factor)),
    Int (TO_INT (TO_REAL t)),
    Int (ITE (LT t u) t (ITE (LT u t) t u)),
    Real (PLUS t 0),
    Real (TIMES 1 t),
    Real (MINUS (MINUS t)),
    Real (MINUS (PLUS t u) u),
    Real (MINUS (TIMES Factor t) (TIMES Less t)),
    Real (REAL_DIV (TIMES Factor t) Factor),
    Real (ITE (LEQ t u) t (ITE (LEQ u t) t u)),
    Bits (BVNOT (BVNOT t)),
    Bits (BVNEG (BVNEG t)),
    Bits (BVXOR (BVXOR t u) u),
    Bits (BVADD (BVSUB t u) u),
    Bits (BVNOT (BVNEG (BVADD t {One}))),
    Bits (BVADD t {Zero}),
    Bits (BVOR t {Zero}),
    Bits (BVMUL t {One}),
    Bits (BVAND t t),
    Bits (BVOR t (BVAND t u)),
    Bits (BVAND t (BVOR t u)),
    Bits (BVOR (BVAND t u) (BVAND t (BVNOT u))),
    Bits (BVNOT (BVAND (BVNOT t) (BVNOT t))),
    Bits (BVSHL t {Zero}),
    Bits (BVLSHR t {Zero}),
    Bits ([ROTATE_LEFT Turn] ([ROTATE_RIGHT Turn] t)),
    Bits ([EXTRACT Top 0] ([ZERO_EXTEND Factor] t)),
    Bits ([EXTRACT Top 0] ([SIGN_EXTEND Factor] t)),
    Bits ([EXTRACT Top 0] (CONCAT u t)),
    Bits (ITE (BVULT t u) t (ITE (BVULT u t) t u)),
    Bits (ITE (BVSLT t {Zero}) (BVNEG (BVNEG t)) t),
    Wide (CONCAT ([EXTRACT Top Cut] t) ([EXTRACT Below 0] t)),
    Narrow (BVADD (BVMUL (BVUDIV t u) u) (BVUREM t u)),
    Narrow (BVADD (BVMUL (BVSDIV t u) u) (BVSREM t u)),
    Float (FP_NEG (FP_NEG t)),
    Float (FP_ADD (RNE) t {MinusZero}),
    Float (FP_SUB (RTZ) t {Zero}),
    Float (FP_MUL (RNE) t {One}),
    Float (FP_DIV (RTP) t {One}),
    Float (FP_FMA (RNA) t {One} {MinusZero}),
    Float (ITE (FP_IS_NEGATIVE t) (FP_NEG (FP_ABS t)) (FP_ABS t)),
    Float (ITE (FP_IS_NAN t) t (ITE (FP_IS_ZERO t) t (FP_MAX t t))),
    Float ([TO_FP Exponent Significand] (RTN) t),
    Text (STR_CONCAT t {Empty}),
    Text (STR_CONCAT {Empty} t),
    Text (STR_SUBSTR t 0 (STR_LEN t)),
    Text (STR_CONCAT (STR_SUBSTR t 0 Factor) (STR_SUBSTR t Factor (STR_LEN t))),
    Text (STR_SUBSTR (STR_CONCAT u t) (STR_LEN u) (STR_LEN t)),
    Text (STR_REPLACE t u u),
    Text (STR_REPLACE_ALL t u u),
    Text (STR_CONCAT (STR_AT t 0) (STR_SUBSTR t 1 (STR_LEN t))),
    Text (ITE (STR_PREFIXOF u t) (STR_CONCAT u (STR_SUBSTR t (STR_LEN u) (STR_LEN t))) t),
    Language (RE_COMP (RE_COMP t)),
    Language (RE_UNION t t),
    Language (RE_INTER t (RE_UNION u t)),
    Language (RE_CONCAT t (STR_TO_RE {Empty})),
    Language (RE_UNION (RE_DIFF t u) (RE_INTER t u)),
    Sequence (SEQ_EXTRACT t 0 (SEQ_LEN t)),
    Sequence (SEQ_EXTRACT (SEQ_CONCAT u t) (SEQ_LEN u) (SEQ_LEN t)),
    Array (STORE t i (SELECT t i)),
    Array (STORE (STORE t i (SELECT u i)) i (SELECT t i)),
    Field (FF_NEG (FF_NEG t)),
    Field (FF_ADD t (FF_ADD u (FF_NEG u))),
};

impl Family {
    /// Whether a sort belongs to it.
    pub(super) fn has(self, sort: &Sort) -> bool {
        match (self, sort) {
            (Family::Any, sort) => *sort != Sort::RegLan,
            (Family::Bool, Sort::Bool)
            | (Family::Int, Sort::Int)
            | (Family::Real, Sort::Real)
            | (Family::Bits, Sort::BitVec(_))
            | (Family::Float, Sort::Float(..))
            | (Family::Text, Sort::String)
            | (Family::Language, Sort::RegLan)
            | (Family::Sequence, Sort::Seq(_))
            | (Family::Array, Sort::Array(..))
            | (Family::Field, Sort::FiniteField(_)) => true,
            (Family::Wide, Sort::BitVec(width)) => *width > 1,
            (Family::Narrow, Sort::BitVec(width)) => *width <= 8,
            _ => false,
        }
    }
}

/// The number of laws to try until one can be expressed in the logic.
const TRIES: usize = 4;

/// Builds a term that equals another one, by a random law.
pub(super) fn identical(context: &mut MutationContext<'_>, term: &TypedTerm) -> Option<TypedTerm> {
    // Laws for all sorts are in the same list, so they are drawn no more often than others.
    let rows: Vec<&Identity> = IDENTITIES.iter().filter(|row| row.of.has(&term.sort)).collect();
    (0..TRIES).find_map(|_| context.rng.pick(&rows)?.law.instantiate(context, term))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::generate::sources::testing::material;
    use crate::generate::term_builder::{Scope, TermBuilder};
    use crate::rng::{Key, Stream};
    use crate::smtlib::Problem;
    use crate::theory::value::Value;
    use proptest::prelude::*;

    const SORTS: [&str; 16] = [
        "Bool", "Int", "Real", "(_ BitVec 1)", "(_ BitVec 4)", "(_ BitVec 13)", "(_ FloatingPoint 2 3)",
        "(_ FloatingPoint 3 5)", "String", "RegLan", "(Seq Int)", "(Array Int Int)",
        "(Array (_ BitVec 2) Bool)", "(_ FiniteField 7)", "RoundingMode", "U",
    ];

    /// Instantiates a law for a random term of a sort. Returns whether it holds, or `None` if it is not a law for that
    /// sort or the value is unknown.
    fn holds(row: &Identity, sort: &str, rng_seed: u64) -> Option<bool> {
        // The operators of extensions are used only if the seed uses them.
        let uses = match sort {
            "(Seq Int)" => "(assert (= (seq.len (seq.++ t t)) (seq.len (seq.extract t 0 1))))",
            "(_ FiniteField 7)" => "(assert (= (ff.add t u) (ff.neg t)))",
            _ => "",
        };
        // No solver supports constants that are languages.
        let (names, made) = match sort {
            "RegLan" => {
                ("(declare-fun s () String)", "(assert (str.in_re s (re.++ (str.to_re s) re.allchar)))")
            }
            _ => ("", ""),
        };
        let declared = if sort == "RegLan" {
            names.to_owned()
        } else {
            format!("(declare-fun t () {sort})(declare-fun u () {sort})(declare-fun a () (Array Int {sort}))")
        };
        let text = format!(
            "(declare-sort U 0){declared}(declare-fun n () Int)(declare-fun w () (_ BitVec 2))(declare-fun c () Bool)\
             (assert c)(assert (= n (to_int 1.5)))(assert (= w w)){uses}{made}"
        );
        let problem = Problem::read(text).unwrap();
        let key = Key::new(&Digest::of(sort), rng_seed);
        let (_, eval_context) = material(&problem, &key);
        let scope = Scope::collect(&problem, &eval_context.signature, &crate::matrix::Operators::all());
        let builder = TermBuilder::new(&eval_context, &scope);
        let mut context = MutationContext::new(&problem, &[], builder, key.stream(Stream::Mutation));
        let sort = eval_context.signature.sort(sort).unwrap();
        if !row.of.has(&sort) {
            return None;
        }
        let term = context.any(&sort)?;
        let same = row.law.instantiate(&mut context, &term)?;
        assert_eq!(same.sort, term.sort);
        let equation = context.builder.apply(op::EQUAL, &[&term, &same]).unwrap();
        let value = context.builder.values([equation.id].into_iter()).remove(0);
        // A value that is too large or unknown decides nothing.
        Some(value? == Value::Bool(true))
    }

    #[test]
    fn every_law_is_met() {
        for row in IDENTITIES {
            let met = SORTS.iter().flat_map(|sort| (0..6).filter_map(|seed| holds(row, sort, seed))).count();
            assert!(met > 2, "{:?}: {met}", row.law);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn laws_hold(rng_seed: u64, which in 0..SORTS.len()) {
            for row in IDENTITIES {
                prop_assert!(holds(row, SORTS[which], rng_seed) != Some(false), "{:?} of {}", row.law, SORTS[which]);
            }
        }
    }
}
