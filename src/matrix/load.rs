//! The way from `solvers.yaml` and the environment to a [`Config`].
//!
//! The text becomes a tree with positions. The tree is checked against the JSON schema of the types in `schema`, and
//! becomes these types. Rows and profiles are then resolved one by one. All steps add to one list of mistakes, which is
//! reported as a whole.

use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::check_schema;
use super::command_line::{Environment, Reader, Surroundings};
use super::config::{Config, SeedGlob};
use super::mistakes::{ConfigError, Mistake, Mistakes, Part, Place};
use super::names::{Selection, Word, advice};
use super::operators::FocusOperators;
use super::profiles::{Profile, names_none, no_solver};
use super::quantity::{read_duration, read_seeds};
use super::schema::{File, ProfileEntry, RngText, VERSION};
use super::yaml::{Content, Node, Position, read_text};

/// The name of the only profile if the file has no profiles.
const UNNAMED: &str = "default";
/// The default number of timeouts after which a case gives up.
const MAX_TIMEOUTS: u32 = 3;
/// The default time for minimising the failing instances of a case: far more than a solver that answers needs, and less
/// than a night.
const MINIMISE_TIME: Duration = Duration::from_secs(600);
/// The option and the variable with the RNG seeds of a run: a number, a list with commas, or a range.
const RNG: &str = "--rng (STORM_RNG)";
/// Those with the rows of a run, separated by commas, in the syntax of the key `solvers`.
const ROWS: &str = "--rows (STORM_ROWS)";
/// Those with the operators to which built formulas are led, separated by commas.
const FOCUS: &str = "--focus (STORM_FOCUS)";
/// Those with the time that a run may take.
const TIME: &str = "--for (STORM_FOR)";

impl Config {
    /// Reads one profile of a file: the named one, or the file's `default_profile`.
    ///
    /// Mistakes in other profiles are reported, too. Seeds are not searched for, and solvers only in the folders of
    /// `path`.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Read`] if the file cannot be read, [`ConfigError::Mistakes`] with all mistakes in it, including a
    /// missing profile.
    pub fn load(path: &Path, profile: Option<&str>) -> Result<Config, ConfigError> {
        load(path, profile, &|name| std::env::var(name).ok())
    }

    /// Returns the path of the `solvers.yaml` in a folder or, in the repository of a solver, of the one in its folder
    /// `storm`, where `storm init` puts it.
    pub fn path_in(folder: &Path) -> PathBuf {
        let [here, below] = ["solvers.yaml", "storm/solvers.yaml"].map(|path| folder.join(path));
        if !here.exists() && below.exists() { below } else { here }
    }
}

/// Reads a file, in an environment that tests can replace.
pub(super) fn load(
    path: &Path,
    profile: Option<&str>,
    environment: Environment,
) -> Result<Config, ConfigError> {
    let unreadable = |source: io::Error| ConfigError::Read { path: path.to_owned(), source };
    let wrong = |(list, more)| ConfigError::Mistakes { path: path.to_owned(), list, more };
    let text = read_text(path).map_err(unreadable)?;
    let absolute = std::path::absolute(path).map_err(unreadable)?;
    let tree = Node::parse(&text).map_err(|error| {
        let Position { line, column } = error.position;
        wrong((vec![Mistake { place: String::new(), line, column, message: error.message }], 0))
    })?;
    let mut mistakes = Mistakes::default();
    check_version(&tree, &mut mistakes);
    if let Some(told) = mistakes.into_list(&tree) {
        return Err(wrong(told));
    }
    let mut mistakes = Mistakes::default();
    let file: File = check_schema::read(&tree, &mut mistakes).unwrap_or_else(|message| {
        // The schema is derived from the types, so this is not expected to happen.
        mistakes.value(&Place::default(), message);
        mistakes.settle(Place::default());
        File::default()
    });
    mistakes.begin_step();
    let describe = |place: &Place| {
        let Position { line, column } = place.locate(Part::Value, &tree);
        format!("{}:{line}:{column}: {place}", path.display())
    };
    let root = absolute.parent().map(PathBuf::from).unwrap_or_default();
    let surroundings = Surroundings { environment, root: &root, folders: &[] };
    let config = resolve(&file, &absolute, profile, surroundings, &describe, &mut mistakes);
    mistakes.into_list(&tree).map_or(Ok(config), |told| Err(wrong(told)))
}

