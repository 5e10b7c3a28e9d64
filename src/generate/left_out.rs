//! A problem without some of its definitions, and without all that needs them.

use std::collections::BTreeSet;

use crate::smtlib::{DeclarationKind, NodeId, Problem, Tree};

/// What was taken out of a problem.
#[derive(Debug, Default)]
pub(super) struct Gone {
    /// The names that were defined, and where; with the name that each needed, if it was not unwanted itself.
    pub definitions: Vec<(String, NodeId, Option<String>)>,
    /// How many formulas were asserted or assumed that needed them.
    pub formulas: usize,
}

/// A problem without the definitions that are unwanted, and without the commands that need them; none if all are wanted.
/// Places in it stay what they are.
pub(super) fn without(problem: &Problem, is_unwanted: &dyn Fn(NodeId) -> bool) -> Option<(Problem, Gone)> {
    let tree = &problem.script.tree;
    let definitions = problem.script.declarations.iter();
    let definitions: BTreeSet<NodeId> = definitions
        .filter(|declaration| matches!(declaration.kind, DeclarationKind::Definition))
        .map(|declaration| declaration.node)
        .collect();
    let (mut gone, mut names) = (Gone::default(), BTreeSet::<String>::new());
    let mut text = problem.source().as_bytes().to_vec();
    for &root in tree.roots() {
        let is_definition = definitions.contains(&root);
        let is_unwanted = is_definition && is_unwanted(root);
        let needed = first(tree, root, &|name| names.contains(name)).filter(|_| !is_unwanted);
        if !is_unwanted && needed.is_none() {
            continue;
        }
        if is_definition {
            for node in defined(tree, root) {
                let name = tree.symbol(node).unwrap_or_default().to_owned();
                names.insert(name.clone());
                gone.definitions.push((name, node, needed.clone()));
            }
        }
        // What is named in it has no meaning any more.
        names.extend(named(tree, root));
        let (start, end) = tree.span(root);
        let command = text.get_mut(start as usize..end as usize).unwrap_or_default();
        command.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    if names.is_empty() {
        return None;
    }
    let left = Problem::read(String::from_utf8(text).ok()?).ok()?;
    let count = |problem: &Problem| problem.formulas.assertions.len() + problem.formulas.assumptions.len();
    gone.formulas = count(problem).saturating_sub(count(&left));
    Some((left, gone))
}

/// The names that a definition defines.
pub(super) fn defined(tree: &Tree, definition: NodeId) -> Vec<NodeId> {
    let Some(&[_, names, ..]) = tree.list(definition) else { return Vec::new() };
    match tree.list(names) {
        None => vec![names],
        // `define-funs-rec`
        Some(heads) => heads.iter().filter_map(|&head| tree.list(head)?.first().copied()).collect(),
    }
}

/// The names that `:named` gives in a command.
fn named(tree: &Tree, root: NodeId) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![root]);
    while let Some(node) = open.pop() {
        let items = tree.list(node).unwrap_or_default();
        let pairs = items.windows(2).filter(|pair| tree.text(pair[0]) == ":named");
        found.extend(pairs.filter_map(|pair| tree.symbol(pair[1]).map(str::to_owned)));
        open.extend(items);
    }
    found
}

/// Whether a symbol for which something holds is somewhere in a node.
pub(super) fn mentions(tree: &Tree, node: NodeId, holds: &dyn Fn(&str) -> bool) -> bool {
    first(tree, node, holds).is_some()
}

/// A symbol in a node for which something holds.
fn first(tree: &Tree, node: NodeId, holds: &dyn Fn(&str) -> bool) -> Option<String> {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match tree.list(node) {
            Some(children) => open.extend(children),
            None => {
                if let Some(name) = tree.symbol(node).filter(|name| holds(name)) {
                    return Some(name.to_owned());
                }
            }
        }
    }
    None
}
