//! Name resolution: every name of a script → the meaning that is in force at its place, under a unique name.
//!
//! Resolving rewrites the text. Most scripts need no change.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::scopes::{Meaning, Renamed, Scopes, Space};
use super::sexpr::{NodeId, Tree};
use super::{datatypes, symbol};

/// The maximal size in bytes of a `:named` term that is expanded in a definition.
const LONGEST: usize = 1 << 16;
/// The maximal size in bytes of all that is expanded.
const MOST: usize = 1 << 22;

/// The changes to a script that give each name one meaning.
pub(super) struct Resolved {
    /// The replacements of atoms.
    pub edits: BTreeMap<NodeId, Arc<str>>,
    /// The names with several meanings.
    pub renamed: Vec<Renamed>,
}

/// Resolves the names of a script.
pub(super) fn resolve(tree: &Tree) -> Resolved {
    let mut resolver = Resolver::new(tree);
    for &root in tree.roots() {
        resolver.now = tree.span(root).0;
        resolver.command(root);
    }
    Resolved { edits: resolver.edits, renamed: resolver.scopes.renamed }
}

/// Replaces names in printed text, such as a model, by the unique names of the meanings in force. Text that is
/// not a list of s-expressions stays unchanged.
pub(super) fn renamed<'a>(text: &'a str, names: &[&Renamed]) -> Cow<'a, str> {
    let Ok(tree) = Tree::parse(text.to_owned()) else { return Cow::Borrowed(text) };
    let mut resolver = Resolver::new(&tree);
    resolver.walks = true;
    for it in names {
        resolver.scopes.declare(it.space, &it.name, Meaning::Symbol(Arc::clone(&it.unique)), 0);
    }
    let mut open = tree.roots().to_vec();
    while let Some(node) = open.pop() {
        let Some((&head, arguments)) = tree.list(node).and_then(<[NodeId]>::split_first) else {
            if tree.symbol(node).is_some_and(|name| name != "model") {
                resolver.walk(vec![Step::Term(node)]);
            }
            continue;
        };
        let Some(name) = tree.symbol(head).filter(|name| *name != "model") else {
            open.extend(tree.list(node).unwrap_or_default());
            continue;
        };
        let Some(parts) = parts(&tree, node, name, arguments) else {
            resolver.walk(vec![Step::Term(node)]);
            continue;
        };
        resolver.visit(&parts);
        for (space, node, _) in parts.names {
            if let Some(name) = tree.symbol(node) {
                resolver.replace(node, space, name);
            }
        }
    }
    let edited = tree.edited(&resolver.edits);
    edited.map_or(Cow::Borrowed(text), |tree| Cow::Owned(tree.source().to_owned()))
}

/// A pending step. The walk keeps its own stack, because terms nest deeper than the call stack allows.
enum Step {
    Term(NodeId),
    Sort(NodeId),
    Bind(Vec<String>),
    Unbind(Vec<String>),
    /// The attribute value that names a term, and the term.
    Label(NodeId, NodeId),
}

struct Resolver<'a> {
    tree: &'a Tree,
    scopes: Scopes,
    edits: BTreeMap<NodeId, Arc<str>>,
    /// The `:named` terms that atoms stand for.
    labels: HashMap<NodeId, NodeId>,
    /// The unique names of each declaration by its text: a repeated declaration gets the same ones.
    known: HashMap<String, Vec<Arc<str>>>,
    /// For each name, the number of enclosing binders that bind it.
    bound: HashMap<String, u32>,
    bound_sorts: HashMap<String, u32>,
    /// Whether some name may have to be replaced.
    walks: bool,
    in_declaration: bool,
    /// The size in bytes of all `:named` terms that were expanded.
    expanded: usize,
    /// Whether a declaration is only rendered to compare it with others.
    is_draft: bool,
    /// The start of the command.
    now: u32,
}

