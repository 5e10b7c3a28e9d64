//! Bitwuzla: the answers are the statuses, one before each check. Options of the command line
//! are options of scripts as well.

use crate::bugs::evidence::Evidence;

use super::options::{arguments, is_of};
use super::script::Body;
use super::{File, smt2};

pub(super) fn files(evidence: &Evidence) -> Vec<File> {
    let own = if is_of(evidence, "bitwuzla") { arguments(evidence) } else { Vec::new() };
    let options: Vec<String> = own.iter().filter_map(|word| option(word)).collect();
    let mut body = Body::of(evidence, "bitwuzla", &options, str::to_owned);
    body.arguments.retain(|word| option(word).is_none());
    body.left_out.append(&mut body.arguments);
    vec![smt2(evidence, body.finish(evidence, ""))]
}

/// The argument `--NAME=VALUE` or `--NAME` as a command.
fn option(argument: &str) -> Option<String> {
    let argument = argument.strip_prefix("--")?;
    let (name, value) = argument.split_once('=').unwrap_or((argument, "true"));
    let plain =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    (plain(name) && plain(value)).then(|| format!("(set-option :{name} {value})"))
}

#[cfg(test)]
mod tests {
    use super::option;

    #[test]
    fn long_options_become_options_of_the_script() {
        assert_eq!(option("--bv-solver=prop").as_deref(), Some("(set-option :bv-solver prop)"));
        assert_eq!(option("--pp-only").as_deref(), Some("(set-option :pp-only true)"));
        for other in ["-v", "x", "--", "--a=b)(exit", "--a="] {
            assert_eq!(option(other), None, "{other}");
        }
    }
}
