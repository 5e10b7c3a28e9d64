//! S-expressions in a flat arena, so that deep nesting does not overflow the call stack.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::lex::{Lexer, Token, TokenKind};
use super::{Position, ReadError, symbol};

/// The index of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

#[derive(Clone, Copy, Debug)]
enum Node {
    Atom(Token),
    /// `children[from..to]`, and the byte range including the parentheses.
    List {
        from: u32,
        to: u32,
        start: u32,
        end: u32,
    },
}

/// All s-expressions of one source text.
#[derive(Clone, Debug)]
pub struct Tree {
    source: String,
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    roots: Vec<NodeId>,
    /// The original text, before nodes were replaced; positions refer to it.
    origin: Option<Box<Origin>>,
    /// The first byte of each line of the original text but the first; counted when a position is asked for.
    lines: OnceLock<Vec<u32>>,
}

/// The byte range of a replaced node, after and before.
type Exchange = ((u32, u32), (u32, u32));

/// The text of a tree before nodes were replaced.
#[derive(Clone, Debug)]
struct Origin {
    source: String,
    /// The rounds of replacements, the last one first: the byte ranges of the nodes in order, after and before.
    exchanges: Vec<Vec<Exchange>>,
}

impl Origin {
    /// Returns the byte of the original text for a byte of the current one.
    fn offset(&self, now: u32) -> u32 {
        self.exchanges.iter().fold(now, |now, edits| {
            let edit = edits.partition_point(|((start, _), _)| *start <= now).checked_sub(1);
            match edit.and_then(|at| edits.get(at)) {
                None => now,
                Some(&((_, end), (before, _))) if now < end => before,
                Some(&((_, end), (_, before))) => before + (now - end),
            }
        })
    }
}

/// A builder of trees, token by token.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    roots: Vec<NodeId>,
    /// For each open list, its start, and the length of `pending` at that point.
    open: Vec<(u32, usize)>,
    pending: Vec<NodeId>,
}

impl TreeBuilder {
    /// Adds the next token; returns false for an unmatched `)`.
    pub(super) fn push(&mut self, token: Token) -> bool {
        let node = match token.kind {
            TokenKind::Open => {
                self.open.push((token.start, self.pending.len()));
                return true;
            }
            TokenKind::Close => {
                let Some((start, mark)) = self.open.pop() else { return false };
                let from = self.children.len() as u32;
                self.children.extend(self.pending.drain(mark..));
                Node::List { from, to: self.children.len() as u32, start, end: token.end }
            }
            _ => Node::Atom(token),
        };
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        if self.open.is_empty() {
            self.roots.push(id)
        } else {
            self.pending.push(id)
        }
        true
    }

    /// Adds the tokens of a text that starts at byte `at` of the source.
    ///
    /// # Errors
    /// The first lexical error or unbalanced parenthesis, with its position in the text.
    fn read(&mut self, text: &str, at: u32) -> Result<(), ReadError> {
        #[cfg(test)]
        reads::note(text);
        let (mut lexer, outside) = (Lexer::new(text), self.open.len());
        let error = |start: u32, what: &str| ReadError {
            position: Position::locate(text, start as usize),
            what: what.to_owned(),
        };
        while let Some(token) = lexer.next_token()? {
            let moved = Token { start: token.start + at, end: token.end + at, ..token };
            if (token.kind == TokenKind::Close && self.open.len() == outside) || !self.push(moved) {
                return Err(error(token.start, "`)` without its `(`"));
            }
        }
        match self.open.get(outside) {
            None => Ok(()),
            Some(&(start, _)) => Err(error(
                start - at,
                "`(` is never closed: the file is cut short, or a parenthesis is missing",
            )),
        }
    }

    /// Returns the tree of the tokens, whose positions are those in `source`.
    pub(super) fn finish(self, source: String) -> Tree {
        let TreeBuilder { nodes, children, roots, .. } = self;
        Tree { source, nodes, children, roots, origin: None, lines: OnceLock::new() }
    }
}

impl Tree {
    /// Parses every top-level s-expression of `source`.
    ///
    /// # Errors
    /// The first lexical error or unbalanced parenthesis.
    pub fn parse(source: String) -> Result<Tree, ReadError> {
        let mut builder = TreeBuilder::default();
        builder.read(&source, 0)?;
        Ok(builder.finish(source))
    }

