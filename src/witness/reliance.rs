//! What values rest on besides evaluation: on what SMT-LIB leaves open, or on what Z3 is not to be
//! relied on for.

use crate::smtlib::{DeclarationKind, Names, Problem, Term, TermId, Terms};
use crate::theory::operators::{Kind, Operator, Theory};
use crate::theory::underspecified::{Selectors, is_open};
use crate::witness::z3::{Value, WIDEST_INDEX};

/// Per term: whether it or something under it hangs on Z3's own comparison of arrays over few
/// indices, which is not to be relied on (see `z3::arrays`, which compares those it is given).
pub(super) fn unreliable_terms(problem: &Problem, values: &[Option<Value>]) -> Vec<bool> {
    let Problem { script, formulas } = problem;
    let terms = &formulas.terms;
    let declared = script.declarations.iter().filter(|line| matches!(line.kind, DeclarationKind::Datatypes));
    let hold_arrays = declared.into_iter().any(|line| script.tree.text(line.node).contains("Array"));
    let anywhere = hold_arrays || mentions_few_indices(script.tree.source());
    let mut unreliable = vec![false; terms.len()];
    for id in terms.ids() {
        let mut found = false;
        terms.for_each_child(id, |child| found |= unreliable[child.index()]);
        found |= match terms.get(id) {
            // What is under a binder is not evaluated one by one.
            Term::Binder(_) => anywhere,
            _ => hidden_comparisons(terms, id, values).iter().any(|sort| has_few_indices(sort, hold_arrays)),
        };
        unreliable[id.index()] = found;
    }
    unreliable
}

/// The sorts of what Z3 compares by itself in the application `id`.
fn hidden_comparisons(terms: &Terms, id: TermId, values: &[Option<Value>]) -> Vec<String> {
    let sort = |&argument: &TermId| values[argument.index()].as_ref().map(Value::sort);
    let innermost = |&argument: &TermId| values[argument.index()].as_ref().map(Value::innermost_sort);
    let Some((head, arguments)) = terms.as_app(id) else { return Vec::new() };
    match Operator::find(head).map(|operator| (operator.kind, operator.theory)) {
        Some((Kind::Equality, _)) => arguments.iter().filter_map(innermost).collect(),
        // Of an array's own operations, what is compared is the index.
        Some((_, Theory::Arrays)) => arguments.iter().skip(1).take(1).filter_map(sort).collect(),
        _ => Vec::new(),
    }
}

/// Whether a sort is, or holds, an array over a sort that may have few elements.
fn has_few_indices(sort: &str, datatypes_hold_arrays: bool) -> bool {
    let builtin = ["Bool", "Int", "Real", "String", "RoundingMode"];
    if !sort.starts_with('(') && !builtin.contains(&sort) {
        return datatypes_hold_arrays;
    }
    mentions_few_indices(sort)
}

fn mentions_few_indices(text: &str) -> bool {
    text.match_indices("(Array ").any(|(at, mark)| {
        let index = &text[at + mark.len()..];
        let width = index.strip_prefix("(_ BitVec ").and_then(|rest| rest.split(')').next());
        match width {
            Some(width) => width.parse::<u32>().is_ok_and(|width| width <= WIDEST_INDEX),
            None => !["Int ", "Real ", "String ", "(Seq "].iter().any(|wide| index.starts_with(wide)),
        }
    })
}

/// Per term: whether it or something under it has a value that SMT-LIB leaves open.
pub(super) fn open_terms(problem: &Problem, names: &Names, values: &[Option<Value>]) -> Vec<bool> {
    let terms = &problem.formulas.terms;
    let selectors = Selectors::of(&problem.script);
    let value = |id: TermId| values[id.index()].as_ref().map(|value| names.to_source(&value.text()));
    let mut open = vec![false; terms.len()];
    for id in terms.ids() {
        let mut inside = false;
        terms.for_each_child(id, |child| inside |= open[child.index()]);
        open[id.index()] = inside || is_open(terms, id, &selectors, value);
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_indices_are_seen_in_sorts() {
        assert!(has_few_indices("(Array s0 Int)", false) && has_few_indices("s0", true));
        assert!(!has_few_indices("(Array (_ BitVec 32) Bool)", true) && !has_few_indices("s0", false));
    }
}
