//! UnicodeStrings: strings and regular languages, and extensions of cvc5 and Z3. The aliases come from solvers
//! that had strings before SMT-LIB did.

use std::sync::Arc;

use dashu_int::IBig;

use super::operator::{Meaning, Operator, constant, row};
use super::sorts::ResultSort::{self, Bool, Int, OfArgument};
use super::sorts::Takes::{self, Language, More, Text};
use super::sorts::{Forms, Indices};
use super::{sequences, words};
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue};
use crate::theory::value::{
    LAST_CHARACTER, Language as Regular, Search, Text as Characters, Value, hexadecimal,
};

pub(super) const STRINGS: &[Operator] = &[
    constant("char", ResultSort::Text, character).indices(Indices::Exactly(1)),
    row("str.++", &[&[Text, More]], ResultSort::Text, words::concat::<Characters>).flattens(),
    row("str.len", &[&[Text]], Int, words::length::<Characters>),
    row("str.<", ORDERED, Bool, |call| compare(call, |one, other| one < other)),
    row("str.<=", ORDERED, Bool, |call| compare(call, |one, other| one <= other)),
    row("str.at", &[&[Text, Takes::Int]], ResultSort::Text, words::at::<Characters>),
    row("str.substr", &[&[Text, Takes::Int, Takes::Int]], ResultSort::Text, words::substring::<Characters>),
    row("str.prefixof", &[&[Text, Text]], Bool, words::is_prefix::<Characters>),
    row("str.suffixof", &[&[Text, Text]], Bool, words::is_suffix::<Characters>),
    row("str.contains", &[&[Text, Text]], Bool, words::contains::<Characters>),
    // Z3 accepts a missing position as 0.
    row("str.indexof", &[&[Text, Text, Takes::Int], &[Text, Text]], Int, words::index_of::<Characters>),
    row("str.replace", &[&[Text, Text, Text]], ResultSort::Text, words::replace::<Characters>),
    // Solvers also accept sequences, because older versions of Z3 had no other name for it.
    row("str.replace_all", sequences::THREE, OfArgument(0), sequences::replace_all)
        .aliases(&["str.replaceall"]),
    row("str.replace_re", &[&[Text, Language, Text]], ResultSort::Text, replace_match)
        .aliases(&["seq.replace_re"]),
    row("str.replace_re_all", &[&[Text, Language, Text]], ResultSort::Text, replace_matches)
        .aliases(&["seq.replace_re_all"])
        .seldom_read(),
    row("str.is_digit", &[&[Text]], Bool, is_digit),
    row("str.to_code", &[&[Text]], Int, to_code),
    row("str.from_code", &[&[Takes::Int]], ResultSort::Text, from_code),
    row("str.to_int", &[&[Text]], Int, to_int).aliases(&["str.to.int", "str.to-int"]),
    row("str.from_int", &[&[Takes::Int]], ResultSort::Text, from_int)
        .aliases(&["int.to.str", "str.from-int"]),
];

pub(super) const EXTENSIONS: &[Operator] = &[
    // cvc5's.
    row("str.rev", &[&[Text]], ResultSort::Text, words::reverse::<Characters>),
    row("str.update", &[&[Text, Takes::Int, Text]], ResultSort::Text, words::update::<Characters>),
    row("str.to_lower", &[&[Text]], ResultSort::Text, |call| each(call, u8::to_ascii_lowercase)),
    row("str.to_upper", &[&[Text]], ResultSort::Text, |call| each(call, u8::to_ascii_uppercase)),
    row("str.indexof_re", &[&[Text, Language, Takes::Int]], Int, index_of_match).open(),
    // Z3's.
    row("str.from_ubv", &[&[Takes::Bits]], ResultSort::Text, from_unsigned),
    row("str.from_sbv", &[&[Takes::Bits]], ResultSort::Text, from_signed),
];

const ORDERED: &[&[Takes]] = &[&[Text, Text, More]];

/// `(_ char #x41)`.
fn character(call: &Call<'_>) -> Outcome {
    let [index] = call.indices else { return Err(call.unfit()) };
    let character = index.strip_prefix("#x").and_then(hexadecimal).ok_or_else(|| call.unfit())?;
    Ok(Value::Text(Characters::new([character])))
}

/// Compares neighbours in a chain by code points.
fn compare(call: &Call<'_>, holds: fn(&Characters, &Characters) -> bool) -> Outcome {
    Ok(Value::Bool(call.all(Value::as_text)?.windows(2).all(|pair| holds(pair[0], pair[1]))))
}

/// `str.replace_re`: replaces the shortest leftmost match. An empty match at the beginning counts.
fn replace_match(call: &Call<'_>) -> Outcome {
    let (whole, new) = (call.argument(0, Value::as_text)?, call.argument(2, Value::as_text)?);
    let found = Search::new(call.argument(1, Value::as_language)?, whole)?.find(0, 0)?;
    words::replaced(whole, new, found)
}

