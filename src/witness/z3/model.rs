//! Models that Z3 found → witnesses.

use std::collections::BTreeMap;

use z3::Interp;
use z3::ast::{Array, Ast, Dynamic};

use crate::smtlib::{DeclarationKind, Names, Script, Sorts};
use crate::witness::assignment::{
    Defaults, Origin, Signature, Table, Witness, define, define_all, elements, parameter_prefix, signature,
};
use crate::witness::printed::{Completion, Printed, escape_delete};

/// A model that Z3 found.
#[derive(Debug)]
pub(super) struct Model(z3::Model);

impl Model {
    pub(super) fn new(model: z3::Model) -> Self {
        Model(model)
    }

    /// Returns the elements of each uninterpreted sort: the name of the sort, and the names of the elements.
    fn universes(&self) -> Vec<(String, Vec<String>)> {
        let universes = self.0.sort_universes();
        universes
            .map(|(sort, elements)| {
                let elements = elements.iter().map(|element| element.to_string()).collect();
                (sort.to_string(), elements)
            })
            .collect()
    }

    /// Returns the value of every symbol that the model interprets, in Z3's notation. Symbols whose value has no
    /// SMT-LIB form are left out.
    fn interpretations(&self) -> BTreeMap<String, Table> {
        let interpreted = self.0.iter().filter_map(|symbol| {
            let table = match self.0.get_interp(&symbol)? {
                Interp::Const(value) => Table { entries: Vec::new(), otherwise: self.text(&value)? },
                Interp::Func(function) => self.table(&function)?,
            };
            Some((symbol.name(), table))
        });
        interpreted.collect()
    }

    /// Returns the entries and the default of a function. A default that is not a value is replaced by the value
    /// of the last entry, because any total function is a witness.
    fn table(&self, function: &z3::FuncInterp) -> Option<Table> {
        let read = function.get_entries();
        let entry = |entry: &z3::FuncEntry| {
            let arguments = entry.get_args();
            let arguments = arguments.iter().map(|argument| self.text(argument));
            Some((arguments.collect::<Option<Vec<_>>>()?, self.text(&entry.get_value())?))
        };
        let entries = read.iter().map(entry).collect::<Option<Vec<_>>>()?;
        let otherwise = function.get_else().and_then(|value| self.text(&value));
        let otherwise = otherwise.or_else(|| entries.last().map(|(_, value)| value.clone()))?;
        Some(Table { entries, otherwise })
    }

    /// Returns a value as SMT-LIB, or `None` if it has no such form.
    fn text(&self, value: &Dynamic) -> Option<String> {
        let text = escape_delete(&value.to_string()).into_owned();
        if text.contains("root-obj") {
            // An algebraic number. An approximation is as good for a witness.
            let real = value.as_real()?;
            return Some(real.approx(20).trim_end_matches('?').to_owned()).and_then(|text| decimal(&text));
        }
        if text.contains("as-array") {
            return self.array(&value.as_array()?);
        }
        let foreign = [":var", "lambda", "!!", "k!", "(let "].iter().any(|part| text.contains(part));
        (!foreign).then_some(text)
    }

    /// Converts an array that Z3 gives as a function to stores into a constant array.
    fn array(&self, array: &Array) -> Option<String> {
        let function = self.0.get_func_interp(&array.as_array_func_decl()?)?;
        let Table { entries, otherwise } = self.table(&function)?;
        let stores = "(store ".repeat(entries.len());
        let mut text = format!("{stores}((as const {}) {otherwise})", array.get_sort());
        for (arguments, value) in entries {
            text += &format!(" {} {value})", arguments.join(" "));
        }
        Some(text)
    }
}

/// Converts `-1.5` to `(- 1.5)`, since SMT-LIB has no negative literals.
fn decimal(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let valid = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let digits = if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") };
    valid.then(|| if text.starts_with('-') { format!("(- {digits})") } else { digits })
}

