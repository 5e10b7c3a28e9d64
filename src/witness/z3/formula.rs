//! Formulas of Z3: parsing and solving.

use std::slice;

use z3::ast::{Ast, Bool, Dynamic};
use z3::{Params, SatResult, Solver};

use super::model::Model;
use super::raw;

/// A term of Z3. It lives in the context of its thread.
#[derive(Clone, Debug)]
pub(in crate::witness) struct Formula(pub(super) Dynamic);

impl Formula {
    /// Returns the truth value of a sentence, if Z3's solver refutes the sentence or its negation within `rlimit`, for each of
    /// them. A refutation counts, a model does not: Z3 4.8.12 calls sentences about floats satisfiable that are false.
    pub(super) fn decide(&self, rlimit: u32) -> Option<bool> {
        self.0.as_bool()?;
        let is_refuted =
            |negated| matches!(solve(slice::from_ref(self), negated, rlimit, None), Answer::Unsat);
        if is_refuted(false) { Some(false) } else { is_refuted(true).then_some(true) }
    }
}

/// Parses declarations and assertions; returns the asserted formulas in order.
///
/// # Errors
/// The message of the first error that Z3 reports.
pub(in crate::witness) fn parse(text: &str) -> Result<Vec<Formula>, String> {
    let formulas = raw::parse(text).map_err(|printed| message(&printed))?;
    Ok(formulas.into_iter().map(Formula).collect())
}

/// Returns the message of the first error, as in `(error "line 3 column 5: message")`.
fn message(printed: &str) -> String {
    let first = printed.lines().next().unwrap_or_default();
    let inner = first.strip_prefix("(error \"").unwrap_or(first).trim_end_matches("\")");
    let placed = inner.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
    placed.map_or(inner, |(_, message)| message).to_owned()
}

/// Z3's answer about a conjunction.
#[derive(Debug)]
pub(super) enum Answer {
    /// Satisfiable, with this model.
    Sat(Model),
    /// Unsatisfiable.
    Unsat,
    /// Not decided within the resource limit, or at all.
    Unknown,
}

/// Searches for a model of the conjunction of `formulas`, or of its negation. `rlimit` bounds the search in Z3's
/// own deterministic unit of work. A `variety` leads to another model than Z3's usual one.
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

/// Returns a model of the literals (formula, polarity) that are satisfiable together, each added if it is
/// consistent with the previous ones; `None` if no literal has a model. `rlimit` bounds each step.
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

/// Returns the `count` equations of `(and (= t₁ u₁) (= t₂ u₂) …)`, or the single equation. Returns `None` if the
/// formula does not have this shape.
pub(super) fn listed(equations: &Formula, count: usize) -> Option<Vec<Dynamic>> {
    let list = &equations.0;
    let is_one = count == 1 && list.is_app() && list.decl().name() == "=";
    let equations = if is_one { vec![list.clone()] } else { list.children() };
    (equations.len() == count).then_some(equations)
}

/// Returns the Boolean terms among the `tᵢ` of `(and (= t₁ t₁) (= t₂ t₂) …)` with `count` equations.
pub(super) fn booleans(equations: &Formula, count: usize) -> Vec<Formula> {
    let equations = listed(equations, count).unwrap_or_default();
    let sides = equations.iter().filter_map(|equation| equation.nth_child(0));
    sides.filter(|side| side.as_bool().is_some()).map(Formula).collect()
}

fn solver(rlimit: u32, variety: Option<u32>) -> Solver {
    let mut params = Params::new();
    params.set_u32("rlimit", rlimit);
    // Z3 would catch SIGINT and answer `unknown`, and the program would go on.
    params.set_bool("ctrl_c", false);
    // The parameters are global because the solver's own ones have different names in different versions of Z3,
    // and an unknown one makes it drop assertions. Without random phases, the seed alone hardly changes what the
    // SAT engines find.
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
    fn a_refusal_is_the_first_message_without_its_place() {
        let refusal = parse("(declare-fun x () Int)\n(assert (> x y))\n(assert z)").unwrap_err();
        assert_eq!(refusal, "unknown constant y");
    }
}
