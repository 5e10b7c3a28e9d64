//! Failing draft → smaller failing draft, by moves that may change values, sorts and names.
//!
//! A candidate is asked two questions. Are all its assertions true under its definitions, or under
//! others? That is evaluated, and the solver has no say in it. And does the solver still fail? So
//! the search cannot drift to a formula that is truly unsatisfiable.
//!
//! Where a descent ends depends on what it drops first, so there are several, each of which begins
//! elsewhere, and the smallest end is taken.

use super::draft::{Draft, Weight};
use super::judge::Judge;
use super::moves::{Move, Words, all, coarse, fine, simpler_definitions};
use super::pairs::smaller_by_two;
use super::proof::Proof;
use super::search::Search;
use crate::digest::Digest;

/// Candidates that are evaluated at a time. Most of a batch differ in one formula and stand under the same definitions,
/// so they make one question to the evaluator; those after the first that fails are evaluated in vain.
const BATCH: usize = 24;

/// Descents from a draft: with other words early and late, each begun with the boldest proposals and begun elsewhere,
/// see [`Descent::number`]. With these and with pairs of steps, every known failure came out smaller than ddSMT made it;
/// `benches/minimise` measures that.
const DESCENTS: usize = 4;

/// Applies all moves, coarse to fine, until none of them makes the draft smaller, nor two of them at
/// once where these can all be tried, or the search is over.
pub(super) fn refine(draft: Draft, judge: &mut Judge<'_>, search: &mut Search<'_>) -> Draft {
    let mut descent = Descent { judge, search, number: 0, coarse: [None; 2] };
    let mut best = draft.clone();
    for number in 0..DESCENTS {
        if number > 0 && !descent.search.goes_on() {
            break;
        }
        descent.number = number;
        let Some(found) = descent.descend(draft.clone()) else { continue };
        // One that is cut short by the clock counts for nothing beside one that is not.
        let counts = number == 0 || !descent.search.is_over();
        descent.search.at_minimum(&found.instance());
        best = if counts && found.weight() < best.weight() { found } else { best };
    }
    (descent.number, descent.coarse) = (0, [None; 2]);
    while descent.search.goes_on() {
        let mut pairs = smaller_by_two(&best).into_iter().enumerate();
        let Some((_, smaller)) = descent.first_that_fails(&mut pairs, false) else { break };
        let found = descent.descend(smaller.clone()).unwrap_or(smaller);
        if descent.search.is_over() {
            break;
        }
        descent.search.at_minimum(&found.instance());
        best = found;
    }
    if descent.search.rechecks() {
        descent.coarse = [None; 2];
        if let Some(found) = descent.descend(best.clone()).filter(|found| *found != best) {
            descent.search.at_minimum(&found.instance());
            best = found;
        }
    }
    best
}

struct Descent<'a, 'j, 's> {
    judge: &'a mut Judge<'j>,
    search: &'a mut Search<'s>,
    /// Which one it is. The first two begin with the boldest proposals, the others anywhere; every
    /// other one leaves the words of terms for the end.
    number: usize,
    /// The least weight that coarse moves have come to, in other words and in the same ones.
    coarse: [Option<Weight>; 2],
}

