//! Untrusted text, made fit to be quoted: short, without control characters and, where it is stored with failures and
//! read elsewhere, without the folders of this machine.

use std::any::Any;

/// Returns the beginning of a text with more than `longest` characters; `None` for a shorter text.
pub(crate) fn beginning(text: &str, longest: usize) -> Option<&str> {
    text.char_indices().nth(longest).map(|(end, _)| &text[..end])
}

/// Returns the text, or its beginning with a mark for the rest.
pub(crate) fn clipped(text: &str, longest: usize) -> String {
    beginning(text, longest).map_or_else(|| text.to_owned(), |beginning| format!("{beginning}…"))
}

/// Returns a text with a single blank in place of each run of blanks and line breaks.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Replaces each control character of a text.
pub(crate) fn without_controls(text: &str, instead: char) -> String {
    text.chars().map(|c| if c.is_control() { instead } else { c }).collect()
}

/// Returns the beginning of a program's output, with a visible mark for each control character.
pub(crate) fn quoted(text: &str, longest: usize) -> String {
    without_controls(&clipped(text, longest), char::REPLACEMENT_CHARACTER)
}

/// Returns the message of a panic, if it has one.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> Option<&str> {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
}

/// Reduces each absolute path in a text to the name of its file.
pub(crate) fn without_folders(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = from.find(ends_path).unwrap_or(from.len());
        let (path, after) = from.split_at(end);
        let name = path.rsplit('/').find(|part| !part.is_empty());
        match name {
            Some(name) if before.chars().next_back().is_none_or(starts_path) => out.push_str(name),
            _ => out.push_str(path),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns whether a `/` after this character begins an absolute path.
fn starts_path(before: char) -> bool {
    before.is_whitespace() || "\"'`(<[=".contains(before)
}

fn ends_path(c: char) -> bool {
    c.is_whitespace() || "\"'`()<>[],;".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_clipped_between_characters() {
        assert_eq!(clipped("äöü", 3), "äöü");
        assert_eq!(clipped("äöüß", 3), "äöü…");
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(without_controls("a\nb\u{1b}[c", ' '), "a b [c");
        assert_eq!(quoted("\u{1b}[31mred", 9), "\u{fffd}[31mred");
    }

    use super::without_folders;

    #[test]
    fn absolute_paths_lose_their_folders() {
        for (text, without) in [
            ("/home/me/z3/src/ast.cpp:12: Assertion `a/b' failed.", "ast.cpp:12: Assertion `a/b' failed."),
            (
                "crash (killed by SIGABRT: cannot open /tmp/tmp-1/0.smt2)",
                "crash (killed by SIGABRT: cannot open 0.smt2)",
            ),
            ("in `/opt/solvers/`", "in `solvers`"),
            ("../src/x.cpp (/ 1 2) https://host/page", "../src/x.cpp (/ 1 2) https://host/page"),
        ] {
            assert_eq!(without_folders(text), without);
        }
    }
}
