//! The provenance of an instance, so that results show which sources find bugs.

use crate::generate::fragment::FormulaSource;
use crate::generate::layout::Layout;
use crate::generate::strategy::Strategy;
use crate::matrix::SetLogic;

/// A set of sources of formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormulaSources(u8);

impl FormulaSources {
    /// Returns the union of both sets.
    #[must_use]
    pub fn and(self, other: FormulaSources) -> FormulaSources {
        FormulaSources(self.0 | other.0)
    }

    /// Iterates over the sources, in the order of [`FormulaSource::ALL`].
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

/// The provenance of an instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The sources of each assertion, in order.
    pub assertions: Vec<FormulaSources>,
    /// The strategy of its batch, if its case has several batches.
    pub strategy: Option<Strategy>,
    /// Its layout.
    pub layout: Layout,
    /// Its variant of `set-logic`, if the row has several.
    pub set_logic: Option<SetLogic>,
    /// The wider logic of its seed, if it was widened.
    pub wider: Option<&'static str>,
    /// Whether its batch has sorts of its own.
    pub has_own_sorts: bool,
    /// Whether some of its assertions may be false under the witness.
    pub is_open: bool,
    /// Whether it asserts a contradiction of its seed.
    pub contradicts: bool,
}

/// The name that is listed among the sources if the logic was widened.
const WIDER: &str = "a wider logic";
/// The name that is listed among the sources if the batch has sorts of its own.
const OWN_SORTS: &str = "other sorts";
/// The name that is listed among the sources if the truth of an instance is not known.
const OPEN: &str = "unknown truth";
/// The name that is listed among the sources if an instance asserts a contradiction of its seed.
const CONTRADICTION: &str = "a contradiction of the seed";

impl Provenance {
    /// Returns the names of some of its sources, and notes if its logic was widened, if its sorts are others, if its truth is
    /// not known, and if it asserts a contradiction of its seed.
    pub fn sources(&self, sources: FormulaSources) -> impl Iterator<Item = &'static str> {
        let notes = [
            self.wider.map(|_| WIDER),
            self.has_own_sorts.then_some(OWN_SORTS),
            self.is_open.then_some(OPEN),
            self.contradicts.then_some(CONTRADICTION),
        ];
        sources.iter().map(FormulaSource::word).chain(notes.into_iter().flatten())
    }

    /// Returns the sources of all assertions.
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
            FormulaSource::ALL.len()
        );
    }
}
