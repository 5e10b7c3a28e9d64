//! What is kept and told of a failing case.

use std::fmt::Write;
use std::path::PathBuf;

use similar::TextDiff;

use crate::case::Case;
use crate::instance::Instance;
use crate::snapshot::{Info, Snapshot, SnapshotError, Status};
use crate::valuation::Grade;
use crate::witness::Witness;
use crate::workspace::{Workspace, WriteError};

/// Scripts up to this many lines are shown whole in the failure's text.
const SHOWN_LINES: usize = 80;

/// A wrong `unsat`, reduced and kept.
#[derive(Debug)]
pub struct Failure {
    /// What is compared and reviewed.
    pub snapshot: Snapshot,
    /// What comparing came to.
    pub status: Result<Status, SnapshotError>,
    /// The files kept, or why they could not be.
    pub files: Result<Files, WriteError>,
    /// Runs of the solver that reducing took.
    pub runs: u32,
    /// Number of instances the case has.
    pub instances: u32,
    /// Environment variables under which it was found, as a shell reads them.
    pub environment: String,
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
}

impl Found<'_> {
    /// The reduced script with the witness as comments.
    fn contents(&self) -> String {
        let mut text = self.reduced.text.clone();
        let _ = writeln!(text, "; Expected: sat. Satisfied by this witness ({}):", self.witness.origin);
        for line in self.definitions.lines() {
            let _ = writeln!(text, "; {line}");
        }
        text
    }

    /// Keeps everything on disk first, then compares with the accepted snapshot.
    pub fn keep(
        &self,
        snapshots: PathBuf,
        workspace: &Workspace,
        version: &str,
        seed_sha256: String,
    ) -> (Snapshot, Result<Files, WriteError>) {
        let name = self.case.name.snapshot_name();
        let keep = |file, text: &str| workspace.keep(&name, file, text);
        let files = keep("instance.smt2", &self.instance.text).and_then(|instance| {
            let reduced = keep("reduced.smt2", &self.reduced.text)?;
            Ok(Files {
                instance,
                reduced,
                witness: keep("witness.smt2", &self.witness.certificate(&self.reduced, &self.definitions))?,
            })
        });
        let solver = &self.case.solver;
        let argv = if solver.built_in {
            vec!["storm".into(), "solve".into(), "{file}".into()]
        } else {
            solver.argv.clone()
        };
        let info = Info {
            case: self.case.name.to_string(),
            instance: self.number,
            solver: solver.name.clone(),
            version: version.to_owned(),
            argv,
            witness: self.witness.origin.to_string(),
            grade: self.grade.to_string(),
            assertions: (self.instance.assertions.len(), self.reduced.assertions.len()),
            bytes: (self.instance.text.len(), self.reduced.text.len()),
            seed_sha256,
            instance_sha256: self.instance.digest().to_string(),
            sha256: self.reduced.digest().to_string(),
        };
        let description = format!("{} answers unsat to a satisfiable formula", solver.name);
        (Snapshot { folder: snapshots, name, description, info, contents: self.contents() }, files)
    }
}

/// `NAME=value ` if the variable is set.
pub fn environment_of(name: &str) -> String {
    std::env::var(name).map(|value| format!("{name}={} ", quoted(&value))).unwrap_or_default()
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/_.,:+@%=-".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
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
        line("answered", &format!("unsat, by {} ({})", info.solver, info.version));
        line(
            "case",
            &format!("{}, instance {} (counted from 0) of {}", info.case, info.instance, self.instances),
        );
        let (before, after) = (info.assertions, info.bytes);
        let sizes = format!(
            "{} to {} assertions, {} to {} bytes, in {} runs of the solver",
            before.0, before.1, after.0, after.1, self.runs
        );
        line("reduced", &sizes);
        match &self.files {
            Ok(files) => {
                line("instance", &files.instance.display().to_string());
                line("script", &files.reduced.display().to_string());
                line("witness", &files.witness.display().to_string());
                let script = quoted(&files.reduced.to_string_lossy());
                let config = environment_of("STORM_CONFIG");
                line(
                    "reproduce",
                    &format!(
                        "{config}cargo run --release --bin storm -- replay {script} --solver {}",
                        info.solver
                    ),
                );
            }
            Err(error) => line("files", &format!("not kept: {error}")),
        }
        let again = format!(
            "{}cargo test --release --test storm -- --exact {}",
            self.environment,
            quoted(&info.case)
        );
        line("test again", &again);
        match &self.status {
            Ok(Status::Accepted) => {
                line("snapshot", &format!("{}, as accepted", self.snapshot.path().display()))
            }
            Ok(Status::New | Status::Changed(_)) => {
                line(
                    "snapshot",
                    &format!(
                        "{}, to be reviewed with `cargo insta review`",
                        self.snapshot.pending_path().display()
                    ),
                );
            }
            Err(error) => line("snapshot", &error.to_string()),
        }
        format!("wrong unsat\n{text}{}", self.script_or_difference())
    }

    fn script_or_difference(&self) -> String {
        let new = &self.snapshot.contents;
        match &self.status {
            Ok(Status::Changed(old)) => {
                let difference = TextDiff::from_lines(old.trim_end(), new.trim_end());
                format!("\n{}", difference.unified_diff().header("accepted", "now"))
            }
            _ if new.lines().count() <= SHOWN_LINES => format!("\n{new}"),
            _ => String::new(),
        }
    }
}
