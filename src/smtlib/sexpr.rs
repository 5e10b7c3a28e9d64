//! S-expressions in one flat arena, so that no depth of nesting meets the call stack.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::lex::{Lexer, Token, TokenKind};
use super::{Position, ReadError, symbol};

/// Index of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

#[derive(Clone, Copy, Debug)]
enum Node {
    Atom(Token),
    /// `children[from..to]`, and the byte range with its parentheses.
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
    /// The text as it was read, before nodes were replaced; positions refer to it.
    origin: Option<Box<Origin>>,
}

/// The byte range of a node that was exchanged, after and before.
type Exchange = ((u32, u32), (u32, u32));

/// The text of a tree before nodes of it were exchanged.
#[derive(Clone, Debug)]
struct Origin {
    source: String,
    /// Each time that nodes were exchanged, the last one first: of each node in order, the byte range after and before.
    exchanges: Vec<Vec<Exchange>>,
}

impl Origin {
    /// The byte of the first text that is, or became, one of the text now.
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

/// Puts a tree together, token by token.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    roots: Vec<NodeId>,
    /// Per open list: where it starts, and how long `pending` was then.
    open: Vec<(u32, usize)>,
    pending: Vec<NodeId>,
}

impl TreeBuilder {
    /// Takes the next token; false for a `)` without its `(`.
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

    /// Takes the tokens of a text that stands at a byte of what is put together.
    ///
    /// # Errors
    /// The first lexical error or unbalanced parenthesis, with its place in the text.
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

    /// The tree of the tokens, whose places are those in `source`.
    pub(super) fn finish(self, source: String) -> Tree {
        let TreeBuilder { nodes, children, roots, .. } = self;
        Tree { source, nodes, children, roots, origin: None }
    }
}

impl Tree {
    /// Reads every top-level s-expression of `source`.
    ///
    /// # Errors
    /// The first lexical error or unbalanced parenthesis, with its place.
    pub fn parse(source: String) -> Result<Tree, ReadError> {
        let mut builder = TreeBuilder::default();
        builder.read(&source, 0)?;
        Ok(builder.finish(source))
    }

    /// The same with other text in the place of some nodes, none of which is in another. Only that text is read. Places stay
    /// those of the text that was read first.
    ///
    /// # Errors
    /// The new text is no list of s-expressions.
    pub fn edited(&self, edits: &BTreeMap<NodeId, Arc<str>>) -> Result<Tree, ReadError> {
        let mut source = String::with_capacity(self.source.len());
        let (mut builder, mut copied, mut exchanged) = (TreeBuilder::default(), 0, Vec::new());
        let mut stack: Vec<Step> = self.roots.iter().rev().map(|&root| Step::Node(root)).collect();
        while let Some(step) = stack.pop() {
            // What stands between two exchanges moves as a whole.
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

    /// The same with more text behind it, which alone is read. The nodes that are there keep their numbers.
    ///
    /// # Errors
    /// The new text is no list of s-expressions.
    pub(super) fn extended(&self, text: &str) -> Result<Tree, ReadError> {
        let Tree { source, nodes, children, roots, origin } = self.clone();
        let mut builder = TreeBuilder { nodes, children, roots, ..TreeBuilder::default() };
        builder.read(text, source.len() as u32)?;
        Ok(Tree { origin, ..builder.finish(source + text) })
    }

    /// The text that was read; where nodes were exchanged, with the new ones.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The text that was read before any nodes were exchanged.
    pub(super) fn as_first_read(&self) -> &str {
        self.origin.as_ref().map_or(&self.source, |origin| &origin.source)
    }

    /// All atoms in order, symbols in canonical form.
    pub(super) fn atoms(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Atom(token) => Some(symbol::canonical(token.text(&self.source))),
            Node::List { .. } => None,
        })
    }

    /// The top-level s-expressions in order.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The children of a list; `None` for an atom.
    pub fn list(&self, id: NodeId) -> Option<&[NodeId]> {
        match self.nodes[id.0 as usize] {
            Node::Atom(_) => None,
            Node::List { from, to, .. } => Some(&self.children[from as usize..to as usize]),
        }
    }

    /// The token of an atom; `None` for a list.
    pub fn atom(&self, id: NodeId) -> Option<Token> {
        match self.nodes[id.0 as usize] {
            Node::Atom(token) => Some(token),
            Node::List { .. } => None,
        }
    }

    /// The symbol `id` is, in canonical form; `None` for anything else.
    pub fn symbol(&self, id: NodeId) -> Option<&str> {
        let token = self.atom(id)?;
        (token.kind == TokenKind::Symbol).then(|| symbol::canonical(token.text(&self.source)))
    }

    /// The atoms of a node in order, symbols in canonical form.
    pub(crate) fn atoms_in(&self, id: NodeId) -> impl Iterator<Item = &str> {
        let mut open = vec![id];
        std::iter::from_fn(move || {
            loop {
                let node = open.pop()?;
                match self.list(node) {
                    Some(children) => open.extend(children.iter().rev()),
                    None => return self.atom_text(node),
                }
            }
        })
    }

    /// Whether one node is in another, or the same.
    pub(crate) fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        let ((from, to), (start, end)) = (self.span(outer), self.span(inner));
        from <= start && end <= to
    }

    /// The text of an atom, symbols in canonical form; `None` for a list.
    pub fn atom_text(&self, id: NodeId) -> Option<&str> {
        let text = self.atom(id)?.text(&self.source);
        Some(symbol::canonical(text))
    }

    /// The source text of a node, as it stands there.
    pub fn text(&self, id: NodeId) -> &str {
        let (start, end) = self.span(id);
        &self.source[start as usize..end as usize]
    }

    /// The byte range of a node.
    pub fn span(&self, id: NodeId) -> (u32, u32) {
        match self.nodes[id.0 as usize] {
            Node::Atom(token) => (token.start, token.end),
            Node::List { start, end, .. } => (start, end),
        }
    }

    /// The first byte of a node in the text that was read first.
    pub(super) fn origin(&self, id: NodeId) -> u32 {
        let (start, _) = self.span(id);
        self.origin.as_ref().map_or(start, |origin| origin.offset(start))
    }

    /// The text that a node was read from, with the names that it had there.
    pub fn as_written(&self, id: NodeId) -> &str {
        let (start, end) = self.span(id);
        let written = self
            .origin
            .as_ref()
            .and_then(|origin| origin.source.get(origin.offset(start) as usize..origin.offset(end) as usize));
        written.unwrap_or_else(|| self.text(id))
    }

    /// The place of a node's first byte.
    pub fn position(&self, id: NodeId) -> Position {
        Position::locate(self.as_first_read(), self.origin(id) as usize)
    }

    /// An error at a node.
    pub fn error(&self, id: NodeId, what: impl Into<String>) -> ReadError {
        ReadError { position: self.position(id), what: what.into() }
    }

    /// The node on one line: canonical symbols, single blanks, no comments.
    pub fn canonical_text(&self, id: NodeId) -> String {
        self.edited_text(id, &BTreeMap::new())
    }

    /// The same with other text in the place of some nodes.
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

/// What is left of a walk through a tree.
enum Step {
    Node(NodeId),
    /// The end of a list, and the byte after it.
    Close(u32),
}

/// How often texts are read, counted by thread.
#[cfg(test)]
pub(crate) mod reads {
    use std::cell::RefCell;

    thread_local!(static LENGTHS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) });

    pub(super) fn note(text: &str) {
        LENGTHS.with_borrow_mut(|lengths| lengths.push(text.len()));
    }

    /// How many texts of at least so many bytes this thread has read so far.
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
