//! Support for tests of operators: calls without terms; and laws by which the theories of strings and sequences define
//! one operator by others.

use proptest::prelude::*;

use super::operator::Operator;
use crate::smtlib::{SET, Sort};
use crate::theory::call::{Call, Outcome};
use crate::theory::examples::evaluate;
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::signature::Signature;
use crate::theory::sorting::application;
use crate::theory::value::Value;

/// Returns the sort of an operator's result.
pub(super) fn sort(name: &str, indices: &[u32], arguments: &[Value]) -> Option<Sort> {
    let operator = Operator::find(name).unwrap();
    let indices = indices.iter().map(|index| index.to_string().into()).collect();
    let applied = Applied { operator, name: name.into(), indices, qualifier: None, set_name: SET };
    let sorts: Vec<Sort> = arguments.iter().map(Value::sort).collect();
    let sorts: Vec<&Sort> = sorts.iter().collect();
    application(&Meaning::Operator(applied.into()), name, &sorts).known().cloned()
}

/// Returns the value of an operator.
pub(super) fn apply(name: &str, indices: &[u32], arguments: &[Value]) -> Outcome {
    let sort = sort(name, indices, arguments).unwrap_or_else(|| panic!("{name} does not take {arguments:?}"));
    let indices: Vec<Box<str>> = indices.iter().map(|index| index.to_string().into()).collect();
    let signature = Signature::default();
    let call = Call { name, indices: &indices, arguments, sort: &sort, signature: &signature };
    let value = (Operator::find(name).unwrap().value)(&call)?;
    assert_eq!(value.sort(), sort, "{name}");
    Ok(value)
}

fn literal() -> impl Strategy<Value = String> {
    "[ab]{0,6}".prop_map(|characters| format!("\"{characters}\""))
}

proptest! {
    /// Checks the equations by which UnicodeStrings defines operators.
    #[test]
    fn definitions_hold(s in literal(), t in "\"[ab]{0,2}\"", u in literal(), i in -2..8_i32, n in -2..8_i32) {
        let number = |number: i32| if number < 0 { format!("(- {})", -number) } else { number.to_string() };
        let (i, n) = (number(i), number(n));
        let found = format!("(str.indexof {s} {t} {i})");
        let first = format!("(str.indexof {s} {t} 0)");
        let behind = format!("(+ {first} (str.len {t}))");
        for term in [
            format!("(= (str.at {s} {i}) (str.substr {s} {i} 1))"),
            format!("(=> (>= {found} 0) (and (>= {found} {i}) (= (str.substr {s} {found} (str.len {t})) {t})))"),
            format!(
                "(= (= {found} (- 1)) (not (and (<= 0 {i} (str.len {s}))
                    (str.contains (str.substr {s} {i} (str.len {s})) {t}))))"
            ),
            format!("(= (str.contains {s} {t}) (>= {first} 0))"),
            format!("(= (str.prefixof {t} {s}) (= (str.substr {s} 0 (str.len {t})) {t}))"),
            format!("(= (str.suffixof {t} {s}) (str.prefixof (str.rev {t}) (str.rev {s})))"),
            format!(
                "(= (str.replace {s} {t} {u}) (ite (str.contains {s} {t}) (str.++ (str.substr {s} 0 {first}) {u}
                    (str.substr {s} {behind} (str.len {s}))) {s}))"
            ),
            format!(
                "(= (str.replace_all {s} {t} {u}) (ite (or (= {t} \"\") (not (str.contains {s} {t}))) {s}
                    (str.++ (str.substr {s} 0 {first}) {u}
                        (str.replace_all (str.substr {s} {behind} (str.len {s})) {t} {u}))))"
            ),
            format!("(= (str.replace_re {s} (str.to_re {t}) {u}) (str.replace {s} {t} {u}))"),
            format!("(= (str.replace_re_all {s} (str.to_re {t}) {u}) (str.replace_all {s} {t} {u}))"),
            format!("(= (str.in_re {s} (re.++ re.all (str.to_re {t}) re.all)) (str.contains {s} {t}))"),
            format!("(= (str.<= {s} {u}) (or (str.< {s} {u}) (= {s} {u})))"),
            format!("(= (str.< {s} {u}) (not (str.<= {u} {s})))"),
            format!("(= (str.len (str.update {s} {i} {t})) (str.len {s}))"),
            format!(
                "(=> (<= 0 {i} (+ {i} {n}) (str.len {s})) (= (str.++ (str.substr {s} 0 {i})
                    (str.substr {s} {i} {n}) (str.substr {s} (+ {i} {n}) (str.len {s}))) {s}))"
            ),
        ] {
            prop_assert_eq!(evaluate("", &term), "true", "{}", term);
        }
    }

    #[test]
    fn sequences_are_what_strings_are(s in "[12]{0,5}", t in "[12]{0,2}", u in "[12]{0,3}", i in -1..6_i32) {
        let sequence = |digits: &str| {
            let units = digits.chars().map(|digit| format!(" (seq.unit {digit})")).collect::<String>();
            format!("(seq.++ (as seq.empty (Seq Int)){units})")
        };
        let number = if i < 0 { "(- 1)".to_owned() } else { i.to_string() };
        // Strings and sequences are of different sorts, so the test compares their lengths and items as numbers.
        let (i, names) = (&number, ["indexof", "at", "extract", "update", "replace", "replace_all", "rev"]);
        for name in names {
            let apply = |prefix: &str, s: &str, t: &str, u: &str| match name {
                "indexof" => format!("({prefix}{name} {s} {t} {i})"),
                "at" => format!("({prefix}{name} {s} {i})"),
                "extract" => format!("({prefix}{name} {s} {i} 2)"),
                "update" => format!("({prefix}{name} {s} {i} {t})"),
                "rev" => format!("({prefix}{name} {s})"),
                _ => format!("({prefix}{name} {s} {t} {u})"),
            };
            let quoted = [&s, &t, &u].map(|word| format!("\"{word}\""));
            let of_strings = apply("seq.", &quoted[0], &quoted[1], &quoted[2]);
            let of_sequences = apply("seq.", &sequence(&s), &sequence(&t), &sequence(&u));
            let same = if name == "indexof" {
                format!("(= {of_strings} {of_sequences})")
            } else {
                let all = (0..16).map(|at| format!(
                    "(= (str.to_code (seq.at {of_strings} {at}))
                        (ite (< {at} (seq.len {of_sequences})) (+ 48 (seq.nth {of_sequences} {at})) (- 1)))"
                ));
                format!("(and (= (seq.len {of_strings}) (seq.len {of_sequences})) {})", all.collect::<String>())
            };
            let value = evaluate("", &same);
            prop_assert_eq!(value.trim_start_matches('~'), "true", "{}", same);
        }
    }
}
