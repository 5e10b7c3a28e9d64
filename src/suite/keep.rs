//! A reduced failure → its snapshot and the files that are kept of it.

use std::fmt::Write;
use std::path::PathBuf;

use crate::bugs::bucket;
use crate::bugs::makeup::{self, Makeup};
use crate::bugs::snapshot::{Info, Snapshot, State};
use crate::generate::provenance::FormulaSources;
use crate::matrix::{Class, SetLogic};
use crate::process::folders::without_folders;
use crate::process::workspace::{Workspace, WriteError};
use crate::suite::failing::{Failing, Reduced};
use crate::witness::attach;

/// Files of a failing case.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    /// The instance as generated.
    pub instance: PathBuf,
    /// The reduced script.
    pub reduced: PathBuf,
    /// The certificate: the reduced script with definitions instead of declarations.
    pub witness: PathBuf,
}

/// The snapshot of a failure.
pub(super) fn snapshot(failing: &Failing<'_>, reduced: &Reduced) -> Snapshot {
    let mut script = reduced.script.text.clone();
    let class = failing.judged.verdict.class;
    if class != Class::WrongUnsat {
        // No details: they may be other words in another version.
        let _ = writeln!(script, "; Instead: {class}.");
    }
    let body = attach(&script, failing.witness(), &reduced.definitions);
    Snapshot::new(header(failing, reduced), &body)
}

fn header(failing: &Failing<'_>, reduced: &Reduced) -> Info {
    let Failing { case, instance, prepared, .. } = failing;
    let (solver, verdict) = (&case.solver, &failing.judged.verdict);
    let args = instance.written_arguments();
    let argv = if solver.built_in {
        vec!["storm".into(), "solve".into(), "{file}".into()]
    } else {
        solver.written_with(&args)
    };
    let session = reduced
        .session
        .map(|_| solver.session.as_ref().map_or(argv.clone(), |session| session.written_with(&args)));
    // Where it is not known which options are needed, all that were drawn may be.
    let needed = reduced.narrowed.as_ref().and_then(|narrowed| narrowed.options.as_ref());
    let options = match needed {
        Some(needed) => needed.iter().map(|needed| needed.option.clone()).collect(),
        None => instance.drawn_words(),
    };
    // What a bug is called may not hang on the clock.
    let bucket = match reduced.unfinished {
        Some(_) => {
            bucket::of_words(verdict).unwrap_or_else(|| format!("unreduced-{}", instance.digest().short()))
        }
        None => bucket::of(verdict, &reduced.script.text, &options),
    };
    Info {
        bucket,
        state: State::Open,
        known: Vec::new(),
        case: case.name.to_string(),
        instance: failing.number,
        solver: solver.name.clone(),
        version: failing.version.to_owned(),
        argv,
        args: args.iter().map(|&text| text.to_owned()).collect(),
        session,
        class: verdict.class,
        details: without_folders(&verdict.to_string()),
        options: instance.drawn_in_words(),
        unfinished: reduced.unfinished.map(str::to_owned),
        minima: reduced.minima.clone(),
        narrowed: reduced.narrowed.clone(),
        makeup: Some(makeup(failing, reduced)),
        verified: Vec::new(),
        witness: failing.witness().origin.to_string(),
        grade: prepared.initial.grade_in_words(),
        assertions: (instance.assertions().count(), reduced.script.assertions().count()),
        bytes: (instance.text.len(), reduced.script.text.len()),
        seed_sha256: prepared.seed.digest.to_string(),
        instance_sha256: instance.digest().to_string(),
        sha256: String::new(),
        header_sha256: None,
    }
}

/// What a failure is made of.
fn makeup(failing: &Failing<'_>, reduced: &Reduced) -> Makeup {
    let Failing { provenance, prepared, .. } = failing;
    let sources: FormulaSources = match &reduced.left {
        Some(left) => left.iter().filter_map(|&at| provenance.assertions.get(at)).copied().collect(),
        None => provenance.all_sources(),
    };
    let own = prepared.seed.problem.script.logic.as_deref();
    let logic = |chosen: SetLogic| chosen.named(own).unwrap_or("none").to_owned();
    Makeup {
        sources: provenance.sources(sources).map(str::to_owned).collect(),
        operators: makeup::operators_of(&reduced.script.text),
        layout: Some(provenance.layout.word().to_owned()),
        set_logic: provenance.set_logic.map(logic).or_else(|| provenance.wider.map(str::to_owned)),
    }
}

/// Keeps the scripts of a failure on disk.
///
/// # Errors
/// The folder cannot be written to.
pub(super) fn files(
    failing: &Failing<'_>,
    reduced: &Reduced,
    workspace: &Workspace,
) -> Result<Files, WriteError> {
    let keep = |file, text: &str| workspace.keep(&failing.folder(), file, text);
    // The certificate of a session is that of its last script.
    let last = reduced.session.and_then(|_| reduced.script.scripts().pop());
    let satisfied = last.as_ref().unwrap_or(&reduced.script);
    Ok(Files {
        instance: keep("instance.smt2", &failing.instance.text)?,
        reduced: keep("reduced.smt2", &reduced.script.text)?,
        witness: keep("witness.smt2", &failing.witness().certificate(satisfied, &reduced.definitions))?,
    })
}
