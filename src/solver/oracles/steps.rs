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

use super::cores;
use super::proof::Proof;
use crate::matrix::Class;
use crate::process::quotation::clipped;
use crate::smtlib::instance::{Instance, Question};
use crate::smtlib::{Names, Printer, Problem, TermId};
use crate::solver::answer::QUOTED;
use crate::solver::verdict::Opinion;
use crate::theory::exhaustion::FEW_POINTS;
use crate::witness::{Evaluator, Refutation, Truth, Valuation, Witness, exhaustive};

/// The most bytes of a proof that is judged.
const LARGEST: usize = 1 << 20;
/// The number of random assignments beside the witness.
const SAMPLES: u64 = 3;
/// The rule of what is asserted or supposed.
const ASSUMED: &str = "ASSUME";
/// The rule of steps for which the solver gives no reason.
const TRUSTED: &str = "TRUST";

/// Judges the proof that a solver `printed` after a check of an instance, counted from 0.
pub(super) fn judge(instance: &Instance, check: usize, printed: &str, evaluator: &Evaluator) -> Opinion {
    if printed.len() > LARGEST {
        return "proof long".into();
    }
    let Some((proof, problem)) = read(instance, printed) else { return "proof unreadable".into() };
    let terms = &problem.formulas.terms;
    let conclusions = problem.formulas.assertions.last().and_then(|&all| terms.as_app(all));
    let Some((_, conclusions)) = conclusions.filter(|(_, all)| all.len() == proof.steps.len()) else {
        return "proof unreadable".into();
    };
    let mut printer = Printer::new(terms);
    for (definitions, valuation) in valuations(instance, &problem, evaluator) {
        let wrong = proof
            .steps
            .iter()
            .enumerate()
            .filter(|(at, _)| is_wrong(*at, &proof, &problem, conclusions, &valuation));
        for (at, step) in wrong {
            let formulas = std::iter::once(&at).chain(&step.premises);
            let formulas: Vec<String> = formulas.map(|&at| printer.print(conclusions[at])).collect();
            if let Some(wrong) = refuted(instance, check, (&step.rule, &formulas), &definitions, evaluator) {
                return wrong;
            }
        }
    }
    "proof plausible".into()
}

/// Returns the opinion that a step is wrong: its rule, its conclusion and its premises; `None` if these values do not refute
/// by itself what is printed for the evidence.
pub(super) fn refuted(
    instance: &Instance,
    check: usize,
    (rule, formulas): (&str, &[String]),
    definitions: &str,
    evaluator: &Evaluator,
) -> Option<Opinion> {
    let of = format!("({rule} {})", formulas.join(" "));
    let claimed = instance.claimed(check, Question::Proof, &of).ok()?.with_witness(definitions);
    cores::satisfied_by_witness(&claimed, evaluator).filter(|_| !of.contains('\n'))?;
    let how = format!("step {}, which these values refute", clipped(&of, QUOTED));
    let refutation = Refutation { check, of, definitions: definitions.to_owned() };
    let wrong = Some((Class::WrongStep, how));
    Some(Opinion { word: "step wrong", wrong, refutation: Some(refutation) })
}

/// Searches all points for values that refute a step, written as for [`refuted`], where the symbols have few values: returns
/// their definitions, or `Some(None)` if there are none. `None` if exhaustion does not decide it.
pub(super) fn search(
    instance: &Instance,
    check: usize,
    (rule, formulas): (&str, &[String]),
) -> Option<Option<String>> {
    let claimed = format!("({rule} {})", formulas.join(" "));
    let claimed = instance.claimed(check, Question::Proof, &claimed).ok()?;
    // What a solver prints of single bits is large: at more points, one would take as long as many answers.
    match exhaustive::decide_within(&claimed, 0, FEW_POINTS)?.is_satisfiable()? {
        true => Some(Some(exhaustive::definitions(&claimed, 0)?)),
        false => Some(None),
    }
}

/// Decides a step over all points, as [`search`] does: returns whether none refutes it, and `false` if that is open.
///
/// # Errors
/// Values refute it: the opinion on that.
pub(super) fn decide(
    instance: &Instance,
    check: usize,
    step: (&str, &[String]),
    evaluator: &Evaluator,
) -> Result<bool, Opinion> {
    match search(instance, check, step) {
        Some(None) => Ok(true),
        Some(Some(definitions)) => {
            refuted(instance, check, step, &definitions, evaluator).map_or(Ok(false), Err)
        }
        None => Ok(false),
    }
}

/// Reads a proof, and its conclusions as one assertion after the declarations of its instance.
fn read(instance: &Instance, printed: &str) -> Option<(Proof, Problem)> {
    let proof = Proof::read(printed, &Names::collect(&instance.problem().ok()?.script))?;
    let declared = instance.declared().text;
    let problem = Problem::read(format!("{declared}(assert {})\n", proof.conclusions)).ok()?;
    Some((proof, problem))
}

/// Returns the truth values of a problem under the witness of its instance and under random values, one after another as
/// they are needed, each with the definitions.
pub(super) fn valuations<'a>(
    instance: &'a Instance,
    problem: &'a Problem,
    evaluator: &'a Evaluator,
) -> impl Iterator<Item = (Cow<'a, str>, Valuation)> {
    let witnessed = instance.witness().and_then(|definitions| {
        let witness = Witness::read(&problem.script, definitions).ok()?;
        Some((Cow::Borrowed(definitions), evaluator.valuation(problem, &witness).ok()?))
    });
    let sampled = (0..SAMPLES).filter_map(|number| {
        let found = evaluator.sampled(problem, number).ok()?;
        Some((Cow::Owned(found.witness.text()), found.valuation))
    });
    witnessed.into_iter().chain(sampled)
}

/// Whether a step is false where all its premises are true, whatever is chosen where SMT-LIB leaves values open.
fn is_wrong(
    at: usize,
    proof: &Proof,
    problem: &Problem,
    conclusions: &[TermId],
    valuation: &Valuation,
) -> bool {
    let step = &proof.steps[at];
    let is = |at: usize, truth: bool| valuation.truth(conclusions[at]) == Some(Truth::Is(truth));
    let is_contradiction =
        || problem.formulas.terms.as_app(conclusions[at]).is_some_and(|(head, _)| head == "false");
    let claims = match step.rule.as_str() {
        ASSUMED => false,
        TRUSTED => !step.premises.is_empty() && is_contradiction(),
        _ => true,
    };
    claims && is(at, false) && step.premises.iter().all(|&premise| is(premise, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::oracles::tests::opinion;

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
        let Refutation { check, of, definitions } = wrong.refutation.unwrap();
        assert_eq!(
            (check, of.as_str(), definitions.as_str()),
            (0, "(arith-wrong (= (= x 2) false))", values)
        );
    }
}
