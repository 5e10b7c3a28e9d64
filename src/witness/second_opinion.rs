//! Our values of closed terms, and Z3's opinion on them → where they differ. One of the two is wrong there, so
//! nothing that depends on such a term is relied on.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{Position, Printer, Problem, Term, TermId};
use crate::theory::value::Value;
use crate::witness::assignment::Witness;
use crate::witness::truth::{Truth, Valuation};

/// The maximal number of differences reported for a script. A few suffice to investigate.
const MOST_DIFFERENCES: usize = 4;

/// Z3's opinion on our value of a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Opinion {
    /// Z3 has the same value.
    Agrees,
    /// Z3 has this value.
    Differs(String),
}

/// Z3's opinion on the values of a script's closed terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SecondOpinion {
    /// The number of closed terms with a value of ours that SMT-LIB does not leave open.
    pub asked: usize,
    /// The number of these for which Z3 decides whether its value is the same.
    pub answered: usize,
    /// The number of these for which Z3 has another value, although it agrees on everything below them.
    pub differing: usize,
    /// The smallest of these terms, one for each operator, up to a few.
    pub differences: Vec<Difference>,
    /// By term number, whether the term or a subterm differs.
    #[serde(skip)]
    doubted: Vec<bool>,
}

/// A ground term for which Z3's value is not ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Difference {
    /// The position of a term in the script with these argument values; `None` if the script contains no such
    /// term.
    pub place: Option<Position>,
    /// The term: an operator applied to values.
    pub term: String,
    /// The definitions that it needs, one command each; empty for a term of theory symbols.
    pub definitions: Vec<String>,
    /// Its sort.
    pub sort: String,
    /// Our value.
    pub ours: String,
    /// Z3's value, as it prints it.
    pub z3: String,
}

/// The reason why there is no second opinion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Z3 gives no second opinion ({0})")]
pub struct NoOpinion(pub(super) String);

impl SecondOpinion {
    /// Compares our values of a problem's terms under a witness with Z3's opinions, both by term number.
    pub(super) fn compare(
        problem: &Problem,
        witness: &Witness,
        values: &[Option<Value>],
        opinions: &[Option<Opinion>],
    ) -> SecondOpinion {
        let terms = &problem.formulas.terms;
        // Whether the term or a subterm differs, with no agreeing term in between.
        let mut carries = vec![false; terms.len()];
        let mut doubted = vec![false; terms.len()];
        let mut smallest = Vec::new();
        for id in terms.ids() {
            let (mut is_carried, mut is_doubted) = (false, false);
            terms.for_each_child(id, |child| {
                is_carried |= carries[child.index()];
                is_doubted |= doubted[child.index()];
            });
            let opinion = opinions.get(id.index()).and_then(Option::as_ref);
            if let Some(Opinion::Differs(theirs)) = opinion
                && !is_carried
            {
                smallest.push((id, theirs));
            }
            let differs = matches!(opinion, Some(Opinion::Differs(_)));
            carries[id.index()] = differs || (opinion.is_none() && is_carried);
            doubted[id.index()] = differs || is_doubted;
        }
        let differing = smallest.len();
        let differences = shortest_differences(problem, witness, values, &smallest);
        let asked = values.iter().flatten().count();
        let answered = opinions.iter().flatten().count();
        SecondOpinion { asked, answered, differing, differences, doubted }
    }

    /// Makes all truth values unknown that depend on a differing term.
    pub(super) fn doubt(&self, valuation: &mut Valuation) {
        for (truth, _) in valuation.0.iter_mut().zip(&self.doubted).filter(|(_, is_doubted)| **is_doubted) {
            *truth = truth.map(|_| Truth::Unknown);
        }
    }
}

