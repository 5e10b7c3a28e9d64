//! Regular languages.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `mod` | languages as they are made, and printed |
//! | `characters` | sets of characters, and characters that no language tells apart |
//! | `states` | languages with a number each, in a normal form in which equal ones are mostly the same |
//! | `derivatives` | what is left of a language after a character; which words are in one; whether two are equal |
//! | `language_tests` | all of it against the definitions, word by word |

mod characters;
mod derivatives;
#[cfg(test)]
mod language_tests;
mod states;

use std::fmt;
use std::sync::Arc;

use super::text::{LAST_CHARACTER, Text};
use crate::theory::limits::{self, NoValue, Unknown};

pub(crate) use derivatives::Search;

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
const DEEPEST: u32 = limits::DEPTH / 2;
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

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Nothing => f.write_str("re.none"),
            Shape::Everything => f.write_str("re.all"),
            Shape::Word(text) => write!(f, "(str.to_re {text})"),
            Shape::Range(0, LAST_CHARACTER) => f.write_str("re.allchar"),
            Shape::Range(first, last) => {
                write!(f, "(re.range {} {})", Text::new([*first]), Text::new([*last]))
            }
            Shape::Concat(parts) => applied(f, "re.++", parts),
            Shape::Union(parts) => applied(f, "re.union", parts),
            Shape::Intersection(parts) => applied(f, "re.inter", parts),
            Shape::Complement(part) => write!(f, "(re.comp {part})"),
            Shape::Repeat(part, 0, None) => write!(f, "(re.* {part})"),
            Shape::Repeat(part, 1, None) => write!(f, "(re.+ {part})"),
            // The loop without an end is Z3's alone.
            Shape::Repeat(part, least, None) => write!(f, "(re.++ ((_ re.^ {least}) {part}) (re.* {part}))"),
            Shape::Repeat(part, 0, Some(1)) => write!(f, "(re.opt {part})"),
            Shape::Repeat(part, least, Some(most)) if least == most => write!(f, "((_ re.^ {least}) {part})"),
            Shape::Repeat(part, least, Some(most)) => write!(f, "((_ re.loop {least} {most}) {part})"),
        }
    }
}

fn applied(f: &mut fmt::Formatter<'_>, operator: &str, parts: &[Part]) -> fmt::Result {
    write!(f, "({operator}")?;
    parts.iter().try_for_each(|part| write!(f, " {part}"))?;
    f.write_str(")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_printed_as_they_were_made() {
        let word = Language::word("a\"".chars().map(u32::from).collect()).unwrap();
        let range = Language::range(0x61, 0x2FFFF).unwrap();
        let all = Language::union(&[&word, &Language::concat(&[&range, &range]).unwrap(), &word]).unwrap();
        let repeat = |least, most| Language::repeat(&range, least, most).unwrap().to_string();
        assert_eq!(
            all.to_string(),
            "(re.union (str.to_re \"a\"\"\") (re.++ (re.range \"a\" \"\\u{2ffff}\") (re.range \"a\" \"\\u{2ffff}\")) \
             (str.to_re \"a\"\"\"))"
        );
        assert_eq!(repeat(0, Some(1)), "(re.opt (re.range \"a\" \"\\u{2ffff}\"))");
        assert_eq!(repeat(2, Some(2)), "((_ re.^ 2) (re.range \"a\" \"\\u{2ffff}\"))");
        assert_eq!(repeat(0, Some(2)), "((_ re.loop 0 2) (re.range \"a\" \"\\u{2ffff}\"))");
        assert_eq!(repeat(3, Some(2)), "re.none");
        assert_eq!(Language::any_character().unwrap().to_string(), "re.allchar");
    }
}
