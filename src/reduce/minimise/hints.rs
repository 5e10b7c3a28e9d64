//! What sort a term has, as far as that is seen at a glance. Z3 is the judge of sorts; this only
//! spares it the questions whose answers are plain.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::moves::written;
use crate::smtlib::Expr;

/// Operators whose result is Boolean.
const PREDICATES: [&str; 36] = [
    "=",
    "distinct",
    "and",
    "or",
    "not",
    "=>",
    "xor",
    "forall",
    "exists",
    "<",
    "<=",
    ">",
    ">=",
    "bvult",
    "bvule",
    "bvugt",
    "bvuge",
    "bvslt",
    "bvsle",
    "bvsgt",
    "bvsge",
    "str.in_re",
    "str.in.re",
    "str.contains",
    "str.prefixof",
    "str.suffixof",
    "str.<",
    "str.<=",
    "fp.lt",
    "fp.leq",
    "fp.gt",
    "fp.geq",
    "fp.eq",
    "fp.isNaN",
    "fp.isZero",
    "fp.isInfinite",
];

/// Operators whose result is as wide as their first argument.
const WIDE_AS_ARGUMENT: [&str; 19] = [
    "bvnot", "bvneg", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvmul",
    "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr",
];

/// The sorts of the functions that a draft declares.
#[derive(Debug)]
pub(super) struct Hints<'a>(BTreeMap<&'a str, &'a Expr>);

/// A sort; integers and reals are not told apart.
#[derive(Debug, PartialEq, Eq)]
enum Hint {
    Bool,
    Number,
    Text,
    Bits(u32),
    Declared(Expr),
}

impl<'a> Hints<'a> {
    pub(super) fn of(draft: &'a Draft) -> Self {
        Hints(draft.functions().map(|function| (function.name, function.result)).collect())
    }

    /// Whether one term could stand for the other: not if both sorts are known and differ.
    pub(super) fn may_be_alike(&self, one: &Expr, other: &Expr) -> bool {
        match (self.hint(one), self.hint(other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }

    /// The sort of a term and some values of it, where these can be told.
    pub(super) fn sort_and_values(&self, term: &Expr) -> Option<(Expr, [Expr; 2])> {
        let (sort, values) = match self.hint(term)? {
            Hint::Bool => (Expr::atom("Bool"), ["true", "false"].map(Expr::atom)),
            // Reals are written with a point in some logics only.
            Hint::Number if self.0.values().any(|sort| sort.text() == Some("Real")) => return None,
            Hint::Number => (Expr::atom("Int"), ["0", "1"].map(Expr::atom)),
            Hint::Text => (Expr::atom("String"), ["\"\"", "\"a\""].map(Expr::atom)),
            Hint::Bits(width) => {
                let sort = Expr::list(["_", "BitVec", &width.to_string()].map(Expr::atom).to_vec());
                (sort, [0, 1].map(|value| written(value, width)))
            }
            Hint::Declared(_) => return None,
        };
        Some((sort, values))
    }

    /// The width of a bit-vector, where it can be told.
    pub(super) fn width(&self, term: &Expr) -> Option<u32> {
        match self.hint(term)? {
            Hint::Bits(width) => Some(width),
            _ => None,
        }
    }

    fn hint(&self, term: &Expr) -> Option<Hint> {
        let name = match term.text() {
            None if term.head().is_none() => return self.indexed(term),
            None => term.head()?,
            Some("true" | "false") => return Some(Hint::Bool),
            Some(text) if text.starts_with('"') => return Some(Hint::Text),
            Some(text) if text.starts_with("#b") => return Some(Hint::Bits(text.len() as u32 - 2)),
            Some(text) if text.starts_with("#x") => return Some(Hint::Bits(4 * (text.len() as u32 - 2))),
            Some(text) if text.starts_with(|c: char| c.is_ascii_digit()) => return Some(Hint::Number),
            Some(text) => text,
        };
        if let Some(result) = self.0.get(name) {
            return Some(declared(result));
        }
        match name {
            _ if PREDICATES.contains(&name) => Some(Hint::Bool),
            "+" | "-" | "*" | "div" | "mod" | "abs" | "/" | "str.len" | "str.indexof" => Some(Hint::Number),
            "str.++" | "str.at" | "str.substr" | "str.replace" => Some(Hint::Text),
            "ite" => self.hint(term.at(&[2])?),
            "concat" => {
                let mut parts = term.children()[1..].iter();
                parts.try_fold(0, |sum: u32, part| sum.checked_add(self.width(part)?)).map(Hint::Bits)
            }
            _ if WIDE_AS_ARGUMENT.contains(&name) => self.width(term.at(&[1])?).map(Hint::Bits),
            "_" if term.at(&[1])?.text()?.starts_with("bv") => {
                Some(Hint::Bits(term.at(&[2])?.text()?.parse().ok()?))
            }
            _ => None,
        }
    }

    /// The same for the application of an indexed operator.
    fn indexed(&self, term: &Expr) -> Option<Hint> {
        let [Expr::Atom(_), Expr::Atom(name), indices @ ..] = term.at(&[0])?.children() else { return None };
        let index = |at: usize| indices.get(at)?.text()?.parse::<u32>().ok();
        match &**name {
            "zero_extend" | "sign_extend" => self.width(term.at(&[1])?)?.checked_add(index(0)?),
            "extract" => index(0)?.checked_sub(index(1)?)?.checked_add(1),
            "rotate_left" | "rotate_right" => self.width(term.at(&[1])?),
            _ => None,
        }
        .map(Hint::Bits)
    }
}

fn declared(sort: &Expr) -> Hint {
    match sort.text() {
        Some("Bool") => Hint::Bool,
        Some("Int" | "Real") => Hint::Number,
        Some("String") => Hint::Text,
        _ => {
            let width = sort.at(&[2]).and_then(Expr::text).and_then(|width| width.parse().ok());
            let is_bits = sort.at(&[1]).and_then(Expr::text) == Some("BitVec");
            width.filter(|_| is_bits).map_or_else(|| Hint::Declared(sort.clone()), Hint::Bits)
        }
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
        let hints = Hints::of(&draft);
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
        let hints = Hints::of(&draft);
        for (term, width) in [
            ("(bvadd b b)", Some(8)),
            ("(concat b #b1 (bvnot b))", Some(17)),
            ("((_ zero_extend 4) b)", Some(12)),
            ("((_ extract 5 2) b)", Some(4)),
            ("((_ extract 2 5) b)", None),
            ("((_ rotate_left 3) b)", Some(8)),
            ("(bvult b b)", None),
            ("((_ zero_extend 4294967295) b)", None),
            ("(concat b (f b))", None),
        ] {
            assert_eq!(hints.width(&Expr::read(term).unwrap()[0]), width, "{term}");
        }
    }
}
