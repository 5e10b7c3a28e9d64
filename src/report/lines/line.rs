//! What a case came to → its lines. The journal stamps them with the run and the time.

use std::time::Duration;

use super::account::Account;
use super::record::{Case, Finding, Outcome, Status, VERSION};
use crate::bugs::snapshot::Info;
use crate::matrix::case::CaseName;
use crate::suite::failure::Files;
use crate::suite::run_case;

impl Case {
    /// The line of a case of this name that took so long.
    pub fn of(
        name: &CaseName,
        solver_version: Option<String>,
        outcome: &run_case::Outcome,
        account: &Account,
        time: Duration,
    ) -> Case {
        let (outcome, reason) = match outcome {
            run_case::Outcome::Passed => (Outcome::Passed, None),
            run_case::Outcome::Ignored(reason) => (Outcome::Ignored, Some(reason.clone())),
            run_case::Outcome::Failed(failure) => {
                (Outcome::Failed, Some(failure.snapshot.info.class.to_string()))
            }
            run_case::Outcome::Changed { what, .. } => (Outcome::Failed, Some(what.clone())),
            run_case::Outcome::Broken(reason) => (Outcome::Broken, Some(reason.clone())),
        };
        let tally = &account.tally;
        let (solving, times) = tally.solving();
        Case {
            version: VERSION,
            run: String::new(),
            case: name.to_string(),
            solver: name.solver.clone(),
            solver_version,
            logic: name.logic.clone(),
            seed: name.seed.clone(),
            rng: name.rng_seed,
            outcome,
            reason,
            counts: tally
                .counts()
                .iter()
                .map(|(word, count)| ((*word).to_owned(), (*count).into()))
                .collect(),
            instances: tally.instances().into(),
            instances_sha256: (tally.instances() > 0).then(|| tally.digest().to_string()),
            solving_seconds: solving.as_secs_f64(),
            solving_times: times.clone(),
            generating_seconds: tally.generating().as_secs_f64(),
            seconds: time.as_secs_f64(),
            source: account.source.clone(),
            ended: String::new(),
        }
    }
}

impl Finding {
    /// The line of a failure whose reduction took so many runs of the solver and so long. `status` is what
    /// is known of the bug.
    pub fn of(info: &Info, status: Status, files: Option<&Files>, runs: u32, time: Duration) -> Finding {
        let files = files.map(|files| [&files.instance, &files.reduced, &files.witness]);
        Finding {
            version: VERSION,
            run: String::new(),
            case: info.case.clone(),
            solver: info.solver.clone(),
            solver_version: info.version.clone(),
            snapshot: info.name(),
            status,
            class: info.class,
            details: info.details.clone(),
            options: info.options.clone(),
            instance: info.instance,
            witness: info.witness.clone(),
            grade: info.grade.clone(),
            assertions: info.assertions.into(),
            bytes: info.bytes.into(),
            runs,
            seconds: time.as_secs_f64(),
            sha256: info.sha256.clone(),
            files: files.into_iter().flatten().map(|path| path.display().to_string()).collect(),
            bucket: info.bucket.clone(),
            ended: String::new(),
        }
    }
}
