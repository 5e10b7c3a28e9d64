//! What a formula is worth where variables have values, and why.

use dashu_base::{Abs, DivEuclid, RemEuclid, Signed};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::node::{Linear, Node};
use crate::theory::sum::{Literal, Relation, Said, Sum};

/// Up to here, numbers are told apart by their remainders, and from here on by the multiples that they are between.
const RESIDUES: u32 = 64;
/// Cells that are kept of one quantifier, at most.
const KEPT: usize = 64;

/// What a node is worth.
pub(super) enum Worth {
    Truth(bool),
    Number(Sum),
}

impl Worth {
    pub(super) fn truth(self) -> Option<bool> {
        if let Worth::Truth(truth) = self { Some(truth) } else { None }
    }
}

/// Literals that hold, and that make something so.
pub(super) type Why = Vec<Literal>;

/// The search for a truth value.
pub(super) struct Decision<'f> {
    pub(super) formula: &'f Linear,
    /// The values of variables.
    pub(super) sample: Vec<RBig>,
    /// Of each node with a quantifier at its top, in which cells it has which truth value.
    kept: Vec<Vec<(Why, bool)>>,
    most: u64,
    left: u64,
}

impl<'f> Decision<'f> {
    pub(super) fn new(formula: &'f Linear, work: u64) -> Self {
        let sample = vec![RBig::ZERO; formula.integers.len()];
        Decision { formula, sample, kept: vec![Vec::new(); formula.nodes.len()], most: work, left: work }
    }

    /// The truth of the whole; none if it is not understood, or too much work.
    pub(super) fn truth(&mut self) -> Option<bool> {
        self.worth(self.formula.root, &mut Why::new())?.truth()
    }

    pub(super) fn work(&self) -> u64 {
        self.most - self.left
    }

