//! Formulas in context are true, say something about their symbols, and stay within the logic.

use proptest::prelude::*;

use super::*;
use crate::digest::Digest;
use crate::generate::fragment::InitialPool;
use crate::generate::sources::testing::{Made, material};
use crate::generate::term_builder::{EvalContext, Scope};
use crate::matrix::{Bounds, Operators};
use crate::rng::{Key, Stream};
use crate::smtlib::{Printer, Problem};

const SEEDS: [&str; 8] = [
    "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)\
     (assert (and (< x (* 2 y)) (or p (= (+ x y) 7))))",
    "(set-logic QF_IDL)(declare-fun x () Int)(declare-fun y () Int)(declare-fun z () Int)\
     (assert (or (<= (- x y) 3) (< y z)))",
    "(set-logic QF_BV)(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))\
     (assert (or (bvult (bvadd x y) (bvmul x #x3)) (bvslt x y)))",
    "(set-logic QF_FP)(declare-fun f () (_ FloatingPoint 3 4))(declare-fun g () (_ FloatingPoint 3 4))\
     (assert (or (fp.isNaN (fp.add RNE f g)) (fp.lt f g)))",
    "(set-logic QF_S)(declare-fun s () String)(declare-fun t () String)\
     (assert (or (str.prefixof s t) (str.in.re t (re.+ (str.to.re \"a\")))))",
    "(set-logic QF_SLIA)(declare-fun s () String)(declare-fun t () String)(declare-fun i () Int)\
     (assert (or (= (str.++ s t) \"ab\") (< (str.len s) i)))",
    "(declare-fun s () (Seq Int))(declare-fun x () Int)(assert (= (seq.nth s (- (seq.len s) 1)) x))",
    "(set-logic QF_LRA)(declare-fun x () Real)(declare-fun y () Real)(assert (or (< x y) (= (+ x y) 2.5)))",
];

/// A seed with the material for contexts.
struct Ready {
    problem: Problem,
    pool: InitialPool,
    eval_context: EvalContext,
    key: Key,
}

impl Ready {
    fn new(seed: &str, rng_seed: u64) -> Ready {
        let problem = Problem::read(seed).unwrap();
        let key = Key::new(&Digest::of(seed), rng_seed);
        let (pool, eval_context) = material(&problem, &key);
        Ready { problem, pool, eval_context, key }
    }

    /// Returns the texts of some formulas of a kind about the symbols of an assertion.
    fn built(&self, kind: Kind, tries: usize) -> Vec<String> {
        let scope = Scope::collect(&self.problem, &self.eval_context.signature, &Operators::all());
        let builder = TermBuilder::new(&self.eval_context, &scope);
        let mut context = MutationContext::new(
            &self.problem,
            &self.pool.fragments,
            builder,
            self.key.stream(Stream::Formulas(9)),
        );
        let mut found = Vec::new();
        for _ in 0..tries {
            let formula = *context.rng.pick(&context.bases).unwrap();
            let symbols = symbols_of(&mut context, &Bodies::default(), formula);
            if symbols.is_empty() {
                continue;
            }
            let lists = kind.build(&mut context, &symbols);
            let all = first_true(&mut context, lists);
            found.extend(all.iter().map(|typed| Printer::new(context.terms()).print(typed.id)));
        }
        found
    }
}

#[test]
fn each_kind_says_what_its_name_says() {
    let has = |seed: usize, kind: Kind, parts: &[&str]| {
        let found = Ready::new(SEEDS[seed], 1).built(kind, 200);
        for part in parts {
            assert!(found.iter().any(|text| text.starts_with(part)), "{part}: {found:#?}");
        }
        found
    };
    let bounds = has(0, Kind::Bounded, &["(<", "(>"]);
    assert!(bounds.iter().any(|text| text.starts_with("(<= x ")), "{bounds:#?}");
    assert!(bounds.iter().any(|text| text.starts_with("(<= ") && text.ends_with(" x)")), "{bounds:#?}");
    let differences = has(1, Kind::Bounded, &["(<= (- ", "(>= (- "]);
    assert!(differences.iter().all(|text| text.contains(" (- ")), "{differences:#?}");
    has(2, Kind::Bounded, &["(bvu", "(bvs"]);
    has(3, Kind::Bounded, &["(fp.leq ", "(fp.geq "]);
    has(4, Kind::Bounded, &["(= (str.len "]);
    has(5, Kind::Bounded, &["(<= (str.len "]);
    has(6, Kind::Bounded, &["(<= (seq.len ", "(<= x "]);
    has(4, Kind::InLanguage, &["(str.in.re s (re.", "(str.in.re t ((_ re.loop "]);
    has(0, Kind::Pinned, &["(= x ", "(= y "]);
    has(1, Kind::Pinned, &["(= (- "]);
    has(2, Kind::Pinned, &["(= x #b"]);
    has(0, Kind::Alias, &["(= x (", "(= y ("]);
    has(2, Kind::Alias, &["(= x (bvadd y #b", "(= y (bvxor x #b"]);
}

