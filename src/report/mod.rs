//! Room: results of runs → a report on one of them, as Markdown or as a page.
//!
//! A report depends on the lines, not on their order or their distribution over files.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `lines` | the results files that runs write, and their reader |
//! | `gather` | lines → runs, with the parts of one run together |
//! | `standing`, `findings` | the standing of each case, cases without a result, and the bugs |
//! | `history` | runs side by side |
//! | `headline`, `row_totals`, `reasons`, `errors` | a run in a sentence, by row and source of instances, by reason |
//! | `kept_files` | script, certificate and snapshot of each bug |
//! | `sections`, `document`, `numbers` | the contents, without their appearance; numbers in words |
//! | `markdown`, `html` | the appearance |
//! | `junit`, `sarif`, `summary` | the same for CI systems and other programs |

pub(crate) mod document;
pub(crate) mod errors;
pub mod findings;
pub mod gather;
pub mod headline;
pub mod history;
pub mod html;
pub mod junit;
pub(crate) mod kept_files;
pub mod lines;
pub mod markdown;
pub(crate) mod numbers;
pub(crate) mod reasons;
pub(crate) mod row_totals;
pub mod sarif;
pub mod sections;
pub(crate) mod standing;
pub mod summary;

use std::collections::BTreeMap;
use std::path::Path;

use findings::{Bug, bugs, clusters};
use gather::{Choice, Results, Run, UnknownRun};
use headline::Headline;
use kept_files::KeptFiles;
use reasons::{Reason, reasons, troubles};
use row_totals::{Reach, Row, rows};
use standing::{Grid, Missing, standings};

use crate::report::lines::fields::PlannedCases;

/// A report on a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The outcome in a sentence.
    pub headline: Headline,
    /// Planned cases and shards without a result.
    pub missing: Missing,
    /// The standing of the cases by logic and row.
    pub grid: Grid,
    /// The rows that were asked, by name.
    pub rows: BTreeMap<String, Row>,
    /// The sources, layouts and operators of instances.
    pub reach: Reach,
    /// The bugs, the gravest first, each with its files.
    pub bugs: Vec<(Bug, KeptFiles)>,
    /// Clusters of bugs that are most likely one bug, as positions, each with the smallest script first.
    pub clusters: Vec<Vec<usize>>,
    /// Why cases were not tested.
    pub reasons: Vec<Reason>,
    /// What solvers said instead of answers.
    pub troubles: Vec<Reason>,
    /// A sentence for each row with many errors.
    pub errors: Vec<String>,
    /// The number of truncated lines in all results.
    pub torn: usize,
    /// The run itself.
    pub run: Run,
    /// All other runs with their headlines, the last one first.
    pub others: Vec<(Run, Headline)>,
}

impl Report {
    /// Summarises one run of some results. `plan` has the planned cases, in place of those that the run recorded;
    /// `folder` is that of the snapshots.
    ///
    /// # Errors
    /// No run has this name.
    pub fn summarise(
        results: &Results,
        choice: &Choice,
        plan: Option<&PlannedCases>,
        folder: Option<&Path>,
    ) -> Result<Report, UnknownRun> {
        let (run, others) = results.choose(choice)?;
        let missing = Missing::find(&run, plan);
        let bugs = bugs(&run);
        let standings = standings(&run, &bugs, &missing);
        let files = |bug: &Bug| KeptFiles::collect(bug, &run, &results.folders, folder);
        Ok(Report {
            headline: Headline::compose(&standings, &bugs, &missing, run.evaluations.len()),
            grid: Grid::build(&run, &standings),
            missing,
            rows: rows(&run),
            reach: Reach::sum_up(&run),
            reasons: reasons(&run),
            troubles: troubles(&run),
            errors: row_totals::errors(&run).lines(),
            bugs: bugs.iter().map(|bug| (bug.clone(), files(bug))).collect(),
            clusters: clusters(&bugs),
            torn: results.torn,
            others: others.into_iter().map(with_headline).collect(),
            run,
        })
    }
}

/// Returns a run and its headline, judged by its own plan.
pub(crate) fn with_headline(run: Run) -> (Run, Headline) {
    let (missing, bugs) = (Missing::find(&run, None), bugs(&run));
    let headline =
        Headline::compose(&standings(&run, &bugs, &missing), &bugs, &missing, run.evaluations.len());
    (run, headline)
}
