//! The law of proofs: after `unsat`, each step that `(get-proof)` prints follows from its premises. So it is wrong if its
//! premises are true and its conclusion is false under any values of the symbols: those of the witness, which make most of
//! what is asserted true, and a few at random.
//!
//! A step without a premise, such as a rewriting, claims an identity. These steps claim nothing that can be judged:
//!
//! - assumptions, and what is trusted, unless it is that some premises contradict each other: a trusted step may replace a
//!   formula by one that is satisfiable when it is;
//! - what names a symbol that the solver made up, unless a step says which term it stands for, or a name that may mean two
//!   things;
//! - what depends on a value that SMT-LIB leaves open.

use std::borrow::Cow;
use std::iter;

use super::cvc5_proof::Proof;
use super::reply::Reply;
use super::steps::{Step, Steps};
use crate::smtlib::Names;
use crate::solver::verdict::Opinion;

/// The most bytes of a proof that is judged.
const LARGEST: usize = 1 << 20;
/// The rule of what is asserted or supposed.
const ASSUMED: &str = "ASSUME";
/// The rule of steps for which the solver gives no reason.
const TRUSTED: &str = "TRUST";

/// Judges a proof.
pub(super) fn judge(reply: &Reply) -> Opinion {
    if reply.printed.len() > LARGEST {
        return "proof long".into();
    }
    let Some(steps) = read(reply) else { return "proof unreadable".into() };
    steps.try_values(usize::MAX).map_or_else(|wrong| wrong, |_| "proof plausible".into())
}

/// Reads the steps of a proof that claim something.
fn read<'a>(reply: &'a Reply<'a>) -> Option<Steps<'a>> {
    let proof = Proof::read(reply.tree()?, &Names::collect(&reply.instance.problem().ok()?.script))?;
    let problem = reply.asserting([&proof.conclusions])?;
    let terms = &problem.formulas.terms;
    let (_, conclusions) = terms.as_app(*problem.formulas.assertions.last()?)?;
    if conclusions.len() != proof.steps.len() {
        return None;
    }
    let mut steps = Vec::new();
    for (at, step) in proof.steps.into_iter().enumerate() {
        let is_contradiction = || terms.as_app(conclusions[at]).is_some_and(|(head, _)| head == "false");
        let claims = match step.rule.as_str() {
            ASSUMED => false,
            TRUSTED => !step.premises.is_empty() && is_contradiction(),
            _ => true,
        };
        if claims {
            let formulas = iter::once(at).chain(step.premises).map(|at| conclusions[at]).collect();
            steps.push(Step { rule: Cow::Owned(step.rule), formulas });
        }
    }
    Some(Steps { reply, problem, steps })
}

#[cfg(test)]
mod tests {
    use crate::matrix::Class;
    use crate::solver::oracles::tests::opinion;
    use crate::witness::Refutation;

    #[test]
    fn a_wrong_step_is_told_with_the_values_that_refute_it() {
        let script =
            "(declare-fun x () Int)(declare-fun y () Int)(assert (= x (+ y 1)))(check-sat)(get-proof)";
        let values = "(define-fun x () Int 2)\n(define-fun y () Int 1)\n";
        let step = "((DSL_REWRITE :conclusion (= (= x 2) false) :args (arith-wrong x)))";
        let wrong = opinion(script, values, step);
        let (class, how) = wrong.wrong.unwrap();
        let expected = "step (arith-wrong (= (= x 2) false)), which these values refute";
        assert_eq!((class, how.as_str()), (Class::WrongStep, expected));
        let Refutation { check, of, definitions, .. } = wrong.refutation.unwrap();
        assert_eq!(
            (check, of.as_str(), definitions.as_str()),
            (0, "(arith-wrong (= (= x 2) false))", values)
        );
    }
}
