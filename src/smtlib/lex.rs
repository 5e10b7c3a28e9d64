//! Tokens of SMT-LIB 2.7 (section 3.1), with their positions in the source.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A position in a text. Lines and columns are counted from 1, and columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Position {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in bytes, counted from 1.
    pub column: u32,
}

impl Position {
    /// Returns the position of byte `offset` of `source`.
    pub fn locate(source: &str, offset: usize) -> Position {
        let before = &source.as_bytes()[..offset.min(source.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        Position { line: line as u32, column: column as u32 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// An error that prevents a text from being parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {what}", position.line, position.column)]
pub struct ReadError {
    /// The position of the error.
    pub position: Position,
    /// A short description.
    pub what: String,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A simple or quoted symbol, including reserved words.
    Symbol,
    /// `:name`
    Keyword,
    /// A numeral, decimal, hexadecimal or binary literal.
    Number,
    /// A string literal, including quotes.
    String,
}

/// A token and its byte range in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Returns the text of the token in `source`.
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        &source[self.start as usize..self.end as usize]
    }
}

/// A lexer that reads the tokens of `source` one by one, and skips white space and comments.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer at the first byte of `source`.
    pub(crate) fn new(source: &'a str) -> Self {
        Lexer { source, at: 0 }
    }

    /// Returns the next token, or `None` at the end.
    pub(crate) fn next_token(&mut self) -> Result<Option<Token>, ReadError> {
        let bytes = self.source.as_bytes();
        self.skip_blanks(bytes);
        let start = self.at;
        let Some(&first) = bytes.get(start) else {
            return Ok(None);
        };
        let kind = match first {
            b'(' => self.single(TokenKind::Open),
            b')' => self.single(TokenKind::Close),
            b'"' => {
                self.string(bytes)?;
                TokenKind::String
            }
            b'|' => {
                self.quoted(bytes)?;
                TokenKind::Symbol
            }
            b':' => self.word(bytes, TokenKind::Keyword),
            b'#' | b'0'..=b'9' => self.word(bytes, TokenKind::Number),
            byte if is_word_byte(byte) => self.word(bytes, TokenKind::Symbol),
            _ => {
                let odd = self.source[start..].chars().next().unwrap_or('\u{fffd}');
                return Err(self.error(start, format!("unexpected character {odd:?}")));
            }
        };
        Ok(Some(Token { kind, start: start as u32, end: self.at as u32 }))
    }

    fn skip_blanks(&mut self, bytes: &[u8]) {
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b'\x0c' => self.at += 1,
                b';' => {
                    let rest = &bytes[self.at..];
                    let length = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r');
                    self.at += length.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    fn single(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        kind
    }

    fn word(&mut self, bytes: &[u8], kind: TokenKind) -> TokenKind {
        self.at += 1;
        while bytes.get(self.at).is_some_and(|&byte| is_word_byte(byte)) {
            self.at += 1;
        }
        kind
    }

    /// Skips a string literal, in which a quote is written twice (SMT-LIB 2.5 and later).
    fn string(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let start = self.at;
        self.at += 1;
        loop {
            match bytes.get(self.at) {
                None => return Err(self.error(start, "unterminated string literal".into())),
                Some(b'"') if bytes.get(self.at + 1) == Some(&b'"') => self.at += 2,
                Some(b'"') => break,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    fn quoted(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let start = self.at;
        let length = bytes[start + 1..].iter().position(|&byte| byte == b'|');
        let Some(length) = length else {
            return Err(self.error(start, "unterminated quoted symbol".into()));
        };
        if let Some(backslash) = bytes[start + 1..][..length].iter().position(|&byte| byte == b'\\') {
            let what =
                "a quoted symbol cannot contain a backslash (SMT-LIB 2.7, section 3.1): rename the symbol";
            return Err(self.error(start + 1 + backslash, what.into()));
        }
        self.at += length + 2;
        Ok(())
    }

    fn error(&self, offset: usize, what: String) -> ReadError {
        ReadError { position: Position::locate(self.source, offset), what }
    }
}

/// Whether a byte may occur in simple symbols, keywords and numbers (SMT-LIB 2.7, section 3.1). Bytes beyond
/// ASCII are allowed, since solvers accept them in symbols.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/:#'`,[]{}\\".contains(&byte) || byte >= 0x80
}

/// Symbols: `|abc|` and `abc` are the same symbol (SMT-LIB 2.7, section 3.1).
pub(crate) mod symbol {
    /// Returns the shortest spelling of a symbol, without bars if possible. Text that is not a symbol is returned
    /// unchanged.
    pub(crate) fn canonical(text: &str) -> &str {
        let inner = text.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
        match inner {
            Some(inner) if is_simple(inner) => inner,
            _ => text,
        }
    }

    /// Returns `name` with bars if it needs them. SMT-LIB cannot express bars and backslashes inside, so they
    /// become underscores.
    pub(crate) fn quoted(name: &str) -> String {
        if is_simple(name) {
            return name.to_owned();
        }
        format!("|{}|", name.replace(['|', '\\'], "_"))
    }

    /// Returns the name without bars, if there are any.
    pub(crate) fn bare(symbol: &str) -> &str {
        symbol.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).unwrap_or(symbol)
    }

    /// Whether `name` needs no bars: only allowed characters, no digit first, and not reserved. Z3 and cvc5 take `-1` for
    /// a number.
    fn is_simple(name: &str) -> bool {
        const RESERVED: [&str; 12] = [
            "!", "_", "as", "exists", "forall", "lambda", "let", "match", "par", "STRING", "NUMERAL",
            "DECIMAL",
        ];
        let allowed = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
        let unsigned = name.strip_prefix('-').unwrap_or(name);
        let first_is_digit = unsigned.starts_with(|c: char| c.is_ascii_digit());
        !name.is_empty() && !first_is_digit && name.chars().all(allowed) && !RESERVED.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Result<Vec<&str>, ReadError> {
        let mut lexer = Lexer::new(source);
        let mut texts = Vec::new();
        while let Some(token) = lexer.next_token()? {
            texts.push(token.text(source));
        }
        Ok(texts)
    }

    #[test]
    fn splits_every_kind_of_token() {
        let source = "(a |b ; c| :k 1.5 #xF \"say \"\"hi\"\"\") ; end";
        let expected = ["(", "a", "|b ; c|", ":k", "1.5", "#xF", "\"say \"\"hi\"\"\"", ")"];
        assert_eq!(texts(source).unwrap(), expected);
    }

    #[test]
    fn comments_end_at_any_line_end() {
        assert_eq!(texts("; one\r\na ; two\rb").unwrap(), ["a", "b"]);
    }

    #[test]
    fn an_open_string_is_an_error_at_its_start() {
        let error = texts("a\n  \"open").unwrap_err();
        assert_eq!((error.position.line, error.position.column), (2, 3));
    }

    #[test]
    fn a_backslash_in_a_quoted_symbol_is_refused_at_its_place() {
        let error = texts("(declare-fun\n |x\\y| () Int)").unwrap_err();
        assert_eq!((error.position.line, error.position.column), (2, 4));
        assert!(error.what.contains("rename the symbol"), "{error}");
    }

    #[test]
    fn control_bytes_are_refused() {
        assert!(texts("a \u{1} b").unwrap_err().what.contains("unexpected character"));
    }

    #[test]
    fn bars_go_only_where_they_are_not_needed() {
        assert_eq!(symbol::canonical("|abc|"), "abc");
        assert_eq!(symbol::canonical("|a b|"), "|a b|");
        assert_eq!(symbol::canonical("|let|"), "|let|");
        assert_eq!(symbol::canonical("||"), "||");
        assert_eq!(symbol::canonical("|1a|"), "|1a|");
        assert_eq!((symbol::canonical("|-1|"), symbol::canonical("|-a|")), ("|-1|", "-a"));
        assert_eq!(symbol::quoted("a b"), "|a b|");
        assert_eq!(symbol::bare("|a b|"), "a b");
    }
}
