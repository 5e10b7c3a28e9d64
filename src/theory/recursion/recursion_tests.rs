//! Examples of definitions, and whether some function is known to satisfy them. A property test checks the law on
//! random definitions: the evaluation of an accepted definition terminates at a value for which the definition
//! holds.

use proptest::prelude::*;

use super::{callees, groundless, groups, named};
use crate::smtlib::examples::check;
use crate::smtlib::{Problem, Script};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

#[test]
fn a_recursive_definition_is_used_if_its_calls_descend() {
    check(include_str!("definitions.smt2"), |example| {
        let script = Script::parse(format!("{}{}", example.declared, example.term)).unwrap();
        let descends = groundless(&Model::build(&script, false).unwrap()).is_empty();
        match (descends, example.expected) {
            (true, _) => "descends".to_owned(),
            (false, "holds for no function") => example.expected.to_owned(),
            (false, _) => "does not descend".to_owned(),
        }
    });
}

/// Each of these terms has its parts twice, so that what is done for each occurrence never ends.
#[test]
fn shared_terms_are_measured_and_printed_once() {
    let chain = |sort: &str, first: &str, operator: &str, last: &str| {
        let lets: String =
            (1..60).map(|at| format!("(let ((a{at} ({operator} a{0} a{0})))", at - 1)).collect();
        let script = format!(
            "(declare-datatype T ((leaf) (node (left T) (right T))))\
             (define-fun-rec f ((n {sort})) {sort} (let ((a0 {first})) {lets}{last}{}))",
            ")".repeat(59)
        );
        groundless(&Model::build(&Script::parse(script).unwrap(), false).unwrap()).len()
    };
    assert_eq!(chain("Int", "n", "+", "(ite (<= n 0) 0 (f (- a59 1)))"), 1);
    assert_eq!(chain("T", "n", "node", "(ite (= n leaf) n (f a59))"), 1);
    assert_eq!(chain("Bool", "n", "xor", "(f a59)"), 1);
}

/// A chain of definitions in the wrong order is long, but has no groups.
#[test]
fn a_long_chain_has_no_groups() {
    let callees: Vec<Vec<usize>> = (1..50_000).map(|next| vec![next]).chain([vec![]]).collect();
    assert_eq!(groups(&callees), [[0; 0]; 0]);
    let mut ring = callees;
    ring[49_999].push(0);
    assert_eq!(groups(&ring), [(0..50_000).collect::<Vec<_>>()]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two functions are in one group if each reaches the other.
    #[test]
    fn groups_are_what_reaches_itself(calls in prop::collection::vec((0_usize..8, 0_usize..8), 0..16)) {
        let called = |caller: usize| calls.iter().filter(move |call| call.0 == caller).map(|call| call.1);
        let heads: String = (0..8).map(|at| format!("(f{at} () Bool)")).collect();
        let body = |at| called(at).map(|other| format!(" f{other}")).collect::<String>();
        let bodies: String = (0..8).map(|at| format!("(and true true{})", body(at))).collect();
        let script = Script::parse(format!("(define-funs-rec ({heads}) ({bodies}))")).unwrap();
        let Model { definitions, functions, .. } = Model::build(&script, false).unwrap();
        let found = groups(&callees(&definitions, &named(&definitions, &functions)));
        let mut reaches = [[false; 8]; 8];
        calls.iter().for_each(|&(caller, callee)| reaches[caller][callee] = true);
        for (middle, from, to) in (0..512).map(|at| (at / 64, at / 8 % 8, at % 8)) {
            reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
        }
        for (one, other) in (0..64).map(|at| (at / 8, at % 8)) {
            let together = found.iter().any(|group| group.contains(&one) && group.contains(&other));
            prop_assert_eq!(together, reaches[one][other] && reaches[other][one], "{} and {}", one, other);
        }
    }
}

/// Returns a strategy for integer terms over `n` and `m`, as arguments of calls and in comparisons.
fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => Just("n".to_owned()),
        2 => Just("m".to_owned()),
        2 => (-3_i32..4).prop_map(|number| if number < 0 { format!("(- {})", -number) } else { number.to_string() }),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), 1_u8..4).prop_map(|(one, by)| format!("(- {one} {by})")),
            (inner.clone(), 1_u8..3).prop_map(|(one, by)| format!("(+ {one} {by})")),
            (inner.clone(), 2_u8..4).prop_map(|(one, by)| format!("(div {one} {by})")),
            (inner.clone(), 2_u8..5).prop_map(|(one, by)| format!("(mod {one} {by})")),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(- {one} {other})")),
            (inner.clone(), inner).prop_map(|(one, other)| format!("(ite (< {one} {other}) {one} {other})")),
        ]
    })
}

fn condition() -> impl Strategy<Value = String> {
    let leaf = (prop::sample::select(vec!["<", "<=", ">", ">=", "=", "distinct"]), number(), number());
    leaf.prop_map(|(relation, one, other)| format!("({relation} {one} {other})")).prop_recursive(
        1,
        3,
        2,
        |inner| {
            (prop::sample::select(vec!["and", "or", "=>"]), inner.clone(), inner)
                .prop_map(|(connective, one, other)| format!("({connective} {one} {other})"))
        },
    )
}

/// Returns a strategy for bodies of `f`, a function of `n` and `m`.
fn body() -> impl Strategy<Value = String> {
    let call = (number(), number()).prop_map(|(one, other)| format!("(f {one} {other})"));
    let leaf = prop_oneof![number(), call];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            3 => (condition(), inner.clone(), inner.clone())
                .prop_map(|(condition, yes, no)| format!("(ite {condition} {yes} {no})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(+ {one} {other})")),
            1 => (inner.clone(), number()).prop_map(|(one, other)| format!("(f {one} {other})")),
        ]
    })
}

/// The points at which the equations are evaluated.
const POINTS: [(i32, i32); 10] =
    [(0, 0), (1, 0), (0, 1), (-1, 3), (2, -2), (5, 5), (7, 1), (-4, -6), (12, 3), (3, 12)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn accepted_definitions_hold_wherever_they_are_looked_at(body in body()) {
        let definition = format!("(define-fun-rec f ((n Int) (m Int)) Int {body})");
        let model = Model::build(&Script::parse(definition.clone()).unwrap(), false).unwrap();
        if !body.contains("(f ") || !groundless(&model).is_empty() {
            return Ok(());
        }
        // The equation, unlike the definition, is not recursive.
        let integer = |number: i32| if number < 0 { format!("(- {})", -number) } else { number.to_string() };
        let equations: String = POINTS
            .map(|(n, m)| format!("(assert (let ((n {}) (m {})) (= (f n m) {body})))\n", integer(n), integer(m)))
            .concat();
        let problem = Problem::read(definition + &equations).unwrap();
        let terms = &problem.formulas.terms;
        let sorting = Sorting::infer(terms, &model.signature);
        for &equation in &problem.formulas.assertions {
            let worth = Interpreter::new(&model, terms, &sorting).evaluate(equation);
            prop_assert_eq!(worth.value, Ok(Value::Bool(true)));
        }
    }
}
