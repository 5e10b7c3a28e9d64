//! Random sorts: common ones and odd ones, where implementations change their ways; datatypes for them; and the columns of
//! tuples, relations and tables.

use std::sync::OnceLock;

use smt_storm::rng::Rng;
use smt_storm::smtlib::Sort;
use smt_storm::theory::ground::{Columns, Operator, Takes};

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
pub fn datatype(number: usize, mut parameter: impl FnMut() -> Sort) -> Sort {
    let (name, parameters) = DATATYPES[number % DATATYPES.len()];
    Sort::Named(name.to_owned(), (0..parameters).map(|_| parameter()).collect())
}

/// Widths of bit-vectors: those at which words and small cases end.
const WIDTHS: [u32; 12] = [1, 2, 3, 7, 8, 9, 31, 32, 33, 64, 65, 128];
/// Formats of floating-point numbers.
const FORMATS: [(u32, u32); 9] =
    [(2, 2), (2, 3), (3, 4), (3, 5), (4, 4), (5, 11), (8, 24), (11, 53), (15, 113)];
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

/// A kind of sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    Int,
    Real,
    Bits,
    Float,
    Rounding,
    Text,
    Language,
    Sequence,
    Array,
    Field,
    Data,
    Set,
    Bag,
    Tuple,
}

/// Every kind, how often it is drawn, and an operator without which none of its values can be written.
const KINDS: [(Kind, u32, &str); 15] = [
    (Kind::Bool, 10, "true"),
    (Kind::Int, 12, "-"),
    (Kind::Real, 8, "-"),
    (Kind::Bits, 20, "bvadd"),
    (Kind::Float, 14, "fp.add"),
    (Kind::Rounding, 2, "RNE"),
    (Kind::Text, 10, "str.++"),
    (Kind::Language, 4, "re.union"),
    (Kind::Sequence, 6, "seq.unit"),
    (Kind::Array, 6, "store"),
    (Kind::Field, 4, "ff.add"),
    (Kind::Data, 6, "ite"),
    (Kind::Set, 4, "set.singleton"),
    (Kind::Bag, 2, "bag"),
    (Kind::Tuple, 2, "tuple"),
];

/// A random sort of any kind.
pub fn any(rng: &mut Rng) -> Sort {
    nested(rng, DEPTH)
}

fn nested(rng: &mut Rng, fuel: u32) -> Sort {
    loop {
        let kind = draw(rng);
        let holds = matches!(kind, Kind::Sequence | Kind::Array | Kind::Set | Kind::Bag | Kind::Tuple);
        // Solvers know no languages inside of anything.
        let fits = if fuel == DEPTH { true } else { kind != Kind::Language };
        if fits && (fuel > 0 || !holds) && is_known(kind) {
            return of_kind(kind, rng, fuel);
        }
    }
}

fn draw(rng: &mut Rng) -> Kind {
    let total = KINDS.iter().map(|(_, weight, _)| weight).sum();
    let mut at = rng.below(total);
    for (kind, weight, _) in KINDS {
        match at.checked_sub(weight) {
            Some(rest) => at = rest,
            None => return kind,
        }
    }
    Kind::Bool
}

fn is_known(kind: Kind) -> bool {
    let is_rare = matches!(kind, Kind::Field | Kind::Set | Kind::Bag | Kind::Tuple);
    if is_own() && is_rare {
        return false;
    }
    let row = KINDS.iter().find(|(one, ..)| *one == kind).and_then(|(.., name)| Operator::find(name));
    row.is_some_and(|row| !row.takes.is_empty())
}

/// A random sort of a kind.
pub fn one(kind: Kind, rng: &mut Rng) -> Sort {
    of_kind(kind, rng, DEPTH)
}

fn of_kind(kind: Kind, rng: &mut Rng, fuel: u32) -> Sort {
    let fuel = fuel.saturating_sub(1);
    match kind {
        Kind::Bool => Sort::Bool,
        Kind::Int => Sort::Int,
        Kind::Real => Sort::Real,
        Kind::Bits => Sort::BitVec(width(rng)),
        Kind::Float if is_own() => {
            let ([least, most], [short, long]) = OWN_FORMATS;
            Sort::Float(least + rng.below(most - least + 1), short + rng.below(long - short + 1))
        }
        Kind::Float => {
            let (exponent, significand) = rng.pick(&FORMATS).copied().unwrap_or((3, 4));
            Sort::Float(exponent, significand)
        }
        Kind::Rounding => Sort::RoundingMode,
        Kind::Text => Sort::String,
        Kind::Language => Sort::RegLan,
        Kind::Sequence => Sort::Seq(Box::new(nested(rng, fuel))),
        Kind::Array => Sort::Array(Box::new(index(rng, fuel)), Box::new(nested(rng, fuel))),
        Kind::Field => Sort::FiniteField(rng.pick(&ORDERS).copied().unwrap_or("2").to_owned()),
        Kind::Data => datatype(rng.index(4), || nested(rng, fuel)),
        Kind::Set => Sort::Named("Set".to_owned(), vec![member(rng, fuel)]),
        Kind::Bag => Sort::Named("Bag".to_owned(), vec![nested(rng, fuel)]),
        Kind::Tuple => {
            let count = if rng.percent(8) { 0 } else { 1 + rng.index(3) };
            tuple((0..count).map(|_| nested(rng, fuel.min(1))).collect())
        }
    }
}

/// A random sort of what something else holds.
pub fn element(rng: &mut Rng) -> Sort {
    nested(rng, DEPTH - 1)
}

