//! A repository that is made for the purpose.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A temporary folder in which `storm init` writes.
pub struct Repository {
    folder: TempDir,
}

/// What a command printed, and its exit code.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    /// Read in messages only.
    #[expect(dead_code, reason = "shown when a test fails")]
    pub stderr: String,
}

impl Ran {
    fn of(command: &mut Command) -> Ran {
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// The line of a red test's text that starts with this word, without the word.
    #[track_caller]
    pub fn line(&self, word: &str) -> &str {
        let line = self.stdout.lines().find_map(|line| line.trim_start().strip_prefix(word));
        line.unwrap_or_else(|| panic!("no line `{word}` in {self:?}")).trim()
    }
}

impl Repository {
    pub fn empty() -> Repository {
        Repository { folder: tempfile::tempdir().unwrap() }
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces something that is there.
    pub fn edit(&self, path: &str, from: &str, to: &str) {
        let path = self.folder.path().join(path);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "no `{from}` in\n{text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    /// `storm init` with this crate as a dependency; what it prints.
    pub fn init(&self, arguments: &[&str]) -> String {
        let mut storm = Command::new(env!("CARGO_BIN_EXE_storm"));
        storm.args(["init", "--path", env!("CARGO_MANIFEST_DIR")]).args(arguments);
        let ran = Ran::of(storm.current_dir(self.folder.path()));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.stdout
    }

    /// The test target of the crate in `folder`, built with the dependencies that are built already.
    pub fn cargo_test(&self, folder: &str, environment: &[(&str, &str)], arguments: &[&str]) -> Ran {
        let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = self.folder.path().join(folder);
        if !folder.join("Cargo.lock").exists() {
            fs::copy(ours.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        }
        let target = Path::new(env!("CARGO_BIN_EXE_storm")).ancestors().nth(2);
        let mut cargo = Command::new(env!("CARGO"));
        // Here it need not be fast, and is built anew since it is another package where it is a dependency.
        cargo.args(["--config", "profile.release.package.smt-storm.opt-level=0"]);
        cargo.args(["test", "--offline", "--release", "--test", "storm", "--"]).args(arguments);
        for variable in ["STORM_CONFIG", "STORM_PROFILE", "STORM_RNG", "STORM_ROWS", "STORM_SHARD", "Z3"] {
            cargo.env_remove(variable);
        }
        cargo
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", target.unwrap())
            .env("STORM_OUTPUT", folder.join("output"))
            .envs(environment.iter().copied());
        Ran::of(&mut cargo)
    }
}

/// A solver that `storm solvers install --old` installs, or one from PATH.
pub fn solver(name: &str) -> Option<String> {
    let folder = std::env::var_os("STORM_SOLVERS").map(std::path::PathBuf::from);
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::iter::once(folder).chain(std::env::split_paths(&path));
    let found = folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()));
    found.map(|path| path.display().to_string())
}
