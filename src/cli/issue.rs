//! `storm issue`: writes a bug report for the maintainers of a solver.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use smt_storm::bugs::cluster::find_cluster;
use smt_storm::bugs::evidence::Evidence;
use smt_storm::bugs::issue::issue;
use smt_storm::bugs::issue::quota::Quota;
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;

use super::files::write;
use super::print::{self, EXIT_CODES, Failed};

/// Write a bug report in Markdown, in the form that maintainers of solvers ask for.
///
/// The report contains all that the snapshot knows. Where something is missing, a comment names the command that finds
/// it, such as `storm verify` for the answers of other solvers. Several snapshots of one bug make one report, on the
/// smallest script, followed by the others.
///
/// Maintainers prefer a few well-chosen reports: after three in a week, `storm issue` refuses one on another bug.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Issue {
    /// The snapshot, `.snap` or `.snap.new`, or several snapshots of one bug.
    #[arg(required = true)]
    snapshot: Vec<PathBuf>,
    /// Include all snapshots in the folder that most likely show the same bug as the first one.
    #[arg(long)]
    cluster: bool,
    /// Number of reports allowed in a week.
    #[arg(long, value_name = "N", default_value_t = 3)]
    quota: usize,
    /// File to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Issue {
    pub(super) fn run(self) -> Result<u8, Failed> {
        let mut paths = self.snapshot.clone();
        if self.cluster {
            paths.extend(self.snapshot.iter().take(1).flat_map(|path| find_cluster(path)));
        }
        let mut shapes: Vec<(PathBuf, Evidence)> = Vec::new();
        for path in paths {
            let evidence = Evidence::read(&path)?;
            // The accepted and the pending snapshot of a bug have the same name.
            if shapes.iter().all(|(_, known)| known.name != evidence.name) {
                shapes.push((path, evidence));
            }
        }
        shapes.sort_by_key(|(_, evidence)| (evidence.instance.text.len(), evidence.name.clone()));
        let mut shapes = shapes.into_iter();
        let (path, evidence) = shapes.next().ok_or("no snapshot was named")?;
        let file = Environment::read().output(Path::new(".")).join("issues.txt");
        let quota = Quota { file, limit: self.quota };
        quota.admits(&evidence.name, SystemTime::now())?;
        let others: Vec<Evidence> = shapes.map(|(_, evidence)| evidence).collect();
        let unreadable = |error| format!("{}: the script cannot be read: {error}", path.display());
        let report = issue(&evidence, &path, &others).map_err(unreadable)?;
        if let Err(error) = quota.note(&evidence.name, SystemTime::now()) {
            note!("{}: the report is not counted ({error})", quota.file.display());
        }
        match &self.out {
            None => print::text(&report),
            Some(path) => {
                write(path, &report)?;
                say!("{}", path.display());
            }
        }
        Ok(exit::SUCCESS)
    }
}
