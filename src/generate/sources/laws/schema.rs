//! Schemas: laws for all terms of a family of sorts.

use super::law::Law;
use crate::generate::term_builder::{MutationContext, TypedTerm};
use crate::smtlib::{Sort, is_set};

/// A law for terms of some sorts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schema {
    /// The sorts of `t`.
    pub of: Family,
    /// The law.
    pub law: Law,
}

/// A family of sorts with common laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// All sorts except languages, because few solvers support these in `ite` and arrays.
    Any,
    Bool,
    Int,
    Real,
    /// Bit-vectors.
    Bits,
    /// Bit-vectors of at least two bits, which have two parts.
    Wide,
    /// Bit-vectors that solvers divide quickly.
    Narrow,
    Float,
    Text,
    Language,
    Sequence,
    Array,
    /// Finite sets.
    Set,
    Field,
}

/// Writes laws as SMT-LIB writes terms: the name of an operator, in brackets with its indices if it has some, and its
/// arguments.
macro_rules! schemas {
    ($($family:ident $law:tt,)*) => { &[$(Schema { of: Family::$family, law: law!($law) }),*] };
}

macro_rules! law {
    (([$operator:ident $($index:tt)*] $($argument:tt)*)) => {
        Law::Apply(op::$operator, &[$(number!($index)),*], &[$(law!($argument)),*])
    };
    (($operator:ident $($argument:tt)*)) => { Law::Apply(op::$operator, &[], &[$(law!($argument)),*]) };
    (t) => { Law::Hole(Hole::Given) };
    (u) => { Law::Hole(Hole::Other) };
    (v) => { Law::Hole(Hole::Third) };
    (c) => { Law::Hole(Hole::Formula) };
    (i) => { Law::Hole(Hole::Index) };
    (k) => { Law::Hole(Hole::OtherIndex) };
    (l) => { Law::Hole(Hole::Language) };
    (m) => { Law::Hole(Hole::OtherLanguage) };
    (a) => { Law::Hole(Hole::Array) };
    (j) => { Law::Hole(Hole::IndexOfArray) };
    ({$constant:ident}) => { Law::$constant };
    ($number:tt) => { Law::Number(number!($number)) };
}

macro_rules! number {
    ($name:ident) => {
        Number::$name
    };
    ($number:literal) => {
        Number::Is($number)
    };
}

pub(super) use {law, number, schemas};

impl Family {
    /// Whether a sort belongs to it.
    pub(super) fn has(self, sort: &Sort) -> bool {
        match (self, sort) {
            (Family::Any, sort) => *sort != Sort::RegLan,
            (Family::Bool, Sort::Bool)
            | (Family::Int, Sort::Int)
            | (Family::Real, Sort::Real)
            | (Family::Bits, Sort::BitVec(_))
            | (Family::Float, Sort::Float(..))
            | (Family::Text, Sort::String)
            | (Family::Language, Sort::RegLan)
            | (Family::Sequence, Sort::Seq(_))
            | (Family::Array, Sort::Array(..))
            | (Family::Field, Sort::FiniteField(_)) => true,
            (Family::Set, Sort::Named(name, _)) => is_set(name),
            (Family::Wide, Sort::BitVec(width)) => *width > 1,
            (Family::Narrow, Sort::BitVec(width)) => *width <= 8,
            _ => false,
        }
    }
}

/// The number of schemas to try until one can be expressed in the logic.
const TRIES: usize = 4;

/// Instantiates a random schema for a term.
pub(super) fn instantiate_any(
    schemas: &[Schema],
    context: &mut MutationContext<'_>,
    term: &TypedTerm,
) -> Option<TypedTerm> {
    // Laws for all sorts are in the same list, so they are drawn no more often than others.
    let fitting: Vec<&Schema> = schemas.iter().filter(|schema| schema.of.has(&term.sort)).collect();
    (0..TRIES).find_map(|_| context.rng.pick(&fitting)?.law.instantiate(context, term))
}
