//! No suite: the script as it is, with its status, and the witness as comments.

use crate::bugs::evidence::{Evidence, one_line};
use crate::smtlib::instance::numbered;

use super::script::{found, with_status};
use super::{File, smt2};

pub(super) fn files(evidence: &Evidence) -> Vec<File> {
    let mut text = found(evidence);
    text.push_str(&with_status(&evidence.instance).text);
    let origin = one_line(&evidence.info.witness);
    let mut add = |of: &str, definitions: &str| {
        text.push_str(&format!("; {of}satisfied by this witness ({origin}):\n"));
        definitions.lines().for_each(|line| text.extend(["; ", line, "\n"]));
    };
    match evidence.witnesses.as_slice() {
        [] => add("", &evidence.definitions),
        each => each.iter().for_each(|(checks, definitions)| {
            add(&format!("at check-sat {} ", numbered(checks)), definitions);
        }),
    }
    vec![smt2(evidence, text)]
}
