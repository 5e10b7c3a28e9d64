//! The layouts and drawn options with which instances of a row mostly show known bugs. A hunt asks fewer instances with
//! such a one, and has more time for the others: the row itself goes on.
//!
//! Both are drawn when an instance is generated, so instances are passed over. None is changed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::generate::layout::Layout;
use crate::smtlib::instance::Drawn;

/// The weight of the last instance in the share of known bugs.
const LAST: f64 = 0.125;
/// The share of known bugs from which a choice shows mostly these: after eight of them in a row.
const MOSTLY: f64 = 0.65;
/// Of so many instances with such a choice, one is asked.
const ASKED: u32 = 4;

/// What a campaign knows of the choices of each row. A hunt that resumes learns it again.
#[derive(Debug, Default)]
pub(super) struct KnownChoices(Mutex<BTreeMap<String, Groups>>);

/// The choices of each option group, by the name of the group, and the layouts, which have none.
type Groups = BTreeMap<String, BTreeMap<String, Recent>>;

/// The recent instances with a choice.
#[derive(Debug, Default)]
struct Recent {
    /// The share of those that showed known bugs.
    known: f64,
    /// The number of instances since then that could have been asked.
    offered: u32,
}

impl Recent {
    fn is_mostly_known(&self) -> bool {
        self.known >= MOSTLY
    }
}

/// Iterates over what was drawn for an instance: its layout, and an alternative of each option group.
fn choices(layout: Layout, drawn: &[Arc<Drawn>]) -> impl Iterator<Item = (&str, Cow<'static, str>)> {
    let options = drawn.iter().map(|drawn| {
        let words: Vec<&str> = drawn.words().collect();
        (drawn.group.as_str(), words.join(" ").into())
    });
    std::iter::once(("", layout.word().into())).chain(options)
}

impl KnownChoices {
    /// Whether to ask an instance of a row in this layout, with these options.
    ///
    /// Where no other choice of a group is better, its instances are asked.
    pub(super) fn admits(&self, row: &str, layout: Layout, drawn: &[Arc<Drawn>]) -> bool {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(groups) = rows.get_mut(row) else { return true };
        choices(layout, drawn).all(|(group, choice)| {
            let Some(choices) = groups.get_mut(group) else { return true };
            if choices.values().all(Recent::is_mostly_known) {
                return true;
            }
            let Some(recent) = choices.get_mut(&*choice).filter(|recent| recent.is_mostly_known()) else {
                return true;
            };
            recent.offered = recent.offered.wrapping_add(1);
            recent.offered.is_multiple_of(ASKED)
        })
    }

    /// Notes whether an instance of a row in this layout, with these options, showed a known bug.
    pub(super) fn note(&self, row: &str, layout: Layout, drawn: &[Arc<Drawn>], is_known: bool) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let groups = rows.entry(row.to_owned()).or_default();
        for (group, choice) in choices(layout, drawn) {
            let recent = groups.entry(group.to_owned()).or_default().entry(choice.into_owned()).or_default();
            recent.known += LAST * (f64::from(u8::from(is_known)) - recent.known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_with_known_bugs_is_asked_less_until_it_shows_something_else() {
        let known = KnownChoices::default();
        let asked = |layout| (0..100).filter(|_| known.admits("a", layout, &[])).count();
        known.note("a", Layout::OneShot, &[], false);
        for number in 0..8 {
            assert_eq!(asked(Layout::PushFirst), 100, "after {number}");
            known.note("a", Layout::PushFirst, &[], true);
        }
        assert_eq!((asked(Layout::PushFirst), asked(Layout::OneShot), asked(Layout::Redone)), (25, 100, 100));
        known.note("a", Layout::PushFirst, &[], false);
        assert_eq!(asked(Layout::PushFirst), 100);
        assert!(known.admits("b", Layout::PushFirst, &[]));
    }

    #[test]
    fn a_row_with_known_bugs_in_all_of_its_layouts_goes_on() {
        let known = KnownChoices::default();
        (0..100).for_each(|_| known.note("a", Layout::OneShot, &[], true));
        assert!((0..100).all(|_| known.admits("a", Layout::OneShot, &[])));
    }

    #[test]
    fn an_option_with_known_bugs_is_asked_less_if_its_group_has_another_one() {
        let known = KnownChoices::default();
        let option = |group: &str, args: &[&str]| {
            let written = args.iter().map(|&word| word.to_owned()).collect();
            Arc::new(Drawn { group: group.to_owned(), written, ..Drawn::default() })
        };
        let [bad, none] = [option("solver", &["--solver=new"]), option("solver", &[])];
        let other = option("seed", &["--seed=1"]);
        let asked =
            |drawn: &[Arc<Drawn>]| (0..100).filter(|_| known.admits("a", Layout::OneShot, drawn)).count();
        let both = [Arc::clone(&bad), Arc::clone(&other)];
        for _ in 0..12 {
            known.note("a", Layout::OneShot, &[Arc::clone(&none), Arc::clone(&other)], false);
            known.note("a", Layout::OneShot, &both, true);
        }
        assert_eq!((asked(&both), asked(&[none, Arc::clone(&other)]), asked(&[other])), (25, 100, 100));
        (0..100).for_each(|_| known.note("b", Layout::Redone, &[Arc::clone(&bad)], true));
        assert!(
            (0..100).all(|_| known.admits("b", Layout::Redone, &[Arc::clone(&bad)])),
            "there is no other"
        );
    }
}
