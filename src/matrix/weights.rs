//! Where the witnesses of a run come from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A source of witnesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
pub enum Source {
    /// The model of the assertions that Z3, or who is asked in its place, finds by itself, or of their negation where they
    /// are unsatisfiable: the paper's choice. The same for every RNG seed.
    Paper,
    /// A model of the assertions that varies with the RNG seed; that of a row, if it has `random_seed`.
    Model,
    /// A model of the negation of their conjunction that varies with the RNG seed.
    Negation,
    /// A model of a random consistent set of the seed's sub-formulas, some of them negated.
    Subset,
    /// Random values.
    Sampled,
}

/// How often each source is taken, relative to the others. A source that fails gives way to
/// sampled values, which always exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The model of the assertions or of their negation that Z3, or the row in `model_from`, finds by itself: the same for
    /// every RNG seed, as in the paper.
    #[serde(default)]
    pub paper: u32,
    /// A model of the assertions.
    #[serde(default)]
    pub model: u32,
    /// A model of the negation of the assertions.
    #[serde(default)]
    pub negation: u32,
    /// A model of a random consistent set of the seed's sub-formulas.
    #[serde(default)]
    pub subset: u32,
    /// Random values.
    #[serde(default)]
    pub sampled: u32,
}

impl Default for Weights {
    /// Every source but the paper's, sampled values most: they find other bugs than models.
    fn default() -> Self {
        Weights { paper: 0, model: 3, negation: 1, subset: 2, sampled: 4 }
    }
}

impl Weights {
    /// One source alone.
    pub fn only(source: Source) -> Weights {
        let mut weights = Weights { paper: 0, model: 0, negation: 0, subset: 0, sampled: 0 };
        *match source {
            Source::Paper => &mut weights.paper,
            Source::Model => &mut weights.model,
            Source::Negation => &mut weights.negation,
            Source::Subset => &mut weights.subset,
            Source::Sampled => &mut weights.sampled,
        } = 1;
        weights
    }

    /// The sources with their weights.
    pub fn list(&self) -> [(Source, u32); 5] {
        [
            (Source::Paper, self.paper),
            (Source::Model, self.model),
            (Source::Negation, self.negation),
            (Source::Subset, self.subset),
            (Source::Sampled, self.sampled),
        ]
    }

    /// The source that `draw`, a number below [`Weights::total`], falls on.
    pub fn source(&self, mut draw: u32) -> Source {
        for (source, weight) in self.list() {
            if draw < weight {
                return source;
            }
            draw -= weight;
        }
        Source::Sampled
    }

    /// The sum of the weights, saturated.
    pub fn total(&self) -> u32 {
        self.list().iter().fold(0, |sum: u32, (_, weight)| sum.saturating_add(*weight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_fall_on_sources_by_weight() {
        let weights = Weights { paper: 0, model: 2, negation: 0, subset: 1, sampled: 1 };
        let drawn: Vec<Source> = (0..weights.total()).map(|draw| weights.source(draw)).collect();
        assert_eq!(drawn, [Source::Model, Source::Model, Source::Subset, Source::Sampled]);
        assert_eq!(Weights::only(Source::Negation).source(0), Source::Negation);
    }
}
