//! Room: what `solvers.yaml` asks for, as cases.
//!
//! [`Config`] is one profile of the file, [`cases()`] makes every solver, seed and RNG seed of it a [`case::Case`]. No seed
//! is opened here and no solver is started.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `config`, `solver` | a profile, and a row of it |
//! | `bounds`, `batches`, `weights`, `opinions`, `class` | what a profile or row says of generating and failing |
//! | `yaml` | the steps from the text to these |
//! | `seeds`, `seed_glob` | the files of a pattern, and their names |
//! | `case`, `cases` | one test and its name; all of them |
//! | `select`, `shard`, `plan` | some of them: by name, by part, as jobs |
//! | `names`, `error` | the nearest known name; what is wrong with a matrix |

mod batches;
mod bounds;
pub mod case;
mod cases;
mod class;
mod config;
mod error;
pub(crate) mod names;
mod opinions;
mod plan;
mod seed_glob;
mod seeds;
mod select;
mod shard;
mod solver;
#[cfg(test)]
mod tests;
mod weights;
pub(crate) mod yaml;

pub use batches::{Batches, Connectives, Drawing, Layouts};
pub use bounds::{Auto, Bounds};
pub use cases::{cases, find};
pub use class::{Class, UnknownClass};
pub use config::{Config, UnknownSolver};
pub use error::{MatrixError, Problem};
pub use opinions::Opinions;
pub use plan::{Count, Job, MOST_JOBS, Plan, TooManySolvers, counts, plan};
pub use seed_glob::SeedGlob;
pub use shard::{Shard, ShardError};
pub use solver::{
    Alternative, FILE_PLACEHOLDER, Form, Input, Missing, Mode, OptionGroup, SEED_PLACEHOLDER, Session,
    SetLogic, Solver, Tier, Version,
};
pub use weights::{Source, Weights};
pub use yaml::{ConfigError, Fixes, Logics, Mistake, Operators, Overrides, schema, schema_text};
pub(crate) use yaml::{MATCH, OF_ARRAYS, RECURSION, SELECTOR};
pub(crate) use yaml::{duration, from_yaml, to_yaml, variable_in, with_defaults};
