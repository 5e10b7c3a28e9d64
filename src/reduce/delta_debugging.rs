//! Delta debugging on commands (Zeller, Hildebrandt: "Simplifying and Isolating Failure-Inducing Input", 2002), by
//! complements: the groups of commands that go together, and the search for a minimal script that still fails.
//!
//! Dropping an assertion, a check, a level or an unused declaration keeps an instance satisfiable. Therefore no
//! second solver is needed: a smaller script that still gets the wrong answer is a smaller proof of the bug.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::instance::{Instance, Kind};

/// A script with more bytes is large: its commands are dropped before its terms are taken apart.
const LARGE: usize = 16 << 10;

/// Returns the first of some scripts, in order, that fails, and its position.
pub(super) type First<'a, E> =
    dyn FnMut(&mut dyn Iterator<Item = Instance>) -> Result<Option<(usize, Instance)>, E> + 'a;

/// Drops commands of an instance that fails at `check` while it still fails, then unused declarations.
///
/// If `first` tries all candidates, the result is 1-minimal in its assertions, levels and checks: dropping any
/// single one makes the failure disappear.
///
/// # Errors
/// The first error of `first`.
pub(super) fn fewest_commands<E>(
    instance: &Instance,
    check: usize,
    first: &mut First<'_, E>,
) -> Result<Instance, E> {
    let mut best = instance.clone();
    if instance.checks() > 1 {
        // Commands after the wrong answer are not needed. Perhaps the levels are not needed either, for this
        // check or for another one with a wrong answer.
        let others = (0..instance.checks()).filter(|other| *other != check);
        let alone = std::iter::once(check).chain(others).map(|check| instance.at_check(check));
        // A failure beside the answer needs its question.
        let asked = instance.asked_after(check).next().map(|_| instance.one_shot(check));
        if let Some((_, shorter)) = first(&mut alone.chain(asked).chain([up_to(instance, check)]))? {
            best = shorter;
        }
    }
    // A large script has hundreds of assertions, but only a dozen levels, so the largest units go first. A small
    // script becomes smaller if single assertions go first.
    let order: &[fn(&Instance) -> Vec<Unit>] = match instance.text.len() > LARGE {
        true => &[blocks, checks, assertions, levels, questions],
        false => &[assertions, levels, checks, questions],
    };
    loop {
        let before = best.commands.len();
        for units in order {
            let units = units(&best);
            best = without_units(best, &units, units.len().div_ceil(2), first)?;
        }
        if best.commands.len() == before {
            break;
        }
    }
    fewest_declarations(best, first)
}

/// Drops declarations that nothing else in a script needs, while it still fails. Hardly ever is one of them
/// needed, so all of them are dropped at once first.
///
/// # Errors
/// The first error of `first`.
pub(super) fn fewest_declarations<E>(instance: Instance, first: &mut First<'_, E>) -> Result<Instance, E> {
    let unused = instance.unused_declarations().into_iter();
    let units: Vec<Unit> = unused.map(|(at, needs)| needs.into_iter().chain([at]).collect()).collect();
    without_units(instance, &units, units.len(), first)
}

/// Whether a script is a complete query: it has assertions and a check, and it sets the options without which
/// other solvers or versions would not understand the reduced script.
pub(super) fn is_question(instance: &Instance) -> bool {
    instance.check_lines().next().is_some()
        && instance.assertions().next().is_some()
        && instance.sets_needed_options()
}

/// Returns the commands up to a check and the questions after it.
fn up_to(instance: &Instance, check: usize) -> Instance {
    let end = instance.check_lines().nth(check).map_or(instance.commands.len(), |(at, _)| at);
    let end = instance.asked_after(check).last().map_or(end, |(at, _)| at);
    instance.with(|at| at <= end)
}

/// The positions of commands that can only be dropped together.
type Unit = Vec<usize>;

