//! The monomorphic copies of polymorphic functions → commands that define them, each placed in scope of its uses.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Walk, declared};
use crate::smtlib::{NodeId, Sort};

impl Walk<'_> {
    /// Returns the edits of all commands. They remove polymorphic functions, and insert each copy after the
    /// declarations that it needs, with the same scope as these.
    pub(super) fn edits_of_commands(&mut self) -> BTreeMap<NodeId, Arc<str>> {
        let tree = self.tree;
        let roots = tree.roots();
        let mut edits = std::mem::take(&mut self.edits);
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for ((anchor, ..), group) in self.groups() {
            let text = texts.entry(tree.canonical_text(roots[anchor])).or_default();
            text.push(' ');
            text.push_str(&self.text_of(&group));
        }
        for (at, &root) in roots.iter().enumerate() {
            let head = tree.list(root).and_then(|items| tree.symbol(*items.first()?));
            if !head.is_some_and(|head| head.starts_with("de")) {
                continue;
            }
            let functions = declared(tree, at, root).unwrap_or_default();
            let goes = head == Some("declare-sort-parameter")
                || functions.iter().any(|function| self.is_polymorphic(function));
            // If the anchor command is repeated, so are the copies.
            let text = texts.get(&tree.canonical_text(root));
            let kept = if goes {
                "\n".repeat(tree.text(root).matches('\n').count())
            } else {
                tree.text(root).to_owned()
            };
            if goes || text.is_some() {
                edits.insert(root, format!("{kept}{}", text.map_or("", String::as_str)).into());
            }
        }
        edits
    }

    /// Groups the copies that must be defined together. The key begins with the positions of the command after
    /// which the group can stand and of the command that it instantiates.
    fn groups(&self) -> BTreeMap<(usize, usize, usize), Vec<usize>> {
        let positions: HashMap<NodeId, usize> = self.tree.roots().iter().copied().zip(0..).collect();
        let mut declared: HashMap<String, usize> = HashMap::new();
        for line in &self.script.declarations {
            for name in line.names(self.tree) {
                declared.entry(name).or_insert(positions.get(&line.node).copied().unwrap_or_default());
            }
        }
        let root = |at: usize| self.functions.get(&self.copies[at].function).map_or(0, |it| it.root);
        let mut group: Vec<usize> = (0..self.copies.len()).collect();
        for (at, copy) in self.copies.iter().enumerate() {
            for &other in copy.uses.iter().filter(|&&other| root(other) == root(at)) {
                let (from, to) = (group[at].max(group[other]), group[at].min(group[other]));
                group.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
            }
        }
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        group.iter().enumerate().for_each(|(at, &group)| members.entry(group).or_default().push(at));
        let anchor = |at: usize| {
            let sorts = self.copies[at].binding.values().flat_map(Sort::names);
            sorts.filter_map(|name| declared.get(name).copied()).fold(root(at), usize::max)
        };
        let placed = members.into_iter().map(|(group, members)| {
            let after = members.iter().map(|&at| anchor(at)).max().unwrap_or_default();
            ((after, root(group), group), members)
        });
        placed.collect()
    }

    /// Returns one command that defines the copies of a group.
    fn text_of(&self, group: &[usize]) -> String {
        let copies = || group.iter().map(|&at| &self.copies[at]);
        let command = group.first().and_then(|&at| self.functions.get(&self.copies[at].function));
        match (command.map_or("", |it| it.command), group) {
            ("declare-fun" | "declare-const", &[at]) => format!("(declare-fun {})", self.copies[at].header),
            ("define-fun" | "define-const", &[at]) => {
                format!("(define-fun {} {})", self.copies[at].header, self.copies[at].body)
            }
            (_, &[at]) => format!("(define-fun-rec {} {})", self.copies[at].header, self.copies[at].body),
            _ => {
                let headers: Vec<String> = copies().map(|copy| format!("({})", copy.header)).collect();
                let bodies: Vec<&str> = copies().map(|copy| copy.body.as_str()).collect();
                format!("(define-funs-rec ({}) ({}))", headers.join(" "), bodies.join(" "))
            }
        }
    }
}
