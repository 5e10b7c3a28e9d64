//! The solver of a row as a finder of models, which become witnesses, instead of the linked Z3.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::matrix::{Class, Config, Input, Missing, SEED_PLACEHOLDER, Solver};
use crate::process::{self, Job, RunError};
use crate::smtlib::Tree;
use crate::smtlib::instance::Questions;
use crate::solver::answer::{self, Answer};
use crate::solver::presence::Presence;
use crate::solver::presence::required;
use crate::solver::runner::argv;
use crate::solver::transcript;
use crate::solver::verdict::Verdict;
use crate::witness::{Evaluator, Found, ModelFinder, NoModel};

/// The wall-clock limit of a search, in multiples of the row's limit. The row's limit itself becomes a limit on
/// processor time, so that the result does not depend on other load.
const PATIENCE: u32 = 4;

/// A row whose solver finds models, in a fresh process each.
#[derive(Debug)]
pub struct ModelRow {
    row: Solver,
    /// The folder for temporary files.
    folder: PathBuf,
    presence: OnceLock<Presence>,
}

impl ModelRow {
    /// Creates it for a row, with a folder for temporary files.
    pub fn new(row: &Solver, folder: &Path) -> ModelRow {
        ModelRow { row: row.clone(), folder: folder.to_owned(), presence: OnceLock::new() }
    }

    /// Returns an evaluator in child processes, which asks the row that the configuration names for models, if any.
    pub fn evaluator(config: &Config, folder: &Path) -> Evaluator {
        let evaluator = Evaluator::in_child(folder);
        match &config.model_from {
            Some(row) => evaluator.asking(Box::new(ModelRow::new(row, folder))),
            None => evaluator,
        }
    }

    /// Returns the name of the row that the configuration names, if any, and the version of its solver.
    pub(crate) fn named_by(config: &Config, folder: &Path) -> Option<String> {
        let finder = ModelRow::new(config.model_from.as_ref()?, folder);
        Some(match finder.presence() {
            Presence::Present(version) => format!("{} ({version})", finder.row.name),
            Presence::Missing(_) => format!("{} (missing)", finder.row.name),
        })
    }

    /// Returns whether the solver is present.
    fn presence(&self) -> &Presence {
        self.presence.get_or_init(|| Presence::ask(&self.row, &self.folder))
    }

    /// Returns the solver's message, or the remedy for a limit that it reached.
    fn remedy(&self, why: Verdict) -> String {
        let raise = |key: &str| format!("raise `{key}` of `{}` in solvers.yaml", self.row.name);
        match why.class {
            Class::Timeout => raise(if self.row.cpu.is_some() { "cpu" } else { "timeout" }),
            Class::MemoryOut => raise("memory"),
            _ => why.details,
        }
    }

    /// Returns the solver's answer, and what it prints after it.
    fn ask(&self, script: &str, arguments: &[&str]) -> Result<(Answer, String), RunError> {
        let unwritten = |source| RunError::temporary(&self.folder, source);
        let file = tempfile::Builder::new().suffix(".smt2").tempfile_in(&self.folder).map_err(unwritten)?;
        std::fs::write(file.path(), script).map_err(unwritten)?;
        let row = &self.row;
        let argv = argv(row, file.path(), arguments);
        let run = process::run(&Job {
            stdin: (row.input == Input::Stdin).then(|| file.path()),
            cpu: Some(row.cpu.unwrap_or_else(|| row.timeout.as_secs_f64().ceil() as u64)),
            memory: row.memory,
            ..Job::new(&argv, row.timeout.saturating_mul(PATIENCE), &self.folder)
        })?;
        if let Some(said) = answer::said(&run, Questions::alike(1, 1)).pop().flatten() {
            return Ok(said);
        }
        let mut answer = answer::read(&run, Questions::alike(1, 1)).pop().unwrap_or(Answer::Unknown);
        if let Answer::None(why) = &mut answer {
            // Every file has another name, which must not get into results.
            why.details = why.details.replace(&*file.path().to_string_lossy(), "FILE");
        }
        Ok((answer, String::new()))
    }
}

impl ModelFinder for ModelRow {
    fn name(&self) -> &str {
        &self.row.name
    }