/// The parts of a declaration: the names it introduces, and its terms and sorts.
#[derive(Default)]
struct Parts {
    /// The names with their nodes, and whether they are constructors or selectors.
    names: Vec<(Space, NodeId, bool)>,
    sorts: Vec<NodeId>,
    /// The names that are bound in a term, and the term.
    terms: Vec<(Vec<String>, NodeId)>,
    sort_parameters: Vec<String>,
    /// Whether the declared symbols may occur in its own terms.
    is_recursive: bool,
}

impl<'a> Resolver<'a> {
    fn new(tree: &'a Tree) -> Resolver<'a> {
        Resolver {
            tree,
            scopes: Scopes::default(),
            edits: BTreeMap::new(),
            labels: HashMap::new(),
            known: HashMap::new(),
            bound: HashMap::new(),
            bound_sorts: HashMap::new(),
            walks: tree.atoms().any(|atom| atom == ":named"),
            in_declaration: false,
            expanded: 0,
            is_draft: false,
            now: 0,
        }
    }

    fn command(&mut self, root: NodeId) {
        let tree = self.tree;
        let items = tree.list(root).unwrap_or_default();
        let Some((head, arguments)) = items.split_first() else { return };
        let count = || arguments.first().map_or(Some(1), |&count| tree.text(count).parse::<u32>().ok());
        match (tree.symbol(*head).unwrap_or_default(), arguments) {
            ("set-option", [key, value]) if tree.text(*key) == ":global-declarations" => {
                self.scopes.set_global(tree.text(*value) == "true");
            }
            ("push", _) => self.scopes.push(count().unwrap_or_default() as usize),
            ("pop", _) => self.scopes.pop(count().unwrap_or_default() as usize, self.now),
            ("reset", _) => self.scopes.reset(self.now),
            ("reset-assertions", _) => self.scopes.reset_assertions(self.now),
            ("assert" | "assert-soft" | "minimize" | "maximize" | "simplify" | "eval", [term, ..]) => {
                self.walk(vec![Step::Term(*term)]);
            }
            ("check-sat-assuming" | "get-value", [terms, ..]) => {
                let terms = tree.list(*terms).unwrap_or_default();
                self.walk(terms.iter().rev().map(|&term| Step::Term(term)).collect());
            }
            ("declare-heap", _) => self.heap(root),
            (name, arguments) => {
                if let Some(parts) = parts(tree, root, name, arguments) {
                    self.in_declaration = true;
                    self.declaration(root, &parts);
                    self.in_declaration = false;
                }
            }
        }
    }

    /// Handles `declare-heap`. If a script declares different heaps, the symbols of separation logic become
    /// ambiguous.
    fn heap(&mut self, root: NodeId) {
        let text = self.tree.canonical_text(root);
        let is_other = self.known.keys().any(|known| known.starts_with("(declare-heap") && *known != text);
        for name in ["sep.emp", "pto", "sep", "wand"] {
            let meaning = if is_other {
                self.walks = true;
                Meaning::Ambiguous(self.scopes.without_meaning(self.tree, name, "ambiguous"))
            } else {
                Meaning::Symbol(name.into())
            };
            self.scopes.declare(Space::Function, name, meaning, self.now);
        }
        if !is_other {
            self.known.entry(text).or_default();
        }
    }

    fn declaration(&mut self, root: NodeId, parts: &Parts) {
        let tree = self.tree;
        let names: Vec<(Space, &str)> =
            parts.names.iter().filter_map(|&(space, node, _)| Some((space, tree.symbol(node)?))).collect();
        if names.len() != parts.names.len() {
            return;
        }
        let text = self.text_of(root, parts, &names);
        let same = self.known.get(&text).cloned();
        let clashes = |(at, &(space, name)): (usize, &(Space, &str))| {
            let shares = parts.names[at].2;
            match self.scopes.find(space, name) {
                None => false,
                Some(Meaning::Part(_)) if shares => false,
                Some(meaning) => same.as_ref().is_none_or(|same| same[at] != *meaning.unique()),
            }
        };
        let is_ambiguous = names.iter().enumerate().any(clashes);
        let mut uniques: Vec<Arc<str>> = Vec::new();
        for (at, &(space, name)) in names.iter().enumerate() {
            // Datatypes that are declared together may share constructors, too.
            let before =
                names[..at].iter().position(|other| *other == (space, name)).filter(|_| parts.names[at].2);
            let unique = match (&same, before, self.scopes.find(space, name)) {
                (Some(same), ..) if !is_ambiguous => Arc::clone(&same[at]),
                (_, Some(before), _) => Arc::clone(&uniques[before]),
                (None, _, Some(Meaning::Part(unique))) if !is_ambiguous => Arc::clone(unique),
                _ => self.scopes.name_of_its_own(tree, space, name),
            };
            self.walks |= *unique != *name || is_ambiguous;
            uniques.push(unique);
        }
        if !parts.is_recursive {
            self.visit(parts);
        }
        for (at, (&(space, name), unique)) in names.iter().zip(&uniques).enumerate() {
            let meaning = match parts.names[at].2 {
                _ if is_ambiguous => Meaning::Ambiguous(self.scopes.without_meaning(tree, name, "ambiguous")),
                true => Meaning::Part(Arc::clone(unique)),
                false => Meaning::Symbol(Arc::clone(unique)),
            };
            self.scopes.declare(space, name, meaning, self.now);
            if **unique != *name {
                self.edits.insert(parts.names[at].1, Arc::clone(unique));
            }
        }
        if parts.is_recursive {
            self.visit(parts);
        }
        if is_ambiguous {
            self.leave_out(root);
        } else {
            self.known.entry(text).or_insert(uniques);
        }
    }

    /// Removes a declaration that nothing can mention, and keeps its line breaks.
    fn leave_out(&mut self, root: NodeId) {
        self.tree.nodes_in(root).for_each(|node| drop(self.edits.remove(&node)));
        let lines = self.tree.text(root).matches('\n').count();
        self.edits.insert(root, "\n".repeat(lines).into());
    }

    /// Returns a text that distinguishes a declaration from others, with all names resolved except for those that
    /// it declares.
    fn text_of(&mut self, root: NodeId, parts: &Parts, names: &[(Space, &str)]) -> String {
        if self.walks {
            let own = names.iter().filter(|_| parts.is_recursive);
            let (functions, sorts): (Vec<_>, Vec<_>) = own.partition(|(space, _)| *space == Space::Function);
            let text = |names: Vec<&(Space, &str)>| -> Vec<String> {
                names.into_iter().map(|(_, name)| (*name).to_owned()).collect()
            };
            let (functions, sorts) = (text(functions), text(sorts));
            bind(&mut self.bound, &functions);
            bind(&mut self.bound_sorts, &sorts);
            let expanded = self.expanded;
            self.is_draft = true;
            self.visit(parts);
            self.is_draft = false;
            // Both times, the same is expanded.
            self.expanded = expanded;
            unbind(&mut self.bound, &functions);
            unbind(&mut self.bound_sorts, &sorts);
        }
        let items = self.tree.list(root).unwrap_or_default();
        // Both forms are equivalent.
        if let (Some("declare-const"), &[_, name, sort]) = (self.tree.symbol(items[0]), items) {
            let [name, sort] = [name, sort].map(|node| self.tree.edited_text(node, &self.edits));
            return format!("(declare-fun {name} () {sort})");
        }
        self.tree.edited_text(root, &self.edits)
    }

    fn visit(&mut self, parts: &Parts) {
        bind(&mut self.bound_sorts, &parts.sort_parameters);
        self.walk(parts.sorts.iter().map(|&sort| Step::Sort(sort)).collect());
        for (names, term) in &parts.terms {
            bind(&mut self.bound, names);
            self.walk(vec![Step::Term(*term)]);
            unbind(&mut self.bound, names);
        }
        unbind(&mut self.bound_sorts, &parts.sort_parameters);
    }

    fn walk(&mut self, mut steps: Vec<Step>) {
        if !self.walks {
            return;
        }
        while let Some(step) = steps.pop() {
            match step {
                Step::Term(node) => self.term(node, &mut steps),
                Step::Sort(node) => self.sort(node, &mut steps),
                Step::Bind(names) => bind(&mut self.bound, &names),
                Step::Unbind(names) => unbind(&mut self.bound, &names),
                Step::Label(name, term) => self.label(name, term),
            }
        }
    }

    fn sort(&mut self, node: NodeId, steps: &mut Vec<Step>) {
        let tree = self.tree;
        let Some(items) = tree.list(node) else {
            let Some(name) = tree.symbol(node) else { return };
            if self.bound_sorts.get(name).copied().unwrap_or_default() == 0 {
                let name = name.to_owned();
                self.replace(node, Space::Sort, &name);
            }
            return;
        };
        if tree.head(node) != Some("_") {
            steps.extend(items.iter().map(|&item| Step::Sort(item)));
        }
    }

    fn term(&mut self, node: NodeId, steps: &mut Vec<Step>) {
        let tree = self.tree;
        let Some(items) = tree.list(node) else {
            if let Some(name) = tree.symbol(node) {
                self.mention(node, name);
            }
            return;
        };
        match (tree.head(node), items) {
            (Some("let"), &[_, bindings, body]) => {
                let (names, values) = pairs(tree, bindings);
                steps.push(Step::Unbind(names.clone()));
                steps.push(Step::Term(body));
                steps.push(Step::Bind(names));
                steps.extend(values.into_iter().rev().map(Step::Term));
            }
            (Some("forall" | "exists" | "lambda"), &[_, variables, body]) => {
                let (names, sorts) = pairs(tree, variables);
                bind(&mut self.bound, &names);
                steps.push(Step::Unbind(names));
                steps.push(Step::Term(body));
                steps.extend(sorts.into_iter().map(Step::Sort));
            }
            (Some("match"), &[_, subject, cases]) => {
                for &case in tree.list(cases).unwrap_or_default().iter().rev() {
                    self.match_case(case, steps);
                }
                steps.push(Step::Term(subject));
            }
            (Some("!"), [_, term, attributes @ ..]) => {
                let pairs = attributes.windows(2);
                for pair in pairs.rev() {
                    match tree.text(pair[0]) {
                        ":named" => steps.push(Step::Label(pair[1], *term)),
                        ":pattern" | ":no-pattern" => {
                            let terms = tree.list(pair[1]).unwrap_or_default();
                            steps.extend(terms.iter().rev().map(|&term| Step::Term(term)));
                        }
                        _ => {}
                    }
                }
                steps.push(Step::Term(*term));
            }
            (Some("as"), &[_, name, sort]) => {
                steps.push(Step::Term(name));
                steps.push(Step::Sort(sort));
            }
            // Functions as indices, such as constructors in testers, are never variables.
            (Some("_"), [_, _, indices @ ..]) => {
                for index in indices {
                    let (head, sorts) =
                        tree.list(*index).and_then(<[NodeId]>::split_first).unwrap_or((index, &[]));
                    if let Some(name) = tree.symbol(*head) {
                        self.replace(*head, Space::Function, name);
                    }
                    steps.extend(sorts.iter().map(|&sort| Step::Sort(sort)));
                }
            }
            _ => steps.extend(items.iter().rev().map(|&item| Step::Term(item))),
        }
    }

    fn match_case(&mut self, case: NodeId, steps: &mut Vec<Step>) {
        let tree = self.tree;
        let Some(&[pattern, body]) = tree.list(case) else { return };
        let parts = tree.list(pattern).unwrap_or(std::slice::from_ref(&pattern));
        let head = parts.first().and_then(|&part| tree.symbol(part));
        let is_part = |name| matches!(self.scopes.find(Space::Function, name), Some(Meaning::Part(_)));
        let is_constructor = parts.len() > 1 || head.is_some_and(is_part);
        let variables = if is_constructor { &parts[1..] } else { parts };
        let names: Vec<String> =
            variables.iter().filter_map(|&variable| tree.symbol(variable).map(str::to_owned)).collect();
        if let Some(name) = head.filter(|_| is_constructor) {
            self.replace(parts[0], Space::Function, name);
        }
        steps.push(Step::Unbind(names.clone()));
        steps.push(Step::Term(body));
        steps.push(Step::Bind(names));
    }

    /// Resolves a name in a term.
    fn mention(&mut self, node: NodeId, name: &str) {
        if self.bound.get(name).copied().unwrap_or_default() > 0 {
            self.edits.remove(&node);
            return;
        }
        let Some(&Meaning::Label { term, in_declaration, .. }) = self.scopes.find(Space::Function, name)
        else {
            return self.replace(node, Space::Function, name);
        };
        self.replace(node, Space::Function, name);
        self.labels.insert(node, term);
        // Definitions move before all assertions, so the term is expanded there.
        if self.in_declaration || in_declaration {
            let spelled = (self.expanded <= MOST).then(|| self.expand(term));
            self.expanded += spelled.as_ref().map_or(0, String::len);
            let spelled = spelled.filter(|text| self.captures_nothing(text));
            let spelled = spelled
                .map_or_else(|| self.scopes.without_meaning(self.tree, name, "captured"), |text| text.into());
            self.edits.insert(node, spelled);
        }
    }

    /// Whether a term has the same meaning here as in the outermost scope.
    fn captures_nothing(&self, text: &str) -> bool {
        let bound = || self.bound.iter().filter(|(_, count)| **count > 0);
        let Ok(tree) = Tree::parse(text.to_owned()) else { return false };
        text.len() <= LONGEST && bound().all(|(name, _)| tree.atoms().all(|atom| atom != name))
    }

    /// Replaces a name by its unique name.
    fn replace(&mut self, node: NodeId, space: Space, name: &str) {
        let unique = match self.scopes.find(space, name) {
            Some(meaning) => Some(Arc::clone(meaning.unique())),
            None if self.scopes.had_several(space, name) => {
                Some(self.scopes.without_meaning(self.tree, name, "out_of_scope"))
            }
            None if space == Space::Function => self.tester(name),
            None => None,
        };
        match unique.filter(|unique| **unique != *name) {
            Some(unique) => self.edits.insert(node, unique),
            None => self.edits.remove(&node),
        };
    }

    /// Resolves an older tester: `is-cons` for `(_ is cons)`.
    fn tester(&self, name: &str) -> Option<Arc<str>> {
        let constructor = symbol::quoted(symbol::bare(name).strip_prefix("is-")?);
        let meaning = self.scopes.find(Space::Function, &constructor)?;
        let unique = matches!(meaning, Meaning::Part(_)).then(|| meaning.unique())?;
        Some(symbol::quoted(&format!("is-{}", symbol::bare(unique))).into())
    }

    fn label(&mut self, node: NodeId, term: NodeId) {
        let Some(name) = self.tree.symbol(node).filter(|_| !self.is_draft) else { return };
        let clashes = self.scopes.find(Space::Function, name).is_some();
        let unique = self.scopes.name_of_its_own(self.tree, Space::Function, name);
        if *unique != *name {
            self.edits.insert(node, Arc::clone(&unique));
        }
        let meaning = match clashes {
            true => Meaning::Ambiguous(self.scopes.without_meaning(self.tree, name, "ambiguous")),
            false => Meaning::Label { unique, term, in_declaration: self.in_declaration },
        };
        self.scopes.declare(Space::Function, name, meaning, self.now);
    }

    /// Returns the text of a term with names resolved and `:named` terms expanded, cut off when it is too long.
    fn expand(&self, term: NodeId) -> String {
        enum Part {
            Node(NodeId),
            Close,
        }
        let tree = self.tree;
        let mut out = String::new();
        let mut stack = vec![Part::Node(term)];
        while let Some(part) = stack.pop() {
            let Part::Node(node) = part else {
                out.push(')');
                continue;
            };
            if out.len() > LONGEST {
                return out;
            }
            if let Some(&term) = self.labels.get(&node) {
                stack.push(Part::Node(term));
                continue;
            }
            let children = tree.list(node);
            if let Some([head, term, attributes @ ..]) = children
                && tree.symbol(*head) == Some("!")
                && attributes.iter().any(|&attribute| tree.text(attribute) == ":named")
            {
                stack.push(Part::Node(*term));
                continue;
            }
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            match children {
                None => match self.edits.get(&node) {
                    Some(edit) => out.push_str(edit),
                    None => out.push_str(tree.atom_text(node).unwrap_or_default()),
                },
                Some(children) => {
                    out.push('(');
                    stack.push(Part::Close);
                    stack.extend(children.iter().rev().map(|&child| Part::Node(child)));
                }
            }
        }
        out
    }
}

fn bind(bound: &mut HashMap<String, u32>, names: &[String]) {
    for name in names {
        *bound.entry(name.clone()).or_default() += 1;
    }
}

fn unbind(bound: &mut HashMap<String, u32>, names: &[String]) {
    for name in names {
        if let Some(count) = bound.get_mut(name) {
            *count = count.saturating_sub(1);
        }
    }
}

/// Returns the names and sorts of `((x S)…)`, or the names and values of bindings.
fn pairs(tree: &Tree, node: NodeId) -> (Vec<String>, Vec<NodeId>) {
    let pairs = tree.list(node).unwrap_or_default().iter();
    let pair = |&pair: &NodeId| match tree.list(pair) {
        Some(&[name, sort]) => Some((tree.symbol(name)?.to_owned(), sort)),
        _ => None,
    };
    pairs.filter_map(pair).unzip()
}

/// Returns the parts of a command that declares or defines something.
fn parts(tree: &Tree, root: NodeId, command: &str, arguments: &[NodeId]) -> Option<Parts> {
    let function = |name: NodeId| vec![(Space::Function, name, false)];
    let sort = |name: NodeId| vec![(Space::Sort, name, false)];
    let list = |node: NodeId| tree.list(node).unwrap_or_default();
    Some(match (command, arguments) {
        ("declare-sort", &[name] | &[name, _]) => Parts { names: sort(name), ..Parts::default() },
        ("define-sort", &[name, parameters, body]) => Parts {
            names: sort(name),
            sorts: vec![body],
            sort_parameters: symbols(tree, parameters),
            ..Parts::default()
        },
        ("declare-const", &[name, result]) => {
            Parts { names: function(name), sorts: vec![result], ..Parts::default() }
        }
        ("declare-fun", &[name, taken, result]) => {
            let sorts = list(taken).iter().copied().chain([result]).collect();
            Parts { names: function(name), sorts, ..Parts::default() }
        }
        ("define", &[name, body]) => {
            Parts { names: function(name), terms: vec![(Vec::new(), body)], ..Parts::default() }
        }
        ("define-const", &[name, result, body]) => Parts {
            names: function(name),
            sorts: vec![result],
            terms: vec![(Vec::new(), body)],
            ..Parts::default()
        },
        ("define-fun" | "define-fun-rec", &[name, parameters, result, body]) => {
            let (bound, mut sorts) = pairs(tree, parameters);
            sorts.push(result);
            let is_recursive = command == "define-fun-rec";
            Parts {
                names: function(name),
                sorts,
                terms: vec![(bound, body)],
                is_recursive,
                ..Parts::default()
            }
        }
        ("define-funs-rec", &[heads, bodies]) => {
            let mut parts = Parts { is_recursive: true, ..Parts::default() };
            for (&head, &body) in list(heads).iter().zip(list(bodies)) {
                let &[name, parameters, result] = tree.list(head)? else { return None };
                let (bound, sorts) = pairs(tree, parameters);
                parts.names.push((Space::Function, name, false));
                parts.sorts.extend(sorts);
                parts.sorts.push(result);
                parts.terms.push((bound, body));
            }
            parts
        }
        (command, _) if datatypes::declares_datatypes(command) => {
            let mut parts = Parts { is_recursive: true, ..Parts::default() };
            let declared = datatypes::datatypes(tree, root)?;
            parts.names.extend(declared.iter().map(|datatype| (Space::Sort, datatype.node, false)));
            for constructor in declared.iter().flat_map(|datatype| &datatype.constructors) {
                let selectors = constructor.fields.iter().map(|(selector, _)| *selector);
                let names = std::iter::once(constructor.node).chain(selectors);
                parts.names.extend(names.map(|name| (Space::Function, name, true)));
                parts.sorts.extend(constructor.fields.iter().map(|(_, sort)| sort));
            }
            parts.sort_parameters = declared.into_iter().flat_map(|datatype| datatype.parameters).collect();
            parts
        }
        _ => return None,
    })
}

fn symbols(tree: &Tree, node: NodeId) -> Vec<String> {
    let items = tree.list(node).unwrap_or_default().iter();
    items.filter_map(|&item| tree.symbol(item).map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use crate::smtlib::examples::check;
    use crate::smtlib::{Formulas, Printer, Script};

    /// Returns a script with resolved names.
    fn resolved(script: &str) -> String {
        let script = Script::parse(script.to_owned()).unwrap();
        let again = Script::parse(script.tree.source().to_owned()).unwrap();
        assert_eq!(again.tree.source(), script.tree.source(), "what was resolved stays as it is");
        script.tree.source().to_owned()
    }

    #[test]
    fn a_name_means_what_is_in_force_at_its_place() {
        check(include_str!("examples/names.smt2"), |example| {
            let text = resolved(&format!("{}{}", example.declared, example.term));
            text.strip_prefix(&resolved(&example.declared)).unwrap().to_owned()
        });
    }

    #[test]
    fn terms_that_definitions_spell_out_are_not_large_together() {
        let term = format!("(and{})", " p".repeat(20_000));
        let mentions = " a".repeat(5_000);
        let script = format!("(assert (! {term} :named a))(define-fun f () Bool (and{mentions}))");
        let resolved = Script::parse(script).unwrap();
        let text = resolved.tree.source();
        assert!(text.len() < 10_000_000, "{}", text.len());
        assert!(
            text.starts_with(&format!(
                "(assert (! {term} :named a))(define-fun f () Bool (and {term} {term}"
            ))
        );
        assert!(text.ends_with(" a_captured a_captured))"));
    }

    /// Names are also respected when they have become terms.
    #[test]
    fn a_variable_shadows_a_named_term() {
        let script = "(assert (! (p 1) :named a))(assert (and a (forall ((a Bool)) a) a))";
        let formulas = Formulas::read(&Script::parse(script.to_owned()).unwrap()).unwrap();
        let printed = Printer::new(&formulas.terms).print(formulas.assertions[1]);
        assert_eq!(printed, "(let ((?e1 (p 1))) (and ?e1 (forall ((a Bool)) a) ?e1))");
    }

    #[test]
    fn places_are_those_of_the_script() {
        let text = "(push)(declare-const x Int)(pop)(declare-const x Bool)\n(assert (and x x (= x x)))";
        let script = Script::parse(text.to_owned()).unwrap();
        let items = script.tree.list(script.assertions[0]).unwrap().to_vec();
        let columns: Vec<u32> = items.iter().map(|&node| script.tree.position(node).column).collect();
        assert_eq!(columns, [10, 14, 16, 18]);
        assert_eq!(script.tree.position(items[3]).line, 2);
    }

    #[test]
    fn what_is_printed_at_a_check_has_its_names() {
        let script = "(push)(declare-const x Int)(check-sat)(pop)(push)(declare-const x Bool)(check-sat)(pop)(check-sat)";
        let script = Script::parse(script.to_owned()).unwrap();
        let model = "((define-fun x () Int 1))";
        let read = [0, 1, 2].map(|check| script.with_names_at(check, model).into_owned());
        assert_eq!(read, [model, "((define-fun x_2 () Int 1))", model]);
    }
}
