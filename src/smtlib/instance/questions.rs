//! The queries of a script, as far as needed to attribute an error to one of them.

use super::{Derived, Expected, Instance, Kind, Question};
use crate::smtlib::Tree;

/// How many replies beside answers to expect: of the commands that ask for more, such as `get-model`, before the first
/// check-sat, and after each one up to the next. An error may be the reply to one of these, and then says nothing about
/// the assertions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questions {
    replies: Vec<usize>,
    /// The number of those whose reply begins with an answer of its own.
    answers: Vec<usize>,
}

impl Questions {
    /// Creates the queries of `checks` check-sats, each followed by `replies` commands that ask for more.
    pub fn alike(checks: usize, replies: usize) -> Questions {
        let replies = [0].into_iter().chain(std::iter::repeat_n(replies, checks)).collect();
        Questions { replies, answers: vec![0; checks + 1] }
    }

    /// Collects the queries of a script.
    pub fn collect(commands: &Tree) -> Questions {
        let heads = commands.commands().iter().map(|&root| commands.head(root).unwrap_or_default());
        Questions::from_kinds(heads.map(|head| match head {
            "check-sat" | "check-sat-assuming" | "check-sat-using" => Kind::Check(Expected::Open),
            _ => Question::from_command(head).map_or(Kind::Setup, Kind::Ask),
        }))
    }

    fn from_kinds(kinds: impl Iterator<Item = Kind>) -> Questions {
        let (mut replies, mut answers) = (vec![0], vec![0]);
        for kind in kinds {
            match kind {
                Kind::Check(_) => [&mut replies, &mut answers].into_iter().for_each(|counts| counts.push(0)),
                Kind::Ask(question) => {
                    let is_answer = question == Question::Derived(Derived::Consequences);
                    replies.last_mut().into_iter().for_each(|count| *count += 1);
                    answers.last_mut().into_iter().for_each(|count| *count += usize::from(is_answer));
                }
                _ => {}
            }
        }
        Questions { replies, answers }
    }

    /// Returns the number of check-sats.
    pub fn checks(&self) -> usize {
        self.replies.len().saturating_sub(1)
    }

    /// Returns the number of commands that ask for more after this many check-sats.
    pub fn replies(&self, checks: usize) -> usize {
        self.replies.get(checks).copied().unwrap_or_default()
    }

    /// Returns how many answers after that to this many check-sats belong to replies, as that to `get-consequences` does.
    pub(crate) fn answers_in_replies(&self, checks: usize) -> usize {
        self.answers.get(checks).copied().unwrap_or_default()
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
        assert_eq!((questions.checks(), questions.replies), (3, vec![1, 2, 0, 1]));
        let instance = Instance::read("(check-sat)\n(get-model)\n(check-sat)\n").unwrap();
        assert_eq!(Questions::from(&instance).replies, [0, 1, 0]);
        assert_eq!(Questions::from(2), Questions::alike(2, 0));
        let consequences = |after: &str| {
            let script = format!("(check-sat)(get-consequences () (p))(check-sat){after}");
            Questions::from(&Instance::read(&script).unwrap()).answers
        };
        assert_eq!(consequences(""), [0, 1, 0]);
        assert_eq!(consequences("(get-consequences (p) (q))"), [0, 1, 1]);
    }
}
