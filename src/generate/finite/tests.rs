use std::collections::BTreeMap;
use std::num::NonZeroU32;

use super::with_another;
use crate::generate::seed::Seed;
use crate::generate::seed_pools::SeedPools;
use crate::generate::strategy::Strategy;
use crate::matrix::{Batches, Bounds, Form, Layouts, Mode, Operators, Source, Weights};
use crate::smtlib::instance::{Expected, Instance};
use crate::smtlib::{Names, Printer, Problem, TermId, Terms};
use crate::theory::exhaustion::{self, POINTS, decide};
use crate::witness::{Evaluator, exhaustive};

const SEEDS: [&str; 5] = [
    "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(assert (< x (+ y 1)))",
    "(set-logic QF_BV)(declare-fun x () (_ BitVec 32))(declare-fun y () (_ BitVec 32))\
     (assert (= (bvmul x y) (bvadd ((_ zero_extend 16) ((_ extract 15 0) x)) #x00000001)))",
    "(set-logic QF_FP)(declare-fun x () Float32)(declare-fun y () Float32)(assert (fp.lt (fp.add RNE x y) y))",
    "(set-logic ALL)(declare-datatypes ((C 0)) (((r) (g) (b))))(declare-fun c () C)(declare-fun p (C) Bool)\
     (assert (forall ((d C)) (or (p d) (= c d))))",
    "(set-logic QF_AUFBV)(declare-fun a () (Array (_ BitVec 2) (_ BitVec 8)))(declare-fun f ((_ BitVec 8)) Bool)\
     (declare-fun i () (_ BitVec 2))(assert (f (select a i)))(assert (= a (store a i #x00)))",
];

/// Returns the pools of the first batch of a strategy.
fn pools(seed: &str, rng_seed: u64, strategy: Strategy) -> SeedPools {
    pools_for(seed, rng_seed, strategy, Operators::all())
}

/// The same for a row that reads these operators.
fn pools_for(seed: &str, rng_seed: u64, strategy: Strategy, operators: Operators) -> SeedPools {
    let seed = Seed::from_bytes("x.smt2".as_ref(), seed.as_bytes()).unwrap();
    let batches = Batches { size: NonZeroU32::new(10), small: 100, finite: 100, ..Batches::default() };
    let bounds = Bounds {
        batches,
        operators,
        synthesis: 20,
        mutation: 10,
        wrappers: 10,
        context: 10,
        ..Bounds::default()
    };
    let number = |number: &u32| {
        let batch = seed.batch(*number, rng_seed, &bounds, &Weights::only(Source::Sampled));
        batch.strategy == strategy
    };
    let number = (0..100).find(number).unwrap();
    let batch = seed.batch(number, rng_seed, &bounds, &Weights::only(Source::Sampled));
    SeedPools::build_batch(&seed, batch, &Evaluator::alone()).unwrap()
}

/// Returns whether a check is satisfiable, as exhaustion says of its assertions alone.
fn is_satisfiable(instance: &Instance, check: usize) -> Option<bool> {
    let problem = instance.at_check(check).problem().unwrap();
    decide(&problem, POINTS).unwrap().is_satisfiable()
}

/// The form with all that a layout may have.
fn incremental() -> Form {
    Form {
        mode: Mode::Incremental,
        layouts: Layouts::All,
        check_sat_assuming: true,
        reset_assertions: true,
        ..Form::default()
    }
}

