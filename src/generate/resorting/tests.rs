//! A re-sorted copy is well-sorted, has other sorts, keeps the shape of the seed, and its instances are true.

use proptest::prelude::*;

use super::*;
use crate::digest::Digest;
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::Sort;
use crate::theory::usable::ill_sorted;

fn rng(seed: u64) -> Rng {
    Key::new(&Digest::of("seed"), seed).stream(Stream::Sorts)
}

fn resort(problem: &Problem, sizes: Sizes, operators: &Operators, rng: &mut Rng) -> Option<Problem> {
    Original::collect(problem)?.resorted(problem, sizes, operators, rng)
}

/// Returns the sorts of all terms that a problem asserts.
fn sorts(problem: &Problem) -> BTreeSet<Sort> {
    let sorting = Sorting::infer(&problem.formulas.terms, &Signature::collect(&problem.script));
    problem.formulas.terms.ids().filter_map(|id| sorting.sort(id).known().cloned()).collect()
}

/// A problem with all operators that depend on widths or formats, and with all places where sorts are written.
const WITH_ALL_OPERATORS: &str = "(declare-fun x () (_ BitVec 8))(declare-fun y () (_ BitVec 16))(declare-fun f () Float32)\n\
    (declare-fun b () (_ BitVec 1))(declare-fun e () (_ BitVec 8))(declare-fun m () (_ BitVec 23))\n\
    (define-sort W () (_ BitVec 8))(declare-fun a () (Array W (_ BitVec 16)))\n\
    (declare-datatypes ((P 1)) ((par (T) ((pair (one T) (two (_ BitVec 16))) (none)))))(declare-fun p () (P W))\n\
    (define-fun twice ((v (_ BitVec 8)) (w W)) (_ BitVec 16) (concat v w))\n\
    (assert (= y (concat x x) (twice x #x7f)))(assert (= ((_ extract 15 8) y) ((_ extract 7 0) y) x))\n\
    (assert (= ((_ zero_extend 8) x) ((_ sign_extend 8) x) ((_ repeat 2) x)))\n\
    (assert (= f (fp b e m) ((_ to_fp 8 24) RNE 2.5) (fp #b0 #x7f #b00000000000000000000000)))\n\
    (assert (= x ((_ fp.to_ubv 8) RTZ f) ((_ int2bv 8) 3)))(assert (= (bvcomp x (_ bv255 8)) b))\n\
    (assert (= f ((_ to_fp 8 24) (concat y y)) (_ +oo 8 24)))\n\
    (assert (= (select a x) ((_ rotate_left 3) y)))(assert (= a ((as const (Array W (_ BitVec 16))) #x00ff)))\n\
    (assert (let ((z (bvadd x #x01))) (exists ((q W)) (! (= (bvmul q z) q) :pattern ((bvmul q z))))))\n\
    (assert (match p (((pair s t) (= s ((_ extract 11 4) t))) (none true))))(assert (= p (as none (P W))))\n\
    (assert (! (bvult x #x80) :named low))(assert (or low (bvslt y #x8000)))";

#[test]
fn every_operator_that_depends_on_widths_is_read_again() {
    let problem = Problem::read(WITH_ALL_OPERATORS).unwrap();
    for seed in 0..200 {
        let Some(copy) = resort(&problem, Sizes::Mixed, &Operators::all(), &mut rng(seed)) else { continue };
        assert_eq!(ill_sorted(&copy).unwrap(), [], "{}", copy.source());
        assert_eq!(copy.formulas.assertions.len(), problem.formulas.assertions.len(), "{}", copy.source());
        assert_eq!(copy.script.declarations.len(), problem.script.declarations.len(), "{}", copy.source());
        assert!(sorts(&copy) != sorts(&problem), "{}", copy.source());
    }
}

#[test]
fn what_has_no_such_sort_is_not_copied() {
    let problem = Problem::read("(declare-fun x () Int)(assert (< x 1))").unwrap();
    assert!(resort(&problem, Sizes::Mixed, &Operators::all(), &mut rng(1)).is_none());
}

