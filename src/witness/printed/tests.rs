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
    let refused =
        crate::witness::z3::fresh(|| crate::witness::z3::parse(&text).err().map(|refusal| refusal.message))
            .unwrap();
    assert_eq!(refused, None, "{}", witness.text());
}

fn definitions(script: &str, model: &str) -> Vec<String> {
    read(script, model, Completion::default()).unwrap()
}

fn refusal(script: &str, model: &str) -> String {
    read(script, model, Completion::default()).unwrap_err().to_string()
}

const UF: &str = "(declare-sort U 0)(declare-fun u () U)(declare-fun f (U) U)";

#[test]
fn z3_names_elements_and_calls_helpers() {
    let model = "(model \n  ;; universe for U:\n  ;;   U!val!1 U!val!0 \n  (declare-fun U!val!1 () U)\n\
        (declare-fun U!val!0 () U)\n  ;; cardinality constraint:\n\
        (forall ((x U)) (or (= x U!val!1) (= x U!val!0)))\n  ;; -----------\n\
        (define-fun u () U\n    U!val!0)\n  (define-fun f ((x!0 U)) U\n    (f!30 (k!29 x!0)))\n\
        (define-fun k!29 ((x!0 U)) U\n    (ite (= x!0 U!val!0) U!val!0\n    U!val!1))\n\
        (define-fun f!30 ((x!0 U)) U\n    (ite (= x!0 U!val!0) U!val!1\n    U!val!0)))";
    let expected = [
        "(declare-datatypes ((U 0)) (((U!0) (U!1))))",
        "(define-fun u () U U!1)",
        "(define-fun f ((x%0 U)) U (let ((y%1 (let ((y%2 x%0)) (ite (= y%2 U!1) U!1 U!0)))) \
         (ite (= y%1 U!1) U!0 U!1)))",
    ];
    assert_eq!(definitions(UF, model), expected);
    let spare = Completion { spare: true, open: true, ..Completion::default() };
    assert_eq!(read(UF, model, spare).unwrap(), expected, "the model lists all elements");
}

#[test]
fn newer_z3_leaves_the_word_out() {
    let model =
        "sat\n(\n  (define-fun x () Int\n    (- 3))\n  (define-fun |a b| () Real\n    (/ 1.0 2.0))\n)\n";
    let found = definitions("(declare-fun |a b| () Real)(declare-fun x () Int)", model);
    assert_eq!(found, ["(define-fun |a b| () Real (/ 1.0 2.0))", "(define-fun x () Int (- 3))"]);
    assert_eq!(definitions("(declare-fun p () Bool)", "(\n)\n"), ["(define-fun p () Bool false)"]);
}

#[test]
fn arrays_of_z3_become_stores() {
    let script =
        "(declare-sort U 0)(declare-fun b () (Array U (Array Int Bool)))(declare-fun a () (Array Int Int))";
    let lambdas = "(model (define-fun b () (Array U (Array Int Bool))\n    (lambda ((x!1 U))\n\
        (ite (= x!1 U!val!0)\n (lambda ((x!2 Int)) (not (or (= x!2 3) (= x!2 4)))) \
        ((as const (Array Int Bool)) false)))) \
        (define-fun a () (Array Int Int) (lambda ((x!1 Int)) (ite (<= x!1 2) 1 5))))";
    let lists = "(model (define-fun b () (Array U (Array Int Bool)) (_ as-array k!28))\
        (define-fun a () (Array Int Int) (_ as-array k!25))(define-fun k!23 ((x!0 Int)) Bool (= x!0 3))\
        (define-fun k!25 ((x!0 Int)) Int (ite (= x!0 5) 11 (ite (= x!0 4) 10 1)))\
        (define-fun k!28 ((x!0 U)) (Array Int Bool) (ite (= x!0 U!val!1) (_ as-array k!22) (_ as-array k!23)))\
        (define-fun k!22 ((x!0 Int)) Bool false))";
    let [nested, set] = ["(Array U (Array Int Bool))", "(Array Int Bool)"];
    let not = |index: &str| format!("(not (or (= {index} 3) (= {index} 4)))");
    let found = definitions(script, lambdas);
    let stores = format!(
        "(store (store ((as const {set}) (not (or false false))) 4 (let ((y%1 4)) {})) 3 (let ((y%2 3)) {}))",
        not("y%1"),
        not("y%2")
    );
    let expected = format!(
        "(define-fun b () {nested} (store ((as const {nested}) ((as const {set}) false)) U!0 {stores}))"
    );
    assert_eq!(found[1], expected);
    assert!(found[2].ends_with("(lambda ((y%3 Int)) (ite (<= y%3 2) 1 5)))"), "{}", found[2]);
    let found = definitions(script, lists);
    assert!(found[1].contains(&format!("U!0 ((as const {set}) false)")), "{}", found[1]);
    assert_eq!(
        found[2],
        "(define-fun a () (Array Int Int) (store (store ((as const (Array Int Int)) 1) 4 10) 5 11))"
    );
}

