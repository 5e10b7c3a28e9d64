//! The operators that a solver reads, those with values that it fixes where SMT-LIB leaves them open, and those to which
//! formulas are led.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use foldhash::fast::RandomState;

use super::names::{Selection, Word, nearest};
use crate::theory::operators::{self, Operator, op};

/// The name for recursive functions among the names of operators: a command that the solvers of some rows do not read.
pub(crate) const RECURSION: &str = "define-fun-rec";

/// The name for `match`, which is not an operator either.
pub(crate) const MATCH: &str = "match";

/// The name for defined functions that take or return arrays.
pub(crate) const OF_ARRAYS: &str = "define-fun-array";

/// The name for recursive functions that return languages: cvc5 combines regular expressions with no other theory.
pub(crate) const RECURSIVE_LANGUAGE: &str = "define-fun-rec-reglan";

/// The name for recursive functions by `match`: one after a `(reset)` kills Z3.
pub(crate) const RECURSIVE_MATCH: &str = "define-fun-rec-match";

/// The name for the commands that declare codatatypes, which only CVC4 and cvc5 read.
pub(crate) const CODATATYPES: &str = "declare-codatatypes";

/// The name for floating-point formats other than those that IEEE 754 names.
pub(crate) const ODD_FORMATS: &str = "odd-float-formats";

/// The formats that IEEE 754 names, each with its exponent and its significand in bits. Every solver of floating-point
/// arithmetic reads them.
pub(crate) const NAMED_FORMATS: [(&str, (u32, u32)); 4] =
    [("Float16", (5, 11)), ("Float32", (8, 24)), ("Float64", (11, 53)), ("Float128", (15, 113))];

/// The name for the formats of 3 + 3, 3 + 4, 4 + 5 and 5 + 6 bits, on which `fp.roundToIntegral` of cvc5 fails, and those with
/// significands of 2 bits, whose `fp` cvc5 reads of literals only.
const TIGHT_FORMATS: &str = "tight-float-formats";

/// The name for arrays of arrays, Booleans, strings, sequences or datatypes of the seed, or with indices that are neither
/// bit-vectors nor integers.
pub(crate) const ODD_ARRAYS: &str = "odd-arrays";

/// The name for patterns of quantifiers.
pub(crate) const PATTERN: &str = "pattern";

/// All names of what a solver reads that are not operators.
pub(crate) const SYNTAX: [&str; 10] = [
    RECURSION, RECURSIVE_LANGUAGE, RECURSIVE_MATCH, MATCH, OF_ARRAYS, CODATATYPES, ODD_FORMATS,
    TIGHT_FORMATS, ODD_ARRAYS, PATTERN,
];

/// The name for the selectors of datatypes among the operators that a solver fixes: their values are open for other
/// constructors.
pub(crate) const SELECTOR: &str = "selector";

/// A set of operators, given by names, wildcards and exceptions. Each spelling of an operator is a separate name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operators(Arc<Chosen>);

/// The chosen operators.
#[derive(Debug, PartialEq, Eq)]
struct Chosen {
    selection: Selection,
    /// Whether the selection says anything of operators, not only of other syntax.
    are_known: bool,
    /// Whether each known name is selected. Patterns are slow to match, and generation asks often. Empty if all
    /// operators are selected.
    by_name: HashMap<&'static str, bool, RandomState>,
}

impl Operators {
    /// Returns the set of all operators.
    pub fn all() -> Self {
        Self::select(Selection::new([]), false)
    }

    /// Returns what a row without a list is taken to read: all operators, but no codatatypes. It is asked for with each
    /// batch, and the same set is compared fastest.
    pub(super) fn unlisted() -> Self {
        static UNLISTED: LazyLock<Operators> =
            LazyLock::new(|| Operators::read(&[format!("!{CODATATYPES}")], |_, _| {}));
        UNLISTED.clone()
    }

    fn select(selection: Selection, are_known: bool) -> Self {
        let mut by_name = HashMap::default();
        if !selection.is_everything() {
            let names = operators::names().chain(SYNTAX);
            by_name.extend(names.map(|name| (name, selection.contains(&[name]))));
        }
        Self(Arc::new(Chosen { selection, are_known, by_name }))
    }

    /// Returns the set of all operators except for these names.
    #[cfg(test)]
    pub(crate) fn without(names: &[&str]) -> Self {
        Self::all().except(names)
    }

