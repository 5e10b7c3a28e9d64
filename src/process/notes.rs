//! Files that remember something from one run to the next, a line for each thing.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// What such a file says; nothing if it cannot be read, or has more than so many bytes: what is not remembered is found out
/// again.
pub(crate) fn read(file: &Path, most: u64) -> String {
    // Opening a FIFO waits for somebody to write to it.
    let is_read = fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() <= most);
    if is_read { fs::read_to_string(file).unwrap_or_default() } else { String::new() }
}

/// Adds a line, at once, so that those of several processes do not mix.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn add(file: &Path, line: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(format!("{line}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_and_a_large_file_says_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("notes");
        assert_eq!(read(&file, 100), "");
        add(&file, "one").unwrap();
        add(&file, "two").unwrap();
        assert_eq!(read(&file, 100), "one\ntwo\n");
        assert_eq!(read(&file, 7), "");
        assert_eq!(read(folder.path(), 1 << 20), "");
        assert!(add(&folder.path().join("none/notes"), "three").is_err());
    }
}
