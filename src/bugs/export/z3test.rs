//! z3test: the answers in `NAME.expected.out`. Every script is run with the same arguments, so
//! parameters become options in the script.

use crate::bugs::evidence::Evidence;

use super::options::set_option;
use super::script::Body;
use super::{File, answers, smt2};

pub(super) fn files(evidence: &Evidence) -> Vec<File> {
    let body = Body::with_options(evidence, "z3", option, decided);
    let answers = File { name: format!("{}.expected.out", evidence.name), text: answers(body.checks) };
    vec![smt2(evidence, body.finish(evidence, "")), answers]
}

/// A check with a tactic that may leave something open, made to decide: else `unknown` would be
/// as right an answer as `sat`.
fn decided(check: &str) -> String {
    let tactic = check.strip_prefix("(check-sat-using ").and_then(|rest| rest.strip_suffix(')'));
    tactic.map_or_else(|| check.to_owned(), |tactic| format!("(check-sat-using (then {tactic} smt))"))
}

/// The argument `NAME=VALUE` as a command.
fn option(argument: &str) -> Option<String> {
    let (name, value) = argument.split_once('=')?;
    set_option(name, value, "._")
}

#[cfg(test)]
mod tests {
    use super::{decided, option};

    #[test]
    fn a_tactic_is_made_to_decide() {
        assert_eq!(decided("(check-sat)"), "(check-sat)");
        let simplify = "(check-sat-using dom-simplify)";
        assert_eq!(decided(simplify), "(check-sat-using (then dom-simplify smt))");
    }

    #[test]
    fn parameters_become_options() {
        assert_eq!(option("smt.arith.solver=2").as_deref(), Some("(set-option :smt.arith.solver 2)"));
        for other in ["-st", "-T:5", "a=", "a=b)(exit", "--x=1", "a=b c"] {
            assert_eq!(option(other), None, "{other}");
        }
    }
}
