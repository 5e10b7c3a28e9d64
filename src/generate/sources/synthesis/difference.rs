//! Atoms of difference logics: `(⋈ (- x y) literal)` and `(⋈ x y)`, as QF_IDL and QF_RDL define them.

use super::growth::Growth;
use crate::generate::term_builder::{TypedTerm, literals};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators;
use crate::theory::value::Value;

impl Growth<'_> {
    /// The difference of two numbers beside a literal near its value, or one number beside the other.
    pub(super) fn difference(&mut self, rng: &mut Rng) -> Option<TypedTerm> {
        let is_number = |sort: &Sort| matches!(sort, Sort::Int | Sort::Real);
        let (one, first) = self.pool.open(rng, is_number)?.clone();
        let (other, second) = self.pool.symbol(&one.sort, rng)?.clone();
        if one.id == other.id {
            return None;
        }
        let relations: Vec<&str> = operators::comparisons().map(|row| row.name).collect();
        let relation = *rng.pick(&relations)?;
        if rng.percent(25) {
            return self.builder.apply(relation, &[&one, &other]);
        }
        let difference = match (&first, &second) {
            (Value::Int(first), Value::Int(second)) => Value::Int(first - second),
            _ => Value::Real(first.as_real()? - second.as_real()?),
        };
        let text = literals::near(&difference.coerced(&one.sort), rng);
        let literal = self.builder.literal(&one.sort, &text)?;
        let difference = self.builder.apply("-", &[&one, &other])?;
        self.builder.apply(relation, &[&difference, &literal])
    }
}
