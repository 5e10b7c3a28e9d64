//! Printing of values as standard SMT-LIB.

use std::fmt;

use dashu_base::{Abs, Signed};
use dashu_int::IBig;

use super::{Array, Data, Element, Rounding, Sequence, Set, Value};
use crate::smtlib::Sort;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Int(number) => signed(f, number, ""),
            Value::Real(number) if number.is_int() => signed(f, number.numerator(), ".0"),
            Value::Real(number) => {
                f.write_str("(/ ")?;
                signed(f, number.numerator(), ".0")?;
                write!(f, " {}.0)", number.denominator())
            }
            Value::Bits(bits) => bits.fmt(f),
            Value::Float(float) => float.fmt(f),
            Value::Rounding(mode) => mode.fmt(f),
            Value::Text(text) => text.fmt(f),
            Value::Language(language) => language.fmt(f),
            Value::Sequence(sequence) => sequence.fmt(f),
            Value::Array(array) => array.fmt(f),
            Value::Data(data) => data.fmt(f),
            Value::Element(element) => element.fmt(f),
            Value::Set(set) => set.fmt(f),
        }
    }
}

/// Writes a negative number as an application of `-`, since SMT-LIB has no negative literals.
fn signed(f: &mut fmt::Formatter<'_>, number: &IBig, end: &str) -> fmt::Result {
    if number.is_negative() {
        write!(f, "(- {}{end})", number.clone().abs())
    } else {
        write!(f, "{number}{end}")
    }
}

impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Rounding::ALL.iter().find(|(mode, _)| mode == self).map_or("", |(_, name)| name))
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(as ff{} (_ FiniteField {}))", self.residue(), self.order())
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&"(store ".repeat(self.entries().len()))?;
        write!(f, "((as const (Array {} {})) {})", self.index(), self.element(), self.elsewhere())?;
        self.entries().iter().try_for_each(|(index, value)| write!(f, " {index} {value})"))
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.items() {
            [] => write!(f, "(as seq.empty (Seq {}))", self.element()),
            [item] => write!(f, "(seq.unit {item})"),
            items => {
                f.write_str("(seq.++")?;
                items.iter().try_for_each(|item| write!(f, " (seq.unit {item})"))?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The sort is needed because the fields may not determine the parameters.
        let qualified = match self.sort() {
            Sort::Named(_, arguments) if !arguments.is_empty() && **self.constructor() != *"tuple" => {
                format!("(as {} {})", self.constructor(), self.sort())
            }
            _ => self.constructor().to_string(),
        };
        if self.fields().is_empty() {
            return f.write_str(&qualified);
        }
        write!(f, "({qualified}")?;
        self.fields().iter().try_for_each(|field| write!(f, " {field}"))?;
        f.write_str(")")
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (empty, one, union) = match self.sort() {
            Sort::Named(name, _) if name == "Bag" => ("bag.empty", "bag", "bag.union_disjoint"),
            _ => ("set.empty", "set.singleton", "set.union"),
        };
        let items: Vec<String> = self
            .items()
            .iter()
            .map(
                |(item, count)| {
                    if one == "bag" { format!("(bag {item} {count})") } else { format!("({one} {item})") }
                },
            )
            .collect();
        match items.as_slice() {
            [] => write!(f, "(as {empty} {})", self.sort()),
            [item] => f.write_str(item),
            items => write!(f, "({union} {})", items.join(" ")),
        }
    }
}
