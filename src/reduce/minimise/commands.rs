//! Failing instance → smaller failing instance, by dropping what is not needed.
//!
//! Dropping an assertion, a check, a level or an unused declaration keeps an instance
//! satisfiable, so no second solver is asked: whatever still gets the wrong answer is a
//! smaller proof of it.

use std::collections::{BTreeMap, BTreeSet};

use super::search::Search;
use crate::reduce::ddmin::ddmin_by_first;
use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::lex::{Lexer, TokenKind};
use crate::smtlib::symbol;

/// Drops commands of an instance that goes wrong at `check` while it fails, then declarations
/// nobody uses. `definitions` are those of what a smaller instance declares.
///
/// If the budget did not run out, the result is 1-minimal in its assertions, levels and
/// checks: dropping any single one makes the failure go away.
pub(super) fn drop_commands(
    instance: &Instance,
    definitions: &dyn Fn(&Instance) -> String,
    check: usize,
    search: &mut Search<'_>,
) -> Instance {
    let mut best = instance.clone();
    if instance.checks() > 1 {
        // What comes after the wrong answer is not needed; perhaps not even the levels are, of
        // this check or of another one that is answered wrongly.
        let others = (0..instance.checks()).filter(|other| *other != check);
        let alone = std::iter::once(check).chain(others).map(|check| instance.at_check(check));
        let mut shorter = alone.chain([up_to(instance, check)]);
        if let Some((_, shorter)) = search.first(&mut shorter) {
            best = shorter;
        }
    }
    loop {
        let before = best.commands.len();
        for units in [assertions, levels, checks] {
            let smaller = drop_units(&best, &units(&best), search);
            if smaller.commands.len() < best.commands.len() {
                best = smaller;
                search.keep(&best, &definitions(&best));
            }
        }
        if best.commands.len() == before {
            break;
        }
    }
    let pruned = without_unused_declarations(&best);
    if pruned.text != best.text && search.fails(&pruned) {
        search.keep(&pruned, &definitions(&pruned));
        return pruned;
    }
    best
}

/// The commands up to the check at a position.
fn up_to(instance: &Instance, check: usize) -> Instance {
    let end = instance.of_kind(Kind::Check).nth(check).map_or(instance.commands.len(), |(at, _)| at);
    instance.with(|at| at <= end)
}

/// Commands that only go together, as positions.
type Unit = Vec<usize>;

pub(super) fn assertions(instance: &Instance) -> Vec<Unit> {
    instance.of_kind(Kind::Assertion).map(|(at, _)| vec![at]).collect()
}

/// A check goes with the question for its model.
pub(super) fn checks(instance: &Instance) -> Vec<Unit> {
    let model = |at: usize| instance.commands.get(at + 1).is_some_and(|line| line.kind == Kind::Model);
    let checks = instance.of_kind(Kind::Check);
    checks.map(|(at, _)| if model(at) { vec![at, at + 1] } else { vec![at] }).collect()
}

/// Each `push` with the `pop` that closes it, and with whatever else that one closes; each
/// `reset-assertions`.
pub(super) fn levels(instance: &Instance) -> Vec<Unit> {
    let mut units: BTreeMap<usize, Unit> = BTreeMap::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, command) in instance.commands.iter().enumerate() {
        match command.kind {
            Kind::Push(count) => {
                units.insert(at, vec![at]);
                open.extend((0..count).map(|_| at));
            }
            Kind::Pop(count) => {
                let closed = open.split_off(open.len().saturating_sub(count as usize));
                let mut together = vec![at];
                for push in closed {
                    together.extend(units.remove(&push).unwrap_or_default());
                }
                // A `push` of several levels may be closed in parts.
                let first = together.iter().copied().min().unwrap_or(at);
                open.iter_mut().filter(|push| together.contains(push)).for_each(|push| *push = first);
                together.sort_unstable();
                units.insert(first, together);
            }
            Kind::Reset => {
                units.insert(at, vec![at]);
                open.clear();
            }
            Kind::Setup | Kind::Declaration | Kind::Assertion | Kind::Check | Kind::Model => {}
        }
    }
    units.into_values().collect()
}

