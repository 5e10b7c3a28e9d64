//! Definitions of a model → terms over the symbols of the script and of the theories.
//!
//! A call of another definition becomes its body under a `let`, so that neither the order nor helper functions
//! matter. Every variable gets a new name, so nothing is captured. Known sorts are passed down, because `0` may
//! be a real and `@const_1` an element of any sort. The walk keeps its own stack: models nest as deeply as the
//! formulas they satisfy.

use super::abstract_values::{Completion, Elements, Inexact, older_escapes, rounded};
use super::dialect::{REST, WITHIN, clip};
use super::printed_model::{Function, Printed};
use crate::smtlib::lex::TokenKind;
use crate::smtlib::{NodeId, Script, Sort, Tree};
use crate::theory;
use crate::witness::assignment::Signature;

/// The maximal length of a value's text in bytes: helper functions can blow it up.
const LONGEST: usize = 4 << 20;

/// Expands values.
pub(super) struct Expander<'a> {
    pub(super) printed: &'a Printed,
    pub(super) elements: Elements,
    /// The declarations of the script.
    pub(super) signature: theory::signature::Signature,
    pub(super) completion: Completion,
    /// Whether the last refused text is certainly malformed.
    pub(super) is_malformed: bool,
    /// A suffix such that no name of the script contains `x`, `y` or `u` followed by it.
    mark: String,
    variables: usize,
    unknown: Vec<Unknown>,
    steps: Vec<Step<'a>>,
    frames: Vec<Frame<'a>>,
    out: String,
}

/// A value that the model leaves open or gives only by name.
#[derive(Debug)]
pub(super) struct Unknown {
    /// The name in the model; empty if each occurrence is another value.
    name: String,
    /// The name in the witness.
    pub(super) text: String,
    pub(super) sort: Sort,
}

/// A pending step.
pub(super) enum Step<'a> {
    Text(String),
    /// Write a term of this sort, if it is known.
    Term(NodeId, Option<Sort>),
    /// Write the result of a map for arguments; the result is of this sort.
    Apply(NodeId, Vec<Argument>, Sort),
    Bind(Vec<Bound>),
    Unbind(usize),
    /// Enter the body of a function with its parameters bound.
    Enter(&'a str, Vec<Bound>),
    Leave,
}

impl Step<'_> {
    pub(super) fn text(text: &str) -> Self {
        Step::Text(text.to_owned())
    }
}

/// An argument of a map: a variable of the witness, and its sort.
pub(super) type Argument = (String, Sort);

/// A variable of the model, and its replacement in the witness.
pub(super) struct Bound {
    pub(super) name: String,
    /// The replacement; empty for an index that equals none of those it is compared with.
    pub(super) text: String,
    pub(super) sort: Option<Sort>,
}

impl Bound {
    pub(super) fn elsewhere(name: &str) -> Bound {
        Bound { name: name.to_owned(), text: String::new(), sort: None }
    }
}

