//! `storm doctor`: compares what the solvers of `solvers.yaml` can do with what their rows claim.

use std::path::{Path, PathBuf};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::matrix::{Config, Missing, Solver, seed_logics};
use smt_storm::process::workspace::Workspace;
use smt_storm::solver::doctor::{Report, examine};
use smt_storm::solver::operator_support::OperatorSupports;
use smt_storm::solver::own_options::{self, Setting};
use smt_storm::suite::exit;
use smt_storm::suite::live::Steps;

use super::files::{ConfigFile, version_of, write};
use super::print::{self, Failed, Output, SOLVER_CODES};
use smt_storm::suite::parallel::in_parallel;

/// Check what the solvers of solvers.yaml can do.
///
/// For each row, reports whether the solver is installed, its version, and the number of operators that it reads, and
/// probes logics, levels, sessions, limits on time and memory, and the questions of `asks`. Below the table are the
/// claims in rows that turned out to be false, and the values that a solver fixes where SMT-LIB leaves them open, each with the line
/// to write in solvers.yaml.
#[derive(Debug, Args)]
#[command(after_help = SOLVER_CODES)]
pub(super) struct Doctor {
    /// Check only rows whose names contain one of these.
    rows: Vec<String>,
    /// Instead, ask the solver of this row for its options, try each, and print the working ones as groups of
    /// `options`.
    #[arg(long, value_name = "ROW", conflicts_with = "rows")]
    options: Option<String>,
    /// Write these groups to a file, for `options: from-solver`.
    #[arg(long, value_name = "FILE", requires = "options")]
    write: Option<PathBuf>,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

impl Doctor {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("doctor", &self.output);
        let (config, workspace) = self.file.open()?;
        if let Some(name) = &self.options {
            return options(&config, name, self.write.as_deref(), &workspace);
        }
        let asked = |row: &&Solver| {
            self.rows.is_empty() || self.rows.iter().any(|name| row.name.contains(name.as_str()))
        };
        let rows: Vec<&Solver> = config.all_solvers.iter().filter(asked).collect();
        if rows.is_empty() {
            return Err(format!("no row of {} has a matching name", self.file.config.display()).into());
        }
        let logics = seed_logics(&config).map_err(|error| error.to_string())?;
        let supports = OperatorSupports::default();
        let steps = Steps::start(rows.len(), "rows", || None);
        let reports = in_parallel(&rows, |row| {
            let _step = steps.begin(row.name.clone());
            examine(row, &logics, &supports, &workspace)
        });
        drop(steps);
        print::result(&reports)?;
        table(&rows, &reports);
        let needed = rows.iter().zip(&reports);
        let missing =
            needed.into_iter().any(|(row, report)| report.missing.is_some() && row.missing == Missing::Error);
        Ok(if missing { exit::NOT_TESTED } else { exit::SUCCESS })
    }
}

/// What JSON has of the options of a solver.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OptionGroups<'a> {
    /// The number of settings that were tried, and of those that work.
    tried: usize,
    working: usize,
    /// Those as groups of `options`, in YAML.
    groups: &'a str,
}

/// Asks the solver of a row for its options, tries them, and writes those that work.
fn options(config: &Config, name: &str, file: Option<&Path>, workspace: &Workspace) -> Result<u8, Failed> {
    let row = config.row(name)?;
    let Some(version) = version_of(row, workspace) else { return Ok(exit::NOT_TESTED) };
    let told = own_options::ask(row, workspace)?;
    let works = in_parallel(&told.settings, |setting| told.works(setting, row, workspace));
    let tried = told.settings.iter().zip(works);
    let working: Vec<Setting> =
        tried.filter(|(_, works)| *works).map(|(setting, _)| setting.clone()).collect();
    let head = format!(
        "# Options of {version}: {} settings that it takes, of {} that were tried, of {} options.\n\
         # Written by `storm doctor --options {name}`.\n",
        working.len(),
        told.settings.len(),
        told.options,
    );
    let groups = own_options::groups(&working)?;
    print::result(&OptionGroups { tried: told.settings.len(), working: working.len(), groups: &groups })?;
    let text = head + &groups;
    match file {
        None => say!("{}", text.trim_end()),
        Some(file) => {
            write(file, &text)?;
            say!("{} settings of {name} work: {}", working.len(), file.display());
        }
    }
    Ok(exit::SUCCESS)
}

fn table(rows: &[&Solver], reports: &[Report]) {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("row".len());
    say!(
        "{:<width$}  {:<28} {:>7}  {:<11} {:<7} {:<4} {:<6} {:>9}  asks",
        "row",
        "version",
        "logics",
        "incremental",
        "session",
        "time",
        "memory",
        "operators"
    );
    for report in reports {
        let name = &report.solver;
        if let Some(reason) = &report.missing {
            say!("{name:<width$}  missing: {reason}");
            continue;
        }
        let version: String = report.version.as_deref().unwrap_or_default().chars().take(28).collect();
        let works = report.logics.iter().filter(|probe| probe.works).count();
        let logics = format!("{works}/{}", report.logics.len());
        let Report { incremental, session, time_limit, memory_limit, operators, .. } = report;
        let read = format!("{}/{}", operators.read.len(), operators.asked);
        say!(
            "{name:<width$}  {version:<28} {logics:>7}  {incremental:<11} {session:<7} {time_limit:<4} \
             {memory_limit:<6} {read:>9}  {}",
            report.working_asks()
        );
    }
    let complaints = rows.iter().zip(reports).map(|(row, report)| (row, report.complaints(row)));
    for (row, complaints) in complaints.filter(|(_, complaints)| !complaints.is_empty()) {
        say!("\n{} does not do all that its row claims:", row.name);
        complaints.iter().for_each(|line| say!("  {line}"));
    }
    for (rows, lines) in
        group_by_lines(reports.iter().map(|report| (&report.solver, report.operator_lines())))
    {
        say!("\n{}:", rows.join(", "));
        lines.iter().for_each(|line| say!("  {line}"));
    }
}

/// Groups rows with the same lines, leaving out rows without lines.
fn group_by_lines<'a>(
    all: impl Iterator<Item = (&'a String, Vec<String>)>,
) -> Vec<(Vec<&'a str>, Vec<String>)> {
    let mut found: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for (row, lines) in all.filter(|(_, lines)| !lines.is_empty()) {
        match found.iter_mut().find(|(_, known)| *known == lines) {
            Some((rows, _)) => rows.push(row),
            None => found.push((vec![row], lines)),
        }
    }
    found
}
