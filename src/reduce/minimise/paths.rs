//! Paths to the terms in a command: the places that may hold another term.

use crate::smtlib::Expr;

/// A path from a command to one of its terms.
pub(super) type Path = Vec<usize>;

/// Returns the paths to the top-level terms of a command: those that it asserts, assumes or defines.
pub(super) fn terms_of_command(command: &Expr) -> Vec<Path> {
    match command.head() {
        Some("assert") => vec![vec![1]],
        Some("check-sat-assuming") => {
            (0..command.at(&[1]).map_or(0, |list| list.children().len())).map(|at| vec![1, at]).collect()
        }
        Some("define-fun") => vec![vec![4]],
        _ => Vec::new(),
    }
}

/// Returns the paths from a term to its direct subterms.
pub(super) fn below(term: &Expr) -> Vec<Path> {
    let children = term.children();
    match term.head() {
        None if children.is_empty() => Vec::new(),
        Some("_" | "as") => Vec::new(),
        Some("forall" | "exists" | "lambda") => vec![vec![2]],
        Some("!") => vec![vec![1]],
        Some("let") => {
            let bindings = term.at(&[1]).map_or(0, |list| list.children().len());
            (0..bindings).map(|at| vec![1, at, 1]).chain([vec![2]]).collect()
        }
        Some("match") => {
            let cases = term.at(&[2]).map_or(0, |list| list.children().len());
            std::iter::once(vec![1]).chain((0..cases).map(|at| vec![2, at, 1])).collect()
        }
        _ => (1..children.len()).map(|at| vec![at]).collect(),
    }
}

/// Returns the variables that a term binds, each with its sort or, in a `let`, with its meaning.
pub(super) fn bound(term: &Expr) -> &[Expr] {
    let binds = matches!(term.head(), Some("forall" | "exists" | "lambda" | "let"));
    term.at(&[1]).filter(|_| binds).map(Expr::children).unwrap_or_default()
}

/// Returns the paths from a term to all proper subterms, nearest first.
pub(super) fn inside(term: &Expr) -> Vec<Path> {
    with_all_below(term, below(term))
}

/// Returns the paths to every term of a command, parents before children.
pub(super) fn all(command: &Expr) -> Vec<Path> {
    with_all_below(command, terms_of_command(command))
}

/// Returns the given paths and the paths to all subterms.
fn with_all_below(expr: &Expr, mut found: Vec<Path>) -> Vec<Path> {
    let mut at = 0;
    while at < found.len() {
        if let Some(term) = expr.at(&found[at]) {
            let further = below(term).into_iter().map(|step| [found[at].as_slice(), &step].concat());
            found.extend(further.collect::<Vec<_>>());
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(command: &str) -> Vec<String> {
        let command = Expr::read(command).unwrap().remove(0);
        all(&command).iter().map(|path| command.at(path).unwrap().to_string()).collect()
    }

    #[test]
    fn heads_sorts_and_binders_are_no_terms() {
        assert_eq!(
            terms(
                "(assert (forall ((x Int)) (! (f (let ((y 1)) (g y)) ((_ extract 1 0) z)) :pattern ((f x)))))"
            )[2..],
            [
                "(f (let ((y 1)) (g y)) ((_ extract 1 0) z))",
                "(let ((y 1)) (g y))",
                "((_ extract 1 0) z)",
                "1",
                "(g y)",
                "z",
                "y"
            ]
        );
        assert_eq!(terms("(assert (match l ((nil a) ((cons h t) h))))")[1..], ["l", "a", "h"]);
        assert_eq!(terms("(check-sat-assuming (p (not q)))"), ["p", "(not q)", "q"]);
        assert_eq!(terms("(define-fun f ((x Int)) Int (+ x 1))"), ["(+ x 1)", "x", "1"]);
        assert!(terms("(declare-fun f (Int) Int)").is_empty());
    }
}
