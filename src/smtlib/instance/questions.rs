//! The queries of a script, as far as needed to attribute an error to one of them.

use super::{Expected, Instance, Kind, Question};
use crate::smtlib::Tree;

/// The number of commands that ask for more than an answer, such as `get-model`: before the first check-sat, and
/// then after each one up to the next. An error may be the reply to one of these; then it says nothing about the
/// assertions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questions(Vec<usize>);

impl Questions {
    /// Creates the queries of `checks` check-sats, each followed by `replies` commands that ask for more.
    pub fn alike(checks: usize, replies: usize) -> Questions {
        Questions([0].into_iter().chain(std::iter::repeat_n(replies, checks)).collect())
    }

    /// Collects the queries of a script.
    pub fn collect(commands: &Tree) -> Questions {
        let heads = commands.roots().iter().map(|&root| {
            let head = commands.list(root).and_then(|items| items.first());
            head.and_then(|&head| commands.symbol(head)).unwrap_or_default()
        });
        Questions::from_kinds(heads.map(|head| match head {
            "check-sat" | "check-sat-assuming" | "check-sat-using" => Kind::Check(Expected::Open),
            _ => Question::from_command(head).map_or(Kind::Setup, Kind::Ask),
        }))
    }

    fn from_kinds(kinds: impl Iterator<Item = Kind>) -> Questions {
        let mut replies = vec![0];
        for kind in kinds {
            match kind {
                Kind::Check(_) => replies.push(0),
                Kind::Ask(_) => replies.last_mut().into_iter().for_each(|count| *count += 1),
                _ => {}
            }
        }
        Questions(replies)
    }

    /// Returns the number of check-sats.
    pub fn checks(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// Returns the number of commands that ask for more after this many check-sats.
    pub fn replies(&self, checks: usize) -> usize {
        self.0.get(checks).copied().unwrap_or_default()
    }
}

/// The queries of this many check-sats, and nothing else.
impl From<usize> for Questions {
    fn from(checks: usize) -> Questions {
        Questions::alike(checks, 0)
    }
}

impl From<&Instance> for Questions {
    fn from(instance: &Instance) -> Questions {
        Questions::from_kinds(instance.commands.iter().map(|command| command.kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_for_more_is_counted_by_the_check_before_it() {
        let script = "(get-info :version)(check-sat)(get-model)(get-value (x))(push)(check-sat-assuming (p))(pop)(check-sat)(eval x)";
        let questions = Questions::collect(&Tree::parse(script.to_owned()).unwrap());
        assert_eq!((questions.checks(), questions.0), (3, vec![1, 2, 0, 1]));
        let instance = Instance::read("(check-sat)\n(get-model)\n(check-sat)\n").unwrap();
        assert_eq!(Questions::from(&instance).0, [0, 1, 0]);
        assert_eq!(Questions::from(2), Questions(vec![0; 3]));
    }
}
