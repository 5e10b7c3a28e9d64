//! The options that a solver itself lists: read from its help, tried one by one on a small script, and written as the
//! option groups of a row.
//!
//! Only options with few values are useful: switches, and options whose values are listed. Options that print
//! something, limit something or read files are left out.
//!
//! Two forms of help are known. Z3 lists parameters by module, `name (bool) what it does (default: true)`. Others list
//! `--name`, or `--name=VALUE`, with the description after two blanks or on the next lines; values may be listed in
//! braces, as in `--name={a,b}`, or after `can be`. Words such as `EXPERTS only` tell who an option is for.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::matrix::{Mode, Solver, Tier};
use crate::process::workspace::Workspace;
use crate::process::{self, Exit, Job, RawRun};
use crate::solver::probe;
use crate::solver::runner::Runner;

/// Wall-clock limit of listing the options.
const ASKING: Duration = Duration::from_secs(20);
/// Wall-clock limit of trying an option.
const TRIAL: Duration = Duration::from_secs(10);
/// Arguments that may list the options, the most detailed first.
const QUESTIONS: [&str; 2] = ["-pd", "--help"];
/// Logics to try options in, those with more theories first.
const LOGICS: [&str; 10] =
    ["ALL", "QF_AUFLIA", "QF_AUFBV", "QF_UFLIA", "QF_UFBV", "QF_LIA", "QF_BV", "QF_LRA", "QF_UF", "QF_ABV"];

/// One setting of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// The option, which names the group.
    pub name: String,
    /// The tier of users it is for.
    pub tier: Tier,
    /// The argument that sets it.
    pub argument: String,
}

/// The settings that a solver lists, and the script to try them on.
#[derive(Debug)]
pub(crate) struct OwnOptions {
    /// All settings, in the solver's order.
    pub settings: Vec<Setting>,
    /// The number of options in the list.
    pub options: usize,
    script: String,
    /// The solver's output for the script without any option.
    plain: Vec<u8>,
}

/// Asks the solver of a row for its options.
///
/// # Errors
/// The solver lists no options, or does not answer the script to try them on.
pub(crate) fn ask(solver: &Solver, workspace: &Workspace) -> Result<OwnOptions, String> {
    let name = &solver.name;
    let Some((_, program)) = solver.version_argv.as_deref().and_then(|argv| argv.split_last()) else {
        return Err(format!("{name}: it is not known how to ask this solver; give its row a `version`"));
    };
    let mut listed: Vec<Listed> = Vec::new();
    for question in QUESTIONS {
        let argv = [program, &[question.to_owned()]].concat();
        let job = Job { memory: solver.memory, ..Job::new(&argv, ASKING, workspace.temporary()) };
        let run = process::run(&job).map_err(|error| format!("{name}: {error}"))?;
        listed = options(&String::from_utf8_lossy(&run.stdout));
        if !listed.is_empty() {
            break;
        }
    }
    if listed.is_empty() {
        let questions = QUESTIONS.join("` nor with `");
        return Err(format!("{name}: it lists no options, neither with `{questions}`"));
    }
    let runner = Runner::new(solver, workspace);
    // Some options do not work with levels.
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
            return Ok(OwnOptions { settings, options, script, plain: run.stdout });
        }
    }
    Err(format!("{name}: it answers no script that its options could be tried on"))
}

impl OwnOptions {
    /// Returns whether the solver accepts a setting and prints the same as without it.
    pub(crate) fn works(&self, setting: &Setting, solver: &Solver, workspace: &Workspace) -> bool {
        let solver = Solver { timeout: TRIAL, ..solver.clone() };
        let run = Runner::new(&solver, workspace).run(&self.script, &[&setting.argument]);
        run.is_ok_and(|run| is_silent(&run, &self.plain))
    }
}

/// Returns whether a text consists of answers.
fn are_answers(text: &str) -> bool {
    !text.trim().is_empty() && text.split_whitespace().all(|word| matches!(word, "sat" | "unsat"))
}

