//! The declarations of a script as Z3 gets them: without definitions that it could not read in time.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::{Definitions, Mentioned, Script, TermId, unused_declarations};
use crate::theory::operators::{Op, op};

/// The largest number of `ite`s in a definition that nothing uses. While Z3 4.8.12 reads a definition, it splits it into a
/// case for each way through its `ite`s, outside of any limit: those of two chains of eight take 0.4 s, and those of three,
/// minutes.
const MOST_CHOICES: u64 = 16;

/// Returns the text of a script's declarations, a line each.
pub(super) fn declared(script: &Script) -> String {
    let unread = unread(script);
    let lines = script.declarations.iter().enumerate().filter(|(at, _)| !unread.contains(at));
    lines.map(|(_, line)| script.tree.canonical_text(line.node) + "\n").collect()
}

/// Returns the positions of definitions that nothing uses and that have too many `ite`s.
fn unread(script: &Script) -> BTreeSet<usize> {
    let (tree, branching) = (&script.tree, branching(script));
    if branching.is_empty() {
        return BTreeSet::new();
    }
    let declarations = script.declarations.iter().map(|line| (line.names(tree), line.node));
    let users = script.assertions.iter().chain(&script.assumptions).map(|&node| (Vec::new(), node));
    let mentioned = declarations.chain(users);
    let mentioned =
        mentioned.map(|(declared, node)| Mentioned { declared, symbols: tree.atoms_in(node).collect() });
    let unused = unused_declarations(&mentioned.collect::<Vec<_>>());
    let is_unread = |at: &usize| {
        let names = script.declarations.get(*at).map(|line| line.names(tree));
        names.is_some_and(|names| names.iter().any(|name| branching.contains(name)))
    };
    // Definitions that use an unread one are unused and branch as much.
    unused.into_keys().filter(is_unread).collect()
}

/// Returns the names of functions with more `ite`s than Z3 should read, where their calls are written out.
fn branching(script: &Script) -> BTreeSet<String> {
    let Ok(Definitions { terms, functions, .. }) = Definitions::collect(script) else {
        return BTreeSet::new();
    };
    let bodies: BTreeMap<&str, TermId> =
        functions.iter().map(|function| (function.name.as_str(), function.body)).collect();
    let mut choices: Vec<u64> = Vec::with_capacity(terms.len());
    for id in terms.ids() {
        let mut count = 0_u64;
        terms.for_each_child(id, |child| count = count.saturating_add(choices[child.index()]));
        if let Some((head, _)) = terms.as_app(id) {
            let is_choice = Op::of_head(head) == Some(op::ITE);
            count = count.saturating_add(u64::from(is_choice));
            // A recursive call comes before the body of its function, and is not written out.
            let body = bodies.get(head).and_then(|body| choices.get(body.index()));
            count = count.saturating_add(body.copied().unwrap_or_default());
        }
        choices.push(count);
    }
    let branches = functions.into_iter().filter(|function| choices[function.body.index()] > MOST_CHOICES);
    branches.map(|function| function.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is declared of a script with functions of four, eight and 24 `ite`s.
    fn declared_beside(more: &str) -> String {
        let source = format!(
            "(declare-fun x () (_ BitVec 8))\
             (define-fun bit ((c (_ BitVec 8))) (_ BitVec 8) (bvxor c (ite (bvslt c #x00) #x07 #x00)))\
             (define-fun nib ((c (_ BitVec 8))) (_ BitVec 8) (bit (bit (bit (bit c)))))\
             (define-fun crc ((c (_ BitVec 8))) (_ BitVec 8) (nib (nib c)))\
             (define-fun frame ((c (_ BitVec 8)) (d (_ BitVec 8))) Bool\
               (and (= c (crc d)) (= d (crc x)) (= x (crc c)))){more}"
        );
        declared(&Script::parse(source).unwrap())
    }

    #[test]
    fn a_definition_with_many_choices_is_left_out_where_nothing_uses_it() {
        let declared = declared_beside("(define-fun last () Bool (frame x x))(assert (= x (crc x)))");
        assert_eq!(declared.lines().count(), 4, "{declared}");
        assert!(declared.contains("define-fun crc") && !declared.contains("frame"), "{declared}");
    }

    #[test]
    fn what_an_assertion_uses_stays() {
        let declared = declared_beside("(define-fun last () Bool (frame x x))(assert last)");
        assert_eq!(declared.lines().count(), 6, "{declared}");
    }

    #[test]
    fn choices_of_a_recursive_function_are_counted_once() {
        let choice = |rest: &str| format!("(ite (< n 0) 0 {rest})");
        let body =
            (0..=MOST_CHOICES).fold("(f (- n 1))".to_owned(), |rest, _| choice(&format!("(+ 1 {rest})")));
        let few =
            Script::parse(format!("(define-fun-rec f ((n Int)) Int {})", choice("(f (- n 1))"))).unwrap();
        let many = Script::parse(format!("(define-fun-rec f ((n Int)) Int {body})")).unwrap();
        assert_eq!([declared(&few).lines().count(), declared(&many).lines().count()], [1, 0]);
    }
}
