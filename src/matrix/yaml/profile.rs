//! Profiles: which rows, seeds and bounds a run has.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::time::Duration;

use super::logics;
use super::operators::Operators;
use super::place::{Drafts, Place};
use super::scalars::Words;
use super::schema::{ProfileEntry, SeedEntry};
use super::{quantity, rng};
use crate::matrix::Class;
use crate::matrix::batches::{Batches, Layouts};
use crate::matrix::bounds::{Auto, Bounds};
use crate::matrix::names::advice;
use crate::matrix::opinions::Opinions;
use crate::matrix::select::{Selection, Word};
use crate::matrix::solver::{Solver, Tier};
use crate::matrix::weights::Weights;

/// Timeouts after which a case gives up.
const MAX_TIMEOUTS: u32 = 3;
/// How long a case may take to make its failing instances smaller: far more than a solver that answers needs, and less
/// than a night.
const MINIMISE_TIME: Duration = Duration::from_secs(600);

/// A profile with its mistakes noted.
pub(super) struct Profile {
    pub rng_seeds: Vec<u64>,
    pub bounds: Bounds,
    pub witness: Weights,
    pub second_opinion: Opinions,
    pub max_timeouts: u32,
    pub small_timeout: Option<Duration>,
    pub minimise_time: Duration,
    pub run_time: Option<Duration>,
    pub timeout: Option<Duration>,
    pub fail_on: Option<BTreeSet<Class>>,
    /// The most instances of a case, by the name of a row or of its solver.
    instances: Vec<(String, NonZeroU32)>,
    layouts: Layouts,
    tier: Tier,
    sessions: bool,
    solvers: Option<Selection>,
    /// The seeds and the place where each is written, if they are not the top level's.
    pub seeds: Option<Vec<(SeedEntry, Place)>>,
}

impl Profile {
    /// Reads the profile at `place`; `rows` are all rows of the file.
    pub(super) fn resolve(entry: &ProfileEntry, place: &Place, rows: &[Solver], drafts: &mut Drafts) -> Self {
        let defaults = Bounds::default();
        let mut duration = |text: &Option<String>, key: &str| {
            let read = quantity::duration(text.as_deref()?);
            read.map_err(|message| drafts.value(&place.key(key), message)).ok()
        };
        let timeout = duration(&entry.timeout, "timeout");
        let small_timeout = duration(&entry.small_timeout, "small_timeout");
        let minimise_time = duration(&entry.minimise_time, "minimise_time").unwrap_or(MINIMISE_TIME);
        let run_time = duration(&entry.run_time, "for");
        Self {
            rng_seeds: match &entry.rng {
                Some(text) => rng::resolve(text, &place.key("rng"), drafts),
                None => vec![1],
            },
            bounds: Bounds {
                d_max: entry.d_max.unwrap_or(defaults.d_max),
                a_max: entry.a_max.unwrap_or(defaults.a_max),
                nc: entry.nc.unwrap_or(Auto::Auto),
                nm: entry.nm.unwrap_or(Auto::Auto),
                keep_underspecified: entry.keep_underspecified.unwrap_or(false),
                fixes: defaults.fixes,
                operators: Operators::all(),
                logics: defaults.logics,
                synthesis: entry.synthesis.unwrap_or(0),
                batches: Batches {
                    size: entry.batch.and_then(NonZeroU32::new),
                    small: entry.small.unwrap_or(0),
                    wider: entry.wider.unwrap_or(0),
                    drawing: entry.drawing.unwrap_or_default(),
                    connectives: entry.connectives.unwrap_or_default(),
                },
                mutation: entry.mutation.unwrap_or(0),
                wrappers: entry.wrappers.unwrap_or(0),
            },
            witness: weights(entry, place, drafts),
            second_opinion: entry.second_opinion.unwrap_or_default(),
            small_timeout,
            max_timeouts: entry.max_timeouts.unwrap_or(MAX_TIMEOUTS),
            minimise_time,
            run_time,
            timeout,
            fail_on: entry.fail_on.as_ref().map(|classes| classes.iter().copied().collect()),
            instances: asked_less(entry, place, rows, drafts),
            layouts: entry.layouts.unwrap_or_default(),
            tier: entry.tier.unwrap_or(Tier::Expert),
            sessions: entry.sessions.unwrap_or(true),
            solvers: (entry.solvers.as_ref()).map(|words| select(words, &place.key("solvers"), rows, drafts)),
            seeds: (entry.seeds.as_ref()).map(|seeds| check_seeds(seeds, &place.key("seeds"), drafts)),
        }
    }

