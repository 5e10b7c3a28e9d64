//! Quantified formulas of linear arithmetic over reals and integers, with any alternation and Boolean structure.
//!
//! The method is a cylindrical covering that is built on demand. Variables get sample values one after another,
//! from the outermost on, until the formula has a truth value. The formula has the same truth value in a whole
//! *cell* around the sample, given by the literals that made it true or false. Along the innermost variable, a
//! cell is an interval between two linear sums of the outer variables; for integers it also has a congruence. An
//! interval whose truth value decides the quantifier (true for `exists`, false for `forall`) ends the search.
//! Otherwise, the next sample is a value outside all intervals, until they cover the line. In both cases, the
//! reason is again a cell over the outer variables: it says that the ends of the intervals keep their order.
//!
//! Every step is exact. Cells are cached, so that a result for one sample is reused for others. The search may
//! not terminate on integers, and may take too long on both sorts; beyond a bound on the work, the result is
//! unknown.

use dashu_base::{Abs, DivEuclid, Gcd, RemEuclid, Signed};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::theory::sum::{Literal, Relation, Said, Sum, common};

/// A node of a formula, or of a number in it.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Truth(bool),
    Number(Sum),
    Not(usize),
    And(Vec<usize>),
    Or(Vec<usize>),
    /// Whether two formulas or two numbers are equal.
    Same(usize, usize),
    /// Whether the first of two numbers is less than the second, or at most the second.
    Order(usize, usize, Relation),
    /// An `ite`: the condition and the two branches.
    Choice(usize, usize, usize),
    /// A sum of numbers with multipliers.
    Plus(Vec<(usize, i8)>),
    Times(usize, usize),
    Over(usize, usize),
    Floor(usize),
    /// The remainder of two integers.
    Remainder(usize, usize),
    /// A quantified formula; `is_forall` distinguishes `forall` from `exists`.
    Quantified {
        is_forall: bool,
        variable: usize,
        body: usize,
    },
    /// An unsupported term.
    Unknown,
}

/// A closed formula of linear arithmetic.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) nodes: Vec<Node>,
    /// For each node, whether it contains a quantifier.
    pub(super) quantified: Vec<bool>,
    /// For each variable, whether it is an integer.
    pub(super) integers: Vec<bool>,
    pub(super) root: usize,
}

/// The largest modulus for which a cell fixes the remainder. For larger ones, it fixes the multiples around the
/// value.
const RESIDUES: u32 = 64;
/// The maximal number of cached cells per quantifier.
const KEPT: usize = 64;

/// The result of evaluating a node.
pub(super) enum NodeValue {
    Truth(bool),
    Number(Sum),
}

impl NodeValue {
    fn truth(self) -> Option<bool> {
        if let NodeValue::Truth(truth) = self { Some(truth) } else { None }
    }
}

/// The reason for a result: literals that hold at the sample and imply it.
pub(super) type Why = Vec<Literal>;

/// The search for the truth value of a formula.
pub(super) struct Decision<'f> {
    pub(super) formula: &'f Linear,
    /// The values of the variables.
    pub(super) sample: Vec<RBig>,
    /// For each quantified node, the cells in which its truth value is known.
    kept: Vec<Vec<(Why, bool)>>,
    most: u64,
    left: u64,
}

impl<'f> Decision<'f> {
    pub(super) fn new(formula: &'f Linear, work: u64) -> Self {
        let sample = vec![RBig::ZERO; formula.integers.len()];
        Decision { formula, sample, kept: vec![Vec::new(); formula.nodes.len()], most: work, left: work }
    }

    /// Returns the truth value of the formula, or `None` if it is unsupported or too much work.
    pub(super) fn truth(&mut self) -> Option<bool> {
        self.evaluate(self.formula.root, &mut Why::new())?.truth()
    }

    pub(super) fn work(&self) -> u64 {
        self.most - self.left
    }

