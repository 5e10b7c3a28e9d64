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
    /// Adds a node, and returns its number; `None` if the formula becomes too deep.
    fn node(&mut self, node: Node, below: &[usize]) -> Option<usize> {
        let depth = 1 + below.iter().map(|&node| self.depths[node]).max().unwrap_or(0);
        let is_quantified = below.iter().any(|&node| self.formula.quantified[node]);
        self.formula.quantified.push(is_quantified || matches!(node, Node::Quantified { .. }));
        self.formula.nodes.push(node);
        self.depths.push(depth);
        (depth <= DEPTH).then_some(self.depths.len() - 1)
    }

    /// Stands for an unsupported term.
    fn unknown(&mut self) -> Option<Piece> {
        self.node(Node::Unknown, &[]).map(Piece::Node)
    }

    fn value(&mut self, value: Value) -> Option<Piece> {
        match (&value, value.as_real()) {
            (Value::Bool(truth), _) => self.node(Node::Truth(*truth), &[]).map(Piece::Node),
            (_, Some(number)) => {
                let node = self.node(Node::Number(Sum::constant(number)), &[])?;
                self.values.insert(node, value);
                Some(Piece::Node(node))
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
        let dag = self.interpreter.dag(place);
        let mut left = self.left;
        let below = dag.below(root, &mut left, |term| match term {
            Term::Binder(binder) => parameters.is_none() && self.binds(binder).is_some(),
            _ => false,
        });
        self.left = left;
        let mut pieces: BTreeMap<TermId, Piece> = BTreeMap::new();
        for (id, worth) in below? {
            let piece = match (worth, dag.terms.get(id)) {
                (Some(worth), _) => self.worth(worth),
                (None, Term::Var(variable)) => match parameters {
                    Some(parameters) => parameters.get(variable).cloned().or_else(|| self.unknown()),
                    None => self.variable(*variable),
                },
                (None, Term::App(head, arguments)) => {
                    let arguments = arguments.iter().map(|argument| pieces.get(argument).cloned());
                    self.application(place, id, *head, &arguments.collect::<Option<Vec<_>>>()?)
                }
                (None, Term::Binder(binder)) => match (self.binds(binder), pieces.get(&binder.body)) {
                    (Some(variables), Some(Piece::Node(body))) if parameters.is_none() => {
                        let is_forall = binder.kind == BinderKind::Forall;
                        let mut body = *body;
                        for &variable in variables.iter().rev() {
                            body = self.node(Node::Quantified { is_forall, variable, body }, &[body])?;
                        }
                        Some(Piece::Node(body))
                    }
                    _ => self.unknown(),
                },
                (None, Term::Match(..)) => self.unknown(),
            };
            pieces.insert(id, piece?);
        }
        pieces.remove(&root)
    }

    /// Returns the variables of a quantifier, or `None` if a variable is not a number.
    fn binds(&mut self, binder: &Binder) -> Option<Vec<usize>> {
        if binder.kind == BinderKind::Lambda {
            return None;
        }
        let sorting = self.interpreter.top_dag().sorting;
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

    fn variable(&mut self, variable: VarId) -> Option<Piece> {
        if let Some(&number) = self.variables.get(&variable) {
            return self.node(Node::Number(Sum::variable(number)), &[]).map(Piece::Node);
        }
        match self.interpreter.bound(variable) {
            Some(worth) => self.worth(worth),
            None => self.unknown(),
        }
    }

    /// Translates an application. Returns `None` if the formula is too large.
    fn application(&mut self, place: Place, id: TermId, head: HeadId, pieces: &[Piece]) -> Option<Piece> {
        let dag = self.interpreter.dag(place);
        let Some(meaning) = dag.sorting.meaning(head) else { return self.unknown() };
        if let Meaning::Function(function) = meaning {
            return self.call(&function.name, pieces);
        }
        if let Some(values) = pieces.iter().map(|piece| self.known(piece)).collect::<Option<Vec<_>>>() {
            let Sorted::Is(sort) = dag.sorting.sort(id) else { return self.unknown() };
            let name = dag.terms.head_text(head);
            return match self.interpreter.outcome(meaning, name, &values, dag.sorting.sort(id)) {
                Ok(value) if !value.extent().is_too_large() => self.value(value.coerced(sort)),
                _ => self.unknown(),
            };
        }
        let Meaning::Operator(applied) = meaning else { return self.unknown() };
        let nodes = pieces.iter().map(|piece| match piece {
            Piece::Node(node) => Some(*node),
            Piece::Value(_) => None,
        });
        match nodes.collect::<Option<Vec<_>>>() {
            Some(nodes) => self.operator(applied, &nodes).map(Piece::Node),
            None => self.unknown(),
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

    fn operator(&mut self, applied: &Applied, nodes: &[usize]) -> Option<usize> {
        let all = nodes.to_vec();
        let node = match (applied.operator.op, nodes) {
            (op::NOT, &[one]) => Node::Not(one),
            (op::AND, _) => Node::And(all),
            (op::OR, _) => Node::Or(all),
            (op::IMPLIES, &[ref conditions @ .., last]) => {
                let mut parts = Vec::with_capacity(nodes.len());
                for &condition in conditions {
                    parts.push(self.simple(Node::Not(condition), &[condition])?);
                }
                parts.push(last);
                Node::Or(parts)
            }
            (op::XOR, &[one, other]) => Node::Not(self.simple(Node::Same(one, other), nodes)?),
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
                    parts.push(self.simple(part, pair)?);
                }
                Node::And(parts)
            }
            (op::DISTINCT, _) => {
                let mut parts = Vec::new();
                for (at, &one) in nodes.iter().enumerate() {
                    for &other in &nodes[..at] {
                        let same = self.simple(Node::Same(one, other), &[one, other])?;
                        parts.push(self.simple(Node::Not(same), &[same])?);
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
                for &other in others {
                    let part = match applied.operator.op {
                        op::TIMES => Node::Times(whole, other),
                        _ => Node::Over(whole, other),
                    };
                    whole = self.simple(part, &[whole, other])?;
                }
                return Some(whole);
            }
            (op::TO_REAL, &[one]) => return Some(one),
            (op::TO_INT, &[one]) => Node::Floor(one),
            (op::IS_INT, &[one]) => {
                let floor = self.simple(Node::Floor(one), nodes)?;
                return self.node(Node::Same(one, floor), &[one, floor]);
            }
            (op::ABS, &[one]) => {
                let zero = self.simple(Node::Number(Sum::zero()), &[])?;
                let minus = self.simple(Node::Plus(vec![(one, -1)]), nodes)?;
                let is_negative = self.simple(Node::Order(one, zero, Relation::Less), nodes)?;
                return self.node(Node::Choice(is_negative, minus, one), &[is_negative, minus]);
            }
            (op::MOD, &[one, by]) => Node::Remainder(one, by),
            (op::INT_DIV, &[one, by]) => {
                let rest = self.simple(Node::Remainder(one, by), nodes)?;
                let multiple = self.simple(Node::Plus(vec![(one, 1), (rest, -1)]), &[one, rest])?;
                return self.simple(Node::Over(multiple, by), &[multiple, by]);
            }
            (op::DIVISIBLE, &[one]) => {
                let Some(by) = applied.indices.first().and_then(|index| index.parse::<IBig>().ok()) else {
                    return self.node(Node::Unknown, &[]);
                };
                let by = self.simple(Node::Number(Sum::constant(RBig::from(by))), &[])?;
                let rest = self.simple(Node::Remainder(one, by), &[one, by])?;
                let zero = self.simple(Node::Number(Sum::zero()), &[])?;
                return self.node(Node::Same(rest, zero), &[rest, zero]);
            }
            _ => return self.node(Node::Unknown, &[]),
        };
        self.simple(node, nodes)
    }

    /// Adds a node, and combines nested linear sums into one.
    fn simple(&mut self, node: Node, below: &[usize]) -> Option<usize> {
        let sum = |node: usize| match &self.formula.nodes[node] {
            Node::Number(sum) => Some(sum),
            _ => None,
        };
        let number = match &node {
            Node::Plus(parts) => parts.iter().try_fold(Sum::zero(), |whole, &(part, times)| {
                Some(whole.plus(sum(part)?, &RBig::from(times)))
            }),
            Node::Times(one, other) => sum(*one).zip(sum(*other)).and_then(|(one, other)| one.product(other)),
            Node::Over(one, other) => sum(*one).zip(sum(*other)).and_then(|(one, other)| one.quotient(other)),
            _ => None,
        };
        match number {
            Some(number) => self.node(Node::Number(number), &[]),
            None => match node {
                Node::And(parts) if parts.len() == 1 => parts.first().copied(),
                node => self.node(node, below),
            },
        }
    }

    /// Translates the call of a function by inlining its body.
    fn call(&mut self, name: &str, pieces: &[Piece]) -> Option<Piece> {
        let Some((at, definition)) = self.interpreter.function(name) else { return self.unknown() };
        let fits = definition.parameters.len() == pieces.len() && self.calls.len() < CALLS;
        if !fits || self.calls.contains(&at) {
            return self.unknown();
        }
        let bound = definition.parameters.iter().copied().zip(pieces.iter().cloned()).collect();
        self.calls.push(at);
        let piece = self.term(Place::Definitions, Some(&bound), definition.body);
        self.calls.pop();
        piece
    }
}
