//! Which words are in a language, and where in a word; whether two languages are the same.

use std::collections::HashMap;

use super::alphabet::Letter;
use super::machine::{EVERYTHING, Machine, NOTHING, State};
use super::{Language, Text};
use crate::theory::call::NoValue;

impl Language {
    /// Whether a string is in it.
    ///
    /// # Errors
    /// It takes too many steps to tell.
    pub(crate) fn contains(&self, text: &Text) -> Result<bool, NoValue> {
        let (mut machine, [mut state]) = Machine::new([self])?;
        for &character in text.characters() {
            if state == NOTHING || state == EVERYTHING {
                break;
            }
            let letter = machine.alphabet.letter(character);
            state = machine.after(state, letter)?;
        }
        Ok(machine.accepts(state))
    }

    /// Whether two are the same language.
    ///
    /// J. E. Hopcroft, R. M. Karp, A Linear Algorithm for Testing Equivalence of Finite Automata, 1971: what is left of
    /// both after a word is equal too, so they go into one class; they differ if in a class one has the empty word.
    ///
    /// # Errors
    /// It takes too many steps to tell.
    pub(crate) fn equals(&self, other: &Language) -> Result<bool, NoValue> {
        let (mut machine, [one, other]) = Machine::new([self, other])?;
        let mut parents: HashMap<State, State> = HashMap::new();
        let mut pairs = vec![(one, other)];
        while let Some((one, other)) = pairs.pop() {
            machine.spend(1)?;
            let (one, other) = (root(&mut parents, one), root(&mut parents, other));
            if one == other {
                continue;
            }
            if machine.accepts(one) != machine.accepts(other) {
                return Ok(false);
            }
            parents.insert(one, other);
            for letter in machine.alphabet.letters() {
                pairs.push((machine.after(one, letter)?, machine.after(other, letter)?));
            }
        }
        Ok(true)
    }
}

/// The state that stands for the class of one.
fn root(parents: &mut HashMap<State, State>, state: State) -> State {
    let mut root = state;
    while let Some(&parent) = parents.get(&root) {
        // Shorter ways for the next time.
        let above = parents.get(&parent).copied().unwrap_or(parent);
        parents.insert(root, above);
        root = above;
    }
    root
}

/// Looks for the strings of a language in a string.
#[derive(Debug)]
pub(crate) struct Search {
    machine: Machine,
    start: State,
    letters: Vec<Letter>,
}

impl Search {
    /// A search for the strings of `language` in `text`.
    ///
    /// # Errors
    /// The language takes too many steps.
    pub(crate) fn new(language: &Language, text: &Text) -> Result<Search, NoValue> {
        let (machine, [start]) = Machine::new([language])?;
        let letters = text.characters().iter().map(|&character| machine.alphabet.letter(character)).collect();
        Ok(Search { machine, start, letters })
    }

    /// The leftmost match that begins at a position or after it, the shortest of those, and of at least so many
    /// characters: where it begins, and where it ends.
    ///
    /// # Errors
    /// It takes too many steps to find.
    pub(crate) fn find(&mut self, from: usize, least: usize) -> Result<Option<(usize, usize)>, NoValue> {
        for start in from..=self.letters.len() {
            if let Some(end) = self.shortest(start, least)? {
                return Ok(Some((start, end)));
            }
        }
        Ok(None)
    }

    fn shortest(&mut self, start: usize, least: usize) -> Result<Option<usize>, NoValue> {
        let mut state = self.start;
        let mut at = start;
        loop {
            if at - start >= least && self.machine.accepts(state) {
                return Ok(Some(at));
            }
            if state == NOTHING || at == self.letters.len() {
                return Ok(None);
            }
            state = self.machine.after(state, self.letters[at])?;
            at += 1;
        }
    }
}
