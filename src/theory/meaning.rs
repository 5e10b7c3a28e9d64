//! What the head of a term means: a literal, an operator of a theory, or what the script declares.

use std::sync::Arc;

use crate::smtlib::{Expr, Sort};
use crate::theory::literals;
use crate::theory::operators::Operator;
use crate::theory::signature::{Datatype, Function, Signature};
use crate::theory::value::Value;

/// What a head stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// A value.
    Literal(Value),
    /// An operator of a theory.
    Operator(Applied),
    /// A constructor of a datatype, and the sort that `as` names.
    Constructor(Arc<Datatype>, usize, Option<Sort>),
    /// A selector: the field of a constructor.
    Selector(Arc<Datatype>, usize, usize),
    /// Whether something is built by a constructor.
    Tester(Arc<Datatype>, usize),
    /// What replaces the field of a constructor.
    Updater(Arc<Datatype>, usize, usize),
    /// A declared or defined function, and the sort that `as` names.
    Function(Arc<Function>),
    /// Nothing that is known.
    Unknown(Arc<str>),
}

/// An operator with what stands around its name.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    /// The operator.
    pub operator: &'static Operator,
    /// The name by which it was called.
    pub name: Box<str>,
    /// Its indices, as they are written.
    pub indices: Box<[Box<str>]>,
    /// The sort that `as` names.
    pub qualifier: Option<Sort>,
}

impl Meaning {
    /// What a head, in canonical text, stands for in a script.
    pub(crate) fn of(head: &str, signature: &Signature) -> Meaning {
        Meaning::read(head, signature).unwrap_or_else(|| Meaning::Unknown(head.into()))
    }

    fn read(head: &str, signature: &Signature) -> Option<Meaning> {
        if !head.starts_with('(') {
            return symbol(head, &[], None, signature);
        }
        let expr = Expr::read(head)?.into_iter().next()?;
        match expr.children() {
            [mark, inner, sort] if mark.text() == Some("as") => {
                let sort = signature.sort(&sort.to_string())?;
                match inner.children() {
                    [] => symbol(inner.text()?, &[], Some(sort), signature),
                    [mark, name, indices @ ..] if mark.text() == Some("_") => {
                        symbol(name.text()?, &texts(indices), Some(sort), signature)
                    }
                    _ => None,
                }
            }
            [mark, name, indices @ ..] if mark.text() == Some("_") => match (name.text()?, indices) {
                ("is", [constructor]) => tester(constructor, signature),
                ("update", [selector]) => {
                    let (datatype, at, field) = signature.selector(selector.text()?)?;
                    Some(Meaning::Updater(Arc::clone(datatype), at, field))
                }
                (name, indices) => symbol(name, &texts(indices), None, signature),
            },
            _ => None,
        }
    }
}

fn texts(indices: &[Expr]) -> Vec<Box<str>> {
    indices.iter().map(|index| index.to_string().into()).collect()
}

/// `(_ is constructor)`, where the constructor may be qualified, or have a signature as in older files.
fn tester(constructor: &Expr, signature: &Signature) -> Option<Meaning> {
    let name = match constructor.children() {
        [] => constructor.text()?,
        [mark, name, ..] if mark.text() == Some("as") => name.text()?,
        [name, ..] => name.text()?,
    };
    let (datatype, at) = signature.constructor(name)?;
    Some(Meaning::Tester(Arc::clone(datatype), at))
}

fn symbol(
    name: &str,
    indices: &[Box<str>],
    qualifier: Option<Sort>,
    signature: &Signature,
) -> Option<Meaning> {
    // Nothing is declared by the name of a literal.
    if indices.is_empty() && !literals::is_literal(name) {
        if let Some(function) = signature.find(name) {
            return Some(Meaning::Function(Arc::clone(function)));
        }
        let qualified = match &qualifier {
            Some(Sort::Named(sort, _)) => signature.constructor_of(sort, name),
            _ => None,
        };
        if let Some((datatype, at)) = qualified.or_else(|| signature.constructor(name)) {
            return Some(Meaning::Constructor(Arc::clone(datatype), at, qualifier));
        }
        if let Some((datatype, at, field)) = signature.selector(name) {
            return Some(Meaning::Selector(Arc::clone(datatype), at, field));
        }
        // The older testers.
        if let Some((datatype, at)) = name.strip_prefix("is-").and_then(|name| signature.constructor(name)) {
            return Some(Meaning::Tester(Arc::clone(datatype), at));
        }
    }
    if let Some(value) = literals::value(name, indices, qualifier.as_ref(), signature.reals) {
        return Some(Meaning::Literal(value));
    }
    let operator = Operator::find(name).filter(|operator| operator.indices.are(indices.len()))?;
    Some(Meaning::Operator(Applied { operator, name: name.into(), indices: indices.into(), qualifier }))
}
