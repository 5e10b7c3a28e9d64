//! Random applications of symbols: indices, and arguments of which sorts.
//!
//! The proposal is held against the rules that sort terms, so nothing that is built is ill-sorted, however a row is
//! written.

use smt_storm::generate::term_builder::draw_indices;
use smt_storm::rng::Rng;
use smt_storm::smtlib::Sort;
use smt_storm::theory::ground::{
    self, Columns, Datatype, Operator, ResultSort, Signature, Takes, Width, columns_of, element_of,
    takes_alone,
};

use crate::sort_sampler;
use crate::term_sampler::Symbol;

/// How many arguments of a hundred have the sort of another one, or the wanted one, if it is taken.
const LIKE_ANOTHER: u32 = 60;
/// How many numbers of a hundred have the sort of the number before: not all solvers mix them.
const LIKE_NUMBERS: u32 = 94;
/// Bits of the widest bit-vector.
const WIDEST: u32 = 200;

/// An application, but for the arguments themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What is applied, in canonical text.
    pub head: String,
    /// The sorts of the arguments.
    pub arguments: Vec<Sort>,
    /// The constructor that its argument should have: with another one, the value of a selector is open.
    pub constructor: Option<String>,
    /// The sort of the result.
    pub result: Sort,
}

/// A random application of a symbol, if the attempt is well-sorted. With a wanted sort, it is likelier to be of that.
pub fn draw(symbol: Symbol, wanted: Option<&Sort>, signature: &Signature, rng: &mut Rng) -> Option<Shape> {
    let some = |datatype: &Datatype, rng: &mut Rng| match wanted {
        Some(sort @ Sort::Named(name, _)) if *name == datatype.name && rng.percent(LIKE_ANOTHER) => {
            sort.clone()
        }
        _ => datatype.sort(datatype.parameters.iter().map(|_| parameter(wanted, rng)).collect()),
    };
    let mut constructor = None;
    let (head, arguments) = match symbol {
        Symbol::Operator(row) => operator(row, wanted, rng)?,
        Symbol::Constructor(name) => {
            let (datatype, _) = signature.constructor(name)?;
            constructed(name, &some(datatype, rng), signature)?
        }
        Symbol::Tester(name) => {
            let (datatype, _) = signature.constructor(name)?;
            let head = if rng.percent(50) { format!("(_ is {name})") } else { format!("is-{name}") };
            (head, vec![some(datatype, rng)])
        }
        Symbol::Selector(name) => {
            let (datatype, at, _) = signature.selector(name)?;
            constructor = datatype.constructors.get(at).map(|constructor| constructor.name.to_string());
            (name.to_owned(), vec![some(datatype, rng)])
        }
        Symbol::Updater(name) => {
            let (datatype, at, field) = signature.selector(name)?;
            let sort = some(datatype, rng);
            let Sort::Named(_, parameters) = &sort else { return None };
            let field = datatype.fields(at, parameters).get(field)?.clone();
            (format!("(_ update {name})"), vec![sort, field])
        }
    };
    let result = ground::sort_of(&head, &arguments.iter().collect::<Vec<_>>(), signature)?;
    let is_fit = |sort: &Sort| match sort {
        Sort::BitVec(width) => *width <= WIDEST,
        // Nothing holds languages.
        Sort::RegLan => true,
        sort => !sort.to_string().contains("RegLan"),
    };
    let is_all_fit = arguments.iter().chain([&result]).all(is_fit);
    is_all_fit.then_some(Shape { head, arguments, constructor, result })
}

/// The parameter of a datatype.
fn parameter(wanted: Option<&Sort>, rng: &mut Rng) -> Sort {
    let known = wanted.filter(|sort| **sort != Sort::RegLan && rng.percent(LIKE_ANOTHER));
    known.cloned().unwrap_or_else(|| sort_sampler::element(rng))
}

/// A constructor that makes something of a sort: what is applied, to arguments of which sorts.
pub fn constructed(name: &str, wanted: &Sort, signature: &Signature) -> Option<(String, Vec<Sort>)> {
    let Sort::Named(_, parameters) = wanted else { return None };
    let (datatype, at) = signature.constructor(name)?;
    let fields = datatype.fields(at, parameters);
    let is_told = parameters.is_empty() || !fields.is_empty();
    Some((if is_told { name.to_owned() } else { format!("(as {name} {wanted})") }, fields))
}

fn operator(row: &Operator, wanted: Option<&Sort>, rng: &mut Rng) -> Option<(String, Vec<Sort>)> {
    let form = *rng.pick(row.takes)?;
    let (fixed, more) = match form.split_last() {
        Some((Takes::More, fixed)) => (fixed, true),
        _ => (form, false),
    };
    let least = usize::from(more && fixed.len() == 1 && rng.percent(90));
    let further = if more && rng.percent(35) { rng.index(3) } else { 0 };
    let mut sorts = Vec::new();
    for at in 0..fixed.len() + further.max(least) {
        sorts.push(taken_sort(*fixed.get(at).or(fixed.last())?, &sorts, wanted, rng));
    }
    if row.result == ResultSort::TupleOf
        && let Some(columns) = wanted.and_then(columns_of)
    {
        sorts = columns.to_vec();
    }
    if let [Takes::Inserted] = fixed {
        let element = sorts.first()?.clone();
        sorts.iter_mut().for_each(|sort| *sort = element.clone());
        sorts.push(Sort::Named("Set".to_owned(), vec![element]));
    }
    // `(and)` is no term.
    if sorts.is_empty() && row.kind != ground::Kind::Constant {
        return None;
    }
    if row.result == ResultSort::Qualifier {
        let qualifier = qualifier(row.name, wanted, rng);
        if let (Sort::Array(_, element), [argument]) = (&qualifier, sorts.as_mut_slice()) {
            *argument = element.as_ref().clone();
        }
        return Some((format!("(as {} {qualifier})", row.name), sorts));
    }
    let indices = indices(row, fixed, &mut sorts, wanted, rng)?;
    let name = row.name.to_owned();
    Some((if indices.is_empty() { name } else { format!("(_ {name} {})", indices.join(" ")) }, sorts))
}

