//! Option groups: the options of a solver that a run varies.

use super::check_schema;
use super::command_line::Reader;
use super::mistakes::{Mistakes, Place};
use super::schema::{AlternativeEntry, Named, OptionsEntry, OptionsText, Per};
use super::solver::{Alternative, OptionGroup, Tier};
use super::yaml::{Node, read_text};

/// The folder of lists of options, beside `solvers.yaml`.
const FOLDER: &str = "options";

impl Reader<'_> {
    /// Reads the option groups at `place`, those of a solver or of a variant of it.
    pub(super) fn options(
        &mut self,
        solver: &str,
        options: Option<&OptionsText>,
        built_in: bool,
        place: &Place,
    ) -> Vec<OptionGroup> {
        match options {
            None => Vec::new(),
            Some(OptionsText::Groups(groups)) => self.groups(groups, built_in, place),
            Some(OptionsText::Word(_)) => self.listed_options(solver, built_in, place),
        }
    }

    /// Reads the options that a file beside `solvers.yaml` lists for a solver. They become groups from which zero, one
    /// or a few settings are drawn.
    fn listed_options(&mut self, solver: &str, built_in: bool, place: &Place) -> Vec<OptionGroup> {
        let file = format!("{FOLDER}/{solver}.yaml");
        let text = read_text(&self.surroundings.root.join(&file)).map_err(|error| error.to_string());
        match text.and_then(|text| read_options(&text)) {
            Err(error) => {
                let write = format!("`storm doctor --options {solver} --write {file}`");
                self.mistakes.value(place, format!("{file} cannot be read: {error}; {write} writes it"));
                Vec::new()
            }
            Ok(groups) => draw_settings(&self.groups(&groups, built_in, place)),
        }
    }

    fn groups(&mut self, groups: &Named<OptionsEntry>, built_in: bool, place: &Place) -> Vec<OptionGroup> {
        let group = |(name, entry): (&String, &OptionsEntry)| {
            let place = place.key(name);
            self.check_name(name, "a group of options", &place);
            let choose = entry.choose.as_deref().unwrap_or_default();
            let here = place.key("choose");
            if choose.is_empty() && entry.choose.is_some() {
                self.mistakes.value(&here, "no alternative is listed; write `{}` for none");
            }
            let alternatives = choose.iter().enumerate();
            OptionGroup {
                name: name.clone(),
                tier: entry.tier.unwrap_or_default(),
                per_instance: entry.per != Some(Per::Case),
                alternatives: alternatives
                    .map(|(at, entry)| self.alternative(entry, built_in, &here.index(at)))
                    .collect(),
            }
        };
        groups.iter().map(group).collect()
    }

    fn alternative(&mut self, entry: &AlternativeEntry, built_in: bool, place: &Place) -> Alternative {
        let args = self.args(entry.args.as_deref(), built_in, &place.key("args"));
        let set_options = entry.set_option.clone().unwrap_or_default();
        for (at, text) in set_options.iter().enumerate().filter(|(_, text)| !is_option(text)) {
            let message =
                format!("`{text}` is not an option with a value; write one such as `:produce-models true`");
            self.mistakes.value(&place.key("set_option").index(at), message);
        }
        if entry.set_simplifier.as_ref().is_some_and(|text| !is_simplifier(text)) {
            let message =
                "this is not one simplifier; write a name, or one such as `(then simplify solve-eqs)`";
            self.mistakes.value(&place.key("set_simplifier"), message);
        }
        let options = set_options.iter().map(|text| format!("(set-option {text})"));
        let simplifier = entry.set_simplifier.iter().map(|text| format!("(set-simplifier {text})"));
        Alternative { args: args.run, written: args.written, commands: options.chain(simplifier).collect() }
    }
}

/// Parses a list of options; the error is the first mistake in it.
fn read_options(text: &str) -> Result<Named<OptionsEntry>, String> {
    let tree = Node::parse(text).map_err(|error| error.to_string())?;
    let mut mistakes = Mistakes::default();
    let groups = check_schema::read(&tree, &mut mistakes)?;
    match mistakes.into_list(&tree) {
        Some((told, _)) => Err(told.first().map(ToString::to_string).unwrap_or_default()),
        None => Ok(groups),
    }
}