/// A random sort that holds nothing.
pub fn plain(rng: &mut Rng) -> Sort {
    nested(rng, 0)
}

/// What a set or bag holds.
pub fn held(sort: &Sort) -> Option<&Sort> {
    match sort {
        Sort::Named(name, held) if matches!(name.as_str(), "Set" | "Bag") => held.first(),
        _ => None,
    }
}

/// Whether a sort is of a kind that `as` names.
pub fn is_of(sort: &Sort, kind: Kind) -> bool {
    match sort {
        Sort::Array(..) => kind == Kind::Array,
        Sort::Seq(_) => kind == Kind::Sequence,
        Sort::Named(name, _) => matches!((name.as_str(), kind), ("Set", Kind::Set) | ("Bag", Kind::Bag)),
        _ => false,
    }
}

/// The sort of what a set holds: tuples make it a relation.
fn member(rng: &mut Rng, fuel: u32) -> Sort {
    if rng.percent(30) && is_known(Kind::Tuple) {
        let same = nested(rng, 0);
        return tuple(vec![same.clone(), same]);
    }
    nested(rng, fuel)
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

/// A floating-point format of so many bits, if there is one.
pub fn format_of(bits: u32, rng: &mut Rng) -> Option<Sort> {
    let room = bits.checked_sub(4)?;
    let exponent = 2 + rng.below((room + 1).min(14));
    Some(Sort::Float(exponent, bits - exponent))
}

/// The sort of tuples of these columns.
pub fn tuple(columns: Vec<Sort>) -> Sort {
    let name = if columns.is_empty() { "UnitTuple" } else { "Tuple" };
    Sort::Named(name.to_owned(), columns)
}

/// The columns of a tuple, or of what a set or bag holds.
pub fn columns_of(sort: &Sort) -> Option<&[Sort]> {
    match sort {
        Sort::Named(name, columns) if matches!(name.as_str(), "Tuple" | "UnitTuple") => Some(columns),
        Sort::Named(name, held) if matches!(name.as_str(), "Set" | "Bag") => match held.first()? {
            Sort::Named(name, columns) if matches!(name.as_str(), "Tuple" | "UnitTuple") => Some(columns),
            _ => None,
        },
        _ => None,
    }
}

/// A tuple of columns; a set or bag of them where that is taken.
pub fn of_columns(taken: Option<&Takes>, columns: Vec<Sort>) -> Sort {
    let tuple = tuple(columns);
    match taken {
        Some(Takes::Relation) => Sort::Named("Set".to_owned(), vec![tuple]),
        Some(Takes::Table) => Sort::Named("Bag".to_owned(), vec![tuple]),
        _ => tuple,
    }
}

/// Columns that may come out of an operation.
pub fn some_columns(columns: Columns, rng: &mut Rng) -> Vec<Sort> {
    let (one, other) = (plain(rng), plain(rng));
    match columns {
        Columns::Endless | Columns::Doubled => vec![one.clone(), one],
        Columns::First => vec![one],
        Columns::Swapped | Columns::Joined => vec![one, other],
        Columns::Indexed | Columns::Updated | Columns::All => match rng.below(4) {
            0 => vec![one],
            1 => vec![one.clone(), one, other],
            _ => vec![one, other],
        },
    }
}

/// The columns of each argument from which an operation makes others, a sort in place of columns where it takes one, and
/// the indices; none if it does not make such.
pub fn sources(columns: Columns, wanted: &[Sort], is_join: bool, rng: &mut Rng) -> Option<Sources> {
    let split = rng.index(wanted.len().saturating_sub(1)) + 1;
    let (before, after) = wanted.split_at_checked(split)?;
    let only = |columns: Vec<Vec<Sort>>| Sources { columns, sort: None, indices: Vec::new() };
    Some(match columns {
        Columns::Indexed => {
            let mut source = wanted.to_vec();
            let shift = rng.index(2);
            for _ in 0..shift {
                source.insert(0, plain(rng));
            }
            if source.is_empty() {
                source.push(plain(rng));
            }
            Sources { indices: (shift..shift + wanted.len()).collect(), ..only(vec![source]) }
        }
        Columns::Updated => {
            let at = rng.index(wanted.len());
            let sort = wanted.get(at)?.clone();
            Sources { sort: Some(sort), indices: vec![at], ..only(vec![wanted.to_vec()]) }
        }
        Columns::All => {
            let pair = before.iter().enumerate().find_map(|(at, one)| {
                Some([at, after.iter().position(|other| one == other).filter(|_| is_join)?])
            });
            let indices = pair.filter(|_| rng.percent(80)).map(Vec::from).unwrap_or_default();
            (!after.is_empty())
                .then_some(Sources { indices, ..only(vec![before.to_vec(), after.to_vec()]) })?
        }
        Columns::Joined => {
            let between = [plain(rng)];
            only(vec![[before, &between].concat(), [&between, after].concat()])
        }
        Columns::Swapped => only(vec![wanted.iter().rev().cloned().collect()]),
        Columns::Endless => only(vec![wanted.to_vec()]),
        Columns::Doubled => only(vec![before.to_vec()]),
        Columns::First => only(vec![[wanted, wanted].concat()]),
    })
}

/// What an operation takes.
pub struct Sources {
    /// The columns of each argument.
    pub columns: Vec<Vec<Sort>>,
    /// The sort of a last argument.
    pub sort: Option<Sort>,
    /// The indices.
    pub indices: Vec<usize>,
}
