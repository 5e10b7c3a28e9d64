//! The additions are well-sorted, fresh, within a logic of the row, and evaluated like the seed's own declarations.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::generate::seed::Seed;
use crate::generate::seed_pools::SeedPools;
use crate::generate::strategy::Strategy;
use crate::generate::term_builder::Scope;
use crate::matrix::{Bounds, Form, Layouts, Logics, Mode, Operators, Source, Weights};
use crate::smtlib::{Arithmetic, Logic, Printer, Problem};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::recursion;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::theory::usable::ill_sorted;
use crate::theory::value::Value;
use crate::witness::Evaluator;

/// A batch with a wider logic and all kinds of additions.
fn batch(seed: &Seed, rng_seed: u64, bounds: &Bounds) -> Batch {
    let weights = Weights::only(Source::Sampled);
    Batch { is_wide: true, strategy: Strategy::Mixed, ..seed.batch(0, rng_seed, bounds, &weights) }
}

fn bounds() -> Bounds {
    Bounds { synthesis: 30, wrappers: 30, operators: Operators::without(&["fp.rem"]), ..Bounds::default() }
}

fn seed(text: &str) -> Arc<Seed> {
    Seed::from_bytes("x.smt2".as_ref(), text.as_bytes()).unwrap()
}

fn add(seed: &Seed, batch: &Batch) -> Option<(Problem, Additions)> {
    add_declarations(&Supported::find(&seed.problem, &batch.bounds.operators), batch)
}

