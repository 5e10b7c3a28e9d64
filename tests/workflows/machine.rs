//! The machine that jobs run on: its programs, and a folder for each job.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Programs that change the system or need the network: each only notes how it was called. `sudo` runs what it is given,
/// and `cargo build` puts the executable to where it would be.
const STUBS: [(&str, &str); 7] = [
    ("apt-get", ""),
    ("gh", ""),
    ("rustup", ""),
    ("rustc", "echo 'rustc 1.89.0 (29483883e 2025-08-04)'"),
    ("sudo", "exec \"$@\""),
    ("cross", ""),
    (
        "cargo",
        r#"case "$*" in
build*"--manifest-path .smt-storm/Cargo.toml"*) target=.smt-storm/target/release ;;
build*--target\ *) target=target/$(echo "$*" | sed 's/.*--target \([^ ]*\).*/\1/')/release ;;
*) exit 0 ;;
esac
mkdir -p $target
cp "$STUB_STORM" $target/storm"#,
    ),
];

/// A folder with what the repository, the programs and GitHub keep.
pub struct Machine {
    folder: TempDir,
}

/// What a command came to.
pub struct Ran {
    pub is_good: bool,
    pub output: String,
}

impl Machine {
    pub fn new() -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap() };
        for (name, body) in STUBS {
            let text = format!("#!/bin/bash\necho \"{name} $*\" >> \"$STUB_LOG\"\n{body}\n");
            machine.program(&machine.path("bin").join(name), &text);
        }
        for folder in ["repository", "artifacts", "caches", "job"] {
            fs::create_dir_all(machine.path(folder)).unwrap();
        }
        machine
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes an executable file.
    pub fn program(&self, path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// What programs that only note it were called with.
    pub fn calls(&self) -> String {
        fs::read_to_string(self.path("calls")).unwrap_or_default()
    }

    /// An empty folder for the next job.
    pub fn next_job(&self) -> PathBuf {
        let job = self.path("job");
        fs::remove_dir_all(&job).unwrap();
        fs::create_dir(&job).unwrap();
        job
    }

    /// The repository as `git` has it.
    pub fn commit(&self) {
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]);
            let output = git.args(arguments).current_dir(self.path("repository")).output().unwrap();
            assert!(output.status.success(), "git {arguments:?}: {output:?}");
        };
        git(&["init", "--quiet"]);
        let origin = self.path("origin.git").display().to_string();
        git(&["init", "--quiet", "--bare", &origin]);
        git(&["config", "remote.origin.url", &origin]);
        git(&["add", "--all"]);
        git(&["commit", "--quiet", "--message", "all"]);
    }

    /// Runs the text of a step as GitHub does, and ends at the first command that fails, also within a pipe, and at a
    /// variable that is not set. Nothing of this process's environment is seen.
    pub fn bash(&self, text: &str, environment: &[(String, String)]) -> Ran {
        let script = self.path("step.sh");
        fs::write(&script, text).unwrap();
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", self.path("bin").display());
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-eu", "-o", "pipefail"]).arg(&script);
        bash.env_clear().current_dir(self.path("job"));
        bash.env("PATH", path).env("HOME", self.path("home")).env("LANG", "C.UTF-8");
        bash.env("STUB_LOG", self.path("calls")).env("STUB_STORM", env!("CARGO_BIN_EXE_storm"));
        bash.env("GITHUB_OUTPUT", self.path("output")).env("GITHUB_STEP_SUMMARY", self.path("summary"));
        bash.env("GITHUB_WORKSPACE", self.path("job")).env("GITHUB_ACTIONS", "true");
        bash.envs(environment.iter().cloned());
        let output = bash.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        Ran { is_good: output.status.success(), output: String::from_utf8_lossy(&text).into_owned() }
    }

    /// What a step has written for others, by name.
    pub fn take_outputs(&self) -> serde_json::Map<String, serde_json::Value> {
        let text = fs::read_to_string(self.path("output")).unwrap_or_default();
        let _ = fs::remove_file(self.path("output"));
        let line = |line: &str| {
            let (name, value) = line.split_once('=').unwrap_or_else(|| panic!("no output: {line:?}"));
            (name.to_owned(), value.into())
        };
        text.lines().map(line).collect()
    }

    /// Copies a file or folder with all in it.
    pub fn copy(&self, from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        let source = if from.is_dir() { from.join(".") } else { from.to_owned() };
        let copied = Command::new("cp").arg("-a").arg(source).arg(to).status().unwrap();
        assert!(copied.success(), "cannot copy {}", from.display());
    }
}
