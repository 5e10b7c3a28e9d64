//! The truth of the formulas of the pools at all points of a batch.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::generate::fragment::{FormulaSource, Fragment};
use crate::generate::graph::{Joined, NodeId};
use crate::generate::pool::{Formula, Pools};
use crate::rng::Rng;
use crate::smtlib::{Problem, Sort, TermId};
use crate::theory::exhaustion::{Exhaustion, Setting, Space, Truths};
use crate::theory::operators::op;

/// The smallest number of formulas of a batch. With fewer, its instances would be alike.
const FEWEST: usize = 6;
/// Share of contradictions that are one formula, in percent, where some formula contradicts itself.
const ALONE: u32 = 40;
/// The maximal number of terms that are compared with each other.
const COMPARED: usize = 240;
/// The maximal number of equations between terms with the same values.
const EQUATIONS: usize = 12;

/// The truth of some formulas at all points of a space.
#[derive(Debug)]
pub(in crate::generate) struct Exhausted {
    space: Space,
    /// In the order of the formulas; `None` where it is not known.
    truths: Vec<Option<Truths>>,
    keeps_others: bool,
}

/// The truth of the formulas of both pools, as far as it is known.
#[derive(Debug)]
pub(crate) struct TruthTables {
    pub(super) space: Space,
    of_node: HashMap<NodeId, Truths>,
    /// The formulas whose truth is known.
    pub(super) known: Vec<Formula>,
    /// Those among them that the problem asserts.
    pub(super) asserted: Vec<Formula>,
    /// The formulas of the initial pool that have one truth value at all points.
    constant: Vec<Formula>,
    /// Whether the pools also have formulas whose truth is not known.
    pub(in crate::generate) are_partial: bool,
}

/// A formula or its negation, with its truth at all points.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub formula: Formula,
    pub negated: bool,
    pub truths: Truths,
}

impl Literal {
    pub(super) fn new(formula: Formula, negated: bool, truths: &Truths) -> Literal {
        Literal { formula, negated, truths: if negated { truths.not() } else { truths.clone() } }
    }

    /// Whether it is true under the witness.
    pub(super) fn is_satisfied(&self) -> bool {
        self.negated != self.formula.truth
    }
}

/// Computes the truth of fragments at all points of the symbols with few values, and adds equations between terms that
/// have the same value everywhere. `keeps_others` says whether fragments stay of which it is not known. Returns `None`,
/// and leaves everything as it is, if it is known of too few.
pub(in crate::generate) fn exhaust(
    problem: &mut Arc<Problem>,
    fragments: &mut Vec<Fragment>,
    keeps_others: bool,
) -> Option<Exhausted> {
    let setting = Setting::collect(problem).ok()?;
    let space = setting.few_values();
    let mut exhaustion = Exhaustion::new(&problem.formulas.terms, &setting, &space);
    let evaluated = fragments.iter().map(|fragment| {
        let truths = exhaustion.truths(fragment.term).ok().filter(Truths::is_known);
        (*fragment, truths)
    });
    let mut evaluated: Vec<(Fragment, Option<Truths>)> = evaluated.collect();
    let is_known = |(_, truths): &(Fragment, Option<Truths>)| truths.is_some();
    if evaluated.iter().filter(|one| is_known(one)).count() < FEWEST {
        return None;
    }
    if !keeps_others {
        evaluated.retain(is_known);
    }
    let known = evaluated.iter().filter(|one| is_known(one)).map(|(fragment, _)| fragment.term);
    let pairs = equal_terms(problem, &setting, &mut exhaustion, known);
    let terms = &mut Arc::make_mut(problem).formulas.terms;
    for (one, other) in pairs {
        let term = terms.app(op::EQUAL.name(), &[one, other]);
        let truths = Truths::constant(space.points(), true);
        let fragment = Fragment { term, truth: true, depth: 0, source: FormulaSource::Synthesised };
        evaluated.push((fragment, Some(truths)));
    }
    let truths;
    (*fragments, truths) = evaluated.into_iter().unzip();
    Some(Exhausted { space, truths, keeps_others })
}