    /// Changes a row to what the profile says.
    pub(super) fn apply(&self, row: &mut Solver) {
        row.timeout = self.timeout.unwrap_or(row.timeout);
        if let Some(classes) = &self.fail_on {
            row.fail_on.clone_from(classes);
        }
        row.instances = (names(row).iter())
            .find_map(|name| self.instances.iter().find(|(known, _)| known == name))
            .map(|(_, most)| *most);
        row.form.layouts = self.layouts;
        row.form.options.retain(|group| group.tier <= self.tier);
        if !self.sessions {
            row.session = None;
        }
    }

    /// Whether the profile has this row.
    pub(super) fn has(&self, row: &Solver) -> bool {
        self.solvers.as_ref().is_none_or(|solvers| solvers.contains(&names(row)))
    }
}

fn weights(entry: &ProfileEntry, place: &Place, drafts: &mut Drafts) -> Weights {
    let weights = entry.witness.unwrap_or_default();
    if weights.total() == 0 {
        drafts.value(
            &place.key("witness"),
            "no source of witnesses has a weight; give one, such as `sampled: 1`",
        );
    }
    weights
}

fn asked_less(
    entry: &ProfileEntry,
    place: &Place,
    rows: &[Solver],
    drafts: &mut Drafts,
) -> Vec<(String, NonZeroU32)> {
    let named = entry.nm_of.as_ref().map(|named| named.0.clone()).unwrap_or_default();
    let place = place.key("NM_of");
    for (name, _) in &named {
        if !rows.iter().any(|row| row.name == *name) {
            drafts.key(&place.key(name), no_solver(name, rows));
        }
    }
    named
}

/// What a row goes by: its own name and that of the solver it is a variant of.
pub(super) fn names(row: &Solver) -> [&str; 2] {
    [&row.name, Solver::base_of(&row.name)]
}

/// What is wrong with the name of a row that there is not.
pub(super) fn no_solver(name: &str, rows: &[Solver]) -> String {
    let advice = advice(name, rows.iter().map(|row| row.name.as_str()));
    format!("no solver is called `{name}`{advice}")
}

fn select(words: &Words, place: &Place, rows: &[Solver], drafts: &mut Drafts) -> Selection {
    let words = words.placed(place);
    if words.is_empty() {
        drafts.value(place, "no solver is listed; leave the key out for all solvers");
    }
    let mut known = Vec::new();
    let mut unknown = false;
    for (place, text) in words {
        match Word::parse(text) {
            Err(message) => drafts.value(&place, message),
            // A wildcard that takes nothing out is no slip of the pen: there may be variants some day.
            Ok(word)
                if (!word.excludes || word.is_literal())
                    && !rows.iter().any(|row| word.matches(&names(row))) =>
            {
                drafts.value(&place, no_solver(&word.name, rows));
                unknown = true;
            }
            Ok(word) => known.push(word),
        }
    }
    let selection = Selection::new(known);
    // After a misspelt name, that nothing is left is no news.
    if !unknown && !rows.is_empty() && !rows.iter().any(|row| selection.contains(&names(row))) {
        drafts.value(place, "no solver is left; take out fewer of them");
    }
    selection
}

/// Notes what is wrong with a list of seeds; each is returned with its place.
pub(super) fn check_seeds(
    seeds: &[SeedEntry],
    place: &Place,
    drafts: &mut Drafts,
) -> Vec<(SeedEntry, Place)> {
    if seeds.is_empty() {
        drafts.key(place, "no seeds are listed; at least one `glob` is needed");
    }
    let seeds = seeds.iter().enumerate().map(|(i, seed)| {
        let place = place.index(i);
        if let Some(glob) = &seed.glob {
            match glob::Pattern::new(glob) {
                Err(error) => drafts.value(&place.key("glob"), format!("`{glob}` is no pattern: {error}")),
                Ok(_) if glob.is_empty() => drafts.value(&place.key("glob"), "the pattern is empty"),
                Ok(_) => {}
            }
        }
        if let Some(logic) = &seed.logic {
            let remedy = "leave the key out to take the name of a seed's folder";
            logics::check(logic, remedy, &place.key("logic"), drafts);
        }
        (seed.clone(), place)
    });
    seeds.collect()
}