/// Returns whether a run succeeded and printed the same as another one.
fn is_silent(run: &RawRun, plain: &[u8]) -> bool {
    run.exit == Exit::Code(0) && run.stdout == plain && run.stderr.trim_ascii().is_empty()
}

/// A group of options in the format of `solvers.yaml`.
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

/// Writes settings as the value of the key `options`, with one line per option.
///
/// # Errors
/// A setting cannot be written.
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
    // JSON is valid YAML.
    let line = |(name, group)| Ok(format!("{name}: {}\n", serde_json::to_string(&group)?));
    let lines: Result<String, serde_json::Error> = groups.into_iter().map(line).collect();
    lines.map_err(|error| error.to_string())
}

/// Parts of names of options that do not affect how a formula is solved: options that print, limit, read or write, and those
/// of other problems and formats.
const OTHERWISE: [&str; 42] = [
    "stat", "trace", "dump", "debug", "print", "verb", "color", "time", "memory", "rlimit", "seed", "file",
    "help", "version", "copyright", "lang", "pars", "quiet", "interactive", "log", "output", "format",
    "warning", "ctrl_c", "encoding", "dimacs", "success", "config", "model-gen", "nthreads", "threads",
    "display", "decimal", "dag", "preprocess-only", "tlimit", "type_check", "sygus", "tptp", "alethe",
    "portfolio", "segv",
];
/// Settings with which another answer is right: they change what a formula means or what is read of it, or trust a candidate.
/// Each is an option with all its values, or one of its arguments. From the descriptions of Z3 5.4.1 and cvc5 1.4.2.
const OTHER_MEANING: [&str; 24] = [
    "rewriter.hi_div0", "rewriter.hi_fp_unspecified", "smt.arith.ignore_int", "smt.array.extensional",
    "smt.bv.enable_int2bv", "smt.candidate_models", "model.user_functions", "global-negate",
    "--fmf-mbqi=trust", "fmf-fun", "fmf-fun-rlv", "cegis-sample", "oracles", "partition", "partition-check",
    "partition-strategy", "partition-when", "type-checking", "wf-checking", "semantic-checks", "use-approx",
    "abstract-values", "safe-mode", "quant-fun-wd",
];
/// Modules of Z3 that do not affect how a formula is solved.
const MODULES: [&str; 8] = ["pp", "opt", "fp", "parser", "trau", "solver.slice", "rcf", "lp"];
/// The most values of an option; more values are not an enumeration.
const MOST_VALUES: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    name: String,
    tier: Tier,
    arguments: Vec<String>,
}

impl Listed {
    /// Returns its settings; none if it is not useful.
    fn settings(self) -> impl Iterator<Item = Setting> {
        let Listed { name, tier, arguments } = self;
        let word = name.to_lowercase();
        let is_other =
            OTHERWISE.iter().any(|part| word.contains(part)) || OTHER_MEANING.contains(&name.as_str());
        let mut few = if is_other || arguments.len() > MOST_VALUES { Vec::new() } else { arguments };
        few.retain(|argument| !OTHER_MEANING.contains(&argument.as_str()));
        few.into_iter().map(move |argument| Setting { name: name.clone(), tier, argument })
    }
}

/// Returns the options in a text, in order, each once with all its arguments.
fn options(text: &str) -> Vec<Listed> {
    let is_z3s = text.lines().any(|line| line.starts_with("[module] "));
    let all = if is_z3s { parameters(text) } else { flags(text) };
    let (mut options, mut places): (Vec<Listed>, BTreeMap<String, usize>) = (Vec::new(), BTreeMap::new());
    for option in all {
        let at = *places.entry(option.name.clone()).or_insert(options.len());
        match options.get_mut(at) {
            Some(known) => {
                let is_new = |argument: &String| !known.arguments.contains(argument);
                let more: Vec<String> = option.arguments.into_iter().filter(is_new).collect();
                known.arguments.extend(more);
            }
            None => options.push(option),
        }
    }
    options
}

