//! Terms → text. A `let` binds each term that is used twice, so text grows with the DAG and not
//! with the tree it stands for.
//!
//! A shared term is bound where its innermost free variable is: closed ones outermost,
//! others right under their binder. Binders recurse (at most [`MAX_LEVELS`] deep), the
//! terms between them do not.
//!
//! [`MAX_LEVELS`]: super::term::MAX_LEVELS

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use super::symbol;
use super::term::{Binder, BinderKind, Term, TermId, Terms, VarId};

/// Prints terms of one DAG.
#[derive(Debug)]
pub struct Printer<'a> {
    terms: &'a Terms,
    /// No name of the seed starts with it.
    prefix: String,
    /// Terms that stand for themselves by a name at this point of the output.
    named: HashMap<TermId, String>,
    /// Printed names of the variables in scope, innermost last.
    scope: Vec<(VarId, String)>,
    /// Whether what is used twice is bound by `let`.
    shares: bool,
}

enum Item {
    Term(TermId),
    Text(&'static str),
}

impl<'a> Printer<'a> {
    /// A printer whose `let` names clash with nothing in `terms`.
    pub fn new(terms: &'a Terms) -> Self {
        let mut prefix = String::from("?e");
        while terms.names().any(|name| symbol::bare(name).starts_with(&prefix)) {
            prefix.push('e');
        }
        Printer { terms, prefix, named: HashMap::new(), scope: Vec::new(), shares: true }
    }

    /// Whether what is used twice is bound by `let`, which it is unless this says otherwise. The
    /// text without is that of the tree, which may be far larger than the DAG.
    pub fn share(&mut self, shares: bool) {
        self.shares = shares;
    }

    /// What the `let` names start with.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The `let` name of a term.
    pub fn let_name(&self, id: TermId) -> String {
        format!("{}{}", self.prefix, id.index())
    }

    /// From here on the closed term `id` is printed as its `let` name.
    pub fn bind(&mut self, id: TermId) {
        let name = self.let_name(id);
        self.named.insert(id, name);
    }

    /// From here on the closed term `id` is printed as this text.
    pub(crate) fn stand_in(&mut self, id: TermId, text: &str) {
        self.named.insert(id, text.to_owned());
    }

    /// The text of a closed term by itself.
    pub fn print(&mut self, id: TermId) -> String {
        let mut out = String::new();
        self.region(&mut out, id, 0..1);
        out
    }

    /// The text of `id` with its own node spelled out even if it has a name.
    pub fn print_definition(&mut self, id: TermId) -> String {
        let mut out = String::new();
        self.write(&mut out, id, true);
        out
    }

    /// Prints `root` with `let`s around it for the shared terms whose innermost free
    /// variable has a level in `home`, counted from 1 (0 stands for closed terms).
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

    /// The terms under `root` that belong to `home` and are used more than once, children first.
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
                    self.write(out, *term, false);
                    self.cases(out, id);
                }
            }
        }
    }

    fn binder(&mut self, out: &mut String, binder: &Binder) {
        out.push_str(match binder.kind {
            BinderKind::Forall => "(forall (",
            BinderKind::Exists => "(exists (",
            BinderKind::Lambda => "(lambda (",
        });
        let names = self.enter(&binder.variables);
        for (at, (&variable, name)) in binder.variables.iter().zip(names).enumerate() {
            let blank = if at == 0 { "" } else { " " };
            let _ = write!(out, "{blank}({name} {})", self.terms.variable_of(variable).sort);
        }
        out.push_str(") ");
        if !binder.patterns.is_empty() {
            out.push_str("(! ");
        }
        self.region(out, binder.body, self.home(&binder.variables));
        // A name in parentheses would be read as an application: patterns are spelled out.
        let named = std::mem::take(&mut self.named);
        for pattern in &binder.patterns {
            out.push_str(" :pattern (");
            for (at, &term) in pattern.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { " " });
                self.write(out, term, false);
            }
            out.push(')');
        }
        self.named = named;
        out.push_str(if binder.patterns.is_empty() { ")" } else { "))" });
        self.leave(&binder.variables);
    }

    fn cases(&mut self, out: &mut String, id: TermId) {
        let Term::Match(_, cases) = self.terms.get(id) else { return };
        out.push_str(" (");
        for (at, case) in cases.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { " " });
            let names = self.enter(&case.variables).join(" ");
            let _ = match case.constructor {
                None => write!(out, "({names} "),
                Some(head) if names.is_empty() => write!(out, "({} ", self.terms.head_text(head)),
                Some(head) => write!(out, "(({} {names}) ", self.terms.head_text(head)),
            };
            if case.variables.is_empty() {
                self.write(out, case.body, false);
            } else {
                self.region(out, case.body, self.home(&case.variables));
            }
            out.push(')');
            self.leave(&case.variables);
        }
        out.push_str("))");
    }

    fn home(&self, variables: &[VarId]) -> std::ops::Range<u32> {
        let first = self.terms.variable_of(variables[0]).level + 1;
        first..first + variables.len() as u32
    }

    /// Chooses printed names: the source's, unless a function or an outer variable has it.
    fn enter(&mut self, variables: &[VarId]) -> Vec<String> {
        for &id in variables {
            let variable = self.terms.variable_of(id);
            let mut name = variable.name.clone();
            while self.terms.names_a_function(&name) || self.scope.iter().any(|(_, used)| *used == name) {
                name = symbol::quoted(&format!("{}!{}", symbol::bare(&name), variable.level));
            }
            self.scope.push((id, name));
        }
        let first = self.scope.len() - variables.len();
        self.scope[first..].iter().map(|(_, name)| name.clone()).collect()
    }

    fn leave(&mut self, variables: &[VarId]) {
        self.scope.truncate(self.scope.len() - variables.len());
    }
}
