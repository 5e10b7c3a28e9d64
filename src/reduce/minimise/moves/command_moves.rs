//! Moves to fewer and simpler commands, and to a simpler witness for the same commands.

use super::proposals::Proposals;
use super::value_moves::smaller_literals_of;
use crate::reduce::delta_debugging::{assertions, checks, levels, questions};
use crate::reduce::minimise::draft::{Draft, Line};
use crate::reduce::minimise::paths::{all, below};
use crate::smtlib::Expr;
use crate::smtlib::instance::Kind;
use crate::theory::operators::{Op, op};

/// Proposes the assertions in force at a single check; the draft without one assertion, level, check, option or
/// declaration; one level in place of several that open and close together; and plainer checks and simplifiers.
pub(super) fn fewer_commands(draft: &Draft) -> Proposals<'_> {
    let instance = draft.instance();
    let several = if instance.checks() > 1 { instance.checks() } else { 0 };
    let alone = (0..several).map(|check| {
        let kept = instance.kept_at(check);
        let lines = draft.lines.iter().enumerate().filter(|(at, _)| kept.contains(at));
        draft.of_lines(lines.map(|(_, line)| line.clone()).collect())
    });
    let alone: Vec<Draft> = alone.collect();
    let units = assertions(&instance).into_iter().chain(levels(&instance)).chain(checks(&instance));
    let units = units.chain(questions(&instance));
    let fewer = units.map(|unit| {
        let mut smaller = draft.clone();
        unit.iter().rev().for_each(|&at| drop(smaller.lines.remove(at)));
        smaller
    });
    // An option may be superfluous; the solver decides.
    let is_option =
        |at: &usize| matches!(draft.lines[*at].expr.head(), Some("set-option" | "set-simplifier"));
    let options = (0..draft.lines.len()).filter(is_option);
    let superfluous: Vec<usize> = options.chain(draft.unused_declarations().into_keys()).collect();
    let superfluous = superfluous.into_iter().map(|at| draft.without(at));
    let flatter = (0..draft.lines.len()).filter_map(move |at| with_one_level(draft, at));
    let each = |is: fn(&Line) -> bool, plainer: fn(&Expr) -> Vec<Expr>| {
        let lines = draft.lines.iter().enumerate().filter(move |(_, line)| is(line));
        lines
            .flat_map(move |(at, line)| plainer(&line.expr).into_iter().map(move |expr| draft.with(at, expr)))
    };
    let plainer = each(|line| line.kind.is_check(), plainer_checks)
        .chain(each(|line| line.expr.head() == Some("set-simplifier"), plainer_simplifiers))
        .chain(each(|line| matches!(line.kind, Kind::Objective | Kind::Ask(_)), plainer_questions));
    Box::new(alone.into_iter().chain(fewer).chain(superfluous).chain(flatter).chain(plainer))
}

/// Returns the draft with one level in place of the several that the command at a position opens and that close together, or
/// without those that stay open where others close.
fn with_one_level(draft: &Draft, at: usize) -> Option<Draft> {
    let Kind::Push(own @ 2..) = draft.lines.get(at)?.kind else { return None };
    let mut flatter = draft.clone();
    let mut set = |at: usize, kind: Kind, head: &str, count: u32| {
        let expr = Expr::list(vec![Expr::atom(head), Expr::atom(&count.to_string())]);
        flatter.lines[at] = Line { kind, expr, definition: None };
    };
    let (mut left, mut above) = (own, 0_u32);
    let mut closing = None;
    for (later, line) in draft.lines.iter().enumerate().skip(at + 1) {
        match line.kind {
            Kind::Push(count) => above = above.saturating_add(count),
            Kind::Pop(count) if count <= above => above -= count,
            Kind::Pop(count) if count - above >= left => {
                closing = Some((later, count));
                break;
            }
            Kind::Pop(count) => (left, above) = (left - (count - above), 0),
            Kind::Reset => break,
            _ => {}
        }
    }
    let fewer = if closing.is_some() || left == own { left - 1 } else { left };
    set(at, Kind::Push(own - fewer), "push", own - fewer);
    if let Some((later, count)) = closing {
        set(later, Kind::Pop(count - fewer), "pop", count - fewer);
    }
    (fewer > 0).then_some(flatter)
}

