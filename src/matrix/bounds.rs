//! The bounds of one case: the paper's, and how its instances differ from batch to batch.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::Deserialize;

use super::logics::Logics;
use super::operators::{Operators, TotalOperators};
use super::solver::Solver;

/// What `auto` makes of NC and of NM (the ranges of the paper).
const FORMULAS: RangeInclusive<u32> = 200..=1500;
const INSTANCES: RangeInclusive<u32> = 300..=1000;

/// The largest D_max: terms are written and read level by level, and no solver takes deeper ones.
pub(super) const MOST_D_MAX: u32 = 1_000;
/// The largest A_max.
pub(super) const MOST_A_MAX: u32 = 10_000;
/// The most formulas of each kind that are built for a case: each is in memory, and was evaluated.
pub(super) const MOST_ATOMS: u32 = 10_000;
/// The largest NC, of formulas that are in memory at once, and NM, of instances that take a solver hours.
pub(super) const MOST: u32 = 1_000_000;

/// The bounds of a case (design: D_max, A_max, NC, NM).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// D_max: the largest Boolean depth of a formula, at least 1.
    pub d_max: u32,
    /// A_max: the largest number of assertions of an instance, at least 1.
    pub a_max: u32,
    /// NC: the number of formulas that are constructed.
    pub nc: Auto,
    /// NM: the number of instances that are generated.
    pub nm: Auto,
    /// Whether formulas are kept whose truth depends on a value that SMT-LIB leaves open.
    pub keep_underspecified: bool,
    /// The operators that the solver makes total by values of its own: formulas that hang on these are never kept.
    pub total_operators: TotalOperators,
    /// The operators that atoms may be built with: those that the solver reads.
    pub operators: Operators,
    /// The logics that seeds may be widened to: those that the solver supports.
    pub logics: Logics,
    /// How many atoms are built that the seed does not have; 0 for none.
    pub synthesis: u32,
    /// How its instances are divided and drawn.
    pub batches: Batches,
    /// How many formulas are made by changing others; 0 for none.
    pub mutation: u32,
    /// How many formulas are made by putting something around others; 0 for none.
    pub wrappers: u32,
}

/// A number, or one that grows with the initial pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auto {
    /// Scaled by the size of the initial pool.
    Auto,
    /// Always this number.
    Fixed(u32),
}

impl Bounds {
    /// Whether the initial pool has more than fragments of the seed.
    pub fn builds_formulas(&self) -> bool {
        self.synthesis + self.mutation + self.wrappers > 0
    }

    /// These for a row: where something is built, of the operators that it reads, and where logics are widened, to those that
    /// it supports. Rows that read the same have the same.
    #[must_use]
    pub fn for_row(&self, row: &Solver) -> Bounds {
        let mut bounds = self.clone();
        if bounds.builds_formulas() {
            bounds.operators = row.operators.clone();
        }
        if bounds.batches.wider > 0 {
            bounds.logics = row.logics.clone();
        }
        bounds
    }

    /// The same for pools that no other row shares: what hangs on a value that the row fixes is left out too.
    #[must_use]
    pub fn for_row_alone(&self, row: &Solver) -> Bounds {
        Bounds { total_operators: row.total_operators.clone(), ..self.for_row(row) }
    }

    /// NC for an initial pool of `initial_pool` formulas.
    ///
    /// `auto` is four times the pool, in 200..=1500. The paper gives the range only; the factor is our reading
    /// of it: a construction pool several times the initial one.
    pub fn formulas(&self, initial_pool: usize) -> u32 {
        scaled(self.nc, 4, initial_pool, FORMULAS)
    }

    /// NM for an initial pool of `initial_pool` formulas.
    ///
    /// `auto` is four times the pool, in 300..=1000; here, too, the factor is our reading of the paper's range.
    pub fn instances(&self, initial_pool: usize) -> u32 {
        scaled(self.nm, 4, initial_pool, INSTANCES)
    }
}

impl Default for Bounds {
    /// The paper's: D_max = A_max = 64, NC and NM by the size of the initial pool.
    fn default() -> Self {
        Self {
            d_max: 64,
            a_max: 64,
            nc: Auto::Auto,
            nm: Auto::Auto,
            keep_underspecified: false,
            total_operators: TotalOperators::default(),
            operators: Operators::all(),
            logics: Logics::all(),
            synthesis: 0,
            batches: Batches::default(),
            mutation: 0,
            wrappers: 0,
        }
    }
}

