//! The rows of the matrix: each solver and each of its variants.

use std::time::Duration;

use super::argv::{Surroundings, check_placeholders, check_plain, with_args};
use super::logics::{self, Logics};
use super::names::is_name;
use super::place::{Drafts, Place};
use super::quantity;
use super::schema::{Defaults, SolverEntry, VariantEntry};
use super::solver::{Input, Solver};

const TIMEOUT: Duration = Duration::from_secs(10);
const CHECK_SAT: &str = "(check-sat)";

/// Reads the rows; a profile may change their timeouts afterwards.
pub(super) struct Rows<'a> {
    pub surroundings: Surroundings<'a>,
    pub drafts: &'a mut Drafts,
}

/// What a solver or the defaults say, read; none where they say nothing.
#[derive(Clone, Default)]
struct Settings {
    timeout: Option<Duration>,
    /// The inner none is no limit.
    memory: Option<Option<u64>>,
    check_sat: Option<String>,
    logics: Option<Logics>,
}

impl Settings {
    /// These settings where they say something, else the others.
    fn or(self, others: &Settings) -> Settings {
        Settings {
            timeout: self.timeout.or(others.timeout),
            memory: self.memory.or(others.memory),
            check_sat: self.check_sat.or_else(|| others.check_sat.clone()),
            logics: self.logics.or_else(|| others.logics.clone()),
        }
    }
}

impl Rows<'_> {
    /// All rows in the order of the file, a solver before its variants.
    pub fn resolve(&mut self, defaults: &Defaults, solvers: &[(String, SolverEntry)]) -> Vec<Solver> {
        let place = Place::default().key("defaults");
        let settings = Settings {
            timeout: self.timeout(defaults.timeout.as_deref(), &place),
            memory: self.memory(defaults.memory.as_deref(), &place),
            check_sat: self.check_sat(defaults.check_sat.as_deref(), &place),
            logics: None,
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
            memory: self.memory(entry.memory.as_deref(), place),
            check_sat: self.check_sat(entry.check_sat.as_deref(), place),
            logics: (entry.logics.as_ref())
                .map(|words| logics::resolve(words, &place.key("logics"), self.drafts)),
        };
        let settings = own.or(general);
        let built_in = entry.built_in.unwrap_or(false);
        let input = entry.input.unwrap_or_default();
        let argv = self.argv(entry, built_in, input, place);
        let args = self.args(entry.args.as_deref(), built_in, &place.key("args"));
        let plain = Solver {
            name: name.to_owned(),
            argv: with_args(&argv, &args),
            input,
            version_argv: self.version(entry.version.as_deref(), &place.key("version")),
            logics: settings.logics.clone().unwrap_or_else(Logics::all),
            timeout: settings.timeout.unwrap_or(TIMEOUT),
            memory: settings.memory.flatten(),
            missing: entry.missing.or(defaults.missing).unwrap_or_default(),
            check_sat: settings.check_sat.clone().unwrap_or_else(|| CHECK_SAT.to_owned()),
            built_in,
        };
        let mut rows = vec![plain];
        for (variant, entry) in entry.variants.iter().flat_map(|variants| &variants.0) {
            let place = place.key("variants").key(variant);
            self.name(variant, &place);
            let more = self.args(entry.args.as_deref(), built_in, &place.key("args"));
            let row = self.variant(&rows[0], entry, &place);
            rows.push(Solver {
                name: format!("{name}/{variant}"),
                argv: with_args(&argv, &[args.as_slice(), &more].concat()),
                ..row
            });
        }
        rows
    }

    fn variant(&mut self, solver: &Solver, entry: &VariantEntry, place: &Place) -> Solver {
        Solver {
            timeout: self.timeout(entry.timeout.as_deref(), place).unwrap_or(solver.timeout),
            memory: self.memory(entry.memory.as_deref(), place).unwrap_or(solver.memory),
            check_sat: self
                .check_sat(entry.check_sat.as_deref(), place)
                .unwrap_or_else(|| solver.check_sat.clone()),
            logics: (entry.logics.as_ref())
                .map(|words| logics::resolve(words, &place.key("logics"), self.drafts))
                .unwrap_or_else(|| solver.logics.clone()),
            ..solver.clone()
        }
    }

    fn argv(&mut self, entry: &SolverEntry, built_in: bool, input: Input, place: &Place) -> Vec<String> {
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
            return Vec::new();
        }
        let Some(argv) = &entry.argv else {
            self.drafts.key(&here, "missing key; write the program and its arguments, or `built_in: true`");
            return Vec::new();
        };
        check_placeholders(argv, input, &here, self.drafts);
        self.surroundings.command(argv, &here, self.drafts)
    }

    fn args(&mut self, args: Option<&[String]>, built_in: bool, place: &Place) -> Vec<String> {
        let Some(args) = args else {
            return Vec::new();
        };
        if built_in {
            self.drafts.key(place, "not possible together with `built_in: true`, which takes no arguments");
            return Vec::new();
        }
        check_plain(args, place, self.drafts);
        self.surroundings.arguments(args, place, self.drafts)
    }

    fn version(&mut self, argv: Option<&[String]>, place: &Place) -> Option<Vec<String>> {
        argv.map(|argv| {
            check_plain(argv, place, self.drafts);
            self.surroundings.command(argv, place, self.drafts)
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
    pub fn timeout(&mut self, text: Option<&str>, place: &Place) -> Option<Duration> {
        let read = quantity::duration(text?);
        read.map_err(|message| self.drafts.value(&place.key("timeout"), message)).ok()
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
