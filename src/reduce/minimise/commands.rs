//! Fewer commands in a search, which keeps each smaller script.

use std::convert::Infallible;

use super::proof::Truths;
use super::search::Search;
use crate::reduce::commands::fewest_commands;
use crate::smtlib::instance::Instance;

/// Drops commands of an instance that goes wrong at `check` while it fails, then declarations
/// nobody uses. What is left has a proof: without levels, what is in force may exclude each other.
pub(super) fn drop_commands(
    instance: &Instance,
    truths: &Truths<'_>,
    check: usize,
    search: &mut Search<'_>,
) -> Instance {
    let Ok(fewest) = fewest_commands(instance, check, &mut |candidates| {
        let mut positions = Vec::new();
        let mut proved = candidates.enumerate().filter_map(|(at, smaller)| {
            truths.assigned(&smaller).ok()?;
            positions.push(at);
            Some(smaller)
        });
        let found = search.first(&mut proved);
        let found = found.and_then(|(which, smaller)| Some((*positions.get(which)?, smaller)));
        if let Some((_, smaller)) = &found
            && let Some(proof) = truths.proof(smaller)
        {
            search.keep(smaller, &proof);
        }
        Ok::<_, Infallible>(found)
    });
    fewest
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::reduce::minimise::Origin;
    use crate::reduce::minimise::search::{Budget, plainly};
    use crate::smtlib::Script;
    use crate::smtlib::instance::Kind;
    use crate::witness::{Evaluator, Witness};
    use proptest::prelude::*;

    fn instance(assertions: &[String]) -> Instance {
        let mut instance = Instance::default();
        instance.add(Kind::Setup, |text| text.push_str("(set-logic ALL)"));
        assertions.iter().for_each(|line| instance.add(Kind::Assertion, |text| text.push_str(line)));
        instance.add(Kind::Check, |text| text.push_str("(check-sat)"));
        instance
    }

    /// An incremental instance, a letter a command: digits are assertions.
    fn levelled(steps: &str) -> Instance {
        let mut instance = Instance::default();
        for step in steps.chars() {
            let (kind, line) = match step {
                '(' => (Kind::Push(1), "(push 1)".to_owned()),
                '[' => (Kind::Push(2), "(push 2)".to_owned()),
                ')' => (Kind::Pop(1), "(pop 1)".to_owned()),
                ']' => (Kind::Pop(2), "(pop 2)".to_owned()),
                '?' => (Kind::Check, "(check-sat)".to_owned()),
                'r' => (Kind::Reset, "(reset-assertions)".to_owned()),
                _ => (Kind::Assertion, format!("(assert a{step})")),
            };
            instance.add(kind, |text| text.push_str(&line));
        }
        instance
    }

    fn steps(instance: &Instance) -> String {
        let step = |line: &crate::smtlib::instance::Command| match line.kind {
            Kind::Push(1) => '(',
            Kind::Push(_) => '[',
            Kind::Pop(1) => ')',
            Kind::Pop(_) => ']',
            Kind::Check => '?',
            Kind::Reset => 'r',
            _ => instance.line(line).chars().nth(9).unwrap(),
        };
        instance.commands.iter().map(step).collect()
    }

    /// For each check, the assertions in force, as digits.
    fn in_force(instance: &Instance) -> Vec<String> {
        let digit = |at: usize| instance.line(&instance.commands[at]).chars().nth(9).unwrap();
        (0..instance.checks())
            .map(|check| instance.in_force(check).into_iter().map(digit).collect())
            .collect()
    }

    /// What is left, within a budget of runs, while `fails` holds.
    fn reduce(
        instance: &Instance,
        check: usize,
        runs: u32,
        fails: impl Fn(&Instance) -> bool + Sync,
    ) -> Instance {
        let budget = Budget { runs, ..Budget::default() };
        let declared = Script::parse(String::new()).unwrap();
        let witnesses = [Witness::given(&declared, &declared)];
        let origin = Origin { instance, witnesses: &witnesses };
        let evaluator = Evaluator::alone();
        let truths = Truths::unquestioned(&origin, &evaluator);
        plainly((&fails, 3, budget), |tools| {
            Search::with(tools, |search| drop_commands(instance, &truths, check, search))
        })
    }

    #[test]
    fn levels_and_checks_go_too() {
        let fails = |candidate: &Instance| in_force(candidate).iter().any(|now| now.contains('4'));
        assert_eq!(steps(&reduce(&levelled("1(2?3?)4?(5?)"), 2, 1000, fails)), "4?");
        // What was popped has to have been checked before.
        let fails = |candidate: &Instance| {
            let checks = in_force(candidate);
            let first = checks.iter().position(|now| now.contains('2'));
            first.is_some_and(|first| {
                checks[first..].iter().any(|now| !now.contains('2') && now.contains('4'))
            })
        };
        assert_eq!(steps(&reduce(&levelled("1(2?3?)4?(5?)"), 2, 1000, fails)), "(2?)4?");
        assert_eq!(steps(&reduce(&levelled("1[2?)3?)4?(5?)"), 2, 1000, fails)), "[2?))4?");
        assert_eq!(steps(&reduce(&levelled("1(2?r3?4?(5?)"), 2, 1000, fails)), "2?r4?");
    }

    proptest! {
        /// Whatever subset of assertions a failure needs, exactly that subset is left.
        #[test]
        fn what_the_failure_needs_is_left(count in 1_usize..40, needs in prop::collection::btree_set(0_usize..40, 1..6)) {
            let needs: BTreeSet<usize> = needs.into_iter().map(|at| at % count).collect();
            let assertions: Vec<String> = (0..count).map(|at| format!("(assert a{at})")).collect();
            let fails = |candidate: &Instance| needs.iter().all(|at| candidate.text.contains(&format!("(assert a{at})\n")));
            let reduced = reduce(&instance(&assertions), 0, 10_000, fails);
            prop_assert_eq!(reduced.assertions().count(), needs.len());
            prop_assert!(fails(&reduced));
        }
    }
}