/// Checks the version. A file of another version has other keys, so nothing else in it can be judged.
fn check_version(tree: &Node, mistakes: &mut Mistakes) {
    if let Some(Node { content: Content::Integer(number), .. }) = tree.get("version")
        && *number != i128::from(VERSION)
    {
        let unknown = format!("unknown version {number}; this smt-storm knows version {VERSION}");
        mistakes.value(&Place::default().key("version"), unknown);
    }
}

/// Resolves the meaning of the file, which is only valid if there are no mistakes. `describe` gives the position of a
/// place in the file, as `solvers.yaml:3:5: seeds[0].glob`.
fn resolve(
    file: &File,
    path: &Path,
    asked: Option<&str>,
    surroundings: Surroundings,
    describe: &dyn Fn(&Place) -> String,
    mistakes: &mut Mistakes,
) -> Config {
    let top = Place::default();
    let written = file.path.as_deref().unwrap_or_default();
    let folders = Reader { surroundings, mistakes }.folders(written, &top.key("path"));
    let surroundings = Surroundings { folders: &folders, ..surroundings };
    let mut reader = Reader { surroundings, mistakes };
    let defaults = file.defaults.clone().unwrap_or_default();
    let rows = reader.rows(&defaults, &file.solvers.clone().unwrap_or_default());
    let seeds = reader.seeds(file.seeds.as_deref().unwrap_or_default(), &top.key("seeds"));

    let name = choose_profile(file, asked, reader.mistakes);
    let plain = ProfileEntry::default();
    let mut profile = reader.profile(&plain, &top, &rows);
    for (known, entry) in file.profiles.iter().flatten() {
        let place = top.key("profiles").key(known);
        reader.check_name(known, "a profile", &place);
        let read = reader.profile(entry, &place, &rows);
        if *known == name {
            profile = read;
        }
    }
    let model_from = file.model_from.as_deref().and_then(|name| {
        let row = rows.iter().find(|row| row.name == name);
        if row.is_none() {
            reader.mistakes.value(&top.key("model_from"), no_solver(name, &rows));
        }
        row.cloned()
    });
    let Profile { entry, rng_seeds, witness, small_timeout, minimise_time, run_time, .. } = &profile;
    let seeds = profile.seeds.as_ref().unwrap_or(&seeds).iter().map(|(seed, place)| SeedGlob {
        pattern: seed.glob.clone().unwrap_or_default(),
        logic: seed.logic.clone(),
        weight: seed.weight.unwrap_or(NonZeroU32::MIN),
        place: describe(&place.key("glob")),
    });
    let root = surroundings.root.to_owned();
    Config {
        path: path.to_owned(),
        profile: name,
        solvers: profile.rows(&rows),
        seeds: seeds.collect(),
        rng_seeds: rng_seeds.clone(),
        bounds: entry.bounds.clone(),
        witness: *witness,
        model_from,
        second_opinion: entry.second_opinion.unwrap_or_default(),
        snapshots: root.join(file.snapshots.as_deref().unwrap_or("snapshots")),
        root,
        max_timeouts: entry.max_timeouts.unwrap_or(MAX_TIMEOUTS),
        small_timeout: *small_timeout,
        minimise_time: minimise_time.unwrap_or(MINIMISE_TIME),
        run_time: *run_time,
        path_folders: folders.clone(),
        all_solvers: rows,
    }
}

