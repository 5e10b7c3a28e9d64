//! The declarations of a script: its sorts, datatypes and functions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::smtlib::{Declaration, DeclarationKind, NodeId, Script, Sort, Sorts, Tree};

/// The sorts, datatypes and functions of a script.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    sorts: Sorts,
    /// Whether numerals denote reals.
    pub reals: bool,
    /// The declared sorts, which have no constructors.
    declared: BTreeSet<String>,
    datatypes: BTreeMap<String, Arc<Datatype>>,
    /// The constructors by name: each with its datatype and index.
    constructors: BTreeMap<String, Vec<(Arc<Datatype>, usize)>>,
    /// The selectors by name: the datatype, the constructor's index and the field's index.
    selectors: BTreeMap<String, (Arc<Datatype>, usize, usize)>,
    functions: BTreeMap<String, Arc<Function>>,
}

/// A datatype or codatatype. Values here are finite trees, so those of a codatatype are some of its values.
#[derive(Clone, Debug)]
pub struct Datatype {
    /// The name of the sort.
    pub name: String,
    /// Whether infinite trees are values, too.
    pub is_codatatype: bool,
    /// The sort parameters.
    pub parameters: Vec<String>,
    /// The constructors, in order.
    pub constructors: Vec<Constructor>,
}

/// A constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Arc<str>,
    /// The selector and sort of each field; the sorts may contain parameters of the datatype.
    pub fields: Vec<(String, Sort)>,
}

/// A declared or defined function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// Its name.
    pub name: String,
    /// The sorts of its arguments.
    pub arguments: Vec<Sort>,
    /// The sort of its result; `None` if it follows only from the body.
    pub result: Option<Sort>,
    /// Whether a definition says what it is.
    pub is_defined: bool,
}

impl Datatype {
    /// Returns the sort with these arguments.
    pub fn sort(&self, arguments: Vec<Sort>) -> Sort {
        Sort::Named(self.name.clone(), arguments)
    }

    /// Returns the sorts of a constructor's fields, in the datatype with these arguments.
    pub fn fields(&self, constructor: usize, arguments: &[Sort]) -> Vec<Sort> {
        let bound = self.parameters.iter().cloned().zip(arguments.iter().cloned()).collect();
        let fields = self.constructors.get(constructor).map(|constructor| constructor.fields.as_slice());
        fields.unwrap_or_default().iter().map(|(_, sort)| sort.with(&bound)).collect()
    }
}

impl Signature {
    /// Collects the declarations of a script. Declarations that cannot be read are left out, so terms that use
    /// them have no known sort.
    pub(crate) fn collect(script: &Script) -> Signature {
        let mut signature = Signature {
            sorts: Sorts::collect(script),
            reals: script.has_reals_only(),
            ..Signature::default()
        };
        for datatype in script.datatypes() {
            let parameters = &datatype.parameters;
            let bound =
                parameters.iter().map(|name| (name.clone(), Sort::Named(name.clone(), Vec::new()))).collect();
            let read = |(selector, sort): (NodeId, NodeId)| {
                let name = script.tree.symbol(selector)?.to_owned();
                Some((name, signature.sorts.read_with(&script.tree, sort, &bound)?))
            };
            let constructors = datatype.constructors.into_iter().map(|constructor| {
                let fields = constructor.fields.into_iter().map(read).collect::<Option<_>>()?;
                Some(Constructor { name: constructor.name.into(), fields })
            });
            if let Some(constructors) = constructors.collect() {
                signature.add(Datatype {
                    name: datatype.name,
                    is_codatatype: datatype.is_codatatype,
                    parameters: datatype.parameters,
                    constructors,
                });
            }
        }
        for declaration in &script.declarations {
            signature.declaration(script, declaration);
        }
        signature
    }

    /// Makes a declared sort consist of elements.
    pub(crate) fn enumerate(&mut self, sort: &str, elements: &[String]) {
        let constructor = |name: &String| Constructor { name: name.as_str().into(), fields: Vec::new() };
        let constructors = elements.iter().map(constructor).collect();
        self.add(Datatype {
            name: sort.to_owned(),
            is_codatatype: false,
            parameters: Vec::new(),
            constructors,
        });
    }

