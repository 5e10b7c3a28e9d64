//! Runs side by side: what each came to, and what of it was new, gone or back.

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
    /// Every bug that one of them met, by the name of its snapshot.
    pub bugs: BTreeMap<String, Trail>,
    /// Lines that were cut off.
    pub torn: usize,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Night {
    /// The run. What a campaign had done before it went on is taken off its cases.
    pub run: Run,
    /// Its outcome, of all that the campaign did.
    pub headline: Headline,
    /// The rows that were asked something, by name.
    pub rows: BTreeMap<String, Row>,
    /// How many operators its formulas had, in all theories, and how many there are that a row reads.
    pub operators: [usize; 2],
    /// Bugs that no earlier run met.
    pub new: BTreeSet<String>,
    /// Bugs that were known to be there, and are gone.
    pub fixed: BTreeSet<String>,
    /// Bugs that were gone, and are back.
    pub back: BTreeSet<String>,
    /// Bugs that an earlier run met too.
    pub again: BTreeSet<String>,
}

/// What became of a bug, from run to run.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// What the solver does wrong, in a word or two.
    pub class: &'static str,
    /// What it was in each run that met it, by the position of that run; 0 is the last one.
    pub lives: BTreeMap<usize, Life>,
}

impl History {
    /// Puts the runs of some results side by side.
    pub fn build(results: &Results) -> History {
        let mut all: Vec<(Run, Headline)> = results.runs().into_iter().map(with_headline).collect();
        let count = all.len();
        let mut trails: BTreeMap<String, Trail> = BTreeMap::new();
        let mut before = CampaignTotals::default();
        let mut nights = Vec::new();
        // From the first one on, for it is earlier ones that tell what is new.
        all.reverse();
        for (at, (run, headline)) in all.into_iter().enumerate() {
            let run = before.take_off(run);
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
                // Of what a run says of a bug, the gravest counts.
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
    /// Time that its cases took, one after the other, in seconds.
    pub fn seconds(&self) -> f64 {
        self.run.cases.values().map(|case| case.seconds).sum()
    }

    /// Instances by the time of the cases, if there were any.
    pub fn rate(&self) -> Option<f64> {
        let (instances, seconds) = (self.run.instances(), self.seconds());
        (instances > 0 && seconds > 0.0).then(|| instances as f64 / seconds)
    }
}

/// The name of a bug: that of its snapshot or, without one, what it does.
fn name(bug: &Bug) -> String {
    let case = || bug.cases.keys().next().cloned().unwrap_or_default();
    if bug.name.is_empty() { case() } else { bug.name.clone() }
}

/// Operators of all theories, each once, and those that may be read.
fn operators(reach: &Reach) -> [usize; 2] {
    let mut theories: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for (theory, operators) in reach.rows.values().flatten() {
        let (read, reached) = theories.entry(theory).or_default();
        *read = operators.read.max(*read);
        reached.extend(operators.reached.iter().map(String::as_str));
    }
    theories.values().fold([0, 0], |[reached, read], (all, some)| [reached + some.len(), read + all])
}

/// What campaigns have reported about their cases so far. A resumed campaign reports it again, with what it did since.
#[derive(Default)]
struct CampaignTotals(BTreeMap<(String, String), Case>);

impl CampaignTotals {
    fn take_off(&mut self, mut run: Run) -> Run {
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
