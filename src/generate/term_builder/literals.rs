//! Literals of values and of values near them, where comparisons change their truth values.

use std::collections::BTreeSet;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use smallvec::{SmallVec, smallvec};

use crate::rng::Rng;
use crate::smtlib::{Sort, TermId, Terms};
use crate::theory::limits;
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;
use crate::theory::value::{Bits, Float, Text, Value};

/// The nesting depth of datatypes up to which fields are examined.
const DEPTH: u32 = 4;

/// The largest width of the bit-vectors that index built arrays: over few indices, elements meet.
pub(in crate::generate) const WIDEST_INDEX: u32 = 9;

/// The largest exponent of two in a factor that is a number.
const LARGEST_EXPONENT: usize = 6;

/// Whether every solver of its theory reads literals of the sort. Arrays, sequences, sets and sorts without constructors
/// have none of these.
pub(in crate::generate) fn has_literals(sort: &Sort, signature: &Signature) -> bool {
    match sort {
        // On their own, `true` and `false` test nothing.
        Sort::Bool => return false,
        Sort::Named(..) | Sort::Array(..) | Sort::Seq(_) => {}
        _ => return are_short(sort),
    }
    // One depth after the other, so that a recursive datatype with many fields is opened once.
    let (mut known, mut layer) = (BTreeSet::new(), vec![sort.clone()]);
    for _ in 0..=DEPTH {
        let mut fields = Vec::new();
        for sort in layer {
            if known.contains(&sort) {
                continue;
            }
            match &sort {
                Sort::Array(..) | Sort::Seq(_) => return false,
                Sort::Named(name, arguments) => {
                    let Some(datatype) = signature.datatype(name) else { return false };
                    let all = 0..datatype.constructors.len();
                    fields.extend(all.flat_map(|at| datatype.fields(at, arguments)));
                }
                _ if !are_short(&sort) => return false,
                _ => {}
            }
            known.insert(sort);
        }
        layer = fields;
    }
    true
}

/// Whether the values of a sort are short enough to be written. A script may declare bit-vectors of billions of bits.
pub(in crate::generate) fn are_short(sort: &Sort) -> bool {
    match sort {
        Sort::BitVec(width) => *width <= limits::WIDTH,
        Sort::Float(exponent, significand) => exponent.saturating_add(*significand) <= limits::WIDTH,
        _ => true,
    }
}

/// Returns a value, or a random value near it.
pub(in crate::generate) fn near(value: Value, rng: &mut Rng) -> Value {
    let small = |rng: &mut Rng| IBig::from(*rng.pick(&[1, -1, 2, -2, 7]).unwrap_or(&1));
    let beside = match &value {
        _ if rng.percent(40) => None,
        Value::Int(number) => Some(Value::Int(number + small(rng))),
        Value::Real(number) if rng.percent(50) => Some(Value::Real(number + RBig::from(small(rng)))),
        Value::Real(number) => Some(Value::Real(number + RBig::from_parts(small(rng), UBig::from(2u8)))),
        Value::Bits(bits) => {
            let number = IBig::from(bits.unsigned().clone()) + small(rng);
            Some(Value::Bits(Bits::from_integer(bits.width(), &number)))
        }
        // The next number above or below, of subnormal, normal and infinite ones alike.
        Value::Float(float) => float.to_bits().map(|bits| {
            let number =
                IBig::from(bits.unsigned().clone()) + IBig::from(if rng.percent(50) { 1 } else { -1 });
            Value::Float(Float::from_bits(float.format(), &Bits::from_integer(bits.width(), &number)))
        }),
        Value::Text(text) => {
            let mut characters = text.characters().to_vec();
            match rng.below(3) {
                0 => drop(characters.pop()),
                1 => characters.push(u32::from('a')),
                _ => characters.insert(0, u32::from('b')),
            }
            Some(Value::Text(Text::new(characters)))
        }
        _ => None,
    };
    beside.unwrap_or(value)
}

