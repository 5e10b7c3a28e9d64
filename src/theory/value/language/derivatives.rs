//! Derivatives of languages: the rests of the words that begin with a letter. They decide membership, search in a
//! string, and equivalence.
//!
//! J. A. Brzozowski, Derivatives of Regular Expressions, 1964.

use std::collections::HashMap;

use super::characters::{Class, Letter};
use super::states::{EMPTY, EVERYTHING, Form, Found, Machine, NEW, NOTHING, State};
use super::{Language, Part, Shape, Text};
use crate::theory::limits::NoValue;

/// The maximal length of the words of a language that are listed.
const LONGEST: usize = 64;

impl Machine {
    /// Returns the state of a language.
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

    /// Returns the derivative of a state by a letter.
    ///
    /// States nest deeper than the call stack allows. Therefore the walk keeps its own stack.
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

    /// Returns a derivative that is already known.
    fn left(&self, state: State, letter: Letter) -> State {
        self.moves.get(&(state, letter)).copied().unwrap_or(NOTHING)
    }

    /// Pushes the parts of a state whose derivatives are needed but not known.
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

    /// Computes the derivative of a state from those of its parts, which must be known.
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
            // If the part contains the empty word, the least number is 0: any repetition may consume the letter,
            // and one can assume that the first one does.
            Form::Repeat(part, least, most) => {
                let rest =
                    self.repeat(part, least.saturating_sub(1), most.map(|most| most.saturating_sub(1)))?;
                self.concat(self.left(part, letter), rest)
            }
        }
    }
}

impl Language {
    /// Whether the language contains a string.
    ///
    /// # Errors
    /// The decision takes too many steps.
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

    /// Returns the words of at most `longest` characters, if `most` or fewer are found within the limits. Without
    /// `longest`, these are all words of a finite language.
    pub(crate) fn words(&self, longest: Option<usize>, most: usize) -> Option<Vec<Text>> {
        let (mut machine, [start]) = Machine::new([self]).ok()?;
        let (mut words, mut open) = (Vec::new(), vec![(start, Vec::new())]);
        while let Some((state, word)) = open.pop() {
            if machine.accepts(state) {
                words.push(Text::new(word.as_slice()));
            }
            if longest == Some(word.len()) || state == NOTHING {
                continue;
            }
            for letter in machine.alphabet.letters() {
                let after = machine.after(state, letter).ok()?;
                if after == NOTHING {
                    continue;
                }
                // The rest may be empty even so, but an infinite language always has another one.
                if word.len() == LONGEST || words.len() + open.len() > most {
                    return None;
                }
                let characters = machine.alphabet.characters(letter, most)?;
                open.extend(characters.into_iter().map(|one| (after, [word.as_slice(), &[one]].concat())));
            }
        }
        (words.len() <= most).then_some(words)
    }

    /// Whether two languages are equal.
    ///
    /// J. E. Hopcroft, R. M. Karp, A Linear Algorithm for Testing Equivalence of Finite Automata, 1971: the
    /// derivatives of equal languages are equal, so they are merged into one class. The languages differ if only
    /// one member of a class contains the empty word.
    ///
    /// # Errors
    /// The decision takes too many steps.
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

/// Returns the representative of a state's class.
fn root(parents: &mut HashMap<State, State>, state: State) -> State {
    let mut root = state;
    while let Some(&parent) = parents.get(&root) {
        // Shortens the path for later look-ups.
        let above = parents.get(&parent).copied().unwrap_or(parent);
        parents.insert(root, above);
        root = above;
    }
    root
}

/// A search for words of a language in a string.
#[derive(Debug)]
pub(crate) struct Search {
    machine: Machine,
    start: State,
    letters: Vec<Letter>,
}

impl Search {
    /// Prepares the search for words of `language` in `text`.
    ///
    /// # Errors
    /// Reading the language takes too many steps.
    pub(crate) fn new(language: &Language, text: &Text) -> Result<Search, NoValue> {
        let (machine, [start]) = Machine::new([language])?;
        let letters = text.characters().iter().map(|&character| machine.alphabet.letter(character)).collect();
        Ok(Search { machine, start, letters })
    }

    /// Returns the start and end of the leftmost match at or after a position with at least `least` characters,
    /// and of the shortest one there.
    ///
    /// # Errors
    /// The search takes too many steps.
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
