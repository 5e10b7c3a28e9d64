//! Variables of which only the remainders count: `((_ divisible 3) (+ x y))`, `(= (mod (* 5 x) 7) 2)`. What is said of
//! one repeats itself, so that the values of one period are all that matter.

use std::collections::BTreeSet;

use dashu_base::Gcd;
use dashu_int::IBig;

use crate::smtlib::{HeadId, Sort, Term, TermId, Terms, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

/// All values of an integer variable that matter in a body, if it occurs only in sums and products of which remainders
/// are taken, and these are no more than `most`.
pub(super) fn values(
    (terms, sorting): (&Terms, &Sorting),
    body: TermId,
    variable: VarId,
    most: usize,
) -> Option<Vec<Value>> {
    if sorting.variable(variable) != Some(&Sort::Int) {
        return None;
    }
    let mut period = IBig::ONE;
    let mut seen = BTreeSet::new();
    // Terms, and whether only their remainders count.
    let mut open = vec![(body, false)];
    while let Some((id, is_reduced)) = open.pop() {
        if terms.is_closed(id) || !seen.insert((id, is_reduced)) {
            continue;
        }
        match terms.get(id) {
            Term::Var(found) if *found == variable && !is_reduced => return None,
            Term::Var(_) => {}
            Term::App(head, arguments) => {
                let (name, divisor) = remainder(terms, sorting, *head, arguments);
                if let Some(divisor) = divisor {
                    period = &period / (&period).gcd(&divisor) * divisor;
                    if period > IBig::from(most) {
                        return None;
                    }
                    open.push((arguments[0], true));
                } else {
                    let keeps = is_reduced && matches!(name, "+" | "-" | "*");
                    open.extend(arguments.iter().map(|&argument| (argument, keeps)));
                }
            }
            _ => terms.for_each_child(id, |child| open.push((child, false))),
        }
    }
    let count = usize::try_from(period).ok()?;
    Some((0..count).map(|number| Value::Int(number.into())).collect())
}

/// The operator that a head is, and by what it divides its first argument, if only the remainder of that counts.
fn remainder(
    terms: &Terms,
    sorting: &Sorting,
    head: HeadId,
    arguments: &[TermId],
) -> (&'static str, Option<IBig>) {
    let Some(Meaning::Operator(applied)) = sorting.meaning(head) else { return ("", None) };
    let literal = |id: TermId| match terms.get(id) {
        Term::App(head, _) => match sorting.meaning(*head) {
            Some(Meaning::Literal(Value::Int(number))) => Some(number.clone()),
            _ => None,
        },
        _ => None,
    };
    let divisor = match (applied.operator.name, arguments) {
        ("divisible", [_]) => applied.indices.first().and_then(|index| index.parse().ok()),
        ("mod", [_, divisor]) => literal(*divisor),
        _ => None,
    };
    (applied.operator.name, divisor.filter(|divisor| *divisor > IBig::ZERO))
}
