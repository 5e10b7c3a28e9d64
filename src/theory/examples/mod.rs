//! Terms with their values, in the files of this folder, and what evaluates them.

use crate::smtlib::examples::check;
use crate::smtlib::{Problem, Script, TermId};
use crate::theory::interpreter::{EvalResult, Interpreter, Model};
use crate::theory::sorting::{Sorted, Sorting};

/// Does something with a term and its interpreter under definitions.
pub(super) fn interpret<T>(
    definitions: &str,
    term: &str,
    act: impl FnOnce(&mut Interpreter<'_>, TermId) -> T,
) -> T {
    let model = Model::build(&Script::parse(definitions.to_owned()).unwrap(), false).unwrap();
    let problem = Problem::read(format!("{definitions}(assert (= {term} {term}))")).unwrap();
    let terms = &problem.formulas.terms;
    let sorting = Sorting::infer(terms, &model.signature);
    let (_, arguments) = terms.as_app(problem.formulas.assertions[0]).unwrap();
    act(&mut Interpreter::new(&model, terms, &sorting), arguments[0])
}

/// Evaluates a term under definitions, and prints its value, with `~` before one that depends on a choice, or the reason
/// why it has none.
pub(super) fn evaluate(definitions: &str, term: &str) -> String {
    let alone = evaluated(definitions, term, false);
    assert_eq!(evaluated(definitions, term, true), alone, "{term} after the terms below it");
    alone
}

/// The same after all closed terms below, if they come first, as where all terms of a problem are evaluated.
fn evaluated(definitions: &str, term: &str, below_first: bool) -> String {
    interpret(definitions, term, |interpreter, id| {
        let terms = interpreter.dags[0].terms;
        for below in terms.ids().take(id.index()).filter(|below| below_first && terms.is_closed(*below)) {
            interpreter.evaluate(below);
        }
        let EvalResult { value, is_chosen, .. } = interpreter.evaluate(id);
        match value {
            Ok(value) => {
                assert_eq!(*interpreter.dags[0].sorting.sort(id), Sorted::Is(value.sort()), "{term}");
                format!("{}{value}", if is_chosen { "~" } else { "" })
            }
            Err(unknown) => unknown.to_string(),
        }
    })
}

/// Tests that check all terms of a file.
macro_rules! terms_have_values {
    ($($file:ident),*) => {
        $(#[test]
        fn $file() {
            check(include_str!(concat!(stringify!($file), ".smt2")), |example| evaluate(&example.declared, example.term));
        })*
    };
}

terms_have_values!(
    bit_vectors_fields, collections, floating_point, interpreter, pseudo_boolean, quantifiers, rare,
    sequences, strings
);
