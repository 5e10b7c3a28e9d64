//! Why cases were not tested, and what solvers said instead of answers, with one line for each reason.

use std::collections::{BTreeMap, BTreeSet};

use super::gather::Run;
use crate::matrix::Solver;
use crate::report::lines::record::{Case, Outcome};

/// Stands for the parts in which two texts of one reason differ.
const ANY: &str = "…";

/// A reason that some cases share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What it explains: an outcome, or a verdict that is not an answer.
    pub what: String,
    /// The reason, with `…` for the parts that differ between its cases.
    pub text: String,
    /// The cases by name, at least one.
    pub cases: Vec<String>,
    /// Their rows.
    pub rows: BTreeSet<String>,
    /// The number of instances with this verdict.
    pub instances: u64,
}

/// Returns the reasons for cases that were not tested: broken cases first, then the most frequent.
pub(crate) fn reasons(run: &Run) -> Vec<Reason> {
    let untested = |case: &&Case| match case.outcome {
        Outcome::Broken => true,
        Outcome::Ignored => !case.is_known(),
        Outcome::Passed | Outcome::Failed => false,
    };
    let given = run.cases.values().filter(untested).map(|case| {
        let text = case.reason.as_deref().unwrap_or("no reason was recorded");
        (case, case.outcome.word(), text, case.instances)
    });
    group_by_reason(given)
}

/// Returns what solvers said instead of answers, by verdict. The first text of a case stands for all its instances.
pub(crate) fn troubles(run: &Run) -> Vec<Reason> {
    group_by_reason(run.cases.values().flat_map(|case| {
        let count = |word: &String| case.counts.get(word).copied().unwrap_or(0);
        case.texts.iter().map(move |(word, text)| (case, word.as_str(), text.as_str(), count(word)))
    }))
}

fn group_by_reason<'a>(given: impl Iterator<Item = (&'a Case, &'a str, &'a str, u64)>) -> Vec<Reason> {
    // Keyed by what all texts of a reason have in common.
    let mut groups: BTreeMap<_, (Vec<String>, Reason)> = BTreeMap::new();
    for (case, what, text, instances) in given {
        let (own, common): (Vec<String>, Vec<String>) = pieces(text, case).into_iter().unzip();
        let (text, rows, cases) = (String::new(), BTreeSet::new(), Vec::new());
        let first = Reason { what: what.to_owned(), text, cases, rows, instances: 0 };
        let (shown, reason) = groups.entry((what, common)).or_insert_with(|| (own.clone(), first));
        for (shown, own) in shown.iter_mut().zip(own).filter(|(shown, own)| shown != &own) {
            let end: String = own.chars().skip_while(|c| is_in_word(*c)).collect();
            *shown = ANY.to_owned() + &end;
        }
        reason.cases.push(case.case.clone());
        reason.rows.insert(case.solver.clone());
        reason.instances += instances;
    }
    let told = |(shown, reason): (Vec<String>, Reason)| Reason { text: shown.concat(), ..reason };
    let mut reasons: Vec<Reason> = groups.into_values().map(told).collect();
    let is_broken = |reason: &Reason| reason.what == Outcome::Broken.word();
    reasons.sort_by_key(|reason| (!is_broken(reason), std::cmp::Reverse(reason.cases.len())));
    reasons
}

/// Splits a text into words, each with the characters after it. Beside each is the same word with `…` for the parts
/// that other cases of the same reason may have differently: numbers, temporary files, the row and the logic.
fn pieces(text: &str, case: &Case) -> Vec<(String, String)> {
    let base = Solver::base_of(&case.solver);
    let is_own = |word: &str| [case.solver.as_str(), base, &case.logic].contains(&word) || is_temporary(word);
    let common = |piece: &str| {
        let word = piece.trim_end_matches(|c| !is_in_word(c)).trim_end_matches('.');
        let common = if is_own(word) { ANY.to_owned() } else { without_numbers(word) };
        common + &piece[word.len()..]
    };
    text.split_inclusive(|c| !is_in_word(c)).map(|piece| (piece.to_owned(), common(piece))).collect()
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || "_-+./".contains(c)
}

/// Returns whether a word is the path of a temporary file, by the usual names.
fn is_temporary(word: &str) -> bool {
    let is_temporary = |part: &str| part == "tmp" || part.starts_with("tmp-") || part.starts_with(".tmp");
    word.contains('/') && word.split('/').any(is_temporary)
}

fn without_numbers(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        match c.is_ascii_digit() {
            true if out.ends_with(ANY) => {}
            true => out.push_str(ANY),
            false => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::gather::tests::{case, run};

    fn texts(reasons: &[(&str, &str)]) -> Vec<(String, usize)> {
        let cases = reasons
            .iter()
            .enumerate()
            .map(|(at, (row, reason))| case(&format!("{row}::QF_BV::s::{at}"), "ignored", Some(reason)));
        reasons_of(&run(cases)).into_iter().map(|reason| (reason.text, reason.cases.len())).collect()
    }

    fn reasons_of(run: &Run) -> Vec<Reason> {
        super::reasons(run)
    }

    #[test]
    fn one_reason_is_one_line() {
        let told = |path| format!("tested nothing: error (line 7: cannot open /x/storm/tmp-{path}/12.smt2.)");
        let told = ["aB3", "Zz9"].map(told);
        let same = texts(&[("z3", &told[0]), ("z3", &told[1])]);
        assert_eq!(same, [("tested nothing: error (line 7: cannot open …)".to_owned(), 2)]);
        let rows = texts(&[("z3/a", "raise `timeout` for `z3/a`"), ("cvc5", "raise `timeout` for `cvc5`")]);
        assert_eq!(rows, [("raise `timeout` for `…`".to_owned(), 2)]);
    }

    #[test]
    fn common_parts_are_shown_literally() {
        let shown =
            texts(&[("z3", "QF_BV is unsupported"), ("z3", "QF_BV is unsupported"), ("z3", "30 timeout")]);
        assert_eq!(shown, [("QF_BV is unsupported".to_owned(), 2), ("30 timeout".to_owned(), 1)]);
    }
}