/// `str.replace_re_all`: replaces the shortest non-empty leftmost matches, from left to right.
fn replace_matches(call: &Call<'_>) -> Outcome {
    let (whole, new) = (call.argument(0, Value::as_text)?, call.argument(2, Value::as_text)?);
    let mut search = Search::new(call.argument(1, Value::as_language)?, whole)?;
    words::all_replaced(whole, new, |from| search.find(from, 1))
}

/// `str.indexof_re`: returns the start of the leftmost match at or after a position. For a position past the end,
/// cvc5's documentation and its behaviour (−1) differ, so the value is open.
fn index_of_match(call: &Call<'_>) -> Outcome {
    let (whole, from) = (call.argument(0, Value::as_text)?, call.argument(2, Value::as_int)?);
    if *from < IBig::ZERO {
        return Ok(Value::Int(IBig::NEG_ONE));
    }
    let from =
        usize::try_from(from).ok().filter(|from| *from <= whole.characters().len()).ok_or(NoValue::Open)?;
    let found = Search::new(call.argument(1, Value::as_language)?, whole)?.find(from, 0)?;
    Ok(Value::Int(found.map_or(IBig::NEG_ONE, |(start, _)| start.into())))
}

fn digit(character: u32) -> bool {
    (u32::from('0')..=u32::from('9')).contains(&character)
}

fn is_digit(call: &Call<'_>) -> Outcome {
    let characters = call.argument(0, Value::as_text)?.characters();
    Ok(Value::Bool(matches!(characters, [only] if digit(*only))))
}

fn to_code(call: &Call<'_>) -> Outcome {
    let characters = call.argument(0, Value::as_text)?.characters();
    Ok(Value::Int(if let [only] = characters { IBig::from(*only) } else { IBig::NEG_ONE }))
}

fn from_code(call: &Call<'_>) -> Outcome {
    let code = u32::try_from(call.argument(0, Value::as_int)?).ok();
    Ok(Value::Text(code.filter(|code| *code <= LAST_CHARACTER).into_iter().collect()))
}

/// Returns the number that the digits denote, or -1 for other strings. Leading zeros are allowed.
fn to_int(call: &Call<'_>) -> Outcome {
    let characters = call.argument(0, Value::as_text)?.characters();
    if characters.is_empty() || !characters.iter().all(|character| digit(*character)) {
        return Ok(Value::Int(IBig::NEG_ONE));
    }
    let digits: String = characters.iter().filter_map(|character| char::from_u32(*character)).collect();
    limits::number(digits.parse().map_err(|_| call.unfit())?).map(Value::Int)
}

/// Returns the digits of a number, or the empty string for a negative one.
fn from_int(call: &Call<'_>) -> Outcome {
    let number = call.argument(0, Value::as_int)?;
    if *number < IBig::ZERO { decimal("") } else { decimal(&number.to_string()) }
}

fn from_unsigned(call: &Call<'_>) -> Outcome {
    decimal(&call.argument(0, Value::as_bits)?.unsigned().to_string())
}

/// Unlike `str.from_int`, this writes a sign.
fn from_signed(call: &Call<'_>) -> Outcome {
    decimal(&call.argument(0, Value::as_bits)?.signed().to_string())
}

fn decimal(digits: &str) -> Outcome {
    limits::length(digits.len())?;
    Ok(Value::Text(digits.chars().map(u32::from).collect()))
}

/// Changes each ASCII character. cvc5 leaves all others unchanged.
fn each(call: &Call<'_>, change: fn(&u8) -> u8) -> Outcome {
    let characters = call.argument(0, Value::as_text)?.characters();
    let changed = characters.iter().map(|&code| u8::try_from(code).map_or(code, |byte| change(&byte).into()));
    Ok(Value::Text(changed.collect()))
}

