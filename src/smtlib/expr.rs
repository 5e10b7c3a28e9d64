//! Expressions: s-expressions that can be taken apart and put together, for small scripts that change. An
//! expression that is nested too deeply for recursion is rejected, see [`Expr::read`].

use std::fmt;
use std::rc::Rc;

use super::lex::{Token, TokenKind};
use super::sexpr::{NodeId, Tree, TreeBuilder};
use super::term::BinderKind;

/// The maximal nesting depth of an expression.
const DEEPEST: usize = 400;

/// An atom or a list; clones share their contents.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// A symbol in canonical form, a literal or a keyword.
    Atom(Rc<str>),
    /// Expressions in parentheses.
    List(Rc<[Expr]>),
}

impl Expr {
    /// Parses every top-level expression of a text. Returns `None` if it is not SMT-LIB or nested too deeply.
    pub fn read(text: &str) -> Option<Vec<Expr>> {
        let tree = Tree::parse(text.to_owned()).ok()?;
        tree.roots().iter().map(|&root| Expr::from_tree(&tree, root)).collect()
    }

    /// Returns the expression at a node, or `None` if it is nested too deeply.
    pub fn from_tree(tree: &Tree, node: NodeId) -> Option<Expr> {
        Expr::within(tree, node, 0)
    }

    fn within(tree: &Tree, node: NodeId, depth: usize) -> Option<Expr> {
        match tree.list(node) {
            None => tree.atom_text(node).map(Expr::atom),
            Some(_) if depth >= DEEPEST => None,
            Some(children) => children
                .iter()
                .map(|&child| Expr::within(tree, child, depth + 1))
                .collect::<Option<_>>()
                .map(Expr::List),
        }
    }

    /// Builds the tree of some expressions without printing and parsing them.
    pub(super) fn tree<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> Tree {
        let (mut builder, mut text) = (TreeBuilder::default(), String::new());
        exprs.into_iter().for_each(|expr| expr.add_to(&mut builder, &mut text));
        builder.finish(text)
    }

    fn add_to(&self, builder: &mut TreeBuilder, text: &mut String) {
        match self {
            Expr::Atom(atom) => {
                let kind = match atom.as_bytes().first() {
                    Some(b':') => TokenKind::Keyword,
                    Some(b'"') => TokenKind::String,
                    Some(b'#' | b'0'..=b'9') => TokenKind::Number,
                    _ => TokenKind::Symbol,
                };
                builder.push(token(kind, atom, text));
                text.push(' ');
            }
            Expr::List(children) => {
                builder.push(token(TokenKind::Open, "(", text));
                children.iter().for_each(|child| child.add_to(builder, text));
                builder.push(token(TokenKind::Close, ")", text));
            }
        }
    }

    /// Creates an atom.
    pub fn atom(text: &str) -> Expr {
        Expr::Atom(text.into())
    }

    /// Creates a list.
    pub fn list(children: Vec<Expr>) -> Expr {
        Expr::List(children.into())
    }

    /// Returns the text of an atom, or `None` for a list.
    pub fn text(&self) -> Option<&str> {
        match self {
            Expr::Atom(text) => Some(text),
            Expr::List(_) => None,
        }
    }

    /// Returns the children of a list; an atom has none.
    pub fn children(&self) -> &[Expr] {
        match self {
            Expr::Atom(_) => &[],
            Expr::List(children) => children,
        }
    }

    /// Returns the atom at the beginning of a list.
    pub fn head(&self) -> Option<&str> {
        self.children().first().and_then(Expr::text)
    }

    /// Returns the expression at a path of positions in lists, or `None` if there is none.
    pub fn at(&self, path: &[usize]) -> Option<&Expr> {
        path.iter().try_fold(self, |expr, &step| expr.children().get(step))
    }

    /// Replaces the expression at a path, which must exist.
    pub fn with(&self, path: &[usize], new: &Expr) -> Expr {
        let Some((&step, rest)) = path.split_first() else { return new.clone() };
        let mut children = self.children().to_vec();
        if let Some(child) = children.get_mut(step) {
            *child = child.with(rest, new);
        }
        Expr::list(children)
    }

