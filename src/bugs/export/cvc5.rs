//! cvc5: `COMMAND-LINE` and `EXPECT` directives in comments. Its standard error is compared as
//! well, and it warns of a script without a logic.

use crate::bugs::evidence::Evidence;
use crate::process::invocation::quoted;

use super::script::Body;
use super::{File, smt2};

const INCREMENTAL: [&str; 2] = ["--incremental", "-i"];

pub(super) fn files(evidence: &Evidence) -> Vec<File> {
    let logic = match evidence.logic() {
        Some(_) => None,
        None => Some("(set-logic ALL)".to_owned()),
    };
    let mut body = Body::of(evidence, "cvc5", logic.as_slice(), str::to_owned);
    if body.is_incremental && !body.arguments.iter().any(|word| INCREMENTAL.contains(&word.as_str())) {
        body.arguments.push(INCREMENTAL[0].to_owned());
    }
    let words: Vec<String> = body.arguments.iter().map(|word| quoted(word)).collect();
    let mut head = String::new();
    if !words.is_empty() {
        head.push_str(&format!("; COMMAND-LINE: {}\n", words.join(" ")));
    }
    head.push_str(&"; EXPECT: sat\n".repeat(body.checks));
    vec![smt2(evidence, body.finish(evidence, &head))]
}
