//! A folder of installed solvers:
//!
//! ```text
//! bin/z3-5.4.1, bin/z3     the executable of a release, and the newest release under the solver's own name
//! lib/libz3.so             libz3, to link against
//! python-cvc5-1.4.2/       the module of a solver that has no executable, with our adapter
//! .new-PID/                an installation in progress
//! ```

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use smt_storm::solver::releases::{Contents, Release};

use crate::process::interrupt;

use super::pip::{InstallError, Python, run_command};

/// The shared part of the adapters, and the adapter of each solver.
const SHARED: &str = include_str!("../../../harness/adapters/smtlib.py");
const ADAPTERS: [(&str, &str); 3] = [
    ("cvc5", include_str!("../../../harness/adapters/cvc5.py")),
    ("bitwuzla", include_str!("../../../harness/adapters/bitwuzla.py")),
    ("boolector", include_str!("../../../harness/adapters/boolector.py")),
];

/// The prefix of folders for installations in progress.
const NEW: &str = ".new-";

/// A folder of installed solvers, locked against other processes.
pub(in crate::cli) struct Store {
    root: PathBuf,
    new: PathBuf,
    _lock: File,
}

/// Returns where the executable of a release is, or would be.
pub(in crate::cli) fn executable(root: &Path, release: &Release) -> PathBuf {
    root.join("bin").join(release.executable())
}

/// Returns whether a release is installed and runs. A module needs its version of Python, which may be gone. `folder`
/// is for temporary files.
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
    /// Opens and locks a folder. Calls `waiting` if another process holds it. Removes what a killed process left.
    pub(in crate::cli) fn open(root: &Path, waiting: impl FnOnce()) -> Result<Store, InstallError> {
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
        // Use a new name: the pip of a killed process may still be writing to its folder.
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

    pub(in crate::cli) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folder for installations in progress.
    pub(in crate::cli) fn new_folder(&self) -> &Path {
        &self.new
    }

    /// Updates our adapter and the link of the newest release, if the release is installed. Returns whether it is.
    pub(in crate::cli) fn refresh(&self, release: &Release) -> Result<bool, InstallError> {
        // Install a release that does not run again.
        if !works(&self.root, release, self.new_folder()).unwrap_or(false) {
            return Ok(false);
        }
        if release.contents == Contents::Module {
            self.write_adapter(release, &self.module(release))?;
        }
        self.link(release)?;
        Ok(true)
    }

    /// Installs a release that is missing.
    pub(in crate::cli) fn install(&self, release: &Release, python: &Python) -> Result<(), InstallError> {
        self.clear()?;
        let package = self.new_folder().join("package");
        python.install(release.package, &release.pinned, &package, self.new_folder())?;
        let executable = match release.contents {
            Contents::Module => {
                self.write_adapter(release, &package)?;
                let home = self.module(release);
                remove(&home)
                    .and_then(|()| fs::rename(&package, &home))
                    .map_err(InstallError::file(&home))?;
                self.launcher(release, python)?
            }
            Contents::Executable => self.find_packaged(release, &package)?,
            Contents::ExecutableAndLibrary => {
                self.libraries(&package.join("z3/lib"))?;
                self.find_packaged(release, &package)?
            }
        };
        // Put the executable last: its presence means that the installation is complete.
        self.move_to_bin(&executable, &release.executable())?;
        works(&self.root, release, self.new_folder())?;
        self.link(release)?;
        self.clear()
    }

    /// Returns the folder of a release that is a Python module.
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

    /// Creates an executable that runs the adapter with the Python of the module. The adapter finds the module beside
    /// itself, also where the executable is a link to it; -E and -S keep out the user's settings and modules.
    fn launcher(&self, release: &Release, python: &Python) -> Result<PathBuf, InstallError> {
        let home = format!("python-{}", release.executable());
        let text = format!(
            "#!/bin/sh\nself=$(readlink -f \"$0\")\nexec \"{}\" -ES \"${{self%/*}}/../{home}/adapter.py\" \"$@\"\n",
            python.path
        );
        let path = self.new_folder().join("launcher");
        fs::write(&path, text).map_err(InstallError::file(&path))?;
        Ok(path)
    }

    /// Returns the executable in a package.
    fn find_packaged(&self, release: &Release, package: &Path) -> Result<PathBuf, InstallError> {
        let inside = Path::new("bin").join(release.program);
        let path = package.join(&inside);
        let pinned = format!("{}=={}", release.package, release.pinned);
        if path.is_file() { Ok(path) } else { Err(InstallError::Contents { pinned, path: inside }) }
    }

    /// Moves the libraries of a package to the folder that linkers are told to search.
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

    /// Moves a file to `bin` and makes it executable.
    fn move_to_bin(&self, file: &Path, name: &str) -> Result<(), InstallError> {
        let path = self.root.join("bin").join(name);
        let done = fs::set_permissions(file, Permissions::from_mode(0o755));
        done.and_then(|()| fs::rename(file, &path)).map_err(InstallError::file(&path))
    }

    /// Links the solver's own name to its newest release.
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
        // Ignore an error: the next process removes the rest.
        let _ = remove(self.new_folder());
    }
}

/// Removes a folder if it exists.
fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
