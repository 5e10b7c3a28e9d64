//! The layouts of incremental instances: ways to say the same thing that solvers take different paths for. Whether the
//! assertions are satisfiable does not depend on them; half of the wrong answers of current solvers need one of them.

use crate::generate::incremental::Plan;
use crate::matrix::Layouts;
use crate::rng::Rng;
use crate::smtlib::instance::Kind;

/// Share of assertions that a check follows where checks stand between them, in percent.
const CHECK: u32 = 40;

/// A step of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A command; an assertion is of a formula that is drawn.
    Command(Kind),
    /// A check under assumptions, if the seed has any.
    Assuming,
    /// An assertion that was there before, by its number from 0.
    Again(u32),
}

/// A layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Levels that open and close at random.
    Levels,
    /// One check at the end, as in a script of one check.
    #[default]
    OneShot,
    /// All of it in a level.
    PushFirst,
    /// A level that holds the check alone.
    PushBeforeCheck,
    /// A check before anything is asserted, and more between the assertions.
    ChecksBetween,
    /// A level with a check that is closed, and what it held asserted again.
    Redone,
    /// One check at the end, under assumptions.
    Assuming,
}

impl Layout {
    /// All layouts, drawn equally often; the last only where there are assumptions.
    pub(crate) const ALL: [Layout; 7] = [
        Layout::Levels,
        Layout::OneShot,
        Layout::PushFirst,
        Layout::PushBeforeCheck,
        Layout::ChecksBetween,
        Layout::Redone,
        Layout::Assuming,
    ];

    /// It in a word or two.
    pub fn word(self) -> &'static str {
        match self {
            Layout::Levels => "levels",
            Layout::OneShot => "one-shot",
            Layout::PushFirst => "push first",
            Layout::PushBeforeCheck => "push before check",
            Layout::ChecksBetween => "checks between",
            Layout::Redone => "level redone",
            Layout::Assuming => "assumptions",
        }
    }
}

/// Draws the layout of an instance with so many assertions, and its steps. `resets` says whether the solver knows `reset-assertions`,
/// `assumes` whether there may be assumptions.
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

/// The steps of a layout; see [`draw`].
pub(crate) fn steps(layout: Layout, assertions: u32, resets: bool, rng: &mut Rng) -> Vec<Step> {
    let (assertion, check) = (Step::Command(Kind::Assertion), Step::Command(Kind::Check));
    let (push, pop) = (Step::Command(Kind::Push(1)), Step::Command(Kind::Pop(1)));
    let all = || std::iter::repeat_n(assertion, assertions as usize);
    match layout {
        Layout::Levels => Plan::draw(assertions, resets, rng).into_iter().map(Step::Command).collect(),
        Layout::OneShot => all().chain([check]).collect(),
        Layout::PushFirst => [push].into_iter().chain(all()).chain([check]).collect(),
        Layout::PushBeforeCheck => all().chain([push, check]).collect(),
        Layout::ChecksBetween => {
            let mut steps = vec![check];
            for _ in 1..assertions {
                steps.push(assertion);
                steps.extend(rng.percent(CHECK).then_some(check));
            }
            steps.extend([assertion, check]);
            steps
        }
        Layout::Redone => {
            let outside = rng.below(assertions);
            let mut steps: Vec<Step> = all().take(outside as usize).chain([push]).collect();
            steps.extend(all().skip(outside as usize).chain([check, pop]));
            // In another order, as solvers that keep something of the first time are misled by what they expect.
            let level = if rng.percent(50) { Some(push) } else { None };
            steps
                .extend(level.into_iter().chain((outside..assertions).rev().map(Step::Again)).chain([check]));
            steps
        }
        Layout::Assuming => all().chain([Step::Assuming]).collect(),
    }
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
                    Step::Command(Kind::Push(count)) => depth += count,
                    Step::Command(Kind::Pop(count)) => depth = depth.checked_sub(count).unwrap(),
                    Step::Command(Kind::Reset) => depth = 0,
                    Step::Command(Kind::Assertion) => drawn += 1,
                    Step::Again(before) => assert!(before < drawn),
                    _ => {}
                }
            }
            assert_eq!(drawn, assertions, "{layout:?}");
            assert!(
                matches!(steps.last(), Some(Step::Command(Kind::Check) | Step::Assuming)),
                "{layout:?} {steps:?}"
            );
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
}
