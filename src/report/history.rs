//! Runs side by side: the result of each, and which bugs were new, gone or back.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::{Bug, Life, bugs};
use super::gather::{Results, Run};
use super::headline::Headline;
use super::lines::record::Case;
use super::row_totals::{Reach, Row, rows};
use super::with_headline;

/// The runs in some results.
#[derive(Clone, Debug)]
pub struct History {
    /// The runs, the last one first.
    pub nights: Vec<Night>,
    /// Every bug that a run met, by the name of its snapshot.
    pub bugs: BTreeMap<String, Trail>,
    /// The number of truncated lines.
    pub torn: usize,
}

/// A run compared with the earlier ones.
#[derive(Clone, Debug)]
pub struct Night {
    /// The run. If it continues a campaign, its cases contain only what was done since.
    pub run: Run,
    /// The headline, over all that the campaign did.
    pub headline: Headline,
    /// The rows that were asked, by name.
    pub rows: BTreeMap<String, Row>,
    /// The number of operators that its formulas reached, in all theories, and the number of those that a row reads.
    pub operators: [usize; 2],
    /// Bugs that no earlier run met.
    pub new: BTreeSet<String>,
    /// Bugs that were known and no longer show.
    pub fixed: BTreeSet<String>,
    /// Bugs that were gone and show again.
    pub back: BTreeSet<String>,
    /// Bugs that an earlier run met too.
    pub again: BTreeSet<String>,
}

/// The history of a bug over the runs.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The solver's failure in a word or two.
    pub class: &'static str,
    /// Its status in each run that met it, by the position of the run; 0 is the last run.
    pub lives: BTreeMap<usize, Life>,
}

impl History {
    /// Compares the runs of some results.
    pub fn build(results: &Results) -> History {
        let mut all: Vec<(Run, Headline)> = results.runs().into_iter().map(with_headline).collect();
        let count = all.len();
        let mut trails: BTreeMap<String, Trail> = BTreeMap::new();
        let mut before = CampaignTotals::default();
        let mut nights = Vec::new();
        // Start with the first run: the earlier runs tell what is new.
        all.reverse();
        for (at, (run, headline)) in all.into_iter().enumerate() {
            let run = before.subtract_earlier(run);
            let found = bugs(&run);
            let of = |is: fn(Life) -> bool| -> BTreeSet<String> {
                found.iter().filter(|bug| is(bug.life)).map(name).collect()
            };
            let met = of(|life| !matches!(life, Life::Fixed | Life::Regression));
            let (again, new) = met.into_iter().partition(|name| trails.contains_key(name));
            let (fixed, back) = (of(|life| life == Life::Fixed), of(|life| life == Life::Regression));
            for bug in &found {
                let trail = trails.entry(name(bug)).or_default();
                trail.class = bug.class_word();
                // If a run gives a bug several statuses, the gravest counts.
                let life = trail.lives.entry(count - 1 - at).or_insert(bug.life);
                *life = bug.life.min(*life);
            }
            let reach = Reach::sum_up(&run);
            nights.push(Night {
                rows: rows(&run),
                operators: operators(&reach),
                run,
                headline,
                new,
                fixed,
                back,
                again,
            });
        }
        nights.reverse();
        History { nights, bugs: trails, torn: results.torn }
    }
}

impl Night {
    /// Returns the total time of its cases in seconds.
    pub fn seconds(&self) -> f64 {
        self.run.cases.values().map(|case| case.seconds).sum()
    }

    /// Returns the instances per second of the cases' time, if it asked any.
    pub fn rate(&self) -> Option<f64> {
        let (instances, seconds) = (self.run.instances(), self.seconds());
        (instances > 0 && seconds > 0.0).then(|| instances as f64 / seconds)
    }
}

/// Returns what identifies a bug: the name of its snapshot or, without one, that of the first case that met it.
fn name(bug: &Bug) -> String {
    let case = || bug.cases.keys().next().cloned().unwrap_or_default();
    if bug.name.is_empty() { case() } else { bug.name.clone() }
}

/// Returns how many operators of all theories were reached, each counted once, and how many a row reads.
fn operators(reach: &Reach) -> [usize; 2] {
    let mut theories: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for (theory, operators) in reach.rows.values().flatten() {
        let (read, reached) = theories.entry(theory).or_default();
        *read = operators.read.max(*read);
        reached.extend(operators.reached.iter().map(String::as_str));
    }
    theories.values().fold([0, 0], |[reached, read], (all, some)| [reached + some.len(), read + all])
}

/// The totals that campaigns have reported for their cases. A continued campaign reports a total that includes what it
/// had done before.
#[derive(Default)]
struct CampaignTotals(BTreeMap<(String, String), Case>);

impl CampaignTotals {
    fn subtract_earlier(&mut self, mut run: Run) -> Run {
        for (name, case) in &mut run.cases {
            let Some(campaign) = case.campaign.clone() else { continue };
            let before = self.0.insert((campaign, name.clone()), case.clone());
            let Some(before) = before else { continue };
            case.instances = case.instances.saturating_sub(before.instances);
            case.seconds = (case.seconds - before.seconds).max(0.0);
            case.solving_seconds = (case.solving_seconds - before.solving_seconds).max(0.0);
            case.looking_seconds = (case.looking_seconds - before.looking_seconds).max(0.0);
            for (counts, before) in [(&mut case.counts, &before.counts), (&mut case.known, &before.known)] {
                for (word, count) in counts {
                    *count = count.saturating_sub(before.get(word).copied().unwrap_or_default());
                }
            }
            case.known.retain(|_, count| *count > 0);
        }
        run
    }
}