/// Proposes to merge two assertions with only checks between them into a conjunction or disjunction, at the place
/// of the later one. Moves on single assertions come first.
pub(super) fn merged_assertions(draft: &Draft) -> Proposals<'_> {
    let is_assertion = |at: usize| draft.lines[at].kind == Kind::Assertion;
    let pairs = (0..draft.lines.len()).filter(move |&at| is_assertion(at)).filter_map(move |one| {
        let kinds = draft.lines.iter().map(|line| line.kind).enumerate().skip(one + 1);
        let mut near =
            kinds.take_while(|(_, kind)| matches!(kind, Kind::Assertion | Kind::Check(_) | Kind::Ask(_)));
        near.find(|(at, _)| is_assertion(*at)).map(|(other, _)| (one, other))
    });
    let with = move |one: usize, other: usize, connective: Op| {
        let parts = [one, other].into_iter().flat_map(|at| match draft.lines[at].expr.at(&[1]) {
            Some(term) if Op::applied_in(term) == Some(connective) => term.children()[1..].to_vec(),
            term => term.cloned().into_iter().collect(),
        });
        let both = Expr::list(std::iter::once(Expr::atom(connective.name())).chain(parts).collect());
        draft.with(other, draft.lines[other].expr.with(&[1], &both)).without(one)
    };
    Box::new(
        pairs.flat_map(move |(one, other)| [op::AND, op::OR].map(|connective| with(one, other, connective))),
    )
}

/// Returns `(check-sat)`, a check with a part of its tactic, and a check without one of its assumptions.
fn plainer_checks(check: &Expr) -> Vec<Expr> {
    let parts = check.at(&[1]).map(Expr::children).unwrap_or_default().to_vec();
    let head = check.head().unwrap_or_default().to_owned();
    let plain = Expr::list(vec![Expr::atom("check-sat")]);
    let assumes = head == "check-sat-assuming";
    let simpler = (0..parts.len()).filter_map(|at| match assumes {
        true => Some(Expr::list(parts.clone()).without(at)),
        // The tactic `(then a b)` becomes a or b.
        false => parts.get(at).filter(|_| at > 0).cloned(),
    });
    let simpler = simpler.map(|part| Expr::list(vec![Expr::atom(&head), part]));
    std::iter::once(plain).chain(simpler).collect()
}

/// Returns a part of a combined simplifier, and it without one of its parts.
fn plainer_simplifiers(command: &Expr) -> Vec<Expr> {
    let Some(combined) = command.at(&[1]) else { return Vec::new() };
    let parts = combined.children();
    let fewer = (1..parts.len()).filter(|_| parts.len() > 3).map(|at| combined.without(at));
    parts.iter().skip(1).cloned().chain(fewer).map(|simpler| command.with(&[1], &simpler)).collect()
}

/// Returns a question for the values of terms without one of them, or a question or an objective with a part of a
/// term in place of the term.
fn plainer_questions(question: &Expr) -> Vec<Expr> {
    let asked = match question.head() {
        Some("get-value") => question.at(&[1]).map_or(0, |terms| terms.children().len()),
        _ => 0,
    };
    let fewer = (0..asked).filter(|_| asked > 1).filter_map(|at| {
        let list = question.at(&[1])?.without(at);
        Some(question.with(&[1], &list))
    });
    let terms: Vec<Vec<usize>> = match asked {
        0 => vec![vec![1]],
        _ => (0..asked).map(|at| vec![1, at]).collect(),
    };
    let parts = terms.into_iter().filter_map(|path| Some((question.at(&path)?, path)));
    let parts = parts.flat_map(|(term, path)| {
        let parts = below(term).into_iter().filter_map(|part| term.at(&part));
        parts.map(move |part| question.with(&path, part))
    });
    fewer.chain(parts).collect()
}

/// Proposes a definition with a smaller value, or a sort with fewer elements.
pub(in crate::reduce::minimise) fn simpler_definitions(draft: &Draft) -> Proposals<'_> {
    let defined =
        draft.lines.iter().enumerate().filter(|(_, line)| line.definition.as_ref() != Some(&line.expr));
    let defined = defined.filter_map(|(at, line)| Some((at, line.definition.as_ref()?)));
    Box::new(defined.flat_map(move |(at, definition)| {
        let simpler = match definition.head() {
            Some("declare-datatypes") => fewer_elements(draft, definition),
            _ => smaller_values(definition),
        };
        let with = |definition| {
            let mut draft = draft.clone();
            draft.lines[at].definition = Some(definition);
            draft
        };
        simpler.into_iter().map(with).collect::<Vec<_>>()
    }))
}

fn smaller_values(definition: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    for path in all(definition) {
        let Some(term) = definition.at(&path) else { continue };
        let simplest = ["0", "false", "true", "0.0", "\"\""].map(Expr::atom);
        let parts = below(term).into_iter().filter_map(|path| term.at(&path).cloned());
        let others: Vec<Expr> = simplest.into_iter().chain(parts).chain(smaller_literals_of(term)).collect();
        found.extend(others.iter().map(|other| definition.with(&path, other)));
    }
    found
}