/// Returns the shortest of the differing terms, one for each operator.
fn shortest_differences(
    problem: &Problem,
    witness: &Witness,
    values: &[Option<Value>],
    smallest: &[(TermId, &String)],
) -> Vec<Difference> {
    if smallest.is_empty() {
        return Vec::new();
    }
    let terms = &problem.formulas.terms;
    let mut printer = Printer::new(terms);
    let mut named = 0;
    let mut shortest: BTreeMap<&str, (TermId, String, &String)> = BTreeMap::new();
    for &(id, theirs) in smallest {
        // Every subterm has a smaller number, and is replaced by its value.
        for below in terms.ids().take(id.index()).skip(named) {
            if let Some(value) = &values[below.index()] {
                printer.stand_in(below, &value.to_string());
            }
        }
        named = id.index();
        let head = match terms.get(id) {
            Term::App(head, _) => terms.head_text(*head),
            Term::Binder(_) | Term::Var(_) | Term::Match(..) => "",
        };
        let text = printer.print(id);
        let known = shortest.get(head).map(|(_, known, _)| known.len());
        if known.is_none_or(|length| text.len() < length) {
            shortest.insert(head, (id, text, theirs));
        }
    }
    let mut shortest: Vec<_> = shortest.into_values().collect();
    shortest.sort_by_key(|(id, text, _)| (text.len(), *id));
    let difference = |(id, term, theirs): (TermId, String, &String)| {
        let ours = values[id.index()].as_ref()?;
        Some(Difference {
            place: problem.formulas.place(id, &problem.script.tree),
            definitions: needed(witness, &format!("(= {term} {ours})")),
            term,
            sort: ours.sort().to_string(),
            ours: ours.to_string(),
            z3: theirs.clone(),
        })
    };
    shortest.into_iter().take(MOST_DIFFERENCES).filter_map(difference).collect()
}

