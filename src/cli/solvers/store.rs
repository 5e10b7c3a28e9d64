//! A folder of installed solvers:
//!
//! ```text
//! bin/z3-5.4.0, bin/z3     the executable of a release, and the newest release under the solver's own name
//! lib/libz3.so             libz3, to link against
//! python-cvc5-1.4.2/       the module of a solver that has no executable, with our adapter
//! .new-PID/                what is being installed, of which nothing is seen before it is complete
//! ```

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use smt_storm::solver::releases::{Contents, Release};

use crate::process::interrupt;

use super::pip::{InstallError, Python, run_command};

/// What the adapters share, and the adapter of each solver.
const SHARED: &str = include_str!("../../../harness/adapters/smtlib.py");
const ADAPTERS: [(&str, &str); 3] = [
    ("cvc5", include_str!("../../../harness/adapters/cvc5.py")),
    ("bitwuzla", include_str!("../../../harness/adapters/bitwuzla.py")),
    ("boolector", include_str!("../../../harness/adapters/boolector.py")),
];

/// What the names of folders start with in which nothing is complete.
const NEW: &str = ".new-";

/// A folder of installed solvers that nobody else writes to as long as this is there.
pub(super) struct Store {
    root: PathBuf,
    new: PathBuf,
    _lock: File,
}

/// Where the executable of a release is, or would be.
pub(super) fn executable(root: &Path, release: &Release) -> PathBuf {
    root.join("bin").join(release.executable())
}

/// Whether a release is there and runs: a module is for one version of Python, which may be gone. `folder` is for
/// temporary files.
pub(super) fn works(root: &Path, release: &Release, folder: &Path) -> Result<bool, InstallError> {
    let path = executable(root, release);
    let needs_library = release.contents == Contents::ExecutableAndLibrary;
    if !path.exists() || (needs_library && !root.join("lib/libz3.so").exists()) {
        return Ok(false);
    }
    let version = run_command(&[&path.to_string_lossy(), "--version"], folder);
    version.map(|_| true).map_err(|reason| InstallError::Broken { path, reason })
}

