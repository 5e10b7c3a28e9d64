//! Every law is met, and holds.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::identities::IDENTITIES;
use super::schema::Schema;
use super::theorems::THEOREMS;
use crate::digest::Digest;
use crate::generate::fragment::FormulaSource;
use crate::generate::provenance::FormulaSources;
use crate::generate::seed::Seed;
use crate::generate::seed_pools::SeedPools;
use crate::generate::sources::testing::{Made, material, seeds};
use crate::generate::term_builder::{MutationContext, Scope, TermBuilder};
use crate::matrix::{Asked, Batches, Bounds, Form, Operators, Source, Weights};
use crate::rng::{Key, Stream};
use crate::smtlib::instance::Kind;
use crate::smtlib::{Problem, Sort};
use crate::theory::exhaustion::{POINTS, decide};
use crate::theory::operators::op;
use crate::theory::value::Value;
use crate::witness::Evaluator;

const SORTS: [&str; 17] = [
    "Bool", "Int", "Real", "(_ BitVec 1)", "(_ BitVec 4)", "(_ BitVec 13)", "(_ FloatingPoint 2 3)",
    "(_ FloatingPoint 3 5)", "String", "RegLan", "(Seq Int)", "(Array Int Int)", "(Array (_ BitVec 2) Bool)",
    "(_ FiniteField 7)", "(Set Int)", "RoundingMode", "U",
];

/// Returns the laws of both tables, and whether each is an identity.
fn laws() -> impl Iterator<Item = (&'static Schema, bool)> {
    IDENTITIES.iter().map(|schema| (schema, true)).chain(THEOREMS.iter().map(|schema| (schema, false)))
}

