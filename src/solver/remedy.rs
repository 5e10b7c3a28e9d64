//! What to do about a solver that is not there.

use crate::matrix::{Solver, variable_in, with_defaults};
use crate::solver::releases;

/// What makes a missing solver be found, in a few words: `storm solvers install cvc5, or set CVC5=…`. The rows of one solver
/// have the same. None where all that helps is another `argv`.
pub(crate) fn remedy(solver: &Solver) -> Option<String> {
    let program = solver.written.first().map(|word| with_defaults(word)).unwrap_or_default();
    let install = releases::of_program(&program).map(|release| {
        let name = if release.is_old { release.executable() } else { release.solver.to_owned() };
        format!("storm solvers install {name}")
    });
    let set = solver.written.iter().find_map(|word| variable_in(word)).map(|name| format!("set {name}=…"));
    match (install, set) {
        (Some(install), Some(set)) => Some(format!("{install}, or {set}")),
        (install, set) => install.or(set),
    }
}

/// What to say of a solver that has to be there and is not, for a reason.
pub(crate) fn required(solver: &Solver, reason: &str) -> String {
    format!(
        "{reason}; install it, correct `argv` of `{}` in solvers.yaml, or set `missing: ignore` there",
        solver.name
    )
}

#[cfg(test)]
mod tests {
    use crate::matrix::Config;

    use super::remedy;

    #[test]
    fn a_remedy_is_an_installation_or_a_variable() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solvers.yaml");
        let rows = [
            ("[\"${YICES:-yices-smt2}\", \"{file}\"]", Some("storm solvers install yices, or set YICES=…")),
            ("[z3-4.8.7, \"{file}\"]", Some("storm solvers install z3-4.8.7")),
            ("[java, -jar, \"${JAR:-x.jar}\", \"{file}\"]", Some("set JAR=…")),
            ("[\"${MINE:-build/z3}\", \"{file}\"]", Some("set MINE=…")),
            ("[mine, \"{file}\"]", None),
        ];
        for (argv, expected) in rows {
            let text = format!("version: 1\nsolvers: {{a: {{argv: {argv}}}}}\nseeds: [{{glob: \"*\"}}]\n");
            std::fs::write(&path, text).unwrap();
            let row = Config::load(&path, None).unwrap().solvers.remove(0);
            assert_eq!(remedy(&row).as_deref(), expected, "{argv}");
        }
    }
}
