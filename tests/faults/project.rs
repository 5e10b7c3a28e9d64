//! A folder as a user of the crate has it, with a matrix of players and a seed; and its test program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::marks;

/// The environment variable that makes this executable the test program of a folder.
pub const HARNESS: &str = "FAULTS_HARNESS";
/// The one case of a project that nobody changed.
pub const CASE: &str = "player::QF_LIA::small::1";
/// What the player answers when it is asked for its version.
pub const VERSION: &str = "Player 1.0";

const SEED: &str = "(set-logic QF_LIA)
(declare-fun alpha () Int)
(declare-fun beta () Int)
(declare-fun gamma () Bool)
(assert (and (> alpha 3) (or gamma (< beta 2))))
(assert (=> gamma (= (+ alpha beta) 10)))
(assert (not (= beta 7)))
(check-sat)
";

/// A temporary folder with `solvers.yaml`, `seeds/QF_LIA/small.smt2`, and `notes` for the player.
pub struct Project {
    folder: TempDir,
}

impl Project {
    /// A project with one solver that plays a fault.
    pub fn playing(fault: &[&str]) -> Project {
        // A name with a blank, as users have them.
        let folder = tempfile::Builder::new().prefix("storm faults ").tempdir().unwrap();
        let project = Project { folder };
        project.write("seeds/QF_LIA/small.smt2", SEED);
        fs::create_dir(project.notes()).unwrap();
        project.play(fault);
        project
    }

    /// Lets the solver play another fault from now on. `{notes}` stands for the folder of notes.
    pub fn play(&self, fault: &[&str]) {
        self.write_rows(&self.row("player", fault, "missing: error"));
    }

    /// A row of `solvers.yaml` with a solver that plays a fault.
    pub fn row(&self, name: &str, fault: &[&str], more: &str) -> String {
        let notes = self.notes().display().to_string();
        let program = this_program();
        let fault = fault.iter().map(|word| word.replace("{notes}", &notes));
        let argv: Vec<String> =
            [program.clone(), "play".into()].into_iter().chain(fault).chain(["{file}".into()]).collect();
        let version = [&program, "play", "say", VERSION, "0"];
        // What is JSON is YAML too.
        let (argv, version) = (json(&argv), json(&version));
        format!("  {name}:\n    argv: {argv}\n    version: {version}\n    {more}\n")
    }

    /// The key `session` of a row, for a session that misbehaves (`WHEN FAULT …`).
    pub fn session(&self, fault: &[&str], restart: u32) -> String {
        let notes = self.notes().display().to_string();
        let fault = fault.iter().map(|word| word.replace("{notes}", &notes));
        let words = [this_program(), "play".into(), "session".into(), notes.clone()];
        let argv: Vec<String> = words.into_iter().chain(fault).collect();
        format!("session: {{argv: {}, restart: {restart}}}", json(&argv))
    }

    /// Writes `solvers.yaml` with these rows.
    pub fn write_rows(&self, rows: &str) {
        self.write(
            "solvers.yaml",
            format!(
                "version: 1\ndefaults:\n  timeout: 9s\n  memory: 512MiB\nsolvers:\n{rows}\
                 seeds:\n- glob: seeds/*/*.smt2\nprofiles:\n  faults:\n    A_max: 12\n    NC: 40\n    NM: 10\n    \
                 max_timeouts: 1\ndefault_profile: faults\nsnapshots: snapshots\n"
            ),
        );
    }

    /// Replaces a text in `solvers.yaml`.
    #[track_caller]
    pub fn reconfigure(&self, old: &str, new: &str) {
        let config = fs::read_to_string(self.path("solvers.yaml")).unwrap();
        assert!(config.contains(old), "nothing of `{old}` in\n{config}");
        self.write("solvers.yaml", config.replace(old, new));
    }

    /// A path in the folder.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file and the folders it is in.
    pub fn write(&self, path: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    /// The player's folder of notes.
    pub fn notes(&self) -> PathBuf {
        self.path("notes")
    }

    /// The one accepted snapshot; a path that is not there if there is none.
    pub fn accepted(&self) -> PathBuf {
        self.only(".snap")
    }

    /// The one pending snapshot; a path that is not there if there is none.
    pub fn pending(&self) -> PathBuf {
        self.only(".snap.new")
    }

    fn only(&self, end: &str) -> PathBuf {
        let mut found = self.snapshots(end);
        assert!(found.len() < 2, "{found:?}");
        found.pop().unwrap_or_else(|| self.path("snapshots").join(format!("none{end}")))
    }

    /// The snapshots whose names end so, sorted; all that is in their folder are snapshots.
    pub fn snapshots(&self, end: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("snapshots")).into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        assert!(paths.iter().all(|path| name(path).contains(".snap")), "{paths:?}");
        paths.retain(|path| name(path).ends_with(end));
        paths.sort();
        paths
    }

    /// Accepts all pending snapshots, as `cargo insta accept` does: what insta has read, it writes anew.
    pub fn accept(&self) {
        let pending = self.snapshots(".snap.new");
        assert!(!pending.is_empty());
        for path in pending {
            insta::Snapshot::from_file(&path).unwrap().save(&path.with_extension("")).unwrap();
            fs::remove_file(path).unwrap();
        }
    }

