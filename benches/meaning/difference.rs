//! Where a solver gives a term another value: the smallest part that shows it.

use crate::dialect::Dialect;
use crate::probe::{Probe, Probes};
use crate::solver::{Answer, Question, Solver};

/// A term to which a solver gives another value.
pub struct Difference {
    pub solver: &'static str,
    /// The operator at its root.
    pub operator: String,
    /// The operator, with the sorts that it takes.
    pub form: String,
    pub term: String,
    pub ours: String,
    pub theirs: String,
}

impl Difference {
    /// The first part of a term, the smallest ones first, to which the solver gives another value, with values in place
    /// of its arguments if that still shows it.
    pub fn of(probe: &Probe<'_>, solver: &Solver, dialect: &Dialect, source: &Probes) -> Difference {
        let parts = probe.parts();
        let small = parts.iter().filter_map(Probe::with_values).collect::<Vec<_>>();
        let candidates: Vec<&Probe<'_>> =
            small.iter().chain(&parts).filter(|part| part.value().is_ok()).collect();
        let question = |part: &&Probe<'_>| Question {
            term: part.term(&dialect.spelling),
            value: part.value().unwrap_or_default(),
        };
        let questions: Vec<Question> = candidates.iter().map(question).collect();
        let answers = solver.ask(&questions, source.declarations());
        let first = answers.iter().position(|answer| *answer == Answer::Differs);
        let part = first.map_or(probe, |at| candidates[at]);
        let (operator, form) = part.form().unwrap_or_default();
        let term = part.term(&dialect.spelling);
        let theirs = solver.value(&term, &part.sort(), source.declarations());
        Difference {
            solver: solver.name,
            operator,
            form,
            term,
            ours: part.value().unwrap_or_default(),
            theirs,
        }
    }
}
