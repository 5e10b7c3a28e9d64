//! The `solvers.yaml` to start with. What is known of a solver is the row that smt-storm's own file has for it.

use super::error::InitError;
use crate::matrix::names::is_name;

/// The file that is the matrix of smt-storm itself.
const OURS: &str = include_str!("../../../solvers.yaml");

/// A row of smt-storm's own `solvers.yaml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The lines below its name.
    text: &'static str,
    /// The variable that names its program, `${Z3:-z3}`.
    variable: &'static str,
}

impl Row {
    /// The row of this name, or of a solver whose program has it; `None` for a solver that is not known.
    pub(super) fn find(solver: &str) -> Result<Option<Row>, InitError> {
        if !is_name(solver) {
            return Err(InitError::Name { solver: solver.to_owned() });
        }
        Ok(rows().find(|(name, row)| *name == solver || row.program() == solver).map(|(_, row)| row))
    }

    /// The name that the program usually has.
    fn program(self) -> &'static str {
        let default = self.variable.split_once(":-").map(|(_, default)| default);
        default.and_then(|default| default.strip_suffix('}')).unwrap_or_default()
    }

    fn with_program(self, program: &str) -> String {
        let (name, _) = self.variable.split_once(":-").unwrap_or_default();
        let of_ours = format!("without one, `{}`", self.program());
        let text = without_lists(self.text).replace(&of_ours, &format!("without one, `{program}`"));
        text.replace(self.variable, &format!("{name}:-{program}}}"))
    }
}

/// A row without the variants that take their options from a file beside ours, and without what is said of these.
fn without_lists(text: &str) -> String {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let is_variant = line.len() - line.trim_start().len() <= 6;
        match blocks.last_mut() {
            Some(block) if goes_on || !is_variant => block.push(line),
            _ => blocks.push(vec![line]),
        }
        // A comment belongs to what comes after it.
        goes_on = is_variant && line.trim_start().starts_with('#');
    }
    let is_listed = |block: &Vec<&str>| block.iter().any(|line| line.trim() == "options: from-solver");
    let kept: Vec<&str> = blocks.into_iter().filter(|block| !is_listed(block)).flatten().collect();
    kept.join("\n")
}

/// The rows with a program that a variable names, each with its own name.
fn rows() -> impl Iterator<Item = (&'static str, Row)> {
    let section = OURS.split_once("\nsolvers:\n").map_or("", |(_, after)| after);
    let section = section.split_once("\n# ").map_or(section, |(section, _)| section);
    let starts = section.match_indices("\n  ").map(|(at, _)| at + 1);
    let starts: Vec<usize> = starts.filter(|&at| !section[at + 2..].starts_with([' ', '#'])).collect();
    let ends: Vec<usize> = starts.iter().copied().skip(1).chain([section.len()]).collect();
    starts.into_iter().zip(ends).filter_map(move |(start, end)| {
        let (name, text) = section[start..end].split_once(":\n")?;
        let from = text.find("argv: [\"${")? + "argv: [\"".len();
        let variable = &text[from..from + text[from..].find('}')? + 1];
        Some((name.trim(), Row { text: text.trim_end(), variable }))
    })
}

/// The whole file.
pub(super) fn configuration(
    row: Option<Row>,
    solver: &str,
    program: Option<&str>,
    logics: &[String],
) -> String {
    let lines = match row {
        Some(row) => row.with_program(program.unwrap_or(row.program())),
        None => include_str!("files/row.yaml")
            .trim_end()
            .replace("{variable}", &variable(solver))
            .replace("{program}", program.unwrap_or(solver))
            .replace("{logics}", &logics.join(", ")),
    };
    include_str!("files/solvers.yaml").replace("{row}", &lines).replace("{solver}", solver)
}

/// The environment variable that names the program of a solver in its row.
pub(super) fn variable_of(row: Option<Row>, solver: &str) -> String {
    let known = row.and_then(|row| row.variable.strip_prefix("${")?.split_once(":-"));
    known.map_or_else(|| variable(solver), |(name, _)| name.to_owned())
}

/// The environment variable that names the program of a solver.
fn variable(solver: &str) -> String {
    solver.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Config, Solver};

    #[test]
    fn every_row_of_ours_with_a_program_is_known() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers.yaml");
        let ours = Config::load(&path, None).unwrap().all_solvers;
        let named =
            |row: &&Solver| row.is_base() && row.written.first().is_some_and(|word| word.starts_with("${"));
        assert!(rows().map(|(name, _)| name).eq(ours.iter().filter(named).map(|row| row.name.as_str())));
        assert_eq!(Row::find("yices-smt2").unwrap(), Row::find("yices").unwrap());
        assert_eq!(Row::find("yices").unwrap().unwrap().program(), "yices-smt2");
        assert!(Row::find("opensmt").unwrap().is_none() && Row::find("a/b").is_err());
    }

    #[test]
    fn no_row_needs_a_file_that_is_not_written() {
        for (name, row) in rows() {
            let text = row.with_program("x");
            assert!(!text.lines().any(|line| line.trim() == "options: from-solver"), "{name}");
            assert!(!text.contains("experimental-options"), "{name}");
            let kept = text.lines().count();
            assert!(kept + 8 > row.text.lines().count() && row.text.lines().count() >= kept, "{name}");
        }
        let z3 = Row::find("z3").unwrap().unwrap().with_program("x");
        assert!(z3.contains("experimental-sat-smt") && z3.contains("  engines:"));
        assert!(z3.contains("${Z3:-x} is the environment variable Z3 or, without one, `x`:"), "{z3}");
    }

    #[test]
    fn a_row_takes_another_program_everywhere() {
        let text = Row::find("cvc5").unwrap().unwrap().with_program("../build/bin/cvc5");
        assert_eq!(text.matches("${CVC5:-../build/bin/cvc5}").count(), 3, "{text}");
        assert!(!text.contains(":-cvc5}") && text.contains("incremental:"), "{text}");
    }
}