    /// Charges work, and returns `None` if it exceeds the bound.
    pub(super) fn charge(&mut self, work: usize) -> Option<()> {
        let left = self.left.checked_sub(work as u64);
        self.left = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Adds a literal that holds at the sample to a reason.
    pub(super) fn say(&mut self, why: &mut Why, literal: Literal) -> Option<()> {
        self.charge(1)?;
        debug_assert!(literal.holds(&self.sample), "{literal:?} at {:?}", self.sample);
        match literal.plain(&self.formula.integers) {
            Said::Nothing => {}
            Said::Something(literal) => {
                if !why.contains(&literal) {
                    why.push(literal);
                }
            }
            Said::TooMuch => return None,
        }
        Some(())
    }

    /// Adds the sign of a sum at the sample to a reason, and returns the sign.
    fn say_sign(&mut self, why: &mut Why, sum: Sum) -> Option<i8> {
        let value = sum.at(&self.sample);
        if value == RBig::ZERO {
            self.say(why, Literal::Sign(sum, Relation::Is))?;
            return Some(0);
        }
        let is_negative = value.is_negative();
        let sum = if is_negative { sum } else { sum.negated() };
        self.say(why, Literal::Sign(sum, Relation::Less))?;
        Some(if is_negative { -1 } else { 1 })
    }

    fn number(&mut self, node: usize, why: &mut Why) -> Option<Sum> {
        match self.evaluate(node, why)? {
            NodeValue::Number(sum) => Some(sum),
            NodeValue::Truth(_) => None,
        }
    }

    /// Evaluates a node, and adds to `why` literals that imply the result.
    pub(super) fn evaluate(&mut self, node: usize, why: &mut Why) -> Option<NodeValue> {
        self.charge(1)?;
        let formula = self.formula;
        Some(match &formula.nodes[node] {
            Node::Truth(truth) => NodeValue::Truth(*truth),
            Node::Number(sum) => NodeValue::Number(sum.clone()),
            Node::Not(one) => NodeValue::Truth(!self.evaluate(*one, why)?.truth()?),
            Node::And(all) => NodeValue::Truth(self.junction(all, true, why)?),
            Node::Or(all) => NodeValue::Truth(self.junction(all, false, why)?),
            Node::Same(one, other) => match (self.evaluate(*one, why)?, self.evaluate(*other, why)?) {
                (NodeValue::Truth(one), NodeValue::Truth(other)) => NodeValue::Truth(one == other),
                (NodeValue::Number(one), NodeValue::Number(other)) => {
                    NodeValue::Truth(self.say_sign(why, one.minus(&other))? == 0)
                }
                _ => return None,
            },
            Node::Order(one, other, relation) => {
                let sum = self.number(*one, why)?.minus(&self.number(*other, why)?);
                let literal = Literal::Sign(sum.clone(), *relation);
                let truth = literal.holds(&self.sample);
                let opposite = if *relation == Relation::Less { Relation::AtMost } else { Relation::Less };
                let opposite = || Literal::Sign(sum.negated(), opposite);
                self.say(why, if truth { literal } else { opposite() })?;
                NodeValue::Truth(truth)
            }
            Node::Choice(condition, yes, no) => {
                let truth = self.evaluate(*condition, why)?.truth()?;
                self.evaluate(if truth { *yes } else { *no }, why)?
            }
            Node::Plus(parts) => {
                let mut whole = Sum::zero();
                for (part, times) in parts {
                    whole = whole.plus(&self.number(*part, why)?, &RBig::from(*times));
                }
                NodeValue::Number(whole)
            }
            Node::Times(one, other) => {
                let (one, other) = (self.number(*one, why)?, self.number(*other, why)?);
                NodeValue::Number(one.product(&other)?)
            }
            Node::Over(one, other) => {
                let (one, other) = (self.number(*one, why)?, self.number(*other, why)?);
                match one.quotient(&other) {
                    Some(quotient) => NodeValue::Number(quotient),
                    // 0 divided by a number other than 0.
                    None if one.number() == Some(&RBig::ZERO)
                        && other.number().is_none()
                        && self.say_sign(why, other)? != 0 =>
                    {
                        NodeValue::Number(one)
                    }
                    None => return None,
                }
            }
            Node::Floor(one) => {
                let sum = self.number(*one, why)?;
                NodeValue::Number(self.floor(&sum, why)?)
            }
            Node::Remainder(one, other) => {
                let (sum, modulus) = (self.number(*one, why)?, self.number(*other, why)?);
                NodeValue::Number(self.remainder(sum, &modulus, why)?)
            }
            &Node::Quantified { is_forall, variable, body } => {
                NodeValue::Truth(self.quantified(node, (is_forall, variable, body), why)?)
            }
            Node::Unknown => return None,
        })
    }

    fn floor(&mut self, sum: &Sum, why: &mut Why) -> Option<Sum> {
        let floor = RBig::from(sum.at(&self.sample).floor());
        let above = sum.clone().and(&-(&floor + RBig::ONE));
        self.say(why, Literal::Sign(above, Relation::Less))?;
        let below = Sum::constant(floor.clone()).minus(sum);
        self.say(why, Literal::Sign(below, Relation::AtMost))?;
        Some(Sum::constant(floor))
    }

    fn remainder(&mut self, sum: Sum, modulus: &Sum, why: &mut Why) -> Option<Sum> {
        let modulus = modulus.number().filter(|number| **number != RBig::ZERO)?.numerator().clone().abs();
        let value = sum.at(&self.sample);
        let is_integer = sum.variables().all(|variable| self.formula.integers[variable]);
        if !is_integer || *value.denominator() != UBig::ONE {
            return None;
        }
        if modulus > IBig::from(RESIDUES) {
            // The remainder is the sum minus the greatest multiple of the modulus below it.
            let multiple = RBig::from(value.numerator().div_euclid(&modulus) * &modulus);
            let (rest, modulus) = (sum.and(&-multiple), RBig::from(modulus));
            self.say(why, Literal::Sign(rest.negated(), Relation::AtMost))?;
            self.say(why, Literal::Sign(rest.clone().and(&-modulus), Relation::Less))?;
            return Some(rest);
        }
        let rest = RBig::from(IBig::from(value.numerator().rem_euclid(&modulus)));
        self.say(why, Literal::Divides(modulus, sum.and(&-&rest)))?;
        Some(Sum::constant(rest))
    }

    fn quantified(
        &mut self,
        node: usize,
        (is_forall, variable, body): (bool, usize, usize),
        why: &mut Why,
    ) -> Option<bool> {
        for at in 0..self.kept[node].len() {
            let (cell, truth) = &self.kept[node][at];
            let looked = cell.iter().take_while(|literal| literal.holds(&self.sample)).count();
            let (is_in, truth) = (looked == cell.len(), *truth);
            if is_in {
                why.extend(cell.iter().cloned());
            }
            self.charge(looked + 1)?;
            if is_in {
                return Some(truth);
            }
        }
        let (truth, cell) = self.cover(is_forall, variable, body)?;
        if self.kept[node].len() == KEPT {
            self.kept[node].remove(0);
        }
        for literal in &cell {
            if !why.contains(literal) {
                why.push(literal.clone());
            }
        }
        self.kept[node].push((cell, truth));
        Some(truth)
    }

    /// Evaluates a conjunction or disjunction. If several parts decide it, the reason is the one with the fewest
    /// literals, even if other parts are unsupported. Quantified parts are evaluated last.
    fn junction(&mut self, parts: &[usize], is_and: bool, why: &mut Why) -> Option<bool> {
        let formula = self.formula;
        let mut all = Why::new();
        let mut shortest: Option<Why> = None;
        let mut is_missing = false;
        for is_quantified in [false, true] {
            for &part in parts.iter().filter(|&&part| formula.quantified[part] == is_quantified) {
                let mut reasons = Why::new();
                let Some(NodeValue::Truth(truth)) = self.evaluate(part, &mut reasons) else {
                    is_missing = true;
                    continue;
                };
                if truth == is_and {
                    all.extend(reasons);
                } else if shortest.as_ref().is_none_or(|shortest| reasons.len() < shortest.len()) {
                    shortest = Some(reasons);
                    if is_quantified {
                        break;
                    }
                }
            }
            if let Some(reasons) = shortest {
                why.extend(reasons);
                return Some(!is_and);
            }
        }
        why.extend(all);
        (!is_missing).then_some(is_and)
    }
}

/// The maximal number of residue classes that are distinguished.
pub(super) const MODULUS: usize = 1000;

/// An endpoint of an interval.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) sum: Sum,
    /// Whether the endpoint is excluded.
    pub(super) is_open: bool,
    /// The value at the sample.
    pub(super) at: RBig,
}

