//! A parsed model of a solver.

use std::collections::{BTreeMap, BTreeSet};

use super::dialect::{PrintedError, clip, standard};
use crate::smtlib::{DeclarationKind, Names, NodeId, Script, Sort, Sorts, Tree, declares_datatypes};
use crate::theory::model::operator_left_open;
use crate::theory::operators::Op;

/// A parsed model.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(super) tree: Tree,
    pub(super) sorts: Sorts,
    pub(super) functions: BTreeMap<String, Function>,
    /// The functions by which it fixes operators where SMT-LIB leaves their values open.
    pub(super) left_open: Vec<(Op, Function)>,
    /// The elements that the model declares, with their sorts.
    pub(super) declared: Vec<(String, Sort)>,
    /// The declared sorts whose elements the model lists completely.
    closed: BTreeSet<Sort>,
    /// Other symbols that the model declares without a value.
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
    /// Parses a solver's model of `script`.
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
        // The script contains its own definitions, possibly in another form.
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
                // Z3 declares its elements, which are distinct. Symbols that other solvers declare need not be.
                match read(sort).filter(|_| name.contains("!val!")) {
                    Some(sort) => self.declared.push((name.to_owned(), sort)),
                    None => _ = self.unknown.insert(name.to_owned()),
                }
            }
            // The elements of a sort are exactly those listed here.
            ("forall", &[variables, _]) => {
                let sorts = tree.list(variables).unwrap_or_default().iter();
                let sorts = sorts.filter_map(|&variable| read(*tree.list(variable)?.get(1)?));
                let named: Vec<Sort> = sorts.filter(|sort| matches!(sort, Sort::Named(..))).collect();
                self.closed.extend(named);
            }
            ("declare-sort", _) => {}
            (command, _) if declares_datatypes(command) => {}
            _ => return Err(shape()),
        }
        Ok(())
    }

    /// Returns the model without what it makes of operators where SMT-LIB leaves them open.
    pub(crate) fn without_choices(self) -> Printed {
        Printed { left_open: Vec::new(), ..self }
    }

    /// Whether it may contain escape sequences from before SMT-LIB 2.6.
    pub(crate) fn has_backslashes(&self) -> bool {
        self.tree.source().contains('\\')
    }

    /// Returns the script's symbols without a value in the model.
    pub(crate) fn left_out<'a>(&'a self, script: &'a Script) -> impl Iterator<Item = &'a str> {
        functions(script).map(|(name, ..)| name).filter(|name| !self.functions.contains_key(*name))
    }

    /// Whether there is a declared sort whose elements the model may not list completely.
    pub(crate) fn leaves_elements(&self, script: &Script) -> bool {
        script.declarations.iter().any(|line| match &line.kind {
            DeclarationKind::Sort(name, _) => !self.closes(name),
            _ => false,
        })
    }

    /// Whether the model lists all elements of a declared sort, or of some instance of a parametric one.
    pub(super) fn closes(&self, name: &str) -> bool {
        self.closed.iter().any(|sort| matches!(sort, Sort::Named(closed, _) if closed == name))
    }
}

/// Returns the parts of a model: the items in `(model …)` or `(…)`, or all roots.
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

/// Returns the functions that a script declares: name, argument sorts, result sort.
pub(super) fn functions(script: &Script) -> impl Iterator<Item = (&str, &[NodeId], NodeId)> {
    script.declarations.iter().filter_map(|line| match &line.kind {
        DeclarationKind::Function(name, arguments, result) => {
            Some((name.as_str(), arguments.as_slice(), *result))
        }
        _ => None,
    })
}
