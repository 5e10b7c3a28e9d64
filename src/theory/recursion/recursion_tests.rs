//! Examples of definitions, and whether some function is known to satisfy them. A property test checks the law on
//! random definitions: the evaluation of an accepted definition terminates at a value for which the definition
//! holds.

use proptest::prelude::*;

use super::groundless;
use crate::smtlib::{Problem, Script};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

/// The expected verdict on a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// A function satisfies it, and its calls descend.
    Function,
    /// No function satisfies it.
    None,
    /// A function satisfies it or may do so, but its calls do not descend.
    Undescending,
}

use Known::{Function, None as Nothing, Undescending};

const LIST: &str = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))";
const TREES: &str = "(declare-datatypes ((T 1) (F 1)) ((par (A) ((leaf (value A)) (node (kids (F A)))))\
    (par (A) ((none) (more (first (T A)) (rest (F A)))))))";

const SHRUBS: &str = "(declare-datatypes ((S 0)) (((bud) (fork (le S) (ri S)) (stem (up S)))))";

const TABLED: &str = "(define-fun g ((n Int)) Int (ite (= n (- 6)) 0 (ite (= n 255) 2147483647 (ite (= n 2) (- 6) \
    (ite (= n (- 1)) 5308 2)))))";

/// Declarations, the definition, and the expected verdict.
const TABLE: &[(&str, &str, Known)] = &[
    // Contradictory.
    ("", "(define-fun-rec f ((x Int)) Int (+ 1 (f x)))", Nothing),
    ("", "(define-fun-rec f ((x Int)) Bool (not (f x)))", Nothing),
    ("", "(define-fun-rec c () Int (+ 1 c))", Nothing),
    ("", "(define-fun-rec f ((x Int)) Int (ite (<= x 0) 0 (+ x (f x))))", Nothing),
    ("", "(define-fun-rec f ((x Int)) Int (ite (> x 0) 0 (+ 1 (f (- 0 x)))))", Nothing),
    ("", "(define-fun-rec f ((x Int)) Int (ite (= x 5) 0 (+ 1 (f (ite (> x 3) 4 (- x 1))))))", Nothing),
    (LIST, "(define-fun-rec f ((l L)) L (cons 1 (f l)))", Nothing),
    // -1 div 2 is -1.
    (LIST, "(define-fun-rec f ((x Int)) L (ite (= x 0) nil (cons (mod x 2) (f (div x 2)))))", Nothing),
    ("", "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((+ 1 (g x)) (f x)))", Nothing),
    ("", "(define-fun-rec f ((x Int)) Bool (forall ((y Int)) (not (f y))))", Nothing),
    ("", "(define-fun-rec f ((x (_ BitVec 4))) Int (+ 1 (f (bvadd x #x1))))", Nothing),
    // Partial functions, and total ones that the check does not accept.
    ("", "(define-fun-rec f ((x Int)) Int (f x))", Undescending),
    ("", "(define-fun-rec f ((n Int)) Int (ite (= n 0) 1 (* n (f (- n 1)))))", Undescending),
    ("", "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (f (+ n 1))))", Undescending),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 0) 0 (f (- n 1))))", Undescending),
    // Guards on the wrong side.
    ("", "(define-fun-rec f ((n Int)) Bool (and (f (- n 1)) (> n 0)))", Undescending),
    ("", "(define-fun-rec f ((n Int)) Bool (=> (f (- n 1)) (> n 0)))", Undescending),
    ("", "(define-fun-rec f ((n Int)) Int (ite (< (f (- n 1)) 3) (ite (> n 0) 1 2) 0))", Undescending),
    // McCarthy's 91 function.
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 100) (- n 10) (f (f (+ n 11)))))", Undescending),
    (
        "",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 1) 0 (ite (= (mod n 2) 0) (f (div n 2)) (f (+ (* 3 n) 1)))))",
        Undescending,
    ),
    // The reals are dense, so a sequence may shrink forever.
    ("", "(define-fun-rec f ((x Real)) Real (ite (<= x 0.0) 0.0 (+ 1.0 (f (/ x 2.0)))))", Undescending),
    ("", "(define-fun-rec f ((x Real)) Real (+ 1.0 (f (- x 1.0))))", Undescending),
    // `(tl nil)` is open and may be any list.
    (LIST, "(define-fun-rec f ((l L)) Int (+ 1 (f (tl l))))", Nothing),
    (LIST, "(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) 0 (+ 1 (f (tl l)))))", Undescending),
    (LIST, "(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (f (tl (tl l))) 0))", Undescending),
    // A name that shadows another one has its own meaning.
    (LIST, "(define-fun-rec f ((l L) (m L)) Int (match l ((nil 0) ((cons h m) (f m m)))))", Function),
    (LIST, "(define-fun-rec f ((l L) (m L)) Int (match m ((nil 0) ((cons h l) (f l m)))))", Undescending),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (let ((n (+ n 1))) (f (- n 1))) 0))", Undescending),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (let ((n (- n 1))) (f n)) 0))", Function),
    ("", "(define-fun-rec f ((f Int)) Int (+ f 1))", Function),
    // Quantifiers.
    ("", "(define-fun-rec f ((n Int)) Bool (exists ((m Int)) (and (<= 0 m) (< m n) (f m))))", Function),
    ("", "(define-fun-rec f ((n Int)) Bool (forall ((m Int)) (=> (< m n) (f m))))", Undescending),
    ("", "(define-fun-rec f ((n Int)) Bool (and (> n 0) (exists ((n Int)) (f n))))", Undescending),
    // The body does not need the call.
    ("", "(define-fun-rec f ((x Int)) Int (ite true 0 (+ 1 (f x))))", Function),
    ("", "(define-fun-rec f ((x Int)) Bool (or (>= x 0) (< x 5) (not (f x))))", Function),
    ("", "(define-fun-rec f ((x Int)) Int (* x x))", Function),
    // Integers.
    ("", "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (* n (f (- n 1)))))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (<= n (- 5)) 1 (* n (f (- n 1)))))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (or (<= n 0) (> n 6)) 0 (+ 1 (f (- n 1)))))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 1) (+ (f (- n 1)) (f (- n 2))) n))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (>= n 10) 0 (+ 1 (f (+ n 1)))))", Function),
    ("", "(define-fun-rec f ((n Int)) Bool (and (> n 0) (not (f (- n 1)))))", Function),
    ("", "(define-fun-rec f ((n Int)) Bool (=> (> n 0) (f (- n 1))))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (and (not (= n 0)) (>= n 0)) (+ 1 (f (- n 1))) 0))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (let ((p (> n 0)) (m (- n 1))) (ite p (f m) 0)))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (f (ite (> n 7) (- n 7) 0)) 0))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> (abs n) 3) (+ 1 (f (div n 2))) 0))", Function),
    ("(declare-const k Int)", "(define-fun-rec f ((n Int)) Int (ite (> n k) (+ 1 (f (- n 1))) k))", Function),
    ("", "(define-fun-rec f ((a Int) (n Int)) Int (ite (<= n 0) a (f (* a n) (- n 1))))", Function),
    ("", "(define-fun-rec f ((a Int) (b Int)) Int (ite (< b a) 0 (+ a (f (+ a 1) b))))", Function),
    (
        "",
        "(define-fun-rec f ((a Int) (b Int)) Int (ite (and (> a 0) (> b 0)) (ite (> a b) (f (- a b) b) (f a (- b a))) a))",
        Function,
    ),
    // Division.
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ (mod n 2) (f (div n 2))) 0))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ 1 (f (mod n 3))) 0))", Nothing),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 2) (+ 1 (f (mod n 3))) 0))", Function),
    ("", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ 1 (f (div n 1))) 0))", Nothing),
    ("", "(define-fun-rec f ((n Int)) Int (ite (>= n 0) (+ 1 (f (div n (- 2)))) 0))", Nothing),
    ("", "(define-fun-rec g ((a Int) (b Int)) Int (ite (= b 0) a (g b (mod a b))))", Function),
    // Calls of other functions.
    (
        "(define-fun dec ((n Int)) Int (- n 1))",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (dec n)))))",
        Function,
    ),
    (
        "(define-fun inc ((n Int)) Int (+ n 1))",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (inc n)))))",
        Undescending,
    ),
    (
        "(define-fun p ((n Int)) Bool (< 0 n))",
        "(define-fun-rec f ((n Int)) Int (ite (p n) (+ 1 (f (- n 1))) 0))",
        Function,
    ),
    (
        "(declare-fun d (Int) Int)",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (d n)))))",
        Undescending,
    ),
    (
        "(declare-fun d (Int) Int)",
        "(define-fun-rec f ((n Int)) Int (ite (and (> n 0) (< (d n) n)) (+ 1 (f (d n))) 0))",
        Function,
    ),
    (
        "",
        "(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) ((ite (<= n 0) 0 (+ 1 (g n))) (f (- n 1))))",
        Function,
    ),
    (
        "",
        "(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) ((ite (<= n 0) 0 (+ 1 (g n))) (f (+ n 1))))",
        Undescending,
    ),
    (
        "",
        "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((ite (<= n 0) true (odd (- n 1))) (ite (<= n 0) false (even (- n 1)))))",
        Function,
    ),
    (
        "",
        "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((or (= n 0) (odd (- n 1))) (and (not (= n 0)) (even (- n 1)))))",
        Undescending,
    ),
    // A function with many cases, as witnesses define it.
    (
        TABLED,
        "(define-fun-rec f ((n Int) (x Int)) Int (ite (or (<= n 0) (> n 6)) x (f (- n 2) (g x))))",
        Function,
    ),
    // Lexicographic order: Ackermann's function.
    (
        "",
        "(define-fun-rec a ((m Int) (n Int)) Int (ite (<= m 0) (+ n 1) (ite (<= n 0) (a (- m 1) 1) (a (- m 1) (a m (- n 1))))))",
        Function,
    ),
    (
        "",
        "(define-fun-rec a ((m Int) (n Int)) Int (ite (<= m 0) 0 (ite (<= n 0) (a (- m 1) 9) (a (+ m 1) (- n 1)))))",
        Undescending,
    ),
    // Functions as values.
    (
        "",
        "(define-fun-rec f ((n Int)) Int (ite (> n 0) (select ((_ map f) ((as const (Array Int Int)) n)) 0) 0))",
        Undescending,
    ),
    (
        "(declare-fun h ((-> Int Int)) Int)",
        "(define-fun-rec f ((n Int)) Int (ite (> n 0) (h f) 0))",
        Undescending,
    ),
    // Trees.
    (LIST, "(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (+ 1 (f (tl l))) 0))", Function),
    (LIST, "(define-fun-rec f ((l L)) Int (ite (is-nil l) 0 (+ 1 (f (tl l)))))", Function),
    (LIST, "(define-fun-rec f ((l L)) Int (ite (= l nil) 0 (+ 1 (f (tl l)))))", Function),
    (LIST, "(define-fun-rec f ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (f t))))))", Function),
    (LIST, "(define-fun-rec f ((l L)) Int (match l (((cons h t) (+ 1 (f t))) (other 0))))", Function),
    (LIST, "(define-fun-rec f ((l L)) Int (match l (((cons h t) (+ 1 (f l))) (other 0))))", Nothing),
    (LIST, "(define-fun-rec f ((l L)) Int (match l ((nil 0) (other (f (tl other))))))", Function),
    (
        LIST,
        "(define-fun-rec f ((l L) (m L)) L (ite (is-cons l) (ite (is-cons m) (cons (hd l) (f m (tl l))) l) m))",
        Function,
    ),
    (
        LIST,
        "(define-fun-rec f ((l L)) Bool (=> (is-cons l) (is-cons (tl l)) (f (cons (hd (tl l)) (tl (tl l))))))",
        Function,
    ),
    (LIST, "(define-fun-rec f ((l L)) Int (ite (is-cons l) (f (cons 0 (tl l))) 0))", Undescending),
    (
        TREES,
        "(define-funs-rec ((s ((t (T Int))) Int) (z ((l (F Int))) Int))\
        ((match t (((leaf v) v) ((node k) (z k)))) (match l ((none 0) ((more a r) (+ (s a) (z r)))))))",
        Function,
    ),
    // Parts of trees that are not smaller, or not known to be there.
    (LIST, "(define-fun-rec f ((l L) (x L)) L (match l ((nil x) ((cons h t) (f x t)))))", Function),
    (LIST, "(define-fun-rec f ((l L) (x L)) L (match l ((nil x) ((cons h t) (f t (cons h x))))))", Function),
    (
        LIST,
        "(define-fun-rec f ((l L) (x Int)) Int (match l ((nil x) ((cons h t) (f t (f t (+ h x)))))))",
        Function,
    ),
    (
        LIST,
        "(define-fun-rec f ((l L) (x Int)) Int (match l ((nil x) ((cons h t) (+ 1 (f (cons h t) x))))))",
        Nothing,
    ),
    (LIST, "(define-fun-rec f ((l L) (m L)) Int (ite (is-cons l) (f (tl m) l) 0))", Undescending),
    (LIST, "(define-fun-rec f ((l L)) Bool (or (is-cons l) (not (f (tl l)))))", Nothing),
    (
        LIST,
        "(define-funs-rec ((f ((l L)) Bool) (g ((l L)) Bool)) ((ite (is-nil l) true (g (tl l))) (ite (is-nil l) false (not (f l)))))",
        Function,
    ),
    (
        LIST,
        "(define-funs-rec ((f ((l L)) Bool) (g ((l L)) Bool)) ((ite (is-nil l) true (g l)) (ite (is-nil l) false (not (f l)))))",
        Undescending,
    ),
    (
        LIST,
        "(define-fun-rec f ((l L) (m L)) Int (match l ((nil 0) ((cons h t) (match m ((nil (f t l)) ((cons g u) (f l u))))))))",
        Function,
    ),
    (
        LIST,
        "(define-fun-rec f ((l L) (m L)) Int (match l ((nil 0) ((cons h t) (match m ((nil (f t l)) ((cons g u) (f (cons g l) u))))))))",
        Undescending,
    ),
    (
        SHRUBS,
        "(define-fun-rec f ((s S) (x Bool)) Bool (ite ((_ is bud) s) x (ite ((_ is fork) s) (f (le s) (f (ri s) x)) (not (f (up s) x)))))",
        Function,
    ),
    (
        SHRUBS,
        "(define-fun-rec f ((s S) (x Bool)) Bool (ite ((_ is bud) s) x (ite ((_ is fork) s) (f (up s) x) (not (f (up s) x)))))",
        Undescending,
    ),
    // Words.
    (
        "",
        "(define-fun-rec f ((s String)) Int (ite (= s \"\") 0 (+ 1 (f (str.substr s 0 (- (str.len s) 1))))))",
        Function,
    ),
    (
        "",
        "(define-fun-rec f ((s String) (x String)) String (ite (= s \"\") x (f (str.substr s 1 (- (str.len s) 1)) (str.++ (str.at s 0) x))))",
        Function,
    ),
    (
        "",
        "(define-fun-rec f ((s String)) Int (ite (= s \"\") 0 (+ 1 (f (str.++ (str.at s 0) (str.substr s 1 (- (str.len s) 1)))))))",
        Undescending,
    ),
    (
        "",
        "(define-fun-rec f ((s String)) Int (ite (= s \"\") 0 (+ 1 (f (str.replace s \"a\" \"\")))))",
        Nothing,
    ),
    (
        "",
        "(define-fun-rec f ((s String)) Int (ite (= s \"a\") 0 (+ 1 (f (str.substr s 1 (str.len s))))))",
        Nothing,
    ),
    (
        "",
        "(define-fun-rec f ((s String) (n Int)) Int (ite (= s \"\") n (f (str.substr s n (str.len s)) (+ n 1))))",
        Function,
    ),
    (
        "",
        "(define-fun-rec f ((s String)) Int (ite (= s \"\") 0 (+ 1 (f (str.substr s 1 (- (str.len s) 1))))))",
        Function,
    ),
    (
        "",
        "(define-fun-rec f ((s String)) Int (ite (> (str.len s) 0) (+ 1 (f (str.substr s 1 (str.len s)))) 0))",
        Function,
    ),
    ("", "(define-fun-rec f ((s String)) Int (+ 1 (f (str.substr s 1 (str.len s)))))", Nothing),
    (
        "",
        "(define-fun-rec f ((s String)) Int (ite (= s \"\") 0 (+ 1 (f (str.substr s 0 (str.len s))))))",
        Nothing,
    ),
    (
        "",
        "(define-fun-rec f ((s (Seq Int))) Int (ite (= (seq.len s) 0) 0 (+ (seq.nth s 0) (f (seq.extract s 1 (- (seq.len s) 1))))))",
        Function,
    ),
    // Bit-vectors.
    ("", "(define-fun-rec f ((x (_ BitVec 8))) Int (ite (= x #x00) 0 (+ 1 (f (bvsub x #x01)))))", Function),
    ("", "(define-fun-rec f ((x (_ BitVec 8))) Int (ite (= x #x00) 0 (+ 1 (f (bvadd x #xff)))))", Function),
    ("", "(define-fun-rec f ((x (_ BitVec 8))) Int (ite (= x #x00) 0 (+ 1 (f (bvlshr x #x01)))))", Function),
    (
        "",
        "(define-fun-rec f ((x (_ BitVec 8))) Int (ite (bvsgt x #x00) (+ 1 (f (bvsub x #x01))) 0))",
        Function,
    ),
    (
        "",
        "(define-fun-rec f ((x (_ BitVec 8))) Int (ite (bvult x #x0a) (+ 1 (f (bvadd x #x01))) 0))",
        Function,
    ),
    (
        "",
        "(define-fun-rec f ((x (_ BitVec 8))) Int (ite (bvuge x #x00) (+ 1 (f (bvsub x #x01))) 0))",
        Nothing,
    ),
    ("", "(define-fun-rec f ((x (_ BitVec 8))) Int (ite (bvslt x #x00) 0 (f (bvsub x #x01))))", Function),
    ("", "(define-fun-rec f ((x (_ BitVec 8))) Int (ite (= x #x00) 0 (+ 1 (f (bvsub x #x02)))))", Nothing),
    // In lexicographic order, with more guards than measures.
    (
        "",
        "(define-fun-rec f ((n Int) (s String)) String (ite (or (<= n 0) (> n 4)) (ite (= s \"\") s \
         (f n (str.substr s 1 (- (str.len s) 1)))) (ite (= s \"\") (f (- n 2) \"ab\") (ite (> n (str.len s)) \
         (f (- n 1) s) (f n (str.substr s 1 (- (str.len s) 1)))))))",
        Function,
    ),
    // Its arguments are exchanged, and one may grow.
    (
        "",
        "(define-fun-rec f ((n Int) (m Int)) Int (ite (<= n 0) m (ite (<= m 0) (f (- n 2) n) (f m (- n 1)))))",
        Undescending,
    ),
    // Reals above a bound.
    ("", "(define-fun-rec f ((x Real)) Real (ite (<= x 0.0) 0.0 (+ 1.0 (f (- x 1.0)))))", Function),
    ("", "(define-fun-rec f ((x Real)) Real (ite (<= x 0.0) 0.0 (+ 1.0 (f (- x 0.5)))))", Undescending),
];

/// Whether the check accepts a definition.
fn is_grounded(declared: &str, definition: &str) -> bool {
    let script = Script::parse(format!("{declared}\n{definition}")).unwrap();
    groundless(&Model::build(&script, false).unwrap()).is_empty()
}

#[test]
fn a_recursive_definition_is_used_if_its_calls_descend() {
    let mut wrong = Vec::new();
    for (declared, definition, known) in TABLE {
        if is_grounded(declared, definition) != (*known == Function) {
            wrong.push(format!("{known:?}: {definition}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