/// Returns pairs of different terms below some formulas that have the same value at all points.
fn equal_terms(
    problem: &Problem,
    setting: &Setting,
    exhaustion: &mut Exhaustion<'_>,
    formulas: impl Iterator<Item = TermId>,
) -> Vec<(TermId, TermId)> {
    let terms = &problem.formulas.terms;
    let is_compared = |sort: &Sort| {
        matches!(sort, Sort::Bool | Sort::BitVec(_) | Sort::Float(..) | Sort::Int | Sort::Real | Sort::String)
    };
    let reached = terms.reached(formulas);
    let mut first: BTreeMap<_, TermId> = BTreeMap::new();
    let mut pairs = Vec::new();
    let closed = terms.ids().filter(|id| reached[id.index()] && terms.is_closed(*id));
    for id in closed.filter(|id| setting.sort(*id).is_some_and(is_compared)).take(COMPARED) {
        let Some(values) = exhaustion.values(id) else { continue };
        let Some(&other) = first.get(&values) else {
            first.insert(values, id);
            continue;
        };
        pairs.push((other, id));
        if pairs.len() == EQUATIONS {
            break;
        }
    }
    pairs
}

impl TruthTables {
    /// Computes the truth of combined formulas from that of the initial ones. `is_asserted` says for each of these whether
    /// the problem asserts it.
    pub(in crate::generate) fn compute(
        pools: &Pools,
        Exhausted { space, truths, keeps_others }: Exhausted,
        is_asserted: impl Iterator<Item = bool>,
    ) -> TruthTables {
        let initial = pools.initial.formulas();
        let known = initial.iter().zip(truths).filter_map(|(formula, truths)| Some((formula.node, truths?)));
        let mut of_node: HashMap<NodeId, Truths> = known.collect();
        let asserted = initial.iter().zip(is_asserted).filter(|(_, is_asserted)| *is_asserted);
        let asserted = asserted.map(|(formula, _)| *formula);
        let asserted = asserted.filter(|formula| of_node.contains_key(&formula.node)).collect();
        let is_constant = |formula: &&Formula| {
            of_node.get(&formula.node).is_some_and(|truths| [0, space.points()].contains(&truths.count(true)))
        };
        let constant = initial.iter().filter(is_constant).copied().collect();
        // Combinations come after the formulas that they combine.
        for formula in pools.construction.formulas() {
            let truths = match pools.graph.joined(formula.node) {
                Some(Joined::Not(one)) => of_node.get(&one).map(Truths::not),
                Some(Joined::And(one, other)) => {
                    of_node.get(&one).zip(of_node.get(&other)).map(|(one, other)| one.and(other))
                }
                Some(Joined::Or(one, other)) => {
                    of_node.get(&one).zip(of_node.get(&other)).map(|(one, other)| one.or(other))
                }
                None => None,
            };
            if let Some(truths) = truths {
                of_node.insert(formula.node, truths);
            }
        }
        let all = initial.iter().chain(pools.construction.formulas()).copied();
        let known = all.filter(|formula| of_node.contains_key(&formula.node)).collect();
        TruthTables { space, of_node, known, asserted, constant, are_partial: keeps_others }
    }

    /// Draws, for a share of contradictions, a formula of the initial pool that no point satisfies, or its negation if all
    /// points satisfy it.
    pub(super) fn unsatisfiable(&self, rng: &mut Rng) -> Option<Literal> {
        let constant = if rng.percent(ALONE) { self.constant.as_slice() } else { &[] };
        let formula = *rng.pick(constant)?;
        let truths = self.get(formula.node)?;
        Some(Literal::new(formula, !truths.is_false(), truths))
    }

    /// Returns the truth of a formula, if it is known.
    pub(in crate::generate) fn get(&self, node: NodeId) -> Option<&Truths> {
        self.of_node.get(&node)
    }
}
