//! Operators that strings and sequences share: both are words, over characters or values.
//!
//! UnicodeStrings defines them for strings. cvc5 and Z3 define them in the same way for sequences.

use std::sync::Arc;

use dashu_int::IBig;

use crate::smtlib::Sort;
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue, Unknown};
use crate::theory::value::{Sequence, Text, Value};

/// A word over an alphabet.
pub(super) trait Word: Sized {
    /// A letter of the alphabet.
    type Item: Clone + PartialEq;

    fn of(value: &Value) -> Option<&Self>;

    fn items(&self) -> &[Self::Item];

    /// Builds a word of these letters and of the same sort, unless it is too large.
    fn with(&self, items: Vec<Self::Item>) -> Outcome;
}

impl Word for Text {
    type Item = u32;

    fn of(value: &Value) -> Option<&Text> {
        value.as_text()
    }

    fn items(&self) -> &[u32] {
        self.characters()
    }

    fn with(&self, items: Vec<u32>) -> Outcome {
        limits::length(items.len())?;
        Ok(Value::Text(Text::new(items)))
    }
}

impl Word for Sequence {
    type Item = Value;

    fn of(value: &Value) -> Option<&Sequence> {
        value.as_sequence()
    }

    fn items(&self) -> &[Value] {
        self.items()
    }

    fn with(&self, items: Vec<Value>) -> Outcome {
        sequence(Arc::clone(self.element()), items)
    }
}

/// Builds a sequence of these items, unless it is too large or nested too deep.
pub(super) fn sequence(element: Arc<Sort>, items: Vec<Value>) -> Outcome {
    let sequence = Sequence::new(element, items);
    limits::length(sequence.items().len())?;
    let value = Value::Sequence(sequence);
    if value.extent().is_too_large() { Err(Unknown::Size.into()) } else { Ok(value) }
}

/// Applies `strings` if an argument is a string, and `sequences` otherwise. Solvers accept strings as sequences
/// of characters.
pub(super) fn either(
    call: &Call<'_>,
    sequences: fn(&Call<'_>) -> Outcome,
    strings: fn(&Call<'_>) -> Outcome,
) -> Outcome {
    if call.arguments.iter().any(|value| value.as_text().is_some()) { strings(call) } else { sequences(call) }
}

fn word<'a, W: Word + 'a>(call: &Call<'a>, at: usize) -> Result<&'a W, NoValue> {
    call.argument(at, W::of)
}

/// Returns the position of the first occurrence of `part` at or after a position.
fn find<T: PartialEq>(word: &[T], part: &[T], from: usize) -> Option<usize> {
    let last = word.len().checked_sub(part.len())?;
    (from..=last).find(|&at| word[at..].starts_with(part))
}

/// Returns a position or length, `None` if it is negative, and the maximum if it is too large.
fn natural(number: &IBig) -> Option<usize> {
    match usize::try_from(number) {
        Ok(number) => Some(number),
        Err(_) if *number < IBig::ZERO => None,
        Err(_) => Some(usize::MAX),
    }
}

/// Returns a position as an integer, or -1 for `None`.
fn position(at: Option<usize>) -> Outcome {
    Ok(Value::Int(at.map_or(IBig::NEG_ONE, IBig::from)))
}

pub(super) fn length<W: Word>(call: &Call<'_>) -> Outcome {
    position(Some(word::<W>(call, 0)?.items().len()))
}

/// Concatenates all words.
pub(super) fn concat<W: Word>(call: &Call<'_>) -> Outcome {
    let first = word::<W>(call, 0)?;
    let mut all = Vec::new();
    for part in call.all(W::of)? {
        limits::length(all.len() + part.items().len())?;
        all.extend_from_slice(part.items());
    }
    first.with(all)
}

/// Returns the letter at a position as a word, or the empty word if there is none.
pub(super) fn at<W: Word>(call: &Call<'_>) -> Outcome {
    part::<W>(call, call.argument(1, Value::as_int)?, &IBig::ONE)
}

/// Returns the part of a word from a position on, with at most the given length.
pub(super) fn substring<W: Word>(call: &Call<'_>) -> Outcome {
    part::<W>(call, call.argument(1, Value::as_int)?, call.argument(2, Value::as_int)?)
}

fn part<W: Word>(call: &Call<'_>, from: &IBig, length: &IBig) -> Outcome {
    let word = word::<W>(call, 0)?;
    let (from, length) = (natural(from).unwrap_or(usize::MAX), natural(length).unwrap_or_default());
    let rest = word.items().get(from..).unwrap_or_default();
    word.with(rest[..length.min(rest.len())].to_vec())
}

/// Whether the first word is a prefix of the second.
pub(super) fn is_prefix<W: Word>(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(word::<W>(call, 1)?.items().starts_with(word::<W>(call, 0)?.items())))
}

/// Whether the first word is a suffix of the second.
pub(super) fn is_suffix<W: Word>(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(word::<W>(call, 1)?.items().ends_with(word::<W>(call, 0)?.items())))
}

/// Whether the first word contains the second.
pub(super) fn contains<W: Word>(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(find(word::<W>(call, 0)?.items(), word::<W>(call, 1)?.items(), 0).is_some()))
}

