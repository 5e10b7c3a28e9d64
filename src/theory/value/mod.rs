//! Values: what closed terms evaluate to. Two values of one sort are equal exactly when these are.

mod array;
pub(in crate::theory) mod bits;
mod data;
mod enclosure;
mod extent;
mod field;
mod float;
mod language;
mod print;
mod sequence;
mod set;
mod text;

pub(crate) use array::Array;
pub(crate) use bits::Bits;
pub(crate) use data::Data;
pub(crate) use enclosure::Enclosure;
pub(crate) use extent::{DEEPEST, Extent};
pub(crate) use field::Element;
pub(crate) use float::{Float, Format, Rounding};
pub(crate) use language::{Language, Search};
pub(crate) use sequence::Sequence;
pub(crate) use set::Set;
pub(crate) use text::{LAST_CHARACTER, Text, hexadecimal};

use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::smtlib::Sort;

/// A value of SMT-LIB. Large ones are shared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(IBig),
    /// A rational number: reals that are none have no value here.
    Real(RBig),
    /// A bit-vector.
    Bits(Bits),
    /// A floating-point number.
    Float(Float),
    /// A rounding mode.
    Rounding(Rounding),
    /// A string.
    Text(Text),
    /// A regular language. Equal languages may be written differently: see [`Language`].
    Language(Arc<Language>),
    /// A sequence.
    Sequence(Sequence),
    /// An array.
    Array(Arc<Array>),
    /// What a constructor makes.
    Data(Arc<Data>),
    /// An element of a finite field.
    Element(Element),
    /// A set or a bag.
    Set(Arc<Set>),
}

impl Value {
    /// The sort.
    pub(crate) fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Bits(bits) => Sort::BitVec(bits.width()),
            Value::Float(float) => {
                let Format { exponent, significand } = float.format();
                Sort::Float(exponent, significand)
            }
            Value::Rounding(_) => Sort::RoundingMode,
            Value::Text(_) => Sort::String,
            Value::Language(_) => Sort::RegLan,
            Value::Sequence(sequence) => Sort::Seq(Box::new(sequence.element().as_ref().clone())),
            Value::Array(array) => array.sort(),
            Value::Data(data) => data.sort().clone(),
            Value::Element(element) => Sort::FiniteField(element.order().to_string()),
            Value::Set(set) => set.sort().clone(),
        }
    }

    /// How large it is.
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Value::Sequence(sequence) => sequence.extent(),
            Value::Array(array) => array.extent(),
            Value::Data(data) => data.extent(),
            Value::Set(set) => set.extent(),
            _ => Extent::ONE,
        }
    }

    /// The truth value.
    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer.
    pub(crate) fn as_int(&self) -> Option<&IBig> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The number, whichever sort it has.
    pub(crate) fn as_real(&self) -> Option<RBig> {
        match self {
            Value::Int(value) => Some(RBig::from(value.clone())),
            Value::Real(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// The bit-vector.
    pub(crate) fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The floating-point number.
    pub(crate) fn as_float(&self) -> Option<&Float> {
        match self {
            Value::Float(float) => Some(float),
            _ => None,
        }
    }

    /// The rounding mode.
    pub(crate) fn as_rounding(&self) -> Option<Rounding> {
        match self {
            Value::Rounding(mode) => Some(*mode),
            _ => None,
        }
    }

    /// The string.
    pub(crate) fn as_text(&self) -> Option<&Text> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The regular language.
    pub(crate) fn as_language(&self) -> Option<&Arc<Language>> {
        match self {
            Value::Language(language) => Some(language),
            _ => None,
        }
    }

    /// The sequence.
    pub(crate) fn as_sequence(&self) -> Option<&Sequence> {
        match self {
            Value::Sequence(sequence) => Some(sequence),
            _ => None,
        }
    }

    /// The array.
    pub(crate) fn as_array(&self) -> Option<&Arc<Array>> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }

    /// What a constructor made.
    pub(crate) fn as_data(&self) -> Option<&Arc<Data>> {
        match self {
            Value::Data(data) => Some(data),
            _ => None,
        }
    }

    /// The element of a finite field.
    pub(crate) fn as_element(&self) -> Option<&Element> {
        match self {
            Value::Element(element) => Some(element),
            _ => None,
        }
    }

    /// The set or bag.
    pub(crate) fn as_set(&self) -> Option<&Arc<Set>> {
        match self {
            Value::Set(set) => Some(set),
            _ => None,
        }
    }

    /// The value where one of `sort` is wanted: integers may stand for reals, as solvers allow in logics that have
    /// both.
    pub(crate) fn coerced(self, sort: &Sort) -> Value {
        match (self, sort) {
            (Value::Int(value), Sort::Real) => Value::Real(RBig::from(value)),
            (value, _) => value,
        }
    }
}
