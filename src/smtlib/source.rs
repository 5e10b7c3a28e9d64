//! SMT-LIB text from outside: scripts, models and witnesses, read with the same limits by all commands.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest file in bytes: memory stays bounded for any input.
const LARGEST: u64 = 256 << 20;

/// The reason why a text cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SourceError {
    #[error("cannot be read ({0})")]
    Io(#[from] io::Error),
    #[error("larger than {} MiB, the limit for input", .0 >> 20)]
    TooLarge(u64),
    #[error("binary data at byte {0}; if it is compressed, unpack it first")]
    Binary(usize),
}

/// Returns the text of a file.
pub(crate) fn load(path: &Path) -> Result<String, SourceError> {
    read(File::open(path)?, LARGEST)
}

/// Returns the text of a stream.
pub(crate) fn load_from(source: impl Read) -> Result<String, SourceError> {
    read(source, LARGEST)
}

/// Returns the text of a stream with at most `most` bytes.
pub(crate) fn read(source: impl Read, most: u64) -> Result<String, SourceError> {
    decode(&bounded(source, most)?.ok_or(SourceError::TooLarge(most))?)
}

/// Decodes UTF-8 with or without a byte-order mark. Anything else is read as Latin-1, which older suites use in
/// comments.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, SourceError> {
    if let Some(offset) = bytes.iter().position(|&byte| byte == 0) {
        return Err(SourceError::Binary(offset));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| byte as char).collect(),
    })
}

/// Returns all bytes, or `None` if there are more than `most`.
pub(crate) fn bounded(source: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_is_allowed() {
        assert_eq!(bounded(&b"abc"[..], 3).unwrap().as_deref(), Some(&b"abc"[..]));
        assert_eq!(bounded(io::repeat(0), 3).unwrap(), None);
        assert!(matches!(read(&b"abcd"[..], 3), Err(SourceError::TooLarge(3))));
    }

    #[test]
    fn a_text_may_begin_with_a_byte_order_mark_and_be_latin_1() {
        assert_eq!(decode(b"\xef\xbb\xbf; \xc3\xa9").unwrap(), "; \u{e9}");
        assert_eq!(decode(b"; \xe9").unwrap(), "; \u{e9}");
        assert!(matches!(decode(b"ab\0"), Err(SourceError::Binary(2))));
    }
}
