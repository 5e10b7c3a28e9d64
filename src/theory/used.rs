//! The operators of the table that terms use.

use std::collections::BTreeSet;

use crate::smtlib::{Problem, Term, TermId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Op, Operator};
use crate::theory::signature::Signature;

/// Returns the operators in the terms `roots` of a problem, ordered by name. Bodies of defined functions do not
/// count.
pub(crate) fn operators(
    problem: &Problem,
    roots: impl IntoIterator<Item = TermId>,
) -> Vec<&'static Operator> {
    let terms = &problem.formulas.terms;
    let reached = terms.reached(roots);
    let head = |id: TermId| match terms.get(id) {
        Term::App(head, _) if reached[id.index()] => Some(terms.head_text(*head)),
        _ => None,
    };
    let heads: BTreeSet<&str> = terms.ids().filter_map(head).collect();
    let signature = Signature::collect(&problem.script);
    let mut found: Vec<&'static Operator> =
        heads.into_iter().filter_map(|head| of_head(head, &signature)).collect();
    found.sort_unstable_by_key(|operator| operator.name);
    found.dedup();
    found
}

/// Returns the operator that the head of a term denotes in a script, if any.
pub(crate) fn of_head(head: &str, signature: &Signature) -> Option<&'static Operator> {
    Meaning::resolve(head, signature).op().map(Op::row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(source: &str) -> Vec<&'static str> {
        let problem = Problem::read(source).unwrap();
        let roots = problem.formulas.assertions.clone();
        operators(&problem, roots).into_iter().map(|operator| operator.name).collect()
    }

    #[test]
    fn operators_have_one_name_each_whatever_stands_around_it() {
        let declared = "(declare-fun a () (_ BitVec 4))(declare-fun s () String)";
        let found = used(&format!(
            "{declared}(assert (let ((b (bvadd a #x1))) (= ((_ extract 1 0) b) ((_ extract 3 2) b))))\
             (assert (str.in.re s (re.* (str.to.re \"a\"))))"
        ));
        assert_eq!(found, ["=", "bvadd", "extract", "re.*", "str.in_re", "str.to_re"]);
        assert_eq!(used("(declare-fun p () Bool)(assert (exists ((q Bool)) (xor p q)))"), ["xor"]);
    }

    #[test]
    fn what_a_script_declares_is_no_operator() {
        assert_eq!(used("(declare-fun rem (Int Int) Int)(assert (= (rem 1 0) 1))"), ["="]);
    }
}
