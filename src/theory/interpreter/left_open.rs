//! What an operator gives where SMT-LIB leaves its value open, if the model says so.

use super::frame::{Frame, Then};
use super::{Interpreter, Model, Place, Worth};
use crate::smtlib::Definition;
use crate::theory::limits::{NoValue, Unknown};
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::sorting::{application, fits};
use crate::theory::value::Value;

/// How deep calls of such functions may be within each other: what they compute may be open itself.
const DEEPEST: u32 = 8;

impl Model {
    /// The function that says what an operator gives for two values.
    fn left_open(&self, operator: &str, values: [&Value; 2]) -> Option<&Definition> {
        let functions = self.left_open.get(operator)?.iter().map(|&at| &self.definitions.functions[at]);
        let takes = |function: &&Definition| {
            self.signature.find(&function.name).is_some_and(|declared| {
                let wanted = &declared.arguments;
                (1..=2).contains(&wanted.len())
                    && wanted.iter().zip(values).all(|(wanted, value)| fits(wanted, &value.sort()))
            })
        };
        functions.into_iter().find(takes)
    }
}

impl Interpreter<'_> {
    /// What the model says of an operator where SMT-LIB leaves it open; none if it says nothing. Division of more than two
    /// associates to the left.
    pub(super) fn told(&mut self, applied: &Applied, values: &[Value]) -> Option<Worth> {
        let (first, rest) = values.split_first()?;
        let is_told = self.model.left_open.contains_key(applied.operator.name);
        if !is_told || rest.is_empty() || (rest.len() > 1 && !matches!(applied.operator.name, "/" | "div")) {
            return None;
        }
        let mut worth = Worth { value: Ok(first.clone()), is_chosen: false };
        for next in rest {
            let Ok(left) = &worth.value else { return Some(worth) };
            let pair = [left.clone(), next.clone()];
            let sorts = pair.each_ref().map(Value::sort);
            let sort = application(&Meaning::Operator(applied.clone()), &applied.name, &sorts.each_ref());
            worth = match self.outcome(&Meaning::Operator(applied.clone()), &applied.name, &pair, &sort) {
                Ok(value) => Worth { value: Ok(value), ..worth },
                Err(NoValue::Unknown(unknown)) => Worth::unknown(unknown),
                Err(NoValue::Open) => self.tell(applied.operator.name, pair, worth.is_chosen)?,
            };
        }
        Some(worth)
    }

    /// Calls the function of the model that says what an operator gives.
    fn tell(&mut self, operator: &str, values: [Value; 2], is_chosen: bool) -> Option<Worth> {
        let model = self.model;
        let function = model.left_open(operator, values.each_ref())?;
        if self.told == DEEPEST {
            return Some(Worth::unknown(Unknown::Steps));
        }
        let bound = function.parameters.iter().zip(values).map(|(&parameter, value)| {
            let value = match model.sorting.variable(parameter) {
                Some(sort) => value.coerced(sort),
                None => value,
            };
            (parameter, Worth { value: Ok(value), is_chosen })
        });
        let frame = Frame::new(Place::Definitions, function.body, bound.collect(), Then::Finish);
        let below = std::mem::replace(&mut self.frames, vec![frame]);
        self.told += 1;
        let worth = loop {
            if self.left == 0 {
                break Worth::unknown(Unknown::Steps);
            }
            self.left -= 1;
            if let Some(worth) = self.step() {
                break worth;
            }
        };
        self.told -= 1;
        self.frames = below;
        Some(worth)
    }
}
