//! Hints: the sorts of terms, as far as they are obvious. The judge rejects ill-sorted candidates anyway; the hints
//! save it the work for those that are clearly ill-sorted.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::paths::{all, bound};
use crate::smtlib::{Expr, has_reals_only};
use crate::theory::literals;
use crate::theory::operators::{Operator, ResultSort, Width};

/// The sorts of the functions that a draft declares, and of its bound variables.
#[derive(Debug)]
pub(super) struct Hints<'a> {
    /// The sorts by name. There is none if variables of one name have several sorts.
    sorts: BTreeMap<&'a str, Option<&'a Expr>>,
    /// Whether numerals denote reals.
    has_reals_only: bool,
}

/// A sort.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Hint {
    Bool,
    Int,
    Real,
    /// Integers or reals.
    Number,
    Text,
    Bits(u32),
    Declared(Expr),
}

impl<'a> Hints<'a> {
    /// Collects the declarations of a draft.
    pub(super) fn declared_in(draft: &'a Draft) -> Self {
        let mut sorts: BTreeMap<&str, Option<&Expr>> = BTreeMap::new();
        let mut add = |name, sort: Option<&'a Expr>| {
            sorts.entry(name).and_modify(|known| *known = known.filter(|_| *known == sort)).or_insert(sort);
        };
        draft.functions().for_each(|function| add(function.name, Some(function.result)));
        for line in &draft.lines {
            for term in all(&line.expr).iter().filter_map(|path| line.expr.at(path)) {
                // In a `let`, a name comes with its meaning.
                let sort = |variable: &'a Expr| variable.at(&[1]).filter(|_| term.head() != Some("let"));
                bound(term)
                    .iter()
                    .filter_map(|it| Some((it.head()?, sort(it))))
                    .for_each(|(name, sort)| add(name, sort));
            }
        }
        let logic = draft.lines.iter().find(|line| line.expr.head() == Some("set-logic"));
        let logic = logic.and_then(|line| line.expr.at(&[1])).and_then(Expr::text);
        Hints { sorts, has_reals_only: logic.is_some_and(has_reals_only) }
    }

    /// Whether one term may replace the other: not if both sorts are known and differ. An integer may not replace a real,
    /// because not all solvers accept it where a logic has both.
    pub(super) fn may_be_alike(&self, one: &Expr, other: &Expr) -> bool {
        are_alike(self.hint(one), self.hint(other))
    }

    /// Whether a term may be of a sort.
    pub(super) fn may_be_of(&self, term: &Expr, sort: &Expr) -> bool {
        are_alike(self.hint(term), Some(declared(sort)))
    }

    /// Returns the sort of a term and two of its values, if the sort is known.
    pub(super) fn sort_and_values(&self, term: &Expr) -> Option<(Expr, [Expr; 2])> {
        let (sort, values) = match self.hint(term)? {
            Hint::Bool => (Expr::atom("Bool"), ["true", "false"].map(Expr::atom)),
            Hint::Int => (Expr::atom("Int"), ["0", "1"].map(Expr::atom)),
            Hint::Real => (Expr::atom("Real"), ["0.0", "1.0"].map(Expr::atom)),
            Hint::Text => (Expr::atom("String"), ["\"\"", "\"a\""].map(Expr::atom)),
            Hint::Bits(width) => {
                (literals::bit_vector_sort(width), [0, 1].map(|value| literals::bit_vector(value, width)))
            }
            Hint::Number | Hint::Declared(_) => return None,
        };
        Some((sort, values))
    }

    /// Returns the width of a bit-vector, if it is known.
    pub(super) fn width(&self, term: &Expr) -> Option<u32> {
        match self.hint(term)? {
            Hint::Bits(width) => Some(width),
            _ => None,
        }
    }

    fn hint(&self, term: &Expr) -> Option<Hint> {
        if let Some(width) = literals::width(term) {
            return Some(Hint::Bits(width));
        }
        let (name, indices) = match term.children() {
            [] => (term.text()?, &[][..]),
            [Expr::Atom(name), ..] => (&**name, &[][..]),
            [operator, ..] => match operator.children() {
                [Expr::Atom(mark), Expr::Atom(name), indices @ ..] if **mark == *"_" => (&**name, indices),
                _ => return None,
            },
        };
        match name {
            text if text.starts_with('"') => Some(Hint::Text),
            text if text.starts_with(|c: char| c.is_ascii_digit()) => {
                let is_decimal = text.contains('.');
                Some(if is_decimal {
                    Hint::Real
                } else if self.has_reals_only {
                    Hint::Number
                } else {
                    Hint::Int
                })
            }
            "forall" | "exists" => Some(Hint::Bool),
            _ => match self.sorts.get(name) {
                Some(result) => result.map(declared),
                None => {
                    let arguments = term.children().get(1..).unwrap_or_default();
                    self.of_result(Operator::find(name)?.result, arguments, indices)
                }
            },
        }
    }

    /// Returns the sort of an operator's result.
    fn of_result(&self, result: ResultSort, arguments: &[Expr], indices: &[Expr]) -> Option<Hint> {
        let index = |at: usize| indices.get(at)?.text()?.parse::<u32>().ok();
        let width = || self.width(arguments.first()?);
        let bits = match result {
            ResultSort::Bool => return Some(Hint::Bool),
            ResultSort::Int => return Some(Hint::Int),
            ResultSort::Real => return Some(Hint::Real),
            ResultSort::Number => return Some(self.number(arguments)),
            ResultSort::Text => return Some(Hint::Text),
            ResultSort::OfArgument(at) => return self.hint(arguments.get(at)?),
            ResultSort::ElementOf(at) => {
                let Hint::Declared(sort) = self.hint(arguments.get(at)?)? else { return None };
                return sort.children().last().map(declared);
            }
            ResultSort::Bits(Width::Fixed(width)) => Some(width),
            ResultSort::Bits(Width::Sum) => {
                arguments.iter().try_fold(0, |sum: u32, part| sum.checked_add(self.width(part)?))
            }
            ResultSort::Bits(Width::Index) => index(0),
            ResultSort::Bits(Width::PlusIndex) => width()?.checked_add(index(0)?),
            ResultSort::Bits(Width::TimesIndex) => width()?.checked_mul(index(0)?),
            ResultSort::Bits(Width::Slice) => index(0)?.checked_sub(index(1)?)?.checked_add(1),
            _ => None,
        };
        bits.map(Hint::Bits)
    }

    /// Returns the sort of a sum, product or difference.
    fn number(&self, arguments: &[Expr]) -> Hint {
        let hints: Vec<Option<Hint>> = arguments.iter().map(|argument| self.hint(argument)).collect();
        let is_real = hints.contains(&Some(Hint::Real));
        let is_integer = hints.iter().all(|hint| *hint == Some(Hint::Int));
        if is_real {
            Hint::Real
        } else if is_integer {
            Hint::Int
        } else {
            Hint::Number
        }
    }
}

