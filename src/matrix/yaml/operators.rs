//! The operators a solver reads.

use super::place::{Drafts, Place};
use super::scalars::Words;
use crate::matrix::names::nearest;
use crate::matrix::select::{Selection, Word};
use crate::theory::operators::{self, Operator};

/// What stands for functions that are defined by recursion among the names of operators: a command, of which rows say that
/// their solver does not read it.
pub(crate) const RECURSION: &str = "define-fun-rec";

/// The same for `match`, which is no operator either.
pub(crate) const MATCH: &str = "match";

/// The same for functions of arrays that are defined.
pub(crate) const OF_ARRAYS: &str = "define-fun-array";

/// A set of operators, given by names, wildcards and exceptions. Every spelling of an operator is a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operators(Selection);

impl Operators {
    /// Every operator.
    pub fn all() -> Self {
        Self(Selection::new([]))
    }

    /// Every operator but those of these names.
    #[cfg(test)]
    pub(crate) fn without(names: &[&str]) -> Self {
        Self::all().except(names)
    }

    /// The same but for these names, as a release may have it that is older than what a row says.
    pub fn except(mut self, names: &[&str]) -> Self {
        self.0.exclude(names);
        self
    }

    /// Whether somebody has said which ones it has.
    pub fn are_known(&self) -> bool {
        *self != Self::all()
    }

    /// Whether the operator of this name, without indices, is one of them.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(&[name])
    }
}

/// Reads the value of an `operators` key.
pub(super) fn resolve(words: &Words, place: &Place, drafts: &mut Drafts) -> Operators {
    let words = words.placed(place);
    if words.is_empty() {
        drafts.value(place, "no operator is listed; write `all` or leave the key out for all operators");
    }
    let words: Vec<Word> = words
        .into_iter()
        .filter_map(|(place, text)| match text.strip_prefix('!').unwrap_or(text).trim() {
            RECURSION | MATCH | OF_ARRAYS => Word::parse(text).ok(),
            "all" if text == "all" => word("*?", &place, drafts),
            _ => word(text, &place, drafts),
        })
        .collect();
    Operators(Selection::new(words))
}

/// A word that chooses operators of the table. `*` is multiplication and `re.*` a closure: a name is no pattern.
pub(super) fn word(text: &str, place: &Place, drafts: &mut Drafts) -> Option<Word> {
    let is_name = |name: &str| Operator::find(name).is_some();
    let word = Word::parse_among(text, is_name).map_err(|message| drafts.value(place, message)).ok()?;
    if is_name(&word.name) {
        return Some(word);
    }
    if !word.is_literal() {
        if !operators::names().any(|name| word.matches(&[name])) {
            drafts.value(place, format!("`{}` matches no operator", word.name));
        }
        return Some(word);
    }
    let meant = match nearest(&word.name, operators::names()) {
        Some(known) => format!("; did you mean `{known}`?"),
        None => "; names are those of SMT-LIB without indices, such as `fp.rem`, or patterns such as `seq.*`"
            .to_owned(),
    };
    drafts.value(place, format!("unknown operator `{}`{meant}", word.name));
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operators(words: &[&str]) -> (Operators, Vec<String>) {
        let words = Words::Many(words.iter().map(|word| (*word).to_owned()).collect());
        let mut drafts = Drafts::default();
        let operators = resolve(&words, &Place::default(), &mut drafts);
        let messages = drafts.0.into_iter().map(|draft| format!("{} {}", draft.place, draft.message));
        (operators, messages.collect())
    }

    #[test]
    fn names_patterns_and_exceptions() {
        let (read, messages) = operators(&["!fp.rem", "!seq.*", "!re.^"]);
        assert_eq!(messages, [""; 0]);
        for name in ["fp.add", "re.*", "re.loop", "seq.to.re.x", "*"] {
            assert_eq!(read.contains(name), name != "seq.to.re.x", "{name}");
        }
        for name in ["fp.rem", "seq.len", "re.^"] {
            assert!(!read.contains(name), "{name}");
        }
    }

    #[test]
    fn a_name_is_no_pattern() {
        let (read, messages) = operators(&["!re.*", "!*", "!+"]);
        assert_eq!(messages, [""; 0]);
        assert!(!read.contains("re.*") && !read.contains("*") && !read.contains("+"));
        assert!(read.contains("re.opt") && read.contains("bvadd"));
        let (read, _) = operators(&["!re.?*"]);
        assert!(!read.contains("re.*") && !read.contains("re.opt") && read.contains("repeat"));
        let (read, _) = operators(&["all", "!-"]);
        assert!(read.contains("+") && read.contains("*") && !read.contains("-"));
    }

    #[test]
    fn recursion_is_read_or_not_like_an_operator() {
        let (read, messages) = operators(&["!define-fun-rec", "!fp.rem"]);
        assert_eq!(messages, [""; 0]);
        assert!(!read.contains(RECURSION) && read.contains("fp.add"));
        assert!(operators(&["!fp.rem"]).0.contains(RECURSION));
    }

    #[test]
    fn each_spelling_is_a_name() {
        let (read, messages) = operators(&["!str.in_re"]);
        assert!(messages.is_empty() && !read.contains("str.in_re") && read.contains("str.in.re"));
    }

    #[test]
    fn what_is_no_operator_is_told() {
        let (_, messages) = operators(&["!fp.ad", "!qqq.*", "zzzzzz", "!"]);
        assert_eq!(messages.len(), 4, "{messages:?}");
        assert_eq!(messages[0], "[0] unknown operator `fp.ad`; did you mean `fp.add`?");
        assert_eq!(messages[1], "[1] `qqq.*` matches no operator");
        assert!(messages[2].starts_with("[2] unknown operator `zzzzzz`; names are those"), "{messages:?}");
        assert_eq!(messages[3], "[3] the name is empty");
        assert_eq!(operators(&[]).1.len(), 1);
    }
}