/// Returns the position of the first occurrence of the second word in the first, at or after a position. Z3
/// accepts a missing position as 0.
pub(super) fn index_of<W: Word>(call: &Call<'_>) -> Outcome {
    let from = if call.arguments.len() == 2 { Some(0) } else { natural(call.argument(2, Value::as_int)?) };
    let (whole, part) = (word::<W>(call, 0)?, word::<W>(call, 1)?);
    position(from.and_then(|from| find(whole.items(), part.items(), from)))
}

/// Returns the position of the last occurrence of the second word in the first (Z3). Its documentation does not
/// say where the empty word occurs last.
pub(super) fn last_index_of<W: Word>(call: &Call<'_>) -> Outcome {
    let (whole, part) = (word::<W>(call, 0)?.items(), word::<W>(call, 1)?.items());
    if part.is_empty() {
        return Err(NoValue::Open);
    }
    position(whole.windows(part.len()).rposition(|window| window == part))
}

/// Replaces the first occurrence of the second word in the first by the third.
pub(super) fn replace<W: Word>(call: &Call<'_>) -> Outcome {
    let [whole, old, new] = [word::<W>(call, 0)?, word::<W>(call, 1)?, word::<W>(call, 2)?];
    let found = find(whole.items(), old.items(), 0).map(|at| (at, at + old.items().len()));
    replaced(whole, new, found)
}

/// Replaces a part of a word, if there is one.
pub(super) fn replaced<W: Word>(whole: &W, new: &W, part: Option<(usize, usize)>) -> Outcome {
    let Some((start, end)) = part else { return whole.with(whole.items().to_vec()) };
    let mut parts = Vec::new();
    limits::length(whole.items().len() - (end - start) + new.items().len())?;
    parts.extend_from_slice(&whole.items()[..start]);
    parts.extend_from_slice(new.items());
    parts.extend_from_slice(&whole.items()[end..]);
    whole.with(parts)
}

/// Replaces every occurrence of the second word in the first by the third, from left to right.
pub(super) fn replace_all<W: Word>(call: &Call<'_>) -> Outcome {
    let [whole, old, new] = [word::<W>(call, 0)?, word::<W>(call, 1)?, word::<W>(call, 2)?];
    let old = old.items();
    all_replaced(whole, new, |from| {
        let at = if old.is_empty() { None } else { find(whole.items(), old, from) };
        Ok(at.map(|at| (at, at + old.len())))
    })
}

/// Replaces all parts that `next` finds at or after a position; they must not be empty.
pub(super) fn all_replaced<W: Word>(
    whole: &W,
    new: &W,
    mut next: impl FnMut(usize) -> Result<Option<(usize, usize)>, NoValue>,
) -> Outcome {
    let (mut all, mut done) = (Vec::new(), 0);
    while let Some((start, end)) = next(done)? {
        all.extend_from_slice(&whole.items()[done..start]);
        all.extend_from_slice(new.items());
        limits::length(all.len())?;
        done = end;
    }
    all.extend_from_slice(&whole.items()[done..]);
    whole.with(all)
}

/// Reverses a word.
pub(super) fn reverse<W: Word>(call: &Call<'_>) -> Outcome {
    let word = word::<W>(call, 0)?;
    word.with(word.items().iter().rev().cloned().collect())
}

/// Overwrites a part of the first word by the third, from a position on, without changing its length (cvc5).
pub(super) fn update<W: Word>(call: &Call<'_>) -> Outcome {
    let (whole, new) = (word::<W>(call, 0)?, word::<W>(call, 2)?);
    let mut items = whole.items().to_vec();
    let at = natural(call.argument(1, Value::as_int)?);
    let over = at.and_then(|at| items.get_mut(at..)).unwrap_or_default();
    over.iter_mut().zip(new.items()).for_each(|(old, new)| *old = new.clone());
    whole.with(items)
}
