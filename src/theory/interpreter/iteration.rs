//! Operators that apply a `lambda` or a function of the script to one item of a sequence, set or bag after another:
//! `seq.foldl`, `set.map`, `bag.filter` and the like.

use std::collections::BTreeSet;
use std::mem;
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use crate::smtlib::Sort;
use crate::theory::call::EvalResult;
use crate::theory::limits::{self, NoValue, Unknown};
use crate::theory::operators::{Op, collect_items, op};
use crate::theory::sorting::Sorted;
use crate::theory::value::{Sequence, Value};

/// The largest number of items of a set or bag that are folded in every order.
const MOST_ORDERED: usize = 4;

/// The state between two items.
#[derive(Debug)]
pub(super) struct Iteration {
    operator: Op,
    /// The items that are left with their multiplicities, the next one last.
    left: Vec<Item>,
    /// The item that the function was last applied to.
    item: Option<Item>,
    /// The position of the next item, if the function takes it.
    position: Option<IBig>,
    product: Product,
    /// Why there is no result.
    unknown: Option<Unknown>,
    /// Whether the result depends on a chosen value.
    is_chosen: bool,
}

/// An item with its multiplicity.
type Item = (Value, UBig);

/// What has been made of the items so far.
#[derive(Debug)]
enum Product {
    /// One value. The items of a set or bag are folded again from the first value, in each of the `orders` that are left: the
    /// theory does not say which one counts.
    Folded { value: Value, first: Value, orders: Vec<Vec<Item>>, earlier: Option<Value> },
    /// Values of a sort, one for each item of a sequence.
    Mapped(Arc<Sort>, Vec<Value>),
    /// Items of a set or bag of a sort.
    Collected(Sort, Vec<Item>),
    /// Whether the function is true for all items so far, or for some.
    Decided(bool),
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
        let (mut left, is_sequence): (Vec<Item>, bool) = match values.pop().ok_or_else(unfit)? {
            Value::Sequence(sequence) => {
                (sequence.items().iter().map(|item| (item.clone(), UBig::ONE)).collect(), true)
            }
            Value::Set(set) => {
                (set.items().iter().map(|(item, count)| (item.clone(), count.clone())).collect(), false)
            }
            _ => return Err(unfit()),
        };
        left.reverse();
        let product = match (operator, sort) {
            (op::SEQ_FOLDL | op::SEQ_FOLDLI | op::SET_FOLD | op::BAG_FOLD, Sorted::Is(_)) => {
                let first = values.pop().ok_or_else(unfit)?;
                let mut orders = if is_sequence { vec![left] } else { orders(&left)? };
                left = orders.pop().unwrap_or_default();
                Product::Folded { value: first.clone(), first, orders, earlier: None }
            }
            (op::SET_ALL | op::BAG_ALL, _) => Product::Decided(true),
            (op::SET_SOME | op::BAG_SOME, _) => Product::Decided(false),
            (_, Sorted::Is(Sort::Seq(element))) => {
                Product::Mapped(Arc::new(Sort::clone(element)), Vec::new())
            }
            (_, Sorted::Is(sort)) => Product::Collected(sort.clone(), Vec::new()),
            _ => return Err(unfit()),
        };
        let position = values.pop().map(|value| value.as_int().cloned().ok_or_else(unfit)).transpose()?;
        Ok(Iteration { operator, left, item: None, position, product, unknown: None, is_chosen })
    }

    /// Returns the arguments of the function for the next item, if there is one.
    pub(super) fn advance(&mut self) -> Option<Vec<EvalResult>> {
        if self.left.is_empty() {
            self.begin_next_order();
        }
        let next = self.left.pop()?;
        let item = next.0.clone();
        self.item = Some(next);
        let position = self.position.clone().map(Value::Int);
        self.position.iter_mut().for_each(|position| *position += IBig::ONE);
        let arguments = match &self.product {
            Product::Folded { value, .. } if matches!(self.operator, op::SET_FOLD | op::BAG_FOLD) => {
                vec![item, value.clone()]
            }
            Product::Folded { value, .. } => position.into_iter().chain([value.clone(), item]).collect(),
            _ => position.into_iter().chain([item]).collect(),
        };
        let is_chosen = self.is_chosen;
        Some(arguments.into_iter().map(|value| EvalResult { value: Ok(value), is_chosen }).collect())
    }

    /// Folds the same items again in the next order, unless the last two orders gave different values.
    fn begin_next_order(&mut self) {
        let Product::Folded { value, first, orders, earlier } = &mut self.product else { return };
        if self.unknown.is_some() {
            return;
        }
        if earlier.as_ref().is_some_and(|earlier| earlier != value) {
            self.unknown = Some(Unknown::Symbol(self.operator.name().into()));
        } else if let Some(next) = orders.pop() {
            *earlier = Some(mem::replace(value, first.clone()));
            self.left = next;
        }
    }

    /// Records what the function makes of an item.
    pub(super) fn learn(&mut self, worth: EvalResult) {
        self.is_chosen |= worth.is_chosen;
        let Some((item, count)) = self.item.take() else { return };
        match (worth.value, &mut self.product) {
            (Ok(made), Product::Folded { value, .. }) => *value = made,
            (Ok(made), Product::Mapped(_, values)) => values.push(made),
            (Ok(made), Product::Collected(_, items)) => match (self.operator, made) {
                (op::SET_FILTER | op::BAG_FILTER, Value::Bool(false)) => {}
                (op::SET_FILTER | op::BAG_FILTER, _) => items.push((item, count)),
                (_, made) => items.push((made, count)),
            },
            (Ok(made), Product::Decided(truth)) => {
                if made != Value::Bool(*truth) {
                    *truth = !*truth;
                    self.left.clear();
                }
            }
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
            (None, Product::Folded { value, .. }) => Ok(value),
            (None, Product::Mapped(element, values)) => Ok(Value::Sequence(Sequence::new(element, values))),
            (None, Product::Collected(sort, items)) => collect_items(self.operator.name(), &sort, items)
                .map_err(|none| match none {
                    NoValue::Unknown(unknown) => unknown,
                    NoValue::Open => Unknown::Symbol(self.operator.name().into()),
                }),
            (None, Product::Decided(truth)) => Ok(Value::Bool(truth)),
        };
        let value = value.and_then(|value| match value.extent().is_too_large() {
            true => Err(Unknown::Size),
            false => Ok(value),
        });
        EvalResult { value, is_chosen: self.is_chosen }
    }
}

