//! Graph → a text that does not depend on names and on order, by colour refinement
//! (the one-dimensional method of Weisfeiler and Leman).
//!
//! Nodes that look alike have one colour; with each round a node sees one step further, up to
//! its parents and down to its children. Colours are numbered by what is seen, so graphs that
//! are equal but for the order of nodes get equal texts.

use super::graph::{Graph, Node};

/// Rounds at most: bounds the time on large scripts. Minimal ones need about as many as their
/// terms are deep.
const ROUNDS: usize = 32;

/// In place of a position, where the order does not matter.
const ANYWHERE: usize = usize::MAX;

/// The text of a graph: a line for each node, with its colour, label and children.
pub(super) fn of(graph: &Graph) -> String {
    let nodes: Vec<&Node> = graph.nodes().collect();
    let labels: Vec<(&str, usize)> = nodes.iter().map(|node| (node.label.as_str(), node.ordered)).collect();
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