/// Among formulas of any sort, a check is unsatisfiable where exhaustion says so, satisfiable where the witness says so, and
/// open where neither does.
#[test]
fn contradictions_stand_among_formulas_that_the_witness_satisfies() {
    let form = incremental();
    let mut counts: BTreeMap<(usize, &str), u32> = BTreeMap::new();
    let mut sizes: BTreeMap<usize, u32> = BTreeMap::new();
    let (mut contradictory, mut back, mut wide) = (0, 0, 0);
    for (at, seed) in SEEDS.into_iter().enumerate() {
        for rng_seed in 0..4 {
            let pools = pools(seed, rng_seed, Strategy::Refuted);
            assert!(!pools.are_exhausted());
            contradictory += u32::from(!pools.are_satisfied());
            let mut generator = pools.generator(&form);
            for number in 0..12 {
                let instance = generator.instance(number);
                let mut was_unsat = false;
                for check in 0..instance.checks() {
                    let expected = instance.expected(check);
                    let found = exhaustion::contradiction(&instance.at_check(check).problem().unwrap());
                    let is_unsat =
                        found.as_ref().is_some_and(|found| found.decision.is_satisfiable() == Some(false));
                    assert_eq!(expected == Expected::Unsat, is_unsat, "check {check} of {}", instance.text);
                    assert_eq!(
                        expected == Expected::Sat,
                        pools.satisfy(&instance.at_check(check).problem().unwrap()),
                        "check {check} of {}",
                        instance.text
                    );
                    if let Some(found) = found {
                        assert!(exhaustive::decide(&instance, check).is_some());
                        *sizes.entry(found.formulas.len()).or_default() += 1;
                        wide +=
                            u32::from(decide(&instance.at_check(check).problem().unwrap(), POINTS).is_err());
                    }
                    *counts.entry((at, expected.word())).or_default() += 1;
                    back += u32::from(was_unsat && expected == Expected::Sat);
                    was_unsat = expected == Expected::Unsat;
                }
            }
        }
    }
    for at in 0..SEEDS.len() {
        assert!(["sat", "unsat"].iter().all(|word| counts.contains_key(&(at, *word))), "{counts:?}");
    }
    let larger: u32 = sizes.range(2..).map(|(_, count)| count).sum();
    assert!(contradictory > 10 && back > 5 && wide > 20 && larger > 40, "{back} {wide} {sizes:?}");
}

/// Arrays that are alike but for an element are never equal, and an equation between them contradicts itself.
#[test]
fn twins_contradict_themselves() {
    let seed = "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 1) (_ BitVec 2)))(declare-fun i () (_ BitVec 1))\
        (declare-fun x () (_ BitVec 2))(assert (= a (store a i x)))";
    let (form, mut found) = (Form::default(), Vec::new());
    for strategy in [Strategy::Finite, Strategy::Refuted] {
        for rng_seed in 0..8 {
            let pools = pools(seed, rng_seed, strategy);
            let mut generator = pools.generator(&form);
            for number in 0..12 {
                let problem = generator.instance(number).problem().unwrap();
                let contradiction = exhaustion::contradiction(&problem);
                let Some(formulas) = contradiction.map(|found| found.formulas) else { continue };
                let texts = formulas.iter().map(|one| Printer::new(&problem.formulas.terms).print(*one));
                let texts: Vec<String> = texts.collect();
                found.extend(texts.into_iter().filter(|text| {
                    formulas.len() == 1 && (text.contains("(= (store ") || text.contains("(= ((as const "))
                }));
            }
        }
    }
    assert!(found.len() > 3, "{found:#?}");
}

/// Equations of constant arrays have stores on one side or on both, to places that symbols tell. Exhaustion knows which of
/// them nothing satisfies.
#[test]
fn chains_of_stores_over_constant_arrays_are_decided() {
    let seed = "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 2) (_ BitVec 1)))(declare-fun i () (_ BitVec 2))\
        (declare-fun j () (_ BitVec 2))(declare-fun x () (_ BitVec 1))(assert (= a (store a i x)))(assert (bvult i j))";
    let form = Form::default();
    let (mut one_sided, mut two_sided) = (0, 0);
    for rng_seed in 0..24 {
        // All but this one, constant arrays among them.
        let operators = Operators::without(&["fp.rem"]);
        let pools = pools_for(seed, rng_seed, Strategy::Finite, operators);
        let mut generator = pools.generator(&form);
        for number in 0..12 {
            let instance = generator.instance(number);
            let problem = instance.problem().unwrap();
            let terms = &problem.formulas.terms;
            for id in terms.ids() {
                let Some(("=", &[one, other])) = terms.as_app(id) else { continue };
                let [one, other] = [one, other].map(|side| stores_over_constant(terms, side));
                match (one, other) {
                    (Some(1..), Some(1..)) => two_sided += 1,
                    (Some(2..), Some(0)) | (Some(0), Some(2..)) => one_sided += 1,
                    _ => {}
                }
            }
            assert_eq!(is_satisfiable(&instance, 0), Some(instance.expected(0) == Expected::Sat));
        }
    }
    assert!(one_sided > 3 && two_sided > 5, "{one_sided} {two_sided}");
}

/// Returns the number of stores of a chain over a constant array.
fn stores_over_constant(terms: &Terms, mut id: TermId) -> Option<usize> {
    for stores in 0.. {
        match terms.as_app(id)? {
            ("store", arguments) => id = arguments[0],
            (head, _) => return head.starts_with("(as const ").then_some(stores),
        }
    }
    None
}

