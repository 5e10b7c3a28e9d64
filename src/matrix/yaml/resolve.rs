//! From the file as written to a [`Config`], with all mistakes in its meaning.

use std::path::Path;

use super::argv::Surroundings;
use super::place::{Draft, Drafts, Place};
use super::profile::{Profile, check_seeds, no_solver};
use super::rows::Rows;
use super::schema::{File, ProfileEntry, SeedEntry};
use crate::matrix::Config;
use crate::matrix::names::{advice, is_name};
use crate::matrix::seed_glob::SeedGlob;

/// The name of the one profile of a file that has none.
const UNNAMED: &str = "default";

/// What a file is resolved against.
pub(super) struct Request<'a> {
    /// Absolute path of the file.
    pub path: &'a Path,
    /// The profile asked for; none is the file's default.
    pub profile: Option<&'a str>,
    pub surroundings: Surroundings<'a>,
    /// Says where a place of the file is, as `solvers.yaml:3:5: seeds[0].glob`.
    pub describe: &'a dyn Fn(&Place) -> String,
}

/// The configuration, to be used only if there are no drafts.
pub(super) fn resolve(file: File, request: &Request) -> (Config, Vec<Draft>) {
    let mut drafts = Drafts::default();
    let top = Place::default();
    let defaults = file.defaults.clone().unwrap_or_default();
    let solvers = file.solvers.clone().unwrap_or_default();
    let path = file.path.as_deref().unwrap_or_default();
    let folders = request.surroundings.folders(path, &top.key("path"), &mut drafts);
    let surroundings = Surroundings { folders: &folders, ..request.surroundings };
    let mut rows = Rows { surroundings, drafts: &mut drafts }.resolve(&defaults, &solvers.0);
    let seeds = check_seeds(file.seeds.as_deref().unwrap_or_default(), &top.key("seeds"), &mut drafts);

    let (chosen, chosen_at) = choose(&file, request.profile, &mut drafts);
    let mut profile = Profile::resolve(&ProfileEntry::default(), &top, &[], &mut Drafts::default());
    for (i, (name, entry)) in file.profiles.iter().flat_map(|profiles| &profiles.0).enumerate() {
        let place = top.key("profiles").key(name);
        if !is_name(name) {
            drafts.key(&place, format!("`{name}` is no name for a profile; use letters, digits and `_.+-`"));
        }
        let resolved = Profile::resolve(entry, &place, &rows, &mut drafts);
        if chosen_at == Some(i) {
            profile = resolved;
        }
    }

    let model_from = file.model_from.as_deref().and_then(|name| {
        let row = rows.iter().find(|row| row.name == name);
        if row.is_none() {
            drafts.value(&top.key("model_from"), no_solver(name, &rows));
        }
        row.cloned()
    });
    let all_solvers = rows.clone();
    rows.retain(|row| profile.has(row));
    rows.iter_mut().for_each(|row| profile.apply(row));
    let root = request.surroundings.root;
    let config = Config {
        path: request.path.to_owned(),
        root: root.to_owned(),
        profile: chosen,
        path_folders: folders,
        all_solvers,
        solvers: rows,
        seeds: globs(profile.seeds.unwrap_or(seeds), request.describe),
        rng_seeds: profile.rng_seeds,
        bounds: profile.bounds,
        witness: profile.witness,
        model_from,
        second_opinion: profile.second_opinion,
        snapshots: root.join(file.snapshots.as_deref().unwrap_or("snapshots")),
        max_timeouts: profile.max_timeouts,
        small_timeout: profile.small_timeout,
        minimise_time: profile.minimise_time,
        run_time: profile.run_time,
    };
    (config, drafts.0)
}

/// The name of the profile to take and its position in the file.
fn choose(file: &File, asked: Option<&str>, drafts: &mut Drafts) -> (String, Option<usize>) {
    let top = Place::default();
    let profiles = file.profiles.clone().unwrap_or_default();
    let position = |name: &str| profiles.names().position(|known| known == name);
    if let Some(name) = file.default_profile.as_deref().filter(|name| position(name).is_none()) {
        let unknown = format!("no profile is called `{name}`{}", advice(name, profiles.names()));
        drafts.value(&top.key("default_profile"), unknown);
    }
    if let Some(name) = asked {
        if position(name).is_none() {
            let unknown = format!(
                "no profile is called `{name}`, which was asked for{}",
                advice(name, profiles.names())
            );
            drafts.key(&top.key("profiles"), unknown);
        }
        return (name.to_owned(), position(name));
    }
    match (&file.default_profile, profiles.0.as_slice()) {
        (Some(name), _) => (name.clone(), position(name)),
        (None, []) => (UNNAMED.to_owned(), None),
        (None, [(name, _)]) => (name.clone(), Some(0)),
        (None, _) => {
            let known: Vec<&str> = profiles.names().collect();
            let missing =
                format!("missing key; it names the profile to take by default: {}", known.join(", "));
            drafts.key(&top.key("default_profile"), missing);
            (UNNAMED.to_owned(), None)
        }
    }
}

fn globs(seeds: Vec<(SeedEntry, Place)>, describe: &dyn Fn(&Place) -> String) -> Vec<SeedGlob> {
    let globs = seeds.into_iter().map(|(seed, place)| SeedGlob {
        pattern: seed.glob.unwrap_or_default(),
        logic: seed.logic,
        place: describe(&place.key("glob")),
    });
    globs.collect()
}
