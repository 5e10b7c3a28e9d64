//! The layouts in which instances of a row mostly show known bugs. A hunt asks fewer instances in such a layout, and has
//! more time for the others: the row itself goes on.
//!
//! The layout of an instance is drawn when it is generated, so instances are passed over. None is changed.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::generate::layout::Layout;

/// The weight of the last instance in the share of known bugs.
const LAST: f64 = 0.125;
/// The share of known bugs from which a layout shows mostly these: after eight of them in a row.
const MOSTLY: f64 = 0.65;
/// Of so many instances in such a layout, one is asked.
const ASKED: u32 = 4;

/// What a campaign knows of the layouts of each row. A hunt that resumes learns it again.
#[derive(Debug, Default)]
pub(super) struct KnownLayouts(Mutex<BTreeMap<String, BTreeMap<&'static str, Recent>>>);

/// The recent instances in a layout.
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

impl KnownLayouts {
    /// Whether to ask an instance of a row in this layout.
    ///
    /// If no layout of the row is better, all instances are asked.
    pub(super) fn admits(&self, row: &str, layout: Layout) -> bool {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(layouts) = rows.get_mut(row) else { return true };
        if layouts.values().all(Recent::is_mostly_known) {
            return true;
        }
        let Some(recent) = layouts.get_mut(layout.word()).filter(|recent| recent.is_mostly_known()) else {
            return true;
        };
        recent.offered = recent.offered.wrapping_add(1);
        recent.offered.is_multiple_of(ASKED)
    }

    /// Notes whether an instance of a row in this layout showed a known bug.
    pub(super) fn note(&self, row: &str, layout: Layout, is_known: bool) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = rows.entry(row.to_owned()).or_default().entry(layout.word()).or_default();
        recent.known += LAST * (f64::from(u8::from(is_known)) - recent.known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_with_known_bugs_is_asked_less_until_it_shows_something_else() {
        let layouts = KnownLayouts::default();
        let asked = |layout| (0..100).filter(|_| layouts.admits("a", layout)).count();
        layouts.note("a", Layout::OneShot, false);
        for number in 0..8 {
            assert_eq!(asked(Layout::PushFirst), 100, "after {number}");
            layouts.note("a", Layout::PushFirst, true);
        }
        assert_eq!((asked(Layout::PushFirst), asked(Layout::OneShot), asked(Layout::Redone)), (25, 100, 100));
        layouts.note("a", Layout::PushFirst, false);
        assert_eq!(asked(Layout::PushFirst), 100);
        assert!(layouts.admits("b", Layout::PushFirst));
    }

    #[test]
    fn a_row_with_known_bugs_in_all_of_its_layouts_goes_on() {
        let layouts = KnownLayouts::default();
        (0..100).for_each(|_| layouts.note("a", Layout::OneShot, true));
        assert!((0..100).all(|_| layouts.admits("a", Layout::OneShot)));
    }
}
