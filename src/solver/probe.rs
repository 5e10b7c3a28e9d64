//! Small scripts that show whether a solver really supports a logic, before it is blamed for failures.
//!
//! Each script uses every theory of the logic once, in a way that needs no search, and in the form that SMT-LIB's
//! definition of the logic allows. It has no `declare-const`, which old solvers do not know.

use crate::matrix::SetLogic;
use crate::smtlib::{Arithmetic, FINITE_SET, Logic, SET};

/// Holes of the pigeonhole problem of [`hard`]. With 11, cvc5 finishes in a fraction of a second in some logics; with
/// 16, z3, cvc5, CVC4, Yices and Boolector all take more than 20 seconds.
const HOLES: usize = 16;

const BOOLEANS: &str = "\
(declare-fun c () Bool)
(declare-fun d () Bool)
(assert (xor c d))
";
/// Terms of every probe.
pub(super) const TERMS: [&str; 2] = ["(xor c d)", "(and c d)"];
const INT_DIFFERENCES: &str = "\
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> x y))
";
const INTS: &str = "\
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> x 3))
(assert (= (+ (* 2 x) y) 11))
";
const INT_PRODUCT: &str = "\
(declare-fun z () Int)
(assert (< 1 z))
(assert (< (* x z) (+ x 20)))
";
const REAL_DIFFERENCES: &str = "\
(declare-fun r () Real)
(declare-fun t () Real)
(assert (< r t))
";
const REALS: &str = "\
(declare-fun r () Real)
(declare-fun t () Real)
(assert (< 1.25 r))
(assert (< r t))
(assert (= (+ r t) 4.5))
";
const REAL_PRODUCT: &str = "\
(declare-fun q () Real)
(assert (< 1.0 q))
(assert (< (* q r) t))
";
const BIT_VECTORS: &str = "\
(declare-fun u () (_ BitVec 8))
(declare-fun v () (_ BitVec 8))
(assert (bvult u v))
(assert (= (bvadd u v) #x2a))
(assert (= (bvmul u v) #xd8))
";
const FLOATS: &str = "\
(declare-fun g () Float32)
(declare-fun h () Float32)
(assert (fp.lt (_ +zero 8 24) g))
(assert (fp.lt g h))
(assert (= (fp.add RNE g g) h))
";
const FLOAT_OF_BITS: &str = "\
(declare-fun bits () (_ BitVec 32))
(assert (bvult #x40000000 bits))
(assert (= ((_ to_fp 8 24) bits) g))
";
const DATATYPES: &str = "\
(declare-datatypes ((Colour 0) (Colours 0)) (((red) (green)) ((nil) (cons (head Colour) (tail Colours)))))
(declare-fun l () Colours)
(assert ((_ is cons) l))
(assert (= (head l) green))
(assert (distinct (tail l) nil))
";
const STRINGS: &str = "\
(declare-fun s () String)
(assert (= (str.++ s \"a\") (str.++ \"a\" s)))
(assert (= (str.len s) 3))
";
const FINITE_FIELD: &str = "\
(declare-fun n () (_ FiniteField 17))
(assert (= (ff.mul n n) (as ff4 (_ FiniteField 17))))
(assert (not (= n (as ff2 (_ FiniteField 17)))))
";

/// Returns a satisfiable script that uses every theory of `logic`: a solver that supports the logic answers `sat`,
/// without error messages. Some solvers skip what they do not understand, and continue.
///
/// Returns `None` for a name that is not a logic. Solvers differ in what they support of `ALL`; the script uses only
/// the theories that most of them have.
pub(super) fn script(logic: &str) -> Option<String> {
    Some(satisfiable(logic)? + "(check-sat)\n")
}

/// Returns [`script`] with another assertion, or with assumptions, that contradict it.
pub(super) fn contradiction(logic: &str, assumes: bool) -> Option<String> {
    let contradicted = match assumes {
        true => "(check-sat-assuming (c d))\n",
        false => "(assert (not (xor c d)))\n(check-sat)\n",
    };
    Some(satisfiable(logic)? + contradicted)
}

/// Returns [`script`] followed by a contradiction on a new level, and by a check-sat after popping it: the answers are
/// `sat`, `unsat` and `sat`.
pub(super) fn incremental(logic: &str) -> Option<String> {
    let contradiction = "(push 1)\n(assert (and p (not p)))\n(check-sat)\n(pop 1)\n";
    let script = satisfiable(logic)? + "(declare-fun p () Bool)\n(check-sat)\n";
    Some(script + contradiction + "(check-sat)\n")
}

/// Replaces the `set-logic` of a script of this module.
pub(super) fn replace_logic(script: &str, replacement: SetLogic) -> String {
    let own = script.strip_prefix("(set-logic ").and_then(|rest| rest.split_once(")\n"));
    let Some((logic, rest)) = own else { return script.to_owned() };
    replacement.named(Some(logic)).map(|logic| format!("(set-logic {logic})\n")).unwrap_or_default() + rest
}

/// Returns a script that keeps every solver busy for longer than the time limit to be tested. It is unsatisfiable.
pub(super) fn hard(logic: &str) -> Option<String> {
    Logic::parse(logic).map(|_| pigeonhole(logic, HOLES))
}

/// Returns the pigeonhole problem, with one pigeon more than there are holes, in Booleans alone: resolution, which
/// solvers use, needs exponentially many steps (Haken 1985).
fn pigeonhole(logic: &str, holes: usize) -> String {
    let mut text = format!("(set-logic {logic})\n");
    for pigeon in 0..=holes {
        let places: Vec<String> = (0..holes).map(|hole| format!("p{pigeon}_{hole}")).collect();
        for place in &places {
            text += &format!("(declare-fun {place} () Bool)\n");
        }
        text += &format!("(assert (or {}))\n", places.join(" "));
    }
    for hole in 0..holes {
        for (first, second) in (0..=holes).flat_map(|second| (0..second).map(move |first| (first, second))) {
            text += &format!("(assert (or (not p{first}_{hole}) (not p{second}_{hole})))\n");
        }
    }
    text + "(check-sat)\n"
}

/// Returns the `set-logic`, the declarations and the assertions.
fn satisfiable(name: &str) -> Option<String> {
    let mut logic = Logic::parse(name)?;
    if name.ends_with("ALL") {
        let Logic { quantifiers, higher_order, .. } = logic;
        logic = Logic { quantifiers, higher_order, ..Logic::parse("AUFBVDTLIA")? };
    }
    let mut text = format!("(set-logic {name})\n{BOOLEANS}");
    if let Some(numbers) = logic.arithmetic {
        text += &arithmetic(numbers, logic.uninterpreted);
    }
    let reals = logic.arithmetic.is_some_and(|numbers| numbers.reals);
    let parts = [
        (logic.transcendental, "(assert (< (sin 1.0) t))\n"),
        (logic.bit_vectors, BIT_VECTORS),
        (logic.floats, FLOATS),
        (logic.floats && logic.bit_vectors, FLOAT_OF_BITS),
        (logic.floats && reals, "(assert (fp.lt g ((_ to_fp 8 24) RNE 2.5)))\n"),
        (logic.datatypes, DATATYPES),
        (logic.strings, STRINGS),
        (logic.finite_fields, FINITE_FIELD),
    ];
    text += &present(&parts);
    let sort = interpreted_sort(&logic);
    let functional = logic.uninterpreted || logic.higher_order;
    text += &present(&[
        (sort.is_none() && (functional || logic.sets), "(declare-sort U 0)\n"),
        (sort.is_none() && logic.arrays, "(declare-sort Index 0)\n(declare-sort Element 0)\n"),
        (functional, &functions(sort.unwrap_or("U"))),
        (logic.higher_order, "(assert (= f f_too))\n"),
        (logic.arrays, &arrays(array_index(&logic), array_element(&logic))),
        (logic.sets, &sets(sort.unwrap_or("U"), logic.arrays)),
        (logic.quantifiers, &format!("(assert (forall {}))\n", quantified(&logic))),
    ]);
    Some(text)
}

/// Returns the arithmetic part. Differences have the forms that `QF_IDL` and `QF_RDL`, or `QF_UFIDL`, allow.
fn arithmetic(numbers: Arithmetic, uninterpreted: bool) -> String {
    let parts = [
        (numbers.ints, if numbers.difference { INT_DIFFERENCES } else { INTS }),
        (numbers.ints && numbers.difference && uninterpreted, "(assert (< x (+ y 3)))\n"),
        (numbers.ints && numbers.difference && !uninterpreted, "(assert (< (- x y) 3))\n"),
        (numbers.ints && numbers.nonlinear, INT_PRODUCT),
        (numbers.reals, if numbers.difference { REAL_DIFFERENCES } else { REALS }),
        (numbers.reals && numbers.difference && uninterpreted, "(assert (< t (+ r 3)))\n"),
        (numbers.reals && numbers.difference && !uninterpreted, "(assert (< (- t r) 3))\n"),
        (numbers.reals && numbers.nonlinear, REAL_PRODUCT),
        (numbers.ints && numbers.reals, "(assert (< r (to_real x)))\n"),
    ];
    present(&parts)
}

/// Joins the texts that are marked as present, in order.
fn present(parts: &[(bool, &str)]) -> String {
    parts.iter().filter(|(present, _)| *present).map(|(_, text)| *text).collect()
}

/// Returns a sort that the logic has without a declaration.
fn interpreted_sort(logic: &Logic) -> Option<&'static str> {
    let numbers = logic.arithmetic;
    let sorts = [
        (numbers.is_some_and(|numbers| numbers.ints), "Int"),
        (numbers.is_some_and(|numbers| numbers.reals), "Real"),
        (logic.bit_vectors, "(_ BitVec 8)"),
        (logic.floats, "Float32"),
        (logic.strings, "String"),
        (logic.datatypes, "Colours"),
        (logic.finite_fields, "(_ FiniteField 17)"),
    ];
    sorts.iter().find(|(present, _)| *present).map(|(_, sort)| *sort)
}

fn array_index(logic: &Logic) -> &'static str {
    match interpreted_sort(logic) {
        Some("(_ BitVec 8)") => "(_ BitVec 4)",
        sort => sort.unwrap_or("Index"),
    }
}

/// Integers together with reals mean arrays of reals, as in `AUFLIRA`.
fn array_element(logic: &Logic) -> &'static str {
    match logic.arithmetic {
        Some(Arithmetic { ints: true, reals: true, .. }) => "Real",
        _ => interpreted_sort(logic).unwrap_or("Element"),
    }
}

fn functions(sort: &str) -> String {
    format!(
        "\
(declare-fun a () {sort})
(declare-fun b () {sort})
(declare-fun f ({sort}) {sort})
(declare-fun f_too ({sort}) {sort})
(assert (distinct a b))
(assert (= (f a) b))
(assert (= (f_too b) (f (f b))))
"
    )
}

fn arrays(index: &str, element: &str) -> String {
    format!(
        "\
(declare-fun i () {index})
(declare-fun j () {index})
(declare-fun value () {element})
(declare-fun before () (Array {index} {element}))
(declare-fun after () (Array {index} {element}))
(assert (= after (store before i value)))
(assert (= (select after j) value))
(assert (not (= (select before i) (select before j))))
"
    )
}

/// Returns the part about sets, in the notation of Z3 if there are arrays, by which it filters them, and otherwise in
/// that of cvc5.
fn sets(element: &str, has_arrays: bool) -> String {
    let (sort, is_in) = if has_arrays { (FINITE_SET, "set.in") } else { (SET, "set.member") };
    format!(
        "\
(declare-fun element () {element})
(declare-fun small () ({sort} {element}))
(declare-fun large () ({sort} {element}))
(assert (not ({is_in} element small)))
(assert (= large (set.union small (set.singleton element))))
"
    )
}

/// Returns the variable and body of a quantified formula that follows from the other assertions: two overlapping
/// half-lines if there is an order, otherwise one from which the quantifier can be eliminated.
fn quantified(logic: &Logic) -> &'static str {
    match interpreted_sort(logic) {
        Some("Int") => "((k Int)) (or (< y k) (< k x))",
        Some("Real") => "((k Real)) (or (< r k) (< k t))",
        Some("(_ BitVec 8)") => "((k (_ BitVec 8))) (or (bvult u k) (bvult k v))",
        Some("Float32") => "((k Float32)) (or (fp.isNaN k) (fp.lt g k) (fp.lt k h))",
        Some("Colours") => "((k Colour)) (or (= k red) (= k green))",
        _ if logic.strings => "((k String)) (=> (= (str.++ k \"a\") \"ba\") (= k \"b\"))",
        _ if logic.uninterpreted => "((k U)) (=> (= k a) (= (f k) b))",
        _ if logic.arrays => "((k Index)) (=> (= k j) (= (select after k) value))",
        _ => "((k Bool)) (or k c d)",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::matrix::Config;
    use crate::witness::z3::Session;

    /// Logics beside those of the seeds. Parts that not every Z3 has are missing: finite fields, sets, transcendental
    /// and higher-order functions, and strings with anything but `LIA`.
    const LOGICS: &str = "
        ALL SAT AUF DT FP ABV ABVFP BVFP FPLRA BVFPLRA LIRA NIRA UFIDL UFBV UFNRA UFDTLIRA AUFBVDTLIA
        ADTLIRA AUFBVFPDTNIRA QF_A QF_AFP QF_ALIRA QF_AUF QF_AUFBVFP QF_AUFBVLIA QF_AUFLIRA QF_AUFNIRA
        QF_AUFNRA QF_BVDT QF_BVFPLRA QF_BVLRA QF_DTLIA QF_FD QF_LIRA QF_SAT QF_UFC QF_UFDT QF_UFFP";

    /// Returns the logics of the seeds that the linked Z3 has, and others.
    fn logics() -> Vec<String> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/solvers.yaml");
        let config = Config::load(Path::new(file), None).unwrap();
        let known = &config.row("built-in").unwrap().logics;
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/seeds")).unwrap();
        let seeds = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
        let others = LOGICS.split_whitespace().map(str::to_owned);
        seeds.filter(|name| name != "NONE" && known.contains(name)).chain(others).collect()
    }

    /// Returns Z3's answer or messages, except the message that it ignores the logic.
    fn answers(script: &str) -> String {
        let printed = Session::new().unwrap().run(script).unwrap();
        let lines = printed.lines().filter(|line| *line != "unsupported" && !line.starts_with("; ignoring"));
        lines.collect::<Vec<_>>().join(" ")
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn every_probe_is_satisfiable() {
        for logic in logics() {
            let script = script(&logic).unwrap();
            assert_eq!(answers(&script), "sat", "{script}");
        }
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn a_contradiction_comes_and_goes() {
        for logic in logics() {
            let script = incremental(&logic).unwrap();
            assert_eq!(answers(&script), "sat unsat sat", "{script}");
        }
    }

    #[test]
    fn the_logic_of_a_probe_can_be_replaced() {
        let script = script("QF_LIA").unwrap();
        let said = [SetLogic::Seed, SetLogic::All, SetLogic::None].map(|said| replace_logic(&script, said));
        assert_eq!(said[0], script);
        assert!(said[1].starts_with("(set-logic ALL)\n(declare-fun c () Bool)\n"), "{}", said[1]);
        assert!(said[2].starts_with("(declare-fun c () Bool)\n") && script.ends_with(&said[2]));
    }

    #[test]
    fn a_probe_uses_what_its_logic_has() {
        let script = script("AUFDTLIRA").unwrap();
        for used in ["forall", "(f a)", "(Array Int Real)", "(_ is cons)", "(* 2 x)", "4.5", "to_real"] {
            assert!(script.contains(used), "{used}");
        }
        for unused in ["BitVec", "String", "Float32", "(* q r)", "declare-const", "declare-sort"] {
            assert!(!script.contains(unused), "{unused}");
        }
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn pigeons_do_not_fit() {
        assert_eq!(answers(&pigeonhole("QF_UF", 4)), "unsat");
        let hard = hard("QF_BV").unwrap();
        assert!(hard.starts_with("(set-logic QF_BV)\n"));
        assert_eq!(hard.matches("declare-fun").count(), (HOLES + 1) * HOLES);
    }

    #[test]
    fn an_unknown_logic_has_no_probe() {
        for name in ["NONE", "HORN", "QF_LAI"] {
            assert_eq!((script(name), incremental(name), hard(name)), (None, None, None));
        }
    }
}
