//! How to start the running program again, for the commands in reports.

use std::path::{Path, PathBuf};

/// The command that starts this program, and the folders for its paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Invocation {
    /// The words before a sub-command of `storm`, in shell syntax.
    pub storm: String,
    /// The words before the arguments of the tests, in shell syntax.
    pub tests: String,
    /// The user's current folder, for paths to show.
    pub here: PathBuf,
    /// The folder in which the program runs when it is started again, for paths in arguments: cargo starts a test
    /// target in the folder of its package.
    pub there: PathBuf,
}

impl Invocation {
    /// Detects how the program was started. Cargo starts a test target again; `storm` is started by the same name.
    pub(crate) fn detect() -> Invocation {
        let executable = std::env::current_exe().unwrap_or_default();
        let called = std::env::args_os().next().unwrap_or_default().to_string_lossy().into_owned();
        let current = std::env::current_dir().unwrap_or_default();
        // The shell's current folder, which cargo passes on unchanged.
        let shell = std::env::var_os("PWD").and_then(|folder| Path::new(&folder).canonicalize().ok());
        Invocation::from_executable(&executable, &called, current, shell)
    }

    fn from_executable(
        executable: &Path,
        called: &str,
        there: PathBuf,
        shell: Option<PathBuf>,
    ) -> Invocation {
        let Some((target, profile)) = test_target(executable) else {
            let storm = quoted(called);
            return Invocation { tests: format!("{storm} test"), storm, here: there.clone(), there };
        };
        // If the shell's folder is unrelated to the package, show absolute paths.
        let is_near = |shell: &PathBuf| shell.starts_with(&there) || there.starts_with(shell);
        let here = shell.filter(is_near).unwrap_or_else(|| there.clone());
        let manifest = match there.strip_prefix(&here) {
            Ok(below) if below != Path::new("") => {
                format!("--manifest-path {} ", quoted(&below.join("Cargo.toml").to_string_lossy()))
            }
            _ => String::new(),
        };
        let tests = format!("cargo test {profile}{manifest}--test {} --", quoted(target));
        Invocation { storm: format!("{tests} storm"), tests, here, there }
    }

    /// Returns a path as the user sees it.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> &'a Path {
        below(path, &self.here)
    }

    /// Returns a path as an argument for this program, in shell syntax.
    pub(crate) fn argument(&self, path: &Path) -> String {
        quoted(&below(path, &self.there).to_string_lossy())
    }
}

/// Returns a path relative to a folder, if it is below it.
fn below<'a>(path: &'a Path, folder: &Path) -> &'a Path {
    path.strip_prefix(folder).ok().filter(|path| *path != Path::new("")).unwrap_or(path)
}

/// Returns the name and the profile option of a test target, if cargo built the executable as one:
/// `target/PROFILE/deps/NAME-HASH`, with a hash of 16 hexadecimal digits.
fn test_target(executable: &Path) -> Option<(&str, String)> {
    let (name, hash) = executable.file_stem()?.to_str()?.rsplit_once('-')?;
    if hash.len() != 16 || !hash.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let folder = executable.parent()?.parent()?.file_name()?.to_str()?;
    Some((
        name,
        match folder {
            "debug" => String::new(),
            "release" => "--release ".to_owned(),
            profile => format!("--profile {} ", quoted(profile)),
        },
    ))
}

/// Quotes a word for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/_.,:+@%=-".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect_commands(executable: &str, called: &str) -> [String; 2] {
        let Invocation { storm, tests, .. } =
            Invocation::from_executable(Path::new(executable), called, "/x".into(), None);
        [storm, tests]
    }

    #[test]
    fn a_test_target_is_started_by_cargo() {
        for (profile, argument) in [("release", "--release "), ("debug", ""), ("bench", "--profile bench ")] {
            let tests = format!("cargo test {argument}--test wrong-unsat --");
            let executable = format!("/x/target/{profile}/deps/wrong-unsat-0123456789abcdef");
            assert_eq!(detect_commands(&executable, &executable), [format!("{tests} storm"), tests]);
        }
    }

    #[test]
    fn storm_is_started_by_the_same_name() {
        assert_eq!(detect_commands("/home/x/.cargo/bin/storm", "storm"), ["storm", "storm test"]);
        let path = "/my builds/storm-4.8";
        assert_eq!(detect_commands(path, path), ["'/my builds/storm-4.8'", "'/my builds/storm-4.8' test"]);
    }

    #[test]
    fn paths_are_relative_to_the_reader() {
        let executable = Path::new("/top/smt/target/debug/deps/storm-0123456789abcdef");
        let from =
            |shell: &str| Invocation::from_executable(executable, "", "/top/smt".into(), Some(shell.into()));
        let seen = |shell: &str| {
            let (from, path) = (from(shell), Path::new("/top/smt/snapshots/a.snap"));
            (from.tests.clone(), from.shown(path).to_owned(), from.argument(path))
        };
        let (own, other) =
            ("cargo test --test storm --", "cargo test --manifest-path smt/Cargo.toml --test storm --");
        let argument = "snapshots/a.snap";
        assert_eq!(seen("/top/smt"), (own.into(), argument.into(), argument.into()));
        assert_eq!(seen("/top"), (other.into(), "smt/snapshots/a.snap".into(), argument.into()));
        assert_eq!(seen("/top/smt/src"), (own.into(), "/top/smt/snapshots/a.snap".into(), argument.into()));
        // A program that is started by another one, which stands elsewhere.
        assert_eq!(seen("/home/x"), (own.into(), argument.into(), argument.into()));
    }
}
