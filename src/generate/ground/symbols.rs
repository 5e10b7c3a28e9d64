//! Everything that can be applied to terms: operators, and what datatypes bring along.

use super::{columns, datatypes, palette};
use crate::smtlib::Sort;
use crate::theory::operators::{self, Kind, Operator, ResultSort, Takes};
use crate::theory::sorting::takes_alone;

/// What can be applied.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    /// An operator.
    Operator(&'static Operator),
    /// A constructor of a datatype.
    Constructor(&'static str),
    /// The tester of a constructor.
    Tester(&'static str),
    /// A selector of a datatype.
    Selector(&'static str),
    /// The updater of a selector.
    Updater(&'static str),
}

/// Everything whose forms are known.
pub(super) fn all() -> Vec<Symbol> {
    let operators = operators::usual().filter(|row| !row.takes.is_empty()).map(Symbol::Operator);
    let constructors = datatypes::CONSTRUCTORS;
    let selectors = datatypes::SELECTORS;
    operators
        .chain(constructors.map(Symbol::Constructor))
        .chain(constructors.map(Symbol::Tester))
        .chain(selectors.map(Symbol::Selector))
        .chain(selectors.map(Symbol::Updater))
        .collect()
}

impl Symbol {
    /// Whether what it makes may be of a sort. It may turn out not to be.
    pub(super) fn may_make(self, wanted: &Sort) -> bool {
        match self {
            Symbol::Operator(row) => may_make(row, wanted),
            Symbol::Tester(_) => *wanted == Sort::Bool,
            Symbol::Constructor(_) | Symbol::Updater(_) => {
                matches!(wanted, Sort::Named(name, _) if datatypes::is_one(name))
            }
            Symbol::Selector(_) => *wanted != Sort::RegLan,
        }
    }

    /// Whether it has no arguments.
    pub(super) fn is_constant(self) -> bool {
        matches!(self, Symbol::Operator(row) if row.kind == Kind::Constant)
    }
}

fn may_make(row: &Operator, wanted: &Sort) -> bool {
    match row.result {
        ResultSort::Bool => *wanted == Sort::Bool,
        ResultSort::Int => *wanted == Sort::Int,
        ResultSort::Real => *wanted == Sort::Real,
        ResultSort::Number => matches!(wanted, Sort::Int | Sort::Real),
        ResultSort::Text => *wanted == Sort::String,
        ResultSort::Language => *wanted == Sort::RegLan,
        ResultSort::Rounding => *wanted == Sort::RoundingMode,
        ResultSort::Bits(_) => matches!(wanted, Sort::BitVec(_)),
        ResultSort::FormatOfIndices | ResultSort::FormatOfParts => matches!(wanted, Sort::Float(..)),
        ResultSort::OfArgument(at) => row.takes.iter().any(|form| takes_at(form, at, wanted)),
        ResultSort::SequenceOf => matches!(wanted, Sort::Seq(_)),
        ResultSort::SetOf => matches!(wanted, Sort::Named(name, _) if name == "Set"),
        ResultSort::BagOf => matches!(wanted, Sort::Named(name, _) if name == "Bag"),
        ResultSort::OfLast => matches!(wanted, Sort::Named(name, _) if name == "Set"),
        ResultSort::TupleOf => {
            matches!(wanted, Sort::Named(name, _) if name == "Tuple" || name == "UnitTuple")
        }
        ResultSort::OfColumns(_) => columns::of(wanted).is_some(),
        ResultSort::ElementOf(_) | ResultSort::Column => *wanted != Sort::RegLan,
        ResultSort::Qualifier => qualified(row.name).is_none_or(|kind| palette::is_of(wanted, kind)),
    }
}

/// The kind of sorts that `as` may name around an operator, if it is only one.
pub(super) fn qualified(name: &str) -> Option<palette::Kind> {
    match name.split_once('.').map_or(name, |(theory, _)| theory) {
        "const" => Some(palette::Kind::Array),
        "seq" => Some(palette::Kind::Sequence),
        "set" => Some(palette::Kind::Set),
        "bag" => Some(palette::Kind::Bag),
        _ => None,
    }
}

/// Whether a form may take a sort at a position.
pub(super) fn takes_at(form: &[Takes], at: usize, sort: &Sort) -> bool {
    match form.get(at) {
        None => false,
        Some(Takes::Real) => matches!(sort, Sort::Int | Sort::Real),
        Some(Takes::Same(before)) => *before < at && takes_at(form, *before, sort),
        Some(Takes::Any | Takes::More | Takes::IndexOf(_) | Takes::ElementOf(_) | Takes::Inserted) => true,
        Some(taken) => takes_alone(*taken, sort),
    }
}
