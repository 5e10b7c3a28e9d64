//! What a case came to → its lines. The journal stamps them with the run and the time.

use std::time::Duration;

use super::account::Account;
use super::record::{Case, Finding, Outcome, VERSION};
use crate::case;
use crate::failure::Failure;
use crate::run_case;
use crate::snapshot::Status;

impl Case {
    /// The line of a case that took so long.
    pub fn of(
        case: &case::Case,
        solver_version: Option<String>,
        outcome: &run_case::Outcome,
        account: &Account,
        time: Duration,
    ) -> Case {
        let (outcome, reason) = match outcome {
            run_case::Outcome::Passed => (Outcome::Passed, None),
            run_case::Outcome::Ignored(reason) => (Outcome::Ignored, Some(reason.clone())),
            run_case::Outcome::Failed(failure) => {
                (Outcome::Failed, Some(failure.snapshot.info.class.clone()))
            }
            run_case::Outcome::Broken(reason) => (Outcome::Broken, Some(reason.clone())),
        };
        let tally = &account.tally;
        let (solving, times) = tally.solving();
        Case {
            version: VERSION,
            run: String::new(),
            case: case.name.to_string(),
            solver: case.name.solver.clone(),
            solver_version,
            logic: case.logic.clone(),
            seed: case.name.seed.clone(),
            rng: case.rng_seed,
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
    /// The line of a failure whose reduction took so long.
    pub fn of(failure: &Failure, time: Duration) -> Finding {
        let Failure { snapshot, status, files, runs, .. } = failure;
        let info = &snapshot.info;
        let status = match status {
            Ok(Status::Accepted) => "accepted",
            Ok(Status::New) => "new",
            Ok(Status::Changed(_)) => "changed",
            Err(_) => "unwritten",
        };
        let files = files.as_ref().map_or_else(
            |_| Vec::new(),
            |files| [&files.instance, &files.reduced, &files.witness].map(|p| p.display().to_string()).into(),
        );
        Finding {
            version: VERSION,
            run: String::new(),
            case: info.case.clone(),
            solver: info.solver.clone(),
            solver_version: info.version.clone(),
            snapshot: snapshot.name.clone(),
            status: status.to_owned(),
            class: info.class.clone(),
            details: info.details.clone(),
            options: info.options.clone(),
            instance: info.instance,
            witness: info.witness.clone(),
            grade: info.grade.clone(),
            assertions: info.assertions.into(),
            bytes: info.bytes.into(),
            runs: *runs,
            seconds: time.as_secs_f64(),
            sha256: info.sha256.clone(),
            files,
            bucket: None,
            state: None,
            ended: String::new(),
        }
    }
}
