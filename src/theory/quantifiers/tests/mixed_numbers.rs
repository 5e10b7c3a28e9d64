//! Integers and reals that bound each other, against a search for instances.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::worth;
use crate::theory::interpreter::LISTED;

/// A comparison of neighbours, which may be variables or constants.
#[derive(Clone, Debug)]
struct Guard {
    relation: usize,
    chain: Vec<Item>,
}

#[derive(Clone, Copy, Debug)]
enum Item {
    Variable(usize),
    Constant(i64),
}

/// Compares two numbers, counted in halves.
type Comparison = fn(i64, i64) -> bool;

/// The relations with their names.
const RELATIONS: [(&str, Comparison); 5] = [
    ("<", |one, other| one < other),
    ("<=", |one, other| one <= other),
    (">", |one, other| one > other),
    (">=", |one, other| one >= other),
    ("=", |one, other| one == other),
];

/// Says that no values of the variables satisfy all guards and have a certain product, or that some do.
#[derive(Clone, Debug)]
struct Statement {
    is_forall: bool,
    /// For each variable, whether it is an integer.
    integers: Vec<bool>,
    guards: Vec<Guard>,
    factors: [usize; 2],
    product: i64,
}

impl Statement {
    fn item(&self, item: Item) -> String {
        match item {
            Item::Variable(number) => format!("x{}", number % self.integers.len()),
            Item::Constant(number) => number.to_string(),
        }
    }

    fn text(&self) -> String {
        let sort = |is_integer: &bool| if *is_integer { "Int" } else { "Real" };
        let sorts = self.integers.iter().map(sort).enumerate();
        let variables: String = sorts.map(|(at, sort)| format!("(x{at} {sort})")).collect();
        let guard = |guard: &Guard| {
            let items: Vec<String> = guard.chain.iter().map(|&item| self.item(item)).collect();
            format!("({} {})", RELATIONS[guard.relation].0, items.join(" "))
        };
        let guards: Vec<String> = self.guards.iter().map(guard).collect();
        let factors = self.factors.map(|factor| self.item(Item::Variable(factor))).join(" ");
        let (guards, product) = (guards.join(" "), self.product);
        match self.is_forall {
            true => {
                format!("(forall ({variables}) (=> (and true {guards}) (distinct (* {factors}) {product})))")
            }
            false => format!("(exists ({variables}) (and {guards} (= (* {factors}) {product})))"),
        }
    }

    /// Whether these values, counted in halves, satisfy all guards and have the product.
    fn holds(&self, values: &[i64]) -> bool {
        let value = |item: Item| match item {
            Item::Variable(number) => values[number % values.len()],
            Item::Constant(number) => 2 * number,
        };
        let keeps = |guard: &Guard| {
            let relation = RELATIONS[guard.relation].1;
            guard.chain.windows(2).all(|pair| relation(value(pair[0]), value(pair[1])))
        };
        let [one, other] = self.factors.map(|factor| value(Item::Variable(factor)));
        self.guards.iter().all(keeps) && one * other == 4 * self.product
    }

    /// Whether some values of a small range satisfy all guards and have the product.
    fn is_met(&self, values: &mut Vec<i64>) -> bool {
        let Some(is_integer) = self.integers.get(values.len()) else { return self.holds(values) };
        (-4..=10).filter(|half| !is_integer || half % 2 == 0).any(|half| {
            values.push(half);
            let is_met = self.is_met(values);
            values.pop();
            is_met
        })
    }
}

/// Returns a strategy for statements whose variables are between two constants, one after another.
fn statements() -> impl Strategy<Value = Statement> {
    let item = prop_oneof![
        3 => (0..3_usize).prop_map(Item::Variable),
        1 => (-1..5_i64).prop_map(Item::Constant),
    ];
    let more = (0..RELATIONS.len(), prop::collection::vec(item, 2..4))
        .prop_map(|(relation, chain)| Guard { relation, chain });
    let more = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(more, 1..3)];
    let ends = (-2..3_i64, 1..5_i64);
    let sorts = prop::collection::vec(any::<bool>(), 2..4);
    let links = prop::collection::vec(0..4_usize, 4);
    let product = prop::sample::select(vec![-1, 0, 1, 2, 3, 4, 6, 9]);
    (any::<bool>(), sorts, ends, links, more, [0..3_usize, 0..3_usize], product).prop_map(
        |(is_forall, integers, (low, width), links, more, factors, product)| {
            let variables = (0..integers.len()).map(Item::Variable);
            let items = [Item::Constant(low)].into_iter().chain(variables);
            let items: Vec<Item> = items.chain([Item::Constant(low + width)]).collect();
            let guard = |(pair, &relation): (&[Item], &usize)| {
                // The last two relations are the opposite ones.
                let chain = if relation < 2 { vec![pair[0], pair[1]] } else { vec![pair[1], pair[0]] };
                Guard { relation, chain }
            };
            let guards = items.windows(2).zip(&links).map(guard).chain(more).collect();
            Statement { is_forall, integers, guards, factors, product }
        },
    )
}

/// Whatever is found in the range decides the statement. What is not found there may be elsewhere.
#[test]
fn an_instance_that_is_there_decides() {
    let config = Config { cases: 3_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let (decided, all) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let result = runner.run(&statements(), |statement| {
        if !statement.is_met(&mut Vec::new()) {
            return Ok(());
        }
        all.set(all.get() + 1);
        let text = statement.text();
        if let Ok(found) = worth("", &text, (LISTED, 0)).value {
            decided.set(decided.get() + 1);
            prop_assert_eq!(found.as_bool(), Some(!statement.is_forall), "{}", text);
        }
        Ok(())
    });
    result.unwrap();
    let (decided, all) = (decided.get(), all.get());
    assert!(all > 300 && decided * 10 > all * 3, "{decided} of {all}");
}
