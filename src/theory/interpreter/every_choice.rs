//! Truth under every choice: whether a formula is true, or false, whatever the values are that SMT-LIB leaves open.
//!
//! Each term gets a set of possible values: the value of a term that depends on no choice, any value of its sort where
//! SMT-LIB leaves it open, and otherwise what its operator makes of all combinations of the possible values of its
//! arguments. That the same application has the same value everywhere is mostly forgotten, so a set may contain values
//! that no choice gives, but it lacks none. A formula with one possible value has it under every choice.

use std::collections::{BTreeMap, BTreeSet};

use super::possible::{Application, Possible};
use super::state::{Interpreter, Place};
use crate::smtlib::{Term, TermId};

/// The maximal number of terms in a formula that depend on choices.
const TERMS: usize = 64;
impl Interpreter<'_> {
    /// Returns the truth value that an evaluated closed formula has under every choice, although its result depends on
    /// chosen values; `None` if there is none, or it is not found.
    pub(crate) fn truth_under_every_choice(&self, id: TermId) -> Option<bool> {
        let dag = self.dag(Place::Problem);
        let mut found: BTreeMap<TermId, Possible> = BTreeMap::new();
        // Terms that depend on choices, and the others directly below them.
        let mut below = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if found.contains_key(&id) || below.contains(&id) {
                continue;
            }
            match dag.known.get(id.index()).and_then(Option::as_ref).filter(|_| dag.terms.is_closed(id)) {
                Some(known) if known.is_chosen => {
                    below.insert(id);
                    if below.len() > TERMS {
                        return None;
                    }
                    dag.terms.for_each_child(id, |child| open.push(child));
                }
                Some(known) => {
                    let possible = known.value.clone().map_or(Possible::Any, Possible::Exactly);
                    found.insert(id, possible);
                }
                // An unknown term, or one that no result depends on.
                None => {
                    found.insert(id, Possible::Any);
                }
            }
        }
        // Children have smaller numbers than their parents.
        for id in below {
            let possible = self.possible(id, &found);
            found.insert(id, possible);
        }
        found.get(&id)?.only()?.as_bool()
    }

    /// Returns the possible values of a term, given those of its arguments.
    fn possible(&self, id: TermId, found: &BTreeMap<TermId, Possible>) -> Possible {
        let dag = self.dag(Place::Problem);
        let Term::App(head, ids) = dag.terms.get(id) else { return Possible::Any };
        let arguments: Option<Vec<&Possible>> = ids.iter().map(|id| found.get(id)).collect();
        let (Some(arguments), Some(meaning)) = (arguments, dag.sorting.meaning(*head)) else {
            return Possible::Any;
        };
        let (name, sort) = (dag.terms.head_text(*head), dag.sorting.sort(id));
        Possible::applied(Application { meaning, name, sort, ids }, &arguments, &self.model.signature)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::smtlib::examples::check;
    use crate::theory::examples::interpret;

    /// Returns the truth value of a formula, whether it depends on a choice, and its value under every choice.
    fn truth(definitions: &str, formula: &str) -> (Option<bool>, bool, Option<bool>) {
        interpret(definitions, formula, |interpreter, id| {
            let worth = interpreter.evaluate(id);
            let every = interpreter.truth_under_every_choice(id);
            (worth.value.ok().and_then(|value| value.as_bool()), worth.is_chosen, every)
        })
    }

    const SYMBOLS: &str = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\
        (define-fun p () Int 2)(define-fun z () Int 0)(define-fun q () Bool false)(define-fun x () Float32 (_ +zero 8 24))\
        (define-fun y () Float32 (_ -zero 8 24))(define-fun f ((i Int)) Int (ite (= i 0) 1 2))\
        (define-fun l () L nil)(define-fun s () (Seq Bool) (as seq.empty (Seq Bool)))";

    #[test]
    fn what_holds_either_way_is_told() {
        check(include_str!("../examples/choices.smt2"), |example| {
            let (_, is_chosen, every) = truth(&example.declared, example.term);
            assert!(is_chosen || every.is_some(), "{} depends on no choice", example.term);
            every.map_or("open".to_owned(), |truth| truth.to_string())
        });
    }

    /// A Boolean formula over two bits that are left open, with all that depends on them.
    fn formula() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("A".to_owned()),
            Just("B".to_owned()),
            Just("q".to_owned()),
            Just("(< p 3)".to_owned()),
            Just("(< (ite A p 3) (ite B 2 4))".to_owned()),
            Just("(= (+ (ite A 1 2) (ite B 1 0)) (ite q 2 3))".to_owned()),
        ];
        leaf.prop_recursive(4, 24, 3, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(and {one} {other})")),
                (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(or {one} {other})")),
                (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(=> {one} {other})")),
                (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(xor {one} {other})")),
                (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(= {one} {other})")),
                inner.clone().prop_map(|one| format!("(not {one})")),
                (inner.clone(), inner.clone(), inner)
                    .prop_map(|(condition, yes, no)| format!("(ite {condition} {yes} {no})")),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        /// The open bits are selectors and elements; all their values are tried in their place.
        #[test]
        fn no_choice_gives_another_value(formula in formula()) {
            let open = formula.replace('A', "(seq.nth s 1)").replace('B', "(seq.nth s 2)");
            let every = truth(SYMBOLS, &open).2;
            let mut given = BTreeSet::new();
            for (one, other) in [(false, false), (false, true), (true, false), (true, true)] {
                let fixed = formula.replace('A', &one.to_string()).replace('B', &other.to_string());
                given.extend(truth(SYMBOLS, &fixed).0);
            }
            if let Some(every) = every {
                prop_assert_eq!(given, BTreeSet::from([every]));
            }
        }
    }
}
