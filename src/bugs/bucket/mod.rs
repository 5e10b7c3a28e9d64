//! Buckets: failures that are taken for one bug.
//!
//! Two minimal scripts that differ in names, in literals, or in an order that does not matter
//! are one bug. What a solver says itself of an assertion or a memory error is better than any
//! script: there the words are the bug.

mod build;
mod form;
mod graph;

use crate::digest::Digest;
use crate::matrix::Class;
use crate::solver::verdict::Verdict;

/// Version of what makes a bucket: with another one, all buckets have other names.
const VERSION: &str = "1";

/// The bucket of a failure, 8 hexadecimal digits.
///
/// `script` is minimal, its check commands included; `options` are those that the failure needs.
pub(crate) fn of(verdict: &Verdict, script: &str, options: &[String]) -> String {
    of_words(verdict).unwrap_or_else(|| of_script(verdict.class, script, options))
}

/// The digest of what a script has in common with others that differ in names, in literals or in an order that does not
/// matter, 8 hexadecimal digits: the bucket of a failure of this class that needs no options.
pub(crate) fn form(class: Class, script: &str) -> String {
    of_script(class, script, &[])
}

fn of_script(class: Class, script: &str, options: &[String]) -> String {
    let form = build::graph(script).map(|graph| form::of(&graph));
    // What cannot be read is like nothing but itself.
    let form = form.unwrap_or_else(|_| script.to_owned());
    digits(&[&[VERSION, class.word(), &form], &words(options)[..]].concat())
}

/// The bucket of a failure that the solver's own words tell from others, whatever the script.
pub(crate) fn of_words(verdict: &Verdict) -> Option<String> {
    (verdict.class.is_told_by_words())
        .then(|| digits(&[VERSION, verdict.class.word(), &verdict.words_without_numbers()]))
}

fn words(options: &[String]) -> Vec<&str> {
    options.iter().map(String::as_str).collect()
}

fn digits(parts: &[&str]) -> String {
    // No part can be mistaken for two.
    let lengths: Vec<String> = parts.iter().map(|part| format!("{} {part}", part.len())).collect();
    Digest::of(lengths.join("\n")).short()
}

#[cfg(test)]
mod tests;
