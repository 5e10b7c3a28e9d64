//! The law of cores: after `unsat`, `(get-unsat-core)` names only assertions in force and assumptions, and these contradict
//! each other, with all assertions in force that have no name and all assumptions; `(get-unsat-assumptions)` lists
//! assumptions that contradict the assertions in force.
//!
//! Nothing has to be searched for to refute a core: it is wrong if the witness of the instance satisfies it, which was
//! made to satisfy most of the assertions. Where the symbols have few values, exhaustion decides it. A core whose truth
//! depends on a value that SMT-LIB leaves open is not judged.

use super::reply::{Reply, satisfied_by_witness};
use crate::matrix::Class;
use crate::process::quotation::{clipped, on_one_line};
use crate::smtlib::instance::{NoClaim, Question};
use crate::solver::answer::QUOTED;
use crate::solver::verdict::Opinion;
use crate::witness::{Refutation, Refuted, exhaustive};

/// Judges a core, or failed assumptions.
pub(super) fn judge(reply: &Reply) -> Opinion {
    let &Reply { instance, check, question, printed, evaluator, .. } = reply;
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
        None => "core plausible".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::oracles::tests::opinion;

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
}
