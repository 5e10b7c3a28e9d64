//! Formulas in which a right `sat` often hides a wrong model: those that convert values between theories, those with an
//! operator or selector that SMT-LIB leaves open for some arguments, and calls of recursive functions. A solver rewrites
//! them into others over symbols of its own, and has to find the way back when it prints a model.

use std::collections::BTreeSet;

use crate::smtlib::{Problem, Term};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;

/// The operators between theories that are defined for all arguments.
const CONVERSIONS: [Op; 11] = [
    op::TO_FP,
    op::TO_FP_UNSIGNED,
    op::TO_INT,
    op::IS_INT,
    op::UBV_TO_INT,
    op::SBV_TO_INT,
    op::INT_TO_BV,
    op::STR_TO_INT,
    op::STR_FROM_INT,
    op::STR_TO_CODE,
    op::STR_FROM_CODE,
];

/// Returns for each term of a problem whether it, or a term below it, is a conversion, a recursive call, or may have an
/// open value. What is applied to literals alone counts as a literal.
pub(super) fn converting(problem: &Problem) -> Vec<bool> {
    let terms = &problem.formulas.terms;
    let signature = Signature::collect(&problem.script);
    let heads = converting_heads(problem, &signature);
    let symbols: Vec<bool> = terms.heads().map(|head| signature.find(head).is_some()).collect();
    let (mut found, mut varies) = (Vec::with_capacity(terms.len()), Vec::with_capacity(terms.len()));
    for id in terms.ids() {
        let (mut is_one, mut is_varying) = match terms.get(id) {
            Term::App(head, _) => (heads[head.index()], symbols[head.index()]),
            _ => (false, true),
        };
        terms.for_each_child(id, |child| is_varying |= varies[child.index()]);
        is_one &= is_varying;
        terms.for_each_child(id, |child| is_one |= found[child.index()]);
        found.push(is_one);
        varies.push(is_varying);
    }
    found
}

/// Whether a head means an operator that converts values between theories, or that SMT-LIB leaves open for some
/// arguments.
pub(super) fn is_conversion(meaning: &Meaning) -> bool {
    let Meaning::Operator(applied) = meaning else { return false };
    applied.operator.open || CONVERSIONS.contains(&applied.operator.op)
}

/// Returns for each head of the problem's terms whether it converts values, is called recursively, or may leave a value open.
fn converting_heads(problem: &Problem, signature: &Signature) -> Vec<bool> {
    let (script, terms) = (&problem.script, &problem.formulas.terms);
    let recursive: BTreeSet<String> =
        script.recursive_definitions().flat_map(|line| line.names(&script.tree)).collect();
    let converts = |head: &str| match Meaning::resolve(head, signature) {
        // With one constructor, every value has the field.
        Meaning::Selector(datatype, ..) => datatype.constructors.len() > 1,
        Meaning::Function(function) => recursive.contains(&function.name),
        meaning => is_conversion(&meaning),
    };
    terms.heads().map(converts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_open_values_and_recursive_calls_are_found_below_formulas() {
        let converts = |formula: &str| {
            let declared = "(declare-datatypes ((L 0) (P 0)) (((nil) (cons (hd Int) (tl L))) ((pair (one Int)))))\
                (declare-fun l () L)(declare-fun p () P)(declare-fun x () Int)(declare-fun r () Real)\
                (define-fun-rec down ((n Int)) Int (ite (<= n 0) x (down (- n 1))))\
                (define-fun twice ((n Int)) Int (* 2 n))(declare-fun f () (_ FloatingPoint 2 4))\
                (declare-fun b () (_ BitVec 4))(declare-fun s () String)";
            let problem = Problem::read(format!("{declared}(assert {formula})")).unwrap();
            converting(&problem)[problem.formulas.assertions[0].index()]
        };
        for formula in [
            "(> (fp.to_real f) 1.0)",
            "(not (= b ((_ fp.to_sbv 4) RTZ f)))",
            "(fp.isZero ((_ to_fp 2 4) RNE r))",
            "(fp.isZero ((_ to_fp_unsigned 2 4) RNE b))",
            "(= (bv2nat b) x)",
            "(= b ((_ int2bv 4) x))",
            "(< (str.to_int s) 3)",
            "(or (= x 0) (= (div 7 x) 1))",
            "(= (hd (tl l)) 3)",
            "(< (down 2) 3)",
            "(exists ((y Int)) (= 2 (mod y x)))",
        ] {
            assert!(converts(formula), "{formula}");
        }
        for formula in [
            "(fp.lt f ((_ to_fp 2 4) RNE 0.5))", "(< (str.len s) (* 2 x))", "(= r (/ 1.0 3.0))",
            "(= (one p) x)", "((_ is cons) l)", "(= b (bvadd b #x1))",
        ] {
            assert!(!converts(formula), "{formula}");
        }
    }
}
