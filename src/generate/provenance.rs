//! What an instance was drawn from, so that results can say what finds bugs.

use crate::generate::fragment::FormulaSource;
use crate::generate::layout::Layout;
use crate::matrix::SetLogic;

/// Where the formulas of the initial pool that something is made of are from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormulaSources(u8);

impl FormulaSources {
    /// Both together.
    #[must_use]
    pub fn and(self, other: FormulaSources) -> FormulaSources {
        FormulaSources(self.0 | other.0)
    }

    /// Each once, in the order of [`FormulaSource::ALL`].
    pub fn iter(self) -> impl Iterator<Item = FormulaSource> {
        FormulaSource::ALL.into_iter().filter(move |&one| self.0 & FormulaSources::from(one).0 != 0)
    }
}

impl From<FormulaSource> for FormulaSources {
    fn from(one: FormulaSource) -> FormulaSources {
        FormulaSources(1 << one as u8)
    }
}

impl FromIterator<FormulaSources> for FormulaSources {
    fn from_iter<I: IntoIterator<Item = FormulaSources>>(all: I) -> FormulaSources {
        all.into_iter().fold(FormulaSources::default(), FormulaSources::and)
    }
}

/// What an instance was drawn from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// What each assertion is made of, in order.
    pub assertions: Vec<FormulaSources>,
    /// How it is laid out.
    pub layout: Layout,
    /// The logic that it is said to be of, where the row reads several.
    pub set_logic: Option<SetLogic>,
    /// The logic that its seed was widened to, if it was.
    pub wider: Option<&'static str>,
}

/// What is told among the sources of an instance of a wider logic than its seed.
const WIDER: &str = "a wider logic";

impl Provenance {
    /// Where what some of it is made of is from, in words.
    pub fn sources(&self, sources: FormulaSources) -> impl Iterator<Item = &'static str> {
        sources.iter().map(FormulaSource::word).chain(self.wider.map(|_| WIDER))
    }

    /// What all of it is made of.
    pub fn all_sources(&self) -> FormulaSources {
        self.assertions.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_a_set() {
        let [one, other] = [FormulaSource::Wrapped, FormulaSource::Fragment].map(FormulaSources::from);
        let both: FormulaSources = [one, other, one].into_iter().collect();
        assert_eq!(both.iter().collect::<Vec<_>>(), [FormulaSource::Fragment, FormulaSource::Wrapped]);
        assert_eq!(FormulaSources::default().iter().count(), 0);
        assert_eq!(
            FormulaSource::ALL
                .map(FormulaSources::from)
                .into_iter()
                .collect::<FormulaSources>()
                .iter()
                .count(),
            4
        );
    }
}