/// The instance without as many of the units as can be.
fn drop_units(instance: &Instance, units: &[Unit], search: &mut Search<'_>) -> Instance {
    let all: BTreeSet<usize> = units.iter().flatten().copied().collect();
    let with = |kept: &[&Unit]| {
        let kept: BTreeSet<usize> = kept.iter().copied().flatten().copied().collect();
        instance.with(|at| kept.contains(&at) || !all.contains(&at))
    };
    let units: Vec<&Unit> = units.iter().collect();
    let kept = ddmin_by_first(&units, units.len().div_ceil(2), |candidates| {
        let (at, _) = search.first(&mut candidates.map(|kept| with(&kept)))?;
        Some(at)
    });
    with(&kept)
}

/// The same instance without declarations that nothing refers to any more.
fn without_unused_declarations(instance: &Instance) -> Instance {
    let mut used = BTreeSet::new();
    let others = instance.commands.iter().filter(|line| line.kind != Kind::Declaration);
    others.for_each(|line| collect_symbols(instance.line(line), &mut used));
    let mut kept = BTreeSet::new();
    // A declaration may be used by later ones only, so one pass from the end finds them all.
    let declarations: Vec<&str> = instance.declarations().collect();
    for text in declarations.into_iter().rev() {
        let mut symbols = BTreeSet::new();
        collect_symbols(text, &mut symbols);
        // A datatype declares several names; it goes only if none of them is used.
        let named: Vec<&str> = if text.starts_with("(declare-fun") || text.starts_with("(declare-sort") {
            first_symbol(text).into_iter().collect()
        } else {
            symbols.iter().copied().collect()
        };
        if named.iter().any(|name| used.contains(name)) {
            kept.insert(text);
            used.extend(symbols);
        }
    }
    instance.with(|at| {
        let line = &instance.commands[at];
        line.kind != Kind::Declaration || kept.contains(instance.line(line))
    })
}

fn collect_symbols<'a>(text: &'a str, symbols: &mut BTreeSet<&'a str>) {
    let mut lexer = Lexer::new(text);
    while let Ok(Some(token)) = lexer.next_token() {
        if token.kind == TokenKind::Symbol {
            symbols.insert(symbol::canonical(token.text(text)));
        }
    }
}

