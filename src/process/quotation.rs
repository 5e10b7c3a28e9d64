//! Text that nobody vouches for, made fit to be quoted.

/// The beginning of a text with more than so many characters; `None` if it has no more.
pub(crate) fn beginning(text: &str, longest: usize) -> Option<&str> {
    text.char_indices().nth(longest).map(|(end, _)| &text[..end])
}

/// The text, or its beginning with a mark that there is more.
pub(crate) fn clipped(text: &str, longest: usize) -> String {
    beginning(text, longest).map_or_else(|| text.to_owned(), |beginning| format!("{beginning}…"))
}

/// A text with each control character replaced.
pub(crate) fn without_controls(text: &str, instead: char) -> String {
    text.chars().map(|c| if c.is_control() { instead } else { c }).collect()
}

/// The beginning of what a program printed, control characters replaced by a mark that shows.
pub(crate) fn quoted(text: &str, longest: usize) -> String {
    without_controls(&clipped(text, longest), char::REPLACEMENT_CHARACTER)
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
    fn control_characters_do_not_get_through() {
        assert_eq!(without_controls("a\nb\u{1b}[c", ' '), "a b [c");
        assert_eq!(quoted("\u{1b}[31mred", 9), "\u{fffd}[31mred");
    }
}