/// Returns Z3's options: parameters by module. Those of all modules are for ordinary users.
fn parameters(text: &str) -> Vec<Listed> {
    let (mut found, mut module) = (Vec::new(), String::new());
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("[module] ") {
            module = rest.split([',', ' ']).next().unwrap_or_default().to_owned();
            continue;
        }
        let Some((name, rest)) = line.strip_prefix("    ").and_then(|line| line.split_once(" (")) else {
            continue;
        };
        let Some((kind, about)) = rest.split_once(')') else { continue };
        let is_name = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        if !name.chars().all(is_name) || MODULES.contains(&module.as_str()) {
            continue;
        }
        let default = about.rsplit_once("(default: ").and_then(|(_, rest)| rest.split_once(')'));
        let default = default.map_or("", |(default, _)| default);
        let values = match kind {
            "bool" => vec!["true".to_owned(), "false".to_owned()],
            "unsigned int" => read_numbered(about),
            "symbol" | "string" => read_barred(about),
            _ => Vec::new(),
        };
        let (tier, name) = match module.as_str() {
            "" => (Tier::Common, name.to_owned()),
            module => (Tier::Expert, format!("{module}.{name}")),
        };
        let values = values.into_iter().filter(|value| value != default);
        let arguments = values.map(|value| format!("{name}={value}")).collect();
        found.push(Listed { name, tier, arguments });
    }
    found
}

/// Returns the numbers that a text explains, as in `0 - no, 1 - yes`.
fn read_numbered(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.windows(2) {
        let number = pair[0].trim_start_matches(['(', ':', '-']).trim_end_matches(':');
        let tells = pair[1] == "-" || pair[1] == "=" || pair[0].ends_with(':');
        let is_small =
            number.len() <= 2 && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if tells && is_small && !found.iter().any(|known| known == number) {
            found.push(number.to_owned());
        }
    }
    if found.len() > 1 { found } else { Vec::new() }
}

/// Returns the values that a text separates by bars, as in `auto|seq|none`.
fn read_barred(text: &str) -> Vec<String> {
    let is_plain =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let words = text.split(|c: char| c.is_whitespace() || "(),:".contains(c));
    let lists = words.map(|word| word.split('|').map(str::to_owned).collect::<Vec<_>>());
    lists
        .into_iter()
        .find(|list| list.len() > 1 && list.iter().all(|word| is_plain(word)))
        .unwrap_or_default()
}

/// Returns the options of a help page.
fn flags(text: &str) -> Vec<Listed> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        // The description begins after two blanks, or on the next line.
        let (head, about) = line.split_once("  ").unwrap_or((line, ""));
        if head.starts_with("--") || (head.starts_with('-') && head.contains("--")) {
            entries.push((head.to_owned(), about.trim().to_owned()));
        } else if let Some((_, text)) = entries.last_mut() {
            text.push(' ');
            text.push_str(line);
        }
    }
    entries.iter().filter_map(|(head, about)| flag(head, about)).collect()
}

fn flag(head: &str, about: &str) -> Option<Listed> {
    let spelled = head.split([' ', '|']).find(|word| word.starts_with("--"))?.trim_end_matches(',');
    let (name, value) = spelled.split_once('=').map_or((spelled, None), |(name, value)| (name, Some(value)));
    let name = name.trim_start_matches("--").trim_end_matches(['[', ']']);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let lower = about.to_lowercase();
    let is_expert = lower.contains("experts only") || lower.contains("(expert)");
    let tier = if is_expert { Tier::Expert } else { Tier::Common };
    let arguments = match value {
        None => vec![format!("--{name}")],
        Some(value) => {
            let listed = match value.strip_prefix('{').map(|list| list.trim_end_matches('}')) {
                Some(list) => list.split(',').map(str::to_owned).collect(),
                None => read_enumerated(about),
            };
            listed.into_iter().map(|value| format!("--{name}={value}")).collect()
        }
    };
    // `--no-name` switches `name` off, and counts as a value of it.
    Some(Listed { name: name.strip_prefix("no-").unwrap_or(name).to_owned(), tier, arguments })
}