    /// Replaces some nodes by other text; no replaced node may contain another. Only the new text is parsed.
    /// Positions still refer to the original text.
    ///
    /// # Errors
    /// The new text is not a list of s-expressions.
    pub fn edited(&self, edits: &BTreeMap<NodeId, Arc<str>>) -> Result<Tree, ReadError> {
        let mut source = String::with_capacity(self.source.len());
        let (mut builder, mut copied, mut exchanged) = (TreeBuilder::default(), 0, Vec::new());
        let mut stack: Vec<Step> = self.roots.iter().rev().map(|&root| Step::Node(root)).collect();
        while let Some(step) = stack.pop() {
            // Text between two replacements moves as a whole.
            let moved = |start: u32, end: u32, kind, source: &String| {
                let now = source.len() as u32 + (start - copied);
                Token { kind, start: now, end: now + (end - start) }
            };
            let id = match step {
                Step::Close(end) => {
                    builder.push(moved(end - 1, end, TokenKind::Close, &source));
                    continue;
                }
                Step::Node(id) => id,
            };
            if let Some(text) = edits.get(&id) {
                let (start, end) = self.span(id);
                source.push_str(&self.source[copied as usize..start as usize]);
                let now = source.len() as u32;
                builder.read(text, now)?;
                source.push_str(text);
                copied = end;
                exchanged.push(((now, source.len() as u32), (start, end)));
                continue;
            }
            match self.nodes[id.0 as usize] {
                Node::Atom(token) => {
                    builder.push(moved(token.start, token.end, token.kind, &source));
                }
                Node::List { from, to, start, end } => {
                    builder.push(moved(start, start + 1, TokenKind::Open, &source));
                    stack.push(Step::Close(end));
                    let children = &self.children[from as usize..to as usize];
                    stack.extend(children.iter().rev().map(|&child| Step::Node(child)));
                }
            }
        }
        source.push_str(&self.source[copied as usize..]);
        let mut tree = builder.finish(source);
        let mut origin = self
            .origin
            .as_deref()
            .cloned()
            .unwrap_or_else(|| Origin { source: self.source.clone(), exchanges: Vec::new() });
        origin.exchanges.insert(0, exchanged);
        tree.origin = Some(Box::new(origin));
        Ok(tree)
    }

    /// Appends text, and parses only this. Existing nodes keep their numbers.
    pub(super) fn extended(&self, text: &str) -> Result<Tree, ReadError> {
        let Tree { source, nodes, children, roots, origin, .. } = self.clone();
        let mut builder = TreeBuilder { nodes, children, roots, ..TreeBuilder::default() };
        builder.read(text, source.len() as u32)?;
        Ok(Tree { origin, ..builder.finish(source + text) })
    }

    /// Returns the source text, including replacements.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the original text before any replacement.
    pub(super) fn as_first_read(&self) -> &str {
        self.origin.as_ref().map_or(&self.source, |origin| &origin.source)
    }

