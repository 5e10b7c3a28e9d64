//! The space of a formula: its free symbols, each with all its values.

use std::collections::{BTreeMap, BTreeSet};

use super::column::Truths;
use crate::smtlib::{Sort, Term, TermId, Terms};
use crate::theory::domain;
use crate::theory::meaning::Meaning;
use crate::theory::model::Model;
use crate::theory::signature::{Function, Signature};
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

/// The maximal number of points of a space: evaluation of a small formula takes a second.
pub const POINTS: usize = 1 << 20;
/// The maximal number of points where many formulas are evaluated at all of them: that takes a fraction of a second.
pub(crate) const FEW_POINTS: usize = 1 << 13;

/// Why exhaustion does not decide a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A symbol or variable has too many values.
    #[error("`{0}` has more values than exhaustion tries")]
    Values(String),
    /// The symbols together have too many values.
    #[error("its symbols have more than {0} combinations of values")]
    Points(usize),
    /// A term is not supported.
    #[error("exhaustion does not support `{0}`")]
    Unsupported(String),
    /// What should be a formula has a value that is no truth value, or that is not known.
    #[error("a formula has no truth value")]
    NotBoolean,
    /// The evaluation takes too many steps.
    #[error("exhaustion takes too many steps")]
    Steps,
    /// The script cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

/// The points of constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// The constants, each with its sort.
    pub symbols: Vec<(String, String)>,
    /// Their values at each point.
    pub rows: Vec<Vec<String>>,
}

/// Symbols with all their values.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    pub(super) symbols: Vec<Symbol>,
    points: usize,
}

/// A declared constant or function with finitely many values.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    /// The canonical name.
    pub name: String,
    /// The sort and all values of each argument, in ascending order.
    pub arguments: Vec<(Sort, Vec<Value>)>,
    /// The sort of the result.
    pub result: Sort,
    /// All values of the result, in ascending order.
    pub values: Vec<Value>,
    /// The number of constants or functions.
    pub count: usize,
}

impl Symbol {
    /// Lists the values of a declared function; `None` if there are more than `most`.
    fn list(function: &Function, most: usize, signature: &Signature) -> Option<Symbol> {
        let result = function.result.clone()?;
        let values = domain::list(&result, most, signature)?;
        let list = |sort: &Sort| Some((sort.clone(), domain::list(sort, most, signature)?));
        let arguments = function.arguments.iter().map(list).collect::<Option<Vec<_>>>()?;
        // A function into a sort of one value is one, however many arguments it takes.
        let rows = rows(&arguments).filter(|rows| *rows <= most)?;
        let mut count = 1_usize;
        for _ in 0..rows {
            count = count.checked_mul(values.len()).filter(|count| *count <= most)?;
            if values.len() == 1 {
                break;
            }
        }
        Some(Symbol { name: function.name.clone(), arguments, result, values, count })
    }

    /// Returns the value of a function for the arguments of a row, where `number` is that of the function. Rows and
    /// functions are numbered from 0; the first argument varies slowest.
    pub(super) fn at(&self, number: usize, row: usize) -> usize {
        number / self.digits()[row] as usize % self.values.len()
    }

    /// Returns for each row what a number is divided by before its last digit, to the base of the number of values, is the
    /// value.
    pub(super) fn digits(&self) -> Vec<u32> {
        let base = self.values.len();
        // There are at most as many rows as a number has digits, unless there is one value only.
        let digit = |row| base.pow(u32::try_from(row).unwrap_or_default()) as u32;
        (0..rows(&self.arguments).unwrap_or_default()).map(digit).collect()
    }

    /// Returns the arguments of each row.
    pub(super) fn rows(&self) -> Vec<Vec<&Value>> {
        let values: Vec<Vec<&Value>> =
            self.arguments.iter().map(|(_, values)| values.iter().collect()).collect();
        domain::products(&values, usize::MAX).unwrap_or_default()
    }

    /// Returns the command that defines it as the constant or function of a number.
    fn definition(&self, number: usize) -> String {
        let parameters: Vec<String> =
            (self.arguments.iter().enumerate()).map(|(at, (sort, _))| format!("(x!{at} {sort})")).collect();
        let value = |row: usize| self.values[self.at(number, row)].to_string();
        let rows = self.rows();
        let mut body = value(rows.len() - 1);
        for (row, arguments) in rows.iter().enumerate().rev().skip(1) {
            let equal = arguments.iter().enumerate().map(|(at, value)| format!("(= x!{at} {value})"));
            let equal: Vec<String> = equal.collect();
            let condition =
                if equal.len() == 1 { equal.concat() } else { format!("(and {})", equal.join(" ")) };
            body = format!("(ite {condition} {} {body})", value(row));
        }
        format!("(define-fun {} ({}) {} {body})", self.name, parameters.join(" "), self.result)
    }
}

/// Returns the number of combinations of arguments.
fn rows(arguments: &[(Sort, Vec<Value>)]) -> Option<usize> {
    arguments.iter().try_fold(1_usize, |rows, (_, values)| rows.checked_mul(values.len()))
}

