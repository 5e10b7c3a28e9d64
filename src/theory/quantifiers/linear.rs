//! Translation of terms into a formula of linear arithmetic. Variables bound further out become values, and calls
//! of defined functions become their bodies.

use std::collections::BTreeMap;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::covering::{Decision, Linear, Node};
use crate::smtlib::{Binder, BinderKind, HeadId, Sort, Term, TermId, VarId};
use crate::theory::interpreter::{EvalResult, Interpreter, Place};
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::operators::op;
use crate::theory::sorting::Sorted;
use crate::theory::sum::{Relation, Sum};
use crate::theory::value::Value;

/// The number of literal visits that cost one step.
const STEP: u64 = 4;
/// The maximal number of terms visited; terms in a function count once for each call.
const TERMS: u64 = 4_000;
/// The maximal nesting of nodes, since they are walked recursively.
const DEPTH: usize = 400;
/// The maximal nesting of function calls.
const CALLS: usize = 16;

/// Decides a quantified formula of the topmost frame, if it is linear and not too hard. Also returns the number
/// of steps taken.
pub(super) fn decide(interpreter: &Interpreter<'_>, id: TermId) -> (Option<bool>, u64) {
    let (formula, looked) = compile(interpreter, id);
    let Some(formula) = formula else { return (None, looked) };
    let mut decision = Decision::new(&formula, interpreter.linear);
    let truth = decision.truth();
    (truth, looked + decision.work() / STEP)
}

/// The translation of a term.
#[derive(Clone)]
enum Piece {
    Node(usize),
    /// A value that is neither a number nor a truth value.
    Value(Value),
}

struct Compiler<'w, 'i> {
    interpreter: &'w Interpreter<'i>,
    formula: Linear,
    depths: Vec<usize>,
    variables: BTreeMap<VarId, usize>,
    /// The nodes that are known numbers, with their values.
    values: BTreeMap<usize, Value>,
    calls: Vec<usize>,
    left: u64,
}

/// Translates a quantified formula of the topmost frame. Returns `None` if nothing in it is linear or it is too
/// large. Also returns the number of visited terms.
fn compile(interpreter: &Interpreter<'_>, id: TermId) -> (Option<Linear>, u64) {
    let formula = Linear { nodes: Vec::new(), quantified: Vec::new(), integers: Vec::new(), root: 0 };
    let mut compiler = Compiler {
        interpreter,
        formula,
        depths: Vec::new(),
        variables: BTreeMap::new(),
        values: BTreeMap::new(),
        calls: Vec::new(),
        left: TERMS,
    };
    let piece = compiler.term(interpreter.top_place(), None, id);
    let steps = TERMS - compiler.left;
    match piece {
        Some(Piece::Node(root)) if !matches!(compiler.formula.nodes[root], Node::Unknown) => {
            compiler.formula.root = root;
            (Some(compiler.formula), steps)
        }
        _ => (None, steps),
    }
}

impl Compiler<'_, '_> {
    fn node(&mut self, node: Node, below: &[usize]) -> Option<Piece> {
        let depth = 1 + below.iter().map(|&node| self.depths[node]).max().unwrap_or(0);
        let is_quantified = below.iter().any(|&node| self.formula.quantified[node]);
        self.formula.quantified.push(is_quantified || matches!(node, Node::Quantified { .. }));
        self.formula.nodes.push(node);
        self.depths.push(depth);
        (depth <= DEPTH).then_some(Piece::Node(self.depths.len() - 1))
    }

    fn unknown(&mut self) -> Option<Piece> {
        self.node(Node::Unknown, &[])
    }

    fn value(&mut self, value: Value) -> Option<Piece> {
        match (&value, value.as_real()) {
            (Value::Bool(truth), _) => self.node(Node::Truth(*truth), &[]),
            (_, Some(number)) => {
                let piece = self.node(Node::Number(Sum::constant(number)), &[])?;
                if let Piece::Node(node) = piece {
                    self.values.insert(node, value);
                }
                Some(piece)
            }
            _ => Some(Piece::Value(value)),
        }
    }

