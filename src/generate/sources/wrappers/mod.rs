//! Formulas equivalent to a fragment, with something around it or around one of its terms.
//!
//! By law, they have the truth value of the fragment; each file states its laws. They are evaluated again even so,
//! because only evaluated formulas are asserted, and the result agrees with the law. A formula that does not evaluate,
//! or leaves the seed's logic, is dropped; quantifiers are used if the logic has them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `quantified` | `exists` and `forall` |
//! | `boxes` | known conditions, constant arrays, fields of datatypes |
//! | `calls` | defined functions |
//!
//! A `let` is not a term: `graph` prints some if a batch binds names.

mod boxes;
mod calls;
mod quantified;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::build_formulas::{BuildFormulas, Material};
use crate::generate::term_builder::{MutationContext, TermBuilder};
use crate::rng::Rng;
use crate::smtlib::{BinderKind, TermId};
use crate::theory::value::Value;
use calls::Calls;

/// How often a wrapper is tried for, for each one that is wanted.
const TRIES: usize = 10;

/// What is put around something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrapper {
    /// A variable that some term is.
    Exists,
    /// Any variable that some term is.
    Forall,
    /// A variable of a small sort that makes no difference.
    Idle,
    /// A known condition, around a term.
    Chosen,
    /// A known condition, around the whole.
    Either,
    /// A constant array.
    Constant,
    /// A datatype.
    Boxed,
    /// A function that says it.
    Called,
    /// A recursive function.
    Counted,
}

/// How often each is drawn.
const WRAPPERS: [(Wrapper, u32); 9] = [
    (Wrapper::Exists, 3),
    (Wrapper::Forall, 3),
    (Wrapper::Idle, 2),
    (Wrapper::Chosen, 3),
    (Wrapper::Either, 1),
    (Wrapper::Constant, 1),
    (Wrapper::Boxed, 2),
    (Wrapper::Called, 4),
    (Wrapper::Counted, 2),
];

impl Wrapper {
    fn drawn(rng: &mut Rng) -> Wrapper {
        let mut at = rng.below(WRAPPERS.iter().map(|(_, weight)| weight).sum());
        for (one, weight) in WRAPPERS {
            match at.checked_sub(weight) {
                Some(rest) => at = rest,
                None => return one,
            }
        }
        Wrapper::Chosen
    }

    /// A formula that says what another one says; none if what is drawn does not fit.
    fn around(
        self,
        context: &mut MutationContext<'_>,
        calls: &Calls<'_>,
        root: TermId,
        rng: &mut Rng,
    ) -> Option<TermId> {
        let is_quantified = matches!(self, Wrapper::Exists | Wrapper::Forall | Wrapper::Idle);
        if is_quantified && !context.builder.scope.has_quantifiers() {
            return None;
        }
        match self {
            Wrapper::Exists => quantified::bound(context, root, BinderKind::Exists, rng),
            Wrapper::Forall => quantified::bound(context, root, BinderKind::Forall, rng),
            Wrapper::Idle => quantified::idle(context, root, rng),
            Wrapper::Chosen => boxes::chosen(context, root, rng),
            Wrapper::Either => boxes::either(context, root, rng),
            Wrapper::Constant => boxes::constant(context, root, rng),
            Wrapper::Boxed => boxes::boxed(context, root, rng),
            Wrapper::Called => calls.folded(context, root, rng),
            Wrapper::Counted => calls.counted(context, root, rng),
        }
    }
}

/// The source of such formulas.
pub(super) struct Wrapping;

impl BuildFormulas for Wrapping {
    fn build<'a>(
        &self,
        material: &Material<'_>,
        builder: TermBuilder<'a>,
        wanted: usize,
        rng: &mut Rng,
    ) -> (TermBuilder<'a>, Vec<TermId>) {
        let Material { problem, fragments, additions, .. } = material;
        // Without its definitions, nothing is known of what would be called.
        let Ok(calls) = Calls::of(&problem.script, &additions.recursions) else {
            return (builder, Vec::new());
        };
        let mut context = MutationContext::new(problem, fragments, builder, rng);
        let mut by_law: BTreeMap<TermId, Value> = BTreeMap::new();
        context.make(wanted, TRIES, rng, |context, root, rng| {
            let Some(truth) = context.value(root).cloned() else { return };
            if let Some(wrapped) = Wrapper::drawn(rng).around(context, &calls, root, rng)
                && context.keep(wrapped)
            {
                by_law.insert(wrapped, truth);
            }
        });
        let keeps_law = |id: &TermId| context.value(*id) == by_law.get(id);
        debug_assert!(context.made.iter().all(keeps_law), "a wrapper changes the truth of what it is around");
        (context.builder, context.made)
    }
}
