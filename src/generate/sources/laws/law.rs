//! Laws as terms with holes, and their instances for a given term.

use dashu_int::UBig;

use crate::generate::term_builder::{MutationContext, TypedTerm, literals};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::{Op, op};
use crate::theory::value::{Bits, Float, Format, Text, Value, mask};

/// A term with holes that equals the given term `t` for all values of the others, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Law {
    /// A hole for a term, the same one wherever it occurs.
    Hole(Hole),
    /// An operator with indices, applied to terms.
    Apply(Op, &'static [Number], &'static [Law]),
    /// A number of the sort of `t`, or an integer if `t` is none.
    Number(Number),
    /// 0, of bit-vectors or floating-point numbers.
    Zero,
    /// 1, of bit-vectors or floating-point numbers.
    One,
    /// −0, of floating-point numbers.
    MinusZero,
    /// The empty string.
    Empty,
}

/// A hole for a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hole {
    /// `t`, the given term.
    Given,
    /// `u`, another term of its sort.
    Other,
    /// `v`, a third one.
    Third,
    /// `c`, a formula.
    Formula,
    /// `i`, an index of the array `t`.
    Index,
    /// `k`, another index of it.
    OtherIndex,
    /// `a`, an array with elements of the sort of `t`.
    Array,
    /// `j`, an index of `a`.
    IndexOfArray,
    /// `l`, a language.
    Language,
    /// `m`, another language.
    OtherLanguage,
}

/// A number in a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// The number itself.
    Is(u32),
    /// A small random number above 1.
    Factor,
    /// One less than that.
    Less,
    /// A random number from 1 to the width of `t`.
    Turn,
    /// The width of `t`.
    Width,
    /// The highest bit of `t`.
    Top,
    /// A random bit of `t` above the lowest one.
    Cut,
    /// The bit below that.
    Below,
    /// The bits of the exponent of `t`.
    Exponent,
    /// The bits of the significand of `t`.
    Significand,
}

impl Law {
    /// Instantiates the law for `term`. Returns `None` if the logic lacks the operators, or if there is no term for a
    /// hole.
    pub(super) fn instantiate(
        &self,
        context: &mut MutationContext<'_>,
        term: &TypedTerm,
    ) -> Option<TypedTerm> {
        let numbers = if self.has_drawn_numbers() {
            Numbers::draw(&term.sort, &mut context.rng)
        } else {
            Numbers::default()
        };
        let holes = vec![(Hole::Given, term.clone())];
        Instantiation { context, sort: &term.sort, numbers, holes }.build(self)
    }

    /// Whether a number in it depends on a draw or on the sort of `t`.
    fn has_drawn_numbers(&self) -> bool {
        let is_drawn = |number: &Number| !matches!(number, Number::Is(_));
        match self {
            Law::Apply(_, indices, arguments) => {
                indices.iter().any(is_drawn) || arguments.iter().any(Law::has_drawn_numbers)
            }
            Law::Number(number) => is_drawn(number),
            Law::Zero | Law::One | Law::MinusZero => true,
            Law::Hole(_) | Law::Empty => false,
        }
    }
}

/// The random numbers of an instantiation.
#[derive(Debug, Default)]
struct Numbers {
    factor: u32,
    cut: u32,
    turn: u32,
}

impl Numbers {
    fn draw(sort: &Sort, rng: &mut Rng) -> Numbers {
        let factor = 2 + rng.below(4);
        match sort {
            Sort::BitVec(width) => {
                Numbers { factor, cut: 1 + rng.below(width - 1), turn: 1 + rng.below(*width) }
            }
            _ => Numbers { factor, ..Numbers::default() },
        }
    }
}

/// An instantiation of a law while it is built.
struct Instantiation<'a, 'b> {
    context: &'a mut MutationContext<'b>,
    /// The sort of `t`.
    sort: &'a Sort,
    numbers: Numbers,
    holes: Vec<(Hole, TypedTerm)>,
}

