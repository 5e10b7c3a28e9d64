//! The sort of an application of an operator, from the sorts that it takes.

use crate::smtlib::{Sort, is_bag, is_collection, is_set};
use crate::theory::meaning::Applied;
use crate::theory::operators::{ResultSort, Takes, Width, op};

/// Returns the sort of an application of an operator, or `None` if the operator does not take these sorts.
pub(super) fn operator(applied: &Applied, sorts: &[&Sort]) -> Option<Sort> {
    let admits = applied.operator.takes.iter().any(|form| admits(form, sorts));
    admits.then(|| result(applied, sorts)).flatten()
}

/// Whether a term of the sort `given` may be used where `wanted` is expected: an integer may be used as a real.
pub(crate) fn fits(wanted: &Sort, given: &Sort) -> bool {
    wanted == given || matches!((wanted, given), (Sort::Real, Sort::Int))
}

/// Whether one form of an operator takes these sorts.
fn admits(form: &[Takes], sorts: &[&Sort]) -> bool {
    let (fixed, more) = Takes::split(form);
    if sorts.len() < fixed.len() || (!more && sorts.len() > fixed.len()) {
        return false;
    }
    sorts.iter().enumerate().all(|(at, sort)| {
        let taken = fixed.get(at).or(fixed.last());
        taken.is_some_and(|taken| admits_one(*taken, at, sort, sorts))
    })
}

fn admits_one(taken: Takes, at: usize, sort: &Sort, sorts: &[&Sort]) -> bool {
    let is_number = |sort: &Sort| matches!(sort, Sort::Int | Sort::Real);
    let is_held_by = |holder: Option<&&Sort>| {
        holder.and_then(|holder| element_of(holder)).is_some_and(|element| fits(element, sort))
    };
    let holds_tuples = || element_of(sort).is_some_and(|element| takes_alone(Takes::Tuple, element));
    match taken {
        Takes::Any | Takes::More => true,
        Takes::Same(at) => {
            sorts.get(at).is_some_and(|other| *other == sort || (is_number(other) && is_number(sort)))
        }
        Takes::Real => is_number(sort),
        Takes::IndexOf(at) => match sorts.get(at) {
            Some(Sort::Array(index, _)) => fits(index, sort),
            _ => false,
        },
        Takes::ElementOf(at) => is_held_by(sorts.get(at)),
        Takes::IndicesOf(at) => match (sorts.get(at), sort) {
            (Some(Sort::Array(index, _)), Sort::Seq(item)) => index == item,
            _ => false,
        },
        Takes::IndexSetOf(at) => match sorts.get(at) {
            Some(Sort::Array(index, _)) => {
                takes_alone(Takes::Set, sort) && element_of(sort) == Some(index.as_ref())
            }
            _ => false,
        },
        Takes::Mapper | Takes::Folder | Takes::RightFolder | Takes::Test => match (sort.as_array(), sorts) {
            (Some((indices, made)), [_, between @ .., items]) => {
                let (between, item) = (between.iter().copied(), element_of(items));
                let wanted = match taken {
                    Takes::Folder | Takes::RightFolder => between.clone().next_back(),
                    Takes::Test => Some(&Sort::Bool),
                    _ => None,
                };
                let fits = match taken {
                    Takes::RightFolder => indices.iter().eq(item.into_iter().chain(between)),
                    _ => indices.iter().eq(between.chain(item)),
                };
                fits && wanted.is_none_or(|wanted| wanted == made)
            }
            _ => false,
        },
        Takes::Inserted if at + 1 == sorts.len() => at > 0 && takes_alone(Takes::Set, sort),
        Takes::Inserted => is_held_by(sorts.last()),
        Takes::Relation | Takes::Table => takes_alone(taken, sort) && holds_tuples(),
        _ => takes_alone(taken, sort),
    }
}

/// Whether an argument of this sort is allowed regardless of element sorts. Returns false if that depends on
/// other arguments.
pub fn takes_alone(taken: Takes, sort: &Sort) -> bool {
    let is_a =
        |named: fn(&str) -> bool| matches!(sort, Sort::Named(name, held) if named(name) && held.len() == 1);
    match taken {
        Takes::Bool => *sort == Sort::Bool,
        Takes::Int => *sort == Sort::Int,
        Takes::Number => matches!(sort, Sort::Int | Sort::Real),
        Takes::Bits => matches!(sort, Sort::BitVec(_)),
        Takes::Bit => *sort == Sort::BitVec(1),
        Takes::Float => matches!(sort, Sort::Float(..)),
        Takes::Rounding => *sort == Sort::RoundingMode,
        Takes::Text => *sort == Sort::String,
        Takes::Language => *sort == Sort::RegLan,
        Takes::Sequence => matches!(sort, Sort::Seq(_)),
        Takes::Array => matches!(sort, Sort::Array(..)),
        Takes::FieldElement => matches!(sort, Sort::FiniteField(_)),
        Takes::Predicate => matches!(sort, Sort::Array(_, element) if **element == Sort::Bool),
        Takes::Set | Takes::Relation => is_a(is_set),
        Takes::Bag | Takes::Table => is_bag(sort),
        Takes::Tuple => {
            matches!(sort, Sort::Named(name, _) if matches!(name.as_str(), "Tuple" | "UnitTuple"))
        }
        _ => false,
    }
}

