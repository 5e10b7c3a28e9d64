//! Choosing names by a list of words: names, `*` as wildcard, and `!NAME` to take out.

use glob::Pattern;

/// A set of names as described by a list of words. The order of the words does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Selection {
    /// Nothing chosen means that everything is: a list may consist of exceptions only.
    chosen: Vec<Pattern>,
    excluded: Vec<Pattern>,
}

/// One word of a list.
pub(super) struct Word {
    /// The word without `!`.
    pub name: String,
    pub pattern: Pattern,
    pub excludes: bool,
}

impl Word {
    /// Reads a word; the error is a message.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (excludes, name) = match text.strip_prefix('!') {
            Some(name) => (true, name.trim()),
            None => (false, text.trim()),
        };
        if name.is_empty() {
            return Err("the name is empty".to_owned());
        }
        let pattern = Pattern::new(name).map_err(|error| format!("`{name}` is no pattern: {error}"))?;
        Ok(Self { name: name.to_owned(), pattern, excludes })
    }

    /// Reads a word of which some names are known: these are no patterns, whatever characters they have.
    pub(super) fn parse_among(text: &str, is_known: impl Fn(&str) -> bool) -> Result<Self, String> {
        let name = text.strip_prefix('!').unwrap_or(text).trim();
        if !is_known(name) {
            return Word::parse(text);
        }
        let pattern = Pattern::new(&Pattern::escape(name)).map_err(|error| error.to_string())?;
        Ok(Self { name: name.to_owned(), pattern, excludes: text.starts_with('!') })
    }

    /// Whether it matches something that goes by these names.
    pub(super) fn matches(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.pattern.matches(name))
    }

    /// Whether the word is a name, not a pattern.
    pub(super) fn is_literal(&self) -> bool {
        !self.name.contains(['*', '?', '['])
    }
}

impl Selection {
    pub(super) fn new(words: impl IntoIterator<Item = Word>) -> Self {
        let (excluded, chosen): (Vec<Word>, Vec<Word>) = words.into_iter().partition(|word| word.excludes);
        let patterns = |words: Vec<Word>| words.into_iter().map(|word| word.pattern).collect();
        Self { chosen: patterns(chosen), excluded: patterns(excluded) }
    }

    /// Takes out what has one of these names, which are no patterns.
    pub(super) fn exclude(&mut self, names: &[&str]) {
        self.excluded.extend(names.iter().filter_map(|name| Pattern::new(&Pattern::escape(name)).ok()));
    }

    /// Whether something is chosen that goes by these names.
    pub(super) fn contains(&self, names: &[&str]) -> bool {
        let hit = |pattern: &Pattern| names.iter().any(|name| pattern.matches(name));
        (self.chosen.is_empty() || self.chosen.iter().any(hit)) && !self.excluded.iter().any(hit)
    }
}

#[cfg(test)]
mod tests {
    use super::{Selection, Word};

    fn selection(words: &[&str]) -> Selection {
        Selection::new(words.iter().map(|word| Word::parse(word).unwrap()))
    }

    #[test]
    fn names_wildcards_and_exceptions() {
        let some = selection(&["!QF_FP", "QF_*", "UF"]);
        let chosen = |name| some.contains(&[name]);
        assert!(chosen("QF_LIA") && chosen("UF"));
        assert!(!chosen("QF_FP") && !chosen("UFLIA"));
    }

    #[test]
    fn exceptions_alone_are_exceptions_from_everything() {
        let plain = selection(&["!*/*"]);
        assert!(plain.contains(&["z3", "z3"]));
        assert!(!plain.contains(&["z3/horn-simplify", "z3"]));
    }

    #[test]
    fn one_of_several_names_is_enough() {
        assert!(selection(&["z3"]).contains(&["z3/horn-simplify", "z3"]));
        assert!(!selection(&["z3", "!z3"]).contains(&["z3/horn-simplify", "z3"]));
    }

    #[test]
    fn a_bad_pattern_is_told() {
        assert!(Word::parse("QF_[").is_err());
        assert!(Word::parse("!").is_err());
    }
}
