//! `storm report`: summarises runs, as Markdown, a page, JUnit or SARIF.

use std::path::{Path, PathBuf};

use clap::Args;
use smt_storm::matrix::{self, Config};
use smt_storm::process::interrupt;
use smt_storm::report::document::Document;
use smt_storm::report::gather::{Choice, Results};
use smt_storm::report::history::History;
use smt_storm::report::lines;
use smt_storm::report::lines::fields::PlannedCases;
use smt_storm::report::summary::Summary;
use smt_storm::report::{Report as Whole, html, junit, markdown, sarif, sections};
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;
use smt_storm::suite::live::Steps;

use super::files::write;
use super::print::{self, EXIT_CODES, Failed, Output};

/// Summarise the results of runs, as Markdown, a page, JUnit or SARIF.
///
/// Runs leave their results in `target/storm/results`. The report covers the run that started last, and lists the
/// others with their outcomes. Processes with the same STORM_RUN, or the same run of a CI system, are parts of one
/// run. Without an option that names an output, the report goes to standard output, as Markdown.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Report {
    /// Results files, and folders to search for them [default: the results of runs with this solvers.yaml].
    results: Vec<PathBuf>,
    /// Report on this run instead of the last one.
    #[arg(long, value_name = "NAME", conflicts_with = "together")]
    run: Option<String>,
    /// Treat all results as parts of one run; of two results for a case, the later one counts.
    #[arg(long)]
    together: bool,
    /// Write a self-contained HTML page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write Markdown, such as for the summary of a GitHub job.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the findings that fail tests as Markdown, short enough for a GitHub issue; an empty file if there are
    /// none.
    #[arg(long, value_name = "FILE")]
    issue: Option<PathBuf>,
    /// Instead, compare all runs, with one row each: what they found, answered and reached.
    #[arg(long, conflicts_with_all = ["run", "together", "issue", "junit", "sarif", "config", "snapshots", "format"])]
    history: bool,
    /// Write JUnit: a suite for each row, a test for each case.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write SARIF 2.1.0 for code scanning: a result for each bug.
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Configuration file that says which cases to expect, instead of the runs' own plans.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Profile of the configuration.
    #[arg(long, value_name = "NAME", requires = "config")]
    profile: Option<String>,
    /// Folder of snapshots [default: that of the configuration, or of solvers.yaml in this folder].
    #[arg(long, value_name = "FOLDER")]
    snapshots: Option<PathBuf>,
    /// Instead, print the JSON schema of a line of results.
    #[arg(long, conflicts_with = "format")]
    schema: bool,
    #[command(flatten)]
    output: Output,
}

impl Report {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("report", &self.output);
        if self.schema {
            let schema = serde_json::to_string_pretty(&lines::schema())?;
            print::text(&(schema + "\n"));
            return Ok(exit::SUCCESS);
        }
        interrupt::watch();
        if self.history {
            let history = sections::history(&History::build(&self.read()?));
            return self.write(&history, self.html.is_some());
        }
        // Results from elsewhere need no configuration, and that of this folder may be of something else.
        let is_needed = self.config.is_some() || self.snapshots.is_none();
        let config = if is_needed { self.config()? } else { None };
        let plan = config.as_ref().filter(|_| self.config.is_some()).map(plan).transpose()?;
        let snapshots = self.snapshots.clone().or(config.map(|config| config.snapshots));
        let results = self.read()?;
        let choice = match &self.run {
            Some(name) => Choice::Named(name.clone()),
            None if self.together => Choice::Together,
            None => Choice::Last,
        };
        let report = Whole::summarise(&results, &choice, plan.as_ref(), snapshots.as_deref());
        let report = report?;
        print::result(&Summary::new(&report))?;
        if let Some(path) = &self.junit {
            write(path, junit::write(&report.run, &report.missing)?)?;
        }
        if let Some(path) = &self.sarif {
            let here = std::env::current_dir().unwrap_or_default();
            write(path, sarif::write(&report, snapshots.as_deref(), &here))?;
        }
        if let Some(path) = &self.issue {
            let issue = sections::issue(&report);
            write(path, issue.map_or(String::new(), |document| markdown::issue(&document)))?;
        }
        let is_written =
            [&self.html, &self.junit, &self.sarif, &self.issue].iter().any(|path| path.is_some());
        self.write(&sections::document(&report), is_written)
    }

    /// Writes a document to the requested files, or prints it if nothing else was written.
    fn write(&self, document: &Document, is_written: bool) -> Result<u8, Failed> {
        if let Some(path) = &self.html {
            write(path, html::write(document))?;
        }
        match &self.markdown {
            Some(path) => write(path, markdown::write(document))?,
            None if !is_written => print::text(&markdown::write(document)),
            None => {}
        }
        Ok(exit::SUCCESS)
    }

    /// Reads the results, which may be those of a year.
    fn read(&self) -> Result<Results, Failed> {
        let steps = Steps::start(1, "", || None);
        let _step = steps.begin("reading the results".to_owned());
        Ok(Results::read(&self.results()?)?)
    }

    /// Returns the given results, or those that runs of the configuration write.
    fn results(&self) -> Result<Vec<PathBuf>, Failed> {
        if !self.results.is_empty() {
            return Ok(self.results.clone());
        }
        let environment = Environment::read();
        let root = self.config()?.map(|config| config.root).unwrap_or_default();
        let written = || environment.output(&root).join("results");
        Ok(vec![environment.results.clone().unwrap_or_else(written)])
    }

    /// Returns the given configuration, or the one of STORM_CONFIG or of this folder if it exists.
    fn config(&self) -> Result<Option<Config>, Failed> {
        let here = || Some(Config::path_in(Path::new(""))).filter(|path| path.is_file());
        let path = self.config.clone().or_else(|| Environment::read().config).or_else(here);
        Ok(path.map(|path| Config::load(&path, self.profile.as_deref())).transpose()?)
    }
}

/// Returns the cases of a profile.
fn plan(config: &Config) -> Result<PlannedCases, Failed> {
    let cases = matrix::cases(config)?;
    Ok(PlannedCases::collect(cases.iter().map(|case| case.name.to_string())))
}
