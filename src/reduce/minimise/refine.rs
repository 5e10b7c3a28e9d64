//! Failing draft → smaller failing draft, by moves that may change values, sorts and names.
//!
//! A candidate must pass two tests. First, are all its assertions true under its definitions, or under other
//! ones? The evaluator decides that, without the solver. Second, does the solver still fail? Therefore the search
//! cannot drift to a formula that is truly unsatisfiable. Where the failure needs no witness, drafts have no
//! definitions, and the first test is another one.
//!
//! The result of a descent depends on what it drops first. Therefore there are several descents from different
//! starting points, and the smallest result wins.

use std::collections::BTreeMap;

use super::draft::{Draft, Weight};
use super::judge::Judge;
use super::moves::{Move, Words, all, coarse, fine, simpler_definitions};
use super::search::{Candidates, Search};
use crate::digest::Digest;
use crate::smtlib::instance::Instance;

/// The number of descents from a draft: with and without early rephrasing, each once from the boldest proposals
/// and once from another starting point, see [`Descent::number`]. With these and with pairs of steps, every known
/// failure became smaller than with ddSMT; `benches/minimise` measures that.
const DESCENTS: usize = 4;

/// Applies all moves, coarse to fine, until no move and no pair of moves makes the draft smaller, or the search
/// is over. Pairs are tried only if there are not too many.
pub(super) fn refine(draft: Draft, judge: &mut Judge<'_>, search: &mut Search<'_>) -> Draft {
    let mut descent = Descent { judge, search, number: 0, coarse: [None; 2] };
    let mut best = draft.clone();
    for number in 0..DESCENTS {
        if number > 0 && !descent.search.goes_on() {
            break;
        }
        descent.number = number;
        let Some(found) = descent.descend(draft.clone()) else { continue };
        // A descent that the clock interrupts does not replace a complete one.
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
    /// The number of the descent. The first two start with the boldest proposals, the others anywhere. Odd ones
    /// do not rephrase terms until the end.
    number: usize,
    /// The least weight that coarse moves have reached, with and without rephrasing.
    coarse: [Option<Weight>; 2],
}

impl Descent<'_, '_, '_> {
    /// Applies all moves in turn. Returns `None` if the coarse ones do no better than in an earlier descent: then
    /// the others hardly ever do.
    fn descend(&mut self, draft: Draft) -> Option<Draft> {
        let words = [Words::Others, Words::Same][self.number % 2];
        // Other definitions are searched for only if nothing else helps, and literals come last.
        let draft = self.through(draft, &[(coarse(words), false), (coarse(words), true)]);
        let (weight, least) = (draft.weight(), &mut self.coarse[self.number % 2]);
        if least.is_some_and(|least| least <= weight) {
            return None;
        }
        *least = Some(weight);
        Some(self.through(draft, &[(fine(words), false), (fine(words), true), (all(), true)]))
    }

    /// Applies moves phase by phase, each to its fixpoint. The flag of a phase says whether it searches for other
    /// definitions.
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

    /// Reports a smaller draft.
    fn keep(&mut self, draft: &Draft) {
        let instance = draft.instance();
        self.search.keep(&instance, &self.judge.proof(draft, instance.checks()));
    }

    /// Applies one move as long as it makes the draft smaller. Proposals that come before the last success are
    /// tried last.
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

    /// Returns the position of the first proposal to try.
    fn begin(&self, draft: &Draft, moves: Move) -> usize {
        if self.number < 2 {
            return 0;
        }
        let digest = Digest::of(format!("{}{}", self.number, draft.instance().text)).to_string();
        let number = digest.bytes().fold(0_usize, |all, byte| all.wrapping_mul(31).wrapping_add(byte.into()));
        number % moves(draft).count().max(1)
    }

    /// Returns the first of some drafts that is true and on which the solver fails, and its position. If the
    /// definitions do not fit and `defines_anew` is set, other definitions are searched for.
    fn first_that_fails(
        &mut self,
        drafts: &mut dyn Iterator<Item = (usize, Draft)>,
        defines_anew: bool,
    ) -> Option<(usize, Draft)> {
        let judge = &mut *self.judge;
        let mut drafts =
            Drafts { drafts, judge, defines_anew, position: 0, last: None, admitted: BTreeMap::new() };
        let (position, _) = self.search.first(&mut drafts)?;
        drafts.admitted.remove(&position).map(|(at, draft, _)| (at, draft))
    }

    /// Whether the solver fails with other definitions of a script on which it fails; only if they judge what it says may that
    /// change.
    fn fails_alike(&mut self, draft: &Draft) -> bool {
        let instance = draft.instance();
        instance.witness().is_none() || self.search.fails(&instance)
    }

    /// Simplifies the definitions while the script stays true. No solver runs, unless they judge what it says.
    fn simplified(&mut self, mut draft: Draft) -> Draft {
        let mut changed = false;
        while !self.search.is_over() {
            let weight = draft.definitions_weight();
            let simpler = simpler_definitions(&draft)
                .filter(|simpler| simpler.definitions_weight() < weight)
                .find(|simpler| self.judge.holds(simpler) && self.fails_alike(simpler));
            match simpler {
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

/// The maximal number of steps from a draft whose pairs are tried. The number of pairs is quadratic, and all of
/// them are generated and sorted.
const STEPS: usize = 150;

/// The weight that the first step may add, in half bytes: two characters for a longer operator or name, with
/// which the second step may save more. Larger increases would lead to too many pairs.
const SLACK: usize = 4;

/// Returns the smaller drafts that two steps lead to, the smallest first; none if there are too many steps.
pub(super) fn smaller_by_two(draft: &Draft) -> Vec<Draft> {
    let (most, weight) = (draft.weight().0 + SLACK, draft.weight().0);
    let steps = all().into_iter().flat_map(|moves| moves(draft));
    let steps: Vec<Draft> = steps.filter(|step| step.weight().0 <= most).take(STEPS + 1).collect();
    if steps.len() > STEPS {
        return Vec::new();
    }
    let pairs = steps.iter().flat_map(|step| all().into_iter().flat_map(move |moves| moves(step)));
    // Most pairs are reached in two ways.
    let smaller: BTreeMap<_, Draft> = pairs
        .filter(|pair| pair.weight().0 < weight)
        .map(|pair| ((pair.weight(), pair.instance().text), pair))
        .collect();
    smaller.into_values().collect()
}

/// Drafts as candidates, evaluated only when the search needs them.
struct Drafts<'a, 'j> {
    drafts: &'a mut dyn Iterator<Item = (usize, Draft)>,
    judge: &'a mut Judge<'j>,
    /// Whether to search for other definitions if the current ones do not fit.
    defines_anew: bool,
    /// The number of drafts so far.
    position: usize,
    /// The last draft, with its number among all proposals.
    last: Option<(usize, Draft)>,
    /// The drafts that may be run, by position: each with its number, and whether it is true under its
    /// definitions.
    admitted: BTreeMap<usize, (usize, Draft, bool)>,
}

impl Candidates for Drafts<'_, '_> {
    fn next(&mut self) -> Option<Instance> {
        if self.judge.is_late() {
            return None;
        }
        self.last = self.drafts.next();
        self.position += usize::from(self.last.is_some());
        self.last.as_ref().map(|(_, draft)| draft.instance())
    }

    fn admits(&mut self, last: &Instance) -> bool {
        let Some((number, draft)) = self.last.take() else { return false };
        let holds = self.judge.admits(&draft, last);
        // Other definitions would need another run where they judge what the solver says.
        let may_change = self.defines_anew && self.judge.has_witness() && last.witness().is_none();
        let may_hold = (holds || may_change) && self.judge.has_plain_coefficients(&draft);
        if may_hold {
            self.admitted.insert(self.position - 1, (number, draft, holds));
        }
        may_hold
    }

    /// The search for other definitions comes after the run, because the solver is quicker.
    fn accepts(&mut self, position: usize) -> bool {
        let Some((_, draft, holds)) = self.admitted.get_mut(&position) else { return false };
        if !*holds && let Some(defined_anew) = self.judge.defined_anew(draft) {
            (*draft, *holds) = (defined_anew, true);
        }
        *holds
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::reduce::minimise::draft::tests::draft;
    use crate::reduce::minimise::judge::Basis;
    use crate::reduce::minimise::search::plainly;
    use crate::reduce::minimise::{Budget, Ended};
    use crate::smtlib::instance::Instance;
    use crate::witness::{Evaluator, Grade};

    const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-fun total () Int)\n(declare-fun share () Int)\n(declare-fun flag () Bool)\n\
        (assert (or flag (and (> (+ total share 12) 40) (< share total))))\n\
        (assert (=> flag (= (* 3 share) (- total 5))))\n(check-sat)\n";
    const DEFINITIONS: &str =
        "(define-fun total () Int 50)\n(define-fun share () Int 15)\n(define-fun flag () Bool true)\n";

    /// Returns the refined draft for a solver that fails like this, and why the search ended.
    fn refined(fails: &(dyn Fn(&Instance) -> bool + Sync), runs: u32) -> (Draft, Ended) {
        let draft = Draft::read(&Instance::read(SCRIPT).unwrap(), DEFINITIONS).unwrap();
        let evaluator = Evaluator::in_process();
        let mut judge = Judge::new(Basis::Witness(&evaluator, Grade::Evaluated), false, None);
        let budget = Budget { runs, time: Duration::from_secs(60), ..Budget::default() };
        plainly((fails, 1, budget), |tools| {
            Search::run(tools, |search| {
                assert!(search.fails(&draft.instance()));
                let refined = refine(draft, &mut judge, search);
                assert!(judge.holds(&refined), "{}", refined.instance().text);
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
        // The result contains no operator and no name that the failure does not need.
        assert!(!text.contains("(+ ") && !text.contains("total") && text.len() < 80, "{text}");
    }

    /// Truth limits the search even if the solver always fails.
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

    #[test]
    fn two_steps_lead_further_than_one() {
        let draft =
            draft("(declare-const a Bool) ; (define-fun a () Bool true)\n(assert (and a (not (= a false))))");
        let found = smaller_by_two(&draft);
        let expected = "(declare-const a Bool)\n(assert (or a (= a false)))\n";
        let is_expected = |draft: &Draft| draft.instance().text == expected;
        assert!(found.iter().any(is_expected), "{found:#?}");
        assert!(!all().into_iter().any(|moves| moves(&draft).any(|step| is_expected(&step))));
        assert!(
            found.is_sorted_by_key(Draft::weight) && found.iter().all(|pair| pair.weight() < draft.weight())
        );
    }

    #[test]
    fn too_many_steps_are_not_paired() {
        let terms = (0..40).map(|number| format!(" (= {number} x)")).collect::<String>();
        let script = format!("(declare-const x Int) ; (define-fun x () Int 0)\n(assert (or{terms}))");
        assert!(smaller_by_two(&draft(&script)).is_empty());
    }
}
