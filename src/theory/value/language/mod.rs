//! Regular languages.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `mod` | languages as they are made |
//! | `print` | languages as SMT-LIB |
//! | `class` | sets of characters |
//! | `alphabet` | characters that no language tells apart |
//! | `machine` | languages with a number each |
//! | `normal` | their normal form, in which equal ones are mostly the same |
//! | `derive` | what is left of a language after a character |
//! | `search` | which words are in a language, and where in a word; whether two are equal |
//! | `tests` | all of it against the definitions, word by word |

mod alphabet;
mod class;
mod derive;
mod machine;
mod normal;
mod print;
mod search;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::Text;
use super::text::LAST_CHARACTER;
use crate::theory::call::{NoValue, Unknown};
use crate::theory::limits;

pub(crate) use search::Search;

/// A regular language as it was made. Two that differ may still be the same language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Language {
    shape: Shape,
    depth: u32,
    /// Operations and characters in it, with those that are shared counted each time.
    size: usize,
}

/// How a language is made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// No string at all.
    Nothing,
    /// All strings.
    Everything,
    /// One string.
    Word(Text),
    /// The strings of one character from a first to a last one.
    Range(u32, u32),
    /// One of each after another; at least two.
    Concat(Box<[Part]>),
    /// Those of any; at least two.
    Union(Box<[Part]>),
    /// Those of all; at least two.
    Intersection(Box<[Part]>),
    /// All others.
    Complement(Part),
    /// So many after another, from a least number to a largest one, if there is one.
    Repeat(Part, u32, Option<u32>),
}

/// A language in another one, where it may occur more than once.
type Part = Arc<Language>;

/// A language, unless it is too large.
pub(crate) type Made = Result<Arc<Language>, NoValue>;

/// How deep languages may be nested: making, comparing, printing and dropping follow the nesting on the call stack.
const DEEPEST: u32 = super::DEEPEST / 2;
/// How large they may be. What is shared is counted each time, for it is compared and printed each time.
const LARGEST: usize = 2 * limits::LENGTH;

impl Language {
    fn new(shape: Shape) -> Made {
        let parts = shape.parts();
        let depth = parts.iter().map(|part| part.depth + 1).max().unwrap_or_default();
        let own = match &shape {
            Shape::Word(text) => 1 + text.characters().len(),
            _ => 1,
        };
        let size = parts.iter().map(|part| part.size).fold(own, usize::saturating_add);
        if depth > DEEPEST || size > LARGEST {
            return Err(Unknown::Size.into());
        }
        Ok(Arc::new(Language { shape, depth, size }))
    }

    /// No string at all.
    pub(crate) fn nothing() -> Made {
        Language::new(Shape::Nothing)
    }

    /// All strings.
    pub(crate) fn everything() -> Made {
        Language::new(Shape::Everything)
    }

    /// One string.
    pub(crate) fn word(text: Text) -> Made {
        Language::new(Shape::Word(text))
    }

    /// The strings of one character, whichever.
    pub(crate) fn any_character() -> Made {
        Language::range(0, LAST_CHARACTER)
    }

    /// The strings of one character from a first to a last one.
    pub(crate) fn range(first: u32, last: u32) -> Made {
        Language::new(if first <= last { Shape::Range(first, last) } else { Shape::Nothing })
    }

    /// What is made of one string of each, one after another.
    pub(crate) fn concat(parts: &[&Part]) -> Made {
        flat(parts, Shape::Concat)
    }

    /// The strings of any.
    pub(crate) fn union(parts: &[&Part]) -> Made {
        flat(parts, Shape::Union)
    }

    /// The strings of all.
    pub(crate) fn intersection(parts: &[&Part]) -> Made {
        flat(parts, Shape::Intersection)
    }

    /// All strings but those of one.
    pub(crate) fn complement(part: &Part) -> Made {
        Language::new(Shape::Complement(Arc::clone(part)))
    }

    /// Strings of one language, one after another: at least so many, and at most so many if that is said.
    pub(crate) fn repeat(part: &Part, least: u32, most: Option<u32>) -> Made {
        if most.is_some_and(|most| most < least) {
            return Language::nothing();
        }
        Language::new(Shape::Repeat(Arc::clone(part), least, most))
    }

    /// Operations and characters in it.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

impl Shape {
    /// The languages it is made of.
    fn parts(&self) -> &[Part] {
        match self {
            Shape::Nothing | Shape::Everything | Shape::Word(_) | Shape::Range(..) => &[],
            Shape::Concat(parts) | Shape::Union(parts) | Shape::Intersection(parts) => parts,
            Shape::Complement(part) | Shape::Repeat(part, ..) => std::slice::from_ref(part),
        }
    }
}

/// What an associative operation makes of parts. Those that it made itself are taken apart: a long chain of
/// applications is not deep then.
fn flat(parts: &[&Part], make: fn(Box<[Part]>) -> Shape) -> Made {
    if let [only] = parts {
        return Ok(Arc::clone(only));
    }
    let own = std::mem::discriminant(&make(Box::default()));
    let apart = |part: &&'_ Part| std::mem::discriminant(&part.shape) == own;
    let inner = parts
        .iter()
        .flat_map(|part| if apart(part) { part.shape.parts() } else { std::slice::from_ref(*part) });
    Language::new(make(inner.cloned().collect()))
}
