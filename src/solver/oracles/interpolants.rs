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
use crate::smtlib::instance::{Instance, Question};
use crate::smtlib::{DeclarationKind, Printer, Problem, TermId, Tree};
use crate::solver::answer::QUOTED;
use crate::solver::verdict::Opinion;
use crate::theory::exhaustion::FEW_POINTS;
use crate::theory::signature::Signature;
use crate::witness::{Evaluator, Truth, exhaustive};

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
        let claimed = format!("({RULE} {})", formulas.join(" "));
        let claimed = instance.claimed(check, Question::Interpolant, &claimed).ok();
        // An interpolant of single bits is large: at more points, one would take as long as many answers.
        let decision =
            |claimed: &Instance| exhaustive::decide_within(claimed, 0, FEW_POINTS)?.is_satisfiable();
        let is_satisfiable = claimed.as_ref().and_then(decision);
        is_right &= is_satisfiable == Some(false);
        let definitions = claimed.filter(|_| is_satisfiable == Some(true));
        let definitions = definitions.and_then(|claimed| exhaustive::definitions(&claimed, 0));
        if let Some(wrong) = definitions.and_then(|definitions| refuted(&formulas, &definitions)) {
            return wrong;
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

    const SCRIPT: &str = "(set-logic ALL)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(declare-fun z () Int)\n\
        (assert (! (> x y) :named a))\n(push 1)\n(assert (! (= y 1) :named b))\n(pop 1)\n(assert (! (> y 2) :named c))\n\
        (assert (< x z))\n(check-sat-assuming ((< x 3)))\n(get-interpolant (a c))\n";

    /// Judges a reply under some values of `x`, `y` and `z`.
    #[track_caller]
    fn opinion(values: [i32; 3], printed: &str) -> Opinion {
        let definitions = ["x", "y", "z"].iter().zip(values);
        let definitions: String =
            definitions.map(|(name, value)| format!("(define-fun {name} () Int {value})\n")).collect();
        let instance = Instance::read(SCRIPT).unwrap().with_witness(&definitions);
        let opinion = judge(&instance, 0, "(get-interpolant (a c))", printed, &Evaluator::alone());
        assert_eq!(opinion.wrong.is_some(), opinion.word == "step wrong");
        opinion
    }

    #[test]
    fn an_interpolant_follows_from_the_one_side() {
        let word = |printed: &str| opinion([6, 4, 0], printed).word;
        assert_eq!(word("(> x 2)"), "interpolant plausible");
        assert_eq!(word("(let ((_let0 x)) (not (<= _let0 2)))"), "interpolant plausible");
        // Too strong, as the witness of the one side shows.
        assert_eq!(word("(> x 6)"), "step wrong");
        assert_eq!(word("false"), "step wrong");
        assert_eq!(word("(> (div x 0) 7)"), "interpolant undecided");
        assert_eq!(word("(unheard-of x)"), "interpolant undecided");
        for unreadable in ["", "unsupported ()", "(error \"mixed lemmas\")", "(forall)", "true false"] {
            assert_eq!(word(unreadable), "interpolant unreadable", "{unreadable}");
        }
    }

    #[test]
    fn an_interpolant_contradicts_the_other_side() {
        let opinion = |printed: &str| opinion([2, 7, 5], printed);
        assert_eq!(opinion("(> x 2)").word, "interpolant plausible");
        // Too weak, as the witness of the other side shows.
        let wrong = opinion("(> x 1)");
        let (class, how) = wrong.wrong.unwrap();
        let expected = "(get-interpolant (not (> x 1)) (< x z) (< x 3))";
        assert_eq!((class, how), (Class::WrongStep, format!("step {expected}, which these values refute")));
        assert_eq!(wrong.refutation.unwrap().of, expected);
    }

    #[test]
    fn an_interpolant_has_symbols_of_both_sides() {
        // Each says the same as one without the other symbol.
        for (printed, private) in [("(> (+ x y) (+ y 2))", "y"), ("(or (> x 2) (distinct z z))", "z")] {
            let Opinion { wrong, refutation, .. } = opinion([6, 4, 0], printed);
            let how = format!("step (get-interpolant {printed}), in which {private} is on one side only");
            assert_eq!((wrong, refutation), (Some((Class::WrongStep, how)), None));
        }
    }

    #[test]
    fn an_interpolant_is_between_assertions_and_a_conjecture() {
        let script =
            "(declare-fun x () Int)(declare-fun y () Int)(assert (> x y))(assert (> y 2))(check-sat)";
        let command = "(get-interpolant I (or (= x 0) (> x y)))";
        let word = |definitions: &str, printed: &str| {
            let instance = Instance::read(&format!("{script}{command}")).unwrap().with_witness(definitions);
            judge(&instance, 0, command, printed, &Evaluator::alone()).word
        };
        let satisfied = "(define-fun x () Int 6)\n(define-fun y () Int 4)\n";
        assert_eq!(word(satisfied, "(define-fun I () Bool (> x y))"), "interpolant plausible");
        assert_eq!(word(satisfied, "(define-fun I () Bool (> x 6))"), "step wrong");
        let denied = "(define-fun x () Int 3)\n(define-fun y () Int 4)\n";
        assert_eq!(word(denied, "(define-fun I () Bool (> x y))"), "interpolant plausible");
        assert_eq!(word(denied, "(define-fun I () Bool (> x 2))"), "step wrong");
        assert_eq!(word(denied, "(error \"no interpolant\")"), "interpolant unreadable");
    }

    #[test]
    fn exhaustion_decides_over_few_values() {
        let script = "(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun r () Bool)(assert (! (and p q) :named a))\
            (assert (! (=> q (not r)) :named b))(assert (or r (not q)))(check-sat)(get-interpolant (a b))";
        let instance = Instance::read(script).unwrap();
        let opinion =
            |printed: &str| judge(&instance, 0, "(get-interpolant (a b))", printed, &Evaluator::alone());
        assert_eq!(opinion("(and q (not r))").word, "interpolant right");
        for wrong in ["q", "(not r)", "(or (not q) (not r))", "true", "false"] {
            let opinion = opinion(wrong);
            assert_eq!(opinion.word, "step wrong", "{wrong}");
            assert!(opinion.refutation.is_some(), "{wrong}");
        }
    }

    #[test]
    fn definitions_hide_no_symbol() {
        let script = "(declare-fun p () Bool)(declare-fun q () Bool)(define-fun both () Bool (and p q))\
            (assert (! both :named a))(assert (not q))(check-sat)(get-interpolant (a))";
        let instance = Instance::read(script).unwrap();
        let word =
            |printed: &str| judge(&instance, 0, "(get-interpolant (a))", printed, &Evaluator::alone()).word;
        assert_eq!(word("q"), "interpolant right");
    }
}
