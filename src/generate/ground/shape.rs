//! How a symbol comes to a sort: with which indices, and of arguments of which sorts.
//!
//! What the result tells is filled in first, then the rest by what the operator takes. The proposal is held against
//! the rules of `theory::sorting`, so nothing that is built is ill-sorted, however a row is written.

use super::palette::{self, Kind};
use super::symbols::{self, Symbol};
use super::{backwards, columns, indices};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::meaning::Meaning;
use crate::theory::operators::{self, Columns, Operator, ResultSort, Takes, Width};
use crate::theory::signature::{Datatype, Signature};
use crate::theory::sorting::{Sorted, application};

/// An application, but for the arguments themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// What is applied, in canonical text.
    pub head: String,
    /// The sorts of the arguments.
    pub arguments: Vec<Sort>,
    /// The constructor that its argument should have: with another one, the value of a selector is open.
    pub constructor: Option<String>,
}

/// One of the ways in which a symbol makes something of a sort; none if what was tried does not.
pub(super) fn of(symbol: Symbol, wanted: &Sort, signature: &Signature, rng: &mut Rng) -> Option<Shape> {
    let shape = match symbol {
        Symbol::Operator(row) => operator(row, wanted, rng)?,
        Symbol::Constructor(name) => constructed(name, wanted, signature)?,
        Symbol::Tester(name) => {
            let (datatype, _) = signature.constructor(name)?;
            let arguments = datatype.parameters.iter().map(|_| palette::element(rng)).collect();
            let head = if rng.percent(50) { format!("(_ is {name})") } else { format!("is-{name}") };
            Shape { head, arguments: vec![datatype.sort(arguments)], constructor: None }
        }
        Symbol::Selector(name) => {
            let (datatype, at, _) = signature.selector(name)?;
            let constructor = datatype.constructors.get(at).map(|constructor| constructor.name.to_string());
            let mut parameter = |_: &String| match wanted {
                Sort::Named(_, arguments) if rng.percent(40) => rng.pick(arguments).cloned(),
                _ if rng.percent(70) => Some(wanted.clone()),
                _ => Some(palette::element(rng)),
            };
            let arguments = datatype.parameters.iter().map(&mut parameter).collect::<Option<_>>()?;
            Shape { head: name.to_owned(), arguments: vec![datatype.sort(arguments)], constructor }
        }
        Symbol::Updater(name) => {
            let Sort::Named(_, arguments) = wanted else { return None };
            let (datatype, at, field) = signature.selector(name)?;
            let field = datatype.fields(at, arguments).get(field)?.clone();
            Shape {
                head: format!("(_ update {name})"),
                arguments: vec![wanted.clone(), field],
                constructor: None,
            }
        }
    };
    let sorts: Vec<&Sort> = shape.arguments.iter().collect();
    let made = application(&Meaning::of(&shape.head, signature), &shape.head, &sorts);
    // Nothing holds languages.
    let holds_language = |sort: &Sort| *sort != Sort::RegLan && sort.to_string().contains("RegLan");
    (made == Sorted::Is(wanted.clone()) && !sorts.into_iter().any(holds_language)).then_some(shape)
}

/// A constructor that makes something of a sort.
pub(super) fn constructed(name: &str, wanted: &Sort, signature: &Signature) -> Option<Shape> {
    let Sort::Named(_, arguments) = wanted else { return None };
    let (datatype, at) = signature.constructor(name)?;
    let fields = datatype.fields(at, arguments);
    let is_told = arguments.is_empty() || !fields.is_empty();
    let head = if is_told { name.to_owned() } else { format!("(as {name} {wanted})") };
    Some(Shape { head, arguments: fields, constructor: None })
}

/// A sort that a symbol may make.
pub(super) fn result(symbol: Symbol, signature: &Signature, rng: &mut Rng) -> Option<Sort> {
    let mut some = |datatype: &Datatype| {
        let arguments: Vec<Sort> = datatype.parameters.iter().map(|_| palette::element(rng)).collect();
        (datatype.sort(arguments.clone()), arguments)
    };
    match symbol {
        Symbol::Operator(row) => Some(result_of(row, rng)),
        Symbol::Tester(_) => Some(Sort::Bool),
        Symbol::Constructor(name) => signature.constructor(name).map(|(datatype, _)| some(datatype).0),
        Symbol::Updater(name) => signature.selector(name).map(|(datatype, ..)| some(datatype).0),
        Symbol::Selector(name) => {
            let (datatype, at, field) = signature.selector(name)?;
            datatype.fields(at, &some(datatype).1).get(field).cloned()
        }
    }
}

