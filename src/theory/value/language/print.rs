//! Languages as SMT-LIB.

use std::fmt;

use super::{Language, Part, Shape, Text};
use crate::theory::value::text::LAST_CHARACTER;

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
