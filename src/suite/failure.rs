//! The three stages of a failure: confirmed, with the instance as generated; reduced, to the smallest failing script;
//! kept, as a snapshot and files.

use std::fmt::Write;
use std::path::PathBuf;

use crate::bugs::bucket;
use crate::bugs::composition::{Composition, collect_operators};
use crate::bugs::snapshot::{EXHAUSTION, Info, NO_WITNESS, Snapshot, SnapshotError, State, Status, name};
use crate::generate::provenance::{FormulaSources, Provenance};
use crate::generate::seed_pools::SeedPools;
use crate::matrix::case::Case;
use crate::matrix::{Class, SetLogic};
use crate::process::quotation::without_folders;
use crate::process::workspace::{Workspace, WriteError};
use crate::reduce::explain::Varies;
use crate::reduce::narrow::Narrowed;
use crate::smtlib::Names;
use crate::smtlib::instance::{Expected, Instance};
use crate::solver::runner::Judged;
use crate::solver::verdict::Verdict;
use crate::suite::live::ProgressHandle;
use crate::witness::{
    Origin, Refutation, Refuted, Witness, attach, attach_claim, attach_each, attach_model, attach_none,
    certificate, certificate_of_claim, exhaustive,
};

/// What makes an answer wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basis {
    /// The witness satisfies the script.
    Witness,
    /// The answer itself: a crash is wrong everywhere, and a wrong model is its own proof.
    Answer,
    /// All values of the symbols were tried.
    Exhaustion,
}

impl Basis {
    /// Whether it still makes the answer to a derived script wrong, as far as the script alone tells.
    pub(super) fn holds_for(self, derived: &Instance) -> bool {
        self != Basis::Exhaustion || exhaustive::confirms(derived)
    }
}

/// The first stage: an instance, and the solver's failure on it.
#[derive(Debug)]
pub(crate) struct Confirmed<'a> {
    pub case: &'a Case,
    /// The version that the solver reports.
    pub version: &'a str,
    /// Number of the instance in the case.
    pub number: u32,
    pub instance: Instance,
    /// What the instance was composed of.
    pub provenance: Provenance,
    pub judged: Judged,
    pub pools: &'a SeedPools,
    /// Where to report progress.
    pub progress: &'a ProgressHandle<'a>,
}

/// The second stage: the smallest script known to fail, and what the failure depends on. The instance as generated and
/// the best script so far are special cases.
#[derive(Clone, Debug)]
pub(crate) struct Reduced<'a> {
    pub confirmed: &'a Confirmed<'a>,
    /// The script. If the failure shows only in a session, the scripts of the session with `(reset)` between them.
    pub script: Instance,
    /// What is wrong with it: as it was confirmed, or worse.
    pub verdict: Verdict,
    /// The definitions that satisfy the script, for its certificate; empty if no witness is known.
    pub definitions: String,
    /// The values that refute what the solver printed beside its answer, if that is the failure and values do.
    pub refutation: Option<Refutation>,
    /// Set if the failure shows only in a session.
    pub session: Option<InSession>,
    /// What the failure depends on, as far as known.
    pub narrowed: Option<Narrowed>,
    /// The parts of the script, and what may stand in their place, as far as known.
    pub varies: Vec<Varies>,
    /// Runs of the solver, or sessions, that reducing took.
    pub runs: u32,
    /// Why the script may not be minimal.
    pub unfinished: Option<&'static str>,
    /// The forms of the local minima that the search reached.
    pub minima: Vec<String>,
    /// The numbers of the instance's assertions that were left when no more commands could be dropped, if known.
    pub left: Option<Vec<usize>>,
}

/// The third stage: a failure on disk, and the status of its bug.
#[derive(Debug)]
pub(crate) struct Kept<'a> {
    pub reduced: Reduced<'a>,
    /// What is compared and reviewed.
    pub snapshot: Snapshot,
    /// The status of the bug.
    pub status: Result<Status, SnapshotError>,
    /// The files that were kept, or why they could not be.
    pub files: Result<Files, WriteError>,
    /// The number of this hit among the hits of the bug in this run, from 1.
    pub hit: u32,
}

/// The result of investigating a failure.
#[derive(Debug)]
pub(crate) enum Found<T> {
    /// It shows the open bug of this name, which took this many runs of the solver to find out.
    Known(String, u32),
    /// It shows another bug.
    New(T),
}