/// A role of an argument in which solvers rewrite some literals by rules of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Role {
    /// A factor or a divisor: a product with a power of two is a shift, and a remainder by it is its lowest bits.
    Factor,
    /// The distance of a shift: by a known one, a shift moves bits.
    Distance,
}

impl Role {
    /// Draws such a literal: a power of two, sometimes negated, or a distance up to the width. Returns `None` if the
    /// sort has none.
    pub(in crate::generate) fn draw(self, sort: &Sort, rng: &mut Rng) -> Option<Value> {
        match (self, sort) {
            _ if !are_short(sort) => None,
            (Role::Distance, Sort::BitVec(width)) => {
                Some(Value::Bits(Bits::new(*width, UBig::from(1 + rng.below(*width)))))
            }
            (Role::Factor, Sort::BitVec(width)) => {
                let power = power_of_two(rng.index(*width as usize), rng);
                Some(Value::Bits(Bits::from_integer(*width, &power)))
            }
            (Role::Factor, Sort::Int) => Some(Value::Int(power_of_two(1 + rng.index(LARGEST_EXPONENT), rng))),
            (Role::Factor, Sort::Real) => {
                Some(Value::Real(RBig::from(power_of_two(1 + rng.index(LARGEST_EXPONENT), rng))))
            }
            _ => None,
        }
    }
}

/// Returns a power of two, sometimes negated.
fn power_of_two(exponent: usize, rng: &mut Rng) -> IBig {
    let power = IBig::ONE << exponent;
    if rng.percent(25) { -power } else { power }
}

/// Whether a term is a numeral, a decimal, or a negation, a quotient or a conversion of these.
pub(in crate::generate) fn is_number(terms: &Terms, id: TermId) -> bool {
    // Terms of a seed may be shared and nested without limit.
    let (mut open, mut seen): (SmallVec<[TermId; 8]>, BTreeSet<TermId>) = (smallvec![id], BTreeSet::new());
    while let Some(id) = open.pop() {
        match terms.as_app(id) {
            Some((head, [])) if head.starts_with(|c: char| c.is_ascii_digit()) => {}
            Some((head, arguments @ [_, ..]))
                if matches!(Op::of_head(head), Some(op::MINUS | op::REAL_DIV | op::TO_REAL)) =>
            {
                if seen.insert(id) {
                    open.extend_from_slice(arguments);
                }
            }
            _ => return false,
        }
    }
    true
}

