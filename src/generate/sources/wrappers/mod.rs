//! Formulas equivalent to a fragment, with something around it or around one of its terms.
//!
//! By law, they have the truth value of the fragment, except for those of `expanded`, `prefixes` and `folds`; each file
//! states its laws. They are evaluated again even so, because only evaluated formulas are asserted, and the result agrees
//! with the law. A formula that does not evaluate, or leaves the seed's logic, is dropped; quantifiers are used if the
//! logic has them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `quantified` | `exists` and `forall` |
//! | `expanded` | `exists` and `forall` over few values, which may change the truth value |
//! | `prefixes` | several quantifiers over few values, with connectives between them |
//! | `binding` | fresh variables, binders and patterns |
//! | `boxes` | known conditions, constant arrays, fields of datatypes |
//! | `calls` | defined functions |
//! | `folds` | functions of the items of sequences |
//!
//! `let` is not among them, because it is not a term: `graph` prints it where a batch names terms.

mod binding;
mod boxes;
mod calls;
mod expanded;
mod folds;
mod prefixes;
mod quantified;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::build_formulas::{Built, Material};
use crate::generate::term_builder::{MutationContext, TermBuilder};
use crate::rng::Rng;
use crate::smtlib::{BinderKind, TermId};
use crate::theory::value::Value;
use calls::Calls;

/// The number of tries for each wanted formula.
const TRIES: usize = 10;
/// Share of calls of recursive functions where a batch defines some, in percent: most instances shall have one.
const RECURSIVE: u32 = 40;
/// Share of folds among the others where there are sequences and the solver folds them, in percent.
const FOLDED: u32 = 30;
/// Share of axioms among the rest where functions can have some, in percent.
const AXIOMS: u32 = 8;
/// Share of several quantifiers among what is left where the logic has quantifiers, in percent.
const PREFIXED: u32 = 8;

/// The wrapper of a formula or of one of its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrapper {
    /// An existential quantifier over a variable that equals a term.
    Exists,
    /// A universal quantifier over variables that equal a term.
    Forall,
    /// A quantifier over a variable of a small sort on which nothing depends.
    Idle,
    /// A quantifier over a variable that only its witness determines.
    Hidden,
    /// A quantified formula below other terms.
    Nested,
    /// A quantifier over a variable of a small sort.
    Small,
    /// A quantifier over a range of integers, or over the words of a language.
    Ranged,
    /// A quantifier within another one.
    Alternating,
    /// A choice of a term by a known condition.
    Chosen,
    /// A choice of the whole formula by a known condition.
    Either,
    /// A constant array.
    Constant,
    /// A datatype.
    Boxed,
    /// A call of a function with the body of a term.
    Called,
    /// A call of a recursive function.
    Recursive,
    /// A function of the items of a sequence.
    Folded,
    /// Several quantifiers over variables of small sorts, with connectives between them.
    Prefixed,
    /// What a declared function is under the witness, for all arguments, with its call as the pattern.
    Axiom,
}

/// The wrappers with their weights in the draw, except for calls of recursive functions, folds, axioms and several
/// quantifiers.
const WRAPPERS: [(Wrapper, u32); 13] = [
    (Wrapper::Exists, 2),
    (Wrapper::Forall, 2),
    (Wrapper::Idle, 1),
    (Wrapper::Hidden, 2),
    (Wrapper::Nested, 2),
    (Wrapper::Small, 2),
    (Wrapper::Ranged, 2),
    (Wrapper::Alternating, 2),
    (Wrapper::Chosen, 3),
    (Wrapper::Either, 1),
    (Wrapper::Constant, 1),
    (Wrapper::Boxed, 2),
    (Wrapper::Called, 4),
];

impl Wrapper {
    fn drawn(rng: &mut Rng) -> Wrapper {
        rng.pick_weighted(WRAPPERS.into_iter()).unwrap_or(Wrapper::Chosen)
    }

    fn quantifies(self) -> bool {
        use Wrapper::*;
        matches!(
            self,
            Exists | Forall | Idle | Hidden | Nested | Small | Ranged | Alternating | Prefixed | Axiom
        )
    }

    /// Whether a wrapped formula has the truth value of the original one.
    fn keeps_truth(self) -> bool {
        use Wrapper::*;
        !matches!(self, Small | Ranged | Alternating | Prefixed | Folded)
    }

    /// Wraps a formula. Returns `None` if the drawn terms do not fit.
    fn around(self, context: &mut MutationContext<'_>, calls: &Calls<'_>, root: TermId) -> Option<TermId> {
        if self.quantifies() && !context.builder.scope.has_quantifiers() {
            return None;
        }
        match self {
            Wrapper::Exists => quantified::bound(context, root, BinderKind::Exists),
            Wrapper::Forall => quantified::bound(context, root, BinderKind::Forall),
            Wrapper::Idle => quantified::idle(context, root),
            Wrapper::Hidden => quantified::hidden(context, root),
            Wrapper::Nested => quantified::nested(context, root),
            Wrapper::Small => expanded::small(context, root),
            Wrapper::Ranged => expanded::ranged(context, root),
            Wrapper::Alternating => expanded::alternating(context, root),
            Wrapper::Prefixed => prefixes::prefixed(context, root),
            Wrapper::Chosen => boxes::chosen(context, root),
            Wrapper::Either => boxes::either(context, root),
            Wrapper::Constant => boxes::constant(context, root),
            Wrapper::Boxed => boxes::boxed(context, root),
            Wrapper::Called => calls.introduce_call(context, root),
            Wrapper::Recursive => calls.recursive(context, root),
            Wrapper::Folded => folds::apply_fold(context, root),
            Wrapper::Axiom => quantified::axiomatised(context, root),
        }
    }
}

/// Builds wrapped formulas.
pub(super) fn build<'a>(material: &Material<'_>, builder: TermBuilder<'a>, rng: Rng) -> Built<'a> {
    let Material { problem, fragments, additions, .. } = material;
    // Without the definitions, the values of calls are unknown.
    let Ok(calls) = Calls::collect(&problem.script, &additions.recursions) else {
        return (builder, Vec::new());
    };
    let mut context = MutationContext::new(problem, fragments, builder, rng);
    let (folds, axioms) = (folds::are_usable(&context), quantified::has_axioms(&context));
    let quantifiers = context.builder.scope.has_quantifiers();
    let mut by_law: BTreeMap<TermId, Value> = BTreeMap::new();
    context.make(material.wanted, TRIES, |context, root| {
        let Some(truth) = context.value(root).cloned() else { return };
        let is_recursive = !additions.recursions.is_empty() && context.rng.percent(RECURSIVE);
        let wrapper = match is_recursive {
            true => Wrapper::Recursive,
            false if folds && context.rng.percent(FOLDED) => Wrapper::Folded,
            false if axioms && context.rng.percent(AXIOMS) => Wrapper::Axiom,
            false if quantifiers && context.rng.percent(PREFIXED) => Wrapper::Prefixed,
            false => Wrapper::drawn(&mut context.rng),
        };
        if let Some(wrapped) = wrapper.around(context, &calls, root)
            && context.keep(wrapped)
            && wrapper.keeps_truth()
        {
            by_law.insert(wrapped, truth);
        }
    });
    let keeps_law = |id: &TermId| by_law.get(id).is_none_or(|truth| context.value(*id) == Some(truth));
    debug_assert!(context.made.iter().all(keeps_law), "a wrapper changes the truth of what it is around");
    (context.builder, context.made)
}
