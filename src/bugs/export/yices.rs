//! Yices 2: the answers in `NAME.smt2.gold`, the options in `NAME.smt2.options`.

use crate::bugs::evidence::Evidence;

use super::script::Body;
use super::{File, answers, smt2};

const INCREMENTAL: &str = "--incremental";

pub(super) fn files(evidence: &Evidence) -> Vec<File> {
    let mut body = Body::of(evidence, "yices", &[], str::to_owned);
    if body.is_incremental && !body.arguments.iter().any(|word| word == INCREMENTAL) {
        body.arguments.push(INCREMENTAL.to_owned());
    }
    let script = smt2(evidence, body.finish(evidence, ""));
    let beside = |extension: &str, text: String| File { name: format!("{}.{extension}", script.name), text };
    let mut files = vec![beside("gold", answers(body.checks))];
    if !body.arguments.is_empty() {
        // The file is split at blanks, whatever quotes there are.
        files.push(beside("options", format!("{}\n", body.arguments.join(" "))));
    }
    files.insert(0, script);
    files
}
