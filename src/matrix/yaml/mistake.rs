//! What can be wrong with `solvers.yaml`, in words.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// One mistake in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where in the tree: `solvers.z3.timout`, `seeds[0].glob`; empty for the whole file.
    pub place: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}; give the path of a readable solvers.yaml", path.display())]
    Read {
        /// The path that was given.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file was read, and these are the mistakes in it, in the order of their lines.
    #[error("{}", paragraph(path, list, *more))]
    Mistakes {
        /// The path that was given.
        path: PathBuf,
        /// At least one; not all if there are very many.
        list: Vec<Mistake>,
        /// How many there are besides.
        more: usize,
    },
}

fn paragraph(path: &Path, list: &[Mistake], more: usize) -> String {
    let file = path.display();
    let count = match list.len() + more {
        1 => "1 mistake".to_owned(),
        many => format!("{many} mistakes"),
    };
    let mut text = format!("{file} has {count}");
    for mistake in list {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{}", line(path, mistake));
    }
    if more > 0 {
        let _ = write!(text, "\nand {more} more");
    }
    text
}

fn line(path: &Path, mistake: &Mistake) -> String {
    let Mistake { place, line, column, message } = mistake;
    let separator = if place.is_empty() { "" } else { ": " };
    format!("{}:{line}:{column}: {place}{separator}{message}", path.display())
}
