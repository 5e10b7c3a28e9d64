//! `storm seeds`: makes seeds of scripts that a user has, such as regression tests and scripts of issues.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::generate::inspect::{Inspection, Outcome};
use smt_storm::matrix::{Bounds, Config, Source, Weights, has_seed, is_seed};
use smt_storm::process::interrupt;
use smt_storm::report::numbers::{counted, list_counts};
use smt_storm::suite::exit;
use smt_storm::suite::live::Steps;
use smt_storm::suite::parallel::in_parallel;
use smt_storm::witness::Evaluator;

use super::files::{self, ConfigFile, relative, scripts_below, scripts_of};
use super::print::{self, Failed, Output};
use crate::digest::Digest;
use crate::matrix::names::is_name;

const EXIT_CODES: &str = "Exit codes:
  0  at least one script is a seed now, or was one already
  2  wrong usage or configuration, no script is usable, or a file cannot be written";

/// What stands for the logic of scripts that name none and cannot be read.
const NO_LOGIC: &str = "NONE";

/// Make seeds of scripts that you have.
#[derive(Debug, Args)]
pub(super) struct Seeds {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Copy scripts into folders by logic, where solvers.yaml finds them as seeds.
    ///
    /// Takes the regression tests of a solver, scripts of its issues, or any other scripts. Each becomes
    /// `FOLDER/LOGIC/NAME.smt2`, by the logic that it sets, or else by the smallest that has its formulas, byte
    /// for byte, so that it keeps its comments and its licence.
    /// Leaves out those that yield no formula, and those that are there already. Overwrites nothing.
    #[command(after_help = EXIT_CODES)]
    Add {
        /// Scripts, and folders of `.smt2` files.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Folder to copy them into [default: `seeds` beside the configuration file].
        #[arg(long, value_name = "FOLDER")]
        into: Option<PathBuf>,
        #[command(flatten)]
        file: ConfigFile,
        #[command(flatten)]
        output: Output,
    },
}

/// What JSON has of the scripts that were to become seeds.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Addition {
    /// The seeds that were added.
    added: Vec<AddedSeed>,
    /// The scripts that were there already.
    known: Vec<PathBuf>,
    /// The scripts that were left out.
    left_out: Vec<LeftOutScript>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct AddedSeed {
    /// The script.
    script: PathBuf,
    /// Its copy.
    seed: PathBuf,
    /// The logic that it sets, the smallest that has its formulas, or `NONE`.
    logic: String,
    /// The number of formulas that it yields.
    fragments: usize,
    /// Whether a line of it is about a licence.
    has_licence: bool,
    /// Whether a pattern of the configuration matches it.
    is_matched: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LeftOutScript {
    script: PathBuf,
    logic: String,
    /// The reason in one or two words.
    kind: &'static str,
    /// The whole message.
    message: String,
}

impl Seeds {
    pub(super) fn run(self) -> Result<u8, Failed> {
        let Command::Add { paths, into, file, output } = self.command;
        print::begin("seeds add", &output);
        let config = file.load()?;
        let scripts = scripts_of(&paths)?;
        let folder = into.unwrap_or_else(|| config.root.join("seeds"));
        let added = add(&inspect(&scripts), &folder, &config)?;
        print::result(&added)?;
        print::text(&added.table());
        added.advise(&folder, &config);
        Ok(if added.added.is_empty() && added.known.is_empty() { exit::USAGE } else { exit::SUCCESS })
    }
}

/// Inspects scripts on all cores. Values are sampled: a search for a model takes seconds, and hardly changes which formulas
/// have a value.
fn inspect(scripts: &[PathBuf]) -> Vec<Inspection> {
    interrupt::watch();
    let evaluator = Evaluator::in_child(&std::env::temp_dir());
    let steps = Steps::start(scripts.len(), "files", || None);
    let (weights, bounds) = (Weights::only(Source::Sampled), Bounds::default());
    in_parallel(scripts, |path| {
        let _step = steps.begin(path.display().to_string());
        Inspection::carry_out(path, 1, &weights, &bounds, &evaluator, false)
    })
}

/// Copies the usable scripts into a folder.
///
/// # Errors
/// A script or the folder cannot be read, or a copy cannot be written; the copies before it stay.
fn add(inspected: &[Inspection], folder: &Path, config: &Config) -> Result<Addition, Failed> {
    let (mut seeds, mut known) = (Vec::new(), BTreeSet::new());
    if folder.is_dir() {
        scripts_below(folder, &mut seeds)?;
    }
    for seed in seeds {
        known.insert(Digest::of(read(&seed)?));
    }
    let mut all = Addition { added: Vec::new(), known: Vec::new(), left_out: Vec::new() };
    for Inspection { path, logic, needed_logic, outcome, .. } in inspected {
        let logic = logic.as_ref().or(needed_logic.as_ref());
        let (script, logic) = (path.clone(), logic.cloned().unwrap_or_else(|| NO_LOGIC.to_owned()));
        let fragments = match outcome {
            Outcome::Pool { true_fragments, false_fragments, .. } => true_fragments + false_fragments,
            Outcome::Refused { kind, message } => {
                all.left_out.push(LeftOutScript { script, logic, kind, message: message.clone() });
                continue;
            }
        };
        // The name of a logic becomes a folder: `..` must not.
        if !is_name(&logic) || !logic.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
            let message =
                format!("{}: `{logic}` is no name of a logic; correct its set-logic", path.display());
            all.left_out.push(LeftOutScript { script, logic, kind: "odd logic", message });
            continue;
        }
        let bytes = read(path)?;
        if !known.insert(Digest::of(&bytes)) {
            all.known.push(script);
            continue;
        }
        let place = folder.join(&logic);
        let is_free =
            |name: &str| !place.join(format!("{name}.smt2")).exists() && !has_seed(config, &logic, name);
        let seed = place.join(free_name(path, is_free) + ".smt2");
        files::write(&seed, &bytes)?;
        let (has_licence, is_matched) = (names_licence(&bytes), is_seed(config, &seed));
        all.added.push(AddedSeed { script, seed, logic, fragments, has_licence, is_matched });
    }
    Ok(all)
}

