//! Problem → witness: a model that Z3 finds, or random values where it finds none; and what is true under it.

use serde::{Deserialize, Serialize};

use crate::matrix::{Source, Weights};
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::{Names, Position, Problem, Script};
use crate::witness::from_model::from_model;
use crate::witness::sample::sample;
use crate::witness::z3::{self, Answer, Formula, Model, Refusal};
use crate::witness::{EvaluationError, Origin, Valuation, Witness, closed_terms};

/// Bound of one model search, in Z3's resource units. Deterministic, unlike a time limit;
/// a million take a second on strings, less elsewhere.
const RLIMIT: u32 = 1_000_000;
/// Literals a random set is made of, at most: enough to lead far away from the seed's own models. They share
/// the bound of one search, so twice as many would leave each of them half of it.
const LITERALS: usize = 24;

/// What Z3 finds out about a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// The assignment.
    pub witness: Witness,
    /// Truth values under it.
    pub valuation: Valuation,
}

/// Finds a witness for a problem, from a source drawn by weight, and evaluates its terms.
///
/// # Errors
/// A problem that Z3 refuses, or a symbol without known values.
pub(super) fn search(problem: &Problem, key: &Key, weights: &Weights) -> Result<Evaluation, EvaluationError> {
    let find = || {
        let mut rng = key.stream(Stream::Witness);
        let source = weights.source(rng.below(weights.total()));
        find(problem, source, &mut rng)
    };
    let evaluate = |witness: &Witness| {
        let valuation = closed_terms::valuation(problem, witness);
        // Sorts were checked before.
        valuation.map_err(|refusal| EvaluationError::Internal(refusal.message))
    };
    if problem.script.defines_recursively() {
        // A context each: recursive functions, once defined, stay in theirs.
        let witness = z3::fresh(find).map_err(EvaluationError::Internal)??;
        let valuation = z3::fresh(|| evaluate(&witness)).map_err(EvaluationError::Internal)??;
        return Ok(Evaluation { witness, valuation });
    }
    let both = || {
        let witness = find()?;
        let valuation = evaluate(&witness)?;
        Ok(Evaluation { witness, valuation })
    };
    z3::fresh(both).map_err(EvaluationError::Internal)?
}

/// Finds a witness. Works in the Z3 context of the current thread.
fn find(problem: &Problem, source: Source, rng: &mut Rng) -> Result<Witness, EvaluationError> {
    let assertions = check_sorts(&problem.script)?;
    let variety = Some(rng.below(1 << 30));
    let (model, negation) = (Origin::Model, Origin::NegationModel);
    let found = match source {
        Source::Paper => first_model(&assertions, &[model, negation], None),
        Source::Model => first_model(&assertions, &[model, negation], variety),
        Source::Negation => first_model(&assertions, &[negation, model], variety),
        Source::Subset => subset(problem, rng).map(|model| (model, Origin::SubsetModel)),
        Source::Sampled => None,
    };
    Ok(match found {
        Some((model, origin)) => from_model(&problem.script, &model, origin)?,
        None => sample(&problem.script, rng)?,
    })
}

/// A model of all assertions of a problem as a witness, if Z3 finds one within `rlimit` units of its
/// own. Works in the Z3 context of the current thread.
pub(super) fn satisfying(problem: &Problem, rlimit: u32) -> Option<Witness> {
    match z3::solve(&check_sorts(&problem.script).ok()?, false, rlimit, None) {
        Answer::Sat(model) => from_model(&problem.script, &model, Origin::Model).ok(),
        Answer::Unsat | Answer::Unknown => None,
    }
}

/// The first of `origins` that has a model. An undecided search ends it: what follows would
/// be no easier.
fn first_model(assertions: &[Formula], origins: &[Origin], variety: Option<u32>) -> Option<(Model, Origin)> {
    for &origin in origins {
        match z3::solve(assertions, origin == Origin::NegationModel, RLIMIT, variety) {
            Answer::Sat(model) => return Some((model, origin)),
            Answer::Unsat => {}
            Answer::Unknown => break,
        }
    }
    None
}

