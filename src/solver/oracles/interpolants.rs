//! The law of interpolants: after `unsat`, `(get-interpolant (a …))` prints a formula that follows from the named assertions
//! and contradicts all others in force, with the assumptions; and each symbol in it occurs on both of these sides (Craig
//! 1957). That of `(get-interpolant I f)` follows from all assertions in force, and `f`, which they entail, follows from
//! it.
//!
//! So it makes two steps, see [`Steps`]: from the one side to the formula, and from the other side to its negation. The
//! witness makes most assertions true, and often all on one of the sides. Where the symbols have few values, exhaustion
//! decides both steps. An interpolant of another operator than those of SMT-LIB, or one whose truth depends on a value
//! that SMT-LIB leaves open, is not judged.

use std::collections::BTreeSet;

use super::reply::Reply;
use super::steps::{Step, Steps};
use crate::smtlib::{DeclarationKind, Problem, TermId};
use crate::solver::verdict::Opinion;
use crate::theory::signature::Signature;

/// The most bytes of an interpolant that is judged.
const LARGEST: usize = 1 << 16;

/// Judges an interpolant.
pub(super) fn judge(reply: &Reply) -> Opinion {
    if reply.printed.len() > LARGEST {
        return "interpolant long".into();
    }
    let Some(steps) = read(reply) else { return "interpolant unreadable".into() };
    word(&steps).map_or_else(|wrong| wrong, Opinion::from)
}

/// Returns what is known of an interpolant that is not wrong, or else the opinion on that.
fn word(steps: &Steps) -> Result<&'static str, Opinion> {
    let is_decided = steps.try_values(usize::MAX)?;
    if let Some(name) = private_symbol(steps) {
        return Err(steps.wrong(&format!("in which {name} is on one side only")));
    }
    Ok(match (steps.try_all_values()?, is_decided) {
        (true, _) => "interpolant right",
        (_, true) => "interpolant plausible",
        _ => "interpolant undecided",
    })
}

/// Reads the steps from both sides.
fn read<'a>(reply: &'a Reply<'a>) -> Option<Steps<'a>> {
    let printed = reply.tree()?;
    let &[root] = printed.roots() else { return None };
    let parts = printed.list(root).unwrap_or_default();
    let interpolant = match (parts.first().and_then(|&head| printed.symbol(head)), parts) {
        (Some("error"), _) => return None,
        (Some("define-fun"), &[_, _, _, _, defined]) => printed.text(defined),
        _ => printed.text(root),
    };
    let [one, other] = reply.instance.sides(reply.check, &reply.asked()?)?;
    let split = 1 + one.len();
    let sides = [vec![interpolant.to_owned()], one, vec![format!("(not {interpolant})")], other];
    let problem = reply.asserting(sides.concat())?;
    let (one, other) = problem.formulas.assertions.split_at_checked(split)?;
    let step = |side: &[TermId]| Step { rule: "get-interpolant".into(), formulas: side.to_vec() };
    let steps = vec![step(one), step(other)];
    Some(Steps { reply, problem, steps })
}

/// Returns a declared symbol of the interpolant that does not occur on both sides. What a definition mentions counts as
/// occurring everywhere.
fn private_symbol<'a>(steps: &'a Steps) -> Option<&'a str> {
    let Problem { script, formulas, .. } = &steps.problem;
    let (terms, signature) = (&formulas.terms, Signature::collect(script));
    let symbols = |roots: &[TermId]| {
        let reached = terms.reached(roots.iter().copied());
        let heads = terms.ids().filter(|id| reached[id.index()]).filter_map(|id| terms.as_app(id));
        let is_declared = |head: &&str| signature.find(head).is_some_and(|function| !function.is_defined);
        heads.map(|(head, _)| head).filter(is_declared).collect::<BTreeSet<&str>>()
    };
    let definitions = script.declarations.iter();
    let definitions = definitions.filter(|line| matches!(line.kind, DeclarationKind::Definition));
    let mentioned: BTreeSet<&str> = definitions.flat_map(|line| script.tree.atoms_in(line.node)).collect();
    let [Step { formulas: one, .. }, Step { formulas: other, .. }] = steps.steps.as_slice() else {
        return None;
    };
    let sides = [symbols(one.get(1..)?), symbols(other.get(1..)?)];
    let is_shared = |name: &&str| sides.iter().all(|side| side.contains(name)) || mentioned.contains(name);
    symbols(one.get(..1)?).into_iter().find(|name| !is_shared(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Class;
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
