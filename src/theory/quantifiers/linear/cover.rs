//! One quantifier: intervals in which its body is worth the same, until one decides or they cover all values.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::cell::{End, Interval, MODULUS, at_most, first};
use super::sample::{Decision, Why};
use crate::theory::sum::common;

/// How far intervals cover a line from below: up to a number, and whether with it.
type Reach = (RBig, bool);

impl Decision<'_> {
    /// The truth of a quantified formula, and the cell in which it has that.
    pub(super) fn cover(&mut self, is_forall: bool, variable: usize, body: usize) -> Option<(bool, Why)> {
        let mut intervals: Vec<Interval> = Vec::new();
        loop {
            let value = match self.chains(variable, &intervals)? {
                Err(value) => value,
                Ok(chains) => return Some((is_forall, self.covered(variable, &chains)?)),
            };
            self.sample[variable] = value;
            let mut why = Why::new();
            let truth = self.worth(body, &mut why)?.truth()?;
            let interval = self.interval(variable, &why)?;
            if truth != is_forall {
                return Some((truth, self.inhabited(variable, interval)?));
            }
            intervals.push(interval);
        }
    }

    /// For each remainder, intervals that cover the line together, from below; or a value that is in none.
    fn chains<'c>(
        &mut self,
        variable: usize,
        intervals: &'c [Interval],
    ) -> Option<Result<Vec<Vec<&'c Interval>>, RBig>> {
        let modulus = intervals.iter().fold(IBig::ONE, |whole, interval| common(&whole, &interval.modulus));
        let count = i32::try_from(&modulus).ok().filter(|&modulus| modulus <= MODULUS)?;
        let mut chains = Vec::new();
        for residue in 0..count {
            let residue = IBig::from(residue);
            let fits =
                |interval: &&Interval| (&residue - &interval.residue) % &interval.modulus == IBig::ZERO;
            let here: Vec<&Interval> = intervals.iter().filter(fits).collect();
            self.charge(here.len())?;
            let line = Line {
                integers: self.formula.integers[variable].then(|| (modulus.clone(), residue.clone())),
            };
            match line.chain(&here) {
                Ok(chain) => chains.push(chain),
                Err(value) => return Some(Err(value)),
            }
        }
        Some(Ok(chains))
    }

    /// Why chains of intervals cover the line.
    fn covered(&mut self, variable: usize, chains: &[Vec<&Interval>]) -> Option<Why> {
        let is_integer = self.formula.integers[variable];
        let modulus = IBig::from(chains.len());
        let mut why = Why::new();
        for (residue, chain) in chains.iter().enumerate() {
            for literal in chain.iter().flat_map(|interval| &interval.rest) {
                self.say(&mut why, literal.clone())?;
            }
            for pair in chain.windows(2) {
                let (Some(high), Some(low)) = (&pair[0].high, &pair[1].low) else { continue };
                let is_apart = high.is_open && low.is_open;
                let is_gap = low.at > high.at || (is_apart && low.at == high.at);
                let literal = if is_integer && is_gap {
                    let next = self.next_integer(high, false, &modulus, &IBig::from(residue), &mut why)?;
                    at_most(&low.sum, &next, low.is_open)
                } else {
                    at_most(&low.sum, &high.sum, is_apart)
                };
                self.say(&mut why, literal)?;
            }
        }
        Some(why)
    }
}

/// All reals, or the integers with one remainder.
struct Line {
    integers: Option<(IBig, IBig)>,
}

impl Line {
    /// How far everything is covered if it is up to an end.
    fn reach(&self, high: &End) -> Reach {
        match &self.integers {
            Some((modulus, residue)) => (first(&high.at, !high.is_open, modulus, residue), false),
            None => (high.at.clone(), !high.is_open),
        }
    }

    /// Intervals that cover the line, each going on where the one before ends; or a value that is in none.
    fn chain<'c>(&self, intervals: &[&'c Interval]) -> Result<Vec<&'c Interval>, RBig> {
        let mut chain = Vec::new();
        let mut reached: Option<Reach> = None;
        loop {
            let goes_on = |interval: &&&Interval| match (&interval.low, &reached) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(low), Some((at, is_covered))) => {
                    low.at < *at || (low.at == *at && (*is_covered || !low.is_open))
                }
            };
            let mut best: Option<(&Interval, Reach)> = None;
            for interval in intervals.iter().filter(goes_on) {
                let Some(high) = &interval.high else {
                    chain.push(*interval);
                    return Ok(chain);
                };
                let reach = self.reach(high);
                if best.as_ref().is_none_or(|(_, best)| reach > *best) {
                    best = Some((interval, reach));
                }
            }
            match best.filter(|(_, reach)| reached.as_ref().is_none_or(|reached| reach > reached)) {
                Some((interval, reach)) => {
                    chain.push(interval);
                    reached = Some(reach);
                }
                None => {
                    let next = intervals.iter().filter(|interval| !goes_on(interval));
                    let next = next.filter_map(|interval| Some(&interval.low.as_ref()?.at)).min();
                    return Err(self.between(reached.map(|(at, _)| at), next));
                }
            }
        }
    }

    /// A value between what is covered and the next interval, a plain one if there is.
    fn between(&self, low: Option<RBig>, high: Option<&RBig>) -> RBig {
        let zero = match &self.integers {
            Some((_, residue)) => RBig::from(residue.clone()),
            None => RBig::ZERO,
        };
        let is_in =
            |value: &RBig| low.as_ref().is_none_or(|low| value > low) && high.is_none_or(|high| value < high);
        match (&self.integers, low.clone(), high) {
            _ if is_in(&zero) => zero,
            (Some(_), Some(low), _) => low,
            (Some((modulus, residue)), None, Some(high)) => {
                first(&(high - RBig::from(modulus.clone())), false, modulus, residue)
                    - RBig::from(modulus.clone())
            }
            (None, Some(low), Some(high)) => {
                let integer = RBig::from(low.floor() + IBig::ONE);
                if is_in(&integer) { integer } else { (low + high) / RBig::from(2) }
            }
            (None, Some(low), None) => RBig::from(low.floor() + IBig::ONE),
            (None, None, Some(high)) => RBig::from(high.ceil() - IBig::ONE),
            (_, None, None) => zero,
        }
    }
}
