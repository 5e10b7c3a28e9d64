//! Wrapped formulas keep their truth value, evaluate to it, and stay within the logic.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::digest::Digest;
use crate::generate::additions;
use crate::generate::batch::Batch;
use crate::generate::fragment::FormulaSource;
use crate::generate::sources::testing::{Made, material, seeds};
use crate::generate::strategy::SeedSize;
use crate::generate::term_builder::Scope;
use crate::generate::term_builder::rewrite::below;
use crate::generate::unsupported_syntax::Supported;
use crate::matrix::{Bounds, Operators, Weights};
use crate::rng::{Key, Stream};
use crate::smtlib::{Printer, Problem};
use crate::theory::meaning::Meaning;
use crate::theory::signature::Signature;

const SEEDS: [&str; 9] = [
    "(set-logic LIA)(declare-fun x () Int)(declare-fun y () Int)(assert (and (< x (* 2 y))\
     (forall ((i Int)) (! (=> (and (<= 0 i) (< i 5)) (< (+ i x) (+ y 9))) :pattern ((+ i x)))) (= x y)))",
    "(set-logic BV)(declare-fun x () (_ BitVec 4))(declare-fun q () (_ BitVec 2))\
     (assert (or (bvult (bvadd x x) (bvmul x #x3)) (exists ((b (_ BitVec 2))) (= (bvadd b q) ((_ extract 2 1) x)))))",
    "(declare-fun s () String)(declare-fun f () (_ FloatingPoint 3 4))(declare-fun a () (Array Int Bool))\
     (assert (or (str.prefixof s \"ab\") (fp.isNaN (fp.add RNE f f)) (select a (str.len s))))",
    "(set-logic AUFDTLIA)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)\
     (declare-fun x () Int)(declare-fun a () (Array Int Int))\
     (assert (or (= (match l ((nil x) ((cons h t) (+ h 1)))) 3) (= (select a x) 4) (= (cons x l) l)))",
    "(set-logic UF)(declare-sort U 0)(declare-fun u () U)(declare-fun v () U)(declare-fun f (U) U)\
     (assert (or (= (f u) v) (forall ((z U)) (distinct (f z) (f (f z)) u))))",
    "(set-logic QF_LRA)(declare-fun x () Real)(declare-fun y () Real)(assert (or (< x y) (= (+ x y) 2.5)))",
    "(set-logic UFLIA)(declare-fun x () Int)(declare-fun f (Int) Int)(declare-fun p () Bool)\
     (assert (or (< (f (+ x 1)) (* 2 (f x))) (and p (= (+ x (f 3)) (f (f x))))))",
    "(set-logic ALL)(declare-fun s () (Seq Int))(declare-fun u () (Seq Bool))(declare-fun x () Int)(declare-fun p () Bool)\
     (declare-fun f (Int) Int)(define-fun g ((n Int) (m Int)) Int (+ n m m))\
     (assert (or (= s (seq.++ (seq.unit (+ x 1)) (seq.unit 2) s)) (< (seq.len s) (* x 3)) (= (seq.unit p) u)))",
    "(set-logic LRA)(declare-fun x () Real)(assert (or (< x 1.5) (exists ((y Real)) (and (= y x) (< y 0.0)))))",
];

/// Returns the formulas of a wrapper, each with the value of the original formula, and its own value, for a row that reads
/// all but one operator.
fn made(seed: &str, by: &Wrapper, rng_seed: u64) -> Vec<(String, Value, Option<Value>)> {
    made_for(&Operators::without(&["fp.rem"]), seed, by, rng_seed)
}

/// Returns the same for a row that reads these operators.
fn made_for(
    operators: &Operators,
    seed: &str,
    by: &Wrapper,
    rng_seed: u64,
) -> Vec<(String, Value, Option<Value>)> {
    let plain = Arc::new(Problem::read(seed).unwrap());
    let bounds = Bounds { wrappers: 1, operators: operators.clone(), ..Bounds::default() };
    let batch = Batch::new(0, &Digest::of(seed), SeedSize::Many, rng_seed, &bounds, &Weights::default());
    let supported = Supported::find(&plain, &Operators::all());
    let added = additions::add_declarations(&supported, &batch);
    let (problem, added) = added.unwrap_or_else(|| (Problem::clone(&plain), Default::default()));
    let calls = Calls::collect(&problem.script, &added.recursions).unwrap();
    let key = Key::new(&Digest::of(plain.source()), rng_seed);
    let (pool, eval_context) = material(&problem, &key);
    let scope = Scope::collect(&problem, &eval_context.signature, &bounds.operators);
    let builder = TermBuilder::new(&eval_context, &scope);
    let mut context =
        MutationContext::new(&problem, &pool.fragments, builder, key.stream(Stream::Formulas(5)));
    let mut found = Vec::new();
    for _ in 0..30 {
        let root = context.formula().unwrap();
        let Some(truth) = context.value(root).cloned() else { continue };
        if let Some(id) = by.around(&mut context, &calls, root)
            && context.keep(id)
        {
            found.push((id, truth));
        }
    }
    let values = context.builder.values(found.iter().map(|(id, _)| *id));
    let text = |id| Printer::new(context.terms()).print(id);
    found.into_iter().zip(values).map(|((id, truth), value)| (text(id), truth, value)).collect()
}

