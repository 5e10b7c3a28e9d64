use super::super::{Theory, all};
use super::*;
use crate::smtlib::{Problem, Script};
use crate::theory::call::Unknown;
use crate::theory::interpreter::{Interpreter, Model, Worth};
use crate::theory::sorting::Sorting;

const DEFINITIONS: &str = "(define-fun one () (_ FloatingPoint 3 4) (fp #b0 #b011 #b000))\
    (define-fun nan () (_ FloatingPoint 3 4) (_ NaN 3 4))\
    (define-fun zero () (_ FloatingPoint 3 4) (_ +zero 3 4))\
    (define-fun infinity () (_ FloatingPoint 3 4) (_ +oo 3 4))\
    (define-fun third () (_ FloatingPoint 8 24) ((_ to_fp 8 24) RNE (/ 1 3)))";

fn worth(term: &str) -> Worth {
    let model = Model::build(&Script::parse(DEFINITIONS.to_owned()).unwrap(), false).unwrap();
    let problem = Problem::read(format!("{DEFINITIONS}(assert {term})")).unwrap();
    let terms = &problem.formulas.terms;
    let sorting = Sorting::infer(terms, &model.signature);
    Interpreter::new(&model, terms, &sorting).worth(problem.formulas.assertions[0])
}

#[test]
fn every_operator_has_its_meaning() {
    for row in all().filter(|row| row.theory == Theory::FloatingPoint) {
        assert!(!row.takes.is_empty(), "{}", row.name);
        let first = row.takes.iter().all(|form| form.first() == Some(&Takes::Rounding));
        assert_eq!(row.rounds, first, "{}", row.name);
    }
}

/// SMT-LIB's theory FloatingPoint.
#[test]
fn terms_have_values() {
    for truth in [
        "(= RNE roundNearestTiesToEven)",
        "(distinct RNE RNA RTP RTN RTZ)",
        "(= roundTowardNegative RTN)",
        "(= one ((_ to_fp 3 4) #b0011000) ((_ to_fp 3 4) RNE 1.0) ((_ to_fp 3 4) RNE 1) ((_ to_fp 3 4) RNE #b01))",
        "(= ((_ to_fp 3 4) RTZ third) (fp #b0 #b001 #b010) ((_ to_fp 3 4) RTZ 0.34))",
        "(= ((_ to_fp 3 4) RNE #b11) (fp.neg one) ((_ to_fp_signed 3 4) RNE #b11))",
        "(= ((_ to_fp_unsigned 3 4) RNE #b11) (fp.add RTP one (fp.add RTN one one)))",
        "(= ((_ to_fp 3 4) RNE 0.5 1) ((_ to_fp 3 4) RNE 1 0.5) ((_ to_fp 3 4) #b0 #b011 #b000) one)",
        "(= (fp #b1 #b111 #b010) nan (fp.sub RNE infinity infinity) (fp.neg nan) (fp.abs nan))",
        "(distinct zero (_ -zero 3 4) (fp #b0 #b000 #b001))",
        "(= (_ -oo 3 4) (fp.neg infinity) (fp #b1 #b111 #b000) (fp.div RNE one (_ -zero 3 4)))",
        "(fp.eq zero (_ -zero 3 4) zero)",
        "(not (fp.eq nan nan))",
        "(and (fp.lt zero one infinity) (not (fp.lt zero one one)) (fp.leq zero one one) (fp.geq one one zero))",
        "(and (fp.gt infinity one) (not (fp.leq nan one)) (not (fp.geq nan one)))",
        "(= (fp.min nan one) (fp.max one nan) (fp.min one infinity) (fp.max zero one))",
        "(and (fp.isNormal one) (fp.isZero zero) (fp.isNaN nan) (fp.isInfinite infinity) (fp.isPositive zero))",
        "(and (fp.isSubnormal (fp #b0 #b000 #b001)) (fp.isNegative (_ -zero 3 4)) (not (fp.isNegative nan)))",
        "(not (or (fp.isPositive nan) (fp.isNormal zero) (fp.isSubnormal zero) (fp.isZero nan)))",
        "(= (fp.fma RNE one one one) (fp.add RNE one one))",
        "(= (fp.sqrt RNE (_ -zero 3 4)) (_ -zero 3 4))",
        "(= (fp.rem ((_ to_fp 8 24) RNE 5) ((_ to_fp 8 24) RNE 3)) ((_ to_fp 8 24) RNE (- 1)))",
        "(= (fp.roundToIntegral RTN third) (_ +zero 8 24))",
        "(= ((_ fp.to_ubv 4) RTZ ((_ to_fp 3 4) RNE (- 0.3))) #x0)",
        "(= ((_ fp.to_ubv 2) RNE ((_ to_fp 3 4) RNE 3.25)) #b11)",
        "(= ((_ fp.to_sbv 2) RNE ((_ to_fp 3 4) RNE (- 2.25))) #b10)",
        "(= (fp.to_real (fp #b1 #b010 #b000)) (- 0.5))",
        "(= (fp.to_ieee_bv one) #b0011000)",
        "(= (fp.to_ieee_bv (_ -oo 3 4)) #b1111000)",
    ] {
        let worth = worth(truth);
        assert_eq!((worth.value, worth.is_chosen), (Ok(Value::Bool(true)), false), "{truth}");
    }
}