/// Returns the element sort of an array, also one with several indices, or of a sequence, set or bag sort.
pub fn element_of(sort: &Sort) -> Option<&Sort> {
    match sort {
        Sort::Array(_, element) | Sort::Seq(element) => Some(element),
        Sort::Named(name, arguments) if is_collection(name) => arguments.first(),
        Sort::Named(name, parts) if name == "Array" => parts.last(),
        _ => None,
    }
}

fn result(applied: &Applied, sorts: &[&Sort]) -> Option<Sort> {
    let index = |at: usize| applied.indices.get(at)?.parse::<u32>().ok();
    let width = |at: usize| match sorts.get(at) {
        Some(Sort::BitVec(width)) => Some(*width),
        _ => None,
    };
    Some(match applied.operator.result {
        ResultSort::Bool => Sort::Bool,
        ResultSort::Int => Sort::Int,
        ResultSort::Real => Sort::Real,
        ResultSort::Number if sorts.iter().all(|sort| **sort == Sort::Int) => Sort::Int,
        ResultSort::Number => Sort::Real,
        ResultSort::Text => Sort::String,
        ResultSort::Language => Sort::RegLan,
        ResultSort::Rounding => Sort::RoundingMode,
        ResultSort::Bits(kind) => {
            let width = match kind {
                Width::Fixed(width) => Some(width),
                Width::Sum => (0..sorts.len()).try_fold(0_u32, |sum, at| sum.checked_add(width(at)?)),
                Width::Index => index(0),
                Width::PlusIndex => width(0)?.checked_add(index(0)?),
                Width::TimesIndex => width(0)?.checked_mul(index(0)?),
                Width::Slice if index(0)? < width(0)? => index(0)?.checked_sub(index(1)?)?.checked_add(1),
                Width::Slice => None,
                Width::OfFormat => match sorts.first() {
                    Some(Sort::Float(exponent, significand)) => exponent.checked_add(*significand),
                    _ => None,
                },
            };
            Sort::BitVec(width.filter(|width| *width > 0)?)
        }
        ResultSort::FormatOfIndices => {
            let (exponent, significand) = (index(0)?, index(1)?);
            // A conversion without rounding needs arguments of exactly the right widths.
            let is_whole = match sorts {
                [Sort::BitVec(width)] => exponent.checked_add(significand) == Some(*width),
                [Sort::BitVec(_), Sort::BitVec(width), Sort::BitVec(rest)] => {
                    exponent == *width && significand.checked_sub(1) == Some(*rest)
                }
                _ => true,
            };
            format(exponent, significand).filter(|_| is_whole)?
        }
        ResultSort::FormatOfParts => format(width(1)?, width(2)?.checked_add(1)?)?,
        ResultSort::OfArgument(at) => {
            let sort = *sorts.get(at)?;
            // Mixed integers and reals make a real.
            let mixed = *sort == Sort::Int && sorts.get(at + 1).is_some_and(|next| **next == Sort::Real);
            if mixed { Sort::Real } else { sort.clone() }
        }
        ResultSort::ElementOf(at) => element_of(sorts.get(at)?)?.clone(),
        ResultSort::ElementsOf(at) => {
            let element = element_of(sorts.get(at)?)?.clone();
            match *sorts.get(at + 1)? {
                Sort::Named(holder, _) => Sort::Named(holder.clone(), vec![element]),
                _ => Sort::Seq(Box::new(element)),
            }
        }
        ResultSort::SequenceOf => Sort::Seq(Box::new((*sorts.first()?).clone())),
        ResultSort::Qualifier => {
            let sort = applied.qualifier.clone()?;
            // The argument of a constant array must be of the element sort.
            let fits = match (applied.operator.op, &sort, sorts) {
                (op::CONST, Sort::Array(_, element), [given]) => fits(element, given),
                (op::CONST, ..) => false,
                _ => true,
            };
            return fits.then_some(sort);
        }
        ResultSort::SetOf => Sort::Named(applied.set_name.to_owned(), vec![(*sorts.first()?).clone()]),
        ResultSort::BagOf => Sort::Named("Bag".to_owned(), vec![(*sorts.first()?).clone()]),
        ResultSort::OfLast => (*sorts.last()?).clone(),
        ResultSort::TupleOf | ResultSort::Column | ResultSort::OfColumns(_) => {
            applied.operator.result.with_columns(&applied.indices, sorts)?
        }
    })
}

fn format(exponent: u32, significand: u32) -> Option<Sort> {
    (exponent >= 2 && significand >= 2).then_some(Sort::Float(exponent, significand))
}
