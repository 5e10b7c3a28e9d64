//! States: numbered languages.
//!
//! Every language that occurs while a query is answered gets a number, its *state*. A cheap normal form
//! identifies most equal languages: the members of unions are sorted and unique, and neutral elements are
//! removed. This suffices for a language to have finitely many derivatives (J. A. Brzozowski, Derivatives of
//! Regular Expressions, 1964). There may still be very many, so the work for a query is bounded.

use std::collections::HashMap;
use std::rc::Rc;

use super::characters::{Alphabet, Class, Letter};
use super::{Language, Text};
use crate::theory::limits::{NoValue, Unknown};
use crate::theory::value::text::LAST_CHARACTER;

/// The number of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State(u32);

/// The empty language.
pub(super) const NOTHING: State = State(0);
/// The language of the empty word only.
pub(super) const EMPTY: State = State(1);
/// The language of all words.
pub(super) const EVERYTHING: State = State(2);

/// The normal form of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// No word at all.
    Nothing,
    /// The empty word.
    Empty,
    /// All words.
    Everything,
    /// The words of one character of a set that is not empty.
    Class(Class),
    /// The rest of a word of the machine from a position on; at least two characters.
    Word(usize, usize),
    /// A concatenation. Neither part is `Empty`, and the first is not a `Concat`.
    Concat(State, State),
    /// At least two states, in order, none of which is a `Union`.
    Union(Rc<[State]>),
    /// At least two states, in order, none of which is an `Intersection`.
    Intersection(Rc<[State]>),
    /// The complement of a state that is not a `Complement`.
    Complement(State),
    /// A repetition with the least and the largest number. The least is 0 if the state contains the empty word.
    Repeat(State, u32, Option<u32>),
}

/// The maximal number of steps for a query: tens of milliseconds.
const STEPS: usize = 1 << 20;
/// The steps that a new state costs, compared with one for the look-up of a known state.
pub(super) const NEW: usize = 8;

/// The states of the languages of one query.
#[derive(Debug)]
pub(super) struct Machine {
    /// The letters of all these languages.
    pub(super) alphabet: Alphabet,
    words: Vec<Text>,
    /// For each state, its form and whether it contains the empty word.
    states: Vec<(Form, bool)>,
    numbers: HashMap<Form, State>,
    /// The derivatives of states by letters, as far as they are known.
    pub(super) moves: HashMap<(State, Letter), State>,
    steps: usize,
}

/// A state, or the error that finding it takes too many steps.
pub(super) type Found = Result<State, NoValue>;

impl Machine {
    /// Creates a machine for languages, and returns their states.
    pub(super) fn new<const N: usize>(languages: [&Language; N]) -> Result<(Machine, [State; N]), NoValue> {
        let mut machine = Machine {
            alphabet: Alphabet::collect(&languages),
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

    /// Charges steps.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), NoValue> {
        self.steps = self.steps.checked_sub(steps).ok_or(Unknown::Steps)?;
        Ok(())
    }

    /// Whether a state contains the empty word.
    pub(super) fn accepts(&self, state: State) -> bool {
        self.states[state.0 as usize].1
    }

    pub(super) fn form(&self, state: State) -> &Form {
        &self.states[state.0 as usize].0
    }

    /// Returns the words that `Form::Word` refers to.
    pub(super) fn words(&self) -> &[Text] {
        &self.words
    }

    /// Returns the state of a form that is already in normal form.
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

    /// Returns the language of one word.
    pub(super) fn new_word(&mut self, text: &Text) -> Found {
        let known = self.words.iter().position(|word| word == text);
        let number = known.unwrap_or(self.words.len());
        self.spend(number + text.characters().len())?;
        if known.is_none() {
            self.words.push(text.clone());
        }
        self.word(number, 0)
    }

    /// Returns the rest of a word from a position on.
    pub(super) fn word(&mut self, number: usize, from: usize) -> Found {
        match self.words[number].characters().get(from..) {
            None | Some([]) => Ok(EMPTY),
            Some(&[last]) => self.class(Class::new([(last, last)])),
            Some(_) => self.state(Form::Word(number, from), false),
        }
    }

    /// Returns the words of one character of a set.
    pub(super) fn class(&mut self, class: Class) -> Found {
        self.spend(class.ranges().len())?;
        if class.ranges().is_empty() { Ok(NOTHING) } else { self.state(Form::Class(class), false) }
    }
}

impl Machine {
    /// Returns the concatenation of two states.
    pub(super) fn concat(&mut self, first: State, rest: State) -> Found {
        let (mut heads, mut last) = (Vec::new(), first);
        while let Form::Concat(head, tail) = self.form(last) {
            heads.push(*head);
            last = *tail;
        }
        self.spend(heads.len())?;
        let mut whole = self.pair(last, rest)?;
        for head in heads.into_iter().rev() {
            whole = self.pair(head, whole)?;
        }
        Ok(whole)
    }

