//! What is known of a solver's program beside its command line: its random seed and its other versions.

use super::argv::check_plain;
use super::named::Named;
use super::place::{Drafts, Place};
use super::rows::Rows;
use super::schema::ProgramEntry;
use crate::matrix::names::{is_name, nearest};
use crate::matrix::solver::{SEED_PLACEHOLDER, Version};

impl Rows<'_> {
    /// The arguments that set the random seed of the solver at `place`.
    pub(super) fn random_seed(
        &mut self,
        args: Option<&[String]>,
        built_in: bool,
        place: &Place,
    ) -> Vec<String> {
        let place = place.key("random_seed");
        if let Some(args) = args.filter(|_| !built_in) {
            check_seed(args, &place, self.drafts);
        }
        self.args(args, built_in, &place).run
    }

    /// The other versions of the solver at `place`.
    pub(super) fn versions(
        &mut self,
        entries: Option<&Named<ProgramEntry>>,
        built_in: bool,
        place: &Place,
    ) -> Vec<Version> {
        let place = place.key("versions");
        let Some(entries) = entries else { return Vec::new() };
        if built_in {
            self.drafts.key(&place, "not possible together with `built_in: true`, which is the linked libz3");
            return Vec::new();
        }
        let version = |(name, ProgramEntry(program)): &(String, ProgramEntry)| {
            let place = place.key(name);
            if !is_name(name) {
                let message = format!("`{name}` is no name for a version; use letters, digits and `_.+-`");
                self.drafts.key(&place, message);
            }
            check_plain(program, &place, self.drafts);
            let program = self.surroundings.command(program, &place, self.drafts).run;
            Version { name: name.clone(), program }
        };
        entries.0.iter().map(version).collect()
    }
}

/// Checks where the placeholder of the seed stands.
fn check_seed(args: &[String], place: &Place, drafts: &mut Drafts) {
    for (at, text) in args.iter().enumerate() {
        for inner in text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)) {
            if inner != "seed" && nearest(inner, ["seed"]).is_some() {
                let message =
                    format!("unknown placeholder `{{{inner}}}`; did you mean `{SEED_PLACEHOLDER}`?");
                drafts.value(&place.index(at), message);
                return;
            }
        }
    }
    if !args.iter().any(|text| text.contains(SEED_PLACEHOLDER)) {
        drafts.value(place, "no `{seed}`, which stands for a number; write such as `--seed={seed}`");
    }
}
