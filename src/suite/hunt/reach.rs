//! Which operators formulas have, and which of them meet: one as an argument of the other.

use std::collections::BTreeSet;

use crate::smtlib::{TermId, Terms};
use crate::theory::operators::Operator;

/// The operators of some terms, and the pairs of one and of an argument of it, without those that bind nothing and mean
/// nothing of their own.
pub(super) fn of(terms: &Terms) -> (Vec<&'static str>, Vec<[&'static str; 2]>) {
    let named = |id: TermId| {
        let (head, arguments) = terms.as_app(id)?;
        // `(_ extract 3 0)` is `extract`.
        let name =
            head.strip_prefix("(_ ").map_or(head, |rest| rest.split([' ', ')']).next().unwrap_or(rest));
        Some((Operator::find(name)?.name, arguments))
    };
    let (mut operators, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for (name, arguments) in terms.ids().filter_map(named) {
        operators.insert(name);
        pairs.extend(arguments.iter().filter_map(|argument| Some([name, named(*argument)?.0])));
    }
    (operators.into_iter().collect(), pairs.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_meet_where_one_is_an_argument() {
        let mut terms = Terms::default();
        let a = terms.app("a", &[]);
        let sum = terms.app("bvadd", &[a, a]);
        let part = terms.app("(_ extract 3 0)", &[sum]);
        terms.app("=", &[part, a]);
        let (operators, pairs) = of(&terms);
        assert_eq!(operators, ["=", "bvadd", "extract"]);
        assert_eq!(pairs, [["=", "extract"], ["extract", "bvadd"]]);
    }
}