impl Instantiation<'_, '_> {
    fn build(&mut self, law: &Law) -> Option<TypedTerm> {
        match *law {
            Law::Hole(hole) => self.fill(hole),
            Law::Apply(constant, [], []) => self.context.builder.apply(constant, &[]),
            Law::Apply(operator, indices, arguments) => {
                let scope = self.context.builder.scope;
                let differs =
                    scope.is_difference() && matches!(operator, op::LT | op::LEQ | op::GT | op::GEQ);
                if !scope.has(operator.row()) && !differs {
                    return None;
                }
                let arguments: Option<Vec<TypedTerm>> = arguments.iter().map(|law| self.build(law)).collect();
                let arguments = arguments?;
                let arguments: Vec<&TypedTerm> = arguments.iter().collect();
                if indices.is_empty() {
                    return self.context.builder.apply(operator, &arguments);
                }
                let indices: Option<Vec<u32>> = indices.iter().map(|index| self.number(*index)).collect();
                self.context.builder.apply_indexed(operator, &indices?, &arguments)
            }
            Law::Number(number) => {
                let number = self.number(number)?;
                self.literal(&match self.sort {
                    Sort::Real => Value::Real(number.into()),
                    _ => Value::Int(number.into()),
                })
            }
            Law::Zero | Law::MinusZero | Law::One if !literals::are_short(self.sort) => None,
            Law::Zero => self.zero(false),
            Law::MinusZero => self.zero(true),
            Law::One => self.one(),
            Law::Empty => self.literal(&Value::Text(Text::new([]))),
        }
    }

    /// Adds a value whose notation is a head without arguments.
    fn literal(&mut self, value: &Value) -> Option<TypedTerm> {
        self.context.builder.apply_head(&value.to_string(), &[])
    }

    /// Adds 0 of the sort of `t`.
    fn zero(&mut self, is_negative: bool) -> Option<TypedTerm> {
        let value = match *self.sort {
            Sort::BitVec(width) => Value::Bits(Bits::new(width, UBig::ZERO)),
            Sort::Float(exponent, significand) => {
                Value::Float(Float::zero(Format { exponent, significand }, is_negative))
            }
            _ => return None,
        };
        self.literal(&value)
    }

    /// Adds 1 of the sort of `t`.
    fn one(&mut self) -> Option<TypedTerm> {
        let bits = |width: u32, number: UBig| Value::Bits(Bits::new(width, number));
        match *self.sort {
            Sort::BitVec(width) => self.literal(&bits(width, UBig::ONE)),
            Sort::Float(exponent, significand) => {
                // The exponent of 1 is the bias: all bits except for the highest one.
                let parts = [(1, UBig::ZERO), (exponent, mask(exponent - 1)), (significand - 1, UBig::ZERO)];
                let parts = parts.map(|(width, number)| self.literal(&bits(width, number)));
                let [Some(sign), Some(exponent), Some(fraction)] = parts else { return None };
                self.context.builder.apply_usable(op::FP, &[&sign, &exponent, &fraction])
            }
            _ => None,
        }
    }

    /// Returns a number. Returns `None` if it depends on a sort that `t` does not have.
    fn number(&self, number: Number) -> Option<u32> {
        let Numbers { factor, cut, turn } = self.numbers;
        Some(match (number, self.sort) {
            (Number::Is(number), _) => number,
            (Number::Factor, _) => factor,
            (Number::Less, _) => factor - 1,
            (Number::Turn, Sort::BitVec(_)) => turn,
            (Number::Width, Sort::BitVec(width)) => *width,
            (Number::Top, Sort::BitVec(width)) => width - 1,
            (Number::Cut, Sort::BitVec(_)) => cut,
            (Number::Below, Sort::BitVec(_)) => cut - 1,
            (Number::Exponent, Sort::Float(exponent, _)) => *exponent,
            (Number::Significand, Sort::Float(_, significand)) => *significand,
            _ => return None,
        })
    }

    /// Returns the term in a hole.
    fn fill(&mut self, hole: Hole) -> Option<TypedTerm> {
        let filled = |hole: Hole| self.holes.iter().find(|(known, _)| *known == hole).map(|(_, typed)| typed);
        if let Some(known) = filled(hole) {
            return Some(known.clone());
        }
        let index = |array: Option<&TypedTerm>| match &array?.sort {
            Sort::Array(index, _) => Some(index.as_ref().clone()),
            _ => None,
        };
        let sort = match hole {
            Hole::Given | Hole::Other | Hole::Third => self.sort.clone(),
            Hole::Formula => Sort::Bool,
            Hole::Language | Hole::OtherLanguage => Sort::RegLan,
            Hole::Index | Hole::OtherIndex => index(filled(Hole::Given))?,
            Hole::IndexOfArray => index(filled(Hole::Array))?,
            Hole::Array => {
                let holds = |sort: &Sort| matches!(sort, Sort::Array(_, element) if **element == *self.sort);
                self.context.pool.pick_sort(&mut self.context.rng, holds)?.clone()
            }
        };
        // Often a symbol, so that a formula is seldom `true` or `false`.
        let symbol = self.context.symbol(&sort);
        let open = symbol.filter(|_| self.context.rng.percent(40)).map(|(typed, _)| typed);
        let typed = open.or_else(|| self.context.any(&sort))?;
        self.holes.push((hole, typed.clone()));
        Some(typed)
    }
}
