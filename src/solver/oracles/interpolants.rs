//! The law of interpolants: after `unsat`, `(get-interpolant (a …))` prints a formula that follows from the named assertions
//! and contradicts all others in force, with the assumptions; and each symbol in it occurs on both of these sides (Craig
//! 1957). That of `(get-interpolant I f)` follows from all assertions in force, and `f`, which they entail, follows from
//! it.
//!
//! So it makes two steps, see [`steps`]: from the one side to the formula, and from the other side to its negation. The
//! witness makes most assertions true, and often all on one of the sides. Where the symbols have few values, exhaustion
//! decides both steps. An interpolant of another operator than those of SMT-LIB, or one whose truth depends on a value
//! that SMT-LIB leaves open, is not judged.

use std::collections::BTreeSet;

use super::steps;
use crate::matrix::Class;
use crate::process::quotation::clipped;
use crate::smtlib::instance::Instance;
use crate::smtlib::{DeclarationKind, Printer, Problem, TermId, Tree};
use crate::solver::answer::QUOTED;
use crate::solver::verdict::Opinion;
use crate::theory::signature::Signature;
use crate::witness::{Evaluator, Truth};

/// The most bytes of an interpolant that is judged.
const LARGEST: usize = 1 << 16;
/// What evidence has in place of the rule of a step.
const RULE: &str = "get-interpolant";

/// Judges the interpolant that a solver `printed` in reply to a `command` after a check of an instance, counted from 0.
pub(super) fn judge(
    instance: &Instance,
    check: usize,
    command: &str,
    printed: &str,
    evaluator: &Evaluator,
) -> Opinion {
    if printed.len() > LARGEST {
        return "interpolant long".into();
    }
    let Some(claim) = Claim::read(instance, check, command, printed) else {
        return "interpolant unreadable".into();
    };
    let mut printer = Printer::new(&claim.problem.formulas.terms);
    let mut printed_of = |step: &[TermId]| step.iter().map(|&id| printer.print(id)).collect::<Vec<_>>();
    let refuted = |formulas: &[String], definitions: &str| {
        steps::refuted(instance, check, (RULE, formulas), definitions, evaluator)
    };
    let mut is_decided = false;
    for (definitions, valuation) in steps::valuations(instance, &claim.problem, evaluator) {
        let is = |id: &TermId, truth: bool| valuation.truth(*id) == Some(Truth::Is(truth));
        for step in &claim.steps {
            let [conclusion, premises @ ..] = step.as_slice() else { continue };
            if !premises.iter().all(|premise| is(premise, true)) {
                continue;
            }
            is_decided |= is(conclusion, true) || is(conclusion, false);
            let wrong = is(conclusion, false).then(|| refuted(&printed_of(step), &definitions));
            if let Some(wrong) = wrong.flatten() {
                return wrong;
            }
        }
    }
    if let Some(name) = claim.private_symbol() {
        let formula = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        let how = format!("step ({RULE} {}), in which {name} is on one side only", clipped(&formula, QUOTED));
        return Opinion { word: "step wrong", wrong: Some((Class::WrongStep, how)), refutation: None };
    }
    let mut is_right = true;
    for step in &claim.steps {
        let formulas = printed_of(step);
        match steps::decide(instance, check, (RULE, &formulas), evaluator) {
            Ok(proved) => is_right &= proved,
            Err(wrong) => return wrong,
        }
    }
    match (is_right, is_decided) {
        (true, _) => "interpolant right".into(),
        (_, true) => "interpolant plausible".into(),
        _ => "interpolant undecided".into(),
    }
}

/// What a reply claims.
struct Claim {
    /// The formulas of both steps, asserted after the declarations of the instance.
    problem: Problem,
    /// Two steps, each with its conclusion before its premises.
    steps: [Vec<TermId>; 2],
}

