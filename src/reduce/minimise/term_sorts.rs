//! The sorts of the terms of a draft. The judge rejects ill-sorted candidates anyway; knowing sorts saves it the work, and
//! finds replacements of the same sort.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::paths::{all, bound};
use crate::smtlib::{Expr, Script, Sort};
use crate::theory::literals;
use crate::theory::meaning::Meaning;
use crate::theory::signature::Signature;
use crate::theory::sorting::{Sorted, application, partly};

/// The sorts of what a draft declares, and of its bound variables.
#[derive(Debug)]
pub(super) struct TermSorts<'a> {
    signature: Signature,
    /// The sorts of bound variables by name. There is none if variables or constants of one name have several sorts.
    variables: BTreeMap<&'a str, Option<Sort>>,
}

impl<'a> TermSorts<'a> {
    /// Collects the declarations of a draft.
    pub(super) fn declared_in(draft: &'a Draft) -> Self {
        let script = Script::from_exprs(draft.lines.iter().map(|line| &line.expr));
        let signature = script.map(|script| Signature::collect(&script)).unwrap_or_default();
        let mut variables: BTreeMap<&str, Option<Sort>> = BTreeMap::new();
        let mut add = |name, sort: Option<Sort>| {
            let known = variables.entry(name).or_insert_with(|| sort.clone());
            if *known != sort {
                *known = None;
            }
        };
        for line in &draft.lines {
            for term in all(&line.expr).iter().filter_map(|path| line.expr.at(path)) {
                for variable in bound(term) {
                    // In a `let`, a name comes with its meaning.
                    let sort = variable.at(&[1]).filter(|_| term.head() != Some("let"));
                    let sort = sort.and_then(|sort| signature.sort(&sort.to_string()));
                    variable.head().into_iter().for_each(|name| add(name, sort.clone()));
                }
            }
        }
        for constant in draft.functions().filter(|function| function.arguments.is_empty()) {
            if let Some(known) = variables.get_mut(constant.name)
                && *known != signature.sort(&constant.result.to_string())
            {
                *known = None;
            }
        }
        TermSorts { signature, variables }
    }

    /// Whether one term may replace the other: not if both sorts are known and differ. An integer may not replace a real,
    /// because not all solvers accept it where a logic has both.
    pub(super) fn may_be_alike(&self, one: &Expr, other: &Expr) -> bool {
        are_alike(self.sort(one), self.sort(other))
    }

    /// Whether a term may be of a sort.
    pub(super) fn may_be_of(&self, term: &Expr, sort: &Expr) -> bool {
        are_alike(self.sort(term), self.signature.sort(&sort.to_string()))
    }

    /// Returns the sort of a term and two of its values, if it has a sort with literals.
    pub(super) fn sort_and_values(&self, term: &Expr) -> Option<(Expr, [Expr; 2])> {
        let sort = self.sort(term)?;
        let values = match &sort {
            Sort::Bool => ["true", "false"].map(Expr::atom),
            Sort::Int => ["0", "1"].map(Expr::atom),
            Sort::Real => ["0.0", "1.0"].map(Expr::atom),
            Sort::String => ["\"\"", "\"a\""].map(Expr::atom),
            Sort::BitVec(width) => [0, 1].map(|value| literals::bit_vector(value, *width)),
            _ => return None,
        };
        Some((Expr::read(&sort.to_string())?.pop()?, values))
    }

    /// Returns the width of a bit-vector, if it is known.
    pub(super) fn width(&self, term: &Expr) -> Option<u32> {
        match self.sort(term)? {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }

    fn sort(&self, term: &Expr) -> Option<Sort> {
        let (head, arguments) = match (term.head(), term.children()) {
            (Some("forall" | "exists"), _) => return Some(Sort::Bool),
            (Some("let" | "match" | "lambda" | "!"), _) => return None,
            (None | Some(_), []) | (Some("_" | "as"), _) => (term, &[][..]),
            (_, [head, arguments @ ..]) => (head, arguments),
        };
        let head = head.to_string();
        if let Some(sort) = self.variables.get(head.as_str()) {
            return sort.clone();
        }
        let meaning = Meaning::resolve(&head, &self.signature);
        // Mostly the head alone determines the sort.
        if let Sorted::Is(sort) = partly(&meaning, arguments.len()) {
            return Some(sort);
        }
        let sorts: Vec<Sort> = arguments.iter().map(|argument| self.sort(argument)).collect::<Option<_>>()?;
        application(&meaning, &head, &sorts.iter().collect::<Vec<_>>()).known().cloned()
    }
}

/// Whether two sorts may be the same.
fn are_alike(one: Option<Sort>, other: Option<Sort>) -> bool {
    one.is_none() || other.is_none() || one == other
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
        let sorts = TermSorts::declared_in(&draft);
        let alike = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|text| Expr::read(text).unwrap().remove(0));
            sorts.may_be_alike(&one, &other)
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
            let sorts = TermSorts::declared_in(&draft);
            ["1", "1.0"].map(|number| sorts.may_be_alike(&Expr::atom(number), &Expr::read(term).unwrap()[0]))
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
        let sorts = TermSorts::declared_in(&draft);
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
            assert_eq!(sorts.width(&Expr::read(term).unwrap()[0]), width, "{term}");
        }
    }
}
