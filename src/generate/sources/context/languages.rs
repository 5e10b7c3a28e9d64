//! Small languages: membership of a string in one that is built around its value; finite ones.

use std::collections::BTreeSet;

use crate::generate::term_builder::{MutationContext, TypedTerm, draw_value};
use crate::rng::Rng;
use crate::smtlib::{Sort, Terms};
use crate::theory::literals;
use crate::theory::operators::{Op, op};
use crate::theory::value::{Text, Value};

/// The largest nesting of concatenations, unions and intersections.
const DEPTH: u32 = 2;
/// The largest number of characters that are spelled one by one.
const LETTERS: usize = 3;
/// The largest number of characters of a word in a language.
const WORD: usize = 12;

/// Builds the membership of a symbol in a language that contains its value.
pub(super) fn member(context: &mut MutationContext<'_>, symbol: &TypedTerm) -> Option<TypedTerm> {
    let Value::Text(text) = context.value(symbol.id)?.clone() else { return None };
    let language = around(context, text.characters(), DEPTH)?;
    context.builder.apply_usable(op::STR_IN_RE, &[symbol, &language])
}

/// Draws a language that contains a word.
fn around(context: &mut MutationContext<'_>, word: &[u32], depth: u32) -> Option<TypedTerm> {
    let letters: BTreeSet<u32> = word.iter().copied().collect();
    let drawn = match context.rng.below(9) {
        0 | 1 if depth > 0 && word.len() > 1 => {
            let (first, rest) = word.split_at(1 + context.rng.index(word.len() - 1));
            let parts = [first, rest].map(|part| around(context, part, depth - 1));
            joined(context, op::RE_CONCAT, parts)
        }
        2 | 3 if !letters.is_empty() => {
            let letter = one_of(context, &letters)?;
            let operator = if context.rng.percent(50) { op::RE_STAR } else { op::RE_PLUS };
            context.builder.apply_usable(operator, &[&letter])
        }
        4 if depth > 0 => {
            let other = random_word(context)?;
            let parts = [around(context, word, depth - 1), exactly(context, &other)];
            joined(context, op::RE_UNION, parts)
        }
        5 | 6 => {
            let letter = if letters.is_empty() || context.rng.percent(50) {
                context.builder.apply_usable(op::RE_ALLCHAR, &[])?
            } else {
                one_of(context, &letters)?
            };
            let fewest = word.len().saturating_sub(context.rng.index(3));
            let most = word.len() + context.rng.index(4);
            context.builder.apply_indexed(op::RE_LOOP, &[fewest, most], &[&letter])
        }
        7 if depth > 0 => {
            let other = random_word(context)?;
            let excluded = exactly(context, &other)?;
            let others = context.builder.apply_usable(op::RE_COMP, &[&excluded]);
            let parts = [around(context, word, depth - 1), others];
            joined(context, op::RE_INTER, parts)
        }
        8 => exactly(context, word).and_then(|word| context.builder.apply_usable(op::RE_OPT, &[&word])),
        _ => exactly(context, word),
    };
    // The logic may lack the operator.
    drawn.or_else(|| exactly(context, word))
}

/// Draws a language of few words: words of the problem and others, or letters in a range, one after another.
pub(in crate::generate::sources) fn finite(context: &mut MutationContext<'_>) -> Option<TypedTerm> {
    let part = |context: &mut MutationContext<'_>| {
        if context.rng.percent(40) {
            let letters = few_letters(&mut context.rng);
            let letter = one_of(context, &letters)?;
            let most = 1 + context.rng.index(2);
            let fewest = context.rng.index(most + 1);
            return context.builder.apply_indexed(op::RE_LOOP, &[fewest, most], &[&letter]);
        }
        let word = short_word(context)?;
        let word = exactly(context, &word)?;
        if context.rng.percent(30) { context.builder.apply_usable(op::RE_OPT, &[&word]) } else { Some(word) }
    };
    let mut language = part(context)?;
    for _ in 0..1 + context.rng.below(3) {
        let other = part(context);
        let operator = if context.rng.percent(65) { op::RE_UNION } else { op::RE_CONCAT };
        language = joined(context, operator, [Some(language), other])?;
    }
    Some(language)
}

/// Draws the language of all words over few letters.
pub(in crate::generate::sources) fn over_few_letters(context: &mut MutationContext<'_>) -> Option<TypedTerm> {
    let letters = few_letters(&mut context.rng);
    let letter = one_of(context, &letters)?;
    context.builder.apply_usable(op::RE_STAR, &[&letter])
}

/// Draws two or more neighbouring letters or digits.
fn few_letters(rng: &mut Rng) -> BTreeSet<u32> {
    let first = u32::from(if rng.percent(60) { b'a' } else { b'0' });
    (first..first + 2 + rng.below(3)).collect()
}

/// Draws a short word: the value of a term, or another one.
fn short_word(context: &mut MutationContext<'_>) -> Option<Vec<u32>> {
    let known = context.pool.any(&Sort::String, &mut context.rng).and_then(|(_, value)| match value {
        Value::Text(text) => Some(text.characters().to_vec()),
        _ => None,
    });
    let known = known.filter(|word| word.len() <= WORD && context.rng.percent(60));
    known.or_else(|| random_word(context).filter(|word| word.len() <= WORD))
}

/// Returns the language of one word, or of all words if it is long.
fn exactly(context: &mut MutationContext<'_>, word: &[u32]) -> Option<TypedTerm> {
    if word.len() > WORD {
        return context.builder.apply_usable(op::RE_ALL, &[]);
    }
    let word = context.builder.literal(&Sort::String, &Value::Text(Text::new(word)))?;
    context.builder.apply_usable(op::STR_TO_RE, &[&word])
}

/// Returns a language of single characters that contains these: a union if they are few, otherwise a range.
fn one_of(context: &mut MutationContext<'_>, letters: &BTreeSet<u32>) -> Option<TypedTerm> {
    if letters.len() <= LETTERS {
        let mut each: Vec<TypedTerm> = Vec::new();
        for &letter in letters {
            each.push(exactly(context, &[letter])?);
        }
        return match each.as_slice() {
            [one] => Some(one.clone()),
            _ => context.builder.apply_usable(op::RE_UNION, &each.iter().collect::<Vec<_>>()),
        };
    }
    let ends = [letters.first()?, letters.last()?];
    let ends =
        ends.map(|&end| context.builder.literal(&Sort::String, &Value::Text(Text::new([end].as_slice()))));
    let [Some(first), Some(last)] = ends else { return None };
    context.builder.apply_usable(op::RE_RANGE, &[&first, &last])
}

fn random_word(context: &mut MutationContext<'_>) -> Option<Vec<u32>> {
    let mut terms = Terms::default();
    let word = draw_value(&Sort::String, context.builder.signature, &mut terms, &mut context.rng)?;
    let (literal, _) = terms.as_app(word)?;
    Some(literals::value(literal, &[], None, false)?.as_text()?.characters().to_vec())
}

fn joined(
    context: &mut MutationContext<'_>,
    operator: Op,
    parts: [Option<TypedTerm>; 2],
) -> Option<TypedTerm> {
    let [Some(one), Some(other)] = parts else { return None };
    context.builder.apply_usable(operator, &[&one, &other])
}
