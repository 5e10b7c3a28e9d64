//! The layouts of incremental instances: equivalent sequences of commands that lead solvers through different code. The
//! layout does not change whether the assertions are satisfiable, but half of the wrong answers of current solvers
//! appear only in one of these.

use crate::matrix::Layouts;
use crate::rng::Rng;

// Levels open slightly more often than they close, so that early assertions are checked again and again while others
// come and go. These instances aim at state that a solver keeps too long or drops too early.

/// Share of assertions that open a new level, in percent.
const PUSH: u32 = 25;
/// Share of assertions with a check after them, in percent: high enough that a solver works on simplified state, low
/// enough that checks differ by more than one assertion.
const CHECK: u32 = 40;
/// Share of assertions after which an open level is closed, in percent.
const POP: u32 = 20;
/// Share of assertions with a reset before them, in percent, if the solver supports resets: less than one in an
/// instance on average, because a reset discards all state.
const RESET: u32 = 2;
/// Share of `push` and `pop` with more than one level, in percent.
const SEVERAL: u32 = 20;
/// The number of open levels at which no more are opened: a bound for solvers that copy their state for each level.
const DEEPEST: u32 = 12;

/// A step of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The assertion of a newly drawn formula.
    Assert,
    /// The repetition of an earlier assertion, by its number from 0.
    Again(u32),
    /// The opening of levels.
    Push(u32),
    /// The closing of levels.
    Pop(u32),
    /// A check.
    Check,
    /// A check under assumptions.
    CheckAssuming,
    /// `reset-assertions`.
    Reset,
}

words! {
    /// A layout. They are drawn equally often, and the last one requires assumptions.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Layout {
        /// Levels that open and close at random.
        Levels = "levels",
        /// One check at the end, without levels.
        #[default]
        OneShot = "one-shot",
        /// A level that contains everything.
        PushFirst = "push first",
        /// A level that contains only the check.
        PushBeforeCheck = "push before check",
        /// A check before the first assertion, and more between the assertions.
        ChecksBetween = "checks between",
        /// A level that is checked and closed; then its assertions are repeated.
        Redone = "level redone",
        /// One check at the end, under assumptions.
        Assuming = "assumptions",
    }
}

impl Layout {
    /// Whether its levels and checks are always in the same places.
    pub(crate) fn is_steady(self) -> bool {
        !matches!(self, Layout::Levels | Layout::ChecksBetween | Layout::Redone)
    }
}

/// Draws the layout of an instance with `assertions` assertions, and its steps. `resets` says whether the solver
/// supports `reset-assertions`, `assumes` whether there may be assumptions.
pub(super) fn draw(
    layouts: Layouts,
    assertions: u32,
    resets: bool,
    assumes: bool,
    rng: &mut Rng,
) -> (Layout, Vec<Step>) {
    let layout = match layouts {
        Layouts::Levels => Layout::Levels,
        Layouts::All => Layout::ALL[rng.index(Layout::ALL.len() - usize::from(!assumes))],
    };
    (layout, steps(layout, assertions, resets, rng))
}

/// Draws the steps of a layout; see [`draw`].
pub(crate) fn steps(layout: Layout, assertions: u32, resets: bool, rng: &mut Rng) -> Vec<Step> {
    use Step::{Again, Assert, Check, CheckAssuming, Pop, Push};
    let all = || std::iter::repeat_n(Assert, assertions as usize);
    match layout {
        Layout::Levels => draw_levels(assertions, resets, rng),
        Layout::OneShot => all().chain([Check]).collect(),
        Layout::PushFirst => [Push(1)].into_iter().chain(all()).chain([Check]).collect(),
        Layout::PushBeforeCheck => all().chain([Push(1), Check]).collect(),
        Layout::ChecksBetween => {
            let mut steps = vec![Check];
            for _ in 1..assertions {
                steps.push(Assert);
                steps.extend(rng.percent(CHECK).then_some(Check));
            }
            steps.extend([Assert, Check]);
            steps
        }
        Layout::Redone => {
            let outside = rng.below(assertions);
            let mut steps: Vec<Step> = all().take(outside as usize).chain([Push(1)]).collect();
            steps.extend(all().skip(outside as usize).chain([Check, Pop(1)]));
            // In reverse order, because this misleads solvers that keep state from the first time.
            steps.extend(rng.percent(50).then_some(Push(1)));
            steps.extend((outside..assertions).rev().map(Again).chain([Check]));
            steps
        }
        Layout::Assuming => all().chain([CheckAssuming]).collect(),
    }
}

