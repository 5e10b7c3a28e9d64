//! The notation of values in standard SMT-LIB, as terms and as text.

use std::fmt;

use dashu_base::{Abs, Signed};
use dashu_int::IBig;

use super::{Array, Data, Element, Rounding, Sequence, Set, Value};
use crate::smtlib::{Printer, Sort, TermId, Terms, is_bag};

impl Value {
    /// Adds the term that denotes the value.
    pub(crate) fn term(&self, terms: &mut Terms) -> TermId {
        match self {
            Value::Bool(truth) => terms.app(if *truth { "true" } else { "false" }, &[]),
            Value::Int(number) => signed(number, "", terms),
            Value::Real(number) if number.is_int() => signed(number.numerator(), ".0", terms),
            Value::Real(number) => {
                let numerator = signed(number.numerator(), ".0", terms);
                let denominator = terms.app(&format!("{}.0", number.denominator()), &[]);
                terms.app("/", &[numerator, denominator])
            }
            Value::Bits(bits) => terms.app(&bits.to_string(), &[]),
            Value::Float(float) => float.term(terms),
            Value::Rounding(mode) => terms.app(&mode.to_string(), &[]),
            Value::Text(text) => terms.app(&text.to_string(), &[]),
            Value::Language(language) => language.term(terms),
            Value::Sequence(sequence) => sequence.term(terms),
            Value::Array(array) => array.term(terms),
            Value::Data(data) => data.term(terms),
            Value::Element(element) => terms.app(&element.to_string(), &[]),
            Value::Set(set) => set.term(terms),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms = Terms::default();
        let root = self.term(&mut terms);
        let mut printer = Printer::new(&terms);
        printer.share(false);
        f.write_str(&printer.print(root))
    }
}

/// Adds a number. A negative one is an application of `-`, since SMT-LIB has no negative literals.
fn signed(number: &IBig, end: &str, terms: &mut Terms) -> TermId {
    let digits = terms.app(&format!("{}{end}", number.clone().abs()), &[]);
    if number.is_negative() { terms.app("-", &[digits]) } else { digits }
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

impl Array {
    fn term(&self, terms: &mut Terms) -> TermId {
        let elsewhere = self.elsewhere().term(terms);
        let constant = terms.app(&format!("(as const {})", self.sort()), &[elsewhere]);
        self.entries().iter().fold(constant, |array, (index, value)| {
            let (index, value) = (index.term(terms), value.term(terms));
            terms.app("store", &[array, index, value])
        })
    }
}

impl Sequence {
    fn term(&self, terms: &mut Terms) -> TermId {
        let unit = |item: &Value| {
            let item = item.term(terms);
            terms.app("seq.unit", &[item])
        };
        let items: Vec<TermId> = self.items().iter().map(unit).collect();
        match items.as_slice() {
            [] => terms.app(&format!("(as seq.empty (Seq {}))", self.element()), &[]),
            [item] => *item,
            items => terms.app("seq.++", items),
        }
    }
}

impl Data {
    fn term(&self, terms: &mut Terms) -> TermId {
        let fields: Vec<TermId> = self.fields().iter().map(|field| field.term(terms)).collect();
        // The sort is needed because the fields may not determine the parameters.
        match self.sort() {
            Sort::Named(_, arguments) if !arguments.is_empty() && **self.constructor() != *"tuple" => {
                terms.app(&format!("(as {} {})", self.constructor(), self.sort()), &fields)
            }
            _ => terms.app(self.constructor(), &fields),
        }
    }
}

impl Set {
    fn term(&self, terms: &mut Terms) -> TermId {
        let is_bag = is_bag(self.sort());
        let mut items = Vec::with_capacity(self.items().len());
        for (item, count) in self.items() {
            let item = item.term(terms);
            items.push(match is_bag {
                true => {
                    let count = terms.app(&count.to_string(), &[]);
                    terms.app("bag", &[item, count])
                }
                false => terms.app("set.singleton", &[item]),
            });
        }
        let (empty, union) =
            if is_bag { ("bag.empty", "bag.union_disjoint") } else { ("set.empty", "set.union") };
        match items.as_slice() {
            [] => terms.app(&format!("(as {empty} {})", self.sort()), &[]),
            [item] => *item,
            items => terms.app(union, items),
        }
    }
}
