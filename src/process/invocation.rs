//! How the running program is started again, for the commands that a red test names.

use std::path::Path;

/// Two ways to start this program, as a shell reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invocation {
    /// What the sub-commands of `storm` come after.
    pub storm: String,
    /// What the arguments of libtest come after.
    pub tests: String,
}

impl Invocation {
    /// Test targets are started by cargo, which a user's own crate has in any case; `storm` is started as it was.
    pub(crate) fn of_this_program() -> Invocation {
        let executable = std::env::current_exe().unwrap_or_default();
        let called = std::env::args().next().unwrap_or_default();
        Invocation::from_executable(&executable, &called)
    }

    fn from_executable(executable: &Path, called: &str) -> Invocation {
        match test_target(executable) {
            Some((target, profile)) => {
                let tests = format!("cargo test {profile}--test {} --", quoted(target));
                Invocation { storm: format!("{tests} storm"), tests }
            }
            None => Invocation { storm: quoted(called), tests: format!("{} test", quoted(called)) },
        }
    }
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
        let Invocation { storm, tests } = Invocation::from_executable(Path::new(executable), called);
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
}