/// What a seed asserts may be such a contradiction.
#[test]
fn an_unsatisfiable_seed_contradicts_itself() {
    let seed = "(set-logic QF_UFLIA)(declare-fun x () Int)(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun r () Bool)\
        (assert (or p q))(assert (= p r))(assert (=> q r))(assert (not r))(assert (< x 3))(assert (=> r (< x 1)))";
    let pools = pools(seed, 1, Strategy::Refuted);
    let form = Form::default();
    let mut generator = pools.generator(&form);
    let asserted = ["(assert (or p q))\n", "(assert (= p r))\n", "(assert (=> q r))\n", "(assert (not r))\n"];
    let is_of_seed = |instance: &Instance| {
        asserted.iter().filter(|line| instance.text.contains(**line)).count() >= 3
            && instance.expected(0) == Expected::Unsat
    };
    let found = (0..60).filter(|&number| is_of_seed(&generator.instance(number))).count();
    assert!(found > 3, "{found}");
}

#[test]
fn each_check_has_the_answer_that_is_right() {
    let mut counts: BTreeMap<(usize, bool), u32> = BTreeMap::new();
    let mut mixed = 0;
    let form = incremental();
    for (at, seed) in SEEDS.into_iter().enumerate() {
        for rng_seed in 0..4 {
            let pools = pools(seed, rng_seed, Strategy::Finite);
            let mut generator = pools.generator(&form);
            for number in 0..12 {
                let instance = generator.instance(number);
                let expected: Vec<Expected> =
                    (0..instance.checks()).map(|check| instance.expected(check)).collect();
                for (check, expected) in expected.iter().enumerate() {
                    let answer = is_satisfiable(&instance, check);
                    let told = match expected {
                        Expected::Sat => Some(true),
                        Expected::Unsat => Some(false),
                        Expected::Open => None,
                    };
                    assert_eq!(told, answer, "check {check} of {}", instance.text);
                    *counts.entry((at, answer.unwrap())).or_default() += 1;
                }
                let unsat = expected.iter().position(|one| *one == Expected::Unsat);
                mixed += u32::from(unsat.is_some_and(|at| expected[at..].contains(&Expected::Sat)));
            }
        }
    }
    // Both answers come up with every seed, also one after another in a script.
    assert!(counts.len() == 2 * SEEDS.len() && counts.values().all(|count| *count >= 10), "{counts:?}");
    assert!(mixed > 5, "{mixed}");
}

#[test]
fn an_instance_does_not_depend_on_earlier_ones() {
    for strategy in [Strategy::Finite, Strategy::Refuted] {
        let pools = pools(SEEDS[1], 1, strategy);
        let form = Form::default();
        let alone = pools.generator(&form).instance(7);
        let mut generator = pools.generator(&form);
        (0..7).for_each(|number| drop(generator.instance(number)));
        assert_eq!(generator.instance(7), alone);
    }
}

/// The copy over few values has names of its own, also where it binds some.
#[test]
fn names_of_both_halves_differ() {
    let read = |text: &str| Problem::read(text).unwrap();
    let seed = read("(declare-fun x () Int)(assert (< x 3))");
    let small = read(
        "(declare-datatypes ((P 2)) ((par (w1 w2) ((pair (fst w1) (snd w2))))))(declare-fun p () Bool)\
         (assert (exists ((w3 Bool)) (= w3 p)))",
    );
    let both = with_another(&seed, &small).unwrap();
    let names = Names::collect(&both.script);
    assert!(["w1", "w2", "w3"].iter().all(|name| !names.contains(name)), "{}", both.source());
    assert!(both.source().contains("(par (w1 w2)"), "{}", both.source());
}

#[test]
fn a_seed_that_asserts_nothing_over_few_values_keeps_its_formulas_where_no_atoms_are_built() {
    let seed = "(set-logic ALL)(declare-fun s () (Seq Int))(declare-fun x () Int)(assert (= s (seq.unit x)))";
    let seed = Seed::from_bytes("x.smt2".as_ref(), seed.as_bytes()).unwrap();
    let batches = Batches { size: NonZeroU32::new(10), finite: 100, ..Batches::default() };
    let bounds = Bounds { batches, ..Bounds::default() };
    let mut met = 0;
    for number in 0..20 {
        let batch = seed.batch(number, 1, &bounds, &Weights::only(Source::Sampled));
        met += usize::from(batch.strategy == Strategy::Finite);
        let pools = SeedPools::build_batch(&seed, batch, &Evaluator::alone()).unwrap();
        assert!(!pools.pools.initial.formulas().is_empty());
    }
    assert!(met > 3, "{met}");
}
