//! Models as text: what a witness is made from.

use z3::Interp;
use z3::ast::{Array, Ast, Dynamic};

/// A model that Z3 found.
#[derive(Debug)]
pub(crate) struct Model(z3::Model);

/// Argument values of a function, and its value there.
pub(crate) type Entry = (Vec<String>, String);

/// What a model says of one symbol, in Z3's spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Interpretation {
    /// The value of a constant.
    Constant(String),
    /// Entries of a function (argument values, value) and the value elsewhere.
    Table(Vec<Entry>, String),
}

impl Model {
    pub(super) fn new(model: z3::Model) -> Self {
        Model(model)
    }

    /// The elements of each uninterpreted sort: sort name, element names.
    pub(crate) fn universes(&self) -> Vec<(String, Vec<String>)> {
        let universes = self.0.sort_universes();
        universes
            .map(|(sort, elements)| {
                let elements = elements.iter().map(|element| element.to_string()).collect();
                (sort.to_string(), elements)
            })
            .collect()
    }

    /// Every symbol the model interprets, with what can be said of it in SMT-LIB. Symbols
    /// whose value has no such form are left out.
    pub(crate) fn interpretations(&self) -> Vec<(String, Interpretation)> {
        let interpreted = self.0.iter().filter_map(|symbol| {
            let interpretation = match self.0.get_interp(&symbol)? {
                Interp::Const(value) => Interpretation::Constant(self.text(&value)?),
                Interp::Func(function) => {
                    let (entries, otherwise) = self.table(&function)?;
                    Interpretation::Table(entries, otherwise)
                }
            };
            Some((symbol.name(), interpretation))
        });
        interpreted.collect()
    }

    /// Entries and default of a function. A default that is no value is replaced by that
    /// of the last entry: any total function is a witness.
    fn table(&self, function: &z3::FuncInterp) -> Option<(Vec<Entry>, String)> {
        let entries: Option<Vec<Entry>> = function
            .get_entries()
            .iter()
            .map(|entry| {
                let arguments: Option<_> =
                    entry.get_args().iter().map(|argument| self.text(argument)).collect();
                Some((arguments?, self.text(&entry.get_value())?))
            })
            .collect();
        let entries = entries?;
        let otherwise = function.get_else().and_then(|value| self.text(&value));
        let otherwise = otherwise.or_else(|| entries.last().map(|(_, value)| value.clone()))?;
        Some((entries, otherwise))
    }

    /// A value in SMT-LIB; `None` if it has no form there.
    fn text(&self, value: &Dynamic) -> Option<String> {
        let text = value.to_string();
        if text.contains("root-obj") {
            // An algebraic number. Its approximation is as good a witness.
            let real = value.as_real()?;
            return Some(real.approx(20).trim_end_matches('?').to_owned()).and_then(|text| decimal(&text));
        }
        if text.contains("as-array") {
            return self.array(&value.as_array()?);
        }
        let foreign = [":var", "lambda", "!!", "k!", "(let "].iter().any(|part| text.contains(part));
        (!foreign).then_some(text)
    }

    /// An array that Z3 gives as a function, as stores into a constant array.
    fn array(&self, array: &Array) -> Option<String> {
        let function = self.0.get_func_interp(&array.as_array_func_decl()?)?;
        let (entries, otherwise) = self.table(&function)?;
        let mut text = format!("((as const {}) {otherwise})", array.get_sort());
        for (arguments, value) in entries {
            text = format!("(store {text} {} {value})", arguments.join(" "));
        }
        Some(text)
    }
}

/// `-1.5` as `(- 1.5)`; SMT-LIB has no negative literals.
fn decimal(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let valid = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let digits = if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") };
    valid.then(|| if text.starts_with('-') { format!("(- {digits})") } else { digits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::z3::{Answer, parse, solve};

    fn model_of(text: &str) -> Vec<(String, Interpretation)> {
        match solve(&parse(text).unwrap(), false, 10_000_000, None) {
            Answer::Sat(model) => model.interpretations(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn constants_and_functions_have_values() {
        let found =
            model_of("(declare-fun x () Int)(declare-fun f (Int) Int)(assert (and (= x 7) (= (f 7) 3)))");
        assert!(found.contains(&("x".into(), Interpretation::Constant("7".into()))));
        let Some((_, Interpretation::Table(_, otherwise))) = found.iter().find(|(name, _)| name == "f")
        else {
            panic!("{found:?}");
        };
        assert_eq!(otherwise, "3");
    }

    #[test]
    fn an_algebraic_number_becomes_a_decimal() {
        let found = model_of("(declare-fun x () Real)(assert (and (= (* x x) 2.0) (< x 0.0)))");
        let Interpretation::Constant(text) = &found[0].1 else { panic!() };
        assert!(text.starts_with("(- 1.41421356"), "{text}");
    }

    #[test]
    fn arrays_are_stores() {
        let found = model_of(
            "(declare-fun a () (Array Int Int))(assert (and (= (select a 1) 2) (= (select a 3) 4)))",
        );
        let Interpretation::Constant(text) = &found[0].1 else { panic!() };
        assert!(text.contains("as const (Array Int Int)"), "{text}");
    }
}
