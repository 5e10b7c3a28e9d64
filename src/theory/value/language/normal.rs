//! Languages in normal form: equal ones are mostly the same.
//!
//! They are written in one way only where that is cheap: parts of unions in order and once, nothing that adds nothing.
//! That is enough for a language to leave finitely many states after words (J. A. Brzozowski, Derivatives of Regular
//! Expressions, 1964).

use super::class::Class;
use super::machine::{EMPTY, EVERYTHING, Form, Found, Machine, NOTHING, State};
use crate::theory::value::text::LAST_CHARACTER;

impl Machine {
    /// The words of one, and behind each one of the other.
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

    /// Concatenation of one that is no concatenation with any.
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

    /// The words of any.
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

    /// The words of all.
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

    /// Whether one of these is the complement of another; they are in order.
    fn has_complements(&self, states: &[State]) -> bool {
        states.iter().any(|&state| match self.form(state) {
            Form::Complement(inner) => states.binary_search(inner).is_ok(),
            _ => false,
        })
    }

    /// All other words.
    pub(super) fn complement(&mut self, state: State) -> Found {
        match self.form(state) {
            Form::Nothing => Ok(EVERYTHING),
            Form::Everything => Ok(NOTHING),
            Form::Complement(inner) => Ok(*inner),
            _ => self.state(Form::Complement(state), !self.accepts(state)),
        }
    }

    /// So many words of one, one behind another; the least number is no larger than the largest.
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
