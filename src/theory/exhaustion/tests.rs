use proptest::prelude::*;

use super::*;
use crate::smtlib::examples::check;
use crate::smtlib::{Printer, Problem, Script, TermId};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

fn problem(script: &str) -> Problem {
    Problem::read(script).unwrap()
}

#[test]
fn models_are_counted() {
    check(include_str!("problems.smt2"), |example| match decide(&problem(example.term), POINTS) {
        Ok(Decision { models, open, .. }) => format!("{models} models, {open} open"),
        Err(refusal) => refusal.to_string(),
    });
}

#[test]
fn nested_definitions_and_cases_do_not_exhaust_the_stack() {
    let chain: String =
        (1..5_000).map(|at| format!("(define-fun d{at} () Bool (not d{}))", at - 1)).collect();
    let chain = format!("(declare-fun p () Bool)(define-fun d0 () Bool p){chain}(assert d4999)");
    let cases = format!("{}p{}", "(match c ((r ".repeat(2_000), ") (g p)))".repeat(2_000));
    let cases =
        format!("(declare-datatype C ((r) (g)))(declare-fun c () C)(declare-fun p () Bool)(assert {cases})");
    for script in [chain, cases] {
        assert!(matches!(decide(&problem(&script), POINTS), Err(Refusal::Steps)));
    }
}

/// There is one such function, and its table would have 2^40 rows.
#[test]
fn functions_of_many_arguments_are_not_tabulated() {
    let script = "(declare-datatype U ((u)))(declare-fun f ((_ BitVec 20) (_ BitVec 20)) U)\
        (assert (not (= (f #x00000 #x00001) u)))";
    assert!(decide(&problem(script), POINTS).is_err());
}

#[test]
fn what_has_no_plain_notation_is_not_excluded() {
    let excluded = |script: &str| {
        let setting = Setting::collect(&problem(script)).unwrap();
        setting.few_values().excluded(0).map(|(text, _)| text)
    };
    assert_eq!(
        excluded("(declare-fun f (Bool) Bool)").unwrap(),
        "(not (and (not (f false)) (not (f true))))"
    );
    assert_eq!(excluded("(declare-fun f ((_ FiniteField 3)) Bool)"), None);
    assert_eq!(excluded("(declare-fun x () (_ FiniteField 3))"), None);
}

#[test]
fn the_first_model_is_told() {
    let script = "(declare-fun x () (_ BitVec 3))(declare-fun f (Bool) Bool)(assert (bvugt x #b101))\
        (assert (and (f true) (not (f false))))";
    let first = decide(&problem(script), POINTS).unwrap().first.unwrap();
    assert_eq!(
        first.into_values().collect::<Vec<_>>(),
        [
            "(define-fun f ((x!0 Bool)) Bool (ite (= x!0 false) false true))",
            "(define-fun x () (_ BitVec 3) #b110)"
        ]
    );
}

#[test]
fn what_contradicts_itself_is_found_among_formulas_of_any_sort() {
    let declared = "(declare-fun x () Int)(declare-fun b () (_ BitVec 3))(declare-fun w () (_ BitVec 40))\
        (declare-fun p () Bool)(declare-fun q () Bool)";
    let found = |asserted: &str| {
        let problem = Problem::read(format!("{declared}{asserted}")).unwrap();
        let found = contradiction(&problem)?;
        let mut printer = Printer::new(&problem.formulas.terms);
        let formulas: Vec<String> = found.formulas.into_iter().map(|id| printer.print(id)).collect();
        Some((formulas.join(" "), found.decision.points, found.decision.is_satisfiable()))
    };
    for (asserted, expected) in [
        ("(assert (< x x))", None),
        ("(assert (or p (< x 3)))(assert (not p))(assert (bvult b #b110))", None),
        (
            "(assert (< x 3))(assert (or p q))(assert (bvult b #b011))(assert (= p (bvuge b #b011)))(assert (not q))\
             (assert (= w w))(check-sat-assuming ((not q)))",
            Some("(or p q) (bvult b #b011) (= p (bvuge b #b011)) (not q)"),
        ),
        ("(assert (= ((_ extract 2 0) w) b))(check-sat-assuming (p (not p)))", Some("p (not p)")),
    ] {
        let points = if expected.is_some_and(|formulas| formulas.contains('b')) { 32 } else { 2 };
        let expected = expected.map(|formulas| (formulas.to_owned(), points, Some(false)));
        assert_eq!(found(asserted), expected, "{asserted}");
    }
}

/// Other symbols leave a contradiction as it is.
#[test]
fn a_contradiction_does_not_depend_on_other_symbols() {
    let others: String =
        (0..20).map(|at| format!("(declare-fun a{at} () (_ BitVec 2))(assert (= a{at} #b01))")).collect();
    let core = "(declare-fun p () Bool)(declare-fun z () Bool)(assert (= p z))(assert p)(assert (not z))";
    let problem = Problem::read(format!("{others}{core}")).unwrap();
    let found = contradiction(&problem).unwrap();
    assert_eq!((found.formulas.len(), found.decision.points), (3, 4));
}

