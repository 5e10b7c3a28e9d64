//! Outputs of solvers for whole scripts, as printed, with values and statistics shortened.

use super::*;

fn found<'a>(script: &str, printed: &'a str, check: Option<usize>) -> Result<&'a str, String> {
    let tree = Tree::parse(script.to_owned()).unwrap();
    model(&tree, printed, check).map_err(|error| error.to_string())
}

/// Requests everything that can stand around models: the third check-sat has the second model.
const SESSION: &str = r#"
    (set-option :print-success true)(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)
    (assert (! (> x 3) :named big))(check-sat)(echo "done")(get-info :reason-unknown)(get-assignment)
    (get-value (x (+ x y)))(get-assertions)(get-model)(push 1)(assert (! (< x 2) :named small))(check-sat)
    (get-unsat-core)(pop 1)(assert (= x 7))(check-sat)(echo "unsat")(get-model)(get-value (x))
    (get-info :all-statistics)(frobnicate)(exit)"#;

const Z3: &str = r#"success
success
success
success
success
sat
done
(:reason-unknown "unknown")
((big true))
((x 4)
 ((+ x y) 4))
(error "line 15 column 15: command is only available in interactive mode, use command (set-option :interactive-mode true)")
(
  (define-fun big () Bool
    (> x 3))
  (define-fun x () Int
    4)
)
success
success
unsat
(big small)
success
success
sat
unsat
(
  (define-fun x () Int
    7)
)
((x 7))
(:arith-lower            1
 :time                   0.01)
unsupported
; frobnicate line: 29 position: 11
success
"#;

const YICES: &str = r#"success
sat
done
(error "the context is satisfiable")
((big true))
((x 4)
 ((+ x y) 4))
(error "get-assertions is not supported")
(= x 4)
(= y 0)
success
unsat
(big small)
success
sat
unsat
(= x 7)
(= y 1)
((x 7))
(
 :num-terms 12
)
(error "at line 29, column 12: syntax error: frobnicate is not a command")
"#;

#[test]
fn the_model_of_a_check_is_found_among_what_a_script_prints() {
    for (printed, first, last) in [
        (Z3, "(\n  (define-fun big", "(\n  (define-fun x () Int\n    7)\n)"),
        (YICES, "(= x 4)\n(= y 0)", "(= x 7)\n(= y 1)"),
    ] {
        assert!(found(SESSION, printed, Some(0)).unwrap().starts_with(first), "{printed}");
        assert_eq!(found(SESSION, printed, Some(2)).unwrap(), last);
        assert_eq!(found(SESSION, printed, None).unwrap(), last);
        let none = "no model was printed for check-sat 2; its answer is unsat; models were printed for check-sat 1, check-sat 3";
        assert_eq!(found(SESSION, printed, Some(1)).unwrap_err(), none);
    }
    // Older Z3 prints a word before the definitions; SMTInterpol and MathSAT quote what they echo.
    let old = Z3.replace("\n(\n", "\n(model \n").replace("\nunsat\n(model", "\n\"unsat\"\n(model");
    assert!(found(SESSION, &old, None).unwrap().starts_with("(model"));
}

#[test]
fn objectives_values_and_heaps_are_not_models() {
    let script = "(declare-const x Int)(assert-soft p :weight 2)(maximize x)(check-sat)(get-objectives)(get-model)\
        (get-value (x p))(eval (= x 1))(labels)(apply simplify)(display x)";
    let printed = "sat\n(objectives\n ( 0)\n (x 4)\n)\n(\n  (define-fun x () Int\n    4)\n)\n((x 4)\n (p true))\n(= x 1)\n\
        (labels)\n(goals\n(goal\n  (not (<= 5 x))\n  :precision precise :depth 1)\n)\nx\n";
    assert_eq!(found(script, printed, None).unwrap(), "(\n  (define-fun x () Int\n    4)\n)");
    let script =
        "(declare-heap (Int Int))(declare-const x Int)(check-sat)(get-model)(get-model-domain-elements U)";
    let model = "(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n(define-fun x () Int 7)\n)";
    let printed = format!("sat\n{model}\n(heap\n(pto 7 7)\n(= (as sep.nil Int) 8)\n)\n((as @U_0 U))\n");
    assert_eq!(found(script, &printed, None).unwrap(), model);
    // Only a model can be the empty list here.
    let script = "(check-sat)(get-assignment)(get-model)";
    assert_eq!(found(script, "sat\n()\n(\n)\n", None).unwrap(), "()");
    assert_eq!(found(script, "sat\n()\n(model)\n", None).unwrap(), "(model)");
}

#[test]
fn an_echo_is_not_an_answer() {
    let script = "(echo \"sat\")(check-sat)(get-model)(echo \"sat\")(echo \"unsat\")(check-sat)(get-model)";
    for quote in ["", "\""] {
        let printed = format!(
            "{quote}sat{quote}\nsat\n(= @a 1)\n{quote}sat{quote}\n{quote}unsat{quote}\nunknown\n(= @a 2)\n"
        );
        assert_eq!(found(script, &printed, Some(0)).unwrap(), "(= @a 1)");
        assert_eq!(found(script, &printed, Some(1)).unwrap(), "(= @a 2)");
    }
    let script = "(check-sat)(echo \"(model)\n say \"\"sat\"\"\n\")(get-model)";
    for printed in [
        "sat\n(model)\n say \"sat\"\n\n((define-fun x () Int 1))",
        "sat\n\"(model)\n say \"\"sat\"\"\n\"\n((define-fun x () Int 1))",
    ] {
        assert_eq!(found(script, printed, None).unwrap(), "((define-fun x () Int 1))");
    }
}

