//! A witness from the model that a solver printed.
//!
//! Solvers agree on little: some print `define-fun`, some lines of their own ([`dialect`]);
//! elements of declared sorts have names of the solver's making ([`elements`]); a definition may
//! use helpers, and symbols that come later ([`expand`]); arrays may be functions ([`mod@array`]).
//! The text is untrusted: nothing of it reaches Z3 but terms, each in the definition of a
//! symbol that the script declares, or of what it says where SMT-LIB leaves a value open.

mod array;
mod dialect;
mod elements;
mod error;
mod expand;
mod inexact;
mod malformed;
mod map;
mod sorts;
mod term;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::assignment::{Origin, Signature, Table, Witness, define, signature};
use super::default::Defaults;
use crate::smtlib::{DeclarationKind, Names, NodeId, Script, Sort, Sorts, Tree};
use crate::theory::left_open;
use crate::theory::signature::Signature as TheorySignature;
use elements::Elements;
pub use error::PrintedError;
pub(crate) use error::clip;
use expand::Expander;
pub(crate) use inexact::{Inexact, VARIETIES};

/// How a witness completes what the model leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Completion {
    /// What becomes of values that the model tells, but not exactly.
    pub inexact: Inexact,
    /// Strings have the escapes of solvers older than SMT-LIB 2.6.
    pub older_escapes: bool,
    /// Symbols without a value stay declared, and are not given the plainest one.
    pub open: bool,
    /// Sorts of which the model does not say that it names all elements have one more.
    pub spare: bool,
}

/// A model that was read.
#[derive(Debug)]
pub(crate) struct Printed {
    tree: Tree,
    sorts: Sorts,
    functions: BTreeMap<String, Function>,
    /// What it says of operators where SMT-LIB leaves their values open.
    left_open: Vec<(&'static str, Function)>,
    /// Elements that the model declares, with their sorts.
    declared: Vec<(String, Sort)>,
    /// Declared sorts of which the model says that it names all elements.
    closed: BTreeSet<Sort>,
    /// Other symbols that the model declares and gives no value.
    unknown: BTreeSet<String>,
}

/// A definition of the model.
#[derive(Debug)]
struct Function {
    parameters: Vec<(String, NodeId)>,
    sort: NodeId,
    body: NodeId,
}

impl Printed {
    /// Reads what a solver printed as its model of `script`.
    ///
    /// # Errors
    /// Text that is no model in any known form.
    pub(crate) fn read(script: &Script, text: &str) -> Result<Printed, PrintedError> {
        if text.len() > error::LONGEST {
            return Err(PrintedError::TooLong);
        }
        let tree = dialect::standard(text)?;
        let names = Names::collect(script);
        let mut printed = Printed {
            sorts: Sorts::collect(script),
            functions: BTreeMap::new(),
            left_open: Vec::new(),
            declared: Vec::new(),
            closed: BTreeSet::new(),
            unknown: BTreeSet::new(),
            tree,
        };
        for item in items(&printed.tree)? {
            printed.item(item, &names)?;
        }
        // What the script defines stands there already, maybe in other words.
        let declared: BTreeSet<&str> = functions(script).map(|(name, ..)| name).collect();
        printed.functions.retain(|name, _| declared.contains(name.as_str()) || !names.contains(name));
        Ok(printed)
    }

    fn item(&mut self, node: NodeId, names: &Names) -> Result<(), PrintedError> {
        let tree = &self.tree;
        let shape = || PrintedError::Shape(clip(tree.text(node)));
        let items = tree.list(node).unwrap_or_default();
        let Some((head, arguments)) = items.split_first() else { return Err(shape()) };
        let read = |sort: NodeId| self.sorts.read(tree, sort);
        match (tree.symbol(*head).unwrap_or_default(), arguments) {
            ("define-fun" | "define-fun-rec", &[name, parameters, sort, body]) => {
                let pair = |&node: &NodeId| match tree.list(node)? {
                    &[name, sort] => Some((tree.symbol(name)?.to_owned(), sort)),
                    _ => None,
                };
                let parameters = tree.list(parameters).and_then(|list| list.iter().map(pair).collect());
                let (Some(name), Some(parameters)) = (tree.symbol(name), parameters) else {
                    return Err(shape());
                };
                let function = Function { parameters, sort, body };
                match left_open::operator(name).filter(|_| !names.contains(name)) {
                    Some(operator) => self.left_open.push((operator, function)),
                    None => _ = self.functions.insert(name.to_owned(), function),
                }
            }
            ("define-const", &[name, sort, body]) => {
                let name = tree.symbol(name).ok_or_else(shape)?;
                self.functions.insert(name.to_owned(), Function { parameters: Vec::new(), sort, body });
            }
            ("declare-fun" | "declare-const", &[name, .., sort]) => {
                let name = tree.symbol(name).ok_or_else(shape)?;
                // Z3's elements. Of what others declare it is not said that it differs.
                match read(sort).filter(|_| name.contains("!val!")) {
                    Some(sort) => self.declared.push((name.to_owned(), sort)),
                    None => _ = self.unknown.insert(name.to_owned()),
                }
            }
            // The elements of a sort are those listed here.
            ("forall", &[variables, _]) => {
                let sorts = tree.list(variables).unwrap_or_default().iter();
                let sorts = sorts.filter_map(|&variable| read(*tree.list(variable)?.get(1)?));
                let named: Vec<Sort> = sorts.filter(|sort| matches!(sort, Sort::Named(..))).collect();
                self.closed.extend(named);
            }
            ("declare-sort" | "declare-datatype" | "declare-datatypes", _) => {}
            _ => return Err(shape()),
        }
        Ok(())
    }

