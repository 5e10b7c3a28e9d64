//! The options a failure was found with, for a suite of the same solver or of another one.

use std::path::Path;

use crate::bugs::evidence::Evidence;
use crate::matrix::{FILE_PLACEHOLDER, with_defaults};
use crate::reduce::narrow::is_option;

/// Whether the failure is one of the solver called `name`: its row or its program is called
/// like that, with a version perhaps.
pub(super) fn is_of(evidence: &Evidence, name: &str) -> bool {
    let info = &evidence.info;
    let program = info.argv.first().map(|word| with_defaults(word)).unwrap_or_default();
    let program = Path::new(&program).file_name().unwrap_or_default().to_string_lossy();
    info.solver.starts_with(name) || program.starts_with(name)
}

/// The arguments that a test has to have: those that are needed, or all if that is not known.
pub(super) fn arguments(evidence: &Evidence) -> Vec<String> {
    let info = &evidence.info;
    let arguments = info.argv.iter().skip(1).filter(|word| !word.contains(FILE_PLACEHOLDER));
    // What was neither drawn nor looks like an option was never left out.
    let stays = |word: &String| !is_option(word) && !info.args.contains(word);
    arguments
        .filter(|word| stays(word) || is_needed(evidence, word))
        .map(|word| with_defaults(word))
        .collect()
}

/// Whether the failure needs an argument or a line of the script, as far as is known.
pub(super) fn is_needed(evidence: &Evidence, option: &str) -> bool {
    let needed = evidence.info.narrowed.as_ref().and_then(|narrowed| narrowed.options.as_ref());
    needed.is_none_or(|needed| needed.iter().any(|one| one.has(option)))
}

/// The command that sets an option, if its name and value consist of letters, digits and these signs.
pub(super) fn set_option(name: &str, value: &str, signs: &str) -> Option<String> {
    let plain =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || signs.contains(c));
    (plain(name) && plain(value)).then(|| format!("(set-option :{name} {value})"))
}
