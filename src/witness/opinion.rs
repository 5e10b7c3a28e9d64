//! Our values of closed terms, and what Z3 says of them → where they differ. One of the two is wrong there, so that nothing
//! that hangs on such a term is relied on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{Position, Printer, Problem, Term, TermId};
use crate::theory::value::Value;
use crate::witness::assignment::Witness;
use crate::witness::truth::{Truth, Valuation};

/// Differences that are told of one script: who looks into these finds the others.
const MOST_DIFFERENCES: usize = 4;

/// What Z3 says of our value of a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Opinion {
    /// It has the same.
    Agrees,
    /// It has this one.
    Differs(String),
}

/// What Z3 says of the values of a script's closed terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SecondOpinion {
    /// Closed terms with a value of ours that SMT-LIB does not leave open.
    pub asked: usize,
    /// Those of them for which Z3 knows whether its value is the same.
    pub answered: usize,
    /// Those for which it has another one, although it has none for anything below them.
    pub differing: usize,
    /// The smallest of these: one for each operator, and not more than a few.
    pub differences: Vec<Difference>,
    /// By number, the terms that differ, and all that have one of them below.
    #[serde(skip)]
    doubted: Vec<bool>,
}

/// A ground term for which Z3 has another value than we have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Where the script has a term of this value and these values below it; none for what is nowhere written.
    pub place: Option<Position>,
    /// The term: an operator applied to values.
    pub term: String,
    /// The definitions that it needs, a command each; none for a term of theory symbols.
    pub definitions: Vec<String>,
    /// Its sort.
    pub sort: String,
    /// Our value.
    pub ours: String,
    /// Z3's value, as it prints it.
    pub z3: String,
}

/// Why there is no second opinion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Z3 gives no second opinion ({0})")]
pub struct NoOpinion(pub(super) String);

impl SecondOpinion {
    /// Compares our values of a problem's terms under a witness with what Z3 says of them, all by number.
    pub(super) fn compare(
        problem: &Problem,
        witness: &Witness,
        values: &[Option<Value>],
        opinions: &[Option<Opinion>],
    ) -> SecondOpinion {
        let terms = &problem.formulas.terms;
        // Whether something at or below a term differs, as far as nothing between agrees.
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

    /// Makes everything unknown that hangs on a term that differs.
    pub(super) fn doubt(&self, valuation: &mut Valuation) {
        for (truth, _) in valuation.0.iter_mut().zip(&self.doubted).filter(|(_, is_doubted)| **is_doubted) {
            *truth = truth.map(|_| Truth::Unknown);
        }
    }
}

/// The shortest of the terms that differ, one for each operator.
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
        // Every term below has a smaller number, and stands as its value.
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

/// The definitions of a witness that a formula needs.
fn needed(witness: &Witness, formula: &str) -> Vec<String> {
    let Ok(script) = Instance::read(&format!("{}(assert {formula})\n", witness.text())) else {
        return witness.definitions().to_vec();
    };
    let unused = script.unused_declarations();
    let kept = script.of_kind(Kind::Declaration).filter(|(at, _)| !unused.contains_key(at));
    kept.map(|(_, command)| script.line(command).trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests;