    /// Returns all atoms in order, symbols in canonical form.
    pub(super) fn atoms(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Atom(token) => Some(symbol::canonical(token.text(&self.source))),
            Node::List { .. } => None,
        })
    }

    /// Returns the top-level s-expressions in order.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// Returns the top-level s-expressions up to `(exit)`, which ends a script (SMT-LIB 2.7, section 4.2.1).
    pub(crate) fn commands(&self) -> &[NodeId] {
        let exit = self.roots.iter().position(|&root| self.head(root) == Some("exit"));
        exit.map_or(&self.roots, |at| &self.roots[..=at])
    }

    /// Returns the children of a list, or `None` for an atom.
    pub fn list(&self, id: NodeId) -> Option<&[NodeId]> {
        match self.nodes[id.0 as usize] {
            Node::Atom(_) => None,
            Node::List { from, to, .. } => Some(&self.children[from as usize..to as usize]),
        }
    }

    /// Returns the token of an atom, or `None` for a list.
    pub fn atom(&self, id: NodeId) -> Option<Token> {
        match self.nodes[id.0 as usize] {
            Node::Atom(token) => Some(token),
            Node::List { .. } => None,
        }
    }

    /// Returns the symbol at a node in canonical form, or `None` for anything else.
    pub fn symbol(&self, id: NodeId) -> Option<&str> {
        let token = self.atom(id)?;
        (token.kind == TokenKind::Symbol).then(|| symbol::canonical(token.text(&self.source)))
    }

    /// Returns the symbol that a list begins with.
    pub(crate) fn head(&self, id: NodeId) -> Option<&str> {
        self.symbol(*self.list(id)?.first()?)
    }

    /// Returns a node and all nodes in it, in the order of the text.
    pub(crate) fn nodes_in(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let mut open = vec![id];
        std::iter::from_fn(move || {
            let node = open.pop()?;
            open.extend(self.list(node).unwrap_or_default().iter().rev());
            Some(node)
        })
    }

    /// Returns the atoms of a node in order, symbols in canonical form.
    pub(crate) fn atoms_in(&self, id: NodeId) -> impl Iterator<Item = &str> {
        self.nodes_in(id).filter_map(|node| self.atom_text(node))
    }

    /// Whether an atom occurs in a node.
    pub(crate) fn mentions(&self, node: NodeId, atom: &str) -> bool {
        self.atoms_in(node).any(|other| other == atom)
    }

    /// Whether a node contains another one or is the same.
    pub(crate) fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        let ((from, to), (start, end)) = (self.span(outer), self.span(inner));
        from <= start && end <= to
    }

    /// Returns the text of an atom, symbols in canonical form, or `None` for a list.
    pub fn atom_text(&self, id: NodeId) -> Option<&str> {
        let text = self.atom(id)?.text(&self.source);
        Some(symbol::canonical(text))
    }

    /// Returns the source text of a node.
    pub fn text(&self, id: NodeId) -> &str {
        let (start, end) = self.span(id);
        &self.source[start as usize..end as usize]
    }

    /// Returns the byte range of a node.
    pub fn span(&self, id: NodeId) -> (u32, u32) {
        match self.nodes[id.0 as usize] {
            Node::Atom(token) => (token.start, token.end),
            Node::List { start, end, .. } => (start, end),
        }
    }

    /// Returns the first byte of a node in the original text.
    pub(super) fn origin(&self, id: NodeId) -> u32 {
        let (start, _) = self.span(id);
        self.origin.as_ref().map_or(start, |origin| origin.offset(start))
    }

    /// Returns the original text of a node, with its original names.
    pub fn as_written(&self, id: NodeId) -> &str {
        let (start, end) = self.span(id);
        let written = self
            .origin
            .as_ref()
            .and_then(|origin| origin.source.get(origin.offset(start) as usize..origin.offset(end) as usize));
        written.unwrap_or_else(|| self.text(id))
    }

    /// Returns the position of a node's first byte.
    pub fn position(&self, id: NodeId) -> Position {
        let text = self.as_first_read().bytes();
        let lines = self.lines.get_or_init(|| {
            (1..).zip(text).filter(|(_, byte)| *byte == b'\n').map(|(start, _)| start).collect()
        });
        let offset = self.origin(id);
        let line = lines.partition_point(|&start| start <= offset);
        let start = line.checked_sub(1).map_or(0, |before| lines[before]);
        Position { line: line as u32 + 1, column: offset - start + 1 }
    }

    /// Creates an error at a node.
    pub fn error(&self, id: NodeId, what: impl Into<String>) -> ReadError {
        ReadError { position: self.position(id), what: what.into() }
    }

    /// Returns the node on one line: canonical symbols, single blanks, no comments.
    pub fn canonical_text(&self, id: NodeId) -> String {
        self.edited_text(id, &BTreeMap::new())
    }

    /// Returns the node on one line, with some nodes replaced by other text.
    pub(crate) fn edited_text(&self, id: NodeId, edits: &BTreeMap<NodeId, Arc<str>>) -> String {
        let mut out = String::new();
        let mut stack = vec![Step::Node(id)];
        while let Some(step) = stack.pop() {
            let node = match step {
                Step::Close(_) => {
                    out.push(')');
                    continue;
                }
                Step::Node(node) => node,
            };
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            if let Some(edit) = edits.get(&node) {
                out.push_str(edit);
                continue;
            }
            match self.list(node) {
                None => out.push_str(self.atom_text(node).unwrap_or_default()),
                Some(children) => {
                    out.push('(');
                    stack.push(Step::Close(0));
                    stack.extend(children.iter().rev().map(|&child| Step::Node(child)));
                }
            }
        }
        out
    }
}