#[test]
fn what_the_standard_leaves_open_is_chosen() {
    for term in [
        "(fp.isZero (fp.min zero (_ -zero 3 4)))",
        "(fp.isZero (fp.max (_ -zero 3 4) zero))",
        "(= ((_ fp.to_ubv 4) RNE nan) #x0)",
        "(= ((_ fp.to_sbv 4) RNE infinity) #x0)",
        "(= ((_ fp.to_ubv 4) RTN ((_ to_fp 3 4) RNE (- 0.3))) #x0)",
        "(= ((_ fp.to_ubv 2) RTP ((_ to_fp 3 4) RNE 3.25)) #b00)",
        "(= ((_ fp.to_sbv 2) RTN ((_ to_fp 3 4) RNE (- 2.25))) #b00)",
        "(= ((_ fp.to_sbv 2) RNE ((_ to_fp 3 4) RNE 2)) #b00)",
        "(= (fp.to_real nan) 0.0)",
        "(= (fp.to_real infinity) 0.0)",
        "(= (fp.to_ieee_bv nan) #b0000000)",
    ] {
        let worth = worth(term);
        assert!(worth.value.is_ok() && worth.is_chosen, "{term} {worth:?}");
    }
}

#[test]
fn what_does_not_fit_has_no_sort() {
    for term in [
        "(fp.eq one third)",
        "(fp.eq one)",
        "(fp.isNaN ((_ to_fp 3 4) #b00000000))",
        "(fp.isNaN ((_ to_fp 3 4) #b0 #b000 #b0000))",
        "(fp.isNaN ((_ to_fp 1 4) RNE one))",
        "(fp.isNaN (fp #b00 #b000 #b0000))",
        "(fp.isNaN (fp.add one one))",
        "(= ((_ fp.to_ubv 0) RNE one) #b0)",
    ] {
        let worth = worth(term);
        assert!(matches!(worth.value, Err(Unknown::Sorts(_))), "{term} {worth:?}");
    }
    // A wrong number of indices is another operator, of which nothing is known.
    assert_eq!(worth("(fp.isNaN (_ NaN 3))").value, Err(Unknown::Symbol("(_ NaN 3)".into())));
    assert_eq!(worth("(fp.isNaN (fp.add RNE (_ NaN 40 4) (_ NaN 40 4)))").value, Err(Unknown::Size));
    assert_eq!(worth("(fp.isNaN (_ NaN 4000000000 4000000000))").value, Ok(Value::Bool(true)));
}
