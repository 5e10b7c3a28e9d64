//! The base build: another build of a solver, for comparison. A failure that it shows too does not fail a test. What it
//! decides and this build does not is told.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::matrix::case::Case;
use crate::matrix::names::is_name;
use crate::matrix::{Config, Solver};
use crate::process::RunError;
use crate::process::workspace::Workspace;
use crate::report::lines::record::IN_BASE;
use crate::report::numbers::{counted, name_some};
use crate::smtlib::instance::Instance;
use crate::solver::answer::{self, Answer};
use crate::solver::presence::Presence;
use crate::solver::runner::{Judged, Runner};
use crate::solver::verdict::Verdict;
use crate::suite::live::Live;

/// The most cases to name on one line.
const NAMED: usize = 5;

/// The most instances of a case that this build does not decide, of which it is found out why, and whether the base build does.
const COMPARED: u32 = 5;

/// The option that names it, and its variable.
const AGAINST: &str = "--against (STORM_AGAINST)";

/// Another executable of one solver of the matrix.
#[derive(Debug)]
pub(crate) struct Base {
    /// The executable.
    program: String,
    /// The executable that it replaces, in every row that uses that one.
    instead_of: String,
    /// The version that it reports.
    pub version: String,
    /// The cases in which it showed each failure, by the description of the failure.
    met: Mutex<BTreeMap<String, BTreeSet<String>>>,
    /// What it was asked that this build does not decide, by case.
    compared: Mutex<BTreeMap<String, Compared>>,
}

/// The instances of a case on which it was compared with a build that does not decide them.
#[derive(Debug, Default)]
struct Compared {
    count: u32,
    /// The numbers of those that it decides.
    decided: Vec<u32>,
}

impl Base {
    /// Opens `PROGRAM` in place of the only program of the rows, or `SOLVER=PROGRAM` in place of that row's program.
    /// `folder` is for temporary files.
    ///
    /// # Errors
    /// The executable is missing, or the solver that it replaces is ambiguous.
    pub(super) fn open(text: &str, config: &Config, folder: &Path) -> Result<Base, String> {
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (row, program) = named.map_or((None, text), |(name, program)| (Some(name), program));
        let program = match program.contains('/') {
            true => std::path::absolute(program).map_err(|error| format!("{AGAINST}: {program}: {error}"))?,
            false => program.into(),
        };
        let program = program.to_string_lossy().into_owned();
        let rows: Vec<&Solver> = config.solvers.iter().filter(|row| !row.built_in).collect();
        let first = match row {
            Some(name) => config.row(name).map_err(|error| format!("{AGAINST}: {error}"))?,
            None => rows.first().ok_or_else(|| format!("{AGAINST}: no row of this profile is a program"))?,
        };
        if row.is_none() && rows.iter().any(|other| other.command.argv[0] != first.command.argv[0]) {
            let solvers: BTreeSet<&str> = rows.iter().map(|row| Solver::base_of(&row.name)).collect();
            let solvers: Vec<&str> = solvers.into_iter().collect();
            return Err(format!(
                "{AGAINST}: the rows of this profile run several programs; write `SOLVER={program}` (SOLVER is one of {})",
                solvers.join(", ")
            ));
        }
        let instead_of = first
            .command
            .argv
            .first()
            .cloned()
            .ok_or_else(|| format!("{AGAINST}: the built-in solver has no other build"))?;
        let mut base = Base {
            program,
            instead_of,
            version: String::new(),
            met: Mutex::default(),
            compared: Mutex::default(),
        };
        // How to install the row's own program is no advice for another executable.
        let row = base.row(first).map(|mut row| {
            row.command.written.clear();
            row
        });
        match row.map(|row| Presence::ask(&row, folder)) {
            Some(Presence::Present(version)) => base.version = version,
            Some(Presence::Missing(reason)) => {
                return Err(format!("{AGAINST}: {reason}; give the executable of another build"));
            }
            None => {}
        }
        Ok(base)
    }

    /// Returns the row with the other executable, or `None` if the row does not use the one that it replaces.
    pub(super) fn row(&self, solver: &Solver) -> Option<Solver> {
        let replaced = |argv: &mut Vec<String>| {
            let fits = argv.first() == Some(&self.instead_of);
            if fits {
                argv[0].clone_from(&self.program);
            }
            fits
        };
        let mut row = solver.clone();
        let fits = !solver.built_in && replaced(&mut row.command.argv);
        row.version_argv.as_mut().map(replaced);
        row.session.as_mut().map(|session| replaced(&mut session.command.argv));
        fits.then_some(row)
    }

