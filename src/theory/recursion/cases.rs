//! What is known where a call is made: facts, split into cases of linear constraints.

use std::collections::{BTreeMap, BTreeSet};

use dashu_ratio::RBig;

use super::unfolding::Unfolding;
use crate::smtlib::{Sort, TermId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Op, op};
use crate::theory::sum::Sum;
use crate::theory::value::Value;

/// The maximal number of alternatives of a split.
const PARTS: usize = 12;

/// A fact.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    /// A formula has this truth value.
    Is(TermId, bool),
    /// A sum is at least 0.
    AtLeastZero(Sum),
    /// Whether a term is built by this constructor.
    Built(TermId, usize, bool),
}

/// What is known in one case.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    /// The facts that are not processed yet.
    pub open: Vec<Fact>,
    /// The splits: one alternative of each holds.
    splits: Vec<Vec<Vec<Fact>>>,
    /// The linear constraints: sums that are at least 0.
    pub constraints: Vec<Sum>,
    truths: BTreeMap<TermId, bool>,
    built: BTreeMap<TermId, usize>,
    not_built: BTreeMap<TermId, BTreeSet<usize>>,
    /// The atoms whose general properties are among the constraints.
    pub atoms: BTreeSet<TermId>,
    /// The measures of terms, which share their parts.
    pub measures: BTreeMap<TermId, Option<Sum>>,
}

impl Case {
    pub(super) fn at_least_zero(&mut self, sum: Sum) {
        self.open.push(Fact::AtLeastZero(sum));
    }

    pub(super) fn equal(&mut self, one: &Sum, other: &Sum) {
        self.open.extend(equal(one, other));
    }

    pub(super) fn split(&mut self, alternatives: Vec<Vec<Fact>>) {
        self.splits.push(alternatives);
    }
}

/// Returns the facts that two sums are equal.
pub(super) fn equal(one: &Sum, other: &Sum) -> Vec<Fact> {
    vec![Fact::AtLeastZero(one.minus(other)), Fact::AtLeastZero(other.minus(one))]
}

/// Returns the fact that a sum is less than another one by at least 1.
pub(super) fn less(one: &Sum, other: &Sum) -> Fact {
    Fact::AtLeastZero(other.minus(one).and(&-RBig::ONE))
}

/// Returns the fact that a sum is at most another one.
pub(super) fn at_most(one: &Sum, other: &Sum) -> Fact {
    Fact::AtLeastZero(other.minus(one))
}

