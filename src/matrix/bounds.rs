//! The bounds of one case: those of the paper, and the properties of its batches.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use clap::Args;
use clap::builder::RangedI64ValueParser;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::logics::Logics;
use super::operators::{CODATATYPES, FocusOperators, Operators, TotalOperators};
use super::solver::Solver;

/// The ranges of NC and NM for `auto`, as in the paper.
const FORMULAS: RangeInclusive<u32> = 200..=1500;
const INSTANCES: RangeInclusive<u32> = 300..=1000;
/// How many times the initial pool NC and NM are for `auto`, within these ranges. The paper gives only the ranges; the factor
/// is our reading of it: a construction pool several times the initial one.
const FACTOR: usize = 4;

/// The largest D_max: terms are printed and read level by level, and no solver accepts deeper ones.
const MOST_D_MAX: u32 = 1_000;
/// The largest A_max.
const MOST_A_MAX: u32 = 10_000;
/// The largest number of built formulas of each kind in a case: each is evaluated and kept in memory.
const MOST_ATOMS: u32 = 10_000;
/// The largest NC, because its formulas are in memory at once, and the largest NM, because a solver takes hours for its
/// instances.
const MOST: u32 = 1_000_000;

/// The bounds of a case.
#[derive(Clone, Debug, PartialEq, Eq, Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Bounds {
    /// Largest Boolean depth of a formula (D_max).
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = within(1, MOST_D_MAX))]
    #[serde(rename = "D_max")]
    #[schemars(range(min = 1, max = MOST_D_MAX))]
    pub d_max: u32,
    /// Largest number of assertions in an instance (A_max).
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = within(1, MOST_A_MAX))]
    #[serde(rename = "A_max")]
    #[schemars(range(min = 1, max = MOST_A_MAX))]
    pub a_max: u32,
    /// Number of constructed formulas (NC). `auto`, the default, scales it by the size of the initial pool.
    #[arg(long, value_name = "N", default_value_t = Auto::Auto)]
    #[serde(rename = "NC")]
    pub nc: Auto,
    /// Number of instances of a case (NM). `auto`, the default, scales it by the size of the initial pool.
    #[arg(skip = Auto::Auto)]
    #[serde(rename = "NM")]
    pub nm: Auto,
    /// Keep formulas whose truth depends on a value that SMT-LIB leaves open, such as division by zero.
    #[arg(long)]
    pub keep_underspecified: bool,
    /// The operators that the solver makes total by values of its own. Formulas that depend on these are never kept.
    #[arg(skip)]
    #[serde(skip)]
    pub total_operators: TotalOperators,
    /// The operators for built formulas: those that the solver reads.
    #[arg(skip = Operators::all())]
    #[serde(skip)]
    pub operators: Operators,
    /// The operators to which built formulas are led: STORM_FOCUS.
    #[arg(skip)]
    #[serde(skip)]
    pub focus: FocusOperators,
    /// The logics to which seeds may be widened: those that the solver supports.
    #[arg(skip = Logics::all())]
    #[serde(skip)]
    pub logics: Logics,
    /// Number of atoms to synthesise over the symbols and terms of the seed, within its logic.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, MOST_ATOMS))]
    #[schemars(range(min = 0, max = MOST_ATOMS))]
    pub synthesis: u32,
    #[command(flatten)]
    #[serde(flatten)]
    #[allow(missing_docs, reason = "what is flattened has its own")]
    pub batches: Batches,
    /// Number of formulas to make by replacing a term in a formula of the seed or in a synthesised atom, within the
    /// seed's logic.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, MOST_ATOMS))]
    #[schemars(range(min = 0, max = MOST_ATOMS))]
    pub mutation: u32,
    /// Number of formulas to make by wrapping a formula of any other source, or one of its terms, in something that
    /// keeps its truth value, within the seed's logic.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, MOST_ATOMS))]
    #[schemars(range(min = 0, max = MOST_ATOMS))]
    pub wrappers: u32,
    /// Number of formulas to make by joining a formula of any other source with what its symbols satisfy under the
    /// witness: bounds on both sides, small languages, known values, equal terms.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, MOST_ATOMS))]
    #[schemars(range(min = 0, max = MOST_ATOMS))]
    pub context: u32,
}

/// A number, or `auto` for one that grows with the initial pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(from = "NumberText")]
#[schemars(with = "NumberText")]
pub enum Auto {
    /// Scaled by the size of the initial pool.
    Auto,
    /// Always this number.
    Fixed(u32),
}

/// An [`Auto`] as it is written.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum NumberText {
    Fixed(#[schemars(range(min = 1, max = MOST))] u32),
    Word(AutoWord),
}

/// That word.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum AutoWord {
    Auto,
}

