//! Moves that replace a term by a smaller one: at one place, by a subterm, a rephrased term, or one with fewer
//! bound variables; or at all places, by a new constant.

use std::collections::{BTreeMap, BTreeSet};

use super::proposals::{Proposals, each_exchanged, leaves};
use crate::reduce::minimise::draft::{Draft, Line};
use crate::reduce::minimise::paths::{all, below, bound, inside};
use crate::reduce::minimise::term_sorts::TermSorts;
use crate::smtlib::Expr;
use crate::smtlib::instance::Kind;
use crate::theory::operators::{Op, Operator, op};

/// The maximal number of subterms that may replace a term. The nearest come first; deeper ones are reached step
/// by step.
const INSIDE: usize = 40;

/// Proposes for each term, outer ones first: leaves, subterms, and the term with fewer arguments or rephrased.
pub(super) fn smaller_terms(draft: &Draft) -> Proposals<'_> {
    exchanged(draft, true)
}

/// Proposes the same replacements, except for rephrased terms.
pub(super) fn smaller_terms_in_same_words(draft: &Draft) -> Proposals<'_> {
    exchanged(draft, false)
}

fn exchanged(draft: &Draft, in_other_words: bool) -> Proposals<'_> {
    let (leaves, sorts) = (leaves(draft), TermSorts::declared_in(draft));
    each_exchanged(draft, move |term| {
        let mut others: Vec<Expr> = leaves.iter().filter(|leaf| *leaf != term).cloned().collect();
        others.extend(inside(term).iter().take(INSIDE).filter_map(|path| term.at(path)).cloned());
        others.extend(fewer_arguments(term));
        if in_other_words {
            others.extend(said_otherwise(term));
        }
        others.retain(|other| sorts.may_be_alike(other, term));
        others
    })
}

/// Returns an application of two or more arguments without one of them.
fn fewer_arguments(term: &Expr) -> Vec<Expr> {
    let arguments = below(term);
    let binds = arguments.iter().any(|path| path.len() > 1);
    let places = if binds || arguments.len() < 2 { Vec::new() } else { arguments };
    places.into_iter().flatten().map(|at| term.without(at)).collect()
}

/// Returns rephrased terms.
fn said_otherwise(term: &Expr) -> Vec<Expr> {
    let mut found = other_operators(term);
    found.extend(shorter(term));
    found
}

/// Returns the term with a plainer operator, with the opposite operator instead of a `not`, or without
/// associative nesting.
fn other_operators(term: &Expr) -> Vec<Expr> {
    let with_head = |term: &Expr, head: Op| term.with(&[0], &Expr::atom(head.name()));
    let row = |term: &Expr| Op::applied_in(term).map(Op::row);
    let Some(head) = term.head() else { return Vec::new() };
    let mut found = Vec::new();
    if row(term).is_some_and(|row| row.flattens) {
        let parts = term.children()[1..].iter().flat_map(|part| match part.head() == Some(head) {
            true => part.children()[1..].to_vec(),
            false => vec![part.clone()],
        });
        found.push(Expr::list(std::iter::once(Expr::atom(head)).chain(parts).collect()));
    }
    if Op::applied_in(term) == Some(op::NOT)
        && let Some(inner) = term.at(&[1])
        && let Some(opposite) = row(inner).and_then(Operator::negation)
    {
        found.push(with_head(inner, opposite));
    }
    found.extend(row(term).iter().flat_map(|row| row.plainer()).map(|plainer| with_head(term, plainer)));
    found
}

/// Returns shorter equivalents: an implication instead of a negated conjunction, `xor` instead of a negated
/// equality, `-` instead of a product with -1.
fn shorter(term: &Expr) -> Vec<Expr> {
    let list = |parts: &[&Expr]| Expr::list(parts.iter().map(|&part| part.clone()).collect());
    let [arrow, xor, minus, not] =
        [op::IMPLIES, op::XOR, op::MINUS, op::NOT].map(|operator| Expr::atom(operator.name()));
    let denied =
        |term: &Expr| if Op::applied_in(term) == Some(op::NOT) { term.at(&[1]).cloned() } else { None };
    let mut found = Vec::new();
    match (Op::applied_in(term), term.children()) {
        (Some(op::NOT), [_, inner]) => match (Op::applied_in(inner), inner.children()) {
            (Some(op::AND), [_, one, other]) => {
                for (one, other) in [(one, other), (other, one)] {
                    let opposite = denied(other).unwrap_or_else(|| list(&[&not, other]));
                    found.push(list(&[&arrow, one, &opposite]));
                }
            }
            (Some(op::EQUAL), [_, one, other]) => found.push(list(&[&xor, one, other])),
            _ => {}
        },
        (Some(op::OR), [_, one, other]) => {
            for (one, other) in [(one, other), (other, one)] {
                found.extend(denied(one).map(|one| list(&[&arrow, &one, other])));
            }
        }
        (Some(op::EQUAL), [_, one, other]) => {
            for (one, other) in [(one, other), (other, one)] {
                found.extend(denied(one).map(|one| list(&[&xor, &one, other])));
            }
        }
        (Some(op::TIMES), [_, one, other]) => {
            let is_minus_one = |term: &Expr| *term == Expr::list(vec![minus.clone(), Expr::atom("1")]);
            for (one, other) in [(one, other), (other, one)] {
                found.extend(is_minus_one(one).then(|| list(&[&minus, other])));
            }
        }
        _ => {}
    }
    found
}

