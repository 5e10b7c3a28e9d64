//! Problem → witness: from one of the sources, drawn by weight.

use crate::matrix::{Source, Weights};
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::Problem;
use crate::witness::sample::sample;
use crate::witness::{Origin, Witness};

/// Literals of which a random set is made, at most: enough to lead far away from the seed's own models.
pub(super) const LITERALS: usize = 24;

/// What a source that asks for a model asks about, until there is one.
pub(super) fn origins(source: Source) -> [Origin; 2] {
    match source {
        Source::Negation => [Origin::NegationModel, Origin::Model],
        _ => [Origin::Model, Origin::NegationModel],
    }
}

/// Some formulas out of all of them, each as it is or negated.
pub(super) fn literals<T>(mut formulas: Vec<T>, rng: &mut Rng) -> Vec<(T, bool)> {
    let mut literals = Vec::new();
    while literals.len() < LITERALS && !formulas.is_empty() {
        let formula = formulas.swap_remove(rng.index(formulas.len()));
        literals.push((formula, rng.percent(50)));
    }
    literals
}

/// Finds a witness for a problem. `model` is asked for one where models are a source; where it knows none, values are
/// sampled. All randomness comes from `key`.
///
/// # Errors
/// There is nobody to ask for a model, although there has to be.
pub(super) fn search<E>(
    problem: &Problem,
    key: &Key,
    weights: &Weights,
    model: impl FnOnce(Source, u32) -> Result<Option<Witness>, E>,
) -> Result<Witness, E> {
    let mut rng = key.stream(Stream::Witness);
    let source = weights.source(rng.below(weights.total()));
    // Makes for another model than the usual one.
    let variety = rng.below(1 << 30);
    // All models of nothing are alike, but that which Z3 takes by itself.
    let is_free = problem.asserts_nothing() && source != Source::Paper;
    let found = if source == Source::Sampled || is_free { None } else { model(source, variety)? };
    Ok(found.unwrap_or_else(|| sample(&problem.script, &mut rng)))
}