/// Instantiates each law for a random term of a sort. Returns for each whether it holds, or `None` if it is not a law for
/// that sort or the value is unknown.
fn all_hold(sort: &str, rng_seed: u64) -> Vec<Option<bool>> {
    // The operators of extensions are used only if the seed uses them.
    let uses = match sort {
        "(Seq Int)" => {
            "(assert (= (seq.len (seq.++ t t)) (seq.len (seq.extract t 0 1)) (seq.indexof t u 0)))\
             (assert (and (seq.contains t u) (seq.prefixof t u) (seq.suffixof t u) (= t (seq.rev (seq.replace t u t)))))"
        }
        "(_ FiniteField 7)" => "(assert (= (ff.mul t u) (ff.add t u) (ff.neg t)))",
        "(Set Int)" => {
            "(assert (or (set.subset t u) (= (set.card (set.union t u)) (set.card (set.minus t (set.inter t u))))))"
        }
        "Int" => "(assert ((_ divisible 3) t))",
        _ if sort.starts_with("(_ BitVec") => {
            "(assert (and (bvuaddo t u) (bvusubo t u) (bvnego t) (= (ubv_to_int t) (sbv_to_int u))
               (distinct #b1 ((_ int_to_bv 1) 1))))"
        }
        _ => "",
    };
    // No solver supports constants that are languages.
    let (names, made) = match sort {
        "RegLan" => ("(declare-fun s () String)", "(assert (str.in_re s (re.++ (str.to_re s) re.allchar)))"),
        "String" => ("", "(assert (str.in_re t (re.++ (re.range \"a\" \"c\") re.allchar)))"),
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
    let scope = Scope::collect(&problem, &eval_context.signature, &Operators::all());
    let sort = eval_context.signature.sort(sort).unwrap();
    let holds = |(schema, is_identity): (&Schema, bool)| {
        if !schema.of.has(&sort) {
            return None;
        }
        let builder = TermBuilder::new(&eval_context, &scope);
        let mut context = MutationContext::new(&problem, &[], builder, key.stream(Stream::Formulas(4)));
        let term = context.any(&sort)?;
        let built = schema.law.instantiate(&mut context, &term)?;
        assert_eq!(built.sort, if is_identity { term.sort.clone() } else { Sort::Bool });
        let claim =
            if is_identity { context.builder.apply(op::EQUAL, &[&term, &built]).unwrap() } else { built };
        let value = context.builder.values([claim.id].into_iter()).remove(0);
        // A value that is too large or unknown decides nothing.
        Some(value? == Value::Bool(true))
    };
    laws().map(holds).collect()
}

#[test]
fn every_law_is_met() {
    let met: Vec<_> = SORTS.iter().flat_map(|sort| (0..6).map(|seed| all_hold(sort, seed))).collect();
    for (number, (schema, _)) in laws().enumerate() {
        let met = met.iter().filter(|hold| hold[number].is_some()).count();
        assert!(met > 2, "{:?}: {met}", schema.law);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold(rng_seed: u64, which in 0..SORTS.len()) {
        for ((schema, _), holds) in laws().zip(all_hold(SORTS[which], rng_seed)) {
            prop_assert!(holds != Some(false), "{:?} of {}", schema.law, SORTS[which]);
        }
    }
}

#[test]
fn theorems_about_every_seed_are_true() {
    let batches = Batches { open: 50, ..Batches::default() };
    let bounds = Bounds { synthesis: 120, batches, ..Bounds::default() };
    let mut directed = 0;
    for (number, (path, seed)) in seeds().enumerate() {
        let made = Made::new(&seed, number as u64, &bounds, FormulaSource::Theorem);
        made.check();
        let theorems: Vec<bool> = made.formulas().map(|theorem| theorem.truth).collect();
        assert!(
            theorems.len() > 4 && theorems.iter().all(|truth| *truth),
            "{}: {:?}",
            path.display(),
            made.texts()
        );
        directed += made.texts().iter().filter(|text| text.starts_with("(=> ")).count();
    }
    assert!(directed > 20, "{directed} directions of equivalences");
}

#[test]
fn evaluations_fix_each_symbol_on_which_a_term_depends() {
    const DECLARED: &str = "(set-logic QF_UFBV)(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))\
        (declare-const c (_ BitVec 4))(declare-fun g ((_ BitVec 4)) (_ BitVec 4))\
        (define-fun h ((n (_ BitVec 4))) (_ BitVec 4) (bvadd n b))(define-fun k ((n (_ BitVec 4))) Bool (= (g n) b))";
    let seed =
        format!("{DECLARED}(assert (= (h a) (bvmul a c)))(assert (bvult (g a) (h #x3)))(assert (k c))");
    let batches = Batches { open: 50, ..Batches::default() };
    let bounds = Bounds { synthesis: 120, batches, ..Bounds::default() };
    let (mut evaluations, mut bounded, mut hidden) = (0, 0, 0);
    for rng_seed in 0..6 {
        let texts = Made::new(&seed, rng_seed, &bounds, FormulaSource::Theorem).texts();
        let beginnings = ["(=> (= ", "(=> (and (= ", "(=> (and (bvule #"];
        let begins = |text: &&String| beginnings.iter().any(|start| text.starts_with(start));
        for text in texts.iter().filter(begins).filter(|text| !text.contains("(g ") && !text.contains("(k "))
        {
            let denied = Problem::read(format!("{DECLARED}(assert (not {text}))")).unwrap();
            assert_eq!(decide(&denied, POINTS).unwrap().is_satisfiable(), Some(false), "{text}");
            let (premise, claim) = text.split_once(" #").unwrap();
            evaluations += usize::from(premise.ends_with(['a', 'b', 'c']));
            bounded += usize::from(text.starts_with(beginnings[2]));
            hidden += usize::from(
                claim.contains("(h ") && ["(= b #", "(bvule b #"].iter().any(|pin| text.contains(pin)),
            );
        }
    }
    assert!(evaluations > 12 && bounded > 12 && hidden > 5, "{evaluations}, {bounded}, {hidden}");
}

/// A number that is no zero is equal only to itself; what equals NaN or a zero of either sign is not fixed. The values are not
/// those of the witness alone.
#[test]
fn conversions_are_evaluated_under_bounds() {
    let seed = "(set-logic QF_FPLRA)(declare-const x (_ FloatingPoint 2 3))(declare-const y Real)\
        (assert (fp.lt x (fp #b0 #b10 #b00)))(assert (< (fp.to_real x) (+ y 3.0)))";
    let batches = Batches { open: 50, ..Batches::default() };
    let bounds = Bounds { synthesis: 120, batches, ..Bounds::default() };
    let (mut equal, mut between, mut most) = (0, 0, 0);
    for rng_seed in 0..40 {
        let made = Made::new(seed, rng_seed, &bounds, FormulaSource::Theorem);
        made.check();
        let mut values = BTreeSet::new();
        for text in made.texts() {
            values.extend(
                text.split_once("(fp.eq (fp ").and_then(|(_, rest)| rest.get(..16)).map(str::to_owned),
            );
            let fixes = |value: &str| text.starts_with(&format!("(=> (fp.eq (_ {value} 2 3) x) "));
            assert!(!["NaN", "+zero", "-zero"].into_iter().any(fixes), "{text}");
            equal += usize::from(text.contains("(=> (fp.eq (fp ") && text.contains(" (= (fp.to_real x) "));
            between += usize::from(text.contains(" y) (<= y "));
        }
        most = most.max(values.len());
    }
    assert!(equal > 3 && between > 20 && most > 1, "{equal}, {between}, {most}");
}

#[test]
fn calls_of_recursive_functions_are_evaluated() {
    let seed =
        "(set-logic ALL)(declare-const alpha Int)(declare-const beta Int)(assert (< alpha (* 2 beta)))";
    let batches = Batches { open: 50, ..Batches::default() };
    // Only what is listed is known to be read.
    let operators = Operators::without(&["fp.rem"]);
    let bounds = Bounds { mutation: 12, wrappers: 6, batches, operators, ..Bounds::default() };
    let (mut defining, mut evaluated) = (0, 0);
    for rng_seed in 0..400 {
        let made = Made::new(seed, rng_seed, &bounds, FormulaSource::Theorem);
        made.check();
        let definitions =
            made.seed.problem.source().lines().filter(|line| line.starts_with("(define-fun-rec "));
        let hides = |line: &&str| ["alpha", "beta"].iter().any(|constant| line.contains(constant));
        let Some(definition) = definitions.clone().find(hides) else { continue };
        let call = format!("({} ", definition.split(' ').nth(1).unwrap());
        let pins =
            ["(=> (= alpha ", "(=> (= beta ", "(=> (and (= alpha ", "(=> (and (= beta ", "(=> (and (<= "];
        let is_evaluation = |text: &String| pins.iter().any(|pin| text.contains(pin)) && text.contains(&call);
        defining += 1;
        evaluated += usize::from(made.texts().iter().any(is_evaluation));
    }
    assert!(defining > 5 && 2 * evaluated > defining, "{evaluated} of {defining}");
}

/// With the shares of other batches, these would be 49 in place of 75 in 29 batches.
#[test]
fn most_instances_of_unknown_truth_deny_theorems_about_calls() {
    let text =
        "(set-logic ALL)(declare-const alpha Int)(declare-const beta Int)(assert (< alpha (* 2 beta)))";
    let seed = Seed::from_bytes("x.smt2".as_ref(), text.as_bytes()).unwrap();
    let batches = Batches { open: 20, ..Batches::default() };
    let operators = Operators::without(&["fp.rem"]);
    let bounds = Bounds { mutation: 12, wrappers: 6, a_max: 8, batches, operators, ..Bounds::default() };
    let form = Form { asks: vec![Asked::Models], ..Form::default() };
    let (mut batches, mut denying) = (0, 0);
    for rng_seed in 0..120 {
        let batch = seed.batch(0, rng_seed, &bounds, &Weights::only(Source::Sampled));
        let pools = SeedPools::build_batch(&seed, batch, &Evaluator::alone()).unwrap();
        let mut generator = pools.generator(&form);
        let texts: Vec<String> = (0..20).map(|number| generator.instance(number).text).collect();
        let Some(function) = texts.iter().find_map(|text| text.split("(define-fun-rec ").nth(1)) else {
            continue;
        };
        let call = format!("({} ", function.split(' ').next().unwrap());
        let is_denial = |line: &str| {
            let denied =
                ["(assert (not ", "(assert (or (not "].iter().find_map(|start| line.strip_prefix(start));
            let theorem = denied.unwrap_or_default();
            theorem.contains("(=> (") && theorem.contains("alpha ") && theorem.contains(&call)
        };
        let denials = texts.iter().filter(|text| text.lines().any(is_denial)).count();
        (batches, denying) = (batches + 1, denying + denials);
    }
    assert!(batches > 20 && denying > 2 * batches, "{denying} in {batches} batches");
}

#[test]
fn only_instances_that_may_be_unsatisfiable_have_theorems() {
    let bounds = Bounds { synthesis: 30, ..Bounds::default() };
    let seed = "(set-logic QF_BV)(declare-const a (_ BitVec 4))(assert (= a (bvneg a)))";
    assert_eq!(Made::new(seed, 1, &bounds, FormulaSource::Theorem).formulas().count(), 0);
}

#[test]
fn instances_of_unknown_truth_deny_theorems() {
    let seed = "(set-logic QF_BV)(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))(assert (= a (bvneg b)))";
    let batches = Batches { open: 100, ..Batches::default() };
    let bounds = Bounds { synthesis: 30, a_max: 8, batches, ..Bounds::default() };
    let seed = Seed::from_bytes("x.smt2".as_ref(), seed.as_bytes()).unwrap();
    let batch = seed.batch(0, 1, &bounds, &Weights::only(Source::Sampled));
    let pools = SeedPools::build_batch(&seed, batch, &Evaluator::alone()).unwrap();
    let form = Form { asks: vec![Asked::Models], ..Form::default() };
    let mut generator = pools.generator(&form);
    let mut several = 0;
    let mut denies = |number: &u32| {
        let instance = generator.instance(*number);
        let assertions: Vec<usize> = instance.of_kind(Kind::Assertion).map(|(at, _)| at).collect();
        let sources = &generator.provenance().assertions;
        let is_theorem = |sources: &FormulaSources| *sources == FormulaSource::Theorem.into();
        let theorems = assertions.iter().zip(sources).filter(|(_, sources)| is_theorem(sources));
        let alone = |at: usize| instance.with(|other| other == at || !assertions.contains(&other));
        let is_denied = |at: &usize| {
            let is_satisfiable = decide(&alone(*at).problem().unwrap(), POINTS).unwrap().is_satisfiable();
            !is_satisfiable.unwrap()
        };
        let denied = theorems.map(|(at, _)| *at).find(is_denied);
        let is_several = |at: usize| instance.line(&instance.commands[at]).starts_with("(assert (or ");
        several += usize::from(denied.is_some_and(is_several));
        // The witness satisfies all else, unless assertions of their own are false.
        denied.is_some_and(|denied| pools.satisfy(&instance.with(|at| at != denied).problem().unwrap()))
    };
    let count = (0..100).filter(|number| denies(number)).count();
    assert!((25..60).contains(&count) && several > 8, "{several} of {count}");
}
