//! Printed model → witness, with completion of what the model leaves open.

use std::collections::BTreeMap;

use super::abstract_values::{Completion, Elements, Inexact};
use super::dialect::PrintedError;
use super::expand::Expander;
use super::printed_model::{Printed, functions};
use crate::smtlib::{DeclarationKind, Names, Script, Sort, Sorts};
use crate::theory::model::name_left_open;
use crate::theory::signature::Signature as TheorySignature;
use crate::witness::assignment::{
    Defaults, Origin, Signature, Table, Witness, define, define_all, signature,
};

impl Printed {
    /// Returns the model as definitions of the script's symbols.
    pub(crate) fn witness(&self, script: &Script, completion: Completion) -> Result<Witness, PrintedError> {
        Ok(self.complete(script, completion)?.0)
    }

    /// Returns the witness, and whether it has elements that the model lacks: instances of a parametric sort may
    /// have different numbers of elements in the model.
    pub(crate) fn complete(
        &self,
        script: &Script,
        completion: Completion,
    ) -> Result<(Witness, bool), PrintedError> {
        let names_of_script = Names::collect(script);
        let mut elements = Elements::new(script);
        for (token, sort) in &self.declared {
            elements.term(sort, token);
        }
        let mut expander = Expander::new(script, self, elements, completion);
        let sorts = Sorts::collect(script);
        let mut values = self.read_values(script, &sorts, &mut expander)?;
        let left_open = self.read_left_open(&names_of_script, &mut expander);
        let (elements, parameter, unknown) = expander.into_parts();
        let is_uneven = elements.are_uneven();
        let (names, universes) = elements.complete(|sort| completion.spare && !self.closes(sort));
        let defaults = Defaults::new(script, &universes);
        let theirs = TheorySignature::collect(script);
        let varied = |sort: &Sort, number: usize, inexact: Inexact| {
            let otherwise = inexact.value(sort, number, &theirs)?;
            Some(Table { entries: Vec::new(), otherwise })
        };
        let mut left_out = 0;
        let table = |signature: &Signature<'_>| match values.remove(signature.name) {
            Some(otherwise) => Some(Table { entries: Vec::new(), otherwise }),
            None => {
                left_out += 1;
                varied(&signature.result, left_out, completion.inexact).or_else(|| defaults.table(signature))
            }
        };
        let mut definitions = define_all(script, &script.declarations, &parameter, &universes, table);
        let mut unset = String::new();
        for (number, unknown) in unknown.into_iter().enumerate() {
            let signature = Signature { name: &unknown.text, arguments: Vec::new(), result: unknown.sort };
            let plain = || defaults.table(&signature);
            let value = match completion.inexact {
                Inexact::Open => None,
                inexact => varied(&signature.result, number, inexact).or_else(plain),
            };
            unset += &match value {
                None => declaration(&signature),
                Some(value) => define(&signature, &value, &parameter),
            };
            unset.push('\n');
        }
        for (name, arguments, result, table) in left_open {
            unset += &define(&Signature { name: &name, arguments, result }, &table, &parameter);
            unset.push('\n');
        }
        for (at, line) in script.declarations.iter().enumerate() {
            let DeclarationKind::Function(name, arguments, result) = &line.kind else { continue };
            if completion.inexact == Inexact::Open && !self.functions.contains_key(name) {
                let signature = signature(script, &sorts, name, arguments, *result);
                definitions[at] = declaration(&signature);
            }
            // They go after the sorts, and before the first definition that may use them.
            let text = std::mem::take(&mut unset);
            definitions[at].insert_str(0, &text);
        }
        if !unset.is_empty() {
            definitions.push(unset);
        }
        Ok((Witness::new(Origin::Printed, names, definitions), is_uneven))
    }

    /// Returns the values that the model gives to functions of the script, by name.
    fn read_values<'a>(
        &'a self,
        script: &Script,
        sorts: &Sorts,
        expander: &mut Expander<'a>,
    ) -> Result<BTreeMap<String, String>, PrintedError> {
        let mut values = BTreeMap::new();
        for (name, arguments, result) in functions(script) {
            if self.functions.contains_key(name) {
                let signature = signature(script, sorts, name, arguments, result);
                let text = expander.declared(&signature);
                let text = text.map_err(|what| {
                    let symbol = name.to_owned();
                    match expander.is_malformed {
                        true => PrintedError::Malformed { symbol, what },
                        false => PrintedError::Value { symbol, what },
                    }
                })?;
                values.insert(name.to_owned(), text);
            }
        }
        Ok(values)
    }

    /// Returns the functions that the model gives for operators where SMT-LIB leaves them open: the name, the sorts of the
    /// arguments and of the result, and the values.
    fn read_left_open<'a>(
        &'a self,
        names_of_script: &Names,
        expander: &mut Expander<'a>,
    ) -> Vec<(String, Vec<Sort>, Sort, Table)> {
        let mut left_open = Vec::new();
        for (number, (operator, function)) in self.left_open.iter().enumerate() {
            // A malformed function is ignored.
            let arguments = function.parameters.iter().map(|(_, sort)| expander.sort(*sort)).collect();
            let signature = (arguments, expander.sort(function.sort));
            let (Some(arguments), Some(result)) = signature else { continue };
            let name = name_left_open(*operator, number);
            if !names_of_script.contains(&name)
                && let Ok(otherwise) =
                    expander.function(operator.name(), function, Vec::clone(&arguments), result.clone())
            {
                left_open.push((name, arguments, result, Table { entries: Vec::new(), otherwise }));
            }
        }
        left_open
    }
}

fn declaration(signature: &Signature<'_>) -> String {
    let arguments: Vec<String> = signature.arguments.iter().map(Sort::to_string).collect();
    format!("(declare-fun {} ({}) {})", signature.name, arguments.join(" "), signature.result)
}
