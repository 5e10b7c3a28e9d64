//! Mutated formulas are well-sorted, have the recorded truth value, and stay within the logic.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::moves::{MOVES, Move, mutate};
use super::*;
use crate::digest::Digest;
use crate::generate::fragment::{FormulaSource, Fragment};
use crate::generate::sources::testing::{Made, material, seeds};
use crate::generate::term_builder::logic::Rules;
use crate::generate::term_builder::rewrite::below;
use crate::generate::term_builder::{MutationContext, Scope};
use crate::matrix::{Bounds, Operators};
use crate::rng::{Key, Stream};
use crate::smtlib::{Binder, BinderKind, Printer, Problem, Term, TermId, Variable};
use crate::theory::signature::Signature;

fn mutated(seed: &str, rng_seed: u64, synthesis: u32, mutation: u32) -> Made {
    let bounds = Bounds { synthesis, mutation, ..Bounds::default() };
    Made::new(seed, rng_seed, &bounds, FormulaSource::Mutated)
}

#[test]
fn formulas_of_every_seed_are_well_sorted_and_true_or_false_as_they_say() {
    for (number, (path, seed)) in seeds().enumerate() {
        let made = mutated(&seed, number as u64, 0, 40);
        made.check();
        assert!(made.formulas().count() >= 25, "{}: {}", path.display(), made.formulas().count());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_drawn_has_its_truth_value(rng_seed: u64, which in 0..SEEDS.len()) {
        let made = mutated(SEEDS[which], rng_seed, 10, 40);
        made.check();
        prop_assert!(made.formulas().count() > 10);
    }
}

/// Solvers of linear logics do not simplify coefficients: Z3 accepts only plain numbers there.
#[test]
fn coefficients_stay_plain() {
    for (logic, seed) in [
        (
            "QF_LRA",
            "(declare-fun x () Real)(declare-fun y () Real)(assert (> y (* (/ 3 8) x)))\
          (assert (< (* (/ 5 6) y) (+ x (/ 2 7))))",
        ),
        (
            "QF_LIA",
            "(declare-fun x () Int)(declare-fun y () Int)(assert (> y (* (- 3) (div x 4))))\
          (assert (< (* 5 y) (+ x (mod y (- 6)))))",
        ),
        (
            "QF_RDL",
            "(declare-fun x () Real)(declare-fun y () Real)(assert (< (- x y) (- (/ 3 4))))\
          (assert (< (- y x) (/ (- 5) 2)))",
        ),
        (
            "LRA",
            "(declare-fun y () Real)(assert (forall ((x Real)) (or (< x (* (/ 3 8) y)) (> x (/ y (- 4))))))",
        ),
    ] {
        for rng_seed in 1..=3 {
            let made = mutated(&format!("(set-logic {logic}){seed}"), rng_seed, 0, 200);
            let seed = &made.seed.problem;
            let signature = Signature::collect(&seed.script);
            let scope = Scope::collect(seed, &signature, &Operators::all());
            let rules = Rules { terms: made.terms(), scope: &scope, signature: &signature };
            for formula in made.formulas() {
                assert!(rules.has_plain_coefficients(formula.term), "{}", made.text(formula.term));
            }
            assert!(made.formulas().count() > 100);
        }
    }
}

const SEEDS: [&str; 6] = [
    "(set-logic LIA)(declare-fun x () Int)(declare-fun y () Int)(assert (and (< x (* 2 y))\
     (forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (< (+ i x) (+ y 9)))) (exists ((b Bool)) (= b (< x y)))))",
    "(set-logic QF_BV)(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))\
     (assert (or (bvult (bvadd x y) (bvmul x #x3)) (= ((_ extract 2 0) x) ((_ extract 3 1) (bvnot y)))))",
    "(set-logic QF_SLIA)(declare-fun s () String)(declare-fun t () String)\
     (assert (and (str.prefixof s (str.++ t \"ab\")) (< (str.len s) (str.indexof t s 0))))",
    "(set-logic QF_ALIA)(declare-fun a () (Array Int Int))(declare-fun i () Int)(declare-fun j () Int)\
     (assert (or (= (select a i) j) (= (store a i j) a) (< i j)))",
    "(set-logic UFDT)(declare-datatypes ((L 0)) (((nil) (cons (hd Bool) (tl L)))))(declare-fun l () L)\
     (declare-fun m () L)(assert (or (= (match l ((nil m) ((cons h t) t))) l) (= (cons true l) m)))",
    "(declare-sort U 0)(declare-fun u () U)(declare-fun v () U)(declare-fun f (U) U)(declare-fun g (U) U)\
     (assert (or (= (f u) v) (forall ((z U)) (distinct (g z) (f (g z)) u))))",
];

#[test]
fn every_move_is_made() {
    let texts = |which: Option<usize>| {
        let mut made = BTreeSet::new();
        for seed in SEEDS {
            let problem = Problem::read(seed).unwrap();
            let key = Key::new(&Digest::of(seed), 1);
            let (pool, eval_context) = material(&problem, &key);
            let scope = Scope::collect(&problem, &eval_context.signature, &Operators::all());
            let builder = TermBuilder::new(&eval_context, &scope);
            let mut context =
                MutationContext::new(&problem, &pool.fragments, builder, key.stream(Stream::Formulas(4)));
            for _ in 0..60 {
                let root = context.formula().unwrap();
                let by = which.map_or_else(|| moves::drawn(&mut context.rng), |which| MOVES[which].0);
                if let Some(id) = mutate(&mut context, root, by)
                    && context.keep(id)
                {
                    made.insert(Printer::new(context.terms()).print(id));
                }
            }
        }
        made
    };
    for (which, (by, _)) in MOVES.iter().enumerate() {
        assert!(texts(Some(which)).len() > 10, "{by:?}");
    }
    assert!(texts(None).len() > 100);
}

#[test]
fn terms_under_binders_are_changed_and_variables_stay_bound() {
    let made = mutated(SEEDS[0], 3, 0, 200);
    made.check();
    let is_quantified = |formula: &&Fragment| {
        let text = made.text(formula.term);
        text.contains("(forall") && !text.contains("(=> (and (<= 0 i) (< i 5)) (< (+ i x) (+ y 9)))")
    };
    let changed = made.formulas().filter(is_quantified).count();
    assert!(changed > 10, "{changed}");
    assert!(made.formulas().all(|formula| !matches!(made.terms().get(formula.term), Term::Var(_))));
}

#[test]
fn another_operator_has_as_many_indices() {
    let seed = "(set-logic QF_BV)(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))\
                (assert (= ((_ rotate_left 1) a) (bvneg b)))(assert (bvult (bvnot a) ((_ rotate_right 3) b)))";
    for rng_seed in 1..=6 {
        let made = mutated(seed, rng_seed, 0, 60);
        for text in made.texts() {
            let is_indexed = |name: &str| text.contains(&format!("(_ {name} "));
            assert!(!is_indexed("bvneg") && !is_indexed("bvnot"), "{text}");
            assert!(!text.contains("(rotate_"), "{text}");
        }
    }
}

/// Variables have levels that increase inwards, so which ones are free is known from their levels.
#[test]
fn a_term_moves_below_a_binder_only_if_its_variables_are_of_outer_levels() {
    const SEED: &str = "(declare-fun p (Int) Bool)(declare-fun r (Int) Bool)(declare-fun s () Bool)(assert (or (p 0) (r 0) s))";
    let problem = Problem::read(SEED).unwrap();
    let key = Key::new(&Digest::of(SEED), 1);
    let (pool, eval_context) = material(&problem, &key);
    let scope = Scope::collect(&problem, &eval_context.signature, &Operators::all());
    let builder = TermBuilder::new(&eval_context, &scope);
    let mut context =
        MutationContext::new(&problem, &pool.fragments, builder, key.stream(Stream::Formulas(4)));
    for (level, is_free) in [(1, false), (2, true)] {
        let terms = &mut context.builder.terms;
        let mut variable =
            |name: &str, level| terms.variable(Variable { name: name.into(), sort: "Int".into(), level });
        let (y, z) = (variable("y", 1), variable("z", level));
        let s = terms.app("s", &[]);
        let mut bind = |variable, head: &str, other| {
            let own = terms.intern(Term::Var(variable));
            let own = terms.app(head, &[own]);
            let body = terms.app("or", &[own, other]);
            let (kind, variables) = (BinderKind::Exists, Box::new([variable]));
            (own, terms.intern(Term::Binder(Binder { kind, variables, body, patterns: Box::new([]) })))
        };
        let (_, inner) = bind(z, "r", s);
        let (of_y, root) = bind(y, "p", inner);
        // What would become of the inner formula.
        let (_, moved) = bind(z, "r", of_y);
        context.survey();
        let made: Vec<TermId> = (0..200).filter_map(|_| mutate(&mut context, root, Move::Any)).collect();
        let is_met = made.iter().any(|&id| below(context.terms(), id).contains(&moved));
        assert_eq!((is_met, context.terms().is_closed(moved)), (is_free, !is_free));
    }
}

#[test]
fn a_seed_with_bit_vectors_of_any_width_has_formulas() {
    let seed = "(set-logic QF_BV)(declare-fun x () (_ BitVec 4294967295))(declare-fun y () (_ BitVec 8))\
                (assert (or (= y #x00) (bvult x (bvnot x)) (= x (bvneg x))))";
    for rng_seed in 1..=3 {
        let bounds = Bounds { synthesis: 40, mutation: 40, ..Bounds::default() };
        let made = Made::new(seed, rng_seed, &bounds, FormulaSource::Mutated);
        assert!(made.formulas().count() > 5);
        assert!(made.texts().iter().all(|text| text.len() < 10_000));
    }
}
