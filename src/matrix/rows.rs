//! The rows of the matrix: each solver and each of its variants.
//!
//! An entry is read once into [`Keys`], with `None` for each missing key. The keys of a variant override those of its
//! solver, which override the defaults; the result is a row.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use glob::Pattern;

use super::class::Class;
use super::command_line::{Argv, Reader};
use super::logics::Logics;
use super::mistakes::Place;
use super::names::advice;
use super::operators::{FocusOperators, Operators, TotalOperators};
use super::option_groups::is_list;
use super::quantity::{read_duration, read_memory};
use super::schema::{
    DefaultsEntry, LimitsEntry, Named, ProgramEntry, RowEntry, SessionEntry, SolverEntry, TopicEntry, Words,
};
use super::solver::{
    Asked, CommandLine, Form, IncrementalCommand, Input, Missing, Mode, OptionGroup, Session, SetLogic,
    Solver, Topic, Version,
};

/// What is wrong with an empty list of logics.
const NO_LOGIC: &str = "no logic is listed; write `all` or leave the key out for all logics";
const TIMEOUT: Duration = Duration::from_secs(10);
/// The default number of instances after which a session restarts, because solvers keep some memory at each `(reset)`.
const RESTART: u32 = 200;

/// The values of an entry's keys; `None` for missing keys.
#[derive(Clone, Default)]
struct Keys {
    timeout: Option<Duration>,
    cpu: Option<u64>,
    /// The inner `None` is no limit.
    memory: Option<Option<u64>>,
    check_sat: Option<String>,
    fail_on: Option<BTreeSet<Class>>,
    args: Argv,
    logics: Option<Logics>,
    operators: Option<Operators>,
    total_operators: Option<TotalOperators>,
    mode: Option<Mode>,
    commands: Option<Vec<IncrementalCommand>>,
    set_logic: Option<Vec<SetLogic>>,
    models: Option<bool>,
    asks: Option<Vec<Asked>>,
    complete: Option<bool>,
    options: Vec<OptionGroup>,
    /// Without the arguments of the rows.
    session: Option<Session>,
    focus: Option<Vec<Topic>>,
}

/// The properties that a solver shares with its variants.
#[derive(Clone)]
struct Shared {
    /// The command line without the arguments of the rows.
    command: CommandLine,
    input: Input,
    random_seed: Vec<String>,
    versions: Vec<Version>,
    version_argv: Option<Vec<String>>,
    missing: Missing,
    built_in: bool,
    installed_in: Option<PathBuf>,
}

impl Keys {
    /// Fills missing keys from a more general entry. Arguments and options are appended to those of the general entry.
    fn fill_from(self, general: &Keys) -> Keys {
        Keys {
            timeout: self.timeout.or(general.timeout),
            cpu: self.cpu.or(general.cpu),
            memory: self.memory.or(general.memory),
            check_sat: self.check_sat.or_else(|| general.check_sat.clone()),
            fail_on: self.fail_on.or_else(|| general.fail_on.clone()),
            args: general.args.followed_by(&self.args),
            logics: self.logics.or_else(|| general.logics.clone()),
            operators: self.operators.or_else(|| general.operators.clone()),
            total_operators: self.total_operators.or_else(|| general.total_operators.clone()),
            mode: self.mode.or(general.mode),
            commands: self.commands.or_else(|| general.commands.clone()),
            set_logic: self.set_logic.or_else(|| general.set_logic.clone()),
            models: self.models.or(general.models),
            asks: self.asks.or_else(|| general.asks.clone()),
            complete: self.complete.or(general.complete),
            options: general.options.iter().cloned().chain(self.options).collect(),
            session: self.session.or_else(|| general.session.clone()),
            focus: self.focus.or_else(|| general.focus.clone()),
        }
    }

