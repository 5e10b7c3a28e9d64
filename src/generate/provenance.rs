//! What an instance was drawn from, so that results can say what finds bugs.

use crate::generate::fragment::Ingredient;
use crate::generate::layout::Layout;
use crate::matrix::SetLogic;

/// Where the formulas of the initial pool that something is made of are from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ingredients(u8);

impl Ingredients {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Ingredients) -> Ingredients {
        Ingredients(self.0 | other.0)
    }

    /// Each once, in the order of [`Ingredient::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Ingredient> {
        Ingredient::ALL.into_iter().filter(move |&one| self.0 & Ingredients::from(one).0 != 0)
    }
}

impl From<Ingredient> for Ingredients {
    fn from(one: Ingredient) -> Ingredients {
        Ingredients(1 << one as u8)
    }
}

impl FromIterator<Ingredients> for Ingredients {
    fn from_iter<I: IntoIterator<Item = Ingredients>>(all: I) -> Ingredients {
        all.into_iter().fold(Ingredients::default(), Ingredients::and)
    }
}

/// What an instance was drawn from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// What each assertion is made of, in order.
    pub assertions: Vec<Ingredients>,
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
    pub fn sources(&self, ingredients: Ingredients) -> impl Iterator<Item = &'static str> {
        ingredients.iter().map(Ingredient::word).chain(self.wider.map(|_| WIDER))
    }

    /// What all of it is made of.
    pub fn ingredients(&self) -> Ingredients {
        self.assertions.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ingredients_are_a_set() {
        let [one, other] = [Ingredient::Wrapped, Ingredient::Fragment].map(Ingredients::from);
        let both: Ingredients = [one, other, one].into_iter().collect();
        assert_eq!(both.iter().collect::<Vec<_>>(), [Ingredient::Fragment, Ingredient::Wrapped]);
        assert_eq!(Ingredients::default().iter().count(), 0);
        assert_eq!(
            Ingredient::ALL.map(Ingredients::from).into_iter().collect::<Ingredients>().iter().count(),
            4
        );
    }
}
