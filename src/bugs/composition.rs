//! The composition of a reduced failing instance: it shows what finds bugs, and distinguishes them.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::smtlib::{Problem, Sort};
use crate::theory::operators::{Operator, Theory};
use crate::theory::signature::Signature;
use crate::theory::used;

/// The composition of a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Composition {
    /// The sources of the formulas in the assertions that remained after dropping commands: `fragments` of the seed,
    /// `synthesised atoms`, `mutated formulas`, `wrapped formulas`, `theorems`, `formulas in context`; and what is special
    /// about the instance: `a wider logic` than that of the seed, `other sorts` than those of the seed, `unknown truth`,
    /// `a contradiction of the seed`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// The operators of the smallest script, by their names in SMT-LIB 2.7.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operators: Vec<String>,
    /// The strategy that made the instance: `tool`, `plain`, `atoms`, `mixed` or `finite`; absent if its profile has no batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
    /// The layout of the instance before reduction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// The argument of its `set-logic`, or `none`, if the row has several or the seed was widened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_logic: Option<String>,
}

/// Returns the operators of a script, by their names in SMT-LIB 2.7.
pub(crate) fn collect_operators(problem: &Problem) -> Vec<String> {
    let formulas = &problem.formulas;
    let roots = formulas.assertions.iter().chain(&formulas.assumptions).copied();
    used::operators(problem, roots).into_iter().map(|operator| operator.name.to_owned()).collect()
}

/// Whether an operator of this name belongs to Core. Nearly every script has some of these.
pub(super) fn is_of_core(name: &str) -> bool {
    Operator::find(name).is_some_and(|operator| operator.theory == Theory::Core)
}

/// The prefix of a word that is a sort.
pub(super) const SORT: &str = "sort ";

/// Returns the words that describe a script: its operators except for those of Core, or else the sorts of its
/// declarations.
pub(super) fn words(problem: &Problem) -> BTreeSet<String> {
    let operators = telling_operators(problem);
    if operators.is_empty() { sorts(problem) } else { operators }
}

/// Returns the words that describe a sequence of scripts: operators and sorts.
pub(super) fn all_words(scripts: &Problem) -> BTreeSet<String> {
    telling_operators(scripts).into_iter().chain(sorts(scripts)).collect()
}

/// Returns the operators of a script except for those of Core, and for those that only write values, unless it has no
/// others.
pub(crate) fn telling_operators(problem: &Problem) -> BTreeSet<String> {
    let operators = collect_operators(problem).into_iter().filter(|name| !is_of_core(name));
    let is_telling = |name: &String| Operator::find(name).is_some_and(Operator::is_telling);
    let (telling, others): (BTreeSet<String>, BTreeSet<String>) = operators.partition(is_telling);
    if telling.is_empty() { others } else { telling }
}

fn sorts(problem: &Problem) -> BTreeSet<String> {
    let signature = Signature::collect(&problem.script);
    let sorts = signature.functions().flat_map(|function| function.arguments.iter().chain(&function.result));
    sorts.filter_map(kind).map(|kind| format!("{SORT}{kind}")).collect()
}

/// Returns the kind of a sort, without widths and element sorts; `None` for `Bool`, which occurs in every script.
fn kind(sort: &Sort) -> Option<&'static str> {
    Some(match sort {
        Sort::Bool => return None,
        Sort::Int => "Int",
        Sort::Real => "Real",
        Sort::BitVec(_) => "BitVec",
        Sort::Float(..) => "FloatingPoint",
        Sort::RoundingMode => "RoundingMode",
        Sort::String => "String",
        Sort::RegLan => "RegLan",
        Sort::Array(..) => "Array",
        Sort::Seq(_) => "Seq",
        Sort::FiniteField(_) => "FiniteField",
        Sort::Named(..) => "declared",
    })
}

impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let telling: Vec<&str> =
            self.operators.iter().map(String::as_str).filter(|name| !is_of_core(name)).collect();
        let operators = match (telling.is_empty(), self.operators.is_empty()) {
            (true, true) => "none".to_owned(),
            (true, false) => "those of Core".to_owned(),
            (false, _) => telling.join(", "),
        };
        let sources = (!self.sources.is_empty()).then(|| self.sources.join(", "));
        let strategy = self.strategy.as_ref().map(|strategy| format!("strategy: {strategy}"));
        let layout = self.layout.as_ref().map(|layout| format!("layout: {layout}"));
        let logic = self.set_logic.as_ref().map(|logic| format!("set-logic: {logic}"));
        let rest = strategy.into_iter().chain(layout).chain(logic);
        let parts = sources.into_iter().chain([format!("operators: {operators}")]).chain(rest);
        f.write_str(&parts.collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_are_the_operators_that_tell_something() {
        let words = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let mut composition = Composition {
            sources: words(&["fragments", "synthesised atoms"]),
            operators: words(&["=", "bvadd", "not"]),
            strategy: None,
            layout: Some("push first".to_owned()),
            set_logic: None,
        };
        assert_eq!(
            composition.to_string(),
            "fragments, synthesised atoms; operators: bvadd; layout: push first"
        );
        composition.operators = words(&["=", "not"]);
        composition.set_logic = Some("ALL".to_owned());
        composition.strategy = Some("mixed".to_owned());
        let expected = "fragments, synthesised atoms; operators: those of Core; strategy: mixed; layout: push first; \
                        set-logic: ALL";
        assert_eq!(composition.to_string(), expected);
        assert_eq!(Composition::default().to_string(), "operators: none");
    }

    #[test]
    fn levels_and_assumptions_count_too() {
        let script = "(declare-fun a () (_ BitVec 2))(declare-fun p () Bool)(push 1)(assert (= a (bvnot a)))(pop 1)\
            (check-sat-assuming ((not p)))";
        assert_eq!(collect_operators(&Problem::read(script).unwrap()), ["=", "bvnot", "not"]);
    }
}