/// Whether a term is the number 0, or a negation, a conversion or a quotient of it.
pub(in crate::generate) fn is_zero(terms: &Terms, mut id: TermId) -> bool {
    while let Some((op::MINUS | op::TO_REAL, &[one]) | (op::REAL_DIV, &[one, ..])) = Op::applied(terms, id) {
        id = one;
    }
    matches!(terms.as_app(id), Some(("0" | "0.0", [])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};
    use crate::smtlib::Script;
    use crate::theory::value::Format;

    #[test]
    fn literals_near_a_value_are_itself_and_its_neighbours() {
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Formulas(3));
        let mut met = |value: Value| {
            (0..100).map(|_| near(value.clone(), &mut rng).to_string()).collect::<BTreeSet<String>>()
        };
        let format = Format { exponent: 3, significand: 3 };
        let float = |bits: u32| Value::Float(Float::from_bits(format, &Bits::new(6, bits.into())));
        // The largest subnormal number, between the one below and the smallest normal one; then the largest number.
        let [subnormal, largest] = [3, 27].map(float);
        assert_eq!(met(subnormal), [2, 3, 4].map(|bits| float(bits).to_string()).into());
        assert!(met(largest).contains("(_ +oo 3 3)"));
        assert_eq!(met(Value::Float(Float::nan(format))).len(), 1);
        let bits = met(Value::Bits(Bits::new(4, 15u8.into())));
        assert!(["#b1111", "#b0000", "#b1110", "#b0001"].iter().all(|one| bits.contains(*one)), "{bits:?}");
    }

    #[test]
    fn what_is_shared_or_nested_deeply_is_a_number_like_any_other() {
        let mut terms = Terms::default();
        let (one, x) = (terms.app("1", &[]), terms.app("x", &[]));
        let (mut shared, mut nested, mut open) = (one, terms.app("0", &[]), x);
        for _ in 0..64 {
            shared = terms.app("-", &[shared, shared]);
            open = terms.app("-", &[one, open]);
        }
        for _ in 0..200_000 {
            nested = terms.app("-", &[nested]);
        }
        assert_eq!([shared, nested, open].map(|id| is_number(&terms, id)), [true, true, false]);
        assert_eq!([shared, nested, open].map(|id| is_zero(&terms, id)), [false, true, false]);
    }

    #[test]
    fn sorts_have_literals_unless_they_contain_arrays_or_sequences() {
        let fields: String = (0..200).map(|at| format!("(f{at} Tree)")).collect();
        let script = format!(
            "(declare-sort U 0)(declare-datatypes ((Tree 0)) (((leaf) (node {fields}))))\
             (declare-datatypes ((Pair 2)) ((par (A B) ((pair (one A) (other B))))))\
             (declare-datatypes ((List 0) (Lists 0)) (((nil) (cons (head Lists) (tail List))) ((lists (all (Array Int Int))))))"
        );
        let script = Script::parse(script).unwrap();
        let signature = Signature::collect(&script);
        let has_some = |sort: Sort| has_literals(&sort, &signature);
        let named = |name: &str, arguments: Vec<Sort>| Sort::Named(name.to_owned(), arguments);
        // Every node has hundreds of nodes below it.
        assert!(has_some(named("Tree", Vec::new())));
        assert!(has_some(named("Pair", vec![Sort::Bool, named("Tree", Vec::new())])));
        assert!(!has_some(Sort::Bool) && !has_some(Sort::Seq(Box::new(Sort::Int))));
        assert!(!has_some(named("List", Vec::new())) && !has_some(named("U", Vec::new())));
        // Beyond the depth that is examined.
        let nested = |depth| {
            let inner = Sort::Seq(Box::new(Sort::Int));
            (0..depth).fold(inner, |sort, _| named("Pair", vec![Sort::Int, sort]))
        };
        assert_eq!([1, 4, 5].map(|depth| has_some(nested(depth))), [false, false, true]);
    }

    #[test]
    fn what_is_too_wide_to_write_has_no_literals() {
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Formulas(3));
        let signature = Signature::collect(&Script::parse(String::new()).unwrap());
        for sort in [Sort::BitVec(u32::MAX), Sort::Float(u32::MAX, 2), Sort::Float(5, u32::MAX)] {
            assert!(!has_literals(&sort, &signature));
            assert_eq!([Role::Factor, Role::Distance].map(|role| role.draw(&sort, &mut rng)), [None, None]);
        }
        assert!(has_literals(&Sort::BitVec(limits::WIDTH), &signature));
    }

    #[test]
    fn factors_are_powers_of_two_and_distances_are_within_the_width() {
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Formulas(3));
        let mut met = |role: Role, sort: &Sort| {
            let drawn = (0..200).filter_map(|_| role.draw(sort, &mut rng));
            drawn.map(|value| value.to_string()).collect::<BTreeSet<String>>()
        };
        let factors = ["#b001", "#b010", "#b100", "#b110", "#b111"].map(String::from);
        assert_eq!(met(Role::Factor, &Sort::BitVec(3)), factors.into());
        assert_eq!(
            met(Role::Distance, &Sort::BitVec(3)),
            ["#b001", "#b010", "#b011"].map(String::from).into()
        );
        let numbers = met(Role::Factor, &Sort::Int);
        assert!(numbers.contains("64") && numbers.contains("(- 2)") && !numbers.contains("6"), "{numbers:?}");
        assert!(met(Role::Factor, &Sort::String).is_empty());
    }
}
