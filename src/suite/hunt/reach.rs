//! Which operators formulas have, and which of them meet: one as an argument of the other.

use std::collections::{BTreeSet, HashMap};

use crate::smtlib::{Problem, TermId};
use crate::theory::signature::Signature;
use crate::theory::used::of_head;

/// The operators of a problem's terms, and the pairs of one and of an argument of it, without those that bind nothing and
/// mean nothing of their own.
pub(super) fn of(problem: &Problem) -> (Vec<&'static str>, Vec<[&'static str; 2]>) {
    let (terms, signature) = (&problem.formulas.terms, Signature::collect(&problem.script));
    let mut known: HashMap<&str, Option<&'static str>> = HashMap::new();
    let mut name = |id: TermId| {
        let (head, _) = terms.as_app(id)?;
        *known.entry(head).or_insert_with(|| Some(of_head(head, &signature)?.name))
    };
    let (mut operators, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for id in terms.ids() {
        let Some(above) = name(id) else { continue };
        operators.insert(above);
        let arguments = terms.as_app(id).map(|(_, arguments)| arguments).unwrap_or_default();
        pairs.extend(arguments.iter().filter_map(|argument| Some([above, name(*argument)?])));
    }
    (operators.into_iter().collect(), pairs.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_meet_where_one_is_an_argument() {
        let source = "(declare-fun a () (_ BitVec 4))(declare-fun bvnot ((_ BitVec 4)) (_ BitVec 4))\
                      (assert (= ((_ extract 3 0) (bvadd a (bvnot a))) a))";
        let (operators, pairs) = of(&Problem::read(source).unwrap());
        assert_eq!(operators, ["=", "bvadd", "extract"]);
        assert_eq!(pairs, [["=", "extract"], ["extract", "bvadd"]]);
    }
}
