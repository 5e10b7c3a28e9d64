//! The check that calls descend, by the size-change principle (Lee, Jones, Ben-Amram: "The Size-Change Principle
//! for Program Termination", POPL 2001).
//!
//! Each function of a group has *measures*: numbers computed from its arguments. Where a linear sum `m` is at
//! least 0, its measure is the integer part plus 1; elsewhere it is 0. A call is a graph from the measures of the
//! caller to those of the callee, with an edge where the number does not grow, which is strict where it shrinks.
//! An infinite sequence of calls is impossible if it would have a thread of edges that is strict infinitely often.
//! Every sequence would have one if every idempotent graph in the closure of the graphs under composition has a
//! strict edge from a measure to itself.

use std::collections::{BTreeMap, BTreeSet};

use dashu_ratio::RBig;

use super::calls::{Group, Site};
use super::cases::Case;
use super::unfolding::Unfolding;
use crate::smtlib::{Sort, Term, TermId};
use crate::theory::sum::Sum;

/// The maximal number of measures of a function.
const MEASURES: usize = 8;
/// The maximal number of cases of a call.
const CASES: usize = 48;
/// The maximal number of graphs in the closure.
const GRAPHS: usize = 600;

/// A size-change graph: which measures of the callee are at most those of the caller, and which are less.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Graph {
    from: usize,
    to: usize,
    edges: BTreeMap<(usize, usize), bool>,
}

impl Graph {
    fn then(&self, next: &Graph) -> Graph {
        let mut edges: BTreeMap<(usize, usize), bool> = BTreeMap::new();
        for (&(from, middle), &first) in &self.edges {
            for (&(_, to), &second) in next.edges.range((middle, 0)..(middle + 1, 0)) {
                *edges.entry((from, to)).or_default() |= first || second;
            }
        }
        Graph { from: self.from, to: next.to, edges }
    }

    fn has_strict_loop(&self) -> bool {
        self.edges.iter().any(|(&(from, to), &is_strict)| from == to && is_strict)
    }
}

/// A call with the cases in which it is made.
struct Called<'a> {
    site: &'a Site,
    /// The arguments as numbers; `None` for a sort without a measure.
    given: Vec<Option<Sum>>,
    cases: Vec<Case>,
}

/// Returns the position of a call in a group that may not descend, or `None` if all calls descend.
pub(super) fn undescending(group: &Group<'_>, world: &mut Unfolding<'_>, sites: &[Site]) -> Option<usize> {
    // Few definitions need a case split, or other measures than their parameters. Without the first tries, an argument with
    // many cases, such as a call of a function that the witness defines by a table, may exhaust the budget, and so may the
    // graphs of many measures.
    let mut found = None;
    for (cases, has_guards) in [(1, false), (1, true), (CASES, false), (CASES, true)] {
        world.reasoning.renew();
        found = Some(undescending_in(group, world, sites, (cases, has_guards))?);
    }
    found
}

