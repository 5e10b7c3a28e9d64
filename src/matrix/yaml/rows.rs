//! The rows of the matrix: each solver and each of its variants.

use std::collections::BTreeSet;
use std::time::Duration;

use super::argv::{Argv, Surroundings, check_placeholders, check_plain, with_args};
use super::fixes::{self, Fixes};
use super::logics::{self, Logics};
use super::operators::{self, Operators};
use super::place::{Drafts, Place};
use super::quantity;
use super::scalars::Words;
use super::schema::{Defaults, SessionEntry, SolverEntry, VariantEntry};
use crate::matrix::Class;
use crate::matrix::names::is_name;
use crate::matrix::solver::{Form, IncrementalCommand, Input, Session, SetLogic, Solver};

const TIMEOUT: Duration = Duration::from_secs(10);
/// Instances after which a session is started anew: solvers keep some memory at each `(reset)`.
const RESTART: u32 = 200;

/// Reads the rows; a profile may change their timeouts afterwards.
pub(super) struct Rows<'a> {
    pub surroundings: Surroundings<'a>,
    pub drafts: &'a mut Drafts,
}

/// What a solver or the defaults say, read; none where they say nothing.
#[derive(Clone, Default)]
struct Settings {
    timeout: Option<Duration>,
    cpu: Option<u64>,
    /// The inner none is no limit.
    memory: Option<Option<u64>>,
    check_sat: Option<String>,
    logics: Option<Logics>,
    fail_on: Option<BTreeSet<Class>>,
}

impl Settings {
    /// These settings where they say something, else the others.
    fn or(self, others: &Settings) -> Settings {
        Settings {
            timeout: self.timeout.or(others.timeout),
            cpu: self.cpu.or(others.cpu),
            memory: self.memory.or(others.memory),
            check_sat: self.check_sat.or_else(|| others.check_sat.clone()),
            logics: self.logics.or_else(|| others.logics.clone()),
            fail_on: self.fail_on.or_else(|| others.fail_on.clone()),
        }
    }
}

