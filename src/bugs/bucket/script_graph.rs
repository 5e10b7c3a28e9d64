//! Script → graph. Names bound by `let` are replaced by their definitions, literals keep only their sort, and the
//! logic, options and queries for models are left out.
//!
//! The builder works off a list of steps instead of calling itself, because scripts may be nested deeply.

use std::collections::BTreeMap;

use super::canonical_form::{Graph, Id};
use crate::smtlib::lex::TokenKind;
use crate::smtlib::{Names, NodeId, Script, Tree};
use crate::theory::literals::decimal_digits;
use crate::theory::operators::Operator;

/// Commands that do not contribute to a bug. Options are passed separately.
const LEFT_OUT: [&str; 6] = ["set-logic", "set-info", "set-option", "set-simplifier", "get-model", "exit"];

impl Graph {
    /// Builds the graph of a script. Its last node is the whole script.
    pub(super) fn build(script: &Script) -> Graph {
        let mut builder = Builder {
            tree: &script.tree,
            names: Names::collect(script),
            graph: Graph::default(),
            global: BTreeMap::new(),
            local: BTreeMap::new(),
            steps: Vec::new(),
            done: Vec::new(),
        };
        let (mut whole, mut block) = (Vec::new(), Vec::new());
        for &root in script.tree.roots() {
            let Some((name, items)) = builder.command(root) else { continue };
            if LEFT_OUT.contains(&name) {
                continue;
            }
            let command = builder.read(builder.steps_of_command(name, items, root));
            // Between two commands of other kinds, the order of declarations and assertions does not matter.
            if name == "assert" || name.starts_with("declare-") || name.starts_with("define") {
                block.extend(command);
            } else {
                whole.push(builder.graph.add("block", 0, std::mem::take(&mut block)));
                whole.extend(command);
            }
        }
        whole.push(builder.graph.add("block", 0, block));
        builder.graph.add("script", whole.len(), whole);
        builder.graph
    }
}

struct Builder<'a> {
    tree: &'a Tree,
    names: Names,
    graph: Graph,
    /// The names that the script declares.
    global: BTreeMap<&'a str, Id>,
    /// The meanings of bound names, innermost last.
    local: BTreeMap<&'a str, Vec<Id>>,
    /// The pending steps, last first.
    steps: Vec<Step<'a>>,
    /// The finished nodes without a parent.
    done: Vec<Id>,
}