/// Returns the orders in which to fold the items of a set or bag, each item as many times as it is in the bag.
///
/// # Errors
/// There are too many.
fn orders(items: &[Item]) -> Result<Vec<Vec<Item>>, Unknown> {
    let mut all: Vec<Item> = Vec::new();
    for (item, count) in items {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        if count > limits::LENGTH.saturating_sub(all.len()) {
            return Err(Unknown::Size);
        }
        all.extend(std::iter::repeat_n((item.clone(), UBig::ONE), count));
    }
    if items.len() < 2 {
        return Ok(vec![all]);
    }
    if all.len() > MOST_ORDERED {
        return Err(Unknown::Steps);
    }
    // Each item in turn is put at every place of the orders of those before it.
    let mut orders = BTreeSet::from([Vec::new()]);
    for item in &all {
        let mut longer = BTreeSet::new();
        for order in &orders {
            for at in 0..=order.len() {
                let mut order = order.clone();
                order.insert(at, item.clone());
                longer.insert(order);
            }
        }
        orders = longer;
    }
    Ok(orders.into_iter().collect())
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

        #[test]
        fn sets_and_bags_are_what_their_items_make(items in prop::collection::btree_set(-3_i32..5, 0..4), body in 0_usize..3) {
            let body = ["(* X X)", "(mod X 3)", "(ite (< X 2) X 2)"][body];
            let numeral = |item: &i32| if *item < 0 { format!("(- {})", -item) } else { item.to_string() };
            let at = |item: &i32| body.replace('X', &numeral(item));
            let set = |items: &[String]| items.iter().fold("(as set.empty (Set Int))".to_owned(), |set, item| {
                format!("(set.insert {item} {set})")
            });
            let bag = |items: &[String]| items.iter().fold("(as bag.empty (Bag Int))".to_owned(), |bag, item| {
                format!("(bag.union_disjoint {bag} (bag {item} 2))")
            });
            let (plain, made): (Vec<String>, Vec<String>) = items.iter().map(|item| (numeral(item), at(item))).unzip();
            let lambda = format!("(lambda ((X Int)) {body})");
            let condition = format!("(lambda ((X Int)) (< {body} 2))");
            let tested: Vec<bool> =
                made.iter().map(|made| evaluate("", &format!("(< {made} 2)")) == "true").collect();
            let kept: Vec<String> =
                plain.iter().zip(&tested).filter(|(_, is_kept)| **is_kept).map(|(item, _)| item.clone()).collect();
            for name in ["set", "bag"] {
                let with = |items: &[String]| if name == "set" { set(items) } else { bag(items) };
                let all = with(&plain);
                prop_assert_eq!(evaluate("", &format!("({name}.map {lambda} {all})")), evaluate("", &with(&made)));
                prop_assert_eq!(evaluate("", &format!("({name}.filter {condition} {all})")), evaluate("", &with(&kept)));
                let is = |test: &str| evaluate("", &format!("({name}.{test} {condition} {all})")) == "true";
                prop_assert_eq!((is("all"), is("some")), (tested.iter().all(|&it| it), tested.contains(&true)));
            }
            // The sum of all, whatever the order.
            let sum = format!("(+ 1 0 {})", made.join(" "));
            let fold = format!("(set.fold (lambda ((X Int) (A Int)) (+ A {body})) 1 {})", set(&plain));
            prop_assert_eq!(evaluate("", &fold), evaluate("", &sum));
        }
    }
}
