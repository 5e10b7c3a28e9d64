//! Buckets: classes of failures that count as one bug.
//!
//! Two minimal scripts that differ only in names, in literals, or in an order that does not matter show one bug.
//! A solver's own message about a failed assertion or memory error identifies the bug better than any script, so
//! then the message is the bucket. The same holds for how a solver dies if only a session shows it: after memory
//! corruption, the scripts tell little about the cause.

mod canonical_form;
mod script_graph;

use crate::digest::Digest;
use crate::matrix::Class;
use crate::smtlib::Problem;
use crate::smtlib::instance::Instance;
use crate::solver::verdict::Verdict;
use canonical_form::Graph;

/// The version of the bucket function: a change gives all buckets other names.
const VERSION: &str = "1";

/// Returns the bucket of a failure of this class that the solver's words do not identify, 8 hexadecimal digits.
///
/// The script with this `text` is minimal, including its checks; `problem` is the script, if it could be parsed, and
/// `options` are those that the failure needs.
pub(crate) fn assign(class: Class, problem: Option<&Problem>, text: &str, options: &[String]) -> String {
    let form = problem.map(|problem| Graph::build(&problem.script).canonical_form());
    // A text that cannot be parsed matches only itself.
    let form = form.unwrap_or_else(|| text.to_owned());
    let options = options.iter().map(String::as_str);
    digits(&[VERSION, class.word(), &form].into_iter().chain(options).collect::<Vec<_>>())
}

/// Returns the digest of a script up to names, literals, and order where it does not matter, 8 hexadecimal
/// digits. This is the bucket of a failure of this class that needs no options.
pub(crate) fn digest_form(class: Class, script: &Instance) -> String {
    assign(class, script.problem().ok().as_deref(), &script.text, &[])
}

/// Returns the bucket of a failure that the solver's own words identify, whatever the script.
pub(crate) fn assign_by_words(verdict: &Verdict, only_in_session: bool) -> Option<String> {
    let dies_in_session = only_in_session && verdict.class == Class::Crash;
    (verdict.class.is_identified_by_message() || dies_in_session)
        .then(|| digits(&[VERSION, verdict.class.word(), &verdict.words_without_numbers()]))
}

fn digits(parts: &[&str]) -> String {
    // The lengths make the concatenation unambiguous.
    let lengths: Vec<String> = parts.iter().map(|part| format!("{} {part}", part.len())).collect();
    Digest::of(lengths.join("\n")).short()
}

#[cfg(test)]
mod tests;