/// How a failure shows that a fresh process does not reproduce.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InSession {
    /// The number of scripts that it takes, including the failing one.
    pub scripts: usize,
    /// Whether it showed again when the session was repeated.
    pub repeated: bool,
}

/// The files of a failing case.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    /// The instance as generated.
    pub instance: PathBuf,
    /// The reduced script.
    pub reduced: PathBuf,
    /// The certificate and its name: the reduced script with definitions instead of declarations. `None` if there is none.
    pub certificate: Option<(&'static str, PathBuf)>,
}

impl Confirmed<'_> {
    /// Returns the witness that satisfies the instance.
    pub(super) fn witness(&self) -> &Witness {
        &self.pools.initial.witness
    }

    /// Returns what makes the answer wrong.
    pub(super) fn basis(&self) -> Basis {
        self.basis_of(&self.judged.verdict)
    }

    /// Returns what makes an answer to a script derived from the instance wrong.
    pub(super) fn basis_of(&self, verdict: &Verdict) -> Basis {
        match verdict.class {
            Class::WrongSat => Basis::Exhaustion,
            Class::WrongUnsat | Class::WrongOptimum if self.pools.are_exhausted() => Basis::Exhaustion,
            Class::Unknown if verdict.is_surrender() => Basis::Exhaustion,
            Class::WrongUnsat => Basis::Witness,
            class if class.is_wrong_claim() => Basis::Answer,
            _ if self.pools.are_satisfied() && !self.provenance.is_open => Basis::Witness,
            _ => Basis::Answer,
        }
    }

    /// Returns the bucket, if the solver's words identify it.
    pub(super) fn bucket_by_words(&self) -> Option<String> {
        bucket::assign_by_words(&self.judged.verdict, self.judged.only_after.is_some())
    }

    /// Returns the name of the bug's snapshot, if the solver's words identify the bug.
    pub(super) fn name_by_words(&self) -> Option<String> {
        let (row, class) = (&self.case.solver.name, self.judged.verdict.class);
        self.bucket_by_words().map(|bucket| name(row, class, &bucket))
    }

    /// Whether the failure is one only where a witness satisfies the script.
    pub(super) fn needs_witness(&self) -> bool {
        self.basis() == Basis::Witness
    }

    /// Whether the answer to a script derived from [`Confirmed::asked`] is wrong for the same reason.
    pub(super) fn keeps_basis(&self, derived: &Instance) -> bool {
        self.basis().holds_for(derived)
    }

    /// Returns the instance, in which the right answers to those checks are known for which there is the same evidence.
    pub(super) fn asked(&self) -> Instance {
        let mut asked = self.instance.clone();
        asked.leave_others_open(|check, expected| match self.basis() {
            Basis::Witness => expected == Expected::Sat,
            Basis::Exhaustion => Some(check) == self.judged.verdict.check,
            Basis::Answer => false,
        });
        asked
    }

    /// Returns the folder for the files of this failure, relative to that of all failures: one for each instance of a
    /// case.
    pub(super) fn folder(&self) -> String {
        format!("{}/{}", self.case.name.file_name(), self.number)
    }

    /// Returns the failure with its instance as generated, which is kept before anything else; of one that only a session
    /// shows, all that the session was asked.
    pub(super) fn as_generated(&self) -> Reduced<'_> {
        let last = self.asked();
        let (session, script) = match self.judged.only_after.as_deref() {
            Some([before @ .., _]) => {
                // Scripts that smt-storm wrote are always readable.
                let before = before.iter().filter_map(|text| Instance::read(text).ok());
                let scripts: Vec<Instance> = before.chain([last]).collect();
                let session = InSession { scripts: scripts.len(), repeated: false };
                (Some(session), Instance::joined(&scripts))
            }
            _ => (None, last),
        };
        let definitions = match self.needs_witness() {
            true => self.witness().definitions_for(&self.instance, &self.instance),
            false => String::new(),
        };
        let refutation = self.judged.refutation.clone();
        Reduced { session, refutation, ..self.so_far(script, definitions, 0) }
    }

    /// Returns the failure with the best script so far.
    pub(super) fn so_far(&self, script: Instance, definitions: String, runs: u32) -> Reduced<'_> {
        Reduced {
            confirmed: self,
            script,
            verdict: self.judged.verdict.clone(),
            definitions,
            refutation: None,
            session: None,
            narrowed: None,
            varies: Vec::new(),
            runs,
            unfinished: Some("it was interrupted"),
            minima: Vec::new(),
            left: None,
        }
    }
}

