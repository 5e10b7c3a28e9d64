//! Recursive definitions that some function satisfies.
//!
//! A recursive definition is an axiom. `(define-fun-rec f ((x Int)) Int (+ 1 (f x)))` says that `f` is a function
//! with `f(x) = 1 + f(x)` for all `x`. There is no such function, so the script is unsatisfiable. Evaluating the
//! definition at some points says nothing about the others.
//!
//! The law: if there is no infinite sequence of calls in which the body of each function needs the next call,
//! then exactly one family of functions satisfies the definitions, by well-founded recursion, whatever all other
//! symbols mean. A body needs a call unless what is evaluated before excludes it: the condition of `ite`, the
//! arguments to the left in `and`, `or` and `=>`, and the case of a `match`. Under a quantifier, calls are made
//! for all values of its variables. `descent` checks the law for one group of mutually recursive functions at a
//! time. What may shrink are integers and reals above a bound that holds where the call is made, by at least 1;
//! bit-vectors; words; and trees. The check is incomplete: a definition that it does not accept is not used.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `unfolding`, `measure` | terms with other definitions unfolded; their measures as sums |
//! | `calls` | bodies → calls, with the facts known at each |
//! | `cases`, `follows` | facts → cases of linear constraints; consequences of these |
//! | `descent` | calls → whether all sequences of them end |

mod calls;
mod cases;
mod descent;
mod follows;
mod measure;
#[cfg(test)]
mod recursion_tests;
mod unfolding;

use std::collections::{BTreeSet, HashMap};

use crate::smtlib::{
    DeclarationKind, Definition, Definitions, Expr, NodeId, Printer, ReadError, Script, Term, TermId, symbol,
};
use crate::theory::model::Model;
use calls::{Group, Unfound};
use unfolding::Unfolding;

/// A definition that no function is known to satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Groundless {
    /// The function.
    pub name: String,
    /// The name in the definition.
    pub node: NodeId,
    /// What is wrong with the definition.
    pub why: String,
    /// The term at fault.
    pub call: NodeId,
}

impl std::fmt::Display for Groundless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no function is known to satisfy the recursive definition of `{}`: {}", self.name, self.why)
    }
}

/// Returns the definitions of a script that no function is known to satisfy, in order.
///
/// # Errors
/// A definition cannot be parsed.
pub(crate) fn of_script(script: &Script) -> Result<Vec<Groundless>, ReadError> {
    let defines = script.declarations.iter().any(|line| matches!(line.kind, DeclarationKind::Definition));
    if !defines {
        return Ok(Vec::new());
    }
    Ok(groundless(&Model::build(script, false)?))
}

/// Returns the definitions of a model that no function is known to satisfy, in order.
pub(crate) fn groundless(model: &Model) -> Vec<Groundless> {
    let Model { definitions, sorting, signature, .. } = model;
    let named = named(definitions, &model.functions);
    let groups = groups(&callees(definitions, &named));
    if groups.is_empty() {
        return Vec::new();
    }
    let recursive: BTreeSet<usize> = groups.iter().flatten().copied().collect();
    let mut world = Unfolding::new(definitions, sorting, signature, |function| recursive.contains(&function));
    let mut found = Vec::new();
    for members in &groups {
        let calls = mentioning(definitions, &named, members);
        let names = members.iter().map(|&member| definitions.functions[member].name.as_str()).collect();
        let group = Group { definitions, sorting, members: members.clone(), names, calls, named: &named };
        world.reasoning.renew();
        found.extend(faults(&group, &mut world));
    }
    found.sort_by_key(|fault| fault.node);
    found
}

