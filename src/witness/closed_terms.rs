//! What the closed terms of a problem are worth under a witness.
//!
//! The witness's definitions and all closed terms go to Z3 as one text: each term bound by
//! a `let` to a name, and the names listed as equations `(= t t)`, which any sort allows.
//! Everything here works in the Z3 context of the current thread.

use std::fmt::Write;

use crate::smtlib::{Formulas, Names, Printer, Problem, Term, TermId};
use crate::witness::reliance::{open_terms, unreliable_terms};
use crate::witness::z3::{self, Formula, Interpreter, Refusal};
use crate::witness::{Truth, Valuation, Value, Witness};

/// Formulas that Z3 is asked to decide where nothing evaluates, at most: enough to make a pool of, few enough
/// for the processor time that a seed has.
const CLAIMS: usize = 16;
/// Bound of each of these decisions, in Z3's resource units. All of them together may
/// cost as much as three searches for a witness.
const CLAIM_RLIMIT: u32 = 200_000;

/// The truth values of the closed Boolean terms under a witness.
///
/// # Errors
/// Z3's refusal of the definitions or the terms.
pub(super) fn valuation(problem: &Problem, witness: &Witness) -> Result<Valuation, Refusal> {
    let (mut valuation, usable) = evaluated(Interpreter::default(), problem, witness)?;
    if !valuation.0.iter().any(|truth| matches!(truth, Some(Truth::Is(_)))) {
        claim(&mut valuation.0, &usable);
    }
    Ok(valuation)
}

/// The same under a witness that only declares some symbols: what is true or false is so
/// whatever their values.
///
/// # Errors
/// See [`valuation`].
pub(super) fn open_valuation(problem: &Problem, witness: &Witness) -> Result<Valuation, Refusal> {
    Ok(evaluated(Interpreter::open(), problem, witness)?.0)
}

/// Sort and value of each closed term, by its number; none for the others.
///
/// # Errors
/// See [`valuation`].
pub(super) fn values(problem: &Problem, witness: &Witness) -> Result<Vec<Option<Value>>, Refusal> {
    let found = interpreted(Interpreter::default(), &problem.formulas, witness)?;
    let written = |value: z3::Value| {
        let [sort, text] = [value.sort(), value.text()].map(|text| witness.names.to_source(&text));
        Value { sort, text }
    };
    Ok(found.into_iter().map(|value| value.map(written)).collect())
}

/// The valuation, and the values of the terms that could be claimed.
fn evaluated(
    interpreter: Interpreter,
    problem: &Problem,
    witness: &Witness,
) -> Result<(Valuation, Vec<Option<z3::Value>>), Refusal> {
    let values = interpreted(interpreter, &problem.formulas, witness)?;
    let open = open_terms(problem, &witness.names, &values);
    let unreliable = unreliable_terms(problem, &values);
    let truth = |((value, open), unreliable): ((&Option<z3::Value>, &bool), &bool)| {
        let value = value.as_ref().filter(|value| value.is_boolean())?;
        Some(match value.as_bool() {
            _ if *unreliable => Truth::Unknown,
            Some(truth) if *open => Truth::Underspecified(truth),
            Some(truth) => Truth::Is(truth),
            None => Truth::Unknown,
        })
    };
    let truths = values.iter().zip(&open).zip(&unreliable).map(truth).collect();
    let usable = |((value, open), unreliable): ((Option<z3::Value>, &bool), &bool)| {
        value.filter(|_| !open && !unreliable)
    };
    let usable = values.into_iter().zip(&open).zip(&unreliable).map(usable).collect();
    Ok((Valuation(truths), usable))
}

/// Lets Z3 decide the largest formulas of a seed in which nothing evaluates to a constant.
fn claim(truths: &mut [Option<Truth>], values: &[Option<z3::Value>]) {
    let unknown = (0..truths.len()).rev();
    let unknown = unknown.filter(|&at| truths[at] == Some(Truth::Unknown) && values[at].is_some());
    let unknown: Vec<usize> = unknown.take(CLAIMS).collect();
    for at in unknown {
        if let Some(truth) = values[at].as_ref().and_then(|value| value.decide(CLAIM_RLIMIT)) {
            truths[at] = Some(Truth::Claimed(truth));
        }
    }
}

/// The value of each closed term in Z3's hands, by its number; none for the others.
fn interpreted(
    mut interpreter: Interpreter,
    formulas: &Formulas,
    witness: &Witness,
) -> Result<Vec<Option<z3::Value>>, Refusal> {
    let mut values = vec![None; formulas.terms.len()];
    let closed = closed_terms(formulas);
    if closed.is_empty() {
        return Ok(values);
    }
    let text = witness.names.to_z3(&equations(formulas, witness.text(), &closed));
    let parsed = z3::parse(&text)?;
    let malformed = || Refusal { place: None, message: "unexpected shape of the parsed terms".into() };
    let equations = parsed.first().ok_or_else(malformed)?;
    let found = interpreter.values(equations, closed.len()).ok_or_else(malformed)?;
    for (&id, value) in closed.iter().zip(found) {
        values[id.index()] = Some(value);
    }
    Ok(values)
}