/// The values of a variable in a cell, given the values of the other variables.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub(super) low: Option<End>,
    pub(super) high: Option<End>,
    /// The modulus of the congruence that an integer must also satisfy.
    pub(super) modulus: IBig,
    pub(super) residue: IBig,
    /// The conditions on the outer variables under which these are the values.
    pub(super) rest: Why,
}

/// Returns the literal that one sum is at most another, or less than it.
pub(super) fn at_most(one: &Sum, other: &Sum, is_strict: bool) -> Literal {
    Literal::Sign(one.minus(other), if is_strict { Relation::Less } else { Relation::AtMost })
}

impl Decision<'_> {
    /// Returns the interval of a variable around its value in which the literals hold.
    pub(super) fn interval(&mut self, variable: usize, why: &Why) -> Option<Interval> {
        self.charge(why.len())?;
        let value = self.sample[variable].clone();
        let (mut lows, mut highs): (Vec<End>, Vec<End>) = (Vec::new(), Vec::new());
        let mut rest = Why::new();
        let mut modulus = IBig::ONE;
        for literal in why {
            let Some(factor) = literal.sum().factor(variable) else {
                self.say(&mut rest, literal.clone())?;
                continue;
            };
            match literal {
                Literal::Sign(sum, relation) => {
                    let sum = sum.without(variable).times(&(-RBig::ONE / factor));
                    let end = End { at: sum.at(&self.sample), sum, is_open: *relation == Relation::Less };
                    if *relation == Relation::Is || factor.is_negative() {
                        lows.push(end.clone());
                    }
                    if *relation == Relation::Is || factor.is_positive() {
                        highs.push(end);
                    }
                }
                Literal::Divides(period, sum) => {
                    modulus = common(&modulus, &(period / IBig::from(factor.numerator().gcd(period))));
                    let fixed = sum.without(variable).and(&(factor * &value));
                    self.say(&mut rest, Literal::Divides(period.clone(), fixed))?;
                }
            }
        }
        if modulus > IBig::from(MODULUS) {
            return None;
        }
        let low = lows.iter().max_by(|one, other| (&one.at, one.is_open).cmp(&(&other.at, other.is_open)));
        let high =
            highs.iter().min_by(|one, other| (&one.at, !one.is_open).cmp(&(&other.at, !other.is_open)));
        for end in &lows {
            if let Some(low) = low.filter(|low| low.sum != end.sum) {
                self.say(&mut rest, at_most(&end.sum, &low.sum, end.is_open && !low.is_open))?;
            }
        }
        for end in &highs {
            if let Some(high) = high.filter(|high| high.sum != end.sum) {
                self.say(&mut rest, at_most(&high.sum, &end.sum, end.is_open && !high.is_open))?;
            }
        }
        let residue = IBig::from(value.numerator().rem_euclid(&modulus));
        Some(Interval { low: low.cloned(), high: high.cloned(), modulus, residue, rest })
    }

    /// Returns a condition on the outer variables under which an interval is not empty.
    pub(super) fn inhabited(&mut self, variable: usize, interval: Interval) -> Option<Why> {
        let Interval { low, high, modulus, residue, mut rest } = interval;
        let (Some(low), Some(high)) = (low, high) else { return Some(rest) };
        if self.formula.integers[variable] {
            let first = self.next_integer(&low, true, &modulus, &residue, &mut rest)?;
            self.say(&mut rest, at_most(&first, &high.sum, high.is_open))?;
        } else {
            self.say(&mut rest, at_most(&low.sum, &high.sum, low.is_open || high.is_open))?;
        }
        Some(rest)
    }

    /// Returns the first integer of a residue class inside an endpoint, or beyond it, as a sum. Adds the reason
    /// to `why`.
    pub(super) fn next_integer(
        &mut self,
        end: &End,
        is_within: bool,
        modulus: &IBig,
        residue: &IBig,
        why: &mut Why,
    ) -> Option<Sum> {
        let number = first(&end.at, end.is_open == is_within, modulus, residue);
        let all_integers = end.sum.variables().all(|variable| self.formula.integers[variable]);
        if all_integers && !end.is_open {
            // The distance from the endpoint is the same wherever the endpoint is in the same residue class.
            let apart = &number - &end.at;
            let there = end.sum.clone().and(&(apart - RBig::from(residue.clone())));
            self.say(why, Literal::Divides(modulus.clone(), there.clone()))?;
            return Some(there.and(&RBig::from(residue.clone())));
        }
        // The integer stays the first one while the endpoint stays between it and its predecessor in the residue
        // class.
        let fixed = Sum::constant(number.clone());
        self.say(why, at_most(&end.sum, &fixed, end.is_open == is_within))?;
        if !is_within {
            let before = Sum::constant(number - RBig::from(modulus.clone()));
            self.say(why, at_most(&before, &end.sum, end.is_open))?;
        }
        Some(fixed)
    }
}

