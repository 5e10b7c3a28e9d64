//! Membership of a string in a small language, built around its value.

use std::collections::BTreeSet;

use crate::generate::term_builder::{MutationContext, TypedTerm, literals};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::value::{Text, Value};

/// The largest nesting of concatenations, unions and intersections.
const DEPTH: u32 = 2;
/// The largest number of characters that are spelled one by one.
const LETTERS: usize = 3;
/// The largest number of characters of a word in a language.
const WORD: usize = 12;

/// Builds the membership of a symbol in a language that contains its value.
pub(super) fn member(
    context: &mut MutationContext<'_>,
    symbol: &TypedTerm,
    rng: &mut Rng,
) -> Option<TypedTerm> {
    let Value::Text(text) = context.value(symbol.id)?.clone() else { return None };
    let language = around(context, text.characters(), DEPTH, rng)?;
    context.builder.apply_operator("str.in_re", &[], &[symbol, &language])
}

/// Draws a language that contains a word.
fn around(context: &mut MutationContext<'_>, word: &[u32], depth: u32, rng: &mut Rng) -> Option<TypedTerm> {
    let letters: BTreeSet<u32> = word.iter().copied().collect();
    let drawn = match rng.below(9) {
        0 | 1 if depth > 0 && word.len() > 1 => {
            let (first, rest) = word.split_at(1 + rng.index(word.len() - 1));
            let parts = [first, rest].map(|part| around(context, part, depth - 1, rng));
            joined(context, "re.++", parts)
        }
        2 | 3 if !letters.is_empty() => {
            let letter = one_of(context, &letters)?;
            let repeated = if rng.percent(50) { "re.*" } else { "re.+" };
            context.builder.apply_operator(repeated, &[], &[&letter])
        }
        4 if depth > 0 => {
            let other = random_word(context, rng)?;
            let parts = [around(context, word, depth - 1, rng), exactly(context, &other)];
            joined(context, "re.union", parts)
        }
        5 | 6 => {
            let letter = if letters.is_empty() || rng.percent(50) {
                context.builder.apply_operator("re.allchar", &[], &[])?
            } else {
                one_of(context, &letters)?
            };
            let fewest = word.len().saturating_sub(rng.index(3));
            let most = word.len() + rng.index(4);
            context.builder.apply_operator("re.loop", &[fewest, most], &[&letter])
        }
        7 if depth > 0 => {
            let other = random_word(context, rng)?;
            let excluded = exactly(context, &other)?;
            let others = context.builder.apply_operator("re.comp", &[], &[&excluded]);
            let parts = [around(context, word, depth - 1, rng), others];
            joined(context, "re.inter", parts)
        }
        8 => exactly(context, word).and_then(|word| context.builder.apply_operator("re.opt", &[], &[&word])),
        _ => exactly(context, word),
    };
    // The logic may lack the operator.
    drawn.or_else(|| exactly(context, word))
}

/// Returns the language of one word, or of all words if it is long.
fn exactly(context: &mut MutationContext<'_>, word: &[u32]) -> Option<TypedTerm> {
    if word.len() > WORD {
        return context.builder.apply_operator("re.all", &[], &[]);
    }
    let word = context.builder.literal(&Sort::String, &Text::new(word).to_string())?;
    context.builder.apply_operator("str.to_re", &[], &[&word])
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
            _ => context.builder.apply_operator("re.union", &[], &each.iter().collect::<Vec<_>>()),
        };
    }
    let ends = [letters.first()?, letters.last()?];
    let ends =
        ends.map(|&end| context.builder.literal(&Sort::String, &Text::new([end].as_slice()).to_string()));
    let [Some(first), Some(last)] = ends else { return None };
    context.builder.apply_operator("re.range", &[], &[&first, &last])
}

fn random_word(context: &MutationContext<'_>, rng: &mut Rng) -> Option<Vec<u32>> {
    let text = literals::random(&Sort::String, context.builder.signature, rng)?;
    let content = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(Text::of_literal(content)?.characters().to_vec())
}

fn joined(context: &mut MutationContext<'_>, name: &str, parts: [Option<TypedTerm>; 2]) -> Option<TypedTerm> {
    let [Some(one), Some(other)] = parts else { return None };
    context.builder.apply_operator(name, &[], &[&one, &other])
}