impl Store {
    /// Opens a folder, alone; `waiting` is called if another process has it. What a killed one left is removed.
    pub(super) fn open(root: &Path, waiting: impl FnOnce()) -> Result<Store, InstallError> {
        let root = std::path::absolute(root).map_err(InstallError::file(root))?;
        fs::create_dir_all(root.join("bin")).map_err(InstallError::file(&root))?;
        let path = root.join(".lock");
        let lock = File::create(&path).map_err(InstallError::file(&path))?;
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() {
            waiting();
            let locked = flock(&lock, FlockOperation::LockExclusive);
            locked.map_err(io::Error::from).map_err(InstallError::file(&path))?;
        }
        for entry in root.read_dir().map_err(InstallError::file(&root))?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(NEW) {
                remove(&entry.path()).map_err(InstallError::file(&root))?;
            }
        }
        // Of a name of its own: the pip of a killed process may still be at work in that of another.
        let new = root.join(format!("{NEW}{}", std::process::id()));
        interrupt::register_folder(new.clone());
        let store = Store { root, new, _lock: lock };
        store.clear()?;
        Ok(store)
    }

    fn clear(&self) -> Result<(), InstallError> {
        let new = &self.new;
        remove(new).and_then(|()| fs::create_dir(new)).map_err(InstallError::file(new))
    }

    /// Where nothing that is complete is.
    pub(super) fn new_folder(&self) -> &Path {
        &self.new
    }

    /// Brings what a release has of ours up to date, and the name of the newest one, if the release is there.
    pub(super) fn refresh(&self, release: &Release) -> Result<bool, InstallError> {
        // What does not run is installed again.
        if !works(&self.root, release, self.new_folder()).unwrap_or(false) {
            return Ok(false);
        }
        if release.contents == Contents::Module {
            self.write_adapter(release, &self.module(release))?;
        }
        self.link(release)?;
        Ok(true)
    }

    /// Installs a release that is not there.
    pub(super) fn install(&self, release: &Release, python: &Python) -> Result<(), InstallError> {
        self.clear()?;
        let package = self.new_folder().join("package");
        python.install(release.package, release.pinned, &package, self.new_folder())?;
        let executable = match release.contents {
            Contents::Module => {
                self.write_adapter(release, &package)?;
                let home = self.module(release);
                remove(&home)
                    .and_then(|()| fs::rename(&package, &home))
                    .map_err(InstallError::file(&home))?;
                self.launcher(release, python)?
            }
            Contents::Executable => self.packaged(release, &package)?,
            Contents::ExecutableAndLibrary => {
                self.libraries(&package.join("z3/lib"))?;
                self.packaged(release, &package)?
            }
        };
        // Last, so that a release whose executable is there is there as a whole.
        self.put(&executable, &release.executable())?;
        works(&self.root, release, self.new_folder())?;
        self.link(release)?;
        self.clear()
    }

    /// The folder of a release that is a Python module.
    fn module(&self, release: &Release) -> PathBuf {
        self.root.join(format!("python-{}", release.executable()))
    }

    fn write_adapter(&self, release: &Release, home: &Path) -> Result<(), InstallError> {
        let adapter =
            ADAPTERS.iter().find(|(solver, _)| *solver == release.solver).map_or("", |(_, text)| text);
        for (name, text) in [("smtlib.py", SHARED), ("adapter.py", adapter)] {
            let path = home.join(name);
            if fs::read_to_string(&path).is_ok_and(|old| old == text) {
                continue;
            }
            let new = self.new_folder().join(name);
            fs::write(&new, text)
                .and_then(|()| fs::rename(&new, &path))
                .map_err(InstallError::file(&path))?;
        }
        Ok(())
    }

    /// An executable that runs the adapter with the Python that the module is for. The adapter finds the module beside
    /// itself; -E and -S keep out the user's settings and modules.
    fn launcher(&self, release: &Release, python: &Python) -> Result<PathBuf, InstallError> {
        let home = format!("python-{}", release.executable());
        let text =
            format!("#!/bin/sh\nexec \"{}\" -ES \"${{0%/*}}/../{home}/adapter.py\" \"$@\"\n", python.path);
        let path = self.new_folder().join("launcher");
        fs::write(&path, text).map_err(InstallError::file(&path))?;
        Ok(path)
    }

    /// The executable in a package.
    fn packaged(&self, release: &Release, package: &Path) -> Result<PathBuf, InstallError> {
        let inside = Path::new("bin").join(release.program);
        let path = package.join(&inside);
        let pinned = format!("{}=={}", release.package, release.pinned);
        if path.is_file() { Ok(path) } else { Err(InstallError::Contents { pinned, path: inside }) }
    }

    /// Moves the libraries of a package to where linkers are told to look.
    fn libraries(&self, from: &Path) -> Result<(), InstallError> {
        let lib = self.root.join("lib");
        fs::create_dir_all(&lib).map_err(InstallError::file(&lib))?;
        for entry in from.read_dir().map_err(InstallError::file(from))? {
            let entry = entry.map_err(InstallError::file(from))?;
            if entry.file_name().to_string_lossy().starts_with("libz3") {
                fs::rename(entry.path(), lib.join(entry.file_name())).map_err(InstallError::file(&lib))?;
            }
        }
        Ok(())
    }

    /// Moves a file to `bin`, as an executable.
    fn put(&self, file: &Path, name: &str) -> Result<(), InstallError> {
        let path = self.root.join("bin").join(name);
        let done = fs::set_permissions(file, Permissions::from_mode(0o755));
        done.and_then(|()| fs::rename(file, &path)).map_err(InstallError::file(&path))
    }

    /// Lets the solver's own name stand for its newest release.
    fn link(&self, release: &Release) -> Result<(), InstallError> {
        let path = self.root.join("bin").join(release.program);
        let target = PathBuf::from(release.executable());
        if release.is_old || fs::read_link(&path).is_ok_and(|old| old == target) {
            return Ok(());
        }
        let new = self.new_folder().join("link");
        symlink(&target, &new).and_then(|()| fs::rename(&new, &path)).map_err(InstallError::file(&path))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // The next one removes what is left.
        let _ = remove(self.new_folder());
    }
}

/// Removes a folder, if it is there.
fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
