//! Seed → witness: a model that Z3 finds, or random values where it finds none.

use super::{NoValue, Origin, Witness, from_model, sample};
use crate::generate::seed::{Seed, SeedError};
use crate::matrix::Source;
use crate::rng::Rng;
use crate::smtlib::{Names, Position, Script};
use crate::witness::valuation;
use crate::witness::z3;
use crate::witness::z3::{Answer, Formula, Model, Refusal};

/// Bound of one model search, in Z3's resource units. Deterministic, unlike a time limit;
/// a million take a second on strings, less elsewhere.
const RLIMIT: u32 = 1_000_000;
/// Literals a random set is made of, at most.
const LITERALS: usize = 24;

/// Finds a witness for a seed. Works in the Z3 context of the current thread.
///
/// # Errors
/// A seed that Z3 refuses, or that declares a symbol of a sort without known values.
pub fn find(seed: &Seed, source: Source, rng: &mut Rng) -> Result<Witness, SeedError> {
    let assertions = check_sorts(seed)?;
    let variety = Some(rng.below(1 << 30));
    let (model, negation) = (Origin::Model, Origin::NegationModel);
    let found = match source {
        Source::Paper => search(&assertions, &[model, negation], None),
        Source::Model => search(&assertions, &[model, negation], variety),
        Source::Negation => search(&assertions, &[negation, model], variety),
        Source::Subset => subset(seed, rng).map(|model| (model, Origin::SubsetModel)),
        Source::Sampled => None,
    };
    let written = match found {
        Some((model, origin)) => from_model(&seed.script, &model, origin),
        None => sample(&seed.script, rng),
    };
    written.map_err(|source: NoValue| SeedError::NoValue { path: seed.path.clone(), source })
}

/// A model of all assertions of a script as a witness, if Z3 finds one within `rlimit` units of its
/// own. Works in the Z3 context of the current thread.
pub(crate) fn satisfying(seed: &Seed, rlimit: u32) -> Option<Witness> {
    match z3::solve(&check_sorts(seed).ok()?, false, rlimit, None) {
        Answer::Sat(model) => from_model(&seed.script, &model, Origin::Model).ok(),
        Answer::Unsat | Answer::Unknown => None,
    }
}

/// The first of `origins` that has a model. An undecided search ends it: what follows would
/// be no easier.
fn search(assertions: &[Formula], origins: &[Origin], variety: Option<u32>) -> Option<(Model, Origin)> {
    for &origin in origins {
        match z3::solve(assertions, origin == Origin::NegationModel, RLIMIT, variety) {
            Answer::Sat(model) => return Some((model, origin)),
            Answer::Unsat => {}
            Answer::Unknown => break,
        }
    }
    None
}

/// A model of a random consistent set of literals over the seed's Boolean sub-formulas.
fn subset(seed: &Seed, rng: &mut Rng) -> Option<Model> {
    let names = Names::of(&seed.script);
    let mut booleans = valuation::declared_booleans(&seed.script, &seed.formulas, &names);
    let mut literals = Vec::new();
    while literals.len() < LITERALS && !booleans.is_empty() {
        let formula = booleans.swap_remove(rng.index(booleans.len()));
        literals.push((formula, rng.percent(50)));
    }
    z3::solve_some(&literals, RLIMIT / LITERALS as u32)
}

/// Lets Z3 read the seed: it is the judge of sorts.
fn check_sorts(seed: &Seed) -> Result<Vec<Formula>, SeedError> {
    let source = declarations_and_assertions(&seed.script);
    let names = Names::of(&seed.script);
    z3::parse(&names.to_z3(&source)).map_err(|refusal| SeedError::IllSorted {
        path: seed.path.clone(),
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

/// The place in the seed that Z3 means. Renaming keeps lines but shifts columns.
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
    use crate::rng::{Key, Stream};
    use std::path::Path;

    fn origin(source: &str) -> Result<Origin, SeedError> {
        let seed = Seed::from_bytes(Path::new("x.smt2"), source.as_bytes())?;
        let mut rng = Key::new(&crate::digest::Digest::of(""), 0).stream(Stream::Witness);
        find(&seed, Source::Model, &mut rng).map(|witness| witness.origin)
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
    fn an_ill_sorted_seed_is_refused_at_its_line() {
        let error =
            origin("(set-logic ALL)\n; é\n(declare-fun a_long_name () Int)\n(assert (and a_long_name true))");
        let text = error.unwrap_err().to_string();
        assert!(text.starts_with("x.smt2:4:"), "{text}");
        assert!(text.contains("Z3 refuses it"), "{text}");
    }
}
