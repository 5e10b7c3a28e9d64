//! Seed files: bytes → script → formulas, or one clear reason why not.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::smtlib::{Formulas, Position, ReadError, Script};
use crate::witness::NoValue;

/// Larger files are refused, in bytes: memory stays bounded.
const LARGEST: u64 = 32 << 20;

/// A seed that was read.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Where it was read from.
    pub path: PathBuf,
    /// SHA-256 of the file's bytes.
    pub digest: Digest,
    /// Its commands.
    pub script: Script,
    /// Its assertions as terms.
    pub formulas: Formulas,
}

/// Why a seed cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The file cannot be read.
    #[error("{}: cannot be read ({source}); check the path and its permissions", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is too large.
    #[error("{}: larger than {} MiB; leave it out of `seeds` in solvers.yaml", path.display(), LARGEST >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file holds no text.
    #[error("{}: binary data at byte {offset}, not SMT-LIB; is it compressed?", path.display())]
    Binary {
        /// The file.
        path: PathBuf,
        /// Offset of the first zero byte.
        offset: usize,
    },
    /// The text is not SMT-LIB, or uses what this reader does not know.
    #[error("{}:{}: {}; correct the seed or leave it out of `seeds` in solvers.yaml", path.display(), error.position, error.what)]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What and where.
        error: ReadError,
    },
    /// Z3 refuses a declaration or an assertion.
    #[error("{}:{place}: Z3 refuses it ({message}); correct the seed or leave it out of `seeds` in solvers.yaml", path.display())]
    IllSorted {
        /// The file.
        path: PathBuf,
        /// The place in the file.
        place: Position,
        /// Z3's words.
        message: String,
    },
    /// Nothing is asserted.
    #[error("{}: asserts nothing, so there is nothing to recombine; leave it out of `seeds` in solvers.yaml", path.display())]
    NoAssertions {
        /// The file.
        path: PathBuf,
    },
    /// No sub-formula has a truth value that can be relied on.
    #[error("{}: none of its {formulas} Boolean sub-formulas evaluates to a constant under the witness ({origin}); leave it out of `seeds` in solvers.yaml", path.display())]
    EmptyPool {
        /// The file.
        path: PathBuf,
        /// How many sub-formulas there are.
        formulas: usize,
        /// Where the witness came from.
        origin: String,
    },
    /// A declared symbol has a sort without known values.
    #[error("{}: {source}; leave the seed out of `seeds` in solvers.yaml", path.display())]
    NoValue {
        /// The file.
        path: PathBuf,
        /// The symbol and the sort.
        source: NoValue,
    },
    /// Z3 crashed or reached its limits.
    #[error("{}: Z3 {how} while evaluating it; leave it out of `seeds` in solvers.yaml", path.display())]
    GaveUp {
        /// The file.
        path: PathBuf,
        /// How it ended.
        how: String,
    },
    /// A child process refused the seed, in these words.
    #[error("{message}")]
    Refused {
        /// [`SeedError::kind`] in the child process.
        kind: String,
        /// The message there.
        message: String,
    },
    /// Something broke while Z3 worked on the seed.
    #[error("{}: internal error while evaluating it: {message}", path.display())]
    Internal {
        /// The file.
        path: PathBuf,
        /// The message.
        message: String,
    },
}

impl SeedError {
    /// The reason in one or two words, for tables.
    pub fn kind(&self) -> &'static str {
        match self {
            SeedError::Io { .. } => "cannot be read",
            SeedError::TooLarge { .. } => "too large",
            SeedError::Binary { .. } => "binary",
            SeedError::Unreadable { .. } => "unreadable",
            SeedError::IllSorted { .. } => "refused by Z3",
            SeedError::NoAssertions { .. } => "no assertions",
            SeedError::EmptyPool { .. } => "no constant value",
            SeedError::NoValue { .. } => "sort without values",
            SeedError::GaveUp { .. } => "Z3 gave up",
            SeedError::Refused { kind, .. } => kind_of(kind),
            SeedError::Internal { .. } => "internal error",
        }
    }
}

/// The kind that a child process named.
fn kind_of(name: &str) -> &'static str {
    const KINDS: [&str; 3] = ["refused by Z3", "sort without values", "internal error"];
    KINDS.into_iter().find(|kind| *kind == name).unwrap_or("refused")
}

impl Seed {
    /// Reads a seed file.
    ///
    /// # Errors
    /// A file that cannot be read, holds no SMT-LIB, or asserts nothing.
    pub fn load(path: &Path) -> Result<Seed, SeedError> {
        let io = |source| SeedError::Io { path: path.to_owned(), source };
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(io)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(io)?;
        if bytes.len() as u64 > LARGEST {
            return Err(SeedError::TooLarge { path: path.to_owned() });
        }
        Seed::from_bytes(path, &bytes)
    }

    /// Reads a seed that is already in memory; `path` only names it.
    ///
    /// # Errors
    /// See [`Seed::load`].
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Seed, SeedError> {
        let path = path.to_owned();
        if let Some(offset) = bytes.iter().position(|&byte| byte == 0) {
            return Err(SeedError::Binary { path, offset });
        }
        let digest = Digest::of(bytes);
        let read = |text| {
            let script = Script::parse(text)?;
            let formulas = Formulas::of(&script)?;
            Ok((script, formulas))
        };
        let (script, formulas) = match read(decode(bytes)) {
            Ok(read) => read,
            Err(error) => return Err(SeedError::Unreadable { path, error }),
        };
        if formulas.assertions.is_empty() && formulas.assumptions.is_empty() {
            return Err(SeedError::NoAssertions { path });
        }
        Ok(Seed { path, digest, script, formulas })
    }
}

/// UTF-8 with or without a byte-order mark; anything else is read as Latin-1, which older
/// suites use in comments.
fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| byte as char).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(bytes: &[u8]) -> Result<Seed, SeedError> {
        Seed::from_bytes(Path::new("x.smt2"), bytes)
    }

    #[test]
    fn byte_order_mark_crlf_and_latin_1_are_read() {
        let seed = load(b"\xef\xbb\xbf(declare-const p Bool)\r\n(assert p)").unwrap();
        assert_eq!(seed.formulas.assertions.len(), 1);
        assert!(load(b"; caf\xe9\n(declare-const p Bool)(assert p)").is_ok());
    }

    #[test]
    fn what_cannot_be_used_is_refused_in_one_line() {
        let message = |bytes: &[u8]| load(bytes).unwrap_err().to_string();
        assert!(message(b"\x1f\x8b\0").contains("binary data at byte 2"));
        assert!(message(b"").contains("asserts nothing"));
        assert_eq!(
            message(b"(assert\n  (and p"),
            "x.smt2:1:1: `(` is never closed: the file is cut short, or a parenthesis is missing; \
             correct the seed or leave it out of `seeds` in solvers.yaml"
        );
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = Seed::load(Path::new("/no/such/file.smt2")).unwrap_err();
        assert!(error.to_string().starts_with("/no/such/file.smt2: cannot be read"));
    }
}
