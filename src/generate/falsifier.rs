//! What is false under the witness in instances of unknown truth: formulas drawn at random, or a theorem that is denied.

use std::collections::BTreeSet;

use crate::generate::fragment::FormulaSource;
use crate::generate::pool::{Formula, Pools};
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::instance::Instance;

/// The largest expected number of assertions of an instance of unknown truth that are false under the witness: with more
/// of them, hardly any instance is satisfiable.
const FALSE: u32 = 3;
/// Share of instances of unknown truth that deny a theorem, if there are some, in percent. Everything else in such an
/// instance is true under the witness, so a solver answers `sat` only if it is wrong about the theorem.
const DENYING: u32 = 40;
/// Share of instances of unknown truth that ask for a model after each check, and not only after the last one, in percent.
const MODELS: u32 = 50;

/// What instances of a batch may assert although it is false under the witness.
#[derive(Debug, Default)]
pub(super) struct Falsehoods {
    /// Percentage of instances of unknown truth.
    pub(super) percent: u32,
    /// The theorems of the initial pool.
    theorems: Vec<Formula>,
}

/// Makes some assertions of an instance false under the witness.
#[derive(Debug)]
pub(super) struct Falsifier {
    rng: Rng,
    kind: Kind,
    /// The number of assertions so far.
    asserted: usize,
    /// Whether each check is followed by a question for the model.
    asks_always: bool,
    /// The positions of the false assertions among the commands.
    made: Vec<usize>,
}

/// What a falsifier asserts.
#[derive(Debug)]
enum Kind {
    /// The negation of any formula that is drawn, with this probability in percent.
    Any(u32),
    /// The negation of a theorem, after so many assertions.
    Theorem(Formula, usize),
}

impl Falsehoods {
    /// Collects what may be false in this percentage of instances.
    pub(super) fn collect(percent: u32, pools: &Pools) -> Falsehoods {
        let all = pools.initial.formulas().iter();
        let theorems = all.filter(|one| one.sources == FormulaSource::Theorem.into()).copied().collect();
        Falsehoods { percent, theorems }
    }

    /// Returns the falsifier of an instance with this many assertions, if its truth is to be unknown.
    pub(super) fn draw(&self, key: &Key, number: u32, count: u32) -> Option<Falsifier> {
        if self.percent == 0 {
            return None;
        }
        let mut rng = key.stream(Stream::Open(number));
        let is_open = rng.percent(self.percent);
        // A polarity that is not chosen is the false one half of the time.
        let percent = (100 * (rng.below(FALSE) + 1)).div_ceil(count).min(50);
        let denies = is_open && !self.theorems.is_empty() && rng.percent(DENYING);
        let theorem = if denies { rng.pick(&self.theorems).copied() } else { None };
        let kind = match theorem {
            Some(theorem) => Kind::Theorem(theorem, rng.below(count) as usize),
            None => Kind::Any(percent),
        };
        let asks_always = is_open && key.stream(Stream::OpenModels(number)).percent(MODELS);
        is_open.then(|| Falsifier { rng, kind, asserted: 0, asks_always, made: Vec::new() })
    }
}

impl Falsifier {
    /// Whether each check is followed by a question for the model.
    pub(super) fn asks_always(&self) -> bool {
        self.asks_always
    }

    /// Returns what the command at this position asserts in place of a formula, and whether that is negated.
    pub(super) fn replace(&mut self, at: usize, formula: Formula) -> Option<(Formula, bool)> {
        let asserted = self.asserted;
        self.asserted += 1;
        let denied = |formula: Formula| (formula, formula.truth);
        let replaced = match &self.kind {
            Kind::Any(percent) => self.rng.percent(*percent).then(|| denied(formula)),
            Kind::Theorem(theorem, turn) => (asserted == *turn).then(|| denied(*theorem)),
        };
        self.made.extend(replaced.filter(|(formula, negated)| formula.truth == *negated).map(|_| at));
        replaced
    }

    /// Marks the checks at which a false assertion is in force as open.
    pub(super) fn leave_open(&self, instance: &mut Instance) {
        // An assertion may be repeated, so it counts by its text.
        let made = self.made.iter().map(|&at| instance.line(&instance.commands[at]));
        let made: BTreeSet<&str> = made.collect();
        let is_false = |at: usize| made.contains(instance.line(&instance.commands[at]));
        let is_open = |check: &usize| instance.in_force(*check).into_iter().any(is_false);
        let open: Vec<usize> = (0..instance.checks()).filter(is_open).collect();
        instance.leave_open(&open);
    }
}
