//! The options that a solver itself tells of: read from what it prints, tried one by one on a small script, and written
//! down as the groups of a row.
//!
//! Only what has few values is of use: switches, and those whose values are listed. What prints something, limits
//! something or reads files is left out.

mod read;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::matrix::{Mode, Solver, Tier};
use crate::process::workspace::Workspace;
use crate::process::{self, Exit, Job, KEPT, RawRun};
use crate::solver::probe;
use crate::solver::runner::Runner;

use read::Listed;

/// Wall-clock limit of what prints the options.
const ASKING: Duration = Duration::from_secs(20);
/// Wall-clock limit of a trial.
const TRIAL: Duration = Duration::from_secs(10);
/// What a solver may be asked with, the most telling first.
const QUESTIONS: [&str; 2] = ["-pd", "--help"];
/// Logics to try options in, those with more theories first.
const LOGICS: [&str; 10] =
    ["ALL", "QF_AUFLIA", "QF_AUFBV", "QF_UFLIA", "QF_UFBV", "QF_LIA", "QF_BV", "QF_LRA", "QF_UF", "QF_ABV"];

/// One setting of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// The option, as groups of it are called.
    pub name: String,
    /// Who uses it.
    pub tier: Tier,
    /// The argument that sets it.
    pub argument: String,
}

/// The settings that a solver tells of, and the script that they can be tried on.
#[derive(Debug)]
pub(crate) struct Told {
    /// All of them, in its order.
    pub settings: Vec<Setting>,
    /// How many options it tells of altogether.
    pub options: usize,
    script: String,
    /// What it prints for the script without any of them.
    plain: Vec<u8>,
}

/// Asks the solver of a row for its options.
///
/// # Errors
/// It prints none, or does not answer the script that they would be tried on.
pub(crate) fn ask(solver: &Solver, workspace: &Workspace) -> Result<Told, String> {
    let name = &solver.name;
    let Some((_, program)) = solver.version_argv.as_deref().and_then(|argv| argv.split_last()) else {
        return Err(format!("{name}: how it is asked is not known; give its row a `version`"));
    };
    let mut listed: Vec<Listed> = Vec::new();
    for question in QUESTIONS {
        let argv = [program, &[question.to_owned()]].concat();
        let job = Job {
            argv: &argv,
            stdin: None,
            timeout: ASKING,
            cpu: None,
            memory: solver.memory,
            folder: workspace.temporary(),
            keep: KEPT,
        };
        let run = process::run(&job).map_err(|error| format!("{name}: {error}"))?;
        listed = read::options(&String::from_utf8_lossy(&run.stdout));
        if !listed.is_empty() {
            break;
        }
    }
    if listed.is_empty() {
        let questions = QUESTIONS.join("` nor with `");
        return Err(format!("{name}: it lists no options, neither with `{questions}`"));
    }
    let runner = Runner::new(solver, workspace);
    // Some options do not go with levels.
    let script = match solver.form.mode {
        Mode::OneShot => probe::script,
        Mode::Incremental => probe::incremental,
    };
    let scripts = LOGICS.into_iter().filter(|logic| solver.logics.contains(logic)).filter_map(script);
    for script in scripts.map(|script| script.replace("(check-sat)", &solver.form.check_sat)) {
        let run = runner.run(&script, &[]).map_err(|error| format!("{name}: {error}"))?;
        if run.exit == Exit::Code(0) && are_answers(&String::from_utf8_lossy(&run.stdout)) {
            let options = listed.len();
            let settings = listed.into_iter().flat_map(Listed::settings).collect();
            return Ok(Told { settings, options, script, plain: run.stdout });
        }
    }
    Err(format!("{name}: it answers no script that its options could be tried on"))
}

impl Told {
    /// Whether the solver takes a setting, and says what it says without it.
    pub(crate) fn works(&self, setting: &Setting, solver: &Solver, workspace: &Workspace) -> bool {
        let solver = Solver { timeout: TRIAL, ..solver.clone() };
        let run = Runner::new(&solver, workspace).run(&self.script, &[&setting.argument]);
        run.is_ok_and(|run| is_silent(&run, &self.plain))
    }
}

/// Whether a text is answers and nothing else.
fn are_answers(text: &str) -> bool {
    !text.trim().is_empty() && text.split_whitespace().all(|word| matches!(word, "sat" | "unsat"))
}

/// Whether a run ended well and printed nothing else than another one.
fn is_silent(run: &RawRun, plain: &[u8]) -> bool {
    run.exit == Exit::Code(0) && run.stdout == plain && run.stderr.trim_ascii().is_empty()
}

/// A group of options as `solvers.yaml` has it.
#[derive(Serialize)]
struct Group<'a> {
    tier: Tier,
    per: &'static str,
    choose: Vec<Choice<'a>>,
}

#[derive(Default, Serialize)]
struct Choice<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    args: Vec<&'a str>,
}

/// Settings as the value of the key `options`, a group on a line for each option.
///
/// # Errors
/// What cannot be written.
pub(crate) fn groups(settings: &[Setting]) -> Result<String, String> {
    let mut groups: BTreeMap<&str, Group<'_>> = BTreeMap::new();
    for setting in settings {
        let group = groups.entry(&setting.name).or_insert_with(|| Group {
            tier: setting.tier,
            per: "case",
            choose: vec![Choice::default()],
        });
        group.choose.push(Choice { args: vec![&setting.argument] });
    }
    // What is JSON is YAML.
    let line = |(name, group)| Ok(format!("{name}: {}\n", serde_json::to_string(&group)?));
    let lines: Result<String, serde_json::Error> = groups.into_iter().map(line).collect();
    lines.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_read_as_a_row_has_them() {
        let setting = |name: &str, tier, argument: &str| Setting {
            name: name.to_owned(),
            tier,
            argument: argument.to_owned(),
        };
        let text = groups(&[
            setting("smt.arith.solver", Tier::Expert, "smt.arith.solver=2"),
            setting("proof", Tier::Common, "proof=true"),
            setting("smt.arith.solver", Tier::Expert, "smt.arith.solver=6"),
        ])
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let indented: String = text.lines().map(|line| format!("      {line}\n")).collect();
        let config = format!(
            "version: 1\nsolvers:\n  a:\n    argv: [a, '{{file}}']\n    options:\n{indented}seeds: [{{glob: a.x}}]\n"
        );
        std::fs::write(folder.path().join("solvers.yaml"), config).unwrap();
        std::fs::write(folder.path().join("a.x"), "").unwrap();
        let config = crate::matrix::Config::load(&folder.path().join("solvers.yaml"), None).unwrap();
        let options = &config.all_solvers[0].form.options;
        assert_eq!(options.len(), 2);
        assert_eq!((options[0].name.as_str(), options[0].tier), ("proof", Tier::Common));
        let args: Vec<_> = options[1].alternatives.iter().map(|one| one.args.join(" ")).collect();
        assert_eq!(args, ["", "smt.arith.solver=2", "smt.arith.solver=6"]);
    }
}
