//! Failing draft → smaller failing draft, by moves that may change values, sorts and names.
//!
//! A candidate is asked two questions. Are all its assertions true under its definitions, or under
//! others? That is evaluated, and the solver has no say in it. And does the solver still fail? So
//! the search cannot drift to a formula that is truly unsatisfiable.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::draft::Draft;
use super::moves::{ALL, COARSE, Move, simpler_definitions};
use super::search::Search;
use crate::certifier::{Certifier, Claim};
use crate::digest::Digest;
use crate::valuation::Grade;

/// Candidates that are evaluated at a time.
const BATCH: usize = 24;

/// What decides whether candidates are true.
pub(super) struct Judge<'a> {
    certifier: Certifier<'a>,
    /// What the truth of the first instance rested on: nothing may rest on less.
    allowed: Grade,
    /// For each formula under each set of definitions that was asked for, whether it is true.
    known: BTreeMap<(Digest, String), bool>,
    /// Scripts for which no other definitions were found.
    hopeless: BTreeSet<Digest>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(certifier: Certifier<'a>, allowed: Grade) -> Self {
        Judge { certifier, allowed, known: BTreeMap::new(), hopeless: BTreeSet::new() }
    }

    /// For each draft, whether all its assertions are true under its definitions.
    fn hold(&mut self, drafts: &[Draft]) -> Vec<bool> {
        let claims: Vec<(Digest, Claim)> = drafts.iter().map(|draft| keyed(draft.claim())).collect();
        // Most drafts of a batch differ in one formula.
        let mut open: BTreeMap<Digest, Claim> = BTreeMap::new();
        for (key, claim) in &claims {
            for formula in &claim.formulas {
                if self.known.contains_key(&(*key, formula.clone())) {
                    continue;
                }
                let together =
                    open.entry(*key).or_insert_with(|| Claim { formulas: Vec::new(), ..claim.clone() });
                if !together.formulas.contains(formula) {
                    together.formulas.push(formula.clone());
                }
            }
        }
        for (key, claim) in open {
            let holds = self.certifier.grades(&claim);
            let holds = holds.iter().map(|grade| grade.is_some_and(|grade| grade <= self.allowed));
            self.known.extend(claim.formulas.into_iter().map(|formula| (key, formula)).zip(holds));
        }
        let holds = |key: Digest, formula: &String| self.known.get(&(key, formula.clone())) == Some(&true);
        claims.iter().map(|(key, claim)| claim.formulas.iter().all(|formula| holds(*key, formula))).collect()
    }

    /// The draft with other definitions under which all its assertions are true.
    fn defined_anew(&mut self, draft: &Draft) -> Option<Draft> {
        let digest = draft.instance().digest();
        if self.hopeless.contains(&digest) {
            return None;
        }
        let definitions = self.certifier.definitions(&draft.claim(), self.allowed);
        let found = definitions.and_then(|definitions| draft.with_definitions(&definitions));
        if found.is_none() {
            self.hopeless.insert(digest);
        }
        found
    }
}

/// A claim with the digest of what its formulas stand under.
fn keyed(claim: Claim) -> (Digest, Claim) {
    (Digest::of(claim.declarations.clone() + &claim.definitions.concat()), claim)
}

/// Applies all moves, coarse to fine, until none of them makes the draft smaller or the search
/// is over.
pub(super) fn refine(mut draft: Draft, judge: &mut Judge<'_>, search: &mut Search<'_>) -> Draft {
    // A model is searched for when nothing is to be had without, and literals are touched last.
    for (moves, defines_anew) in [(&COARSE[..], false), (&COARSE, true), (&ALL, false), (&ALL, true)] {
        loop {
            let before = draft.clone();
            for &one in moves {
                draft = to_fixpoint(draft, one, defines_anew, judge, search);
            }
            draft = simplified(draft, judge, search);
            if draft == before || search.is_over() {
                break;
            }
        }
    }
    draft
}

/// Applies one move as long as it makes the draft smaller. What was proposed before the last
/// success is proposed again last.
fn to_fixpoint(
    mut draft: Draft,
    moves: Move,
    defines_anew: bool,
    judge: &mut Judge<'_>,
    search: &mut Search<'_>,
) -> Draft {
    let mut from = 0;
    while !search.is_over() {
        match step(&draft, (moves, from), defines_anew, judge, search) {
            Some((at, smaller)) => {
                draft = smaller;
                search.keep(&draft.instance(), &draft.definitions());
                from = at;
            }
            None if from > 0 => from = 0,
            None => break,
        }
    }
    draft
}

/// The first smaller draft that is true and on which the solver fails, of those that a move
/// proposes from a position on, and its position. Where the definitions do not fit, others are
/// searched for if `defines_anew`.
fn step(
    draft: &Draft,
    (moves, from): (Move, usize),
    defines_anew: bool,
    judge: &mut Judge<'_>,
    search: &mut Search<'_>,
) -> Option<(usize, Draft)> {
    let weight = draft.weight();
    let proposals = moves(draft).enumerate().skip(from);
    let mut proposals = proposals.filter(|(_, smaller)| smaller.weight() < weight).peekable();
    while proposals.peek().is_some() && !search.is_over() {
        let new = proposals.by_ref().filter(|(_, draft)| !search.was_tried(&draft.instance()));
        let (positions, drafts): (Vec<usize>, Vec<Draft>) = new.take(BATCH).unzip();
        let holds = judge.hold(&drafts);
        let shown = RefCell::new(Vec::new());
        let proposed = positions.into_iter().zip(drafts).zip(holds);
        let mut candidates = proposed.filter_map(|((at, draft), holds)| {
            let draft = match holds {
                true => Some(draft),
                false if defines_anew => judge.defined_anew(&draft),
                false => None,
            }?;
            let instance = draft.instance();
            shown.borrow_mut().push((at, draft));
            Some(instance)
        });
        let found = search.first(&mut candidates);
        if let Some((at, _)) = found {
            return shown.into_inner().into_iter().nth(at);
        }
    }
    None
}

/// The same script with simpler definitions, under which it is still true; no solver is asked.
fn simplified(mut draft: Draft, judge: &mut Judge<'_>, search: &mut Search<'_>) -> Draft {
    let mut changed = false;
    while !search.is_over() {
        let weight = draft.definitions_weight();
        let simpler: Vec<Draft> =
            simpler_definitions(&draft).filter(|simpler| simpler.definitions_weight() < weight).collect();
        let found = simpler
            .chunks(BATCH)
            .find_map(|batch| judge.hold(batch).iter().position(|holds| *holds).map(|at| batch[at].clone()));
        match found {
            Some(simpler) => (draft, changed) = (simpler, true),
            None => break,
        }
    }
    if changed {
        search.keep(&draft.instance(), &draft.definitions());
    }
    draft
}
