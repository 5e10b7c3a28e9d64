//! What the environment says instead of the profile: other RNG seeds, fewer rows, another limit on time.

use super::place::{Drafts, Place};
use super::profile::names;
use super::scalars::RngText;
use super::{quantity, rng};
use crate::matrix::Config;
use crate::matrix::select::{Selection, Word};

/// Names the RNG seeds of a run: a number, a list with commas, or a range.
const RNG: &str = "STORM_RNG";
/// Names rows of the profile, as its key `solvers` does, with commas between them.
const ROWS: &str = "STORM_ROWS";
/// Says how long a run may take.
const TIME: &str = "STORM_FOR";

/// The texts of the variables that are set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides<'a> {
    /// STORM_RNG: the RNG seeds of a run.
    pub rng: Option<&'a str>,
    /// STORM_ROWS: the rows that are left.
    pub rows: Option<&'a str>,
    /// STORM_FOR: how long the run may take.
    pub time: Option<&'a str>,
}

impl Config {
    /// Takes what the environment says instead of the profile.
    ///
    /// # Errors
    /// A text has another form, or leaves no row; the message names the variable.
    pub fn with_overrides(mut self, overrides: &Overrides<'_>) -> Result<Config, String> {
        if let Some(text) = overrides.time {
            let time = quantity::duration(text.trim()).map_err(|message| format!("{TIME}: {message}"))?;
            self.run_time = Some(time);
        }
        if let Some(text) = overrides.rng {
            self.rng_seeds = rng_seeds(text).map_err(|message| format!("{RNG}: {message}"))?;
        }
        if let Some(text) = overrides.rows {
            let words = text.split(',').map(Word::parse).collect::<Result<Vec<_>, _>>();
            let selection = Selection::new(words.map_err(|message| format!("{ROWS}: {message}"))?);
            let known: Vec<String> = self.solvers.iter().map(|row| row.name.clone()).collect();
            self.solvers.retain(|row| selection.contains(&names(row)));
            if self.solvers.is_empty() {
                return Err(format!(
                    "{ROWS}: `{text}` leaves no row of the profile `{}` (known: {})",
                    self.profile,
                    known.join(", ")
                ));
            }
        }
        Ok(self)
    }
}

fn rng_seeds(text: &str) -> Result<Vec<u64>, String> {
    let number = |word: &str| word.trim().parse::<u64>();
    let numbers: Result<Vec<u64>, _> = text.split(',').map(number).collect();
    let text = numbers.map_or(RngText::Range(text.trim().to_owned()), RngText::Many);
    let mut drafts = Drafts::default();
    let seeds = rng::resolve(&text, &Place::default(), &mut drafts);
    drafts.0.into_iter().next().map_or(Ok(seeds), |draft| Err(draft.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overridden(rng: Option<&str>, rows: Option<&str>) -> Result<Config, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solvers.yaml");
        let text = "version: 1\nsolvers:\n  z3: {argv: [z, \"{file}\"], variants: {dom: {}}}\n  a-z3: {argv: [a, \"{file}\"]}\n\
                    seeds: [{glob: a/*}]\n";
        std::fs::write(&path, text).unwrap();
        let config = Config::load(&path, None).unwrap();
        config.with_overrides(&Overrides { rng, rows, time: None })
    }

    #[test]
    fn rng_seeds_are_replaced() {
        let seeds = |text: &str| overridden(Some(text), None).map(|config| config.rng_seeds);
        assert_eq!(seeds("20261120"), Ok(vec![20261120]));
        assert_eq!(seeds("3, 1"), Ok(vec![1, 3]));
        assert_eq!(seeds("4..=6"), Ok(vec![4, 5, 6]));
        assert_eq!(overridden(None, None).map(|config| config.rng_seeds), Ok(vec![1]));
        for bad in ["x", "1,1", "3..3"] {
            assert!(seeds(bad).unwrap_err().starts_with("STORM_RNG: "), "{bad}");
        }
    }

    #[test]
    fn the_time_of_a_run_is_limited() {
        let time = |text: &'static str| {
            let config = overridden(None, None)?
                .with_overrides(&Overrides { time: Some(text), ..Overrides::default() });
            Ok::<_, String>(config?.run_time)
        };
        assert_eq!(time("90s"), Ok(Some(std::time::Duration::from_secs(90))));
        assert!(time("soon").unwrap_err().starts_with("STORM_FOR: "));
    }

    #[test]
    fn rows_are_left() {
        let rows = |text: &str| {
            let rows = overridden(None, Some(text))?.solvers.into_iter().map(|row| row.name);
            Ok::<_, String>(rows.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(rows("z3"), Ok("z3 z3/dom".to_owned()));
        assert_eq!(rows("*z3,!*/*"), Ok("z3 a-z3".to_owned()));
        let message = "STORM_ROWS: `z4` leaves no row of the profile `default` (known: z3, z3/dom, a-z3)";
        assert_eq!(rows("z4"), Err(message.to_owned()));
    }
}
