//! A part of a solver's output: an answer, a model, or something else.

use std::collections::BTreeSet;

use crate::smtlib::lex::{Lexer, Token, TokenKind};
use crate::smtlib::{declares_datatypes, symbol};
use crate::solver::answer::{error_length, is_error};
use crate::witness::printed::boolector_line;

/// The kind of a part.
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
    /// An unknown line.
    Words,
}

/// The shape of a model. Of several shapes, the first is the most certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// `(model …)`, `((define-fun …) …)`
    List,
    /// `(define-fun …)` without an enclosing list, as in certificates.
    Definitions,
    /// `(= x 4)`, `(function f …)`: Yices.
    Equations,
    /// `x 0110`, `a[00] 0110`: Boolector.
    Lines,
    /// `()`, which may also be another empty list.
    Empty,
}

impl Shape {
    /// Returns whether such a model has a part for each symbol.
    pub(super) fn has_many_parts(self) -> bool {
        matches!(self, Shape::Definitions | Shape::Equations | Shape::Lines)
    }
}

pub(super) fn is_answer(line: &str) -> bool {
    matches!(line.trim(), "sat" | "unsat" | "unknown")
}

/// Returns the kind and the length in bytes of the part that `text` starts with; `line` is its first line. `symbols`
/// are those that the script declares. Once a list was never closed, lists are searched on one line only.
pub(super) fn part(text: &str, line: &str, symbols: &BTreeSet<String>, never_closed: bool) -> (Part, usize) {
    let text = if never_closed { line } else { text };
    if is_error(text) {
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

/// Returns the list that a text starts with. An unclosed list extends to the end of the text if it starts like a model.
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

/// The number of tokens that identify a list.
const HEAD: usize = 3;

/// Returns the shape of the model that starts with these tokens.
fn shape(text: &str, first: &[Token]) -> Option<Shape> {
    let words: Vec<&str> = first.iter().skip(1).map(|token| symbol::canonical(token.text(text))).collect();
    match words[..] {
        ["model", ..] => Some(Shape::List),
        [")"] => Some(Shape::Empty),
        ["(", head] if defines(head) => Some(Shape::List),
        [head, ..] if defines(head) => Some(Shape::Definitions),
        // Yices also prints names that it invents, such as `quant$0` for quantifiers.
        ["=" | "function", _] if first.get(2).is_some_and(|token| token.kind == TokenKind::Symbol) => {
            Some(Shape::Equations)
        }
        _ => None,
    }
}

/// Returns whether this command is part of models.
fn defines(head: &str) -> bool {
    matches!(
        head,
        "define-fun" | "define-fun-rec" | "define-const" | "declare-fun" | "declare-const" | "declare-sort"
    ) || declares_datatypes(head)
}

/// Returns whether a line is what Boolector prints for a symbol.
fn is_assignment(line: &str, symbols: &BTreeSet<String>) -> bool {
    boolector_line(line).is_some_and(|(name, ..)| symbols.contains(symbol::canonical(name)))
}