pub(super) fn assertions(instance: &Instance) -> Vec<Unit> {
    instance.of_kind(Kind::Assertion).map(|(at, _)| vec![at]).collect()
}

/// Returns the checks, each with the questions after it.
pub(super) fn checks(instance: &Instance) -> Vec<Unit> {
    let checks = instance.check_lines().enumerate();
    checks
        .map(|(check, (at, _))| {
            std::iter::once(at).chain(instance.asked_after(check).map(|(at, _)| at)).collect()
        })
        .collect()
}

/// Returns the questions beside the answers, and the objectives.
pub(super) fn questions(instance: &Instance) -> Vec<Unit> {
    let commands = instance.commands.iter().enumerate();
    commands
        .filter(|(_, command)| matches!(command.kind, Kind::Objective | Kind::Ask(_)))
        .map(|(at, _)| vec![at])
        .collect()
}

/// Returns each level with everything in it, from its `push` to the matching `pop`.
fn blocks(instance: &Instance) -> Vec<Unit> {
    let levels = levels(instance).into_iter();
    let ends = levels.filter_map(|unit| Some((*unit.first()?, *unit.last()?)));
    ends.filter(|(push, pop)| push < pop).map(|(push, pop)| (push..=pop).collect()).collect()
}

/// Returns each `push` with the `pop` that closes it and everything else that this `pop` closes, and each
/// `reset-assertions`.
pub(super) fn levels(instance: &Instance) -> Vec<Unit> {
    let mut units: BTreeMap<usize, Unit> = BTreeMap::new();
    // Each `push` with the number of its levels that are open: there may be four billion.
    let mut open: Vec<(usize, u32)> = Vec::new();
    for (at, command) in instance.commands.iter().enumerate() {
        match command.kind {
            Kind::Push(count) => {
                units.insert(at, vec![at]);
                open.extend((count > 0).then_some((at, count)));
            }
            Kind::Pop(mut count) => {
                let mut together = vec![at];
                while count > 0
                    && let Some((push, levels)) = open.pop()
                {
                    together.extend(units.remove(&push).unwrap_or_default());
                    let closed = count.min(levels);
                    count -= closed;
                    // A `push` of several levels may be closed in parts.
                    open.extend((closed < levels).then_some((push, levels - closed)));
                }
                let first = together.iter().copied().min().unwrap_or(at);
                let others = open.iter_mut().filter(|(push, _)| together.contains(push));
                others.for_each(|(push, _)| *push = first);
                together.sort_unstable();
                units.insert(first, together);
            }
            Kind::Reset => {
                units.insert(at, vec![at]);
                open.clear();
            }
            Kind::Setup
            | Kind::Declaration
            | Kind::Assertion
            | Kind::Check(_)
            | Kind::Objective
            | Kind::Ask(_) => {}
        }
    }
    units.into_values().collect()
}

/// Drops as many of the units as possible, at first `size` of them at a time.
fn without_units<E>(
    instance: Instance,
    units: &[Unit],
    size: usize,
    first: &mut First<'_, E>,
) -> Result<Instance, E> {
    let all: BTreeSet<usize> = units.iter().flatten().copied().collect();
    let with = |kept: &[&Unit]| {
        let kept: BTreeSet<usize> = kept.iter().copied().flatten().copied().collect();
        instance.with(|at| kept.contains(&at) || !all.contains(&at))
    };
    let units: Vec<&Unit> = units.iter().collect();
    let kept = ddmin_by_first(&units, size, |candidates| {
        Ok(first(&mut candidates.map(|kept| with(&kept)))?.map(|(at, _)| at))
    })?;
    Ok(with(&kept))
}

