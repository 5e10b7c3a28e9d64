//! The errors of a matrix.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// How many problems are reported: nobody reads more at once.
const MOST_LISTED: usize = 50;

/// A matrix or a case that cannot be built.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// Everything that is wrong with the matrix.
    #[error("{}", paragraph(config, list))]
    Problems {
        /// Path of the `solvers.yaml`.
        config: PathBuf,
        /// At least one.
        list: Vec<Problem>,
    },
    /// The profile has no such row.
    #[error("the profile `{profile}` has no solver `{solver}`{advice}")]
    Solver {
        /// The row asked for.
        solver: String,
        /// The profile.
        profile: String,
        /// The nearest row and the known ones.
        advice: String,
    },
    /// The row does not have the logic.
    #[error("the solver `{solver}` is not run on the logic `{logic}`; add it to the `logics` of the solver")]
    Logic {
        /// The row.
        solver: String,
        /// The logic asked for.
        logic: String,
    },
    /// No file has this name.
    #[error(
        "no seed of the logic `{logic}` is called `{seed}`; {}; `--list` prints all names",
        looked_for(patterns)
    )]
    Seed {
        /// The logic asked for.
        logic: String,
        /// The seed asked for.
        seed: String,
        /// The patterns that seeds have to match, absolute.
        patterns: Vec<PathBuf>,
    },
}

/// One thing that is wrong with a matrix.
#[derive(Debug, Error)]
pub enum Problem {
    /// The pattern cannot be read.
    #[error("{place}: `{pattern}` is not a valid pattern: {source}")]
    Pattern {
        /// Where the pattern is written.
        place: String,
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        source: glob::PatternError,
    },
    /// The pattern matches no file.
    #[error("{place}: `{pattern}` matches no file; {}", looked_in(folder))]
    NothingMatches {
        /// Where the pattern is written.
        place: String,
        /// The pattern.
        pattern: String,
        /// The folder before the first wildcard.
        folder: PathBuf,
    },
    /// A folder cannot be listed.
    #[error("{place}: cannot list {}: {source}; allow reading it, or narrow the pattern", folder.display())]
    Unreadable {
        /// Where the pattern is written.
        place: String,
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The pattern makes a walk of the whole disk.
    #[error(
        "{place}: `{pattern}` has to search more than {most} files and folders below {}; start it in a deeper folder",
        folder.display()
    )]
    TooMany {
        /// Where the pattern is written.
        place: String,
        /// The pattern.
        pattern: String,
        /// The folder before the first wildcard.
        folder: PathBuf,
        /// How many are looked at, at most.
        most: usize,
    },
    /// Something that matches and can never be read.
    #[error("{place}: {} is {what}, which cannot be a seed; remove it, or narrow the pattern", path.display())]
    NoFile {
        /// Where the pattern is written.
        place: String,
        /// Its path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// A path cannot be part of a name.
    #[error("{place}: the path {path:?} has characters that a test name cannot have; rename it")]
    Path {
        /// Where the pattern is written.
        place: String,
        /// The path.
        path: PathBuf,
    },
    /// The folder of a seed cannot be a logic.
    #[error(
        "{place}: the logic of {} would be `{logic}`, the name of its folder; write `logic: NAME` beside the pattern",
        path.display()
    )]
    Logic {
        /// Where the pattern is written.
        place: String,
        /// The seed.
        path: PathBuf,
        /// Its folder's name.
        logic: String,
    },
    /// Two files have one name.
    #[error(
        "two seeds are both called {logic}::{name}: {} and {}; rename one, or make one pattern start at a folder further up",
        first.display(), second.display()
    )]
    SameName {
        /// The logic of both.
        logic: String,
        /// The name of both.
        name: String,
        /// The one found first.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
    },
    /// What fails in two cases would be kept in one folder.
    #[error(
        "the failures of the cases `{first}` and `{second}` would share the folder {file}; rename one of the \
         seeds or solvers"
    )]
    SameFiles {
        /// The folder's name.
        file: String,
        /// The case that comes first.
        first: String,
        /// The other one.
        second: String,
    },
    /// There are seeds and solvers, but none for each other.
    #[error(
        "the profile `{profile}` has no case: none of its solvers ({}) supports a logic of its seeds ({}); extend `logics` of a solver, or `seeds`",
        solvers.join(", "), logics.join(", ")
    )]
    NoCases {
        /// The profile.
        profile: String,
        /// Its rows.
        solvers: Vec<String>,
        /// The logics of its seeds.
        logics: Vec<String>,
    },
}

fn paragraph(config: &Path, list: &[Problem]) -> String {
    let mut lines: Vec<String> =
        list.iter().take(MOST_LISTED).map(|problem| format!("\n{problem}")).collect();
    if list.len() > MOST_LISTED {
        lines.push(format!("\nand {} more", list.len() - MOST_LISTED));
    }
    format!("the matrix of {} cannot be built{}", config.display(), lines.concat())
}

fn looked_for(patterns: &[PathBuf]) -> String {
    let quoted: Vec<String> = patterns.iter().map(|pattern| format!("`{}`", pattern.display())).collect();
    format!("a seed is a file that matches {}", quoted.join(" or "))
}

fn looked_in(folder: &Path) -> String {
    let shown = folder.display();
    if folder.is_dir() {
        format!("looked in {shown}, which has no such file: add seeds or correct the pattern")
    } else {
        format!("the folder {shown} does not exist: create it or correct the pattern")
    }
}