fn all_wrappers() -> impl Iterator<Item = &'static Wrapper> {
    WRAPPERS.iter().chain([&RECURSIVE, &FOLDED, &AXIOM, &PREFIXED])
}

/// Returns the wrapper of this name.
fn wrapper(name: &str) -> &'static Wrapper {
    all_wrappers().find(|one| one.name == name).unwrap()
}

#[test]
fn every_wrapper_is_made_and_most_are_evaluated() {
    for by in all_wrappers() {
        let seeds = (1..=2).flat_map(|rng_seed| SEEDS.map(|seed| (seed, rng_seed)));
        let all: Vec<_> = seeds.flat_map(|(seed, rng_seed)| made(seed, by, rng_seed)).collect();
        let evaluated = all.iter().filter(|(.., value)| value.is_some()).count();
        // Not all values of a variable that no equation determines can be tried.
        let percent = if by.keeps_truth && by.name != "hidden" { 90 } else { 50 };
        assert!(
            evaluated > 10 && evaluated * 100 >= all.len() * percent,
            "{}: {evaluated} of {}",
            by.name,
            all.len()
        );
    }
}

/// A condition on a call also stands beside a formula, such that both hold in the polarity that is true.
#[test]
fn conditions_on_recursive_calls_stand_beside_formulas() {
    let seeds = (1..=6).flat_map(|rng_seed| SEEDS.map(|seed| (seed, rng_seed)));
    let all: Vec<_> = seeds.flat_map(|(seed, rng_seed)| made(seed, wrapper("recursive"), rng_seed)).collect();
    for (shape, truth) in
        [("(and (= (w", true), ("(and (not (= (w", true), ("(=> (= (w", false), ("(=> (not (= (w", false)]
    {
        let shaped: Vec<_> = all.iter().filter(|(text, ..)| text.starts_with(shape)).collect();
        let keeps = |value: &Value| *value == Value::Bool(truth);
        assert!(!shaped.is_empty(), "{shape}: {all:?}");
        assert!(
            shaped.iter().all(|(_, of, value)| keeps(of) && value.as_ref().is_none_or(keeps)),
            "{shaped:?}"
        );
    }
}

/// The comparison of two integers is no instance of one of two reals.
#[test]
fn calls_take_arguments_of_their_sorts() {
    let seed = "(set-logic QF_UFLIRA)(define-fun g ((x Real) (y Real)) Bool (<= x y))(declare-fun i () Int)\
                (declare-fun r () Real)(assert (or (<= i 5) (<= r 2.5)))";
    let all: Vec<_> = (1..=20).flat_map(|rng_seed| made(seed, wrapper("called"), rng_seed)).collect();
    let has = |call: &str| all.iter().any(|(text, ..)| text.contains(call));
    assert!(has("(g r 2.5)") && !has("(g i "), "{all:?}");
}

