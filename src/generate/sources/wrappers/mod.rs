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
//! | `folds` | functions of the items of sequences, sets and bags |
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

pub(super) use calls::call;

/// The number of tries for each wanted formula.
const TRIES: usize = 10;

/// Wraps a formula or one of its terms. Returns `None` if the drawn terms do not fit.
type Wrap = fn(&mut MutationContext<'_>, &Calls<'_>, TermId) -> Option<TermId>;

/// A way to wrap formulas.
struct Wrapper {
    name: &'static str,
    /// Its weight in the draw among [`WRAPPERS`]; of the others, the share in percent.
    share: u32,
    quantifies: bool,
    /// Whether a wrapped formula has the truth value of the original one.
    keeps_truth: bool,
    wrap: Wrap,
}

/// A wrapper without quantifiers.
const fn plain(name: &'static str, share: u32, wrap: Wrap) -> Wrapper {
    Wrapper { name, share, quantifies: false, keeps_truth: true, wrap }
}

/// A wrapper with quantifiers.
const fn quantifier(name: &'static str, share: u32, wrap: Wrap) -> Wrapper {
    Wrapper { name, share, quantifies: true, keeps_truth: true, wrap }
}

/// The same wrapper where formulas may have another truth value.
const fn loose(wrapper: Wrapper) -> Wrapper {
    Wrapper { keeps_truth: false, ..wrapper }
}

/// A call of a recursive function where a batch defines some: most instances shall have one.
static RECURSIVE: Wrapper = plain("recursive", 40, |context, calls, root| calls.recursive(context, root));
/// Of the others, a function of the items of a sequence, set or bag where there are some and the solver applies one to them.
static FOLDED: Wrapper = loose(plain("folded", 30, |context, _, root| folds::apply_fold(context, root)));
/// Of the rest, what a declared function is under the witness, for all arguments, with its call as the pattern.
static AXIOM: Wrapper = quantifier("axiom", 8, |context, _, root| quantified::axiomatised(context, root));
/// Of what is left, several quantifiers over variables of small sorts, with connectives between them.
static PREFIXED: Wrapper =
    loose(quantifier("prefixed", 8, |context, _, root| prefixes::prefixed(context, root)));

/// The other wrappers.
static WRAPPERS: [Wrapper; 13] = [
    // An existential quantifier over a variable that equals a term.
    quantifier("exists", 2, |context, _, root| quantified::bound(context, root, BinderKind::Exists)),
    // A universal quantifier over variables that equal a term.
    quantifier("forall", 2, |context, _, root| quantified::bound(context, root, BinderKind::Forall)),
    // A quantifier over a variable of a small sort on which nothing depends.
    quantifier("idle", 1, |context, _, root| quantified::idle(context, root)),
    // A quantifier over a variable that only its witness determines.
    quantifier("hidden", 2, |context, _, root| quantified::hidden(context, root)),
    // A quantified formula below other terms.
    quantifier("nested", 2, |context, _, root| quantified::nested(context, root)),
    // A quantifier over a variable of a small sort.
    loose(quantifier("small", 2, |context, _, root| expanded::small(context, root))),
    // A quantifier over a range of integers, or over the words of a language.
    loose(quantifier("ranged", 2, |context, _, root| expanded::ranged(context, root))),
    // A quantifier within another one.
    loose(quantifier("alternating", 2, |context, _, root| expanded::alternating(context, root))),
    // A choice of a term by a known condition.
    plain("chosen", 3, |context, _, root| boxes::chosen(context, root)),
    // A choice of the whole formula by a known condition.
    plain("either", 1, |context, _, root| boxes::either(context, root)),
    // A constant array.
    plain("constant", 1, |context, _, root| boxes::constant(context, root)),
    // A datatype.
    plain("boxed", 2, |context, _, root| boxes::boxed(context, root)),
    // A call of a function with the body of a term.
    plain("called", 4, |context, calls, root| calls.introduce_call(context, root)),
];

impl Wrapper {
    fn draw(rng: &mut Rng) -> &'static Wrapper {
        rng.pick_weighted(WRAPPERS.iter().map(|one| (one, one.share))).unwrap_or(&WRAPPERS[0])
    }

    /// Wraps a formula. Returns `None` if the logic has no quantifiers for it, or the drawn terms do not fit.
    fn around(&self, context: &mut MutationContext<'_>, calls: &Calls<'_>, root: TermId) -> Option<TermId> {
        if self.quantifies && !context.builder.scope.has_quantifiers() {
            return None;
        }
        (self.wrap)(context, calls, root)
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
    let mut by_law: BTreeMap<TermId, (&str, Value)> = BTreeMap::new();
    context.make(material.wanted, TRIES, |context, root| {
        let Some(truth) = context.value(root).cloned() else { return };
        let is_recursive = !additions.recursions.is_empty() && context.rng.percent(RECURSIVE.share);
        let wrapper = match is_recursive {
            true => &RECURSIVE,
            false if folds && context.rng.percent(FOLDED.share) => &FOLDED,
            false if axioms && context.rng.percent(AXIOM.share) => &AXIOM,
            false if quantifiers && context.rng.percent(PREFIXED.share) => &PREFIXED,
            false => Wrapper::draw(&mut context.rng),
        };
        if let Some(wrapped) = wrapper.around(context, &calls, root)
            && context.keep(wrapped)
            && wrapper.keeps_truth
        {
            by_law.insert(wrapped, (wrapper.name, truth));
        }
    });
    let breaks_law =
        |id: &&TermId| by_law.get(id).is_some_and(|(_, truth)| context.value(**id) != Some(truth));
    let broken = || Some(by_law.get(context.made.iter().find(breaks_law)?)?.0);
    debug_assert!(broken().is_none(), "the wrapper {:?} changes the truth of what it is around", broken());
    (context.builder, context.made)
}
