//! What is kept and told of a failing case.

use std::fmt::Write;
use std::path::PathBuf;

use similar::TextDiff;

use crate::bugs::bucket;
use crate::bugs::snapshot::{Info, Snapshot, SnapshotError, State, Status, Stored};
use crate::matrix::Class;
use crate::matrix::case::Case;
use crate::process::invocation::Invocation;
use crate::process::invocation::quoted;
use crate::process::workspace::{Workspace, WriteError};
use crate::reduce::narrow::Narrowed;
use crate::reduce::session_bug;
use crate::smtlib::instance::Instance;
use crate::solver::verdict::Verdict;
use crate::witness::Witness;
use crate::witness::valuation::Grade;

/// Scripts up to this many lines are shown whole in the failure's text.
const SHOWN_LINES: usize = 80;

/// A failure, reduced and kept.
#[derive(Debug)]
pub struct Failure {
    /// What is compared and reviewed.
    pub snapshot: Snapshot,
    /// What is known of the bug.
    pub status: Result<Status, SnapshotError>,
    /// Which one it is of those in which this program met the bug, from 1.
    pub hit: u32,
    /// The files kept, or why they could not be.
    pub files: Result<Files, WriteError>,
    /// Runs of the solver that reducing took.
    pub runs: u32,
    /// Number of instances the case has.
    pub instances: u32,
    /// Environment variables under which it was found, as a shell reads them.
    pub environment: String,
    /// How this program is started again.
    pub invocation: Invocation,
    /// What the solver did, in words.
    pub answered: String,
}

/// Files of a failing case.
#[derive(Clone, Debug)]
pub struct Files {
    /// The instance as generated.
    pub instance: PathBuf,
    /// The reduced script.
    pub reduced: PathBuf,
    /// The certificate: the reduced script with definitions instead of declarations.
    pub witness: PathBuf,
}

/// A failing instance and what it was reduced to.
#[derive(Debug)]
pub struct Found<'a> {
    /// The case.
    pub case: &'a Case,
    /// Number of the instance.
    pub number: u32,
    /// The instance as generated.
    pub instance: Instance,
    /// The reduced one.
    pub reduced: Instance,
    /// The witness of both.
    pub witness: &'a Witness,
    /// What the truth values under it rest on.
    pub grade: Grade,
    /// What is put before the assertions of the certificate: the definitions that the
    /// reduced script needs.
    pub definitions: String,
    /// What the solver did wrong.
    pub verdict: Verdict,
    /// For what shows in a session only.
    pub session: Option<InSession>,
    /// What it hangs on, as far as that is known.
    pub narrowed: Option<Narrowed>,
}

/// How a failure shows that a process of its own does not show.
#[derive(Clone, Copy, Debug)]
pub struct InSession {
    /// Scripts it takes, the failing one included.
    pub scripts: usize,
    /// Whether it showed again when the session was repeated.
    pub repeated: bool,
}

impl Found<'_> {
    /// The reduced script with the witness as comments.
    fn body(&self) -> String {
        let mut text = self.reduced.text.clone();
        if self.verdict.class != Class::WrongUnsat {
            // No details: they may be other words in another version.
            let _ = writeln!(text, "; Instead: {}.", self.verdict.class);
        }
        with_witness(&text, self.witness, &self.definitions)
    }

    /// What the solver did, and where in the instance.
    pub fn answered(&self) -> String {
        let checks = self.instance.checks();
        let mut text = match self.verdict.class {
            Class::WrongUnsat => "unsat".to_owned(),
            Class::InvalidModel => {
                format!("sat, with a model in which this is false: {}", self.verdict.details)
            }
            _ => self.verdict.to_string(),
        };
        if let Some(check) = self.verdict.check.filter(|_| checks > 1) {
            let in_force = self.instance.in_force(check).len();
            let _ = write!(text, " at check {} of {checks}, with {in_force} assertions in force", check + 1);
        }
        match self.session {
            None => {}
            Some(InSession { scripts, repeated: true }) => {
                let _ = write!(
                    text,
                    " in a session, as script {scripts} of {scripts}; a process of its own does not show it"
                );
            }
            Some(InSession { repeated: false, .. }) => {
                text.push_str(
                    " in a session, once: neither a process of its own nor the same session again shows it",
                );
            }
        }
        text
    }

    /// Keeps the scripts on disk.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn keep(&self, workspace: &Workspace) -> Result<Files, WriteError> {
        let keep = |file, text: &str| workspace.keep(&self.case.name.file_name(), file, text);
        // The certificate of a session is that of its last script.
        let last = self.session.and_then(|_| session_bug::scripts(&self.reduced).pop());
        let satisfied = last.as_ref().unwrap_or(&self.reduced);
        Ok(Files {
            instance: keep("instance.smt2", &self.instance.text)?,
            reduced: keep("reduced.smt2", &self.reduced.text)?,
            witness: keep("witness.smt2", &self.witness.certificate(satisfied, &self.definitions))?,
        })
    }

    /// The snapshot that it makes in a folder, with the version of the solver and the digest of the seed.
    pub fn snapshot(&self, folder: PathBuf, version: &str, seed_sha256: String) -> Snapshot {
        let solver = &self.case.solver;
        let args = solver.form.arguments(&self.instance.choices);
        let argv = if solver.built_in {
            vec!["storm".into(), "solve".into(), "{file}".into()]
        } else {
            solver.argv_with(&args)
        };
        let session = self
            .session
            .map(|_| solver.session.as_ref().map_or(argv.clone(), |session| session.argv_with(&args)));
        // Where it is not known which options are needed, all that were drawn may be.
        let needed = self.narrowed.as_ref().and_then(|narrowed| narrowed.options.as_ref());
        let options = match needed {
            Some(needed) => needed.iter().map(|needed| needed.option.clone()).collect(),
            None => solver.form.words(&self.instance.choices),
        };
        let info = Info {
            bucket: bucket::of(&self.verdict, &self.reduced.text, &options),
            state: State::Open,
            known: Vec::new(),
            case: self.case.name.to_string(),
            instance: self.number,
            solver: solver.name.clone(),
            version: version.to_owned(),
            argv,
            args: args.iter().map(|&text| text.to_owned()).collect(),
            session,
            class: self.verdict.class,
            details: self.verdict.to_string(),
            options: solver.form.chosen(&self.instance.choices),
            narrowed: self.narrowed.clone(),
            verified: Vec::new(),
            witness: self.witness.origin.to_string(),
            grade: self.grade.to_string(),
            assertions: (self.instance.assertions().count(), self.reduced.assertions().count()),
            bytes: (self.instance.text.len(), self.reduced.text.len()),
            seed_sha256,
            instance_sha256: self.instance.digest().to_string(),
            sha256: String::new(),
        };
        Snapshot::new(folder, info, self.body())
    }
}

