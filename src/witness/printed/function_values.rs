//! Functions as values in a model: arrays, and constants of sort `->` (SMT-LIB 2.7, section 3.6.4).
//!
//! Arrays become stores into a constant array if possible, since this is the form in which array values are
//! compared. Maps are printed as functions, as `lambda`, or, by Z3, like arrays. In a witness they are functions
//! of all their arguments.

use super::dialect::clip;
use super::expand::{Argument, Bound, Expander, Step};
use crate::smtlib::{NodeId, Sort, Tree};
use crate::theory::domain;

/// The maximal number of indices that are enumerated.
const FEW: usize = 256;

/// Indices with their values, where the first match counts, and the default.
type Chain = (Vec<(NodeId, NodeId)>, NodeId);

impl<'a> Expander<'a> {
    /// Returns the array that a definition of the model represents.
    ///
    /// # Errors
    /// It does not represent an array.
    pub(super) fn array_of_function(
        &mut self,
        name: &str,
        sort: Option<Sort>,
    ) -> Result<Vec<Step<'a>>, String> {
        let printed = self.printed;
        let not_an_array = || "it is not an array".to_owned();
        let (name, function) = printed.functions.get_key_value(name).ok_or_else(not_an_array)?;
        let [(parameter, of)] = function.parameters.as_slice() else { return Err(not_an_array()) };
        let own = || Some(array(&self.sort(*of)?, &self.sort(function.sort)?));
        let sort = sort.filter(|sort| matches!(sort, Sort::Array(..))).or_else(own);
        let array = sort.and_then(|sort| self.array(parameter, function.body, &sort));
        let mut steps = array.ok_or_else(not_an_array)?;
        steps.insert(0, Step::Enter(name, Vec::new()));
        steps.push(Step::Leave);
        Ok(steps)
    }

    /// Returns the array that a `lambda` of a known sort represents; `None` for other terms.
    pub(super) fn array_of_lambda(
        &mut self,
        variables: NodeId,
        body: NodeId,
        sort: Option<&Sort>,
    ) -> Option<Vec<Step<'a>>> {
        let tree = self.tree();
        let &[variable] = tree.list(variables)? else { return None };
        let name = tree.head(variable)?;
        self.array(name, body, sort?)
    }

    /// Returns the array of a `sort` whose element at index `name` is `body`.
    fn array(&mut self, name: &str, body: NodeId, sort: &Sort) -> Option<Vec<Step<'a>>> {
        let Sort::Array(index, element) = sort else { return None };
        let (index, element) = (Some(index.as_ref().clone()), Some(element.as_ref().clone()));
        let start = |stores: usize| Step::Text(format!("{}((as const {sort}) ", "(store ".repeat(stores)));
        let text = Step::text;
        let tree = self.tree();
        let mut steps = Vec::new();
        if let Some((entries, otherwise)) = chain(tree, name, body) {
            steps.extend([start(entries.len()), Step::Term(otherwise, element.clone()), text(")")]);
            // The outermost store wins.
            for (at, value) in entries.into_iter().rev() {
                steps.extend([text(" "), Step::Term(at, index.clone()), text(" ")]);
                steps.extend([Step::Term(value, element.clone()), text(")")]);
            }
        } else if let Some(indices) = compared(tree, name, body) {
            let within =
                |bound| [Step::Bind(vec![bound]), Step::Term(body, element.clone()), Step::Unbind(1)];
            steps.push(start(indices.len()));
            steps.extend(within(Bound::elsewhere(name)));
            steps.push(text(")"));
            for at in indices {
                let variable = self.variable(name, index.clone());
                steps.extend([text(" "), Step::Term(at, index.clone())]);
                steps.push(Step::Text(format!(" (let (({} ", variable.text)));
                steps.extend([Step::Term(at, index.clone()), text(")) ")]);
                steps.extend(within(variable));
                steps.push(text("))"));
            }
        } else if let Some(indices) =
            index.as_ref().and_then(|index| domain::list(index, FEW, &self.signature))
        {
            // The first index takes the place of the default, since all indices are listed.
            steps.push(start(indices.len().saturating_sub(1)));
            for (at, value) in indices.iter().enumerate() {
                let variable = self.variable(name, index.clone());
                let place = if at == 0 { String::new() } else { format!(" {value} ") };
                steps.push(Step::Text(format!("{place}(let (({} {value})) ", variable.text)));
                steps.extend([
                    Step::Bind(vec![variable]),
                    Step::Term(body, element.clone()),
                    Step::Unbind(1),
                ]);
                steps.push(text("))"));
            }
        } else {
            let variable = self.variable(name, index.clone());
            steps.push(Step::Text(format!("(lambda (({} {})) ", variable.text, index?)));
            steps.extend([Step::Bind(vec![variable]), Step::Term(body, element), Step::Unbind(1), text(")")]);
        }
        Some(steps)
    }
}