impl Claim {
    fn read(instance: &Instance, check: usize, command: &str, printed: &str) -> Option<Claim> {
        let reply = Tree::parse(printed.to_owned()).ok()?;
        let &[root] = reply.roots() else { return None };
        let parts = reply.list(root).unwrap_or_default();
        let interpolant = match (parts.first().and_then(|&head| reply.symbol(head)), parts) {
            (Some("error"), _) => return None,
            (Some("define-fun"), &[_, _, _, _, defined]) => reply.text(defined),
            _ => reply.text(root),
        };
        let [one, other] = instance.sides(check, command)?;
        let mut script = instance.declared().text;
        let mut assert = |formula: &str| script.extend(["(assert ", formula, ")\n"]);
        assert(interpolant);
        one.iter().for_each(|formula| assert(formula));
        assert(&format!("(not {interpolant})"));
        other.iter().for_each(|formula| assert(formula));
        let problem = Problem::read(script).ok()?;
        let (one, other) = problem.formulas.assertions.split_at_checked(1 + one.len())?;
        let steps = [one.to_vec(), other.to_vec()];
        Some(Claim { problem, steps })
    }

    /// Returns a declared symbol of the interpolant that does not occur on both sides. What a definition mentions counts as
    /// occurring everywhere.
    fn private_symbol(&self) -> Option<&str> {
        let Problem { script, formulas, .. } = &self.problem;
        let (terms, signature) = (&formulas.terms, Signature::collect(script));
        let symbols = |roots: &[TermId]| {
            let reached = terms.reached(roots.iter().copied());
            let heads = terms.ids().filter(|id| reached[id.index()]).filter_map(|id| terms.as_app(id));
            let is_declared = |head: &&str| signature.find(head).is_some_and(|function| !function.is_defined);
            heads.map(|(head, _)| head).filter(is_declared).collect::<BTreeSet<&str>>()
        };
        let definitions = script.declarations.iter();
        let definitions = definitions.filter(|line| matches!(line.kind, DeclarationKind::Definition));
        let mentioned: BTreeSet<&str> =
            definitions.flat_map(|line| script.tree.atoms_in(line.node)).collect();
        let [one, other] = &self.steps;
        let sides = [symbols(one.get(1..)?), symbols(other.get(1..)?)];
        let is_shared =
            |name: &&str| sides.iter().all(|side| side.contains(name)) || mentioned.contains(name);
        symbols(one.get(..1)?).into_iter().find(|name| !is_shared(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::oracles::tests::opinion;

    const SCRIPT: &str = "(declare-fun x () Int)(declare-fun y () Int)(declare-fun z () Int)(assert (! (> x y) :named a))\
        (assert (! (> y 2) :named c))(assert (< x z))(check-sat-assuming ((< x 3)))(get-interpolant (a c))";

    #[test]
    fn an_interpolant_contradicts_the_other_side() {
        let witness = "(define-fun x () Int 2)\n(define-fun y () Int 7)\n(define-fun z () Int 5)\n";
        let wrong = opinion(SCRIPT, witness, "(> x 1)");
        let expected = "(get-interpolant (not (> x 1)) (< x z) (< x 3))";
        let how = format!("step {expected}, which these values refute");
        assert_eq!(
            (wrong.wrong, wrong.refutation.unwrap().of),
            (Some((Class::WrongStep, how)), expected.to_owned())
        );
    }

    #[test]
    fn an_interpolant_has_symbols_of_both_sides() {
        let witness = "(define-fun x () Int 6)\n(define-fun y () Int 4)\n(define-fun z () Int 0)\n";
        // Each says the same as one without the other symbol.
        for (printed, private) in [("(> (+ x y) (+ y 2))", "y"), ("(or (> x 2) (distinct z z))", "z")] {
            let Opinion { wrong, refutation, .. } = opinion(SCRIPT, witness, printed);
            let how = format!("step (get-interpolant {printed}), in which {private} is on one side only");
            assert_eq!((wrong, refutation), (Some((Class::WrongStep, how)), None));
        }
    }
}