/// The body of a function, and the variables in scope.
struct Frame<'a> {
    function: &'a str,
    bound: Vec<Bound>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(
        script: &Script,
        printed: &'a Printed,
        elements: Elements,
        completion: Completion,
    ) -> Self {
        let source = script.tree.source();
        let mut mark = String::from("%");
        while ["x", "y", "u"].iter().any(|letter| source.contains(&format!("{letter}{mark}"))) {
            mark.push('%');
        }
        let (unknown, steps, frames) = (Vec::new(), Vec::new(), Vec::new());
        let signature = theory::signature::Signature::collect(script);
        Expander {
            printed,
            elements,
            signature,
            completion,
            is_malformed: false,
            mark,
            variables: 0,
            unknown,
            steps,
            frames,
            out: String::new(),
        }
    }

    /// Returns the elements, the prefix of parameters, and the open values.
    pub(super) fn into_parts(self) -> (Elements, String, Vec<Unknown>) {
        (self.elements, format!("x{}", self.mark), self.unknown)
    }

    /// Returns the value of a declared function as a term over all of its arguments, including those of its
    /// result if that is a function.
    ///
    /// # Errors
    /// The text says why the value cannot be written.
    pub(super) fn declared(&mut self, signature: &Signature<'_>) -> Result<String, String> {
        let printed = self.printed;
        let (name, function) = printed.functions.get_key_value(signature.name).ok_or("it has none")?;
        let (sorts, result) = Sort::uncurried(signature.arguments.clone(), signature.result.clone());
        let (has, declared) = (function.parameters.len(), signature.arguments.len());
        if declared == 0 && has > sorts.len() {
            let steps = self.array_of_function(name, Some(result))?;
            return self.written(steps);
        }
        if has < declared || has > sorts.len() {
            return Err(format!("it has {has} parameters, {declared} are declared"));
        }
        if let Some(misfit) = self.misfit_of_sorts(function, &sorts, &result) {
            self.is_malformed = true;
            return Err(misfit);
        }
        self.function(name, function, sorts, result)
    }

    /// Returns the value of the function called `name`, for arguments of these sorts.
    ///
    /// # Errors
    /// The text says why the value cannot be written.
    pub(super) fn function(
        &mut self,
        name: &'a str,
        function: &'a Function,
        sorts: Vec<Sort>,
        result: Sort,
    ) -> Result<String, String> {
        let all: Vec<Argument> =
            sorts.into_iter().enumerate().map(|(at, sort)| (format!("x{}{at}", self.mark), sort)).collect();
        let (own, rest) = all.split_at(function.parameters.len().min(all.len()));
        let bound = function.parameters.iter().zip(own).map(|((name, _), (text, sort))| Bound {
            name: name.clone(),
            text: text.clone(),
            sort: Some(sort.clone()),
        });
        let body = match rest {
            [] => Step::Term(function.body, Some(result)),
            rest => Step::Apply(function.body, rest.to_vec(), result),
        };
        self.written(vec![Step::Enter(name, bound.collect()), body, Step::Leave])
    }

    /// Runs steps and returns their text.
    fn written(&mut self, steps: Vec<Step<'a>>) -> Result<String, String> {
        self.steps.clear();
        self.frames.clear();
        self.out.clear();
        self.plan(steps);
        while let Some(step) = self.steps.pop() {
            self.step(step)?;
        }
        Ok(std::mem::take(&mut self.out))
    }

    fn plan(&mut self, steps: Vec<Step<'a>>) {
        self.steps.extend(steps.into_iter().rev());
    }

    fn step(&mut self, step: Step<'a>) -> Result<(), String> {
        match step {
            Step::Text(text) => self.out.push_str(&text),
            Step::Term(node, sort) => {
                if let Some(misfit) = self.misfit(node, sort.as_ref()) {
                    self.is_malformed = true;
                    return Err(misfit);
                }
                let steps = self.term(node, sort)?;
                self.plan(steps);
            }
            Step::Apply(node, arguments, result) => {
                let steps = self.applied(node, arguments, result)?;
                self.plan(steps);
            }
            Step::Bind(bound) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.bound.extend(bound);
                }
            }
            Step::Unbind(count) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.bound.truncate(frame.bound.len().saturating_sub(count));
                }
            }
            Step::Enter(function, _) if self.frames.iter().any(|frame| frame.function == function) => {
                return Err("it is defined by itself".to_owned());
            }
            Step::Enter(function, bound) => self.frames.push(Frame { function, bound }),
            Step::Leave => _ = self.frames.pop(),
        }
        if self.out.len() > LONGEST { Err("it is too long when written out".to_owned()) } else { Ok(()) }
    }

    /// Returns the tree of the model.
    pub(super) fn tree(&self) -> &'a Tree {
        &self.printed.tree
    }

    /// Returns a sort of the model, or `None` if it is omitted.
    pub(super) fn sort(&self, node: NodeId) -> Option<Sort> {
        self.printed.sorts.read(self.tree(), node).filter(|_| self.tree().symbol(node) != Some("_"))
    }

    /// Creates a new variable for one of the model.
    pub(super) fn variable(&mut self, name: &str, sort: Option<Sort>) -> Bound {
        self.variables += 1;
        Bound { name: name.to_owned(), text: format!("y{}{}", self.mark, self.variables), sort }
    }

    /// Returns the innermost variable with a name.
    pub(super) fn bound(&self, name: &str) -> Option<&Bound> {
        self.frames.last()?.bound.iter().rev().find(|bound| bound.name == name)
    }

    /// Returns a symbol for a value that the model leaves open, or gives only by name or inexactly. Without a `name`, each
    /// call gives another symbol.
    fn unknown(&mut self, name: &str, sort: Sort) -> String {
        let is_same = |known: &&Unknown| !name.is_empty() && known.name == name && known.sort == sort;
        if let Some(known) = self.unknown.iter().find(is_same) {
            return known.text.clone();
        }
        let text = format!("u{}{}", self.mark, self.unknown.len());
        self.unknown.push(Unknown { name: name.to_owned(), text: text.clone(), sort });
        text
    }

    /// Whether inexact values stay open.
    pub(super) fn leaves_inexact_open(&self) -> bool {
        self.completion.inexact == Inexact::Open
    }
}

