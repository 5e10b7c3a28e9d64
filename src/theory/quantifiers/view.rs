//! What is known of a term while variables of quantifiers move.

use std::collections::BTreeSet;

use dashu_base::BitTest;
use dashu_ratio::RBig;

use crate::smtlib::VarId;
use crate::theory::limits;
use crate::theory::sum::Sum;
use crate::theory::value::Value;

/// What is known of a term's value, whichever values the moving variables have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// It moves with a variable.
    Moves(Moving),
    /// It does not move with a variable but by leaps, among these values.
    Among(BTreeSet<Value>),
    /// The same, among values that are not known.
    Still,
}

/// `factor · variable + offset`, with a factor other than 0; of a sort that is not of numbers, the variable itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moving {
    /// Which one it moves with.
    pub variable: VarId,
    /// By what it is multiplied.
    pub factor: RBig,
    /// What is added.
    pub offset: RBig,
}

impl Moving {
    /// The variable itself.
    pub(super) fn with(variable: VarId) -> Moving {
        Moving { variable, factor: RBig::ONE, offset: RBig::ZERO }
    }

    /// Whether it is the variable itself.
    pub(super) fn is_variable(&self) -> bool {
        self.factor == RBig::ONE && self.offset == RBig::ZERO
    }

    /// Where the variable is when the term is at a number.
    pub(super) fn solved(&self, number: &RBig) -> RBig {
        (number - &self.offset) / &self.factor
    }
}

impl View {
    /// Of one value.
    pub(super) fn one(value: Value) -> View {
        View::Among(BTreeSet::from([value]))
    }

    /// Its value, if that is known.
    pub(super) fn single(&self) -> Option<&Value> {
        match self {
            View::Among(values) if values.len() == 1 => values.first(),
            _ => None,
        }
    }
}

/// What a sum, a difference, a product or a quotient is; none where it is no multiple of one variable and more.
pub(super) fn linear(operator: &str, views: &[View]) -> Option<View> {
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
