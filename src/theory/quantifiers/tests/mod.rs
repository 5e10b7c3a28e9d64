//! Quantified formulas: examples, and random formulas against brute force.

mod brute_force;
mod formulas;
mod linear;
mod oracle;

use crate::smtlib::{Problem, Script};
use crate::theory::interpreter::{EvalResult, Interpreter, LINEAR_WORK, LISTED, Model};
use crate::theory::sorting::Sorting;

/// Evaluates a formula under definitions. Sorts of at most `listed` values are enumerated, and linear formulas
/// are decided within the work `linear`.
fn worth(definitions: &str, formula: &str, (listed, linear): (usize, u64)) -> EvalResult {
    let model = Model::build(&Script::parse(definitions.to_owned()).unwrap(), false).unwrap();
    let problem = Problem::read(format!("{definitions}(assert {formula})")).unwrap();
    let terms = &problem.formulas.terms;
    let sorting = Sorting::infer(terms, &model.signature);
    let mut interpreter = Interpreter::new(&model, terms, &sorting);
    interpreter.listed = listed;
    interpreter.linear = linear;
    interpreter.evaluate(problem.formulas.assertions[0])
}

fn truth(definitions: &str, formula: &str) -> Option<bool> {
    worth(definitions, formula, (LISTED, LINEAR_WORK)).value.ok()?.as_bool()
}

fn check(definitions: &str, formulas: &[(&str, Option<bool>)]) {
    for (formula, expected) in formulas {
        assert_eq!(truth(definitions, formula), *expected, "{formula}");
    }
}

const TABLES: &str = "(declare-sort V 0)(declare-datatypes ((N 0)) (((z) (s (p N)))))\
    (define-fun c () Int 3)(define-fun a () (Array Int Int) (store (store ((as const (Array Int Int)) 0) 4 1) 9 2))\
    (define-fun f ((x Int)) Int (ite (= x 2) 7 (ite (= x c) 8 0)))\
    (define-fun g ((x Int) (y Int)) Int (ite (and (= x 1) (= y 5)) 1 (ite (and (= x 5) (= y 1)) 1 0)))\
    (define-fun h ((x N)) Int (ite (= x (s z)) 1 0))\
    (define-fun w ((x (_ BitVec 40))) Bool (= x #x0000000007))\
    (define-fun r ((x Real)) Real (ite (= x 0.5) 1 2))\
    (define-fun n ((x Int)) Int (- x))\
    (define-fun-rec k ((x Int)) Int (ite (= x 0) 0 (k (- x 1))))";

#[test]
fn tables_are_decided_at_the_values_that_they_mention() {
    check(
        TABLES,
        &[
            ("(forall ((x Int)) (<= 0 (f x) 8))", Some(true)),
            ("(forall ((x Int)) (< (f x) 8))", Some(false)),
            ("(forall ((x Int) (y Int)) (= (g x y) (g y x)))", Some(true)),
            ("(forall ((x Int)) (exists ((y Int)) (not (= (g x y) 1))))", Some(true)),
            ("(exists ((x Int)) (forall ((y Int)) (= (g x y) 1)))", Some(false)),
            ("(forall ((x Int) (y Int)) (=> (= (f x) (f y) 7) (= x y)))", Some(true)),
            ("(forall ((x Int) (y Int)) (=> (= (f x) (f y)) (= x y)))", Some(false)),
            ("(exists ((x Int) (y Int) (z Int)) (and (distinct x y z) (= 0 (f x) (f y) (f z))))", Some(true)),
            ("(forall ((i Int)) (= (f (+ i 3)) (f (+ i 3))))", Some(true)),
            ("(forall ((i Int)) (=> (= (f (+ i 3)) 8) (= i 0)))", Some(true)),
            ("(forall ((i Int)) (=> (= (select a (* 2 i)) 1) (= i 2)))", Some(true)),
            ("(forall ((i Int)) (not (= (select a (* 2 i)) 2)))", Some(true)),
            ("(forall ((i Int)) (<= (select a i) 2))", Some(true)),
            ("(forall ((x N)) (<= (h x) 1))", Some(true)),
            ("(forall ((x N) (y N)) (=> (= (h x) (h y) 1) (= x y)))", Some(true)),
            ("(exists ((x N) (y N) (u N)) (and (distinct x y u z (s z)) (= (h x) (h y) (h u))))", Some(true)),
            ("(exists ((x (_ BitVec 40))) (w x))", Some(true)),
            ("(forall ((x (_ BitVec 40)) (y (_ BitVec 40))) (=> (and (w x) (w y)) (= x y)))", Some(true)),
            ("(forall ((x Int)) (= (r x) 2))", Some(true)),
            ("(forall ((x Real)) (= (r x) 2))", Some(false)),
            // Functions that compute with their arguments.
            ("(forall ((x Int)) (= (n x) 5))", Some(false)),
            ("(forall ((x Int)) (= (n (n x)) x))", Some(true)),
            ("(forall ((x Int)) (= (k x) 0))", None),
            ("(forall ((x N)) (or (= x z) (= x (s (p x)))))", None),
        ],
    );
}

