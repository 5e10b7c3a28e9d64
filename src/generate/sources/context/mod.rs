//! Formulas in context: a formula of another source, joined with what its symbols satisfy under the witness.
//!
//! Its law: every conjunct evaluates to true, so the conjunction is true. Many wrong answers need bounds on both sides
//! of a symbol, a known value, or a symbol that equals a term: only then do rules for intervals, signs and lengths apply.
//! Random literals are hardly ever on both sides of a symbol in one instance.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `bounds` | bounds on both sides: of values, of lengths, of differences |
//! | `languages` | membership in small languages |
//! | `equations` | fixed values, and symbols that equal terms |
//! | `bodies` | the symbols in the bodies of the functions that a formula calls |

pub(super) mod bodies;
mod bounds;
pub(super) mod equations;
pub(super) mod languages;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use bodies::Bodies;

use super::build_formulas::{Built, Material};
use crate::generate::fragment::{FormulaSource, Fragment};
use crate::generate::strategy::Strategy;
use crate::generate::term_builder::rewrite::below;
use crate::generate::term_builder::{MutationContext, TermBuilder, TermOrigin, TypedTerm};
use crate::rng::Rng;
use crate::smtlib::{Sort, Term, TermId};
use crate::theory::operators::op;
use crate::theory::value::Value;

/// The number of tries for each wanted formula.
const TRIES: usize = 4;
/// The Boolean depth that a context adds: a conjunction, and a negation if the formula is false.
const DEPTH: u32 = 2;
/// Share of contexts of two kinds, in percent.
const TWO_KINDS: u32 = 30;
/// Share of symbols that are bounded in a context of bounds, in percent.
const BOUNDED: u32 = 75;
/// Share of formulas that call a function with symbols in its body, in percent, if there are some: solvers treat such
/// symbols apart from those of the formula itself.
const CALLERS: u32 = 30;
/// The largest number of symbols about which a context says something.
const SYMBOLS: usize = 5;

/// A kind of context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Symbols between bounds.
    Bounded,
    /// Strings in small languages.
    InLanguage,
    /// All symbols but one with their values.
    Pinned,
    /// A symbol that equals a term without it.
    Alias,
}

/// The kinds with their weights in the draw.
const KINDS: [(Kind, u32); 4] =
    [(Kind::Bounded, 6), (Kind::InLanguage, 3), (Kind::Pinned, 2), (Kind::Alias, 3)];

impl Kind {
    /// Draws a kind that may say something about these symbols.
    fn drawn(symbols: &[TypedTerm], rng: &mut Rng) -> Kind {
        let has_strings = symbols.iter().any(|symbol| symbol.sort == Sort::String);
        let fits = |kind: Kind| match kind {
            Kind::InLanguage => has_strings,
            Kind::Pinned => symbols.len() > 1,
            Kind::Bounded | Kind::Alias => true,
        };
        let fitting = KINDS.into_iter().filter(|(kind, _)| fits(*kind));
        rng.pick_weighted(fitting).unwrap_or(Kind::Bounded)
    }

    /// Builds formulas about symbols. Of each list, the context takes the first one that is true.
    fn build(self, context: &mut MutationContext<'_>, symbols: &[TypedTerm]) -> Vec<Vec<TypedTerm>> {
        match self {
            Kind::Bounded => {
                let mut found = Vec::new();
                for symbol in symbols {
                    if symbols.len() == 1 || context.rng.percent(BOUNDED) {
                        found.extend(bounds::around(context, symbol));
                    }
                }
                found
            }
            Kind::InLanguage => {
                let strings = symbols.iter().filter(|symbol| symbol.sort == Sort::String);
                strings.filter_map(|symbol| Some(vec![languages::member(context, symbol)?])).collect()
            }
            Kind::Pinned => {
                let free = context.rng.index(symbols.len());
                let pinned = symbols.iter().enumerate().filter(|(at, _)| *at != free);
                let kept = &symbols[free];
                pinned
                    .filter_map(|(_, symbol)| Some(vec![equations::pinned(context, symbol, kept)?]))
                    .collect()
            }
            Kind::Alias => context
                .rng
                .pick(symbols)
                .map(|symbol| equations::aliases(context, symbol))
                .into_iter()
                .collect(),
        }
    }
}

