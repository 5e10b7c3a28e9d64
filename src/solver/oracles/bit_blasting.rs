//! What cvc5 writes about bit-vectors in proofs, as SMT-LIB: `((_ @bit 2) x)` is true where bit 2 of `x` is set,
//! `(@from_bools p q r)` is the bit-vector of these bits, and `(@bv 5 8)` is 5 with 8 bits. Bit 0 is the least significant
//! one, and comes first.

use std::borrow::Cow;

use crate::smtlib::{NodeId, Tree};

/// The operator of a bit of a bit-vector, with its number as index.
const BIT: &str = "@bit";
/// The operator that makes a bit-vector of truth values.
const FROM_BOOLS: &str = "@from_bools";
/// The operator that makes a bit-vector of a number and a width.
const OF_NUMBER: &str = "@bv";

/// A part of the text to write.
enum Part {
    Node(NodeId),
    Text(Cow<'static, str>),
}

/// Returns a tree without these operators. Everything else stays.
pub(super) fn spelled_out(tree: Tree) -> Option<Tree> {
    if ![BIT, FROM_BOOLS, OF_NUMBER].iter().any(|operator| tree.source().contains(operator)) {
        return Some(tree);
    }
    let mut text = String::with_capacity(2 * tree.source().len());
    let mut waiting: Vec<Part> = tree.roots().iter().rev().map(|&root| Part::Node(root)).collect();
    while let Some(part) = waiting.pop() {
        match part {
            Part::Text(part) => text.push_str(&part),
            Part::Node(node) => match parts(&tree, node) {
                Some(parts) => waiting.extend(parts.into_iter().rev()),
                None => text.push_str(tree.text(node)),
            },
        }
        text.push(' ');
    }
    Tree::parse(text).ok()
}

/// Returns the parts of a list in order, of which other operators are left as they are; an atom has none.
fn parts(tree: &Tree, node: NodeId) -> Option<Vec<Part>> {
    let children = tree.list(node)?;
    let text = |part: &'static str| Part::Text(part.into());
    if let &[head, bits] = children
        && let Some(at) = bit(tree, head)
    {
        let extracted = format!("(= ((_ extract {at} {at})");
        return Some(vec![Part::Text(extracted.into()), Part::Node(bits), text(") #b1)")]);
    }
    if let Some((number, width)) = literal(tree, children) {
        return Some(vec![Part::Text(format!("(_ bv{number} {width})").into())]);
    }
    let mut parts = Vec::with_capacity(children.len() + 2);
    match children {
        [head, truths @ ..] if !truths.is_empty() && tree.symbol(*head) == Some(FROM_BOOLS) => {
            let is_joined = truths.len() > 1;
            parts.extend(is_joined.then(|| text("(concat")));
            for &truth in truths.iter().rev() {
                parts.extend([text("(ite"), Part::Node(truth), text("#b1 #b0)")]);
            }
            parts.extend(is_joined.then(|| text(")")));
        }
        _ => {
            parts.push(text("("));
            parts.extend(children.iter().map(|&child| Part::Node(child)));
            parts.push(text(")"));
        }
    }
    Some(parts)
}

/// Returns the number of the bit that an operator selects, if it is `(_ @bit …)`.
fn bit(tree: &Tree, head: NodeId) -> Option<&str> {
    let &[mark, name, at] = tree.list(head)? else { return None };
    let is_bit = tree.symbol(mark) == Some("_") && tree.symbol(name) == Some(BIT);
    tree.atom_text(at).filter(|_| is_bit)
}

/// Returns the number and the width of `(@bv …)`, unless they are terms.
fn literal<'a>(tree: &'a Tree, children: &[NodeId]) -> Option<(&'a str, &'a str)> {
    let &[head, number, width] = children else { return None };
    let numeral = |node| {
        let text = tree.atom_text(node)?;
        text.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
    };
    let literal = (numeral(number)?, numeral(width)?);
    (tree.symbol(head) == Some(OF_NUMBER)).then_some(literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_smt_lib() {
        let spelled_out = |text: &str| {
            let tree = spelled_out(Tree::parse(text.to_owned()).unwrap()).unwrap();
            tree.roots().iter().map(|&root| tree.canonical_text(root)).collect::<String>()
        };
        for (printed, expected) in [
            ("((_ @bit 2) x)", "(= ((_ extract 2 2) x) #b1)"),
            ("(@from_bools p)", "(ite p #b1 #b0)"),
            (
                "(@from_bools true p ((_ @bit 0) y))",
                "(concat (ite (= ((_ extract 0 0) y) #b1) #b1 #b0) (ite p #b1 #b0) (ite true #b1 #b0))",
            ),
            (
                "(let ((_let_1 ((_ @bit 1) |a b|))) (and _let_1 \"@bit\"))",
                "(let ((_let_1 (= ((_ extract 1 1) |a b|) #b1))) (and _let_1 \"@bit\"))",
            ),
            ("(@from_bools)", "(@from_bools)"),
            (
                "(concat (@bv 5 8) (@bv x 8) (@bv 5 (@bvsize x)))",
                "(concat (_ bv5 8) (@bv x 8) (@bv 5 (@bvsize x)))",
            ),
            ("(and  p q)", "(and p q)"),
        ] {
            assert_eq!(spelled_out(printed), expected, "{printed}");
        }
    }
}
