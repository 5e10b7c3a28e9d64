//! `seq.map`, `seq.mapi`, `seq.foldl` and `seq.foldli` with a `lambda` or a function of the script, which is applied to one
//! item after another.

use std::sync::Arc;

use dashu_int::IBig;

use crate::smtlib::Sort;
use crate::theory::call::EvalResult;
use crate::theory::limits::Unknown;
use crate::theory::operators::{Op, op};
use crate::theory::sorting::Sorted;
use crate::theory::value::{Sequence, Value};

/// The state between two items.
#[derive(Debug)]
pub(super) struct Iteration {
    /// The items that are left, the next one last.
    left: Vec<Value>,
    /// The position of the next item, if the function takes it.
    position: Option<IBig>,
    product: Product,
    /// Why there is no result.
    unknown: Option<Unknown>,
    /// Whether the result depends on a chosen value.
    is_chosen: bool,
}

/// What has been made of the items so far.
#[derive(Debug)]
enum Product {
    /// One value.
    Folded(Value),
    /// Values of a sort, one for each item.
    Mapped(Arc<Sort>, Vec<Value>),
}

impl Iteration {
    /// Begins with the evaluated arguments after the function. `sort` is that of the application.
    pub(super) fn begin(
        operator: Op,
        arguments: Vec<EvalResult>,
        sort: &Sorted,
    ) -> Result<Iteration, Unknown> {
        let unfit = || Unknown::Sorts(operator.name().into());
        let is_chosen = arguments.iter().any(|worth| worth.is_chosen);
        let mut values = arguments.into_iter().map(|worth| worth.value).collect::<Result<Vec<Value>, _>>()?;
        let sequence = values.pop().ok_or_else(unfit)?;
        let mut left = sequence.as_sequence().ok_or_else(unfit)?.items().to_vec();
        left.reverse();
        let product = match (operator, sort) {
            (op::SEQ_FOLDL | op::SEQ_FOLDLI, Sorted::Is(_)) => {
                Product::Folded(values.pop().ok_or_else(unfit)?)
            }
            (_, Sorted::Is(Sort::Seq(element))) => {
                Product::Mapped(Arc::new(Sort::clone(element)), Vec::new())
            }
            _ => return Err(unfit()),
        };
        let position = values.pop().map(|value| value.as_int().cloned().ok_or_else(unfit)).transpose()?;
        Ok(Iteration { left, position, product, unknown: None, is_chosen })
    }

    /// Returns the arguments of the function for the next item, if there is one.
    pub(super) fn advance(&mut self) -> Option<Vec<EvalResult>> {
        let item = self.left.pop()?;
        let position = self.position.clone().map(Value::Int);
        self.position.iter_mut().for_each(|position| *position += IBig::ONE);
        let folded = match &self.product {
            Product::Folded(value) => Some(value.clone()),
            Product::Mapped(..) => None,
        };
        let is_chosen = self.is_chosen;
        let arguments = position.into_iter().chain(folded).chain([item]);
        Some(arguments.map(|value| EvalResult { value: Ok(value), is_chosen }).collect())
    }

    /// Records what the function makes of an item.
    pub(super) fn learn(&mut self, worth: EvalResult) {
        self.is_chosen |= worth.is_chosen;
        match (worth.value, &mut self.product) {
            (Ok(value), Product::Folded(folded)) => *folded = value,
            (Ok(value), Product::Mapped(_, values)) => values.push(value),
            (Err(unknown), _) => {
                self.unknown = Some(unknown);
                self.left.clear();
            }
        }
    }

    /// Returns the result once no item is left.
    pub(super) fn into_result(self) -> EvalResult {
        let value = match (self.unknown, self.product) {
            (Some(unknown), _) => Err(unknown),
            (None, Product::Folded(value)) => Ok(value),
            (None, Product::Mapped(element, values)) => Ok(Value::Sequence(Sequence::new(element, values))),
        };
        let value = value.and_then(|value| match value.extent().is_too_large() {
            true => Err(Unknown::Size),
            false => Ok(value),
        });
        EvalResult { value, is_chosen: self.is_chosen }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::theory::examples::evaluate;

    /// Bodies over the position `I`, the result so far `A` and the item `X`.
    const BODIES: [&str; 5] = [
        "(+ (* 2 A) X)", "(- X A I)", "(ite (< A X) (+ I X) A)", "(mod (* A X) 7)", "(seq.len (seq.unit X))",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_fold_is_what_it_unfolds_to(
            items in prop::collection::vec(0_u32..9, 0..5),
            first in 0_usize..4,
            which in 0..BODIES.len(),
        ) {
            let body = BODIES[which];
            let units: String = items.iter().map(|item| format!(" (seq.unit {item})")).collect();
            let sequence = format!("(seq.++ (as seq.empty (Seq Int)) (as seq.empty (Seq Int)){units})");
            let unfolded = items.iter().enumerate().fold("3".to_owned(), |before, (at, item)| {
                let position = (first + at).to_string();
                body.replace('A', &before).replace('X', &item.to_string()).replace('I', &position)
            });
            let fold = format!("(seq.foldli (lambda ((I Int) (A Int) (X Int)) {body}) {first} 3 {sequence})");
            prop_assert_eq!(evaluate("", &fold), evaluate("", &unfolded));
            // A function with this body does the same.
            let function = format!("(define-fun f ((I Int) (A Int) (X Int)) Int {body})");
            for named in ["f", "(_ as-array f)"] {
                let named = format!("(seq.foldli {named} {first} 3 {sequence})");
                prop_assert_eq!(evaluate(&function, &named), evaluate("", &fold));
            }
            // A map is a fold that appends.
            let (body, variables) = (body.replace('A', "5"), "(I Int) (A (Seq Int)) (X Int)");
            let map = format!("(seq.mapi (lambda ((I Int) (X Int)) {body}) {first} {sequence})");
            let fold = format!(
                "(seq.foldli (lambda ({variables}) (seq.++ A (seq.unit {body}))) {first} (as seq.empty (Seq Int)) {sequence})"
            );
            prop_assert_eq!(evaluate("", &map), evaluate("", &fold));
        }
    }
}
