//! Identities: terms that equal a given term for all values. Each row of the table is a law.

use super::template;
use crate::generate::term_builder::{MutationContext, TypedTerm};
use crate::rng::Rng;
use crate::smtlib::Sort;

/// A law: `t` equals the text, for all values of the letters in it.
///
/// `t` is the term itself, `u` another term of its sort, `c` a formula, `i` an index of the array `t`, `a` an array
/// with elements of the sort of `t`, and `j` an index of `a`. Braces contain numbers and literals of the sort: see
/// [`template`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    /// The sorts of `t`.
    pub of: Family,
    /// The text.
    pub law: &'static str,
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

const fn of(of: Family, law: &'static str) -> Identity {
    Identity { of, law }
}

/// The laws.
pub(super) const IDENTITIES: &[Identity] = &[
    of(Family::Any, "(ite c t t)"),
    of(Family::Any, "(ite (= t u) u t)"),
    of(Family::Any, "(select (store a j t) j)"),
    of(Family::Bool, "(not (not t))"),
    of(Family::Bool, "(= t true)"),
    of(Family::Bool, "(= (= t c) c)"),
    of(Family::Bool, "(xor (xor t c) c)"),
    of(Family::Bool, "(and t (or t c))"),
    of(Family::Bool, "(or t (and c t))"),
    of(Family::Bool, "(=> (=> t c) t)"),
    of(Family::Bool, "(ite t true false)"),
    of(Family::Int, "(+ t 0)"),
    of(Family::Int, "(* 1 t)"),
    of(Family::Int, "(- (- t))"),
    of(Family::Int, "(- (+ t u) u)"),
    of(Family::Int, "(+ (- t u) u)"),
    of(Family::Int, "(- (* {factor} t) (* {less} t))"),
    of(Family::Int, "(ite (>= t 0) (abs t) (- (abs t)))"),
    of(Family::Int, "(div (* {factor} t) {factor})"),
    of(Family::Int, "(+ (* {factor} (div t {factor})) (mod t {factor}))"),
    of(Family::Int, "(to_int (to_real t))"),
    of(Family::Int, "(ite (< t u) t (ite (< u t) t u))"),
    of(Family::Real, "(+ t 0.0)"),
    of(Family::Real, "(* 1.0 t)"),
    of(Family::Real, "(- (- t))"),
    of(Family::Real, "(- (+ t u) u)"),
    of(Family::Real, "(- (* {factor}.0 t) (* {less}.0 t))"),
    of(Family::Real, "(/ (* {factor}.0 t) {factor}.0)"),
    of(Family::Real, "(ite (<= t u) t (ite (<= u t) t u))"),
    of(Family::Bits, "(bvnot (bvnot t))"),
    of(Family::Bits, "(bvneg (bvneg t))"),
    of(Family::Bits, "(bvxor (bvxor t u) u)"),
    of(Family::Bits, "(bvadd (bvsub t u) u)"),
    of(Family::Bits, "(bvnot (bvneg (bvadd t {one})))"),
    of(Family::Bits, "(bvadd t {zero})"),
    of(Family::Bits, "(bvor t {zero})"),
    of(Family::Bits, "(bvmul t {one})"),
    of(Family::Bits, "(bvand t t)"),
    of(Family::Bits, "(bvor t (bvand t u))"),
    of(Family::Bits, "(bvand t (bvor t u))"),
    of(Family::Bits, "(bvor (bvand t u) (bvand t (bvnot u)))"),
    of(Family::Bits, "(bvnot (bvand (bvnot t) (bvnot t)))"),
    of(Family::Bits, "(bvshl t {zero})"),
    of(Family::Bits, "(bvlshr t {zero})"),
    of(Family::Bits, "((_ rotate_left {turn}) ((_ rotate_right {turn}) t))"),
    of(Family::Bits, "((_ extract {top} 0) ((_ zero_extend {factor}) t))"),
    of(Family::Bits, "((_ extract {top} 0) ((_ sign_extend {factor}) t))"),
    of(Family::Bits, "((_ extract {top} 0) (concat u t))"),
    of(Family::Bits, "(ite (bvult t u) t (ite (bvult u t) t u))"),
    of(Family::Bits, "(ite (bvslt t {zero}) (bvneg (bvneg t)) t)"),
    of(Family::Wide, "(concat ((_ extract {top} {cut}) t) ((_ extract {below} 0) t))"),
    of(Family::Narrow, "(bvadd (bvmul (bvudiv t u) u) (bvurem t u))"),
    of(Family::Narrow, "(bvadd (bvmul (bvsdiv t u) u) (bvsrem t u))"),
    of(Family::Float, "(fp.neg (fp.neg t))"),
    of(Family::Float, "(fp.add RNE t {minus_zero})"),
    of(Family::Float, "(fp.sub RTZ t {plus_zero})"),
    of(Family::Float, "(fp.mul RNE t {fp_one})"),
    of(Family::Float, "(fp.div RTP t {fp_one})"),
    of(Family::Float, "(fp.fma RNA t {fp_one} {minus_zero})"),
    of(Family::Float, "(ite (fp.isNegative t) (fp.neg (fp.abs t)) (fp.abs t))"),
    of(Family::Float, "(ite (fp.isNaN t) t (ite (fp.isZero t) t (fp.max t t)))"),
    of(Family::Float, "((_ to_fp {exponent} {significand}) RTN t)"),
    of(Family::Text, "(str.++ t \"\")"),
    of(Family::Text, "(str.++ \"\" t)"),
    of(Family::Text, "(str.substr t 0 (str.len t))"),
    of(Family::Text, "(str.++ (str.substr t 0 {factor}) (str.substr t {factor} (str.len t)))"),
    of(Family::Text, "(str.substr (str.++ u t) (str.len u) (str.len t))"),
    of(Family::Text, "(str.replace t u u)"),
    of(Family::Text, "(str.replace_all t u u)"),
    of(Family::Text, "(str.++ (str.at t 0) (str.substr t 1 (str.len t)))"),
    of(Family::Text, "(ite (str.prefixof u t) (str.++ u (str.substr t (str.len u) (str.len t))) t)"),
    of(Family::Language, "(re.comp (re.comp t))"),
    of(Family::Language, "(re.union t t)"),
    of(Family::Language, "(re.inter t (re.union u t))"),
    of(Family::Language, "(re.++ t (str.to_re \"\"))"),
    of(Family::Language, "(re.union (re.diff t u) (re.inter t u))"),
    of(Family::Sequence, "(seq.extract t 0 (seq.len t))"),
    of(Family::Sequence, "(seq.extract (seq.++ u t) (seq.len u) (seq.len t))"),
    of(Family::Array, "(store t i (select t i))"),
    of(Family::Array, "(store (store t i (select u i)) i (select t i))"),
    of(Family::Field, "(ff.neg (ff.neg t))"),
    of(Family::Field, "(ff.add t (ff.add u (ff.neg u)))"),
];

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
pub(super) fn identical(
    context: &mut MutationContext<'_>,
    term: &TypedTerm,
    rng: &mut Rng,
) -> Option<TypedTerm> {
    // Laws for all sorts are in the same list, so they are drawn no more often than others.
    let rows: Vec<&Identity> = IDENTITIES.iter().filter(|row| row.of.has(&term.sort)).collect();
    (0..TRIES).find_map(|_| template::fill(rng.pick(&rows)?.law, context, term, rng))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::term_builder::{EvalContext, Scope, TermBuilder};
    use crate::matrix::{Source, Weights};
    use crate::rng::{Key, Stream};
    use crate::smtlib::Problem;
    use crate::theory::operators::op;
    use crate::theory::value::Value;
    use crate::witness::Evaluator;
    use proptest::prelude::*;

    const SORTS: [&str; 16] = [
        "Bool",
        "Int",
        "Real",
        "(_ BitVec 1)",
        "(_ BitVec 4)",
        "(_ BitVec 13)",
        "(_ FloatingPoint 2 3)",
        "(_ FloatingPoint 3 5)",
        "String",
        "RegLan",
        "(Seq Int)",
        "(Array Int Int)",
        "(Array (_ BitVec 2) Bool)",
        "(_ FiniteField 7)",
        "RoundingMode",
        "U",
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
        let key = Key::new(&crate::digest::Digest::of(sort), rng_seed);
        let sampled = Weights::only(Source::Sampled);
        let witness = Evaluator::alone().search(&problem, &key, &sampled).unwrap().witness;
        let eval_context = EvalContext::build(&problem, &witness).unwrap();
        let scope = Scope::collect(&problem, &eval_context.signature, &crate::matrix::Operators::all());
        let builder = TermBuilder::new(&eval_context, &scope);
        let mut rng = key.stream(Stream::Mutation);
        let mut context = MutationContext::new(&problem, &[], builder, &mut rng);
        let sort = eval_context.signature.sort(sort).unwrap();
        if !row.of.has(&sort) {
            return None;
        }
        let term = context.pool.any(&sort, &mut rng)?.0.clone();
        let same = template::fill(row.law, &mut context, &term, &mut rng)?;
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
            assert!(met > 2, "{}: {met}", row.law);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn laws_hold(rng_seed: u64, which in 0..SORTS.len()) {
            for row in IDENTITIES {
                prop_assert!(holds(row, SORTS[which], rng_seed) != Some(false), "{} of {}", row.law, SORTS[which]);
            }
        }
    }
}
