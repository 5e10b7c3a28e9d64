//! What a solver prints beside its answer, and whether it is right: each kind of claim is judged by a law of its own,
//! one file each; that of models is in [`model_check`]. No law needs a second solver, and none speaks against a solver
//! whose output is incomplete or cannot be read. Two laws ask the same solver again, about a part of what it printed.

mod assignments;
mod bit_blasting;
mod cores;
mod cvc5_proof;
mod derived;
mod interpolants;
mod objectives;
mod proofs;
mod reply;
mod steps;
mod values;

pub(super) use self::reply::AskAgain;
use self::reply::Reply;
use crate::smtlib::instance::{Instance, Question};
use crate::solver::answer::{self, Answer};
use crate::solver::model_check;
use crate::solver::verdict::Opinion;
use crate::witness::Evaluator;

/// Judges what a solver said after its answer, in reply to the questions after a check of an instance, counted from 0.
/// `again` asks it other scripts.
pub(super) fn judge(
    instance: &Instance,
    check: usize,
    (answer, said): (&Answer, &str),
    evaluator: &Evaluator,
    again: AskAgain<'_>,
) -> Vec<Opinion> {
    let asked: Vec<(usize, Question)> = instance.asked_after(check).collect();
    let is_due = |(at, question): (usize, Question)| match (question, answer) {
        (Question::Other, _) | (_, Answer::None(_)) => false,
        (Question::Derived(_), _) => true,
        (Question::Interpolant, _) if instance.has_conjecture(&instance.commands[at]) => true,
        (_, Answer::Sat) => !question.is_about_unsat(),
        (_, Answer::Unsat) => question.is_about_unsat(),
        (_, Answer::Unknown) => false,
    };
    if !asked.iter().any(|asked| is_due(*asked)) {
        return Vec::new();
    }
    let Some(replies) = answer::replies(said, asked.len()) else { return vec!["replies unreadable".into()] };
    let all = || asked.iter().zip(&replies);
    let model = all().find(|((_, question), _)| *question == Question::Model).map(|(_, reply)| *reply);
    let mut opinions = Vec::new();
    for (&(at, question), printed) in all().filter(|(asked, _)| is_due(**asked)) {
        let command = &instance.commands[at];
        let reply = Reply { instance, check, question, command, printed, model, evaluator, again };
        opinions.push(match question {
            Question::Model => model_check::judge(&instance.at_check(check), printed, evaluator),
            Question::Values | Question::Assignment if model.is_none() => continue,
            Question::Values => values::judge(&reply),
            Question::Assignment => assignments::judge(&reply),
            Question::Objectives => objectives::judge(&reply),
            Question::Core | Question::FailedAssumptions => cores::judge(&reply),
            Question::Derived(derived) => derived::judge(&reply, derived),
            Question::Proof => proofs::judge(&reply),
            Question::Interpolant => interpolants::judge(&reply),
            Question::Other => continue,
        });
    }
    opinions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::examples::check;

    /// Judges the reply to the question of a script with one check, under the definitions of a witness if there are some.
    pub(super) fn opinion(script: &str, witness: &str, reply: &str) -> Opinion {
        let instance = Instance::read(script).unwrap();
        let instance = if witness.is_empty() { instance } else { instance.with_witness(witness) };
        let opinion =
            judge(&instance, 0, (&Answer::Unsat, reply), &Evaluator::in_process(), &|_| None).remove(0);
        assert_eq!(opinion.wrong.is_some(), opinion.word.ends_with("wrong"), "{script} {reply}");
        assert!(opinion.refutation.is_none() || opinion.wrong.is_some(), "{script} {reply}");
        opinion
    }

    #[test]
    fn replies_are_judged_by_their_laws() {
        check(include_str!("examples.smt2"), |example| {
            let (script, witness) = example.declared.split_once('\n').unwrap();
            opinion(script, witness, example.term).word.to_owned()
        });
    }
}
