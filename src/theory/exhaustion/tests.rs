use proptest::prelude::*;

use super::*;
use crate::smtlib::{Printer, Problem, Script, TermId};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

fn problem(script: &str) -> Problem {
    Problem::read(script).unwrap()
}

/// Returns the number of models and of open points, or the reason why there is none.
fn counts(script: &str) -> Result<(usize, usize), Refusal> {
    decide(&problem(script), POINTS).map(|decision| (decision.models, decision.open))
}

#[test]
fn models_are_counted() {
    let bits = "(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))";
    let data = "(declare-datatypes ((C 0) (P 0)) (((r) (g) (b)) ((none) (pair (fst C) (snd Bool)))))\
        (declare-fun c () C)(declare-fun p () P)";
    for (script, expected) in [
        ("(assert true)".to_owned(), (1, 0)),
        ("(declare-fun p () Bool)(assert p)(assert (not p))".to_owned(), (0, 0)),
        (format!("{bits}(assert (= (bvadd x y) #x3))"), (16, 0)),
        (format!("{bits}(assert (= (bvmul x x) #x2))"), (0, 0)),
        (format!("{bits}(assert (bvult x y))"), (120, 0)),
        (format!("{bits}(assert (> (+ (bv2nat x) (bv2nat y)) 28))"), (3, 0)),
        (format!("{bits}(assert (= ((_ int_to_bv 4) (* 3 (ubv_to_int x))) y))"), (16, 0)),
        (format!("{data}(assert (= (fst p) c))"), (6, 3)),
        (format!("{data}(assert (and ((_ is pair) p) (= (fst p) c)))"), (6, 0)),
        (format!("{data}(assert (match p ((none (= c r)) ((pair u v) (and v (= u c))))))"), (4, 0)),
        ("(declare-fun a () (Array (_ BitVec 1) Bool))(declare-fun i () (_ BitVec 1))\
            (assert (distinct a (store a i true)))".to_owned(), (4, 0)),
        ("(declare-fun f (Bool Bool) Bool)(declare-fun p () Bool)\
            (assert (and (f p p) (not (f p (not p)))))".to_owned(), (8, 0)),
        ("(declare-fun x () (_ FloatingPoint 2 2))(assert (not (fp.eq x x)))".to_owned(), (1, 0)),
        ("(declare-fun x () (_ FloatingPoint 2 3))(declare-fun m () RoundingMode)\
            (assert (distinct (fp.roundToIntegral m x) (fp.roundToIntegral RNE x)))".to_owned(), (28, 0)),
        ("(declare-fun x () (_ FiniteField 5))(assert (= (ff.mul x x) (as ff4 (_ FiniteField 5))))".to_owned(), (2, 0)),
        ("(declare-fun x () (_ BitVec 3))(assert (forall ((y (_ BitVec 3))) (bvule x y)))".to_owned(), (1, 0)),
        ("(declare-fun x () (_ BitVec 3))(assert (exists ((y (_ BitVec 3))) (= (bvmul y y) x)))".to_owned(), (3, 0)),
        ("(declare-fun x () (_ BitVec 3))(define-fun f ((z (_ BitVec 3))) Bool (exists ((y (_ BitVec 3))) (= (bvadd y y) z)))\
            (define-fun g ((z (_ BitVec 3))) Bool (forall ((y (_ BitVec 3))) (f (bvmul y z))))(assert (g x))".to_owned(), (4, 0)),
        ("(declare-fun p () Bool)(assert (= 1 (div (ite p 1 0) (ite p 1 0))))".to_owned(), (1, 1)),
        ("(declare-fun p () Bool)(assert (= (div 1 (ite p 1 0)) (div 1 (ite p 1 0))))".to_owned(), (2, 0)),
        ("(declare-fun p () Bool)(assert (< (to_real (ite p 1 2)) 1.5))".to_owned(), (1, 0)),
        ("(declare-fun p () Bool)(assert (= (str.len (str.++ (ite p \"ab\" \"c\") \"d\")) 3))".to_owned(), (1, 0)),
    ] {
        assert_eq!(counts(&script), Ok(expected), "{script}");
    }
}

#[test]
fn what_is_not_small_is_refused() {
    for (script, expected) in [
        ("(declare-fun x () Int)(assert (= x 1))", "`x` has more values than exhaustion tries"),
        (
            "(declare-fun p () Bool)(assert (exists ((i Int)) (and p (= i 1))))",
            "`i` has more values than exhaustion tries",
        ),
        (
            "(declare-fun x () (_ BitVec 20))(declare-fun y () (_ BitVec 2))(assert (= x (concat #b000000000000000000 y)))",
            "its symbols have more than 1048576 combinations of values",
        ),
        (
            "(declare-fun p () Bool)(define-fun-rec f ((n Bool)) Bool (and n (f n)))(assert (f p))",
            "exhaustion does not support `f`",
        ),
        ("(declare-fun p () Bool)(assert (strange p))", "exhaustion does not support `strange`"),
    ] {
        assert_eq!(counts(script).unwrap_err().to_string(), expected, "{script}");
    }
}

#[test]
fn the_first_model_is_told() {
    let script = "(declare-fun x () (_ BitVec 3))(declare-fun f (Bool) Bool)(assert (bvugt x #b101))\
        (assert (and (f true) (not (f false))))";
    let first = decide(&problem(script), POINTS).unwrap().first.unwrap();
    assert_eq!(
        first,
        [
            "(define-fun f ((x!0 Bool)) Bool (ite (= x!0 false) false true))",
            "(define-fun x () (_ BitVec 3) #b110)"
        ]
    );
}

#[test]
fn values_in_models_have_extremes() {
    let script = "(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(assert (bvult x y))\
        (assert (= (bv2nat (bvadd x y)) 4))";
    let problem = problem(script);
    let terms = &problem.formulas.terms;
    let extremes = |term: &str| {
        let id = terms.ids().find(|id| terms.as_app(*id).is_some_and(|(head, _)| head == term)).unwrap();
        extremes(&problem, id, POINTS).unwrap().unwrap()
    };
    assert_eq!(extremes("x"), ("#b0000".to_owned(), "#b1001".to_owned()));
    assert_eq!(extremes("bv2nat"), ("4".to_owned(), "4".to_owned()));
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
    let best =
        |objectives: &[(TermId, Direction)]| best(&problem, objectives, POINTS).unwrap().unwrap().concat();
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
        "x",
        "y",
        "#b10",
        "(snd d)",
        "(concat (f p) #b1)",
        "(concat (select a #b0) (f (not p)))",
        "((_ fp.to_ubv 2) RTZ z)",
        "((_ int_to_bv 2) (div 3 (bv2nat x)))",
        "v",
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
            let definitions = sorts.to_owned() + &space.definitions(point).concat();
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
