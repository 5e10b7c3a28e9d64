//! Random sorts: common ones and odd ones, where implementations change their ways; and datatypes for
//! them.

use std::sync::OnceLock;

use smt_storm::rng::Rng;
use smt_storm::smtlib::Sort;
use smt_storm::theory::ground::{Operator, Takes};

/// Their declaration. No solver has one of these names built in.
pub const DECLARATION: &str = "\
(declare-datatypes ((Hue 0) (Chain 1) (Both 2) (Figure 0)) (
  ((red) (green) (blue))
  (par (T) ((end) (link (item T) (rest (Chain T)))))
  (par (A B) ((both (left A) (right B))))
  ((dot) (disc (size Int)) (slab (code (_ BitVec 3)) (hue Hue)))))
";

/// How many parameters each has.
const DATATYPES: [(&str, usize); 4] = [("Hue", 0), ("Chain", 1), ("Both", 2), ("Figure", 0)];

/// The constructors.
pub const CONSTRUCTORS: [&str; 9] = ["red", "green", "blue", "end", "link", "both", "dot", "disc", "slab"];

/// The selectors.
pub const SELECTORS: [&str; 7] = ["item", "rest", "left", "right", "size", "code", "hue"];

/// Whether a sort is one of them.
pub fn is_datatype(name: &str) -> bool {
    DATATYPES.iter().any(|(one, _)| *one == name)
}

/// The sort of one of them, by a number, with parameters from a source.
fn datatype(number: usize, mut parameter: impl FnMut() -> Sort) -> Sort {
    let (name, parameters) = DATATYPES[number % DATATYPES.len()];
    Sort::Named(name.to_owned(), (0..parameters).map(|_| parameter()).collect())
}

/// Widths of bit-vectors: those at which words and small cases end.
const WIDTHS: [u32; 12] = [1, 2, 3, 7, 8, 9, 31, 32, 33, 64, 65, 128];
/// Formats of floating-point numbers.
const FORMATS: [[u32; 2]; 9] =
    [[2, 2], [2, 3], [3, 4], [3, 5], [4, 4], [5, 11], [8, 24], [11, 53], [15, 113]];
/// Widths around which batches have sorts of their own, with those from 1 to 9.
const OWN_WIDTHS: [u32; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65];
/// The least and the most bits of an exponent and of a significand in such sorts.
const OWN_FORMATS: ([u32; 2], [u32; 2]) = ([2, 5], [2, 11]);
/// Whether only sorts are drawn that batches have as their own.
static IS_OWN: OnceLock<bool> = OnceLock::new();

/// Draws from now on only sorts that batches have as their own.
pub fn draw_own() {
    IS_OWN.get_or_init(|| true);
}

fn is_own() -> bool {
    IS_OWN.get().is_some_and(|is_own| *is_own)
}

/// Whether a sort is one that batches have as their own, or one that all have.
pub fn may_be_own(sort: &str) -> bool {
    !["Set", "Bag", "Tuple", "UnitTuple", "FiniteField"].iter().any(|word| sort.contains(word))
}

/// Orders of finite fields; the last is the largest prime below 2⁶⁴.
const ORDERS: [&str; 5] = ["2", "3", "5", "17", "18446744073709551557"];
/// How deep sorts nest.
const DEPTH: u32 = 2;

/// What is taken of each kind of sorts, how often it is drawn, and an operator without which none of its values can be
/// written. `Any` stands for datatypes.
const KINDS: [(Takes, u32, &str); 15] = [
    (Takes::Bool, 10, "true"),
    (Takes::Int, 12, "-"),
    (Takes::Real, 8, "-"),
    (Takes::Bits, 20, "bvadd"),
    (Takes::Float, 14, "fp.add"),
    (Takes::Rounding, 2, "RNE"),
    (Takes::Text, 10, "str.++"),
    (Takes::Language, 4, "re.union"),
    (Takes::Sequence, 6, "seq.unit"),
    (Takes::Array, 6, "store"),
    (Takes::FieldElement, 4, "ff.add"),
    (Takes::Any, 6, "ite"),
    (Takes::Set, 4, "set.singleton"),
    (Takes::Bag, 2, "bag"),
    (Takes::Tuple, 2, "tuple"),
];

/// A random sort of any kind.
pub fn any(rng: &mut Rng) -> Sort {
    nested(rng, DEPTH)
}

fn nested(rng: &mut Rng, fuel: u32) -> Sort {
    let fits = |kind: Takes| match kind {
        // Solvers know no languages inside of anything.
        Takes::Language => fuel == DEPTH,
        Takes::Sequence | Takes::Array | Takes::Set | Takes::Bag | Takes::Tuple => fuel > 0,
        _ => true,
    };
    let known = KINDS.iter().filter(|(kind, _, name)| fits(*kind) && is_known(*kind, name));
    let kind = rng.pick_weighted(known.map(|(kind, weight, _)| (*kind, *weight)));
    of_kind(kind.unwrap_or(Takes::Bool), rng, fuel)
}

