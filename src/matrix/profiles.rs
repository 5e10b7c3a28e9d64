//! Profiles: the rows, seeds and bounds of a run.

use std::time::Duration;

use super::command_line::Reader;
use super::config::Weights;
use super::logics::check_logic;
use super::mistakes::Place;
use super::names::{Selection, Word, advice};
use super::quantity::{read_duration, read_seeds};
use super::schema::{ProfileEntry, SeedEntry, Words};
use super::solver::{Solver, Tier};

/// A profile after parsing.
pub(super) struct Profile<'a> {
    pub entry: &'a ProfileEntry,
    pub rng_seeds: Vec<u64>,
    pub witness: Weights,
    pub timeout: Option<Duration>,
    pub small_timeout: Option<Duration>,
    pub minimise_time: Option<Duration>,
    pub run_time: Option<Duration>,
    /// Its rows; `None` for all.
    solvers: Option<Selection>,
    /// The seeds with their places, if they differ from those of the top level.
    pub seeds: Option<Vec<(SeedEntry, Place)>>,
}

impl Reader<'_> {
    /// Reads the profile at `place`; `rows` are all rows of the file.
    pub(super) fn profile<'a>(
        &mut self,
        entry: &'a ProfileEntry,
        place: &Place,
        rows: &[Solver],
    ) -> Profile<'a> {
        let mut duration =
            |text: &Option<String>, key| self.mistakes.read(text.as_ref(), place, key, read_duration);
        let timeout = duration(&entry.timeout, "timeout");
        let small_timeout = duration(&entry.small_timeout, "small_timeout");
        let minimise_time = duration(&entry.minimise_time, "minimise_time");
        let run_time = duration(&entry.run_time, "for");
        let witness = entry.witness.unwrap_or_default();
        if witness.total() == 0 {
            let none = "no source of witnesses has a weight; give one, such as `sampled: 1`";
            self.mistakes.value(&place.key("witness"), none);
        }
        for name in entry.nm_of.iter().flat_map(|named| named.keys()) {
            if !rows.iter().any(|row| row.name == *name) {
                self.mistakes.key(&place.key("NM_of").key(name), no_solver(name, rows));
            }
        }
        let rng_seeds = entry.rng.as_ref().map(|text| {
            read_seeds(text, |at, message| {
                let place = place.key("rng");
                self.mistakes.value(&at.map_or(place.clone(), |at| place.index(at)), message);
            })
        });
        Profile {
            entry,
            rng_seeds: rng_seeds.unwrap_or_else(|| vec![1]),
            witness,
            timeout,
            small_timeout,
            minimise_time,
            run_time,
            solvers: (entry.solvers.as_ref()).map(|words| self.selection(words, &place.key("solvers"), rows)),
            seeds: entry.seeds.as_ref().map(|seeds| self.seeds(seeds, &place.key("seeds"))),
        }
    }

    fn selection(&mut self, words: &Words, place: &Place, rows: &[Solver]) -> Selection {
        if words.list().is_empty() {
            self.mistakes.value(place, "no solver is listed; leave the key out for all solvers");
        }
        let mut known = Vec::new();
        let mut unknown = false;
        for (at, text) in words.list().iter().enumerate() {
            let place = words.place(at, place);
            match Word::parse(text) {
                Err(message) => self.mistakes.value(&place, message),
                Ok(word) if names_none(&word, rows) => {
                    self.mistakes.value(&place, no_solver(&word.name, rows));
                    unknown = true;
                }
                Ok(word) => known.push(word),
            }
        }
        let selection = Selection::new(known);
        // If a name is misspelt, an empty selection follows from it.
        if !unknown && !rows.is_empty() && !rows.iter().any(|row| selection.contains(&row.names())) {
            self.mistakes.value(place, "no solver is left; exclude fewer of them");
        }
        selection
    }

    /// Reads a list of seeds, each with its place.
    pub(super) fn seeds(&mut self, seeds: &[SeedEntry], place: &Place) -> Vec<(SeedEntry, Place)> {
        if seeds.is_empty() {
            self.mistakes.key(place, "no seeds are listed; at least one `glob` is needed");
        }
        let remedy = "leave the key out to take the name of a seed's folder";
        let seeds = seeds.iter().enumerate().map(|(i, seed)| {
            let place = place.index(i);
            self.mistakes.read(seed.glob.as_ref(), &place, "glob", |glob| match glob::Pattern::new(glob) {
                Err(error) => Err(format!("`{glob}` is not a valid pattern: {error}")),
                Ok(_) if glob.is_empty() => Err("the pattern is empty".to_owned()),
                Ok(_) => Ok(()),
            });
            self.mistakes.read(seed.logic.as_ref(), &place, "logic", |logic| check_logic(logic, remedy));
            (seed.clone(), place)
        });
        seeds.collect()
    }
}

impl Profile<'_> {
    /// Returns the rows of the profile, with its settings applied.
    pub(super) fn rows(&self, all: &[Solver]) -> Vec<Solver> {
        let has = |row: &&Solver| self.solvers.as_ref().is_none_or(|solvers| solvers.contains(&row.names()));
        let mut rows: Vec<Solver> = all.iter().filter(has).cloned().collect();
        let tier = self.entry.tier.unwrap_or(Tier::Expert);
        for row in &mut rows {
            row.timeout = self.timeout.unwrap_or(row.timeout);
            if let Some(classes) = &self.entry.fail_on {
                row.fail_on = classes.iter().copied().collect();
            }
            let most = self.entry.nm_of.as_ref();
            row.instances = row.names().iter().find_map(|name| most?.get(*name)).copied();
            row.form.layouts = self.entry.layouts.unwrap_or_default();
            row.form.options.retain(|group| group.tier <= tier);
            if self.entry.sessions == Some(false) {
                row.session = None;
            }
        }
        rows
    }
}

/// Returns whether a word by mistake names none of the rows. A wildcard that excludes nothing is not a mistake: there may be
/// variants in the future.
pub(super) fn names_none(word: &Word, rows: &[Solver]) -> bool {
    (!word.excludes || word.is_literal()) && !rows.iter().any(|row| word.matches(&row.names()))
}

/// Returns the message that no row has this name.
pub(super) fn no_solver(name: &str, rows: &[Solver]) -> String {
    let advice = advice(name, rows.iter().map(|row| row.name.as_str()));
    format!("no solver is called `{name}`{advice}")
}