/// A pending step of a walk through a tree.
enum Step {
    Node(NodeId),
    /// The end of a list: the byte after it.
    Close(u32),
}

/// The number of texts parsed, for each thread.
#[cfg(test)]
pub(crate) mod reads {
    use std::cell::RefCell;

    thread_local!(static LENGTHS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) });

    pub(super) fn note(text: &str) {
        LENGTHS.with_borrow_mut(|lengths| lengths.push(text.len()));
    }

    /// Returns how many texts of at least this length the current thread has parsed.
    pub(crate) fn count(least: usize) -> usize {
        LENGTHS.with_borrow(|lengths| lengths.iter().filter(|length| **length >= least).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text_drops_layout_and_needless_quotes() {
        let tree = Tree::parse("(a\n  |b| ; c\n (|d e|)())".into()).unwrap();
        assert_eq!(tree.canonical_text(tree.roots()[0]), "(a b (|d e|) ())");
    }

    #[test]
    fn an_edited_tree_is_that_of_its_text() {
        let text = "; first\n(a |b| (c (d e)) ()) f (g)\n; last";
        let tree = Tree::parse(text.into()).unwrap();
        let nodes: Vec<NodeId> = (0..tree.nodes.len() as u32).map(NodeId).collect();
        let outer = |one: NodeId, other: NodeId| tree.contains(one, other) || tree.contains(other, one);
        let same = |one: &Tree, other: &Tree| {
            let parts = |tree: &Tree| format!("{:?} {:?} {:?}", tree.nodes, tree.children, tree.roots);
            assert_eq!((one.source(), parts(one)), (other.source(), parts(other)));
        };
        for (one, other) in nodes.iter().flat_map(|one| nodes.iter().map(move |other| (*one, *other))) {
            for text in ["", "\n", "x", "(x (y)) z"] {
                let apart = (!outer(one, other)).then(|| (other, "longer".into()));
                let edits: BTreeMap<NodeId, Arc<str>> =
                    [(one, text.into())].into_iter().chain(apart).collect();
                let edited = tree.edited(&edits).unwrap();
                same(&edited, &Tree::parse(edited.source().to_owned()).unwrap());
            }
        }
        same(&tree.extended("\n(h)").unwrap(), &Tree::parse(format!("{text}\n(h)")).unwrap());
        let edits = |text: &str| [(nodes[0], text.into())].into_iter().collect();
        assert!(tree.edited(&edits("(x")).is_err() && tree.edited(&edits("x)")).is_err());
    }

    #[test]
    fn positions_are_those_in_the_text() {
        let tree = Tree::parse("a\n\n (b c\n)\n".into()).unwrap();
        let nodes: Vec<NodeId> = (0..tree.nodes.len() as u32).map(NodeId).collect();
        for id in nodes {
            assert_eq!(tree.position(id), Position::locate(tree.source(), tree.span(id).0 as usize));
        }
        // Not one by one from the start of the text.
        let many = Tree::parse("(foo)\n".repeat(300_000)).unwrap();
        let lines = (1..).zip(many.roots()).filter(|(line, root)| many.position(**root).line == *line);
        assert_eq!(lines.count(), 300_000);
    }

    #[test]
    fn nesting_of_a_million_levels_is_read() {
        let source = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        let tree = Tree::parse(source).unwrap();
        assert_eq!(tree.roots().len(), 1);
    }

    #[test]
    fn unbalanced_parentheses_name_their_place() {
        let error = Tree::parse("(a)\n(b (c)".into()).unwrap_err();
        assert_eq!((error.position.line, error.position.column), (2, 1));
        assert!(Tree::parse("(a))".into()).unwrap_err().what.contains("without its `(`"));
    }
}