/// Returns the position of a call that may not descend if what is known at each call is split into at most `most` cases,
/// and the sums that guard the calls are measures or not.
fn undescending_in(
    group: &Group<'_>,
    world: &mut Unfolding<'_>,
    sites: &[Site],
    (most, has_guards): (usize, bool),
) -> Option<usize> {
    let parameters: BTreeMap<usize, Vec<TermId>> =
        group.members.iter().map(|&member| (member, parameters(group, world, member))).collect();
    let mut calls: Vec<Called<'_>> = Vec::new();
    for site in sites {
        let mut case = site.case.clone();
        let given = site.arguments.iter().map(|&argument| world.measure(&mut case, argument));
        let given = given.collect();
        // Adds what is known of the numbers of the caller's parameters.
        for &parameter in &parameters[&site.caller] {
            world.measure(&mut case, parameter);
        }
        let cases = world.cases(case, most);
        calls.push(Called { site, given, cases });
    }
    never_negative(group, world, &parameters, &mut calls);
    let measures: BTreeMap<usize, Vec<Sum>> = group
        .members
        .iter()
        .map(|&member| {
            let guards: &[Called<'_>] = if has_guards { &calls } else { &[] };
            (member, measures(group, world, &parameters[&member], member, guards))
        })
        .collect();
    let mut graphs: Vec<(Graph, usize)> = Vec::new();
    for (number, call) in calls.iter().enumerate() {
        let (from, to) = (call.site.caller, call.site.callee);
        let after: Vec<Option<Sum>> = measures[&to]
            .iter()
            .map(|measure| instance(measure, &parameters[&to], &call.given, world))
            .collect();
        for case in &call.cases {
            let mut edges = BTreeMap::new();
            for (at, before) in measures[&from].iter().enumerate() {
                for (other, after) in after.iter().enumerate() {
                    let Some(after) = after else { continue };
                    let holds = |sum: &Sum| world.reasoning.follows(sum, &case.constraints);
                    let shrinks = before.minus(after);
                    if holds(&shrinks) {
                        let is_strict = holds(before) && holds(&shrinks.and(&-RBig::ONE));
                        edges.insert((at, other), is_strict);
                    }
                }
            }
            graphs.push((Graph { from, to, edges }, number));
        }
    }
    endless(&graphs)
}

/// Returns the variables of a function's parameters.
fn parameters(group: &Group<'_>, world: &mut Unfolding<'_>, member: usize) -> Vec<TermId> {
    let parameters = group.definitions.functions[member].parameters.iter();
    parameters.map(|&variable| world.terms.intern(Term::Var(variable))).collect()
}

/// Adds to the cases of a function's calls that a parameter is not negative, if no call of the group passes a
/// negative argument. Only the first call of a sequence comes from outside the group.
fn never_negative(
    group: &Group<'_>,
    world: &mut Unfolding<'_>,
    parameters: &BTreeMap<usize, Vec<TermId>>,
    calls: &mut [Called<'_>],
) {
    let mut known: Vec<(usize, Sum)> = Vec::new();
    for &member in &group.members {
        for (at, &parameter) in parameters[&member].iter().enumerate() {
            if !matches!(world.sort(parameter), Some(Sort::Int | Sort::Real)) {
                continue;
            }
            let is_not = |call: &Called| {
                let given = call.given.get(at).and_then(Option::as_ref);
                let follows =
                    |sum: &Sum| call.cases.iter().all(|case| world.reasoning.follows(sum, &case.constraints));
                given.is_some_and(follows)
            };
            if calls.iter().filter(|call| call.site.callee == member).all(is_not) {
                known.push((member, Sum::variable(world.atom(parameter))));
            }
        }
    }
    for call in calls {
        for (_, sum) in known.iter().filter(|(member, _)| *member == call.site.caller) {
            call.cases.iter_mut().for_each(|case| case.constraints.push(sum.clone()));
        }
        call.cases.retain(|case| !world.reasoning.contradict(&case.constraints));
    }
}

/// Returns the measures of a function: the number of each parameter, and the sums that guard its calls.
fn measures(
    group: &Group<'_>,
    world: &mut Unfolding<'_>,
    parameters: &[TermId],
    member: usize,
    calls: &[Called<'_>],
) -> Vec<Sum> {
    let mut own: BTreeSet<usize> = BTreeSet::new();
    let mut found = Vec::new();
    for &parameter in parameters {
        let mut case = Case::default();
        if world.measure(&mut case, parameter).is_some() {
            let atom = world.atom(parameter);
            own.insert(atom);
            found.push(Sum::variable(atom));
        }
    }
    found.truncate(MEASURES);
    let is_plain = |sum: &Sum| {
        let mut factors = sum.variables().map(|variable| sum.factor(variable));
        let first = factors.next().flatten();
        factors.next().is_none() && first == Some(&RBig::ONE) && sum.constant <= RBig::ZERO
    };
    let guards = calls.iter().filter(|call| call.site.caller == member).flat_map(|call| &call.cases);
    for sum in guards.flat_map(|case| &case.constraints) {
        let is_free = |name: &str| !group.names.contains(name);
        let is_rigid = |atom: usize| world.of_atom(atom).is_some_and(|id| world.is_rigid(id, is_free));
        let is_of_parameters = sum.variables().any(|atom| own.contains(&atom))
            && sum.variables().all(|atom| own.contains(&atom) || is_rigid(atom));
        if found.len() < MEASURES && is_of_parameters && !is_plain(sum) && !found.contains(sum) {
            found.push(sum.clone());
        }
    }
    found
}

/// Returns a measure of the callee in terms of the caller.
fn instance(
    measure: &Sum,
    parameters: &[TermId],
    given: &[Option<Sum>],
    world: &mut Unfolding<'_>,
) -> Option<Sum> {
    let mut sum = Sum::constant(measure.constant.clone());
    for variable in measure.variables() {
        let factor = measure.factor(variable)?;
        let position = parameters.iter().position(|&parameter| world.atom(parameter) == variable);
        sum = match position {
            Some(at) => sum.plus(given.get(at)?.as_ref()?, factor),
            None => sum.plus(&Sum::variable(variable), factor),
        };
    }
    Some(sum)
}

/// Returns the position of the first call of a sequence that may be infinite, or `None` if there is no such
/// sequence.
fn endless(calls: &[(Graph, usize)]) -> Option<usize> {
    let mut all: BTreeMap<Graph, usize> = BTreeMap::new();
    let mut open: Vec<(Graph, usize)> = Vec::new();
    for (graph, number) in calls {
        if all.insert(graph.clone(), *number).is_none() {
            open.push((graph.clone(), *number));
        }
    }
    while let Some((graph, number)) = open.pop() {
        if graph.from == graph.to && !graph.has_strict_loop() && graph.then(&graph) == graph {
            return Some(number);
        }
        if all.len() > GRAPHS {
            return Some(number);
        }
        for (next, _) in calls.iter().filter(|(next, _)| next.from == graph.to) {
            let made = graph.then(next);
            if !all.contains_key(&made) {
                all.insert(made.clone(), number);
                open.push((made, number));
            }
        }
    }
    None
}
