//! Results file → records, line by line.
//!
//! Unknown fields are ignored, because a newer smt-storm may add fields within a version of the format. A truncated
//! line is counted and left out. Anything else is an error.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::record::{Record, VERSION};

/// The longest line to read, in bytes: enough for the names of some hundred thousand cases.
const LONGEST_LINE: u64 = 32 << 20;

/// An error in results.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file or folder cannot be read.
    #[error("cannot read {}: {source}; name a file that a run wrote, or a folder of them", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The folder has no results.
    #[error("{}: no .jsonl file in this folder or below it; name a file that a run wrote, or the folder it is in", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// The line has another version.
    #[error("{}:{line}: written in version {found} of the format, but this smt-storm reads version {VERSION}; use the smt-storm that wrote it, or run the cases again", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Its version.
        found: u64,
    },
    /// The line is not a record.
    #[error("{}:{line}: not a line of results ({reason}); delete the line or remove the file", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error.
        reason: String,
    },
}

/// Passes each record to `take`: those of files, and those of the `.jsonl` files in and below folders, in the order of
/// their names. Returns the number of truncated lines.
pub(crate) fn read(paths: &[PathBuf], mut take: impl FnMut(Record)) -> Result<usize, ReadError> {
    let mut torn = 0;
    for path in paths {
        for file in files(path)? {
            torn += read_file(&file, &mut take)?;
        }
    }
    Ok(torn)
}

/// Returns the file itself, or the results files in a folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = |source| ReadError::Unreadable { path: path.to_owned(), source };
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
    // CI systems unpack the files of each job into a folder of its own.
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let (kind, file) =
                entry.and_then(|entry| Ok((entry.file_type()?, entry.path()))).map_err(unreadable)?;
            if kind.is_dir() {
                folders.push(file);
            } else if file.extension().is_some_and(|extension| extension == "jsonl") {
                files.push(file);
            }
        }
    }
    files.sort();
    if files.is_empty() { Err(ReadError::Empty { path: path.to_owned() }) } else { Ok(files) }
}

fn read_file(path: &Path, take: &mut impl FnMut(Record)) -> Result<usize, ReadError> {
    let unreadable = |source| ReadError::Unreadable { path: path.to_owned(), source };
    let mut reader = BufReader::new(File::open(path).map_err(unreadable)?);
    let mut torn = 0;
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let length =
            (&mut reader).take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes).map_err(unreadable)?;
        if length == 0 {
            break;
        }
        // Who writes next ends a truncated line, so a line end tells nothing, and it would be a mistake inside a text.
        let text = bytes.trim_ascii();
        if text.is_empty() {
            continue;
        }
        if length as u64 > LONGEST_LINE {
            let reason = format!("longer than {} MiB", LONGEST_LINE >> 20);
            return Err(ReadError::Line { path: path.to_owned(), line, reason });
        }
        match parse(text, path, line) {
            Ok(Some(record)) => take(record),
            Ok(None) => torn += 1,
            // The truncation may split a character or a number, but it always takes the last brace.
            Err(ReadError::Line { .. }) if text.starts_with(b"{") && !text.ends_with(b"}") => torn += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(torn)
}

/// Parses the record on a line; `None` if the line is truncated.
fn parse(bytes: &[u8], path: &Path, line: usize) -> Result<Option<Record>, ReadError> {
    #[derive(Deserialize)]
    struct Head {
        version: u64,
    }
    let wrong =
        |reason: serde_json::Error| ReadError::Line { path: path.to_owned(), line, reason: message(&reason) };
    let head: Head = match serde_json::from_slice(bytes) {
        Err(error) if error.is_eof() => return Ok(None),
        head => head.map_err(wrong)?,
    };
    if head.version != u64::from(VERSION) {
        return Err(ReadError::Version { path: path.to_owned(), line, found: head.version });
    }
    serde_json::from_slice(bytes).map(Some).map_err(wrong)
}

/// Returns the message without its position, which only counts within the line.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(message, _)| message.to_owned())
}
