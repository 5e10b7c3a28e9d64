//! Strings: sequences of characters from 0 to 0x2FFFF (SMT-LIB's theory UnicodeStrings).

use std::fmt;
use std::sync::Arc;

/// The largest character.
pub(crate) const LAST_CHARACTER: u32 = 0x2FFFF;

/// A string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Text(Arc<[u32]>);

impl Text {
    /// Returns the string of these characters.
    pub(crate) fn new(characters: impl Into<Arc<[u32]>>) -> Text {
        Text(characters.into())
    }

    pub(crate) fn characters(&self) -> &[u32] {
        &self.0
    }

    /// Reads the text between the quotes of a literal. Returns `None` if a quote is not doubled, or a character is not
    /// printable ASCII: the theory allows no other in literals, and solvers differ on what they mean by one.
    pub(crate) fn from_literal(content: &str) -> Option<Text> {
        let mut characters = Vec::with_capacity(content.len());
        let mut rest = content;
        while let Some(next) = rest.chars().next() {
            let (character, length) = match next {
                '"' if rest.starts_with("\"\"") => (u32::from('"'), 2),
                '"' => return None,
                // An invalid escape sequence stands for itself.
                '\\' => escape(rest).unwrap_or((u32::from('\\'), 1)),
                ' '..='~' => (u32::from(next), 1),
                _ => return None,
            };
            characters.push(character);
            rest = rest.get(length..)?;
        }
        Some(Text::new(characters))
    }
}

/// The maximal number of digits of a character between braces.
const MOST_DIGITS: usize = 5;

/// Returns the character of an escape sequence at the beginning of a text, and its length in bytes.
fn escape(text: &str) -> Option<(u32, usize)> {
    let (digits, length) = match text.strip_prefix("\\u{") {
        Some(rest) => {
            // A search for the end in the whole text would take quadratic time.
            let digits = rest.bytes().take(MOST_DIGITS + 1).position(|byte| byte == b'}')?;
            (&rest[..digits], digits + 4)
        }
        None => (text.strip_prefix("\\u")?.get(..4)?, 6),
    };
    Some((hexadecimal(digits)?, length))
}

/// Returns the character with this number, given by one to five hexadecimal digits.
pub(crate) fn hexadecimal(digits: &str) -> Option<u32> {
    // `from_str_radix` also accepts a sign.
    if !(1..=MOST_DIGITS).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok().filter(|character| *character <= LAST_CHARACTER)
}

impl FromIterator<u32> for Text {
    fn from_iter<I: IntoIterator<Item = u32>>(characters: I) -> Text {
        Text(characters.into_iter().collect())
    }
}

/// Prints a literal with quotes, in printable ASCII. A backslash is always escaped, because it might begin an
/// escape sequence.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for &character in self.characters() {
            match char::from_u32(character) {
                Some('"') => f.write_str("\"\"")?,
                Some(printable @ ' '..='~') if printable != '\\' => write!(f, "{printable}")?,
                _ => write!(f, "\\u{{{character:x}}}")?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(content: &str) -> Option<Vec<u32>> {
        Text::from_literal(content).map(|text| text.characters().to_vec())
    }

    /// The examples of the theory's definition, "String constants", 1 to 6.
    #[test]
    fn literals_are_read_as_the_theory_says() {
        let plain = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
        assert_eq!(read(""), Some(vec![]));
        assert_eq!(read("m"), Some(vec![0x6D]));
        assert_eq!(read("\\u003A"), Some(vec![0x3A]));
        assert_eq!(read("\\u{3A}"), Some(vec![0x3A]));
        assert_eq!(read("a\\u02C1"), Some(vec![0x61, 0x2C1]));
        assert_eq!(read("\\u02C1a"), Some(vec![0x2C1, 0x61]));
        assert_eq!(read("\\u{2C}1a"), Some(vec![0x2C, 0x31, 0x61]));
        assert_eq!(read("\\u{2fFfF}"), Some(vec![0x2FFFF]));
        for none in [
            "\\u2CA", "\\u2CXA", "\\u{ACG}A", "\\u{30000}", "\\u{}", "\\u{000041}", "\\u{+41}", "\\u+041",
            "\\x41", "\\n", "\\", "\\\\", "\\u", "\\u{41",
        ] {
            assert_eq!(read(none), Some(plain(none)), "{none}");
        }
        assert_eq!(read("\\\\u0041"), Some(vec![0x5C, 0x41]));
    }

    /// The end of an escape sequence is not looked for in the whole literal.
    #[test]
    fn long_literals_are_read_in_linear_time() {
        let started = std::time::Instant::now();
        let open = "\\u{".repeat(1_000_000);
        assert_eq!(read(&open).map(|characters| characters.len()), Some(open.len()));
        assert!(started.elapsed().as_secs() < 60);
    }

    /// Z3 reads `é` as its two bytes, and cvc5 refuses it.
    #[test]
    fn what_is_beside_the_theory_is_nothing() {
        assert_eq!(read("say \"\"hi\"\""), Some("say \"hi\"".chars().map(u32::from).collect()));
        for none in ["é", "\u{30000}", "\t", "a\nb", "\u{7f}", "a\"b", "\""] {
            assert_eq!(read(none), None, "{none:?}");
        }
    }

    #[test]
    fn texts_are_printed_as_literals() {
        let text = Text::new([0x41, 0x22, 0x5C, 0x75, 0x7E, 0x7F, 0x1F, 0xD800, 0x2FFFF]);
        assert_eq!(text.to_string(), "\"A\"\"\\u{5c}u~\\u{7f}\\u{1f}\\u{d800}\\u{2ffff}\"");
    }

    proptest! {
        #[test]
        fn printed_texts_are_read_again(characters in proptest::collection::vec(
            prop_oneof![0..0x80_u32, Just(0x5C), Just(0x75), Just(0x7B), 0..=LAST_CHARACTER], 0..12,
        )) {
            let text = Text::new(characters);
            let literal = text.to_string();
            prop_assert!(literal.is_ascii());
            prop_assert_eq!(Text::from_literal(&literal[1..literal.len() - 1]), Some(text));
        }

        #[test]
        fn literals_are_printed_as_what_they_mean(content in "(\\\\|u|\\{|\\}|[0-9a-gA-G]|\"\"|x){0,16}") {
            let text = Text::from_literal(&content).unwrap();
            let literal = text.to_string();
            prop_assert_eq!(Text::from_literal(&literal[1..literal.len() - 1]), Some(text));
        }
    }
}
