//! A script as a graph: what is the same is one node, and names are nodes without a label. Its canonical form is a text that
//! does not depend on names and on order, by colour refinement (the one-dimensional method of Weisfeiler and Leman).
//!
//! Nodes that look alike have one colour; with each round a node sees one step further, up to
//! its parents and down to its children. Colours are numbered by what is seen, so graphs that
//! are equal but for the order of nodes get equal texts.

use indexmap::IndexSet;

/// Rounds at most: bounds the time on large scripts. Minimal ones need about as many as their
/// terms are deep.
const ROUNDS: usize = 32;

/// In place of a position, where the order does not matter.
const ANYWHERE: usize = usize::MAX;

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

    /// Its canonical form: a line for each node, with its colour, label and children.
    pub(super) fn canonical_form(&self) -> String {
        let nodes: Vec<&Node> = self.nodes.iter().collect();
        let labels: Vec<(&str, usize)> =
            nodes.iter().map(|node| (node.label.as_str(), node.ordered)).collect();
        let (mut colours, mut count) = ranks(&labels);
        for _ in 0..ROUNDS {
            let (next, more) = ranks(&seen(&nodes, &colours));
            colours = next;
            // A round never makes two colours one.
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
    /// The parents, each with the node's place in it.
    above: Vec<(usize, usize)>,
}

/// What each node sees under these colours.
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

/// The colours of a node's children, sorted where the order does not matter.
fn below(node: &Node, colours: &[usize]) -> Vec<usize> {
    let mut below: Vec<usize> = node.children.iter().map(|child| colours[*child]).collect();
    below[node.ordered..].sort_unstable();
    below
}

/// The place of each item among the different ones, in ascending order, and how many there are.
fn ranks<T: Ord>(items: &[T]) -> (Vec<usize>, usize) {
    let mut different: Vec<&T> = items.iter().collect();
    different.sort_unstable();
    different.dedup();
    // Each item is among them: a search cannot fail.
    let rank = |item| different.binary_search(&item).unwrap_or_else(|place| place);
    (items.iter().map(rank).collect(), different.len())
}