#[test]
fn the_best_model_is_best_at_the_first_term_first() {
    let script = "(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(assert (bvult x y))\
        (assert (= x x))(assert (= (bv2nat (bvadd x y)) (bv2nat (bvadd x y))))";
    let mut problem = problem(script);
    let terms = &problem.formulas.terms;
    let term = |at: usize| terms.as_app(problem.formulas.assertions[at]).unwrap().1[0];
    let (x, sum) = (term(1), term(2));
    problem.formulas.assertions.truncate(1);
    let best = |objectives: &[(TermId, Direction)]| {
        best(&problem, objectives, POINTS).unwrap().unwrap().into_values().collect::<String>()
    };
    let model =
        |x: &str, y: &str| format!("(define-fun x () (_ BitVec 4) {x})(define-fun y () (_ BitVec 4) {y})");
    use Direction::{Maximise, Minimise};
    assert_eq!(best(&[(x, Maximise), (sum, Maximise)]), model("#b1110", "#b1111"));
    assert_eq!(best(&[(sum, Maximise), (x, Maximise)]), model("#b0111", "#b1000"));
    assert_eq!(best(&[(x, Minimise), (sum, Maximise)]), model("#b0000", "#b1111"));
    assert_eq!(best(&[(sum, Minimise), (x, Maximise)]), model("#b0111", "#b1001"));
}

const DECLARED: &str = "(declare-datatypes ((C 0) (P 0)) (((r) (g)) ((none) (pair (fst C) (snd (_ BitVec 2))))))\
    (declare-fun x () (_ BitVec 2))(declare-fun y () (_ BitVec 2))(declare-fun p () Bool)(declare-fun f (Bool) (_ BitVec 1))\
    (declare-fun z () (_ FloatingPoint 2 2))(declare-fun d () P)(declare-fun a () (Array (_ BitVec 1) (_ BitVec 1)))";

/// Terms of two bits.
fn bits() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "x", "y", "#b10", "(snd d)", "(concat (f p) #b1)", "(concat (select a #b0) (f (not p)))",
        "((_ fp.to_ubv 2) RTZ z)", "((_ int_to_bv 2) (div 3 (bv2nat x)))", "v",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(3, 12, 2, |inner| {
        let name =
            prop::sample::select(vec!["bvadd", "bvmul", "bvudiv", "bvurem", "bvand", "bvshl", "bvsdiv"]);
        prop_oneof![
            (name, inner.clone(), inner.clone())
                .prop_map(|(name, one, other)| format!("({name} {one} {other})")),
            inner.clone().prop_map(|one| format!("(bvnot {one})")),
            (inner.clone(), inner).prop_map(|(one, other)| format!("(ite (bvult {one} {other}) {other} y)")),
        ]
    })
}

/// Formulas in which `v` is a bit-vector.
fn formula() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        (prop::sample::select(vec!["=", "bvult", "bvsle", "distinct"]), bits(), bits())
            .prop_map(|(name, one, other)| format!("({name} {one} {other})")),
        Just("p".to_owned()),
        bits().prop_map(|one| format!("(fp.leq z ((_ to_fp_unsigned 2 2) RNE {one}))")),
        Just("(fp.isNegative (fp.min z (fp.neg z)))".to_owned()),
        bits().prop_map(|one| format!("(= d (pair g {one}))")),
        bits().prop_map(|one| format!("(match d ((none p) ((pair c w) (= w {one}))))")),
        bits().prop_map(|one| format!("(= a (store a #b1 ((_ extract 1 1) {one})))")),
    ];
    atom.prop_recursive(3, 10, 2, |inner| {
        prop_oneof![
            (prop::sample::select(vec!["and", "or", "xor", "=>", "="]), inner.clone(), inner.clone())
                .prop_map(|(name, one, other)| format!("({name} {one} {other})")),
            inner.clone().prop_map(|one| format!("(not {one})")),
            (prop::sample::select(vec!["forall", "exists"]), inner.clone())
                .prop_map(|(name, one)| format!("({name} ((v (_ BitVec 2))) {one})")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(condition, yes, no)| format!("(ite {condition} {yes} {no})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// At each point, the interpreter says the same, or the point is open and its result depends on a choice.
    #[test]
    fn each_point_is_as_evaluation_says(formula in formula()) {
        let script = format!("{DECLARED}(assert (forall ((v (_ BitVec 2))) {formula}))");
        let problem = problem(&script);
        let setting = Setting::collect(&problem).unwrap();
        let formulas = &problem.formulas;
        let space = Space::of_formulas((&formulas.terms, &setting.sorting), &formulas.assertions, &setting.model, POINTS).unwrap();
        let mut exhaustion = Exhaustion::new(&formulas.terms, &setting, &space);
        let truths = exhaustion.truths(formulas.assertions[0]).unwrap();
        let mut models = 0;
        // A coprime step visits points of all regions.
        for point in (0..space.points()).step_by(1 + space.points() / 100) {
            let sorts = "(declare-datatypes ((C 0) (P 0)) (((r) (g)) ((none) (pair (fst C) (snd (_ BitVec 2))))))";
            let definitions = sorts.to_owned() + &space.definitions(point).into_values().collect::<String>();
            let model = Model::build(&Script::parse(definitions.clone()).unwrap(), false).unwrap();
            let sorting = Sorting::infer(&formulas.terms, &setting.model.signature);
            let mut interpreter = Interpreter::new(&model, &formulas.terms, &sorting);
            let worth = interpreter.evaluate(formulas.assertions[0]);
            let every = if worth.is_chosen { interpreter.truth_under_every_choice(formulas.assertions[0]) } else { None };
            let truth = match (worth.value, worth.is_chosen) {
                (Ok(Value::Bool(truth)), false) => Some(truth),
                _ => every,
            };
            let may = truths.at(point);
            if may != [true, true] {
                prop_assert_eq!(truth.unwrap_or(may[1]), may[1], "{} at {}", script, definitions);
            }
            if let Some(truth) = truth {
                // What is open here is decided by a term that the interpreter leaves out.
                prop_assert!(may[usize::from(truth)], "{} at {}", script, definitions);
            }
            models += usize::from(may == [false, true]);
        }
        prop_assert!(models <= truths.count(true));
    }
}
