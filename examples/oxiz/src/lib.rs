//! What smt-storm asks of a solver that is a library: the answers to a script.

use oxiz_solver::Context;

/// Returns what OxiZ prints for a script, a line for each reply.
pub fn answers(script: &str) -> Vec<String> {
    let mut context = Context::new();
    context.execute_script(script).unwrap_or_else(|error| vec![format!("(error \"{error}\")")])
}