/// The Boolean ones among the closed terms of a problem, with its symbols declared; sorts were checked
/// before.
pub(super) fn declared_booleans(problem: &Problem, names: &Names) -> Vec<Formula> {
    let Problem { script, formulas } = problem;
    let declarations =
        script.declarations.iter().map(|declaration| script.tree.canonical_text(declaration.node));
    let declarations = declarations.map(|line| format!("{line}\n")).collect();
    let closed = closed_terms(formulas);
    let parsed = z3::parse(&names.to_z3(&equations(formulas, declarations, &closed)));
    parsed
        .ok()
        .and_then(|parsed| parsed.first().map(|list| z3::booleans(list, closed.len())))
        .unwrap_or_default()
}

/// Closed terms under the assertions and assumptions, children before parents.
fn closed_terms(formulas: &Formulas) -> Vec<TermId> {
    let terms = &formulas.terms;
    let mut seen = vec![false; terms.len()];
    let mut stack: Vec<TermId> = formulas.assertions.iter().chain(&formulas.assumptions).copied().collect();
    while let Some(id) = stack.pop() {
        if !std::mem::replace(&mut seen[id.index()], true) {
            terms.for_each_child(id, |child| stack.push(child));
        }
    }
    terms.ids().filter(|&id| seen[id.index()] && terms.is_closed(id)).collect()
}

/// Declarations or definitions, and one assertion that lists every closed term.
fn equations(formulas: &Formulas, mut text: String, closed: &[TermId]) -> String {
    let terms = &formulas.terms;
    let mut printer = Printer::new(terms);
    text.push_str("(assert ");
    let mut depth = 0;
    for &id in closed {
        if matches!(terms.get(id), Term::App(_, arguments) if arguments.is_empty()) {
            continue;
        }
        let definition = printer.print_definition(id);
        let _ = writeln!(text, "(let (({} {definition}))", printer.let_name(id));
        printer.bind(id);
        depth += 1;
    }
    text.push_str(if closed.len() > 1 { "(and" } else { "" });
    for &id in closed {
        let name = printer.print(id);
        let _ = write!(text, " (= {name} {name})");
    }
    text.push_str(if closed.len() > 1 { ")" } else { "" });
    text.push_str(&")".repeat(depth + 1));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::Origin;
    use crate::witness::from_model::from_model;

    /// The truth of every assertion under Z3's model of the first one.
    fn truths(source: &str) -> Vec<Option<Truth>> {
        let problem = Problem::read(source).unwrap();
        let assertions = z3::parse(&Names::of(&problem.script).to_z3(source)).unwrap();
        let z3::Answer::Sat(model) = z3::solve(&assertions[..1], false, 1_000_000, None) else { panic!() };
        let witness = from_model(&problem.script, &model, Origin::Model).unwrap();
        let valuation = valuation(&problem, &witness).unwrap();
        problem.formulas.assertions.iter().map(|&id| valuation.truth(id)).collect()
    }

    #[test]
    fn formulas_are_true_false_unknown_or_open() {
        let found = truths(
            "(declare-fun x () Int)(assert (= x 3))(assert (< (* x x) 9))(assert (= (div x 0) 1))\
             (assert (forall ((y Int)) (exists ((z Int)) (> (* z z z) (* y y x)))))",
        );
        assert_eq!(found[0], Some(Truth::Is(true)));
        assert_eq!(found[1], Some(Truth::Is(false)));
        assert!(matches!(found[2], Some(Truth::Underspecified(_))));
        assert_eq!(found[3], Some(Truth::Unknown));
    }

    #[test]
    fn where_nothing_evaluates_z3_decides() {
        let found = truths("(assert (forall ((y Int)) (exists ((z Int)) (> z y))))");
        assert_eq!(found, [Some(Truth::Claimed(true))]);
    }

    #[test]
    fn comparisons_of_arrays_over_few_indices_are_relied_on_where_they_are_seen() {
        let array = "(Array (_ BitVec 1) Int)";
        let full = format!("(store (store ((as const {array}) 1) #b0 0) #b1 0)");
        let equation = format!("(= ((as const {array}) 0) {full})");
        let found = truths(&format!(
            "(declare-fun p () Bool)(assert p)(assert {equation})(assert (forall ((x Int)) {equation}))\
             (assert (= 1 (select ((as const (Array {array} Int)) 1) {full})))"
        ));
        assert_eq!(found[1..], [Some(Truth::Is(true)), Some(Truth::Unknown), Some(Truth::Unknown)]);
    }

    #[test]
    fn elements_of_declared_sorts_have_values() {
        let found = truths(
            "(declare-sort U 0)(declare-fun a () U)(declare-fun b () U)(declare-fun f (U) U)\
             (assert (and (distinct a b) (= (f a) b) (= (f b) a)))(assert (= (f (f a)) a))(assert (= (f a) a))",
        );
        assert_eq!(found, [true, true, false].map(|truth| Some(Truth::Is(truth))));
    }
}