/// Draws levels and checks for `assertions` assertions. Levels open before they close, and the last step is a check.
/// `resets` says whether the solver supports `reset-assertions`.
fn draw_levels(assertions: u32, resets: bool, rng: &mut Rng) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut depth = 0;
    for _ in 0..assertions {
        if resets && rng.percent(RESET) && !steps.is_empty() {
            steps.push(Step::Reset);
            depth = 0;
        }
        if rng.percent(PUSH) && depth < DEEPEST {
            let count = if rng.percent(SEVERAL) { 2 } else { 1 };
            steps.push(Step::Push(count));
            depth += count;
        }
        steps.push(Step::Assert);
        if rng.percent(CHECK) {
            steps.push(Step::Check);
        }
        if rng.percent(POP) && depth > 0 {
            let count = if rng.percent(SEVERAL) { 1 + rng.below(depth) } else { 1 };
            steps.push(Step::Pop(count));
            depth -= count;
        }
    }
    if steps.last() != Some(&Step::Check) {
        steps.push(Step::Check);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};

    fn rng(number: u32) -> Rng {
        Key::new(&Digest::of(""), 1).stream(Stream::Levels(number))
    }

    #[test]
    fn every_layout_opens_what_it_closes_and_ends_with_a_check() {
        for (number, layout) in (0..200).flat_map(|number| Layout::ALL.map(|layout| (number, layout))) {
            let assertions = 1 + number % 16;
            let (mut depth, mut drawn) = (0_u32, 0);
            let steps = steps(layout, assertions, true, &mut rng(number));
            for step in &steps {
                match *step {
                    Step::Push(count) => depth += count,
                    Step::Pop(count) => depth = depth.checked_sub(count).unwrap(),
                    Step::Reset => depth = 0,
                    Step::Assert => drawn += 1,
                    Step::Again(before) => assert!(before < drawn),
                    Step::Check | Step::CheckAssuming => {}
                }
            }
            assert_eq!(drawn, assertions, "{layout:?}");
            assert!(matches!(steps.last(), Some(Step::Check | Step::CheckAssuming)), "{layout:?} {steps:?}");
        }
    }

    #[test]
    fn all_layouts_come_up_where_the_profile_has_them() {
        let all = |layouts, assumes| {
            let steps = |number| format!("{:?}", draw(layouts, 1, false, assumes, &mut rng(number)).1);
            (0..100).map(steps).collect::<std::collections::BTreeSet<String>>()
        };
        let [with, without] = [true, false].map(|assumes| all(Layouts::All, assumes));
        assert!(with.len() >= Layout::ALL.len() && without.len() >= Layout::ALL.len() - 1, "{with:?}");
        let assume =
            |steps: &std::collections::BTreeSet<String>| steps.iter().any(|steps| steps.contains("Assuming"));
        assert!(assume(&with) && !assume(&without) && !assume(&all(Layouts::Levels, true)));
    }

    #[test]
    fn levels_are_opened_before_they_are_closed_and_all_is_checked() {
        let mut seen = (0, 0, 0);
        for number in 0..200 {
            let steps = draw_levels(1 + number % 64, true, &mut rng(number));
            let mut depth = 0_u32;
            for step in &steps {
                match *step {
                    Step::Push(count) => depth += count,
                    Step::Pop(count) => depth = depth.checked_sub(count).unwrap(),
                    Step::Reset => (depth, seen.0) = (0, seen.0 + 1),
                    Step::Check => seen.1 += 1,
                    _ => seen.2 += 1,
                }
            }
            assert_eq!(steps.last(), Some(&Step::Check));
            let assertions = steps.iter().filter(|step| **step == Step::Assert).count();
            assert_eq!(assertions as u32, 1 + number % 64);
        }
        assert!(seen.0 > 10 && seen.1 > 1000 && seen.2 > seen.1, "{seen:?}");
    }
}
