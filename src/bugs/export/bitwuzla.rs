//! Bitwuzla: the answers are the statuses, one before each check. Options of the command line
//! are options of scripts as well.

use crate::bugs::evidence::Evidence;

use super::options::set_option;
use super::script::Body;
use super::{File, smt2};

pub(super) fn files(evidence: &Evidence) -> Vec<File> {
    let body = Body::with_options(evidence, "bitwuzla", option, str::to_owned);
    vec![smt2(evidence, body.finish(evidence, ""))]
}

/// The argument `--NAME=VALUE` or `--NAME` as a command.
fn option(argument: &str) -> Option<String> {
    let argument = argument.strip_prefix("--")?;
    let (name, value) = argument.split_once('=').unwrap_or((argument, "true"));
    set_option(name, value, "-_")
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