/// Drops blocks of `items`, from `size` at a time down to single ones, until no single item can be dropped while
/// `fails` holds for the rest. Returns the remaining items.
///
/// # Errors
/// The first error of `fails`.
pub(crate) fn ddmin<T: Copy, E>(
    items: &[T],
    size: usize,
    mut fails: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    ddmin_by_first(items, size, |candidates| {
        for (at, candidate) in candidates.enumerate() {
            if fails(&candidate)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    })
}

/// Minimises like [`ddmin`], with a function `first` that returns the position of the first candidate, in order,
/// that fails. It may try several candidates at once.
///
/// # Errors
/// The first error of `first`.
pub(crate) fn ddmin_by_first<T: Copy, E>(
    items: &[T],
    mut size: usize,
    mut first: impl FnMut(&mut dyn Iterator<Item = Vec<T>>) -> Result<Option<usize>, E>,
) -> Result<Vec<T>, E> {
    let mut kept = items.to_vec();
    while size > 0 {
        let mut dropped = false;
        let mut start = 0;
        loop {
            let blocks = (start..kept.len()).step_by(size);
            let without = |from: usize| [&kept[..from], &kept[(from + size).min(kept.len())..]].concat();
            let Some(at) = first(&mut blocks.map(without))? else { break };
            start += at * size;
            kept.drain(start..(start + size).min(kept.len()));
            dropped = true;
        }
        size = if size > 1 { size / 2 } else { usize::from(dropped) };
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    use proptest::prelude::*;

    #[test]
    fn a_push_goes_with_what_closes_it() {
        let units = |start: &str| levels(&Instance::read(start).unwrap());
        assert_eq!(units("(push 1)(assert a)(check-sat)(pop 1)(assert b)"), [vec![0, 3]]);
        assert_eq!(units("(push 1)(push 1)(assert a)(pop 2)(assert b)"), [vec![0, 1, 3]]);
        assert_eq!(units("(push 2)(assert a)(pop 1)(assert b)(pop 1)"), [vec![0, 2, 4]]);
        assert_eq!(units("(push 1)(assert a)(check-sat)"), [vec![0]]);
        assert_eq!(units("(push 4000000000)(push 4000000000)(assert a)(pop 1)"), [vec![0], vec![1, 3]]);
        let in_parts = "(push 4000000000)(assert a)(pop 3999999999)(assert b)(pop 1)";
        assert_eq!(units(in_parts), [vec![0, 2, 4]]);
    }

    #[test]
    fn unused_declarations_go_but_for_what_others_need() {
        let script = "(declare-datatype L ((n) (c (h Int))))(declare-fun f (L) Int)(declare-const |x| L)\
                      (define-fun g ((y L)) Int (f y))(declare-const z Int)(assert (= x x))(check-sat)";
        let script = Instance::read(script).unwrap();
        let fewest = |fails: fn(&Instance) -> bool| {
            let Ok(fewest) = fewest_declarations(script.clone(), &mut |candidates| {
                Ok::<_, Infallible>(candidates.enumerate().find(|(_, candidate)| fails(candidate)))
            });
            fewest.declarations().count()
        };
        assert_eq!(fewest(|_| true), 2);
        assert_eq!(fewest(|candidate| candidate.text.contains("define-fun")), 4);
    }

    proptest! {
        /// Exactly the needed items remain, whether candidates are tried one by one or several at once.
        #[test]
        fn only_what_is_needed_is_left(count in 0_usize..40, needed in prop::collection::btree_set(0_usize..40, 0..6)) {
            let items: Vec<usize> = (0..count).collect();
            let needed: Vec<usize> = needed.into_iter().filter(|one| *one < count).collect();
            let fails = |kept: &[usize]| needed.iter().all(|one| kept.contains(one));
            let Ok(kept) = ddmin(&items, count.div_ceil(2), |kept| Ok::<_, Infallible>(fails(kept)));
            prop_assert_eq!(&kept, &needed);
            let Ok(by_first) = ddmin_by_first(&items, count.div_ceil(2), |candidates| Ok::<_, Infallible>(candidates.enumerate().find(|(_, kept)| fails(kept)).map(|(at, _)| at)));
            prop_assert_eq!(&by_first, &needed);
        }
    }
}
