//! Sets of characters.

use std::rc::Rc;

/// A set of characters: ranges in order, each with its first and last character, and gaps between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Class(Rc<[(u32, u32)]>);

impl Class {
    /// The characters of ranges in any order; one whose last is before its first has none.
    pub(super) fn new(ranges: impl IntoIterator<Item = (u32, u32)>) -> Class {
        let mut sorted: Vec<(u32, u32)> = ranges.into_iter().filter(|(first, last)| first <= last).collect();
        sorted.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(sorted.len());
        for (first, last) in sorted {
            match merged.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        Class(merged.into())
    }

    /// Its ranges.
    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether a character is in it.
    pub(super) fn contains(&self, character: u32) -> bool {
        let after = self.0.partition_point(|(first, _)| *first <= character);
        after.checked_sub(1).is_some_and(|at| character <= self.0[at].1)
    }

    /// The characters of any of these.
    pub(super) fn union(classes: &[Class]) -> Class {
        Class::new(classes.iter().flat_map(|class| class.0.iter().copied()))
    }

    /// The characters of both.
    pub(super) fn intersection(&self, other: &Class) -> Class {
        let (mut one, mut two) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut both = Vec::new();
        while let (Some((first, last)), Some((start, end))) = (one.peek(), two.peek()) {
            both.push((*first.max(start), *last.min(end)));
            if last < end {
                one.next()
            } else {
                two.next()
            };
        }
        Class::new(both)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_set_has_one_form() {
        assert_eq!(Class::new([(5, 7), (1, 2), (3, 3), (9, 8)]), Class::new([(1, 3), (5, 7)]));
        assert_eq!(Class::new([(5, 4)]).ranges(), []);
    }

    proptest! {
        #[test]
        fn classes_are_sets(
            one in proptest::collection::vec((0..20_u32, 0..20_u32), 0..4),
            other in proptest::collection::vec((0..20_u32, 0..20_u32), 0..4),
        ) {
            let has = |ranges: &[(u32, u32)], c: u32| ranges.iter().any(|(first, last)| (*first..=*last).contains(&c));
            let classes = [Class::new(one.clone()), Class::new(other.clone())];
            let (any, both) = (Class::union(&classes), classes[0].intersection(&classes[1]));
            for c in 0..21 {
                prop_assert_eq!(classes[0].contains(c), has(&one, c));
                prop_assert_eq!(any.contains(c), has(&one, c) || has(&other, c));
                prop_assert_eq!(both.contains(c), has(&one, c) && has(&other, c));
            }
        }
    }
}