#[test]
fn orders_are_decided_between_bounds() {
    check(
        TABLES,
        &[
            ("(forall ((x Int)) (or (< x 3) (>= x c)))", Some(true)),
            ("(exists ((x Int)) (< c x 5))", Some(true)),
            ("(exists ((x Int)) (< c x 4))", Some(false)),
            ("(exists ((x Real)) (< c x 4))", Some(true)),
            ("(exists ((x Int)) (< 3 (* 2 x) 5))", Some(true)),
            ("(exists ((x Int)) (< 4 (* 2 x) 6))", Some(false)),
            ("(exists ((x Real)) (< 4 (* 2 x) 6))", Some(true)),
            ("(exists ((x Int)) (< 2.5 x 3.5))", Some(true)),
            ("(forall ((x Int)) (exists ((y Int)) (< x y)))", Some(true)),
            ("(exists ((x Int)) (forall ((y Int)) (<= y x)))", Some(false)),
            ("(forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (< x z y))))", Some(false)),
            ("(forall ((x Real) (y Real)) (=> (< x y) (exists ((z Real)) (< x z y))))", Some(true)),
            ("(exists ((x Int) (y Int) (z Int)) (< 3 x y z 8))", Some(true)),
            ("(exists ((x Int) (y Int) (z Int)) (< 3 x y z 7))", Some(true)),
            ("(exists ((x Int) (y Int) (z Int)) (< 3 x y z 6))", Some(false)),
            ("(forall ((x (_ BitVec 40))) (bvule #x0000000000 x))", Some(true)),
            ("(forall ((x (_ BitVec 40))) (exists ((y (_ BitVec 40))) (bvslt x y)))", Some(false)),
            ("(exists ((x (_ BitVec 40))) (and (bvslt x #x0000000000) (bvult x #x8000000001)))", Some(true)),
            ("(forall ((x Int)) (< x (f x)))", Some(false)),
            ("(forall ((x Int)) (=> (< x 0) (< x (f x))))", Some(true)),
        ],
    );
}

#[test]
fn guards_bound_and_fix_variables() {
    check(
        TABLES,
        &[
            (
                "(forall ((i Int) (j Int)) (=> (and (<= 0 i) (< i j) (< j 9)) (< (+ (* i j) i) 64)))",
                Some(true),
            ),
            (
                "(forall ((i Int) (j Int)) (=> (and (<= 0 i) (< i j) (< j 9)) (< (+ (* i j) i) 63)))",
                Some(false),
            ),
            ("(forall ((j Int) (i Int)) (=> (<= 0 i j 80) (<= (* i j) 6400)))", Some(true)),
            ("(exists ((x Int)) (and (= x (* c c)) (= (mod x 5) 4)))", Some(true)),
            ("(forall ((x Int) (y Int)) (=> (and (= x (* y y)) (<= 1 y 6)) (<= y x)))", Some(true)),
            ("(exists ((x N)) (and (= (s z) x) (= (p x) z)))", Some(true)),
            ("(forall ((x Int) (y N)) (=> (= x 2.5) false))", Some(true)),
            ("(forall ((x Int) (y V) (u N)) (= (f x) (f x)))", Some(true)),
            ("(exists ((x Int)) (= (* c c) 8))", Some(false)),
            ("(forall ((i Int)) (=> (<= 5 i 4) false))", Some(true)),
        ],
    );
}

