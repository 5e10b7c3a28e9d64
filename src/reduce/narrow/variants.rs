//! Whether the failure shows with other random seeds, in other versions of the solver, and in the one-shot and
//! incremental forms.

use super::findings::{Forms, Seeds, Tried, Versions};
use crate::matrix::SEED_PLACEHOLDER;
use crate::reduce::trials::Trials;
use crate::smtlib::instance::{Instance, Kind};

/// Runs the script with one check if it has levels, and with levels otherwise.
pub(super) fn try_forms(incremental: &[String], trials: &mut Trials<'_>) -> Forms {
    let instance = trials.instance.clone();
    let as_it_is = Some(trials.verdict.class.to_string());
    if instance.is_incremental() {
        let outcome = trials.run_script(&instance.one_shot(trials.check)).ok();
        let one_shot = outcome.map(|outcome| outcome.word);
        return Forms { one_shot, incremental: as_it_is, ..Forms::default() };
    }
    let arguments: Vec<&str> = incremental.iter().map(String::as_str).collect();
    let argv = trials.solver.command.argv_with(&arguments);
    let outcome = trials.run(argv, &in_a_level(&instance)).ok();
    let incremental = outcome.map(|outcome| outcome.word);
    Forms { one_shot: as_it_is, incremental, ..Forms::default() }
}

/// Returns the script with everything after its declarations in a level.
fn in_a_level(instance: &Instance) -> Instance {
    let (head, rest) = instance.commands.split_at(instance.head());
    let mut levelled = instance.without_commands();
    head.iter().for_each(|command| levelled.copy(command, instance));
    levelled.add(Kind::Push(1), "(push 1)");
    rest.iter().for_each(|command| levelled.copy(command, instance));
    levelled.add(Kind::Pop(1), "(pop 1)");
    levelled
}

/// The number of random seeds tried: 1 to this number.
const SEEDS: u32 = 10;

/// Runs the row with each random seed; returns `None` if it is not known how to set it.
pub(super) fn try_seeds(trials: &mut Trials<'_>) -> Option<Seeds> {
    let mut seeds = Seeds::default();
    let arguments = trials.solver.random_seed.clone();
    if arguments.is_empty() {
        return None;
    }
    for seed in 1..=SEEDS {
        let arguments: Vec<String> =
            arguments.iter().map(|text| text.replace(SEED_PLACEHOLDER, &seed.to_string())).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (argv, instance) = (trials.solver.command.argv_with(&arguments), trials.instance.clone());
        let Ok(outcome) = trials.run(argv, &instance) else { break };
        seeds.tried += 1;
        seeds.failing += u32::from(outcome.fails);
        *seeds.verdicts.entry(outcome.word).or_default() += 1;
    }
    (seeds.tried > 0).then_some(seeds)
}

/// Runs each other version of the row; returns `None` if there are none.
pub(super) fn try_versions(trials: &mut Trials<'_>) -> Option<Versions> {
    let mut versions = Versions { tried: Vec::new(), oldest_bad: None, newest_good: None };
    for version in &trials.solver.versions.clone() {
        let rest = trials.solver.command.argv.iter().skip(1);
        let argv = version.program.iter().chain(rest).cloned().collect();
        let instance = trials.instance.clone();
        let Ok(outcome) = trials.run(argv, &instance) else { break };
        let name = &version.name;
        if outcome.fails && versions.oldest_bad.is_none() {
            versions.oldest_bad = Some(name.clone());
        }
        if outcome.good {
            versions.newest_good = Some(name.clone());
        }
        versions.tried.push(Tried { version: name.clone(), verdict: outcome.word });
    }
    (!versions.tried.is_empty()).then_some(versions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Instance {
        Instance::read(text).unwrap()
    }

    #[test]
    fn a_one_shot_script_gets_a_level() {
        let script = read("(set-logic QF_UF)(declare-fun p () Bool)(assert p)(check-sat)");
        assert!(!script.is_incremental());
        let levelled = in_a_level(&script);
        assert_eq!(
            levelled.text,
            "(set-logic QF_UF)\n(declare-fun p () Bool)\n(push 1)\n(assert p)\n(check-sat)\n(pop 1)\n"
        );
        assert!(levelled.is_incremental());
    }
}
