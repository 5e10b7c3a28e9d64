use super::*;

/// Returns the commands of an instantiated script, one per line, and the reported faults.
fn instantiated(text: &str) -> (Vec<String>, Vec<String>) {
    let problem = Problem::read(text).unwrap();
    let it = instantiate(&problem).unwrap();
    let tree = &it.problem.script.tree;
    let commands = tree.roots().iter().map(|&root| tree.canonical_text(root)).collect();
    (commands, it.faults.iter().map(|(place, what)| format!("{place}: {what}")).collect())
}

#[test]
fn each_use_gets_the_copy_for_its_sorts() {
    const A: &str = "(declare-sort-parameter A)";
    for (script, expected) in [
        (
            "(define-fun same ((a A) (b A)) Bool (= a b))(declare-const i Int)(assert (same i 3))(assert (same true false))\
             (assert (same i i))",
            &[
                "(define-fun same_Int ((a Int) (b Int)) Bool (= a b))",
                "(define-fun same_Bool ((a Bool) (b Bool)) Bool (= a b))",
                "(declare-const i Int)",
                "(assert (same_Int i 3))",
                "(assert (same_Bool true false))",
                "(assert (same_Int i i))",
            ][..],
        ),
        // A definition that uses another one, and a use whose sort follows from its result alone.
        (
            "(declare-fun none () (Seq A))(define-fun put ((a A)) (Seq A) (seq.++ (seq.unit a) (as none (Seq A))))\
             (assert (= (put 1) (as none (Seq Int))))(check-sat-assuming ((= (put \"\") (put \"\"))))",
            &[
                "(declare-fun none_Int () (Seq Int))",
                "(declare-fun none_String () (Seq String))",
                "(define-fun put_Int ((a Int)) (Seq Int) (seq.++ (seq.unit a) none_Int))",
                "(define-fun put_String ((a String)) (Seq String) (seq.++ (seq.unit a) none_String))",
                "(assert (= (put_Int 1) none_Int))",
                "(check-sat-assuming ((= (put_String \"\") (put_String \"\"))))",
            ],
        ),
        // Copies follow the declarations of their sorts. Sorts in bodies, of variables and of `let`, are
        // inferred.
        (
            "(define-fun all ((p (Array A Bool))) Bool (forall ((a A)) (let ((b a)) (select p b))))(declare-sort U 0)\
             (declare-const s (Array U Bool))(assert (all s))",
            &[
                "(declare-sort U 0)",
                "(define-fun all_U ((p (Array U Bool))) Bool (forall ((a U)) (let ((b a)) (select p b))))",
                "(declare-const s (Array U Bool))",
                "(assert (all_U s))",
            ],
        ),
        // Variables shadow functions, and names of copies are fresh.
        (
            "(declare-fun f (A) A)(declare-const f_Int Int)(assert (forall ((f Bool)) f))(assert (= (f f_Int) ((as f Int) 3)))",
            &[
                "(declare-fun f_Int_2 (Int) Int)",
                "(declare-const f_Int Int)",
                "(assert (forall ((f Bool)) f))",
                "(assert (= (f_Int_2 f_Int) (f_Int_2 3)))",
            ],
        ),
    ] {
        let (found, faults) = instantiated(&format!("{A}{script}"));
        assert_eq!(found, expected, "{script}");
        assert_eq!(faults, [""; 0], "{script}");
    }
}

#[test]
fn recursive_copies_are_defined_together() {
    let list = "(declare-sort-parameter A)(declare-datatype L (par (X) ((nil) (cons (hd X) (tl (L X))))))";
    let script = "(define-fun-rec size ((l (L A))) Int (match l ((nil 0) ((cons h t) (+ 1 (size t))))))\
        (define-funs-rec ((even ((l (L A))) Bool) (odd ((l (L A))) Bool)) ((match l ((nil true) ((cons h t) (odd t))))\
        (match l ((nil false) ((cons h t) (even t))))))\
        (assert (= 0 (size (as nil (L Bool)))))(assert (odd (cons 1 (as nil (L Int)))))";
    let (found, faults) = instantiated(&format!("{list}{script}"));
    let expected = [
        "(define-fun-rec size_Bool ((l (L Bool))) Int (match l ((nil 0) ((cons h t) (+ 1 (size_Bool t))))))",
        "(define-funs-rec ((odd_Int ((l (L Int))) Bool) (even_Int ((l (L Int))) Bool)) ((match l ((nil false) \
         ((cons h t) (even_Int t)))) (match l ((nil true) ((cons h t) (odd_Int t))))))",
        "(assert (= 0 (size_Bool (as nil (L Bool)))))",
        "(assert (odd_Int (cons 1 (as nil (L Int)))))",
    ];
    assert_eq!((&found[1..], faults), (&expected.map(str::to_owned)[..], Vec::new()));
}

#[test]
fn what_is_not_told_is_named_once_and_its_place_is_that_of_the_script() {
    let script = "(declare-sort-parameter A)\n(declare-const c A)\n(define-fun pick ((a A) (b A)) A (ite true a b))\n\
        (define-fun pair ((a A)) Bool\n (= a (pick a c)))\n(assert (pair 1))\n(assert (pair 2))\n(assert (= c (pick 1 true)))";
    let (_, faults) = instantiated(script);
    let expected = [
        "8:12: its arguments do not determine the sorts of `c`: write `(as c …)`",
        "8:15: `pick` does not take Int, Bool",
        "5:15: its arguments do not determine the sorts of `c`: write `(as c …)`",
    ];
    assert_eq!(faults, expected);
}

#[test]
fn polymorphic_recursion_ends() {
    let script = "(declare-sort-parameter A)(define-fun-rec f ((a A)) Int (f (seq.unit a)))(assert (= 0 (f true)))(assert true)";
    let (_, faults) = instantiated(script);
    assert_eq!(faults, ["1:58: `f` is used at infinitely many sorts, or at too many"]);
    let deep = "(not ".repeat(100_000);
    let script = format!(
        "(declare-sort-parameter A)(define-fun f ((a A)) A a)(assert {deep}(f true){})",
        ")".repeat(100_000)
    );
    assert_eq!(instantiated(&script).1, ["1:2061: `f` is used too deep in a term"]);
}

#[test]
fn copies_are_in_scope_where_their_sorts_are() {
    let script = "(declare-sort-parameter A)(declare-fun f (A) Bool)(push 1)(declare-sort U 0)(declare-const u U)(assert (f u))\
        (check-sat)(pop 1)(assert (f 1))(check-sat)(push 1)(declare-sort U 0)(declare-const v U)(assert (f v))(check-sat)";
    let (found, faults) = instantiated(script);
    let copies = found.iter().filter(|command| command.contains("declare-fun"));
    let expected =
        ["(declare-fun f_Int (Int) Bool)", "(declare-fun f_U (U) Bool)", "(declare-fun f_U (U) Bool)"];
    assert_eq!(copies.collect::<Vec<_>>(), expected);
    assert_eq!(found.last().map(String::as_str), Some("(check-sat)"));
    assert!(found.contains(&"(assert (f_U v))".to_owned()), "{found:?}");
    assert_eq!(faults, [""; 0]);
    assert!(instantiate(&Problem::read("(declare-fun f (A) Bool)").unwrap()).is_none());
}