fn read(path: &Path) -> Result<Vec<u8>, Failed> {
    std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()).into())
}

/// Returns a free name for a script: its own, as far as the name of a test can have it, and a number if that is taken.
fn free_name(script: &Path, is_free: impl Fn(&str) -> bool) -> String {
    let stem = script.file_stem().unwrap_or_default().to_string_lossy();
    let is_allowed = |letter: char| is_name(letter.encode_utf8(&mut [0; 4]));
    let stem: String = stem.chars().map(|letter| if is_allowed(letter) { letter } else { '-' }).collect();
    let stem = stem.trim_start_matches(['.', '-']);
    let stem = if stem.is_empty() { "script" } else { stem };
    let mut names = (2..).map(|number: u32| format!("{stem}-{number}"));
    if is_free(stem) { stem.to_owned() } else { names.find(|name| is_free(name)).unwrap_or_default() }
}

/// Whether a line of a script is about its licence.
fn names_licence(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    ["licen", "copyright", "spdx"].iter().any(|word| text.contains(word))
}

impl Addition {
    /// Returns a table with a row for each logic, and one for all.
    fn table(&self) -> String {
        let mut text = format!("{:<20} {:>6} {:>10}  left out\n", "logic", "added", "fragments");
        let added = self.added.iter().map(|seed| &seed.logic);
        let logics: BTreeSet<&String> = added.chain(self.left_out.iter().map(|one| &one.logic)).collect();
        for logic in logics {
            text.push_str(&self.row(logic, |one| one == logic));
        }
        text + &self.row("all", |_| true)
    }

    fn row(&self, name: &str, is_in: impl Fn(&str) -> bool) -> String {
        let added: Vec<&AddedSeed> = self.added.iter().filter(|seed| is_in(&seed.logic)).collect();
        let fragments: usize = added.iter().map(|seed| seed.fragments).sum();
        let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
        for one in self.left_out.iter().filter(|one| is_in(&one.logic)) {
            *reasons.entry(one.kind).or_default() += 1;
        }
        let line = format!("{name:<20} {:>6} {fragments:>10}  {}", added.len(), list_counts(reasons));
        format!("{}\n", line.trim_end())
    }

    /// Says what is left to do.
    fn advise(&self, folder: &Path, config: &Config) {
        if let [LeftOutScript { message, .. }] = self.left_out.as_slice() {
            say!("{message}");
        }
        if !self.known.is_empty() {
            say!("there already: {}", counted(self.known.len(), "script"));
        }
        let unmatched = self.added.iter().filter(|seed| !seed.is_matched).count();
        if unmatched > 0 {
            let folder = relative(folder, &config.root);
            let pattern = glob::Pattern::escape(&folder.to_string_lossy());
            say!("no pattern matches {}; add to `seeds` in solvers.yaml:", counted(unmatched, "new seed"));
            say!("  - glob: {pattern}/*/*.smt2");
        }
        let bare = self.added.iter().filter(|seed| !seed.has_licence).count();
        if bare > 0 {
            let bare = counted(bare, "new seed");
            say!("without a licence: {bare}; before you publish them, add that of their source");
        }
    }
}
