//! The view of a term: what is known of its value for all values of the moving variables.

use std::collections::BTreeSet;

use dashu_base::BitTest;
use dashu_ratio::RBig;

use crate::smtlib::VarId;
use crate::theory::limits;
use crate::theory::operators::Op;
use crate::theory::sum::Sum;
use crate::theory::value::Value;

/// What is known of a term's value for all values of the moving variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// It is a linear term in one moving variable.
    Moves(Moving),
    /// It is always one of these values.
    Among(BTreeSet<Value>),
    /// It is always one of finitely many values that are not known.
    Still,
}

/// The term `factor · variable + offset`, where the factor is not 0. For a sort other than numbers, it is the
/// variable itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moving {
    /// The moving variable.
    pub variable: VarId,
    /// The factor of the variable.
    pub factor: RBig,
    /// The constant summand.
    pub offset: RBig,
}

impl Moving {
    /// Returns the term that is the variable itself.
    pub(super) fn with(variable: VarId) -> Moving {
        Moving { variable, factor: RBig::ONE, offset: RBig::ZERO }
    }

    /// Whether the term is the variable itself.
    pub(super) fn is_variable(&self) -> bool {
        self.factor == RBig::ONE && self.offset == RBig::ZERO
    }

    /// Returns the value of the variable at which the term equals a number.
    pub(super) fn solved(&self, number: &RBig) -> RBig {
        (number - &self.offset) / &self.factor
    }
}

impl View {
    /// Returns the view of a known value.
    pub(super) fn one(value: Value) -> View {
        View::Among(BTreeSet::from([value]))
    }

    /// Returns the value, if there is only one.
    pub(super) fn single(&self) -> Option<&Value> {
        match self {
            View::Among(values) if values.len() == 1 => values.first(),
            _ => None,
        }
    }
}

/// Returns the view of a sum, difference, product or quotient, or `None` if it is not a linear term in one
/// variable.
pub(super) fn linear(operator: Op, views: &[View]) -> Option<View> {
    let mut variables = views.iter().filter_map(|view| match view {
        View::Moves(moving) => Some(moving.variable),
        _ => None,
    });
    let variable = variables.next()?;
    if variables.any(|other| other != variable) {
        return None;
    }
    let sum = |view: &View| match view {
        View::Moves(Moving { factor, offset, .. }) => Some(Sum::variable(0).times(factor).and(offset)),
        _ => Some(Sum::constant(view.single()?.as_real()?)),
    };
    let whole = Sum::combine(operator, &views.iter().map(sum).collect::<Option<Vec<_>>>()?)?;
    let (factor, offset) = (whole.factor(0)?.clone(), whole.constant);
    let is_small =
        |number: &RBig| number.numerator().bit_len() + number.denominator().bit_len() <= limits::NUMBER;
    let fits = is_small(&factor) && is_small(&offset);
    fits.then_some(View::Moves(Moving { variable, factor, offset }))
}