/// A random sort of those that are taken, beside arguments whose sorts are known.
fn taken_sort(taken: Takes, told: &[Sort], wanted: Option<&Sort>, rng: &mut Rng) -> Sort {
    let index = |at: usize| match told.get(at) {
        Some(Sort::Array(index, _)) => Some(index.as_ref().clone()),
        _ => None,
    };
    let dependent = match taken {
        Takes::Same(at) => told.get(at).cloned(),
        Takes::IndexOf(at) => index(at),
        Takes::ElementOf(at) => told.get(at).and_then(element_of).cloned(),
        Takes::IndicesOf(at) => index(at).map(|index| Sort::Seq(Box::new(index))),
        Takes::IndexSetOf(at) => index(at).map(|index| Sort::Named("Set".to_owned(), vec![index])),
        Takes::Number => {
            let before = told.iter().find(|sort| takes_alone(taken, sort));
            before.filter(|_| rng.percent(LIKE_NUMBERS)).cloned()
        }
        // Integers may stand beside reals.
        Takes::Real if !rng.percent(LIKE_NUMBERS) => Some(Sort::Int),
        _ => {
            let is_taken = |sort: &&Sort| taken == Takes::Any || takes_alone(taken, sort);
            let known: Vec<&Sort> = told.iter().chain(wanted).filter(is_taken).collect();
            let known = if rng.percent(LIKE_ANOTHER) { rng.pick(&known) } else { None };
            known.copied().cloned()
        }
    };
    dependent.unwrap_or_else(|| sort_sampler::taken(taken, rng))
}

/// A sort that `as` may name around an operator.
fn qualifier(name: &str, wanted: Option<&Sort>, rng: &mut Rng) -> Sort {
    let kind = match name.split_once('.').map_or(name, |(theory, _)| theory) {
        "const" => Takes::Array,
        "seq" => Takes::Sequence,
        "set" => Takes::Set,
        "bag" => Takes::Bag,
        _ => Takes::Any,
    };
    taken_sort(kind, &[], wanted, rng)
}

/// Random indices for arguments of these sorts. Where the indices decide on the sort of an argument, that changes.
fn indices(
    row: &Operator,
    fixed: &[Takes],
    sorts: &mut Vec<Sort>,
    wanted: Option<&Sort>,
    rng: &mut Rng,
) -> Option<Vec<String>> {
    let columns = sorts.first().and_then(columns_of).unwrap_or_default().to_vec();
    let column = |rng: &mut Rng| rng.index(columns.len()) as u32;
    let numbers = match (row.result, sorts.first()) {
        (ResultSort::Bits(Width::Index), _) => match wanted {
            Some(Sort::BitVec(width)) => vec![*width],
            _ => vec![sort_sampler::width(rng)],
        },
        (ResultSort::Bits(Width::PlusIndex), _) => vec![rng.below(9)],
        (ResultSort::Bits(Width::TimesIndex), _) => vec![1 + rng.below(3)],
        (ResultSort::Bits(Width::Slice), Some(Sort::BitVec(width))) => {
            let high = rng.below(*width);
            vec![high, rng.below(high + 1)]
        }
        (ResultSort::FormatOfIndices | ResultSort::FormatOfParts, _) => {
            let format = match wanted {
                Some(Sort::Float(exponent, significand)) => [*exponent, *significand],
                _ => sort_sampler::format(rng),
            };
            let [exponent, significand] = format;
            match fixed {
                [Takes::Bits] => *sorts = vec![Sort::BitVec(exponent + significand)],
                [Takes::Bit, ..] => *sorts = [1, exponent, significand - 1].map(Sort::BitVec).to_vec(),
                _ => {}
            }
            if row.result == ResultSort::FormatOfParts { Vec::new() } else { format.to_vec() }
        }
        (ResultSort::Column, _) => vec![column(rng)],
        (ResultSort::OfColumns(Columns::Updated), _) => {
            let at = column(rng);
            *sorts.last_mut()? = columns.get(at as usize)?.clone();
            vec![at]
        }
        (ResultSort::OfColumns(Columns::Indexed), _) => (0..rng.below(4)).map(|_| column(rng)).collect(),
        (ResultSort::OfColumns(Columns::All), _) if row.name.ends_with("join") && rng.percent(80) => {
            let other = sorts.get(1).and_then(columns_of)?;
            let at = column(rng);
            vec![at, other.iter().position(|sort| columns.get(at as usize) == Some(sort))? as u32]
        }
        _ => return Some(draw_indices(row.op, sorts, rng)),
    };
    Some(numbers.iter().map(u32::to_string).collect())
}
