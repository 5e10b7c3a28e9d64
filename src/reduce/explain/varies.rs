//! What may stand in place of a part of a script, and its text.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a script, and what was tried in its place. Nothing is said of what was not tried, and of what proves nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Varies {
    /// The part: `RTP`, `width 3`, `format (2, 3)`.
    pub part: String,
    /// What leaves the failure as it is. Widths are ranges such as `2 to 9`, which include that of the script.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fails: Vec<String>,
    /// What makes the failure go away: the solver gives an answer, and no wrong one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<String>,
}

impl Varies {
    /// Returns a sentence, in which `write` spells the parts of scripts.
    pub(crate) fn written_with(&self, write: impl Fn(&str) -> String) -> String {
        let part = write(&self.part);
        let [fails, passes] = [&self.fails, &self.passes].map(|all| {
            let all: Vec<String> = all.iter().map(|one| write(one)).collect();
            one_of(&all)
        });
        match (self.fails.is_empty(), self.passes.is_empty()) {
            (false, true) => format!("{part} may be {fails}"),
            (false, false) => format!("{part} may be {fails}, but not {passes}"),
            (true, _) => format!("{part} may not be {passes}"),
        }
    }
}

impl fmt::Display for Varies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written_with(str::to_owned))
    }
}

/// Joins alternatives: `a, b or c`.
fn one_of(all: &[String]) -> String {
    match all {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => all.concat(),
    }
}

/// Returns numbers in order, those that follow each other as a range.
pub(super) fn ranges(mut numbers: Vec<u32>) -> Vec<String> {
    numbers.sort_unstable();
    let follow = |one: &u32, other: &u32| one.checked_add(1) == Some(*other);
    let parts = numbers.chunk_by(follow).map(|part| match part {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(u32::to_string).collect(),
    });
    parts.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_told_in_a_sentence() {
        let told = |fails: &[&str], passes: &[&str]| {
            let [fails, passes] = [fails, passes].map(|all| all.iter().map(|&one| one.to_owned()).collect());
            Varies { part: "RTP".to_owned(), fails, passes }.to_string()
        };
        assert_eq!(told(&["RTN"], &[]), "RTP may be RTN");
        assert_eq!(told(&[], &["RNE", "RNA", "RTZ"]), "RTP may not be RNE, RNA or RTZ");
        assert_eq!(told(&["RTN", "RTZ"], &["RNE"]), "RTP may be RTN or RTZ, but not RNE");
    }

    #[test]
    fn numbers_that_follow_each_other_are_a_range() {
        assert_eq!(ranges(vec![9, 2, 3, 4, 16, 7, 8]), ["2 to 4", "7 to 9", "16"]);
        assert_eq!(ranges(vec![32, 31]), ["31", "32"]);
        assert!(ranges(Vec::new()).is_empty());
    }
}
