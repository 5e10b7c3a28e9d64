//! Option groups: what a run may vary in a solver.

use super::named::Named;
use super::place::Place;
use super::rows::Rows;
use super::schema::{AlternativeEntry, OptionsEntry, Per};
use crate::matrix::names::is_name;
use crate::matrix::solver::{Alternative, OptionGroup};

impl Rows<'_> {
    /// The option groups of the solver or variant at `place`.
    pub(super) fn options(
        &mut self,
        groups: Option<&Named<OptionsEntry>>,
        built_in: bool,
        place: &Place,
    ) -> Vec<OptionGroup> {
        let place = place.key("options");
        let mut resolved = Vec::new();
        for (name, entry) in groups.iter().flat_map(|groups| &groups.0) {
            let place = place.key(name);
            if !is_name(name) {
                let message =
                    format!("`{name}` is no name for a group of options; use letters, digits and `_.+-`");
                self.drafts.key(&place, message);
            }
            let choose = entry.choose.as_deref().unwrap_or_default();
            let here = place.key("choose");
            if choose.is_empty() && entry.choose.is_some() {
                self.drafts.value(&here, "no alternative is listed; write `{}` for none");
            }
            let alternatives = choose.iter().enumerate();
            let alternatives =
                alternatives.map(|(at, entry)| self.alternative(entry, built_in, &here.index(at)));
            resolved.push(OptionGroup {
                name: name.clone(),
                tier: entry.tier.unwrap_or_default(),
                per_instance: entry.per != Some(Per::Case),
                alternatives: alternatives.collect(),
            });
        }
        resolved
    }

    fn alternative(&mut self, entry: &AlternativeEntry, built_in: bool, place: &Place) -> Alternative {
        let args = self.args(entry.args.as_deref(), built_in, &place.key("args"));
        let place = place.key("set_option");
        let set_options = entry.set_option.clone().unwrap_or_default();
        for (at, text) in set_options.iter().enumerate() {
            if !is_option(text) {
                let message =
                    format!("`{text}` is no option with a value; write such as `:produce-models true`");
                self.drafts.value(&place.index(at), message);
            }
        }
        Alternative { args: args.run, written: args.written, set_options }
    }
}

/// Whether a text is a keyword and one value, so that `(set-option TEXT)` is one command.
fn is_option(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let plain = |word: &str| !word.is_empty() && !word.contains(['(', ')', ';', '|', '"', '\n']);
    matches!(words[..], [name, value] if name.len() > 1 && name.starts_with(':') && plain(name) && plain(value))
}

#[cfg(test)]
mod tests {
    use super::is_option;

    #[test]
    fn an_option_has_a_name_and_a_value() {
        assert!(is_option(":smt.arith.solver 2"));
        for bad in ["", ":x", "x 2", ":x (2)", ":x 2 3", ": 2", ":x  2", ":x 2)(exit"] {
            assert!(!is_option(bad), "{bad}");
        }
    }
}
