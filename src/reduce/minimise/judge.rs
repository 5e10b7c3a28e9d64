//! Drafts → whether they are true under their definitions, or under others.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::draft::Draft;
use crate::digest::Digest;
use crate::witness::{Evaluator, Grade, Obligation};

/// What decides whether candidates are true.
pub(super) struct Judge<'a> {
    evaluator: &'a Evaluator,
    /// What the truth of the first instance rested on: nothing may rest on less.
    allowed: Grade,
    /// For each formula under each set of definitions that was asked for, whether it is true.
    known: BTreeMap<(Digest, String), bool>,
    /// Scripts for which no other definitions were found.
    hopeless: BTreeSet<Digest>,
    /// After that, nothing more is found to be true.
    deadline: Option<Instant>,
}

impl<'a> Judge<'a> {
    /// One that decides until a deadline, if there is one.
    pub(super) fn new(evaluator: &'a Evaluator, allowed: Grade, deadline: Option<Instant>) -> Self {
        Judge { evaluator, allowed, known: BTreeMap::new(), hopeless: BTreeSet::new(), deadline }
    }

    /// Whether there is no time left.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// For each draft, whether all its assertions are true under its definitions.
    pub(super) fn hold(&mut self, drafts: &[Draft]) -> Vec<bool> {
        let claims: Vec<(Digest, Obligation)> = drafts.iter().map(|draft| keyed(claim(draft))).collect();
        // Most drafts of a batch differ in one formula.
        let mut open: BTreeMap<Digest, Obligation> = BTreeMap::new();
        for (key, claim) in &claims {
            for formula in &claim.formulas {
                if self.known.contains_key(&(*key, formula.clone())) {
                    continue;
                }
                let together =
                    open.entry(*key).or_insert_with(|| Obligation { formulas: Vec::new(), ..claim.clone() });
                if !together.formulas.contains(formula) {
                    together.formulas.push(formula.clone());
                }
            }
        }
        for (key, claim) in open {
            if self.is_late() {
                break;
            }
            let holds = self.evaluator.grades(&claim);
            let holds = holds.iter().map(|grade| grade.is_some_and(|grade| grade <= self.allowed));
            self.known.extend(claim.formulas.into_iter().map(|formula| (key, formula)).zip(holds));
        }
        let holds = |key: Digest, formula: &String| self.known.get(&(key, formula.clone())) == Some(&true);
        claims.iter().map(|(key, claim)| claim.formulas.iter().all(|formula| holds(*key, formula))).collect()
    }

    /// The draft with other definitions under which all its assertions are true.
    pub(super) fn defined_anew(&mut self, draft: &Draft) -> Option<Draft> {
        let digest = draft.instance().digest();
        if self.is_late() || self.hopeless.contains(&digest) {
            return None;
        }
        let definitions = self.evaluator.definitions(&draft.claim(), self.allowed);
        let found = definitions.and_then(|definitions| draft.with_definitions(&definitions));
        if found.is_none() {
            self.hopeless.insert(digest);
        }
        found
    }
}

/// What a draft claims. One that asserts nothing claims still that there is something that is as it defines.
fn claim(draft: &Draft) -> Obligation {
    let mut claim = draft.claim();
    if claim.formulas.is_empty() {
        claim.formulas.push("true".to_owned());
    }
    claim
}

/// A claim with the digest of what its formulas stand under.
fn keyed(claim: Obligation) -> (Digest, Obligation) {
    (Digest::of(claim.declarations.clone() + &claim.definitions.concat()), claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::minimise::draft::tests::draft;

    /// Whether a script with this body of a recursive function may be what is left.
    fn holds(body: &str, asserted: &str) -> bool {
        let line = format!("(define-fun-rec f ((n Int)) Int {body})");
        let draft = draft(&format!("{line} ; {line}\n{asserted}\n(check-sat)"));
        Judge::new(&Evaluator::alone(), Grade::Evaluated, None).hold(&[draft])[0]
    }

    #[test]
    fn a_recursive_definition_keeps_what_makes_it_end() {
        let (guarded, unguarded) = ("(ite (<= n 0) 0 (+ 1 (f (- n 1))))", "(ite (<= n 0) 0 (+ 1 (f n)))");
        for asserted in ["(assert (= (f 0) 0))", "(assert true)", ""] {
            assert!(holds(guarded, asserted) && !holds(unguarded, asserted), "{asserted}");
        }
    }
}