/// Returns the definitions of a witness that a formula needs.
fn needed(witness: &Witness, formula: &str) -> Vec<String> {
    let Ok(script) = Instance::read(&format!("{}(assert {formula})\n", witness.text())) else {
        return witness.definitions().to_vec();
    };
    let unused = script.unused_declarations();
    let kept = script.of_kind(Kind::Declaration).filter(|(at, _)| !unused.contains_key(at));
    kept.map(|(_, command)| script.line(command).trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "z3")]
    use crate::smtlib::Script;
    #[cfg(feature = "z3")]
    use crate::witness::Evaluator;

    #[cfg(feature = "z3")]
    const SCRIPT: &str = "(declare-fun x () Int)(declare-fun f (Int) Int)\n\
        (assert (and (< (+ x 1) 5)\n  (forall ((y Int)) (= (+ x 1) (f y)))\n  (= (f (* x 2)) 9)))\n(assert (> x 0))";

    #[cfg(feature = "z3")]
    fn witness() -> Witness {
        let lines = ["(define-fun x () Int 3)", "(define-fun f ((y Int)) Int (ite (= y 6) 9 4))"];
        let definitions = Script::parse(lines.concat()).unwrap();
        Witness::given(&Script::parse(SCRIPT.to_owned()).unwrap(), &definitions)
    }

    #[cfg(feature = "z3")]
    fn review(problem: &Problem, witness: Witness) -> Result<SecondOpinion, NoOpinion> {
        let evaluator = Evaluator::in_process();
        evaluator.review(problem, &mut evaluator.evaluate(problem, witness).unwrap())
    }

    /// Returns Z3's opinion if our value of the term with this unshared text is replaced by another one.
    #[cfg(feature = "z3")]
    fn opinion(term: &str, value: i32) -> (Problem, SecondOpinion) {
        let problem = Problem::read(SCRIPT).unwrap();
        let evaluator = Evaluator::in_process();
        let mut values = evaluator.values(&problem, &witness()).unwrap();
        let mut printer = Printer::new(&problem.formulas.terms);
        printer.share(false);
        let id = problem.formulas.terms.ids().find(|&id| printer.print(id) == term).unwrap();
        values[id.index()] = Some(Value::Int(value.into()));
        let opinion = evaluator.opinion_on(&problem, &witness(), &values).unwrap();
        (problem, opinion)
    }

    #[test]
    #[cfg(feature = "z3")]
    fn where_both_agree_nothing_is_told() {
        let opinion = review(&Problem::read(SCRIPT).unwrap(), witness()).unwrap();
        assert_eq!((opinion.differing, &opinion.differences[..]), (0, &[][..]));
        assert!(opinion.answered > 8 && opinion.answered <= opinion.asked, "{opinion:?}");
    }

    #[test]
    #[cfg(feature = "z3")]
    fn a_wrong_value_is_told_with_the_values_below_it_and_its_place() {
        let (_, found) = opinion("(+ x 1)", 7);
        let expected = Difference {
            place: Some(Position { line: 2, column: 17 }),
            term: "(+ 3 1)".to_owned(),
            definitions: Vec::new(),
            sort: "Int".to_owned(),
            ours: "7".to_owned(),
            z3: "4".to_owned(),
        };
        assert_eq!(found.differences, [expected]);
        let function = opinion("(f (* x 2))", 1).1.differences.remove(0);
        assert_eq!((function.term.as_str(), function.z3.as_str()), ("(f 6)", "9"));
        assert_eq!(function.definitions, ["(define-fun f ((y Int)) Int (ite (= y 6) 9 4))"]);
    }

    #[test]
    #[cfg(feature = "z3")]
    fn what_hangs_on_a_term_that_differs_is_unknown() {
        let (problem, opinion) = opinion("(+ x 1)", 7);
        let mut valuation = Evaluator::in_process().valuation(&problem, &witness()).unwrap();
        opinion.doubt(&mut valuation);
        let mut printer = Printer::new(&problem.formulas.terms);
        printer.share(false);
        let truth = |term: &str, printer: &mut Printer<'_>| {
            let id = problem.formulas.terms.ids().find(|&id| printer.print(id) == term).unwrap();
            valuation.truth(id)
        };
        for (term, expected) in [
            ("(< (+ x 1) 5)", Truth::Unknown),
            ("(forall ((y Int)) (= (+ x 1) (f y)))", Truth::Unknown),
            ("(= (f (* x 2)) 9)", Truth::Is(true)),
            ("(> x 0)", Truth::Is(true)),
        ] {
            assert_eq!(truth(term, &mut printer), Some(expected), "{term}");
        }
    }

    #[test]
    fn of_terms_above_each_other_the_lowest_is_told_whatever_is_not_known_between() {
        let problem = Problem::read("(assert (not (not (not (= 1 2)))))").unwrap();
        let ids: Vec<TermId> = problem.formulas.terms.ids().collect();
        let value = |truth: bool| Some(Value::Bool(truth));
        let values = vec![None, None, value(true), None, value(true), value(false)];
        let differs = Some(Opinion::Differs("x".to_owned()));
        assert_eq!(ids.len(), values.len());
        let witness = Witness::given(&problem.script, &problem.script);
        let opinions = [None, None, differs.clone(), None, differs.clone(), differs];
        let opinion = SecondOpinion::compare(&problem, &witness, &values, &opinions);
        assert_eq!((opinion.asked, opinion.answered, opinion.differing), (3, 3, 1));
        assert_eq!(opinion.differences[0].term, "(= 1 2)");
        // An agreeing term in between: both differences are reported.
        let opinions = [None, None, opinions[2].clone(), Some(Opinion::Agrees), opinions[2].clone(), None];
        assert_eq!(SecondOpinion::compare(&problem, &witness, &values, &opinions).differing, 2);
    }

    #[test]
    #[cfg(feature = "z3")]
    fn what_z3_refuses_is_said() {
        // No release of Z3 supports bags; recent ones support finite fields.
        let problem = Problem::read("(assert (= (bag.count 1 (bag 1 2)) 2))").unwrap();
        let witness = Witness::given(&problem.script, &problem.script);
        let refused = review(&problem, witness).map_err(|none| none.to_string());
        assert!(
            refused.as_ref().is_err_and(|text| text.starts_with("Z3 gives no second opinion (")),
            "{refused:?}"
        );
    }
}
