//! The operators whose values a solver fixes where SMT-LIB leaves them open.

use std::collections::BTreeSet;

use super::operators::word;
use super::place::{Drafts, Place};
use super::scalars::Words;
use crate::matrix::select::Selection;
use crate::theory::operators::{self, Operator};

/// What stands for the selectors of datatypes, which are open where the constructor is another one.
pub(crate) const SELECTOR: &str = "selector";

/// Some of the operators whose values SMT-LIB leaves open for some arguments, by their names in SMT-LIB 2.7.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixes(BTreeSet<&'static str>);

impl Fixes {
    /// Those of these names.
    #[cfg(test)]
    pub(crate) fn of(names: &[&'static str]) -> Fixes {
        Fixes(names.iter().copied().collect())
    }

    /// Whether an operator, by its name in SMT-LIB 2.7, or `selector`, is one of them.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Reads the value of a `fixes` key.
pub(super) fn resolve(words: &Words, place: &Place, drafts: &mut Drafts) -> Fixes {
    let words = words.placed(place);
    if words.is_empty() {
        drafts.value(place, "no operator is listed; leave the key out if the solver fixes none");
    }
    let mut is_selector = false;
    let mut read = Vec::new();
    for (place, text) in words {
        if text == SELECTOR {
            is_selector = true;
        } else if Operator::find(text.trim_start_matches('!')).is_some_and(|row| !row.open) {
            drafts.value(&place, format!("SMT-LIB leaves no value of `{text}` open; take it out"));
        } else {
            read.extend(word(text, &place, drafts));
        }
    }
    let is_any = !read.is_empty();
    let selection = Selection::new(read);
    let is_chosen =
        |row: &&Operator| row.open && is_any && selection.contains(&row.names().collect::<Vec<_>>());
    let chosen = operators::all().filter(is_chosen).map(|row| row.name);
    Fixes(chosen.chain(is_selector.then_some(SELECTOR)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixes(words: &[&str]) -> (Fixes, Vec<String>) {
        let words = Words::Many(words.iter().map(|word| (*word).to_owned()).collect());
        let mut drafts = Drafts::default();
        let fixes = resolve(&words, &Place::default(), &mut drafts);
        let messages = drafts.0.into_iter().map(|draft| format!("{} {}", draft.place, draft.message));
        (fixes, messages.collect())
    }

    #[test]
    fn open_operators_are_chosen_by_name_and_pattern() {
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
    fn what_has_a_value_everywhere_is_a_mistake() {
        let (fixed, messages) = fixes(&["bvudiv", "dvi"]);
        assert!(fixed.is_empty());
        assert_eq!(messages[0], "[0] SMT-LIB leaves no value of `bvudiv` open; take it out");
        assert!(messages[1].starts_with("[1] unknown operator `dvi`; did you mean `div`?"), "{messages:?}");
        assert_eq!(fixes(&[]).1.len(), 1);
    }
}