impl From<NumberText> for Auto {
    fn from(text: NumberText) -> Auto {
        match text {
            NumberText::Fixed(number) => Auto::Fixed(number),
            NumberText::Word(AutoWord::Auto) => Auto::Auto,
        }
    }
}

impl FromStr for Auto {
    type Err = String;

    fn from_str(text: &str) -> Result<Auto, String> {
        match text.parse() {
            Ok(number) if (1..=MOST).contains(&number) => Ok(Auto::Fixed(number)),
            _ if text == "auto" => Ok(Auto::Auto),
            _ => Err(format!("write `auto` or a number from 1 to {MOST}")),
        }
    }
}

impl fmt::Display for Auto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Auto::Auto => f.write_str("auto"),
            Auto::Fixed(number) => write!(f, "{number}"),
        }
    }
}

/// Reads a number in this range.
fn within(least: u32, most: u32) -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(i64::from(least)..=i64::from(most))
}

impl Bounds {
    /// Returns whether the initial pool contains formulas other than fragments of the seed.
    pub fn builds_formulas(&self) -> bool {
        self.synthesis + self.mutation + self.wrappers + self.context > 0
    }

    /// Adapts the bounds to a row: if formulas are built or re-sorted, to the operators that it reads, and if logics are widened, to
    /// those that it supports. Rows that read the same have equal bounds.
    #[must_use]
    pub fn for_row(&self, row: &Solver) -> Bounds {
        let mut bounds = self.clone();
        let builds = bounds.builds_formulas() || bounds.batches.own_sorts + bounds.batches.finite > 0;
        if builds && row.operators.are_known() {
            bounds.operators = row.operators.clone();
        } else if !row.operators.list(CODATATYPES) {
            // A seed's own formulas are taken as they are, unless its declarations cannot be read.
            bounds.operators = Operators::unlisted();
        }
        if bounds.batches.wider > 0 {
            bounds.logics = row.logics.clone();
        }
        bounds
    }

    /// Adapts the bounds to a row that shares its pools with no other row: formulas that depend on a value which the
    /// row fixes are left out, too.
    #[must_use]
    pub fn for_row_alone(&self, row: &Solver) -> Bounds {
        Bounds { total_operators: row.total_operators.clone(), ..self.for_row(row) }
    }

    /// Returns the same bounds with formulas that are led to no operators.
    #[must_use]
    pub(crate) fn unfocused(&self) -> Bounds {
        Bounds { focus: FocusOperators::default(), ..self.clone() }
    }

    /// Returns NC for an initial pool of `initial_pool` formulas.
    ///
    /// `auto` is four times the pool, within 200..=1500.
    pub fn formulas(&self, initial_pool: usize) -> u32 {
        scaled(self.nc, initial_pool, FORMULAS)
    }

    /// Returns NM for an initial pool of `initial_pool` formulas.
    ///
    /// `auto` is four times the pool, within 300..=1000.
    pub fn instances(&self, initial_pool: usize) -> u32 {
        scaled(self.nm, initial_pool, INSTANCES)
    }
}

impl Default for Bounds {
    /// Returns the bounds of the paper: D_max = A_max = 64, and NC and NM by the size of the initial pool.
    fn default() -> Self {
        Self {
            d_max: 64,
            a_max: 64,
            nc: Auto::Auto,
            nm: Auto::Auto,
            keep_underspecified: false,
            total_operators: TotalOperators::default(),
            operators: Operators::all(),
            focus: FocusOperators::default(),
            logics: Logics::all(),
            synthesis: 0,
            batches: Batches::default(),
            mutation: 0,
            wrappers: 0,
            context: 0,
        }
    }
}

fn scaled(number: Auto, initial_pool: usize, range: RangeInclusive<u32>) -> u32 {
    match number {
        Auto::Fixed(number) => number,
        Auto::Auto => {
            let scaled = u32::try_from(initial_pool.saturating_mul(FACTOR)).unwrap_or(u32::MAX);
            scaled.clamp(*range.start(), *range.end())
        }
    }
}

