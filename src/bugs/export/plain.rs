//! No suite: the script as it is, with its status, and the witness as comments.

use crate::bugs::evidence::{Evidence, one_line};

use super::script::{found, with_status};
use super::{File, smt2};

pub(super) fn files(evidence: &Evidence) -> Vec<File> {
    let mut text = found(evidence);
    text.push_str(&with_status(&evidence.instance).text);
    text.push_str(&format!("; satisfied by this witness ({}):\n", one_line(&evidence.info.witness)));
    for line in evidence.definitions.lines() {
        text.push_str(&format!("; {line}\n"));
    }
    vec![smt2(evidence, text)]
}
