//! The truth of each formula of the pools at all points of a batch.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::small_problem::POINTS;
use crate::generate::fragment::{FormulaSource, Fragment};
use crate::generate::graph::{Joined, NodeId};
use crate::generate::pool::Pools;
use crate::smtlib::{Problem, Sort, TermId};
use crate::theory::exhaustion::{Exhaustion, Setting, Space, Truths};

/// The smallest number of formulas of a batch. With fewer, its instances would be alike.
const FEWEST: usize = 6;
/// The maximal number of terms that are compared with each other.
const COMPARED: usize = 240;
/// The maximal number of equations between terms with the same values.
const EQUATIONS: usize = 12;

/// The truth of some formulas at all points of a space.
#[derive(Debug)]
pub(in crate::generate) struct Exhausted {
    space: Space,
    /// In the order of the formulas.
    truths: Vec<Truths>,
}

/// The truth of all formulas of both pools.
#[derive(Debug)]
pub(crate) struct TruthTables {
    pub(super) space: Space,
    of_node: HashMap<NodeId, Truths>,
}

/// Computes the truth of fragments at all points of their symbols. Leaves out those of which it is not known, and adds
/// equations between terms that have the same value everywhere. Returns `None`, and leaves everything as it is, if too
/// few are left.
pub(in crate::generate) fn exhaust(
    problem: &mut Arc<Problem>,
    fragments: &mut Vec<Fragment>,
) -> Option<Exhausted> {
    let setting = Setting::of(problem).ok()?;
    let space = setting.space(setting.declared(), POINTS);
    let mut exhaustion = Exhaustion::new(&problem.formulas.terms, &setting, &space);
    let known = fragments.iter().filter_map(|fragment| {
        let truths = exhaustion.truths(fragment.term).ok().filter(Truths::is_known)?;
        Some((*fragment, truths))
    });
    let mut known: Vec<(Fragment, Truths)> = known.collect();
    if known.len() < FEWEST {
        return None;
    }
    let pairs =
        equal_terms(problem, &setting, &mut exhaustion, known.iter().map(|(fragment, _)| fragment.term));
    let terms = &mut Arc::make_mut(problem).formulas.terms;
    for (one, other) in pairs {
        let term = terms.app("=", &[one, other]);
        let truths = Truths::constant(space.points(), true);
        known.push((Fragment { term, truth: true, depth: 0, source: FormulaSource::Synthesised }, truths));
    }
    let truths;
    (*fragments, truths) = known.into_iter().unzip();
    Some(Exhausted { space, truths })
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
    /// Computes the truth of combined formulas from that of the initial ones.
    pub(in crate::generate) fn of(pools: &Pools, Exhausted { space, truths }: Exhausted) -> TruthTables {
        let initial = pools.initial.formulas().iter().map(|formula| formula.node);
        let mut of_node: HashMap<NodeId, Truths> = initial.zip(truths).collect();
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
        TruthTables { space, of_node }
    }

    /// Returns the truth of a formula.
    pub(in crate::generate) fn get(&self, node: NodeId) -> Option<&Truths> {
        self.of_node.get(&node)
    }
}