#[test]
fn algebraic_numbers_stay_as_z3_writes_them() {
    let script = "(set-logic QF_NRA)(declare-fun x () Real)(declare-fun y () Real)";
    let model = "((define-fun y () Real (root-obj (+ (^ x 2) (- 2)) 1))(define-fun x () Real 3))";
    let expected = ["(define-fun x () Real 3.0)", "(define-fun y () Real (root-obj (+ (^ x 2) (- 2)) 1))"];
    assert_eq!(definitions(script, model), expected);
}

#[test]
fn elements_of_cvc5_and_cvc4_are_named_by_their_sort() {
    let cvc5 = "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n\
        (define-fun u () U (as @U_0 U))\n(define-fun f (($x1 U)) U (ite (= (as @U_0 U) $x1) (as @U_1 U) (as @U_0 U)))\n)";
    let cvc4 = "(model\n; cardinality of U is 2\n(declare-sort U 0)\n; rep: @uc_U_0\n; rep: @uc_U_1\n\
        (declare-fun groundTerm_1 () U)\n(define-fun u () U @uc_U_0)\n\
        (define-fun f ((BOUND_VARIABLE_1 U)) U (ite (= @uc_U_0 BOUND_VARIABLE_1) @uc_U_1 @uc_U_0))\n)";
    let expected = [
        "(declare-datatypes ((U 0)) (((U!0) (U!1))))",
        "(define-fun u () U U!0)",
        "(define-fun f ((x%0 U)) U (ite (= U!0 x%0) U!1 U!0))",
    ];
    assert_eq!(definitions(UF, cvc5), expected);
    assert_eq!(definitions(UF, cvc4), expected);
    let spare = read(UF, cvc5, Completion { spare: true, ..Completion::default() }).unwrap();
    assert_eq!(spare[0], "(declare-datatypes ((U 0)) (((U!0) (U!1) (U!2))))");
}

#[test]
fn numerals_become_reals_where_one_is_due() {
    let script = "(set-logic AUFLIRA)(declare-fun b () (Array Int Real))(declare-fun g (Real) Real)";
    let model = "(model (define-fun b () (Array Int Real) (store ((as const (Array Int Real)) 0) 1 (- 2)))\
        (define-fun g ((v Real)) Real (ite (= v 1) (/ 1 3) 2)))";
    let expected = [
        "(define-fun b () (Array Int Real) (store ((as const (Array Int Real)) 0.0) 1 (- 2.0)))",
        "(define-fun g ((x%0 Real)) Real (ite (= x%0 1.0) (/ 1.0 3.0) 2.0))",
    ];
    assert_eq!(definitions(script, model), expected);
}

