//! Differences, made up and looked for.

use super::*;
#[cfg(feature = "z3")]
use crate::smtlib::Script;
#[cfg(feature = "z3")]
use crate::witness::Evaluator;

#[cfg(feature = "z3")]
const SCRIPT: &str = "(declare-fun x () Int)(declare-fun f (Int) Int)\n\
    (assert (and (< (+ x 1) 5)\n  (forall ((y Int)) (= (+ x 1) (f y)))\n  (= (f (* x 2)) 9)))\n(assert (> x 0))";

#[cfg(feature = "z3")]
fn witness() -> Witness {
    let lines = ["(define-fun x () Int 3)", "(define-fun f ((y Int)) Int (ite (= y 6) 9 4))"];
    let definitions = Script::parse(lines.concat()).unwrap();
    Witness::given(&Script::parse(SCRIPT.to_owned()).unwrap(), &definitions)
}

/// What Z3 says where the value of the term of this text, with all below it spelled out, is another one.
#[cfg(feature = "z3")]
fn opinion(term: &str, value: i32) -> (Problem, SecondOpinion) {
    let problem = Problem::read(SCRIPT).unwrap();
    let evaluator = Evaluator::in_process();
    let mut values = evaluator.values(&problem, &witness()).unwrap();
    let mut printer = Printer::new(&problem.formulas.terms);
    printer.share(false);
    let id = problem.formulas.terms.ids().find(|&id| printer.print(id) == term).unwrap();
    values[id.index()] = Some(Value::Int(value.into()));
    let opinion = evaluator.opinion_on(&problem, &witness(), &values).unwrap();
    (problem, opinion)
}

#[test]
#[cfg(feature = "z3")]
fn where_both_agree_nothing_is_told() {
    let problem = Problem::read(SCRIPT).unwrap();
    let opinion = Evaluator::in_process().second_opinion(&problem, &witness()).unwrap();
    assert_eq!((opinion.differing, &opinion.differences[..]), (0, &[][..]));
    assert!(opinion.answered > 8 && opinion.answered <= opinion.asked, "{opinion:?}");
}

#[test]
#[cfg(feature = "z3")]
fn a_wrong_value_is_told_with_the_values_below_it_and_its_place() {
    let (_, found) = opinion("(+ x 1)", 7);
    let expected = Difference {
        place: Some(Position { line: 2, column: 17 }),
        term: "(+ 3 1)".to_owned(),
        definitions: Vec::new(),
        sort: "Int".to_owned(),
        ours: "7".to_owned(),
        z3: "4".to_owned(),
    };
    assert_eq!(found.differences, [expected]);
    let function = opinion("(f (* x 2))", 1).1.differences.remove(0);
    assert_eq!((function.term.as_str(), function.z3.as_str()), ("(f 6)", "9"));
    assert_eq!(function.definitions, ["(define-fun f ((y Int)) Int (ite (= y 6) 9 4))"]);
}

#[test]
#[cfg(feature = "z3")]
fn what_hangs_on_a_term_that_differs_is_unknown() {
    let (problem, opinion) = opinion("(+ x 1)", 7);
    let mut valuation = Evaluator::in_process().valuation(&problem, &witness()).unwrap();
    opinion.doubt(&mut valuation);
    let mut printer = Printer::new(&problem.formulas.terms);
    printer.share(false);
    let truth = |term: &str, printer: &mut Printer<'_>| {
        let id = problem.formulas.terms.ids().find(|&id| printer.print(id) == term).unwrap();
        valuation.truth(id)
    };
    for (term, expected) in [
        ("(< (+ x 1) 5)", Truth::Unknown),
        ("(forall ((y Int)) (= (+ x 1) (f y)))", Truth::Unknown),
        ("(= (f (* x 2)) 9)", Truth::Is(true)),
        ("(> x 0)", Truth::Is(true)),
    ] {
        assert_eq!(truth(term, &mut printer), Some(expected), "{term}");
    }
}

#[test]
fn of_terms_above_each_other_the_lowest_is_told_whatever_is_not_known_between() {
    let problem = Problem::read("(assert (not (not (not (= 1 2)))))").unwrap();
    let ids: Vec<TermId> = problem.formulas.terms.ids().collect();
    let value = |truth: bool| Some(Value::Bool(truth));
    let values = vec![None, None, value(true), None, value(true), value(false)];
    let differs = Some(Opinion::Differs("x".to_owned()));
    assert_eq!(ids.len(), values.len());
    let witness = Witness::given(&problem.script, &problem.script);
    let opinions = [None, None, differs.clone(), None, differs.clone(), differs];
    let opinion = SecondOpinion::compare(&problem, &witness, &values, &opinions);
    assert_eq!((opinion.asked, opinion.answered, opinion.differing), (3, 3, 1));
    assert_eq!(opinion.differences[0].term, "(= 1 2)");
    // One that agrees between them: both are told.
    let opinions = [None, None, opinions[2].clone(), Some(Opinion::Agrees), opinions[2].clone(), None];
    assert_eq!(SecondOpinion::compare(&problem, &witness, &values, &opinions).differing, 2);
}

#[test]
#[cfg(feature = "z3")]
fn what_z3_refuses_is_said() {
    // No release of Z3 has bags; finite fields it has come to have.
    let problem = Problem::read("(assert (= (bag.count 1 (bag 1 2)) 2))").unwrap();
    let witness = Witness::given(&problem.script, &problem.script);
    let refused = Evaluator::in_process().second_opinion(&problem, &witness).map_err(|none| none.to_string());
    assert!(
        refused.as_ref().is_err_and(|text| text.starts_with("Z3 gives no second opinion (")),
        "{refused:?}"
    );
}