    /// Removes these names, for a release that is older than its row.
    pub fn except(self, names: &[&str]) -> Self {
        let mut selection = self.0.selection.clone();
        selection.exclude(names);
        Self::select(selection, true)
    }

    /// Reads a list of words. Mistakes go to `note`, with the index of the word.
    pub(super) fn read(words: &[String], mut note: impl FnMut(usize, String)) -> Operators {
        let words: Vec<Word> = (words.iter().enumerate())
            .filter_map(|(at, text)| match text.strip_prefix('!').unwrap_or(text).trim() {
                name if SYNTAX.contains(&name) => Word::parse(text).ok(),
                "all" if text == "all" => Word::parse("*").ok(),
                _ => read_word(text, |message| note(at, message)),
            })
            .collect();
        let are_known = words.iter().any(|word| !SYNTAX.contains(&word.name.as_str()));
        Operators::select(Selection::new(words), are_known)
    }

    /// Returns whether the row lists the operators that its solver reads.
    pub fn are_known(&self) -> bool {
        self.0.are_known
    }

    /// Returns whether the operator of this name, without indices, is in the set.
    pub fn contains(&self, name: &str) -> bool {
        self.0.selection.is_everything()
            || self.0.by_name.get(name).copied().unwrap_or_else(|| self.0.selection.contains(&[name]))
    }

    /// Returns whether the row lists the operators that its solver reads, and this name is among them: for what not all
    /// solvers read.
    pub(crate) fn list(&self, name: &str) -> bool {
        self.are_known() && self.contains(name)
    }

    /// Returns whether the solver has floating-point numbers: without `fp`, it builds none.
    pub(crate) fn has_floats(&self) -> bool {
        self.contains(op::FP.name())
    }

    /// Returns whether the solver reads `fp` of terms of a format, its exponent and its significand in bits, and
    /// `fp.roundToIntegral` of it.
    pub(crate) fn read_format(&self, format: (u32, u32)) -> bool {
        let is_odd = NAMED_FORMATS.iter().all(|(_, named)| *named != format);
        let is_tight = matches!(format, (_, 2) | (3, 3 | 4) | (4, 5) | (5, 6));
        (!is_odd || self.contains(ODD_FORMATS)) && (!is_tight || self.contains(TIGHT_FORMATS))
    }
}

/// Some of the operators whose values SMT-LIB leaves open for some arguments, by their names in SMT-LIB 2.7.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotalOperators(BTreeSet<&'static str>);

