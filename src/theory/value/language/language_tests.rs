//! Languages against the definitions of UnicodeStrings, on all short words.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::states::Machine;
use super::*;
use crate::theory::value::Value;

/// Whether a language contains a word, directly by the definitions of the standard.
fn is_in(word: &[u32], language: &Language) -> bool {
    match &language.shape {
        Shape::Nothing => false,
        Shape::Everything => true,
        Shape::Word(text) => text.characters() == word,
        Shape::Range(first, last) => matches!(word, [only] if first <= only && only <= last),
        Shape::Concat(parts) => one_after_another(word, parts),
        Shape::Union(parts) => parts.iter().any(|part| is_in(word, part)),
        Shape::Intersection(parts) => parts.iter().all(|part| is_in(word, part)),
        Shape::Complement(part) => !is_in(word, part),
        // More repetitions than the word has letters would add only empty words.
        Shape::Repeat(part, least, most) => {
            let longest = u32::try_from(word.len()).unwrap();
            let enough = (*least).max(longest);
            (*least..=most.map_or(enough, |most| most.min(enough))).any(|number| power(word, part, number))
        }
    }
}

fn one_after_another(word: &[u32], parts: &[Part]) -> bool {
    match parts.split_first() {
        None => word.is_empty(),
        Some((first, rest)) => {
            (0..=word.len()).any(|at| is_in(&word[..at], first) && one_after_another(&word[at..], rest))
        }
    }
}

fn power(word: &[u32], part: &Language, number: u32) -> bool {
    match number {
        0 => word.is_empty(),
        _ => (0..=word.len()).any(|at| is_in(&word[..at], part) && power(&word[at..], part, number - 1)),
    }
}

/// Returns all words over a, b and c of at most this length.
fn words(longest: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|word| (97..100).map(|letter| [word.as_slice(), &[letter]].concat()))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn word() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(97..100_u32, 0..6)
}