#[test]
fn both_forms_of_yices_say_the_same() {
    let script = "(declare-sort U 0)(declare-fun u () U)(declare-fun a () (Array Int (Array U Real)))\
        (declare-fun g (Real U) Bool)(declare-fun w () (_ BitVec 4))";
    let lines = "(= u @const_5)\n(= a @fun_22)\n(= g @fun_18)\n(= w #b1000)\n\
        (function @fun_22\n (type (Array Int (Array U Real)))\n (= (@fun_22 3) @fun_11)\n (default @fun_21))\n\
        (function @fun_18\n (type (FunType2 Real U Bool))\n (= (@fun_18 1 @const_5) false)\n (default true))\n\
        (function @fun_11\n (type (Array U Real))\n (= (@fun_11 @const_5) (/ 5 2))\n (default 0))\n\
        (function @fun_21\n (type (Array U Real))\n (default 4))\n";
    let standard = "(model\n  (define-fun u () U (as @const_5 U))\n\
        (define-fun a ((x!0 Int)) (Array U Real) (ite (= x!0 3) (store ((as const (Array U Real)) 0.0) (as @const_5 U) (/ 5 2)) \
        ((as const (Array U Real)) 4.0)))\n  (define-fun w () (_ BitVec 4) #b1000)\n\
        (define-fun g ((x!0 Real) (x!1 U)) Bool (ite (and (= x!0 1.0) (= x!1 (as @const_5 U))) false true)))";
    let found = definitions(script, lines);
    assert_eq!(found, definitions(script, standard));
    assert_eq!(found[1], "(define-fun u () U U!0)");
    assert!(found[2].contains("3 (store ((as const (Array U Real)) 0.0) U!0 (/ 5.0 2.0)))"), "{}", found[2]);
}

#[test]
fn boolector_leaves_the_rest_of_arrays_open() {
    let script = "(declare-fun a () (Array (_ BitVec 2) (_ BitVec 4)))(declare-fun p () Bool)\
        (declare-fun v () (_ BitVec 4))(declare-fun w () (_ BitVec 4))";
    let model = "a[00] 0011\na[01] xxxx\np 1\nv 0101\nw xxxx\n";
    let sort = "(Array (_ BitVec 2) (_ BitVec 4))";
    let expected = [
        &format!(
            "(define-fun u%0 () {sort} ((as const {sort}) #b0000))\n(define-fun a () {sort} (store u%0 #b00 #b0011))"
        ),
        "(define-fun p () Bool true)",
        "(define-fun v () (_ BitVec 4) #b0101)",
        "(define-fun w () (_ BitVec 4) #b0000)",
    ];
    assert_eq!(definitions(script, model), expected);
    let open = read(script, model, Completion { open: true, ..Completion::default() }).unwrap();
    assert!(open[0].starts_with(&format!("(declare-fun u%0 () {sort})\n")), "{}", open[0]);
    assert_eq!(open[3], "(declare-fun w () (_ BitVec 4))");
}

#[test]
fn no_name_captures_another() {
    let script = "(declare-fun x!0 () Int)(declare-fun |x%1| () Int)(declare-fun f (Int) Int)(declare-fun g (Int) Int)";
    let model = "((define-fun x!0 () Int 7)(define-fun |x%1| () Int 8)\
        (define-fun f ((x!0 Int)) Int (let ((y (g 1)) (a!1 x!0)) (let ((x!0 a!1)) (+ y x!0))))\
        (define-fun g ((a!1 Int)) Int (+ a!1 x!0)))";
    let found = definitions(script, model);
    assert_eq!(
        found[2],
        "(define-fun f ((x%%0 Int)) Int (let ((y%%1 (let ((y%%4 1)) (+ y%%4 7))) (y%%2 x%%0)) \
         (let ((y%%3 y%%2)) (+ y%%1 y%%3))))"
            .replace("y%%4", "y%%3")
            .replace("(let ((y%%3 y%%2)) (+ y%%1 y%%3))", "(let ((y%%4 y%%2)) (+ y%%1 y%%4))")
    );
}

