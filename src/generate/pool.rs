//! Phase 2: the construction pool (paper, section 3.2).

use crate::generate::fragment::{Fragment, InitialPool};
use crate::generate::graph::{Graph, NodeId};
use crate::rng::Rng;
use crate::smtlib::{TermId, Terms};

/// Share of the initial pool among random formulas, in percent (paper, section 3.2).
const FROM_INITIAL: u32 = 30;
/// Share of AND among the operators, in percent (paper, section 3.2).
const AND: u32 = 50;
/// Tries per formula wanted, before phase 2 gives up on a D_max that allows too little: a try costs next to
/// nothing, and where one in twenty fits into D_max the pool still gets full.
const TRIES: u32 = 20;

/// A formula of either pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// Its text.
    pub node: NodeId,
    /// Its truth value under the witness.
    pub truth: bool,
    /// Its Boolean depth.
    pub depth: u32,
}

/// Both pools, ready to be printed from.
#[derive(Clone, Debug)]
pub struct Pools {
    /// How to print the formulas.
    pub graph: Graph,
    /// The fragments of the seed.
    pub initial: Vec<Formula>,
    /// Their combinations.
    pub construction: Vec<Formula>,
}

impl Pools {
    /// Adds `count` (NC) combinations of Boolean depth at most `d_max` to the fragments.
    /// Fewer come out where D_max leaves no room.
    pub fn build(terms: &Terms, initial: &InitialPool, count: u32, d_max: u32, rng: &mut Rng) -> Pools {
        let roots: Vec<TermId> = initial.fragments.iter().map(|fragment| fragment.term).collect();
        let (graph, nodes) = Graph::new(terms, &roots);
        let formula = |(fragment, node): (&Fragment, NodeId)| Formula {
            node,
            truth: fragment.truth,
            depth: fragment.depth,
        };
        let initial = initial.fragments.iter().zip(nodes).map(formula).collect();
        let mut pools = Pools { graph, initial, construction: Vec::with_capacity(count as usize) };
        for _ in 0..count.saturating_mul(TRIES) {
            if pools.construction.len() >= count as usize {
                break;
            }
            pools.combine(d_max, rng);
        }
        pools
    }

    /// RandFormula: a fragment with 30 %, else a combination; uniform inside a pool.
    pub fn random(&self, rng: &mut Rng) -> Formula {
        let from_initial = rng.percent(FROM_INITIAL) || self.construction.is_empty();
        let pool = if from_initial { &self.initial } else { &self.construction };
        pool[rng.index(pool.len())]
    }

    fn combine(&mut self, d_max: u32, rng: &mut Rng) {
        let one = self.random(rng);
        let two = rng.percent(AND).then(|| self.random(rng));
        let depth = 1 + two.map_or(one.depth, |two| one.depth.max(two.depth));
        if depth > d_max {
            return;
        }
        let (node, truth) = match two {
            Some(two) => (self.graph.and(one.node, two.node), one.truth && two.truth),
            None => (self.graph.not(one.node), !one.truth),
        };
        self.construction.push(Formula { node, truth, depth });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Bounds, Source, Weights};
    use crate::rng::{Key, Stream};
    use crate::smtlib::Problem;
    use crate::witness::Evaluator;

    fn pools(d_max: u32) -> Pools {
        let source = "(declare-fun x () Int)(declare-fun p () Bool)(assert (or p (< x 5) (= x 7)))";
        let problem = Problem::read(source).unwrap();
        let key = Key::new(&crate::digest::Digest::of(source), 1);
        let weights = Weights::only(Source::Paper);
        let evaluation = Evaluator::in_process().search(&problem, &key, &weights).unwrap();
        let bounds = Bounds { d_max, ..Bounds::default() };
        let initial = InitialPool::collect(&problem.formulas, evaluation, &bounds).unwrap();
        Pools::build(&problem.formulas.terms, &initial, 500, d_max, &mut key.stream(Stream::Pool))
    }

    #[test]
    fn as_many_formulas_as_asked_for_within_the_depth() {
        let pools = pools(6);
        assert_eq!(pools.construction.len(), 500);
        assert!(pools.construction.iter().all(|formula| (1..=6).contains(&formula.depth)));
        assert!(pools.construction.iter().any(|formula| formula.depth == 6));
    }

    #[test]
    fn a_depth_that_leaves_no_room_ends() {
        assert!(pools(0).construction.is_empty());
    }
}