#[test]
fn seeds_of_every_logic_are_still_read_and_have_pools() {
    let pattern = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds/*/*.smt2");
    let (mut widened, mut defined, mut recursive) = (0, 0, 0);
    for (number, path) in glob::glob(pattern).unwrap().map(Result::unwrap).enumerate().step_by(2) {
        let plain = Seed::load(&path).unwrap();
        let batch = batch(&plain, number as u64, &bounds());
        let mut seed = plain.prepare(&batch);
        let (script, name) = (&seed.problem.script, path.display());
        let before = plain.problem.script.declarations.len();
        // The declarations and assertions of the seed remain, and no assertion is added.
        assert_eq!(seed.problem.formulas.assertions.len(), plain.problem.formulas.assertions.len(), "{name}");
        assert!(seed.problem.source().starts_with(plain.problem.source()), "{name}");
        for added in &script.declarations[before..] {
            let text = script.tree.canonical_text(added.node);
            defined += usize::from(text.starts_with("(define-fun "));
            recursive += usize::from(text.starts_with("(define-fun-rec "));
        }
        assert_eq!(recursion::of_script(script), Ok(Vec::new()), "{name}");
        assert_eq!(ill_sorted(&seed.problem).unwrap(), [], "{name}");
        widened += usize::from(seed.additions.logic.is_some());
        let evaluation = seed.evaluate(&batch, &Evaluator::alone()).unwrap();
        seed.initial_pool(&evaluation, &batch).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert!(widened > 20 && defined > 40 && recursive > 1, "{widened} {defined} {recursive}");
}

#[test]
fn no_function_is_defined_by_an_operator_that_nobody_knows() {
    let assertion = "(assert (bvult (bvadd x (bvxor x #x03)) #x0a))";
    let defined = |assertion: &str| {
        let text = format!(
            "(set-logic QF_BV)(declare-const x (_ BitVec 8)){assertion}(assert (bvult (bvmul x x) #x05))"
        );
        let seed = seed(&text);
        let added = (0..40).filter_map(|rng_seed| add(&seed, &batch(&seed, rng_seed, &bounds())));
        let added: Vec<String> =
            added.map(|(problem, _)| problem.source()[text.len()..].to_owned()).collect();
        added.concat()
    };
    assert!(defined(assertion).contains("bvxor"));
    let unknown = defined(&assertion.replace("bvxor", "nowhere"));
    assert!(unknown.contains("define-fun") && !unknown.contains("nowhere"), "{unknown}");
}

#[test]
fn no_term_is_built_from_an_operator_that_nobody_knows() {
    let text = "(set-logic QF_UFLIA)(declare-fun f (Int) Int)(declare-const x Int)(assert (< (f (nowhere x)) (f (f x))))";
    let problem = Problem::read(text).unwrap();
    let scope = Scope::collect(&problem, &Signature::collect(&problem.script), &Operators::all());
    let terms = &problem.formulas.terms;
    let parts: Vec<String> = scope.parts.iter().map(|&id| Printer::new(terms).print(id)).collect();
    assert_eq!(parts, ["(f x)", "(f (f x))"]);
}

#[test]
fn a_wider_logic_has_what_the_seed_has_and_is_one_of_the_row() {
    let text = |logic: &str, sort: &str| {
        format!("(set-logic {logic})(declare-fun x () {sort})(declare-fun y () {sort})(assert (= x y))")
    };
    for (logic, sort, some) in [
        ("QF_LIA", "Int", true),
        ("QF_LRA", "Real", true),
        ("QF_IDL", "Int", true),
        ("QF_BV", "(_ BitVec 4)", true),
        ("LIA", "Int", true),
        ("ALL", "Int", false),
        ("QF_AUFNIRA", "Int", false),
        ("QF_SLIA", "String", false),
    ] {
        let seed = seed(&text(logic, sort));
        let narrow = Logic::parse(logic).unwrap();
        let mut met = std::collections::BTreeSet::new();
        for rng_seed in 0..60 {
            let Some((problem, added)) = add(&seed, &batch(&seed, rng_seed, &bounds())) else {
                continue;
            };
            let Some(wide) = added.logic else { continue };
            met.insert(wide);
            assert_eq!(problem.script.logic.as_deref(), Some(wide));
            let parsed = Logic::parse(wide).unwrap();
            assert_eq!(parsed.quantifiers, narrow.quantifiers, "{wide}");
            let reals = |logic: &Logic| logic.arithmetic.is_some_and(|numbers: Arithmetic| !numbers.ints);
            assert!(!reals(&narrow) || reals(&parsed), "{logic} {wide}");
            let signature = Signature::collect(&problem.script);
            let scope = Scope::collect(&problem, &signature, &Operators::all());
            assert!(added.sorts.iter().all(|sort| scope.has_sort(sort)), "{wide}: {:?}", added.sorts);
        }
        assert_eq!(!met.is_empty(), some, "{logic}: {met:?}");
    }
}

#[test]
fn arrays_over_declared_sorts_are_not_widened_to_logics_of_words() {
    let seed = seed("(set-logic QF_AX)(declare-sort S 0)(declare-fun a () (Array S S))(assert (= a a))");
    let logics: std::collections::BTreeSet<&str> =
        (0..200).filter_map(|rng_seed| add(&seed, &batch(&seed, rng_seed, &bounds()))?.1.logic).collect();
    assert!(
        logics.contains("QF_AUFLIA") && !logics.contains("QF_ABV") && !logics.contains("QF_AUFBV"),
        "{logics:?}"
    );
}

#[test]
fn a_row_is_given_its_own_logics_alone() {
    let config = "version: 1\nsolvers: {a: {argv: [a, '{file}'], logics: [QF_LIA, QF_UFLIA]}}\nseeds: [{glob: '*.x'}]\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("solvers.yaml"), config).unwrap();
    std::fs::write(folder.path().join("a.x"), "").unwrap();
    let config = crate::matrix::Config::load(&folder.path().join("solvers.yaml"), None).unwrap();
    let logics: Logics = config.all_solvers[0].logics.clone();
    let seed = seed("(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(assert (< (+ x y) 3))");
    for rng_seed in 0..10 {
        let bounds = Bounds { logics: logics.clone(), ..bounds() };
        let (_, added) = add(&seed, &batch(&seed, rng_seed, &bounds)).unwrap();
        assert_eq!(added.logic, Some("QF_UFLIA"));
    }
}

#[test]
fn instances_are_of_the_wider_logic_and_use_what_it_has_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.smt2");
    let text = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(assert (< (+ x y) 3))(assert (< x y))";
    std::fs::write(&path, text).unwrap();
    let batches = crate::matrix::Batches { wider: 100, ..Default::default() };
    let bounds = Bounds { synthesis: 60, batches, ..Bounds::default() };
    let (mut used, mut widened) = (0, 0);
    for rng_seed in 0..10 {
        let weights = Weights::only(Source::Sampled);
        let pools = SeedPools::build(&path, rng_seed, &bounds, &weights, &Evaluator::alone()).unwrap();
        let Some(logic) = pools.additions.logic else { continue };
        widened += 1;
        let form = Form::default();
        let mut generator = pools.generator(&form);
        let instance = generator.instance(0);
        assert!(instance.text.starts_with(&format!("(set-logic {logic})")), "{}", instance.text);
        let sources: Vec<&str> =
            generator.provenance().sources(generator.provenance().all_sources()).collect();
        assert_eq!(sources.last(), Some(&"a wider logic"));
        used += usize::from(instance.assertions().any(|line| line.contains("w1") || line.contains("w2")));
        let again = Problem::read(instance.text.clone()).unwrap();
        assert_eq!(again.script.logic.as_deref(), Some(logic));
    }
    assert!(widened > 5 && used * 2 > widened, "{used} of {widened}");
}

#[test]
fn floats_of_a_wider_logic_have_a_format_that_the_row_reads() {
    let seed =
        seed("(set-logic QF_LRA)(declare-fun x () Real)(declare-fun y () Real)(assert (< (+ x y) 3.0))");
    let formats = |operators: &Operators| {
        let bounds = Bounds { operators: operators.clone(), ..bounds() };
        let added = |rng_seed| {
            let batch = Batch { has_own_sorts: false, ..batch(&seed, rng_seed, &bounds) };
            seed.prepare(&batch).additions.sorts
        };
        let floats = (0..400).flat_map(added).filter(|sort| matches!(sort, Sort::Float(..)));
        floats.collect::<BTreeSet<Sort>>()
    };
    assert!(formats(&bounds().operators).len() > 5);
    // A row that lists no operator has no odd formats.
    assert_eq!(formats(&Operators::all()), [Sort::Float(5, 11)].into());
}

/// Seeds with all sorts by which recursion ends, in logics with it.
const WITH_RECURSION: [&str; 5] = [
    "(set-logic ALL)(declare-fun x () Int)(declare-fun p () Bool)(declare-fun s () String)(declare-fun y () Real)\
     (assert (or p (< x 3) (str.in_re s (re.* (str.to_re \"a\")))))",
    "(set-logic ALL)(declare-fun b () (_ BitVec 5))(declare-fun a () (Array Int Bool))(declare-fun q () (Seq Int))\
     (declare-fun f () (_ FloatingPoint 3 4))(declare-fun n () (_ BitVec 1))(assert (fp.isNaN f))",
    "(set-logic UFDT)(declare-sort U 0)(declare-fun u () U)(declare-fun g (U) U)(declare-datatypes ((T 0) (F 0))\
     (((node (at U) (kids F)) (other)) ((none) (more (one T) (two F)) (last (three T)))))(declare-fun t () T)\
     (declare-fun k () F)",
    "(set-logic AUFDTLIA)(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))\
     (declare-fun l () (L Int))(assert (= (hd l) 1))",
    "(set-logic UFLIA)(declare-fun x () Int)",
];

/// For all sorts that shrink and all laws, the added recursive functions are known to terminate.
#[test]
fn recursive_functions_that_are_added_descend() {
    let (mut met, mut mutual, mut matched) = (std::collections::BTreeSet::new(), 0, 0);
    let mut of_two = std::collections::BTreeSet::new();
    let seeds = WITH_RECURSION.map(seed);
    for (seed, rng_seed) in seeds.iter().flat_map(|seed| (0..360).map(move |rng_seed| (seed, rng_seed))) {
        let Some((problem, added)) = add(seed, &batch(seed, rng_seed, &bounds())) else { continue };
        assert_eq!(recursion::of_script(&problem.script), Ok(Vec::new()), "{}", problem.source());
        assert_eq!(ill_sorted(&problem).unwrap(), [], "{}", problem.source());
        mutual += usize::from(problem.source().contains("(define-funs-rec "));
        matched += usize::from(problem.source().contains("(match "));
        for recursion in &added.recursions {
            met.insert(format!("{} shrinks", recursion.shrinking).replace(char::is_numeric, ""));
            met.insert(format!("{:?}", recursion.law));
            met.insert(format!("gives {}", recursion.sort));
            // A call with the whole first argument makes the other one smaller.
            let Recursion { name, shrinking, sort, .. } = recursion;
            let head = format!("(define-fun-rec {name} ((");
            let rest = problem.source().split_once(&head).and_then(|(_, rest)| rest.split_once(' '));
            if rest.is_some_and(|(d, rest)| rest.contains(&format!("({name} {d} "))) {
                of_two.insert(format!("{shrinking} and {sort}").replace(char::is_numeric, ""));
            }
        }
    }
    assert!(mutual > 50 && matched > 50, "{mutual} {matched}");
    for wanted in ["Int and Int", "String and String", "(L Int) and (L Int)", "Int and String", "w and w"] {
        assert!(of_two.contains(wanted), "{wanted}: {of_two:?}");
    }
    for wanted in [
        "Int shrinks", "String shrinks", "(_ BitVec ) shrinks", "(Seq Int) shrinks", "T shrinks",
        "F shrinks", "(L Int) shrinks", "w shrinks", "Keep", "Count", "Flip", "Copy", "None", "gives Bool",
        "gives RegLan", "gives (_ FloatingPoint 3 4)", "gives (_ BitVec 5)", "gives (Array Int Bool)",
        "gives String", "gives U", "gives (L Int)", "gives Real",
    ] {
        assert!(met.contains(wanted), "{wanted}: {met:?}");
    }
}

/// Bodies of functions without a law mention constants that the problem declares, in base cases, steps and conditions.
#[test]
fn bodies_of_recursive_functions_mention_constants() {
    let seed = seed(
        "(set-logic ALL)(declare-fun x () Int)(declare-fun s () String)(declare-fun b () (_ BitVec 2))\
         (define-fun y () Int 3)(assert (or (< x y) (= s \"ab\")))",
    );
    let (mut mentioning, mut others) = (0, 0);
    let mut met = std::collections::BTreeSet::new();
    for rng_seed in 0..400 {
        let batch = Batch { is_wide: false, ..batch(&seed, rng_seed, &Bounds { synthesis: 0, ..bounds() }) };
        let Some((problem, added)) = add(&seed, &batch) else { continue };
        let Some(Recursion { law, .. }) = added.recursions.first() else { continue };
        let definition = problem.source().lines().last().unwrap();
        assert!(definition.contains("-rec "), "{definition}");
        let words: Vec<&str> = definition.split([' ', '(', ')']).collect();
        let mentioned = ["x", "s", "b"].into_iter().filter(|name| words.contains(name)).count();
        assert!(*law == Law::None || mentioned == 0, "{definition}");
        // What is defined is not declared.
        assert!(!words.contains(&"y"), "{definition}");
        *if mentioned > 0 { &mut mentioning } else { &mut others } += 1;
        let parts = [
            ("(ite (< x 2)", "condition"),
            ("(+ x ", "step"),
            (") x (", "base"),
            ("(str.++ s ", "step of strings"),
        ];
        met.extend(parts.iter().filter(|(part, _)| definition.contains(part)).map(|(_, word)| *word));
    }
    assert!(mentioning > 20 && others > mentioning && met.len() == 4, "{mentioning} {others} {met:?}");
}

/// Whatever the layout, such a constant is declared before the definition, and the witness satisfies the instance.
#[test]
fn instances_with_constants_in_recursive_functions_are_satisfied() {
    let seed = seed(
        "(set-logic ALL)(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)(assert (or p (< x 3)))\
         (assert (< (+ x y) 5))",
    );
    let form =
        Form { mode: Mode::Incremental, layouts: Layouts::All, reset_assertions: true, ..Form::default() };
    let (mut mentioning, mut bounded) = (0, 0);
    for rng_seed in 0..60 {
        let bounds = Bounds { wrappers: 20, context: 20, synthesis: 5, ..bounds() };
        let batch = Batch { is_small: true, is_wide: false, ..batch(&seed, rng_seed, &bounds) };
        let pools = SeedPools::build_batch(&seed, batch, &Evaluator::alone()).unwrap();
        let mut generator = pools.generator(&form);
        for number in 0..10 {
            let instance = generator.instance(number);
            assert_eq!(generator.instance(number), instance);
            let lines: Vec<&str> = instance.text.lines().collect();
            let Some(at) = lines.iter().position(|line| line.contains("-rec ")) else { continue };
            let words: Vec<&str> = lines[at].split([' ', '(', ')']).collect();
            let Some(name) = ["x", "y"].into_iter().find(|name| words.contains(name)) else { continue };
            let declared = lines.iter().position(|line| *line == format!("(declare-fun {name} () Int)"));
            assert!(declared.is_some_and(|declared| declared < at), "{}", instance.text);
            assert!(pools.satisfy(&instance.problem().unwrap()), "{}", instance.text);
            mentioning += 1;
            bounded += usize::from(instance.text.contains(&format!("(<= {name} ")));
        }
    }
    assert!(mentioning > 10 && bounded > 5, "{mentioning} {bounded}");
}

/// The evaluation of a function of which two arguments shrink ends, in lexicographic order as well.
#[test]
fn calls_of_recursive_functions_that_are_added_have_values() {
    let text = "(set-logic ALL)(declare-fun x () Int)(declare-fun s () String)(declare-fun b () (_ BitVec 2))\
        (declare-fun q () (Seq Int))";
    let literals = |sort: &Sort| match sort {
        Sort::Int => Some(["0", "3", "4"]),
        Sort::BitVec(_) => Some(["#b00", "#b10", "#b11"]),
        Sort::String => Some(["\"\"", "\"ab\"", "\"cabbage\""]),
        Sort::Seq(_) => {
            Some(["(as seq.empty (Seq Int))", "(seq.unit 2)", "(seq.++ (seq.unit 4) (seq.unit 1))"])
        }
        _ => None,
    };
    let mut called = 0;
    for rng_seed in 0..200 {
        let seed = seed(text);
        let Some((problem, added)) = add(&seed, &batch(&seed, rng_seed, &bounds())) else { continue };
        for Recursion { name, shrinking, sort, law } in &added.recursions {
            let (Some(first), Some(second), Law::None) = (literals(shrinking), literals(sort), law) else {
                continue;
            };
            let pairs = first.into_iter().flat_map(|d| second.map(|x| (d, x)));
            let calls = pairs.map(|(d, x)| format!("(assert (= ({name} {d} {x}) ({name} {d} {x})))"));
            // Bodies may mention the constants, so these have values.
            let valued = [
                ("x () Int)", "x () Int 2)"),
                ("s () String)", "s () String \"ab\")"),
                ("b () (_ BitVec 2))", "b () (_ BitVec 2) #b10)"),
                ("q () (Seq Int))", "q () (Seq Int) (seq.unit 3))"),
            ]
            .iter()
            .fold(problem.source().to_owned(), |text, (declared, defined)| {
                text.replace(&format!("(declare-fun {declared}"), &format!("(define-fun {defined}"))
            });
            let all = Problem::read(format!("{valued}{}", calls.collect::<String>())).unwrap();
            let model = Model::build(&all.script, false).unwrap();
            let terms = &all.formulas.terms;
            let sorting = Sorting::infer(terms, &model.signature);
            for &equation in all.formulas.assertions.iter().rev().take(9) {
                let worth = Interpreter::new(&model, terms, &sorting).evaluate(equation);
                assert_eq!(worth.value, Ok(Value::Bool(true)), "{}", all.source());
                called += 1;
            }
        }
    }
    assert!(called > 200, "{called}");
}

/// Whatever the layout, an instance defines the added recursive functions if and only if an assertion calls one.
#[test]
fn recursive_functions_that_are_not_called_are_not_defined() {
    let seed = seed(
        "(set-logic ALL)(define-fun-rec own ((n Int)) Int (ite (<= n 0) 0 (own (- n 1))))(declare-fun x () Int)\
         (declare-fun p () Bool)(declare-fun s () String)(assert (or p (< (own x) 3)))(assert (= s \"ab\"))",
    );
    let form = Form { mode: Mode::Incremental, layouts: Layouts::All, ..Form::default() };
    let (mut called, mut uncalled) = (0, 0);
    for rng_seed in 0..20 {
        let bounds = Bounds { wrappers: 8, ..bounds() };
        let batch = Batch { is_small: true, ..batch(&seed, rng_seed, &bounds) };
        let pools = SeedPools::build_batch(&seed, batch, &Evaluator::alone()).unwrap();
        let names: Vec<&str> = pools.additions.recursions.iter().map(|one| one.name.as_str()).collect();
        let is_name = |word: &str| names.contains(&word);
        let words = |text: &str| text.split([' ', '(', ')']).any(is_name);
        let mut generator = pools.generator(&form);
        for number in (0..20).filter(|_| !names.is_empty()) {
            let instance = generator.instance(number);
            let calls = instance.assertions().any(words);
            let defined = instance.declarations().filter(|line| words(line)).count();
            assert_eq!(defined, usize::from(calls), "{}", instance.text);
            assert!(instance.text.contains("(define-fun-rec own "), "{}", instance.text);
            assert_eq!(generator.instance(number), instance);
            *(if calls { &mut called } else { &mut uncalled }) += 1;
        }
    }
    assert!(called > 10 && uncalled > 5, "{called} {uncalled}");
}

#[test]
fn a_recursive_function_is_called_as_an_array_too() {
    let script = "(define-fun-rec w ((n Int)) Int (ite (<= n 0) 0 (w (- n 1))))(declare-fun s () (Seq Int))\
                  (assert (= s s))(assert (= s (seq.map w s)))(assert (= s (seq.map (_ as-array w) s)))";
    let problem = Problem::read(script).unwrap();
    let one = Recursion { name: "w".to_owned(), shrinking: Sort::Int, sort: Sort::Int, law: Law::None };
    let additions = Additions { recursions: vec![one], ..Additions::default() };
    let (definition, calls) = additions.recursive_calls(&problem).unwrap();
    let asserted = problem.formulas.assertions.iter().map(|id| calls[id.index()]);
    assert_eq!((definition, asserted.collect::<Vec<_>>()), (0, vec![false, true, true]));
}

/// Texts of bodies have braces where their parts go.
#[test]
fn names_with_braces_are_in_no_body() {
    for declared in [
        "(declare-fun |{}| (Int) Int)",
        "(declare-datatypes ((L 0)) (((nil) (|{0}| (hd Int) (tl L)))))",
        "(declare-datatypes ((L 0)) (((nil) (cons (|{d}| Int) (tl L)))))",
    ] {
        let text =
            |declared: &str| format!("(set-logic UFDTLIA){declared}(declare-fun x () Int)(assert (< x 3))");
        let recurs = |text: &str| has_recursion(text, Operators::without(&["fp.rem"]), |_, _| true);
        assert!(!recurs(&text(declared)), "{declared}");
        assert!(recurs(&text(&declared.replace(['{', '}'], "b"))), "{declared}");
    }
}

/// Whether a row that reads these operators gets recursive functions of a kind with a seed.
fn has_recursion(text: &str, operators: Operators, is_one: fn(&Problem, &Recursion) -> bool) -> bool {
    let seed = seed(text);
    let bounds = Bounds { operators, synthesis: 0, ..bounds() };
    let mut added = (0..60).filter_map(|rng_seed| add(&seed, &batch(&seed, rng_seed, &bounds)));
    added.any(|(problem, added)| added.recursions.iter().any(|one| is_one(&problem, one)))
}

#[test]
fn recursion_comes_where_it_is_read() {
    let all_but = |unread: &'static str| Operators::without(&[unread]);
    for (logic, operators, expected) in [
        ("UFLIA", all_but("fp.rem"), true),
        ("AUFLIA", all_but("fp.rem"), false),
        ("ALL", all_but("fp.rem"), true),
        ("AUFNIA", all_but("fp.rem"), true),
        ("UFNIA", all_but("fp.rem"), false),
        ("UFLIA", Operators::all(), false),
        ("QF_UFLIA", all_but("fp.rem"), false),
        ("UFIDL", all_but("fp.rem"), false),
        ("LIA", all_but("fp.rem"), false),
        ("UFLIA", all_but("define-fun-rec"), false),
    ] {
        let text = format!("(set-logic {logic})(declare-fun x () Int)(assert (< x 3))");
        assert_eq!(has_recursion(&text, operators, |_, _| true), expected, "{logic}");
    }
    let language = "(set-logic ALL)(declare-fun s () String)(assert (str.in_re s (re.* (str.to_re \"a\"))))";
    let tree = "(set-logic UFDT)(declare-datatypes ((T 0)) (((lf) (nd (l T) (r T)))))(declare-fun t () T)";
    for (unread, expected) in [
        ("fp.rem", [true, true]),
        ("define-fun-rec-reglan", [false, true]),
        ("define-fun-rec-match", [true, false]),
    ] {
        let found = [
            has_recursion(language, all_but(unread), |_, one| one.sort == Sort::RegLan),
            has_recursion(tree, all_but(unread), |problem, _| problem.source().contains("(match ")),
        ];
        assert_eq!(found, expected, "{unread}");
    }
}

/// A batch with sorts of its own, in the logic of its seed.
fn own_batch(seed: &Seed, rng_seed: u64, bounds: &Bounds) -> Batch {
    let weights = Weights::only(Source::Sampled);
    let batch = seed.batch(0, rng_seed, bounds, &weights);
    Batch { has_own_sorts: true, is_wide: false, strategy: Strategy::Mixed, ..batch }
}

#[test]
fn further_sorts_are_those_of_the_logic_and_of_the_row() {
    let text =
        |logic: &str, sort: &str| format!("(set-logic {logic})(declare-fun x () {sort})(assert (= x x))");
    for (logic, sort, operators, some) in [
        ("QF_BV", "(_ BitVec 4)", Operators::all(), &["(_ BitVec 1)", "(_ BitVec 65)"][..]),
        (
            "QF_FP",
            "Float32",
            Operators::without(&["fp.rem"]),
            &["(_ FloatingPoint 2 2)", "(_ FloatingPoint 8 24)"],
        ),
        ("QF_FP", "Float32", Operators::all(), &["(_ FloatingPoint 15 113)"]),
        ("QF_FP", "Float32", Operators::without(&["odd-float-formats"]), &["(_ FloatingPoint 15 113)"]),
        ("QF_ABV", "(_ BitVec 4)", Operators::without(&["fp.rem"]), &["(Array (_ BitVec 2) Bool)"]),
        (
            "QF_ABV",
            "(_ BitVec 4)",
            Operators::without(&["odd-arrays"]),
            &["(Array (_ BitVec 2) (_ BitVec 4))"],
        ),
        ("QF_ALIA", "Int", Operators::without(&["fp.rem"]), &["(Array Int (Array Bool Bool))"]),
        ("QF_S", "String", Operators::without(&["fp.rem"]), &["(Seq Bool)"]),
        ("QF_LIA", "Int", Operators::all(), &[]),
    ] {
        let seed = seed(&text(logic, sort));
        let mut met = std::collections::BTreeSet::new();
        for rng_seed in 0..400 {
            let bounds = Bounds { operators: operators.clone(), wrappers: 0, ..bounds() };
            let Some((problem, added)) = add(&seed, &own_batch(&seed, rng_seed, &bounds)) else { continue };
            assert_eq!((added.logic, problem.script.logic.as_deref()), (None, Some(logic)));
            let signature = Signature::collect(&problem.script);
            let scope = Scope::collect(&problem, &signature, &operators);
            assert!(added.sorts.iter().all(|sort| scope.has_sort(sort)), "{logic}: {:?}", added.sorts);
            met.extend(added.sorts.iter().map(ToString::to_string));
        }
        assert!(some.iter().all(|&sort| met.contains(sort)), "{logic}: {met:?}");
        assert_eq!(met.is_empty(), some.is_empty(), "{logic}");
        let is_odd = |sort: &String| sort.contains("Bool") || sort.matches("Array").count() > 1;
        assert!(operators.contains("odd-arrays") || !met.iter().any(is_odd), "{met:?}");
        let is_odd = |sort: &String| sort.contains("FloatingPoint 2");
        assert!(operators.contains("odd-float-formats") || !met.iter().any(is_odd), "{met:?}");
    }
}

/// A seed with strings, datatypes, small arrays and sequences, and with sorts that no others are built with.
const OF_MANY_SORTS: &str = "(set-logic ALL)(declare-datatypes ((E 0)) (((red) (green) (blue))))\
    (declare-datatypes ((R 0)) (((record (hue E) (size (_ BitVec 4)) (name String)))))\
    (declare-datatypes ((B 0)) (((box (held (Array Int Int)) (back E)))))\
    (declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))\
    (declare-datatypes ((G 0)) (((language (words RegLan)))))(declare-fun g () G)\
    (declare-codatatypes ((S 0)) (((stream (head Int) (tail S)) (stop))))(declare-fun c () S)\
    (declare-fun s () String)(declare-fun l () (L Int))(declare-fun a () (Array Int Int))(declare-fun q () (Seq Int))\
    (declare-fun d () (Array Int (Array Int (Array Int Int))))(declare-fun w () (_ BitVec 90))\
    (assert (or (= s \"ab\") (= (hd l) 1)))";

/// Returns the sorts of the symbols that a row with these operators gets with a seed.
fn own_sorts(text: &str, operators: &Operators, rng_seeds: u64) -> std::collections::BTreeSet<String> {
    let seed = seed(text);
    let bounds = Bounds { operators: operators.clone(), wrappers: 0, ..bounds() };
    let mut met = std::collections::BTreeSet::new();
    for rng_seed in 0..rng_seeds {
        let Some((problem, added)) = add(&seed, &own_batch(&seed, rng_seed, &bounds)) else { continue };
        assert_eq!(ill_sorted(&problem).unwrap(), [], "{}", problem.source());
        met.extend(added.sorts.iter().map(ToString::to_string));
    }
    met
}

#[test]
fn sorts_of_the_seed_are_parts_of_further_ones() {
    let met = own_sorts(OF_MANY_SORTS, &Operators::without(&["fp.rem"]), 1000);
    for sort in [
        "(Array String String)", "(Array E E)", "(Array R E)", "(Array E (Array Int Int))", "(Array Bool B)",
        "(Array String (L Int))", "(Array Bool R)", "(Array (Seq Int) E)", "(Seq String)", "(Seq E)",
        "(Seq R)", "(Seq (L Int))", "(Seq (Array Int Int))", "(Seq (Seq Int))",
    ] {
        assert!(met.contains(sort), "{sort}: {met:?}");
    }
    assert!(met.iter().any(|sort| sort.starts_with("(Array RoundingMode ")), "{met:?}");
    // Pairs and lists have fresh names.
    assert!(met.iter().any(|sort| sort.starts_with("(w") && sort.ends_with(" String)")), "{met:?}");
    // No new sort has streams or languages in it, wide bit-vectors, or more than three levels.
    let has_unwanted = |sort: &String| {
        let deep = "(Array Int (Array Int (Array Int Int)))";
        let words = || sort.split([' ', '(', ')']);
        words().any(|word| ["S", "G", "90"].contains(&word)) || sort.contains(deep)
    };
    assert!(!met.iter().any(has_unwanted), "{met:?}");
    // Neither arrays nor what holds them are indices.
    let is_odd = |sort: &String| sort.starts_with("(Array (Array") || sort.starts_with("(Array B ");
    assert!(!met.iter().any(is_odd), "{met:?}");
}

#[test]
fn sorts_of_the_seed_are_parts_where_the_row_reads_them() {
    // A row that lists no operators is not taken to read them.
    let met = own_sorts(OF_MANY_SORTS, &Operators::all(), 300);
    let has_further = |sort: &String| {
        let words = || sort.split([' ', '(', ')']);
        words().any(|word| ["String", "E", "R", "B", "L", "Seq", "RoundingMode"].contains(&word))
    };
    assert!(!met.is_empty() && !met.iter().any(has_further), "{met:?}");
    // Without odd arrays, sequences and datatypes have them, and arrays do not.
    let met = own_sorts(OF_MANY_SORTS, &Operators::without(&["odd-arrays"]), 300);
    assert!(met.contains("(Seq String)") && met.contains("(Seq R)"), "{met:?}");
    // Those of further datatypes are no odder than others of them.
    let is_array = |sort: &String| sort.starts_with("(Array ") && !sort.contains("(w");
    assert!(!met.iter().any(|sort| is_array(sort) && has_further(sort)), "{met:?}");
    // A logic without strings or datatypes has none of them.
    let arrays = "(set-logic QF_AUFLIA)(declare-fun a () (Array Int Int))(assert (= (select a 0) 1))";
    let met = own_sorts(arrays, &Operators::without(&["fp.rem"]), 300);
    assert!(met.contains("(Array Bool (Array Int Int))"), "{met:?}");
    assert!(!met.iter().any(has_further), "{met:?}");
}

#[test]
fn functions_are_over_arrays_where_the_row_reads_them() {
    let text = "(set-logic QF_AUFBV)(declare-fun a () (Array (_ BitVec 2) (_ BitVec 4)))(assert (= a a))";
    let seed = seed(text);
    for (unread, expected) in [("fp.rem", true), ("define-fun-array", false)] {
        let bounds = Bounds { operators: Operators::without(&[unread]), wrappers: 0, ..bounds() };
        let over_arrays = |rng_seed| {
            let Some((problem, _)) = add(&seed, &own_batch(&seed, rng_seed, &bounds)) else { return false };
            let signature = Signature::collect(&problem.script);
            let is_array = |sort: &Sort| matches!(sort, Sort::Array(..));
            let mut functions = signature.functions().filter(|function| !function.arguments.is_empty());
            functions.any(|function| function.arguments.iter().chain(&function.result).any(is_array))
        };
        assert_eq!((0..200).any(over_arrays), expected, "{unread}");
    }
}

#[test]
fn seeds_with_sorts_of_their_own_are_well_sorted_and_have_pools() {
    let pattern = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds/*/*.smt2");
    let (mut own, mut datatypes) = (0, 0);
    let paths = glob::glob(pattern).unwrap().map(Result::unwrap).enumerate();
    let has_datatypes = |path: &std::path::Path| path.to_string_lossy().contains("DT");
    let wanted = paths.filter(|(number, path)| number % 3 == 0 || has_datatypes(path));
    for (number, path) in wanted {
        let seed = Seed::load(&path).unwrap();
        let batch = own_batch(&seed, number as u64, &bounds());
        let mut prepared = seed.prepare(&batch);
        let name = path.display();
        assert_eq!(ill_sorted(&prepared.problem).unwrap(), [], "{name}");
        own += usize::from(prepared.additions.has_own_sorts);
        datatypes += usize::from(prepared.problem.source().contains("(par ("));
        let evaluation = prepared.evaluate(&batch, &Evaluator::alone()).unwrap();
        prepared.initial_pool(&evaluation, &batch).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert!(own > 20 && datatypes > 0, "{own} {datatypes}");
}

/// Seeds of many logics.
const OF_ALL_KINDS: [&str; 10] = [
    OF_MANY_SORTS,
    WITH_RECURSION[0],
    WITH_RECURSION[1],
    WITH_RECURSION[2],
    WITH_RECURSION[3],
    "(set-logic QF_AUFLIA)(declare-fun a () (Array Int Int))(declare-fun f (Int) Int)(assert (= (select a (f 0)) 1))",
    "(set-logic QF_AUFBV)(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))(assert (= (select a #x0) #x01))",
    "(set-logic QF_FP)(declare-fun f () Float32)(assert (fp.isNaN (fp.add RNE f f)))",
    "(set-logic QF_SLIA)(declare-fun s () String)(declare-fun q () (Seq String))(assert (= (seq.len q) (str.len s)))",
    "(set-logic QF_DT)(declare-datatypes ((T 0)) (((lf) (nd (l T) (r T)))))(declare-fun t () T)(assert (= t (l t)))",
];

/// Returns how deeply a sort is nested.
fn nesting(sort: &Sort) -> usize {
    let parts: Vec<&Sort> = match sort {
        Sort::Array(index, element) => vec![index, element],
        Sort::Seq(element) => vec![element],
        Sort::Named(_, arguments) => arguments.iter().collect(),
        _ => Vec::new(),
    };
    1 + parts.into_iter().map(nesting).max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn additions_are_well_sorted_and_total(
        rng_seed: u64,
        which in 0..OF_ALL_KINDS.len(),
        unread in prop::sample::subsequence(
            vec!["fp.rem", "odd-arrays", "odd-float-formats", "tight-float-formats", "define-fun-rec-match", "seq.len"],
            0..=6,
        ),
        is_wide: bool,
        has_own_sorts: bool,
        strategy in prop::sample::select(vec![Strategy::Mixed, Strategy::Finite]),
    ) {
        let seed = seed(OF_ALL_KINDS[which]);
        let operators = Operators::without(&unread);
        let bounds = Bounds { operators: operators.clone(), ..bounds() };
        let batch = Batch { is_wide, has_own_sorts, strategy, ..batch(&seed, rng_seed, &bounds) };
        let Some((problem, added)) = add(&seed, &batch) else { return Ok(()) };
        let text = problem.source();
        prop_assert_eq!(add(&seed, &batch).map(|(again, _)| again.source().to_owned()), Some(text.to_owned()));
        prop_assert!(added.replaces_sorts || text.starts_with(seed.problem.source()));
        prop_assert_eq!(problem.formulas.assertions.len(), seed.problem.formulas.assertions.len());
        prop_assert_eq!(ill_sorted(&problem).unwrap(), [], "{}", text);
        prop_assert_eq!(recursion::of_script(&problem.script), Ok(Vec::new()), "{}", text);
        // The logic has all new sorts, and they are small.
        let signature = Signature::collect(&problem.script);
        let scope = Scope::collect(&problem, &signature, &operators);
        for sort in &added.sorts {
            prop_assert!(scope.has_sort(sort) && nesting(sort) <= 3, "{} in {}", sort, text);
        }
        // The sorts of all functions are declared, so another reader accepts the text.
        let again = Problem::read(text).unwrap();
        prop_assert_eq!(ill_sorted(&again).unwrap(), [], "{}", text);
    }
}
