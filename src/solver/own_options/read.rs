//! What solvers print about their options.
//!
//! Two forms are known. Z3 lists parameters by module, `name (bool) what it does (default: true)`. Others list
//! `--name`, or `--name=VALUE`, and what it does after two blanks or on the next lines; values may be listed in braces, as
//! in `--name={a,b}`, or behind `can be`. A word such as `EXPERTS only` says who it is for.

use super::Setting;
use crate::matrix::Tier;

/// Parts of the names of options that are no part of how a formula is solved: they print, limit, read or write.
const OTHERWISE: [&str; 37] = [
    "stat",
    "trace",
    "dump",
    "debug",
    "print",
    "verb",
    "color",
    "time",
    "memory",
    "rlimit",
    "seed",
    "file",
    "help",
    "version",
    "copyright",
    "lang",
    "parse",
    "quiet",
    "interactive",
    "log",
    "output",
    "format",
    "warning",
    "ctrl_c",
    "encoding",
    "dimacs",
    "success",
    "config",
    "model-gen",
    "nthreads",
    "threads",
    "display",
    "decimal",
    "dag",
    "preprocess-only",
    "tlimit",
    "type_check",
];
/// Modules of Z3 that are no part of how a formula is solved either.
const MODULES: [&str; 8] = ["pp", "opt", "fp", "parser", "trau", "solver.slice", "rcf", "lp"];
/// Values of an option, at most: more are no enumeration.
const MOST_VALUES: usize = 8;

/// An option as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    name: String,
    tier: Tier,
    arguments: Vec<String>,
}

impl Listed {
    /// Its settings; none if it is of no use.
    pub(super) fn settings(self) -> impl Iterator<Item = Setting> {
        let Listed { name, tier, arguments } = self;
        let word = name.to_lowercase();
        let is_other = OTHERWISE.iter().any(|part| word.contains(part));
        let few = if is_other || arguments.len() > MOST_VALUES { Vec::new() } else { arguments };
        few.into_iter().map(move |argument| Setting { name: name.clone(), tier, argument })
    }
}

/// The options in a text, in its order, each once.
pub(super) fn options(text: &str) -> Vec<Listed> {
    let is_z3s = text.lines().any(|line| line.starts_with("[module] "));
    let all = if is_z3s { parameters(text) } else { flags(text) };
    let mut known = std::collections::BTreeSet::new();
    all.into_iter().filter(|option| known.insert(option.name.clone())).collect()
}

/// Those of Z3: parameters by module. What all modules share is for users.
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
            "unsigned int" => numbered(about),
            "symbol" | "string" => barred(about),
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

/// The numbers that a text tells the meaning of, as in `0 - no, 1 - yes`.
fn numbered(text: &str) -> Vec<String> {
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

/// The values that a text has between bars, as in `auto|seq|none`.
fn barred(text: &str) -> Vec<String> {
    let is_plain =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let words = text.split(|c: char| c.is_whitespace() || "(),:".contains(c));
    let lists = words.map(|word| word.split('|').map(str::to_owned).collect::<Vec<_>>());
    lists
        .into_iter()
        .find(|list| list.len() > 1 && list.iter().all(|word| is_plain(word)))
        .unwrap_or_default()
}

/// Those of a page of help.
fn flags(text: &str) -> Vec<Listed> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        // What it does begins after two blanks, or on the next line.
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
                None => enumerated(about),
            };
            listed.into_iter().map(|value| format!("--{name}={value}")).collect()
        }
    };
    // `--no-name` switches `name` off, and is an option like it.
    Some(Listed { name: name.strip_prefix("no-").unwrap_or(name).to_owned(), tier, arguments })
}

/// The values that a text lists, as in `can be a, b, or c`.
fn enumerated(text: &str) -> Vec<String> {
    let Some((_, list)) = text.split_once("can be ") else { return barred(text) };
    let list = list.split([')', '.', ';']).next().unwrap_or_default().replace(" or ", " , ");
    let words: Vec<String> =
        list.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect();
    let are_words = words.iter().all(|word| !word.contains(' '));
    if are_words { words } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, Tier, String)> {
        let settings = options(text).into_iter().flat_map(Listed::settings);
        settings.map(|setting| (setting.name, setting.tier, setting.argument)).collect()
    }

    fn arguments(text: &str) -> String {
        told(text).into_iter().map(|(_, _, argument)| argument).collect::<Vec<_>>().join(" ")
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
        assert_eq!(told(text)[0].1, Tier::Common);
        assert_eq!(told(text)[1].1, Tier::Expert);
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
        let tiers: Vec<Tier> = told(text).into_iter().map(|(_, tier, _)| tier).collect();
        assert_eq!(tiers[6..], [Tier::Expert, Tier::Common]);
        assert_eq!(told("(error \"invalid option '--help'\")"), []);
    }

    #[test]
    fn an_option_with_many_values_is_none() {
        assert_eq!(told("--level={1,2,3,4,5,6,7,8,9}  how much"), []);
    }
}
