//! Evidence by exhaustion: which answer to a check is right, where the symbols have few values; and a certificate that any
//! solver can check without trusting it.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::smtlib::instance::{Expected, Instance, Kind};
use crate::smtlib::{Declaration, DeclarationKind, Names, Printer, Problem};
use crate::theory::domain;
use crate::theory::exhaustion::{self, Contradiction, Decision, Direction, POINTS};
use crate::theory::signature::Signature;
use crate::witness::assignment::Origin;
use crate::witness::certificate::{attach_each, attach_none, attach_unsat};

/// The maximal number of points that a certificate lists: a solver reads them in a second.
const LISTED: usize = 1 << 14;

/// Returns what exhaustion says about a check of an instance, counted from 0; `None` if it does not decide it. If some
/// symbols have too many values, it can still be unsatisfiable, by formulas over the other symbols that contradict each
/// other.
pub fn decide(instance: &Instance, check: usize) -> Option<Decision> {
    decide_within(instance, check, POINTS)
}

/// Like [`decide`], for at most so many points.
pub(crate) fn decide_within(instance: &Instance, check: usize, most: usize) -> Option<Decision> {
    let problem = instance.at_check(check).problem().ok()?;
    let of_all = exhaustion::decide(&problem, most).ok();
    of_all.or_else(|| Some(exhaustion::contradiction(&problem)?.decision))
}

/// Returns the script of an unsatisfiable check, counted from 0; if it has symbols with too many values, without the
/// formulas that exhaustion does not need.
fn decided(instance: &Instance, check: usize) -> Instance {
    let alone = instance.at_check(check);
    let Ok(problem) = alone.problem() else { return alone };
    if exhaustion::decide(&problem, POINTS).is_ok() {
        return alone;
    }
    let Some(Contradiction { formulas: kept, .. }) = exhaustion::contradiction(&problem) else {
        return alone;
    };
    let Problem { script, formulas } = &*problem;
    let mut core = alone.with(|at| matches!(alone.commands[at].kind, Kind::Setup | Kind::Declaration));
    let assertions = script.assertions.iter().zip(&formulas.assertions);
    let all = assertions.chain(script.assumptions.iter().zip(&formulas.assumptions));
    for (&node, _) in all.filter(|(_, formula)| kept.contains(formula)) {
        core.assert(script.tree.as_written(node));
    }
    core.add(Kind::Check(Expected::Unsat), "(check-sat)");
    let unused = core.unused_declarations();
    core.with(|at| !unused.contains_key(&at))
}

/// Whether exhaustion confirms what is expected of all judged checks of an instance, of which there must be one.
pub fn confirms(instance: &Instance) -> bool {
    let mut judged = (0..instance.checks()).filter(|&check| instance.is_judged(check)).peekable();
    judged.peek().is_some()
        && judged.all(|check| {
            let is_sat = decide(instance, check).and_then(|decision| decision.is_satisfiable());
            is_sat.is_some_and(|is_sat| {
                instance.expected(check) == if is_sat { Expected::Sat } else { Expected::Unsat }
            })
        })
}

/// Returns definitions of all symbols of an instance, one command for each declaration: the first model of a satisfiable
/// check, counted from 0. `None` if exhaustion finds none.
pub fn definitions(instance: &Instance, check: usize) -> Option<String> {
    complete(instance, &decide(instance, check)?.first?)
}

/// Returns definitions of all symbols of an instance, one command for each declaration: the model of a check, counted
/// from 0, at which terms are best, the earlier ones first. `None` if exhaustion finds none.
pub(crate) fn best(instance: &Instance, check: usize, objectives: &[(&str, Direction)]) -> Option<String> {
    let mut asked = instance.at_check(check);
    for (term, _) in objectives {
        asked.assert(&format!("(= {term} {term})"));
    }
    let problem = asked.problem().ok()?;
    let asserted = &problem.formulas.assertions;
    let equations = asserted.len().checked_sub(objectives.len()).map(|at| &asserted[at..])?;
    let terms = equations.iter().map(|&equation| problem.formulas.terms.as_app(equation)?.1.first().copied());
    let directions = objectives.iter().map(|(_, direction)| *direction);
    let objectives = terms.collect::<Option<Vec<_>>>()?.into_iter().zip(directions);
    let best = exhaustion::best(&problem, &objectives.collect::<Vec<_>>(), POINTS).ok()??;
    complete(instance, &best)
}

/// Adds to the definitions of a model those of the symbols that the check does not need.
fn complete(instance: &Instance, model: &BTreeMap<String, String>) -> Option<String> {
    let problem = instance.problem().ok()?;
    let signature = Signature::collect(&problem.script);
    let line = |line: &Declaration| match &line.kind {
        DeclarationKind::Function(name, ..) => {
            model.get(name).cloned().or_else(|| domain::plainest_definition(name, &signature))
        }
        _ => Some(problem.script.tree.canonical_text(line.node)),
    };
    let lines = problem.script.declarations.iter().map(line).collect::<Option<Vec<_>>>()?;
    Some(lines.into_iter().map(|line| line + "\n").collect())
}

/// Returns the numbers of points of the last judged check of a script, if that is unsatisfiable.
pub fn points(instance: &Instance) -> Option<usize> {
    let last = instance.last_judged().filter(|&last| instance.expected(last) == Expected::Unsat)?;
    Some(decide(instance, last)?.points)
}

