//! S-expressions → terms. `let` and `:named` become sharing, with respect to their scopes.
//!
//! The walk keeps its own stack, because seeds nest deeper than the call stack allows.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use super::expr::Expr;
use super::script::Script;
use super::sexpr::{NodeId, Tree};
use super::term::{Binder, BinderKind, MAX_LEVELS, MatchCase, Term, TermId, Terms, VarId, Variable};
use super::{Position, ReadError};

/// The formulas of a script as one DAG.
#[derive(Clone, Debug)]
pub struct Formulas {
    /// All terms.
    pub terms: Terms,
    /// The assertions of the script, in order.
    pub assertions: Vec<TermId>,
    /// The literals of its `check-sat-assuming` commands.
    pub assumptions: Vec<TermId>,
    /// For each term, the node where it first occurred.
    places: Vec<NodeId>,
}

impl Formulas {
    /// Builds the terms of every assertion and assumption.
    ///
    /// # Errors
    /// A term is malformed. Sorts are not checked here, but in `theory`.
    pub fn read(script: &Script) -> Result<Formulas, ReadError> {
        let mut builder = Builder::new(script);
        let assertions =
            script.assertions.iter().map(|&node| builder.build(node)).collect::<Result<_, _>>()?;
        let assumptions =
            script.assumptions.iter().map(|&node| builder.build(node)).collect::<Result<_, _>>()?;
        Ok(Formulas { terms: builder.terms, assertions, assumptions, places: builder.places })
    }

    /// Adds formulas to existing terms, without printing and parsing them. A `:named` name is in scope in the
    /// formulas after it. `constructors` distinguish constructors in the patterns of a `match` from variables.
    pub(crate) fn add_to(
        terms: &mut Terms,
        constructors: &BTreeSet<String>,
        formulas: &[&Expr],
    ) -> Result<Vec<TermId>, ReadError> {
        let tree = Expr::tree(formulas.iter().copied());
        let mut builder = Builder::in_tree(&tree, std::mem::take(terms), Cow::Borrowed(constructors));
        let built = tree.roots().iter().map(|&root| builder.build(root)).collect();
        *terms = builder.terms;
        built
    }

    /// Returns the position in the script where a term first occurred.
    pub fn place(&self, id: TermId, tree: &Tree) -> Option<Position> {
        self.node(id).map(|node| tree.position(node))
    }

    /// Returns the node where a term first occurred.
    pub(crate) fn node(&self, id: TermId) -> Option<NodeId> {
        self.places.get(id.index()).copied()
    }
}

/// The head that stands for the application of a term that is not a name, as in cvc5.
pub(crate) const HIGHER_ORDER: &str = "@";

/// A pending step; finished terms wait on `Builder::done`.
enum Step {
    Visit(NodeId),
    Apply(String, usize, NodeId),
    /// Bring the last terms into scope under these names.
    Bind(Vec<String>),
    /// Take names out of scope, of which this many are bound variables.
    Unbind(Vec<String>, u32),
    Name(String),
    Quantify(BinderKind, Box<[VarId]>, Vec<usize>, NodeId),
    /// Bring the variables of a case into scope before its body.
    EnterCase(Vec<VarId>),
    /// The constructor and variables of each case.
    Match(Vec<(Option<String>, Box<[VarId]>)>, NodeId),
}

pub(super) struct Builder<'a> {
    tree: &'a Tree,
    pub(super) terms: Terms,
    /// For each term, the node where it first occurred.
    pub(super) places: Vec<NodeId>,
    constructors: Cow<'a, BTreeSet<String>>,
    /// The meanings of each name, innermost last.
    scope: HashMap<String, Vec<TermId>>,
    steps: Vec<Step>,
    done: Vec<TermId>,
    /// The number of variables in scope.
    level: u32,
}

impl<'a> Builder<'a> {
    pub(super) fn new(script: &'a Script) -> Self {
        Builder::in_tree(&script.tree, Terms::default(), Cow::Owned(script.constructors()))
    }