#[test]
fn what_is_no_model_is_refused() {
    let script = "(declare-fun x () Real)(declare-fun f (Int) Int)";
    let value = |value: &str| refusal(script, &format!("((define-fun x () Real {value}))"));
    assert_eq!(refusal(script, " sat\n\n"), "no model was printed");
    assert_eq!(refusal(script, &" ".repeat((1 << 20) + 1)), "the model is longer than 1 MiB");
    assert!(
        refusal(script, "(error \"model is not available\")").contains("(error \"model is not available\")")
    );
    assert!(refusal(script, "((define-fun x () Real 1)").contains("`(` is never closed"));
    assert_eq!(
        refusal(script, "Segmentation fault\n"),
        "`Segmentation fault` is not a known part of a model"
    );
    assert!(refusal(script, "((exit))").contains("`(exit)` is not a known part"));
    assert!(
        refusal(script, "((define-fun f ((y Int) (z Int)) Int 1))").contains("2 parameters, 1 are declared")
    );
    assert_eq!(value("-1.5"), "the value of `x` cannot be read: `-1.5` is no value");
    assert!(value("(witness ((y Real)) (= (* y y) 2.0))").contains("is no value"));
    assert!(value("@arith_1").contains("is no value"));
    assert!(value("(+ x 1)").contains("defined by itself"));
    assert!(value("()").contains("is no value") && value(":x").contains("is no value"));
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
fn nothing_but_terms_gets_through() {
    let model = "((define-fun x () Int (! 3 :named true))(define-fun y () Int 4))";
    let expected = ["(define-fun x () Int 3)", "(define-fun y () Int 5)"];
    assert_eq!(definitions("(declare-fun x () Int)(define-fun y () Int 5)", model), expected);
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
                let completion =
                    Completion { open: true, spare: true, inexact: Inexact::Open, older_escapes: true };
                let _ =
                    Printed::read(&script, &text).and_then(|printed| printed.witness(&script, completion));
            }
        }
    }
}

#[test]
fn a_value_is_read_by_the_sort_that_it_must_have() {
    let script = "(declare-datatypes ((Opt 1) (Lst 1)) ((par (T) ((none) (some (of T)))) \
        (par (T) ((nil) (cons (head T) (rest (Lst T)))))))(declare-fun a () (Opt Int))(declare-fun l () (Lst (Opt Bool)))\
        (declare-fun m () (Array Int (Opt Int)))(declare-fun s () (Seq (Opt Int)))\
        (declare-fun f ((Opt Int) (Lst Int)) (Opt (Opt Int)))";
    let model = "((define-fun a () (Opt Int) none)(define-fun l () (Lst (Opt Bool)) (cons none nil))\
        (define-fun m () (Array Int (Opt Int)) (let ((a!1 (store ((as const (Array Int (Opt Int))) none) 1 none))) a!1))\
        (define-fun s () (Seq (Opt Int)) (seq.unit none))\
        (define-fun f ((x!0 (Opt Int)) (x!1 (Lst Int))) (Opt (Opt Int)) \
        (ite (and (= x!0 none) (= nil x!1)) none (some (ite (= (rest x!1) nil) none x!0)))))";
    let found = definitions(script, model);
    let [int, inner] = ["(as none (Opt Int))", "(as none (Opt Bool))"];
    for (at, value) in [
        (1, format!("(Opt Int) {int})")),
        (2, format!("((as cons (Lst (Opt Bool))) {inner} (as nil (Lst (Opt Bool)))))")),
        (3, format!("(let ((y%1 (store ((as const (Array Int (Opt Int))) {int}) 1 {int}))) y%1))")),
        (4, format!("(seq.unit {int}))")),
        (
            5,
            format!(
                "(ite (and (= x%0 {int}) (= (as nil (Lst Int)) x%1)) (as none (Opt (Opt Int))) \
                 ((as some (Opt (Opt Int))) (ite (= (rest x%1) (as nil (Lst Int))) {int} x%0))))"
            ),
        ),
    ] {
        assert!(found[at].ends_with(&value), "{}", found[at]);
    }
}

