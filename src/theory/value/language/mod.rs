//! Regular languages.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `mod` | languages as terms, and their notation |
//! | `characters` | sets of characters, and letters: characters that no language distinguishes |
//! | `states` | numbered languages in a normal form that identifies most equal ones |
//! | `derivatives` | derivatives of languages, for membership, search and equivalence |
//! | `language_tests` | all of it against the definitions, word by word |

mod characters;
mod derivatives;
#[cfg(test)]
mod language_tests;
mod states;

use std::borrow::Cow;
use std::sync::Arc;

use super::text::{LAST_CHARACTER, Text};
use crate::smtlib::{TermId, Terms};
use crate::theory::limits::{self, NoValue, Unknown};

pub(crate) use derivatives::Search;

/// A regular language as a term. Different terms may denote the same language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Language {
    shape: Shape,
    depth: u32,
    /// The number of operations and characters; shared parts count each time.
    size: usize,
}

/// The shape of a language term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// The empty language.
    Nothing,
    /// The language of all strings.
    Everything,
    /// The language of one string.
    Word(Text),
    /// The strings of one character in a range.
    Range(u32, u32),
    /// A concatenation of at least two languages.
    Concat(Box<[Part]>),
    /// A union of at least two languages.
    Union(Box<[Part]>),
    /// An intersection of at least two languages.
    Intersection(Box<[Part]>),
    /// A complement.
    Complement(Part),
    /// A repetition, with the least and the largest number, if any.
    Repeat(Part, u32, Option<u32>),
}

/// A part of a language, possibly shared.
type Part = Arc<Language>;

/// A language, or the error that it is too large.
pub(crate) type Made = Result<Arc<Language>, NoValue>;

/// The maximal nesting depth: construction, comparison, printing and dropping are recursive.
const DEEPEST: u32 = limits::DEPTH / 2;
/// The maximal size. Shared parts count each time, because comparing and printing visits them each time.
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

    /// Returns the empty language.
    pub(crate) fn nothing() -> Made {
        Language::new(Shape::Nothing)
    }

    /// Returns the language of all strings.
    pub(crate) fn everything() -> Made {
        Language::new(Shape::Everything)
    }

    /// Returns the language of one string.
    pub(crate) fn word(text: Text) -> Made {
        Language::new(Shape::Word(text))
    }

    /// Returns the language of all strings of one character.
    pub(crate) fn any_character() -> Made {
        Language::range(0, LAST_CHARACTER)
    }

    /// Returns the language of the strings of one character in a range.
    pub(crate) fn range(first: u32, last: u32) -> Made {
        Language::new(if first <= last { Shape::Range(first, last) } else { Shape::Nothing })
    }

    /// Returns the concatenation of languages.
    pub(crate) fn concat(parts: &[&Part]) -> Made {
        flat(parts, Shape::Concat)
    }

    /// Returns the union of languages.
    pub(crate) fn union(parts: &[&Part]) -> Made {
        flat(parts, Shape::Union)
    }

    /// Returns the intersection of languages.
    pub(crate) fn intersection(parts: &[&Part]) -> Made {
        flat(parts, Shape::Intersection)
    }

    pub(crate) fn complement(part: &Part) -> Made {
        Language::new(Shape::Complement(Arc::clone(part)))
    }

    /// Returns the repetition of a language, at least `least` times, and at most `most` times if given.
    pub(crate) fn repeat(part: &Part, least: u32, most: Option<u32>) -> Made {
        if most.is_some_and(|most| most < least) {
            return Language::nothing();
        }
        Language::new(Shape::Repeat(Arc::clone(part), least, most))
    }

    /// Returns the number of operations and characters in the term.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

impl Shape {
    /// Returns the parts of the term.
    fn parts(&self) -> &[Part] {
        match self {
            Shape::Nothing | Shape::Everything | Shape::Word(_) | Shape::Range(..) => &[],
            Shape::Concat(parts) | Shape::Union(parts) | Shape::Intersection(parts) => parts,
            Shape::Complement(part) | Shape::Repeat(part, ..) => std::slice::from_ref(part),
        }
    }
}

/// Applies an associative operation to parts, and flattens nested applications, so that long chains are not deep.
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

impl Language {
    /// Adds the term.
    pub(super) fn term(&self, terms: &mut Terms) -> TermId {
        let head: Cow<'_, str> = match &self.shape {
            Shape::Nothing => "re.none".into(),
            Shape::Everything => "re.all".into(),
            Shape::Word(text) => {
                let word = terms.app(&text.to_string(), &[]);
                return terms.app("str.to_re", &[word]);
            }
            Shape::Range(0, LAST_CHARACTER) => "re.allchar".into(),
            Shape::Range(first, last) => {
                let ends = [*first, *last].map(|end| terms.app(&Text::new([end]).to_string(), &[]));
                return terms.app("re.range", &ends);
            }
            Shape::Concat(_) => "re.++".into(),
            Shape::Union(_) => "re.union".into(),
            Shape::Intersection(_) => "re.inter".into(),
            Shape::Complement(_) => "re.comp".into(),
            Shape::Repeat(_, 0, None) => "re.*".into(),
            Shape::Repeat(_, 1, None) => "re.+".into(),
            // An unbounded loop is specific to Z3.
            Shape::Repeat(part, least, None) => {
                let part = part.term(terms);
                let both = [&*format!("(_ re.^ {least})"), "re.*"].map(|head| terms.app(head, &[part]));
                return terms.app("re.++", &both);
            }
            Shape::Repeat(_, 0, Some(1)) => "re.opt".into(),
            Shape::Repeat(_, least, Some(most)) if least == most => format!("(_ re.^ {least})").into(),
            Shape::Repeat(_, least, Some(most)) => format!("(_ re.loop {least} {most})").into(),
        };
        let parts: Vec<TermId> = self.shape.parts().iter().map(|part| part.term(terms)).collect();
        terms.app(&head, &parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::value::Value;

    fn printed(language: Made) -> String {
        Value::Language(language.unwrap()).to_string()
    }

    #[test]
    fn languages_are_printed_as_they_were_made() {
        let word = Language::word("a\"".chars().map(u32::from).collect()).unwrap();
        let range = Language::range(0x61, 0x2FFFF).unwrap();
        let all = Language::union(&[&word, &Language::concat(&[&range, &range]).unwrap(), &word]);
        let repeat = |least, most| printed(Language::repeat(&range, least, most));
        assert_eq!(
            printed(all),
            "(re.union (str.to_re \"a\"\"\") (re.++ (re.range \"a\" \"\\u{2ffff}\") (re.range \"a\" \"\\u{2ffff}\")) \
             (str.to_re \"a\"\"\"))"
        );
        assert_eq!(repeat(0, Some(1)), "(re.opt (re.range \"a\" \"\\u{2ffff}\"))");
        assert_eq!(repeat(2, Some(2)), "((_ re.^ 2) (re.range \"a\" \"\\u{2ffff}\"))");
        assert_eq!(repeat(0, Some(2)), "((_ re.loop 0 2) (re.range \"a\" \"\\u{2ffff}\"))");
        assert_eq!(repeat(3, Some(2)), "re.none");
        assert_eq!(printed(Language::any_character()), "re.allchar");
    }
}
