//! The logic of a row in which to ask about an operator.

use std::collections::BTreeSet;

use crate::matrix::Logics;
use crate::smtlib::{Arithmetic, Logic, Sort, is_set};
use crate::theory::operators::{Operator, Theory, op};

/// What an application needs from a logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// The sort `Int`.
    Ints,
    /// The sort `Real`.
    Reals,
    /// Products and quotients of symbols.
    Nonlinear,
    /// Arrays.
    Arrays,
    /// Bit-vectors.
    BitVectors,
    /// Floating-point numbers.
    Floats,
    /// Strings and regular languages.
    Strings,
    /// Finite fields.
    Fields,
    /// Datatypes.
    Datatypes,
    /// Sets and relations.
    Sets,
    /// Quantifiers.
    Quantifiers,
    /// Declared functions.
    Functions,
    /// Functions as arguments.
    HigherOrder,
    /// What no logic's name promises: sequences, bags, or tuples alone.
    Unnamed,
}

impl Need {
    /// Adds the needs of a sort.
    pub(super) fn add_sort(sort: &Sort, needs: &mut BTreeSet<Need>) {
        let need = match sort {
            Sort::Bool => return,
            Sort::Int => Need::Ints,
            Sort::Real => Need::Reals,
            Sort::BitVec(_) => Need::BitVectors,
            Sort::Float(..) | Sort::RoundingMode => Need::Floats,
            Sort::String | Sort::RegLan => Need::Strings,
            Sort::FiniteField(_) => Need::Fields,
            Sort::Array(index, element) => {
                Need::add_sort(index, needs);
                Need::add_sort(element, needs);
                Need::Arrays
            }
            Sort::Seq(element) => {
                Need::add_sort(element, needs);
                Need::Unnamed
            }
            Sort::Named(name, held) => {
                held.iter().for_each(|sort| Need::add_sort(sort, needs));
                if is_set(name) { Need::Sets } else { Need::Unnamed }
            }
        };
        needs.insert(need);
    }

    /// Adds the other needs of an operator.
    pub(super) fn add_operator(row: &Operator, needs: &mut BTreeSet<Need>) {
        if row.theory == Theory::IntsReals
            && matches!(row.op, op::TIMES | op::INT_DIV | op::MOD | op::REM | op::REAL_DIV | op::POWER)
        {
            needs.insert(Need::Nonlinear);
        }
        if matches!(row.op, op::TO_REAL | op::TO_INT | op::IS_INT) {
            needs.extend([Need::Ints, Need::Reals]);
        }
    }
}

/// What the logics of a row provide.
#[derive(Debug)]
pub(super) struct Reach {
    /// The logics with what they provide: `ALL` and `HO_ALL`, if the row has them, for what its other logics provide and what no
    /// name promises; then those others, the ones that provide less first.
    logics: Vec<(&'static str, BTreeSet<Need>)>,
}

impl Reach {
    /// Collects what some logics provide.
    pub(super) fn collect(logics: &Logics) -> Reach {
        let known: Vec<&'static str> = logics.known().collect();
        let has = |name: &&'static str| Some((*name, collect_provided(&Logic::parse(name)?)));
        let named = known.iter().filter(|name| !name.ends_with("ALL"));
        let mut named: Vec<(&'static str, BTreeSet<Need>)> = named.filter_map(has).collect();
        named.sort_by_key(|(name, had)| (had.len(), !name.starts_with("QF_"), name.len(), *name));
        let everything: BTreeSet<Need> = named.iter().flat_map(|(_, had)| had.iter().copied()).collect();
        let widest = [("ALL", None), ("HO_ALL", Some(Need::HigherOrder))];
        let widest = widest.into_iter().filter(|(name, _)| known.contains(name)).map(|(name, higher)| {
            let had = everything.iter().copied().filter(|need| *need != Need::HigherOrder);
            (name, had.chain([Need::Unnamed]).chain(higher).collect())
        });
        Reach { logics: widest.chain(named).collect() }
    }

    /// Returns the logic in which to ask about something with these needs; `None` if the row does not claim any.
    pub(super) fn logic(&self, needs: &BTreeSet<Need>) -> Option<&'static str> {
        self.logics.iter().find(|(_, had)| needs.is_subset(had)).map(|(name, _)| *name)
    }
}

fn collect_provided(logic: &Logic) -> BTreeSet<Need> {
    // Difference logic restricts the use of operators, so it does not count as arithmetic.
    let numbers = logic.arithmetic.filter(|numbers| !numbers.difference);
    let numbers = |has: fn(&Arithmetic) -> bool| numbers.as_ref().is_some_and(has);
    let parts = [
        // `str.len` needs integers.
        (numbers(|numbers| numbers.ints) || logic.strings, Need::Ints),
        (numbers(|numbers| numbers.reals), Need::Reals),
        (numbers(|numbers| numbers.nonlinear), Need::Nonlinear),
        (logic.arrays, Need::Arrays),
        (logic.bit_vectors, Need::BitVectors),
        (logic.floats, Need::Floats),
        (logic.strings, Need::Strings),
        (logic.finite_fields, Need::Fields),
        (logic.datatypes, Need::Datatypes),
        (logic.sets, Need::Sets),
        (logic.quantifiers, Need::Quantifiers),
        (logic.uninterpreted, Need::Functions),
        (logic.higher_order, Need::HigherOrder),
    ];
    parts.into_iter().filter(|(has, _)| *has).map(|(_, need)| need).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Config;

    fn reach(logics: &str) -> Reach {
        Reach::collect(&Config::example_row(&format!("argv: [it, '{{file}}'], logics: {logics}")).logics)
    }

    fn logic(reach: &Reach, needs: &[Need]) -> Option<&'static str> {
        reach.logic(&needs.iter().copied().collect())
    }

    #[test]
    fn each_theory_is_asked_about_where_it_is_claimed() {
        let all = reach("all");
        assert_eq!(logic(&all, &[Need::Unnamed, Need::Ints]), Some("ALL"));
        assert_eq!(logic(&all, &[Need::Unnamed, Need::HigherOrder]), Some("HO_ALL"));
        assert_eq!(logic(&reach("[all, '!HO_*']"), &[Need::Unnamed, Need::HigherOrder]), None);
        let but = reach("[all, '!*FP*']");
        assert_eq!(logic(&but, &[Need::BitVectors]), Some("ALL"));
        assert_eq!(logic(&but, &[Need::Floats]), None);
    }

    #[test]
    fn the_least_logic_is_taken() {
        let some = reach("[QF_AUFBV, QF_BV, BV, QF_LIA, QF_UFNIA, QF_IDL]");
        assert_eq!(logic(&some, &[]), Some("QF_IDL"));
        assert_eq!(logic(&some, &[Need::BitVectors]), Some("QF_BV"));
        assert_eq!(logic(&some, &[Need::BitVectors, Need::Arrays]), Some("QF_AUFBV"));
        assert_eq!(logic(&some, &[Need::Ints]), Some("QF_LIA"));
        assert_eq!(logic(&some, &[Need::Ints, Need::Nonlinear]), Some("QF_UFNIA"));
        assert_eq!(logic(&some, &[Need::Ints, Need::BitVectors]), None);
        assert_eq!(logic(&some, &[Need::Unnamed]), None);
        assert_eq!(logic(&reach("QF_IDL"), &[Need::Ints]), None);
    }
}