/// Returns a text followed by what exhaustion says of the last judged check of its script, as comments: that there is no
/// model, or the first one. For a session, that is a check of the last script.
pub fn attach_decided(text: &str, script: &Instance) -> String {
    let scripts = script.scripts();
    let (Some(last), before) = (scripts.last(), scripts.len().saturating_sub(1)) else {
        return text.to_owned();
    };
    let before: usize = scripts[..before].iter().map(Instance::checks).sum();
    let Some(check) = last.last_judged() else { return attach_none(text) };
    let decision = decide(last, check);
    if let Some(decision) = decision.as_ref().filter(|_| last.expected(check) == Expected::Unsat) {
        return attach_unsat(text, before + check, decision.points);
    }
    let first = decision.and_then(|decision| decision.first);
    let Some(definitions) = first.and_then(|first| complete(last, &first)) else { return attach_none(text) };
    let open: Vec<usize> = (0..script.checks()).filter(|&other| other != before + check).collect();
    attach_each(
        text,
        Origin::Exhaustion,
        std::iter::once((vec![before + check], definitions.as_str())),
        &open,
    )
}

/// Returns the expansion of an unsatisfiable check, counted from 0: its assertions, or those of them that exhaustion needs,
/// as a defined predicate over all symbols, and the claim that it holds at one of all points, which it lists. Any correct
/// solver answers `unsat`, also one that only evaluates. If functions are among the symbols, or the points are too many, it
/// is the script for the check itself.
pub(crate) fn expansion(instance: &Instance, check: usize) -> String {
    let alone = decided(instance, check);
    let expanded = alone.problem().ok().and_then(|problem| expanded(&problem, &alone));
    expanded.unwrap_or(alone.text)
}

fn expanded(problem: &Problem, alone: &Instance) -> Option<String> {
    let points = exhaustion::list(problem, LISTED).ok()??;
    let tree = &problem.script.tree;
    // A definition cannot refer to the parameters of the predicate.
    let is_symbol = |atom: &str| points.symbols.iter().any(|(name, _)| name == atom);
    let definitions = problem.script.declarations.iter();
    let mut definitions = definitions.filter(|line| matches!(line.kind, DeclarationKind::Definition));
    if definitions.any(|line| tree.atoms_in(line.node).any(is_symbol)) {
        return None;
    }
    let names = Names::collect(&problem.script);
    let mut holds = "holds".to_owned();
    while names.contains(&holds) {
        holds.push('!');
    }
    let mut lines = String::new();
    let others = alone.declarations().filter(|line| !line.starts_with("(declare-fun "));
    others.for_each(|line| lines.push_str(line));
    let parameters: Vec<String> =
        points.symbols.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
    // Printed terms have no names, which must not contain the parameters of the predicate.
    let mut printer = Printer::new(&problem.formulas.terms);
    let formulas = problem.formulas.assertions.iter().chain(&problem.formulas.assumptions);
    let formulas: Vec<String> = formulas.map(|&formula| printer.print(formula)).collect();
    let (parameters, formulas) = (parameters.join(" "), formulas.join(" "));
    let _ = writeln!(lines, "(define-fun {holds} ({parameters}) Bool (and true {formulas}))");
    lines.push_str("(assert (or false");
    for values in points.rows {
        let _ = match values.is_empty() {
            true => write!(lines, "\n{holds}"),
            false => write!(lines, "\n({holds} {})", values.join(" ")),
        };
    }
    lines.push_str("))\n");
    Some(format!("(set-logic ALL)\n{}(check-sat)\n", names.without_logic(&lines)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 1))\n(declare-fun p () Bool)\n\
        (assert (= x #b1))\n(push 1)\n(assert (= p (= x #b0)))\n(check-sat-assuming (p))\n(pop 1)\n(check-sat)\n";

    fn instance(expected: [Expected; 2]) -> Instance {
        let mut instance = Instance::read(SCRIPT).unwrap();
        instance.expect(expected[0], &[0]);
        instance.expect(expected[1], &[1]);
        instance
    }

    #[test]
    fn what_is_expected_is_confirmed() {
        use Expected::{Open, Sat, Unsat};
        for (expected, is_confirmed) in [
            ([Unsat, Sat], true),
            ([Unsat, Open], true),
            ([Open, Sat], true),
            ([Sat, Sat], false),
            ([Unsat, Unsat], false),
            ([Open, Open], false),
        ] {
            assert_eq!(confirms(&instance(expected)), is_confirmed, "{expected:?}");
        }
        assert!(!confirms(&Instance::read("(declare-fun x () Int)(assert (< x x))(check-sat)").unwrap()));
    }

    #[test]
    fn an_expansion_lists_all_points() {
        let expected = "(set-logic ALL)\n(define-fun holds ((p Bool) (x (_ BitVec 1))) Bool \
            (and true (= x #b1) (= p (= x #b0)) p))\n(assert (or false\n(holds false #b0)\n(holds false #b1)\n\
            (holds true #b0)\n(holds true #b1)))\n(check-sat)\n";
        assert_eq!(expansion(&instance([Expected::Unsat, Expected::Open]), 0), expected);
        let named =
            Instance::read(&SCRIPT.replace("(assert (= x #b1))", "(assert (! (= x #b1) :named n))")).unwrap();
        assert_eq!(expansion(&named, 0), expected);
        let function = "(declare-fun f (Bool) Bool)\n(assert (distinct (f true) (f true)))\n(check-sat)\n";
        assert_eq!(expansion(&Instance::read(function).unwrap(), 0), function);
    }
}