/// Returns the values that a text lists, as in `can be a, b, or c`.
fn read_enumerated(text: &str) -> Vec<String> {
    let Some((_, list)) = text.split_once("can be ") else { return read_barred(text) };
    let list = list.split([')', '.', ';']).next().unwrap_or_default().replace(" or ", " , ");
    let words: Vec<String> =
        list.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect();
    let are_words = words.iter().all(|word| !word.contains(' '));
    if are_words { words } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_groups_are_read_back() {
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

    fn list_settings(text: &str) -> Vec<(String, Tier, String)> {
        let settings = options(text).into_iter().flat_map(Listed::settings);
        settings.map(|setting| (setting.name, setting.tier, setting.argument)).collect()
    }

    fn arguments(text: &str) -> String {
        list_settings(text).into_iter().map(|(_, _, argument)| argument).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn parameters_of_modules_are_read() {
        let text = "Global parameters\n    proof (bool) proof generation (default: false)\n\
            \x20   timeout (unsigned int) milliseconds (default: 4294967295)\n\
            \x20   stats (bool) statistics (default: false)\n\n\
            [module] smt, description: smt solver\n\
            \x20   arith.solver (unsigned int) arithmetic solver: 0 - no solver, 2 - simplex, 6 - lra (default: 6)\n\
            \x20   string_solver (symbol) solver for strings: 'auto' seq|auto|none (default: seq)\n\
            [module] pp, description: pretty printer\n    decimal (bool) as decimals (default: false)\n";
        assert_eq!(
            arguments(text),
            "proof=true smt.arith.solver=0 smt.arith.solver=2 smt.string_solver=auto smt.string_solver=none"
        );
        assert_eq!(list_settings(text)[0].1, Tier::Common);
        assert_eq!(list_settings(text)[1].1, Tier::Expert);
    }

    #[test]
    fn pages_of_help_are_read() {
        let text = "Usage: solver [option] filename\n\nOption summary:\n    --version, -V    Show version\n\
            \x20   --incremental | -i  push and pop [*]\n    --delegate=<satsolver>  Use one (can be cadical, kissat, or y2sat)\n\
            \x20   --bv-solver={a,b}  (regular) which\n    --long-name-of-something\n           what it does (EXPERTS only) [*]\n\
            \x20   --limit=N  a number\n    --no-variable-subst  off\n";
        assert_eq!(
            arguments(text),
            "--incremental --delegate=cadical --delegate=kissat --delegate=y2sat --bv-solver=a --bv-solver=b \
             --long-name-of-something --no-variable-subst"
        );
        let tiers: Vec<Tier> = list_settings(text).into_iter().map(|(_, tier, _)| tier).collect();
        assert_eq!(tiers[6..], [Tier::Expert, Tier::Common]);
        assert_eq!(list_settings("(error \"invalid option '--help'\")"), []);
    }

    #[test]
    fn a_switch_may_be_listed_for_both_directions() {
        let text = "    --sort-inference  guess\n    --arith-brab\n    --no-arith-brab  without it\n\
            \x20   --sort-inference  guess\n";
        assert_eq!(arguments(text), "--sort-inference --arith-brab --no-arith-brab");
    }

    #[test]
    fn settings_with_which_another_answer_is_right_are_left_out() {
        assert_eq!(
            arguments(
                "--fmf-mbqi={fmc,none,trust}  which\n--global-negate  negate\n--sygus-out={a,b}  what\n"
            ),
            "--fmf-mbqi=fmc --fmf-mbqi=none"
        );
        let text = "[module] smt, description: solver\n    arith.ignore_int (bool) treat as reals (default: false)\n\
            \x20   arith.nl (bool) non-linear (default: true)\n";
        assert_eq!(arguments(text), "smt.arith.nl=false");
    }

    #[test]
    fn an_option_with_many_values_is_left_out() {
        assert_eq!(list_settings("--level={1,2,3,4,5,6,7,8,9}  how much"), []);
    }
}
