//! Terms with their values, in the files of this folder, and what reads and evaluates them.

use crate::smtlib::{Problem, Script, TermId};
use crate::theory::interpreter::{EvalResult, Interpreter, Model};
use crate::theory::sorting::{Sorted, Sorting};

/// A line of a file: a term and, after the last ` ; `, what is expected of it. A line without ` ; ` declares symbols for
/// the lines down to the next blank one; a line that begins with `;` is a comment.
pub(crate) struct Example {
    /// The number of the line, from 1.
    line: usize,
    pub(crate) declared: String,
    pub(crate) term: &'static str,
    pub(crate) expected: &'static str,
}

/// Returns the examples in the text of a file.
fn examples(text: &'static str) -> Vec<Example> {
    let (mut found, mut declared) = (Vec::new(), String::new());
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with(';')) {
        match line.rsplit_once(" ; ") {
            Some((term, expected)) => {
                found.push(Example { line: at + 1, declared: declared.clone(), term, expected });
            }
            None if line.is_empty() => declared.clear(),
            None => declared.extend([line, "\n"]),
        }
    }
    found
}

/// Checks that what is found of each example in the text of a file is what it expects.
#[track_caller]
pub(crate) fn check(text: &'static str, find: impl Fn(&Example) -> String) {
    let wrong = examples(text).into_iter().filter_map(|example| {
        let found = find(&example);
        (found != example.expected).then(|| format!("line {}: {} ; {found}", example.line, example.term))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

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
    interpret(definitions, term, |interpreter, id| {
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
    bit_vectors_fields,
    collections,
    floating_point,
    interpreter,
    quantifiers,
    rare,
    sequences,
    strings
);
