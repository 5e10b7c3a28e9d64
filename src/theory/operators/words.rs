//! What strings and sequences have in common: both are words, of characters or of values.
//!
//! UnicodeStrings says what it is on strings; cvc5's theory of sequences says the same of sequences, and so does Z3.

use std::sync::Arc;

use dashu_int::IBig;

use crate::smtlib::Sort;
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue, Unknown};
use crate::theory::value::{Sequence, Text, Value};

/// A word over an alphabet.
pub(super) trait Word: Sized {
    /// A letter of it.
    type Item: Clone + PartialEq;

    /// The word that a value is.
    fn of(value: &Value) -> Option<&Self>;

    /// Its letters.
    fn items(&self) -> &[Self::Item];

    /// A word of these letters, of the sort of this one, unless it is too large.
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

/// The sequence of these items, unless it is too large or too deep.
pub(super) fn sequence(element: Arc<Sort>, items: Vec<Value>) -> Outcome {
    let sequence = Sequence::new(element, items);
    limits::length(sequence.items().len())?;
    let value = Value::Sequence(sequence);
    if value.extent().is_too_large() { Err(Unknown::Size.into()) } else { Ok(value) }
}

/// The value for sequences or that for strings: solvers take strings as sequences of characters too.
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

/// Position of the first occurrence of `part` at or after a position.
fn find<T: PartialEq>(word: &[T], part: &[T], from: usize) -> Option<usize> {
    let last = word.len().checked_sub(part.len())?;
    (from..=last).find(|&at| word[at..].starts_with(part))
}

/// A position or a length: none if it is negative, and more than any word has if it is larger.
fn natural(number: &IBig) -> Option<usize> {
    match usize::try_from(number) {
        Ok(number) => Some(number),
        Err(_) if *number < IBig::ZERO => None,
        Err(_) => Some(usize::MAX),
    }
}

/// An integer that a position is, or -1.
fn position(at: Option<usize>) -> Outcome {
    Ok(Value::Int(at.map_or(IBig::NEG_ONE, IBig::from)))
}

/// How long it is.
pub(super) fn length<W: Word>(call: &Call<'_>) -> Outcome {
    position(Some(word::<W>(call, 0)?.items().len()))
}

/// All, one after another.
pub(super) fn concat<W: Word>(call: &Call<'_>) -> Outcome {
    let first = word::<W>(call, 0)?;
    let mut all = Vec::new();
    for part in call.all(W::of)? {
        limits::length(all.len() + part.items().len())?;
        all.extend_from_slice(part.items());
    }
    first.with(all)
}

/// The letter at a position, as a word, if there is one.
pub(super) fn at<W: Word>(call: &Call<'_>) -> Outcome {
    part::<W>(call, call.argument(1, Value::as_int)?, &IBig::ONE)
}

/// What is at a position, of at most so many letters.
pub(super) fn substring<W: Word>(call: &Call<'_>) -> Outcome {
    part::<W>(call, call.argument(1, Value::as_int)?, call.argument(2, Value::as_int)?)
}

fn part<W: Word>(call: &Call<'_>, from: &IBig, length: &IBig) -> Outcome {
    let word = word::<W>(call, 0)?;
    let (from, length) = (natural(from).unwrap_or(usize::MAX), natural(length).unwrap_or_default());
    let rest = word.items().get(from..).unwrap_or_default();
    word.with(rest[..length.min(rest.len())].to_vec())
}

/// Whether the second begins with the first.
pub(super) fn is_prefix<W: Word>(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(word::<W>(call, 1)?.items().starts_with(word::<W>(call, 0)?.items())))
}

/// Whether the second ends with the first.
pub(super) fn is_suffix<W: Word>(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(word::<W>(call, 1)?.items().ends_with(word::<W>(call, 0)?.items())))
}

/// Whether the second is in the first.
pub(super) fn contains<W: Word>(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(find(word::<W>(call, 0)?.items(), word::<W>(call, 1)?.items(), 0).is_some()))
}

/// Where the second first is in the first, from a position on; Z3 also takes none, and means 0.
pub(super) fn index_of<W: Word>(call: &Call<'_>) -> Outcome {
    let from = if call.arguments.len() == 2 { Some(0) } else { natural(call.argument(2, Value::as_int)?) };
    let (whole, part) = (word::<W>(call, 0)?, word::<W>(call, 1)?);
    position(from.and_then(|from| find(whole.items(), part.items(), from)))
}

/// Where the second last is in the first (Z3's). Where the empty one is, its documentation does not say.
pub(super) fn last_index_of<W: Word>(call: &Call<'_>) -> Outcome {
    let (whole, part) = (word::<W>(call, 0)?.items(), word::<W>(call, 1)?.items());
    if part.is_empty() {
        return Err(NoValue::Open);
    }
    position(whole.windows(part.len()).rposition(|window| window == part))
}

/// The first with the third in place of the first occurrence of the second.
pub(super) fn replace<W: Word>(call: &Call<'_>) -> Outcome {
    let [whole, old, new] = [word::<W>(call, 0)?, word::<W>(call, 1)?, word::<W>(call, 2)?];
    let found = find(whole.items(), old.items(), 0).map(|at| (at, at + old.items().len()));
    replaced(whole, new, found)
}

/// The word with another in place of a part, if there is one.
pub(super) fn replaced<W: Word>(whole: &W, new: &W, part: Option<(usize, usize)>) -> Outcome {
    let Some((start, end)) = part else { return whole.with(whole.items().to_vec()) };
    let mut parts = Vec::new();
    limits::length(whole.items().len() - (end - start) + new.items().len())?;
    parts.extend_from_slice(&whole.items()[..start]);
    parts.extend_from_slice(new.items());
    parts.extend_from_slice(&whole.items()[end..]);
    whole.with(parts)
}

/// The first with the third in place of every occurrence of the second, from left to right.
pub(super) fn replace_all<W: Word>(call: &Call<'_>) -> Outcome {
    let [whole, old, new] = [word::<W>(call, 0)?, word::<W>(call, 1)?, word::<W>(call, 2)?];
    let old = old.items();
    all_replaced(whole, new, |from| {
        let at = if old.is_empty() { None } else { find(whole.items(), old, from) };
        Ok(at.map(|at| (at, at + old.len())))
    })
}

/// The word with another in place of all parts that `next` finds from a position on; they are not empty.
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

/// From the end to the beginning.
pub(super) fn reverse<W: Word>(call: &Call<'_>) -> Outcome {
    let word = word::<W>(call, 0)?;
    word.with(word.items().iter().rev().cloned().collect())
}

/// The first with the third written over it from a position on, as long as before (cvc5's).
pub(super) fn update<W: Word>(call: &Call<'_>) -> Outcome {
    let (whole, new) = (word::<W>(call, 0)?, word::<W>(call, 2)?);
    let mut items = whole.items().to_vec();
    let at = natural(call.argument(1, Value::as_int)?);
    let over = at.and_then(|at| items.get_mut(at..)).unwrap_or_default();
    over.iter_mut().zip(new.items()).for_each(|(old, new)| *old = new.clone());
    whole.with(items)
}