#[test]
fn a_symbol_of_arithmetic_is_mostly_bounded_on_both_sides() {
    let ready = Ready::new(SEEDS[0], 2);
    let scope = Scope::collect(&ready.problem, &ready.eval_context.signature, &Operators::all());
    let builder = TermBuilder::new(&ready.eval_context, &scope);
    let mut context = MutationContext::new(
        &ready.problem,
        &ready.pool.fragments,
        builder,
        ready.key.stream(Stream::Formulas(9)),
    );
    let ready = ready_formula(&context);
    let symbol =
        symbols_of(&mut context, &Bodies::default(), ready).into_iter().find(|one| one.sort == Sort::Int);
    let symbol = symbol.unwrap();
    let both = (0..100).filter(|_| {
        let lists = bounds::around(&mut context, &symbol);
        first_true(&mut context, lists).len() == 2
    });
    let both = both.count();
    assert!(both > 60, "{both}");
}

/// Returns the first true formula of each list.
fn first_true(context: &mut MutationContext<'_>, lists: Vec<Vec<TypedTerm>>) -> Vec<TypedTerm> {
    let mut first = |list: Vec<TypedTerm>| {
        let values = context.builder.values(list.iter().map(|typed| typed.id));
        list.into_iter().zip(values).find(|(_, value)| *value == Some(Value::Bool(true)))
    };
    lists.into_iter().filter_map(|list| Some(first(list)?.0)).collect()
}

/// Returns the largest formula.
fn ready_formula(context: &MutationContext<'_>) -> TermId {
    context.bases.iter().copied().max().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn formulas_in_context_are_true(rng_seed: u64, which in 0..SEEDS.len()) {
        let bounds = Bounds { synthesis: 20, context: 40, ..Bounds::default() };
        let made = Made::new(SEEDS[which], rng_seed, &bounds, FormulaSource::InContext);
        made.check();
        for formula in made.formulas() {
            let is_joined = matches!(made.terms().as_app(formula.term), Some(("and", _)));
            prop_assert!(formula.truth && is_joined, "{}", made.text(formula.term));
        }
        let count = made.formulas().count();
        prop_assert!(count > 10, "{count}");
    }
}

#[test]
fn what_is_too_deep_has_no_context() {
    let made = |d_max| {
        let bounds = Bounds { context: 40, d_max, ..Bounds::default() };
        Made::new(SEEDS[0], 1, &bounds, FormulaSource::InContext)
    };
    assert_eq!(made(1).formulas().count(), 0);
    let shallow = made(2);
    assert!(shallow.formulas().count() > 10);
    assert!(shallow.pool.fragments.iter().all(|fragment| fragment.depth <= 2));
}

/// The context of a call also bounds the constants in the body of the function.
#[test]
fn symbols_in_bodies_of_called_functions_are_in_the_context() {
    let seed = "(set-logic ALL)(declare-fun c () Int)(declare-fun x () Int)(define-fun-rec f ((n Int)) Int\
        (ite (or (<= n 0) (> n 6)) c (f (- n 1))))(assert (< (f x) 9))(assert (< (* 2 x) 7))";
    let made = Made::new(seed, 1, &Bounds { context: 60, ..Bounds::default() }, FormulaSource::InContext);
    made.check();
    let has_constant = |text: &&String| text.split([' ', '(', ')']).any(|word| word == "c");
    let (calling, others): (Vec<String>, _) = made.texts().into_iter().partition(|text| text.contains("(f "));
    let bounded = calling.iter().filter(has_constant).count();
    assert!(bounded * 2 > calling.len() && calling.len() > 10, "{calling:#?}");
    // Bounds may be other symbols.
    assert!(others.iter().filter(has_constant).count() * 2 < others.len(), "{others:#?}");
}
