//! Arrays that a model gives as functions. Values of arrays are compared as stores into a
//! constant array, so that is what they become where they can.

use super::expand::{Bound, Expander, Step};
use crate::smtlib::{NodeId, Sort, Tree};
use crate::theory::domain;

/// Indices that are gone through one by one, at most.
const FEW: usize = 256;

/// Indices with their values, first come first served, and the value elsewhere.
type Chain = (Vec<(NodeId, NodeId)>, NodeId);

impl<'a> Expander<'a> {
    /// The array that a definition of the model is.
    ///
    /// # Errors
    /// It is none.
    pub(super) fn array_of_function(
        &mut self,
        name: &str,
        sort: Option<Sort>,
    ) -> Result<Vec<Step<'a>>, String> {
        let printed = self.printed;
        let not_an_array = || "it is no array".to_owned();
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

    /// The array that a `lambda` of a known sort is; `None` for any other.
    pub(super) fn array_of_lambda(
        &mut self,
        variables: NodeId,
        body: NodeId,
        sort: Option<&Sort>,
    ) -> Option<Vec<Step<'a>>> {
        let tree = self.tree();
        let &[variable] = tree.list(variables)? else { return None };
        let name = tree.symbol(*tree.list(variable)?.first()?)?;
        self.array(name, body, sort?)
    }

    /// The array of a `sort` that holds `body` at the index called `name`.
    fn array(&mut self, name: &str, body: NodeId, sort: &Sort) -> Option<Vec<Step<'a>>> {
        let Sort::Array(index, element) = sort else { return None };
        let (index, element) = (Some(index.as_ref().clone()), Some(element.as_ref().clone()));
        let text = |text: &str| Step::Text(text.to_owned());
        let tree = self.tree();
        let mut steps = Vec::new();
        if let Some((entries, otherwise)) = chain(tree, name, body) {
            let start = format!("{}((as const {sort}) ", "(store ".repeat(entries.len()));
            steps.extend([Step::Text(start), Step::Term(otherwise, element.clone()), text(")")]);
            // The outermost store is what counts.
            for (at, value) in entries.into_iter().rev() {
                steps.extend([text(" "), Step::Term(at, index.clone()), text(" ")]);
                steps.extend([Step::Term(value, element.clone()), text(")")]);
            }
        } else if let Some(indices) = compared(tree, name, body) {
            let within =
                |bound| [Step::Bind(vec![bound]), Step::Term(body, element.clone()), Step::Unbind(1)];
            let start = format!("{}((as const {sort}) ", "(store ".repeat(indices.len()));
            steps.push(Step::Text(start));
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
            // The first index stands for all that have no entry, of which there are none.
            let start = format!("{}((as const {sort})", "(store ".repeat(indices.len().saturating_sub(1)));
            steps.push(Step::Text(start));
            for (at, value) in indices.iter().enumerate() {
                let variable = self.variable(name, index.clone());
                let place = if at == 0 { String::new() } else { format!(" {value}") };
                steps.push(Step::Text(format!("{place} (let (({} {value})) ", variable.text)));
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

/// Takes `(ite (= x i) v (ite (= x j) w d))` apart; `None` for any other use of `x`.
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
        if mentions(tree, then, variable) {
            return None;
        }
        entries.push((index, then));
        at = otherwise;
    }
    (!mentions(tree, at, variable)).then_some((entries, at))
}

/// What `x` is compared with, if nothing else is done with it; `None` also where something
/// else is bound, which an index might depend on.
fn compared(tree: &Tree, variable: &str, body: NodeId) -> Option<Vec<NodeId>> {
    let mut indices = Vec::new();
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        let head = tree.list(node).and_then(|items| tree.symbol(*items.first()?));
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

/// The other side of an equation with `x`.
pub(super) fn equated(tree: &Tree, variable: &str, node: NodeId) -> Option<NodeId> {
    let &[equals, left, right] = tree.list(node)? else { return None };
    let is = |node: NodeId, name: &str| tree.symbol(node) == Some(name);
    let index = if is(left, variable) { right } else { left };
    let equates = is(equals, "=") && (is(left, variable) || is(right, variable));
    (equates && !mentions(tree, index, variable)).then_some(index)
}

fn mentions(tree: &Tree, node: NodeId, name: &str) -> bool {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        match tree.list(node) {
            Some(items) => stack.extend(items),
            None if tree.symbol(node) == Some(name) => return true,
            None => {}
        }
    }
    false
}