    /// Builds the row of these keys, with defaults for missing ones.
    fn row(self, name: String, shared: &Shared) -> Solver {
        let shared = shared.clone();
        let complete = |command: &CommandLine| command.with_args(&self.args.run, &self.args.written);
        let command = complete(&shared.command);
        let session = self.session.map(|session| Session { command: complete(&session.command), ..session });
        let commands = self.commands.unwrap_or_default();
        let general = Form::default();
        Solver {
            name,
            command,
            installed_in: shared.installed_in,
            input: shared.input,
            random_seed: shared.random_seed,
            versions: shared.versions,
            version_argv: shared.version_argv,
            logics: self.logics.unwrap_or_else(Logics::all),
            operators: self.operators.unwrap_or_else(Operators::all),
            total_operators: self.total_operators.unwrap_or_default(),
            timeout: self.timeout.unwrap_or(TIMEOUT),
            cpu: self.cpu,
            memory: self.memory.flatten(),
            instances: None,
            missing: shared.missing,
            form: Form {
                mode: self.mode.unwrap_or(general.mode),
                check_sat: self.check_sat.unwrap_or(general.check_sat),
                reset_assertions: commands.contains(&IncrementalCommand::ResetAssertions),
                check_sat_assuming: commands.contains(&IncrementalCommand::CheckSatAssuming),
                layouts: general.layouts,
                set_logic: self.set_logic.unwrap_or(general.set_logic),
                models: self.models.unwrap_or(general.models),
                asks: self.asks.unwrap_or(general.asks),
                options: self.options,
            },
            session,
            fail_on: self.fail_on.unwrap_or_else(Class::failures),
            focus: self.focus.unwrap_or_default(),
            complete: self.complete.unwrap_or_default(),
            built_in: shared.built_in,
        }
    }
}

