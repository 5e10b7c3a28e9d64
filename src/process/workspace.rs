//! Where a run writes: temporary files, which are removed, and failures, which stay.

use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{FlockOperation, flock};
use tempfile::{NamedTempFile, TempDir};

use crate::process::interrupt;

/// The prefix of folders for temporary files.
const TEMPORARY: &str = "tmp-";

/// The folder for everything that a run writes, except snapshots.
#[derive(Debug)]
pub struct Workspace {
    output: PathBuf,
    temporary: TempDir,
    /// Tells other programs that the temporary files are in use. The system releases the lock however this program
    /// ends.
    _lock: File,
    next: AtomicU64,
}

/// The error for a folder that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to {}: {source}; free some space, correct its permissions, or set STORM_OUTPUT to another folder", path.display())]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

impl Workspace {
    /// Opens `output`, and in it a folder for temporary files that is removed when this value is dropped and on
    /// interruption. Removes the temporary files of killed programs.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn open(output: &Path) -> Result<Workspace, WriteError> {
        let error = |source| WriteError { path: output.to_owned(), source };
        // Scripts are in this folder, and their paths are arguments in command lines, which are text in solvers.yaml.
        if output.to_str().is_none() {
            return Err(error(io::Error::new(io::ErrorKind::InvalidInput, "its name is not UTF-8")));
        }
        std::fs::create_dir_all(output).map_err(error)?;
        let locked = |folder: &Path, operation| {
            let lock = File::open(folder).map_err(error)?;
            flock(&lock, operation).map_err(|errno| error(errno.into()))?;
            Ok::<_, WriteError>(lock)
        };
        let (temporary, lock) = interrupt::uninterrupted(|| {
            // One program at a time, so that no other sweeps the new folder before it is locked.
            let _gate = locked(output, FlockOperation::LockExclusive)?;
            sweep(output);
            let temporary = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(output).map_err(error)?;
            interrupt::register_folder(temporary.path().to_owned());
            let lock = locked(temporary.path(), FlockOperation::NonBlockingLockExclusive)?;
            Ok((temporary, lock))
        })?;
        Ok(Workspace { output: output.to_owned(), temporary, _lock: lock, next: AtomicU64::new(0) })
    }

    /// Returns the folder for temporary files.
    pub fn temporary(&self) -> &Path {
        self.temporary.path()
    }

    /// Returns a new path for a script.
    pub fn script_path(&self) -> PathBuf {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.temporary.path().join(format!("{number}.smt2"))
    }

    /// Returns the folder for the files of a failing case.
    pub fn failure_folder(&self, name: &str) -> PathBuf {
        self.output.join("failures").join(name)
    }

    /// Removes the files that earlier runs kept of a failing case.
    ///
    /// # Errors
    /// The folder exists and cannot be removed.
    pub fn clear_failure(&self, name: &str) -> Result<(), WriteError> {
        let path = self.failure_folder(name);
        match std::fs::remove_dir_all(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => Err(WriteError { path, source }),
            _ => Ok(()),
        }
    }

    /// Returns the file of notes on which instances show which known bugs.
    pub fn known_file(&self) -> PathBuf {
        self.output.join("known.txt")
    }

    /// Returns the folder of results, with a file for each run.
    pub fn results_folder(&self) -> PathBuf {
        self.output.join("results")
    }

    /// Writes the digests of a case's instances.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep_digests(&self, name: &str, digests: &str) -> Result<(), WriteError> {
        let path = self.output.join("digests").join(format!("{name}.sha256"));
        write_atomically(&path, digests).map_err(|source| WriteError { path, source })
    }

    /// Writes a file of a failing case and returns its path.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, name: &str, file: &str, text: &str) -> Result<PathBuf, WriteError> {
        let path = self.failure_folder(name).join(file);
        write_atomically(&path, text).map_err(|source| WriteError { path: path.clone(), source })?;
        Ok(path)
    }
}

/// Removes folders for temporary files that no living program holds. Ignores folders that cannot be removed.
fn sweep(output: &Path) {
    let entries = output.read_dir().into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(TEMPORARY)) {
        let lock = File::open(entry.path());
        if lock.is_ok_and(|lock| flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Writes a whole file or nothing.
///
/// # Errors
/// The system refuses.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = unfinished(path)?;
    file.write_all(contents.as_ref())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Creates a temporary file beside a path, to be moved there when it is complete.
pub(crate) fn unfinished(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    // The usual permissions of a new file, which others may have to read.
    tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
}

/// Returns the lines that earlier runs noted in a file. Returns nothing if the file cannot be read or has more than
/// `most` bytes: whatever is forgotten is found out again.
pub(crate) fn read_notes(file: &Path, most: u64) -> String {
    // Opening a FIFO would wait for a writer.
    let is_read = std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() <= most);
    if is_read { std::fs::read_to_string(file).unwrap_or_default() } else { String::new() }
}

/// Appends a line in a single call, so that the lines of several processes do not mix.
pub(crate) fn add_note(file: &Path, line: &str) -> io::Result<()> {
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(format!("{line}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_vanish_and_failures_stay() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(&folder.path().join("storm")).unwrap();
        let script = workspace.script_path();
        std::fs::write(&script, "x").unwrap();
        assert_ne!(script, workspace.script_path());
        let kept = workspace.keep("case", "instance.smt2", "y").unwrap();
        let mode = std::fs::metadata(&kept).unwrap().permissions().mode();
        let usual = folder.path().join("usual");
        std::fs::write(&usual, "").unwrap();
        assert_eq!(mode, std::fs::metadata(&usual).unwrap().permissions().mode());
        drop(workspace);
        assert!(!script.exists());
        assert_eq!(std::fs::read_to_string(kept).unwrap(), "y");
    }

    #[test]
    fn temporary_files_of_killed_programs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let living = Workspace::open(folder.path()).unwrap();
        let [dead, other] = ["tmp-dead", "results"].map(|name| folder.path().join(name));
        std::fs::create_dir(&dead).unwrap();
        std::fs::write(dead.join("1.smt2"), "").unwrap();
        std::fs::create_dir(&other).unwrap();
        drop(Workspace::open(folder.path()).unwrap());
        assert!(!dead.exists() && other.exists() && living.temporary().exists());
    }

    #[test]
    fn a_folder_that_cannot_be_created_is_named() {
        let error = Workspace::open(Path::new("/dev/null/storm")).unwrap_err();
        assert!(error.to_string().starts_with("cannot write to /dev/null/storm"));
    }

    #[test]
    fn notes_are_appended_and_a_large_file_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("notes");
        assert_eq!(read_notes(&file, 100), "");
        add_note(&file, "one").unwrap();
        add_note(&file, "two").unwrap();
        assert_eq!(read_notes(&file, 100), "one\ntwo\n");
        assert_eq!(read_notes(&file, 7), "");
        assert_eq!(read_notes(folder.path(), 1 << 20), "");
        assert!(add_note(&folder.path().join("none/notes"), "three").is_err());
    }
}
