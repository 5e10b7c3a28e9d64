//! The sorts of a model's terms, as far as their heads or uses determine them. A bare `none` or `U!val!0` gets
//! its sort from the context.

use std::collections::BTreeMap;

use super::expand::Expander;
use crate::smtlib::lex::TokenKind;
use crate::smtlib::{NodeId, Sort};
use crate::theory::operators::{Kind, Operator};

/// The maximal depth to which the sort of a term is searched.
const DEPTH: u32 = 16;
/// The maximal number of terms visited to find the sort of a variable.
const LOOKS: usize = 4096;

impl Expander<'_> {
    /// Returns the sort of a term, or `None` if its head does not determine it.
    pub(super) fn sort_of(&self, node: NodeId) -> Option<Sort> {
        self.sort_within(node, DEPTH)
    }

    fn sort_within(&self, node: NodeId, depth: u32) -> Option<Sort> {
        let depth = depth.checked_sub(1)?;
        let tree = self.tree();
        let Some(items) = tree.list(node) else { return self.sort_of_atom(node) };
        let (&head, arguments) = items.split_first()?;
        let first = || self.sort_within(*arguments.first()?, depth);
        let Some(name) = tree.symbol(head) else {
            // `((as const S) v)` and `((as cons S) …)`.
            return match tree.list(head)? {
                &[mark, _, sort] if tree.symbol(mark) == Some("as") => self.sort(sort),
                _ => None,
            };
        };
        match (name, arguments) {
            ("as", &[_, sort]) => self.sort(sort),
            ("ite", &[_, yes, no]) => self.sort_within(yes, depth).or_else(|| self.sort_within(no, depth)),
            ("store" | "!" | "seq.++", _) => first(),
            ("select", _) => match first()? {
                Sort::Array(_, element) => Some(*element),
                _ => None,
            },
            _ => {
                if let Some(function) = self.printed.functions.get(name) {
                    return self.sort(function.sort);
                }
                if let Some((datatype, _)) = self.signature.constructor(name) {
                    return datatype.parameters.is_empty().then(|| datatype.sort(Vec::new()));
                }
                let (datatype, at, field) = self.signature.selector(name)?;
                match first()? {
                    Sort::Named(of, arguments) if of == datatype.name => {
                        datatype.fields(at, &arguments).get(field).cloned()
                    }
                    _ => None,
                }
            }
        }
    }

    fn sort_of_atom(&self, node: NodeId) -> Option<Sort> {
        let tree = self.tree();
        if tree.atom(node)?.kind == TokenKind::String {
            return Some(Sort::String);
        }
        let name = tree.symbol(node)?;
        if let Some(bound) = self.bound(name) {
            return bound.sort.clone();
        }
        if let Some(function) = self.printed.functions.get(name) {
            return self.sort(function.sort).filter(|_| function.parameters.is_empty());
        }
        match self.signature.constructor(name) {
            Some((datatype, _)) => datatype.parameters.is_empty().then(|| datatype.sort(Vec::new())),
            None => self.elements.sort_in_name(name),
        }
    }

    /// Returns the sort that a `let` variable must have because of its use in a term of this sort. Z3 shares
    /// terms such as `(some nil)` whose head does not determine the sort.
    pub(super) fn sort_in_use(&self, variable: &str, term: NodeId, sort: Option<Sort>) -> Option<Sort> {
        let tree = self.tree();
        // The definitions of inner variables whose sorts are not known yet.
        let mut pending: BTreeMap<&str, NodeId> = BTreeMap::new();
        let mut open = vec![(term, sort)];
        for _ in 0..LOOKS {
            let (node, sort) = open.pop()?;
            if let Some(name) = tree.symbol(node) {
                match sort {
                    Some(sort) if name == variable => return Some(sort),
                    Some(sort) => open.extend(pending.remove(name).map(|part| (part, Some(sort)))),
                    None => {}
                }
                continue;
            }
            let Some((&head, arguments)) = tree.list(node).and_then(<[NodeId]>::split_first) else {
                continue;
            };
            match (tree.symbol(head), arguments) {
                (Some("let"), &[bindings, body]) => {
                    for &pair in tree.list(bindings)? {
                        let &[inner, part] = tree.list(pair)? else { return None };
                        let inner = tree.symbol(inner).filter(|inner| *inner != variable)?;
                        match self.sort_of(part) {
                            Some(sort) => open.push((part, Some(sort))),
                            None => _ = pending.insert(inner, part),
                        }
                    }
                    open.push((body, sort));
                }
                (Some("!"), &[term, ..]) => open.push((term, sort)),
                (Some("_" | "as" | "!" | "let" | "forall" | "exists" | "lambda"), _) => {}
                (name, _) => {
                    let made = sort.as_ref().and_then(|sort| self.constructor(name?, sort));
                    let made = made.filter(|(_, fields)| fields.len() == arguments.len());
                    let sorts = match made {
                        Some((_, fields)) => fields.into_iter().map(Some).collect(),
                        None => self.operands(head, arguments, sort),
                    };
                    open.extend(arguments.iter().copied().zip(sorts));
                }
            }
        }
        None
    }

    /// Returns the head of a constructor application of a sort, and the sorts of its fields; `None` if the sort
    /// has no such constructor.
    pub(super) fn constructor(&self, name: &str, sort: &Sort) -> Option<(String, Vec<Sort>)> {
        let Sort::Named(of, arguments) = sort else { return None };
        let (datatype, at) = self.signature.constructor_of(of, name)?;
        let head = if arguments.is_empty() { name.to_owned() } else { format!("(as {name} {sort})") };
        Some((head, datatype.fields(at, arguments)))
    }

    /// Returns the sorts of the arguments of an application of this sort, where a name or literal among them may
    /// need one.
    pub(super) fn operands(
        &self,
        head: NodeId,
        arguments: &[NodeId],
        sort: Option<Sort>,
    ) -> Vec<Option<Sort>> {
        let tree = self.tree();
        let all = |sort: Option<Sort>| vec![sort; arguments.len()];
        let first = || self.sort_of(*arguments.first()?);
        let Some(name) = tree.symbol(head) else { return self.qualified(head, arguments) };
        match Operator::find(name).map(|operator| operator.kind) {
            Some(Kind::Conditional) => return vec![Some(Sort::Bool), sort.clone(), sort],
            Some(Kind::Connective) => return all(Some(Sort::Bool)),
            Some(Kind::Equality) => {
                return all(arguments.iter().find_map(|&argument| self.sort_of(argument)));
            }
            Some(Kind::Constant | Kind::Function) | None => {}
        }
        let sort = sort.or_else(|| if name == "store" { first() } else { None });
        match (name, &sort) {
            ("store", Some(Sort::Array(index, element))) => {
                let (index, element) = (index.as_ref().clone(), element.as_ref().clone());
                vec![sort, Some(index), Some(element)]
            }
            ("select", _) => match first() {
                Some(Sort::Array(index, element)) => {
                    let index = index.as_ref().clone();
                    vec![Some(Sort::Array(Box::new(index.clone()), element)), Some(index)]
                }
                _ => all(None),
            },
            ("/", _) | ("+" | "-" | "*", Some(Sort::Real)) => all(Some(Sort::Real)),
            ("seq.unit", Some(Sort::Seq(element))) => all(Some(element.as_ref().clone())),
            ("seq.++" | "set.union" | "bag.union_disjoint", _) => all(sort),
            ("set.singleton", Some(Sort::Named(_, of))) => all(of.first().cloned()),
            ("bag", Some(Sort::Named(_, of))) => vec![of.first().cloned(), Some(Sort::Int)],
            _ if self.signature.selector(name).is_some() => all(first()),
            _ => all(None),
        }
    }

    /// Returns the sorts of the arguments of `((as const S) v)` and `((as cons S) …)`.
    fn qualified(&self, head: NodeId, arguments: &[NodeId]) -> Vec<Option<Sort>> {
        let tree = self.tree();
        let none = || vec![None; arguments.len()];
        let Some(&[mark, name, of]) = tree.list(head) else { return none() };
        let Some(sort) = self.sort(of).filter(|_| tree.symbol(mark) == Some("as")) else { return none() };
        let name = tree.symbol(name).unwrap_or_default();
        match (name, &sort) {
            ("const", Sort::Array(_, element)) => vec![Some(element.as_ref().clone()); arguments.len()],
            _ => match self.constructor(name, &sort) {
                Some((_, fields)) if fields.len() == arguments.len() => {
                    fields.into_iter().map(Some).collect()
                }
                _ => none(),
            },
        }
    }
}
