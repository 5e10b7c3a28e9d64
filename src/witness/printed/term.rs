//! One term of a model: what to write for it, and which terms below it come next.

use super::clip;
use super::dialect::REST;
use super::expand::{Expander, Step};
use super::inexact::{older_escapes, rounded};
use super::map::is_map;
use crate::smtlib::lex::TokenKind;
use crate::smtlib::{NodeId, Sort};

type Steps<'a> = Result<Vec<Step<'a>>, String>;

impl<'a> Expander<'a> {
    /// The steps that write a term.
    ///
    /// # Errors
    /// What is no value, or no term at all.
    pub(super) fn term(&mut self, node: NodeId, sort: Option<Sort>) -> Steps<'a> {
        let tree = self.tree();
        let is_bound = || tree.symbol(node).is_some_and(|name| self.bound(name).is_some());
        if let Some(map) = sort.as_ref().filter(|sort| is_map(sort) && !is_bound()) {
            // Functions are no values of the evaluator.
            let map = map.clone();
            return Ok(vec![Step::Text(self.open("", map))]);
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
                        Ok(vec![Step::Text(self.inexact(token, sort))])
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
        let plain = |text: &str| Ok(vec![Step::Text(text.to_owned())]);
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
            return plain(&self.open(name, sort));
        }
        // With parameters, names of elements do not tell all of the sort.
        let element = sort.as_ref().and_then(|sort| self.elements.term(sort, text));
        let element = element.or_else(|| self.elements.term(&self.elements.sort_in_name(text)?, text));
        if let Some(element) = element {
            return plain(&element);
        }
        // Yices rounds algebraic numbers and forgets the parentheses.
        if let Some(number) = rounded(text) {
            return plain(&self.rounded(number));
        }
        let number = text
            .strip_prefix(['-', '+', '.'])
            .is_some_and(|rest| rest.starts_with(|character: char| character.is_ascii_digit()));
        if number || text.starts_with('@') { self.no_value(node) } else { plain(text) }
    }

    /// An application, of another definition or of a function of some theory.
    fn apply(&mut self, node: NodeId, head: NodeId, arguments: &[NodeId], sort: Option<Sort>) -> Steps<'a> {
        let tree = self.tree();
        let name = tree.symbol(head).unwrap_or_default();
        let indexed = tree.list(head).and_then(|parts| tree.symbol(*parts.first()?));
        if self.bound(name).is_some() || (name.is_empty() && !matches!(indexed, Some("_" | "as"))) {
            return self.no_value(node);
        }
        if let Some((name, function)) = self.printed.functions.get_key_value(name) {
            if function.parameters.len() != arguments.len() {
                return self.no_value(node);
            }
            let (mut steps, mut bound) = (vec![Step::Text("(let (".to_owned())], Vec::new());
            for ((parameter, of), &argument) in function.parameters.iter().zip(arguments) {
                let variable = self.variable(parameter, self.sort(*of));
                steps.push(Step::Text(format!("{}({} ", blank(bound.len()), variable.text)));
                steps.push(Step::Term(argument, variable.sort.clone()));
                steps.push(Step::Text(")".to_owned()));
                bound.push(variable);
            }
            let sort = sort.or_else(|| self.sort(function.sort));
            steps.push(Step::Text(") ".to_owned()));
            steps.extend([Step::Enter(name, bound), Step::Term(function.body, sort), Step::Leave]);
            steps.push(Step::Text(")".to_owned()));
            return Ok(steps);
        }
        let elsewhere = |&argument: &NodeId| Some(self.bound(tree.symbol(argument)?)?.text.is_empty());
        if arguments.iter().any(|argument| elsewhere(argument) == Some(true)) {
            return Ok(vec![Step::Text("false".to_owned())]);
        }
        let made = sort.as_ref().and_then(|sort| self.constructor(name, sort));
        let made = made.filter(|(_, fields)| fields.len() == arguments.len());
        let (head, operands) = match made {
            Some((constructor, fields)) => (constructor, fields.into_iter().map(Some).collect()),
            None => (tree.canonical_text(head), self.operands(head, arguments, sort)),
        };
        let mut steps = vec![Step::Text(format!("({head}"))];
        for (&argument, of) in arguments.iter().zip(operands) {
            steps.extend([Step::Text(" ".to_owned()), Step::Term(argument, of)]);
        }
        steps.push(Step::Text(")".to_owned()));
        Ok(steps)
    }

    /// `let` or a binder, with this body.
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
            steps.push(Step::Text(")".to_owned()));
            bound.push(variable);
        }
        let count = bound.len();
        steps.extend([Step::Text(") ".to_owned()), Step::Bind(bound), body]);
        steps.extend([Step::Unbind(count), Step::Text(")".to_owned())]);
        Ok(steps)
    }

    /// A number that may be rounded.
    fn rounded(&mut self, number: String) -> String {
        // Two that are printed alike may differ.
        if self.leaves_inexact_open() { self.inexact("", Sort::Real) } else { number }
    }

    /// A literal as one of its sort.
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
                    // With an exponent, or what else nobody knows.
                    None if is_word(text) => return Err(format!("`{}` is no value", clip(text))),
                    None => text.to_owned(),
                },
            },
            _ => return Err(format!("`{}` is no value", clip(text))),
        };
        Ok(vec![Step::Text(written)])
    }
}

/// Whether a text starts as a number does, and has letters.
fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.contains(|other: char| other.is_ascii_alphabetic())
}

/// What stands before an item of a list.
fn blank(before: usize) -> &'static str {
    if before == 0 { "" } else { " " }
}
