//! Terms → text. A `let` binds each term that is used twice, so the size of the text is linear in the DAG, not in
//! the tree.
//!
//! A shared term is bound at the binder of its innermost free variable; a closed one is bound outermost. Printing
//! recurses only into binders (at most [`MAX_LEVELS`] deep), not into the terms between them.
//!
//! [`MAX_LEVELS`]: super::term::MAX_LEVELS

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use super::symbol;
use super::term::{Binder, Term, TermId, Terms, VarId};

/// The maximal number of nodes of a pattern, which is written without `let`. A larger one is left out: it means nothing.
const LARGEST_PATTERN: usize = 1 << 10;

/// A printer for the terms of one DAG.
#[derive(Debug)]
pub struct Printer<'a> {
    terms: &'a Terms,
    /// A prefix of no name in the seed.
    prefix: String,
    /// The terms that are printed as a name at this point.
    named: HashMap<TermId, String>,
    /// The printed names of the variables in scope, innermost last.
    scope: Vec<(VarId, String)>,
    /// Whether `let` binds terms that are used twice.
    shares: bool,
}

enum Item {
    Term(TermId),
    Text(&'static str),
    /// The cases of a `match` from this one on.
    Cases(TermId, usize),
}

impl<'a> Printer<'a> {
    /// Creates a printer whose `let` names clash with no name in `terms`.
    pub fn new(terms: &'a Terms) -> Self {
        let mut prefix = String::from("?e");
        while terms.names().any(|name| symbol::bare(name).starts_with(&prefix)) {
            prefix.push('e');
        }
        Printer { terms, prefix, named: HashMap::new(), scope: Vec::new(), shares: true }
    }

    /// Sets whether `let` binds terms that are used twice, which is the default. Without sharing, the text is
    /// that of the tree, which may be far larger than the DAG.
    pub fn share(&mut self, shares: bool) {
        self.shares = shares;
    }

    /// Returns the prefix of the `let` names.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Returns the `let` name of a term.
    pub fn let_name(&self, id: TermId) -> String {
        format!("{}{}", self.prefix, id.index())
    }

    /// Prints the closed term `id` as its `let` name from now on.
    pub fn bind(&mut self, id: TermId) {
        let name = self.let_name(id);
        self.named.insert(id, name);
    }

    /// Prints the closed term `id` as this text from now on.
    pub(crate) fn stand_in(&mut self, id: TermId, text: &str) {
        self.named.insert(id, text.to_owned());
    }

    /// Prints a term. A shared one is printed once, whether it is closed or its variables are bound elsewhere.
    pub fn print(&mut self, id: TermId) -> String {
        let mut out = String::new();
        self.region(&mut out, id, 0..self.terms.scope(id) + 1);
        out
    }

    /// Prints `id` with its own node expanded, even if it has a name.
    pub fn print_definition(&mut self, id: TermId) -> String {
        let mut out = String::new();
        self.write(&mut out, id, true);
        out
    }

    /// Prints `root` with `let`s around it for the shared terms whose innermost free variable has a level in
    /// `home`, counted from 1; 0 stands for closed terms.
    fn region(&mut self, out: &mut String, root: TermId, home: std::ops::Range<u32>) {
        let shared = if self.shares { self.shared(root, &home) } else { Vec::new() };
        for &id in &shared {
            let name = self.let_name(id);
            let _ = write!(out, "(let (({name} ");
            self.write(out, id, true);
            out.push_str(")) ");
            self.named.insert(id, name);
        }
        self.write(out, root, false);
        for id in &shared {
            self.named.remove(id);
            out.push(')');
        }
    }

    /// Returns the terms under `root` that belong to `home` and are used more than once, children first.
    fn shared(&self, root: TermId, home: &std::ops::Range<u32>) -> Vec<TermId> {
        let mut uses: BTreeMap<TermId, u32> = BTreeMap::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if self.named.contains_key(&id) || self.is_leaf(id) {
                continue;
            }
            let count = uses.entry(id).or_default();
            *count += 1;
            if *count == 1 {
                self.terms.for_each_child(id, |child| stack.push(child));
            }
        }
        let belongs = |id: TermId| home.contains(&self.terms.scope(id));
        uses.into_iter().filter(|&(id, count)| count > 1 && belongs(id)).map(|(id, _)| id).collect()
    }

    fn is_leaf(&self, id: TermId) -> bool {
        match self.terms.get(id) {
            Term::App(_, arguments) => arguments.is_empty(),
            Term::Var(_) => true,
            Term::Binder(_) | Term::Match(..) => false,
        }
    }