type Steps<'a> = Result<Vec<Step<'a>>, String>;

/// Whether a sort is a function sort.
fn is_map(sort: &Sort) -> bool {
    matches!(sort, Sort::Named(name, _) if name == "->")
}

impl<'a> Expander<'a> {
    /// Returns the steps that write a term.
    ///
    /// # Errors
    /// The node is not a value, or not a term at all.
    fn term(&mut self, node: NodeId, sort: Option<Sort>) -> Steps<'a> {
        let tree = self.tree();
        let is_bound = || tree.symbol(node).is_some_and(|name| self.bound(name).is_some());
        if let Some(map) = sort.as_ref().filter(|sort| is_map(sort) && !is_bound()) {
            // The evaluator has no function values.
            let map = map.clone();
            return Ok(vec![Step::Text(self.unknown("", map))]);
        }
        let Some(items) = tree.list(node) else { return self.atom(node, sort) };
        let Some((&head, arguments)) = items.split_first() else { return self.no_value(node) };
        let as_it_is = || Ok(vec![Step::Text(tree.canonical_text(node))]);
        let Some(name) = tree.symbol(head) else { return self.apply(node, head, arguments, sort) };
        match (name, arguments) {
            ("as", &[token, of]) => {
                let token = tree.symbol(token).unwrap_or_default();
                let of = self.sort(of).filter(|_| !self.elements.declares(token));
                match (of.as_ref().and_then(|sort| self.elements.term(sort, token)), of) {
                    (Some(element), _) => Ok(vec![Step::Text(element)]),
                    // An abstract value (SMT-LIB 2.7, section 4.2.6).
                    (None, Some(sort)) if token.starts_with('@') => {
                        Ok(vec![Step::Text(self.unknown(token, sort))])
                    }
                    (None, None) if token.starts_with('@') => self.no_value(node),
                    _ => as_it_is(),
                }
            }
            ("_", &[kind, name]) if tree.symbol(kind) == Some("as-array") => {
                self.array_of_function(tree.symbol(name).unwrap_or_default(), sort)
            }
            ("_" | "root-obj", _) => as_it_is(),
            ("!", &[term, ..]) => Ok(vec![Step::Term(term, sort)]),
            ("let", &[bindings, body]) => self.bind(node, "let", bindings, Step::Term(body, sort)),
            ("forall" | "exists", &[variables, body]) => {
                self.bind(node, name, variables, Step::Term(body, Some(Sort::Bool)))
            }
            ("lambda", &[variables, body]) => match self.array_of_lambda(variables, body, sort.as_ref()) {
                Some(steps) => Ok(steps),
                None => self.bind(node, name, variables, Step::Term(body, None)),
            },
            ("!" | "let" | "forall" | "exists" | "lambda" | "match" | "witness" | "choice", _) => {
                self.no_value(node)
            }
            _ => self.apply(node, head, arguments, sort),
        }
    }

    fn no_value(&self, node: NodeId) -> Steps<'a> {
        Err(format!("`{}` is no value", clip(self.tree().text(node))))
    }

    fn atom(&mut self, node: NodeId, sort: Option<Sort>) -> Steps<'a> {
        let tree = self.tree();
        let text = tree.atom_text(node).unwrap_or_default();
        let plain = |text: &str| Ok(vec![Step::text(text)]);
        if tree.symbol(node).is_none() {
            let kind = tree.atom(node).map(|token| token.kind);
            return self.literal(text, kind, sort.as_ref());
        }
        if let Some(bound) = self.bound(text) {
            return plain(&bound.text);
        }
        if let Some((name, function)) = self.printed.functions.get_key_value(text) {
            if !function.parameters.is_empty() {
                return self.array_of_function(name, sort);
            }
            let sort = sort.or_else(|| self.sort(function.sort));
            return Ok(vec![Step::Enter(name, Vec::new()), Step::Term(function.body, sort), Step::Leave]);
        }
        if let Some((constructor, _)) = sort.as_ref().and_then(|sort| self.constructor(text, sort)) {
            return plain(&constructor);
        }
        if matches!(text, "true" | "false") || self.elements.declares(text) {
            return plain(text);
        }
        if text == REST || self.printed.unknown.contains(text) {
            let name = if text == REST { "" } else { text };
            let Some(sort) = sort else { return self.no_value(node) };
            return plain(&self.unknown(name, sort));
        }
        // The name of an element may not determine the instance of a parametric sort.
        let element = sort.as_ref().and_then(|sort| self.elements.term(sort, text));
        let element = element.or_else(|| self.elements.term(&self.elements.sort_in_name(text)?, text));
        if let Some(element) = element {
            return plain(&element);
        }
        // Yices rounds algebraic numbers, and omits the parentheses of negative ones.
        if let Some(number) = rounded(text) {
            return plain(&self.rounded(number));
        }
        let number = text
            .strip_prefix(['-', '+', '.'])
            .is_some_and(|rest| rest.starts_with(|character: char| character.is_ascii_digit()));
        if number || text.starts_with('@') || text.starts_with(WITHIN) {
            self.no_value(node)
        } else {
            plain(text)
        }
    }

    /// Handles an application of another definition, or of a theory's function.
    fn apply(&mut self, node: NodeId, head: NodeId, arguments: &[NodeId], sort: Option<Sort>) -> Steps<'a> {
        let tree = self.tree();
        let name = tree.symbol(head).unwrap_or_default();
        if self.bound(name).is_some() || (name.is_empty() && !matches!(tree.head(head), Some("_" | "as"))) {
            return self.no_value(node);
        }
        if let Some((name, function)) = self.printed.functions.get_key_value(name) {
            if function.parameters.len() != arguments.len() {
                return self.no_value(node);
            }
            let (mut steps, mut bound) = (vec![Step::text("(let (")], Vec::new());
            for ((parameter, of), &argument) in function.parameters.iter().zip(arguments) {
                let variable = self.variable(parameter, self.sort(*of));
                steps.push(Step::Text(format!("{}({} ", blank(bound.len()), variable.text)));
                steps.push(Step::Term(argument, variable.sort.clone()));
                steps.push(Step::text(")"));
                bound.push(variable);
            }
            let sort = sort.or_else(|| self.sort(function.sort));
            steps.push(Step::text(") "));
            steps.extend([Step::Enter(name, bound), Step::Term(function.body, sort), Step::Leave]);
            steps.push(Step::text(")"));
            return Ok(steps);
        }
        let elsewhere = |&argument: &NodeId| Some(self.bound(tree.symbol(argument)?)?.text.is_empty());
        if arguments.iter().any(|argument| elsewhere(argument) == Some(true)) {
            return Ok(vec![Step::text("false")]);
        }
        let made = sort.as_ref().and_then(|sort| self.constructor(name, sort));
        let made = made.filter(|(_, fields)| fields.len() == arguments.len());
        let (head, operands) = match made {
            Some((constructor, fields)) => (constructor, fields.into_iter().map(Some).collect()),
            None => (tree.canonical_text(head), self.operands(head, arguments, sort)),
        };
        let mut steps = vec![Step::Text(format!("({head}"))];
        for (&argument, of) in arguments.iter().zip(operands) {
            steps.extend([Step::text(" "), Step::Term(argument, of)]);
        }
        steps.push(Step::text(")"));
        Ok(steps)
    }

    /// Handles `let` or a binder with this body.
    pub(super) fn bind(&mut self, node: NodeId, binder: &str, list: NodeId, body: Step<'a>) -> Steps<'a> {
        let tree = self.tree();
        let (mut steps, mut bound) = (vec![Step::Text(format!("({binder} ("))], Vec::new());
        for &pair in tree.list(list).unwrap_or_default() {
            let Some(&[name, part]) = tree.list(pair) else { return self.no_value(node) };
            let is_let = binder == "let";
            let name = tree.symbol(name).unwrap_or_default();
            let of = match &body {
                Step::Term(body, sort) if is_let => {
                    self.sort_of(part).or_else(|| self.sort_in_use(name, *body, sort.clone()))
                }
                _ if is_let => self.sort_of(part),
                _ => self.sort(part),
            };
            let variable = self.variable(name, of.clone());
            steps.push(Step::Text(format!("{}({} ", blank(bound.len()), variable.text)));
            steps.push(if is_let { Step::Term(part, of) } else { Step::Text(tree.canonical_text(part)) });
            steps.push(Step::text(")"));
            bound.push(variable);
        }
        let count = bound.len();
        steps.extend([Step::text(") "), Step::Bind(bound), body]);
        steps.extend([Step::Unbind(count), Step::text(")")]);
        Ok(steps)
    }

    /// Writes a number that may be rounded.
    fn rounded(&mut self, number: String) -> String {
        // Two numbers that are printed alike may differ.
        if self.leaves_inexact_open() { self.unknown("", Sort::Real) } else { number }
    }

    /// Writes a literal as one of its sort.
    fn literal(&mut self, text: &str, kind: Option<TokenKind>, sort: Option<&Sort>) -> Steps<'a> {
        let older = || older_escapes(text).filter(|_| self.completion.older_escapes);
        let written = match (kind, sort) {
            (Some(TokenKind::String), _) => older().unwrap_or_else(|| text.to_owned()),
            (Some(TokenKind::Number), Some(Sort::Bool)) if text == "#b0" => "false".to_owned(),
            (Some(TokenKind::Number), Some(Sort::Bool)) if text == "#b1" => "true".to_owned(),
            (Some(TokenKind::Number), sort) => match (rounded(text), sort) {
                (Some(number), _) => self.rounded(number),
                (None, Some(Sort::Real)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                    format!("{text}.0")
                }
                _ => match text.strip_prefix("0b") {
                    Some(bits) => format!("#b{bits}"),
                    // A number with an exponent or in another unknown notation.
                    None if is_word(text) => return Err(format!("`{}` is no value", clip(text))),
                    None => text.to_owned(),
                },
            },
            _ => return Err(format!("`{}` is no value", clip(text))),
        };
        Ok(vec![Step::Text(written)])
    }
}

/// Whether a text starts with a digit and contains a letter.
fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.contains(|other: char| other.is_ascii_alphabetic())
}

/// Returns the separator before an item of a list.
fn blank(before: usize) -> &'static str {
    if before == 0 { "" } else { " " }
}
