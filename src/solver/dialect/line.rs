//! Few words for many operators.

use std::collections::BTreeMap;

/// The words of an `operators:` key that leave out some names and none of others: a pattern such as `!seq.*` where no
/// other name begins like that, else the name. In the order of the alphabet.
pub(super) fn words(out: &[&'static str], kept: &[&'static str]) -> Vec<String> {
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in out {
        groups.entry(group(name)).or_default().push(name);
    }
    let mut words: Vec<String> = Vec::new();
    for (group, names) in groups {
        let is_alone = !group.is_empty() && !kept.iter().any(|name| self::group(name) == group);
        match names.as_slice() {
            [_, _, ..] if is_alone => words.push(pattern(group)),
            names => words.extend(names.iter().map(|name| format!("!{name}"))),
        }
    }
    words.sort_unstable();
    words
}

/// What stands before the point, with it; empty where there is none.
fn group(name: &str) -> &str {
    name.find('.').map_or("", |point| &name[..=point])
}

fn pattern(group: &str) -> String {
    // `re.*` is an operator.
    if group == "re." { "!re.?*".to_owned() } else { format!("!{group}*") }
}

/// The line of a row, as YAML.
pub(crate) fn yaml(key: &str, words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    format!("{key}: [{}]", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theory_is_one_word() {
        let out = ["str.++", "str.len", "re.*", "re.opt", "fp.rem", "rem", "bag", "bag.card", "bag.count"];
        let words = words(&out, &["fp.add", "bvadd"]);
        assert_eq!(words, ["!bag", "!bag.*", "!fp.rem", "!re.?*", "!rem", "!str.*"]);
        assert_eq!(yaml("operators", &words[..2]), r#"operators: ["!bag", "!bag.*"]"#);
    }

    #[test]
    fn what_is_read_is_not_left_out() {
        assert_eq!(words(&["str.in_re", "str.to_re"], &["str.in.re"]), ["!str.in_re", "!str.to_re"]);
        assert_eq!(words(&["seq.rev"], &[]), ["!seq.rev"]);
        assert!(words(&[], &["x"]).is_empty());
    }
}
