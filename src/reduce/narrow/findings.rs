//! The findings of narrowing, and their text.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::generate::layout::Layout;
use crate::matrix::Tier;

/// What a failure depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
#[serde(default)]
pub struct Narrowed {
    /// The options that it needs. `None` if there were none to leave out, or not enough time.
    pub options: Option<Vec<NeededOption>>,
    /// The results for other random seeds; `None` if it is not known how to set them.
    pub seeds: Option<Seeds>,
    /// The results for other versions; `None` if solvers.yaml has none.
    pub versions: Option<Versions>,
    /// The results for other forms of the script.
    pub forms: Forms,
}

/// An option that the failure needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct NeededOption {
    /// Arguments, or a line of the script.
    pub option: String,
    /// The group from which the option was drawn; `None` if every script gets it.
    pub group: Option<String>,
    /// The tier of that group.
    pub tier: Option<Tier>,
    /// The verdict without it: if that is not an answer, the solver needs the option to run at all.
    pub without: String,
}

impl NeededOption {
    /// Whether an argument or a line of the script is this option, or one of several that are needed together.
    pub fn has(&self, option: &str) -> bool {
        format!(" {} ", self.option).contains(&format!(" {option} "))
    }
}

/// The results for random seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Seeds {
    /// The number of seeds tried.
    pub tried: u32,
    /// The number of seeds with which the solver fails.
    pub failing: u32,
    /// The number of seeds for each verdict.
    pub verdicts: BTreeMap<String, u32>,
}

/// The results for versions of a solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Versions {
    /// Each version tried, oldest first.
    pub tried: Vec<Tried>,
    /// The oldest version that fails.
    pub oldest_bad: Option<String>,
    /// The newest version that answers, but not wrongly.
    pub newest_good: Option<String>,
}

/// The result for one version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Tried {
    /// Its name in solvers.yaml.
    pub version: String,
    /// Its verdict in a word or two, or `not installed`.
    pub verdict: String,
}

/// The verdicts for the forms of a script, each in a word or two; `None` if it is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Forms {
    /// The assertions in force at the failing check, without levels and other checks.
    pub one_shot: Option<String>,
    /// With levels, and the solver's arguments for them.
    pub incremental: Option<String>,
    /// In each layout of incremental instances, if the row takes such instances; as far as there was time.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub layouts: BTreeMap<String, String>,
    /// With each logic that the row accepts, `none` without `set-logic`; only if it accepts several.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub logics: BTreeMap<String, String>,
}

impl Forms {
    /// Returns the verdicts in layouts whose levels and checks are always in the same places, beside the one-shot form.
    pub(crate) fn steady_layouts(&self) -> impl Iterator<Item = (&String, &String)> {
        let steady =
            Layout::ALL.into_iter().filter(|layout| layout.is_steady() && *layout != Layout::OneShot);
        let names: Vec<&str> = steady.map(Layout::word).collect();
        self.layouts.iter().filter(move |(name, _)| names.contains(&name.as_str()))
    }
}

impl Narrowed {
    /// Returns one line for each finding, with its name.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        match self.options.as_deref() {
            None => {}
            Some([]) => lines.push(("needs", "none of its options".to_owned())),
            Some(needed) => lines.extend(needed.iter().map(|option| ("needs", option.to_string()))),
        }
        lines.extend(self.seeds.iter().map(|seeds| ("seeds", seeds.to_string())));
        lines.extend(self.versions.iter().map(|versions| ("versions", versions.to_string())));
        let Forms { one_shot, incremental, layouts, logics } = &self.forms;
        if one_shot.is_some() || incremental.is_some() {
            lines.push(("forms", self.forms.to_string()));
        }
        for (name, found) in [("layouts", layouts), ("set-logic", logics)] {
            lines.extend((!found.is_empty()).then(|| (name, by_verdict(found))));
        }
        lines
    }
}

/// Groups names by verdict: `sat: one-shot; wrong unsat: push first, level redone`.
fn by_verdict(found: &BTreeMap<String, String>) -> String {
    let mut verdicts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (what, verdict) in found {
        verdicts.entry(verdict).or_default().push(what);
    }
    let parts = verdicts.iter().map(|(verdict, all)| format!("{verdict}: {}", all.join(", ")));
    parts.collect::<Vec<_>>().join("; ")
}

impl fmt::Display for NeededOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.option)?;
        if let (Some(group), Some(tier)) = (&self.group, self.tier) {
            write!(f, " ({group}, {tier})")?;
        }
        write!(f, "; without it: {}", self.without)
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seeds { tried, failing, verdicts } = self;
        let verdicts: Vec<String> = verdicts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        write!(f, "fails with {failing} of {tried} random seeds ({})", verdicts.join(", "))
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tried = self.tried.iter().map(|one| format!("{} {}", one.version, one.verdict));
        f.write_str(&tried.collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for Forms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forms = [("one-shot", &self.one_shot), ("incremental", &self.incremental)];
        let known = forms.into_iter().filter_map(|(form, word)| Some(format!("{form} {}", word.as_ref()?)));
        f.write_str(&known.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_is_a_line() {
        assert_eq!(Narrowed::default().lines(), []);
        let option = NeededOption {
            option: "smt.arith.solver=2".to_owned(),
            group: Some("arithmetic".to_owned()),
            tier: Some(Tier::Expert),
            without: "sat".to_owned(),
        };
        let tried =
            |version: &str, verdict: &str| Tried { version: version.to_owned(), verdict: verdict.to_owned() };
        let map = |pairs: &[(&str, &str)]| {
            pairs
                .iter()
                .map(|&(what, verdict)| (what.to_owned(), verdict.to_owned()))
                .collect::<BTreeMap<_, _>>()
        };
        let narrowed = Narrowed {
            options: Some(vec![option]),
            seeds: Some(Seeds {
                tried: 10,
                failing: 7,
                verdicts: [("wrong unsat".to_owned(), 7), ("sat".to_owned(), 3)].into(),
            }),
            versions: Some(Versions {
                tried: vec![tried("1.0", "wrong unsat"), tried("1.1", "not installed")],
                oldest_bad: Some("1.0".to_owned()),
                newest_good: None,
            }),
            forms: Forms {
                one_shot: Some("wrong unsat".to_owned()),
                layouts: map(&[
                    ("one-shot", "sat"),
                    ("push first", "wrong unsat"),
                    ("level redone", "wrong unsat"),
                ]),
                logics: map(&[("none", "unknown"), ("QF_BV", "wrong unsat")]),
                ..Forms::default()
            },
        };
        let lines: Vec<String> =
            narrowed.lines().into_iter().map(|(name, line)| format!("{name}: {line}")).collect();
        assert_eq!(
            lines,
            [
                "needs: smt.arith.solver=2 (arithmetic, expert); without it: sat",
                "seeds: fails with 7 of 10 random seeds (3 sat, 7 wrong unsat)",
                "versions: 1.0 wrong unsat, 1.1 not installed",
                "forms: one-shot wrong unsat",
                "layouts: sat: one-shot; wrong unsat: level redone, push first",
                "set-logic: unknown: none; wrong unsat: QF_BV",
            ]
        );
        let none = Narrowed { options: Some(Vec::new()), ..Narrowed::default() };
        assert_eq!(none.lines(), [("needs", "none of its options".to_owned())]);
    }
}
