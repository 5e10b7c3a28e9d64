//! Languages with a number each.
//!
//! Every language that is met while a question is answered gets a number, its *state*. A language leaves finitely many
//! states after words (see `normal`). They may still be very many: so the work that a question is worth is bounded.

use std::collections::HashMap;
use std::rc::Rc;

use super::alphabet::{Alphabet, Letter};
use super::class::Class;
use super::{Language, Text};
use crate::theory::call::{NoValue, Unknown};

/// A language, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State(u32);

/// The empty language.
pub(super) const NOTHING: State = State(0);
/// That of the empty word alone.
pub(super) const EMPTY: State = State(1);
/// That of all words.
pub(super) const EVERYTHING: State = State(2);

/// What a state is made of, in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// No word at all.
    Nothing,
    /// The empty word.
    Empty,
    /// All words.
    Everything,
    /// The words of one character of a set, which is not empty.
    Class(Class),
    /// One of the words of the machine, from a position on; at least two characters.
    Word(usize, usize),
    /// Neither is `Empty`, and the first is no `Concat`.
    Concat(State, State),
    /// At least two, in order; none is a `Union`.
    Union(Rc<[State]>),
    /// At least two, in order; none is an `Intersection`.
    Intersection(Rc<[State]>),
    /// No `Complement`.
    Complement(State),
    /// Least and largest number; the least is 0 where the empty word is in it.
    Repeat(State, u32, Option<u32>),
}

/// Steps that the answer to a question may take: tens of milliseconds.
const STEPS: usize = 1 << 20;
/// Steps that a new state is worth, where looking up a known one is worth one.
pub(super) const NEW: usize = 8;

/// The languages that one question is about.
#[derive(Debug)]
pub(super) struct Machine {
    /// The letters of all of them.
    pub(super) alphabet: Alphabet,
    words: Vec<Text>,
    /// By number: what it is made of, and whether the empty word is in it.
    states: Vec<(Form, bool)>,
    numbers: HashMap<Form, State>,
    /// What is left of a state after a letter, as far as somebody asked.
    pub(super) moves: HashMap<(State, Letter), State>,
    steps: usize,
}

/// A state, unless it takes too many steps to find.
pub(super) type Found = Result<State, NoValue>;

impl Machine {
    /// A machine for languages, and their states.
    pub(super) fn new<const N: usize>(languages: [&Language; N]) -> Result<(Machine, [State; N]), NoValue> {
        let mut machine = Machine {
            alphabet: Alphabet::of(&languages),
            words: Vec::new(),
            states: Vec::new(),
            numbers: HashMap::new(),
            moves: HashMap::new(),
            steps: STEPS,
        };
        for (form, accepts) in [(Form::Nothing, false), (Form::Empty, true), (Form::Everything, true)] {
            machine.state(form, accepts)?;
        }
        let mut states = [NOTHING; N];
        for (state, language) in states.iter_mut().zip(languages) {
            *state = machine.read(language)?;
        }
        Ok((machine, states))
    }

    /// Takes steps away.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), NoValue> {
        self.steps = self.steps.checked_sub(steps).ok_or(Unknown::Steps)?;
        Ok(())
    }

    /// Whether the empty word is in it.
    pub(super) fn accepts(&self, state: State) -> bool {
        self.states[state.0 as usize].1
    }

    /// What it is made of.
    pub(super) fn form(&self, state: State) -> &Form {
        &self.states[state.0 as usize].0
    }

    /// The words that states are parts of, by number.
    pub(super) fn words(&self) -> &[Text] {
        &self.words
    }

    /// The state of a form that is normal already.
    pub(super) fn state(&mut self, form: Form, accepts: bool) -> Found {
        self.spend(NEW)?;
        if let Some(&known) = self.numbers.get(&form) {
            return Ok(known);
        }
        let state = State(u32::try_from(self.states.len()).map_err(|_| Unknown::Steps)?);
        self.states.push((form.clone(), accepts));
        self.numbers.insert(form, state);
        Ok(state)
    }

    /// The language of one word.
    pub(super) fn new_word(&mut self, text: &Text) -> Found {
        let known = self.words.iter().position(|word| word == text);
        let number = known.unwrap_or(self.words.len());
        self.spend(number + text.characters().len())?;
        if known.is_none() {
            self.words.push(text.clone());
        }
        self.word(number, 0)
    }

    /// What is left of a word from a position on.
    pub(super) fn word(&mut self, number: usize, from: usize) -> Found {
        match self.words[number].characters().get(from..) {
            None | Some([]) => Ok(EMPTY),
            Some(&[last]) => self.class(Class::new([(last, last)])),
            Some(_) => self.state(Form::Word(number, from), false),
        }
    }

    /// The words of one character of a set.
    pub(super) fn class(&mut self, class: Class) -> Found {
        self.spend(class.ranges().len())?;
        if class.ranges().is_empty() { Ok(NOTHING) } else { self.state(Form::Class(class), false) }
    }
}
