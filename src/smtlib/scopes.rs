//! Which names stand for what while a script is read: a name may be declared again once it is out of scope.

use std::collections::{BTreeMap, BTreeSet};

use super::script::{Declaration, DeclarationKind};
use super::sexpr::{NodeId, Tree};

/// What was declared so far, under which names.
#[derive(Debug)]
pub(super) struct Scopes {
    /// By name, the text of its first declaration, which is the one that is kept.
    first: BTreeMap<String, String>,
    /// The levels that are open.
    levels: Vec<Scope>,
}

#[derive(Debug, Default)]
struct Scope {
    /// What is declared in it.
    declared: BTreeSet<String>,
    /// The names that stand for something else than they did first.
    others: BTreeSet<String>,
}

impl Default for Scopes {
    fn default() -> Self {
        Scopes { first: BTreeMap::new(), levels: vec![Scope::default()] }
    }
}

impl Scopes {
    /// Opens a level.
    pub(super) fn push(&mut self) {
        self.levels.push(Scope::default());
    }

    /// Closes a level. The outermost one stays.
    pub(super) fn pop(&mut self) {
        if self.levels.len() > 1 {
            self.levels.pop();
        }
    }

    /// How many levels are open, the outermost one not counted.
    pub(super) fn open_levels(&self) -> usize {
        self.levels.len() - 1
    }

    /// Takes all names out of scope.
    pub(super) fn reset(&mut self) {
        self.levels = vec![Scope::default()];
    }

    /// Whether a formula mentions a name that stands for something else than it did first.
    pub(super) fn is_about_others(&self, tree: &Tree, node: NodeId) -> bool {
        let none = self.levels.iter().all(|scope| scope.others.is_empty());
        let mut open = vec![node];
        while let Some(node) = open.pop().filter(|_| !none) {
            match tree.list(node) {
                Some(children) => open.extend(children),
                None if tree.symbol(node).is_some_and(|name| self.is_other(name)) => return true,
                None => {}
            }
        }
        false
    }

    fn is_other(&self, name: &str) -> bool {
        let scope = self
            .levels
            .iter()
            .rev()
            .find(|scope| scope.declared.contains(name) || scope.others.contains(name));
        scope.is_some_and(|scope| scope.others.contains(name))
    }

    /// Takes note of a declaration. Whether it is the first of its name; one that is not repeats it, or is about
    /// something else: in another scope, or because some solvers let names stand for several functions.
    pub(super) fn is_new(&mut self, tree: &Tree, declaration: &Declaration) -> bool {
        let text = tree.canonical_text(declaration.node);
        let (key, names) = keys(tree, declaration, &text);
        let differs = self.first.get(&key).is_some_and(|first| *first != text);
        let is_other = differs || self.is_about_others(tree, declaration.node);
        if let Some(scope) = self.levels.last_mut() {
            if is_other {
                scope.others.extend(names);
            } else {
                scope.declared.insert(key.clone());
                scope.declared.extend(names);
            }
        }
        !is_other && self.first.insert(key, text).is_none()
    }
}

/// What a declaration is known by, and the names that it introduces.
fn keys(tree: &Tree, declaration: &Declaration, text: &str) -> (String, Vec<String>) {
    match &declaration.kind {
        DeclarationKind::Function(name, ..) => (name.clone(), vec![name.clone()]),
        // Sorts have names of their own.
        DeclarationKind::Sort(name, _) | DeclarationKind::SortDefinition(name, ..) => {
            (format!("sort {name}"), vec![name.clone()])
        }
        DeclarationKind::Datatypes => {
            let datatypes = super::datatypes::datatypes(tree, declaration.node).unwrap_or_default();
            let names = datatypes.into_iter().flat_map(|datatype| {
                let built = datatype.constructors.into_iter().flat_map(|constructor| {
                    let fields = constructor.fields.into_iter().map(|(selector, _)| selector);
                    std::iter::once(constructor.name).chain(fields)
                });
                std::iter::once(datatype.name).chain(built)
            });
            let names: Vec<String> = names.collect();
            (names.first().map_or_else(|| text.to_owned(), |name| format!("datatypes {name}")), names)
        }
        DeclarationKind::Definition => {
            let named = tree.list(declaration.node).and_then(|items| items.get(1));
            let name = named.map(|&id| tree.canonical_text(id)).unwrap_or_default();
            (name.clone(), vec![name])
        }
        // What is said of another heap is about another one wherever it says something of heaps.
        DeclarationKind::Heap => {
            let names = ["sep.emp", "pto", "sep", "wand"].map(str::to_owned);
            ("heap".to_owned(), names.to_vec())
        }
    }
}