/// Proposes to eliminate a variable of a quantifier. It disappears if it is not used, and otherwise becomes
/// another variable, a constant or a literal. A name of a `let` is replaced by its meaning.
pub(super) fn fewer_variables(draft: &Draft) -> Proposals<'_> {
    let (leaves, sorts) = (leaves(draft), TermSorts::declared_in(draft));
    each_exchanged(draft, move |term| without_variables(term, &leaves, &sorts))
}

fn without_variables(term: &Expr, leaves: &[Expr], sorts: &TermSorts<'_>) -> Vec<Expr> {
    let [head, bound, body] = term.children() else { return Vec::new() };
    let mut found = Vec::new();
    for (position, variable) in bound.children().iter().enumerate() {
        let [Expr::Atom(name), meaning] = variable.children() else { continue };
        let others: Vec<Expr> = match head.text() {
            Some("let") => vec![meaning.clone()],
            Some("forall" | "exists") if !body.mentions(name) => vec![Expr::Atom(name.clone())],
            Some("forall" | "exists") => {
                let rest = bound.without(position);
                let same_sort = rest.children().iter().filter(|other| other.at(&[1]) == Some(meaning));
                let leaves = leaves.iter().filter(|leaf| sorts.may_be_of(leaf, meaning));
                same_sort.filter_map(|other| other.at(&[0])).chain(leaves).cloned().collect()
            }
            _ => continue,
        };
        for other in others {
            let body = substituted(body, &BTreeMap::from([(&**name, other)]));
            let rest = bound.without(position);
            found.push(if rest.children().is_empty() {
                body
            } else {
                Expr::list(vec![head.clone(), rest, body])
            });
        }
    }
    found
}

/// Replaces names in a term where they are not bound again.
fn substituted(term: &Expr, by: &BTreeMap<&str, Expr>) -> Expr {
    term.replaced(&mut |part| {
        if let Some(text) = part.text() {
            return by.get(text).cloned();
        }
        // A captured or rebound name would change its meaning.
        let rebinds = |one: &Expr| one.head().is_some_and(|name| by.contains_key(name));
        bound(part).iter().any(rebinds).then(|| part.clone())
    })
}

/// Proposes to replace each compound term with a known sort by a new constant at all places, and to drop
/// declarations that become superfluous. The value of the constant is tried.
pub(super) fn new_constants(draft: &Draft) -> Proposals<'_> {
    let sorts = TermSorts::declared_in(draft);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for line in draft.lines.iter().filter(|line| line.kind == Kind::Assertion) {
        // An assertion that is just a constant says nothing.
        for term in all(&line.expr).iter().skip(1).filter_map(|path| line.expr.at(path)) {
            if below(term).is_empty() || !seen.insert(term.clone()) {
                continue;
            }
            let Some((sort, values)) = sorts.sort_and_values(term) else { continue };
            found.extend(values.into_iter().map(|value| (term.clone(), sort.clone(), value)));
        }
    }
    Box::new(found.into_iter().map(move |(term, sort, value)| with_constant(draft, &term, &sort, &value)))
}

fn with_constant(draft: &Draft, term: &Expr, sort: &Expr, value: &Expr) -> Draft {
    let name = Expr::atom(&free_name(draft));
    let mut new = draft.replaced(|part| (part == term).then(|| name.clone()));
    for at in new.unused_declarations().into_keys().rev() {
        new = new.without(at);
    }
    let at = new.lines.iter().rposition(|line| line.kind == Kind::Declaration).map_or(0, |at| at + 1);
    let at = at.max(new.lines.iter().take_while(|line| line.kind == Kind::Setup).count());
    let declaration = [Expr::atom("declare-const"), name.clone(), sort.clone()];
    let definition = [Expr::atom("define-fun"), name, Expr::list(Vec::new()), sort.clone(), value.clone()];
    let line = Line {
        kind: Kind::Declaration,
        expr: Expr::list(declaration.to_vec()),
        definition: Some(Expr::list(definition.to_vec())),
    };
    new.lines.insert(at, line);
    new
}