fn is_known(kind: Takes, operator: &str) -> bool {
    let is_rare = matches!(kind, Takes::FieldElement | Takes::Set | Takes::Bag | Takes::Tuple);
    !(is_own() && is_rare) && Operator::find(operator).is_some_and(|row| !row.takes.is_empty())
}

/// A random sort of those that are taken, where that depends on no other argument.
pub fn taken(kind: Takes, rng: &mut Rng) -> Sort {
    match kind {
        Takes::Any => any(rng),
        kind => of_kind(kind, rng, DEPTH),
    }
}

fn of_kind(kind: Takes, rng: &mut Rng, fuel: u32) -> Sort {
    let fuel = fuel.saturating_sub(1);
    let holding = |name: &str, element: Sort| Sort::Named(name.to_owned(), vec![element]);
    match kind {
        Takes::Bool => Sort::Bool,
        Takes::Int => Sort::Int,
        Takes::Real => Sort::Real,
        Takes::Number => rng.pick(&[Sort::Int, Sort::Real]).cloned().unwrap_or(Sort::Int),
        Takes::Bits => Sort::BitVec(width(rng)),
        Takes::Bit => Sort::BitVec(1),
        Takes::Float => {
            let [exponent, significand] = format(rng);
            Sort::Float(exponent, significand)
        }
        Takes::Rounding => Sort::RoundingMode,
        Takes::Text => Sort::String,
        Takes::Language => Sort::RegLan,
        Takes::Sequence => Sort::Seq(Box::new(nested(rng, fuel))),
        Takes::Array => Sort::Array(Box::new(index(rng, fuel)), Box::new(nested(rng, fuel))),
        Takes::Predicate => Sort::Array(Box::new(index(rng, fuel)), Box::new(Sort::Bool)),
        Takes::FieldElement => Sort::FiniteField(rng.pick(&ORDERS).copied().unwrap_or("2").to_owned()),
        Takes::Set if rng.percent(30) && is_known(Takes::Tuple, "tuple") => holding("Set", columns(rng)),
        Takes::Set => holding("Set", nested(rng, fuel)),
        Takes::Bag => holding("Bag", nested(rng, fuel)),
        Takes::Relation => holding("Set", columns(rng)),
        Takes::Table => holding("Bag", columns(rng)),
        Takes::Tuple => {
            let count = if rng.percent(8) { 0 } else { 1 + rng.index(3) };
            tuple((0..count).map(|_| nested(rng, fuel.min(1))).collect())
        }
        _ => datatype(rng.index(4), || nested(rng, fuel)),
    }
}

/// The format of a floating-point number: its exponent and its significand, in bits.
pub fn format(rng: &mut Rng) -> [u32; 2] {
    if is_own() {
        let ([least, most], [short, long]) = OWN_FORMATS;
        return [least + rng.below(most - least + 1), short + rng.below(long - short + 1)];
    }
    rng.pick(&FORMATS).copied().unwrap_or([3, 4])
}

/// The tuples of a relation or table: few columns, often of one sort, so that operations fit them.
fn columns(rng: &mut Rng) -> Sort {
    let mut columns = vec![nested(rng, 0); 1 + rng.index(3)];
    if let Some(last) = columns.last_mut().filter(|_| rng.percent(40)) {
        *last = nested(rng, 0);
    }
    tuple(columns)
}

/// A random sort of what something else holds.
pub fn element(rng: &mut Rng) -> Sort {
    nested(rng, DEPTH - 1)
}

/// The sort of indices: small ones often, as what differs lies in arrays over few indices.
fn index(rng: &mut Rng, fuel: u32) -> Sort {
    match rng.below(8) {
        0 => Sort::Bool,
        1 => Sort::BitVec(1),
        2 => Sort::BitVec(2),
        3 => Sort::Int,
        4 => datatype(0, || Sort::Bool),
        _ => nested(rng, fuel),
    }
}

/// The width of a bit-vector.
pub fn width(rng: &mut Rng) -> u32 {
    let widths = if is_own() { &OWN_WIDTHS[..] } else { &WIDTHS };
    rng.pick(widths).copied().unwrap_or(8)
}

/// The sort of tuples of these columns.
fn tuple(columns: Vec<Sort>) -> Sort {
    let name = if columns.is_empty() { "UnitTuple" } else { "Tuple" };
    Sort::Named(name.to_owned(), columns)
}
