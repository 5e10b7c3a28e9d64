//! Failing instance → smaller failing instance, by dropping what is not needed.
//!
//! Dropping an assertion or an unused declaration keeps an instance satisfiable, so no
//! second solver is asked: whatever still gets the wrong answer is a smaller proof of it.

use std::collections::BTreeSet;

use crate::instance::Instance;
use crate::smtlib::lex::{Lexer, TokenKind};
use crate::smtlib::symbol;

/// Drops assertions while `fails` holds, then declarations nobody uses. `budget` bounds the
/// calls of `fails`; the smallest failing instance seen comes back.
///
/// The result is 1-minimal in its assertions if the budget did not run out: dropping any
/// single one makes the failure go away.
pub fn reduce(instance: &Instance, budget: u32, mut fails: impl FnMut(&Instance) -> bool) -> Instance {
    let mut left = budget;
    let mut try_it = |candidate: &Instance| {
        left > 0 && {
            left -= 1;
            fails(candidate)
        }
    };
    let mut kept: Vec<usize> = (0..instance.assertions.len()).collect();
    let mut size = kept.len() / 2;
    // Delta debugging over assertions: ever smaller blocks, and single ones to a fixpoint.
    while size > 0 {
        let mut dropped = false;
        let mut start = 0;
        while start < kept.len() && kept.len() > 1 {
            let end = (start + size).min(kept.len());
            let fewer: Vec<usize> = kept[..start].iter().chain(&kept[end..]).copied().collect();
            if !fewer.is_empty() && try_it(&instance.with_assertions(&fewer)) {
                kept = fewer;
                dropped = true;
            } else {
                start = end;
            }
        }
        size = if size > 1 { size / 2 } else { usize::from(dropped) };
    }
    let smaller = instance.with_assertions(&kept);
    let pruned = without_unused_declarations(&smaller);
    if pruned.text != smaller.text && try_it(&pruned) { pruned } else { smaller }
}

/// The same instance without declarations that nothing refers to any more.
pub fn without_unused_declarations(instance: &Instance) -> Instance {
    let tail = instance.declarations.last().map_or(0, |last| last.end);
    let mut used = BTreeSet::new();
    collect_symbols(&instance.text[tail..], &mut used);
    let mut kept = vec![true; instance.declarations.len()];
    // A declaration may be used by later ones only, so one pass from the end finds them all.
    for (at, range) in instance.declarations.iter().enumerate().rev() {
        let mut symbols = BTreeSet::new();
        let text = &instance.text[range.clone()];
        collect_symbols(text, &mut symbols);
        // A datatype declares several names; it goes only if none of them is used.
        let named: Vec<&str> = if text.starts_with("(declare-fun") || text.starts_with("(declare-sort") {
            first_symbol(text).into_iter().collect()
        } else {
            symbols.iter().copied().collect()
        };
        kept[at] = named.iter().any(|name| used.contains(name));
        if kept[at] {
            used.extend(symbols);
        }
    }
    instance.with_declarations(&kept)
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
    use proptest::prelude::*;

    fn instance(declarations: &[&str], assertions: &[String]) -> Instance {
        let mut instance = Instance { text: "(set-logic ALL)\n".into(), ..Instance::default() };
        let line = |text: &str, out: &mut String| {
            let start = out.len();
            out.push_str(text);
            out.push('\n');
            start..out.len()
        };
        instance.declarations = declarations.iter().map(|text| line(text, &mut instance.text)).collect();
        instance.assertions = assertions.iter().map(|text| line(text, &mut instance.text)).collect();
        instance.text.push_str("(check-sat)\n");
        instance
    }

    proptest! {
        /// Whatever subset of assertions a failure needs, exactly that subset is left.
        #[test]
        fn what_the_failure_needs_is_left(count in 1_usize..40, needs in prop::collection::btree_set(0_usize..40, 1..6)) {
            let needs: BTreeSet<usize> = needs.into_iter().map(|at| at % count).collect();
            let assertions: Vec<String> = (0..count).map(|at| format!("(assert a{at})")).collect();
            let fails = |candidate: &Instance| needs.iter().all(|at| candidate.text.contains(&format!("(assert a{at})\n")));
            let reduced = reduce(&instance(&[], &assertions), 10_000, fails);
            prop_assert_eq!(reduced.assertions.len(), needs.len());
            prop_assert!(fails(&reduced));
        }
    }

    #[test]
    fn a_spent_budget_keeps_the_smallest_failure_so_far() {
        let assertions: Vec<String> = (0..8).map(|at| format!("(assert a{at})")).collect();
        let reduced = reduce(&instance(&[], &assertions), 1, |_| true);
        assert_eq!(reduced.assertions.len(), 4);
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
        assert_eq!(reduced.declarations.len(), 2);
    }
}
