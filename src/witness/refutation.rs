//! What a solver printed beside its answer, and what refutes it: as text, and as a script that decides about it.

use crate::process::quotation::on_one_line;
use crate::smtlib::Tree;
use crate::smtlib::instance::{Expected, Instance, Kind};

/// What is refuted, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// A model, under which an assertion is false.
    Model,
    /// A core or failed assumptions, which values satisfy.
    Core,
    /// A step, which values refute.
    Step,
    /// An optimum, which values beat.
    Beaten,
    /// An optimum that nothing in force allows.
    Excluded,
    /// An optimum, which the model printed with it does not reach.
    Missed,
    /// A value, which the model printed with it does not give to the term.
    Value,
}

impl Refuted {
    /// All but models, which have comments of their own.
    const CLAIMS: [Refuted; 6] =
        [Refuted::Core, Refuted::Step, Refuted::Beaten, Refuted::Excluded, Refuted::Missed, Refuted::Value];

    /// Returns the comment on it: before the check, and between the check and what was printed.
    pub(super) fn marks(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Refuted::Model => return None,
            Refuted::Core => ("; Printed core at check-sat ", ", which these values satisfy: "),
            Refuted::Step => ("; Printed step at check-sat ", ", which these values refute: "),
            Refuted::Beaten => ("; Printed optimum at check-sat ", ", which these values beat: "),
            Refuted::Excluded => ("; Printed optimum at check-sat ", ", which nothing reaches: "),
            Refuted::Missed => {
                ("; Printed optimum at check-sat ", ", which the printed model does not reach: ")
            }
            Refuted::Value => {
                ("; Printed value at check-sat ", ", which the printed model does not give to the term: ")
            }
        })
    }

    /// Whether the solver printed it as a reason for `unsat`.
    pub(crate) fn is_about_unsat(self) -> bool {
        matches!(self, Refuted::Core | Refuted::Step)
    }

    /// Returns the right answer to its certificate.
    pub(crate) fn certified(self) -> Expected {
        match self {
            Refuted::Core | Refuted::Step | Refuted::Beaten => Expected::Sat,
            Refuted::Model | Refuted::Excluded | Refuted::Missed | Refuted::Value => Expected::Unsat,
        }
    }

    /// Returns the name of its certificate.
    pub(crate) fn certificate(self) -> &'static str {
        match self {
            Refuted::Model => "model",
            Refuted::Core => "core",
            Refuted::Step => "step",
            Refuted::Beaten | Refuted::Excluded | Refuted::Missed => "optimum",
            Refuted::Value => "value",
        }
    }
}

/// What a solver printed beside its answer, and the values that refute it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The check, counted from 0.
    pub check: usize,
    /// What is refuted, and how.
    pub refuted: Refuted,
    /// What was printed:
    ///
    /// - of a model, the assertion that is false under it, or `an assumption` for a literal of `check-sat-assuming`;
    /// - a core or failed assumptions, on one line;
    /// - of a step, its rule, conclusion and premises, as a list on one line;
    /// - of an optimum or a value, a [`Claimed`] on one line.
    pub of: String,
    /// The values as definitions of the instance's symbols, one command per line: those of the printed model, or others.
    pub definitions: String,
}

/// An optimum or a value that a solver printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claimed {
    /// `maximum`, `minimum` or `value`.
    pub noun: String,
    /// The term of which it is.
    pub term: String,
    /// As it was printed.
    pub value: String,
    /// What refutes it: a formula that is true under the values that beat it, or one that has to be true if it is right, and
    /// that is false under the printed model or wherever the assertions hold.
    pub formula: String,
}

impl Claimed {
    /// Returns it as a list on one line; `None` if a literal has several lines, which would not be the same on one.
    pub(crate) fn text(&self) -> Option<String> {
        let Claimed { noun, term, value, formula } = self;
        let text = format!("({noun} {term} {value} {formula})");
        let is_plain = !text.contains('\n') || !text.contains(['"', '|']);
        is_plain.then(|| on_one_line(&text))
    }

    /// Reads what [`Claimed::text`] returns.
    pub(crate) fn read(text: &str) -> Option<Claimed> {
        let tree = Tree::parse(text.to_owned()).ok()?;
        let &[root] = tree.roots() else { return None };
        let &[noun, term, value, formula] = tree.list(root)? else { return None };
        let [noun, term, value, formula] =
            [noun, term, value, formula].map(|node| tree.text(node).to_owned());
        Some(Claimed { noun, term, value, formula })
    }
}

impl Refutation {
    /// Returns a refutation of a printed optimum or value; `None` if it cannot be written on one line.
    pub(crate) fn of_claimed(refuted: Refuted, claimed: &Claimed, definitions: String) -> Option<Refutation> {
        Some(Refutation { check: 0, refuted, of: claimed.text()?, definitions })
    }

    /// Returns the optimum or value that was printed, if that is refuted.
    pub(crate) fn claim(&self) -> Option<Claimed> {
        match self.refuted {
            Refuted::Model | Refuted::Core | Refuted::Step => None,
            _ => Claimed::read(&self.of),
        }
    }

    /// Returns a script with one check that decides about what was printed: what a wrong core or step claims to be
    /// unsatisfiable; what is in force with a better optimum, or with the printed one; the optimum or value alone, which
    /// the printed model contradicts.
    pub(crate) fn claimed(&self, instance: &Instance) -> Option<Instance> {
        if self.refuted.is_about_unsat() {
            let mut questions = instance.asked_after(self.check).map(|(_, question)| question);
            let question = questions.find(|question| question.is_judged_by_values())?;
            return instance.claimed(self.check, question, &self.of).ok();
        }
        let formula = self.claim()?.formula;
        let in_force = match self.refuted {
            Refuted::Beaten | Refuted::Excluded => Some(instance.assertions_at(&[self.check]).ok()?),
            _ => None,
        };
        let mut claimed = instance.declared();
        in_force.iter().flat_map(Instance::assertions).for_each(|line| claimed.add(Kind::Assertion, line));
        claimed.assert(&formula);
        claimed.add(Kind::Check(Expected::Open), "(check-sat)");
        Some(claimed)
    }

    /// Reads the comment that precedes values that refute what was printed.
    pub(super) fn read(line: &str) -> Option<Refutation> {
        Refuted::CLAIMS.into_iter().find_map(|refuted| {
            let (before, after) = refuted.marks()?;
            let (check, printed) = line.strip_prefix(before)?.split_once(after)?;
            let check = check.parse::<usize>().ok()?.checked_sub(1)?;
            Some(Refutation { check, refuted, of: printed.to_owned(), definitions: String::new() })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_printed_is_on_one_line() {
        let printed = |term: &str| Claimed {
            noun: "value".to_owned(),
            term: term.to_owned(),
            value: "(- 1)".to_owned(),
            formula: format!("(= {term} (- 1))"),
        };
        let text = printed("(+ x\n 1)").text().unwrap();
        assert_eq!(text, "(value (+ x 1) (- 1) (= (+ x 1) (- 1)))");
        assert_eq!(Claimed::read(&text), Some(printed("(+ x 1)")));
        assert_eq!(printed("(str.len \"a\nb\")").text(), None);
        assert_eq!(Claimed::read("(value x)"), None);
    }
}