#[test]
fn strings_range_over_finite_languages() {
    check(
        "(define-fun s () String \"ab\")",
        &[
            (
                "(forall ((y String)) (=> (str.in_re y (re.union (str.to_re s) (str.to_re \"c\"))) (str.< y \"d\")))",
                Some(true),
            ),
            (
                "(forall ((y String)) (=> (str.in_re y (re.union (str.to_re s) (str.to_re \"c\"))) (= 2 (str.len y))))",
                Some(false),
            ),
            (
                "(exists ((y String)) (and (str.in_re y ((_ re.loop 1 3) (re.range \"a\" \"c\"))) (= s (str.++ y y))))",
                Some(false),
            ),
            (
                "(exists ((y String)) (and (str.in_re y ((_ re.loop 1 3) (re.range \"a\" \"c\"))) (str.contains y \"bcb\")))",
                Some(true),
            ),
            (
                "(forall ((y String)) (=> (and (str.in_re y (re.* (re.range \"0\" \"1\"))) (<= (str.len y) 3))
                    (< (str.to_int (str.++ \"0\" y)) 112)))",
                Some(true),
            ),
            (
                "(forall ((y String)) (=> (and (> 3 (str.len y)) (str.in_re y (re.* (re.range \"0\" \"1\"))))
                    (< (str.to_int (str.++ \"0\" y)) 11)))",
                Some(false),
            ),
            (
                "(exists ((y String)) (and (= (str.len y) (- 1)) (str.in_re y re.all) (str.contains y s)))",
                Some(false),
            ),
            // Infinitely many, and too many.
            ("(forall ((y String)) (=> (str.in_re y (re.* (str.to_re s))) (= (str.len (str.++ y s)) (+ 2 (str.len y)))))", None),
            ("(forall ((y String)) (=> (<= (str.len y) 2) (= (str.++ y s) (str.++ y \"ab\" \"\"))))", None),
        ],
    );
}

#[test]
fn what_is_chosen_stays_so() {
    let worth = worth(TABLES, "(forall ((x Int)) (or (= x 1) (= (div 1 0) 0)))", (LISTED, LINEAR_WORK));
    assert!(worth.is_chosen || worth.value.is_err(), "{worth:?}");
}

#[test]
fn remainders_are_decided_where_they_are_linear() {
    check(
        "(define-fun c () Int 3)(define-fun f ((x Int)) Int (ite (= x 2) 7 0))",
        &[
            // From yices2's examples of LIA.
            (
                "(forall ((x Int)) (= ((_ divisible 15) x) (and ((_ divisible 3) x) ((_ divisible 5) x))))",
                Some(true),
            ),
            (
                "(forall ((x Int) (y Int)) (=> (not ((_ divisible 7) (+ x y)))
                    (forall ((z Int)) (not ((_ divisible 7) (+ (+ x (* 7 z)) y))))))",
                Some(true),
            ),
            ("(forall ((x Int)) (= ((_ divisible 6) x) ((_ divisible 3) x)))", Some(false)),
            ("(exists ((x Int)) (and (= (mod x 40) 39) (= (mod (- (* c x) 5) 7) 3)))", Some(true)),
            ("(exists ((x Int)) (= (mod (* x x) 4) 2))", None),
            ("(exists ((x Int)) (= (mod (* x x) 4) 1))", Some(true)),
            ("(forall ((x Int)) (= (mod (mod x 6) 3) (mod x 3)))", Some(true)),
            ("(forall ((x Int)) (=> ((_ divisible 2) x) (< (* x x) 1000000)))", Some(false)),
            ("(forall ((x Int)) (=> ((_ divisible 2) x) (>= (* x x) x)))", None),
            ("(forall ((x Int)) (=> ((_ divisible 2) (div x 3)) ((_ divisible 2) (* x 1))))", Some(false)),
            ("(forall ((x Int)) (< (mod x c) 3))", Some(true)),
            // SMT-LIB leaves a remainder by 0 open.
            ("(forall ((x Int)) (= (mod x 0) (* x x)))", Some(false)),
            ("(exists ((x Int)) (= (mod x 0) (* x x)))", Some(true)),
        ],
    );
}

#[test]
fn what_holds_for_any_value_needs_none() {
    let bits = "(_ BitVec 32)";
    check(
        "(define-fun y () (_ BitVec 32) #x00000003)(declare-fun f (Int) Int)
            (declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))",
        &[
            (
                &format!(
                    "(exists ((c {bits})) (forall ((x {bits})) (bvslt (bvmul c (bvshl x (_ bv1 32))) (bvmul c x))))"
                ),
                Some(false),
            ),
            (
                &format!(
                    "(forall ((a {bits}) (b {bits})) (distinct (bvadd (bvmul #x00000400 a) (bvmul #x00000002 y))
                        (bvsub (bvneg (bvmul b #xfffff800)) #x00000001)))"
                ),
                Some(true),
            ),
            (
                &format!("(exists ((a {bits}) (b {bits})) (= (bvmul #x00000004 a b) (bvadd y (bvmul b #x00000002))))"),
                Some(false),
            ),
            ("(forall ((a (Array Int Int)) (i Int)) (= (* (f (select a i)) 0) 0))", Some(true)),
            ("(forall ((x Int)) (= (* (div x 0) 0) 0))", Some(true)),
            // One value of each constructor is tried.
            ("(forall ((l (L Int))) (= l (as nil (L Int))))", Some(false)),
            ("(exists ((l (L Int))) (= (tl l) (as nil (L Int))))", Some(true)),
        ],
    );
}

#[test]
fn edges_come_first_where_not_all_are_tried() {
    let bits = "(_ BitVec 10)";
    check(
        "",
        &[
            (
                &format!("(forall ((x {bits}) (y {bits})) (distinct (bvnand y (_ bv0 10)) (bvlshr x y)))"),
                Some(false),
            ),
            ("(forall ((a (Array Int Int)) (i Int)) (= (select a i) 0))", Some(false)),
        ],
    );
}
