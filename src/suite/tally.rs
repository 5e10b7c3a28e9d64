//! What the instances of one case came to: verdicts, times, and a digest that says which instances they were.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::digest::{Chain, Digest};
use crate::generate::provenance::Provenance;
use crate::matrix::Class;
use crate::report::lines::times::Times;
use crate::solver::runner::Judged;
use crate::solver::verdict::Verdict;

/// After how many instances that a solver does not read, and none that it does, no others are tried: what is wrong is
/// mostly in the seed's declarations, which all have.
const REFUSALS: u32 = 20;

/// How many instances had which verdict, and how long they took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    verdicts: BTreeMap<Class, u32>,
    /// Models by what they are worth, in words.
    models: BTreeMap<&'static str, u32>,
    instances: u32,
    tested: u32,
    /// The first verdict that was none of sat, unsat and unknown.
    first_trouble: Option<Verdict>,
    /// The first text of each such verdict that has one.
    texts: BTreeMap<Class, String>,
    digests: Chain,
    generating: Duration,
    solving: Duration,
    times: Times,
    /// Instances by where formulas of theirs are from, and by how they are laid out.
    sources: BTreeMap<&'static str, u32>,
    layouts: BTreeMap<&'static str, u32>,
}

impl Tally {
    /// Notes an instance that was written in this time, before a solver is asked.
    pub(super) fn generated(&mut self, digest: &Digest, time: Duration) {
        self.digests.add(digest);
        self.generating += time;
    }

    /// Notes what a solver made of an instance that was drawn from this.
    pub(super) fn add(&mut self, judged: &Judged, provenance: &Provenance) {
        for source in provenance.sources(provenance.all_sources()) {
            *self.sources.entry(source).or_default() += 1;
        }
        *self.layouts.entry(provenance.layout.word()).or_default() += 1;
        for (word, count) in &judged.models {
            *self.models.entry(word).or_default() += count;
        }
        self.solving += judged.run.time;
        self.times.add(judged.run.time);
        self.judged(&judged.verdict);
    }

    /// Notes a verdict whose time is not counted.
    pub(super) fn judged(&mut self, verdict: &Verdict) {
        *self.verdicts.entry(verdict.class).or_default() += 1;
        self.instances += 1;
        self.tested += u32::from(verdict.class.is_tested());
        if verdict.class.is_tested() {
            return;
        }
        let text = verdict.to_string();
        if text != verdict.class.word() {
            self.texts.entry(verdict.class).or_insert(text);
        }
        self.first_trouble.get_or_insert_with(|| verdict.clone());
    }

    /// Number of instances by verdict, and of models by what they are, in words.
    pub(super) fn counts(&self) -> BTreeMap<&'static str, u32> {
        let verdicts = self.verdicts.iter().map(|(class, count)| (class.word(), *count));
        verdicts.chain(self.models.clone()).collect()
    }

    /// Number of instances by where formulas of theirs are from, and by how they are laid out.
    pub(super) fn made_of(&self) -> [&BTreeMap<&'static str, u32>; 2] {
        [&self.sources, &self.layouts]
    }

    /// Number of instances with a verdict of this class.
    pub(super) fn count(&self, class: Class) -> u32 {
        self.verdicts.get(&class).copied().unwrap_or(0)
    }

    /// Number of instances.
    pub(super) fn instances(&self) -> u32 {
        self.instances
    }

    /// Number of instances that the solver said something about.
    pub(super) fn tested(&self) -> u32 {
        self.tested
    }

    /// Whether the solver reads nothing of the case, as far as is seen.
    pub(super) fn is_refused(&self) -> bool {
        self.tested == 0 && self.count(Class::Error) + self.count(Class::Unsupported) >= REFUSALS
    }

    /// The first verdict that was none of sat, unsat and unknown.
    pub(super) fn first_trouble(&self) -> Option<&Verdict> {
        self.first_trouble.as_ref()
    }

    /// The first text of each of those verdicts that has one, by verdict.
    pub(super) fn texts(&self) -> &BTreeMap<Class, String> {
        &self.texts
    }

    /// The digest over the digests of the instances.
    pub(super) fn digest(&self) -> Digest {
        self.digests.digest()
    }

    /// Time that writing the instances took.
    pub(super) fn generating(&self) -> Duration {
        self.generating
    }

    /// Time that the solver took, all together and by instance.
    pub(super) fn solving(&self) -> (Duration, &Times) {
        (self.solving, &self.times)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> =
            self.counts().iter().map(|(word, count)| format!("{count} {word}")).collect();
        f.write_str(&counts.join(", "))
    }
}