    fn find(&self, logic: Option<&str>, script: &str, variety: Option<u32>) -> Result<Found, String> {
        let row = &self.row;
        let nothing =
            |kind: &str, details: String| Found::Nothing(NoModel { kind: kind.to_owned(), details });
        match self.presence() {
            Presence::Present(_) => {}
            Presence::Missing(reason) if row.missing == Missing::Ignore => {
                return Ok(nothing("solver missing", reason.clone()));
            }
            Presence::Missing(reason) => {
                return Err(format!("{} is asked for models: {}", row.name, required(row, reason)));
            }
        }
        if let Some(logic) = logic.filter(|logic| !row.logics.contains(logic)) {
            return Ok(nothing("logic not supported", logic.to_owned()));
        }
        let seed = variety.map(|variety| variety.to_string());
        let arguments: Vec<String> = (seed.iter())
            .flat_map(|seed| row.random_seed.iter().map(|text| text.replace(SEED_PLACEHOLDER, seed)))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let check = &row.form.check_sat;
        let script = format!("(set-option :produce-models true)\n{script}{check}\n(get-model)\n");
        Ok(match self.ask(&script, &arguments).map_err(|error| error.to_string())? {
            (Answer::Sat, printed) => {
                let commands = Tree::parse(script).ok();
                let model = commands.and_then(|tree| transcript::model(&tree, &printed, None).ok());
                Found::Model(model.map_or(printed.clone(), str::to_owned))
            }
            (Answer::Unsat, _) => Found::Unsat,
            (Answer::Unknown, _) => nothing("unknown", String::new()),
            (Answer::None(why), _) => nothing(why.class.word(), self.remedy(why)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a row whose solver is a shell script, with these additional keys.
    fn row(folder: &Path, script: &str, more: &str) -> Solver {
        let path = folder.join("solvers.yaml");
        let argv = serde_json::to_string(&["sh", "-c", script, "sh", "{file}"]).unwrap();
        let text = format!("version: 1\nsolvers: {{a: {{argv: {argv}{more}}}}}\nseeds: [{{glob: \"*\"}}]\n");
        std::fs::write(&path, text).unwrap();
        Config::load(&path, None).unwrap().solvers.remove(0)
    }

    fn ask_row(script: &str, more: &str, variety: Option<u32>) -> Result<Found, String> {
        let folder = tempfile::tempdir().unwrap();
        let finder = ModelRow::new(&row(folder.path(), script, more), folder.path());
        let found = finder.find(Some("QF_LIA"), "(assert true)\n", variety);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "a file is left");
        found
    }

    fn nothing(script: &str, more: &str) -> String {
        match ask_row(script, more, None) {
            Ok(Found::Nothing(why)) => why.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_question_ends_with_the_check_of_the_row_and_asks_for_a_model() {
        let echo = "echo sat; tr '\\n' ' ' < $1";
        let asked = "(set-option :produce-models true) (assert true) (check-sat-using smt) (get-model) ";
        let of_row = ", check_sat: (check-sat-using smt)";
        assert_eq!(ask_row(echo, of_row, None), Ok(Found::Model(asked.to_owned())));
        assert_eq!(ask_row("echo unsat; echo '(error \"no model\")'", "", None), Ok(Found::Unsat));
    }

    #[test]
    fn each_variety_has_its_own_random_seed() {
        let words =
            |variety| ask_row("echo sat; echo $0 $1 $2", ", random_seed: [\"--seed={seed}\"]", variety);
        let Ok(Found::Model(with)) = words(Some(7)) else { panic!() };
        assert!(with.starts_with("sh --seed=7 /"), "{with}");
        let Ok(Found::Model(without)) = words(None) else { panic!() };
        assert!(without.starts_with("sh /"), "{without}");
    }

    #[test]
    fn reasons_for_missing_models_contain_no_paths() {
        assert_eq!(nothing("echo unknown", ""), "unknown");
        assert_eq!(nothing("echo \"(error \\\"$1:1: no f\\\")\"; exit 1", ""), "error (FILE:1: no f)");
        assert_eq!(nothing("echo blah", ""), "garbage (blah)");
        assert_eq!(nothing("kill -11 $$", ""), "crash (killed by SIGSEGV)");
        assert_eq!(nothing("echo sat", ", logics: [QF_BV]"), "logic not supported (QF_LIA)");
        let raise = "timeout (raise `timeout` of `a` in solvers.yaml)";
        assert_eq!(nothing("while :; do :; done", ", timeout: 1s"), raise);
    }

    #[test]
    fn a_missing_solver_is_a_reason_or_an_error_as_its_row_says() {
        let folder = tempfile::tempdir().unwrap();
        let find = |missing: Missing| {
            let mut row = Solver { missing, version_argv: None, ..row(folder.path(), "", "") };
            row.command.argv = vec!["no-such-solver".to_owned(), "{file}".to_owned()];
            ModelRow::new(&row, folder.path()).find(None, "", None)
        };
        let Ok(Found::Nothing(why)) = find(Missing::Ignore) else { panic!() };
        assert_eq!(why.to_string(), "solver missing (`no-such-solver` is not installed)");
        let error = find(Missing::Error).unwrap_err();
        assert_eq!(
            error,
            "a is asked for models: `no-such-solver` is not installed; install it, correct `argv` of `a` in solvers.yaml, \
             or set `missing: ignore` there"
        );
    }
}
