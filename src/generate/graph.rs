//! Formulas in a form that prints at the speed of memory.
//!
//! Small terms and quantified formulas are stored as text, larger terms as a head with children. Printing an assertion
//! counts its nodes once and copies text once. Shared terms are bound by `let`, so the size of the text stays linear.

use std::fmt::Write;

use crate::smtlib::{Printer, Term, TermId, Terms};

/// The largest size in bytes of terms that are copied instead of shared: a `let` with its name takes about as much, and
/// copying so little is cheaper than counting its nodes.
const SMALL: usize = 40;
/// The same size if `let` also binds terms that are not shared.
const SMALL_TO_BIND: usize = 12;
/// In that case, one of so many terms has a name even if it is used once.
const BOUND: u32 = 8;

/// The index of a node. A child has a smaller index than its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the number of the node, counted from 0.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The text or the head: a range of `Graph::text`.
    text: (u32, u32),
    /// A range of `Graph::children`, empty for text.
    children: (u32, u32),
}

/// A formula made of others by a connective of phase 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The negation of one.
    Not(NodeId),
    /// The conjunction of two.
    And(NodeId, NodeId),
    /// The disjunction of two.
    Or(NodeId, NodeId),
}

/// The nodes of all formulas of a batch.
#[derive(Clone, Debug)]
pub struct Graph {
    text: String,
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    /// The prefix of bound names. No name of the seed starts with it.
    prefix: String,
    /// Whether `let` also binds terms that are not shared.
    binds: bool,
    /// The heads of the connectives of phase 2, as ranges of `text`.
    not: (u32, u32),
    and: (u32, u32),
    or: (u32, u32),
}

/// Memory that printing reuses for every assertion.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// For each node: the last assertion that reached it, and its number of uses there.
    uses: Vec<(u32, u32)>,
    assertion: u32,
    shared: Vec<NodeId>,
    stack: Vec<NodeId>,
    output: Vec<Item>,
}

#[derive(Clone, Copy, Debug)]
enum Item {
    Node(NodeId),
    Child(NodeId),
    Close,
}

impl Graph {
    /// Builds the graph of `roots` and all terms below them. Returns the nodes of the roots in order. If it `binds`,
    /// `let` also binds smaller shared terms, and some terms that are used once.
    ///
    /// Law: reading the printed text gives the same term.
    pub fn new(terms: &Terms, roots: &[TermId], binds: bool) -> (Graph, Vec<NodeId>) {
        let mut printer = Printer::new(terms);
        let mut graph = Graph {
            text: String::from("notandor"),
            nodes: Vec::new(),
            children: Vec::new(),
            prefix: printer.prefix().to_owned(),
            binds,
            not: (0, 3),
            and: (3, 6),
            or: (6, 8),
        };
        let mut wanted = vec![false; terms.len()];
        for root in roots {
            wanted[root.index()] = true;
        }
        let ids: Vec<TermId> = terms.ids().collect();
        for &id in ids.iter().rev() {
            if let (true, Term::App(_, arguments)) = (wanted[id.index()], terms.get(id)) {
                arguments.iter().for_each(|argument| wanted[argument.index()] = true);
            }
        }
        let mut node_of: Vec<Option<NodeId>> = vec![None; terms.len()];
        for id in ids.into_iter().filter(|id| wanted[id.index()]) {
            let node = match terms.get(id) {
                Term::App(head, arguments) => {
                    let arguments = arguments.iter().filter_map(|argument| node_of[argument.index()]);
                    let arguments: Vec<NodeId> = arguments.collect();
                    graph.application(terms.head_text(*head), &arguments)
                }
                _ => graph.literal(&printer.print(id)),
            };
            node_of[id.index()] = Some(node);
        }
        let roots = roots.iter().filter_map(|root| node_of[root.index()]).collect();
        (graph, roots)
    }

    /// Adds `(not formula)`.
    pub fn not(&mut self, formula: NodeId) -> NodeId {
        self.push(self.not, &[formula])
    }

    /// Adds `(and one two)`.
    pub fn and(&mut self, one: NodeId, two: NodeId) -> NodeId {
        self.push(self.and, &[one, two])
    }

    /// Adds `(or one two)`.
    pub fn or(&mut self, one: NodeId, two: NodeId) -> NodeId {
        self.push(self.or, &[one, two])
    }