    fn add(&mut self, datatype: Datatype) {
        let datatype = Arc::new(datatype);
        for (at, constructor) in datatype.constructors.iter().enumerate() {
            let of_name = self.constructors.entry(constructor.name.to_string()).or_default();
            of_name.push((Arc::clone(&datatype), at));
            for (field, (selector, _)) in constructor.fields.iter().enumerate() {
                self.selectors.insert(selector.clone(), (Arc::clone(&datatype), at, field));
            }
        }
        self.datatypes.insert(datatype.name.clone(), datatype);
    }

    fn declaration(&mut self, script: &Script, declaration: &Declaration) {
        let tree = &script.tree;
        match &declaration.kind {
            DeclarationKind::Sort(name, _) => {
                self.declared.insert(name.clone());
            }
            DeclarationKind::Function(name, arguments, result) => {
                self.function(script, (name, false), arguments, Some(*result));
            }
            DeclarationKind::Definition => {
                for function in declaration.functions(tree).unwrap_or_default() {
                    let Some(name) = tree.symbol(function.name) else { continue };
                    self.function(script, (name, true), &function.sorts(tree), function.result);
                }
            }
            DeclarationKind::SortDefinition(..) | DeclarationKind::Datatypes | DeclarationKind::Heap => {}
        }
    }

    fn function(
        &mut self,
        script: &Script,
        (name, is_defined): (&str, bool),
        arguments: &[NodeId],
        result: Option<NodeId>,
    ) {
        let read = |&node: &NodeId| self.sorts.read(&script.tree, node);
        let Some(arguments) = arguments.iter().map(read).collect() else { return };
        let (arguments, result) = match result.map(|node| read(&node)) {
            None => (arguments, None),
            Some(None) => return,
            Some(Some(result)) => {
                let (arguments, result) = Sort::uncurried(arguments, result);
                (arguments, Some(result))
            }
        };
        let function = Function { name: name.to_owned(), arguments, result, is_defined };
        self.functions.insert(name.to_owned(), Arc::new(function));
    }

    /// Parses a sort.
    pub(crate) fn sort(&self, text: &str) -> Option<Sort> {
        match text {
            "Bool" => Some(Sort::Bool),
            "Int" => Some(Sort::Int),
            _ => self.sorts.of_text(text),
        }
    }

    /// Returns the name that the script has for the sorts of sets, or that it would have.
    pub(crate) fn set_name(&self) -> &'static str {
        self.sorts.set_name()
    }

    /// Reads the sort at a node.
    pub(crate) fn read_sort(&self, tree: &Tree, node: NodeId) -> Option<Sort> {
        self.sorts.read(tree, node)
    }

    /// Whether a sort is declared without constructors.
    pub(crate) fn declares_sort(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    pub(crate) fn datatype(&self, name: &str) -> Option<&Arc<Datatype>> {
        self.datatypes.get(name)
    }

    /// Returns the sorts declared without constructors, by name.
    pub(crate) fn declared_sorts(&self) -> impl Iterator<Item = &str> {
        self.declared.iter().map(String::as_str)
    }

    /// Returns the datatypes, by name.
    pub(crate) fn datatypes(&self) -> impl Iterator<Item = &Arc<Datatype>> {
        self.datatypes.values()
    }

    /// Returns the declared and defined functions, by name.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &Arc<Function>> {
        self.functions.values()
    }

    /// Returns the datatype and index of a constructor. If several datatypes have one of this name, the last
    /// counts.
    pub fn constructor(&self, name: &str) -> Option<(&Arc<Datatype>, usize)> {
        self.constructors.get(name)?.last().map(|(datatype, at)| (datatype, *at))
    }

    /// Returns the datatype and index of a constructor in the datatype of this name.
    pub(crate) fn constructor_of(&self, datatype: &str, name: &str) -> Option<(&Arc<Datatype>, usize)> {
        let found = self.constructors.get(name)?.iter().find(|(of, _)| of.name == datatype);
        found.map(|(datatype, at)| (datatype, *at))
    }

    /// Returns the datatype, constructor's index and field's index of a selector.
    pub fn selector(&self, name: &str) -> Option<(&Arc<Datatype>, usize, usize)> {
        self.selectors.get(name).map(|(datatype, at, field)| (datatype, *at, *field))
    }

    /// Returns the declared or defined function of a name.
    pub(crate) fn find(&self, name: &str) -> Option<&Arc<Function>> {
        self.functions.get(name)
    }
}
