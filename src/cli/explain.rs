//! `storm explain`: tells which parts of a snapshot's script can change without making the failure disappear.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::bugs::evidence::{Evidence, one_line};
use smt_storm::bugs::verify::store_varies;
use smt_storm::reduce::explain::{LONG, Varies, explain};
use smt_storm::reduce::narrow::{Narrowed, Subject};
use smt_storm::solver::runner::Runner;
use smt_storm::suite::exit;
use smt_storm::witness::Evaluator;

use super::files::{ConfigFile, locate_in, version_of};
use super::print::{self, Failed, Output};

const EXIT_CODES: &str = "Exit codes:
  0  done; no output means that nothing was learned
  2  wrong usage, configuration or input
  3  the solver is missing, or does not fail on the script";

/// Tell which parts of a snapshot's script can change without making the failure disappear.
///
/// Tries other widths, formats, rounding modes, operators and literals, one at a time, in at most 40 runs of the solver
/// and a minute. A change counts only if the right answer to it is known, by a witness or by trying all values. The
/// result goes into the header of the snapshot, and from there into `storm issue`. New snapshots have it already.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Explain {
    /// The snapshot: its name, or the path of its file.
    snapshot: PathBuf,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

/// What JSON has of an explanation.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Explanation<'a> {
    narrowed: Option<&'a Narrowed>,
    varies: &'a [Varies],
}

impl Explain {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("explain", &self.output);
        let (config, workspace) = self.file.open()?;
        let path = locate_in(&config, &self.snapshot)?;
        let Evidence { info, instance, definitions, .. } = Evidence::read_alone(&path)?;
        let row = config.row(&info.solver)?;
        if version_of(row, &workspace).is_none() {
            return Ok(exit::NOT_TESTED);
        }
        // The arguments that were drawn go where the row puts them.
        let solver = row.with_args(&info.args);
        let verdict = Runner::new(&solver, &workspace).judge_alone(&instance)?.verdict;
        if !verdict.is_as_recorded(info.class, &info.details) {
            note!(
                "{} does not fail on the script (it answers {verdict}), so there is nothing to explain",
                row.name
            );
            return Ok(exit::NOT_TESTED);
        }
        let subject = Subject {
            instance: &instance,
            definitions: &definitions,
            verdict: &verdict,
            logic: None,
            incremental: &[],
        };
        let evaluator = Evaluator::in_child(workspace.temporary());
        let found = explain(&solver, &subject, &evaluator, &workspace, LONG);
        store_varies(&path, &found)?;
        print::result(&Explanation { narrowed: info.narrowed.as_ref(), varies: &found })?;
        let narrowed = info.narrowed.iter().flat_map(|narrowed| narrowed.lines());
        for (name, fact) in narrowed.chain(found.iter().map(|varies| ("varies", varies.to_string()))) {
            say!("{name:<11}  {}", one_line(&fact));
        }
        Ok(exit::SUCCESS)
    }
}
