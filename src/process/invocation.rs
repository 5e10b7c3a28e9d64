//! How to start the running program again, for the commands that a failing test names.

use std::path::{Path, PathBuf};

/// How to start this program, and from where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Invocation {
    /// What the sub-commands of `storm` come after, as a shell reads it.
    pub storm: String,
    /// What the arguments of the tests come after, as a shell reads it.
    pub tests: String,
    /// The folder in which the user stands, who is shown paths.
    pub here: PathBuf,
    /// The folder in which the program is started again, which is given paths: cargo starts a test target in that of its
    /// package.
    pub there: PathBuf,
}

impl Invocation {
    /// Test targets are started by cargo, which a user's own crate has in any case; `storm` is started as it was.
    pub(crate) fn detect() -> Invocation {
        let executable = std::env::current_exe().unwrap_or_default();
        let called = std::env::args().next().unwrap_or_default();
        let current = std::env::current_dir().unwrap_or_default();
        // What the shell calls its folder: cargo leaves it as it is.
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
        // Whoever stands elsewhere did not start it, or is shown whole paths.
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

    /// A path as the user sees it.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> &'a Path {
        below(path, &self.here)
    }

    /// A path as an argument of this program, as a shell reads it.
    pub(crate) fn argument(&self, path: &Path) -> String {
        quoted(&below(path, &self.there).to_string_lossy())
    }
}

/// A path as it is seen from a folder, if it is below it.
fn below<'a>(path: &'a Path, folder: &Path) -> &'a Path {
    path.strip_prefix(folder).ok().filter(|path| *path != Path::new("")).unwrap_or(path)
}

/// The name and profile of a test target, if cargo built the executable as one: `target/PROFILE/deps/NAME-HASH`, the
/// hash being 16 hexadecimal digits.
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

/// A word as a shell reads it.
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

    fn of(executable: &str, called: &str) -> [String; 2] {
        let Invocation { storm, tests, .. } =
            Invocation::from_executable(Path::new(executable), called, "/x".into(), None);
        [storm, tests]
    }

    #[test]
    fn a_test_target_is_started_by_cargo() {
        for (profile, argument) in [("release", "--release "), ("debug", ""), ("bench", "--profile bench ")] {
            let tests = format!("cargo test {argument}--test wrong-unsat --");
            let executable = format!("/x/target/{profile}/deps/wrong-unsat-0123456789abcdef");
            assert_eq!(of(&executable, &executable), [format!("{tests} storm"), tests]);
        }
    }

    #[test]
    fn storm_is_started_as_it_was() {
        assert_eq!(of("/home/x/.cargo/bin/storm", "storm"), ["storm", "storm test"]);
        let path = "/my builds/storm-4.8";
        assert_eq!(of(path, path), ["'/my builds/storm-4.8'", "'/my builds/storm-4.8' test"]);
    }

    #[test]
    fn paths_are_those_of_where_they_are_read() {
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
