//! Operators whose value SMT-LIB leaves open for some arguments.
//!
//! Division by zero has any value the solver likes, and solvers differ. A formula whose
//! truth hangs on it is no ground to call an answer wrong, so such formulas are left out.
//! Sources: the theory declarations Ints, Reals_Ints and FloatingPoint of SMT-LIB, and the
//! remarks on selectors in SMT-LIB 2.7, section 4.2.3.

use std::collections::BTreeMap;

use crate::smtlib::{Script, Term, TermId, Terms};
use crate::theory::operators::{Open, Operator};

/// The constructors to whose values each selector applies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selectors(BTreeMap<String, Vec<String>>);

impl Selectors {
    /// The selectors a script declares.
    pub(crate) fn of(script: &Script) -> Selectors {
        let mut selectors: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for constructor in script.datatypes().flat_map(|datatype| datatype.constructors) {
            for (selector, _) in constructor.fields {
                selectors.entry(selector).or_default().push(constructor.name.clone());
            }
        }
        Selectors(selectors)
    }
}

/// Whether SMT-LIB leaves the value of the application `id` open. `value` gives the value
/// of a closed term in SMT-LIB and in the seed's names. What cannot be told counts as open.
pub(crate) fn is_open(
    terms: &Terms,
    id: TermId,
    selectors: &Selectors,
    value: impl Fn(TermId) -> Option<String>,
) -> bool {
    let Term::App(head, arguments) = terms.get(id) else { return false };
    let head = terms.head_text(*head);
    let text = |at: usize| arguments.get(at).and_then(|&argument| value(argument));
    let mut words = head.trim_start_matches("(_ ").trim_end_matches(')').split(' ');
    let name = words.next().unwrap_or(head);
    match Operator::find(name).map_or(Open::Nowhere, |operator| operator.open) {
        Open::AtZero => (1..arguments.len()).any(|at| text(at).is_none_or(|text| is_zero(&text))),
        Open::Somewhere => true,
        Open::AtZeros => (0..2).all(|at| text(at).is_none_or(|text| text.contains("zero"))),
        Open::NotFinite => text(0).is_none_or(|text| text.contains("NaN") || text.contains("oo")),
        Open::OutOfRange { signed } => {
            let width = words.next().and_then(|width| width.parse().ok());
            let float = text(1).and_then(|text| float(&text));
            !width.zip(float).is_some_and(|(width, float)| fits(float, width, signed))
        }
        Open::Nowhere => selectors.0.get(head).is_some_and(|constructors| {
            let applied = text(0);
            !applied.is_some_and(|text| constructors.iter().any(|name| is_built_by(&text, name)))
        }),
    }
}

fn is_zero(text: &str) -> bool {
    let mut digits = text.chars().filter(char::is_ascii_digit).peekable();
    digits.peek().is_some() && digits.all(|digit| digit == '0')
}

/// Whether the value `text` has `constructor` outermost: `c`, `(c …)`, `(as c S)` or
/// `((as c S) …)`.
fn is_built_by(text: &str, constructor: &str) -> bool {
    let inner = text.trim_start_matches('(');
    let inner = inner.strip_prefix("as ").unwrap_or(inner);
    inner.strip_prefix(constructor).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ')']))
}

/// The value of a floating-point literal as Z3 prints it; `None` for NaN, infinities and
/// formats that a double does not hold exactly.
fn float(text: &str) -> Option<f64> {
    if text.contains("zero") {
        return Some(0.0);
    }
    let parts: Vec<&str> = text.strip_prefix("(fp ")?.strip_suffix(')')?.split(' ').collect();
    let [sign, exponent, significand] = parts.as_slice() else { return None };
    let (exponent, significand) = (bits(exponent)?, bits(significand)?);
    if exponent.len() > 11 || significand.len() > 52 || !exponent.contains('0') {
        return None;
    }
    let bias = (1_i32 << (exponent.len() - 1)) - 1;
    let biased = i32::from_str_radix(&exponent, 2).ok()?;
    let fraction = u64::from_str_radix(&significand, 2).ok()? as f64 / (1_u64 << significand.len()) as f64;
    let magnitude = if biased == 0 {
        fraction * 2_f64.powi(1 - bias)
    } else {
        (1.0 + fraction) * 2_f64.powi(biased - bias)
    };
    Some(if *sign == "#b1" { -magnitude } else { magnitude })
}

fn bits(literal: &str) -> Option<String> {
    if let Some(digits) = literal.strip_prefix("#b") {
        return Some(digits.to_owned());
    }
    let digits = literal.strip_prefix("#x")?.chars();
    digits.map(|digit| digit.to_digit(16).map(|value| format!("{value:04b}"))).collect()
}

/// Whether `float` is in range whatever the rounding mode.
fn fits(float: f64, width: u32, signed: bool) -> bool {
    let (low, high) = if signed {
        (-(2_f64.powi(width as i32 - 1)), 2_f64.powi(width as i32 - 1))
    } else {
        (0.0, 2_f64.powi(width as i32))
    };
    float >= low && float <= high - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Formulas;

    /// Whether `term` is open when its arguments, all literals, have their own text as value.
    fn open(prelude: &str, term: &str) -> bool {
        let script = Script::parse(format!("{prelude}(assert {term})")).unwrap();
        let formulas = Formulas::of(&script).unwrap();
        let terms = &formulas.terms;
        let value = |id| Some(crate::smtlib::Printer::new(terms).print(id));
        is_open(terms, formulas.assertions[0], &Selectors::of(&script), value)
    }

    #[test]
    fn division_is_open_at_zero_only() {
        assert!(open("", "(div 1 0)") && open("", "(/ 1.0 0.0)") && open("", "(div 8 2 0)"));
        assert!(!open("", "(div 0 1)") && !open("", "(mod 5 (- 2))") && !open("", "(bvudiv #b0 #b0)"));
    }

    #[test]
    fn conversions_are_open_out_of_range() {
        let convert = |operator: &str, float: &str| open("", &format!("((_ {operator} 8) RNE {float})"));
        let (one, big) =
            ("(fp #b0 #x7f #b00000000000000000000000)", "(fp #b0 #x90 #b00000000000000000000000)");
        assert!(!convert("fp.to_ubv", one) && convert("fp.to_ubv", big));
        assert!(!convert("fp.to_sbv", &one.replace("#b0 ", "#b1 ")));
        assert!(convert("fp.to_ubv", &one.replace("#b0 ", "#b1 ")) && convert("fp.to_ubv", "(_ NaN 8 24)"));
        assert!(
            open("", "(fp.min (_ +zero 8 24) (_ -zero 8 24))") && !open("", &format!("(fp.min {one} {big})"))
        );
    }

    #[test]
    fn a_selector_is_open_on_another_constructor() {
        let prelude = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))";
        assert!(open(prelude, "(hd nil)") && open(prelude, "(tl (as nil L))"));
        assert!(!open(prelude, "(hd (cons 1 nil))") && !open(prelude, "(hd ((as cons L) 1 nil))"));
    }
}