impl Rows<'_> {
    /// All rows in the order of the file, a solver before its variants.
    pub(super) fn resolve(&mut self, defaults: &Defaults, solvers: &[(String, SolverEntry)]) -> Vec<Solver> {
        let place = Place::default().key("defaults");
        let settings = Settings {
            timeout: self.timeout(defaults.timeout.as_deref(), &place),
            cpu: self.cpu(defaults.cpu.as_deref(), &place),
            memory: self.memory(defaults.memory.as_deref(), &place),
            check_sat: self.check_sat(defaults.check_sat.as_deref(), &place),
            logics: None,
            fail_on: classes(defaults.fail_on.as_deref()),
        };
        let mut rows = Vec::new();
        for (name, entry) in solvers {
            let place = Place::default().key("solvers").key(name);
            self.name(name, &place);
            rows.extend(self.solver(name, entry, &place, defaults, &settings));
        }
        if solvers.is_empty() {
            self.drafts.key(&Place::default().key("solvers"), "no solver is listed; one is needed");
        }
        rows
    }

    fn solver(
        &mut self,
        name: &str,
        entry: &SolverEntry,
        place: &Place,
        defaults: &Defaults,
        general: &Settings,
    ) -> Vec<Solver> {
        let own = Settings {
            timeout: self.timeout(entry.timeout.as_deref(), place),
            cpu: self.cpu(entry.cpu.as_deref(), place),
            memory: self.memory(entry.memory.as_deref(), place),
            check_sat: self.check_sat(entry.check_sat.as_deref(), place),
            logics: (entry.logics.as_ref())
                .map(|words| logics::resolve(words, &place.key("logics"), self.drafts)),
            fail_on: classes(entry.fail_on.as_deref()),
        };
        let settings = own.or(general);
        let built_in = entry.built_in.unwrap_or(false);
        let input = entry.input.unwrap_or_default();
        let argv = self.argv(entry, built_in, input, place);
        let args = self.args(entry.args.as_deref(), built_in, &place.key("args"));
        let ourselves = built_in.then(SessionCommand::built_in);
        let session = entry.session.as_ref().map(|entry| self.session(entry, built_in, place)).or(ourselves);
        let (argv_with, args_at) = with_args(&argv, &args);
        let plain = Solver {
            name: name.to_owned(),
            argv: argv_with.run,
            written: argv_with.written,
            installed_in: self.surroundings.installed_in(),
            args_at,
            input,
            random_seed: self.random_seed(entry.random_seed.as_deref(), built_in, place),
            versions: self.versions(entry.versions.as_ref(), built_in, place),
            version_argv: self.version(entry.version.as_deref(), &place.key("version")),
            logics: settings.logics.clone().unwrap_or_else(Logics::all),
            operators: self.operators(entry.operators.as_ref(), place).unwrap_or_else(Operators::all),
            fixes: self.fixes(entry.fixes.as_ref(), place).unwrap_or_default(),
            timeout: settings.timeout.unwrap_or(TIMEOUT),
            cpu: settings.cpu,
            memory: settings.memory.flatten(),
            instances: None,
            missing: entry.missing.or(defaults.missing).unwrap_or_default(),
            form: Form {
                mode: entry.mode.unwrap_or_default(),
                check_sat: settings.check_sat.clone().unwrap_or_else(|| Form::default().check_sat),
                models: entry.models.unwrap_or(false),
                options: self.options(name, entry.options.as_ref(), built_in, place),
                set_logic: entry
                    .set_logic
                    .clone()
                    .filter(|all| !all.is_empty())
                    .unwrap_or(vec![SetLogic::Seed]),
                ..commands(entry.commands.as_deref().unwrap_or_default())
            },
            session: session.as_ref().map(|session| session.with_args(&args)),
            fail_on: settings.fail_on.clone().unwrap_or_else(Class::failures),
            built_in,
        };
        let mut rows = vec![plain];
        for (variant, entry) in entry.variants.iter().flat_map(|variants| &variants.0) {
            let place = place.key("variants").key(variant);
            self.name(variant, &place);
            let more = self.args(entry.args.as_deref(), built_in, &place.key("args"));
            let args = args.and(&more);
            let session = match &entry.session {
                Some(entry) => Some(self.session(entry, built_in, &place)),
                None => session.clone(),
            };
            let row = self.variant(&rows[0], entry, built_in, &place);
            let (argv, args_at) = with_args(&argv, &args);
            let (argv, written) = (argv.run, argv.written);
            let session = session.map(|session| session.with_args(&args));
            rows.push(Solver { name: format!("{name}/{variant}"), argv, written, args_at, session, ..row });
        }
        rows
    }

    fn variant(&mut self, solver: &Solver, entry: &VariantEntry, built_in: bool, place: &Place) -> Solver {
        let (general, own) = (&solver.form, entry.commands.as_deref().map(commands));
        let more = self.options(&solver.name, entry.options.as_ref(), built_in, place);
        Solver {
            timeout: self.timeout(entry.timeout.as_deref(), place).unwrap_or(solver.timeout),
            cpu: self.cpu(entry.cpu.as_deref(), place).or(solver.cpu),
            memory: self.memory(entry.memory.as_deref(), place).unwrap_or(solver.memory),
            form: Form {
                mode: entry.mode.unwrap_or(general.mode),
                check_sat: self
                    .check_sat(entry.check_sat.as_deref(), place)
                    .unwrap_or_else(|| general.check_sat.clone()),
                models: entry.models.unwrap_or(general.models),
                options: general.options.iter().cloned().chain(more).collect(),
                set_logic: entry
                    .set_logic
                    .clone()
                    .filter(|all| !all.is_empty())
                    .unwrap_or_else(|| general.set_logic.clone()),
                ..own.unwrap_or_else(|| general.clone())
            },
            logics: (entry.logics.as_ref())
                .map(|words| logics::resolve(words, &place.key("logics"), self.drafts))
                .unwrap_or_else(|| solver.logics.clone()),
            operators: (self.operators(entry.operators.as_ref(), place))
                .unwrap_or_else(|| solver.operators.clone()),
            fixes: self.fixes(entry.fixes.as_ref(), place).unwrap_or_else(|| solver.fixes.clone()),
            fail_on: classes(entry.fail_on.as_deref()).unwrap_or_else(|| solver.fail_on.clone()),
            ..solver.clone()
        }
    }

    fn operators(&mut self, words: Option<&Words>, place: &Place) -> Option<Operators> {
        Some(operators::resolve(words?, &place.key("operators"), self.drafts))
    }

    fn fixes(&mut self, words: Option<&Words>, place: &Place) -> Option<Fixes> {
        Some(fixes::resolve(words?, &place.key("fixes"), self.drafts))
    }

    fn session(&mut self, entry: &SessionEntry, built_in: bool, place: &Place) -> SessionCommand {
        let place = place.key("session");
        if built_in {
            self.drafts.key(&place, "not possible together with `built_in: true`");
        }
        let argv = entry.argv.clone().unwrap_or_default();
        let here = place.key("argv");
        check_placeholders(&argv, Input::Stdin, &here, self.drafts);
        let argv = self.surroundings.command(&argv, &here, self.drafts);
        SessionCommand { argv, restart: entry.restart.unwrap_or(RESTART) }
    }

    fn argv(&mut self, entry: &SolverEntry, built_in: bool, input: Input, place: &Place) -> Argv {
        let here = place.key("argv");
        if built_in {
            let without = [
                ("argv", entry.argv.is_some()),
                ("input", entry.input.is_some()),
                ("version", entry.version.is_some()),
            ];
            for (key, _) in without.into_iter().filter(|(_, written)| *written) {
                self.drafts.key(
                    &place.key(key),
                    "not possible together with `built_in: true`, which runs smt-storm itself",
                );
            }
            return Argv::default();
        }
        let Some(argv) = &entry.argv else {
            self.drafts.key(&here, "missing key; write the program and its arguments, or `built_in: true`");
            return Argv::default();
        };
        check_placeholders(argv, input, &here, self.drafts);
        self.surroundings.command(argv, &here, self.drafts)
    }

    pub(super) fn args(&mut self, args: Option<&[String]>, built_in: bool, place: &Place) -> Argv {
        let Some(args) = args else { return Argv::default() };
        if built_in {
            self.drafts.key(place, "not possible together with `built_in: true`, which takes no arguments");
            return Argv::default();
        }
        check_plain(args, place, self.drafts);
        self.surroundings.arguments(args, place, self.drafts)
    }

    fn version(&mut self, argv: Option<&[String]>, place: &Place) -> Option<Vec<String>> {
        argv.map(|argv| {
            check_plain(argv, place, self.drafts);
            self.surroundings.command(argv, place, self.drafts).run
        })
    }

    fn name(&mut self, name: &str, place: &Place) {
        if !is_name(name) {
            let message =
                format!("`{name}` is no name for a solver or a variant; use letters, digits and `_.+-`");
            self.drafts.key(place, message);
        }
    }

    /// The timeout in the map at `place`.
    pub(super) fn timeout(&mut self, text: Option<&str>, place: &Place) -> Option<Duration> {
        let read = quantity::duration(text?);
        read.map_err(|message| self.drafts.value(&place.key("timeout"), message)).ok()
    }

    /// Processor time in whole seconds, which is what systems limit.
    fn cpu(&mut self, text: Option<&str>, place: &Place) -> Option<u64> {
        let read = quantity::duration(text?);
        let read = read.map_err(|message| self.drafts.value(&place.key("cpu"), message)).ok()?;
        Some(read.as_millis().div_ceil(1000) as u64)
    }

    fn memory(&mut self, text: Option<&str>, place: &Place) -> Option<Option<u64>> {
        let read = quantity::memory(text?);
        read.map_err(|message| self.drafts.value(&place.key("memory"), message)).ok()
    }

    fn check_sat(&mut self, text: Option<&str>, place: &Place) -> Option<String> {
        let text = text?.trim();
        if !is_check_sat(text) {
            let message =
                format!("`{text}` is no check; write `(check-sat)` or such as `(check-sat-using simplify)`");
            self.drafts.value(&place.key("check_sat"), message);
        }
        Some(text.to_owned())
    }
}

