//! Problem → witness: from one of the sources, drawn by weight.

use crate::matrix::{Source, Weights};
use crate::rng::{Key, Stream};
use crate::smtlib::Problem;
use crate::witness::Witness;
use crate::witness::sample::sample;

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
    let found = if source == Source::Sampled { None } else { model(source, variety)? };
    Ok(found.unwrap_or_else(|| sample(&problem.script, &mut rng)))
}
