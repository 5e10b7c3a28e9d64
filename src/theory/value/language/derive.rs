//! What is left of a language after a character: the words that stand behind it in its words.
//!
//! J. A. Brzozowski, Derivatives of Regular Expressions, 1964.

use super::alphabet::Letter;
use super::class::Class;
use super::machine::{EMPTY, EVERYTHING, Form, Found, Machine, NEW, NOTHING, State};
use super::{Language, Part, Shape};
use crate::theory::call::NoValue;

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