/// The symbol after the command's name.
fn first_symbol(text: &str) -> Option<&str> {
    let mut lexer = Lexer::new(text);
    let mut symbols = std::iter::from_fn(|| lexer.next_token().ok().flatten());
    let name = symbols.by_ref().filter(|token| token.kind == TokenKind::Symbol).nth(1)?;
    Some(symbol::canonical(name.text(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::minimise::search::{Budget, Tools};
    use proptest::prelude::*;

    fn instance(declarations: &[&str], assertions: &[String]) -> Instance {
        let mut instance = Instance::default();
        instance.add(Kind::Setup, |text| text.push_str("(set-logic ALL)"));
        declarations.iter().for_each(|line| instance.add(Kind::Declaration, |text| text.push_str(line)));
        assertions.iter().for_each(|line| instance.add(Kind::Assertion, |text| text.push_str(line)));
        instance.add(Kind::Check, |text| text.push_str("(check-sat)"));
        instance
    }

    /// An incremental instance, a letter a command: digits are assertions.
    fn levelled(steps: &str) -> Instance {
        let mut instance = Instance::default();
        for step in steps.chars() {
            let (kind, line) = match step {
                '(' => (Kind::Push(1), "(push 1)".to_owned()),
                '[' => (Kind::Push(2), "(push 2)".to_owned()),
                ')' => (Kind::Pop(1), "(pop 1)".to_owned()),
                ']' => (Kind::Pop(2), "(pop 2)".to_owned()),
                '?' => (Kind::Check, "(check-sat)".to_owned()),
                'r' => (Kind::Reset, "(reset-assertions)".to_owned()),
                _ => (Kind::Assertion, format!("(assert a{step})")),
            };
            instance.add(kind, |text| text.push_str(&line));
        }
        instance
    }

    fn steps(instance: &Instance) -> String {
        let step = |line: &crate::smtlib::instance::Command| match line.kind {
            Kind::Push(1) => '(',
            Kind::Push(_) => '[',
            Kind::Pop(1) => ')',
            Kind::Pop(_) => ']',
            Kind::Check => '?',
            Kind::Reset => 'r',
            _ => instance.line(line).chars().nth(9).unwrap(),
        };
        instance.commands.iter().map(step).collect()
    }

    /// For each check, the assertions in force, as digits.
    fn in_force(instance: &Instance) -> Vec<String> {
        let digit = |at: usize| instance.line(&instance.commands[at]).chars().nth(9).unwrap();
        (0..instance.checks())
            .map(|check| instance.in_force(check).into_iter().map(digit).collect())
            .collect()
    }

    /// What is left, within a budget of runs, while `fails` holds.
    fn reduce(
        instance: &Instance,
        check: usize,
        runs: u32,
        fails: impl Fn(&Instance) -> bool + Sync,
    ) -> Instance {
        let budget = Budget { runs, ..Budget::default() };
        let tools = Tools { fails: &fails, jobs: 3, budget, keep: &mut |_| {} };
        Search::with(tools, |search| drop_commands(instance, &|_| String::new(), check, search))
    }

    #[test]
    fn levels_and_checks_go_too() {
        let fails = |candidate: &Instance| in_force(candidate).iter().any(|now| now.contains('4'));
        assert_eq!(steps(&reduce(&levelled("1(2?3?)4?(5?)"), 2, 1000, fails)), "4?");
        // What was popped has to have been checked before.
        let fails = |candidate: &Instance| {
            let checks = in_force(candidate);
            let first = checks.iter().position(|now| now.contains('2'));
            first.is_some_and(|first| {
                checks[first..].iter().any(|now| !now.contains('2') && now.contains('4'))
            })
        };
        assert_eq!(steps(&reduce(&levelled("1(2?3?)4?(5?)"), 2, 1000, fails)), "(2?)4?");
        assert_eq!(steps(&reduce(&levelled("1[2?)3?)4?(5?)"), 2, 1000, fails)), "[2?))4?");
        assert_eq!(steps(&reduce(&levelled("1(2?r3?4?(5?)"), 2, 1000, fails)), "2?r4?");
    }

    #[test]
    fn a_push_goes_with_what_closes_it() {
        let units = |start: &str| levels(&levelled(start));
        assert_eq!(units("(1?)2?"), [vec![0, 3]]);
        assert_eq!(units("((1]2?"), [vec![0, 1, 3]]);
        assert_eq!(units("[1)2)?"), [vec![0, 2, 4]]);
        assert_eq!(units("(1?"), [vec![0]]);
    }

    proptest! {
        /// Whatever subset of assertions a failure needs, exactly that subset is left.
        #[test]
        fn what_the_failure_needs_is_left(count in 1_usize..40, needs in prop::collection::btree_set(0_usize..40, 1..6)) {
            let needs: BTreeSet<usize> = needs.into_iter().map(|at| at % count).collect();
            let assertions: Vec<String> = (0..count).map(|at| format!("(assert a{at})")).collect();
            let fails = |candidate: &Instance| needs.iter().all(|at| candidate.text.contains(&format!("(assert a{at})\n")));
            let reduced = reduce(&instance(&[], &assertions), 0, 10_000, fails);
            prop_assert_eq!(reduced.assertions().count(), needs.len());
            prop_assert!(fails(&reduced));
        }
    }

    #[test]
    fn declarations_go_with_their_last_use() {
        let declarations = [
            "(declare-sort U 0)",
            "(declare-sort V 0)",
            "(declare-fun f (V) U)",
            "(declare-fun |u| () U)",
            "(declare-datatypes ((T 0)) (((c))))",
        ];
        let reduced = without_unused_declarations(&instance(&declarations, &["(assert (= u u))".into()]));
        assert_eq!(
            reduced.text,
            "(set-logic ALL)\n(declare-sort U 0)\n(declare-fun |u| () U)\n(assert (= u u))\n(check-sat)\n"
        );
        assert_eq!(reduced.declarations().count(), 2);
    }
}
