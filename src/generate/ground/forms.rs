//! Forms of operators: an operator with the sorts that it is applied to, in a few words. What a solver reads hangs on no
//! more than that.

use super::datatypes;
use crate::smtlib::{Sort, TermId, Terms};
use crate::theory::meaning::Meaning;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;

/// The name of the operator of an application, and its form; none for a literal.
pub(super) fn of(
    id: TermId,
    terms: &Terms,
    sorting: &Sorting,
    signature: &Signature,
) -> Option<(String, String)> {
    let (head, arguments) = terms.as_app(id)?;
    let (name, told) = match Meaning::of(head, signature) {
        // What it chooses between is told by its result.
        Meaning::Operator(applied) if applied.operator.name == "ite" => ("ite", 0..0),
        Meaning::Operator(applied) => (applied.operator.name, 0..arguments.len()),
        Meaning::Constructor(..) => ("constructor", 0..0),
        Meaning::Selector(..) => ("selector", 0..1),
        Meaning::Tester(..) => ("is", 0..1),
        Meaning::Updater(..) => ("update", 0..1),
        Meaning::Literal(_) | Meaning::Function(_) | Meaning::Unknown(_) => return None,
    };
    let taken = arguments
        .get(told)?
        .iter()
        .map(|argument| Some(format!(" {}", kind(sorting.sort(*argument).known()?))));
    let taken = taken.collect::<Option<Vec<_>>>()?.join(",");
    let made = sorting.sort(id).known().map(kind)?;
    Some((name.to_owned(), format!("{name}:{taken} → {made}")))
}

/// A sort without the numbers in it, and without what is deep inside.
fn kind(sort: &Sort) -> String {
    let held = |held: &[&Sort]| held.iter().map(|sort| word(sort)).collect::<Vec<_>>().join(" ");
    match sort {
        Sort::Array(index, element) => format!("(Array {})", held(&[index, element])),
        Sort::Seq(element) => format!("(Seq {})", held(&[element])),
        Sort::Named(name, arguments) if !arguments.is_empty() && !datatypes::is_one(name) => {
            format!("({name} {})", held(&arguments.iter().collect::<Vec<_>>()))
        }
        sort => word(sort),
    }
}

fn word(sort: &Sort) -> String {
    match sort {
        Sort::BitVec(_) => "Bits".to_owned(),
        Sort::Float(..) => "Float".to_owned(),
        Sort::FiniteField(_) => "Field".to_owned(),
        Sort::Array(..) => "Array".to_owned(),
        Sort::Seq(_) => "Seq".to_owned(),
        Sort::Named(name, _) => name.clone(),
        sort => sort.to_string(),
    }
}
