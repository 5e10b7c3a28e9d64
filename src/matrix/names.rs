//! Names: the allowed ones, the nearest known name for a misspelt one, and lists that select names, with `*` as
//! wildcard and `!NAME` for exclusion.

use std::collections::BTreeSet;

use glob::Pattern;

/// The names that solvers, variants and profiles may have, as a regular expression. They must not contain `::` or `/`,
/// which separate the parts of a case's name.
pub(super) const PATTERN: &str = "^[A-Za-z0-9_.+-]+$";

/// The names that rows may have: those of solvers, and of variants with their solver.
pub(super) const ROW_PATTERN: &str = "^[A-Za-z0-9_.+-]+(/[A-Za-z0-9_.+-]+)?$";

/// The largest number of known names that advice lists.
const MOST_LISTED: usize = 40;

/// Returns whether [`PATTERN`] matches a text.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_.+-".contains(c))
}

/// Returns the known name that is nearest to `word`, if one is near enough. Case does not matter.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    // A third of the letters may be wrong, as in rustc.
    let length = word.chars().count();
    let limit = length.max(3) / 3;
    known
        .into_iter()
        .filter_map(|name| {
            let lower = name.to_lowercase();
            // The distance is at least the difference of the lengths. To compute it takes time in proportion to both.
            let may_be_near = lower.chars().count().abs_diff(length) <= limit;
            may_be_near
                .then(|| (strsim::damerau_levenshtein(&word, &lower), strsim::jaro(&word, &lower), name))
        })
        .filter(|(distance, _, _)| *distance <= limit)
        // Among names at equal distance, swapped letters are likelier than a wrong one, which the second measure takes
        // into account.
        .min_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)))
        .map(|(_, _, name)| name)
}

/// Returns the rest of a message about an unknown name: "did you mean `x`? (known: x, y)".
pub(crate) fn advice<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let listed = match known.as_slice() {
        [] => "there are none".to_owned(),
        known => {
            let more = known.len().saturating_sub(MOST_LISTED);
            let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
            format!("known: {}{rest}", known[..known.len() - more].join(", "))
        }
    };
    match nearest(word, known) {
        Some(name) => format!("; did you mean `{name}`? ({listed})"),
        None => format!(" ({listed})"),
    }
}

/// A set of names, described by a list of words in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Selection {
    /// If this is empty, all names are chosen: a list may consist of exceptions only.
    chosen: Names,
    excluded: Names,
}

/// Names, and patterns of names, which are slow to match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Names {
    literal: BTreeSet<String>,
    patterns: Vec<Pattern>,
}

impl Names {
    fn collect(words: Vec<Word>) -> Names {
        let (literal, others): (Vec<Word>, Vec<Word>) = words.into_iter().partition(Word::is_literal);
        Names {
            literal: literal.into_iter().map(|word| word.name).collect(),
            patterns: others.into_iter().map(|word| word.pattern).collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.literal.is_empty() && self.patterns.is_empty()
    }

    /// Whether it has one of several names of the same thing.
    fn has(&self, names: &[&str]) -> bool {
        let has = |name: &&str| {
            self.literal.contains(*name) || self.patterns.iter().any(|pattern| pattern.matches(name))
        };
        names.iter().any(has)
    }
}

/// One word of a list.
pub(super) struct Word {
    /// The word without `!`.
    pub name: String,
    pub pattern: Pattern,
    pub excludes: bool,
}

impl Word {
    /// Parses a word; the error is a message.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        Word::parse_among(text, |_| false)
    }

    /// Parses a word. Known names are not patterns, even if they contain wildcard characters.
    pub(super) fn parse_among(text: &str, is_known: impl Fn(&str) -> bool) -> Result<Self, String> {
        let text = text.trim();
        let (excludes, name) = text.strip_prefix('!').map_or((false, text), |name| (true, name.trim()));
        if name.is_empty() {
            return Err("the name is empty".to_owned());
        }
        let pattern = if is_known(name) { Pattern::new(&Pattern::escape(name)) } else { Pattern::new(name) };
        let pattern = pattern.map_err(|error| format!("`{name}` is not a valid pattern: {error}"))?;
        Ok(Self { name: name.to_owned(), pattern, excludes })
    }

    /// Returns whether it matches one of several names of the same thing.
    pub(super) fn matches(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.pattern.matches(name))
    }

    /// Returns whether the word is a name, not a pattern.
    pub(super) fn is_literal(&self) -> bool {
        !self.name.contains(['*', '?', '['])
    }
}

impl Selection {
    pub(super) fn new(words: impl IntoIterator<Item = Word>) -> Self {
        let (excluded, chosen): (Vec<Word>, Vec<Word>) = words.into_iter().partition(|word| word.excludes);
        Self { chosen: Names::collect(chosen), excluded: Names::collect(excluded) }
    }

    /// Returns whether all names are selected.
    pub(super) fn is_everything(&self) -> bool {
        self.chosen.is_empty() && self.excluded.is_empty()
    }

    /// Excludes these names, which are not patterns.
    pub(super) fn exclude(&mut self, names: &[&str]) {
        self.excluded.literal.extend(names.iter().map(|&name| name.to_owned()));
    }

    /// Returns whether something with these names is selected.
    pub(super) fn contains(&self, names: &[&str]) -> bool {
        (self.chosen.is_empty() || self.chosen.has(names)) && !self.excluded.has(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_separators() {
        assert!(is_name("yices-2.6+mcsat"));
        for bad in ["", "z3/x", "a::b", "a b", "é"] {
            assert!(!is_name(bad), "{bad}");
        }
    }

    #[test]
    fn the_nearest_name_must_be_near() {
        assert_eq!(nearest("timout", ["memory", "timeout"]), Some("timeout"));
        assert_eq!(nearest("qf_lia", ["QF_LRA", "QF_LIA"]), Some("QF_LIA"));
        assert_eq!(nearest("solver", ["memory", "timeout"]), None);
    }

    #[test]
    fn a_long_text_is_not_compared_with_names() {
        let text = "x".repeat(1 << 21);
        let name = "x".repeat(1 << 12);
        let begin = std::time::Instant::now();
        assert_eq!(nearest(&text, [name.as_str(); 100]), None);
        assert!(begin.elapsed() < std::time::Duration::from_secs(5));
    }

    #[test]
    fn advice_lists_what_is_known() {
        assert_eq!(advice("pp", ["pr", "all"]), "; did you mean `pr`? (known: pr, all)");
        assert_eq!(advice("xyz", ["pr"]), " (known: pr)");
        assert_eq!(advice("xyz", []), " (there are none)");
    }

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
    fn blanks_around_a_word_mean_nothing() {
        for text in ["!z3/horn*", " !z3/horn*", "! z3/horn* "] {
            let word = Word::parse(text).unwrap();
            assert_eq!((word.name.as_str(), word.excludes), ("z3/horn*", true), "{text:?}");
        }
        let known = Word::parse_among(" !*", |name| name == "*").unwrap();
        assert!(known.excludes && known.matches(&["*"]) && !known.matches(&["x"]));
    }

    #[test]
    fn an_invalid_pattern_is_reported() {
        assert!(Word::parse("QF_[").is_err());
        assert!(Word::parse("!").is_err());
    }
}
