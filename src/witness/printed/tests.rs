//! Models as solvers print them, shortened by hand.

use super::*;
use crate::smtlib::Script;
#[cfg(feature = "z3")]
use crate::witness::Witness;

fn read(script: &str, model: &str, completion: Completion) -> Result<Vec<String>, PrintedError> {
    let script = Script::parse(script.to_owned()).unwrap();
    let witness = Printed::read(&script, model)?.witness(&script, completion)?;
    #[cfg(feature = "z3")]
    z3_reads(&witness);
    Ok(witness.definitions().to_vec())
}

/// Asserts that a witness is well-sorted.
#[cfg(feature = "z3")]
fn z3_reads(witness: &Witness) {
    let text = witness.names.to_z3(&witness.text());
    let refused = crate::witness::z3::fresh(|| crate::witness::z3::parse(&text).err()).unwrap();
    assert_eq!(refused, None, "{}", witness.text());
}

fn refusal(script: &str, model: &str) -> String {
    read(script, model, Completion::default()).unwrap_err().to_string()
}

/// What is read of each model of `models.txt` is what stands there.
#[test]
fn models_are_read_as_solvers_print_them() {
    for case in include_str!("models.txt").split("\n==== ").skip(1) {
        let mut sections = case.split("---- ");
        let (title, script) = sections.next().unwrap().split_once('\n').unwrap();
        let mut model = "";
        for section in sections {
            let (kind, text) = section.split_once('\n').unwrap();
            let has = |word: &str| kind.contains(word);
            let completion = Completion {
                spare: has("spare"),
                inexact: if has("open") { Inexact::Open } else { Inexact::Given(usize::from(has("given"))) },
                older_escapes: has("older"),
            };
            let found = match kind {
                "model" => {
                    model = text;
                    continue;
                }
                "refused" => refusal(script, model),
                _ => read(script, model, completion).unwrap().join("\n"),
            };
            assert_eq!(found, text.trim_end_matches('\n'), "{title}: {model}");
        }
    }
}

#[test]
fn what_is_empty_or_very_long_is_no_model() {
    let script = "(declare-fun x () Real)";
    assert_eq!(refusal(script, " sat\n\n"), "no model was printed");
    assert_eq!(refusal(script, &" ".repeat((1 << 20) + 1)), "the model is longer than 1 MiB");
}

#[test]
fn sorts_with_parameters_may_have_instances_of_different_sizes() {
    let script = "(declare-sort Box 1)(declare-fun a () (Box Int))(declare-fun c () (Box Bool))";
    let script = Script::parse(script.to_owned()).unwrap();
    let model = "((declare-fun Box!val!0 () (Box Int))(declare-fun Box!val!1 () (Box Int))\
        (declare-fun Box!val!0 () (Box Bool))(define-fun a () (Box Int) Box!val!1)(define-fun c () (Box Bool) Box!val!0))";
    let is_uneven = |model: &str| {
        Printed::read(&script, model).unwrap().complete(&script, Completion::default()).unwrap().1
    };
    assert!(is_uneven(model));
    let another = "(declare-fun Box!val!9 () (Box Bool))(define-fun a";
    assert!(!is_uneven(&model.replace("(define-fun a", another)));
}

#[test]
fn infinite_values_of_codatatypes_are_not_read() {
    let script = "(declare-codatatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))\
        (declare-fun x () (L Int))(declare-fun f ((L Int)) (L Int))";
    let model = |value: &str| format!("((define-fun f ((y (L Int))) (L Int) (cons 1 {value})))");
    for name in ["cbv_L_0", "@uc_L_0"] {
        let expected = format!("the value of `f` cannot be read: `{name}` is no value");
        assert_eq!(refusal(script, &model(name)), expected);
        assert_eq!(refusal(script, &model(&format!("((as cons (L Int)) 2 {name})"))), expected);
    }
    assert_eq!(
        refusal(script, &model("cycle")),
        "the value of `f` is malformed: `cycle` is declared nowhere"
    );
    let script = Script::parse(script.to_owned()).unwrap();
    let finite = model("((as cons (L Int)) 2 (as nil (L Int)))");
    let witness = Printed::read(&script, &finite).unwrap().witness(&script, Completion::default()).unwrap();
    assert!(witness.definitions()[2].contains("2 (as nil (L Int))"));
}

#[test]
fn a_short_model_does_not_become_a_long_one() {
    let mut model = String::from("((define-fun f ((x Int)) Int (k0 x))");
    for level in 0..60 {
        let next = level + 1;
        model += &format!("(define-fun k{level} ((x Int)) Int (+ (k{next} x) (k{next} x)))");
    }
    let error = refusal("(declare-fun f (Int) Int)", &format!("{model}(define-fun k60 ((x Int)) Int x))"));
    assert!(error.contains("too long when written out"), "{error}");
}

#[test]
fn nesting_needs_no_stack() {
    let depth = 50_000;
    let model = format!("((define-fun x () Int {}1{}))", "(- ".repeat(depth), ")".repeat(depth));
    let script = Script::parse("(declare-fun x () Int)".to_owned()).unwrap();
    let witness = Printed::read(&script, &model).unwrap().witness(&script, Completion::default()).unwrap();
    assert_eq!(witness.definitions()[0].len(), "(define-fun x () Int 1)".len() + 4 * depth);
}

#[test]
fn no_text_makes_the_reader_panic() {
    let script =
        "(declare-sort U 0)(declare-fun u () U)(declare-fun f (Int) U)(declare-fun a () (Array Int Real))";
    let script = Script::parse(script.to_owned()).unwrap();
    let models = [
        "(model (declare-fun U!val!0 () U)(forall ((x U)) (= x U!val!0))(define-fun u () U (as @c U))\
         (define-fun f ((x Int)) U (let ((y (k x))) (ite (= y 1.5) U!val!0 u)))(define-fun k ((z Int)) Int (! z :n m))\
         (define-fun a () (Array Int Real) (lambda ((x Int)) (ite (or (= x 1) (= 2 x)) (_ as-array k) (- \"s\")))))",
        "(= u @const_5)(= a @fun_2)(= f @fun_1)(function @fun_1 (type (Array Int U)) (= (@fun_1 3) @const_5) \
         (default @const_2))(function @fun_2 (type (-> Int Real)) (default (/ 1 2)))",
        "a[00] 01x\nu 0\nf[1] 1\n",
    ];
    for model in models {
        let pieces: Vec<&str> = model.split_inclusive([' ', '(', ')', '\n']).collect();
        for at in 0..pieces.len() {
            let without = [&pieces[..at], &pieces[at + 1..]].concat().concat();
            let twice = [&pieces[..=at], &pieces[at..]].concat().concat();
            for text in [without, twice, pieces[..at].concat(), pieces[at..].concat()] {
                let completion = Completion { spare: true, inexact: Inexact::Open, older_escapes: true };
                let _ =
                    Printed::read(&script, &text).and_then(|printed| printed.witness(&script, completion));
            }
        }
    }
}