/// Whether two sorts may be the same.
fn are_alike(one: Option<Hint>, other: Option<Hint>) -> bool {
    let is_number = |hint: &Hint| matches!(hint, Hint::Int | Hint::Real | Hint::Number);
    match (one, other) {
        (Some(Hint::Number), Some(sort)) | (Some(sort), Some(Hint::Number)) => is_number(&sort),
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

fn declared(sort: &Expr) -> Hint {
    match sort.text() {
        Some("Bool") => Hint::Bool,
        Some("Int") => Hint::Int,
        Some("Real") => Hint::Real,
        Some("String") => Hint::Text,
        _ => literals::sort_width(sort).map_or_else(|| Hint::Declared(sort.clone()), Hint::Bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::minimise::draft::tests::draft;

    #[test]
    fn only_what_plainly_differs_is_ruled_out() {
        let draft = draft(
            "(declare-fun p (Int) Bool) ; (define-fun p ((x Int)) Bool true)
             (declare-fun b () (_ BitVec 8)) ; (define-fun b () (_ BitVec 8) #x00)
             (declare-sort S 0) ; (declare-datatypes ((S 0)) (((S!0))))
             (declare-fun s () S) ; (define-fun s () S S!0)",
        );
        let hints = Hints::declared_in(&draft);
        let alike = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|text| Expr::read(text).unwrap().remove(0));
            hints.may_be_alike(&one, &other)
        };
        for (one, other) in [
            ("(p 1)", "(< 1 2)"),
            ("b", "#b00000001"),
            ("b", "(_ bv1 8)"),
            ("s", "s"),
            ("1", "(* 2 (- 3))"),
            ("(/ 1 2)", "2.0"),
            ("(+ 1 x)", "2.0"),
            ("(f 1)", "b"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("(p 1)", "1"),
            ("b", "#b1"),
            ("s", "b"),
            ("\"a\"", "true"),
            ("(ite (p 1) s s)", "0"),
            ("1", "2.0"),
        ] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn numerals_are_reals_only_where_all_numbers_are() {
        let alike = |logic: &str, term: &str| {
            let draft = draft(&format!(
                "(set-logic {logic})\n(declare-fun y () Real) ; (define-fun y () Real 1.0)
                 (declare-fun a () (Array Int Real)) ; (define-fun a () (Array Int Real) ((as const (Array Int Real)) 0.0))
                 (assert (forall ((x Real) (n Int)) (< x n)))\n(assert (exists ((n Real)) (< n y)))"
            ));
            let hints = Hints::declared_in(&draft);
            ["1", "1.0"].map(|number| hints.may_be_alike(&Expr::atom(number), &Expr::read(term).unwrap()[0]))
        };
        for term in ["y", "x", "(select a 0)", "(* 2.0 x)", "(to_real 1)"] {
            assert_eq!(alike("AUFNIRA", term), [false, true], "{term}");
            assert_eq!(alike("QF_LRA", term), [true, true], "{term}");
        }
        assert_eq!(alike("AUFNIRA", "(to_int y)"), [true, false]);
        // It is bound with two sorts.
        assert_eq!(alike("AUFNIRA", "n"), [true, true]);
    }

    #[test]
    fn widths_are_told_of_what_is_computed() {
        let draft = draft("(declare-const b (_ BitVec 8)) ; (define-fun b () (_ BitVec 8) #x00)");
        let hints = Hints::declared_in(&draft);
        for (term, width) in [
            ("(bvadd b b)", Some(8)),
            ("(concat b #b1 (bvnot b))", Some(17)),
            ("((_ zero_extend 4) b)", Some(12)),
            ("((_ extract 5 2) b)", Some(4)),
            ("((_ extract 2 5) b)", None),
            ("((_ rotate_left 3) b)", Some(8)),
            ("((_ repeat 3) b)", Some(24)),
            ("(bvcomp b b)", Some(1)),
            ("((_ int_to_bv 5) 7)", Some(5)),
            ("(bvult b b)", None),
            ("((_ zero_extend 4294967295) b)", None),
            ("(concat b (f b))", None),
        ] {
            assert_eq!(hints.width(&Expr::read(term).unwrap()[0]), width, "{term}");
        }
    }
}
