//! One profile of a `solvers.yaml`, with its meaning resolved.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::case::CaseName;
use super::names::advice;
use super::solver::{Mode, Solver};
use crate::digest::Digest;

/// The sample for second opinions has one in this many pairs of a seed and an RNG seed.
const ONE_IN: u8 = 16;

/// One profile of a `solvers.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Absolute path of the file.
    pub path: PathBuf,
    /// The folder of the file; relative paths in it are relative to this folder.
    pub root: PathBuf,
    /// The name of the profile.
    pub profile: String,
    /// The folders that are searched for programs without a path before PATH; absolute.
    pub path_folders: Vec<PathBuf>,
    /// All rows of the file, in any profile: a stored failure may name any of them.
    pub all_solvers: Vec<Solver>,
    /// The rows of the matrix, in the order of the file, a solver before its variants; at least one.
    pub solvers: Vec<Solver>,
    /// The patterns of the seeds; at least one.
    pub seeds: Vec<SeedGlob>,
    /// The RNG seeds, ascending; at least one.
    pub rng_seeds: Vec<u64>,
    /// The bounds of each case.
    pub bounds: Bounds,
    /// The weights of the sources of witnesses.
    pub witness: Weights,
    /// The row whose solver finds models of seeds, with its own limits, instead of the linked Z3.
    pub model_from: Option<Solver>,
    /// The seeds for which Z3 also computes the values of terms.
    pub second_opinion: Opinions,
    /// Absolute path of the folder of snapshots; it need not exist.
    pub snapshots: PathBuf,
    /// The number of timeouts after which a case gives up; at least 1.
    pub max_timeouts: u32,
    /// The wall-clock limit of an instance in a small batch, if it differs.
    pub small_timeout: Option<Duration>,
    /// The time that a case may take to minimise its failing instances.
    pub minimise_time: Duration,
    /// The time that a whole run may take.
    pub run_time: Option<Duration>,
}

impl Config {
    /// Finds a row of the file by its name, in any profile.
    ///
    /// # Errors
    /// There is no such row; the error names the nearest one and all others.
    pub fn row(&self, name: &str) -> Result<&Solver, UnknownSolver> {
        let row = self.all_solvers.iter().find(|row| row.name == name);
        row.ok_or_else(|| UnknownSolver {
            name: name.to_owned(),
            path: self.path.clone(),
            advice: advice(name, self.all_solvers.iter().map(|row| row.name.as_str())),
        })
    }

    /// Returns the arguments that a solver needs for incremental scripts: those of the first incremental row of the
    /// same solver that `row` does not have. There are none for a row that is incremental itself. Returns `None` if the
    /// solver does not take such scripts.
    pub fn incremental_arguments(&self, row: &Solver) -> Option<Vec<String>> {
        if row.form.mode == Mode::Incremental || row.built_in {
            return Some(Vec::new());
        }
        let incremental = |other: &&Solver| {
            other.form.mode == Mode::Incremental && Solver::base_of(&other.name) == Solver::base_of(&row.name)
        };
        let other = self.all_solvers.iter().find(incremental)?;
        Some(
            other
                .command
                .argv
                .iter()
                .filter(|argument| !row.command.argv.contains(argument))
                .cloned()
                .collect(),
        )
    }
}

/// The error that no row has a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no solver is called `{name}` in {}{advice}", path.display())]
pub struct UnknownSolver {
    /// The name.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    advice: String,
}

/// A pattern of seed files, and their logic. [`crate::matrix`] finds the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedGlob {
    /// The pattern as written; a relative one is relative to [`Config::root`].
    pub pattern: String,
    /// The logic of all these seeds; `None` for the name of the folder of each.
    pub logic: Option<String>,
    /// How many times as much time of a hunt each of these seeds gets as a seed of weight 1.
    pub weight: NonZeroU32,
    /// The place of the pattern, for messages: `solvers.yaml:3:5: seeds[0].glob`.
    pub place: String,
}

/// A source of witnesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
pub enum Source {
    /// The model that Z3, or the solver in its place, finds for the assertions, or for their negation if they are
    /// unsatisfiable: the paper's choice. The same for every RNG seed.
    Paper,
    /// A model of the assertions that varies with the RNG seed. A solver in Z3's place needs `random_seed` for that.
    Model,
    /// A model of the negation of their conjunction that varies with the RNG seed.
    Negation,
    /// A model of a random consistent set of the seed's sub-formulas, some of them negated.
    Subset,
    /// Random values.
    Sampled,
}

