//! Phase 2: the construction pool, with combinations of the initial formulas (paper, section 3.2).

use std::slice;

use crate::generate::fragment::{Fragment, InitialPool};
use crate::generate::graph::{Graph, NodeId};
use crate::generate::provenance::FormulaSources;
use crate::matrix::Connectives;
use crate::rng::Rng;
use crate::smtlib::{TermId, Terms};

/// Share of random formulas that come from the initial pool, in percent (paper, section 3.2).
const FROM_INITIAL: u32 = 30;
/// The same share if fragments are preferred.
const MOSTLY_INITIAL: u32 = 90;
/// Share of AND among the connectives, in percent (paper, section 3.2).
const AND: u32 = 50;
/// The number of tries for each wanted formula, before phase 2 gives up because D_max allows too little. A try costs
/// next to nothing, and the pool still fills up if one in twenty fits into D_max.
const TRIES: u32 = 20;

/// A formula in either pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// Its node in the graph, for printing.
    pub node: NodeId,
    /// Its truth value under the witness.
    pub truth: bool,
    /// Its Boolean depth.
    pub depth: u32,
    /// The sources of the formulas that it combines.
    pub sources: FormulaSources,
}

/// A chosen assertion.
#[derive(Debug)]
pub(super) enum Choice {
    /// A formula of the pools, negated or not.
    Formula(Formula, bool),
    /// That one of these formulas of the pools, which are true, is false.
    Denial(Vec<Formula>),
    /// A formula that is false in one model alone, as text.
    Exclusion(String),
}

impl Choice {
    /// Returns the formulas of the pools in it.
    pub(super) fn formulas(&self) -> &[Formula] {
        match self {
            Choice::Formula(formula, _) => slice::from_ref(formula),
            Choice::Denial(formulas) => formulas,
            Choice::Exclusion(_) => &[],
        }
    }
}

/// The way to draw and combine formulas. The default is that of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draw {
    /// Whether true formulas are drawn as often as false ones, if there are both.
    pub is_balanced: bool,
    /// The connectives that combine them.
    pub connectives: Connectives,
    /// Whether most formulas are fragments, as in small instances: there, each connective would delay the work of
    /// theory solvers.
    pub prefers_fragments: bool,
    /// Whether `let` also binds terms that are not shared.
    pub binds: bool,
}

/// Both pools, with the graph that prints their formulas.
#[derive(Clone, Debug)]
pub struct Pools {
    /// The graph of all formulas.
    pub graph: Graph,
    /// The formulas of the initial pool.
    pub initial: Pool,
    /// Their combinations.
    pub construction: Pool,
    draw: Draw,
}

/// A pool of formulas to draw from.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    all: Vec<Formula>,
    /// The indices in `all` of the false formulas, and of the true ones.
    by_truth: [Vec<u32>; 2],
}

impl Pool {
    /// Returns all formulas, oldest first.
    pub fn formulas(&self) -> &[Formula] {
        &self.all
    }

    fn push(&mut self, formula: Formula) {
        self.by_truth[usize::from(formula.truth)].push(self.all.len() as u32);
        self.all.push(formula);
    }

    /// Draws a formula. The pool must not be empty.
    fn draw(&self, is_balanced: bool, rng: &mut Rng) -> Formula {
        let wanted = is_balanced.then(|| &self.by_truth[usize::from(rng.percent(50))]);
        match wanted.and_then(|wanted| rng.pick(wanted)) {
            Some(&at) => self.all[at as usize],
            None => self.all[rng.index(self.all.len())],
        }
    }
}

impl Pools {
    /// Fills both pools: the initial one with the initial formulas, the construction pool with `count` (NC)
    /// combinations of Boolean depth at most `d_max`. There are fewer combinations if D_max leaves no room.
    pub fn build(
        terms: &Terms,
        initial: &InitialPool,
        count: u32,
        d_max: u32,
        draw: Draw,
        rng: &mut Rng,
    ) -> Pools {
        let roots: Vec<TermId> = initial.fragments.iter().map(|fragment| fragment.term).collect();
        let (graph, nodes) = Graph::new(terms, &roots, draw.binds);
        let formula = |(fragment, node): (&Fragment, NodeId)| Formula {
            node,
            truth: fragment.truth,
            depth: fragment.depth,
            sources: fragment.source.into(),
        };
        let mut pools = Pools { graph, initial: Pool::default(), construction: Pool::default(), draw };
        initial.fragments.iter().zip(nodes).map(formula).for_each(|formula| pools.initial.push(formula));
        for _ in 0..count.saturating_mul(TRIES) {
            if pools.construction.all.len() >= count as usize {
                break;
            }
            pools.combine(d_max, rng);
        }
        pools
    }

