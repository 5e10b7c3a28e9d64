//! One part of a solver's output: an answer, a model, or something else.

use std::collections::BTreeSet;

use crate::smtlib::lex::{Lexer, Token, TokenKind};
use crate::smtlib::symbol;
use crate::solver::answer::error_length;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A comment, `success`, `unsupported`.
    Nothing,
    /// `sat`, `unsat` or `unknown`.
    Answer,
    /// An error.
    Error,
    /// A model, or a part of one.
    Model(Shape),
    /// Another list.
    List,
    /// A list without its end.
    Unclosed,
    /// A line of which nothing is known.
    Words,
}

/// How a model looks. Of several shapes, the first is the surest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// `(model …)`, `((define-fun …) …)`
    List,
    /// `(define-fun …)` without a list around them, as certificates are.
    Definitions,
    /// `(= x 4)`, `(function f …)`: Yices.
    Equations,
    /// `x 0110`, `a[00] 0110`: Boolector.
    Lines,
    /// `()`, which may be other things without anything in them.
    Empty,
}

impl Shape {
    /// Whether such a model has as many parts as it has symbols.
    pub(super) fn has_many_parts(self) -> bool {
        matches!(self, Shape::Definitions | Shape::Equations | Shape::Lines)
    }
}

/// Whether a line is an answer.
pub(super) fn is_answer(line: &str) -> bool {
    matches!(line.trim(), "sat" | "unsat" | "unknown")
}

/// What `text` starts with, whose first line is `line`, and how many bytes it has. `symbols` are those that the script
/// declares. Once a list was never closed, no other is looked for over several lines.
pub(super) fn part(text: &str, line: &str, symbols: &BTreeSet<String>, never_closed: bool) -> (Part, usize) {
    let text = if never_closed { line } else { text };
    if text.starts_with("(error") {
        return error_length(text).map_or((Part::Unclosed, line.len()), |length| (Part::Error, length));
    }
    if text.starts_with('(') {
        return list(text, line.len());
    }
    let word = line.trim();
    let part = match word {
        "success" | "unsupported" => Part::Nothing,
        _ if is_answer(word) => Part::Answer,
        _ if word.starts_with(';') => Part::Nothing,
        _ if is_assignment(word, symbols) => Part::Model(Shape::Lines),
        _ => Part::Words,
    };
    (part, line.len())
}

/// The list that a text starts with. Where it never ends, it goes to the end if it starts as a model does.
fn list(text: &str, line: usize) -> (Part, usize) {
    let mut lexer = Lexer::new(text);
    let mut first: Vec<Token> = Vec::new();
    let mut depth = 0_usize;
    while let Ok(Some(token)) = lexer.next_token() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if first.len() < HEAD {
            first.push(token);
        }
        if depth == 0 {
            let shape = shape(text, &first);
            return (shape.map_or(Part::List, Part::Model), token.end as usize);
        }
    }
    match shape(text, &first) {
        Some(shape) => (Part::Model(shape), text.len()),
        None => (Part::Unclosed, line),
    }
}

/// The tokens that tell what a list is.
const HEAD: usize = 3;

/// The shape of the model that starts with these tokens.
fn shape(text: &str, first: &[Token]) -> Option<Shape> {
    let words: Vec<&str> = first.iter().skip(1).map(|token| symbol::canonical(token.text(text))).collect();
    match words[..] {
        ["model", ..] => Some(Shape::List),
        [")"] => Some(Shape::Empty),
        ["(", head] if defines(head) => Some(Shape::List),
        [head, ..] if defines(head) => Some(Shape::Definitions),
        // Yices tells of names that it makes up, too, such as `quant$0` where there are quantifiers.
        ["=" | "function", _] if first.get(2).is_some_and(|token| token.kind == TokenKind::Symbol) => {
            Some(Shape::Equations)
        }
        _ => None,
    }
}

/// Whether this is the name of a command that models are made of.
fn defines(head: &str) -> bool {
    matches!(
        head,
        "define-fun"
            | "define-fun-rec"
            | "define-const"
            | "declare-fun"
            | "declare-const"
            | "declare-sort"
            | "declare-datatype"
            | "declare-datatypes"
    )
}

/// Whether a line is what Boolector prints of a symbol.
fn is_assignment(line: &str, symbols: &BTreeSet<String>) -> bool {
    let Some((place, bits)) = line.rsplit_once(' ') else { return false };
    let is_bits =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'0' | b'1' | b'x'));
    let name =
        place.strip_suffix(']').and_then(|place| place.rsplit_once('[')).map_or(place, |(name, _)| name);
    is_bits(bits) && symbols.contains(symbol::canonical(name))
}
