//! The layouts and logics in which a failure shows.

use std::collections::BTreeMap;

use crate::generate::layout::{self, Layout, Step};
use crate::matrix::Mode;
use crate::reduce::trials::{Subject, Trials};
use crate::rng::{Key, Stream};
use crate::smtlib::instance::{Expected, Instance, Kind, Question};

/// The maximal number of scripts in a layout with random choices.
const DRAWS: u32 = 4;
/// The maximal number of assumptions of a check.
const ASSUMED: usize = 3;

/// Tries the assertions in force at the failing check in each layout, and returns each verdict in a word or two.
/// A row for scripts with one check has only one layout, so nothing is tried.
pub(super) fn try_layouts(subject: &Subject<'_>, trials: &mut Trials<'_>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if trials.row.form.mode != Mode::Incremental {
        return found;
    }
    let instance = trials.instance.clone();
    let plain = instance.at_check(trials.check);
    let literals = literals(subject.definitions);
    let questions: Vec<(Question, String)> = instance
        .asked_after(trials.check)
        .filter(|(_, question)| question.is_judged_by_values())
        .map(|(at, question)| (question, instance.line(&instance.commands[at]).trim_end().to_owned()))
        .collect();
    for layout in Layout::ALL {
        // A single draw says little about a layout with random choices.
        let draws = if layout.is_steady() { 1 } else { DRAWS };
        for draw in 0..draws {
            let Some(script) = laid_out(&plain, layout, draw, &literals) else { break };
            let mut script = if instance.asks_for_models() { script.asking_for_models() } else { script };
            for (question, line) in &questions {
                script.add(Kind::Ask(*question), line);
            }
            let Ok(outcome) = trials.run_script(&script) else { return found };
            let word = found.entry(layout.word().to_owned()).or_insert_with(|| outcome.word.clone());
            if outcome.fails {
                *word = outcome.word;
                break;
            }
        }
    }
    found
}

/// Tries the script with each other logic that the row accepts. Returns each verdict by the argument of
/// `set-logic` or `none`, including that of the failing script itself.
pub(super) fn try_logics(subject: &Subject<'_>, trials: &mut Trials<'_>) -> BTreeMap<String, String> {
    const NONE: &str = "none";
    let mut found = BTreeMap::new();
    let instance = trials.instance.clone();
    let own = instance.logic().unwrap_or(NONE);
    for choice in trials.row.form.set_logic.clone() {
        let logic = choice.named(subject.logic).unwrap_or(NONE);
        if logic == own || found.contains_key(logic) {
            continue;
        }
        let script = with_logic((logic != NONE).then_some(logic), &instance);
        let Ok(outcome) = trials.run_script(&script) else { break };
        found.insert(logic.to_owned(), outcome.word);
    }
    if !found.is_empty() {
        found.insert(own.to_owned(), trials.verdict.class.to_string());
    }
    found
}

/// Returns one of the scripts of a layout that may be drawn; `None` if there is nothing to assume.
fn laid_out(plain: &Instance, layout: Layout, draw: u32, literals: &[String]) -> Option<Instance> {
    let lines: Vec<&str> = plain.assertions().map(str::trim_end).collect();
    let check = plain.check_lines().map(|(_, check)| plain.line(check).trim_end()).next()?;
    let assumes = check.starts_with("(check-sat-assuming");
    if layout == Layout::Assuming && (literals.is_empty() || assumes) {
        return None;
    }
    let mut script = plain.with(|at| at < plain.head());
    // The same script has the same layouts on every machine.
    let mut rng = Key::new(&plain.digest(), 0).stream(Stream::Levels(draw));
    let mut next = lines.iter();
    for step in layout::steps(layout, u32::try_from(lines.len()).ok()?, false, &mut rng) {
        match step {
            Step::Assert => script.add(Kind::Assertion, next.next()?),
            Step::Again(number) => script.add(Kind::Assertion, lines.get(number as usize)?),
            Step::Push(count) => script.add(Kind::Push(count), &format!("(push {count})")),
            Step::Pop(count) => script.add(Kind::Pop(count), &format!("(pop {count})")),
            Step::Check => script.add(Kind::Check(Expected::Sat), check),
            // It has no resets.
            Step::Reset => {}
            Step::CheckAssuming => {
                let literals = literals[..literals.len().min(ASSUMED)].join(" ");
                script.add(Kind::Check(Expected::Sat), &format!("(check-sat-assuming ({literals}))"));
            }
        }
    }
    // Parts of unsatisfiable assertions may be satisfiable, and nothing is known of parts of others.
    let expected = plain.expected(0);
    if expected != Expected::Sat {
        for check in 0..script.checks() {
            let in_force = script.in_force(check);
            let asserts =
                |line: &str| in_force.iter().any(|&at| script.line(&script.commands[at]).trim_end() == line);
            let is_whole = lines.iter().all(|line| asserts(line));
            script.expect(if is_whole { expected } else { Expected::Open }, &[check]);
        }
    }
    Some(script)
}