/// Returns the first integer of a residue class that is at least a number, or greater than it.
pub(super) fn first(number: &RBig, is_more: bool, modulus: &IBig, residue: &IBig) -> RBig {
    let least = if is_more { number.floor() + IBig::ONE } else { number.ceil() };
    let step = IBig::from((residue - &least).rem_euclid(modulus));
    RBig::from(least + step)
}

/// The upper end of the covered part of a line, and whether it is included.
type Reach = (RBig, bool);

impl Decision<'_> {
    /// Returns the truth value of a quantified formula, and the cell in which it has this value.
    pub(super) fn cover(&mut self, is_forall: bool, variable: usize, body: usize) -> Option<(bool, Why)> {
        let mut intervals: Vec<Interval> = Vec::new();
        loop {
            let value = match self.chains(variable, &intervals)? {
                Err(value) => value,
                Ok(chains) => return Some((is_forall, self.covered(variable, &chains)?)),
            };
            self.sample[variable] = value;
            let mut why = Why::new();
            let truth = self.evaluate(body, &mut why)?.truth()?;
            let interval = self.interval(variable, &why)?;
            if truth != is_forall {
                return Some((truth, self.inhabited(variable, interval)?));
            }
            intervals.push(interval);
        }
    }

    /// Returns, for each residue class, intervals that cover the line from below; or a value in no interval.
    fn chains<'c>(
        &mut self,
        variable: usize,
        intervals: &'c [Interval],
    ) -> Option<Result<Vec<Vec<&'c Interval>>, RBig>> {
        let modulus = intervals.iter().fold(IBig::ONE, |whole, interval| common(&whole, &interval.modulus));
        let count = usize::try_from(&modulus).ok().filter(|&modulus| modulus <= MODULUS)?;
        // The intervals of each residue class, in order.
        let mut classes: Vec<Vec<&Interval>> = vec![Vec::new(); count];
        for interval in intervals {
            // The modulus of an interval divides the whole one, and its residue is smaller.
            let [first, step] = [&interval.residue, &interval.modulus].map(|it| usize::try_from(it).ok());
            (first?..count).step_by(step?.max(1)).for_each(|residue| classes[residue].push(interval));
        }
        let mut chains = Vec::new();
        for (residue, here) in classes.into_iter().enumerate() {
            self.charge(here.len())?;
            let line = Line {
                integers: self.formula.integers[variable].then(|| (modulus.clone(), IBig::from(residue))),
            };
            match line.chain(&here) {
                Ok(chain) => chains.push(chain),
                Err(value) => return Some(Err(value)),
            }
        }
        Some(Ok(chains))
    }

    /// Returns a reason why chains of intervals cover the line.
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

/// The real line, or the integers of one residue class.
struct Line {
    integers: Option<(IBig, IBig)>,
}

impl Line {
    /// Returns how far the line is covered by an interval up to an endpoint.
    fn reach(&self, high: &End) -> Reach {
        match &self.integers {
            Some((modulus, residue)) => (first(&high.at, !high.is_open, modulus, residue), false),
            None => (high.at.clone(), !high.is_open),
        }
    }

    /// Returns intervals that cover the line, each starting where the previous one ends; or a value in no
    /// interval.
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

    /// Returns a value between the covered part and the next interval, preferably a plain one.
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