    /// Whether there may be escapes in it that are none since SMT-LIB 2.6.
    pub(crate) fn has_backslashes(&self) -> bool {
        self.tree.source().contains('\\')
    }

    /// The script's symbols that the model gives no value.
    pub(crate) fn left_out<'a>(&'a self, script: &'a Script) -> impl Iterator<Item = &'a str> {
        functions(script).map(|(name, ..)| name).filter(|name| !self.functions.contains_key(*name))
    }

    /// Whether the model does not say of every declared sort that it names all elements.
    pub(crate) fn leaves_elements(&self, script: &Script) -> bool {
        script.declarations.iter().any(|line| match &line.kind {
            DeclarationKind::Sort(name, _) => !self.closes(name),
            _ => false,
        })
    }

    /// Whether the model says of a declared sort that it names all elements: of one with parameters, of some instance.
    fn closes(&self, name: &str) -> bool {
        self.closed.iter().any(|sort| matches!(sort, Sort::Named(closed, _) if closed == name))
    }

    /// The model as definitions of the script's symbols.
    ///
    /// # Errors
    /// A value that cannot be taken over.
    pub(crate) fn witness(&self, script: &Script, completion: Completion) -> Result<Witness, PrintedError> {
        Ok(self.complete(script, completion)?.0)
    }

    /// The same, and whether it has elements that the model does not have: of a sort with parameters, for which the script
    /// has other arguments too, with more elements.
    ///
    /// # Errors
    /// See [`Printed::witness`].
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
        let mut values = BTreeMap::new();
        for (name, arguments, result) in functions(script) {
            if self.functions.contains_key(name) {
                let signature = signature(script, &sorts, name, arguments, result);
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
        let mut left_open = Vec::new();
        for (number, (operator, function)) in self.left_open.iter().enumerate() {
            // One that is not well-formed tells nothing.
            let arguments = function.parameters.iter().map(|(_, sort)| expander.sort(*sort)).collect();
            let signature = (arguments, expander.sort(function.sort));
            let (Some(arguments), Some(result)) = signature else { continue };
            let name = left_open::name(operator, number);
            if !names_of_script.contains(&name)
                && let Ok(otherwise) =
                    expander.function(operator, function, Vec::clone(&arguments), result.clone())
            {
                left_open.push((name, arguments, result, Table { entries: Vec::new(), otherwise }));
            }
        }
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
        let origin = Origin::Printed;
        let mut witness = Witness::write_with(&parameter, script, origin, names, universes.clone(), table);
        let mut unset = String::new();
        for (number, unknown) in unknown.into_iter().enumerate() {
            let signature = Signature { name: &unknown.text, arguments: Vec::new(), result: unknown.sort };
            let plain = || defaults.table(&signature);
            let value = match completion.inexact {
                _ if !unknown.is_inexact && completion.open => None,
                Inexact::Open if unknown.is_inexact => None,
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
            if completion.open && !self.functions.contains_key(name) {
                let signature = signature(script, &sorts, name, arguments, *result);
                witness.definitions[at] = declaration(&signature);
            }
            // Before the first definition that may use them, after the sorts.
            let text = std::mem::take(&mut unset);
            witness.definitions[at].insert_str(0, &text);
        }
        if !unset.is_empty() {
            witness.definitions.push(unset);
        }
        Ok((witness, is_uneven))
    }
}

/// The parts of a model: what is in `(model …)`, in `(…)`, or in no list at all.
fn items(tree: &Tree) -> Result<Vec<NodeId>, PrintedError> {
    let roots = tree.roots();
    let &[root] = roots else { return Ok(roots.to_vec()) };
    let items = tree.list(root).unwrap_or_default();
    match items.first().map(|&first| tree.symbol(first)) {
        None | Some(None) => Ok(items.to_vec()),
        Some(Some("model")) => Ok(items[1..].to_vec()),
        Some(Some(_)) => Ok(vec![root]),
    }
}

/// The functions that a script declares: name, argument sorts, result sort.
fn functions(script: &Script) -> impl Iterator<Item = (&str, &[NodeId], NodeId)> {
    script.declarations.iter().filter_map(|line| match &line.kind {
        DeclarationKind::Function(name, arguments, result) => {
            Some((name.as_str(), arguments.as_slice(), *result))
        }
        _ => None,
    })
}

fn declaration(signature: &Signature<'_>) -> String {
    let arguments: Vec<String> = signature.arguments.iter().map(Sort::to_string).collect();
    format!("(declare-fun {} ({}) {})", signature.name, arguments.join(" "), signature.result)
}