fn result_of(row: &Operator, rng: &mut Rng) -> Sort {
    let kind = match row.result {
        ResultSort::Bool => Kind::Bool,
        ResultSort::Int => Kind::Int,
        ResultSort::Real => Kind::Real,
        ResultSort::Number if rng.percent(50) => Kind::Int,
        ResultSort::Number => Kind::Real,
        ResultSort::Text => Kind::Text,
        ResultSort::Language => Kind::Language,
        ResultSort::Rounding => Kind::Rounding,
        ResultSort::Bits(Width::Fixed(width)) => return Sort::BitVec(width),
        ResultSort::Bits(_) => Kind::Bits,
        ResultSort::FormatOfIndices | ResultSort::FormatOfParts => Kind::Float,
        ResultSort::SequenceOf => Kind::Sequence,
        ResultSort::SetOf | ResultSort::BagOf => {
            let taken = row.takes.first().and_then(|form| form.first()).unwrap_or(&Takes::Any);
            let element =
                if *taken == Takes::Any { palette::element(rng) } else { taken_sort(*taken, &[], rng) };
            let name = if row.result == ResultSort::SetOf { "Set" } else { "Bag" };
            return Sort::Named(name.to_owned(), vec![element]);
        }
        ResultSort::OfLast => Kind::Set,
        ResultSort::TupleOf => Kind::Tuple,
        ResultSort::OfColumns(columns) => {
            return columns::held(
                row.takes.first().and_then(|form| form.first()),
                columns::made(columns, rng),
            );
        }
        ResultSort::Column => return palette::element(rng),
        ResultSort::OfArgument(at) => {
            let form = rng.pick(row.takes).copied().unwrap_or_default();
            let taken = match form.get(at) {
                Some(Takes::Same(before)) => form.get(*before),
                taken => taken,
            };
            return taken_sort(*taken.unwrap_or(&Takes::Any), &[], rng);
        }
        ResultSort::Qualifier => match symbols::qualified(row.name) {
            Some(kind) => kind,
            None => return palette::any(rng),
        },
        ResultSort::ElementOf(_) => return palette::any(rng),
    };
    palette::one(kind, rng)
}

fn operator(row: &'static Operator, wanted: &Sort, rng: &mut Rng) -> Option<Shape> {
    let form = *rng.pick(row.takes)?;
    let (fixed, more) = match form.split_last() {
        Some((Takes::More, fixed)) => (fixed, true),
        _ => (form, false),
    };
    let least = usize::from(more && fixed.len() == 1 && rng.percent(90));
    let further = if more && rng.percent(35) { rng.index(3) } else { 0 };
    let mut told: Vec<Option<Sort>> = vec![None; fixed.len() + further.max(least)];
    let indices = backwards::tell(row, fixed, wanted, &mut told, rng)?;
    // `(and)` is no term.
    if told.is_empty() && row.kind != operators::Kind::Constant {
        return None;
    }
    let numbers = match (row.result, wanted) {
        (ResultSort::Number, number) => number.clone(),
        _ if rng.percent(50) => Sort::Int,
        _ => Sort::Real,
    };
    for at in 0..told.len() {
        if told[at].is_some() {
            continue;
        }
        let sort = match fixed.get(at).or(fixed.last())? {
            // Integers may stand beside reals, but not all solvers have it.
            Takes::Number | Takes::Real if numbers == Sort::Real && rng.percent(6) => Sort::Int,
            Takes::Number => numbers.clone(),
            taken => taken_sort(*taken, &told, rng),
        };
        told[at] = Some(sort);
    }
    let arguments: Vec<Sort> = told.into_iter().flatten().collect();
    let indices = indices.unwrap_or_else(|| indices::of(row.name, &arguments, rng));
    let name = if indices.is_empty() {
        row.name.to_owned()
    } else {
        format!("(_ {} {})", row.name, indices.join(" "))
    };
    let head = if row.result == ResultSort::Qualifier { format!("(as {name} {wanted})") } else { name };
    Some(Shape { head, arguments, constructor: None })
}

/// A random sort of those that are taken, beside arguments whose sorts are known.
fn taken_sort(taken: Takes, told: &[Option<Sort>], rng: &mut Rng) -> Sort {
    let known = |at: usize| told.get(at).and_then(Option::as_ref);
    let kind = match taken {
        Takes::Bool => Kind::Bool,
        Takes::Int => Kind::Int,
        Takes::Real => Kind::Real,
        Takes::Number if rng.percent(50) => Kind::Int,
        Takes::Number => Kind::Real,
        Takes::Bits => Kind::Bits,
        Takes::Bit => return Sort::BitVec(1),
        Takes::Float => Kind::Float,
        Takes::Rounding => Kind::Rounding,
        Takes::Text => Kind::Text,
        Takes::Language => Kind::Language,
        Takes::Sequence => Kind::Sequence,
        Takes::Array => Kind::Array,
        Takes::FieldElement => Kind::Field,
        Takes::Set => Kind::Set,
        Takes::Bag => Kind::Bag,
        Takes::Tuple => Kind::Tuple,
        Takes::Relation | Takes::Table => {
            let columns = columns::made(Columns::Indexed, rng);
            return columns::held(Some(&taken), columns);
        }
        Takes::Same(at) => return known(at).cloned().unwrap_or_else(|| palette::any(rng)),
        Takes::IndexOf(at) => match known(at) {
            Some(Sort::Array(index, _)) => return index.as_ref().clone(),
            _ => return palette::any(rng),
        },
        Takes::ElementOf(at) => match known(at) {
            Some(Sort::Array(_, element) | Sort::Seq(element)) => return element.as_ref().clone(),
            Some(Sort::Named(_, arguments)) => {
                return arguments.first().cloned().unwrap_or_else(|| palette::any(rng));
            }
            _ => return palette::any(rng),
        },
        Takes::Any | Takes::More | Takes::Inserted => return palette::any(rng),
    };
    palette::one(kind, rng)
}