    fn worth(&mut self, worth: &EvalResult) -> Option<Piece> {
        match &worth.value {
            Ok(value) if !worth.is_chosen => self.value(value.clone()),
            _ => self.unknown(),
        }
    }

    /// Translates a term. In the body of a function, `parameters` has the arguments.
    fn term(
        &mut self,
        place: Place,
        parameters: Option<&BTreeMap<VarId, Piece>>,
        root: TermId,
    ) -> Option<Piece> {
        let dag = &self.interpreter.dags[place as usize];
        let mut left = self.left;
        let below = dag.below(root, &mut left, |term| match term {
            Term::Binder(binder) => parameters.is_none() && self.binds(binder).is_some(),
            _ => false,
        });
        self.left = left;
        let mut pieces: BTreeMap<TermId, Piece> = BTreeMap::new();
        for (id, worth) in below? {
            let piece = match (worth, dag.terms.get(id)) {
                (Some(worth), _) => Some(self.worth(worth)?),
                (None, Term::Var(variable)) => match parameters {
                    Some(parameters) => parameters.get(variable).cloned(),
                    None => self.variable(*variable)?,
                },
                (None, Term::App(head, arguments)) => {
                    let arguments = arguments.iter().map(|argument| pieces.get(argument).cloned());
                    self.application(place, id, *head, &arguments.collect::<Option<Vec<_>>>()?)?
                }
                (None, Term::Binder(binder)) => match (self.binds(binder), pieces.get(&binder.body)) {
                    (Some(variables), Some(Piece::Node(body))) if parameters.is_none() => {
                        let is_forall = binder.kind == BinderKind::Forall;
                        let mut body = *body;
                        for &variable in variables.iter().rev() {
                            let node = Node::Quantified { is_forall, variable, body };
                            let Piece::Node(node) = self.node(node, &[body])? else { return None };
                            body = node;
                        }
                        Some(Piece::Node(body))
                    }
                    _ => None,
                },
                (None, Term::Match(..)) => None,
            };
            let piece = match piece {
                Some(piece) => piece,
                None => self.unknown()?,
            };
            pieces.insert(id, piece);
        }
        pieces.remove(&root)
    }

    /// Returns the variables of a quantifier, or `None` if a variable is not a number.
    fn binds(&mut self, binder: &Binder) -> Option<Vec<usize>> {
        if binder.kind == BinderKind::Lambda {
            return None;
        }
        let sorting = self.interpreter.dags[self.interpreter.top_place() as usize].sorting;
        let integers = binder.variables.iter().map(|&variable| match sorting.variable(variable) {
            Some(Sort::Int) => Some((variable, true)),
            Some(Sort::Real) => Some((variable, false)),
            _ => None,
        });
        let integers = integers.collect::<Option<Vec<_>>>()?;
        let numbers = integers.into_iter().map(|(variable, is_integer)| {
            *self.variables.entry(variable).or_insert_with(|| {
                self.formula.integers.push(is_integer);
                self.formula.integers.len() - 1
            })
        });
        Some(numbers.collect())
    }

    fn variable(&mut self, variable: VarId) -> Option<Option<Piece>> {
        if let Some(&number) = self.variables.get(&variable) {
            return self.node(Node::Number(Sum::variable(number)), &[]).map(Some);
        }
        match self.interpreter.bound(variable) {
            Some(worth) => self.worth(worth).map(Some),
            None => Some(None),
        }
    }