enum Step<'a> {
    /// Reads a term, a sort or anything else.
    Read(NodeId),
    /// Reads a list whose order does not matter.
    ReadGroup(NodeId),
    /// Reads something whose numerals are not literals.
    ReadVerbatim(NodeId),
    /// Reads a symbol that is declared at this place.
    ReadName(NodeId),
    /// Binds names to the last finished nodes.
    Bind(Vec<&'a str>),
    /// Binds names to variables.
    BindVariables(Vec<&'a str>),
    Unbind(Vec<&'a str>),
    /// Creates a node: its label, the number of ordered children, and the number of finished nodes that become
    /// its children.
    Make(&'a str, usize, usize),
}

use Step::{Bind, BindVariables, Make, Read, ReadGroup, ReadName, ReadVerbatim, Unbind};

/// A number of ordered children that means all of them.
const ALL: usize = usize::MAX;

impl<'a> Builder<'a> {
    fn command(&self, root: NodeId) -> Option<(&'a str, &'a [NodeId])> {
        Some((self.tree.head(root)?, self.tree.list(root)?))
    }

    fn steps_of_command(&self, name: &'a str, items: &'a [NodeId], root: NodeId) -> Vec<Step<'a>> {
        match (name, items) {
            // Both ways to declare a constant are equivalent.
            ("declare-const", &[_, constant, sort]) => {
                vec![Read(constant), Make("list", ALL, 0), Read(sort), Make("declare-fun", ALL, 3)]
            }
            ("declare-fun", &[_, function, sorts, sort]) => {
                vec![Read(function), Read(sorts), Read(sort), Make(name, ALL, 3)]
            }
            ("define-fun" | "define-fun-rec", &[_, function, parameters, sort, body]) => {
                let bound = self.bound(parameters);
                let signature = [Read(function), BindVariables(bound.clone()), Read(parameters), Read(sort)];
                signature.into_iter().chain([Read(body), Unbind(bound), Make(name, ALL, 4)]).collect()
            }
            ("define-sort", &[_, sort, parameters, body]) => {
                let bound = self.bound(parameters);
                let head = [Read(sort), BindVariables(bound.clone()), Read(parameters)];
                head.into_iter().chain([Read(body), Unbind(bound), Make(name, ALL, 3)]).collect()
            }
            ("check-sat-assuming", &[_, literals]) => vec![ReadGroup(literals), Make(name, ALL, 1)],
            ("push" | "pop" | "check-sat-using", _) => vec![ReadVerbatim(root)],
            _ => vec![Read(root)],
        }
    }

    /// Returns the names bound by a list of names, or of lists that start with a name.
    fn bound(&self, list: NodeId) -> Vec<&'a str> {
        let first =
            |&item: &NodeId| self.tree.list(item).and_then(|parts| parts.first()).map_or(item, |id| *id);
        let items = self.tree.list(list).unwrap_or_default();
        items.iter().filter_map(|item| self.tree.symbol(first(item))).collect()
    }

    /// Performs the steps and all that follow from them.
    fn read(&mut self, steps: Vec<Step<'a>>) -> Option<Id> {
        self.schedule(steps);
        while let Some(step) = self.steps.pop() {
            match step {
                Read(node) => match self.tree.list(node) {
                    None => self.atom(node, false),
                    Some(items) => {
                        let steps = self.steps_of_list(node, items);
                        self.schedule(steps);
                    }
                },
                ReadGroup(node) => self.read_all(node, 0, Read),
                ReadVerbatim(node) if self.tree.list(node).is_none() => self.atom(node, true),
                ReadVerbatim(node) => self.read_all(node, ALL, ReadVerbatim),
                ReadName(node) => {
                    let name = self.global(self.tree.atom_text(node).unwrap_or_default());
                    self.done.push(name);
                }
                Bind(names) => {
                    let values = self.done.split_off(self.done.len().saturating_sub(names.len()));
                    for (name, value) in names.into_iter().zip(values) {
                        self.local.entry(name).or_default().push(value);
                    }
                }
                BindVariables(names) => {
                    for name in names {
                        let variable = self.graph.add_name("variable");
                        self.local.entry(name).or_default().push(variable);
                    }
                }
                Unbind(names) => {
                    for name in names {
                        self.local.get_mut(name).and_then(Vec::pop);
                    }
                }
                Make(label, ordered, count) => {
                    let children = self.done.split_off(self.done.len().saturating_sub(count));
                    self.done.push(self.graph.add(label, ordered, children));
                }
            }
        }
        self.done.pop()
    }

    fn schedule(&mut self, steps: Vec<Step<'a>>) {
        self.steps.extend(steps.into_iter().rev());
    }

    fn read_all(&mut self, list: NodeId, ordered: usize, step: impl Fn(NodeId) -> Step<'a>) {
        let items = self.tree.list(list).unwrap_or_default();
        let steps = items.iter().map(|&item| step(item)).chain([Make("list", ordered, items.len())]);
        self.schedule(steps.collect());
    }

    fn steps_of_list(&self, node: NodeId, items: &'a [NodeId]) -> Vec<Step<'a>> {
        let head = self.tree.head(node).unwrap_or_default();
        let all = |ordered| items.iter().map(|&item| Read(item)).chain([Make("list", ordered, items.len())]);
        match (head, items) {
            ("let", &[_, bindings, body]) => {
                let names = self.bound(bindings);
                let pairs = self.tree.list(bindings).unwrap_or_default();
                let values = pairs.iter().filter_map(|&pair| self.tree.list(pair)?.get(1).copied());
                let then = [Bind(names.clone()), Read(body), Unbind(names)];
                values.map(Read).chain(then).collect()
            }
            ("forall" | "exists" | "lambda" | "choice", &[_, variables, body]) => {
                let names = self.bound(variables);
                let list = if head == "lambda" { Read(variables) } else { ReadGroup(variables) };
                vec![BindVariables(names.clone()), list, Read(body), Unbind(names), Make(head, ALL, 2)]
            }
            ("par", &[_, parameters, body]) => {
                let names = self.bound(parameters);
                let list = [BindVariables(names.clone()), Read(parameters), Read(body), Unbind(names)];
                list.into_iter().chain([Make(head, ALL, 2)]).collect()
            }
            ("match", &[_, term, cases]) => {
                let cases = self.tree.list(cases).unwrap_or_default();
                let count = 1 + cases.len();
                let steps = cases.iter().flat_map(|&case| self.steps_of_case(case));
                std::iter::once(Read(term)).chain(steps).chain([Make(head, ALL, count)]).collect()
            }
            ("!", _) => {
                let named = |at: usize| at > 0 && self.tree.atom_text(items[at - 1]) == Some(":named");
                let step = |(at, &item)| if named(at) { ReadName(item) } else { Read(item) };
                items.iter().enumerate().map(step).chain([Make("list", ALL, items.len())]).collect()
            }
            ("_", &[_, value, width]) if decimal_digits(self.tree.text(value)).is_some() => {
                vec![ReadVerbatim(width), Make("bits", ALL, 1)]
            }
            ("_", _) => vec![ReadVerbatim(node)],
            // A negative literal.
            ("-", &[_, number])
                if self.tree.atom(number).is_some_and(|atom| atom.kind == TokenKind::Number) =>
            {
                vec![Read(number)]
            }
            _ if self.names.contains(head) => all(ALL).collect(),
            _ => match Operator::find(head).filter(|operator| operator.commutes) {
                Some(operator) => all(if operator.rounds() { 2 } else { 1 }).collect(),
                None => all(ALL).collect(),
            },
        }
    }

    /// Returns the steps of a case of `match`: all symbols of its pattern except for constructors are variables.
    fn steps_of_case(&self, case: NodeId) -> Vec<Step<'a>> {
        let Some(&[pattern, body]) = self.tree.list(case) else { return vec![Read(case)] };
        let alone = [pattern];
        let symbols = self.tree.list(pattern).unwrap_or(&alone).iter();
        let names = symbols.filter_map(|&symbol| self.tree.symbol(symbol));
        let names: Vec<&str> = names.filter(|name| !self.names.contains(name)).collect();
        let bind = BindVariables(names.clone());
        vec![bind, Read(pattern), Read(body), Unbind(names), Make("case", ALL, 2)]
    }

    fn atom(&mut self, node: NodeId, verbatim: bool) {
        let (Some(token), Some(text)) = (self.tree.atom(node), self.tree.atom_text(node)) else { return };
        let bound = self.local.get(text).and_then(|values| values.last());
        let id = match token.kind {
            TokenKind::Symbol if bound.is_some() => bound.copied().unwrap_or_default(),
            TokenKind::Symbol if self.names.contains(text) => self.global(text),
            TokenKind::Number if !verbatim => self.literal(text),
            TokenKind::String => self.graph.add("string literal", 0, Vec::new()),
            _ => self.graph.add(text, 0, Vec::new()),
        };
        self.done.push(id);
    }

    fn global(&mut self, name: &'a str) -> Id {
        let graph = &mut self.graph;
        *self.global.entry(name).or_insert_with(|| graph.add_name("declared name"))
    }

    /// Adds a numeral, decimal or bit-vector; of the latter, only the width counts.
    fn literal(&mut self, text: &str) -> Id {
        let width = match (text.strip_prefix("#x"), text.strip_prefix("#b")) {
            (Some(digits), _) => digits.len() * 4,
            (_, Some(digits)) => digits.len(),
            _ if text.contains('.') => return self.graph.add("decimal literal", 0, Vec::new()),
            _ => return self.graph.add("numeral literal", 0, Vec::new()),
        };
        let width = self.graph.add(&width.to_string(), 0, Vec::new());
        self.graph.add("bits", ALL, vec![width])
    }
}