impl Descent<'_, '_, '_> {
    /// Applies all moves, one by one. None if coarse ones do no better than in a descent before:
    /// then the others hardly ever do either.
    fn descend(&mut self, draft: Draft) -> Option<Draft> {
        let words = [Words::Others, Words::Same][self.number % 2];
        // A model is searched for when nothing is to be had without, and literals are touched last.
        let draft = self.through(draft, &[(coarse(words), false), (coarse(words), true)]);
        let (weight, least) = (draft.weight(), &mut self.coarse[self.number % 2]);
        if least.is_some_and(|least| least <= weight) {
            return None;
        }
        *least = Some(weight);
        Some(self.through(draft, &[(fine(words), false), (fine(words), true), (all(), true)]))
    }

    /// Applies moves phase by phase, each to its fixpoint; in some phases other definitions are
    /// searched for.
    fn through(&mut self, mut draft: Draft, phases: &[(Vec<Move>, bool)]) -> Draft {
        for (moves, defines_anew) in phases {
            loop {
                let before = draft.clone();
                for &one in moves {
                    draft = self.exhaust(draft, one, *defines_anew);
                }
                draft = self.simplified(draft);
                if draft == before || self.search.is_over() {
                    break;
                }
            }
        }
        draft
    }

    /// Shows a smaller draft to whoever keeps it.
    fn keep(&mut self, draft: &Draft) {
        let instance = draft.instance();
        let proof = Proof::of_all(draft.definitions(), instance.checks());
        self.search.keep(&instance, &proof);
    }

    /// Applies one move as long as it makes the draft smaller. What was proposed before the last
    /// success is proposed again last.
    fn exhaust(&mut self, mut draft: Draft, moves: Move, defines_anew: bool) -> Draft {
        let mut from = self.begin(&draft, moves);
        while !self.search.is_over() {
            let weight = draft.weight();
            let proposals = moves(&draft).enumerate().skip(from);
            let found = self.first_that_fails(
                &mut proposals.filter(|(_, smaller)| smaller.weight() < weight),
                defines_anew,
            );
            match found {
                Some((at, smaller)) => {
                    draft = smaller;
                    self.keep(&draft);
                    from = at;
                }
                None if from > 0 => from = 0,
                None => break,
            }
        }
        draft
    }

    /// The proposal to begin with.
    fn begin(&self, draft: &Draft, moves: Move) -> usize {
        if self.number < 2 {
            return 0;
        }
        let digest = Digest::of(format!("{}{}", self.number, draft.instance().text)).to_string();
        let number = digest.bytes().fold(0_usize, |all, byte| all.wrapping_mul(31).wrapping_add(byte.into()));
        number % moves(draft).count().max(1)
    }

    /// The first of some drafts that is true and on which the solver fails, and its position. Where
    /// the definitions do not fit, others are searched for if `defines_anew`.
    fn first_that_fails(
        &mut self,
        drafts: &mut dyn Iterator<Item = (usize, Draft)>,
        defines_anew: bool,
    ) -> Option<(usize, Draft)> {
        let Descent { judge, search, .. } = self;
        let mut drafts = drafts.peekable();
        while drafts.peek().is_some() && !search.is_over() {
            let in_time = drafts.by_ref().take_while(|_| !judge.is_late());
            let new = in_time.filter(|(_, draft)| !search.was_tried(&draft.instance()));
            let (positions, drafts): (Vec<usize>, Vec<Draft>) = new.take(BATCH).unzip();
            let holds = judge.hold(&drafts);
            let proposed = positions.into_iter().zip(drafts).zip(holds);
            let shown: Vec<_> = proposed.filter(|(_, holds)| *holds || defines_anew).collect();
            let mut candidates = shown.iter().map(|((_, draft), _)| draft.instance());
            // The solver is quicker than a search for other definitions.
            let mut anew = None;
            let found = search.first_accepted(&mut candidates, &mut |at| {
                let ((_, draft), holds) = &shown[at];
                anew = if *holds { None } else { judge.defined_anew(draft) };
                *holds || anew.is_some()
            });
            if let Some((number, _)) = found {
                let ((at, draft), _) = shown.into_iter().nth(number)?;
                return Some((at, anew.unwrap_or(draft)));
            }
        }
        None
    }

    /// The same script with simpler definitions, under which it is still true; no solver is asked.
    fn simplified(&mut self, mut draft: Draft) -> Draft {
        let mut changed = false;
        while !self.search.is_over() {
            let weight = draft.definitions_weight();
            let simpler: Vec<Draft> =
                simpler_definitions(&draft).filter(|simpler| simpler.definitions_weight() < weight).collect();
            let found = simpler.chunks(BATCH).find_map(|batch| {
                let holds = self.judge.hold(batch);
                holds.iter().position(|holds| *holds).map(|at| batch[at].clone())
            });
            match found {
                Some(simpler) => (draft, changed) = (simpler, true),
                None => break,
            }
        }
        if changed {
            self.keep(&draft);
        }
        draft
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::reduce::minimise::search::plainly;
    use crate::reduce::minimise::{Budget, Ended};
    use crate::smtlib::instance::Instance;
    use crate::witness::{Evaluator, Grade};

    const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-fun total () Int)\n(declare-fun share () Int)\n(declare-fun flag () Bool)\n\
        (assert (or flag (and (> (+ total share 12) 40) (< share total))))\n\
        (assert (=> flag (= (* 3 share) (- total 5))))\n(check-sat)\n";
    const DEFINITIONS: &str =
        "(define-fun total () Int 50)\n(define-fun share () Int 15)\n(define-fun flag () Bool true)\n";

    /// What is left for a solver that fails like this, and why the search ended.
    fn refined(fails: &(dyn Fn(&Instance) -> bool + Sync), runs: u32) -> (Draft, Ended) {
        let draft = Draft::of(&Instance::read(SCRIPT).unwrap(), DEFINITIONS).unwrap();
        let evaluator = Evaluator::in_process();
        let mut judge = Judge::new(&evaluator, Grade::Evaluated, None);
        let budget = Budget { runs, time: Duration::from_secs(60), ..Budget::default() };
        plainly((fails, 1, budget), |tools| {
            Search::with(tools, |search| {
                assert!(search.fails(&draft.instance()));
                let refined = refine(draft, &mut judge, search);
                assert_eq!(judge.hold(std::slice::from_ref(&refined)), [true], "{}", refined.instance().text);
                (refined, search.ended())
            })
        })
    }

    #[test]
    fn what_the_failure_needs_is_all_that_stays() {
        let fails = |script: &Instance| script.text.contains("(* ");
        let (draft, ended) = refined(&fails, 2000);
        let text = draft.instance().text;
        assert!(fails(&draft.instance()) && ended == Ended::Minimal, "{text}");
        // Neither an operator nor a name that the failure does not need.
        assert!(!text.contains("(+ ") && !text.contains("total") && text.len() < 80, "{text}");
    }

    /// A solver that always fails would follow anywhere: truth is what holds the search.
    #[test]
    fn no_solver_leads_to_what_is_false() {
        let (draft, _) = refined(&|_| true, 2000);
        assert!(!draft.instance().text.contains("false"), "{}", draft.instance().text);
    }

    #[test]
    fn a_search_without_progress_ends_with_what_it_has() {
        let (draft, ended) = refined(&|script| script.text == SCRIPT, 10);
        assert_eq!((draft.instance().text.as_str(), ended), (SCRIPT, Ended::Runs));
        assert_eq!(draft.definitions(), DEFINITIONS);
    }
}
