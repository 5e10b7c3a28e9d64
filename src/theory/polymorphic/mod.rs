//! Instantiation of polymorphic functions (SMT-LIB 2.7, `declare-sort-parameter`): one monomorphic copy for each
//! sort at which a function is used.
//!
//! The sorts of a use follow from its arguments or from `(as f S)`. Scripts without sort parameters stay
//! unchanged.

mod commands;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::smtlib::{NodeId, Position, Problem, Script, Sort, Tree, symbol};
use crate::theory::meaning::Meaning;
use crate::theory::signature::Signature;
use crate::theory::sorting::{application, fits, partly, unify};

/// The maximal number of copies for one script.
const MOST_COPIES: usize = 1000;
/// The maximal length of a sort of a copy in bytes. Polymorphic recursion creates ever longer sorts.
const LONGEST_SORT: usize = 1000;
/// The maximal size of all copies in bytes.
const LONGEST: usize = 8 << 20;
/// The maximal depth of a term in which uses are searched.
const DEEPEST: usize = 400;

/// A problem with monomorphic copies in place of polymorphic functions.
pub(crate) struct Instantiated {
    pub problem: Problem,
    /// The uses whose sorts could not be determined, with their positions.
    pub faults: Vec<(Position, String)>,
    /// The names of functions with such uses; these names are no longer declared.
    pub lost: BTreeSet<String>,
}

/// Instantiates all uses of polymorphic functions. Returns `None` if the script declares no sort parameter.
pub(crate) fn instantiate(problem: &Problem) -> Option<Instantiated> {
    let tree = &problem.script.tree;
    let parameter = |&root: &NodeId| match tree.list(root)? {
        [head, name] if tree.symbol(*head) == Some("declare-sort-parameter") => tree.symbol(*name),
        _ => None,
    };
    let parameters: BTreeSet<&str> = tree.roots().iter().filter_map(parameter).collect();
    if parameters.is_empty() {
        return None;
    }
    let mut walk = Walk::new(&problem.script, parameters.into_iter().map(str::to_owned).collect());
    walk.visit_commands();
    // The body of a copy may need further copies.
    let mut next = 0;
    while next < walk.copies.len() {
        walk.make(next);
        next += 1;
    }
    let edits = walk.edits_of_commands();
    let problem = problem.edited(&edits).ok()?;
    Some(Instantiated { problem, faults: walk.faults, lost: walk.lost })
}

/// A function that a command declares or defines.
#[derive(Clone)]
struct Declared<'a> {
    /// The position of the command in the script.
    root: usize,
    command: &'a str,
    name: NodeId,
    /// The name, if the function has a body, and sort of each parameter.
    parameters: Vec<(Option<NodeId>, NodeId)>,
    result: NodeId,
    body: Option<NodeId>,
}

type Binding = BTreeMap<String, Sort>;

/// A monomorphic copy of a function.
struct Copy {
    function: String,
    binding: Binding,
    name: Arc<str>,
    /// The name, parameters and result, as in `define-funs-rec`.
    header: String,
    body: String,
    /// Other copies that the body uses.
    uses: BTreeSet<usize>,
}

struct Walk<'a> {
    script: &'a Script,
    tree: &'a Tree,
    signature: Signature,
    parameters: Vec<String>,
    /// The polymorphic functions.
    functions: BTreeMap<String, Declared<'a>>,
    meanings: HashMap<String, Meaning>,
    /// The sorts of `:named` terms.
    labels: HashMap<String, Option<Sort>>,
    /// The sorts of the variables in scope, innermost binder last.
    scope: HashMap<&'a str, Vec<Option<Sort>>>,
    /// The current values of the sort parameters.
    binding: Binding,
    edits: BTreeMap<NodeId, Arc<str>>,
    copies: Vec<Copy>,
    known: BTreeMap<(String, Binding), usize>,
    used: BTreeSet<usize>,
    /// Every token of the script and every generated name.
    taken: BTreeSet<String>,
    /// The total size of the copies so far, in bytes.
    bytes: usize,
    /// The number of refused uses.
    refused: usize,
    faulty: BTreeSet<NodeId>,
    faults: Vec<(Position, String)>,
    lost: BTreeSet<String>,
}