/// Returns the definition without an element that no other definition uses.
fn fewer_elements(draft: &Draft, definition: &Expr) -> Vec<Expr> {
    let elements = definition.at(&[2, 0]).map(Expr::children).unwrap_or_default();
    if elements.len() < 2 {
        return Vec::new();
    }
    let is_used = |element: &Expr| {
        let others = draft
            .lines
            .iter()
            .filter_map(|line| line.definition.as_ref())
            .filter(|other| *other != definition);
        element.head().is_some_and(|name| others.into_iter().any(|other| other.mentions(name)))
    };
    let unused = (0..elements.len()).filter(|&at| !is_used(&elements[at]));
    unused.filter_map(|at| Some(definition.with(&[2, 0], &definition.at(&[2, 0])?.without(at)))).collect()
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::moves::proposals::tests::proposals;

    #[test]
    fn commands_are_dropped_with_what_belongs_to_them() {
        let script = "(set-option :a 1)
            (declare-fun x () Bool) ; (define-fun x () Bool true)
            (declare-fun y () Bool) ; (define-fun y () Bool true)
            (push 1)
            (assert x)
            (check-sat-assuming (x (not x)))
            (pop 1)
            (check-sat-using (then simplify smt))";
        let found = proposals(super::fewer_commands, script);
        let lines = |text: &String| text.lines().filter(|line| !line.starts_with("(define-fun")).count();
        assert_eq!(found.iter().map(lines).collect::<Vec<_>>(), [5, 4, 7, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8]);
        assert!(!found[3].contains("push") && !found[3].contains("pop"));
        assert!(!found[7].contains(" y ") && found[7].contains("(define-fun x"));
        assert!(found[9].contains("(check-sat-assuming ((not x)))"));
        assert!(
            found[12].contains("(check-sat-using simplify)") && found[13].contains("(check-sat-using smt)")
        );
    }

    #[test]
    fn levels_that_open_and_close_together_become_one() {
        let is_flatter =
            |text: &String, script: &str| text != script && text.lines().count() == script.lines().count();
        let flatter = |script: String| {
            proposals(super::fewer_commands, &script).into_iter().find(|text| is_flatter(text, &script))
        };
        let script =
            |lines: [&str; 2]| format!("{}\n(assert a)\n(check-sat)\n{}\n(check-sat)\n", lines[0], lines[1]);
        for (given, expected) in [
            (["(push 3)", "(pop 3)"], Some(["(push 1)", "(pop 1)"])),
            (["(push 3)\n(push 1)", "(pop 1)\n(pop 3)"], Some(["(push 1)\n(push 1)", "(pop 1)\n(pop 1)"])),
            (["(push 1)\n(push 2)", "(pop 3)"], Some(["(push 1)\n(push 1)", "(pop 2)"])),
            (["(push 2)", "(assert b)"], Some(["(push 1)", "(assert b)"])),
            (["(push 3)", "(pop 1)"], Some(["(push 1)", "(pop 1)"])),
            (["(push 3)", "(pop 1)\n(pop 2)"], Some(["(push 2)", "(pop 1)\n(pop 1)"])),
            // A level stays open between these.
            (["(push 2)", "(pop 1)\n(pop 1)"], None),
            (["(push 1)", "(pop 1)"], None),
        ] {
            assert_eq!(flatter(script(given)), expected.map(script), "{given:?}");
        }
    }

    #[test]
    fn simplifiers_become_plainer() {
        let found =
            proposals(super::fewer_commands, "(set-simplifier (then a b c))\n(assert x)\n(check-sat)");
        let simplifiers =
            found.iter().filter_map(|text| text.lines().find(|line| line.starts_with("(set-simplifier")));
        let simplifiers: Vec<&str> =
            simplifiers.filter(|line| *line != "(set-simplifier (then a b c))").collect();
        let all = ["a", "b", "c", "(then b c)", "(then a c)", "(then a b)"];
        assert_eq!(simplifiers, all.map(|one| format!("(set-simplifier {one})")));
    }

    #[test]
    fn assertions_of_one_level_are_merged() {
        let found = proposals(
            super::merged_assertions,
            "(assert (and a b))\n(check-sat)\n(assert c)\n(push 1)\n(assert d)",
        );
        let expected = ["(check-sat)\n(assert (and a b c))\n", "(check-sat)\n(assert (or (and a b) c))\n"];
        assert_eq!(found, expected.map(|merged| merged.to_owned() + "(push 1)\n(assert d)\n"));
    }

    #[test]
    fn values_and_sorts_become_smaller() {
        let script = "(declare-sort S 0) ; (declare-datatypes ((S 0)) (((S!0) (S!1))))
            (declare-fun f (Int) S) ; (define-fun f ((x Int)) S (ite (= x 12) S!1 S!1))
            (assert (= (f 3) (f 4)))";
        let found = proposals(super::simpler_definitions, script);
        for expected in [
            "(((S!1)))",
            "(define-fun f ((x Int)) S S!1)",
            "(define-fun f ((x Int)) S (ite (= x 6) S!1 S!1))",
        ] {
            assert!(found.iter().any(|text| text.contains(expected)), "no {expected} in {found:#?}");
        }
        assert!(found.iter().all(|text| text.contains("(assert (= (f 3) (f 4)))")));
    }
}