/// The division of a case into batches, and what they are like. Each batch of instances has its own witness, atoms and
/// pools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Batches {
    /// Number of instances in a batch; each batch has its own witness, atoms and formulas, and the first has the model
    /// that Z3 finds on its own [default: one batch for all].
    #[arg(long = "batch", value_name = "N")]
    #[serde(rename = "batch")]
    #[schemars(range(min = 1, max = 4_294_967_295u32))]
    pub size: Option<NonZeroU32>,
    /// Percentage of batches with small instances: at most 12 assertions, each of Boolean depth at most 4.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, 100))]
    #[schemars(range(min = 0, max = 100))]
    pub small: u32,
    /// Percentage of batches in a wider logic than the seed's that the row supports, with symbols of its additional
    /// sorts and atoms over them; needs `synthesis`.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, 100))]
    #[schemars(range(min = 0, max = 100))]
    pub wider: u32,
    /// Percentage of batches with sorts of their own: the seed's formulas over bit-vectors of other widths, floats of
    /// other formats and other sorts than those that it declares, and, with `synthesis`, symbols of further sorts of its
    /// logic.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, 100))]
    #[schemars(range(min = 0, max = 100))]
    pub own_sorts: u32,
    /// Percentage of instances of unknown truth, in which some assertions are false under the witness: there, `sat` needs a
    /// model that satisfies them; only for rows that can be asked for models.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, 100))]
    #[schemars(range(min = 0, max = 100))]
    pub open: u32,
    /// Percentage of batches over symbols with few values, such as bit-vectors of three bits: it is known of each check
    /// whether `sat` or `unsat` is right; in half of them, formulas over such symbols that contradict each other stand
    /// among others.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, 100))]
    #[schemars(range(min = 0, max = 100))]
    pub finite: u32,
    /// Percentage of instances with one of the questions that the row can be asked beside its answers.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0, 100))]
    #[schemars(range(min = 0, max = 100))]
    pub questions: u32,
    /// How to draw formulas from the pools.
    #[arg(long, value_enum, default_value_t = Drawing::Uniform)]
    pub drawing: Drawing,
    /// Connectives that combine formulas.
    #[arg(long, value_enum, default_value_t = Connectives::AndNot)]
    pub connectives: Connectives,
}

impl Batches {
    /// Returns the number of batches of a case with this many instances. It is one if that number depends on the seed.
    pub(crate) fn count(&self, instances: Auto) -> u32 {
        match (self.size, instances) {
            (Some(size), Auto::Fixed(instances)) => instances.div_ceil(size.get()).max(1),
            _ => 1,
        }
    }

    /// Returns the batch of an instance, from 0.
    pub fn of_instance(&self, number: u32) -> u32 {
        self.size.map_or(0, |size| number / size)
    }

    /// Returns the numbers of the instances of a batch, or `None` if there is only one batch.
    pub fn numbers(&self, batch: u32) -> Option<Range<u32>> {
        let start = batch.saturating_mul(self.size?.get());
        Some(start..self.end(batch).unwrap_or(u32::MAX))
    }

    /// Returns the number of the first instance of the next batch, or `None` if there is only one batch.
    pub fn end(&self, batch: u32) -> Option<u32> {
        self.size.and_then(|size| batch.checked_add(1)?.checked_mul(size.get()))
    }
}

/// How formulas are drawn from a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Drawing {
    /// All formulas equally often, as in the paper. Most are false conjunctions, whose negations say little.
    #[default]
    Uniform,
    /// True and false formulas equally often, as the tool of the paper's authors does.
    Balanced,
    /// Either of these, by batch.
    Both,
}

/// The connectives that combine formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
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
    fn the_command_line_has_the_limits_of_the_file() {
        let read = |text: &str| text.parse::<Auto>();
        assert_eq!(read("auto"), Ok(Auto::Auto));
        assert_eq!((read("1"), read("1000000")), (Ok(Auto::Fixed(1)), Ok(Auto::Fixed(MOST))));
        for bad in ["0", "1000001", "4000000000", "99999999999", "-1", "many", ""] {
            assert_eq!(read(bad), Err("write `auto` or a number from 1 to 1000000".to_owned()), "{bad}");
        }
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
    fn only_rows_that_say_so_get_codatatypes() {
        let built = Bounds { synthesis: 10, ..Bounds::default() };
        for bounds in [Bounds::default(), built] {
            let reads = |keys: &str| {
                let row = Config::example_row(&format!("argv: [a, \"{{file}}\"]{keys}"));
                bounds.for_row(&row).operators.contains(CODATATYPES)
            };
            assert!(!reads(""));
            assert!(!reads(", operators: [\"!declare-codatatypes\", \"!abs\"]"));
            assert!(reads(", operators: [\"!abs\"]") && reads(", operators: [all]"));
        }
    }

    #[test]
    fn every_instance_is_in_one_batch() {
        let batches = Batches { size: NonZeroU32::new(4), ..Batches::default() };
        assert_eq!([Auto::Fixed(9), Auto::Auto].map(|instances| batches.count(instances)), [3, 1]);
        assert_eq!([0, 3, 4, 11].map(|number| batches.of_instance(number)), [0, 0, 1, 2]);
        assert_eq!((batches.end(0), batches.end(2), batches.end(u32::MAX)), (Some(4), Some(12), None));
        assert_eq!([0, 2].map(|batch| batches.numbers(batch)), [Some(0..4), Some(8..12)]);
        let one = Batches::default();
        assert_eq!(one.numbers(0), None);
        assert_eq!((one.of_instance(u32::MAX), one.end(0)), (0, None));
    }
}