    fn in_tree(tree: &'a Tree, terms: Terms, constructors: Cow<'a, BTreeSet<String>>) -> Self {
        Builder {
            tree,
            terms,
            places: Vec::new(),
            constructors,
            scope: HashMap::new(),
            steps: Vec::new(),
            done: Vec::new(),
            level: 0,
        }
    }

    pub(super) fn build(&mut self, node: NodeId) -> Result<TermId, ReadError> {
        self.steps.push(Step::Visit(node));
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Visit(node) => self.visit(node)?,
                Step::Apply(head, arity, node) => {
                    let arguments = self.take(arity);
                    let head = self.terms.head(&head);
                    self.finish(Term::App(head, arguments.into()), node);
                }
                Step::Bind(names) => {
                    let values = self.take(names.len());
                    for (name, value) in names.into_iter().zip(values) {
                        self.scope.entry(name).or_default().push(value);
                    }
                }
                Step::Unbind(names, variables) => {
                    for name in &names {
                        self.scope.get_mut(name).and_then(Vec::pop);
                    }
                    self.level -= variables;
                }
                Step::Name(name) => {
                    let term = self.done.last().copied().filter(|&term| self.terms.is_closed(term));
                    if let Some(term) = term {
                        self.scope.entry(name).or_default().insert(0, term);
                    }
                }
                Step::Quantify(kind, variables, patterns, node) => {
                    let patterns: Vec<_> = patterns.iter().rev().map(|&n| self.take(n).into()).collect();
                    let body = self.take(1)[0];
                    let patterns = patterns.into_iter().rev().collect();
                    self.finish(Term::Binder(Binder { kind, variables, body, patterns }), node);
                }
                Step::EnterCase(variables) => self.enter(&variables),
                Step::Match(cases, node) => {
                    let bodies = self.take(cases.len());
                    let term = self.take(1)[0];
                    let cases = cases.into_iter().zip(bodies).map(|((constructor, variables), body)| {
                        let constructor = constructor.map(|name| self.terms.head(&name));
                        MatchCase { constructor, variables, body }
                    });
                    let cases = cases.collect();
                    self.finish(Term::Match(term, cases), node);
                }
            }
        }
        Ok(self.take(1)[0])
    }

    fn take(&mut self, count: usize) -> Vec<TermId> {
        self.done.split_off(self.done.len() - count)
    }

    fn finish(&mut self, term: Term, node: NodeId) {
        let id = self.terms.intern(term);
        self.places.resize(self.terms.len(), node);
        self.done.push(id);
    }

    fn visit(&mut self, node: NodeId) -> Result<(), ReadError> {
        let Some(items) = self.tree.list(node) else {
            let text = self.tree.atom_text(node).unwrap_or_default();
            self.leaf(text, node);
            return Ok(());
        };
        let Some((&head, arguments)) = items.split_first() else {
            return Err(self.tree.error(node, "`()` is not a term"));
        };
        match (self.tree.symbol(head), arguments) {
            (Some("let"), [bindings, body]) => self.visit_let(*bindings, *body),
            (Some("forall"), [_, _]) => self.visit_binder(BinderKind::Forall, node),
            (Some("exists"), [_, _]) => self.visit_binder(BinderKind::Exists, node),
            (Some("lambda"), [_, _]) => self.visit_binder(BinderKind::Lambda, node),
            (Some("match"), [_, _]) => self.visit_match(node),
            (Some("!"), [term, attributes @ ..]) => {
                self.name_of(attributes);
                self.steps.push(Step::Visit(*term));
                Ok(())
            }
            // A variable hides a symbol of its name in `(as x S)`, too.
            (Some("as"), [name, _]) if self.tree.symbol(*name).is_some_and(|name| self.is_variable(name)) => {
                self.leaf(self.tree.symbol(*name).unwrap_or_default(), node);
                Ok(())
            }
            (Some("_" | "as"), _) => {
                self.leaf(&self.tree.canonical_text(node), node);
                Ok(())
            }
            (Some(head @ ("let" | "forall" | "exists" | "lambda" | "match" | "!")), _) => {
                let form = match head {
                    "let" => "(let ((name term)…) term)".to_owned(),
                    "match" => "(match term ((pattern term)…))".to_owned(),
                    "!" => "(! term attribute…)".to_owned(),
                    binder => format!("({binder} ((name sort)…) term)"),
                };
                Err(self.tree.error(node, format!("malformed `{head}`: expected `{form}`")))
            }
            _ => {
                let symbol = self.tree.symbol(head);
                let is_variable = symbol.is_some_and(|name| self.is_variable(name));
                let names_a_function = symbol.is_some() || matches!(self.tree.head(head), Some("_" | "as"));
                if is_variable || !names_a_function {
                    // Higher order: the head is a term. The application gets a head of its own.
                    if symbol.is_none() && self.tree.list(head).is_none_or(<[NodeId]>::is_empty) {
                        return Err(self.tree.error(head, "expected a function name"));
                    }
                    self.steps.push(Step::Apply(HIGHER_ORDER.to_owned(), items.len(), node));
                    self.steps.extend(items.iter().rev().map(|&item| Step::Visit(item)));
                    return Ok(());
                }
                self.steps.push(Step::Apply(self.tree.canonical_text(head), arguments.len(), node));
                self.steps.extend(arguments.iter().rev().map(|&argument| Step::Visit(argument)));
                Ok(())
            }
        }
    }

    /// Whether a name is that of a variable here.
    fn is_variable(&self, name: &str) -> bool {
        self.scope.get(name).is_some_and(|stack| !stack.is_empty())
    }

    fn leaf(&mut self, text: &str, node: NodeId) {
        let bound = self.scope.get(text).and_then(|stack| stack.last().copied());
        let term = bound.unwrap_or_else(|| self.terms.app(text, &[]));
        self.places.resize(self.terms.len(), node);
        self.done.push(term);
    }

    fn visit_let(&mut self, bindings: NodeId, body: NodeId) -> Result<(), ReadError> {
        let (names, values) = self.pairs(bindings)?;
        self.steps.push(Step::Unbind(names.clone(), 0));
        self.steps.push(Step::Visit(body));
        self.steps.push(Step::Bind(names));
        self.steps.extend(values.into_iter().rev().map(Step::Visit));
        Ok(())
    }

    /// Visits `(kind variables body)`.
    fn visit_binder(&mut self, kind: BinderKind, node: NodeId) -> Result<(), ReadError> {
        let Some(&[_, variables, body]) = self.tree.list(node) else { return Ok(()) };
        let (names, sorts) = self.pairs(variables)?;
        if names.is_empty() {
            return Err(self.tree.error(variables, "a binder needs a variable"));
        }
        let sorts: Vec<String> = sorts.into_iter().map(|sort| self.tree.canonical_text(sort)).collect();
        let variables = self.declare(variables, names, sorts)?;
        // Patterns are annotations of the body, but belong to the binder.
        let (mut body, mut patterns) = (body, Vec::new());
        while let Some([head, inner, attributes @ ..]) = self.tree.list(body) {
            if self.tree.symbol(*head) != Some("!") {
                break;
            }
            for pair in attributes.windows(2).filter(|pair| self.tree.text(pair[0]) == ":pattern") {
                patterns.push(self.tree.list(pair[1]).unwrap_or_default());
            }
            body = *inner;
        }
        let lengths = patterns.iter().map(|pattern| pattern.len()).collect();
        let names = variables.iter().map(|&v| self.terms.variable_of(v).name.clone()).collect();
        self.enter(&variables);
        self.steps.push(Step::Unbind(names, variables.len() as u32));
        self.steps.push(Step::Quantify(kind, variables.into(), lengths, node));
        self.steps.extend(patterns.concat().into_iter().rev().map(Step::Visit));
        self.steps.push(Step::Visit(body));
        Ok(())
    }

    /// Visits `(match term cases)`.
    fn visit_match(&mut self, node: NodeId) -> Result<(), ReadError> {
        let Some(&[_, term, cases]) = self.tree.list(node) else { return Ok(()) };
        let mut heads = Vec::new();
        let mut bodies = Vec::new();
        for &case in self.tree.list(cases).unwrap_or_default() {
            let Some([pattern, body]) = self.tree.list(case) else {
                return Err(self.tree.error(case, "expected a case `(pattern term)`"));
            };
            let parts = self.tree.list(*pattern).unwrap_or(std::slice::from_ref(pattern));
            let symbols: Option<Vec<&str>> = parts.iter().map(|&part| self.tree.symbol(part)).collect();
            let Some(symbols) = symbols.filter(|symbols| !symbols.is_empty()) else {
                return Err(self
                    .tree
                    .error(*pattern, "expected a pattern `constructor` or `(constructor variable…)`"));
            };
            let is_variable = parts.len() == 1 && !self.constructors.contains(symbols[0]);
            let (constructor, names) =
                if is_variable { (None, &symbols[..]) } else { (Some(symbols[0].to_owned()), &symbols[1..]) };
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            // This is not a sort, but distinguishes fields of different sorts.
            let field =
                |at: usize| constructor.as_ref().map_or_else(String::new, |name| format!("{name}.{at}"));
            let sorts = (0..names.len()).map(field).collect();
            let variables = self.declare(*pattern, names, sorts)?;
            bodies.push((variables.clone(), *body));
            heads.push((constructor, variables.into()));
        }
        self.steps.push(Step::Match(heads, node));
        for (variables, body) in bodies.into_iter().rev() {
            let names = variables.iter().map(|&v| self.terms.variable_of(v).name.clone()).collect();
            self.steps.push(Step::Unbind(names, variables.len() as u32));
            self.steps.push(Step::Visit(body));
            self.steps.push(Step::EnterCase(variables));
        }
        self.steps.push(Step::Visit(term));
        Ok(())
    }

    /// Returns the names and second parts of `((name part)…)`.
    pub(super) fn pairs(&self, node: NodeId) -> Result<(Vec<String>, Vec<NodeId>), ReadError> {
        let items = self.tree.list(node);
        let items = items.ok_or_else(|| self.tree.error(node, "expected a list of `(name …)`"))?;
        let pair = |&item: &NodeId| match self.tree.list(item) {
            Some([name, part]) => self.tree.symbol(*name).map(|name| (name.to_owned(), *part)),
            _ => None,
        };
        let pairs =
            items.iter().map(|item| pair(item).ok_or_else(|| self.tree.error(*item, "expected `(name …)`")));
        Ok(pairs.collect::<Result<Vec<_>, _>>()?.into_iter().unzip())
    }

    pub(super) fn declare(
        &mut self,
        at: NodeId,
        names: Vec<String>,
        sorts: Vec<String>,
    ) -> Result<Vec<VarId>, ReadError> {
        if self.level as usize + names.len() > MAX_LEVELS as usize {
            return Err(self.tree.error(at, format!("more than {MAX_LEVELS} variables in scope")));
        }
        let named = names.into_iter().zip(sorts).zip(self.level..);
        Ok(named.map(|((name, sort), level)| self.terms.variable(Variable { name, sort, level })).collect())
    }

    pub(super) fn enter(&mut self, variables: &[VarId]) {
        for &variable in variables {
            let term = self.terms.intern(Term::Var(variable));
            if let Some(&last) = self.places.last() {
                self.places.resize(self.terms.len(), last);
            }
            let name = self.terms.variable_of(variable).name.clone();
            self.scope.entry(name).or_default().push(term);
        }
        self.level += variables.len() as u32;
    }

    /// Takes variables out of scope.
    pub(super) fn leave(&mut self, variables: &[VarId]) {
        for &variable in variables {
            let name = &self.terms.variable_of(variable).name;
            self.scope.get_mut(name).and_then(Vec::pop);
        }
        self.level -= variables.len() as u32;
    }

    fn name_of(&mut self, attributes: &[NodeId]) {
        let mut pairs = attributes.windows(2).filter(|pair| self.tree.text(pair[0]) == ":named");
        if let Some(name) = pairs.next_back().and_then(|pair| self.tree.symbol(pair[1])) {
            self.steps.push(Step::Name(name.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Printer;
    use crate::smtlib::examples::check;

    /// Parses `(assert term)` after `prelude`, and prints the term.
    fn round(prelude: &str, term: &str) -> String {
        let script = Script::parse(format!("{prelude}(assert {term})")).unwrap();
        let formulas = Formulas::read(&script).unwrap();
        Printer::new(&formulas.terms).print(formulas.assertions[0])
    }

    #[test]
    fn a_term_is_printed_as_it_was_read() {
        check(include_str!("examples/terms.smt2"), |example| round(&example.declared, example.term));
    }

    #[test]
    fn nesting_of_a_hundred_thousand_levels_survives() {
        let depth = 100_000;
        let term = "(not ".repeat(depth) + "p" + &")".repeat(depth);
        assert_eq!(round("", &term), term);
        let depth = 10_000;
        let datatype = "(declare-datatype C ((red) (blue)))(declare-const c C)";
        let subjects = "(match ".repeat(depth) + "c" + &" ((red red) (blue c)))".repeat(depth);
        assert_eq!(round(datatype, &subjects), subjects);
        let bodies = "(match c ((blue c) (red ".repeat(depth) + "c" + &")))".repeat(depth);
        assert_eq!(round(datatype, &bodies), bodies);
    }

    /// A name in a pattern would be read as an application, so it is written out, and its size may double at each `let`.
    #[test]
    fn a_pattern_beyond_all_use_is_left_out() {
        let pattern = |doublings: usize| {
            let lets: String =
                (1..=doublings).map(|at| format!("(let ((e{at} (g e{} e{})))", at - 1, at - 1)).collect();
            let quantified =
                format!("(forall ((x Int)) (! (p x) :pattern ((h x e{doublings})) :pattern ((p x))))");
            round("", &format!("(let ((e0 c)) {lets}{quantified}{})", ")".repeat(doublings)))
        };
        assert_eq!(
            pattern(2),
            "(forall ((x Int)) (! (p x) :pattern ((h x (g (g c c) (g c c)))) :pattern ((p x))))"
        );
        assert_eq!(pattern(40), "(forall ((x Int)) (! (p x) :pattern ((p x))))");
        let nested = |inner: &str| {
            format!("(exists ((y Int)) (! (p y) :pattern ((h {}))))", format!("{inner} ").repeat(40))
        };
        let term = (0..8).fold("c".to_owned(), |inner, at| {
            format!("(let ((e{at} {inner})) {})", nested(&format!("e{at}")))
        });
        assert_eq!(round("", &term), "(exists ((y Int)) (p y))");
    }

    #[test]
    fn what_is_no_term_is_refused_with_its_place() {
        for (source, what) in [
            ("(assert ())", "`()` is not a term"),
            ("(assert (let (x) x))", "expected `(name …)`"),
            ("(assert (let x))", "malformed `let`: expected `(let ((name term)…) term)`"),
            ("(assert (forall x))", "malformed `forall`: expected `(forall ((name sort)…) term)`"),
            ("(assert (1 b))", "expected a function name"),
            ("(assert (() b))", "expected a function name"),
        ] {
            let script = Script::parse(source.to_owned()).unwrap();
            let error = Formulas::read(&script).unwrap_err();
            assert!(error.what.contains(what), "{source}: {error}");
        }
    }
}