#[test]
fn formats_are_those_that_the_row_reads() {
    let text = "(declare-fun x () (_ FloatingPoint 3 5))(assert (fp.lt x (fp #b0 #b010 #b0000)))";
    let problem = Problem::read(text).unwrap();
    for seed in 0..40 {
        let copy =
            resort(&problem, Sizes::Mixed, &Operators::without(&["odd-float-formats"]), &mut rng(seed))
                .unwrap();
        let named = [Sort::Float(5, 11), Sort::Float(8, 24), Sort::Float(11, 53), Sort::Float(15, 113)];
        let floats: Vec<Sort> =
            sorts(&copy).into_iter().filter(|sort| matches!(sort, Sort::Float(..))).collect();
        assert!(!floats.is_empty() && floats.iter().all(|sort| named.contains(sort)), "{floats:?}");
    }
}

#[test]
fn seeds_keep_all_their_formulas() {
    let pattern = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds/*/*.smt2");
    let mut copied = 0;
    for (number, path) in glob::glob(pattern).unwrap().map(Result::unwrap).enumerate() {
        let text = std::fs::read_to_string(&path).unwrap();
        let problem = keep_usable(Problem::read(text).unwrap()).unwrap().problem;
        let Some(copy) = resort(&problem, Sizes::Mixed, &Operators::all(), &mut rng(number as u64)) else {
            continue;
        };
        copied += 1;
        let count = |problem: &Problem| problem.formulas.assertions.len();
        assert_eq!(count(&copy), count(&problem), "{}", path.display());
    }
    assert!(copied > 25, "{copied}");
}

/// Returns what the problem asserts with another size in place of one.
fn resized(declared: &str, asserted: &str, old: Size, new: Size) -> Option<String> {
    let problem = Problem::read(format!("{declared}(assert {asserted})")).unwrap();
    let copy = Original::collect(&problem).unwrap().resized(&problem, old, new)?;
    Some(copy.source().replace('\n', ""))
}

#[test]
fn one_size_becomes_another_and_nothing_else_changes() {
    let width = |asserted: &str, old, new| {
        let declared = "(declare-fun a () (_ BitVec 1))(declare-fun b () (_ BitVec 3))";
        resized(declared, asserted, Size::Width(old), Size::Width(new))
    };
    assert_eq!(
        width("(= (bvadd b #b001) (bvadd b #b001) #b111)", 3, 5).unwrap(),
        "(declare-fun a () (_ BitVec 1))(declare-fun b () (_ BitVec 5))\
         (assert (= (bvadd b #b00001) (bvadd b #b00001) #b11111))"
    );
    assert!(width("(= a #b0)", 1, 2).unwrap().ends_with("(assert (= a #b00))"));
    assert!(width("(= a #b1)", 1, 2).unwrap().ends_with("(assert (= a #b01))"));
    assert!(width("(= b ((_ zero_extend 2) a))", 3, 4).unwrap().contains("((_ zero_extend 3) a)"));
    // The result of `bvcomp` would have to be extended, and the sum of widths to be cut.
    assert_eq!(width("(= a (bvcomp b b))", 1, 2), None);
    assert_eq!(width("(= b (concat a a a))", 3, 2), None);
    let format = resized(
        "(declare-fun f () (_ FloatingPoint 2 3))",
        "(fp.lt f (fp #b0 #b01 #b00))",
        Size::Format(2, 3),
        Size::Format(3, 4),
    );
    assert_eq!(
        format.unwrap(),
        "(declare-fun f () (_ FloatingPoint 3 4))(assert (fp.lt f (fp #b0 #b011 #b000)))"
    );
}

/// Problems with bit-vectors, floating-point numbers or both, below other sorts, in definitions and under binders.
const PROBLEMS: [&str; 6] = [
    WITH_ALL_OPERATORS,
    "(declare-fun x () (_ BitVec 2))(declare-fun y () (_ BitVec 64))(declare-fun f ((_ BitVec 64)) (_ BitVec 2))\
     (assert (bvult ((_ zero_extend 62) x) y))(assert (= (f y) ((_ extract 40 39) (bvudiv y #x00000000000000ff))))\
     (assert (= y (ite (bvslt x #b10) (bvneg y) ((_ rotate_right 17) y))))",
    "(declare-fun d () Float64)(declare-fun s () Float32)(declare-fun h () Float16)(declare-fun r () RoundingMode)\
     (define-fun half ((v Float64)) Float32 ((_ to_fp 8 24) r (fp.div r v ((_ to_fp 11 53) RNE 2.0))))\
     (assert (fp.leq (half d) s (fp.fma RTZ s s ((_ to_fp 8 24) RNE h))))(assert (= ((_ fp.to_sbv 12) RTP h) #x7ff))\
     (assert (exists ((v Float16)) (fp.eq v (fp.roundToIntegral r h))))",
    "(declare-datatypes ((R 0)) (((record (key (_ BitVec 7)) (value (_ FloatingPoint 3 5))))))\
     (declare-fun a () (Array (_ BitVec 7) R))(declare-fun q () (Seq (_ BitVec 7)))\
     (assert (= (seq.nth q 0) (key (select a #b0000001))))\
     (assert (forall ((k (_ BitVec 7))) (fp.isNormal (value (select a (bvor k #b1000000))))))",
    "(define-sort V () (_ BitVec 12))(define-fun-rec f ((n V)) V (ite (= n #x000) #xfff (bvadd n (f (bvlshr n #x001)))))\
     (declare-fun x () V)(assert (= ((_ sign_extend 4) (f x)) ((_ repeat 4) ((_ extract 3 0) x))))",
    "(declare-fun b () (_ BitVec 1))(declare-fun c () (_ BitVec 1))(declare-fun f () (_ FloatingPoint 5 11))\
     (assert (= (concat b c) ((_ fp.to_ubv 2) RNE f)))(assert (= b (bvcomp c #b1)))",
];

/// Returns the formats in a sort.
fn formats(sort: &Sort) -> Vec<(u32, u32)> {
    match sort {
        Sort::Float(exponent, significand) => vec![(*exponent, *significand)],
        Sort::Array(index, element) => [formats(index), formats(element)].concat(),
        Sort::Seq(element) => formats(element),
        Sort::Named(_, arguments) => arguments.iter().flat_map(formats).collect(),
        _ => Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn copies_are_well_sorted_and_have_sorts_of_the_row(
        rng_seed: u64,
        which in 0..PROBLEMS.len(),
        unread in prop::sample::subsequence(vec!["fp.rem", "odd-float-formats", "tight-float-formats"], 0..=3),
        sizes in prop::sample::select(vec![Sizes::Mixed, Sizes::FewValues]),
    ) {
        let problem = Problem::read(PROBLEMS[which]).unwrap();
        prop_assert_eq!(ill_sorted(&problem).unwrap(), []);
        let operators = Operators::without(&unread);
        let copied = || resort(&problem, sizes, &operators, &mut rng(rng_seed));
        let Some(copy) = copied() else { return Ok(()) };
        let text = copy.source();
        prop_assert_eq!(copied().map(|again| again.source().to_owned()), Some(text.to_owned()));
        prop_assert_eq!(ill_sorted(&copy).unwrap(), [], "{}", text);
        prop_assert_eq!(copy.formulas.assertions.len(), problem.formulas.assertions.len(), "{}", text);
        prop_assert_eq!(copy.script.declarations.len(), problem.script.declarations.len(), "{}", text);
        // The row reads all formats, whether terms or declarations have them.
        let is_odd = |format: &(u32, u32)| ![(5, 11), (8, 24), (11, 53), (15, 113)].contains(format);
        let signature = Signature::collect(&copy.script);
        let declared = signature.functions().flat_map(|function| function.arguments.iter().chain(&function.result));
        let all: Vec<(u32, u32)> = sorts(&copy).iter().chain(declared).flat_map(formats).collect();
        for format in &all {
            prop_assert!(operators.list("odd-float-formats") || !is_odd(format), "{:?} in {}", format, text);
            prop_assert!(operators.read_format(*format), "{:?} in {}", format, text);
        }
        let floats = sorts(&problem).iter().any(|sort| !formats(sort).is_empty());
        prop_assert_eq!(!all.is_empty(), floats, "{}", text);
    }
}