/// Some formulas of each wrapper have the shape that its documentation promises.
#[test]
fn quantified_formulas_have_their_shapes() {
    let texts = |by| -> Vec<String> {
        let seeds = (1..=3).flat_map(|rng_seed| SEEDS.map(|seed| (seed, rng_seed)));
        seeds.flat_map(|(seed, rng_seed)| made(seed, by, rng_seed)).map(|(text, ..)| text).collect()
    };
    let has = |texts: &[String], shape: &str| texts.iter().any(|text| text.contains(shape));
    let alternating = texts(wrapper("alternating"));
    assert!(alternating.iter().any(|text| text.starts_with("(forall ((q") && text.contains("(exists ((")));
    assert!(alternating.iter().any(|text| text.starts_with("(exists ((q") && text.contains("(forall ((")));
    let small = texts(wrapper("small"));
    for shape in ["((q Bool))", "((q (_ FloatingPoint 2 3)))", "_extend", "(ite (= q"] {
        assert!(has(&small, shape), "{shape}: {small:?}");
    }
    let ranged = texts(wrapper("ranged"));
    for shape in [
        "(forall ((q Int)) (=> (and (<= 0 q)",
        "(exists ((q Int)) (and (and (<= ",
        "(str.at s q)",
        "(select a q)",
        "(forall ((q String)) (=> (str.in_re q ",
        "(exists ((q String)) (and (str.in_re q ",
        "(<= (str.len q) ",
        "(str.++ q ",
    ] {
        assert!(has(&ranged, shape), "{shape}: {ranged:?}");
    }
    let hidden = texts(wrapper("hidden"));
    assert!(has(&hidden, "(exists ((q ") && has(&hidden, "(forall ((q "), "{hidden:?}");
    let nested = texts(wrapper("nested"));
    assert!(has(&nested, "(ite (forall ((q") && has(&nested, "(ite (exists ((q"), "{nested:?}");
    let folded = texts(wrapper("folded"));
    for shape in [
        "(seq.foldl (lambda ((q ", "(seq.foldli (lambda ((q Int) (q!1 ", "(seq.map (lambda ((q ",
        "(seq.mapi (lambda ((q Int) (q!1 ", "(ite (= q", "(seq.foldl g ", "(seq.foldl (_ as-array g) ",
        "(seq.map f ",
    ] {
        assert!(has(&folded, shape), "{shape}: {folded:?}");
    }
    let prefixed = texts(wrapper("prefixed"));
    // The inner variable hides the outer one, or has a name of its own.
    let hides = |text: &String| text.matches("(q Bool)").count() > 1;
    assert!(prefixed.iter().any(hides), "{prefixed:?}");
    for shape in ["(q!1 ", " (exists ((q ", " (forall ((q ", "(xor ", "(ite ", "(= q #b"] {
        assert!(has(&prefixed, shape), "{shape}: {prefixed:?}");
    }
    let axioms = texts(wrapper("axiom"));
    assert!(has(&axioms, "(and (forall ((") && has(&axioms, "(=> (forall (("), "{axioms:?}");
    assert!(axioms.iter().all(|text| text.contains(":pattern ((f ")), "{axioms:?}");
    // Patterns come where all solvers of the logic read them.
    let all: Vec<String> = all_wrappers().flat_map(texts).collect();
    assert!(has(&all, ":pattern ((+ ") && has(&all, ":pattern ((f "), "{all:?}");
}

/// Functions are arguments in logics of higher order only.
#[test]
fn functions_apply_to_the_items_of_sets_and_bags() {
    let seed = |logic: &str| {
        format!(
            "(set-logic {logic})(declare-fun s () (Set Int))(declare-fun b () (Bag Int))(declare-fun x () Int)
             (declare-fun p (Int) Bool)(define-fun g ((n Int) (m Int)) Int (+ n m m))(declare-fun f (Int) Int)
             (assert (or (= s (set.insert x s)) (p x) (bag.subbag b (bag (f x) 2)) (= (set.union s s) (set.singleton 2))
              (= (bag.count x b) (+ x 1)) (= x (g x 3)) (= b (bag.union_max b b))))
             (assert (=> (and (p x) (not (p (f x)))) (ite (= x 2) (p 3) (xor (p 4) (= s (set.singleton x))))))"
        )
    };
    let texts = |logic: &str| -> Vec<(String, bool)> {
        let made = (1..=12).flat_map(|rng_seed| made(&seed(logic), wrapper("folded"), rng_seed));
        made.map(|(text, _, value)| (text, value.is_some())).collect()
    };
    let folded = texts("HO_ALL");
    let evaluated = folded.iter().filter(|(_, is_known)| *is_known).count();
    assert!(evaluated * 100 >= folded.len() * 75, "{evaluated} of {}", folded.len());
    for shape in [
        "(set.fold (lambda ((q Int) (q!1 Int)) (+ q!1 ",
        "(set.map (lambda ((q Int)) ",
        "(set.filter (lambda ((q Int)) ",
        "(set.all ",
        "(set.some p ",
        "(set.fold g ",
        "(set.map f ",
        "(bag.fold (lambda ((q Int) (q!1 ",
        "(bag.map (lambda ((q Int)) ",
        "(bag.filter p ",
        "(bag.all p ",
        "(bag.some (lambda ((q Int)) ",
    ] {
        assert!(
            folded.iter().any(|(text, is_known)| *is_known && text.contains(shape)),
            "{shape}: {folded:?}"
        );
    }
    assert_eq!(texts("ALL"), []);
}

