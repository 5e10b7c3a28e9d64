//! Selecting tests by the arguments.

use std::collections::BTreeSet;
use std::error::Error;

use libtest_mimic::{Arguments, Trial};

use crate::matrix;
use crate::matrix::case::{Case, CaseName};
use crate::matrix::names::nearest;
use crate::matrix::{Config, Shard};
use crate::suite::stored_bugs::{self, StoredCase};

/// The selected tests.
pub(super) struct Chosen {
    pub cases: Vec<Case>,
    pub stored: Vec<StoredCase>,
    /// Whether the filter matches any test, even one of another shard.
    pub matched: bool,
}

/// Selects all cases and stored bugs of a shard, or only the test with the exact name that the arguments give: runners
/// such as nextest start this program once for each test.
pub(super) fn choose(
    config: &Config,
    shard: Option<&str>,
    arguments: &Arguments,
) -> Result<Chosen, Box<dyn Error>> {
    if let Some(name) = arguments.filter.as_ref().filter(|_| arguments.exact) {
        let named = name.parse::<CaseName>().ok();
        if let Some(case) = named.and_then(|name| matrix::find(config, &name).ok()) {
            return Ok(Chosen { cases: vec![case], stored: Vec::new(), matched: true });
        }
        if let Some(stored) = stored_bugs::find(config, name) {
            return Ok(Chosen { cases: Vec::new(), stored: vec![stored], matched: true });
        }
    }
    let mut cases = matrix::cases(config)?;
    let mut stored = stored_bugs::cases(config)?;
    let filter =
        Arguments { filter: arguments.filter.clone(), exact: arguments.exact, ..Arguments::default() };
    let matches = |name: String| !filter.is_filtered_out(&list_only(name));
    let matched = filter.filter.is_none()
        || cases.iter().any(|case| matches(case.name.to_string()))
        || stored.iter().any(|case| matches(case.to_string()));
    if let Some(text) = shard {
        let shard: Shard = text.parse()?;
        cases.retain(|case| shard.contains(&case.name.to_string()));
        stored.retain(|case| shard.contains(&case.to_string()));
    }
    // Group the cases of one seed, so that it is prepared once for all solvers.
    cases.sort_by(|one, two| one.seed().cmp(&two.seed()));
    Ok(Chosen { cases, stored, matched })
}

impl Chosen {
    /// Returns the names of all tests, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let cases = self.cases.iter().map(|case| case.name.to_string());
        cases.chain(self.stored.iter().map(ToString::to_string))
    }
}

/// Returns "; did you mean `x`?" with the test name nearest to the filter, or the nearest part of a name with as many
/// components as the filter.
pub(super) fn suggest(filter: &str, exact: bool, names: &[String]) -> String {
    let filter = filter.trim_matches(':');
    let parts = filter.split("::").count();
    let mut known = BTreeSet::new();
    for name in names {
        let ends: Vec<usize> = name.match_indices("::").map(|(at, _)| at).chain([name.len()]).collect();
        let starts = std::iter::once(0).chain(ends.iter().map(|at| at + 2));
        let windows = starts.zip(ends.iter().skip(parts - 1)).map(|(start, end)| &name[start..*end]);
        known.extend(windows.filter(|_| !exact).chain(exact.then_some(name.as_str())));
    }
    // Keep only candidates of a similar length, because the search for the nearest is slow.
    let length = filter.chars().count();
    known.retain(|part| part.chars().count().abs_diff(length) <= length.max(3) / 3);
    nearest(filter, known).map_or(String::new(), |part| format!("; did you mean `{part}`?"))
}

/// Returns a trial that is only listed, never run.
pub(super) fn list_only(name: String) -> Trial {
    Trial::test(name, || Ok(()))
}

#[cfg(test)]
mod near_names {
    use super::suggest;

    #[test]
    fn the_nearest_part_with_as_many_components_is_suggested() {
        let names = ["z3/dom-simplify::QF_LIA::a/b::1", "cvc5::QF_LRA::c::20"].map(str::to_owned);
        assert_eq!(suggest("cvc4::", false, &names), "; did you mean `cvc5`?");
        assert_eq!(suggest("QF_LIB::a/b", false, &names), "; did you mean `QF_LIA::a/b`?");
        assert_eq!(suggest("cvc5::QF_LRA::c::2", false, &names), "; did you mean `cvc5::QF_LRA::c::20`?");
        assert_eq!(suggest("cvc5::QF_LRA::c", true, &names), "; did you mean `cvc5::QF_LRA::c::20`?");
        for far in ["nosuch", "a::b::c::d::e::f"] {
            assert_eq!(suggest(far, false, &names), "", "{far}");
        }
    }
}