fn array(index: &Sort, element: &Sort) -> Sort {
    Sort::Array(Box::new(index.clone()), Box::new(element.clone()))
}

/// Decomposes `(ite (= x i) v (ite (= x j) w d))`; `None` if `x` is used in any other way.
fn chain(tree: &Tree, variable: &str, body: NodeId) -> Option<Chain> {
    let is = |node: NodeId, name: &str| tree.symbol(node) == Some(name);
    let mut entries = Vec::new();
    let mut at = body;
    while let Some(&[ite, condition, then, otherwise]) = tree.list(at)
        && is(ite, "ite")
    {
        let condition = match tree.list(condition) {
            Some(&[and, only]) if is(and, "and") => only,
            _ => condition,
        };
        let index = equated(tree, variable, condition)?;
        if tree.mentions(then, variable) {
            return None;
        }
        entries.push((index, then));
        at = otherwise;
    }
    (!tree.mentions(at, variable)).then_some((entries, at))
}

/// Returns the terms with which `x` is compared, if it has no other uses. Returns `None` if there are other bound
/// variables, on which an index might depend.
fn compared(tree: &Tree, variable: &str, body: NodeId) -> Option<Vec<NodeId>> {
    let mut indices = Vec::new();
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        let head = tree.head(node);
        match tree.list(node) {
            None if tree.symbol(node) == Some(variable) => return None,
            None => {}
            Some(_) if matches!(head, Some("let" | "forall" | "exists" | "lambda")) => return None,
            Some(items) => match equated(tree, variable, node) {
                Some(index) => indices.push(index),
                None => stack.extend(items),
            },
        }
    }
    Some(indices)
}

/// Returns the other side of an equation with `x`.
fn equated(tree: &Tree, variable: &str, node: NodeId) -> Option<NodeId> {
    let &[equals, left, right] = tree.list(node)? else { return None };
    let is = |node: NodeId, name: &str| tree.symbol(node) == Some(name);
    let index = if is(left, variable) { right } else { left };
    let equates = is(equals, "=") && (is(left, variable) || is(right, variable));
    (equates && !tree.mentions(index, variable)).then_some(index)
}