    /// Translates an application. Returns `None` if the formula is too large, and `Some(None)` if the term is
    /// unsupported.
    fn application(
        &mut self,
        place: Place,
        id: TermId,
        head: HeadId,
        pieces: &[Piece],
    ) -> Option<Option<Piece>> {
        let dag = &self.interpreter.dags[place as usize];
        let Some(meaning) = dag.sorting.meaning(head) else { return Some(None) };
        if let Meaning::Function(function) = meaning {
            return self.call(&function.name, pieces);
        }
        if let Some(values) = pieces.iter().map(|piece| self.known(piece)).collect::<Option<Vec<_>>>() {
            let Sorted::Is(sort) = dag.sorting.sort(id) else { return Some(None) };
            let name = dag.terms.head_text(head);
            return match self.interpreter.outcome(meaning, name, &values, dag.sorting.sort(id)) {
                Ok(value) if !value.extent().is_too_large() => self.value(value.coerced(sort)).map(Some),
                _ => Some(None),
            };
        }
        let Meaning::Operator(applied) = meaning else { return Some(None) };
        let nodes = pieces.iter().map(|piece| match piece {
            Piece::Node(node) => Some(*node),
            Piece::Value(_) => None,
        });
        match nodes.collect::<Option<Vec<_>>>() {
            Some(nodes) => self.operator(applied, &nodes),
            None => Some(None),
        }
    }

    /// Returns the value of a translated term without variables.
    fn known(&self, piece: &Piece) -> Option<Value> {
        match piece {
            Piece::Value(value) => Some(value.clone()),
            Piece::Node(node) => match &self.formula.nodes[*node] {
                Node::Truth(truth) => Some(Value::Bool(*truth)),
                _ => self.values.get(node).cloned(),
            },
        }
    }

    fn operator(&mut self, applied: &Applied, nodes: &[usize]) -> Option<Option<Piece>> {
        let all = nodes.to_vec();
        let node = match (applied.operator.op, nodes) {
            (op::NOT, &[one]) => Node::Not(one),
            (op::AND, _) => Node::And(all),
            (op::OR, _) => Node::Or(all),
            (op::IMPLIES, &[ref conditions @ .., last]) => {
                let mut parts = Vec::with_capacity(nodes.len());
                for &condition in conditions {
                    parts.push(self.inner(Node::Not(condition), &[condition])?);
                }
                parts.push(last);
                Node::Or(parts)
            }
            (op::XOR, &[one, other]) => Node::Not(self.inner(Node::Same(one, other), nodes)?),
            (op::ITE, &[condition, yes, no]) => Node::Choice(condition, yes, no),
            (op::EQUAL | op::LT | op::LEQ | op::GT | op::GEQ, _) => {
                let mut parts = Vec::with_capacity(nodes.len());
                for pair in nodes.windows(2) {
                    let (one, other) = (pair[0], pair[1]);
                    let part = match applied.operator.op {
                        op::EQUAL => Node::Same(one, other),
                        op::LT => Node::Order(one, other, Relation::Less),
                        op::LEQ => Node::Order(one, other, Relation::AtMost),
                        op::GT => Node::Order(other, one, Relation::Less),
                        _ => Node::Order(other, one, Relation::AtMost),
                    };
                    parts.push(self.inner(part, pair)?);
                }
                Node::And(parts)
            }
            (op::DISTINCT, _) => {
                let mut parts = Vec::new();
                for (at, &one) in nodes.iter().enumerate() {
                    for &other in &nodes[..at] {
                        let same = self.inner(Node::Same(one, other), &[one, other])?;
                        parts.push(self.inner(Node::Not(same), &[same])?);
                    }
                    self.left = self.left.checked_sub(at as u64)?;
                }
                Node::And(parts)
            }
            (op::PLUS, _) => Node::Plus(nodes.iter().map(|&node| (node, 1)).collect()),
            (op::MINUS, &[one]) => Node::Plus(vec![(one, -1)]),
            (op::MINUS, &[one, ref others @ ..]) => {
                Node::Plus([(one, 1)].into_iter().chain(others.iter().map(|&node| (node, -1))).collect())
            }
            (op::TIMES | op::REAL_DIV, &[first, ref others @ ..]) => {
                let mut whole = first;
                for (at, &other) in others.iter().enumerate() {
                    let is_last = at + 1 == others.len();
                    let part = if applied.operator.op == op::TIMES {
                        Node::Times(whole, other)
                    } else {
                        Node::Over(whole, other)
                    };
                    if is_last {
                        return self.simple(part, &[whole, other]).map(Some);
                    }
                    whole = self.inner(part, &[whole, other])?;
                }
                return Some(Some(Piece::Node(whole)));
            }
            (op::TO_REAL, &[one]) => return Some(Some(Piece::Node(one))),
            (op::TO_INT, &[one]) => Node::Floor(one),
            (op::IS_INT, &[one]) => {
                let floor = self.inner(Node::Floor(one), nodes)?;
                return self.node(Node::Same(one, floor), &[one, floor]).map(Some);
            }
            (op::ABS, &[one]) => {
                let zero = self.inner(Node::Number(Sum::constant(RBig::ZERO)), &[])?;
                let minus = self.inner(Node::Plus(vec![(one, -1)]), nodes)?;
                let is_negative = self.inner(Node::Order(one, zero, Relation::Less), nodes)?;
                return self.node(Node::Choice(is_negative, minus, one), &[is_negative, minus]).map(Some);
            }
            (op::MOD, &[one, by]) => Node::Remainder(one, by),
            (op::INT_DIV, &[one, by]) => {
                let rest = self.inner(Node::Remainder(one, by), nodes)?;
                let multiple = self.inner(Node::Plus(vec![(one, 1), (rest, -1)]), &[one, rest])?;
                return self.simple(Node::Over(multiple, by), &[multiple, by]).map(Some);
            }
            (op::DIVISIBLE, &[one]) => {
                let Some(by) = applied.indices.first().and_then(|index| index.parse::<IBig>().ok()) else {
                    return Some(None);
                };
                let by = self.inner(Node::Number(Sum::constant(RBig::from(by))), &[])?;
                let rest = self.inner(Node::Remainder(one, by), &[one, by])?;
                let zero = self.inner(Node::Number(Sum::constant(RBig::ZERO)), &[])?;
                return self.node(Node::Same(rest, zero), &[rest, zero]).map(Some);
            }
            _ => return Some(None),
        };
        self.simple(node, nodes).map(Some)
    }

