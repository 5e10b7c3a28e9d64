//! The canonical form of a script's graph, by colour refinement (the one-dimensional method of Weisfeiler and
//! Leman). In the graph, equal terms are one node, and names are nodes without a label, so the form does not
//! depend on names and order.
//!
//! Nodes that look alike have the same colour. In each round, a node sees one step further, up to its parents and
//! down to its children. Colours are numbered by what a node sees, so isomorphic graphs have equal forms.

use indexmap::IndexSet;

/// The maximal number of rounds, which bounds the time on large scripts. Minimal scripts need about as many as
/// the depth of their terms.
const ROUNDS: usize = 32;

/// The position of a child whose order does not matter.
const ANYWHERE: usize = usize::MAX;

/// The index of a node in its [`Graph`].
pub(super) type Id = usize;

/// A node with its children.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// The operator, the kind of literal, or the kind of name.
    pub label: String,
    /// For a name: a number that distinguishes it from other names and has no other meaning.
    name: Option<usize>,
    /// The children. The order of those after the first `ordered` ones does not matter.
    pub children: Vec<Id>,
    /// The number of children whose order matters.
    pub ordered: usize,
}

/// The nodes of a script, children before parents.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: IndexSet<Node>,
    names: usize,
}

impl Graph {
    /// Adds a node with children. The order of those after the first `ordered` ones does not matter.
    pub(super) fn add(&mut self, label: &str, ordered: usize, mut children: Vec<Id>) -> Id {
        let ordered = ordered.min(children.len());
        children[ordered..].sort_unstable();
        self.nodes.insert_full(Node { label: label.to_owned(), name: None, children, ordered }).0
    }

    /// Adds a name that differs from all others.
    pub(super) fn add_name(&mut self, kind: &str) -> Id {
        self.names += 1;
        let name = Some(self.names);
        self.nodes.insert_full(Node { label: kind.to_owned(), name, children: Vec::new(), ordered: 0 }).0
    }

    /// Returns the canonical form: a line for each node, with its colour, label and children.
    pub(super) fn canonical_form(&self) -> String {
        let nodes: Vec<&Node> = self.nodes.iter().collect();
        let labels: Vec<(&str, usize)> =
            nodes.iter().map(|node| (node.label.as_str(), node.ordered)).collect();
        let (mut colours, mut count) = ranks(&labels);
        for _ in 0..ROUNDS {
            let (next, more) = ranks(&seen(&nodes, &colours));
            colours = next;
            // Colours never merge, so an unchanged count means a fixpoint.
            if more == count {
                break;
            }
            count = more;
        }
        let line = |(node, colour): (&&Node, &usize)| {
            let children: Vec<String> = below(node, &colours).iter().map(usize::to_string).collect();
            format!("{colour} {} {}: {}\n", node.label, node.ordered, children.join(" "))
        };
        let mut lines: Vec<String> = nodes.iter().zip(&colours).map(line).collect();
        lines.sort_unstable();
        lines.concat()
    }
}

/// What a node sees.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    colour: usize,
    below: Vec<usize>,
    /// The parents, each with the position of the node in it.
    above: Vec<(usize, usize)>,
}

/// Returns what each node sees under these colours.
fn seen(nodes: &[&Node], colours: &[usize]) -> Vec<Seen> {
    let mut parents = vec![Vec::new(); nodes.len()];
    for (node, colour) in nodes.iter().zip(colours) {
        for (at, child) in node.children.iter().enumerate() {
            parents[*child].push((*colour, if at < node.ordered { at } else { ANYWHERE }));
        }
    }
    let all = nodes.iter().zip(colours).zip(parents).map(|((node, colour), mut above)| {
        above.sort_unstable();
        Seen { colour: *colour, below: below(node, colours), above }
    });
    all.collect()
}

/// Returns the colours of a node's children, sorted where the order does not matter.
fn below(node: &Node, colours: &[usize]) -> Vec<usize> {
    let mut below: Vec<usize> = node.children.iter().map(|child| colours[*child]).collect();
    below[node.ordered..].sort_unstable();
    below
}

/// Returns the rank of each item among the distinct ones, and their number.
fn ranks<T: Ord>(items: &[T]) -> (Vec<usize>, usize) {
    let mut different: Vec<&T> = items.iter().collect();
    different.sort_unstable();
    different.dedup();
    // The search succeeds, because each item is among them.
    let rank = |item| different.binary_search(&item).unwrap_or_else(|place| place);
    (items.iter().map(rank).collect(), different.len())
}