    /// A file kept of the last failure of [`CASE`]: each has a folder, called by the number of its instance.
    pub fn kept(&self, file: &str) -> PathBuf {
        let folder = self.path("output/failures/player__QF_LIA__small__1");
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let last = entries.filter_map(|entry| name(&entry.path()).parse::<u32>().ok()).max();
        folder.join(last.map_or("none".to_owned(), |number| number.to_string())).join(file)
    }

    /// Returns the smallest script of the failure, without its comments.
    pub fn reduced(&self) -> String {
        marks::without_comments(&fs::read_to_string(self.kept("reduced.smt2")).unwrap())
    }

    /// What the built-in solver prints for such a file.
    pub fn solved(&self, file: &str) -> String {
        let ran = Ran::of(Command::new(this_program()).arg("__storm-solve").arg(self.kept(file)));
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        ran.stdout
    }

    /// What the runs left of their temporary files.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("output")).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| name(path).starts_with("tmp-")).collect()
    }

    /// The test program of this folder, in an environment that would keep insta from writing.
    pub fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(this_program().as_ref(), arguments)
    }

    /// The same of a copy of the test program.
    pub fn command_of(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for variable in [
            "STORM_PROFILE", "STORM_AGAINST", "STORM_NO_MINIMISE", "GITHUB_ACTIONS", "STORM_STRICT",
            "STORM_RESULTS", "NEXTEST_RUN_ID", "STORM_RUN", "GITHUB_RUN_ID", "CI_PIPELINE_ID",
            "BUILDKITE_BUILD_ID", "SLURM_ARRAY_JOB_ID", "STORM_RNG", "STORM_ROWS", "STORM_SHARD",
            "INSTA_WORKSPACE_ROOT",
        ] {
            command.env_remove(variable);
        }
        command
            .env(HARNESS, self.folder.path())
            .env("STORM_CONFIG", self.path("solvers.yaml"))
            .env("STORM_OUTPUT", self.path("output"))
            .env("CI", "true")
            .env("INSTA_UPDATE", "no")
            .env("INSTA_FORCE_PASS", "1");
        command
    }

    /// Runs the test program.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(&mut self.command(arguments))
    }

    /// Runs the test program, in which [`CASE`] is red for this reason, and no other test: returns its text.
    #[track_caller]
    pub fn finds(&self, reason: &str) -> String {
        let ran = self.run(&[]);
        let text = ran.only_red(CASE);
        assert!(text.starts_with(&format!("{reason}\n")), "{text}");
        text.to_owned()
    }

    /// Runs the test program with variables in its environment.
    pub fn run_with(&self, environment: &[(&str, &str)], arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).envs(environment.iter().copied()))
    }
}

/// What the test program printed, and its exit code.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Runs a command to its end.
    pub fn of(command: &mut Command) -> Ran {
        let output = command.output().unwrap();
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Fails unless this is the exit code, and these are how many passed, failed, and were ignored.
    #[track_caller]
    pub fn expect(&self, code: i32, counts: [u32; 3]) -> &Ran {
        let [passed, failed, ignored] = counts;
        let summary = format!("{passed} passed; {failed} failed; {ignored} ignored;");
        assert!(
            self.code == Some(code) && self.stdout.contains(&summary),
            "not {code}, {summary}\n{self:#?}"
        );
        self
    }

    /// The text of the one red test, which has this name; fails if more were run.
    #[track_caller]
    pub fn only_red(&self, test: &str) -> &str {
        self.expect(101, [0, 1, 0]).red()[test]
    }

    /// Fails unless all of these are on standard output.
    #[track_caller]
    pub fn says(&self, texts: &[&str]) -> &Ran {
        for text in texts {
            assert!(self.stdout.contains(text), "nothing of `{text}` in\n{}\n{}", self.stdout, self.stderr);
        }
        self
    }

    /// What each red test says, by its name.
    pub fn red(&self) -> BTreeMap<&str, &str> {
        let details = self.stdout.split_once("\nfailures:\n").map_or("", |(_, details)| details);
        let details = details.split_once("\nfailures:\n").map_or("", |(details, _)| details);
        let tests = details.split("\n---- ").skip(1).filter_map(|test| test.split_once(" ----\n"));
        tests.map(|(name, text)| (name, text.trim())).collect()
    }

    /// The line of a red test's text that starts with this word, without the word.
    #[track_caller]
    pub fn line(&self, word: &str) -> &str {
        let line = self.stdout.lines().find_map(|line| line.trim_start().strip_prefix(word));
        line.unwrap_or_else(|| panic!("no line `{word}` in\n{}", self.stdout)).trim()
    }
}

/// What is in a folder for temporary files, but for the file that its program holds locked.
pub fn temporary_files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| name(path) != "lock").collect()
}

/// The last part of a path.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The path of this executable.
pub fn this_program() -> String {
    std::env::current_exe().unwrap().display().to_string()
}

fn json(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    serde_json::to_string(&words).unwrap()
}