fn language() -> impl Strategy<Value = Arc<Language>> {
    let leaf = prop_oneof![
        proptest::collection::vec(97..100_u32, 0..4)
            .prop_map(|word| Language::word(Text::new(word)).unwrap()),
        (96..101_u32, 96..101_u32).prop_map(|(first, last)| Language::range(first, last).unwrap()),
        Just(Language::nothing().unwrap()),
        Just(Language::everything().unwrap()),
        Just(Language::any_character().unwrap()),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let parts = || proptest::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            parts().prop_map(|parts| Language::concat(&parts.iter().collect::<Vec<_>>()).unwrap()),
            parts().prop_map(|parts| Language::union(&parts.iter().collect::<Vec<_>>()).unwrap()),
            parts().prop_map(|parts| Language::intersection(&parts.iter().collect::<Vec<_>>()).unwrap()),
            inner.clone().prop_map(|part| Language::complement(&part).unwrap()),
            (inner, 0..3_u32, proptest::option::of(0..4_u32))
                .prop_map(|(part, least, most)| Language::repeat(&part, least, most).unwrap()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn words_are_in_the_languages_that_the_standard_says(language in language()) {
        for word in words(4) {
            let found = language.contains(&Text::new(word.clone())).unwrap();
            prop_assert_eq!(found, is_in(&word, &language), "{:?} in {:?}", word, language);
        }
    }

    #[test]
    fn listed_words_are_all_words(language in language()) {
        let few = Language::repeat(&Language::range(97, 99).unwrap(), 0, Some(3)).unwrap();
        let short = Language::intersection(&[&language, &few]).unwrap();
        let expected: Vec<Vec<u32>> = words(3).into_iter().filter(|word| is_in(word, &short)).collect();
        for (of, longest) in [(&short, None), (&short, Some(3)), (&language, Some(3))] {
            let Some(found) = of.words(longest, 200) else { continue };
            let is_of_few = |word: &&[u32]| word.iter().all(|letter| (97..=99).contains(letter));
            let found: Vec<&[u32]> = found.iter().map(Text::characters).filter(is_of_few).collect();
            let (count, found): (usize, BTreeSet<&[u32]>) = (found.len(), found.into_iter().collect());
            prop_assert_eq!(count, found.len());
            prop_assert_eq!(found, expected.iter().map(Vec::as_slice).collect());
        }
        prop_assert!(short.words(Some(3), 200).is_some());
    }

    #[test]
    fn equal_languages_have_the_same_words(one in language(), other in language()) {
        let short = words(4).into_iter().find(|word| is_in(word, &one) != is_in(word, &other));
        match one.equals(&other) {
            Ok(true) => prop_assert_eq!(short, None),
            // The languages may differ only in longer words or other letters; then one of the differences is not
            // empty.
            Ok(false) => {
                let [without, rest] = [&one, &other].map(|language| Language::complement(language).unwrap());
                let alone = [(&one, &rest), (&other, &without)];
                let alone = alone.map(|(one, rest)| Language::intersection(&[one, rest]).unwrap());
                let nothing = Language::nothing().unwrap();
                prop_assert!(alone.iter().any(|alone| alone.equals(&nothing) == Ok(false)));
            }
            Err(_) => prop_assert!(false, "too many steps"),
        }
        prop_assert_eq!(one.equals(&other), other.equals(&one));
    }

    #[test]
    fn laws_of_languages_hold(one in language(), other in language(), third in language()) {
        let union = |parts: [&Part; 2]| Language::union(&parts).unwrap();
        let both = |parts: [&Part; 2]| Language::intersection(&parts).unwrap();
        let concat = |parts: [&Part; 2]| Language::concat(&parts).unwrap();
        let not = |part: &Part| Language::complement(part).unwrap();
        let repeat = |part: &Part, least, most| Language::repeat(part, least, most).unwrap();
        let star = |part: &Part| repeat(part, 0, None);
        let empty = Language::word(Text::new([])).unwrap();
        for (left, right) in [
            (not(&union([&one, &other])), both([&not(&one), &not(&other)])),
            (concat([&one, &union([&other, &third])]), union([&concat([&one, &other]), &concat([&one, &third])])),
            (star(&union([&one, &other])), star(&concat([&star(&one), &star(&other)]))),
            (star(&one), union([&empty, &concat([&one, &star(&one)])])),
            (repeat(&one, 1, Some(3)), concat([&one, &repeat(&one, 0, Some(2))])),
            (repeat(&one, 2, None), concat([&repeat(&one, 2, Some(2)), &star(&one)])),
        ] {
            match left.equals(&right) {
                Ok(equal) => prop_assert!(equal, "{:?} and {:?}", left, right),
                Err(unknown) => prop_assert_eq!(unknown, NoValue::from(Unknown::Steps)),
            }
        }
    }

    #[test]
    fn the_leftmost_and_then_shortest_match_is_found(language in language(), word in word(), least in 0..2_usize) {
        let all = (0..=word.len()).flat_map(|start| (start + least..=word.len()).map(move |end| (start, end)));
        let expected = all.into_iter().find(|(start, end)| is_in(&word[*start..*end], &language));
        let found = Search::new(&language, &Text::new(word.clone())).unwrap().find(0, least).unwrap();
        prop_assert_eq!(found, expected, "{:?} in {:?}", language, word);
    }
}

fn a() -> Arc<Language> {
    Language::word(Text::new([97])).unwrap()
}

#[test]
fn languages_are_neither_deep_nor_large() {
    let (mut deep, mut large) = (a(), a());
    for _ in 0..DEEPEST / 2 {
        deep = Language::concat(&[&a(), &Language::complement(&deep).unwrap()]).unwrap();
    }
    assert_eq!((deep.depth, deep.equals(&deep)), (DEEPEST, Ok(true)));
    assert!(
        Value::Language(Arc::clone(&deep)).to_string().len() > 4000
            && deep.contains(&Text::new([97; 200])).is_ok()
    );
    assert_eq!(Language::complement(&deep), Err(Unknown::Size.into()));
    let mut times = 0;
    while let Ok(twice) = Language::union(&[&large, &large]) {
        large = twice;
        times += 1;
    }
    assert_eq!((times, large.depth), (13, 1));
}

#[test]
fn high_powers_are_no_work_but_where_each_step_counts() {
    let [power, next] =
        [1_000_000, 1_000_001].map(|number| Language::repeat(&a(), number, Some(number)).unwrap());
    assert_eq!(power.contains(&Text::new([97; 5])), Ok(false));
    assert_eq!(power.contains(&Text::new(vec![97; limits::LENGTH])), Ok(false));
    assert_eq!(power.equals(&power), Ok(true));
    assert_eq!(power.equals(&next), Err(Unknown::Steps.into()));
    let looped =
        Language::repeat(&Language::repeat(&a(), 3, Some(1_000_000)).unwrap(), 0, Some(u32::MAX)).unwrap();
    assert_eq!(looped.contains(&Text::new([97; 40])), Ok(true));
    assert_eq!(looped.contains(&Text::new([97; 2])), Ok(false));
}

#[test]
fn what_takes_too_long_is_given_up() {
    // An `a` 40 characters before the end: the states are all sets of its possible positions.
    let ab = Language::range(97, 98).unwrap();
    let all = Language::repeat(&ab, 0, None).unwrap();
    let end = |number| Language::repeat(&ab, number, Some(number)).unwrap();
    let [one, other] = [40, 41].map(|number| Language::concat(&[&all, &a(), &end(number)]).unwrap());
    assert_eq!(one.equals(&one), Ok(true));
    let both = Language::intersection(&[&one, &other]).unwrap();
    let not =
        Language::union(&[&Language::complement(&one).unwrap(), &Language::complement(&other).unwrap()])
            .unwrap();
    assert_eq!(Language::complement(&both).unwrap().equals(&not), Err(Unknown::Steps.into()));
    let word: Vec<u32> = (0..2000).map(|number| 97 + number * number / 7 % 2).collect();
    assert!(one.contains(&Text::new(word)).is_ok());
}

#[test]
fn long_words_take_few_steps() {
    let long: Vec<u32> = (0..10_000).map(|number| 97 + number % 26).collect();
    let word = Language::word(Text::new(long.clone())).unwrap();
    assert_eq!(word.contains(&Text::new(long.clone())), Ok(true));
    let (mut machine, [state]) = Machine::new([&*word]).unwrap();
    let letter = machine.alphabet.letter(98);
    assert_eq!(machine.after(state, letter), Ok(super::states::NOTHING));
    let all = Language::repeat(&Language::range(97, 122).unwrap(), 0, None).unwrap();
    assert_eq!(all.contains(&Text::new(long.clone())), Ok(true));
    assert_eq!(Search::new(&all, &Text::new(long)).unwrap().find(7, 1), Ok(Some((7, 8))));
}