impl Space {
    /// Creates the space of the symbols that formulas use, also through definitions.
    ///
    /// # Errors
    /// There are more than `most` points.
    pub(super) fn of_formulas(
        (terms, sorting): (&Terms, &Sorting),
        formulas: &[TermId],
        model: &Model,
        most: usize,
    ) -> Result<Space, Refusal> {
        let mut names = BTreeSet::new();
        let mut called = Vec::new();
        let mut collect = |terms: &Terms, sorting: &Sorting, roots: &[TermId], called: &mut Vec<usize>| {
            let reached = terms.reached(roots.iter().copied());
            for id in terms.ids().filter(|id| reached[id.index()]) {
                let Term::App(head, _) = terms.get(id) else { continue };
                let Some(Meaning::Function(function)) = sorting.meaning(*head) else { continue };
                match model.functions.get(&function.name) {
                    Some(at) if called.contains(at) => {}
                    Some(at) => called.push(*at),
                    None => drop(names.insert(function.name.clone())),
                }
            }
        };
        collect(terms, sorting, formulas, &mut called);
        let mut at = 0;
        while let Some(&function) = called.get(at) {
            let body = model.definitions.functions[function].body;
            collect(&model.definitions.terms, &model.sorting, &[body], &mut called);
            at += 1;
        }
        let mut space = Space { symbols: Vec::new(), points: 1 };
        for name in &names {
            let function = model.signature.find(name).ok_or_else(|| Refusal::Unsupported(name.clone()))?;
            let symbol = Symbol::list(function, most, &model.signature);
            if !space.push(symbol.ok_or_else(|| Refusal::Values(name.clone()))?, most) {
                return Err(Refusal::Points(most));
            }
        }
        Ok(space)
    }

    /// Creates the space of as many of these symbols as have at most `most` points together, in their order.
    pub(crate) fn of_symbols<'a>(
        names: impl Iterator<Item = &'a str>,
        most: usize,
        signature: &Signature,
    ) -> Space {
        let listed = names.filter_map(|name| Symbol::list(signature.find(name)?, most, signature));
        Space::of_listed(listed, most)
    }

    /// Creates the space of those of these symbols that have the fewest values, as many as have at most `most` points
    /// together. With fewer symbols to choose from, it has all of the others that it had.
    pub(super) fn of_fewest<'a>(
        names: impl Iterator<Item = &'a str>,
        most: usize,
        signature: &Signature,
    ) -> Space {
        let listed = names.filter_map(|name| Symbol::list(signature.find(name)?, most, signature));
        let mut symbols: Vec<Symbol> = listed.collect();
        symbols.sort_by_key(|symbol| symbol.count);
        Space::of_listed(symbols, most)
    }

    /// Creates the space of these symbols, except for those with which the points would become too many.
    fn of_listed(symbols: impl IntoIterator<Item = Symbol>, most: usize) -> Space {
        let mut space = Space { symbols: Vec::new(), points: 1 };
        symbols.into_iter().for_each(|symbol| _ = space.push(symbol, most));
        space
    }

    /// Adds a symbol, unless the points become too many.
    fn push(&mut self, symbol: Symbol, most: usize) -> bool {
        let Some(points) = self.points.checked_mul(symbol.count).filter(|points| *points <= most) else {
            return false;
        };
        self.points = points;
        self.symbols.push(symbol);
        true
    }

    /// Returns the number of points.
    pub(crate) fn points(&self) -> usize {
        self.points
    }

    /// Returns the names of the symbols.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.symbols.iter().map(|symbol| symbol.name.as_str())
    }

    /// Returns the number of each symbol's value at a point; the first symbol varies slowest.
    fn numbers(&self, mut point: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = Vec::with_capacity(self.symbols.len());
        for symbol in self.symbols.iter().rev() {
            numbers.push(point % symbol.count);
            point /= symbol.count;
        }
        numbers.reverse();
        numbers
    }

    /// Returns the symbols, each with the command that defines it as at a point.
    pub(crate) fn definitions(&self, point: usize) -> BTreeMap<String, String> {
        let numbers = self.symbols.iter().zip(self.numbers(point));
        numbers.map(|(symbol, number)| (symbol.name.clone(), symbol.definition(number))).collect()
    }

    /// Lists the points; `None` if functions are among the symbols.
    pub(super) fn list(&self) -> Option<Points> {
        let is_constant = |symbol: &Symbol| symbol.arguments.is_empty();
        let symbols = self.symbols.iter().map(|symbol| (symbol.name.clone(), symbol.result.to_string()));
        let row = |point| {
            let numbers = self.numbers(point).into_iter().zip(&self.symbols);
            numbers.map(|(number, symbol)| symbol.values[number].to_string()).collect()
        };
        let points = || Points { symbols: symbols.collect(), rows: (0..self.points).map(row).collect() };
        self.symbols.iter().all(is_constant).then(points)
    }

    /// Returns a formula that is false at a point alone, and its truth; `None` if a value has no plain notation.
    pub(crate) fn excluded(&self, point: usize) -> Option<(String, Truths)> {
        let is_plain = |value: &&Value| {
            matches!(
                value,
                Value::Bool(_) | Value::Bits(_) | Value::Float(_) | Value::Rounding(_) | Value::Data(_)
            )
        };
        let mut equations = Vec::new();
        for (symbol, number) in self.symbols.iter().zip(self.numbers(point)) {
            for (row, arguments) in symbol.rows().iter().enumerate() {
                if !arguments.iter().all(is_plain) {
                    return None;
                }
                let mut term = symbol.name.clone();
                if !arguments.is_empty() {
                    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                    term = format!("({term} {})", arguments.join(" "));
                }
                equations.push(match &symbol.values[symbol.at(number, row)] {
                    Value::Bool(true) => term,
                    Value::Bool(false) => format!("(not {term})"),
                    value if is_plain(&value) => format!("(= {term} {value})"),
                    _ => return None,
                });
            }
        }
        let text = match equations.as_slice() {
            [] => return None,
            [one] => format!("(not {one})"),
            all => format!("(not (and {}))", all.join(" ")),
        };
        Some((text, Truths::tabulate(self.points, |at| [at == point, at != point])))
    }
}