/// Returns a name that does not occur in the draft.
fn free_name(draft: &Draft) -> String {
    let letters = (b'a'..=b'z').map(|letter| char::from(letter).to_string());
    let mut names = letters.chain((0..).map(|number| format!("c{number}")));
    let is_free = |name: &String| {
        !draft.lines.iter().any(|line| {
            line.expr.mentions(name)
                || line.definition.as_ref().is_some_and(|definition| definition.mentions(name))
        })
    };
    names.find(is_free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{fewer_variables, smaller_terms};
    use crate::reduce::minimise::moves::proposals::tests::{proposals, terms};

    #[test]
    fn a_term_becomes_a_part_of_it() {
        let found = terms(smaller_terms, "(and (p a) (not (< b 12)))");
        for expected in [
            "true", "(not (< b 12))", "b", "(and (p a))", "(or (p a) (not (< b 12)))",
            "(and (p a) (>= b 12))", "(and (p a) (not (= b 12)))", "(and (p 0) (not (< b 12)))",
        ] {
            assert!(found.iter().any(|text| text == expected), "no {expected} in {found:#?}");
        }
    }

    #[test]
    fn one_occurrence_may_change_alone() {
        let found = terms(smaller_terms, "(= (f a) (f a))");
        assert!(found.iter().any(|text| text == "(= a (f a))"));
    }

    #[test]
    fn the_same_is_said_in_fewer_words() {
        for (long, short) in [
            ("(not (and p (not q)))", "(=> p q)"),
            ("(not (and p q))", "(=> q (not p))"),
            ("(or (not p) q)", "(=> p q)"),
            ("(not (= p q))", "(xor p q)"),
            ("(= p (not q))", "(xor q p)"),
            ("(* (- 1) x)", "(- x)"),
        ] {
            assert!(terms(smaller_terms, long).iter().any(|text| text == short), "no {short} for {long}");
        }
    }

    #[test]
    fn variables_become_others_or_literals() {
        let found = terms(fewer_variables, "(forall ((x Int) (y Int)) (p x y))");
        for expected in ["(forall ((y Int)) (p y y))", "(forall ((x Int)) (p x 0))"] {
            assert!(found.iter().any(|text| text == expected), "no {expected} in {found:?}");
        }
        assert_eq!(terms(fewer_variables, "(exists ((x Int)) (p a))"), ["(p a)"]);
        assert!(terms(fewer_variables, "(exists ((x Int)) (p x))").contains(&"(p 0)".to_owned()));
    }

    #[test]
    fn a_real_becomes_a_real() {
        let script = "(set-logic NIRA)\n(declare-fun x () Real) ; (define-fun x () Real 1.0)
            (assert (and (= x 2.5) (forall ((y Real) (n Int)) (= y (to_real n)))))";
        for moves in [smaller_terms, fewer_variables] {
            let found = proposals(moves, script);
            assert!(found.iter().any(|text| text.contains("(= 1.0 ")), "{found:#?}");
            assert!(found.iter().all(|text| !text.contains("(= 1 ")), "{found:#?}");
        }
        let found = proposals(super::new_constants, "(assert (= (* 2.5 2.5) (to_real 2)))");
        assert!(found.iter().any(|text| text.contains("(define-fun a () Real 1.0)")), "{found:#?}");
    }

    #[test]
    fn lets_are_spelled_out() {
        assert_eq!(
            terms(fewer_variables, "(let ((v (f a)) (w b)) (p v v w))"),
            ["(let ((w b)) (p (f a) (f a) w))", "(let ((v (f a))) (p v v b))"]
        );
        assert_eq!(
            terms(fewer_variables, "(let ((v a)) (and v (let ((v b)) v)))")[0],
            "(and a (let ((v b)) v))"
        );
        assert_eq!(
            terms(fewer_variables, "(let ((v a)) (and v (forall ((v Bool)) v)))")[0],
            "(and a (forall ((v Bool)) v))"
        );
    }

    #[test]
    fn a_term_becomes_a_constant_and_what_it_needed_goes() {
        let script = "(declare-fun x () Int) ; (define-fun x () Int 1)
            (assert (or (< x 2) (not (< x 2))))";
        let found = proposals(super::new_constants, script);
        let expected = "(declare-const a Bool)\n(assert (or a (not a)))\n(define-fun a () Bool true)\n";
        assert!(found.iter().any(|text| text == expected), "{found:#?}");
    }

    #[test]
    fn what_a_variable_is_in_stays_if_no_constant_is_like_it() {
        let found = proposals(super::new_constants, "(assert (forall ((x Int)) (or (< x 2) (< 1 2))))");
        assert!(found.iter().any(|text| text.contains("(or (< x 2) a)")));
    }
}
