//! A script as a graph: what is the same is one node, and names are nodes without a label.

use indexmap::IndexSet;

/// Index of a node in its [`Graph`].
pub(super) type Id = usize;

/// A node with its children.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// What it is: an operator, a kind of literal, a kind of name.
    pub label: String,
    /// For a name: its number, which tells it from other names and means nothing else.
    name: Option<usize>,
    /// Its children; of those after the first `ordered` ones the order does not matter.
    pub children: Vec<Id>,
    /// How many children have their place.
    pub ordered: usize,
}

/// Nodes, children before their parents.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: IndexSet<Node>,
    names: usize,
}

impl Graph {
    /// A node with children; of those after the first `ordered` ones the order does not matter.
    pub(super) fn add(&mut self, label: &str, ordered: usize, mut children: Vec<Id>) -> Id {
        let ordered = ordered.min(children.len());
        children[ordered..].sort_unstable();
        self.nodes.insert_full(Node { label: label.to_owned(), name: None, children, ordered }).0
    }

    /// A name that is unlike all others.
    pub(super) fn add_name(&mut self, kind: &str) -> Id {
        self.names += 1;
        let name = Some(self.names);
        self.nodes.insert_full(Node { label: kind.to_owned(), name, children: Vec::new(), ordered: 0 }).0
    }

    /// All nodes; a position is an [`Id`].
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }
}