fn classes(classes: Option<&[Class]>) -> Option<BTreeSet<Class>> {
    classes.map(|classes| classes.iter().copied().collect())
}

fn commands(commands: &[IncrementalCommand]) -> Form {
    Form {
        reset_assertions: commands.contains(&IncrementalCommand::ResetAssertions),
        check_sat_assuming: commands.contains(&IncrementalCommand::CheckSatAssuming),
        ..Form::default()
    }
}

/// A session whose arguments are not in its command line yet: a variant has more of them.
#[derive(Clone, Debug)]
struct SessionCommand {
    argv: Argv,
    restart: u32,
}

impl SessionCommand {
    /// That of the built-in solver, as it is called in snapshots: this program knows where it is.
    fn built_in() -> SessionCommand {
        let written: Vec<String> = vec!["storm".into(), "solve".into()];
        SessionCommand { argv: Argv { run: written.clone(), written }, restart: RESTART }
    }

    fn with_args(&self, args: &Argv) -> Session {
        let (argv, args_at) = with_args(&self.argv, args);
        Session { argv: argv.run, written: argv.written, args_at, restart: self.restart }
    }
}

/// Whether a text is one command whose name starts with `check-sat`.
fn is_check_sat(text: &str) -> bool {
    let mut depth = 0_usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.starts_with("(check-sat") && i + 1 == text.len();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_check_sat;

    #[test]
    fn a_check_is_one_command() {
        assert!(is_check_sat("(check-sat)"));
        assert!(is_check_sat("(check-sat-using (then simplify smt))"));
        for bad in ["", "check-sat", "(check-sat", "(check-sat))", "(check-sat)(exit)", "(exit)", ")("] {
            assert!(!is_check_sat(bad), "{bad}");
        }
    }
}