#[test]
fn elements_of_a_sort_with_parameters_are_told_apart_by_its_arguments() {
    let script = "(declare-sort Box 1)(declare-fun a () (Box Int))(declare-fun b () (Box Int))\
        (declare-fun c () (Box Bool))(declare-fun p ((Box Int)) Bool)";
    let model = "((declare-fun Box!val!0 () (Box Int))(declare-fun Box!val!1 () (Box Int))\
        (forall ((x (Box Int))) (or (= x Box!val!0) (= x Box!val!1)))(declare-fun Box!val!0 () (Box Bool))\
        (forall ((x (Box Bool))) (= x Box!val!0))(define-fun a () (Box Int) Box!val!1)(define-fun b () (Box Int) Box!val!0)\
        (define-fun c () (Box Bool) Box!val!0)(define-fun p ((x!0 (Box Int))) Bool (= x!0 Box!val!1)))";
    let expected = [
        "(declare-datatypes ((Box 1)) ((par (P!!0) ((Box!0) (Box!1)))))",
        "(define-fun a () (Box Int) (as Box!1 (Box Int)))",
        "(define-fun b () (Box Int) (as Box!0 (Box Int)))",
        "(define-fun c () (Box Bool) (as Box!0 (Box Bool)))",
        "(define-fun p ((x%0 (Box Int))) Bool (= x%0 (as Box!1 (Box Int))))",
    ];
    assert_eq!(definitions(script, model), expected);
    let parsed = Script::parse(script.to_owned()).unwrap();
    let is_uneven = |model: &str| {
        let read = Printed::read(&parsed, model).unwrap();
        read.complete(&parsed, Completion::default()).unwrap().1
    };
    assert!(is_uneven(model));
    assert!(!is_uneven(
        &model.replace("(Box Bool))(forall", "(Box Bool))(declare-fun Box!val!9 () (Box Bool))(forall")
    ));
}

#[test]
fn constants_of_sort_map_are_functions_of_all_that_they_take() {
    let script = "(declare-fun f () (-> Int Int))(declare-fun g () (-> Int (-> Int Bool)))(declare-fun h (Int) (-> Int Int))";
    let ends = |model: &str, expected: [&str; 3]| {
        let found = definitions(script, model);
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.ends_with(expected), "{found}");
        }
    };
    let [f, g, h] = ["((x%0 Int)) Int ", "((x%0 Int) (x%1 Int)) Bool ", "((x%0 Int) (x%1 Int)) Int "];
    ends(
        "((define-fun f ((x Int)) Int (ite (= x 3) 4 0))(define-fun g ((x Int) (y Int)) Bool (= x y))\
         (define-fun h ((x Int) (y Int)) Int (+ x y)))",
        [&format!("{f}(ite (= x%0 3) 4 0))"), &format!("{g}(= x%0 x%1))"), &format!("{h}(+ x%0 x%1))")],
    );
    ends(
        "((define-fun f () (-> Int Int) (lambda ((x Int)) (ite (= x 3) 4 0)))\
         (define-fun g () (-> Int (-> Int Bool)) (lambda ((x Int)) (lambda ((y Int)) (= x y))))\
         (define-fun h ((x Int)) (-> Int Int) (lambda ((y Int)) (+ x y))))",
        [&format!("{f}(ite (= x%0 3) 4 0))"), &format!("{g}(= x%0 x%1))"), &format!("{h}(+ x%0 x%1))")],
    );
    ends(
        "((define-fun f () (-> Int Int) (store ((as const (-> Int Int)) 6) 3 4))\
         (define-fun g () (-> Int (-> Int Bool)) (store ((as const (-> Int (-> Int Bool))) ((as const (-> Int Bool)) true)) \
         1 (_ as-array k)))(define-fun k ((z Int)) Bool (> z 5))\
         (define-fun h ((x!0 Int)) (-> Int Int) (ite (= x!0 2) f ((as const (-> Int Int)) x!0))))",
        [
            &format!("{f}(ite (and true (= x%0 3)) 4 6))"),
            &format!("{g}(ite (and true (= x%0 1)) (> x%1 5) true))"),
            &format!("{h}(ite (= x%0 2) (ite (and true (= x%1 3)) 4 6) x%0))"),
        ],
    );
}

