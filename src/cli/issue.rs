//! `storm issue`: writes a bug report for the maintainers of a solver.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::bugs::cluster::{find_cluster, open_clusters};
use smt_storm::bugs::evidence::Evidence;
use smt_storm::bugs::issue::issue;
use smt_storm::suite::exit;

use super::files::{ConfigFile, write};
use super::print::{self, EXIT_CODES, Failed, Output};

/// Write a bug report in Markdown, in the form that maintainers of solvers ask for.
///
/// The report contains all that the snapshot knows. Where something is missing, a comment names the command that finds
/// it, such as `storm verify` for the answers of other solvers. Several snapshots of one bug make one report, on the
/// smallest script, followed by the others.
///
/// Maintainers prefer a few well-chosen reports.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Issue {
    /// The snapshot, or several snapshots of one bug: names, or paths of files.
    #[arg(required = true)]
    snapshot: Vec<PathBuf>,
    /// Instead, take folders of snapshots, and write a report on each open bug in them, `NAME.md`, to the folder `--out`.
    #[arg(long, requires = "out", conflicts_with = "cluster")]
    draft: bool,
    /// Include all snapshots in the folder that most likely show the same bug as the first one.
    #[arg(long)]
    cluster: bool,
    /// File to write [default: standard output], or the folder for drafts.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

/// What JSON has of a report.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Draft {
    /// The names of the snapshots, the one with the smallest script first.
    snapshots: Vec<String>,
    /// The file that was written, if any.
    file: Option<PathBuf>,
    markdown: String,
}

impl Issue {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("issue", &self.output);
        if self.draft {
            return self.draft_all();
        }
        let given: Result<Vec<PathBuf>, Failed> =
            self.snapshot.iter().map(|given| self.file.locate(given)).collect();
        let mut paths = given?;
        if self.cluster {
            paths.extend(paths.first().map(|path| find_cluster(path)).unwrap_or_default());
        }
        let report = Draft::write(&paths)?;
        let report = Draft { file: self.out.clone(), ..report };
        print::result(&report)?;
        match &self.out {
            None => print::text(&report.markdown),
            Some(path) => {
                write(path, &report.markdown)?;
                say!("{}", path.display());
            }
        }
        Ok(exit::SUCCESS)
    }

    /// Writes a report on each open bug of some folders.
    fn draft_all(&self) -> Result<u8, Failed> {
        let folder = self.out.as_ref().ok_or("--draft needs a folder: --out FOLDER")?;
        if let Some(missing) = self.snapshot.iter().find(|folder| !folder.is_dir()) {
            return Err(
                format!("{}: no such folder; --draft takes folders of snapshots", missing.display()).into()
            );
        }
        let mut drafts = Vec::new();
        for cluster in self.snapshot.iter().flat_map(|folder| open_clusters(folder)) {
            let draft = Draft::write(&cluster)?;
            let path = folder.join(format!("{}.md", draft.name()));
            write(&path, &draft.markdown)?;
            say!("{}", path.display());
            drafts.push(Draft { file: Some(path), ..draft });
        }
        if drafts.is_empty() {
            say!("no snapshot is open");
        }
        print::result(&drafts)?;
        Ok(exit::SUCCESS)
    }
}

impl Draft {
    /// Writes a report on snapshots of one bug.
    fn write(paths: &[PathBuf]) -> Result<Draft, Failed> {
        let mut shapes: Vec<(&PathBuf, Evidence)> = Vec::new();
        for path in paths {
            let evidence = Evidence::read(path)?;
            // The accepted and the pending snapshot of a bug have the same name.
            if shapes.iter().all(|(_, known)| known.name != evidence.name) {
                shapes.push((path, evidence));
            }
        }
        shapes.sort_by_key(|(_, evidence)| (evidence.instance.text.len(), evidence.name.clone()));
        let snapshots = shapes.iter().map(|(_, evidence)| evidence.name.clone()).collect();
        let mut shapes = shapes.into_iter();
        let (path, evidence) = shapes.next().ok_or("no snapshot was named")?;
        let others: Vec<Evidence> = shapes.map(|(_, evidence)| evidence).collect();
        let unreadable = |error| format!("{}: the script cannot be read: {error}", path.display());
        let markdown = issue(&evidence, path, &others).map_err(unreadable)?;
        Ok(Draft { snapshots, file: None, markdown })
    }

    /// Returns the name of the snapshot with the smallest script.
    fn name(&self) -> &str {
        self.snapshots.first().map_or("", String::as_str)
    }
}
