//! Letters: characters that no language of a question tells apart are one.
//!
//! There are 196608 characters, and languages name few of them: what holds after one of the others holds after all.

use std::collections::BTreeSet;

use super::{Language, Shape};
use crate::theory::value::text::LAST_CHARACTER;

/// A set of characters that are not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Letter(u32);

/// All characters as letters.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// Where the letter changes: the first character of a stretch, and its letter.
    stretches: Vec<(u32, Letter)>,
    /// A character of each letter.
    examples: Vec<u32>,
}

impl Alphabet {
    /// The letters of languages.
    pub(super) fn of(languages: &[&Language]) -> Alphabet {
        let mut named = BTreeSet::new();
        languages.iter().for_each(|language| collect(language, &mut named));
        // All that is named is a letter between two changes; what is not named at all is one letter together.
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

    /// The letter that a character belongs to.
    pub(super) fn letter(&self, character: u32) -> Letter {
        let after = self.stretches.partition_point(|(start, _)| *start <= character);
        self.stretches[after.saturating_sub(1)].1
    }

    /// A character that belongs to a letter.
    pub(super) fn example(&self, letter: Letter) -> u32 {
        self.examples.get(letter.0 as usize).copied().unwrap_or_default()
    }

    /// All letters.
    pub(super) fn letters(&self) -> impl Iterator<Item = Letter> + use<> {
        (0..u32::try_from(self.examples.len()).unwrap_or(u32::MAX)).map(Letter)
    }
}

/// Collects the characters that a language names, as ranges. That of all characters tells none apart.
fn collect(language: &Language, named: &mut BTreeSet<(u32, u32)>) {
    match &language.shape {
        Shape::Word(text) => named.extend(text.characters().iter().map(|&character| (character, character))),
        Shape::Range(0, LAST_CHARACTER) => {}
        Shape::Range(first, last) => {
            named.insert((*first, *last));
        }
        shape => shape.parts().iter().for_each(|part| collect(part, named)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_language_names_is_one_letter() {
        let [digits, small, any] = [(48, 57), (53, 122), (0, LAST_CHARACTER)]
            .map(|(first, last)| Language::range(first, last).unwrap());
        let word = Language::word([0, 100, LAST_CHARACTER].into_iter().collect()).unwrap();
        let alphabet = Alphabet::of(&[&digits, &small, &any, &word]);
        let letters =
            [0, 1, 47, 48, 52, 53, 57, 58, 99, 100, 101, 122, 123, LAST_CHARACTER - 1, LAST_CHARACTER];
        let numbers = letters.map(|character| alphabet.letter(character).0);
        assert_eq!(numbers, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 1, 1, 7]);
        assert!(alphabet.letters().all(|letter| alphabet.letter(alphabet.example(letter)) == letter));
        assert_eq!(Alphabet::of(&[&any]).letters().count(), 1);
    }
}
