//! The script of a test: what the instance has, but what only one solver understands.

use crate::bugs::evidence::{Evidence, one_line};
use crate::smtlib::instance::{Adapted, Instance, Kind};

use super::options::{arguments, is_needed, is_of};

/// The body of a test for one suite.
#[derive(Debug)]
pub(super) struct Body {
    /// The commands, each after what is said of it; with statuses.
    pub text: String,
    /// Its checks.
    pub checks: usize,
    /// Whether it needs a solver's incremental mode.
    pub is_incremental: bool,
    /// The arguments that the failure needs; none for another solver's suite.
    pub arguments: Vec<String>,
    /// What was left out, a line each.
    pub left_out: Vec<String>,
}

impl Body {
    /// The script for the suite of the solver called `solver`, with `lines` at its head and with
    /// what `check` makes of that solver's own commands for checks.
    pub(super) fn of(evidence: &Evidence, solver: &str, lines: &[String], check: fn(&str) -> String) -> Body {
        let is_own = is_of(evidence, solver);
        let own_words = |line: &str| match !is_own && line.starts_with("(check-sat-using") {
            true => "(check-sat)".to_owned(),
            false => check(line),
        };
        let keeps_option = |line: &str| is_own && is_needed(evidence, line);
        let Adapted { script: adapted, mut left_out } = evidence.instance.adapted(keeps_option, own_words);
        // What the solver itself does not need is not missed.
        left_out.retain(|line| !is_own || line == "(get-model)");
        let mut script = Instance::default();
        lines.iter().for_each(|line| script.add(Kind::Setup, |text| text.push_str(line)));
        for command in &adapted.commands {
            script.add(command.kind, |text| text.push_str(adapted.line(command).trim_end()));
        }
        let words = arguments(evidence);
        let arguments = if is_own {
            words
        } else {
            left_out.extend(words);
            Vec::new()
        };
        left_out.dedup();
        Body {
            text: with_status(&script).text,
            checks: script.checks(),
            is_incremental: script.is_incremental(),
            arguments,
            left_out,
        }
    }

    /// The same for a suite without arguments: what `option` makes commands of stands in the script, the rest is left out.
    pub(super) fn with_options(
        evidence: &Evidence,
        solver: &str,
        option: fn(&str) -> Option<String>,
        check: fn(&str) -> String,
    ) -> Body {
        let own = if is_of(evidence, solver) { arguments(evidence) } else { Vec::new() };
        let options: Vec<String> = own.iter().filter_map(|word| option(word)).collect();
        let mut body = Body::of(evidence, solver, &options, check);
        body.arguments.retain(|word| option(word).is_none());
        body.left_out.append(&mut body.arguments);
        body
    }

    /// The whole script, with what was left out at its head.
    pub(super) fn finish(&self, evidence: &Evidence, head: &str) -> String {
        let mut text = head.to_owned();
        text.push_str(&found(evidence));
        for line in &self.left_out {
            text.push_str(&format!("; left out: {}\n", one_line(line)));
        }
        text.push_str(&self.text);
        text
    }
}

/// Where a test comes from, as a comment.
pub(super) fn found(evidence: &Evidence) -> String {
    let info = &evidence.info;
    let said = format!("{}, {}: {}", info.case, info.version, info.class);
    format!("; found by smt-storm: {}\n", one_line(&said))
}

/// The script with its status before each check, or at its head if there is one check only.
pub(super) fn with_status(script: &Instance) -> Instance {
    let head = script.commands.iter().take_while(|command| command.kind == Kind::Setup).count();
    let is_one = script.checks() == 1;
    let mut out = Instance::default();
    for (at, command) in script.commands.iter().enumerate() {
        if (is_one && at == head) || (!is_one && command.kind.is_check()) {
            let status = if command.kind == Kind::OpenCheck { "unknown" } else { "sat" };
            out.add(Kind::Setup, |text| text.extend(["(set-info :status ", status, ")"]));
        }
        out.add(command.kind, |text| text.push_str(script.line(command).trim_end()));
    }
    out
}
