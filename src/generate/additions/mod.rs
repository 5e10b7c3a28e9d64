//! Declarations that a batch adds to those of its seed. This happens before the search for a witness, so they are
//! evaluated, used and printed like the seed's own.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `widening` | wider logics |
//! | `declared_sorts` | other sorts in place of those that the seed declares |
//! | `seed_sorts` | sorts of the seed over which new ones range |
//! | `new_symbols` | symbols of the additional sorts of a wider logic, and of further sorts of the seed's own |
//! | `definitions` | functions with terms of the seed as bodies; fresh names |
//! | `recursion` | recursive functions |

mod declared_sorts;
mod definitions;
mod new_symbols;
mod recursion;
mod seed_sorts;
#[cfg(test)]
mod tests;
mod widening;

pub(in crate::generate) use definitions::Fresh;
pub(in crate::generate) use recursion::{Law, MOST_CALLS, Recursion};
pub(in crate::generate) use widening::fits_larger_logics;

use crate::generate::batch::Batch;
use crate::generate::strategy::Strategy;
use crate::generate::unsupported_syntax::Supported;
use crate::matrix::Operators;
use crate::rng::{Rng, Stream};
use crate::smtlib::{Declaration, Logic, Problem, Sort, Term};
use crate::theory::recursion as recursion_check;

use declared_sorts::replace_sorts;
use definitions::DefinitionMaker;
use new_symbols::SymbolMaker;
use recursion::draw_recursion;

/// The additions to a seed.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// The wider logic of its instances, if it was widened.
    pub logic: Option<&'static str>,
    /// The sorts of added symbols: those of the wider logic, and further ones of the seed's.
    pub(in crate::generate) sorts: Vec<Sort>,
    /// Whether its instances have other sorts than those of the seed and of a wider logic.
    pub(in crate::generate) has_own_sorts: bool,
    /// Whether some of these stand in place of sorts that the seed declares.
    pub(in crate::generate) replaces_sorts: bool,
    /// The added recursive functions.
    pub(in crate::generate) recursions: Vec<Recursion>,
}

impl Additions {
    /// Returns the command that defines the added recursive functions, counted from 0 among the declarations of the
    /// problem with them, and whether each term of the problem calls one of them. Nothing else that is added does.
    pub(in crate::generate) fn recursive_calls(&self, problem: &Problem) -> Option<(usize, Vec<bool>)> {
        let (script, terms) = (&problem.script, &problem.formulas.terms);
        let is_recursive = |name: &str| self.recursions.iter().any(|function| function.name == name);
        let defines = |line: &Declaration| line.names(&script.tree).iter().any(|name| is_recursive(name));
        let definition = script.declarations.iter().position(defines)?;
        // A fold may mention one as an array.
        let as_array = |head: &str| Some(head.strip_prefix("(_ as-array ")?.strip_suffix(')')?.to_owned());
        let is_call = |head: &str| is_recursive(as_array(head).as_deref().unwrap_or(head));
        let heads: Vec<bool> = terms.heads().map(is_call).collect();
        let mut calls = Vec::with_capacity(terms.len());
        for id in terms.ids() {
            let mut is_caller = match terms.get(id) {
                Term::App(head, _) => heads[head.index()],
                Term::Binder(binder) => binder.patterns.iter().flatten().any(|term| calls[term.index()]),
                Term::Var(_) | Term::Match(..) => false,
            };
            terms.for_each_child(id, |child| is_caller |= calls[child.index()]);
            calls.push(is_caller);
        }
        Some((definition, calls))
    }
}

/// What is supported of a problem, with what a batch adds to it; none if that is nothing.
pub(super) fn add_declarations(supported: &Supported, batch: &Batch) -> Option<(Problem, Additions)> {
    let bounds = &batch.bounds;
    let is_plain = batch.strategy.is_plain() && !supported.problem.asserts_nothing();
    if is_plain && !batch.has_own_sorts {
        return None;
    }
    let (synthesises, wraps) = (bounds.synthesis > 0 && !is_plain, bounds.wrappers > 0 && !is_plain);
    let mut rng = batch.key.stream(Stream::Additions);
    let mut fresh = Fresh::beside(supported.problem.source());
    let mut lines: Vec<String> = Vec::new();
    let mut wider = || widening::draw(&supported.problem.script, &bounds.logics, &mut rng);
    let widening = if batch.is_wide && synthesises { wider() } else { None };
    let own_logic = supported.problem.script.logic.as_deref().and_then(Logic::parse);
    let logic = widening.as_ref().map(|widening| widening.wide).or(own_logic).filter(|_| batch.has_own_sorts);
    let replaced = logic.and_then(|logic| {
        replace_sorts(&supported.problem, logic, &bounds.operators, (&mut fresh, &mut rng))
    });
    let replaces_sorts = replaced.is_some();
    let mut added = Additions { replaces_sorts, has_own_sorts: replaces_sorts, ..Additions::default() };
    let replaced = replaced.map(|problem| supported.with_problem(problem));
    let supported = replaced.as_ref().unwrap_or(supported);
    let problem = &supported.problem;
    if let Some(logic) = own_logic.filter(|_| synthesises) {
        let mut maker = SymbolMaker::new(problem, logic, &bounds.operators, (&mut fresh, &mut rng));
        if let Some(widening) = &widening {
            added.logic = Some(widening.name);
            added.sorts = maker.widen(widening);
        }
        if batch.has_own_sorts {
            let sorts = maker.diversify();
            added.has_own_sorts |= !sorts.is_empty();
            added.sorts.extend(sorts);
        }
        lines.extend(maker.declarations);
    }
    if wraps {
        let (signature, scope) = supported.scope(&bounds.operators);
        let widened = added.logic.map(|logic| scope.clone().widened(Some(logic)));
        let maker = DefinitionMaker::new(problem, signature, widened.as_ref().unwrap_or(scope));
        lines.extend(maker.definitions(&mut fresh, &mut rng));
        // Exhaustion does not unfold recursion.
        let recursion = match batch.strategy {
            Strategy::Finite => None,
            _ => draw_recursion(&maker, &mut fresh, &mut rng),
        };
        if let Some((functions, definitions)) = recursion {
            added.recursions = functions;
            lines.extend(definitions);
        }
    }
    if lines.is_empty() && added.logic.is_none() && !replaces_sorts {
        return None;
    }
    // The additions follow the text of the seed, so they may use its names, and positions in it stay the same.
    let mut all = problem.with_declarations(&format!("\n{}\n", lines.join("\n"))).ok()?;
    if !added.recursions.is_empty() && !is_satisfied(&all) {
        debug_assert!(false, "no function satisfies a recursive definition: {}", lines.join("\n"));
        return None;
    }
    if let Some(logic) = added.logic {
        all.script.logic = Some(logic.to_owned());
    }
    Some((all, added))
}

/// Adds symbols of sorts with few values to a problem.
pub(super) fn add_few_values(problem: &Problem, operators: &Operators, rng: &mut Rng) -> Option<Problem> {
    let logic = problem.script.logic.as_deref().and_then(Logic::parse)?;
    let mut fresh = Fresh::beside(problem.source());
    let mut maker = SymbolMaker::new(problem, logic, operators, (&mut fresh, rng));
    maker.declare_few_values();
    problem.with_declarations(&format!("\n{}\n", maker.declarations.join("\n"))).ok()
}

/// Whether some functions are known to satisfy all recursive definitions: those of the seed were checked alone.
fn is_satisfied(problem: &Problem) -> bool {
    recursion_check::of_script(&problem.script).is_ok_and(|groundless| groundless.is_empty())
}