/// Regular languages.
pub(super) const LANGUAGES: &[Operator] = &[
    row("str.in_re", &[&[Text, Language]], Bool, is_in).aliases(&["str.in.re", "str.in-re", "seq.in.re"]),
    language_row("str.to_re", &[&[Text]], word).aliases(&["str.to.re", "str.to-re", "seq.to.re"]),
    constant("re.none", ResultSort::Language, |_| language(Regular::nothing()))
        .aliases(&["re.nostr", "re.empty"]),
    constant("re.all", ResultSort::Language, |_| language(Regular::everything())),
    constant("re.allchar", ResultSort::Language, |_| language(Regular::any_character())),
    language_row("re.++", SEVERAL, |call| language(Regular::concat(&languages(call)?))).flattens(),
    language_row("re.union", SEVERAL, |call| language(Regular::union(&languages(call)?)))
        .commutes()
        .flattens(),
    language_row("re.inter", SEVERAL, |call| language(Regular::intersection(&languages(call)?)))
        .commutes()
        .flattens(),
    language_row("re.*", LANGUAGE, |call| repeated(call, 0, None)),
    language_row("re.+", LANGUAGE, |call| repeated(call, 1, None)),
    language_row("re.opt", LANGUAGE, |call| repeated(call, 0, Some(1))),
    language_row("re.comp", LANGUAGE, |call| language(Regular::complement(first(call)?)))
        .aliases(&["re.complement"]),
    language_row("re.diff", &[&[Language, Language, More]], difference),
    language_row("re.range", &[&[Text, Text]], range),
    language_row("re.^", LANGUAGE, |call| repeated(call, call.index(0)?, Some(call.index(0)?)))
        .indices(Indices::Exactly(1)),
    // Z3 also accepts the numbers as arguments, and the last one may be missing.
    language_row(
        "re.loop",
        &[&[Language], &[Language, Takes::Int], &[Language, Takes::Int, Takes::Int]],
        looped,
    )
    .indices(Indices::UpTo(2)),
];

const LANGUAGE: &[&[Takes]] = &[&[Language]];
/// Z3 also accepts a single argument.
const SEVERAL: &[&[Takes]] = &[&[Language, More]];

const fn language_row(name: &'static str, takes: Forms, value: Meaning) -> Operator {
    row(name, takes, ResultSort::Language, value)
}

fn language(made: Result<Arc<Regular>, NoValue>) -> Outcome {
    made.map(Value::Language)
}

fn first<'a>(call: &Call<'a>) -> Result<&'a Arc<Regular>, NoValue> {
    call.argument(0, Value::as_language)
}

fn languages<'a>(call: &Call<'a>) -> Result<Vec<&'a Arc<Regular>>, NoValue> {
    call.all(Value::as_language)
}

fn is_in(call: &Call<'_>) -> Outcome {
    let text = call.argument(0, Value::as_text)?;
    call.argument(1, Value::as_language)?.contains(text).map(Value::Bool)
}

fn word(call: &Call<'_>) -> Outcome {
    language(Regular::word(call.argument(0, Value::as_text)?.clone()))
}

fn repeated(call: &Call<'_>, least: u32, most: Option<u32>) -> Outcome {
    language(Regular::repeat(first(call)?, least, most))
}

/// `re.diff`, left associative: the words of the first language that are in none of the others.
fn difference(call: &Call<'_>) -> Outcome {
    let all = languages(call)?;
    let (first, others) = all.split_first().ok_or_else(|| call.unfit())?;
    let others = others.iter().map(|other| Regular::complement(other)).collect::<Result<Vec<_>, _>>()?;
    let parts: Vec<&Arc<Regular>> = std::iter::once(*first).chain(&others).collect();
    language(Regular::intersection(&parts))
}

/// `re.range`: the range between two characters; empty if an argument is not a single character.
fn range(call: &Call<'_>) -> Outcome {
    let [first, last] = [call.argument(0, Value::as_text)?, call.argument(1, Value::as_text)?];
    language(match (first.characters(), last.characters()) {
        ([first], [last]) => Regular::range(*first, *last),
        _ => Regular::nothing(),
    })
}

fn looped(call: &Call<'_>) -> Outcome {
    let number = |at| {
        let number = call.argument(at, Value::as_int)?;
        u32::try_from(number).map_err(|_| call.unfit())
    };
    match (call.indices, call.arguments) {
        ([_, _], [_]) => repeated(call, call.index(0)?, Some(call.index(1)?)),
        ([_], [_]) => repeated(call, call.index(0)?, None),
        ([], [_, _, _]) => repeated(call, number(1)?, Some(number(2)?)),
        ([], [_, _]) => repeated(call, number(1)?, None),
        _ => Err(call.unfit()),
    }
}

#[cfg(test)]
mod tests {
    use crate::theory::examples::evaluate;

    #[test]
    fn what_is_too_long_has_no_value() {
        let long = (0..12).fold("\"abcd\"".to_owned(), |term, _| format!("(let ((y {term})) (str.++ y y))"));
        let twice = format!("(let ((y {long})) (= \"\" (str.++ y y)))");
        let all = format!("(= \"\" (str.replace_all {long} \"a\" \"aa\"))");
        let large = format!("(= \"\" (str.from_int {}))", "7".repeat(17_000));
        assert_eq!(evaluate("", &format!("(str.len {long})")), "16384");
        for term in [twice, all, large] {
            assert_eq!(evaluate("", &term), "a value is too large", "{term}");
        }
    }
}