impl TotalOperators {
    /// Returns the set of these names.
    #[cfg(test)]
    pub(crate) fn from_names(names: &[&'static str]) -> TotalOperators {
        TotalOperators(names.iter().copied().collect())
    }

    /// Reads a list of words. Mistakes go to `note`, with the index of the word.
    pub(super) fn read(words: &[String], mut note: impl FnMut(usize, String)) -> TotalOperators {
        let mut chosen = BTreeSet::new();
        let mut read = Vec::new();
        for (at, text) in words.iter().enumerate() {
            if text == SELECTOR {
                chosen.insert(SELECTOR);
            } else if Operator::find(text.trim_start_matches('!')).is_some_and(|operator| !operator.open) {
                note(at, format!("SMT-LIB leaves no value of `{text}` open; remove it"));
            } else {
                read.extend(read_word(text, |message| note(at, message)));
            }
        }
        chosen.extend(select(read).filter(|operator| operator.open).map(|operator| operator.name));
        TotalOperators(chosen)
    }

    /// Returns whether an operator, by its name in SMT-LIB 2.7, or `selector`, is in the set.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// The operators to which built formulas are led, by their names in SMT-LIB 2.7.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FocusOperators(BTreeSet<&'static str>);

impl FocusOperators {
    /// Returns the set of these names.
    #[cfg(test)]
    pub(crate) fn from_names(names: &[&'static str]) -> FocusOperators {
        FocusOperators(names.iter().copied().collect())
    }

    /// Reads a list of words. Mistakes go to `note`, with the index of the word.
    pub(super) fn read(words: &[String], mut note: impl FnMut(usize, String)) -> FocusOperators {
        let words = words.iter().enumerate();
        let read = words.filter_map(|(at, text)| read_word(text, |message| note(at, message))).collect();
        FocusOperators(select(read).map(|operator| operator.name).collect())
    }

    /// Returns whether an operator is in the set.
    pub fn contains(&self, operator: &Operator) -> bool {
        self.0.contains(operator.name)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Iterates over the operators of the table that words select, all spellings alike; no word selects none.
fn select(words: Vec<Word>) -> impl Iterator<Item = &'static Operator> {
    // An empty selection would contain everything.
    let selection = Some(words).filter(|words| !words.is_empty()).map(Selection::new);
    operators::all().filter(move |operator| {
        let names = || operator.names().collect::<Vec<_>>();
        selection.as_ref().is_some_and(|selection| selection.contains(&names()))
    })
}

/// Parses a word that selects operators of the table. `*` is multiplication and `re.*` a closure: names are not
/// patterns.
fn read_word(text: &str, mut note: impl FnMut(String)) -> Option<Word> {
    let is_name = |name: &str| Operator::find(name).is_some();
    let word = Word::parse_among(text, is_name).map_err(&mut note).ok()?;
    if !word.is_literal() && !is_name(&word.name) {
        if !operators::names().any(|name| word.matches(&[name])) {
            note(format!("`{}` matches no operator", word.name));
        }
    } else if !is_name(&word.name) {
        let meant = match nearest(&word.name, operators::names()) {
            Some(known) => format!("; did you mean `{known}`?"),
            None => {
                "; names are those of SMT-LIB without indices, such as `fp.rem`, or patterns such as `seq.*`"
                    .to_owned()
            }
        };
        note(format!("unknown operator `{}`{meant}", word.name));
    }
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the set that the words describe, and the mistakes in them.
    fn read<T>(
        words: &[&str],
        read: impl Fn(&[String], &mut dyn FnMut(usize, String)) -> T,
    ) -> (T, Vec<String>) {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let mut messages = Vec::new();
        let read = read(&words, &mut |at, message| messages.push(format!("[{at}] {message}")));
        (read, messages)
    }

    fn operators(words: &[&str]) -> (Operators, Vec<String>) {
        read(words, |words, note| Operators::read(words, note))
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
    fn a_name_is_not_a_pattern() {
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
    fn other_syntax_says_nothing_of_operators() {
        let (read, messages) = operators(&["!declare-codatatypes"]);
        assert_eq!(messages, [""; 0]);
        assert!(!read.contains(CODATATYPES) && read.contains("fp.add") && !read.are_known());
        assert!(!read.list(ODD_ARRAYS) && operators(&["!declare-codatatypes", "!fp.rem"]).0.list(ODD_ARRAYS));
    }

    #[test]
    fn each_spelling_is_a_name() {
        let (read, messages) = operators(&["!str.in_re"]);
        assert!(messages.is_empty() && !read.contains("str.in_re") && read.contains("str.in.re"));
    }

    #[test]
    fn an_unknown_operator_is_reported() {
        let (_, messages) = operators(&["!fp.ad", "!qqq.*", "zzzzzz", "!"]);
        assert_eq!(messages.len(), 4, "{messages:?}");
        assert_eq!(messages[0], "[0] unknown operator `fp.ad`; did you mean `fp.add`?");
        assert_eq!(messages[1], "[1] `qqq.*` matches no operator");
        assert!(messages[2].starts_with("[2] unknown operator `zzzzzz`; names are those"), "{messages:?}");
        assert_eq!(messages[3], "[3] the name is empty");
    }

    fn fixes(words: &[&str]) -> (TotalOperators, Vec<String>) {
        read(words, |words, note| TotalOperators::read(words, note))
    }

    #[test]
    fn fixed_operators_are_listed_by_name_and_pattern() {
        let (fixed, messages) = fixes(&["/", "fp.m*", "to_ieee_bv", "selector"]);
        assert_eq!(messages, [""; 0]);
        for name in ["/", "fp.min", "fp.max", "fp.to_ieee_bv", "selector"] {
            assert!(fixed.contains(name), "{name}");
        }
        for name in ["div", "fp.mul", "to_ieee_bv", "fp.to_ubv"] {
            assert!(!fixed.contains(name), "{name}");
        }
        let (only, _) = fixes(&["selector"]);
        assert!(only.contains("selector") && !only.contains("div"));
    }

    #[test]
    fn an_operator_with_a_value_everywhere_is_a_mistake() {
        let (fixed, messages) = fixes(&["bvudiv", "dvi"]);
        assert_eq!(fixed, TotalOperators::default());
        assert_eq!(messages[0], "[0] SMT-LIB leaves no value of `bvudiv` open; remove it");
        assert!(messages[1].starts_with("[1] unknown operator `dvi`; did you mean `div`?"), "{messages:?}");
        assert_eq!(fixes(&[]).0, TotalOperators::default());
    }
}