fn scaled(number: Auto, factor: usize, initial_pool: usize, range: RangeInclusive<u32>) -> u32 {
    match number {
        Auto::Fixed(number) => number,
        Auto::Auto => {
            let scaled = u32::try_from(initial_pool.saturating_mul(factor)).unwrap_or(u32::MAX);
            scaled.clamp(*range.start(), *range.end())
        }
    }
}

/// How a case is divided: each batch of instances has a witness, atoms and pools of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batches {
    /// Instances of a batch; none for one batch with all of them, as in the paper.
    pub size: Option<NonZeroU32>,
    /// Of a hundred batches, so many have small instances.
    pub small: u32,
    /// Of a hundred batches, so many are of a wider logic than their seed.
    pub wider: u32,
    /// How formulas are drawn.
    pub drawing: Drawing,
    /// What they are combined with.
    pub connectives: Connectives,
}

impl Batches {
    /// How many batches a case with so many instances has; one where that is not known before its seed is read.
    pub(crate) fn count(&self, instances: Auto) -> u32 {
        match (self.size, instances) {
            (Some(size), Auto::Fixed(instances)) => instances.div_ceil(size.get()).max(1),
            _ => 1,
        }
    }

    /// The batch that an instance is in, from 0.
    pub fn of_instance(&self, number: u32) -> u32 {
        self.size.map_or(0, |size| number / size)
    }

    /// The number of the first instance of the next batch; none after the only one.
    pub fn end(&self, batch: u32) -> Option<u32> {
        self.size.and_then(|size| batch.checked_add(1)?.checked_mul(size.get()))
    }
}

/// How formulas are drawn from a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Drawing {
    /// All formulas equally often, as in the paper. Most are false conjunctions, whose negations say little.
    #[default]
    Uniform,
    /// True and false formulas equally often, as the tool of the paper's authors does.
    Balanced,
    /// One or the other, by batch.
    Both,
}

/// The connectives that combine formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Connectives {
    /// Conjunction and negation, as in the paper.
    #[default]
    AndNot,
    /// Conjunction and disjunction, as in the tool of the paper's authors.
    AndOr,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Config;

    #[test]
    fn auto_grows_with_the_pool_inside_the_range() {
        let bounds = Bounds::default();
        let both = |pool| (bounds.formulas(pool), bounds.instances(pool));
        assert_eq!(both(0), (200, 300));
        assert_eq!(both(200), (800, 800));
        assert_eq!(both(usize::MAX), (1500, 1000));
    }

    #[test]
    fn a_fixed_number_ignores_the_pool() {
        let bounds = Bounds { nc: Auto::Fixed(7), nm: Auto::Fixed(1), ..Bounds::default() };
        assert_eq!((bounds.formulas(999), bounds.instances(999)), (7, 1));
    }

    #[test]
    fn pools_that_no_other_row_shares_leave_out_what_it_fixes() {
        let row = Config::example_row("argv: [a, \"{file}\"], fixes: [div], operators: [\"!abs\"]");
        let built = Bounds { synthesis: 10, ..Bounds::default() };
        for bounds in [Bounds::default(), built] {
            let shared = bounds.for_row(&row);
            assert_eq!(shared.total_operators, TotalOperators::default());
            assert_eq!(shared.operators.contains("abs"), bounds.synthesis == 0);
            assert_eq!(
                bounds.for_row_alone(&row),
                Bounds { total_operators: TotalOperators::from_names(&["div"]), ..shared }
            );
        }
    }

    #[test]
    fn every_instance_is_in_one_batch() {
        let batches = Batches { size: NonZeroU32::new(4), ..Batches::default() };
        assert_eq!([Auto::Fixed(9), Auto::Auto].map(|instances| batches.count(instances)), [3, 1]);
        assert_eq!([0, 3, 4, 11].map(|number| batches.of_instance(number)), [0, 0, 1, 2]);
        assert_eq!((batches.end(0), batches.end(2), batches.end(u32::MAX)), (Some(4), Some(12), None));
        let one = Batches::default();
        assert_eq!((one.of_instance(u32::MAX), one.end(0)), (0, None));
    }
}
