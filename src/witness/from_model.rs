//! A witness from a model that Z3 found.

use std::collections::BTreeMap;

use super::default::Defaults;
use super::{NoValue, Origin, Signature, Table, Witness, elements};
use crate::smtlib::{DeclarationKind, Names, Script};
use crate::z3::{Entry, Interpretation, Model};

/// Writes `model` down as a witness. What the model leaves open, or says in a form that is
/// not SMT-LIB, gets the plainest value of its sort.
///
/// # Errors
/// A symbol that the model leaves open and whose sort has no values known here.
pub fn from_model(script: &Script, model: &Model, origin: Origin) -> Result<Witness, NoValue> {
    let mut names = Names::of(script);
    let found: BTreeMap<String, Vec<String>> = model.universes().into_iter().collect();
    let mut universes = BTreeMap::new();
    for declaration in &script.declarations {
        if let DeclarationKind::Sort(sort, _) = &declaration.kind {
            let in_z3 = names.to_z3(sort);
            let known = found.get(&in_z3).map(Vec::as_slice).unwrap_or_default();
            let named = elements(&mut names, sort, known.len().max(1));
            for (z3, element) in known.iter().zip(&named) {
                names.alias(z3, element);
            }
            universes.insert(sort.clone(), named);
        }
    }
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    for (symbol, interpretation) in model.interpretations() {
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