    fn inner(&mut self, node: Node, below: &[usize]) -> Option<usize> {
        match self.simple(node, below)? {
            Piece::Node(node) => Some(node),
            Piece::Value(_) => None,
        }
    }

    /// Adds a node, and combines nested linear sums into one.
    fn simple(&mut self, node: Node, below: &[usize]) -> Option<Piece> {
        let sum = |node: usize| match &self.formula.nodes[node] {
            Node::Number(sum) => Some(sum),
            _ => None,
        };
        let number = match &node {
            Node::Plus(parts) => parts.iter().try_fold(Sum::constant(RBig::ZERO), |whole, &(part, times)| {
                Some(whole.plus(sum(part)?, &RBig::from(times)))
            }),
            Node::Times(one, other) => sum(*one).zip(sum(*other)).and_then(|(one, other)| one.product(other)),
            Node::Over(one, other) => sum(*one).zip(sum(*other)).and_then(|(one, other)| one.quotient(other)),
            _ => None,
        };
        match number {
            Some(number) => self.node(Node::Number(number), &[]),
            None => match node {
                Node::And(mut parts) if parts.len() == 1 => Some(Piece::Node(parts.remove(0))),
                node => self.node(node, below),
            },
        }
    }

    /// Translates the call of a function by inlining its body.
    fn call(&mut self, name: &str, pieces: &[Piece]) -> Option<Option<Piece>> {
        let Some((at, definition)) = self.interpreter.function(name) else { return Some(None) };
        let fits = definition.parameters.len() == pieces.len() && self.calls.len() < CALLS;
        if !fits || self.calls.contains(&at) {
            return Some(None);
        }
        let bound = definition.parameters.iter().copied().zip(pieces.iter().cloned()).collect();
        self.calls.push(at);
        let piece = self.term(Place::Definitions, Some(&bound), definition.body);
        self.calls.pop();
        piece.map(Some)
    }
}
