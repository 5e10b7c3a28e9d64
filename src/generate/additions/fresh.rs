//! Names that a text has not.

/// Gives one name after the other.
#[derive(Debug)]
pub(super) struct Fresh {
    prefix: String,
    given: usize,
}

impl Fresh {
    /// For use beside a text.
    pub(super) fn beside(text: &str) -> Fresh {
        let words = || text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let is_numbered = |word: &str, prefix: &str| {
            let rest = word.strip_prefix(prefix).unwrap_or_default();
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
        };
        let mut prefix = String::from("w");
        while words().any(|word| is_numbered(word, &prefix)) {
            prefix.push('_');
        }
        Fresh { prefix, given: 0 }
    }

    /// The next one.
    pub(super) fn name(&mut self) -> String {
        self.given += 1;
        format!("{}{}", self.prefix, self.given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_new() {
        let mut fresh = Fresh::beside("(declare-fun w () Int)(declare-fun |w7 w_x| () Int)");
        assert_eq!([fresh.name(), fresh.name()], ["w_1", "w_2"]);
        assert_eq!(Fresh::beside("(declare-fun w () Int)(declare-fun ww1 () Int)").name(), "w1");
    }
}
