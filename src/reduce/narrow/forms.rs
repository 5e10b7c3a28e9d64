//! Whether the failure shows when the solver is asked once, and when it is asked incrementally.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::trials::Trials;
use crate::smtlib::instance::{Instance, Kind};

/// What the forms of a script come to, each the verdict in a word or two; none where it was not
/// found out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forms {
    /// What is in force at the failing check, without levels and other checks.
    pub one_shot: Option<String>,
    /// With levels, and the solver's arguments for them.
    pub incremental: Option<String>,
    /// In each layout that incremental instances have, where the row takes such; as far as there was time.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub layouts: BTreeMap<String, String>,
    /// Said to be of each logic that the row reads, `none` without `set-logic`; where it reads several.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub logics: BTreeMap<String, String>,
}

/// Runs the script with one check if it has levels, and with levels otherwise.
pub(super) fn try_other(incremental: &[String], trials: &mut Trials<'_>) -> Forms {
    let instance = trials.instance.clone();
    let as_it_is = Some(trials.verdict.class.to_string());
    if instance.is_incremental() {
        let check = trials.verdict.check.unwrap_or_else(|| instance.checks().saturating_sub(1));
        let argv = trials.solver.argv.clone();
        let outcome = trials.run(argv, &instance.one_shot(check)).ok();
        let one_shot = outcome.map(|outcome| outcome.word);
        return Forms { one_shot, incremental: as_it_is, ..Forms::default() };
    }
    let arguments: Vec<&str> = incremental.iter().map(String::as_str).collect();
    let argv = trials.solver.argv_with(&arguments);
    let outcome = trials.run(argv, &in_a_level(&instance)).ok();
    let incremental = outcome.map(|outcome| outcome.word);
    Forms { one_shot: as_it_is, incremental, ..Forms::default() }
}

/// The same script with everything after its head in a level.
fn in_a_level(instance: &Instance) -> Instance {
    let mut levelled = Instance::default();
    let mut is_open = false;
    for command in &instance.commands {
        if !is_open && !matches!(command.kind, Kind::Setup | Kind::Declaration) {
            levelled.add(Kind::Push(1), |text| text.push_str("(push 1)"));
            is_open = true;
        }
        levelled.add(command.kind, |text| text.push_str(instance.line(command).trim_end()));
    }
    levelled.add(Kind::Pop(1), |text| text.push_str("(pop 1)"));
    levelled
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
