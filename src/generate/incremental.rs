//! The order of commands in incremental instances: levels, checks, and where assertions go.

use crate::rng::Rng;
use crate::smtlib::instance::Kind;

// Levels open a little more often than they close, so that what is asserted early is checked again and again
// while others come and go: what a solver keeps of it too long, or forgets, is what these instances are after.

/// Share of assertions that a new level is opened for, in percent.
const PUSH: u32 = 25;
/// Share of assertions that a check follows, in percent: often enough that a solver works on what it already
/// simplified, seldom enough that checks differ by more than one assertion.
const CHECK: u32 = 40;
/// Share of assertions after which a level is closed, if one is open, in percent.
const POP: u32 = 20;
/// Share of assertions before which all is forgotten, where a solver can, in percent: less than one in an
/// instance on average, for it ends all that was built up.
const RESET: u32 = 2;
/// Share of `push` and `pop` that are about more than one level, in percent.
const SEVERAL: u32 = 20;
/// Levels open at once after which none is opened: a bound for solvers that keep a copy of what they know for each.
const DEEPEST: u32 = 12;

/// The steps of one instance.
#[derive(Debug)]
pub(super) struct Plan;

impl Plan {
    /// Draws an order for `assertions` assertions that opens levels before it closes them and
    /// ends with a check. `resets` says whether the solver knows `reset-assertions`.
    pub(super) fn draw(assertions: u32, resets: bool, rng: &mut Rng) -> Vec<Kind> {
        let mut steps = Vec::new();
        let mut depth = 0;
        for _ in 0..assertions {
            if resets && rng.percent(RESET) && !steps.is_empty() {
                steps.push(Kind::Reset);
                depth = 0;
            }
            if rng.percent(PUSH) && depth < DEEPEST {
                let count = if rng.percent(SEVERAL) { 2 } else { 1 };
                steps.push(Kind::Push(count));
                depth += count;
            }
            steps.push(Kind::Assertion);
            if rng.percent(CHECK) {
                steps.push(Kind::Check);
            }
            if rng.percent(POP) && depth > 0 {
                let count = if rng.percent(SEVERAL) { 1 + rng.below(depth) } else { 1 };
                steps.push(Kind::Pop(count));
                depth -= count;
            }
        }
        if steps.last() != Some(&Kind::Check) {
            steps.push(Kind::Check);
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};

    #[test]
    fn levels_are_opened_before_they_are_closed_and_all_is_checked() {
        let key = Key::new(&Digest::of(""), 1);
        let mut seen = (0, 0, 0);
        for number in 0..200 {
            let steps = Plan::draw(1 + number % 64, true, &mut key.stream(Stream::Levels(number)));
            let mut depth = 0_u32;
            for step in &steps {
                match *step {
                    Kind::Push(count) => depth += count,
                    Kind::Pop(count) => depth = depth.checked_sub(count).unwrap(),
                    Kind::Reset => (depth, seen.0) = (0, seen.0 + 1),
                    Kind::Check => seen.1 += 1,
                    _ => seen.2 += 1,
                }
            }
            assert_eq!(steps.last(), Some(&Kind::Check));
            let assertions = steps.iter().filter(|step| **step == Kind::Assertion).count();
            assert_eq!(assertions as u32, 1 + number % 64);
        }
        assert!(seen.0 > 10 && seen.1 > 1000 && seen.2 > seen.1, "{seen:?}");
    }
}
