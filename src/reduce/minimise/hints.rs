//! Hints: the sorts of terms, as far as they are obvious. The judge rejects ill-sorted candidates anyway; the hints
//! save it the work for those that are clearly ill-sorted.

use std::collections::BTreeMap;

use super::draft::Draft;
use crate::smtlib::Expr;
use crate::theory::literals;
use crate::theory::operators::{Operator, ResultSort, Width};

/// The sorts of the functions that a draft declares.
#[derive(Debug)]
pub(super) struct Hints<'a>(BTreeMap<&'a str, &'a Expr>);

/// A sort; integers and reals are not distinguished.
#[derive(Debug, PartialEq, Eq)]
enum Hint {
    Bool,
    Number,
    Text,
    Bits(u32),
    Declared(Expr),
}

impl<'a> Hints<'a> {
    /// Collects the declarations of a draft.
    pub(super) fn declared_in(draft: &'a Draft) -> Self {
        Hints(draft.functions().map(|function| (function.name, function.result)).collect())
    }

    /// Whether one term may replace the other: not if both sorts are known and differ.
    pub(super) fn may_be_alike(&self, one: &Expr, other: &Expr) -> bool {
        match (self.hint(one), self.hint(other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }

    /// Returns the sort of a term and two of its values, if the sort is known.
    pub(super) fn sort_and_values(&self, term: &Expr) -> Option<(Expr, [Expr; 2])> {
        let (sort, values) = match self.hint(term)? {
            Hint::Bool => (Expr::atom("Bool"), ["true", "false"].map(Expr::atom)),
            // Only some logics require a decimal point in reals.
            Hint::Number if self.0.values().any(|sort| sort.text() == Some("Real")) => return None,
            Hint::Number => (Expr::atom("Int"), ["0", "1"].map(Expr::atom)),
            Hint::Text => (Expr::atom("String"), ["\"\"", "\"a\""].map(Expr::atom)),
            Hint::Bits(width) => {
                (literals::bit_vector_sort(width), [0, 1].map(|value| literals::bit_vector(value, width)))
            }
            Hint::Declared(_) => return None,
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
            text if text.starts_with(|c: char| c.is_ascii_digit()) => Some(Hint::Number),
            "forall" | "exists" => Some(Hint::Bool),
            _ => match self.0.get(name) {
                Some(result) => Some(declared(result)),
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
            ResultSort::Int | ResultSort::Real | ResultSort::Number => return Some(Hint::Number),
            ResultSort::Text => return Some(Hint::Text),
            ResultSort::OfArgument(at) => return self.hint(arguments.get(at)?),
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
}

fn declared(sort: &Expr) -> Hint {
    match sort.text() {
        Some("Bool") => Hint::Bool,
        Some("Int" | "Real") => Hint::Number,
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
            ("1", "2.0"),
            ("(f 1)", "b"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in
            [("(p 1)", "1"), ("b", "#b1"), ("s", "b"), ("\"a\"", "true"), ("(ite (p 1) s s)", "0")]
        {
            assert!(!alike(one, other), "{one} {other}");
        }
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