/// Converts `model` to a witness. Values that are missing or have no SMT-LIB form become the plainest of their
/// sort.
pub(super) fn from_model(script: &Script, model: &Model, origin: Origin) -> Witness {
    if has_other_sorts(script)
        && let Ok(read) = Printed::read(script, &printed(script, model))
        && let Ok(witness) = read.witness(script, Completion::default())
    {
        return Witness { origin, ..witness };
    }
    let mut names = Names::collect(script);
    let found: BTreeMap<String, Vec<String>> = model.universes().into_iter().collect();
    let interpretations = model.interpretations();
    let mut universes = BTreeMap::new();
    for declaration in &script.declarations {
        if let DeclarationKind::Sort(sort, _) = &declaration.kind {
            let in_z3 = names.to_z3(sort);
            let known = found.get(&in_z3).map(Vec::as_slice).unwrap_or_default();
            // Values may mention elements that the universe does not list.
            let count = known.len().max(1).max(mentioned(&in_z3, &interpretations));
            let named = elements(&mut names, sort, count);
            let others = (0..count).map(|number| format!("{in_z3}!val!{number}"));
            let others = others.filter(|element| !known.contains(element));
            let z3_names: Vec<String> = known.iter().cloned().chain(others).take(count).collect();
            for (z3, element) in z3_names.iter().zip(&named) {
                names.alias(z3, element);
            }
            universes.insert(sort.clone(), named);
        }
    }
    let named = |(symbol, table): (String, Table)| {
        Some((names.source_of(&symbol)?.to_owned(), in_source(&names, table)))
    };
    let mut tables: BTreeMap<String, Table> = interpretations.into_iter().filter_map(named).collect();
    let defaults = Defaults::new(script, &universes);
    let table =
        |signature: &Signature<'_>| tables.remove(signature.name).or_else(|| defaults.table(signature));
    let definitions = define_all(script, &script.declarations, &parameter_prefix(&names), &universes, table);
    Witness::new(origin, names, definitions)
}

/// Translates a table to the names of the script.
fn in_source(names: &Names, table: Table) -> Table {
    let written = |text: String| names.to_source(&text);
    let entry = |(arguments, value): (Vec<String>, String)| {
        (arguments.into_iter().map(written).collect(), written(value))
    };
    Table { entries: table.entries.into_iter().map(entry).collect(), otherwise: written(table.otherwise) }
}

/// Whether a script has sorts whose values Z3 does not print as SMT-LIB: parametric sorts, whose arguments it
/// omits, and function sorts, for which it prints arrays.
fn has_other_sorts(script: &Script) -> bool {
    let has_maps = script.tree.source().split(['(', ' ', '\n']).any(|word| word == "->");
    has_maps
        || script.datatypes().any(|datatype| !datatype.parameters.is_empty())
        || script.declarations.iter().any(|line| matches!(line.kind, DeclarationKind::Sort(_, 1..)))
}

/// Returns the model as Z3 prints it, with the names of the script.
fn printed(script: &Script, model: &Model) -> String {
    let names = Names::collect(script);
    let mut tables = model.interpretations();
    let mut text = String::from("(");
    for (sort, elements) in model.universes() {
        let sort = names.to_source(&sort);
        let equations: Vec<String> = elements.iter().map(|element| format!("(= x {element})")).collect();
        elements.iter().for_each(|element| text += &format!("(declare-fun {element} () {sort})"));
        text += &format!("(forall ((x {sort})) (or {}))", equations.join(" "));
    }
    let sorts = Sorts::collect(script);
    for declaration in &script.declarations {
        let DeclarationKind::Function(name, arguments, result) = &declaration.kind else { continue };
        let Some(table) = tables.remove(&names.to_z3(name)) else { continue };
        let signature = signature(script, &sorts, name, arguments, *result);
        text += &define(&signature, &in_source(&names, table), "x!");
    }
    text + ")"
}

/// Returns one more than the highest number of an element of `sort` in any value.
fn mentioned(sort: &str, interpretations: &BTreeMap<String, Table>) -> usize {
    let mark = format!("{sort}!val!");
    let highest = |text: &str| {
        let numbers = text.split(mark.as_str()).skip(1);
        let numbers = numbers.filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse::<usize>().ok()
        });
        numbers.max().map_or(0, |number| number + 1)
    };
    let values = interpretations.values().flat_map(|table| {
        let entries = table.entries.iter().flat_map(|(arguments, value)| arguments.iter().chain([value]));
        entries.chain([&table.otherwise])
    });
    values.map(|value| highest(value)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::z3::formula::{Answer, parse, solve};

    fn model_of(text: &str) -> BTreeMap<String, Table> {
        match solve(&parse(text).unwrap(), false, 10_000_000, None) {
            Answer::Sat(model) => model.interpretations(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn constants_and_functions_have_values() {
        let found =
            model_of("(declare-fun x () Int)(declare-fun f (Int) Int)(assert (and (= x 7) (= (f 7) 3)))");
        assert_eq!(found["x"], Table { entries: Vec::new(), otherwise: "7".to_owned() });
        assert_eq!(found["f"].otherwise, "3");
    }

    #[test]
    fn an_algebraic_number_becomes_a_decimal() {
        let found = model_of("(declare-fun x () Real)(assert (and (= (* x x) 2.0) (< x 0.0)))");
        let text = &found["x"].otherwise;
        assert!(text.starts_with("(- 1.41421356"), "{text}");
    }

    #[test]
    fn arrays_are_stores() {
        let found = model_of(
            "(declare-fun a () (Array Int Int))(assert (and (= (select a 1) 2) (= (select a 3) 4)))",
        );
        let text = &found["a"].otherwise;
        assert!(text.contains("as const (Array Int Int)"), "{text}");
    }
}