impl Reduced<'_> {
    /// Returns what makes the answer to the script wrong.
    fn basis(&self) -> Basis {
        self.confirmed.basis_of(&self.verdict)
    }

    /// Returns the snapshot of the failure.
    pub(super) fn snapshot(&self) -> Snapshot {
        let mut script = self.script.text.clone();
        let class = self.verdict.class;
        if class != Class::WrongUnsat {
            // No details: another version may word them differently.
            let _ = writeln!(script, "; Instead: {class}.");
        }
        match (&self.refutation, self.wrong_claim()) {
            (_, Some(claim)) => script = attach_claim(&script, claim),
            (Some(model), None) => script = attach_model(&script, &model.of, &model.definitions),
            (None, None) => {}
        }
        let body = match self.basis() {
            Basis::Witness => self.attached(&script),
            Basis::Answer => attach_none(&script),
            Basis::Exhaustion => exhaustive::attach_decided(&script, &self.script),
        };
        Snapshot::new(self.header(), &body)
    }

    /// Returns what was printed and is wrong, if that is the failure, unless it is a model.
    fn wrong_claim(&self) -> Option<&Refutation> {
        self.refutation.as_ref().filter(|refutation| refutation.refuted != Refuted::Model)
    }

    /// Returns the script with the witness of its checks.
    fn attached(&self, script: &str) -> String {
        let (witness, last) = (self.confirmed.witness(), self.last_script());
        // Of a session, it is a witness of the last script.
        let before = self.script.checks() - last.checks();
        let is_judged = |at: &usize| at.checked_sub(before).is_some_and(|at| last.is_judged(at));
        let (judged, open): (Vec<usize>, Vec<usize>) = (0..self.script.checks()).partition(is_judged);
        if open.is_empty() {
            return attach(script, witness, &self.definitions);
        }
        attach_each(script, witness.origin, std::iter::once((judged, self.definitions.as_str())), &open)
    }

    fn header(&self) -> Info {
        let Confirmed { case, instance, pools, .. } = self.confirmed;
        let (solver, verdict) = (&case.solver, &self.verdict);
        let args = instance.written_arguments();
        let argv = if solver.built_in {
            vec!["storm".into(), "solve".into(), "{file}".into()]
        } else {
            solver.command.written_with(&args)
        };
        let session = self.session.map(|_| {
            solver.session.as_ref().map_or(argv.clone(), |session| session.command.written_with(&args))
        });
        // If the needed options are unknown, any drawn option may be needed.
        let needed = self.narrowed.as_ref().and_then(|narrowed| narrowed.options.as_ref());
        let options = match needed {
            Some(needed) => needed.iter().map(|needed| needed.option.clone()).collect(),
            None => instance.drawn_words(),
        };
        // A script that a time limit cut short must not name the bucket: names do not depend on the clock.
        let by_script = || match self.unfinished {
            Some(_) => format!("unreduced-{}", instance.digest().short()),
            None => bucket::assign(
                verdict.class,
                self.script.problem().ok().as_deref(),
                &self.script.text,
                &options,
            ),
        };
        let bucket = self.confirmed.bucket_by_words().unwrap_or_else(by_script);
        Info {
            bucket,
            state: State::Open,
            known: Vec::new(),
            case: case.name.to_string(),
            instance: self.confirmed.number,
            solver: solver.name.clone(),
            version: self.confirmed.version.to_owned(),
            argv,
            args: args.iter().map(|&text| text.to_owned()).collect(),
            session,
            class: verdict.class,
            details: without_folders(&verdict.to_string()),
            options: instance.drawn_in_words(),
            unfinished: self.unfinished.map(str::to_owned),
            minima: self.minima.clone(),
            narrowed: self.narrowed.clone(),
            makeup: Some(self.composition()),
            verified: Vec::new(),
            bisected: None,
            varies: self.varies.clone(),
            witness: match self.basis() {
                Basis::Witness => self.confirmed.witness().origin.to_string(),
                Basis::Answer => NO_WITNESS.to_owned(),
                Basis::Exhaustion => match exhaustive::points(&self.last_script()) {
                    Some(points) => format!("{EXHAUSTION} of {points} points"),
                    None => Origin::Exhaustion.to_string(),
                },
            },
            grade: pools.initial.grade_in_words(),
            assertions: (instance.assertions().count(), self.script.assertions().count()),
            bytes: (instance.text.len(), self.script.text.len()),
            seed_sha256: pools.seed.digest.to_string(),
            instance_sha256: instance.digest().to_string(),
            sha256: String::new(),
            header_sha256: None,
        }
    }

    /// Returns the composition of the failure.
    fn composition(&self) -> Composition {
        let Confirmed { provenance, pools, .. } = self.confirmed;
        let sources: FormulaSources = match &self.left {
            Some(left) => left.iter().filter_map(|&at| provenance.assertions.get(at)).copied().collect(),
            None => provenance.all_sources(),
        };
        let own = pools.problem.script.logic.as_deref();
        let logic = |chosen: SetLogic| chosen.named(own).unwrap_or("none").to_owned();
        Composition {
            sources: provenance.sources(sources).map(str::to_owned).collect(),
            operators: self.script.problem().map(|problem| collect_operators(&problem)).unwrap_or_default(),
            strategy: provenance.strategy.map(|strategy| strategy.word().to_owned()),
            layout: Some(provenance.layout.word().to_owned()),
            set_logic: provenance.set_logic.map(logic).or_else(|| provenance.wider.map(str::to_owned)),
        }
    }

    /// Writes the files of the failure, of which this is the snapshot.
    pub(super) fn write_files(
        &self,
        snapshot: &Snapshot,
        workspace: &Workspace,
    ) -> Result<Files, WriteError> {
        let confirmed = self.confirmed;
        let keep = |file: &str, text: &str| workspace.keep(&confirmed.folder(), file, text);
        Ok(Files {
            instance: keep("instance.smt2", &confirmed.instance.text)?,
            reduced: keep("reduced.smt2", snapshot.parts().0)?,
            certificate: match self.certificate() {
                Some((name, text)) => Some((name, keep(&format!("{name}.smt2"), &text)?)),
                None => None,
            },
        })
    }

    /// Returns the script, or the last one of a session, which the certificate is about.
    fn last_script(&self) -> Instance {
        let last = self.session.and_then(|_| self.script.scripts().pop());
        last.unwrap_or_else(|| self.script.clone())
    }

    /// Returns the certificate, and its name: the script under the witness or, if none is known, under the
    /// wrong model; what decides about something else that is wrong, such as a core or an optimum.
    fn certificate(&self) -> Option<(&'static str, String)> {
        let script = &self.last_script();
        let of_claim = self
            .wrong_claim()
            .and_then(|claim| Some((claim.refuted.certificate(), certificate_of_claim(script, claim)?)));
        if of_claim.is_some() {
            return of_claim;
        }
        let decided = script.last_judged().filter(|_| self.basis() == Basis::Exhaustion);
        if let Some(check) = decided {
            if script.expected(check) == Expected::Unsat {
                return Some(("expansion", exhaustive::expansion(script, check)));
            }
            let definitions = exhaustive::definitions(script, check)?;
            let asserted = script.assertions_at(&[check]).ok()?;
            let names = Names::collect(&script.problem().ok()?.script);
            return Some(("witness", certificate(&names, &asserted, &definitions)));
        }
        if self.basis() != Basis::Witness {
            let model = self.refutation.as_ref()?;
            let asserted = script.assertions_at(&[model.check]).ok()?;
            let names = Names::collect(&script.problem().ok()?.script);
            return Some((model.refuted.certificate(), certificate(&names, &asserted, &model.definitions)));
        }
        let judged: Vec<usize> = (0..script.checks()).filter(|&check| script.is_judged(check)).collect();
        let is_whole = judged.len() == script.checks();
        let in_force = if is_whole { None } else { script.assertions_at(&judged).ok() };
        let satisfied = in_force.as_ref().unwrap_or(script);
        Some(("witness", self.confirmed.witness().certificate(satisfied, &self.definitions)))
    }
}
