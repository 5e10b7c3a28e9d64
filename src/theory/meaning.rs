//! The meaning of the head of a term: a literal, an operator of a theory, or a symbol that the script declares.

use std::sync::Arc;

use crate::smtlib::{NodeId, Sort, Tree};
use crate::theory::literals;
use crate::theory::operators::{Op, Operator};
use crate::theory::signature::{Datatype, Function, Signature};
use crate::theory::value::Value;

/// The meaning of a head.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// A value.
    Literal(Value),
    /// An operator of a theory.
    Operator(Arc<Applied>),
    /// A constructor of a datatype, and the sort in `(as …)`, if any.
    Constructor(Arc<Datatype>, usize, Option<Sort>),
    /// A selector: the datatype, the constructor's index and the field's index.
    Selector(Arc<Datatype>, usize, usize),
    /// A tester: whether a value is built by this constructor.
    Tester(Arc<Datatype>, usize),
    /// An updater of a constructor's field.
    Updater(Arc<Datatype>, usize, usize),
    /// A function that the script declares or defines.
    Function(Arc<Function>),
    /// The array that Z3 writes `(_ as-array f)`, for a function with arguments.
    AsArray(Arc<Function>),
    /// An unknown symbol.
    Unknown(Arc<str>),
}

/// An operator with its name, indices and qualifier.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    /// The operator.
    pub operator: &'static Operator,
    /// The name as it is written: the operator's or an alias.
    pub name: Box<str>,
    /// The indices, as written.
    pub indices: Box<[Box<str>]>,
    /// The sort in `(as …)`, if any.
    pub qualifier: Option<Sort>,
    /// The name that the script has for the sorts of sets.
    pub set_name: &'static str,
}

impl Meaning {
    /// Returns the operator that the head is.
    pub(crate) fn op(&self) -> Option<Op> {
        match self {
            Meaning::Operator(applied) => Some(applied.operator.op),
            _ => None,
        }
    }

    /// Whether a value depends on more of a model than the arguments.
    pub(in crate::theory) fn is_beyond_arguments(&self) -> bool {
        matches!(self, Meaning::Operator(applied) if applied.operator.beyond_arguments)
    }

    /// Returns the same in a script that has this name for the sorts of sets.
    pub(crate) fn with_set_name(self, set_name: &'static str) -> Meaning {
        match self {
            Meaning::Operator(applied) => {
                Meaning::Operator(Arc::new(Applied { set_name, ..Applied::clone(&applied) }))
            }
            other => other,
        }
    }

    /// Returns the meaning of a head, in canonical text, in a script.
    pub(crate) fn resolve(head: &str, signature: &Signature) -> Meaning {
        Meaning::read(head, signature).unwrap_or_else(|| Meaning::Unknown(head.into()))
    }

    fn read(head: &str, signature: &Signature) -> Option<Meaning> {
        if !head.starts_with('(') {
            return symbol(head, &[], None, signature);
        }
        let tree = Tree::parse(head.to_owned()).ok()?;
        let text = |node: NodeId| tree.atom_text(node);
        let texts = |indices: &[NodeId]| -> Vec<Box<str>> {
            indices.iter().map(|&index| tree.canonical_text(index).into()).collect()
        };
        match *tree.list(*tree.roots().first()?)? {
            [mark, inner, sort] if text(mark) == Some("as") => {
                let sort = signature.read_sort(&tree, sort)?;
                match tree.list(inner) {
                    None => symbol(text(inner)?, &[], Some(sort), signature),
                    Some(&[mark, name, ref indices @ ..]) if text(mark) == Some("_") => {
                        symbol(text(name)?, &texts(indices), Some(sort), signature)
                    }
                    Some(_) => None,
                }
            }
            [mark, name, ref indices @ ..] if text(mark) == Some("_") => match (text(name)?, indices) {
                ("is", &[constructor]) => tester(&tree, constructor, signature),
                ("update", &[selector]) => {
                    let (datatype, at, field) = signature.selector(text(selector)?)?;
                    Some(Meaning::Updater(Arc::clone(datatype), at, field))
                }
                ("as-array", &[function]) => {
                    let function = signature.find(text(function)?)?;
                    (!function.arguments.is_empty()).then(|| Meaning::AsArray(Arc::clone(function)))
                }
                (name, indices) => symbol(name, &texts(indices), None, signature),
            },
            _ => None,
        }
    }
}

/// Reads `(_ is constructor)`. The constructor may be qualified by a sort, or come with a signature as in older
/// files.
fn tester(tree: &Tree, constructor: NodeId, signature: &Signature) -> Option<Meaning> {
    let name = match tree.list(constructor) {
        None => constructor,
        Some(&[mark, name, ..]) if tree.atom_text(mark) == Some("as") => name,
        Some(parts) => *parts.first()?,
    };
    let (datatype, at) = signature.constructor(tree.atom_text(name)?)?;
    Some(Meaning::Tester(Arc::clone(datatype), at))
}

fn symbol(
    name: &str,
    indices: &[Box<str>],
    qualifier: Option<Sort>,
    signature: &Signature,
) -> Option<Meaning> {
    // No script can declare the name of a literal.
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
        // Older notation for testers.
        if let Some((datatype, at)) = name.strip_prefix("is-").and_then(|name| signature.constructor(name)) {
            return Some(Meaning::Tester(Arc::clone(datatype), at));
        }
    }
    if let Some(value) = literals::value(name, indices, qualifier.as_ref(), signature.reals) {
        return Some(Meaning::Literal(value));
    }
    let operator = Operator::find(name).filter(|operator| operator.indices.are(indices.len()))?;
    let (name, indices) = (name.into(), indices.into());
    let set_name = signature.set_name();
    Some(Meaning::Operator(Arc::new(Applied { operator, name, indices, qualifier, set_name })))
}