    /// Returns whether the base build behaves the same on what the solver was asked: one script in a fresh process, or
    /// a session.
    ///
    /// # Errors
    /// The base build cannot be started.
    pub(super) fn shows(
        &self,
        solver: &Solver,
        instance: &Instance,
        judged: &Judged,
        workspace: &Workspace,
    ) -> Result<bool, RunError> {
        let Some(row) = self.row(solver) else { return Ok(false) };
        let runner = Runner::new(&row, workspace);
        let verdict = match &judged.only_after {
            None => runner.judge_alone(instance).map(|judged| Some(judged.verdict)),
            Some(asked) => {
                // The last script is the instance itself.
                let before = &asked[..asked.len().saturating_sub(1)];
                let before: Vec<&str> = before.iter().map(String::as_str).collect();
                runner.judge_in_order(&before, instance, &instance.arguments())
            }
        };
        Ok(verdict?.is_some_and(|verdict| verdict.is_like(&judged.verdict)))
    }

    /// Returns whether the base build decides a check to which this one, asked by `runner`, says `unknown` without having run
    /// out of anything, and records that. Only the first instances of a case to which this build says so are compared.
    ///
    /// # Errors
    /// One of the builds cannot be started.
    pub(super) fn decides(
        &self,
        (case, number): (&Case, u32),
        instance: &Instance,
        judged: &Judged,
        (runner, workspace): (&Runner<'_>, &Workspace),
    ) -> Result<bool, RunError> {
        let Some(row) = self.row(&case.solver) else { return Ok(false) };
        let name = case.name.to_string();
        let compared = || self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        let count = {
            let mut compared = compared();
            let of_case = compared.entry(name.clone()).or_default();
            of_case.count += 1;
            of_case.count
        };
        if count > COMPARED {
            return Ok(false);
        }
        let Some(check) = runner.surrenders_at(instance, judged)? else { return Ok(false) };
        let of_base = Runner::new(&row, workspace).judge_alone(instance)?;
        let answer = answer::read(&of_base.run, instance).into_iter().nth(check);
        let decides = of_base.verdict.class.is_good() && matches!(answer, Some(Answer::Sat | Answer::Unsat));
        compared().entry(name).or_default().decided.extend(decides.then_some(number));
        Ok(decides)
    }

    /// Says that the base build cannot be started, as it may be if it was rebuilt in the meantime. It excuses a failure if
    /// it shows it, and does not hide it if nobody knows.
    pub(super) fn say_unknown(error: &impl Display, case: &str, live: &Live) {
        live.say(&format!("error: {AGAINST}: {error}; {case} counts as a failure of this build only"));
    }

    /// Records that the base build shows this failure of a case too.
    pub(super) fn note(&self, what: &str, case: &str) {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.entry(what.to_owned()).or_default().insert(case.to_owned());
    }

    /// Returns the reason of a case all of whose failures the base build shows too.
    pub(super) fn reason(&self, what: &str) -> String {
        format!("{IN_BASE} ({}): {what}", self.version)
    }

    /// Returns a line for each kind of failure that the base build shows too, and one for what only that build decides.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = self.shared();
        let compared = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        let decided = compared.iter().flat_map(|(case, Compared { decided, .. })| {
            decided.iter().map(move |number| format!("{case} (instance {number})"))
        });
        let decided: Vec<String> = decided.collect();
        if !decided.is_empty() {
            let (count, named) = (counted(decided.len(), "instance"), name_some(decided.iter(), NAMED));
            let version = &self.version;
            lines.push(format!(
                "regression from BASE ({version}): unknown, which BASE decides, on {count}: {named}"
            ));
        }
        lines
    }

    fn shared(&self) -> Vec<String> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let line = |(what, cases): (&String, &BTreeSet<String>)| {
            let (count, named) = (counted(cases.len(), "case"), name_some(cases.iter(), NAMED));
            format!("{}, in {count}: {named}", self.reason(what))
        };
        met.iter().map(line).collect()
    }
}

/// Describes a failure, in the solver's own words where they matter.
pub(super) fn describe(verdict: &Verdict) -> String {
    match verdict.class {
        class if class.is_false_claim() => class.to_string(),
        _ => verdict.to_string(),
    }
}
