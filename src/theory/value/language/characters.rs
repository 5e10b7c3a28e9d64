//! Sets of characters, and letters. A letter is a class of characters that no language of a query distinguishes.
//!
//! There are 196608 characters, and languages name few of them. All others have the same derivatives.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Language, Shape};
use crate::theory::value::text::LAST_CHARACTER;

/// A set of characters: disjoint ranges in ascending order, by their first and last characters, with gaps between
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Class(Rc<[(u32, u32)]>);

impl Class {
    /// Returns the set of characters in some ranges. A range whose last character is before its first is empty.
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

    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether the set contains a character.
    pub(super) fn contains(&self, character: u32) -> bool {
        let after = self.0.partition_point(|(first, _)| *first <= character);
        after.checked_sub(1).is_some_and(|at| character <= self.0[at].1)
    }

    /// Returns the union of sets.
    pub(super) fn union(classes: &[Class]) -> Class {
        Class::new(classes.iter().flat_map(|class| class.0.iter().copied()))
    }

    /// Returns the intersection of two sets.
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

/// A class of characters that are not distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Letter(u32);

/// The partition of all characters into letters.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// The stretches of one letter: the first character of each, and its letter.
    stretches: Vec<(u32, Letter)>,
    /// A character of each letter.
    examples: Vec<u32>,
}

impl Alphabet {
    /// Collects the letters of languages.
    pub(super) fn collect(languages: &[&Language]) -> Alphabet {
        let mut named = BTreeSet::new();
        languages.iter().for_each(|language| name_characters(language, &mut named));
        // The characters between two changes are one letter. All characters that no language names are one letter
        // together.
        let mut changes: BTreeSet<u32> = named.iter().flat_map(|(first, last)| [*first, *last + 1]).collect();
        changes.insert(0);
        let mut alphabet = Alphabet { stretches: Vec::new(), examples: Vec::new() };
        let mut ranges = named.iter().peekable();
        let (mut named_until, mut unnamed) = (0, None);
        for start in changes.into_iter().filter(|start| *start <= LAST_CHARACTER) {
            while let Some((_, last)) = ranges.next_if(|(first, _)| *first <= start) {
                named_until = named_until.max(last + 1);
            }
            let letter = match unnamed.filter(|_| start >= named_until) {
                Some(letter) => letter,
                None => {
                    let letter = Letter(u32::try_from(alphabet.examples.len()).unwrap_or(u32::MAX));
                    alphabet.examples.push(start);
                    if start >= named_until {
                        unnamed = Some(letter);
                    }
                    letter
                }
            };
            alphabet.stretches.push((start, letter));
        }
        alphabet
    }

    pub(super) fn letter(&self, character: u32) -> Letter {
        let after = self.stretches.partition_point(|(start, _)| *start <= character);
        self.stretches[after.saturating_sub(1)].1
    }

    /// Returns a character of a letter.
    pub(super) fn example(&self, letter: Letter) -> u32 {
        self.examples.get(letter.0 as usize).copied().unwrap_or_default()
    }

    /// Returns the characters of a letter, unless they are more than `most`.
    pub(super) fn characters(&self, letter: Letter, most: usize) -> Option<Vec<u32>> {
        let ends = self.stretches.iter().skip(1).map(|(start, _)| *start).chain([LAST_CHARACTER + 1]);
        let own = self.stretches.iter().zip(ends).filter(|((_, of), _)| *of == letter);
        let characters: Vec<u32> = own.flat_map(|((start, _), end)| *start..end).take(most + 1).collect();
        (characters.len() <= most).then_some(characters)
    }

    pub(super) fn letters(&self) -> impl Iterator<Item = Letter> + use<> {
        (0..u32::try_from(self.examples.len()).unwrap_or(u32::MAX)).map(Letter)
    }
}

/// Collects the characters that a language names, as ranges. The range of all characters distinguishes none.
fn name_characters(language: &Language, named: &mut BTreeSet<(u32, u32)>) {
    match &language.shape {
        Shape::Word(text) => named.extend(text.characters().iter().map(|&character| (character, character))),
        Shape::Range(0, LAST_CHARACTER) => {}
        Shape::Range(first, last) => {
            named.insert((*first, *last));
        }
        shape => shape.parts().iter().for_each(|part| name_characters(part, named)),
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

    #[test]
    fn what_no_language_names_is_one_letter() {
        let [digits, small, any] = [(48, 57), (53, 122), (0, LAST_CHARACTER)]
            .map(|(first, last)| Language::range(first, last).unwrap());
        let word = Language::word([0, 100, LAST_CHARACTER].into_iter().collect()).unwrap();
        let alphabet = Alphabet::collect(&[&digits, &small, &any, &word]);
        let letters =
            [0, 1, 47, 48, 52, 53, 57, 58, 99, 100, 101, 122, 123, LAST_CHARACTER - 1, LAST_CHARACTER];
        let numbers = letters.map(|character| alphabet.letter(character).0);
        assert_eq!(numbers, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 1, 1, 7]);
        assert!(alphabet.letters().all(|letter| alphabet.letter(alphabet.example(letter)) == letter));
        assert_eq!(Alphabet::collect(&[&any]).letters().count(), 1);
    }
}
