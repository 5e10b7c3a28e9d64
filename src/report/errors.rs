//! The share of errors of each row: a solver that rejects a third of its instances is hardly tested, although it looks
//! as if it were.

use std::collections::BTreeMap;

use crate::matrix::Class;
use crate::report::lines::record::Case;
use crate::solver::complaint::Complaint;

/// The share of errors among the answers of a row, or of one of its seeds, above which the report mentions it, in
/// percent.
const MENTIONED: f64 = 5.0;
/// The number of instances of a seed below which its share means little.
const FEW: u64 = 20;

/// Errors in place of answers, by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Errors(BTreeMap<String, Row>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Row {
    instances: u64,
    errors: u64,
    /// The number of errors by message. The first message of a case stands for all its errors.
    texts: BTreeMap<String, u64>,
    /// The numbers of instances and errors by seed, `LOGIC::SEED`.
    seeds: BTreeMap<String, (u64, u64)>,
}

impl Errors {
    /// Records a case: its number of instances, its number of errors, and the first error message.
    pub(crate) fn note(&mut self, row: &str, seed: &str, instances: u64, errors: u64, text: Option<&str>) {
        if instances == 0 {
            return;
        }
        let row = self.0.entry(row.to_owned()).or_default();
        row.instances += instances;
        row.errors += errors;
        let of_seed = row.seeds.entry(seed.to_owned()).or_default();
        *of_seed = (of_seed.0 + instances, of_seed.1 + errors);
        if errors > 0 {
            *row.texts.entry(text.unwrap_or(Class::Error.word()).to_owned()).or_default() += errors;
        }
    }

    /// Records a case by its line.
    pub(crate) fn note_case(&mut self, case: &Case) {
        let errors = case.counts.get(Class::Error.word()).copied().unwrap_or_default();
        let text = case.texts.get(Class::Error.word()).map(String::as_str);
        self.note(&case.solver, &format!("{}::{}", case.logic, case.seed), case.instances, errors, text);
    }

    /// Returns a line for each row with many errors.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.iter().filter_map(|(name, row)| row.line(name)).collect()
    }
}

impl Row {
    fn line(&self, name: &str) -> Option<String> {
        let by_share = |one: &(&String, f64), other: &(&String, f64)| one.1.total_cmp(&other.1);
        let many = self.seeds.iter().filter(|(_, (instances, _))| *instances >= FEW);
        let worst =
            many.map(|(seed, &(instances, errors))| (seed, share(errors, instances))).max_by(by_share);
        let all = share(self.errors, self.instances);
        if all <= MENTIONED && worst.is_none_or(|(_, share)| share <= MENTIONED) {
            return None;
        }
        // Of equally frequent messages, take the first.
        let (text, _) = self.texts.iter().rev().max_by_key(|(_, count)| **count)?;
        let on_seed = match worst.filter(|_| self.seeds.len() > 1) {
            Some((seed, share)) => format!(", {share:.0} % on {seed}"),
            None => String::new(),
        };
        // The verdict wraps the message: `error (unknown constant f)`.
        let said = text.strip_prefix("error (").and_then(|text| text.strip_suffix(')')).unwrap_or(text);
        Some(format!(
            "errors: {name} answered {} of {} instances with an error ({all:.1} %{on_seed}), mostly `{said}`; {}",
            self.errors,
            self.instances,
            Complaint::read(said).remedy(name)
        ))
    }
}

fn share(errors: u64, instances: u64) -> f64 {
    100.0 * errors as f64 / instances.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_many_errors_are_reported() {
        let mut errors = Errors::default();
        let frob = Some("error (line 1 column 5: unknown constant frob (Int))");
        errors.note("a", "QF_LIA::s", 100, 5, frob);
        errors.note("b", "QF_LIA::s", 0, 0, None);
        assert!(errors.lines().is_empty());
        // Only 2.9 % of the row, but 38 % of one seed.
        errors.note("a", "QF_LIA::t", 200, 0, None);
        errors.note("a", "QF_BV::u", 10, 4, frob);
        assert!(errors.lines().is_empty(), "{:?}", errors.lines());
        errors.note("a", "QF_BV::u", 40, 15, Some("error (unknown logic: QF_BV)"));
        let told = "errors: a answered 24 of 350 instances with an error (6.9 %, 38 % on QF_BV::u), mostly `unknown logic: \
            QF_BV`; it does not support QF_BV: remove that from `logics` of `a` in solvers.yaml, or declare \
            another logic with `set_logic`";
        assert_eq!(errors.lines(), [told]);
        errors.note("a", "QF_LIA::t", 2000, 0, None);
        assert!(errors.lines()[0].contains("24 of 2350 instances with an error (1.0 %, 38 % on QF_BV::u)"));
        let mut one = Errors::default();
        one.note("z3/x", "QF_LIA::s", 10, 1, frob);
        let told = "errors: z3/x answered 1 of 10 instances with an error (10.0 %), mostly `line 1 column 5: unknown constant \
            frob (Int)`; it does not read `frob`: write \"!frob\" in `operators` of `z3/x` in solvers.yaml";
        assert_eq!(one.lines(), [told]);
    }
}