#[test]
fn the_sort_of_a_shared_value_is_what_its_uses_demand() {
    let script = "(declare-datatypes ((Lst 1)) ((par (T) ((nil) (cons (head T) (rest (Lst T)))))))\
        (declare-fun l () (Lst (Lst Bool)))";
    let model = "((define-fun l () (Lst (Lst Bool)) (let ((a!1 (cons true nil))) (let ((a!2 (cons a!1 nil))) (cons a!1 a!2)))))";
    let inner = "((as cons (Lst Bool)) true (as nil (Lst Bool)))";
    let outer = "((as cons (Lst (Lst Bool))) y%1 (as nil (Lst (Lst Bool))))";
    let expected = format!(
        "(define-fun l () (Lst (Lst Bool)) (let ((y%1 {inner})) (let ((y%2 {outer})) ((as cons (Lst (Lst Bool))) y%1 y%2))))"
    );
    assert_eq!(definitions(script, model)[1..], [expected]);
}

#[test]
fn what_is_printed_of_operators_that_are_left_open_is_kept() {
    let script = "(declare-fun x () Int)(assert (= (div x 0) (mod x 0)))";
    let model = "((define-fun x () Int 3)(define-fun div0 ((x!0 Int) (x!1 Int)) Int (ite (= x!0 3) 7 1))\
        (define-fun mod0 ((x!0 Int) (x!1 Int)) Int 7))";
    let expected = "(define-fun |div where it is left open 0| ((x%0 Int) (x%1 Int)) Int (ite (= x%0 3) 7 1))\n\
        (define-fun |mod where it is left open 1| ((x%0 Int) (x%1 Int)) Int 7)\n(define-fun x () Int 3)";
    assert_eq!(definitions(script, model), [expected]);
    let own = "(declare-fun div0 (Int Int) Int)";
    assert_eq!(definitions(own, model).len(), 1, "the script may have a function of this name");
}

#[test]
fn values_that_are_not_told_exactly_may_stay_open() {
    let script = "(declare-fun x () Real)(declare-fun a () (Array Int Int))(declare-fun s () String)";
    let model = "((define-fun x () Real (- 1.41?))(define-fun a () (Array Int Int) (store (as @a0 (Array Int Int)) 1 2))\
        (define-fun s () String \"\\x41\"))";
    let reading = |inexact, older_escapes| {
        read(script, model, Completion { inexact, older_escapes, ..Completion::default() }).unwrap()
    };
    let given = reading(Inexact::Given(1), false);
    let constant = "(define-fun u%0 () (Array Int Int) ((as const (Array Int Int)) 1))";
    assert_eq!(given[0], format!("{constant}\n(define-fun x () Real (- 1.41))"));
    assert!(given[1].ends_with("(store u%0 1 2))") && given[2].ends_with(" \"\\x41\")"));
    let open = reading(Inexact::Open, true);
    assert!(
        open[0].ends_with("(declare-fun u%1 () (Array Int Int))\n(define-fun x () Real (- u%0))"),
        "{}",
        open[0]
    );
    assert!(open[2].ends_with(" \"\\u{41}\")"), "{}", open[2]);
}

#[test]
fn a_sort_of_the_script_may_have_the_name_of_one_of_a_theory() {
    let script = "(set-logic QF_UF)(declare-sort String 0)(declare-sort Set 1)(declare-fun s () String)(declare-fun t () (Set String))";
    let model = "((define-fun s () String (as @String_1 String))(define-fun t () (Set String) (as @Set_0 (Set String))))";
    let found = definitions(script, model);
    assert!(
        found[2].ends_with(" String String!0)") && found[3].ends_with("(as Set!0 (Set String)))"),
        "{found:?}"
    );
}
