//! For tests of operators: terms as text, and calls without terms.

use super::Operator;
use crate::smtlib::{Problem, Script, Sort};
use crate::theory::call::{Call, Outcome};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::signature::Signature;
use crate::theory::sorting::{Sorted, Sorting, application};
use crate::theory::value::Value;

/// The value of a closed term, printed; or why it has none. `~` before a value that was chosen.
pub(super) fn evaluate(term: &str) -> String {
    let source = format!("(assert (= {term} {term}))");
    let model = Model::build(&Script::parse(String::new()).unwrap(), false).unwrap();
    let problem = Problem::read(source).unwrap();
    let terms = &problem.formulas.terms;
    let sorting = Sorting::infer(terms, &model.signature);
    let (_, arguments) = terms.as_app(problem.formulas.assertions[0]).unwrap();
    let worth = Interpreter::new(&model, terms, &sorting).worth(arguments[0]);
    match worth.value {
        Ok(value) => {
            assert_eq!(*sorting.sort(arguments[0]), Sorted::Is(value.sort()), "{term}");
            format!("{}{value}", if worth.is_chosen { "~" } else { "" })
        }
        Err(unknown) => unknown.to_string(),
    }
}

/// Checks that each term has the value beside it.
pub(super) fn check(terms: &[(&str, &str)]) {
    for (term, value) in terms {
        assert_eq!(evaluate(term), *value, "{term}");
    }
}

/// The sort of an operator's result.
pub(super) fn sort(name: &str, indices: &[u32], arguments: &[Value]) -> Option<Sort> {
    let operator = Operator::find(name).unwrap();
    let indices = indices.iter().map(|index| index.to_string().into()).collect();
    let applied = Applied { operator, name: name.into(), indices, qualifier: None };
    let sorts: Vec<Sort> = arguments.iter().map(Value::sort).collect();
    let sorts: Vec<&Sort> = sorts.iter().collect();
    application(&Meaning::Operator(applied), name, &sorts).known().cloned()
}

/// An operator's value.
pub(super) fn apply(name: &str, indices: &[u32], arguments: &[Value]) -> Outcome {
    let sort = sort(name, indices, arguments).unwrap_or_else(|| panic!("{name} does not take {arguments:?}"));
    let indices: Vec<Box<str>> = indices.iter().map(|index| index.to_string().into()).collect();
    let signature = Signature::default();
    let call = Call { name, indices: &indices, arguments, sort: &sort, signature: &signature };
    let value = (Operator::find(name).unwrap().value)(&call)?;
    assert_eq!(value.sort(), sort, "{name}");
    Ok(value)
}
