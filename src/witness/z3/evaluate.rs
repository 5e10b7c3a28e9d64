//! Evaluation of closed terms by Z3, from the leaves up: each node is applied to its arguments' values, so the
//! cost is linear in the DAG, not the tree.

use std::collections::HashMap;

use z3::ast::{Array, Ast, BV, Bool, Dynamic};
use z3::{DeclKind, Model, Sort, SortKind};

use super::formula::{Formula, listed, parse};
use super::raw;

/// An evaluator for terms whose symbols are all defined, not declared.
#[derive(Debug)]
pub(crate) struct Interpreter {
    /// An empty model that completes open values, such as division by zero.
    model: Model,
    known: HashMap<Dynamic, Dynamic>,
}

impl Default for Interpreter {
    fn default() -> Self {
        Interpreter { model: Model::new(), known: HashMap::new() }
    }
}

impl Interpreter {
    /// Evaluates the list `(and (= t₁ u₁) (= t₂ u₂) …)`: for each equation, whether it holds, if it evaluates to
    /// a constant, and the value of `tᵢ`.
    ///
    /// Returns `None` if the formula does not have this shape.
    pub(crate) fn compared(&mut self, list: &Formula, count: usize) -> Option<Vec<(Option<bool>, Dynamic)>> {
        let compare = |equation: &Dynamic| {
            let truth = truth(&self.value(equation));
            Some((truth, self.value(&equation.nth_child(0)?)))
        };
        listed(list, count)?.iter().map(compare).collect()
    }

    /// Returns the truth value of a Boolean formula, or `None` if it does not evaluate to a constant.
    pub(crate) fn truth(&mut self, formula: &Formula) -> Option<bool> {
        truth(&self.value(&formula.0))
    }

    /// Evaluates `root`, and caches every node below it.
    fn value(&mut self, root: &Dynamic) -> Dynamic {
        let mut stack = vec![root.clone()];
        while let Some(node) = stack.last().cloned() {
            if self.known.contains_key(&node) {
                stack.pop();
                continue;
            }
            let children = if node.is_app() { node.children() } else { Vec::new() };
            let open: Vec<&Dynamic> =
                children.iter().filter(|child| !self.known.contains_key(*child)).collect();
            if !open.is_empty() {
                stack.extend(open.into_iter().cloned());
                continue;
            }
            stack.pop();
            let values: Vec<&Dynamic> = children.iter().map(|child| &self.known[child]).collect();
            let value = match values.first() {
                None => self.model.eval(&node, true).unwrap_or(node.clone()),
                Some(first) if may_hold_arrays(first) && compares(&node) => self.compare(&node, &values),
                Some(_) => self.apply(&node, &values),
            };
            self.known.insert(node, value);
        }
        self.known[root].clone()
    }

    fn apply(&self, node: &Dynamic, values: &[&Dynamic]) -> Dynamic {
        let values: Vec<&dyn Ast> = values.iter().map(|&value| value as &dyn Ast).collect();
        let applied = node.decl().apply(&values);
        self.model.eval(&applied, true).unwrap_or(applied)
    }

