//! Formulas in Z3's hands: how they are read, and what its solver says of them.

use z3::ast::{Ast, Bool, Dynamic};
use z3::{Params, SatResult, Solver};

use super::model::Model;
use super::raw;

/// A term in Z3's hands. It lives in the context of its thread.
#[derive(Clone, Debug)]
pub(in crate::witness) struct Formula(pub(super) Dynamic);

impl Formula {
    /// The truth of a sentence as Z3's solver claims it; none if it does not decide it within `rlimit`.
    pub(super) fn decide(&self, rlimit: u32) -> Option<bool> {
        let solver = solver(rlimit, None);
        solver.assert(self.0.as_bool()?);
        match solver.check() {
            SatResult::Sat => Some(true),
            SatResult::Unsat => Some(false),
            SatResult::Unknown => None,
        }
    }
}

/// Z3's refusal of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::witness) struct Refusal {
    /// Line and column in the text, from 1, where Z3 gives them.
    pub place: Option<(u32, u32)>,
    /// Z3's words.
    pub message: String,
}

/// Parses declarations and assertions; returns the asserted formulas in order.
///
/// # Errors
/// The first thing Z3 refuses.
pub(in crate::witness) fn parse(text: &str) -> Result<Vec<Formula>, Refusal> {
    match raw::parse(text) {
        Ok(formulas) => Ok(formulas.into_iter().map(Formula).collect()),
        Err(message) => Err(refusal(&message)),
    }
}

/// Takes `(error "line 3 column 5: words")` apart; only the first of several errors is kept.
fn refusal(printed: &str) -> Refusal {
    let first = printed.lines().next().unwrap_or_default();
    let inner = first.strip_prefix("(error \"").unwrap_or(first).trim_end_matches("\")");
    let placed = inner.strip_prefix("line ").and_then(|rest| {
        let (line, rest) = rest.split_once(" column ")?;
        let (column, message) = rest.split_once(": ")?;
        Some(((line.parse().ok()?, column.parse().ok()?), message))
    });
    match placed {
        Some((place, message)) => Refusal { place: Some(place), message: message.to_owned() },
        None => Refusal { place: None, message: inner.to_owned() },
    }
}

/// What Z3 says of a conjunction.
#[derive(Debug)]
pub(super) enum Answer {
    /// Satisfiable, with this model.
    Sat(Model),
    /// Unsatisfiable.
    Unsat,
    /// Not decided within the resource limit, or at all.
    Unknown,
}

/// Asks for a model of the conjunction of `formulas`, or of its negation. `rlimit` bounds
/// the search in Z3's own deterministic unit of work; a `variety` makes for another model
/// than Z3's usual one.
pub(super) fn solve(formulas: &[Formula], negated: bool, rlimit: u32, variety: Option<u32>) -> Answer {
    let formulas: Vec<Bool> = formulas.iter().filter_map(|formula| formula.0.as_bool()).collect();
    let solver = solver(rlimit, variety);
    if negated {
        solver.assert(Bool::and(&formulas).not());
    } else {
        formulas.iter().for_each(|formula| solver.assert(formula));
    }
    match solver.check() {
        SatResult::Sat => solver.get_model().map_or(Answer::Unknown, |model| Answer::Sat(Model::new(model))),
        SatResult::Unsat => Answer::Unsat,
        SatResult::Unknown => Answer::Unknown,
    }
}

/// A model of as many of the literals (formula, polarity) as can be had one after the other;
/// `None` if not one of them has a model. `rlimit` bounds each step.
pub(super) fn solve_some(literals: &[(Formula, bool)], rlimit: u32) -> Option<Model> {
    let solver = solver(rlimit, None);
    let mut model = None;
    for (formula, polarity) in literals {
        let Some(formula) = formula.0.as_bool() else { continue };
        solver.push();
        solver.assert(if *polarity { formula } else { formula.not() });
        if solver.check() == SatResult::Sat {
            model = solver.get_model();
        } else {
            solver.pop(1);
        }
    }
    model.map(Model::new)
}

/// The `count` equations of `(and (= t₁ u₁) (= t₂ u₂) …)`, or the one alone that there is. None if the formula is not of
/// that shape.
pub(super) fn listed(equations: &Formula, count: usize) -> Option<Vec<Dynamic>> {
    let list = &equations.0;
    let is_one = count == 1 && list.is_app() && list.decl().name() == "=";
    let equations = if is_one { vec![list.clone()] } else { list.children() };
    (equations.len() == count).then_some(equations)
}

/// The Boolean ones of the terms `tᵢ`, given `(and (= t₁ t₁) (= t₂ t₂) …)` with so many equations.
pub(super) fn booleans(equations: &Formula, count: usize) -> Vec<Formula> {
    let equations = listed(equations, count).unwrap_or_default();
    let sides = equations.iter().filter_map(|equation| equation.nth_child(0));
    sides.filter(|side| side.as_bool().is_some()).map(Formula).collect()
}

fn solver(rlimit: u32, variety: Option<u32>) -> Solver {
    let mut params = Params::new();
    params.set_u32("rlimit", rlimit);
    // Z3 would take SIGINT for itself, answer `unknown`, and the program would go on.
    params.set_bool("ctrl_c", false);
    // Global parameters, because the solver's own of these names differ between versions of
    // Z3, and one it does not know makes it drop assertions. Without random phases the seed
    // alone hardly changes what the SAT engines find.
    let seed = variety.unwrap_or(0).to_string();
    let (phase, selection) = if variety.is_some() { ("random", "5") } else { ("caching", "3") };
    z3::set_global_param("sat.random_seed", &seed);
    z3::set_global_param("smt.random_seed", &seed);
    z3::set_global_param("sat.phase", phase);
    z3::set_global_param("smt.phase_selection", selection);
    let solver = Solver::new();
    solver.set_params(&params);
    solver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_line_and_column() {
        let refusal = parse("(declare-fun x () Int)\n(assert (> x y))").unwrap_err();
        assert_eq!(refusal.place.map(|place| place.0), Some(2));
        assert!(!refusal.message.is_empty());
    }
}
