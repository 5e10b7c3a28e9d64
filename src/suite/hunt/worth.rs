//! What a seed or a strategy is worth to a row. The score answers two questions about its recent time: what share of it
//! went to units that brought the row something new, and how many new bugs it found.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::report::lines::record::Case;
use crate::theory::operators::Operator;

/// Time on a seed or with a strategy after which earlier results count half.
const HALF: Duration = Duration::from_secs(10);
/// How much a new bug counts beside time that brought nothing but news, which counts 1.
const BUG: f64 = 2.0;
/// How much recent new bugs count, at most.
const BUGS: f64 = 4.0;

/// The operators in the pools of a unit, and the pairs of an operator and one of its arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct Material {
    pub operators: Vec<&'static str>,
    pub pairs: Vec<[&'static str; 2]>,
}

/// What instances of a row had, or led to, so far. Its size is bounded by the number of pairs of operators.
#[derive(Debug, Default)]
pub(super) struct Met {
    /// Operators, each with those of its arguments.
    pairs: BTreeMap<&'static str, BTreeSet<&'static str>>,
    /// Layouts and verdicts.
    words: BTreeSet<String>,
}

impl Met {
    /// Adds the results of a unit. Returns whether any operator, pair, layout or verdict is new to the row.
    pub(super) fn add(&mut self, material: &Material, case: &Case) -> bool {
        let mut is_new = self.add_words(case);
        for &operator in &material.operators {
            is_new |= self.add_operator(operator);
        }
        for &[above, argument] in &material.pairs {
            is_new |= self.pairs.entry(above).or_default().insert(argument);
        }
        is_new
    }

    /// Adds what an earlier run kept of its units, which is everything but pairs.
    pub(super) fn add_earlier(&mut self, case: &Case) {
        self.add_words(case);
        let names = case.operators.values().flat_map(|theory| &theory.reached);
        for operator in names.filter_map(|name| Operator::find(name)) {
            self.add_operator(operator.name);
        }
    }

    fn add_operator(&mut self, operator: &'static str) -> bool {
        let is_new = !self.pairs.contains_key(operator);
        self.pairs.entry(operator).or_default();
        is_new
    }

    fn add_words(&mut self, case: &Case) -> bool {
        let words = case.layouts.keys().chain(case.counts.keys());
        let before = self.words.len();
        self.words.extend(words.cloned());
        self.words.len() > before
    }
}

/// What the recent time on a seed, or with a strategy, brought a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// The share of this time in units that brought something new. It is 1 before anything is known.
    news: f64,
    /// The number of new bugs.
    bugs: f64,
}

impl Default for Worth {
    fn default() -> Worth {
        Worth { news: 1.0, bugs: 0.0 }
    }
}

impl Worth {
    /// Adds a unit.
    pub(super) fn add(&mut self, time: Duration, is_new: bool, bugs: u32) {
        let kept = 0.5_f64.powf(time.as_secs_f64() / HALF.as_secs_f64());
        self.news = kept * self.news + (1.0 - kept) * f64::from(u8::from(is_new));
        self.bugs = kept * self.bugs + f64::from(bugs);
    }

    /// Returns how many times as much time a strategy gets on a seed as one that brings nothing, given the worth of both:
    /// up to twice for news, and up to six times for bugs. So nothing starves.
    pub(super) fn times(seed: Worth, strategy: Worth) -> f64 {
        let news = (seed.news + strategy.news) / 2.0;
        1.0 + news + (BUG * (seed.bugs + strategy.bugs)).min(BUGS)
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::tests::done;
    use super::*;
    use crate::report::lines::record::{Outcome, Reached};

    #[test]
    fn operators_pairs_layouts_and_verdicts_are_news_once() {
        let mut met = Met::default();
        let case = |word| done(0, 1, word, 5, Outcome::Passed).case;
        let material = |operators: &[&'static str], pairs: &[[&'static str; 2]]| Material {
            operators: operators.to_vec(),
            pairs: pairs.to_vec(),
        };
        let unit = material(&["and", "or"], &[["and", "or"]]);
        assert!(met.add(&unit, &case("sat")) && !met.add(&unit, &case("sat")));
        assert!(met.add(&unit, &case("unknown")), "a verdict");
        assert!(met.add(&material(&["and", "or"], &[["or", "and"]]), &case("sat")), "a pair");
        let mut laid_out = case("sat");
        laid_out.layouts = [("levels".to_owned(), 5)].into();
        assert!(met.add(&unit, &laid_out) && !met.add(&unit, &laid_out), "a layout");
        // What an earlier run met is no news.
        let mut earlier = case("timeout");
        let reached = Reached { read: 9, reached: ["not".to_owned()].into() };
        earlier.operators = [("Core".to_owned(), reached)].into();
        met.add_earlier(&earlier);
        assert!(!met.add(&material(&["not"], &[]), &case("timeout")));
    }

    #[test]
    fn recent_results_count_and_bugs_count_most() {
        let after = |units: &[(u64, bool, u32)]| {
            let mut worth = Worth::default();
            for &(seconds, is_new, bugs) in units {
                worth.add(Duration::from_secs(seconds), is_new, bugs);
            }
            Worth::times(worth, worth)
        };
        assert_eq!(after(&[]), 2.0);
        assert!((after(&[(10, false, 0)]) - 1.5).abs() < 1e-9);
        assert!((after(&[(10, false, 0), (10, true, 0)]) - 1.75).abs() < 1e-9);
        assert!(after(&[(1000, false, 0)]) < 1.001);
        assert!(after(&[(1, false, 1)]) > 5.0 && after(&[(1, true, 9)]) < 6.001);
        assert!(after(&[(1, false, 1), (60, false, 0)]) < 1.2);
    }
}
