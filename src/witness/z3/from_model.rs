//! A witness from a model that Z3 found.

use std::collections::BTreeMap;

use super::{Entry, Interpretation, Model};
use crate::smtlib::{DeclarationKind, Names, Script, Sorts};
use crate::witness::assignment::{Origin, Signature, Table, Witness, define, elements, signature};
use crate::witness::default::Defaults;
use crate::witness::printed::{Completion, Printed};

/// Writes `model` down as a witness. What the model leaves open, or says in a form that is
/// not SMT-LIB, gets the plainest value of its sort.
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
            // Values may name elements that the universe does not list.
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
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    for (symbol, interpretation) in interpretations {
        let Some(name) = names.source_of(&symbol) else { continue };
        let table = match interpretation {
            Interpretation::Constant(value) => {
                Table { entries: Vec::new(), otherwise: names.to_source(&value) }
            }
            Interpretation::Table(entries, otherwise) => {
                let entry = |(arguments, value): Entry| {
                    let arguments = arguments.iter().map(|argument| names.to_source(argument)).collect();
                    (arguments, names.to_source(&value))
                };
                Table {
                    entries: entries.into_iter().map(entry).collect(),
                    otherwise: names.to_source(&otherwise),
                }
            }
        };
        tables.insert(name.to_owned(), table);
    }
    let defaults = Defaults::new(script, &universes);
    let table =
        |signature: &Signature<'_>| tables.remove(signature.name).or_else(|| defaults.table(signature));
    Witness::write(script, origin, names, universes.clone(), table)
}

/// Whether a script has sorts of which Z3's values are not those of SMT-LIB: with parameters, which it leaves out, or `->`, of
/// which it makes arrays.
fn has_other_sorts(script: &Script) -> bool {
    let has_maps = script.tree.source().split(['(', ' ', '\n']).any(|word| word == "->");
    has_maps
        || script.datatypes().any(|datatype| !datatype.parameters.is_empty())
        || script.declarations.iter().any(|line| matches!(line.kind, DeclarationKind::Sort(_, 1..)))
}

/// The model as Z3 prints it, in the names of the script.
fn printed(script: &Script, model: &Model) -> String {
    let names = Names::collect(script);
    let mut values: BTreeMap<String, Interpretation> = model.interpretations().into_iter().collect();
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
        let table = match values.remove(&names.to_z3(name)) {
            Some(Interpretation::Constant(value)) => {
                Table { entries: Vec::new(), otherwise: names.to_source(&value) }
            }
            Some(Interpretation::Table(entries, otherwise)) => {
                let all = |texts: &[String]| texts.iter().map(|text| names.to_source(text)).collect();
                let entries = entries.iter().map(|(at, value)| (all(at), names.to_source(value)));
                Table { entries: entries.collect(), otherwise: names.to_source(&otherwise) }
            }
            None => continue,
        };
        let signature = signature(script, &sorts, name, arguments, *result);
        text += &define(&signature, &table, "x!");
    }
    text + ")"
}

/// One more than the highest number of an element of `sort` that occurs in some value.
fn mentioned(sort: &str, interpretations: &[(String, Interpretation)]) -> usize {
    let mark = format!("{sort}!val!");
    let highest = |text: &str| {
        let numbers = text.split(mark.as_str()).skip(1);
        let numbers = numbers.filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse::<usize>().ok()
        });
        numbers.max().map_or(0, |number| number + 1)
    };
    let values = interpretations.iter().flat_map(|(_, interpretation)| match interpretation {
        Interpretation::Constant(value) => vec![value],
        Interpretation::Table(entries, otherwise) => {
            let entries = entries.iter().flat_map(|(arguments, value)| arguments.iter().chain([value]));
            entries.chain([otherwise]).collect()
        }
    });
    values.map(|value| highest(value)).max().unwrap_or(0)
}