/// Returns the name of the profile to use. An unknown name is reported.
fn choose_profile(file: &File, asked: Option<&str>, mistakes: &mut Mistakes) -> String {
    let top = Place::default();
    let known: Vec<&str> =
        file.profiles.iter().flat_map(|profiles| profiles.keys()).map(String::as_str).collect();
    if let Some(name) = file.default_profile.as_deref().filter(|name| !known.contains(name)) {
        let unknown = format!("no profile is called `{name}`{}", advice(name, known.iter().copied()));
        mistakes.value(&top.key("default_profile"), unknown);
    }
    if let Some(name) = asked.filter(|name| !known.contains(name)) {
        let advice = advice(name, known.iter().copied());
        mistakes
            .key(&top.key("profiles"), format!("no profile is called `{name}`, which was asked for{advice}"));
    }
    match (asked.or(file.default_profile.as_deref()), known.as_slice()) {
        (Some(name), _) => name.to_owned(),
        (None, [name]) => (*name).to_owned(),
        (None, []) => UNNAMED.to_owned(),
        (None, _) => {
            let missing = format!("missing key; it names the default profile: {}", known.join(", "));
            mistakes.key(&top.key("default_profile"), missing);
            UNNAMED.to_owned()
        }
    }
}

/// The values of the environment variables that are set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides<'a> {
    /// STORM_RNG: the RNG seeds of a run.
    pub rng: Option<&'a str>,
    /// STORM_ROWS: the rows of a run.
    pub rows: Option<&'a str>,
    /// STORM_FOR: the time that a run may take.
    pub time: Option<&'a str>,
    /// STORM_FOCUS: the operators to which built formulas are led.
    pub focus: Option<&'a str>,
}

impl Config {
    /// Overrides the profile with values from the environment.
    ///
    /// # Errors
    /// A value is malformed, or leaves no row; the message names the variable.
    pub fn with_overrides(mut self, overrides: &Overrides<'_>) -> Result<Config, String> {
        if let Some(text) = overrides.time {
            let time = read_duration(text.trim()).map_err(|message| format!("{TIME}: {message}"))?;
            self.run_time = Some(time);
        }
        if let Some(text) = overrides.rng {
            self.rng_seeds = read_rng(text).map_err(|message| format!("{RNG}: {message}"))?;
        }
        if let Some(text) = overrides.focus {
            let words: Vec<String> = text.split(',').map(|word| word.trim().to_owned()).collect();
            let mut wrong = None;
            self.bounds.focus = FocusOperators::read(&words, |_, message| wrong = Some(message));
            if let Some(message) = wrong {
                return Err(format!("{FOCUS}: {message}"));
            }
        }
        if let Some(text) = overrides.rows {
            let words = text.split(',').map(Word::parse).collect::<Result<Vec<_>, _>>();
            let words = words.map_err(|message| format!("{ROWS}: {message}"))?;
            let unknown = words.iter().find(|word| names_none(word, &self.all_solvers));
            let unknown = unknown.map(|word| format!("{ROWS}: {}", no_solver(&word.name, &self.all_solvers)));
            let selection = Selection::new(words);
            let known: Vec<String> = self.solvers.iter().map(|row| row.name.clone()).collect();
            self.solvers.retain(|row| selection.contains(&row.names()));
            if self.solvers.is_empty() {
                return Err(format!(
                    "{ROWS}: `{text}` selects no row of the profile `{}` (known: {})",
                    self.profile,
                    known.join(", ")
                ));
            }
            // The rows of several profiles may be given together, but a misspelt row is in none of them.
            if let Some(message) = unknown {
                return Err(message);
            }
        }
        Ok(self)
    }
}

/// Parses the value of STORM_RNG; the error is a message.
fn read_rng(text: &str) -> Result<Vec<u64>, String> {
    let numbers: Result<Vec<u64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let text = numbers.map_or(RngText::Range(text.trim().to_owned()), RngText::Many);
    let mut wrong = None;
    let seeds = read_seeds(&text, |_, message| wrong = wrong.take().or(Some(message)));
    wrong.map_or(Ok(seeds), Err)
}

#[cfg(test)]
impl Config {
    /// Loads a file with these keys besides its version and seeds, from a temporary folder.
    pub(crate) fn example(keys: &str, profile: Option<&str>) -> Config {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solvers.yaml");
        std::fs::write(&path, format!("version: 1\nseeds: [{{glob: \"x/*\"}}]\n{keys}\n")).unwrap();
        Config::load(&path, profile).unwrap()
    }