/// A model of a random consistent set of literals over the problem's Boolean sub-formulas.
fn subset(problem: &Problem, rng: &mut Rng) -> Option<Model> {
    let names = Names::of(&problem.script);
    let mut booleans = closed_terms::declared_booleans(problem, &names);
    let mut literals = Vec::new();
    while literals.len() < LITERALS && !booleans.is_empty() {
        let formula = booleans.swap_remove(rng.index(booleans.len()));
        literals.push((formula, rng.percent(50)));
    }
    z3::solve_some(&literals, RLIMIT / LITERALS as u32)
}

/// Lets Z3 read the script: it is the judge of sorts.
fn check_sorts(script: &Script) -> Result<Vec<Formula>, EvaluationError> {
    let source = declarations_and_assertions(script);
    let names = Names::of(script);
    z3::parse(&names.to_z3(&source)).map_err(|refusal| EvaluationError::IllSorted {
        place: place(&source, &names, &refusal),
        message: names.to_source(&refusal.message),
    })
}

/// The commands Z3 has to see, each at its place; everything else is blanked.
fn declarations_and_assertions(script: &Script) -> String {
    let tree = &script.tree;
    let source = tree.source();
    let mut kept: Vec<(usize, usize)> = Vec::new();
    let asserts = tree
        .roots()
        .iter()
        .filter(|&&root| tree.list(root).and_then(|items| tree.symbol(*items.first()?)) == Some("assert"));
    for &node in script.declarations.iter().map(|declaration| &declaration.node).chain(asserts) {
        let (start, end) = tree.span(node);
        kept.push((start as usize, end as usize));
    }
    kept.sort_unstable();
    let mut text = String::with_capacity(source.len());
    let mut at = 0;
    let blank =
        |part: &str| -> String { part.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect() };
    for (start, end) in kept {
        text.push_str(&blank(&source[at..start]));
        text.push_str(&source[start..end]);
        at = end;
    }
    text
}

/// The place in the script that Z3 means. Renaming keeps lines but shifts columns.
fn place(source: &str, names: &Names, refusal: &Refusal) -> Position {
    let Some((line, column)) = refusal.place else { return Position { line: 1, column: 1 } };
    let original = source.lines().nth(line as usize - 1).unwrap_or_default();
    // The longest beginning of the line that is no longer than Z3's column once renamed.
    let reaches = |end: &usize| names.to_z3(&original[..*end]).len() < column as usize;
    let ends: Vec<usize> = original.char_indices().map(|(at, _)| at).collect();
    let count = ends.partition_point(reaches);
    let at = if count == 0 { 0 } else { ends[count - 1] };
    Position { line, column: at as u32 + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(source: &str) -> Result<Origin, EvaluationError> {
        let problem = Problem::read(source).unwrap();
        let mut rng = Key::new(&crate::digest::Digest::of(""), 0).stream(Stream::Witness);
        find(&problem, Source::Model, &mut rng).map(|witness| witness.origin)
    }

    #[test]
    fn the_model_comes_first_then_that_of_the_negation() {
        let declare = "(declare-fun p () Bool)";
        assert_eq!(origin(&format!("{declare}(assert p)")).unwrap(), Origin::Model);
        assert_eq!(origin(&format!("{declare}(assert p)(assert (not p))")).unwrap(), Origin::NegationModel);
        assert_eq!(origin("(assert true)").unwrap(), Origin::Model);
        assert_eq!(origin("(assert false)(assert true)").unwrap(), Origin::NegationModel);
    }

    #[test]
    fn an_ill_sorted_script_is_refused_at_its_line() {
        let source =
            "(set-logic ALL)\n; é\n(declare-fun a_long_name () Int)\n(assert (and a_long_name true))";
        let error = origin(source).unwrap_err();
        assert!(matches!(error, EvaluationError::IllSorted { place, .. } if place.line == 4), "{error}");
    }
}