    /// Takes note of work; none if it is too much.
    pub(super) fn charge(&mut self, work: usize) -> Option<()> {
        let left = self.left.checked_sub(work as u64);
        self.left = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Adds a literal that holds.
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

    /// The same of how a sum is to 0: the sign that it has here.
    fn say_sign(&mut self, why: &mut Why, sum: Sum) -> Option<i8> {
        let value = sum.at(&self.sample);
        if value == RBig::ZERO {
            self.say(why, Literal::Sign(sum, Relation::Is))?;
            return Some(0);
        }
        let is_negative = value.is_negative();
        let sum = if is_negative { sum } else { sum.times(&-RBig::ONE) };
        self.say(why, Literal::Sign(sum, Relation::Less))?;
        Some(if is_negative { -1 } else { 1 })
    }

    fn number(&mut self, node: usize, why: &mut Why) -> Option<Sum> {
        match self.worth(node, why)? {
            Worth::Number(sum) => Some(sum),
            Worth::Truth(_) => None,
        }
    }

    /// What a node is worth, and literals that make it so.
    pub(super) fn worth(&mut self, node: usize, why: &mut Why) -> Option<Worth> {
        self.charge(1)?;
        let formula = self.formula;
        Some(match &formula.nodes[node] {
            Node::Truth(truth) => Worth::Truth(*truth),
            Node::Number(sum) => Worth::Number(sum.clone()),
            Node::Not(one) => Worth::Truth(!self.worth(*one, why)?.truth()?),
            Node::And(all) => Worth::Truth(self.junction(all, true, why)?),
            Node::Or(all) => Worth::Truth(self.junction(all, false, why)?),
            Node::Same(one, other) => match (self.worth(*one, why)?, self.worth(*other, why)?) {
                (Worth::Truth(one), Worth::Truth(other)) => Worth::Truth(one == other),
                (Worth::Number(one), Worth::Number(other)) => {
                    Worth::Truth(self.say_sign(why, one.minus(&other))? == 0)
                }
                _ => return None,
            },
            Node::Order(one, other, relation) => {
                let sum = self.number(*one, why)?.minus(&self.number(*other, why)?);
                let literal = Literal::Sign(sum.clone(), *relation);
                let truth = literal.holds(&self.sample);
                let opposite = if *relation == Relation::Less { Relation::AtMost } else { Relation::Less };
                let opposite = || Literal::Sign(sum.times(&-RBig::ONE), opposite);
                self.say(why, if truth { literal } else { opposite() })?;
                Worth::Truth(truth)
            }
            Node::Choice(condition, yes, no) => {
                let truth = self.worth(*condition, why)?.truth()?;
                self.worth(if truth { *yes } else { *no }, why)?
            }
            Node::Plus(parts) => {
                let mut whole = Sum::constant(RBig::ZERO);
                for (part, times) in parts {
                    whole = whole.plus(&self.number(*part, why)?, &RBig::from(*times));
                }
                Worth::Number(whole)
            }
            Node::Times(one, other) => {
                let (one, other) = (self.number(*one, why)?, self.number(*other, why)?);
                Worth::Number(one.product(&other)?)
            }
            Node::Over(one, other) => {
                let (one, other) = (self.number(*one, why)?, self.number(*other, why)?);
                match one.quotient(&other) {
                    Some(quotient) => Worth::Number(quotient),
                    // 0 divided by what is not 0.
                    None if one.number() == Some(&RBig::ZERO)
                        && other.number().is_none()
                        && self.say_sign(why, other)? != 0 =>
                    {
                        Worth::Number(one)
                    }
                    None => return None,
                }
            }
            Node::Floor(one) => {
                let sum = self.number(*one, why)?;
                let floor = RBig::from(sum.at(&self.sample).floor());
                let above = sum.clone().and(&-(&floor + RBig::ONE));
                self.say(why, Literal::Sign(above, Relation::Less))?;
                let below = Sum::constant(floor.clone()).minus(&sum);
                self.say(why, Literal::Sign(below, Relation::AtMost))?;
                Worth::Number(Sum::constant(floor))
            }
            Node::Remainder(one, other) => {
                let (sum, modulus) = (self.number(*one, why)?, self.number(*other, why)?);
                let modulus =
                    modulus.number().filter(|number| **number != RBig::ZERO)?.numerator().clone().abs();
                let value = sum.at(&self.sample);
                let is_integer = sum.variables().all(|variable| formula.integers[variable]);
                if !is_integer || *value.denominator() != UBig::ONE {
                    return None;
                }
                if modulus > IBig::from(RESIDUES) {
                    // Between two multiples, it is the sum without the lower one.
                    let multiple = RBig::from(value.numerator().div_euclid(&modulus) * &modulus);
                    let (rest, modulus) = (sum.and(&-multiple), RBig::from(modulus));
                    self.say(why, Literal::Sign(rest.times(&-RBig::ONE), Relation::AtMost))?;
                    self.say(why, Literal::Sign(rest.clone().and(&-modulus), Relation::Less))?;
                    return Some(Worth::Number(rest));
                }
                let rest = RBig::from(IBig::from(value.numerator().rem_euclid(&modulus)));
                self.say(why, Literal::Divides(modulus, sum.and(&-&rest)))?;
                Worth::Number(Sum::constant(rest))
            }
            Node::Quantified { is_forall, variable, body } => {
                for at in 0..self.kept[node].len() {
                    let (cell, truth) = &self.kept[node][at];
                    let looked = cell.iter().take_while(|literal| literal.holds(&self.sample)).count();
                    let (is_in, truth) = (looked == cell.len(), *truth);
                    if is_in {
                        why.extend(cell.iter().cloned());
                    }
                    self.charge(looked + 1)?;
                    if is_in {
                        return Some(Worth::Truth(truth));
                    }
                }
                let (truth, cell) = self.cover(*is_forall, *variable, *body)?;
                if self.kept[node].len() == KEPT {
                    self.kept[node].remove(0);
                }
                for literal in &cell {
                    if !why.contains(literal) {
                        why.push(literal.clone());
                    }
                }
                self.kept[node].push((cell, truth));
                Worth::Truth(truth)
            }
            Node::Unknown => return None,
        })
    }

    /// A conjunction, or else a disjunction. Of several parts that decide it, the one with the fewest literals is
    /// why, whether others are understood or not; quantifiers are looked at last.
    fn junction(&mut self, parts: &[usize], is_and: bool, why: &mut Why) -> Option<bool> {
        let formula = self.formula;
        let mut all = Why::new();
        let mut shortest: Option<Why> = None;
        let mut is_missing = false;
        for is_quantified in [false, true] {
            for &part in parts.iter().filter(|&&part| formula.quantified[part] == is_quantified) {
                let mut reasons = Why::new();
                let Some(Worth::Truth(truth)) = self.worth(part, &mut reasons) else {
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
