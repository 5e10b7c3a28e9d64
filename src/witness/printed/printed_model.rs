//! A model that a solver printed, as it was read.

use std::collections::{BTreeMap, BTreeSet};

use super::dialect::{PrintedError, clip, standard};
use crate::smtlib::{DeclarationKind, Names, NodeId, Script, Sort, Sorts, Tree};
use crate::theory::model::operator_left_open;

/// A model that was read.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(super) tree: Tree,
    pub(super) sorts: Sorts,
    pub(super) functions: BTreeMap<String, Function>,
    /// What it says of operators where SMT-LIB leaves their values open.
    pub(super) left_open: Vec<(&'static str, Function)>,
    /// Elements that the model declares, with their sorts.
    pub(super) declared: Vec<(String, Sort)>,
    /// Declared sorts of which the model says that it names all elements.
    closed: BTreeSet<Sort>,
    /// Other symbols that the model declares and gives no value.
    pub(super) unknown: BTreeSet<String>,
}

/// A definition of the model.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) parameters: Vec<(String, NodeId)>,
    pub(super) sort: NodeId,
    pub(super) body: NodeId,
}

impl Printed {
    /// Reads what a solver printed as its model of `script`.
    ///
    /// # Errors
    /// Text that is no model in any known form.
    pub(crate) fn read(script: &Script, text: &str) -> Result<Printed, PrintedError> {
        let tree = standard(text)?;
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
                match operator_left_open(name).filter(|_| !names.contains(name)) {
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
    pub(super) fn closes(&self, name: &str) -> bool {
        self.closed.iter().any(|sort| matches!(sort, Sort::Named(closed, _) if closed == name))
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
pub(super) fn functions(script: &Script) -> impl Iterator<Item = (&str, &[NodeId], NodeId)> {
    script.declarations.iter().filter_map(|line| match &line.kind {
        DeclarationKind::Function(name, arguments, result) => {
            Some((name.as_str(), arguments.as_slice(), *result))
        }
        _ => None,
    })
}
