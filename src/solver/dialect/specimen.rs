//! An operator applied once: the smallest script that shows whether a solver reads it.

use std::collections::BTreeSet;

use super::reach::Need;
use super::world::{WORLDS, World};
use crate::smtlib::Sort;
use crate::theory::domain;
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Columns, Operator, ResultSort, Takes, Width};
use crate::theory::signature::Signature;
use crate::theory::sorting::application;

/// What operators are applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// Symbols; regular languages are those of a symbol.
    Symbols,
    /// Values, as some solvers want them.
    Values,
}

/// A script without the name of a logic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Specimen {
    /// Declarations, one assertion and a check; `unsat` or not does not matter.
    pub script: String,
    /// Which form of the operator it has, and whether it has older words of SMT-LIB.
    pub form: (usize, bool),
    /// What a logic must have for it.
    pub needs: BTreeSet<Need>,
}

/// All specimens of an operator under one of its names, each in other words than those before.
pub(super) fn all(row: &Operator, name: &str, of: Of) -> Vec<Specimen> {
    let mut found: Vec<Specimen> = Vec::new();
    for world in &WORLDS {
        for at in 0..row.takes.len() {
            let specimen = specimen(row, name, at, world, of);
            found.extend(specimen.filter(|new| !found.iter().any(|known| known.script == new.script)));
        }
    }
    found
}

fn specimen(row: &Operator, name: &str, at: usize, world: &World, of: Of) -> Option<Specimen> {
    let form = *row.takes.get(at)?;
    // `(and)` is no term.
    if form.is_empty() && row.takes.len() > 1 {
        return None;
    }
    let sorts = arguments(row, form, world)?;
    let head = head(row, name, &sorts, world)?;
    let references: Vec<&Sort> = sorts.iter().collect();
    let signature = Signature::default();
    let result = application(&Meaning::of(&head, &signature), &head, &references).known()?.clone();
    let mut script = String::new();
    let mut declare = |name: &str, sort: &Sort| {
        let sort = if *sort == Sort::RegLan { &Sort::String } else { sort };
        script += &format!("(declare-fun {name} () {sort})\n");
    };
    let mut words = Vec::with_capacity(sorts.len());
    for (at, sort) in sorts.iter().enumerate() {
        let word = match of {
            Of::Values if *sort == Sort::RegLan => "\"a\"".to_owned(),
            Of::Values => value(sort, &signature)?,
            Of::Symbols => {
                let symbol = format!("a{at}");
                declare(&symbol, sort);
                symbol
            }
        };
        words.push(match sort {
            Sort::RegLan => format!("({} {word})", world.languages.1),
            _ => word,
        });
    }
    declare("it", &result);
    let term = if words.is_empty() { head } else { format!("({head} {})", words.join(" ")) };
    script += &match result {
        Sort::RegLan => format!("(assert ({} it {term}))\n(check-sat)\n", world.languages.0),
        _ => format!("(assert (= it {term}))\n(check-sat)\n"),
    };
    let mut needs = BTreeSet::new();
    sorts.iter().chain([&result]).for_each(|sort| Need::of_sort(sort, &mut needs));
    Need::of_operator(row, &mut needs);
    let has_languages = sorts.iter().chain([&result]).any(|sort| *sort == Sort::RegLan);
    let form = (at, has_languages && world.is_old());
    Some(Specimen { script, form, needs })
}

/// The sorts that fit together: bits are as many as the format has that they become.
fn arguments(row: &Operator, form: &[Takes], world: &World) -> Option<Vec<Sort>> {
    let (exponent, significand) = world.float;
    let parts = || vec![Sort::BitVec(1), Sort::BitVec(exponent), Sort::BitVec(significand - 1)];
    match (row.result, form) {
        (ResultSort::FormatOfIndices, [Takes::Bits]) => Some(vec![Sort::BitVec(exponent + significand)]),
        (ResultSort::FormatOfIndices | ResultSort::FormatOfParts, [Takes::Bit, ..]) => Some(parts()),
        (ResultSort::OfColumns(Columns::Doubled), _) => {
            let column = Sort::Named("Tuple".to_owned(), vec![(world.plain)()]);
            Some(vec![Sort::Named("Set".to_owned(), vec![column])])
        }
        _ => world.arguments(form),
    }
}