impl<'a> Walk<'a> {
    fn new(script: &'a Script, parameters: Vec<String>) -> Walk<'a> {
        let tree = &script.tree;
        let signature = Signature::collect(script);
        let is_polymorphic = |name: &str| {
            let function = signature.find(name);
            let sorts = function.iter().flat_map(|it| it.arguments.iter().chain(&it.result));
            sorts.flat_map(Sort::names).any(|name| parameters.iter().any(|it| it == name))
        };
        let mut functions = BTreeMap::new();
        for (at, &root) in tree.roots().iter().enumerate() {
            for function in declared(tree, at, root).unwrap_or_default() {
                if let Some(name) = tree.symbol(function.name).filter(|name| is_polymorphic(name)) {
                    functions.entry(name.to_owned()).or_insert(function);
                }
            }
        }
        let tokens = tree.roots().iter().flat_map(|&root| tree.atoms_in(root));
        Walk {
            script,
            tree,
            taken: tokens.map(str::to_owned).collect(),
            signature,
            parameters,
            functions,
            meanings: HashMap::new(),
            labels: HashMap::new(),
            scope: HashMap::new(),
            binding: BTreeMap::new(),
            edits: BTreeMap::new(),
            copies: Vec::new(),
            known: BTreeMap::new(),
            used: BTreeSet::new(),
            bytes: 0,
            refused: 0,
            faulty: BTreeSet::new(),
            faults: Vec::new(),
            lost: BTreeSet::new(),
        }
    }

    fn is_polymorphic(&self, function: &Declared) -> bool {
        self.tree.symbol(function.name).is_some_and(|name| self.functions.contains_key(name))
    }

    fn visit_commands(&mut self) {
        let tree = self.tree;
        for (at, &root) in tree.roots().iter().enumerate() {
            let items = tree.list(root).unwrap_or_default();
            match (items.first().and_then(|&head| tree.symbol(head)), items) {
                (Some("assert"), &[_, term]) | (Some("define"), &[_, _, term]) => {
                    self.term(term, 0);
                }
                (Some("check-sat-assuming"), &[_, terms]) => {
                    for &term in tree.list(terms).unwrap_or_default() {
                        self.term(term, 0);
                    }
                }
                _ => {
                    for function in declared(tree, at, root).unwrap_or_default() {
                        if !self.is_polymorphic(&function) {
                            self.function(&function);
                        }
                    }
                }
            }
        }
    }

    /// Walks through the body of a function, and returns its parameters as text.
    fn function(&mut self, function: &Declared<'a>) -> Vec<String> {
        let (mut bound, mut written) = (Vec::new(), Vec::new());
        for &(name, node) in &function.parameters {
            let sort = self.sort(node);
            let text = sort.as_ref().map_or_else(|| self.tree.canonical_text(node), Sort::to_string);
            match name.and_then(|name| self.tree.symbol(name)) {
                Some(name) => {
                    written.push(format!("({name} {text})"));
                    bound.push((name, sort));
                }
                None => written.push(text),
            }
        }
        if let Some(body) = function.body {
            self.within(bound, body, 0);
        }
        written
    }

    /// Generates the text of a copy.
    fn make(&mut self, at: usize) {
        let Some(function) = self.functions.get(&self.copies[at].function).cloned() else { return };
        let outside = std::mem::take(&mut self.edits);
        self.binding = self.copies[at].binding.clone();
        self.used.clear();
        let parameters = self.function(&function).join(" ");
        let result = self.sort(function.result);
        let result =
            result.map_or_else(|| self.tree.canonical_text(function.result), |sort| sort.to_string());
        let body = function.body.map(|body| self.tree.edited_text(body, &self.edits)).unwrap_or_default();
        let copy = &mut self.copies[at];
        copy.header = format!("{} ({parameters}) {result}", copy.name);
        (copy.body, copy.uses) = (body, std::mem::take(&mut self.used));
        self.bytes += copy.header.len() + copy.body.len();
        self.edits = outside;
        self.binding.clear();
    }

    /// Returns the sort of a term, if it is known, and replaces the uses of polymorphic functions in it.
    fn term(&mut self, node: NodeId, depth: usize) -> Option<Sort> {
        let tree = self.tree;
        if depth == DEEPEST {
            let functions: Vec<&str> =
                tree.atoms_in(node).filter(|name| self.functions.contains_key(*name)).collect();
            for name in functions {
                self.refuse(node, name, format!("`{}` is used too deep in a term", symbol::bare(name)));
            }
            return None;
        }
        let depth = depth + 1;
        let Some(items) = tree.list(node) else { return self.apply(node, &[], false, depth) };
        match (items.first().and_then(|&head| tree.symbol(head)), items) {
            (Some("let"), &[_, bindings, body]) => {
                let pairs = pairs(tree, bindings).collect::<Vec<_>>();
                let bound = pairs.into_iter().map(|(name, value)| (name, self.term(value, depth))).collect();
                self.within(bound, body, depth)
            }
            (Some(kind @ ("forall" | "exists" | "lambda")), &[_, variables, body]) => {
                let bound = pairs(tree, variables).map(|(name, sort)| (name, self.sort(sort))).collect();
                self.within(bound, body, depth);
                (kind != "lambda").then_some(Sort::Bool)
            }
            (Some("match"), &[_, subject, cases]) => {
                let subject = self.term(subject, depth);
                let mut found = None;
                for &case in tree.list(cases).unwrap_or_default() {
                    let Some(&[pattern, body]) = tree.list(case) else { continue };
                    let bound = self.bound_by(pattern, subject.as_ref());
                    let sort = self.within(bound, body, depth);
                    found = found.or(sort);
                }
                found
            }
            (Some("!"), [_, term, attributes @ ..]) => {
                for pair in attributes.windows(2).filter(|pair| tree.text(pair[0]) == ":pattern") {
                    for &term in tree.list(pair[1]).unwrap_or_default() {
                        self.term(term, depth);
                    }
                }
                let sort = self.term(*term, depth);
                for pair in attributes.windows(2).filter(|pair| tree.text(pair[0]) == ":named") {
                    self.labels.insert(tree.atom_text(pair[1])?.to_owned(), sort.clone());
                }
                sort
            }
            (Some("as" | "_"), _) => self.apply(node, &[], false, depth),
            (_, &[head, ref arguments @ ..]) => {
                let before = self.refused;
                let sorts: Vec<_> = arguments.iter().map(|&argument| self.term(argument, depth)).collect();
                let is_faulty = self.refused > before;
                self.apply(head, &sorts, is_faulty, depth)
            }
            (_, []) => None,
        }
    }

    /// Returns the sort of a term under bound variables.
    fn within(&mut self, bound: Vec<(&'a str, Option<Sort>)>, body: NodeId, depth: usize) -> Option<Sort> {
        let names: Vec<&str> = bound.iter().map(|(name, _)| *name).collect();
        for (name, sort) in bound {
            self.scope.entry(name).or_default().push(sort);
        }
        let sort = self.term(body, depth);
        for name in names {
            self.scope.get_mut(name).and_then(Vec::pop);
        }
        sort
    }

    /// Returns the variables that a pattern of a `match` binds.
    fn bound_by(&self, pattern: NodeId, subject: Option<&Sort>) -> Vec<(&'a str, Option<Sort>)> {
        let tree = self.tree;
        let parts = tree.list(pattern).unwrap_or_default();
        let Some((&constructor, variables)) = parts.split_first() else {
            let name = tree.symbol(pattern).filter(|name| self.signature.constructor(name).is_none());
            return name.into_iter().map(|name| (name, subject.cloned())).collect();
        };
        let fields = match (tree.symbol(constructor), subject) {
            (Some(name), Some(Sort::Named(of, arguments))) => self
                .signature
                .constructor_of(of, name)
                .map_or_else(Vec::new, |(datatype, at)| datatype.fields(at, arguments)),
            _ => Vec::new(),
        };
        let names = variables.iter().enumerate();
        names.filter_map(|(at, &name)| Some((tree.symbol(name)?, fields.get(at).cloned()))).collect()
    }

    /// Returns the sort written at a node, with sort parameters replaced by their values.
    fn sort(&mut self, node: NodeId) -> Option<Sort> {
        let written = self.signature.read_sort(self.tree, node)?;
        let sort = written.with(&self.binding);
        if sort != written {
            self.edits.insert(node, sort.to_string().into());
        }
        Some(sort)
    }

    /// Returns the sort of an application. `is_faulty` says that an error in an argument was already reported.
    fn apply(&mut self, head: NodeId, given: &[Option<Sort>], is_faulty: bool, depth: usize) -> Option<Sort> {
        let tree = self.tree;
        let (name, qualifier) = match tree.list(head) {
            None => (tree.atom_text(head)?, None),
            Some(&[mark, name, sort]) if tree.symbol(mark) == Some("as") => {
                (tree.atom_text(name).unwrap_or_default(), Some(sort))
            }
            Some([mark, ..]) if tree.symbol(*mark) == Some("_") => ("", None),
            // The head of a higher-order application is itself a term.
            Some(_) => {
                self.term(head, depth);
                return None;
            }
        };
        if let Some(sort) = self.scope.get(name).and_then(|stack| stack.last()) {
            return sort.clone().filter(|_| given.is_empty());
        }
        let sort = qualifier.and_then(|sort| self.sort(sort));
        if self.functions.contains_key(name) {
            qualifier.map(|sort| self.edits.remove(&sort));
            return self.exchange(head, name, sort.as_ref(), given, is_faulty);
        }
        if let Some(sort) = self.labels.get(name) {
            return sort.clone();
        }
        let text = tree.edited_text(head, &self.edits);
        let signature = &self.signature;
        let meaning = self.meanings.entry(text).or_insert_with_key(|text| Meaning::resolve(text, signature));
        let sorts: Option<Vec<&Sort>> = given.iter().map(Option::as_ref).collect();
        let sort =
            sorts.map_or_else(|| partly(meaning, given.len()), |sorts| application(meaning, name, &sorts));
        sort.known().cloned()
    }

    /// Replaces a use of a polymorphic function by the copy for these arguments.
    fn exchange(
        &mut self,
        head: NodeId,
        name: &'a str,
        wanted: Option<&Sort>,
        given: &[Option<Sort>],
        is_faulty: bool,
    ) -> Option<Sort> {
        let function = Arc::clone(self.signature.find(name)?);
        let result = function.result.as_ref()?;
        let pairs =
            function.arguments.iter().zip(given).filter_map(|(taken, sort)| Some((taken, sort.as_ref()?)));
        let pairs: Vec<(&Sort, &Sort)> = pairs.chain(wanted.map(|sort| (result, sort))).collect();
        let mut bound = HashMap::new();
        for (pattern, sort) in &pairs {
            unify(pattern, sort, &self.parameters, &mut bound);
        }
        let is_parameter = |name: &str| self.parameters.iter().any(|it| it == name);
        let mentioned =
            function.arguments.iter().chain([result]).flat_map(Sort::names).filter(|name| is_parameter(name));
        let told = |name: &str| {
            let sort = bound.get(name)?;
            let is_told = !sort.names().into_iter().any(is_parameter);
            is_told.then(|| (name.to_owned(), sort.clone()))
        };
        let binding: Option<Binding> = mentioned.map(told).collect();
        let shown = symbol::bare(name);
        let Some(binding) = binding else {
            if is_faulty {
                self.lost.insert(name.to_owned());
                self.refused += 1;
            } else {
                let parameter = bound.values().flat_map(Sort::names).find(|name| is_parameter(name));
                let what = match parameter {
                    Some(it) => format!("`{shown}` is used at the sort parameter `{}`", symbol::bare(it)),
                    None => {
                        format!(
                            "its arguments do not determine the sorts of `{shown}`: write `(as {name} …)`"
                        )
                    }
                };
                self.refuse(head, name, what);
            }
            return None;
        };
        let takes = pairs.iter().all(|(pattern, sort)| fits(&pattern.with(&binding), sort));
        if !takes || given.len() > function.arguments.len() {
            let given: Vec<String> = given.iter().flatten().map(Sort::to_string).collect();
            self.refuse(head, name, format!("`{shown}` does not take {}", given.join(", ")));
            return None;
        }
        let sort = result.with(&binding);
        let Some(at) = self.copy(name, binding) else {
            self.refuse(head, name, format!("`{shown}` is used at infinitely many sorts, or at too many"));
            return None;
        };
        self.used.insert(at);
        self.edits.insert(head, Arc::clone(&self.copies[at].name));
        (given.len() == function.arguments.len()).then_some(sort)
    }

    /// Returns the copy of a function for these sorts, or `None` if there are too many copies or a sort is too
    /// long.
    fn copy(&mut self, function: &str, binding: Binding) -> Option<usize> {
        let key = (function.to_owned(), binding);
        if let Some(&at) = self.known.get(&key) {
            return Some(at);
        }
        let sorts: Vec<String> = key.1.values().map(Sort::to_string).collect();
        let are_few = self.copies.len() < MOST_COPIES && self.bytes < LONGEST;
        if !are_few || sorts.iter().any(|sort| sort.len() > LONGEST_SORT) {
            return None;
        }
        let words = sorts.iter().flat_map(|sort| sort.split(|c: char| !c.is_ascii_alphanumeric()));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(6).collect();
        let plain = format!("{}_{}", symbol::bare(function), words.join("_"));
        let candidates = (1..).map(|number| match number {
            1 => symbol::quoted(&plain),
            _ => symbol::quoted(&format!("{plain}_{number}")),
        });
        let name = candidates.into_iter().find(|name| !self.taken.contains(name))?;
        self.taken.insert(name.clone());
        let at = self.copies.len();
        self.known.insert(key.clone(), at);
        let (function, binding) = key;
        let (header, body, uses) = Default::default();
        self.copies.push(Copy { function, binding, name: name.into(), header, body, uses });
        Some(at)
    }

    fn refuse(&mut self, node: NodeId, name: &str, what: String) {
        self.lost.insert(name.to_owned());
        self.refused += 1;
        if self.faulty.insert(node) {
            self.faults.push((self.tree.position(node), what));
        }
    }
}

/// Returns the names and second parts of `((name part)…)`.
fn pairs(tree: &Tree, node: NodeId) -> impl Iterator<Item = (&str, NodeId)> {
    tree.list(node).unwrap_or_default().iter().filter_map(|&pair| match tree.list(pair) {
        Some(&[name, part]) => Some((tree.symbol(name)?, part)),
        _ => None,
    })
}

/// Returns the functions that a command declares or defines.
fn declared(tree: &Tree, root: usize, node: NodeId) -> Option<Vec<Declared<'_>>> {
    let items = tree.list(node)?;
    let command = tree.symbol(*items.first()?)?;
    let function = |name, parameters: Option<NodeId>, result, body: Option<NodeId>| {
        let parameters = parameters.and_then(|node| tree.list(node)).unwrap_or_default().iter();
        let parameter = |&node: &NodeId| match tree.list(node) {
            Some(&[name, sort]) if body.is_some() => (Some(name), sort),
            _ => (None, node),
        };
        Declared { root, command, name, parameters: parameters.map(parameter).collect(), result, body }
    };
    Some(match (command, items) {
        ("declare-fun", &[_, name, sorts, result]) => vec![function(name, Some(sorts), result, None)],
        ("declare-const", &[_, name, result]) => vec![function(name, None, result, None)],
        ("define-const", &[_, name, result, body]) => vec![function(name, None, result, Some(body))],
        ("define-fun" | "define-fun-rec", &[_, name, parameters, result, body]) => {
            vec![function(name, Some(parameters), result, Some(body))]
        }
        ("define-funs-rec", &[_, headers, bodies]) => {
            let pairs = tree.list(headers)?.iter().zip(tree.list(bodies)?);
            let functions = pairs.map(|(&header, &body)| match tree.list(header) {
                Some(&[name, parameters, result]) => {
                    Some(function(name, Some(parameters), result, Some(body)))
                }
                _ => None,
            });
            functions.collect::<Option<_>>()?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