    /// Draws a random formula (RandFormula in the paper): from the initial pool with 30 %, otherwise from the
    /// construction pool; within a pool uniformly as in the paper, or in balance.
    pub fn random(&self, rng: &mut Rng) -> Formula {
        let share = if self.draw.prefers_fragments { MOSTLY_INITIAL } else { FROM_INITIAL };
        let from_initial = rng.percent(share) || self.construction.all.is_empty();
        let pool = if from_initial { &self.initial } else { &self.construction };
        pool.draw(self.draw.is_balanced, rng)
    }

    fn combine(&mut self, d_max: u32, rng: &mut Rng) {
        let one = self.random(rng);
        let is_and = rng.percent(AND);
        let has_two = is_and || self.draw.connectives == Connectives::AndOr;
        let two = has_two.then(|| self.random(rng));
        let depth = 1 + two.map_or(one.depth, |two| one.depth.max(two.depth));
        if depth > d_max {
            return;
        }
        let (node, truth) = match two {
            Some(two) if !is_and => (self.graph.or(one.node, two.node), one.truth || two.truth),
            Some(two) => (self.graph.and(one.node, two.node), one.truth && two.truth),
            None => (self.graph.not(one.node), !one.truth),
        };
        let sources = one.sources.and(two.map_or_else(FormulaSources::default, |two| two.sources));
        self.construction.push(Formula { node, truth, depth, sources });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Bounds, Source, Weights};
    use crate::rng::{Key, Stream};
    use crate::smtlib::Problem;
    use crate::witness::Evaluator;

    impl Pools {
        /// Builds the pools of a script under a witness of this source, with so many combinations and at most this depth.
        pub(crate) fn of(
            problem: &Problem,
            key: &Key,
            source: Source,
            (count, d_max): (u32, u32),
            draw: Draw,
        ) -> (InitialPool, Pools) {
            let evaluation = Evaluator::in_process().search(problem, key, &Weights::only(source)).unwrap();
            let bounds = Bounds { d_max, ..Bounds::default() };
            let initial = InitialPool::collect(problem, &evaluation, &bounds).filled().unwrap();
            let mut rng = key.stream(Stream::Pool);
            let pools = Pools::build(&problem.formulas.terms, &initial, count, d_max, draw, &mut rng);
            (initial, pools)
        }
    }

    fn pools(d_max: u32, draw: Draw) -> Pools {
        let source = "(declare-fun x () Int)(declare-fun p () Bool)(assert (or p (< x 5) (= x 7)))";
        let key = Key::new(&crate::digest::Digest::of(source), 1);
        Pools::of(&Problem::read(source).unwrap(), &key, Source::Paper, (500, d_max), draw).1
    }

    #[test]
    fn as_many_formulas_as_asked_for_within_the_depth() {
        let pools = pools(6, Draw::default());
        let formulas = pools.construction.formulas();
        assert_eq!(formulas.len(), 500);
        assert!(formulas.iter().all(|formula| (1..=6).contains(&formula.depth)));
        assert!(formulas.iter().any(|formula| formula.depth == 6));
    }

    #[test]
    fn a_depth_that_leaves_no_room_ends() {
        assert!(pools(0, Draw::default()).construction.formulas().is_empty());
    }

    #[test]
    fn balanced_draws_are_true_as_often_as_false() {
        let formula = pools(6, Draw::default()).initial.formulas()[0];
        let mut pool = Pool::default();
        (0..10).for_each(|at| pool.push(Formula { truth: at == 3, ..formula }));
        let mut rng = Key::new(&crate::digest::Digest::of("draws"), 1).stream(Stream::Pool);
        let mut share = |is_balanced| (0..1000).filter(|_| pool.draw(is_balanced, &mut rng).truth).count();
        assert!((450..550).contains(&share(true)) && (60..140).contains(&share(false)));
    }

    #[test]
    fn the_tool_of_the_authors_has_no_negations() {
        let pools = pools(6, Draw { connectives: Connectives::AndOr, ..Draw::default() });
        let mut text = String::new();
        let mut scratch = crate::generate::graph::Scratch::default();
        for formula in pools.construction.formulas() {
            pools.graph.print(formula.node, false, &mut text, &mut scratch);
        }
        assert!(text.contains("(or ") && text.contains("(and ") && !text.contains("(not "));
    }
}