    /// Returns for each node, by its number, whether it is one of these or has one below it.
    pub(super) fn reaching(&self, wanted: impl Iterator<Item = NodeId>) -> Vec<bool> {
        let mut reaches = vec![false; self.nodes.len()];
        wanted.for_each(|id| reaches[id.index()] = true);
        for (at, node) in self.nodes.iter().enumerate() {
            reaches[at] |= self.children(*node).iter().any(|child| reaches[child.index()]);
        }
        reaches
    }

    /// Returns what a formula joins, if it was made by one of the methods above.
    pub fn joined(&self, node: NodeId) -> Option<Joined> {
        let node = self.nodes[node.0 as usize];
        match *self.children(node) {
            [one] if node.text == self.not => Some(Joined::Not(one)),
            [one, two] if node.text == self.and => Some(Joined::And(one, two)),
            [one, two] if node.text == self.or => Some(Joined::Or(one, two)),
            _ => None,
        }
    }

    /// Appends the text of `root`, or of its negation, to `out`.
    pub fn print(&self, root: NodeId, negated: bool, out: &mut String, scratch: &mut Scratch) {
        self.count(root, scratch);
        let mut shared = std::mem::take(&mut scratch.shared);
        shared.sort_unstable();
        for &node in &shared {
            out.push_str("(let ((");
            self.name(node, out);
            out.push(' ');
            self.write(node, out, scratch);
            out.push_str(")) ");
        }
        out.push_str(if negated { "(not " } else { "" });
        if self.is_shared(root, scratch) {
            self.name(root, out);
        } else {
            self.write(root, out, scratch);
        }
        out.push_str(if negated { ")" } else { "" });
        shared.iter().for_each(|_| out.push(')'));
        shared.clear();
        scratch.shared = shared;
    }

    /// Counts the uses of the nodes below `root`, and lists those to be bound by `let`.
    fn count(&self, root: NodeId, scratch: &mut Scratch) {
        scratch.uses.resize(self.nodes.len(), (0, 0));
        scratch.assertion = scratch.assertion.wrapping_add(1);
        if scratch.assertion == 0 {
            scratch.uses.fill((0, 0));
            scratch.assertion = 1;
        }
        scratch.stack.push(root);
        while let Some(id) = scratch.stack.pop() {
            let node = self.nodes[id.0 as usize];
            let is_text = node.children.0 == node.children.1;
            if is_text && (node.text.1 - node.text.0) as usize <= self.small() {
                continue;
            }
            let (assertion, count) = &mut scratch.uses[id.0 as usize];
            if *assertion != scratch.assertion {
                let has_name = self.has_name(id);
                (*assertion, *count) = (scratch.assertion, 1 + u32::from(has_name));
                scratch.shared.extend(has_name.then_some(id));
                scratch.stack.extend_from_slice(self.children(node));
            } else {
                *count += 1;
                if *count == 2 {
                    scratch.shared.push(id);
                }
            }
        }
    }

    /// Returns the largest size of terms that are copied instead of shared, in bytes.
    fn small(&self) -> usize {
        if self.binds { SMALL_TO_BIND } else { SMALL }
    }

    /// Whether a term has a name even if it is used once. This depends on its number alone, not on earlier output.
    fn has_name(&self, id: NodeId) -> bool {
        self.binds && (id.0.wrapping_mul(0x9e37_79b9) >> 16).is_multiple_of(BOUND)
    }

    fn is_shared(&self, id: NodeId, scratch: &Scratch) -> bool {
        let (assertion, count) = scratch.uses[id.0 as usize];
        assertion == scratch.assertion && count > 1
    }

    /// Writes a node, with names for its shared children.
    fn write(&self, id: NodeId, out: &mut String, scratch: &mut Scratch) {
        let mut output = std::mem::take(&mut scratch.output);
        output.push(Item::Node(id));
        while let Some(item) = output.pop() {
            let id = match item {
                Item::Close => {
                    out.push(')');
                    continue;
                }
                Item::Child(id) => {
                    out.push(' ');
                    if self.is_shared(id, scratch) {
                        self.name(id, out);
                        continue;
                    }
                    id
                }
                Item::Node(id) => id,
            };
            let node = self.nodes[id.0 as usize];
            let text = &self.text[node.text.0 as usize..node.text.1 as usize];
            let children = self.children(node);
            if children.is_empty() {
                out.push_str(text);
            } else {
                out.push('(');
                out.push_str(text);
                output.push(Item::Close);
                output.extend(children.iter().rev().map(|&child| Item::Child(child)));
            }
        }
        scratch.output = output;
    }

    fn name(&self, id: NodeId, out: &mut String) {
        let _ = write!(out, "{}{}", self.prefix, id.0);
    }

