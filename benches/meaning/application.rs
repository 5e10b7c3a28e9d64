//! How a symbol comes to a sort: with which indices, and of arguments of which sorts.
//!
//! What the result tells is filled in first, then the rest by what the operator takes. The proposal is held against
//! the rules that sort terms, so nothing that is built is ill-sorted, however a row is written.

use smt_storm::generate::term_builder::draw_indices;
use smt_storm::rng::Rng;
use smt_storm::smtlib::Sort;
use smt_storm::theory::ground::{self, Columns, Datatype, Operator, ResultSort, Signature, Takes, Width};

use crate::sort_sampler::{self, Kind};
use crate::term_sampler::{self, Symbol};

/// An application, but for the arguments themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What is applied, in canonical text.
    pub head: String,
    /// The sorts of the arguments.
    pub arguments: Vec<Sort>,
    /// The constructor that its argument should have: with another one, the value of a selector is open.
    pub constructor: Option<String>,
}

/// One of the ways in which a symbol makes something of a sort; none if what was tried does not.
pub fn of(symbol: Symbol, wanted: &Sort, signature: &Signature, rng: &mut Rng) -> Option<Shape> {
    let shape = match symbol {
        Symbol::Operator(row) => operator(row, wanted, rng)?,
        Symbol::Constructor(name) => constructed(name, wanted, signature)?,
        Symbol::Tester(name) => {
            let (datatype, _) = signature.constructor(name)?;
            let arguments = datatype.parameters.iter().map(|_| sort_sampler::element(rng)).collect();
            let head = if rng.percent(50) { format!("(_ is {name})") } else { format!("is-{name}") };
            Shape { head, arguments: vec![datatype.sort(arguments)], constructor: None }
        }
        Symbol::Selector(name) => {
            let (datatype, at, _) = signature.selector(name)?;
            let constructor = datatype.constructors.get(at).map(|constructor| constructor.name.to_string());
            let mut parameter = |_: &String| match wanted {
                Sort::Named(_, arguments) if rng.percent(40) => rng.pick(arguments).cloned(),
                _ if rng.percent(70) => Some(wanted.clone()),
                _ => Some(sort_sampler::element(rng)),
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
    let made = ground::sort_of(&shape.head, &sorts, signature);
    // Nothing holds languages.
    let holds_language = |sort: &Sort| *sort != Sort::RegLan && sort.to_string().contains("RegLan");
    (made.as_ref() == Some(wanted) && !sorts.into_iter().any(holds_language)).then_some(shape)
}

/// A constructor that makes something of a sort.
pub fn constructed(name: &str, wanted: &Sort, signature: &Signature) -> Option<Shape> {
    let Sort::Named(_, arguments) = wanted else { return None };
    let (datatype, at) = signature.constructor(name)?;
    let fields = datatype.fields(at, arguments);
    let is_told = arguments.is_empty() || !fields.is_empty();
    let head = if is_told { name.to_owned() } else { format!("(as {name} {wanted})") };
    Some(Shape { head, arguments: fields, constructor: None })
}

/// A sort that a symbol may make.
pub fn result(symbol: Symbol, signature: &Signature, rng: &mut Rng) -> Option<Sort> {
    let mut some = |datatype: &Datatype| {
        let arguments: Vec<Sort> = datatype.parameters.iter().map(|_| sort_sampler::element(rng)).collect();
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
        ResultSort::ElementsOf(_) if row.takes.iter().any(|form| holds_set(form)) => Kind::Set,
        ResultSort::SequenceOf | ResultSort::ElementsOf(_) => Kind::Sequence,
        ResultSort::SetOf | ResultSort::BagOf => {
            let taken = row.takes.first().and_then(|form| form.first()).unwrap_or(&Takes::Any);
            let element =
                if *taken == Takes::Any { sort_sampler::element(rng) } else { taken_sort(*taken, &[], rng) };
            let name = if row.result == ResultSort::SetOf { "Set" } else { "Bag" };
            return Sort::Named(name.to_owned(), vec![element]);
        }
        ResultSort::OfLast => Kind::Set,
        ResultSort::TupleOf => Kind::Tuple,
        ResultSort::OfColumns(columns) => {
            return sort_sampler::of_columns(
                row.takes.first().and_then(|form| form.first()),
                sort_sampler::some_columns(columns, rng),
            );
        }
        ResultSort::Column => return sort_sampler::element(rng),
        ResultSort::OfArgument(at) => {
            let form = rng.pick(row.takes).copied().unwrap_or_default();
            let taken = match form.get(at) {
                Some(Takes::Same(before)) => form.get(*before),
                taken => taken,
            };
            return taken_sort(*taken.unwrap_or(&Takes::Any), &[], rng);
        }
        ResultSort::Qualifier => match term_sampler::qualified(row.name) {
            Some(kind) => kind,
            None => return sort_sampler::any(rng),
        },
        ResultSort::ElementOf(_) => return sort_sampler::any(rng),
    };
    sort_sampler::one(kind, rng)
}

/// Whether a form takes a set of an array's indices.
fn holds_set(form: &[Takes]) -> bool {
    form.iter().any(|taken| matches!(taken, Takes::IndexSetOf(_)))
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
    let indices = tell(row, fixed, wanted, &mut told, rng)?;
    // `(and)` is no term.
    if told.is_empty() && row.kind != ground::Kind::Constant {
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
    let indices = indices.unwrap_or_else(|| draw_indices(row.op, &arguments, rng));
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
            let columns = sort_sampler::some_columns(Columns::Indexed, rng);
            return sort_sampler::of_columns(Some(&taken), columns);
        }
        Takes::Same(at) => return known(at).cloned().unwrap_or_else(|| sort_sampler::any(rng)),
        Takes::IndexOf(at) => match known(at) {
            Some(Sort::Array(index, _)) => return index.as_ref().clone(),
            _ => return sort_sampler::any(rng),
        },
        Takes::IndicesOf(at) => match known(at) {
            Some(Sort::Array(index, _)) => return Sort::Seq(index.clone()),
            _ => Kind::Sequence,
        },
        Takes::IndexSetOf(at) => match known(at) {
            Some(Sort::Array(index, _)) => {
                return Sort::Named("Set".to_owned(), vec![index.as_ref().clone()]);
            }
            _ => Kind::Set,
        },
        // The set whose items it tells apart comes next.
        Takes::Predicate => {
            let items = known(1).and_then(sort_sampler::held).cloned();
            let index = items.unwrap_or_else(|| sort_sampler::element(rng));
            return Sort::Array(Box::new(index), Box::new(Sort::Bool));
        }
        Takes::ElementOf(at) => match known(at) {
            Some(Sort::Array(_, element) | Sort::Seq(element)) => return element.as_ref().clone(),
            Some(Sort::Named(_, arguments)) => {
                return arguments.first().cloned().unwrap_or_else(|| sort_sampler::any(rng));
            }
            _ => return sort_sampler::any(rng),
        },
        Takes::Any | Takes::More | Takes::Inserted | Takes::Mapper | Takes::Folder => {
            return sort_sampler::any(rng);
        }
    };
    sort_sampler::one(kind, rng)
}

/// Fills in the sorts that the result tells; the indices, if it tells them too.
fn tell(
    row: &Operator,
    fixed: &[Takes],
    wanted: &Sort,
    told: &mut Vec<Option<Sort>>,
    rng: &mut Rng,
) -> Option<Option<Vec<String>>> {
    let width = if let Sort::BitVec(width) = wanted { *width } else { 0 };
    let bits = |width: u32| Some(Sort::BitVec(width));
    let mut at = |position: usize, sort: Option<Sort>| {
        // What is taken the like of is told too.
        if let Some(Takes::Same(before)) = fixed.get(position) {
            *told.get_mut(*before)? = sort.clone();
        }
        *told.get_mut(position)? = sort;
        Some(())
    };
    let numbers = |numbers: &[u32]| Some(numbers.iter().map(u32::to_string).collect());
    Some(match row.result {
        ResultSort::OfArgument(position) => {
            at(position, Some(wanted.clone()))?;
            None
        }
        ResultSort::ElementOf(position) => {
            let holder = match fixed.get(position)? {
                Takes::Array => match sort_sampler::one(Kind::Array, rng) {
                    Sort::Array(index, _) => Sort::Array(index, Box::new(wanted.clone())),
                    other => other,
                },
                Takes::Sequence => Sort::Seq(Box::new(wanted.clone())),
                Takes::Bag => Sort::Named("Bag".to_owned(), vec![wanted.clone()]),
                _ => Sort::Named("Set".to_owned(), vec![wanted.clone()]),
            };
            at(position, Some(holder))?;
            None
        }
        ResultSort::ElementsOf(position) => {
            let item = match wanted {
                Sort::Seq(item) => item.as_ref(),
                other => sort_sampler::held(other)?,
            };
            let Sort::Array(index, _) = sort_sampler::one(Kind::Array, rng) else { return None };
            at(position, Some(Sort::Array(index, Box::new(item.clone()))))?;
            None
        }
        ResultSort::SequenceOf | ResultSort::SetOf | ResultSort::BagOf => {
            let element = match wanted {
                Sort::Seq(element) => Some(element.as_ref().clone()),
                Sort::Named(_, arguments) => arguments.first().cloned(),
                _ => None,
            };
            at(0, element)?;
            None
        }
        ResultSort::OfLast => {
            let last = told.len().checked_sub(1)?;
            let element = sort_sampler::held(wanted)?;
            told[..last].fill(Some(element.clone()));
            told[last] = Some(wanted.clone());
            None
        }
        ResultSort::TupleOf => {
            // As many arguments as there are columns: the form says no more than that there are some.
            let columns = sort_sampler::columns_of(wanted)?;
            *told = columns.iter().cloned().map(Some).collect();
            None
        }
        ResultSort::Column => {
            let at = rng.below(3);
            let mut all: Vec<Sort> = (0..at + rng.below(2)).map(|_| sort_sampler::plain(rng)).collect();
            all.insert(at as usize, wanted.clone());
            told[0] = Some(sort_sampler::tuple(all));
            numbers(&[at])
        }
        ResultSort::OfColumns(columns) => {
            let is_join = row.name.ends_with("join");
            let sources = sort_sampler::sources(columns, sort_sampler::columns_of(wanted)?, is_join, rng)?;
            for (at, columns) in sources.columns.into_iter().enumerate() {
                *told.get_mut(at)? = Some(sort_sampler::of_columns(fixed.get(at), columns));
            }
            if sources.sort.is_some() {
                *told.last_mut()? = sources.sort;
            }
            Some(sources.indices.iter().map(usize::to_string).collect())
        }
        ResultSort::Qualifier => {
            if let (Sort::Array(_, element), [Takes::Any]) = (wanted, fixed) {
                at(0, Some(element.as_ref().clone()))?;
            }
            None
        }
        ResultSort::FormatOfIndices => match wanted {
            Sort::Float(exponent, significand) => {
                // Bits alone are those of the number.
                if let [Takes::Bits] = fixed {
                    at(0, bits(exponent + significand))?;
                }
                numbers(&[*exponent, *significand])
            }
            _ => return None,
        },
        ResultSort::FormatOfParts => {
            let Sort::Float(exponent, significand) = wanted else { return None };
            at(1, bits(*exponent))?;
            at(2, bits(significand - 1))?;
            None
        }
        ResultSort::Bits(kind) => match kind {
            Width::Fixed(_) => None,
            Width::Sum => {
                let mut rest = width;
                let parts = told.len() as u32;
                for (number, part) in told.iter_mut().enumerate() {
                    let others = parts - 1 - number as u32;
                    let most = rest.checked_sub(others).filter(|most| *most > 0)?;
                    let width = if others == 0 { rest } else { 1 + rng.below(most) };
                    *part = bits(width);
                    rest -= width;
                }
                None
            }
            Width::Index => numbers(&[width]),
            Width::PlusIndex => {
                let added = rng.below(width);
                at(0, bits(width - added))?;
                numbers(&[added])
            }
            Width::TimesIndex => {
                let divisors: Vec<u32> =
                    (1..=width).filter(|divisor| width.is_multiple_of(*divisor)).collect();
                let times = *rng.pick(&divisors)?;
                at(0, bits(width / times))?;
                numbers(&[times])
            }
            Width::Slice => {
                let (above, below) = (rng.below(9), rng.below(9));
                at(0, bits(width + above + below))?;
                numbers(&[width + below - 1, below])
            }
            Width::OfFormat => {
                at(0, Some(sort_sampler::format_of(width, rng)?))?;
                None
            }
        },
        _ => None,
    })
}