    /// Returns the concatenation of a state that is not a concatenation with any state.
    fn pair(&mut self, first: State, rest: State) -> Found {
        let all_twice = matches!(self.form(rest), Form::Concat(EVERYTHING, _));
        match (first, rest) {
            (NOTHING, _) | (_, NOTHING) => Ok(NOTHING),
            (EMPTY, other) | (other, EMPTY) => Ok(other),
            (EVERYTHING, rest) if self.accepts(rest) => Ok(EVERYTHING),
            (EVERYTHING, rest) if all_twice => Ok(rest),
            (first, EVERYTHING) if self.accepts(first) => Ok(EVERYTHING),
            _ => self.state(Form::Concat(first, rest), self.accepts(first) && self.accepts(rest)),
        }
    }

    /// Returns the union of states.
    pub(super) fn union(&mut self, members: &[State]) -> Found {
        let mut all = Vec::with_capacity(members.len());
        let mut classes = Vec::new();
        for &member in members {
            match self.form(member) {
                Form::Everything => return Ok(EVERYTHING),
                Form::Nothing => {}
                Form::Class(class) => classes.push(class.clone()),
                Form::Union(inner) => all.extend_from_slice(inner),
                _ => all.push(member),
            }
        }
        self.spend(all.len())?;
        if !classes.is_empty() {
            let inner = |state: &State| {
                if let Form::Class(class) = self.form(*state) { Some(class.clone()) } else { None }
            };
            classes.extend(all.iter().filter_map(inner));
            all.retain(|state| !matches!(self.form(*state), Form::Class(_)));
            all.push(self.class(Class::union(&classes))?);
        }
        all.sort_unstable();
        all.dedup();
        if all.iter().any(|&state| state != EMPTY && self.accepts(state)) {
            all.retain(|state| *state != EMPTY);
        }
        if self.has_complements(&all) {
            return Ok(EVERYTHING);
        }
        match all.as_slice() {
            [] => Ok(NOTHING),
            [only] => Ok(*only),
            _ => {
                let accepts = all.iter().any(|&state| self.accepts(state));
                self.state(Form::Union(all.into()), accepts)
            }
        }
    }

    /// Returns the intersection of states.
    pub(super) fn intersection(&mut self, members: &[State]) -> Found {
        let mut all = Vec::with_capacity(members.len());
        let mut class: Option<Class> = None;
        let mut parts = members.to_vec();
        for &member in members {
            if let Form::Intersection(inner) = self.form(member) {
                parts.extend_from_slice(inner);
            }
        }
        self.spend(parts.len())?;
        for &part in &parts {
            match self.form(part) {
                Form::Nothing => return Ok(NOTHING),
                Form::Everything | Form::Intersection(_) => {}
                Form::Class(next) => {
                    class = Some(class.map_or_else(|| next.clone(), |class| class.intersection(next)))
                }
                _ => all.push(part),
            }
        }
        if let Some(class) = class {
            all.push(self.class(class)?);
        }
        all.sort_unstable();
        all.dedup();
        let accepts = all.iter().all(|&state| self.accepts(state));
        match all.as_slice() {
            [] => Ok(EVERYTHING),
            [only] => Ok(*only),
            several if several.contains(&NOTHING) || self.has_complements(several) => Ok(NOTHING),
            several if several.contains(&EMPTY) => Ok(if accepts { EMPTY } else { NOTHING }),
            _ => self.state(Form::Intersection(all.into()), accepts),
        }
    }

    /// Whether a state is the complement of another one; the states are in order.
    fn has_complements(&self, states: &[State]) -> bool {
        states.iter().any(|&state| match self.form(state) {
            Form::Complement(inner) => states.binary_search(inner).is_ok(),
            _ => false,
        })
    }

    pub(super) fn complement(&mut self, state: State) -> Found {
        match self.form(state) {
            Form::Nothing => Ok(EVERYTHING),
            Form::Everything => Ok(NOTHING),
            Form::Complement(inner) => Ok(*inner),
            _ => self.state(Form::Complement(state), !self.accepts(state)),
        }
    }

    /// Returns the repetition of a state; the least number is at most the largest.
    pub(super) fn repeat(&mut self, state: State, least: u32, most: Option<u32>) -> Found {
        let least = if self.accepts(state) { 0 } else { least };
        let is_any_character = match self.form(state) {
            Form::Class(class) => class.ranges() == [(0, LAST_CHARACTER)],
            Form::Repeat(_, 0, None) => return if most == Some(0) { Ok(EMPTY) } else { Ok(state) },
            _ => false,
        };
        match (state, least, most) {
            (_, _, Some(0)) => Ok(EMPTY),
            (NOTHING, 0, _) | (EMPTY, ..) => Ok(EMPTY),
            (NOTHING | EVERYTHING, ..) | (_, 1, Some(1)) => Ok(state),
            (_, 0, None) if is_any_character => Ok(EVERYTHING),
            (_, 0, Some(1)) => self.union(&[EMPTY, state]),
            _ => self.state(Form::Repeat(state, least, most), least == 0),
        }
    }
}