impl Reader<'_> {
    /// Reads all rows in the order of the file, a solver before its variants.
    pub(super) fn rows(&mut self, defaults: &DefaultsEntry, solvers: &Named<SolverEntry>) -> Vec<Solver> {
        let top = Place::default();
        let general = self.limits(&defaults.limits, &top.key("defaults"));
        let place = top.key("solvers");
        if solvers.is_empty() {
            self.mistakes.key(&place, "no solver is listed; one is needed");
        }
        let mut rows = Vec::new();
        for (name, entry) in solvers {
            let place = place.key(name);
            self.check_name(name, "a solver or a variant", &place);
            let built_in = entry.built_in.unwrap_or(false);
            let shared = self.shared(entry, defaults, built_in, &place);
            let mut keys = self.keys(name, &entry.row, built_in, &place).fill_from(&general);
            if built_in && keys.session.is_none() {
                keys.session = Some(built_in_session());
            }
            let first = rows.len();
            rows.push(keys.clone().row(name.clone(), &shared));
            for (variant, entry) in entry.variants.iter().flatten() {
                let place = place.key("variants").key(variant);
                self.check_name(variant, "a solver or a variant", &place);
                let own = self.keys(name, entry, built_in, &place);
                self.check_groups(&own.options, &keys.options, &place.key("options"));
                rows.push(own.fill_from(&keys).row(format!("{name}/{variant}"), &shared));
            }
            self.check_focus(&rows[first..], &place.key("focus"));
        }
        rows
    }

    /// Checks that a variant gives its option groups at `place` other names than its solver has: it draws from both.
    fn check_groups(&mut self, own: &[OptionGroup], general: &[OptionGroup], place: &Place) {
        for OptionGroup { name, .. } in own {
            if general.iter().any(|group| group.name == *name) {
                let twice =
                    "the solver has options of this name, and they are drawn as well; choose another name";
                self.mistakes.key(&place.key(name), twice);
            }
        }
    }

    /// Checks that a solver or one of its variants, the `rows`, has each option group that its topics name.
    fn check_focus(&mut self, rows: &[Solver], place: &Place) {
        let groups = || rows.iter().flat_map(|row| &row.form.options).map(|group| group.name.as_str());
        for topic in rows.iter().take(1).flat_map(|row| &row.focus) {
            let place = place.key(&topic.name).key("options");
            for (at, name) in topic.options.iter().enumerate() {
                if !groups().any(|group| group == name) {
                    let advice = advice(name, groups().collect::<BTreeSet<_>>());
                    let unknown = format!("neither the solver nor a variant has options `{name}`{advice}");
                    self.mistakes.value(&place.index(at), unknown);
                }
            }
        }
    }

    fn shared(
        &mut self,
        entry: &SolverEntry,
        defaults: &DefaultsEntry,
        built_in: bool,
        place: &Place,
    ) -> Shared {
        let input = entry.input.unwrap_or_default();
        Shared {
            command: self.argv(entry, input, place).command_line(),
            input,
            random_seed: self.random_seed(entry.random_seed.as_deref(), built_in, place),
            versions: self.versions(entry.versions.as_ref(), built_in, place),
            version_argv: (entry.version.as_ref())
                .map(|argv| self.plain_command(argv, &place.key("version"))),
            missing: entry.missing.or(defaults.missing).unwrap_or_default(),
            built_in,
            installed_in: self.surroundings.installed_in(),
        }
    }

    /// Reads the keys of a solver or a variant at `place`.
    fn keys(&mut self, solver: &str, entry: &RowEntry, built_in: bool, place: &Place) -> Keys {
        let operators = "no operator is listed; write `all` or leave the key out for all operators";
        let fixes = "no operator is listed; leave the key out if the solver fixes none";
        Keys {
            args: self.args(entry.args.as_deref(), built_in, &place.key("args")),
            logics: self.words(entry.logics.as_ref(), &place.key("logics"), NO_LOGIC, |words, note| {
                Logics::read(words, note)
            }),
            operators: self.words(
                entry.operators.as_ref(),
                &place.key("operators"),
                operators,
                |words, note| Operators::read(words, note),
            ),
            total_operators: self.words(entry.fixes.as_ref(), &place.key("fixes"), fixes, |words, note| {
                TotalOperators::read(words, note)
            }),
            mode: entry.mode,
            commands: entry.commands.clone(),
            set_logic: entry.set_logic.clone().filter(|all| !all.is_empty()),
            models: entry.models,
            asks: entry.asks.clone(),
            complete: entry.complete,
            options: self.options(solver, entry.options.as_ref(), built_in, &place.key("options")),
            session: (entry.session.as_ref())
                .map(|entry| self.session(entry, built_in, &place.key("session"))),
            focus: entry.focus.as_ref().map(|topics| self.topics(topics, &place.key("focus"))),
            ..self.limits(&entry.limits, place)
        }
    }

    /// Reads the topics of a row at `place`, except for the names of option groups, which other rows of the solver may
    /// have.
    fn topics(&mut self, topics: &Named<TopicEntry>, place: &Place) -> Vec<Topic> {
        let topic = |(name, entry): (&String, &TopicEntry)| {
            let place = place.key(name);
            self.check_name(name, "a topic", &place);
            let here = place.key("files");
            let files = entry.files.as_deref().unwrap_or_default();
            if files.is_empty() && entry.files.is_some() {
                self.mistakes.value(&here, "no file is listed");
            }
            let mut pattern = |(at, text): (usize, &String)| {
                let wrong = |error| format!("`{text}` is not a valid pattern: {error}");
                Pattern::new(text).map_err(|error| self.mistakes.value(&here.index(at), wrong(error))).ok()
            };
            let files = files.iter().enumerate().filter_map(&mut pattern).collect();
            let read = |words: &[String], note: &mut dyn FnMut(usize, String)| Logics::read(words, note);
            let logics = self.words(entry.logics.as_ref(), &place.key("logics"), NO_LOGIC, read);
            let none = "no operator is listed; leave the key out for none";
            self.words(entry.operators.as_ref(), &place.key("operators"), none, |words, note| {
                FocusOperators::read(words, note)
            });
            let operators = entry.operators.as_ref().map(|words| words.list().to_vec()).unwrap_or_default();
            let options = entry.options.clone().unwrap_or_default();
            Topic { name: name.clone(), files, logics, operators, options }
        };
        topics.iter().map(topic).collect()
    }

    fn limits(&mut self, entry: &LimitsEntry, place: &Place) -> Keys {
        // Operating systems limit processor time in whole seconds.
        let seconds = |text: &str| Ok(read_duration(text)?.as_millis().div_ceil(1000) as u64);
        Keys {
            timeout: self.mistakes.read(entry.timeout.as_ref(), place, "timeout", read_duration),
            cpu: self.mistakes.read(entry.cpu.as_ref(), place, "cpu", seconds),
            memory: self.mistakes.read(entry.memory.as_ref(), place, "memory", read_memory),
            check_sat: self.mistakes.read(entry.check_sat.as_ref(), place, "check_sat", read_check_sat),
            fail_on: entry.fail_on.as_ref().map(|classes| classes.iter().copied().collect()),
            ..Keys::default()
        }
    }

    /// Applies `read` to a list of words, if there is one. `none` is the message for an empty list.
    fn words<T>(
        &mut self,
        words: Option<&Words>,
        place: &Place,
        none: &str,
        read: impl FnOnce(&[String], &mut dyn FnMut(usize, String)) -> T,
    ) -> Option<T> {
        let words = words?;
        if words.list().is_empty() {
            self.mistakes.value(place, none);
        }
        Some(read(words.list(), &mut |at, message| self.mistakes.value(&words.place(at, place), message)))
    }

    fn argv(&mut self, entry: &SolverEntry, input: Input, place: &Place) -> Argv {
        if entry.built_in == Some(true) {
            let without = [
                ("argv", entry.argv.is_some()),
                ("input", entry.input.is_some()),
                ("version", entry.version.is_some()),
            ];
            for (key, _) in without.into_iter().filter(|(_, written)| *written) {
                self.no_built_in(&place.key(key), ", which runs smt-storm itself");
            }
            return Argv::default();
        }
        let here = place.key("argv");
        let Some(argv) = &entry.argv else {
            let missing = "missing key; write the program and its arguments, or `built_in: true`";
            self.mistakes.key(&here, missing);
            return Argv::default();
        };
        self.check_placeholders(argv, input, &here);
        self.command(argv, &here)
    }

    fn random_seed(&mut self, args: Option<&[String]>, built_in: bool, place: &Place) -> Vec<String> {
        let place = place.key("random_seed");
        if let Some(args) = args.filter(|_| !built_in) {
            self.check_seed(args, &place);
        }
        self.args(args, built_in, &place).run
    }

    fn versions(
        &mut self,
        entries: Option<&Named<ProgramEntry>>,
        built_in: bool,
        place: &Place,
    ) -> Vec<Version> {
        let place = place.key("versions");
        if built_in && entries.is_some() {
            self.no_built_in(&place, ", which is the linked libz3");
            return Vec::new();
        }
        let version = |(name, ProgramEntry(program)): (&String, &ProgramEntry)| {
            let place = place.key(name);
            self.check_name(name, "a version", &place);
            Version { name: name.clone(), program: self.plain_command(program, &place) }
        };
        entries.into_iter().flatten().map(version).collect()
    }

    fn session(&mut self, entry: &SessionEntry, built_in: bool, place: &Place) -> Session {
        if built_in {
            self.no_built_in(place, "");
        }
        let argv = entry.argv.clone().unwrap_or_default();
        let here = place.key("argv");
        self.check_placeholders(&argv, Input::Stdin, &here);
        let command = self.command(&argv, &here).command_line();
        let restart = entry.restart.unwrap_or(RESTART);
        Session { command, restart, fresh_only: entry.fresh_only.unwrap_or(false) }
    }
}

/// Returns the session of the built-in solver, under its name in snapshots. This program knows its own path.
fn built_in_session() -> Session {
    let written: Vec<String> = vec!["storm".into(), "solve".into()];
    let command = Argv { run: written.clone(), written }.command_line();
    Session { command, restart: RESTART, fresh_only: false }
}

/// Parses the command of a check.
///
/// # Errors
/// The text is not one command whose name starts with `check-sat`.
pub(crate) fn read_check_sat(text: &str) -> Result<String, String> {
    let text = text.trim();
    match is_check_sat(text) {
        true => Ok(text.to_owned()),
        false => Err(format!(
            "`{text}` is not a check; write `(check-sat)` or a command such as `(check-sat-using simplify)`"
        )),
    }
}

/// Whether a text is a single command whose name starts with `check-sat`.
fn is_check_sat(text: &str) -> bool {
    text.starts_with("(check-sat") && is_list(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_one_command() {
        assert!(is_check_sat("(check-sat)"));
        assert!(is_check_sat("(check-sat-using (then simplify smt))"));
        for bad in ["", "check-sat", "(check-sat", "(check-sat))", "(check-sat)(exit)", "(exit)", ")("] {
            assert!(!is_check_sat(bad), "{bad}");
        }
    }
}
