//! Z3 in this process: it reads terms, finds a model, evaluates, and runs scripts.
//!
//! Everything here works in the context of the current thread (the `z3` crate keeps one
//! per thread). [`fresh`] gives a computation a thread, and so a context, of its own:
//! what Z3 answers then depends on nothing that was asked before.

mod arrays;
mod from_model;
mod interpreter;
#[cfg(test)]
mod linear;
mod model;
pub(super) mod opinion;
mod raw;
pub(super) mod search;

use interpreter::Interpreter;
use model::{Entry, Interpretation, Model};

use z3::ast::{Ast, Bool, Dynamic};
use z3::{Params, SatResult, Solver};

/// Stack of the threads that [`fresh`] starts, in bytes: Z3's recursion follows the nesting
/// of a seed. Only what is used of it is ever backed by memory.
const STACK: usize = 256 << 20;

/// Runs `work` on a thread of its own, with a new Z3 context and a large stack.
///
/// # Errors
/// The message of a panic inside `work`, or of the failure to start a thread.
pub fn fresh<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, String> {
    // Remarks on patterns and the like, which Z3 would print on standard error.
    z3::set_global_param("warning", "false");
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("storm-z3".into()).stack_size(STACK);
        let handle = thread.spawn_scoped(scope, work).map_err(|error| error.to_string())?;
        handle.join().map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("panic").to_owned()
        })
    })
}

/// Whether this program is linked with libz3.
pub const IS_LINKED: bool = true;

/// Version of the libz3 this program runs with, such as `4.8.12.0`.
pub fn version() -> String {
    z3::full_version().trim_start_matches("Z3 ").to_owned()
}

/// Z3 as a solver of scripts: commands in, printed answers out.
#[derive(Debug)]
pub struct Session(raw::ScriptContext);

impl Session {
    /// A session in a context of its own.
    ///
    /// # Errors
    /// Z3 gives no context.
    pub fn new() -> Result<Session, String> {
        raw::ScriptContext::new().map(Session).ok_or_else(|| "out of memory".to_owned())
    }

    /// Runs commands after those before and returns what Z3 prints for them.
    ///
    /// # Errors
    /// The commands cannot be handed to Z3 at all.
    pub fn run(&self, commands: &str) -> Result<String, String> {
        self.0.run(commands)
    }
}

/// A term in Z3's hands. It lives in the context of its thread.
#[derive(Clone, Debug)]
pub(super) struct Formula(Dynamic);

impl Formula {
    /// The truth of a sentence as Z3's solver claims it; none if it does not decide it within `rlimit`.
    fn decide(&self, rlimit: u32) -> Option<bool> {
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
pub(super) struct Refusal {
    /// Line and column in the text, from 1, where Z3 gives them.
    pub place: Option<(u32, u32)>,
    /// Z3's words.
    pub message: String,
}

/// Parses declarations and assertions; returns the asserted formulas in order.
///
/// # Errors
/// The first thing Z3 refuses.
pub(super) fn parse(text: &str) -> Result<Vec<Formula>, Refusal> {
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
enum Answer {
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
fn solve(formulas: &[Formula], negated: bool, rlimit: u32, variety: Option<u32>) -> Answer {
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
fn solve_some(literals: &[(Formula, bool)], rlimit: u32) -> Option<Model> {
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
fn listed(equations: &Formula, count: usize) -> Option<Vec<Dynamic>> {
    let list = &equations.0;
    let is_one = count == 1 && list.is_app() && list.decl().name() == "=";
    let equations = if is_one { vec![list.clone()] } else { list.children() };
    (equations.len() == count).then_some(equations)
}

/// The Boolean ones of the terms `tᵢ`, given `(and (= t₁ t₁) (= t₂ t₂) …)` with so many equations.
fn booleans(equations: &Formula, count: usize) -> Vec<Formula> {
    let equations = listed(equations, count).unwrap_or_default();
    let sides = equations.iter().filter_map(|equation| equation.nth_child(0));
    sides.filter(|side| side.as_bool().is_some()).map(Formula).collect()
}

/// The truth of each assertion of a text that defines its symbols; none for what does not evaluate to
/// a constant.
///
/// # Errors
/// What Z3 refuses, in its words.
pub fn truths(text: &str) -> Result<Vec<Option<bool>>, String> {
    let mut interpreter = Interpreter::default();
    let formulas = parse(text).map_err(|refusal| refusal.message)?;
    Ok(formulas.iter().map(|formula| interpreter.truth(formula)).collect())
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

    #[test]
    fn a_session_remembers_what_came_before() {
        let session = Session::new().unwrap();
        assert_eq!(session.run("(declare-fun x () Int)(assert (> x 1))(check-sat)").unwrap(), "sat\n");
        assert_eq!(session.run("(push)(assert (< x 1))(check-sat)(pop)(check-sat)").unwrap(), "unsat\nsat\n");
    }

    #[test]
    fn an_error_in_a_script_does_not_end_the_process() {
        let printed = Session::new().unwrap().run("(assert (foo))(check-sat)").unwrap();
        assert!(printed.contains("error"), "{printed}");
    }

    #[test]
    fn a_panic_on_a_fresh_thread_becomes_an_error() {
        assert_eq!(fresh(|| panic!("no way")).unwrap_err(), "no way");
        assert_eq!(fresh(|| 7), Ok(7));
    }
}
