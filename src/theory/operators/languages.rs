//! Regular languages of UnicodeStrings. The aliases were never SMT-LIB's, but what solvers had before it.

use std::sync::Arc;

use super::ResultSort::{self, Bool};
use super::Takes::{self, Int, Language, More, Text};
use super::{Forms, Indices, Meaning, Operator, constant, row};
use crate::theory::call::{Call, NoValue, Outcome};
use crate::theory::value::{Language as Regular, Value};

pub(super) static ROWS: &[Operator] = &[
    row("str.in_re", &[&[Text, Language]], Bool, is_in).aliases(&["str.in.re", "str.in-re", "seq.in.re"]),
    make("str.to_re", &[&[Text]], word).aliases(&["str.to.re", "str.to-re", "seq.to.re"]),
    constant("re.none", ResultSort::Language, |_| language(Regular::nothing()))
        .aliases(&["re.nostr", "re.empty"]),
    constant("re.all", ResultSort::Language, |_| language(Regular::everything())),
    constant("re.allchar", ResultSort::Language, |_| language(Regular::any_character())),
    make("re.++", MANY, |call| language(Regular::concat(&languages(call)?))).flattens(),
    make("re.union", MANY, |call| language(Regular::union(&languages(call)?))).commutes().flattens(),
    make("re.inter", MANY, |call| language(Regular::intersection(&languages(call)?))).commutes().flattens(),
    make("re.*", ONE, |call| repeated(call, 0, None)),
    make("re.+", ONE, |call| repeated(call, 1, None)),
    make("re.opt", ONE, |call| repeated(call, 0, Some(1))),
    make("re.comp", ONE, |call| language(Regular::complement(first(call)?))).aliases(&["re.complement"]),
    make("re.diff", &[&[Language, Language, More]], difference),
    make("re.range", &[&[Text, Text]], range),
    make("re.^", ONE, |call| repeated(call, call.index(0)?, Some(call.index(0)?)))
        .indices(Indices::Exactly(1)),
    // Z3 takes the numbers as arguments too, and the last one may be missing.
    make("re.loop", &[&[Language], &[Language, Int], &[Language, Int, Int]], looped)
        .indices(Indices::UpTo(2)),
];

const ONE: &[&[Takes]] = &[&[Language]];
/// Z3 also takes one.
const MANY: &[&[Takes]] = &[&[Language, More]];

const fn make(name: &'static str, takes: Forms, value: Meaning) -> Operator {
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

/// Left associative: what is in the first, and in none of the others.
fn difference(call: &Call<'_>) -> Outcome {
    let all = languages(call)?;
    let (first, others) = all.split_first().ok_or_else(|| call.unfit())?;
    let others = others.iter().map(|other| Regular::complement(other)).collect::<Result<Vec<_>, _>>()?;
    let parts: Vec<&Arc<Regular>> = std::iter::once(*first).chain(&others).collect();
    language(Regular::intersection(&parts))
}

/// Of two strings of one character each; of others, the range is empty.
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
    use super::super::laws::{hold, truth};
    use crate::theory::call::Unknown;

    #[test]
    fn languages_are_as_the_theory_says() {
        hold(&[
            "(str.in_re \"ab\" (re.++ (str.to_re \"a\") (str.to_re \"\") (str.to_re \"b\")))",
            "(= re.none (re.inter re.all re.none) (re.comp re.all) (re.range \"ab\" \"c\") (re.range \"a\" \"bc\"))",
            "(= re.none (re.range \"c\" \"a\") (re.range \"\" \"a\"))",
            "(= re.allchar (re.range \"\\u{0}\" \"\\u{2ffff}\") ((_ re.loop 1 1) re.allchar))",
            "(= re.all (re.* re.allchar) (re.comp re.none))",
            "(= (re.diff re.all re.allchar (str.to_re \"\")) (re.++ re.allchar (re.+ re.allchar)))",
            "(= ((_ re.^ 0) re.none) (str.to_re \"\") (re.* re.none))",
            "(= ((_ re.^ 3) (str.to_re \"a\")) (str.to_re \"aaa\"))",
            "(= ((_ re.loop 2 1) re.all) re.none)",
            "(= ((_ re.loop 0 1) re.allchar) (re.opt re.allchar) (re.union (str.to_re \"\") re.allchar))",
            "(distinct re.none re.all re.allchar (str.to_re \"\") (str.to_re \"a\"))",
            "(= (re.union (str.to_re \"ab\") (str.to_re \"ac\")) (re.++ (str.to_re \"a\") (re.range \"b\" \"c\")))",
        ]);
    }

    #[test]
    fn older_forms_are_read() {
        hold(&[
            "(str.in.re \"aaa\" (re.loop (str.to.re \"a\") 1 3))",
            "(not (str.in.re \"aaaa\" (re.loop (str.to.re \"a\") 1 3)))",
            "(= (re.loop re.allchar 2) ((_ re.loop 2) re.allchar) (re.++ re.allchar (re.+ re.allchar)))",
            "(= re.nostr (re.complement re.all) (as re.empty (RegEx String)))",
        ]);
        assert_eq!(truth("(= re.none (re.loop re.all (- 1) 3))"), Err(Unknown::Sorts("re.loop".into())));
    }
}
