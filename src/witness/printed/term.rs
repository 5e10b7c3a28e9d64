//! One term of a model: what to write for it, and which terms below it come next.

use super::clip;
use super::dialect::REST;
use super::expand::{Expander, Step};
use crate::smtlib::lex::TokenKind;
use crate::smtlib::{NodeId, Sort};
use crate::theory::operators::{Kind, Operator};

type Steps<'a> = Result<Vec<Step<'a>>, String>;

impl<'a> Expander<'a> {
    /// The steps that write a term.
    ///
    /// # Errors
    /// What is no value, or no term at all.
    pub(super) fn term(&mut self, node: NodeId, sort: Option<Sort>) -> Steps<'a> {
        let tree = self.tree();
        let Some(items) = tree.list(node) else { return self.atom(node, sort) };
        let Some((&head, arguments)) = items.split_first() else { return self.no_value(node) };
        let as_it_is = || Ok(vec![Step::Text(tree.canonical_text(node))]);
        let Some(name) = tree.symbol(head) else { return self.apply(node, head, arguments, sort) };
        match (name, arguments) {
            ("as", &[token, of]) => {
                let token = tree.symbol(token).unwrap_or_default();
                let of = self.sort(of).filter(|_| !self.elements.declares(token));
                match of.and_then(|sort| self.elements.term(&sort, token)) {
                    Some(element) => Ok(vec![Step::Text(element)]),
                    None if token.starts_with('@') => self.no_value(node),
                    None => as_it_is(),
                }
            }
            ("_", &[kind, name]) if tree.symbol(kind) == Some("as-array") => {
                self.array_of_function(tree.symbol(name).unwrap_or_default(), sort)
            }
            ("_" | "root-obj", _) => as_it_is(),
            ("!", &[term, ..]) => Ok(vec![Step::Term(term, sort)]),
            ("let", &[bindings, body]) => self.bind(node, "let", bindings, body, sort),
            ("forall" | "exists", &[variables, body]) => {
                self.bind(node, name, variables, body, Some(Sort::Bool))
            }
            ("lambda", &[variables, body]) => match self.array_of_lambda(variables, body, sort.as_ref()) {
                Some(steps) => Ok(steps),
                None => self.bind(node, name, variables, body, None),
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
            return Ok(vec![Step::Text(literal(text, kind, sort.as_ref())?)]);
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
        if matches!(text, "true" | "false") || self.elements.declares(text) {
            return plain(text);
        }
        if text == REST || self.printed.unknown.contains(text) {
            let name = if text == REST { "" } else { text };
            let Some(sort) = sort else { return self.no_value(node) };
            return plain(&self.open(name, sort));
        }
        let sort = self.elements.sort_in_name(text).or(sort);
        if let Some(element) = sort.and_then(|sort| self.elements.term(&sort, text)) {
            return plain(&element);
        }
        // Yices rounds algebraic numbers and forgets the parentheses.
        let number =
            text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
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
        let mut steps = vec![Step::Text(format!("({}", tree.canonical_text(head)))];
        for (&argument, of) in arguments.iter().zip(self.operands(head, arguments, sort)) {
            steps.extend([Step::Text(" ".to_owned()), Step::Term(argument, of)]);
        }
        steps.push(Step::Text(")".to_owned()));
        Ok(steps)
    }

    /// The sorts of operands, where a name or literal among them may depend on it.
    fn operands(&self, head: NodeId, arguments: &[NodeId], sort: Option<Sort>) -> Vec<Option<Sort>> {
        let tree = self.tree();
        let all = |sort: Option<Sort>| vec![sort; arguments.len()];
        let kind = tree.symbol(head).and_then(Operator::find).map(|operator| operator.kind);
        match kind {
            Some(Kind::Conditional) => return vec![Some(Sort::Bool), sort.clone(), sort],
            Some(Kind::Connective) => return all(Some(Sort::Bool)),
            Some(Kind::Equality) => {
                let known = |&argument: &NodeId| self.bound(tree.symbol(argument)?)?.sort.clone();
                return all(arguments.iter().find_map(known));
            }
            Some(Kind::Constant | Kind::Function) | None => {}
        }
        match (tree.symbol(head), &sort) {
            (Some("store"), Some(Sort::Array(index, element))) => {
                let (index, element) = (index.as_ref().clone(), element.as_ref().clone());
                vec![sort, Some(index), Some(element)]
            }
            (Some("/"), _) | (Some("+" | "-" | "*"), Some(Sort::Real)) => all(Some(Sort::Real)),
            (None, _) => match tree.list(head) {
                Some(&[qualifier, name, of])
                    if (tree.text(qualifier), tree.text(name)) == ("as", "const") =>
                {
                    match self.sort(of) {
                        Some(Sort::Array(_, element)) => all(Some(*element)),
                        _ => all(None),
                    }
                }
                _ => all(None),
            },
            _ => all(None),
        }
    }

    /// `let` or a binder.
    fn bind(
        &mut self,
        node: NodeId,
        binder: &str,
        list: NodeId,
        body: NodeId,
        sort: Option<Sort>,
    ) -> Steps<'a> {
        let tree = self.tree();
        let (mut steps, mut bound) = (vec![Step::Text(format!("({binder} ("))], Vec::new());
        for &pair in tree.list(list).unwrap_or_default() {
            let Some(&[name, part]) = tree.list(pair) else { return self.no_value(node) };
            let is_let = binder == "let";
            let of = if is_let { None } else { self.sort(part) };
            let variable = self.variable(tree.symbol(name).unwrap_or_default(), of);
            steps.push(Step::Text(format!("{}({} ", blank(bound.len()), variable.text)));
            steps.push(if is_let { Step::Term(part, None) } else { Step::Text(tree.canonical_text(part)) });
            steps.push(Step::Text(")".to_owned()));
            bound.push(variable);
        }
        let count = bound.len();
        steps.extend([Step::Text(") ".to_owned()), Step::Bind(bound), Step::Term(body, sort)]);
        steps.extend([Step::Unbind(count), Step::Text(")".to_owned())]);
        Ok(steps)
    }
}

/// What stands before an item of a list.
fn blank(before: usize) -> &'static str {
    if before == 0 { "" } else { " " }
}

/// Whether a backslash before `rest` was an escape before SMT-LIB 2.6 defined `\u`.
fn escapes(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit() || "abefnrtvx".contains(c))
}

/// A literal as one of its sort.
fn literal(text: &str, kind: Option<TokenKind>, sort: Option<&Sort>) -> Result<String, String> {
    let quoted = || clip(text);
    match kind {
        Some(TokenKind::String) if text.split('\\').skip(1).any(escapes) => {
            Err(format!("{} may have escapes of older SMT-LIB", quoted()))
        }
        // Solvers round in decimals, and write fractions as `(/ 1 3)`.
        Some(TokenKind::Number)
            if text.split_once('.').is_some_and(|(_, rest)| rest.contains(|c| c != '0')) =>
        {
            Err(format!("{} may be rounded", quoted()))
        }
        Some(TokenKind::Number) => Ok(match (text, sort) {
            ("#b0", Some(Sort::Bool)) => "false".to_owned(),
            ("#b1", Some(Sort::Bool)) => "true".to_owned(),
            (_, Some(Sort::Real)) if text.bytes().all(|byte| byte.is_ascii_digit()) => format!("{text}.0"),
            _ => text.strip_prefix("0b").map_or_else(|| text.to_owned(), |bits| format!("#b{bits}")),
        }),
        Some(TokenKind::String) => Ok(text.to_owned()),
        _ => Err(format!("`{}` is no value", quoted())),
    }
}