#[test]
fn words_have_patterns_where_the_row_reads_them() {
    let seed = "(set-logic UFBV)(declare-fun x () (_ BitVec 4))(declare-fun f ((_ BitVec 4)) (_ BitVec 4))\
        (assert (or (bvult (f x) (bvmul x #x3)) (= (f (f x)) (bvadd x (f #x2)))))";
    let has_pattern = |operators: &Operators, seed: &str| {
        let all = WRAPPERS.iter().flat_map(|by| (0..3).flat_map(move |at| made_for(operators, seed, by, at)));
        all.into_iter().any(|(text, ..)| text.contains(":pattern ((f "))
    };
    assert!(has_pattern(&Operators::without(&["fp.rem"]), seed));
    assert!(!has_pattern(&Operators::without(&["fp.rem", "pattern"]), seed));
    assert!(!has_pattern(&Operators::all(), seed), "Bitwuzla before 0.10.0 reads none");
    assert!(
        has_pattern(&Operators::all(), SEEDS[6]) && !has_pattern(&Operators::without(&["pattern"]), SEEDS[6])
    );
}

#[test]
fn variables_have_odd_formats_where_the_row_reads_them() {
    let seed = "(set-logic ALL)(declare-fun f () Float16)(declare-fun x () Int)\
        (assert (or (fp.isNaN (fp.add RNE f f)) (< x (* 2 x)) (fp.lt f (fp #b0 #b01111 #b0000000000))))";
    let wrappers = [wrapper("small"), wrapper("alternating")];
    for (operators, expected) in [
        (Operators::without(&["fp.rem"]), true),
        (Operators::without(&["odd-float-formats"]), false),
        (Operators::without(&["fp.rem", "odd-float-formats"]), false),
        // A row that lists no operators is not taken to read them.
        (Operators::all(), false),
    ] {
        for by in wrappers {
            let all = (1..=5).flat_map(|rng_seed| made_for(&operators, seed, by, rng_seed));
            let texts: Vec<String> = all.map(|(text, ..)| text).collect();
            assert!(texts.len() > 10, "{}", by.name);
            let has_tiny = texts.iter().any(|text| text.contains("(_ FloatingPoint 2 3)"));
            assert_eq!(has_tiny, expected, "{}", by.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold(rng_seed: u64, which in 0..SEEDS.len()) {
        for by in all_wrappers() {
            for (text, truth, value) in made(SEEDS[which], by, rng_seed) {
                let agrees = value.is_none_or(|value| value == truth);
                prop_assert!(agrees || !by.keeps_truth, "{}: {truth} is not {text}", by.name);
            }
        }
    }
}

/// Whether all symbols of a formula have a meaning in the problem.
fn heads_are_known(problem: &Problem, text: &str) -> bool {
    let again = Problem::read(format!("{}(assert {text})", problem.source())).unwrap();
    let signature = Signature::collect(&again.script);
    let terms = &again.formulas.terms;
    let is_known = |id| match terms.as_app(id) {
        Some((head, _)) => !matches!(Meaning::resolve(head, &signature), Meaning::Unknown(_)),
        None => true,
    };
    let all = below(terms, *again.formulas.assertions.last().unwrap());
    all.into_iter().all(is_known)
}

#[test]
fn formulas_of_every_seed_are_well_sorted_and_true_or_false_as_they_say() {
    for (number, (path, seed)) in seeds().enumerate() {
        let bounds = Bounds { wrappers: 60, ..Bounds::default() };
        let made = Made::new(&seed, number as u64, &bounds, FormulaSource::Wrapped);
        made.check();
        let (problem, count) = (&made.seed.problem, made.formulas().count());
        let scope = Scope::collect(problem, &Signature::collect(&problem.script), &Operators::all());
        assert!(count >= if scope.is_difference() { 3 } else { 20 }, "{}: {count}", path.display());
        for text in made.texts() {
            // The printed text is read back as it is, with its variables bound.
            assert!(heads_are_known(problem, &text), "{text}");
            let quantifies = text.contains("(forall ((q") || text.contains("(exists ((q");
            assert!(scope.has_quantifiers() || !quantifies, "{text}");
        }
    }
}

#[test]
fn names_of_the_seed_are_not_taken() {
    let texts = made(SEEDS[1], wrapper("exists"), 1);
    assert!(texts.iter().any(|(text, ..)| text.contains("(exists ((qq ")), "{texts:?}");
    assert!(texts.iter().all(|(text, ..)| !text.contains("((q ")));
}