impl Unfolding<'_> {
    /// Returns the cases that are not contradictory, each with its linear constraints. Beyond `most` cases, alternatives
    /// are not split.
    pub(super) fn cases(&mut self, first: Case, most: usize) -> Vec<Case> {
        let (mut found, mut open) = (Vec::new(), vec![first]);
        while let Some(mut case) = open.pop() {
            if !self.settle(&mut case) || self.reasoning.contradict(&case.constraints) {
                continue;
            }
            match case.splits.pop() {
                Some(alternatives) if found.len() + open.len() + alternatives.len() <= most => {
                    open.extend(alternatives.into_iter().map(|facts| {
                        let mut case = case.clone();
                        case.open.extend(facts);
                        case
                    }));
                }
                _ => found.push(case),
            }
        }
        found
    }

    /// Processes all facts, and returns whether no obvious contradiction was found.
    fn settle(&mut self, case: &mut Case) -> bool {
        while let Some(fact) = case.open.pop() {
            let holds = match fact {
                Fact::Is(id, truth) => self.is(case, id, truth),
                Fact::AtLeastZero(sum) => {
                    let holds = sum.number().is_none_or(|number| *number >= RBig::ZERO);
                    if sum.number().is_none() {
                        case.constraints.push(sum);
                    }
                    holds
                }
                Fact::Built(id, constructor, true) => self.built(case, id, constructor),
                Fact::Built(id, constructor, false) => self.not_built(case, id, constructor),
            };
            if !holds {
                return false;
            }
        }
        true
    }

    fn is(&mut self, case: &mut Case, id: TermId, truth: bool) -> bool {
        if let Some(known) = case.truths.insert(id, truth) {
            return known == truth;
        }
        match self.meaning(id) {
            Some(Meaning::Literal(Value::Bool(literal))) => return *literal == truth,
            Some(Meaning::Tester(datatype, constructor)) => {
                let (datatype, constructor) = (datatype.name.clone(), *constructor);
                if let [of] = self.arguments(id)[..]
                    && self.is_of(of, &datatype)
                {
                    case.open.push(Fact::Built(of, constructor, truth));
                }
                return true;
            }
            _ => {}
        }
        let Some(operator) = self.operator(id) else { return true };
        let arguments = self.arguments(id);
        let all = |truth: bool| arguments.iter().map(move |&argument| Fact::Is(argument, truth));
        let one_of = |truth: bool| all(truth).map(|fact| vec![fact]).collect::<Vec<_>>();
        let may_split = arguments.len() <= PARTS;
        match (operator, arguments.as_slice(), truth) {
            (op::TRUE | op::FALSE, ..) => return (operator == op::TRUE) == truth,
            (op::NOT, &[one], _) => case.open.push(Fact::Is(one, !truth)),
            (op::AND, _, true) => case.open.extend(all(true)),
            (op::OR, _, false) => case.open.extend(all(false)),
            (op::AND, _, false) if may_split => case.split(one_of(false)),
            (op::OR, _, true) if may_split => case.split(one_of(true)),
            (op::IMPLIES, [premises @ .., last], false) => {
                case.open.extend(premises.iter().map(|&premise| Fact::Is(premise, true)));
                case.open.push(Fact::Is(*last, false));
            }
            (op::IMPLIES, [premises @ .., last], true) if may_split => {
                let premises = premises.iter().map(|&premise| vec![Fact::Is(premise, false)]);
                case.split(premises.chain([vec![Fact::Is(*last, true)]]).collect());
            }
            (op::ITE, &[condition, yes, no], _) => case.split(vec![
                vec![Fact::Is(condition, true), Fact::Is(yes, truth)],
                vec![Fact::Is(condition, false), Fact::Is(no, truth)],
            ]),
            (op::EQUAL, _, true) => {
                arguments.windows(2).for_each(|pair| self.same(case, pair[0], pair[1], true));
            }
            (op::EQUAL, &[one, other], false) | (op::DISTINCT, &[one, other], true) => {
                self.same(case, one, other, false)
            }
            (op::DISTINCT, &[one, other], false) => self.same(case, one, other, true),
            (op::XOR, &[one, other], _) => self.same(case, one, other, !truth),
            _ => self.compared(case, operator, &arguments, truth),
        }
        true
    }

    /// Adds what a comparison implies. A false comparison implies something only if it has two arguments.
    fn compared(&mut self, case: &mut Case, operator: Op, arguments: &[TermId], truth: bool) {
        let (is_upper, is_order_strict) = match operator {
            op::LT | op::BVULT | op::BVSLT => (true, true),
            op::LEQ | op::BVULE | op::BVSLE => (true, false),
            op::GT | op::BVUGT | op::BVSGT => (false, true),
            op::GEQ | op::BVUGE | op::BVSGE => (false, false),
            _ => return,
        };
        let is_signed = matches!(operator, op::BVSLT | op::BVSLE | op::BVSGT | op::BVSGE);
        if !truth && arguments.len() != 2 {
            return;
        }
        for pair in arguments.windows(2) {
            let [one, other] = [pair[0], pair[1]].map(|id| match is_signed {
                true => self.signed(case, id),
                false => self.measure(case, id),
            });
            let (Some(one), Some(other)) = (one, other) else { continue };
            let (small, large) = if is_upper == truth { (one, other) } else { (other, one) };
            let is_strict = is_order_strict == truth;
            let are_integers = [pair[0], pair[1]].iter().all(|&id| self.sort(id) != Some(Sort::Real));
            // For reals, the strict order is weakened to the non-strict one.
            case.open.push(match is_strict && are_integers {
                true => less(&small, &large),
                false => at_most(&small, &large),
            });
        }
    }

    /// Adds what follows if two terms are equal, or if they differ.
    fn same(&mut self, case: &mut Case, one: TermId, other: TermId, truth: bool) {
        let sort = self.sort(one).or_else(|| self.sort(other));
        match sort {
            Some(Sort::Bool) => {
                let both =
                    |truth: bool, other_truth| vec![Fact::Is(one, truth), Fact::Is(other, other_truth)];
                case.split(vec![both(true, truth), both(false, !truth)]);
                return;
            }
            Some(sort) if self.is_datatype(&sort) => {
                for (one, other) in [(one, other), (other, one)] {
                    let Some(Meaning::Constructor(datatype, at, _)) = self.meaning(one) else { continue };
                    if !self.is_of(other, &datatype.name) {
                        continue;
                    }
                    let has_fields = datatype.constructors.get(*at).is_none_or(|it| !it.fields.is_empty());
                    // A term that differs from a tree with fields may still have the same constructor.
                    if truth || !has_fields {
                        case.open.push(Fact::Built(other, *at, truth));
                    }
                }
            }
            _ => {}
        }
        let (Some(first), Some(second)) = (self.measure(case, one), self.measure(case, other)) else {
            return;
        };
        if truth {
            return case.equal(&first, &second);
        }
        match (self.sort(one), self.sort(other)) {
            (Some(Sort::Int | Sort::BitVec(_)), Some(Sort::Int | Sort::BitVec(_))) => {
                case.split(vec![vec![less(&first, &second)], vec![less(&second, &first)]]);
            }
            (Some(Sort::String | Sort::Seq(_)), _) => {
                // Only the empty word has length 0.
                for (one, other) in [(&first, &second), (&second, &first)] {
                    if one.number() == Some(&RBig::ZERO) {
                        case.open.push(less(one, other));
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a term is of a datatype: several datatypes may have constructors of the same name.
    fn is_of(&self, id: TermId, datatype: &str) -> bool {
        matches!(self.sort(id), Some(Sort::Named(name, _)) if name == datatype)
    }

    fn built(&mut self, case: &mut Case, id: TermId, constructor: usize) -> bool {
        if let Some(Meaning::Constructor(datatype, at, _)) = self.meaning(id) {
            return *at == constructor || !self.is_of(id, &datatype.name);
        }
        if let Some(known) = case.built.get(&id) {
            return *known == constructor;
        }
        if case.not_built.get(&id).is_some_and(|others| others.contains(&constructor)) {
            return false;
        }
        case.built.insert(id, constructor);
        self.size_of_parts(case, id, constructor);
        true
    }

    fn not_built(&mut self, case: &mut Case, id: TermId, constructor: usize) -> bool {
        if let Some(Meaning::Constructor(datatype, at, _)) = self.meaning(id) {
            return *at != constructor || !self.is_of(id, &datatype.name);
        }
        if let Some(known) = case.built.get(&id) {
            return *known != constructor;
        }
        let others = case.not_built.entry(id).or_default();
        others.insert(constructor);
        let Some(Sort::Named(sort, _)) = self.sort(id) else { return true };
        let Some(datatype) = self.signature.datatype(&sort) else { return true };
        let mut left = (0..datatype.constructors.len()).filter(|at| !others.contains(at));
        match (left.next(), left.next()) {
            (None, _) => false,
            (Some(last), None) => {
                case.open.push(Fact::Built(id, last, true));
                true
            }
            _ => true,
        }
    }
}