/// A script, and after it, as comments, the definitions that satisfy it.
pub fn with_witness(script: &str, witness: &Witness, definitions: &str) -> String {
    let mut text = format!("{script}; Expected: sat. Satisfied by this witness ({}):\n", witness.origin);
    definitions.lines().for_each(|line| text.extend(["; ", line, "\n"]));
    text
}

/// `NAME=value ` if the variable is set.
pub fn environment_of(name: &str) -> String {
    std::env::var(name).map(|value| format!("{name}={} ", quoted(&value))).unwrap_or_default()
}

impl Failure {
    /// The text of a red test: what was expected and answered, where the files are, and how
    /// to see it again.
    pub fn text(&self) -> String {
        let info = &self.snapshot.info;
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "  {name:<10} {value}");
        };
        line("expected", &format!("sat: a witness satisfies the formula ({}; {})", info.witness, info.grade));
        line("answered", &format!("{}, by {} ({})", self.answered, info.solver, info.version));
        for option in &info.options {
            line("option", option);
        }
        line(
            "case",
            &format!("{}, instance {} (counted from 0) of {}", info.case, info.instance, self.instances),
        );
        let (before, after) = (info.assertions, info.bytes);
        let sizes = match info.session {
            None => format!(
                "{} to {} assertions, {} to {} bytes, in {} runs of the solver",
                before.0, before.1, after.0, after.1, self.runs
            ),
            Some(_) => format!(
                "to a session with {} assertions, {} bytes, in {} sessions",
                before.1, after.1, self.runs
            ),
        };
        line("reduced", &sizes);
        line("bucket", &format!("{}, of the bug {}", info.bucket, info.name()));
        for (name, finding) in info.narrowed.iter().flat_map(Narrowed::lines) {
            line(name, &finding);
        }
        match &self.files {
            Ok(files) => {
                line("instance", &files.instance.display().to_string());
                line("script", &files.reduced.display().to_string());
                line("witness", &files.witness.display().to_string());
                let script = quoted(&files.reduced.to_string_lossy());
                let config = environment_of("STORM_CONFIG");
                let mut command =
                    format!("{config}{} replay {script} --solver {}", self.invocation.storm, info.solver);
                for arg in &info.args {
                    let _ = write!(command, " --arg={}", quoted(arg));
                }
                command.push_str(if info.session.is_some() { " --session" } else { "" });
                line("reproduce", &command);
            }
            Err(error) => line("files", &format!("not kept: {error}")),
        }
        let again = format!("{}{} --exact {}", self.environment, self.invocation.tests, quoted(&info.case));
        line("test again", &again);
        line("snapshot", &self.snapshot_line());
        let regression = match &self.status {
            Ok(Status::Accepted(stored)) if stored.info.state == State::Fixed => "regression: ",
            _ => "",
        };
        format!("{regression}{}\n{text}{}", info.class, self.script_or_difference())
    }

    /// Where the bug is kept, and what to do.
    fn snapshot_line(&self) -> String {
        let (path, pending) = (self.snapshot.path(), self.snapshot.pending_path());
        let (path, pending) = (path.display(), pending.display());
        match &self.status {
            Ok(Status::Accepted(stored)) => match stored.info.state {
                State::Open => format!("{path}, as accepted"),
                State::Fixed => format!("{path}, which says that this is fixed"),
            },
            Ok(Status::Pending(stored)) if self.is_another_case(stored) => format!(
                "same bug as {}, pending since case {} (hit {} of this run); review it with `cargo insta review`",
                self.snapshot.info.name(),
                stored.info.case,
                self.hit
            ),
            Ok(Status::New | Status::Pending(_)) => {
                format!("{pending}, to be reviewed with `cargo insta review`")
            }
            Err(error) => error.to_string(),
        }
    }

    fn is_another_case(&self, stored: &Stored) -> bool {
        stored.info.case != self.snapshot.info.case
    }

    /// The difference to the same bug as it was met before, or the script.
    fn script_or_difference(&self) -> String {
        let new = self.snapshot.contents();
        let old = match &self.status {
            Ok(Status::Pending(stored)) if self.is_another_case(stored) => Some(&stored.contents),
            Ok(Status::Accepted(stored)) => Some(&stored.contents),
            _ => None,
        };
        match old.filter(|old| old.trim_end() != new.trim_end()) {
            Some(old) => {
                let difference = TextDiff::from_lines(old.trim_end(), new.trim_end());
                format!("\n{}", difference.unified_diff().header("snapshot", "here"))
            }
            None if new.lines().count() <= SHOWN_LINES => format!("\n{new}"),
            None => String::new(),
        }
    }
}
