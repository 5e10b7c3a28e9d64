//! `storm verify`: asks other solvers about a failure.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::bugs::evidence::Evidence;
use smt_storm::bugs::snapshot::Verified;
use smt_storm::bugs::verify::{Conclusion, store_answers, verify};
use smt_storm::matrix::case::CaseName;
use smt_storm::matrix::{Config, Solver};
use smt_storm::solver::answer::Answer;
use smt_storm::solver::presence::Presence;
use smt_storm::suite::exit;

use super::files::{ConfigFile, locate_in};
use super::print::{self, Failed, Output};

const EXIT_CODES: &str = "Exit codes:
  0  a solver gave the right answer to the certificate, and none the opposite one
  1  a solver gave the opposite answer to the certificate, so it is in doubt
  2  wrong usage, configuration or input
  3  no solver could decide the certificate";

/// Ask other solvers about a failure, and store their answers in its snapshot.
///
/// Each solver gets the script, and its certificate: the same assertions with the definitions of the witness instead
/// of declarations, to which sat is right. If no witness is known, the definitions are those of the model that the
/// solver printed, to which unsat is right. If a core, a step, an optimum or a value is wrong, the certificate decides about
/// that: `sat` confirms that values satisfy the core, refute the step or beat the optimum, and `unsat` that nothing reaches the
/// optimum, or that the printed model contradicts it or the value. The answers go into the header of the snapshot and replace earlier answers
/// of the same solver. The script and the witness do not change.
#[derive(Debug, Args)]
#[command(override_usage = "storm verify <SNAPSHOT> [--with <SOLVER>...] [--config <FILE>]", after_help = EXIT_CODES)]
pub(super) struct Verify {
    /// The snapshot: its name, or the path of its file.
    snapshot: PathBuf,
    /// Rows of solvers.yaml [default: every installed row without a `/` that supports the logic].
    #[arg(long, value_name = "SOLVER", num_args = 1..)]
    with: Vec<String>,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

/// What JSON has of a verification.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Verification<'a> {
    answers: &'a [Verified],
    /// The right answer to the certificate.
    right: &'a str,
    conclusion: Conclusion,
}

impl Verify {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("verify", &self.output);
        let (config, workspace) = self.file.open()?;
        let path = locate_in(&config, &self.snapshot)?;
        let mut evidence = Evidence::read_alone(&path)?;
        let rows = self.rows(&config, &evidence)?;
        let mut said: Vec<Verified> = Vec::new();
        let mut absent: Vec<(&str, String)> = Vec::new();
        for row in rows {
            match Presence::ask(row, workspace.temporary()) {
                Presence::Missing(reason) => absent.push((&row.name, reason)),
                Presence::Present(version) => match verify(&evidence, row, &version, &config, &workspace) {
                    Ok(verified) => said.push(verified),
                    Err(error) => absent.push((&row.name, error.to_string())),
                },
            }
        }
        if !said.is_empty() {
            store_answers(&path, &said)?;
            table(&said);
        }
        // Report a missing solver only if the user named it.
        for (name, reason) in absent.iter().filter(|_| !self.with.is_empty()) {
            note!("{name}: {reason}");
        }
        let (right, has_certificate) = (evidence.certified(), evidence.certificate()?.is_some());
        let conclusion = Conclusion::draw(&said, &right);
        print::result(&Verification { answers: &said, right: right.word(), conclusion })?;
        evidence.info.verified = said;
        if let Some(refuter) = evidence.info.refuters().first() {
            note!("wrong sat: {refuter} answers unsat to the script itself");
        }
        Ok(match conclusion {
            Conclusion::Confirmed => exit::SUCCESS,
            Conclusion::InDoubt => {
                let wrong = if right == Answer::Sat { Answer::Unsat } else { Answer::Sat };
                note!("the certificate is in doubt: a solver answered {wrong}");
                exit::WRONG_UNSAT
            }
            Conclusion::Open if !has_certificate => {
                note!("there is no certificate, because no witness is known");
                exit::NOT_TESTED
            }
            Conclusion::Open => {
                note!("no solver could decide whether the certificate is satisfiable");
                exit::NOT_TESTED
            }
        })
    }

    /// Returns the rows to ask.
    fn rows<'a>(&self, config: &'a Config, evidence: &Evidence) -> Result<Vec<&'a Solver>, Failed> {
        if !self.with.is_empty() {
            return self.with.iter().map(|name| Ok(config.row(name)?)).collect();
        }
        let case = evidence.info.case.parse::<CaseName>()?;
        let asked = |row: &&Solver| row.is_base() && row.logics.contains(&case.logic);
        Ok(config.all_solvers.iter().filter(asked).collect())
    }
}

fn table(said: &[Verified]) {
    let heads = ["solver", "version", "instance", "certificate"];
    let rows: Vec<[&str; 4]> = said
        .iter()
        .map(|one| [&one.solver, &one.version, &one.instance, &one.certificate].map(String::as_str))
        .collect();
    let width = |at: usize| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        cells.chain([heads[at].len()]).max().unwrap_or(0)
    };
    let [solver, version, instance] = [0, 1, 2].map(width);
    for [one, two, three, four] in std::iter::once(heads).chain(rows.iter().copied()) {
        say!("{one:<solver$}  {two:<version$}  {three:<instance$}  {four}");
    }
}