/// The name with the indices that it needs, or the sort that it is qualified with.
fn head(row: &Operator, name: &str, sorts: &[Sort], world: &World) -> Option<String> {
    if row.result == ResultSort::Qualifier {
        return Some(format!("(as {name} {})", world.qualifier(row.name)?));
    }
    let format = format!("{} {}", world.float.0, world.float.1);
    let width = world.bits.to_string();
    let is_join = row.name.ends_with("join");
    let indices = match (row.name, row.result) {
        ("rotate_left" | "rotate_right", _) => "1",
        ("divisible", _) => "3",
        ("re.^", _) => "2",
        ("re.loop", _) if sorts.len() == 1 => "1 2",
        ("char", _) => "#x61",
        ("bit2bool" | "rel.group" | "table.group", _) => "0",
        (_, ResultSort::Bits(Width::Index)) => &width,
        (_, ResultSort::Bits(Width::PlusIndex)) => "1",
        (_, ResultSort::Bits(Width::TimesIndex)) => "2",
        (_, ResultSort::Bits(Width::Slice)) => "1 0",
        (_, ResultSort::FormatOfIndices) => &format,
        (_, ResultSort::Column | ResultSort::OfColumns(Columns::Indexed | Columns::Updated)) => "0",
        (_, ResultSort::OfColumns(Columns::All)) if is_join => "0 0",
        _ => return Some(name.to_owned()),
    };
    Some(format!("(_ {name} {indices})"))
}

/// A plain value as it is written, at which nothing is open.
fn value(sort: &Sort, signature: &Signature) -> Option<String> {
    match sort {
        Sort::Int => Some("1".to_owned()),
        Sort::Real => Some("1.0".to_owned()),
        Sort::String => Some("\"a\"".to_owned()),
        _ => domain::plainest(sort, signature).map(|value| value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Problem;
    use crate::theory::operators;

    #[test]
    fn every_operator_has_specimens_under_each_name() {
        for row in operators::usual() {
            for name in row.names() {
                for of in [Of::Symbols, Of::Values] {
                    let specimens = all(row, name, of);
                    assert!(!specimens.is_empty(), "{name}, {of:?}");
                    for Specimen { script, .. } in specimens {
                        let problem = Problem::read(script.clone())
                            .unwrap_or_else(|error| panic!("{error:?}: {script}"));
                        assert_eq!(problem.formulas.assertions.len(), 1, "{script}");
                        assert!(script.contains(name), "{script}");
                    }
                }
            }
        }
    }

    #[test]
    fn specimens_are_small_and_odd_first() {
        let first = |name: &str| all(Operator::find(name).unwrap(), name, Of::Symbols).swap_remove(0).script;
        assert_eq!(
            first("bvudiv"),
            "(declare-fun a0 () (_ BitVec 3))\n(declare-fun a1 () (_ BitVec 3))\n(declare-fun it () (_ BitVec 3))\n\
             (assert (= it (bvudiv a0 a1)))\n(check-sat)\n"
        );
        assert!(first("fp.rem").contains("(_ FloatingPoint 3 5)"));
        assert!(first("re.*").ends_with("(assert (str.in_re it (re.* (str.to_re a0))))\n(check-sat)\n"));
        assert!(first("set.member").contains("(set.member a0 a1)"));
        assert!(first("const").contains("((as const (Array Int Int)) a0)"));
        let values = all(Operator::find("re.range").unwrap(), "re.range", Of::Values).swap_remove(0).script;
        assert!(values.contains("(re.range \"a\" \"a\")"), "{values}");
    }
}
