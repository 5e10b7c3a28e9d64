//! Room: `solvers.yaml` as test cases.
//!
//! [`Config`] is one profile of the file; [`cases()`] makes a [`case::Case`] of each combination of solver, seed and
//! RNG seed. This room opens no seed and starts no solver. Each file uses only those before it:
//!
//! | file | what it owns |
//! | --- | --- |
//! | `names` | names, the nearest known name, lists that select names |
//! | `class` | the possible outcomes of an instance |
//! | `logics`, `operators` | the sets of logics and operators that a row supports |
//! | `solver` | a row: a solver or a variant of one |
//! | `bounds` | the bounds of a case, and its batches |
//! | `case` | one test and its name |
//! | `config` | one profile of the file, with its rows, seeds and sources of witnesses |
//! | `seed_files`, `cases` | the files that match a pattern; all cases, or the reasons why there are none |
//! | `plan` | parts of the matrix: shards and jobs |
//! | `yaml` | YAML text as a tree with the position of each value |
//! | `mistakes` | the mistakes in `solvers.yaml`, with their places |
//! | `schema`, `check_schema` | the keys of the file as types; the tree compared with them |
//! | `quantity`, `command_line` | durations, sizes and ranges; command lines and the environment |
//! | `option_groups`, `rows`, `profiles` | the meaning of the keys of a row and of a profile |
//! | `load` | from the file and the environment to a [`Config`] |
//!
//! A new key touches three files. `schema` has its field, whose type, bounds and doc comment make the JSON schema,
//! which in turn checks its type and helps editors; a value that may be written in several ways is an untagged enum
//! there. `rows` (for solvers and variants) or `profiles` defines its meaning and its default. The field of [`Solver`]
//! or [`Config`] carries it to its users. `STORM_BLESS=1 cargo unit schema` rewrites the schema.

mod bounds;
pub mod case;
mod cases;
mod check_schema;
mod class;
mod command_line;
mod config;
mod load;
mod logics;
mod mistakes;
pub(crate) mod names;
mod operators;
mod option_groups;
mod plan;
mod profiles;
mod quantity;
mod rows;
mod schema;
mod seed_files;
mod solver;
#[cfg(test)]
mod tests;
mod yaml;

pub use bounds::{Auto, Batches, Bounds, Connectives, Drawing};
pub use cases::{MatrixError, cases, find, unused};
pub(crate) use cases::{has_seed, is_seed, seed_logics};
pub use class::{Class, UnknownClass};
pub(crate) use command_line::{variable_in, with_defaults};
pub use config::{Config, Opinions, SeedGlob, Source, UnknownSolver, Weights};
pub use load::Overrides;
pub use logics::Logics;
pub use mistakes::{ConfigError, Mistake};
pub(crate) use operators::{
    CODATATYPES, MATCH, NAMED_FORMATS, ODD_ARRAYS, ODD_FORMATS, OF_ARRAYS, PATTERN, RECURSION,
    RECURSIVE_LANGUAGE, RECURSIVE_MATCH, SELECTOR, SYNTAX,
};
pub use operators::{FocusOperators, Operators, TotalOperators};
pub use plan::{Count, Job, MOST_JOBS, Plan, Shard, ShardError, TooManySolvers, counts, plan};
pub(crate) use quantity::read_duration;
pub(crate) use rows::read_check_sat;
pub use schema::{schema, schema_text};
pub(crate) use seed_files::normal;
pub use solver::{
    Alternative, Asked, CommandLine, FILE_PLACEHOLDER, Form, Input, Layouts, Missing, Mode, OptionGroup,
    SEED_PLACEHOLDER, Session, SetLogic, Solver, Tier, Topic, Version,
};
pub(crate) use yaml::{from_yaml, to_yaml};
