//! What the formulas of a batch are made of.

use crate::matrix::Bounds;
use crate::rng::Rng;
use crate::smtlib::Problem;

/// Shares of batches by recipe, in percent, where a seed has few terms and where it has many. Bugs that the seed's own formulas
/// meet are met sooner where nothing else stands between them, some of them with fewer instances by the profile `paper-tool`
/// than by any other (`cargo bench --bench recall -- --bug sat-smt --bug fse-bug3`); where there is little to recombine, that
/// is soon done, and bugs in built atoms are met sooner with more of these (`--bug bool-arrays --bug small-floats`).
const SHARES: [Shares; 2] =
    [Shares { tool: 10, plain: 0, atoms: 30 }, Shares { tool: 30, plain: 10, atoms: 30 }];
/// From how many terms on a seed has many: two or three to a fragment.
const MANY: usize = 48;

/// Of a hundred batches, how many are of a recipe; the others have all that there is.
#[derive(Clone, Copy, Debug)]
struct Shares {
    tool: u32,
    plain: u32,
    atoms: u32,
}

/// How much of its own a seed has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// No formulas: it only declares.
    Nothing,
    /// Few terms.
    Little,
    /// Many.
    Much,
}

impl Own {
    /// What a problem has.
    pub fn of(problem: &Problem) -> Own {
        match problem.formulas.terms.len() {
            _ if problem.asserts_nothing() => Own::Nothing,
            terms if terms < MANY => Own::Little,
            _ => Own::Much,
        }
    }
}

/// What the initial pool of a batch has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// The seed's own formulas, if there are some, under the model that Z3 takes by itself: drawn balanced, joined by
    /// conjunctions and disjunctions, in instances that are not small.
    Tool,
    /// The seed's own formulas, if there are some: nothing is built, changed or wrapped.
    Plain,
    /// Atoms that are built, if any can be.
    Atoms,
    /// All that there is.
    Mixed,
}

impl Recipe {
    /// A seed that asserts nothing has no formulas of its own, so there are atoms in their place.
    pub(super) fn drawn(number: u32, own: Own, bounds: &Bounds, asks_z3: bool, rng: &mut Rng) -> Recipe {
        if bounds.batches.size.is_none() {
            return Recipe::Mixed;
        }
        // Where nothing is built, what else a batch is says enough.
        let builds = bounds.builds_formulas();
        let Shares { tool, plain, atoms } = SHARES[usize::from(own == Own::Much)];
        let recipe = match rng.below(100) {
            at if builds && asks_z3 && (at < tool || number == 0 && own == Own::Much) => Recipe::Tool,
            at if at < tool + plain => Recipe::Plain,
            at if at < tool + plain + atoms && bounds.synthesis > 0 => Recipe::Atoms,
            _ => Recipe::Mixed,
        };
        let is_empty = recipe.is_plain() && own == Own::Nothing;
        if is_empty && bounds.synthesis > 0 { Recipe::Atoms } else { recipe }
    }

    /// Whether it has nothing but the seed's own formulas.
    pub fn is_plain(self) -> bool {
        matches!(self, Recipe::Tool | Recipe::Plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::matrix::Batches;
    use crate::rng::{Key, Stream};

    /// How many of a thousand batches have each recipe.
    fn counts(own: Own, synthesis: u32, asks_z3: bool) -> [usize; 4] {
        let batches = Batches { size: std::num::NonZeroU32::new(5), ..Batches::default() };
        let bounds = Bounds { batches, synthesis, ..Bounds::default() };
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Batch);
        let drawn: Vec<Recipe> =
            (1..=1000).map(|number| Recipe::drawn(number, own, &bounds, asks_z3, &mut rng)).collect();
        [Recipe::Tool, Recipe::Plain, Recipe::Atoms, Recipe::Mixed]
            .map(|recipe| drawn.iter().filter(|drawn| **drawn == recipe).count())
    }

    #[test]
    fn what_a_seed_has_decides_what_is_made_of_it() {
        let near = |counts: [usize; 4], percent: [usize; 4]| {
            let is_near = |(&count, percent): (&usize, usize)| {
                count.abs_diff(percent * 10) < 50 && (percent > 0 || count == 0)
            };
            counts.iter().zip(percent).all(is_near)
        };
        assert!(near(counts(Own::Much, 12, true), [30, 10, 30, 30]));
        assert!(near(counts(Own::Little, 12, true), [10, 0, 30, 60]));
        assert!(near(counts(Own::Nothing, 12, true), [0, 0, 40, 60]));
        assert!(near(counts(Own::Much, 12, false), [0, 40, 30, 30]), "nobody has a model of its own");
        assert!(near(counts(Own::Little, 0, true), [0, 10, 0, 90]), "nothing is built");
        assert_eq!(counts(Own::Nothing, 0, true)[2], 0, "none are to be built");
    }

    #[test]
    fn much_is_a_few_dozen_terms() {
        let own = |text: &str| Own::of(&Problem::read(text).unwrap());
        assert_eq!(own("(declare-fun x () Int)"), Own::Nothing);
        assert_eq!(own("(declare-fun x () Int)(assert (< x 1))"), Own::Little);
        let many: String = (0..MANY).map(|number| format!("(assert (< x {number}))")).collect();
        assert_eq!(own(&format!("(declare-fun x () Int){many}")), Own::Much);
    }
}
