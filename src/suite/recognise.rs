//! A failure → the open bug that it most likely shows, with a few runs of the solver. A campaign meets the same bug in
//! hundreds of instances and in many shapes; minimising them all would take longer than everything else.
//!
//! A failure is attributed to an open bug of the same solver and class if the row has the options that the bug needs,
//! if the instance still fails without operators that are not in the bug's script and may not stand in place of one, and
//! if both or neither fail as a one-shot script. So is a crash if the solver dies alike, and both times only when it is asked
//! about its model. A failure that is not recognised is fully minimised. After several in a row that show one bug, most of
//! the next ones are not even compared.

use std::cell::OnceCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::bugs::abstraction::without_other_operators;
use crate::bugs::composition::telling_operators;
use crate::matrix::Class;
use crate::process::workspace::Workspace;
use crate::reduce::reproduce::reproduces;
use crate::suite::failure::{Basis, Confirmed};
use crate::suite::open_bugs::{OpenBugs, Suspect};

/// The most suspects to try, those with the fewest operators first.
const TRIED: usize = 6;
/// After this many consecutive failures of a row and seed were attributed to one bug, whether they were recognised or
/// reduced, only some of the next ones are tried.
const SURE: u32 = 4;

/// Where failures are alike: a row and seed, and a class.
type Track = (String, Class);
/// The RNG seed of a case, and the number of an instance.
type Place = (u64, u32);

/// The failures that a campaign recognised without reducing them.
#[derive(Debug, Default)]
pub(super) struct Recognised {
    /// The bug of the latest failures and their number.
    streaks: Mutex<BTreeMap<Track, (String, u32)>>,
    /// The first failures that had to wait until there is time to reduce them: their instances.
    waiting: Mutex<BTreeMap<Track, Place>>,
}

impl Recognised {
    /// Returns the name of the open bug to which the failure is attributed.
    pub(super) fn recognise(
        &self,
        failure: &Confirmed<'_>,
        bugs: &OpenBugs,
        workspace: &Workspace,
    ) -> Option<String> {
        let Confirmed { case, judged, .. } = failure;
        let instance = &failure.asked();
        let class = judged.verdict.class;
        if let Some(name) = self.presume(&track_of(failure)?) {
            return Some(name);
        }
        let fails = reproduces(&case.solver, &judged.verdict, judged.run.time, workspace);
        if let Some(name) = bugs.find_by_death_at_model(&case.solver, &judged.verdict, instance)
            && !fails.shows_on(&instance.without_model_questions())
        {
            return Some(name);
        }
        let mut suspects = bugs.suspects(&case.solver, class, instance);
        // A formula with a wrong model may be unsatisfiable: then the bug is a wrong `sat`.
        if class == Class::InvalidModel && failure.basis() == Basis::Answer {
            suspects.extend(bugs.suspects(&case.solver, Class::WrongSat, instance));
        }
        if suspects.is_empty() {
            return None;
        }
        let own: BTreeSet<String> = instance.problem().ok().map(|problem| telling_operators(&problem))?;
        let check = judged.verdict.check.unwrap_or_else(|| instance.last_check());
        let one_shot = OnceCell::new();
        let fails_as_one_shot = || {
            *one_shot.get_or_init(|| !instance.is_incremental() || fails.shows_on(&instance.one_shot(check)))
        };
        let mut tried = BTreeMap::new();
        let mut is_it = |suspect: &Suspect| {
            suspect.one_shot.is_none_or(|known| known == fails_as_one_shot())
                && *tried.entry(suspect.kept.clone()).or_insert_with(|| {
                    let simpler = without_other_operators(instance, &suspect.kept);
                    simpler.is_some_and(|simpler| failure.keeps_basis(&simpler) && fails.shows_on(&simpler))
                })
        };
        let has_some = |suspect: &&Suspect| suspect.operators.is_empty() || !suspect.kept.is_disjoint(&own);
        let mut likely = suspects.iter().filter(has_some).take(TRIED);
        let found = likely.find(|suspect| is_it(suspect)).map(|one| one.name.clone());
        let mut joined = || join_shapes(&suspects).filter(|joined| has_some(&joined)).find(&mut is_it);
        found.or_else(|| joined().map(|one| one.name))
    }

    /// Records the bug that a failure shows, as it was recognised or reduced; `None` if that is not known.
    pub(super) fn attribute(&self, failure: &Confirmed<'_>, bug: Option<&String>) {
        if let Some(track) = track_of(failure) {
            self.note(track, bug);
        }
    }

    /// Returns the bug to which a failure is attributed without trying it, because many before it showed that bug.
    fn presume(&self, track: &Track) -> Option<String> {
        let mut streaks = self.streaks.lock().unwrap_or_else(PoisonError::into_inner);
        let (name, count) = streaks.get_mut(track)?;
        *count = count.saturating_add(1);
        (*count > SURE && !count.is_power_of_two()).then(|| name.clone())
    }

    fn note(&self, track: Track, found: Option<&String>) {
        let mut streaks = self.streaks.lock().unwrap_or_else(PoisonError::into_inner);
        match found {
            Some(name) if streaks.get(&track).is_some_and(|(known, _)| known == name) => {}
            Some(name) => drop(streaks.insert(track, (name.clone(), 1))),
            None => drop(streaks.remove(&track)),
        }
    }

