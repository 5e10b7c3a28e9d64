//! Z3's values of closed terms, held against ours. Works in the Z3 context of the current thread.

use super::interpreter::Interpreter;
use super::search::equations;
use crate::smtlib::{Problem, TermId};
use crate::witness::Witness;
use crate::witness::evaluation::closed_terms;
use crate::witness::opinion::Opinion;

/// What Z3 says of the `values` of terms under a witness, by number; none where it knows no value, or where none is given.
///
/// # Errors
/// Z3 cannot read the definitions or the terms; its words.
pub(in crate::witness) fn opinions(
    problem: &Problem,
    witness: &Witness,
    values: &[Option<String>],
) -> Result<Vec<Option<Opinion>>, String> {
    let closed = closed_terms(problem);
    let value = |&id: &TermId| Some((id, Some(values.get(id.index())?.as_deref()?)));
    let listed: Vec<(TermId, Option<&str>)> = closed.iter().filter_map(value).collect();
    let mut opinions = vec![None; problem.formulas.terms.len()];
    if listed.is_empty() {
        return Ok(opinions);
    }
    let text = equations(problem, witness.text(), &closed, &listed);
    let formulas = super::parse(&witness.names.to_z3(&text)).map_err(|refusal| refusal.message)?;
    let formula = formulas.first().ok_or("it read nothing")?;
    let compared = Interpreter::default().compared(formula, listed.len());
    for ((id, _), (agrees, theirs)) in listed.iter().zip(compared.ok_or("it read something else")?) {
        opinions[id.index()] = agrees.map(|agrees| match agrees {
            true => Opinion::Agrees,
            false => Opinion::Differs(on_a_line(&witness.names.to_source(&theirs.text()))),
        });
    }
    Ok(opinions)
}

/// Z3 breaks what it prints into lines; within a string, it writes an escape in place of a line break.
fn on_a_line(text: &str) -> String {
    text.lines().map(str::trim_start).collect::<Vec<_>>().join(" ")
}