    /// Returns the row `a` with these keys.
    pub(crate) fn example_row(keys: &str) -> super::Solver {
        Config::example(&format!("solvers: {{a: {{{keys}}}}}"), None).solvers.remove(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::operators::Operator;

    fn overridden(rng: Option<&str>, rows: Option<&str>) -> Result<Config, String> {
        let keys =
            "solvers:\n  z3: {argv: [z, \"{file}\"], variants: {dom: {}}}\n  a-z3: {argv: [a, \"{file}\"]}";
        Config::example(keys, None).with_overrides(&Overrides { rng, rows, ..Overrides::default() })
    }

    #[test]
    fn rng_seeds_are_replaced() {
        let seeds = |text: &str| overridden(Some(text), None).map(|config| config.rng_seeds);
        assert_eq!(seeds("20261120"), Ok(vec![20261120]));
        assert_eq!(seeds("3, 1"), Ok(vec![1, 3]));
        assert_eq!(seeds("4..=6"), Ok(vec![4, 5, 6]));
        assert_eq!(overridden(None, None).map(|config| config.rng_seeds), Ok(vec![1]));
        for bad in ["x", "1,1", "3..3"] {
            assert!(seeds(bad).unwrap_err().starts_with("--rng (STORM_RNG): "), "{bad}");
        }
    }

    #[test]
    fn the_time_of_a_run_is_limited() {
        let time = |text: &'static str| {
            let config = overridden(None, None)?
                .with_overrides(&Overrides { time: Some(text), ..Overrides::default() });
            Ok::<_, String>(config?.run_time)
        };
        assert_eq!(time("90s"), Ok(Some(std::time::Duration::from_secs(90))));
        assert!(time("soon").unwrap_err().starts_with("--for (STORM_FOR): "));
    }

    #[test]
    fn formulas_are_led_to_operators() {
        let focus = |text: &'static str| {
            let config = overridden(None, None)?
                .with_overrides(&Overrides { focus: Some(text), ..Overrides::default() });
            Ok::<_, String>(config?.bounds.focus)
        };
        let chosen = |text, name| focus(text).unwrap().contains(Operator::find(name).unwrap());
        assert!(chosen("fp.*, bvudiv,!fp.rem", "fp.add") && chosen("bvudiv,fp.*", "bvudiv"));
        assert!(!chosen("fp.*,!fp.rem", "fp.rem") && !chosen("fp.*", "bvudiv"));
        let message = "--focus (STORM_FOCUS): unknown operator `fp.ad`; did you mean `fp.add`?";
        assert_eq!(focus("fp.ad").unwrap_err(), message);
        assert!(overridden(None, None).unwrap().bounds.focus.is_empty());
    }

    #[test]
    fn rows_are_left() {
        let rows = |text: &str| {
            let rows = overridden(None, Some(text))?.solvers.into_iter().map(|row| row.name);
            Ok::<_, String>(rows.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(rows("z3"), Ok("z3 z3/dom".to_owned()));
        assert_eq!(rows("*z3,!*/*"), Ok("z3 a-z3".to_owned()));
        assert_eq!(rows("z3, !z3/d*"), Ok("z3".to_owned()));
        assert_eq!(rows(" !z3/*, !a-z3"), Ok("z3".to_owned()));
        let unknown = |name| {
            format!(
                "--rows (STORM_ROWS): no solver is called `{name}`; did you mean `z3`? (known: z3, z3/dom, a-z3)"
            )
        };
        assert_eq!(rows("z3,z4"), Err(unknown("z4")));
        assert_eq!(rows("!z4"), Err(unknown("z4")));
        let message =
            "--rows (STORM_ROWS): `z4` selects no row of the profile `default` (known: z3, z3/dom, a-z3)";
        assert_eq!(rows("z4"), Err(message.to_owned()));
    }
}