    /// Removes the child at a position.
    pub fn without(&self, position: usize) -> Expr {
        let kept = self.children().iter().enumerate().filter(|(at, _)| *at != position);
        Expr::List(kept.map(|(_, child)| child.clone()).collect())
    }

    /// Replaces each expression for which `change` returns another one, outermost first.
    pub fn replaced(&self, change: &mut impl FnMut(&Expr) -> Option<Expr>) -> Expr {
        if let Some(new) = change(self) {
            return new;
        }
        match self {
            Expr::Atom(_) => self.clone(),
            Expr::List(children) => Expr::List(children.iter().map(|child| child.replaced(change)).collect()),
        }
    }

    /// Calls `visit` for each atom, in order.
    pub fn for_each_atom<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        match self {
            Expr::Atom(text) => visit(text),
            Expr::List(children) => children.iter().for_each(|child| child.for_each_atom(visit)),
        }
    }

    /// Returns the kind of the quantifiers of a formula, if all are of one kind and at its front, where a `let` may precede
    /// them.
    pub(crate) fn only_quantifier(&self) -> Option<BinderKind> {
        let mut all = Vec::new();
        self.for_each_atom(&mut |atom| all.extend(["exists", "forall"].iter().find(|name| **name == atom)));
        let (&kind, mut body) = (all.first()?, self);
        while body.head() == Some("let") {
            body = body.at(&[2])?;
        }
        for quantifier in all {
            if quantifier != kind || body.head() != Some(quantifier) {
                return None;
            }
            body = body.at(&[2])?;
        }
        Some(if kind == "exists" { BinderKind::Exists } else { BinderKind::Forall })
    }

    /// Whether an atom occurs in the expression.
    pub fn mentions(&self, atom: &str) -> bool {
        match self {
            Expr::Atom(text) => **text == *atom,
            Expr::List(children) => children.iter().any(|child| child.mentions(atom)),
        }
    }
}

/// Appends a token to a text.
fn token(kind: TokenKind, token: &str, text: &mut String) -> Token {
    let start = text.len() as u32;
    text.push_str(token);
    Token { kind, start, end: text.len() as u32 }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Atom(text) => f.write_str(text),
            Expr::List(children) => {
                f.write_str("(")?;
                for (at, child) in children.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { " " })?;
                    child.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(text: &str) -> Expr {
        Expr::read(text).unwrap().remove(0)
    }

    #[test]
    fn parts_are_exchanged_by_path_and_by_kind() {
        let expr = one("(f (g a |b|) \"s t\")");
        assert_eq!(expr.to_string(), "(f (g a b) \"s t\")");
        assert_eq!(expr.at(&[1, 2]), Some(&Expr::atom("b")));
        assert_eq!(expr.at(&[2, 0]), None);
        assert_eq!(expr.with(&[1, 1], &one("(h c)")).to_string(), "(f (g (h c) b) \"s t\")");
        assert_eq!(expr.without(1).to_string(), "(f \"s t\")");
        let renamed = expr.replaced(&mut |part| (part.text() == Some("a")).then(|| Expr::atom("x")));
        assert_eq!(renamed.to_string(), "(f (g x b) \"s t\")");
        assert!(expr.mentions("b") && !renamed.mentions("a"));
    }

    #[test]
    fn what_nests_too_deeply_is_refused() {
        let nested = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
        assert!(Expr::read(&nested(DEEPEST)).is_some());
        assert!(Expr::read(&nested(DEEPEST + 1)).is_none());
        assert!(Expr::read(&nested(1_000_000)).is_none());
        assert!(Expr::read("(a").is_none());
    }

    fn any() -> impl Strategy<Value = Expr> {
        let leaf = "[a-z0-9]{1,3}".prop_map(|text| Expr::atom(&text));
        leaf.prop_recursive(5, 40, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Expr::list))
    }

    proptest! {
        #[test]
        fn what_is_printed_or_made_a_tree_is_read_again(expr in any()) {
            let tree = Expr::tree([&expr]);
            prop_assert_eq!(Expr::from_tree(&tree, tree.roots()[0]), Some(expr.clone()));
            prop_assert_eq!(tree.canonical_text(tree.roots()[0]), expr.to_string());
            prop_assert_eq!(Expr::read(&expr.to_string()), Some(vec![expr]));
        }
    }
}