/// Returns the Boolean constants of a witness as true literals.
fn literals(definitions: &str) -> Vec<String> {
    let literal = |line: &str| {
        let (name, value) = line.strip_prefix("(define-fun ")?.strip_suffix(')')?.split_once(" () Bool ")?;
        match value {
            "true" => Some(name.to_owned()),
            "false" => Some(format!("(not {name})")),
            _ => None,
        }
    };
    definitions.lines().filter_map(literal).collect()
}

/// Returns the script with another `set-logic`, or with none.
fn with_logic(logic: Option<&str>, instance: &Instance) -> Instance {
    let mut script = instance.without_commands();
    let mut logic = logic.map(|logic| format!("(set-logic {logic})"));
    for command in &instance.commands {
        let line = instance.line(command).trim_end();
        // Options precede the logic.
        if !line.starts_with("(set-option ")
            && let Some(logic) = logic.take()
        {
            script.add(Kind::Setup, &logic);
        }
        if !line.starts_with("(set-logic ") {
            script.add(command.kind, line);
        }
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "(set-option :x 1)\n(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(assert (or p p))\n(check-sat)\n";

    #[test]
    fn a_script_of_one_check_comes_in_every_layout() {
        let plain = Instance::read(PLAIN).unwrap();
        let literals =
            literals("(define-fun p () Bool true)\n(define-fun x () Int 1)\n(define-fun q () Bool false)\n");
        assert_eq!(literals, ["p", "(not q)"]);
        let tail = |layout| {
            let script = laid_out(&plain, layout, 0, &literals).unwrap();
            assert_eq!(Instance::read(&script.text).unwrap(), script);
            let text = script.text.replace('\n', "");
            text.split_once("() Bool)").unwrap().1.to_owned()
        };
        assert_eq!(tail(Layout::OneShot), "(assert p)(assert (or p p))(check-sat)");
        assert_eq!(tail(Layout::PushFirst), "(push 1)(assert p)(assert (or p p))(check-sat)");
        assert_eq!(tail(Layout::PushBeforeCheck), "(assert p)(assert (or p p))(push 1)(check-sat)");
        assert!(tail(Layout::ChecksBetween).starts_with("(check-sat)(assert p)"));
        assert_eq!(tail(Layout::Redone).matches("(check-sat)").count(), 2);
        assert!(tail(Layout::Assuming).ends_with("(check-sat-assuming (p (not q)))"));
        assert!(laid_out(&plain, Layout::Assuming, 0, &[]).is_none());
    }

    #[test]
    fn the_logic_alone_changes() {
        let plain = Instance::read(PLAIN).unwrap();
        assert_eq!(with_logic(Some("ALL"), &plain).text, PLAIN.replace("QF_UF", "ALL"));
        assert_eq!(with_logic(None, &plain).text, PLAIN.replace("(set-logic QF_UF)\n", ""));
        assert_eq!(with_logic(Some("QF_UF"), &with_logic(None, &plain)).text, PLAIN);
    }
}
