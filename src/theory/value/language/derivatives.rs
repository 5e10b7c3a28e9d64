//! What is left of a language after a character: the words that stand behind it in its words. By these, which words
//! are in a language, where in a word, and whether two languages are the same.
//!
//! J. A. Brzozowski, Derivatives of Regular Expressions, 1964.

use std::collections::HashMap;

use super::characters::{Class, Letter};
use super::states::{EMPTY, EVERYTHING, Form, Found, Machine, NEW, NOTHING, State};
use super::{Language, Part, Shape, Text};
use crate::theory::limits::NoValue;

impl Machine {
    /// The state of a language.
    pub(super) fn read(&mut self, language: &Language) -> Found {
        match &language.shape {
            Shape::Nothing => Ok(NOTHING),
            Shape::Everything => Ok(EVERYTHING),
            Shape::Word(text) => self.new_word(text),
            Shape::Range(first, last) => self.class(Class::new([(*first, *last)])),
            Shape::Concat(parts) => {
                let parts = self.read_all(parts)?;
                parts.into_iter().rev().try_fold(EMPTY, |rest, part| self.concat(part, rest))
            }
            Shape::Union(parts) => {
                let parts = self.read_all(parts)?;
                self.union(&parts)
            }
            Shape::Intersection(parts) => {
                let parts = self.read_all(parts)?;
                self.intersection(&parts)
            }
            Shape::Complement(part) => {
                let part = self.read(part)?;
                self.complement(part)
            }
            Shape::Repeat(part, least, most) => {
                let part = self.read(part)?;
                self.repeat(part, *least, *most)
            }
        }
    }

    fn read_all(&mut self, parts: &[Part]) -> Result<Vec<State>, NoValue> {
        parts.iter().map(|part| self.read(part)).collect()
    }

    /// What is left of a language after a letter.
    ///
    /// States nest deeper than a call stack does: so the walk keeps its own.
    pub(super) fn after(&mut self, state: State, letter: Letter) -> Found {
        self.spend(1)?;
        if let Some(&known) = self.moves.get(&(state, letter)) {
            return Ok(known);
        }
        let mut stack = vec![state];
        while let Some(&top) = stack.last() {
            self.spend(NEW)?;
            if !self.moves.contains_key(&(top, letter)) {
                let waiting = stack.len();
                self.push_unknown(top, letter, &mut stack)?;
                if stack.len() > waiting {
                    continue;
                }
                let left = self.derive(top, letter)?;
                self.moves.insert((top, letter), left);
            }
            stack.pop();
        }
        Ok(self.left(state, letter))
    }

    /// What was found to be left.
    fn left(&self, state: State, letter: Letter) -> State {
        self.moves.get(&(state, letter)).copied().unwrap_or(NOTHING)
    }

    /// Pushes the states that one is made of of which it is not known yet what is left.
    fn push_unknown(&mut self, state: State, letter: Letter, stack: &mut Vec<State>) -> Result<(), NoValue> {
        let mut push = |part: State| {
            if !self.moves.contains_key(&(part, letter)) {
                stack.push(part);
            }
        };
        let parts = match self.form(state) {
            Form::Nothing | Form::Empty | Form::Everything | Form::Class(_) | Form::Word(..) => 0,
            Form::Concat(first, rest) => {
                push(*first);
                if self.accepts(*first) {
                    push(*rest);
                }
                2
            }
            Form::Union(parts) | Form::Intersection(parts) => {
                parts.iter().copied().for_each(push);
                parts.len()
            }
            Form::Complement(part) | Form::Repeat(part, ..) => {
                push(*part);
                1
            }
        };
        self.spend(parts)
    }

    /// What is left of a state after a letter, where it is known of all that it is made of.
    fn derive(&mut self, state: State, letter: Letter) -> Found {
        let example = self.alphabet.example(letter);
        match self.form(state).clone() {
            Form::Nothing | Form::Empty => Ok(NOTHING),
            Form::Everything => Ok(EVERYTHING),
            Form::Class(class) => Ok(if class.contains(example) { EMPTY } else { NOTHING }),
            Form::Word(number, from) => match self.words()[number].characters().get(from) {
                Some(next) if *next == example => self.word(number, from + 1),
                _ => Ok(NOTHING),
            },
            Form::Concat(first, rest) => {
                let of_first = self.concat(self.left(first, letter), rest)?;
                if self.accepts(first) {
                    self.union(&[of_first, self.left(rest, letter)])
                } else {
                    Ok(of_first)
                }
            }
            Form::Union(parts) => {
                let left: Vec<State> = parts.iter().map(|&part| self.left(part, letter)).collect();
                self.union(&left)
            }
            Form::Intersection(parts) => {
                let left: Vec<State> = parts.iter().map(|&part| self.left(part, letter)).collect();
                self.intersection(&left)
            }
            Form::Complement(part) => self.complement(self.left(part, letter)),
            // Where the empty word is in the part, the least number is 0: any of the repeated ones may be the one that
            // the letter is from, and it may as well be the first.
            Form::Repeat(part, least, most) => {
                let rest =
                    self.repeat(part, least.saturating_sub(1), most.map(|most| most.saturating_sub(1)))?;
                self.concat(self.left(part, letter), rest)
            }
        }
    }
}

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