    fn write(&mut self, out: &mut String, root: TermId, spell_root: bool) {
        let terms = self.terms;
        let mut spell = spell_root;
        let mut stack = vec![Item::Term(root)];
        while let Some(item) = stack.pop() {
            let id = match item {
                Item::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Item::Cases(id, at) => {
                    self.case(out, id, at, &mut stack);
                    continue;
                }
                Item::Term(id) => id,
            };
            let name = self.named.get(&id).filter(|_| !spell);
            spell = false;
            if let Some(name) = name {
                out.push_str(name);
                continue;
            }
            match terms.get(id) {
                Term::App(head, arguments) if arguments.is_empty() => out.push_str(terms.head_text(*head)),
                Term::App(head, arguments) => {
                    out.push('(');
                    out.push_str(terms.head_text(*head));
                    stack.push(Item::Text(")"));
                    for &argument in arguments.iter().rev() {
                        stack.push(Item::Term(argument));
                        stack.push(Item::Text(" "));
                    }
                }
                Term::Var(variable) => {
                    let named = self.scope.iter().rev().find(|(id, _)| id == variable);
                    out.push_str(named.map_or(&terms.variable_of(*variable).name, |(_, name)| name));
                }
                Term::Binder(binder) => self.binder(out, binder),
                Term::Match(term, _) => {
                    out.push_str("(match ");
                    stack.extend([Item::Cases(id, 0), Item::Text(" ("), Item::Term(*term)]);
                }
            }
        }
    }

    fn binder(&mut self, out: &mut String, binder: &Binder) {
        out.extend(["(", binder.kind.word(), " ("]);
        let patterns: Vec<_> = binder.patterns.iter().filter(|pattern| self.is_small(pattern)).collect();
        let inside = patterns.iter().flat_map(|pattern| pattern.iter().copied());
        let names = self.enter(&binder.variables, inside.chain([binder.body]));
        for (at, (&variable, name)) in binder.variables.iter().zip(names).enumerate() {
            let blank = if at == 0 { "" } else { " " };
            let _ = write!(out, "{blank}({name} {})", self.terms.variable_of(variable).sort);
        }
        out.push_str(") ");
        if !patterns.is_empty() {
            out.push_str("(! ");
        }
        self.region(out, binder.body, self.home(&binder.variables));
        // A name in parentheses would be parsed as an application, so patterns are expanded.
        let named = std::mem::take(&mut self.named);
        for pattern in &patterns {
            out.push_str(" :pattern (");
            for (at, &term) in pattern.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { " " });
                self.write(out, term, false);
            }
            out.push(')');
        }
        self.named = named;
        out.push_str(if patterns.is_empty() { ")" } else { "))" });
        self.leave(&binder.variables);
    }

    /// Whether a pattern is small as a tree, with the patterns in it.
    fn is_small(&self, pattern: &[TermId]) -> bool {
        let (mut open, mut count) = (pattern.to_vec(), 0);
        while let Some(id) = open.pop() {
            count += 1;
            if count > LARGEST_PATTERN {
                return false;
            }
            self.terms.for_each_child(id, |child| open.push(child));
            if let Term::Binder(binder) = self.terms.get(id) {
                open.extend(binder.patterns.iter().flatten());
            }
        }
        true
    }

    /// Prints a case of a `match`, and leaves to the stack what follows it, or the end of the `match`.
    fn case(&mut self, out: &mut String, id: TermId, at: usize, stack: &mut Vec<Item>) {
        let Term::Match(_, cases) = self.terms.get(id) else { return };
        let Some(case) = cases.get(at) else { return out.push_str("))") };
        out.push_str(if at == 0 { "" } else { " " });
        stack.push(Item::Cases(id, at + 1));
        stack.push(Item::Text(")"));
        let names = self.enter(&case.variables, [case.body]).join(" ");
        let _ = match case.constructor {
            None => write!(out, "({names} "),
            Some(head) if names.is_empty() => write!(out, "({} ", self.terms.head_text(head)),
            Some(head) => write!(out, "(({} {names}) ", self.terms.head_text(head)),
        };
        if case.variables.is_empty() {
            stack.push(Item::Term(case.body));
        } else {
            self.region(out, case.body, self.home(&case.variables));
        }
        self.leave(&case.variables);
    }

    fn home(&self, variables: &[VarId]) -> std::ops::Range<u32> {
        let first = self.terms.variable_of(variables[0]).level + 1;
        first..first + variables.len() as u32
    }

    /// Chooses printed names: the source's names, unless a function has the same, or an outer variable that is free in
    /// these terms. What nothing refers to is shadowed, as in the source.
    fn enter(&mut self, variables: &[VarId], terms: impl IntoIterator<Item = TermId>) -> Vec<String> {
        let inside: Vec<TermId> = terms.into_iter().collect();
        let first = self.scope.len();
        for &id in variables {
            let variable = self.terms.variable_of(id);
            let mut name = variable.name.clone();
            let is_taken = |name: &String| {
                let is_needed = |at: usize, outer: VarId| {
                    at >= first || inside.iter().any(|&term| self.terms.has_level_free(term, outer))
                };
                self.terms.names_a_function(name)
                    || (self.scope.iter().enumerate())
                        .any(|(at, (outer, used))| used == name && is_needed(at, *outer))
            };
            while is_taken(&name) {
                name = symbol::quoted(&format!("{}!{}", symbol::bare(&name), variable.level));
            }
            self.scope.push((id, name));
        }
        self.scope[first..].iter().map(|(_, name)| name.clone()).collect()
    }

    fn leave(&mut self, variables: &[VarId]) {
        self.scope.truncate(self.scope.len() - variables.len());
    }
}
