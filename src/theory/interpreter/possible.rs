//! The values that a term may have where SMT-LIB leaves some open, and what an operator makes of them.
//!
//! That the same application has the same value everywhere is forgotten, so a set may contain values that no choice
//! gives, but it lacks none.

use std::collections::BTreeSet;

use super::apply::outcome;
use crate::smtlib::{Sort, TermId};
use crate::theory::domain;
use crate::theory::limits::NoValue;
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Kind, op};
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorted;
use crate::theory::value::Value;

/// The maximal number of possible values of a term that are told apart.
const VALUES: usize = 8;
/// The maximal number of combinations of argument values that are evaluated.
const COMBINATIONS: usize = 32;

/// The values that a term may have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::theory) enum Possible {
    /// This one.
    Exactly(Value),
    /// One of several.
    Among(BTreeSet<Value>),
    /// Any value of its sort.
    Any,
}

/// An application whose arguments have sets of possible values.
#[derive(Clone, Copy, Debug)]
pub(in crate::theory) struct Application<'a> {
    /// The meaning of the head.
    pub meaning: &'a Meaning,
    /// The head, in canonical text.
    pub name: &'a str,
    /// The sort of the application.
    pub sort: &'a Sorted,
    /// The arguments.
    pub ids: &'a [TermId],
}

impl Possible {
    fn from_values(mut values: BTreeSet<Value>) -> Possible {
        match values.len() {
            1 => values.pop_first().map_or(Possible::Any, Possible::Exactly),
            0 => Possible::Any,
            _ => Possible::Among(values),
        }
    }

    /// Returns the values as ones of a sort: integers may be used as reals.
    pub(in crate::theory) fn coerced(self, sort: &Sort) -> Possible {
        match self {
            Possible::Exactly(value) => Possible::Exactly(value.coerced(sort)),
            Possible::Among(values) => {
                Possible::from_values(values.into_iter().map(|value| value.coerced(sort)).collect())
            }
            Possible::Any => Possible::Any,
        }
    }

    /// Returns the only possible value.
    pub(in crate::theory) fn only(&self) -> Option<&Value> {
        match self {
            Possible::Exactly(value) => Some(value),
            Possible::Among(_) | Possible::Any => None,
        }
    }

    /// Whether it may be a truth value.
    pub(in crate::theory) fn may_be(&self, truth: bool) -> bool {
        match self {
            Possible::Exactly(value) => *value == Value::Bool(truth),
            Possible::Among(values) => values.contains(&Value::Bool(truth)),
            Possible::Any => true,
        }
    }

    /// Returns the values of both.
    pub(in crate::theory) fn or(&self, other: &Possible) -> Possible {
        let (Some(mut one), Some(other)) = (self.set(), other.set()) else { return Possible::Any };
        one.extend(other);
        if one.len() > VALUES { Possible::Any } else { Possible::from_values(one) }
    }

    fn set(&self) -> Option<BTreeSet<Value>> {
        match self {
            Possible::Exactly(value) => Some(BTreeSet::from([value.clone()])),
            Possible::Among(values) => Some(values.clone()),
            Possible::Any => None,
        }
    }

    /// Returns the values of a sort of which nothing is known: a Boolean may still decide a connective.
    pub(in crate::theory) fn any_of(sort: &Sorted, signature: &Signature) -> Possible {
        let Sorted::Is(sort) = sort else { return Possible::Any };
        let values = domain::list(sort, VALUES, signature);
        values.map_or(Possible::Any, |values| Possible::from_values(values.into_iter().collect()))
    }

    /// Returns the possible values of an application, given those of its arguments.
    pub(in crate::theory) fn applied(
        application: Application<'_>,
        arguments: &[&Possible],
        signature: &Signature,
    ) -> Possible {
        let Application { meaning, sort, ids, .. } = application;
        let any = || Possible::any_of(sort, signature);
        if let Some(values) = arguments.iter().map(|one| one.only().cloned()).collect::<Option<Vec<_>>>()
            && !matches!(meaning, Meaning::Function(_) | Meaning::Unknown(_))
        {
            return match valued(application, &values, signature) {
                Valued::One(value) => Possible::Exactly(value),
                Valued::Argument => Possible::from_values(values.into_iter().collect()),
                Valued::Open => any(),
            };
        }
        if let Meaning::Operator(applied) = meaning {
            match (applied.operator.kind, arguments) {
                (Kind::Conditional, [condition, yes, no]) => {
                    let branch = match [true, false].map(|truth| condition.may_be(truth)) {
                        [true, false] => Possible::clone(yes),
                        [false, true] => Possible::clone(no),
                        _ => yes.or(no),
                    };
                    return match sort {
                        Sorted::Is(sort) => branch.coerced(sort),
                        _ => branch,
                    };
                }
                (Kind::Equality, _) => {
                    // Equal terms have equal values under each choice.
                    let is_distinct = applied.operator.op == op::DISTINCT;
                    let told = match is_distinct {
                        true => ids.iter().enumerate().any(|(at, id)| ids[..at].contains(id)),
                        false => ids.iter().all(|id| *id == ids[0]),
                    };
                    if told {
                        return Possible::Exactly(Value::Bool(!is_distinct));
                    }
                }
                _ => {}
            }
            if let Some(decided) = applied.operator.decided {
                let deciding = |at: usize| decided.argument(at + 1 == arguments.len());
                let may_be_decided = arguments.iter().enumerate().any(|(at, one)| one.may_be(deciding(at)));
                let may_be_open = arguments.iter().enumerate().all(|(at, one)| one.may_be(!deciding(at)));
                let truths = [(may_be_decided, decided.result()), (may_be_open, !decided.result())];
                let truths = truths.into_iter().filter(|(may_be, _)| *may_be);
                return Possible::from_values(truths.map(|(_, truth)| Value::Bool(truth)).collect());
            }
        }
        if matches!(meaning, Meaning::Function(_) | Meaning::Unknown(_)) {
            return any();
        }
        let Some(combinations) = combinations(arguments) else { return any() };
        let mut values = BTreeSet::new();
        for arguments in combinations {
            match valued(application, &arguments, signature) {
                Valued::One(value) => drop(values.insert(value)),
                Valued::Argument => values.extend(arguments),
                Valued::Open => return any(),
            }
            if values.len() > VALUES {
                return any();
            }
        }
        Possible::from_values(values)
    }
}

/// What is known of an application to values.
enum Valued {
    /// Its value.
    One(Value),
    /// It is one of the arguments.
    Argument,
    /// Nothing.
    Open,
}

fn valued(
    Application { meaning, name, sort, .. }: Application<'_>,
    arguments: &[Value],
    signature: &Signature,
) -> Valued {
    if meaning.is_beyond_arguments() {
        return Valued::Open;
    }
    match outcome(meaning, name, arguments, sort, signature) {
        Ok(value) if !value.extent().is_too_large() => Valued::One(match sort {
            Sorted::Is(sort) => value.coerced(sort),
            _ => value,
        }),
        // One of two zeros.
        Err(NoValue::Open) if matches!(meaning.op(), Some(op::FP_MIN | op::FP_MAX)) => Valued::Argument,
        _ => Valued::Open,
    }
}

/// Returns all combinations of possible values; `None` if they are too many.
fn combinations(arguments: &[&Possible]) -> Option<Vec<Vec<Value>>> {
    let sets: Option<Vec<_>> =
        arguments.iter().map(|argument| Some(argument.set()?.into_iter().collect())).collect();
    domain::products(&sets?, COMBINATIONS)
}