/// Builds formulas in context.
pub(super) fn build<'a>(material: &Material<'_>, builder: TermBuilder<'a>, rng: Rng) -> Built<'a> {
    let &Material { problem, fragments, batch, wanted, .. } = material;
    // A batch of atoms alone drops the formulas of the seed.
    let is_used = |fragment: &&Fragment| {
        fragment.depth + DEPTH <= batch.bounds.d_max
            && (batch.strategy != Strategy::Atoms || fragment.source != FormulaSource::Fragment)
    };
    let used: Vec<Fragment> = fragments.iter().filter(is_used).copied().collect();
    let mut context = MutationContext::new(problem, &used, builder, rng);
    let bodies = Bodies::collect(&problem.script);
    let callers = bodies.callers(context.terms(), &context.bases);
    let mut drafts: Vec<Draft> = Vec::with_capacity(wanted);
    for _ in 0..wanted * TRIES {
        if drafts.len() >= wanted {
            break;
        }
        let is_caller = !callers.is_empty() && context.rng.percent(CALLERS);
        let bases = if is_caller { &callers } else { &context.bases };
        let Some(&formula) = context.rng.pick(bases) else { break };
        drafts.extend(Draft::draw(&mut context, &bodies, formula));
    }
    // All at once, because starting an evaluation takes longer than evaluating a few terms.
    let proposed = drafts.iter().flat_map(|draft| draft.lists.iter().flatten());
    let ids: Vec<TermId> = proposed.map(|typed| typed.id).collect();
    let values = context.builder.values(ids.iter().copied());
    let is_true = |(id, value): (TermId, Option<Value>)| (value == Some(Value::Bool(true))).then_some(id);
    let are_true: BTreeSet<TermId> = ids.into_iter().zip(values).filter_map(is_true).collect();
    for draft in drafts {
        if let Some(joined) = draft.join(&mut context, &are_true) {
            context.keep(joined);
        }
    }
    (context.builder, context.made)
}

/// A formula, and what may be true of its symbols.
struct Draft {
    formula: TermId,
    /// Whether it is true.
    truth: bool,
    /// Formulas about its symbols. Of each list, the first one that is true belongs to the context.
    lists: Vec<Vec<TypedTerm>>,
    /// Whether the formula precedes its context.
    is_first: bool,
}

impl Draft {
    /// Draws a context for a formula. Returns `None` if it has no symbols or no value.
    fn draw(context: &mut MutationContext<'_>, bodies: &Bodies, formula: TermId) -> Option<Draft> {
        let truth = context.value(formula)?.as_bool()?;
        let mut symbols = symbols_of(context, bodies, formula);
        while symbols.len() > SYMBOLS {
            symbols.swap_remove(context.rng.index(symbols.len()));
        }
        if symbols.is_empty() {
            return None;
        }
        let mut lists = Kind::drawn(&symbols, &mut context.rng).build(context, &symbols);
        if context.rng.percent(TWO_KINDS) {
            lists.extend(Kind::drawn(&symbols, &mut context.rng).build(context, &symbols));
        }
        Some(Draft { formula, truth, lists, is_first: context.rng.percent(50) })
    }

    /// Joins the formula, in the polarity that is true, with its context. Returns `None` if the context is empty.
    fn join(self, context: &mut MutationContext<'_>, are_true: &BTreeSet<TermId>) -> Option<TermId> {
        let mut conjuncts: Vec<TypedTerm> = Vec::new();
        for list in self.lists {
            let first = list.into_iter().find(|typed| are_true.contains(&typed.id));
            conjuncts.extend(first.filter(|first| {
                first.id != self.formula && conjuncts.iter().all(|other| other.id != first.id)
            }));
        }
        if conjuncts.is_empty() {
            return None;
        }
        let formula = TypedTerm::formula(self.formula);
        let literal = if self.truth { formula } else { context.builder.apply(op::NOT, &[&formula])? };
        conjuncts.insert(if self.is_first { 0 } else { conjuncts.len() }, literal);
        Some(context.builder.apply(op::AND, &conjuncts.iter().collect::<Vec<_>>())?.id)
    }
}

/// Returns the constants of the problem in a formula, and in the bodies of the functions that it calls, with their sorts,
/// if their values are known.
pub(super) fn symbols_of(
    context: &mut MutationContext<'_>,
    bodies: &Bodies,
    formula: TermId,
) -> Vec<TypedTerm> {
    let terms = context.terms();
    let is_constant = |id: &TermId| matches!(terms.get(*id), Term::App(_, arguments) if arguments.is_empty());
    let constants = below(terms, formula).into_iter().filter(is_constant);
    let typed = constants.filter_map(|id| context.typed(id).filter(|_| context.value(id).is_some()));
    let mut symbols: Vec<TypedTerm> = typed.filter(|typed| typed.origin == TermOrigin::Symbol).collect();
    for name in bodies.symbols_below(context.terms(), formula) {
        let hidden = context.constant(&name).filter(|hidden| hidden.origin == TermOrigin::Symbol);
        symbols.extend(hidden.filter(|hidden| symbols.iter().all(|other| other.id != hidden.id)));
    }
    symbols
}
