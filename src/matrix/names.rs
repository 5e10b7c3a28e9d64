//! Names: which are allowed, and which known one is nearest to a misspelt one.

/// The names that solvers, variants and profiles may have, as a regular expression. `::` and `/` must
/// not be in one, since they separate the parts of a case's name.
pub(super) const PATTERN: &str = "^[A-Za-z0-9_.+-]+$";

/// Whether [`PATTERN`] matches.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_.+-".contains(c))
}

/// The known name that `word` was meant to be, if one is near enough. Case does not matter.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    // A third of the letters may be wrong, which is what rustc allows.
    let limit = word.chars().count().max(3) / 3;
    known
        .into_iter()
        .map(|name| {
            let lower = name.to_lowercase();
            (strsim::damerau_levenshtein(&word, &lower), strsim::jaro(&word, &lower), name)
        })
        .filter(|(distance, _, _)| *distance <= limit)
        // Of equally many slips, swapped letters are likelier than a wrong one: the second measure says so.
        .min_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)))
        .map(|(_, _, name)| name)
}

/// "did you mean `x`? (known: x, y)": what follows the complaint about an unknown name.
pub(crate) fn advice<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let listed = match known.as_slice() {
        [] => "none is known".to_owned(),
        known => format!("known: {}", known.join(", ")),
    };
    match nearest(word, known) {
        Some(name) => format!("; did you mean `{name}`? ({listed})"),
        None => format!(" ({listed})"),
    }
}

#[cfg(test)]
mod tests {
    use super::{advice, is_name, nearest};

    #[test]
    fn names_have_no_separators() {
        assert!(is_name("yices-2.6+mcsat"));
        for bad in ["", "z3/x", "a::b", "a b", "é"] {
            assert!(!is_name(bad), "{bad}");
        }
    }

    #[test]
    fn the_nearest_name_must_be_near() {
        assert_eq!(nearest("timout", ["memory", "timeout"]), Some("timeout"));
        assert_eq!(nearest("qf_lia", ["QF_LRA", "QF_LIA"]), Some("QF_LIA"));
        assert_eq!(nearest("solver", ["memory", "timeout"]), None);
    }

    #[test]
    fn advice_lists_what_is_known() {
        assert_eq!(advice("pp", ["pr", "all"]), "; did you mean `pr`? (known: pr, all)");
        assert_eq!(advice("xyz", ["pr"]), " (known: pr)");
        assert_eq!(advice("xyz", []), " (none is known)");
    }
}