/// How often each source is used, relative to the others. If a source fails, sampled values replace it, which always
/// exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The model of the assertions or of their negation that Z3, or the row in `model_from`, finds by itself: the same for
    /// every RNG seed, as in the paper.
    #[serde(default)]
    pub paper: u32,
    /// A model of the assertions.
    #[serde(default)]
    pub model: u32,
    /// A model of the negation of the assertions.
    #[serde(default)]
    pub negation: u32,
    /// A model of a random consistent set of the seed's sub-formulas.
    #[serde(default)]
    pub subset: u32,
    /// Random values.
    #[serde(default)]
    pub sampled: u32,
}

impl Default for Weights {
    /// Returns weights for every source except for the paper's, with most for sampled values: they find other bugs than
    /// models.
    fn default() -> Self {
        Weights { paper: 0, model: 3, negation: 1, subset: 2, sampled: 4 }
    }
}

impl Weights {
    /// Returns weights for one source alone.
    pub fn only(source: Source) -> Weights {
        let mut weights = Weights { paper: 0, model: 0, negation: 0, subset: 0, sampled: 0 };
        *match source {
            Source::Paper => &mut weights.paper,
            Source::Model => &mut weights.model,
            Source::Negation => &mut weights.negation,
            Source::Subset => &mut weights.subset,
            Source::Sampled => &mut weights.sampled,
        } = 1;
        weights
    }

    /// Returns the sources with their weights.
    pub fn list(&self) -> [(Source, u32); 5] {
        [
            (Source::Paper, self.paper),
            (Source::Model, self.model),
            (Source::Negation, self.negation),
            (Source::Subset, self.subset),
            (Source::Sampled, self.sampled),
        ]
    }

    /// Returns the source for `draw`, a number below [`Weights::total`].
    pub fn source(&self, mut draw: u32) -> Source {
        for (source, weight) in self.list() {
            if draw < weight {
                return source;
            }
            draw -= weight;
        }
        Source::Sampled
    }

    /// Whether a model finder chooses some of the witnesses.
    pub fn asks_for_models(&self) -> bool {
        self.total() > self.sampled
    }

    /// Returns the sum of the weights, saturated.
    pub fn total(&self) -> u32 {
        self.list().iter().fold(0, |sum: u32, (_, weight)| sum.saturating_add(*weight))
    }
}

/// The seeds for which Z3 gives a second opinion on values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opinions {
    /// For no seed.
    #[default]
    None,
    /// For one in 16, always the same ones.
    Sample,
    /// For every seed.
    All,
}

impl Opinions {
    /// Returns whether Z3 is asked about a seed with an RNG seed. The solver does not matter, because all solvers share
    /// the pools.
    pub(crate) fn ask_about(self, CaseName { logic, seed, rng_seed, .. }: &CaseName) -> bool {
        match self {
            Opinions::None => false,
            Opinions::Sample => {
                let digest = Digest::of(format!("{logic}::{seed}::{rng_seed}"));
                digest.bytes()[0].is_multiple_of(ONE_IN)
            }
            Opinions::All => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_drawn_by_weight() {
        let weights = Weights { paper: 0, model: 2, negation: 0, subset: 1, sampled: 1 };
        let drawn: Vec<Source> = (0..weights.total()).map(|draw| weights.source(draw)).collect();
        assert_eq!(drawn, [Source::Model, Source::Model, Source::Subset, Source::Sampled]);
        assert_eq!(Weights::only(Source::Negation).source(0), Source::Negation);
    }

    #[test]
    fn a_sample_is_the_same_for_every_solver_and_about_a_sixteenth() {
        let name = |solver: &str, rng_seed| CaseName {
            solver: solver.into(),
            logic: "QF_LIA".into(),
            seed: "roster".into(),
            rng_seed,
        };
        let asked = |solver| -> Vec<u64> {
            (0..1600).filter(|&rng_seed| Opinions::Sample.ask_about(&name(solver, rng_seed))).collect()
        };
        let sample = asked("z3");
        assert_eq!(sample, asked("cvc5/fast"));
        assert!((60..140).contains(&sample.len()), "{}", sample.len());
        assert!(Opinions::All.ask_about(&name("z3", 1)) && !Opinions::None.ask_about(&name("z3", 1)));
    }
}