    /// Returns whether a failure that has to wait is the first of its row, seed and class.
    pub(super) fn is_first_to_wait(&self, failure: &Confirmed<'_>) -> bool {
        let (track, place) = place_of(failure);
        self.wait(track, place)
    }

    /// Lets a failure wait. Returns whether it is the first of its row, seed and class.
    pub(super) fn wait(&self, track: Track, place: Place) -> bool {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match waiting.entry(track) {
            Entry::Occupied(_) => false,
            Entry::Vacant(entry) => {
                entry.insert(place);
                true
            }
        }
    }

    /// Ends the wait of a failure; returns whether it was the first to wait of its row, seed and class.
    pub(super) fn end_wait(&self, failure: &Confirmed<'_>) -> bool {
        let (track, place) = place_of(failure);
        self.end(&track, place)
    }

    /// Ends the wait of an instance; returns whether it was the first to wait of its row, seed and class.
    pub(super) fn end(&self, track: &Track, place: Place) -> bool {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let has_waited = waiting.get(track) == Some(&place);
        has_waited && waiting.remove(track).is_some()
    }
}

/// Returns the row, the seed and the class of a failure, and its place.
fn place_of(failure: &Confirmed<'_>) -> (Track, Place) {
    let name = &failure.case.name;
    ((name.track(), failure.judged.verdict.class), (name.rng_seed, failure.number))
}

/// Returns where failures are alike; `None` for one whose bug the solver's message or a session tells.
fn track_of(failure: &Confirmed<'_>) -> Option<Track> {
    let class = failure.judged.verdict.class;
    let is_told = failure.judged.only_after.is_some() || class.is_identified_by_message();
    (!is_told).then(|| (failure.case.name.track(), class))
}

/// Joins bugs that need the same options, at least one, and are equally one-shot or not: they may be shapes of one bug,
/// which has the operators of all of them.
fn join_shapes(suspects: &[Suspect]) -> impl Iterator<Item = Suspect> {
    let mut joined: Vec<(Suspect, usize)> = Vec::new();
    for suspect in suspects.iter().filter(|suspect| !suspect.needs.is_empty()) {
        let is_alike = |one: &Suspect| one.needs == suspect.needs && one.one_shot == suspect.one_shot;
        match joined.iter_mut().find(|(one, _)| is_alike(one)) {
            Some((one, shapes)) => {
                one.operators.extend(suspect.operators.iter().cloned());
                one.kept.extend(suspect.kept.iter().cloned());
                *shapes += 1;
            }
            None => joined.push((suspect.clone(), 1)),
        }
    }
    joined.into_iter().filter(|(_, shapes)| *shapes > 1).map(|(one, _)| one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_of_many_failures_of_one_bug_are_tried_until_another_bug_shows() {
        let recognised = Recognised::default();
        let of = || ("a::QF_LIA::small".to_owned(), Class::WrongUnsat);
        let mut tried = 0;
        for _ in 0..1000 {
            if recognised.presume(&of()).is_none() {
                tried += 1;
                recognised.note(of(), Some(&"bug".to_owned()));
            }
        }
        assert!((5..16).contains(&tried), "{tried}");
        assert_eq!(recognised.presume(&("a::QF_LIA::other".to_owned(), Class::WrongUnsat)), None);
        recognised.note(of(), None);
        assert_eq!(recognised.presume(&of()), None);
    }

    #[test]
    fn shapes_that_need_the_same_options_are_joined() {
        let one = |operator: &str, need: &str, one_shot| Suspect {
            name: operator.to_owned(),
            operators: [operator.to_owned()].into(),
            kept: [operator.to_owned()].into(),
            one_shot: Some(one_shot),
            needs: (!need.is_empty()).then(|| need.to_owned()).into_iter().collect(),
            row: None,
        };
        let all = [
            one("a", "x", false),
            one("b", "", false),
            one("c", "x", true),
            one("d", "y", false),
            one("e", "x", false),
            one("f", "", false),
        ];
        let joined: Vec<Suspect> = join_shapes(&all).collect();
        assert_eq!(joined.len(), 1, "{joined:?}");
        assert_eq!((joined[0].name.as_str(), joined[0].operators.len()), ("a", 2));
        assert!(joined[0].operators.contains("e") && joined[0].kept == joined[0].operators);
    }

    #[test]
    fn the_first_of_each_kind_waits_until_it_is_looked_into() {
        let (recognised, [one, other]) = (Recognised::default(), [(1, 3), (2, 3)]);
        let track = |class| ("a::QF_LIA::small".to_owned(), class);
        let crash = track(Class::Crash);
        assert!(recognised.wait(crash.clone(), one));
        assert!(!recognised.wait(crash.clone(), other));
        assert!(recognised.wait(track(Class::WrongSat), other));
        assert!(!recognised.end(&crash, other) && recognised.end(&crash, one));
        assert!(!recognised.end(&crash, one) && recognised.wait(crash, other));
    }
}
