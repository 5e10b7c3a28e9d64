//! Unused declarations of a script.

use std::collections::{BTreeMap, BTreeSet};

use super::instance::{Command, Instance, Kind};
use super::lex::{Lexer, TokenKind};
use super::{Names, ReadError, Script, symbol};

/// The names in a command.
#[derive(Debug)]
pub(crate) struct Mentioned<'a> {
    /// The names that it introduces, if it is a declaration that may be removed.
    pub declared: Vec<String>,
    /// All symbols in it.
    pub symbols: Vec<&'a str>,
}

/// Returns the positions of unused declarations and definitions: those mentioned by nothing except other unused
/// ones. Each comes with the unused ones that it needs itself.
pub(crate) fn unused_declarations(commands: &[Mentioned<'_>]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut mentions: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, command) in commands.iter().enumerate() {
        for &symbol in &command.symbols {
            mentions.entry(symbol).or_default().insert(at);
        }
    }
    let mut unused: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    // A name is used only by later commands, so one pass from the end suffices.
    for (at, Mentioned { declared, .. }) in commands.iter().enumerate().rev() {
        let users = declared.iter().filter_map(|name| mentions.get(name.as_str())).flatten();
        let users: BTreeSet<usize> = users.copied().filter(|user| *user > at).collect();
        if !declared.is_empty() && users.iter().all(|user| unused.contains_key(user)) {
            let need_it = |(user, needs): &(&usize, &mut BTreeSet<usize>)| {
                users.contains(*user) || !users.is_disjoint(*needs)
            };
            unused.iter_mut().filter(need_it).for_each(|(_, needs)| {
                needs.insert(at);
            });
            unused.insert(at, BTreeSet::new());
        }
    }
    unused
}

/// Returns the names that a command introduces; none if it cannot be parsed.
pub(crate) fn declared_names(command: Result<Script, ReadError>) -> Vec<String> {
    command.map(|script| Names::collect(&script).declared().map(str::to_owned).collect()).unwrap_or_default()
}

impl Instance {
    /// Returns the positions of unused declarations and definitions: those mentioned by nothing except other unused
    /// ones. Each comes with the unused ones that it needs itself. A declaration that cannot be parsed counts as used.
    pub fn unused_declarations(&self) -> BTreeMap<usize, BTreeSet<usize>> {
        let mentioned = |command: &Command| {
            let line = self.line(command);
            let is_declaration = command.kind == Kind::Declaration;
            let declared =
                if is_declaration { declared_names(Script::parse(line.to_owned())) } else { Vec::new() };
            Mentioned { declared, symbols: symbols(line).collect() }
        };
        unused_declarations(&self.commands.iter().map(mentioned).collect::<Vec<_>>())
    }
}

/// Returns the symbols of a text in canonical form.
fn symbols(text: &str) -> impl Iterator<Item = &str> {
    let mut lexer = Lexer::new(text);
    let tokens = std::iter::from_fn(move || lexer.next_token().ok().flatten());
    let symbols = tokens.filter(|token| token.kind == TokenKind::Symbol);
    symbols.map(|token| symbol::canonical(token.text(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unused(script: &str) -> Vec<usize> {
        Instance::read(script).unwrap().unused_declarations().into_keys().collect()
    }

    #[test]
    fn declarations_go_with_their_last_use() {
        let script = "(set-logic ALL)(declare-sort U 0)(declare-sort V 0)(declare-fun f (V) U)\
                      (declare-fun |u| () U)(declare-datatypes ((T 0)) (((c))))(assert (= u u))";
        assert_eq!(unused(script), [2, 3, 5]);
    }

    #[test]
    fn what_is_unused_but_needed_by_others_comes_with_them() {
        let script =
            "(declare-sort U 0)(declare-fun f () U)(define-fun g () U f)(declare-fun h () U)(assert true)";
        let found = Instance::read(script).unwrap().unused_declarations();
        let needs: Vec<Vec<usize>> = found.into_values().map(|needs| needs.into_iter().collect()).collect();
        assert_eq!(needs, [vec![], vec![0], vec![0, 1], vec![0]]);
    }

    #[test]
    fn each_name_that_is_declared_counts_and_no_other() {
        let list = "(declare-datatype L ((nil) (cons (head Int))))";
        for user in ["(as nil L)", "cons", "head", "((_ is cons) x)", "is-cons", "L"] {
            assert_eq!(unused(&format!("{list}(assert {user})")), [0_usize; 0], "{user}");
        }
        assert_eq!(unused(&format!("{list}(declare-const x Int)(assert (> y 0))")), [0, 1]);
        let recursive = "(define-fun-rec g ((x Int)) Int (g x))";
        assert_eq!(unused(&format!("{recursive}(declare-const x Int)(assert true)")), [0, 1]);
    }
}