    fn children(&self, node: Node) -> &[NodeId] {
        &self.children[node.children.0 as usize..node.children.1 as usize]
    }

    fn literal(&mut self, text: &str) -> NodeId {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        self.push((start, self.text.len() as u32), &[])
    }

    /// Adds an application: as text if it is small, otherwise as a head with children.
    fn application(&mut self, head: &str, arguments: &[NodeId]) -> NodeId {
        if arguments.is_empty() {
            return self.literal(head);
        }
        let nodes = arguments.iter().map(|argument| self.nodes[argument.0 as usize]);
        let is_text = nodes.clone().all(|node| node.children.0 == node.children.1);
        let length: usize = nodes.clone().map(|node| (node.text.1 - node.text.0) as usize + 1).sum();
        if is_text && length + head.len() + 2 <= self.small() {
            let mut text = format!("({head}");
            for node in nodes {
                text.push(' ');
                text.push_str(&self.text[node.text.0 as usize..node.text.1 as usize]);
            }
            text.push(')');
            return self.literal(&text);
        }
        let start = self.text.len() as u32;
        self.text.push_str(head);
        self.push((start, self.text.len() as u32), arguments)
    }

    fn push(&mut self, text: (u32, u32), children: &[NodeId]) -> NodeId {
        let start = self.children.len() as u32;
        self.children.extend_from_slice(children);
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { text, children: (start, self.children.len() as u32) });
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::{Formulas, Script};

    fn graph(term: &str) -> (Graph, NodeId) {
        let script = Script::parse(format!("(assert {term})")).unwrap();
        let formulas = Formulas::read(&script).unwrap();
        let (graph, roots) = Graph::new(&formulas.terms, &formulas.assertions, false);
        (graph, roots[0])
    }

    fn print(graph: &Graph, root: NodeId, negated: bool) -> String {
        let mut out = String::new();
        graph.print(root, negated, &mut out, &mut Scratch::default());
        out
    }

    #[test]
    fn small_terms_are_copied_and_large_ones_shared() {
        let (graph, root) = graph("(p (f a) (f a))");
        assert_eq!(print(&graph, root, false), "(p (f a) (f a))");
        let long = format!("(f {} {})", "a".repeat(30), "b".repeat(30));
        let (graph, root) = super::tests::graph(&format!("(p {long} {long})"));
        assert_eq!(print(&graph, root, true), format!("(let ((?e2 {long})) (not (p ?e2 ?e2)))"));
    }

    #[test]
    fn what_is_bound_is_the_same_term_read_again() {
        let source = "(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)";
        let part = |at: usize| format!("(or (< (+ x {at}) (* 2 y {at})) (=> p (= (- y {at}) (+ x {at} y))))");
        let all: String = (0..40).map(part).collect();
        let read =
            |formula: &str| crate::smtlib::Problem::read(format!("{source}(assert {formula})")).unwrap();
        let problem = read(&format!("(and {all} (forall ((z Int)) (< z x)))"));
        let (terms, root) = (&problem.formulas.terms, problem.formulas.assertions[0]);
        let (graph, roots) = Graph::new(terms, &[root], true);
        let text = print(&graph, roots[0], false);
        let (plain, plain_roots) = Graph::new(terms, &[root], false);
        assert!(
            text.matches("(let (").count()
                > 10 + print(&plain, plain_roots[0], false).matches("(let (").count()
        );
        let (again, expected) = (read(&text), crate::smtlib::Printer::new(terms).print(root));
        let printed = crate::smtlib::Printer::new(&again.formulas.terms).print(again.formulas.assertions[0]);
        let without_numbers = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
        assert_eq!(without_numbers(&printed), without_numbers(&expected));
        assert_eq!(again.formulas.terms.len(), terms.len());
    }

    #[test]
    fn doubling_stays_linear() {
        let (mut graph, mut root) = graph(&format!("(p {})", "a".repeat(50)));
        for _ in 0..60 {
            root = graph.and(root, root);
        }
        assert!(print(&graph, root, false).len() < 60 * 40 + 100);
    }

    #[test]
    fn a_shared_root_is_printed_once() {
        let (mut graph, root) = graph(&format!("(p {})", "a".repeat(50)));
        let both = graph.and(root, root);
        let text = print(&graph, both, false);
        assert_eq!(text.matches(&"a".repeat(50)).count(), 1);
        let negated = graph.not(root);
        assert_eq!(print(&graph, negated, false), format!("(not (p {}))", "a".repeat(50)));
    }
}
