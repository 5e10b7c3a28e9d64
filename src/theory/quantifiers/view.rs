//! What is known of a term while variables of quantifiers move.

use std::collections::BTreeSet;

use dashu_base::BitTest;
use dashu_ratio::RBig;

use crate::smtlib::VarId;
use crate::theory::limits;
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

/// `factor · variable + offset`, or the offset alone.
#[derive(Clone, Debug)]
struct Linear {
    variable: Option<VarId>,
    factor: RBig,
    offset: RBig,
}

impl Linear {
    fn of(view: &View) -> Option<Linear> {
        match view {
            View::Moves(Moving { variable, factor, offset }) => {
                Some(Linear { variable: Some(*variable), factor: factor.clone(), offset: offset.clone() })
            }
            _ => Some(Linear { variable: None, factor: RBig::ZERO, offset: view.single()?.as_real()? }),
        }
    }

    fn plus(self, other: Linear) -> Option<Linear> {
        let variable = match (self.variable, other.variable) {
            (Some(one), Some(other)) if one != other => return None,
            (one, other) => one.or(other),
        };
        Some(Linear { variable, factor: self.factor + other.factor, offset: self.offset + other.offset })
    }

    fn times(self, number: &RBig) -> Linear {
        Linear { factor: self.factor * number, offset: self.offset * number, ..self }
    }

    fn constant(&self) -> Option<&RBig> {
        self.variable.is_none().then_some(&self.offset)
    }
}

/// What a sum, a difference, a product or a quotient is; none where it is no multiple of one variable and more.
pub(super) fn linear(name: &str, views: &[View]) -> Option<View> {
    let mut parts = views.iter().map(Linear::of).collect::<Option<Vec<_>>>()?.into_iter();
    let first = parts.next()?;
    let minus = -RBig::ONE;
    let whole = match name {
        "to_real" => Some(first),
        "-" if views.len() == 1 => Some(first.times(&minus)),
        "+" => parts.try_fold(first, Linear::plus),
        "-" => parts.try_fold(first, |whole, part| whole.plus(part.times(&minus))),
        "*" => parts.try_fold(first, |whole, part| match (whole.constant(), part.constant()) {
            (_, Some(number)) => Some(whole.times(number)),
            (Some(number), _) => Some(part.times(number)),
            (None, None) => None,
        }),
        "/" => parts.try_fold(first, |whole, part| {
            let number = part.constant().filter(|number| **number != RBig::ZERO)?;
            Some(whole.times(&(RBig::ONE / number)))
        }),
        _ => None,
    }?;
    let is_small =
        |number: &RBig| number.numerator().bit_len() + number.denominator().bit_len() <= limits::NUMBER;
    let variable = whole.variable.filter(|_| whole.factor != RBig::ZERO)?;
    let fits = is_small(&whole.factor) && is_small(&whole.offset);
    fits.then_some(View::Moves(Moving { variable, factor: whole.factor, offset: whole.offset }))
}