/// Combines the settings of all options into two groups for each tier, so that pairs are drawn, too, within a tier and
/// across tiers. A tier has no setting in three of eight cases, and one setting in half of them.
fn draw_settings(options: &[OptionGroup]) -> Vec<OptionGroup> {
    let mut groups = Vec::new();
    for tier in [Tier::Common, Tier::Expert] {
        let of_tier = options.iter().filter(|option| (option.tier == Tier::Expert) == (tier == Tier::Expert));
        let all = of_tier.flat_map(|option| &option.alternatives);
        let settings: Vec<Alternative> = all.filter(|one| **one != Alternative::default()).cloned().collect();
        for (order, plain) in [("first", settings.len()), ("second", 3 * settings.len())] {
            if settings.is_empty() {
                continue;
            }
            let none = std::iter::repeat_n(Alternative::default(), plain);
            groups.push(OptionGroup {
                name: format!("{order}-{tier}"),
                tier,
                per_instance: false,
                alternatives: none.chain(settings.iter().cloned()).collect(),
            });
        }
    }
    groups
}

/// Returns whether a text is a keyword and one value, so that `(set-option TEXT)` is a single command.
fn is_option(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let plain = |word: &str| !word.is_empty() && !word.contains(['(', ')', ';', '|', '"', '\n']);
    matches!(words[..], [name, value] if name.len() > 1 && name.starts_with(':') && plain(name) && plain(value))
}

/// Returns whether a text is a name or a list in parentheses, so that `(set-simplifier TEXT)` is a single command.
fn is_simplifier(text: &str) -> bool {
    let is_plain = |mark: char| mark.is_ascii_alphanumeric() || "-_.:() ".contains(mark);
    let is_name = !text.is_empty() && !text.contains(['(', ')', ' ']);
    text.chars().all(is_plain) && (is_name || is_list(text))
}

/// Returns whether a text is one list in parentheses, and nothing else.
pub(super) fn is_list(text: &str) -> bool {
    let mut depth = 0_usize;
    let is_one = text.char_indices().all(|(at, mark)| {
        match mark {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ => {}
        }
        // What follows the end would be another command or argument.
        depth > 0 || at + 1 == text.len()
    });
    is_one && depth == 0 && text.starts_with('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_one_or_a_pair_of_the_settings_is_drawn() {
        let setting = |text: &str| Alternative { args: vec![text.to_owned()], ..Alternative::default() };
        let option = |name: &str, tier, values: &[&str]| OptionGroup {
            name: name.to_owned(),
            tier,
            per_instance: false,
            alternatives: std::iter::once(Alternative::default())
                .chain(values.iter().map(|one| setting(one)))
                .collect(),
        };
        let groups =
            draw_settings(&[option("a", Tier::Common, &["a1"]), option("b", Tier::Expert, &["b1", "b2"])]);
        let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
        assert_eq!(names, ["first-common", "second-common", "first-expert", "second-expert"]);
        assert_eq!(groups.iter().map(|group| group.alternatives.len()).collect::<Vec<_>>(), [2, 4, 4, 8]);
        assert!(groups.iter().all(|group| !group.per_instance));
        assert_eq!(groups[2].alternatives[2..], ["b1", "b2"].map(setting));
    }

    #[test]
    fn an_option_has_a_name_and_a_value() {
        assert!(is_option(":smt.arith.solver 2"));
        for bad in ["", ":x", "x 2", ":x (2)", ":x 2 3", ": 2", ":x  2", ":x 2)(exit"] {
            assert!(!is_option(bad), "{bad}");
        }
    }

    #[test]
    fn a_simplifier_is_a_name_or_a_list() {
        for good in
            ["solve-eqs", "(then simplify solve-eqs)", "(then (using-params simplify :som true) solve-eqs)"]
        {
            assert!(is_simplifier(good), "{good}");
        }
        for bad in
            ["", "a b", "(a) b", "(a)(exit", "a)(exit", "(a", "a\n", "|a|", "(then \"a\")", "(a) ", "((a)))"]
        {
            assert!(!is_simplifier(bad), "{bad}");
        }
    }
}