impl<'a> Expander<'a> {
    /// Returns the steps that write the map at `node` applied to arguments; the application is of sort `result`.
    ///
    /// # Errors
    /// The node is not a map in a supported form.
    pub(super) fn applied(
        &mut self,
        node: NodeId,
        arguments: Vec<Argument>,
        result: Sort,
    ) -> Result<Vec<Step<'a>>, String> {
        let tree = self.tree();
        let no_map = || Err(format!("`{}` is not a function in a supported form", clip(tree.text(node))));
        let then = |node: NodeId, rest: &[Argument]| match rest {
            [] => Step::Term(node, Some(result.clone())),
            rest => Step::Apply(node, rest.to_vec(), result.clone()),
        };
        let Some(items) = tree.list(node) else {
            return self
                .named(tree.symbol(node).unwrap_or_default(), &then, &arguments)
                .map_or_else(no_map, Ok);
        };
        let Some((&head, parts)) = items.split_first() else { return no_map() };
        let text = Step::text;
        match (tree.symbol(head), parts) {
            (Some("_"), &[mark, name]) if tree.symbol(mark) == Some("as-array") => {
                let name = tree.symbol(name).unwrap_or_default();
                self.named(name, &then, &arguments).map_or_else(no_map, Ok)
            }
            (Some("lambda"), &[variables, body]) => {
                let variables = tree.list(variables).unwrap_or_default();
                let names = variables.iter().map(|&pair| tree.head(pair));
                let Some(names) = names.collect::<Option<Vec<&str>>>() else { return no_map() };
                if names.is_empty() || names.len() > arguments.len() {
                    return no_map();
                }
                let (bound, rest) = bind(names.into_iter(), &arguments);
                let count = bound.len();
                Ok(vec![Step::Bind(bound), then(body, rest), Step::Unbind(count)])
            }
            (Some("store"), [below, indices @ .., value])
                if !indices.is_empty() && indices.len() <= arguments.len() =>
            {
                let mut steps = vec![text("(ite (and true")];
                for (&index, (variable, sort)) in indices.iter().zip(&arguments) {
                    steps.push(Step::Text(format!(" (= {variable} ")));
                    steps.extend([Step::Term(index, Some(sort.clone())), text(")")]);
                }
                steps.extend([text(") "), then(*value, &arguments[indices.len()..]), text(" ")]);
                steps.extend([then(*below, &arguments), text(")")]);
                Ok(steps)
            }
            (Some("ite"), &[condition, yes, no]) => Ok(vec![
                text("(ite "),
                Step::Term(condition, Some(Sort::Bool)),
                text(" "),
                then(yes, &arguments),
                text(" "),
                then(no, &arguments),
                text(")"),
            ]),
            (Some("let"), &[bindings, body]) => {
                let body = then(body, &arguments);
                self.bind(node, "let", bindings, body)
            }
            (None, &[value]) => {
                let Some(&[mark, name, sort]) = tree.list(head) else { return no_map() };
                let is_const = (tree.text(mark), tree.text(name)) == ("as", "const");
                let takes = match self.sort(sort).filter(|_| is_const) {
                    Some(Sort::Array(..)) => 1,
                    Some(Sort::Named(name, parts)) if name == "->" => parts.len().saturating_sub(1),
                    _ => return no_map(),
                };
                match arguments.get(takes..) {
                    Some(rest) if takes > 0 => Ok(vec![then(value, rest)]),
                    _ => no_map(),
                }
            }
            _ => no_map(),
        }
    }

    /// Returns the steps that apply a definition of the model as a map.
    fn named(
        &self,
        name: &str,
        then: &dyn Fn(NodeId, &[Argument]) -> Step<'a>,
        arguments: &[Argument],
    ) -> Option<Vec<Step<'a>>> {
        let (name, function) = self.printed.functions.get_key_value(name)?;
        let names = function.parameters.iter().map(|(name, _)| name.as_str());
        let takes = function.parameters.len();
        let rest = arguments.get(takes..)?;
        let (bound, _) = bind(names, arguments);
        Some(vec![Step::Enter(name, bound), then(function.body, rest), Step::Leave])
    }
}

/// Binds names to the first arguments, and returns the remaining arguments.
fn bind<'a, 'b>(
    names: impl Iterator<Item = &'a str>,
    arguments: &'b [Argument],
) -> (Vec<Bound>, &'b [Argument]) {
    let bound: Vec<Bound> = names
        .zip(arguments)
        .map(|(name, (text, sort))| Bound {
            name: name.to_owned(),
            text: text.clone(),
            sort: Some(sort.clone()),
        })
        .collect();
    let rest = &arguments[bound.len()..];
    (bound, rest)
}
