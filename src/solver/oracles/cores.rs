//! The law of cores: after `unsat`, `(get-unsat-core)` names only assertions in force and assumptions, and these contradict
//! each other, with all assertions in force that have no name and all assumptions; `(get-unsat-assumptions)` lists
//! assumptions that contradict the assertions in force.
//!
//! Nothing has to be searched for to refute a core: it is wrong if the witness of the instance satisfies it, which was
//! made to satisfy most of the assertions. Where the symbols have few values, exhaustion decides it. Any other core is asked
//! again alone: the solver must not answer `sat`, and its model, if that is one, refutes the core. Nothing else that it says
//! there counts. A core whose truth depends on a value that SMT-LIB leaves open is not judged by values.
//!
//! A core need not be minimal. The options that ask for a minimal one promise none that could be checked: that of Z3 has no
//! effect before some tactics, and that of cvc5 keeps assertions that it cannot decide, and disregards those without a name that
//! its first core does not need.

use super::reply::{Reply, satisfied_by_witness};
use crate::matrix::Class;
use crate::process::quotation::{clipped, on_one_line};
use crate::smtlib::instance::{NoClaim, Question};
use crate::solver::answer::{Answer, QUOTED};
use crate::solver::model_check;
use crate::solver::verdict::Opinion;
use crate::witness::{Refutation, Refuted, exhaustive};

/// Judges a core, or failed assumptions.
pub(super) fn judge(reply: &Reply) -> Opinion {
    let &Reply { instance, check, question, printed, evaluator, again, .. } = reply;
    let core = on_one_line(printed);
    let wrong = |why: String, refutation| {
        let noun = if question == Question::Core { "core" } else { "failed assumptions" };
        let how = format!("{noun} {}, {why}", clipped(&core, QUOTED));
        Opinion { word: "core wrong", wrong: Some((Class::InvalidCore, how)), refutation }
    };
    let claimed = match instance.claimed(check, question, printed) {
        Ok(claimed) => claimed,
        Err(NoClaim::Unreadable) => return "core unreadable".into(),
        Err(foreign @ NoClaim::Foreign(_)) => return wrong(format!("of which {foreign}"), None),
    };
    let refuted = |definitions| {
        let refutation = Refutation { check, refuted: Refuted::Core, of: core.clone(), definitions };
        wrong("which these values satisfy".to_owned(), Some(refutation))
    };
    if let Some(definitions) = satisfied_by_witness(&claimed, evaluator) {
        return refuted(definitions);
    }
    match exhaustive::decide(&claimed, 0).and_then(|decision| decision.is_satisfiable()) {
        Some(true) => exhaustive::definitions(&claimed, 0).map_or("core undecided".into(), refuted),
        Some(false) => "core right".into(),
        None => match again(&claimed) {
            Some((Answer::Sat, model)) => model_check::satisfying(&claimed, &model, evaluator)
                .map_or_else(|| wrong("of which alone the solver says sat".to_owned(), None), refuted),
            _ => "core plausible".into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::instance::Instance;
    use crate::solver::oracles::tests::opinion;
    use crate::witness::Evaluator;

    #[test]
    fn exhaustion_decides_over_few_values() {
        let script = "(declare-fun p () Bool)(declare-fun q () Bool)(assert (! p :named a))(assert (! (= p q) :named b))\
            (assert (! (not q) :named c))(check-sat)(get-unsat-core)";
        assert_eq!(opinion(script, "", "(a b c)").word, "core right");
        let wrong = opinion(script, "", "(a\nb)");
        let (class, how) = wrong.wrong.unwrap();
        assert_eq!((class, how.as_str()), (Class::InvalidCore, "core (a b), which these values satisfy"));
        let Refutation { check, of, definitions, .. } = wrong.refutation.unwrap();
        let expected = "(define-fun p () Bool true)\n(define-fun q () Bool true)\n";
        assert_eq!((check, of.as_str(), definitions.as_str()), (0, "(a b)", expected));
    }

    /// Judges a core of a script that nothing known satisfies, where the solver says this to what the core claims.
    fn asked_again(answer: Answer, said: &str, printed: &str) -> Opinion {
        let script = "(declare-fun x () Int)(assert (! (> x 3) :named a))(assert (! (< (* x x) 20) :named b))\
            (assert (! (< x 3) :named c))(assert (< x 9))(check-sat)(get-unsat-core)";
        let instance = Instance::read(script).unwrap().with_witness("(define-fun x () Int 0)\n");
        let claimed = "(declare-fun x () Int)\n(assert (! (> x 3) :named a))\n(assert (! (< (* x x) 20) :named b))\n\
            (assert (< x 9))\n(check-sat)\n";
        let again = |script: &Instance| {
            assert_eq!(script.text, claimed);
            Some((answer.clone(), said.to_owned()))
        };
        let evaluator = Evaluator::in_process();
        let reply = Reply::new(&instance, 0, printed, &evaluator);
        judge(&Reply { question: Question::Core, again: &again, ..reply })
    }

    #[test]
    fn a_core_is_wrong_if_the_solver_satisfies_it_alone() {
        let model = "((define-fun x () Int 4))";
        let wrong = asked_again(Answer::Sat, model, "(a b)");
        let (class, how) = wrong.wrong.unwrap();
        assert_eq!((class, how.as_str()), (Class::InvalidCore, "core (a b), which these values satisfy"));
        let Refutation { refuted, of, definitions, .. } = wrong.refutation.unwrap();
        assert_eq!(
            (refuted, of.as_str(), definitions.as_str()),
            (Refuted::Core, "(a b)", "(define-fun x () Int 4)\n")
        );
        // Without a model that satisfies it, the answers contradict each other all the same.
        for model in ["", "(error \"no model\")", "((define-fun x () Int 7))", "()"] {
            let wrong = asked_again(Answer::Sat, model, "(a b)");
            let how = wrong.wrong.unwrap().1;
            assert_eq!(how, "core (a b), of which alone the solver says sat", "{model}");
            assert_eq!(wrong.refutation, None);
        }
        for answer in [Answer::Unsat, Answer::Unknown, Answer::None(Class::Timeout.into())] {
            assert_eq!(asked_again(answer, model, "(a b)"), "core plausible".into());
        }
    }
}