    /// Evaluates `=` or `distinct` on values that may contain arrays. Returns the node itself if the result is
    /// not known.
    fn compare(&self, node: &Dynamic, values: &[&Dynamic]) -> Dynamic {
        let are_equal = |one: usize, two: usize| equal(&self.model, values[one], values[two]);
        let truth = if node.decl().kind() == DeclKind::Eq {
            (1..values.len()).try_fold(true, |all, at| Some(all && are_equal(0, at)?))
        } else {
            let pairs = (0..values.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
            pairs.into_iter().try_fold(true, |all, (one, two)| Some(all && !are_equal(one, two)?))
        };
        truth.map_or_else(|| node.clone(), |truth| Bool::from_bool(truth).into())
    }
}

/// Returns the truth value that a Boolean constant is.
fn truth(value: &Dynamic) -> Option<bool> {
    value.as_bool()?.as_bool()
}

fn may_hold_arrays(value: &Dynamic) -> bool {
    value.as_array().is_some() || value.get_sort().kind() == SortKind::Datatype
}

fn compares(node: &Dynamic) -> bool {
    matches!(node.decl().kind(), DeclKind::Eq | DeclKind::Distinct)
}

/// Returns the truth value of each assertion of a text that defines its symbols; `None` if it does not evaluate
/// to a constant.
///
/// # Errors
/// Z3's message, if it rejects the text.
pub fn truths(text: &str) -> Result<Vec<Option<bool>>, String> {
    let mut interpreter = Interpreter::default();
    Ok(parse(text)?.iter().map(|formula| interpreter.truth(formula)).collect())
}

/// The maximal width of bit-vector indices that are enumerated: 256 elements, each a query to Z3. For wider ones,
/// only the indices in the two values are compared.
const WIDEST_INDEX: u32 = 8;

/// Whether two values of one sort are equal under a completed model; `None` if that is not known.
///
/// Z3's evaluator (4.8.12) considers two arrays different if their defaults are, even if stores cover every
/// index. Therefore arrays over few indices are compared index by index, and datatypes that may contain arrays
/// field by field.
fn equal(model: &Model, left: &Dynamic, right: &Dynamic) -> Option<bool> {
    let eval = |term: &Dynamic| model.eval(term, true);
    if let (Some(here), Some(there)) = (constructor(left), constructor(right)) {
        let pairs = || left.children().into_iter().zip(right.children());
        return if here == there { all(pairs(), |(one, two)| equal(model, &one, &two)) } else { Some(false) };
    }
    let (Some(left), Some(right)) = (left.as_array(), right.as_array()) else {
        return truth(&eval(&left.eq(right).into())?);
    };
    let indices = match elements(&left.get_sort().array_domain()?)? {
        Elements::Few(indices) => indices,
        Elements::Many => match (written(&left), written(&right)) {
            (Some((mut indices, here)), Some((others, there))) => {
                if !equal(model, &here, &there)? {
                    return Some(false);
                }
                indices.extend(others);
                indices
            }
            _ => return truth(&eval(&left.eq(&right).into())?),
        },
    };
    all(indices, |index| {
        let (here, there) = (left.select(&index), right.select(&index));
        equal(model, &eval(&here)?, &eval(&there)?)
    })
}

/// Whether a property holds for all items. The first item for which it is false or not known decides.
fn all<T>(items: impl IntoIterator<Item = T>, holds: impl Fn(T) -> Option<bool>) -> Option<bool> {
    for item in items {
        if !holds(item)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns the constructor of a datatype value.
fn constructor(value: &Dynamic) -> Option<String> {
    let made = value.safe_decl().ok().filter(|made| made.kind() == DeclKind::DtConstructor)?;
    Some(made.name())
}

/// The elements of a sort.
enum Elements {
    /// All elements.
    Few(Vec<Dynamic>),
    /// Too many elements to enumerate.
    Many,
}

fn elements(sort: &Sort) -> Option<Elements> {
    match sort.kind() {
        SortKind::Bool => {
            Some(Elements::Few([false, true].map(|value| Bool::from_bool(value).into()).into()))
        }
        SortKind::Bv => {
            let text = sort.to_string();
            let width: u32 = text.strip_prefix("(_ BitVec ")?.strip_suffix(')')?.parse().ok()?;
            if width > WIDEST_INDEX {
                return Some(Elements::Many);
            }
            let value = |number| BV::from_u64(number, width).into();
            Some(Elements::Few((0..1 << width).map(value).collect()))
        }
        SortKind::Int | SortKind::Real | SortKind::Seq => Some(Elements::Many),
        SortKind::Datatype => raw::enumeration(sort).map(Elements::Few),
        _ => None,
    }
}

/// Returns the indices at which an array value is stored to, and its default; `None` if it is not made of stores
/// into a constant array.
fn written(array: &Array) -> Option<(Vec<Dynamic>, Dynamic)> {
    let mut indices = Vec::new();
    let mut at = Dynamic::from_ast(array);
    loop {
        let name = at.safe_decl().ok()?.name();
        match (name.as_str(), at.children().as_slice()) {
            ("store", [below, index, _]) => {
                indices.push(index.clone());
                at = below.clone();
            }
            ("const", [value]) => return Some((indices, value.clone())),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, count: usize) -> Vec<String> {
        let formulas = parse(text).unwrap();
        let compared = Interpreter::default().compared(&formulas[0], count).unwrap();
        compared.iter().map(|(_, value)| value.to_string()).collect()
    }

    #[test]
    fn values_come_in_order_whatever_their_sort() {
        let text = "(define-fun x () Int 2)(define-fun f ((y Int)) Int (ite (= y 2) 7 0))\
                    (assert (let ((a (f x))) (and (= a a) (= (< a x) (< a x)) (= true true) (= \"s\" \"s\"))))";
        assert_eq!(values(text, 4), ["7", "false", "true", "\"s\""]);
        assert_eq!(values("(assert (= (+ 1 1) (+ 1 1)))", 1), ["2"]);
    }

    #[test]
    fn arrays_are_compared_by_their_elements() {
        let text = "(define-fun a () (Array Int Int) ((as const (Array Int Int)) 0))\
                    (assert (let ((e (= a (store a 5 0)))) (and (= e e) (= a a))))";
        assert_eq!(values(text, 2)[0], "true");
    }

    #[test]
    fn arrays_over_few_indices_are_compared_index_by_index() {
        let compare = |index: &str, element: &str, left: &str, right: &str| {
            let array = format!("(Array {index} {element})");
            let text = format!(
                "(declare-datatypes ((E 0)) (((e0) (e1) (e2))))\
                 (define-fun a () {array} {left})(define-fun b () {array} {right})\
                 (assert (let ((e (= a b)) (d (distinct a b))) (and (= e e) (= d d))))"
            )
            .replace("(const ", &format!("((as const {array}) "));
            (values(&text, 2)[0].clone(), values(&text, 2)[1].clone())
        };
        let (yes, no) = (("true".to_owned(), "false".to_owned()), ("false".to_owned(), "true".to_owned()));
        let bit = "(_ BitVec 1)";
        assert_eq!(compare(bit, "Int", "(const 0)", "(store (store (const 1) #b0 0) #b1 0)"), yes);
        assert_eq!(compare(bit, "Int", "(const 0)", "(store (const 1) #b0 0)"), no);
        assert_eq!(compare("Bool", "Int", "(const 0)", "(store (store (const 1) true 0) false 0)"), yes);
        let full = "(store (store (store (const 1) e0 0) e1 0) e2 0)";
        assert_eq!(compare("E", "Int", "(const 0)", full), yes);
        let pair = |left: &str| format!("(pair {left} 2)").replace("const", "(as const (Array Bool Int))");
        let text = format!(
            "(declare-datatypes ((P 0)) (((pair (left (Array Bool Int)) (right Int)))))(assert (= {} {}))",
            pair("(store (store (const 1) true 4) false 4)"),
            pair("(const 4)")
        );
        assert_eq!(Interpreter::default().truth(&parse(&text).unwrap()[0]), Some(true));
        let inner = |values: &str| values.replace("[", "((as const (Array Bool Int)) ").replace(']', ")");
        let nested = inner("(store (const [1]) 5 (store (store [1] true 0) false 0))");
        let sort = "(Array Bool Int)";
        assert_eq!(compare("Int", sort, &inner("(store (const [1]) 5 [0])"), &nested), yes);
        assert_eq!(compare("Int", sort, &inner("(const [1])"), &nested), no);
    }

    #[test]
    fn a_deep_term_needs_no_deep_stack() {
        let depth = 20_000;
        let text = format!(
            "(assert (let ((t {}true{})) (and (= t t) (= true true))))",
            "(not ".repeat(depth),
            ")".repeat(depth)
        );
        let found = super::super::fresh(|| values(&text, 2)).unwrap();
        assert_eq!(found[0], "true");
    }
}
