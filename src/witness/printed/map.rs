//! Constants of sort `->` (SMT-LIB 2.7, section 3.6.4): a model has them as functions, as `lambda`, or, as Z3 does, as
//! what it writes for arrays. In a witness they are functions of all that they take.

use super::clip;
use super::expand::{Bound, Expander, Step};
use crate::smtlib::{NodeId, Sort};

/// What a map is applied to: a variable of the witness, and its sort.
pub(super) type Argument = (String, Sort);

impl<'a> Expander<'a> {
    /// The steps that write what the map at `node` gives for arguments; that is of sort `result`.
    ///
    /// # Errors
    /// It is no map that is written in a known form.
    pub(super) fn applied(
        &mut self,
        node: NodeId,
        arguments: Vec<Argument>,
        result: Sort,
    ) -> Result<Vec<Step<'a>>, String> {
        let tree = self.tree();
        let no_map = || Err(format!("`{}` is no function of known form", clip(tree.text(node))));
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
        let text = |text: &str| Step::Text(text.to_owned());
        match (tree.symbol(head), parts) {
            (Some("_"), &[mark, name]) if tree.symbol(mark) == Some("as-array") => {
                let name = tree.symbol(name).unwrap_or_default();
                self.named(name, &then, &arguments).map_or_else(no_map, Ok)
            }
            (Some("lambda"), &[variables, body]) => {
                let variables = tree.list(variables).unwrap_or_default();
                let names = variables.iter().map(|&pair| tree.symbol(*tree.list(pair)?.first()?));
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

    /// The same of a definition of the model.
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

/// The first arguments as variables of these names, and the arguments that are left.
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

/// Whether values of a sort are functions.
pub(super) fn is_map(sort: &Sort) -> bool {
    matches!(sort, Sort::Named(name, _) if name == "->")
}
