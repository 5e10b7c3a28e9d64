//! Recursive definitions of a seed that no function is known to satisfy: they are left out, with all that needs them.
//!
//! The law: whatever is made of a seed is satisfiable, so what it declares is. A recursive definition is an axiom, and one
//! that no function satisfies would make every instance unsatisfiable ([`crate::theory::recursion`]).

use serde::Serialize;

use super::left_out;
use crate::smtlib::{NodeId, Position, Problem, ReadError, symbol};
use crate::theory::recursion;

/// What was left out of a seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Groundless {
    /// The definitions, in order.
    pub definitions: Vec<LeftOut>,
    /// How many formulas were left out with them.
    pub formulas: usize,
}

/// A definition that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// The call that need not descend, or the definition where that needs another one.
    pub place: Position,
    /// Why.
    pub reason: String,
}

impl Groundless {
    /// Whether nothing was left out.
    pub(crate) fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// A line for each definition, and one for formulas.
    pub(crate) fn lines(&self) -> Vec<String> {
        let definitions = self.definitions.iter();
        let mut lines: Vec<String> = definitions
            .map(|LeftOut { name, place, reason }| format!("{place}: `{name}` is left out: {reason}"))
            .collect();
        match self.formulas {
            0 => {}
            1 => lines.push("1 formula is left out with what it needs".to_owned()),
            count => lines.push(format!("{count} formulas are left out with what they need")),
        }
        lines
    }
}

/// A problem without such definitions, and what these are; none if there are none.
///
/// # Errors
/// A definition of no known shape.
pub(super) fn without(problem: &Problem) -> Result<Option<(Problem, Groundless)>, ReadError> {
    let script = &problem.script;
    let found = if script.defines_recursively() { recursion::of_script(script)? } else { Vec::new() };
    if found.is_empty() {
        return Ok(None);
    }
    let tree = &script.tree;
    let of = |node: NodeId| found.iter().find(|definition| definition.node == node);
    let is_groundless =
        |root: NodeId| left_out::defined(tree, root).into_iter().any(|node| of(node).is_some());
    let Some((left, gone)) = left_out::without(problem, &is_groundless) else { return Ok(None) };
    let told = |(name, node, needed): (String, NodeId, Option<String>)| {
        let (place, reason) = match (of(node), needed) {
            (Some(definition), _) => {
                let reason =
                    format!("no function is known to satisfy its recursive definition: {}", definition.why);
                (tree.position(definition.call), reason)
            }
            (None, Some(other)) => {
                (tree.position(node), format!("it needs `{}`, which is left out", symbol::bare(&other)))
            }
            (None, None) => (tree.position(node), "it is defined together with what is left out".to_owned()),
        };
        LeftOut { name: symbol::bare(&name).to_owned(), place, reason }
    };
    let definitions = gone.definitions.into_iter().map(told).collect();
    Ok(Some((left, Groundless { definitions, formulas: gone.formulas })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed::Seed;
    use crate::generate::seed_pools::SeedPools;
    use crate::matrix::{Bounds, Form, Operators, Weights};
    use crate::witness::Evaluator;

    const SEED: &str = "(set-logic ALL)\n(define-fun-rec up ((n Int)) Int\n  (+ 2 (up n)))\n(declare-const k Int)\n\
        (define-fun twice ((n Int)) Int (up (up n)))\n\
        (define-fun-rec down ((n Int)) Int (ite (< 0 n) (+ 2 (down (- n 1))) 0))\n\
        (assert (! (> (twice k) 4) :named big))\n(assert (or big (< k 9)))\n\
        (assert (or (< k 4) (= (down 3) k)))\n(check-sat)\n";

    #[test]
    fn it_goes_with_all_that_needs_it_and_the_rest_stays() {
        let (left, gone) = without(&Problem::read(SEED).unwrap()).unwrap().unwrap();
        let told = [
            "3:8: `up` is left out: no function is known to satisfy its recursive definition: nothing that is bounded \
             gets smaller in `(up n)`",
            "5:13: `twice` is left out: it needs `up`, which is left out",
            "2 formulas are left out with what they need",
        ];
        assert_eq!(gone.lines(), told);
        assert_eq!((left.formulas.assertions.len(), left.script.declarations.len()), (1, 2));
        assert_eq!(left.source().find("(declare-const k"), SEED.find("(declare-const k"));
        assert!(without(&left).unwrap().is_none());
    }

    #[test]
    fn instances_have_grounded_definitions_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seed.smt2");
        std::fs::write(&path, SEED).unwrap();
        let operators = Operators::without(&["fp.rem"]);
        for (synthesis, rng_seed) in [(0, 1), (20, 2), (20, 3)] {
            let bounds =
                Bounds { synthesis, wrappers: synthesis, operators: operators.clone(), ..Bounds::default() };
            let evaluator = Evaluator::alone();
            let pools = SeedPools::build(&path, rng_seed, &bounds, &Weights::default(), &evaluator).unwrap();
            assert_eq!(pools.seed.groundless.definitions.len(), 2);
            let form = Form::default();
            let mut generator = pools.generator(&form);
            for number in 0..20 {
                let instance = generator.instance(number);
                let read = Problem::read(instance.text.clone()).unwrap();
                assert!(
                    read.script.defines_recursively() && !instance.text.contains("twice"),
                    "{}",
                    instance.text
                );
                assert_eq!(recursion::of_script(&read.script), Ok(Vec::new()), "{}", instance.text);
            }
        }
    }

    #[test]
    fn a_seed_that_asserts_nothing_else_says_why() {
        let text = SEED.replace("(assert (or (< k 4)", "(assert (or (> (twice k) 4)");
        let seed = Seed::from_bytes("x.smt2".as_ref(), text.as_bytes()).unwrap();
        let batch = seed.batch(0, 1, &Bounds::default(), &Weights::default());
        let error = seed.evaluate(&batch, &Evaluator::alone()).unwrap_err();
        assert_eq!(error.kind(), "groundless");
        assert!(error.to_string().starts_with("x.smt2:3:8: `up` is left out: no function"), "{error}");
    }
}
