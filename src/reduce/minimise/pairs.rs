//! Two steps at once, for what no single step makes smaller.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::moves::all;

/// Drafts with more steps from them than that have too many pairs of steps: these grow with the square, and all of
/// them are made to be sorted.
const STEPS: usize = 150;

/// What the first step may add to a draft, in half bytes: two characters, as a longer operator or name needs, which lets
/// the second step save more. Steps that only lengthen a draft are many, and all would be paired.
const SLACK: usize = 4;

/// The smaller drafts that two steps lead to, the smallest first; none if there are too many steps.
pub(super) fn smaller_by_two(draft: &Draft) -> Vec<Draft> {
    let (most, weight) = (draft.weight().0 + SLACK, draft.weight().0);
    let steps = all().into_iter().flat_map(|moves| moves(draft));
    let steps: Vec<Draft> = steps.filter(|step| step.weight().0 <= most).take(STEPS + 1).collect();
    if steps.len() > STEPS {
        return Vec::new();
    }
    let pairs = steps.iter().flat_map(|step| all().into_iter().flat_map(move |moves| moves(step)));
    // Most are reached in two ways.
    let smaller: BTreeMap<_, Draft> = pairs
        .filter(|pair| pair.weight().0 < weight)
        .map(|pair| ((pair.weight(), pair.instance().text), pair))
        .collect();
    smaller.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::minimise::draft::tests::draft;

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