/// A model is never attributed to another check-sat.
#[test]
fn an_error_in_place_of_an_answer_casts_doubt_on_later_models() {
    let script =
        "(check-sat)(get-model)(check-sat-assuming (p))(get-model)(echo \"mark\")(check-sat)(get-model)";
    let model = |value: u32| format!("((define-fun x () Int {value}))");
    let (one, two, three) = (model(1), model(2), model(3));
    let whole = format!("sat\n{one}\nsat\n{two}\nmark\nsat\n{three}\n");
    assert_eq!(found(script, &whole, None).unwrap(), three);
    let error = "(error \"no\")";
    let unknown = format!("sat\n{one}\n{error}\n{error}\nsat\n{two}\n");
    assert_eq!(found(script, &unknown, Some(0)).unwrap(), one);
    for check in [1, 2] {
        let told = found(script, &unknown, Some(check)).unwrap_err();
        let expected = format!(
            "the output has 2 answers, and the script 3 check-sats, so it is unclear which model belongs to \
             check-sat {}; remove the others; the output also says {error}",
            check + 1
        );
        assert_eq!(told, expected);
    }
    // The echo shows where an answer is missing.
    let marked = format!("sat\n{one}\n{error}\n{error}\nmark\nsat\n{three}\n");
    assert_eq!(found(script, &marked, None).unwrap(), three);
    assert!(found(script, &marked, Some(1)).is_err());
    // Cut short: the first model is not that of the last check-sat.
    assert!(
        found(script, &format!("sat\n{one}\n"), None).unwrap_err().starts_with("the output has 1 answer,")
    );
    assert_eq!(found(script, &format!("sat\n{one}\n"), Some(0)).unwrap(), one);
    assert!(
        found("(check-sat)", &format!("sat\n{one}\nsat\n{two}"), None)
            .unwrap_err()
            .contains("2 answers, and the script 1 check-sat,")
    );
}

#[test]
fn a_single_model_is_the_intended_one() {
    let script = "(push)(declare-const x Int)(check-sat)(pop)(check-sat)";
    let model = "((define-fun x () Int 7))";
    for printed in [model.to_owned(), format!("sat\n{model}"), format!("\n; by hand\n{model}\n")] {
        assert_eq!(found(script, &printed, None).unwrap(), model, "{printed}");
        assert_eq!(found(script, &printed, Some(0)).unwrap(), model, "{printed}");
    }
    // Definitions of a certificate, lines of Boolector, and output by an option.
    let definitions = "(define-fun x () Int 7)\n; more\n(define-fun y () Int 8)";
    assert_eq!(found(script, definitions, None).unwrap(), definitions);
    assert_eq!(found(script, "WARNING: 1\nx 01\ny 1\n", None).unwrap(), "x 01");
    // Yices invents names for quantifiers.
    for equations in [
        "(= @fun_2 7)\n(= quant$0 true)\n(= skolem1_z @const_2)\n(= x @fun_1)\n(function @fun_1\n (default 0))",
        "(= quant$0 true)",
    ] {
        assert_eq!(found(script, equations, None).unwrap(), equations);
    }
    let both = format!("sat\n{model}\nunknown\n({definitions})\n");
    assert_eq!(found(script, &both, Some(0)).unwrap(), model);
    assert_eq!(found(script, &both, None).unwrap(), format!("({definitions})"));
    let bare = format!("{model}\n({definitions})");
    assert_eq!(found(script, &bare, None).unwrap(), format!("({definitions})"));
    let several = found(script, &format!("{bare}\n{model}"), None).unwrap_err();
    assert!(
        several.starts_with("the output has 3 models and no answers, and the script 2 check-sats,"),
        "{several}"
    );
}

#[test]
fn output_in_place_of_a_model_is_reported() {
    let told = |printed: &str| found("(check-sat)(get-model)", printed, None).unwrap_err();
    assert_eq!(told(" \n"), "no model was printed");
    assert_eq!(told("Segmentation fault\n"), "`Segmentation fault` is not a known part of a model");
    assert_eq!(told("((exit))"), "`((exit))` is not a known part of a model");
    let error = "(error \"model is not\n available\")";
    assert_eq!(
        told(error),
        "the solver printed an error instead of a model: (error \"model is not available\")"
    );
    let nothing = "no model was printed for check-sat 1; its answer is sat";
    assert_eq!(told("sat\n"), nothing);
    assert_eq!(
        told(&format!("sat\n{error}\n")),
        format!("{nothing}, then (error \"model is not available\")")
    );
    // Truncated text is for the reader to reject.
    assert_eq!(found("(check-sat)", "sat\n(\n  (define-fun x", None).unwrap(), "(\n  (define-fun x");
    assert_eq!(told("sat\n(\n :-("), format!("{nothing}, then ("));
}

#[test]
fn any_text_is_read_in_time() {
    let script = "(declare-const x Int)".to_owned() + &"(check-sat)(echo \"(\")(get-model)".repeat(5_000);
    for piece in
        ["(\n", ")\n", "(error \"\n", "sat\n(\n", "x 1\n\n", "(= x 1)", "\"(\"\n", "|", "()sat\n", "\u{1}("]
    {
        let _ = found(&script, &piece.repeat(30_000), None);
    }
    let parts: Vec<&str> = Z3.split_inclusive([' ', '(', ')', '\n', '"']).collect();
    for at in 0..parts.len() {
        let _ = found(SESSION, &[&parts[..at], &parts[at + 1..]].concat().concat(), None);
        let _ = found(SESSION, &parts[at..].concat(), Some(at % 4));
    }
}
