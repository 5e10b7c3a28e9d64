//! Where in the tree of a YAML file something stands, and what is wrong there.

use std::borrow::Borrow;
use std::fmt;

/// One step down the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// The value of a key; `nth` counts from 0 the times the key was written before in the same map.
    Key { name: String, nth: usize },
    /// An element of a list, from 0.
    Index(usize),
}

/// The steps from the top of the file; displayed as `solvers.z3.argv[1]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(pub Vec<Step>);

/// Places are looked up by their steps.
impl Borrow<[Step]> for Place {
    fn borrow(&self) -> &[Step] {
        &self.0
    }
}

impl Place {
    /// The place of the first value of `name` in the map at this place.
    pub(super) fn key(&self, name: &str) -> Self {
        self.nth_key(name, 0)
    }

    /// The place of a value of `name` that was written `nth` times before in the same map.
    pub(super) fn nth_key(&self, name: &str, nth: usize) -> Self {
        self.step(Step::Key { name: name.to_owned(), nth })
    }

    /// The place of an element of the list at this place.
    pub(super) fn index(&self, index: usize) -> Self {
        self.step(Step::Index(index))
    }

    /// The place one step down.
    pub(super) fn step(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// This place and all that it is in, up to the whole file.
    pub(super) fn with_those_around(&self) -> impl Iterator<Item = &[Step]> {
        (0..=self.0.len()).map(|length| &self.0[..length])
    }

    /// The list that this place is an element of.
    pub(super) fn list(&self) -> Option<Place> {
        match self.0.split_last() {
            Some((Step::Index(_), list)) => Some(Place(list.to_vec())),
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key { name, .. } if i == 0 => write!(f, "{name}")?,
                Step::Key { name, .. } => write!(f, ".{name}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Whether a mistake is pointed out at the key or at what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Key,
    Value,
}

/// A mistake whose line is not looked up yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub place: Place,
    pub part: Part,
    pub message: String,
}

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(super) struct Drafts(pub Vec<Draft>);

impl Drafts {
    /// Notes a mistake in the key at `place`.
    pub(super) fn key(&mut self, place: &Place, message: impl Into<String>) {
        self.push(place, Part::Key, message.into());
    }

    /// Notes a mistake in the value at `place`.
    pub(super) fn value(&mut self, place: &Place, message: impl Into<String>) {
        self.push(place, Part::Value, message.into());
    }

    fn push(&mut self, place: &Place, part: Part, message: String) {
        self.0.push(Draft { place: place.clone(), part, message });
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn a_place_reads_like_an_expression() {
        let place = Place::default().key("solvers").key("z3").key("argv");
        assert_eq!(place.index(1).to_string(), "solvers.z3.argv[1]");
        assert_eq!((place.index(1).list(), place.list()), (Some(place.clone()), None));
        let around: Vec<usize> = place.with_those_around().map(<[_]>::len).collect();
        assert_eq!(around, [0, 1, 2, 3]);
    }
}