/// Returns what is wrong with a group, once for each of its functions.
fn faults(group: &Group<'_>, world: &mut Unfolding<'_>) -> Vec<Groundless> {
    let (term, why) = match calls::sites(group, world) {
        Err(Unfound::Value(term)) => (term, "its own definition uses it as a value, without a call"),
        Err(Unfound::TooMuch(term)) => (term, "its definition is too large to analyse"),
        Ok(sites) => {
            let terms: Vec<TermId> = sites.iter().map(|site| site.call).collect();
            match descent::undescending(group, world, &sites) {
                None => return Vec::new(),
                Some(call) => (terms[call], "nothing bounded gets smaller"),
            }
        }
    };
    let text = clipped(&Printer::new(&group.definitions.terms).print(term));
    let why = format!("{why} in `{text}`");
    let fault = |&number: &usize| {
        let Definition { name, node, .. } = &group.definitions.functions[number];
        let call = group.definitions.node(term).unwrap_or(*node);
        Groundless { name: symbol::bare(name).to_owned(), node: *node, why: why.clone(), call }
    };
    group.members.iter().map(fault).collect()
}

/// Returns a term, shortened if it is long.
fn clipped(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Returns, for each head, the functions that it names by itself or in its indices.
fn named(definitions: &Definitions, functions: &HashMap<String, usize>) -> Vec<Vec<usize>> {
    let of = |text: &str| {
        if !text.starts_with('(') {
            return functions.get(text).copied().into_iter().collect();
        }
        let mut found = Vec::new();
        for expr in Expr::read(text).unwrap_or_default() {
            expr.for_each_atom(&mut |atom| found.extend(functions.get(atom).copied()));
        }
        found
    };
    definitions.terms.heads().map(of).collect()
}

/// Returns, for each term, whether it names one of some functions.
fn mentioning(definitions: &Definitions, named: &[Vec<usize>], functions: &[usize]) -> Vec<bool> {
    let terms = &definitions.terms;
    terms.holding(|id| match terms.get(id) {
        Term::App(head, _) => named[head.index()].iter().any(|function| functions.contains(function)),
        _ => false,
    })
}

/// Returns, for each function, those that its body names.
fn callees(definitions: &Definitions, named: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let terms = &definitions.terms;
    // The last function in whose body a term was found.
    let mut last = vec![usize::MAX; terms.len()];
    let of_body = |(number, function): (usize, &Definition)| {
        let (mut called, mut open) = (BTreeSet::new(), vec![function.body]);
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut last[id.index()], number) == number {
                continue;
            }
            if let Term::App(head, _) = terms.get(id) {
                called.extend(&named[head.index()]);
            }
            terms.for_each_child(id, |child| open.push(child));
        }
        called.into_iter().collect()
    };
    definitions.functions.iter().enumerate().map(of_body).collect()
}

/// Returns the groups of functions that call themselves or each other, in order: the strongly connected components with
/// a call, by Tarjan's algorithm.
fn groups(callees: &[Vec<usize>]) -> Vec<Vec<usize>> {
    /// A function that has been visited: when, the first visit among those on the path that it leads back to, and whether
    /// it is on the path itself.
    #[derive(Clone, Copy)]
    struct Visit {
        number: usize,
        back: usize,
        is_on_path: bool,
    }
    let mut visits: Vec<Option<Visit>> = vec![None; callees.len()];
    let (mut path, mut groups, mut number) = (Vec::new(), Vec::new(), 0);
    for first in 0..callees.len() {
        let mut open = if visits[first].is_none() { vec![(first, 0)] } else { Vec::new() };
        while let Some((function, at)) = open.pop() {
            let mut visit = visits[function].unwrap_or(Visit { number, back: number, is_on_path: true });
            if at == 0 {
                path.push(function);
                number += 1;
            } else if let Some(before) = visits[callees[function][at - 1]].filter(|it| it.is_on_path) {
                visit.back = visit.back.min(before.back);
            }
            visits[function] = Some(visit);
            if let Some(&callee) = callees[function].get(at) {
                open.push((function, at + 1));
                if visits[callee].is_none() {
                    open.push((callee, 0));
                }
            } else if visit.back == visit.number {
                let start = path.iter().rposition(|&member| member == function).unwrap_or_default();
                let mut group = path.split_off(start);
                for &member in &group {
                    visits[member] = visits[member].map(|visit| Visit { is_on_path: false, ..visit });
                }
                group.sort_unstable();
                if group.len() > 1 || callees[function].contains(&function) {
                    groups.push(group);
                }
            }
        }
    }
    groups.sort_unstable();
    groups
}
