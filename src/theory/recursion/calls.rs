//! The calls within a group of functions, and what is known where each call is evaluated.

use std::collections::{BTreeMap, BTreeSet};

use super::cases::{Case, Fact};
use super::unfolding::Unfolding;
use crate::smtlib::{Definitions, HeadId, Sort, Term, TermId, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::Kind;
use crate::theory::sorting::Sorting;

/// The maximal number of visits to terms; a term counts once for each set of known facts.
const VISITS: usize = 20_000;
/// The maximal number of calls in a group.
const CALLS: usize = 120;
/// The maximal number of facts known at one place.
const KNOWN: usize = 200;

/// A group of functions that call each other.
pub(super) struct Group<'a> {
    pub(super) definitions: &'a Definitions,
    pub(super) sorting: &'a Sorting,
    /// The numbers of the functions.
    pub(super) members: Vec<usize>,
    pub(super) names: BTreeSet<&'a str>,
    /// For each term of the definitions, whether it names a function of the group.
    pub(super) calls: Vec<bool>,
    /// For each head, the functions that it names.
    pub(super) named: &'a [Vec<usize>],
}

impl Group<'_> {
    /// Whether a head names a function of the group.
    fn is_named(&self, head: HeadId) -> bool {
        self.named[head.index()].iter().any(|function| self.members.contains(function))
    }

    /// Returns the function that a head calls with this number of arguments, if it is the function's arity.
    fn called(&self, head: HeadId, arguments: usize) -> Option<usize> {
        let Some(Meaning::Function(_)) = self.sorting.meaning(head) else { return None };
        let &[function] = self.named[head.index()].as_slice() else { return None };
        (self.definitions.functions[function].parameters.len() == arguments).then_some(function)
    }
}

/// A call of a function of the group.
#[derive(Debug)]
pub(super) struct Site {
    /// The definition whose body contains the call, and the definition that is called.
    pub caller: usize,
    pub callee: usize,
    /// The application.
    pub call: TermId,
    /// The arguments of the call, with other definitions unfolded.
    pub arguments: Vec<TermId>,
    /// What is known where the call is evaluated.
    pub case: Case,
}

/// The reason why the calls of a group cannot be collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfound {
    /// A function of the group is used as a value, not as the head of a call.
    Value(TermId),
    /// The bodies are too large.
    TooMuch(TermId),
}

/// A fact that is known below a term.
enum Known {
    Is(TermId, bool),
    /// The term is in a case of a `match`: the subject, the constructor, its variables, and the constructors of
    /// earlier cases.
    Case(TermId, Option<HeadId>, Box<[VarId]>, Vec<HeadId>),
}

/// Returns all calls of a group.
pub(super) fn sites(group: &Group<'_>, world: &mut Unfolding<'_>) -> Result<Vec<Site>, Unfound> {
    let terms = &group.definitions.terms;
    let mut found = Vec::new();
    let mut known = Knowledge::default();
    let mut visits = 0;
    for &caller in &group.members {
        let mut open: Vec<(TermId, Option<usize>)> = vec![(group.definitions.functions[caller].body, None)];
        while let Some((id, before)) = open.pop() {
            if !group.calls[id.index()] {
                continue;
            }
            visits += 1;
            let depth = known.depth(before);
            if visits > VISITS || depth > KNOWN || found.len() >= CALLS {
                return Err(Unfound::TooMuch(id));
            }
            match terms.get(id) {
                Term::Var(_) => {}
                Term::Binder(binder) => open.push((binder.body, before)),
                Term::Match(subject, cases) => {
                    open.push((*subject, before));
                    let mut earlier = Vec::new();
                    for case in cases {
                        let fact =
                            Known::Case(*subject, case.constructor, case.variables.clone(), earlier.clone());
                        open.push((case.body, known.and(fact, before)));
                        earlier.extend(case.constructor);
                    }
                }
                Term::App(head, arguments) => {
                    let (kind, decided) = match group.sorting.meaning(*head) {
                        Some(Meaning::Operator(applied)) => (applied.operator.kind, applied.operator.decided),
                        _ => (Kind::Function, None),
                    };
                    if group.is_named(*head) {
                        let Some(callee) = group.called(*head, arguments.len()) else {
                            return Err(Unfound::Value(id));
                        };
                        let path = known.path(before);
                        found.push(site(group, world, (caller, callee, id), &path));
                    }
                    match (kind, decided) {
                        (Kind::Conditional, _) if arguments.len() == 3 => {
                            open.push((arguments[0], before));
                            for (way, truth) in [(arguments[1], true), (arguments[2], false)] {
                                if group.calls[way.index()] {
                                    open.push((way, known.and(Known::Is(arguments[0], truth), before)));
                                }
                            }
                        }
                        // Arguments are evaluated from left to right until one decides the result.
                        (_, Some(decided)) => {
                            let mut last = before;
                            for &argument in arguments {
                                open.push((argument, last));
                                last = known.and(Known::Is(argument, !decided.argument(false)), last);
                            }
                        }
                        _ => open.extend(arguments.iter().map(|&argument| (argument, before))),
                    }
                }
            }
        }
    }
    Ok(found)
}

/// All known facts: each with the index of the fact before it, and its depth.
#[derive(Default)]
struct Knowledge(Vec<(Known, Option<usize>, usize)>);

impl Knowledge {
    fn depth(&self, last: Option<usize>) -> usize {
        last.map_or(0, |at| self.0[at].2)
    }

    fn and(&mut self, fact: Known, before: Option<usize>) -> Option<usize> {
        self.0.push((fact, before, self.depth(before) + 1));
        Some(self.0.len() - 1)
    }

    /// Returns the facts known at a place, outermost first.
    fn path(&self, last: Option<usize>) -> Vec<&Known> {
        let facts = std::iter::successors(last, |&at| self.0[at].1).map(|at| &self.0[at].0);
        let mut path: Vec<&Known> = facts.collect();
        path.reverse();
        path
    }
}

fn site(
    group: &Group<'_>,
    world: &mut Unfolding<'_>,
    (caller, callee, call): (usize, usize, TermId),
    path: &[&Known],
) -> Site {
    let (mut bound, mut case) = (BTreeMap::new(), Case::default());
    for known in path {
        match known {
            Known::Is(id, truth) => {
                let id = world.substituted(*id, &bound);
                case.open.push(Fact::Is(id, *truth));
            }
            Known::Case(subject, constructor, variables, earlier) => {
                let subject = world.substituted(*subject, &bound);
                let number = |head: HeadId| {
                    let Some(Sort::Named(sort, _)) = world.sort(subject) else { return None };
                    Some(world.signature.constructor_of(&sort, group.definitions.terms.head_text(head))?.1)
                };
                let built = constructor.and_then(number);
                case.open.extend(built.map(|at| Fact::Built(subject, at, true)));
                let others = earlier.iter().filter_map(|&head| number(head)).collect::<Vec<_>>();
                case.open.extend(others.into_iter().map(|at| Fact::Built(subject, at, false)));
                for (field, &variable) in variables.iter().enumerate() {
                    let part = match (constructor, built) {
                        (None, _) => Some(subject),
                        (Some(_), Some(at)) => world.field(subject, at, field),
                        (Some(_), None) => None,
                    };
                    let part = part.unwrap_or_else(|| world.unread());
                    bound.insert(variable, part);
                }
            }
        }
    }
    let arguments = match group.definitions.terms.get(call) {
        Term::App(_, arguments) => arguments.iter().map(|&id| world.substituted(id, &bound)).collect(),
        _ => Vec::new(),
    };
    Site { caller, callee, call, arguments, case }
}
